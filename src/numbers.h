// Minimum, maximum and finiteness of numbers. Room: below all rooms.
#ifndef CAROM_NUMBERS_H
#define CAROM_NUMBERS_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "carom/vec2.h"

static inline double smaller(double x, double y) {
    return x < y ? x : y;
}

// Builds for size inline this function too, because it is called so often. They define
// always_inline away, but not this spelling of it.
#ifdef CAROM_SMALL
#define LARGER_INLINE static inline __attribute__((__always_inline__))
#else
#define LARGER_INLINE static inline
#endif

LARGER_INLINE double larger(double x, double y) {
    return x > y ? x : y;
}

// False for NaN and infinity.
static inline bool is_finite(carom_vec2 p) {
    return fabs(p.x) <= DBL_MAX && fabs(p.y) <= DBL_MAX;
}

#endif
