// The few things about plain numbers that several layers need. Layer: below all of src.
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

// Asked so often that builds for size inline it, too.
CAROM_INLINE_IF_SMALL double larger(double x, double y) {
    return x > y ? x : y;
}

// False for NaN and infinity.
static inline bool is_finite(carom_vec2 p) {
    return fabs(p.x) <= DBL_MAX && fabs(p.y) <= DBL_MAX;
}

#endif
