// Minimum, maximum and finiteness of numbers. Room: below all rooms.
#ifndef CAROM_NUMBERS_H
#define CAROM_NUMBERS_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "carom/vec2.h"
#include "compiler.h"

static inline double smaller(double x, double y) {
    return x < y ? x : y;
}

// Builds for size inline this function too, because it is called so often.
CAROM_INLINE_IF_SMALL double larger(double x, double y) {
    return x > y ? x : y;
}

// False for NaN and infinity.
static inline bool is_finite(carom_vec2 p) {
    return fabs(p.x) <= DBL_MAX && fabs(p.y) <= DBL_MAX;
}

#endif
