// Which walls a level or an upright ray crosses, exactly.
//
// A point is taken as if it were moved to the right and, far less, up: so it lies on no axis, and
// every ray from it crosses an axis or does not. A point that is not on the boundary stays on its
// side. The sign of u x w decides, first in double, then exactly; a point that is an end of the
// wall needs neither. Room: scene.
#ifndef CAROM_AREA_SIDE_H
#define CAROM_AREA_SIDE_H

#include "carom/relation.h"
#include "numbers.h"
#include "rest/orientation.h"

// An axis.
typedef struct area_edge {
    carom_vec2 a, b;
} area_edge;

// Does the level ray from a point to the right cross the axis? Sets `*is_on` if the point is on it.
// p.x may be infinite.
static inline unsigned area_crosses_right(area_edge e, carom_vec2 p, bool *is_on) {
    const bool straddles = (e.a.y > p.y) != (e.b.y > p.y);
    if (p.x < smaller(e.a.x, e.b.x))
        return straddles;
    if (p.x > larger(e.a.x, e.b.x) || p.y < smaller(e.a.y, e.b.y) || p.y > larger(e.a.y, e.b.y))
        return 0;
    const int side = orientation_of(e.a, e.b, p);
    *is_on |= side == 0;
    return straddles & (side == (e.b.y > e.a.y ? 1 : -1));
}

// Does the ray from a point down cross the axis?
static inline unsigned area_crosses_down(area_edge e, carom_vec2 p) {
    if ((e.a.x > p.x) == (e.b.x > p.x) || p.y < smaller(e.a.y, e.b.y))
        return 0;
    if (p.y > larger(e.a.y, e.b.y))
        return 1;
    int side = orientation_of(e.a, e.b, p);
    if (side == 0) // moved to the right and, far less, up
        side = e.b.y != e.a.y ? (e.b.y < e.a.y ? 1 : -1) : (e.b.x > e.a.x ? 1 : -1);
    return side == (e.b.x > e.a.x ? 1 : -1);
}

#endif
