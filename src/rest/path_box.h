// The box of a path, inline for the sources of walls. Room: rest.
#ifndef CAROM_PATH_BOX_H
#define CAROM_PATH_BOX_H

#include "carom/shapes.h"
#include "compiler.h"
#include "numbers.h"

// The low end p - radius, moved outward by twice the rounding error of the difference, and by at
// least the smallest number.
CAROM_INLINE double low_end_of(double p, double radius) {
    const double low = p - radius;
    return radius == 0.0 ? p : low - (fabs(low) * DBL_EPSILON + DBL_TRUE_MIN);
}

CAROM_INLINE carom_box box_of_path(const carom_path *path) {
    const carom_vec2 p = path->from, q = path->to;
    const double r = path->radius;
    const carom_box box = {{low_end_of(smaller(p.x, q.x), r), low_end_of(smaller(p.y, q.y), r)},
                           {-low_end_of(-larger(p.x, q.x), r), -low_end_of(-larger(p.y, q.y), r)}};
    return box;
}

#endif
