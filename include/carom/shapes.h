// The shapes: circles and walls, and the boxes around them for a broad phase. A wall is a segment,
// ray or line with a radius. Room: shapes.
#ifndef CAROM_SHAPES_H
#define CAROM_SHAPES_H

#include <stdint.h>

#include "carom/vec2.h"

CAROM_BEGIN_C

/// A circle. Each query says whether it means the disc or the outline.
typedef struct carom_circle {
    /// Centre, finite.
    carom_vec2 center;
    /// Radius, finite and >= 0, in the unit of the coordinates. A circle of radius 0 is a point.
    double radius;
} carom_circle;

/// How far a wall extends along the straight line through a and b.
typedef enum carom_extent {
    /// From a to b.
    CAROM_EXTENT_SEGMENT = 0,
    /// From a through b to infinity.
    CAROM_EXTENT_RAY = 1,
    /// Through a and b, infinite in both directions.
    CAROM_EXTENT_LINE = 2
} carom_extent;

/// A wall: all points within `radius` of its axis. The axis is the segment, ray or line itself.
/// With a == b the axis is the point a, whatever the extent.
typedef struct carom_wall {
    /// First point of the axis, finite.
    carom_vec2 a;
    /// Second point of the axis, finite.
    carom_vec2 b;
    /// Wall radius, finite and >= 0: half the thickness of the wall.
    double radius;
    /// A carom_extent, in a byte.
    uint8_t extent;
    /// If true, a moving ball passes from the right of a->b to the left, and is stopped when it
    /// comes from the left (carom_ball_move, carom_cast_settings.pass_one_sided). Geometry calls
    /// ignore it.
    bool one_sided;
    /// The categories of the wall, one bit each. Filters compare them with a mask. 0 stands for
    /// CAROM_CATEGORY_DEFAULT. Geometry calls ignore them.
    uint32_t category;
    /// A number of the caller's: the owner of the wall, its net, its area. 0 stands for none.
    /// Filters can leave out one group. Geometry calls ignore it.
    uint32_t group;
} carom_wall;

/// The category of a wall whose `category` is 0.
#define CAROM_CATEGORY_DEFAULT UINT32_C(1)

/// The circle with this centre and radius.
CAROM_API_INLINE carom_circle carom_circle_make(carom_vec2 center, double radius) {
    carom_circle c;
    c.center = center;
    c.radius = radius;
    return c;
}

/// The wall with this geometry, two-sided, of the default category and of no group. An unknown
/// extent makes it invalid.
CAROM_API_INLINE carom_wall carom_wall_make(carom_vec2 a, carom_vec2 b, double radius,
                                            carom_extent extent) {
    carom_wall w;
    w.a = a;
    w.b = b;
    w.radius = radius;
    w.extent = (uint8_t)((unsigned)extent <= (unsigned)CAROM_EXTENT_LINE ? (int)extent : UINT8_MAX);
    w.one_sided = false;
    w.category = 0;
    w.group = 0;
    return w;
}

/// The segment from a to b, with radius 0.
CAROM_API_INLINE carom_wall carom_segment(carom_vec2 a, carom_vec2 b) {
    return carom_wall_make(a, b, 0.0, CAROM_EXTENT_SEGMENT);
}

/// The ray from a through b, with radius 0.
CAROM_API_INLINE carom_wall carom_ray(carom_vec2 a, carom_vec2 b) {
    return carom_wall_make(a, b, 0.0, CAROM_EXTENT_RAY);
}

/// The line through a and b, with radius 0.
CAROM_API_INLINE carom_wall carom_line(carom_vec2 a, carom_vec2 b) {
    return carom_wall_make(a, b, 0.0, CAROM_EXTENT_LINE);
}

/// The capsule: all points within `radius` of the segment from a to b.
CAROM_API_INLINE carom_wall carom_capsule(carom_vec2 a, carom_vec2 b, double radius) {
    return carom_wall_make(a, b, radius, CAROM_EXTENT_SEGMENT);
}

/// The post: the disc of this radius around p.
CAROM_API_INLINE carom_wall carom_post(carom_vec2 p, double radius) {
    return carom_wall_make(p, p, radius, CAROM_EXTENT_SEGMENT);
}

/// A circle as a wall: the post of the same centre and radius. So each call that takes a wall also
/// answers for another circle, as exactly: carom_circle_relate(circle, carom_circle_as_post(other))
/// compares two discs.
CAROM_API_INLINE carom_wall carom_circle_as_post(carom_circle circle) {
    return carom_post(circle.center, circle.radius);
}

/// True if centre and radius are finite and the radius is >= 0.
CAROM_API bool carom_circle_is_valid(carom_circle circle);

/// True if both points and the radius are finite, the radius is >= 0 and the extent is known.
CAROM_API bool carom_wall_is_valid(carom_wall wall);

/// "segment", "ray" or "line"; "invalid" for any other value. Static text, never NULL.
CAROM_API const char *carom_extent_name(carom_extent extent);

/// An axis-aligned bounding box (AABB): all points with min <= p <= max. A bound is infinite if the
/// box has no end on that side.
typedef struct carom_box {
    carom_vec2 min;
    carom_vec2 max;
} carom_box;

/// A box that contains the whole wall, its radius included, rounded outward by about an ulp. An
/// invalid wall gives a box of NaN, which overlaps no box.
CAROM_API carom_box carom_wall_box(carom_wall wall);

/// True if the boxes share a point, boundaries included. False if either has a NaN.
CAROM_API_INLINE bool carom_box_overlaps(carom_box p, carom_box q) {
    // Bitwise, to avoid branches: they would be mispredicted often.
    return (p.min.x <= q.max.x) & (q.min.x <= p.max.x) & (p.min.y <= q.max.y) &
           (q.min.y <= p.max.y);
}

/// The swept path of a circle: all points within `radius` of the segment between two centres.
typedef struct carom_path {
    carom_vec2 from;
    carom_vec2 to;
    double radius;
} carom_path;

/// A box that contains the whole path, rounded outward by about an ulp.
CAROM_API carom_box carom_path_box(carom_path path);

CAROM_END_C

#endif
