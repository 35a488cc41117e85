// The relation of a circle and a wall, decided exactly.
//
// Every answer in this header is the answer of real arithmetic on the given doubles, for all finite
// doubles. R is the real sum circle radius + wall radius, not rounded. docs/exactness.md has the
// method. A point that was computed to lie on a wall is rounded, so it may lie some ulp beside it:
// ask carom_circle_within for such points. docs/geometry.md (Computed points) lists the answers
// that a tolerance would change. Room: relation.
#ifndef CAROM_RELATION_H
#define CAROM_RELATION_H

#include "carom/detail/reach.h"

CAROM_BEGIN_C

/// The relation of a circle and a wall. The values are ordered: compare with < and >=.
typedef enum carom_relation {
    /// Invalid input: NaN, infinity, a negative radius or an unknown extent.
    CAROM_RELATION_INVALID = 0,
    /// The distance from the centre to the axis is more than R.
    CAROM_RELATION_SEPARATE = 1,
    /// The distance from the centre to the axis is exactly R.
    CAROM_RELATION_TOUCHING = 2,
    /// The distance is less than R, and part of the wall lies outside the circle.
    CAROM_RELATION_CROSSING = 3,
    /// The distance is less than R, and the farthest point of the wall lies exactly on the outline.
    CAROM_RELATION_INSIDE_TOUCHING = 4,
    /// The whole wall lies inside the circle and does not reach its outline.
    CAROM_RELATION_INSIDE = 5
} carom_relation;

/// The part of the axis nearest to the centre.
typedef enum carom_feature {
    /// None, for invalid input.
    CAROM_FEATURE_NONE = 0,
    /// A point that is not an end: the foot of the perpendicular. Always for a line with
    /// a != b.
    CAROM_FEATURE_SIDE = 1,
    /// The end a of a segment or ray, also if the foot of the perpendicular is a. Always if a == b.
    CAROM_FEATURE_END_A = 2,
    /// The end b of a segment, also if the foot of the perpendicular is b.
    CAROM_FEATURE_END_B = 3
} carom_feature;

/// The relation of a circle and a wall. Exact.
///
/// Rays and lines with a != b are never inside. If a == b, the axis is the point a for every
/// extent. A wall that is a point on the outline is touching, not inside-touching. Invalid input
/// gives CAROM_RELATION_INVALID. Cost: some nanoseconds; tens of nanoseconds near a tie;
/// microseconds at the extremes of the exponent range.
CAROM_API carom_relation carom_circle_relate(carom_circle circle, carom_wall wall);

/// Compares the signed distance between the disc and the wall with `gap`: -1 if it is smaller, 0 if
/// equal, 1 if larger. This is the sign of (distance from the centre to the axis) - (circle radius
/// + wall radius + gap), a real sum. Exact. With gap 0, -1 means that they overlap, 0 that they
/// touch, 1 that they are separate. Invalid input gives 1; a gap that is negative, infinite or NaN
/// is invalid. The floating-point filter is inlined into the caller's code and decides nearly all
/// calls. Integer arithmetic decides the others.
CAROM_API_INLINE int carom_circle_compare_gap(carom_circle circle, carom_wall wall, double gap) {
    double sign;
    if (carom_detail_certain_reach(circle, wall, gap, &sign))
        return sign > 0.0 ? -1 : 1;
    return -carom_detail_reach_sign(circle.center.x, circle.center.y, circle.radius, wall.a.x,
                                    wall.a.y, wall.b.x, wall.b.y, wall.radius, gap,
                                    (carom_extent)wall.extent);
}

/// True if the disc lies within the distance `gap` of the wall (clearance, ST_DWithin): the gap
/// between them is at most `gap`. Exact. False for invalid input, which includes a gap that is
/// negative, infinite or NaN.
CAROM_API_INLINE bool carom_circle_within(carom_circle circle, carom_wall wall, double gap) {
    return carom_circle_compare_gap(circle, wall, gap) <= 0;
}

/// The closed disc: true if the disc and the wall share a point. Same as relate >=
/// CAROM_RELATION_TOUCHING, but cheaper. Exact. For points that were computed on a wall see
/// carom_circle_within. False for invalid input.
CAROM_API_INLINE bool carom_circle_touches(carom_circle circle, carom_wall wall) {
    return carom_circle_compare_gap(circle, wall, 0.0) <= 0;
}

/// The open disc: true if the disc and the wall overlap and not only touch. Same as relate >
/// CAROM_RELATION_TOUCHING, but cheaper. Exact. False for invalid input.
CAROM_API_INLINE bool carom_circle_overlaps(carom_circle circle, carom_wall wall) {
    return carom_circle_compare_gap(circle, wall, 0.0) < 0;
}

/// The ring: true if the wall reaches the outline of the circle. Same as CAROM_RELATION_TOUCHING <=
/// relate <= CAROM_RELATION_INSIDE_TOUCHING. Exact. False for invalid input.
CAROM_API bool carom_circle_outline_touches(carom_circle circle, carom_wall wall);

/// The side of the straight line through a and b on which a point lies, looking from a to b: 1
/// left, -1 right, 0 on the line. Exact. Radius and extent have no effect. 0 also for a == b and
/// for points that are not finite.
CAROM_API int carom_wall_side(carom_wall wall, carom_vec2 point);

/// "invalid", "separate", "touching", "crossing", "inside-touching" or "inside". Static text, never
/// NULL; "invalid" for any other value.
CAROM_API const char *carom_relation_name(carom_relation relation);

/// "side", "a" or "b"; "none" for any other value. Static text, never NULL.
CAROM_API const char *carom_feature_name(carom_feature feature);

/// True if the discs share a point: the distance of the centres is at most the sum of the radii.
/// Exact. False for invalid input. For other questions about two circles see carom_circle_as_post.
CAROM_API_INLINE bool carom_circle_touches_circle(carom_circle circle, carom_circle other) {
    return carom_circle_touches(circle, carom_circle_as_post(other));
}

CAROM_END_C

#endif
