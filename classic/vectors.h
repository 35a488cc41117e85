// Lengths and NaN as the methods need them. Room: classic, under its methods.
#ifndef CAROM_CLASSIC_VECTORS_H
#define CAROM_CLASSIC_VECTORS_H

#include <math.h>

#include "carom/vec2.h"

/// The length of a vector as in the articles: the root of the sum of squares. It overflows and
/// underflows at half the range of exponents.
static inline double classic_length(carom_vec2 p) {
    return sqrt(carom_vec2_dot(p, p));
}

/// Makes the sign of NaN the same on all machines, which differ in the sign of 0/0.
static inline double classic_one_nan(double x) {
    return isnan(x) ? (double)NAN : x;
}

#endif
