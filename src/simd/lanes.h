// Lanes: several numbers side by side, with the few operations that the kernels use, for one
// instruction set.
//
// The including file defines one of CAROM_LANES_AVX2, _SSE2, _NEON, _SIMD128 or _SCALAR. lanes64_*
// are doubles, lanes32_* are floats. + - * and unary - are the compiler's own operators, lane by
// lane. The machine decides whether a product is fused into a sum, and which operand min and max
// return for NaN. Kernels are certain only where neither matters. Room: simd.
#ifndef CAROM_LANES_H
#define CAROM_LANES_H

#include <stdint.h>
#include <string.h>

#include "compiler.h"

// Each of these files defines the types lanes64 and lanes32, masks of comparisons, the number of
// lanes, and
//
//     min, max, abs, root, all (one number in every lane)
//     select        x where a comparison holds, else y
//     plus, minus   c + a * b and c - a * b, fused where that is one instruction
//     rest_of_product   a * b - p exactly, for p = a * b, if nothing underflows
//     sign_bits     bit i is the sign of lane i
//     bits          bit i tells whether a comparison holds in lane i
#if defined(CAROM_LANES_AVX2)
#include "simd/lanes_avx2.h"
#elif defined(CAROM_LANES_SSE2)
#include "simd/lanes_sse2.h"
#elif defined(CAROM_LANES_NEON)
#include "simd/lanes_neon.h"
#elif defined(CAROM_LANES_SIMD128)
#include "simd/lanes_simd128.h"
#else
#include "simd/lanes_scalar.h"
#endif

// Loads from any address.
CAROM_INLINE lanes64 lanes64_load(const double *at) {
    lanes64 x;
    memcpy(&x, at, sizeof x);
    return x;
}

CAROM_INLINE lanes32 lanes32_load(const float *at) {
    lanes32 x;
    memcpy(&x, at, sizeof x);
    return x;
}

// Bit i is 1 if x < y in lane i.
CAROM_INLINE unsigned lanes64_less_bits(lanes64 x, lanes64 y) {
    return lanes64_bits(x < y);
}

// Bit i is 1 if x <= y in lane i; 0 if either is NaN.
CAROM_INLINE unsigned lanes64_at_most_bits(lanes64 x, lanes64 y) {
    return lanes64_bits(x <= y);
}

CAROM_INLINE unsigned lanes32_less_bits(lanes32 x, lanes32 y) {
    return lanes32_bits(x < y);
}

#endif
