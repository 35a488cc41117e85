// Lanes of 64-bit ARM. Room: simd.
#ifndef CAROM_LANES_NEON_H
#define CAROM_LANES_NEON_H

#include <arm_neon.h>

#define CAROM_LANES_BYTES 16
#include "simd/lanes_vectors.h"

CAROM_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return (lanes64)vminq_f64((float64x2_t)x, (float64x2_t)y);
}

CAROM_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return (lanes64)vmaxq_f64((float64x2_t)x, (float64x2_t)y);
}

CAROM_INLINE lanes64 lanes64_root(lanes64 x) {
    return (lanes64)vsqrtq_f64((float64x2_t)x);
}

CAROM_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    const uint64x2_t weights = {1, 2};
    const int64x2_t signs = vshrq_n_s64((int64x2_t)x, 63);
    return (unsigned)vaddvq_u64(vandq_u64((uint64x2_t)signs, weights));
}

CAROM_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return (lanes32)vminq_f32((float32x4_t)x, (float32x4_t)y);
}

CAROM_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return (lanes32)vmaxq_f32((float32x4_t)x, (float32x4_t)y);
}

CAROM_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    const uint32x4_t weights = {1, 2, 4, 8};
    const int32x4_t signs = vshrq_n_s32((int32x4_t)x, 31);
    return (unsigned)vaddvq_u32(vandq_u32((uint32x4_t)signs, weights));
}

CAROM_INLINE lanes64 lanes64_plus(lanes64 c, lanes64 a, lanes64 b) {
    return (lanes64)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
}

CAROM_INLINE lanes64 lanes64_minus(lanes64 c, lanes64 a, lanes64 b) {
    return (lanes64)vfmsq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
}

CAROM_INLINE lanes64 lanes64_rest_of_product(lanes64 a, lanes64 b, lanes64 p) {
    return lanes64_plus(-p, a, b);
}

CAROM_INLINE lanes32 lanes32_plus(lanes32 c, lanes32 a, lanes32 b) {
    return (lanes32)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}

CAROM_INLINE lanes32 lanes32_minus(lanes32 c, lanes32 a, lanes32 b) {
    return (lanes32)vfmsq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}

#endif
