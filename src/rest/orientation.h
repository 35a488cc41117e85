// The orientation of three points: on which side of a straight line a point lies, exactly.
// Room: rest.
#ifndef CAROM_ORIENTATION_H
#define CAROM_ORIENTATION_H

#include "rest/equal_walls.h"
#include "rest/orientation_filter.h"
#include "rest/relation_integers.h"

// The sign of (b - a) x (c - a) for finite points. A product with a factor 0 is 0, and c = b gives
// 0: then level walls, and points that are ends, need no integers.
static inline int orientation_of(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    const int certain = carom_filter_orientation(a, b, c);
    if (CAROM_LIKELY(certain != 0))
        return certain;
    if ((((a.x == b.x) | (a.y == c.y)) & ((a.y == b.y) | (a.x == c.x))) | are_equal_points(b, c))
        return 0;
    return carom_exact_side(carom_circle_make(c, 0.0), carom_segment(a, b), CAROM_TIER_64);
}

#endif
