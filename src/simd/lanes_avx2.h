// Lanes of x86 with AVX2 and FMA. Room: simd.
#ifndef CAROM_LANES_AVX2_H
#define CAROM_LANES_AVX2_H

#include <immintrin.h>

// The rest of the file is compiled for these instructions, whatever the command line says.
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif

#define CAROM_LANES_BYTES 32
#include "simd/lanes_vectors.h"

CAROM_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return _mm256_min_pd(x, y);
}

CAROM_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return _mm256_max_pd(x, y);
}

CAROM_INLINE lanes64 lanes64_root(lanes64 x) {
    return _mm256_sqrt_pd(x);
}

CAROM_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    return (unsigned)_mm256_movemask_pd(x);
}

CAROM_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return _mm256_min_ps(x, y);
}

CAROM_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return _mm256_max_ps(x, y);
}

CAROM_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    return (unsigned)_mm256_movemask_ps(x);
}

CAROM_INLINE lanes64 lanes64_plus(lanes64 c, lanes64 a, lanes64 b) {
    return _mm256_fmadd_pd(a, b, c);
}

CAROM_INLINE lanes64 lanes64_minus(lanes64 c, lanes64 a, lanes64 b) {
    return _mm256_fnmadd_pd(a, b, c);
}

CAROM_INLINE lanes64 lanes64_rest_of_product(lanes64 a, lanes64 b, lanes64 p) {
    return lanes64_plus(-p, a, b);
}

CAROM_INLINE lanes32 lanes32_plus(lanes32 c, lanes32 a, lanes32 b) {
    return _mm256_fmadd_ps(a, b, c);
}

CAROM_INLINE lanes32 lanes32_minus(lanes32 c, lanes32 a, lanes32 b) {
    return _mm256_fnmadd_ps(a, b, c);
}

#endif
