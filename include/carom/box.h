// Bounding boxes of walls and swept paths, for a broad phase.
// Layer: box.
#ifndef CAROM_BOX_H
#define CAROM_BOX_H

#include "carom/shapes.h"

CAROM_BEGIN_C

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
