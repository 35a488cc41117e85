// Upright boxes around walls and paths, for a broad phase.
// Layer: box.
#ifndef CAROM_BOX_H
#define CAROM_BOX_H

#include "carom/shapes.h"

CAROM_BEGIN_C

/// An upright rectangle, all points with min <= p <= max; infinite where a wall is.
typedef struct carom_box {
    carom_vec2 min;
    carom_vec2 max;
} carom_box;

/// A box that holds the whole thick wall, rounded outward by about an ulp. For an invalid wall: a
/// box of NaN, which meets none.
CAROM_API carom_box carom_wall_box(carom_wall wall);

/// True if the boxes share a point. False if there is a NaN in either.
static inline bool carom_box_overlaps(carom_box p, carom_box q) {
    // Without branches: which of the four fails is anybody's guess.
    return (p.min.x <= q.max.x) & (q.min.x <= p.max.x) & (p.min.y <= q.max.y) &
           (q.min.y <= p.max.y);
}

/// The straight way of a circle: everything within `radius` of the segment between two centres.
typedef struct carom_path {
    carom_vec2 from;
    carom_vec2 to;
    double radius;
} carom_path;

/// A box that holds all of a way, rounded outward by about an ulp.
CAROM_API carom_box carom_path_box(carom_path way);

CAROM_END_C

#endif
