// Lanes of x86 with SSE2. Room: simd.
#ifndef CAROM_LANES_SSE2_H
#define CAROM_LANES_SSE2_H

#include <emmintrin.h>

#define CAROM_LANES_BYTES 16
#include "simd/lanes_vectors.h"

#include "simd/lanes_unfused.h"

CAROM_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return _mm_min_pd(x, y);
}

CAROM_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return _mm_max_pd(x, y);
}

CAROM_INLINE lanes64 lanes64_root(lanes64 x) {
    return _mm_sqrt_pd(x);
}

CAROM_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    return (unsigned)_mm_movemask_pd(x);
}

CAROM_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return _mm_min_ps(x, y);
}

CAROM_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return _mm_max_ps(x, y);
}

CAROM_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    return (unsigned)_mm_movemask_ps(x);
}

#endif
