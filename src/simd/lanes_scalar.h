// One lane: plain numbers. Room: simd.
#ifndef CAROM_LANES_SCALAR_H
#define CAROM_LANES_SCALAR_H

#include <math.h>

enum { LANES64 = 1, LANES32 = 1 };

typedef double lanes64;
typedef float lanes32;
typedef int lanes64_mask;
typedef int lanes32_mask;

CAROM_INLINE lanes64 lanes64_abs(lanes64 x) {
    return fabs(x);
}

CAROM_INLINE lanes32 lanes32_abs(lanes32 x) {
    return fabsf(x);
}

CAROM_INLINE lanes64 lanes64_select(lanes64_mask mask, lanes64 x, lanes64 y) {
    return mask ? x : y;
}

CAROM_INLINE lanes64 lanes64_root(lanes64 x) {
    return sqrt(x);
}

CAROM_INLINE lanes64 lanes64_all(double x) {
    return x;
}

CAROM_INLINE lanes32 lanes32_all(float x) {
    return x;
}

CAROM_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return x < y ? x : y;
}

CAROM_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return x > y ? x : y;
}

CAROM_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (unsigned)(bits >> 63);
}

CAROM_INLINE unsigned lanes64_bits(lanes64_mask mask) {
    return (unsigned)mask;
}

CAROM_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return x < y ? x : y;
}

CAROM_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return x > y ? x : y;
}

CAROM_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 31;
}

CAROM_INLINE unsigned lanes32_bits(lanes32_mask mask) {
    return (unsigned)mask;
}

#include "simd/lanes_unfused.h"

#endif
