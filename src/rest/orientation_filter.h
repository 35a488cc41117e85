// Which way three points turn: decides in double what is certain despite rounding.
//
// Method: the sign of the cross product of two differences of coordinates, each rounded once,
// counts if it exceeds its error. For all doubles: infinities and NaN are never certain. Proved:
// docs/soundness.md, `orientation_correct`. Room: rest.
#ifndef CAROM_ORIENTATION_FILTER_H
#define CAROM_ORIENTATION_FILTER_H

#include <float.h>
#include <math.h>

#include "carom/vec2.h"

// The sign of (b - a) x (c - a), 1 if a, b, c turn counterclockwise, if it is certain, else 0.
static inline int carom_filter_orientation(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    const double ux = b.x - a.x, uy = b.y - a.y, wx = c.x - a.x, wy = c.y - a.y;
    const double p = ux * wy, q = uy * wx;
    const double cross = p - q;
    const double error = 0x1p-50 * (fabs(p) + fabs(q)) + 4.0 * DBL_MIN;
    if (cross > error)
        return 1;
    return cross < -error ? -1 : 0;
}

#endif
