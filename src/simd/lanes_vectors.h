// The lanes of every machine with vectors of CAROM_LANES_BYTES bytes. The including file defines
// sign_bits. Room: simd.
#ifndef CAROM_LANES_VECTORS_H
#define CAROM_LANES_VECTORS_H

enum { LANES64 = CAROM_LANES_BYTES / 8, LANES32 = CAROM_LANES_BYTES / 4 };

typedef CAROM_VECTOR(double, CAROM_LANES_BYTES) lanes64;
typedef CAROM_VECTOR(float, CAROM_LANES_BYTES) lanes32;
typedef CAROM_VECTOR(int64_t, CAROM_LANES_BYTES) lanes64_mask;
typedef CAROM_VECTOR(int32_t, CAROM_LANES_BYTES) lanes32_mask;

CAROM_INLINE lanes64 lanes64_abs(lanes64 x) {
    return (lanes64)((lanes64_mask)x & INT64_MAX);
}

// x where the mask is set, else y.
CAROM_INLINE lanes64 lanes64_select(lanes64_mask mask, lanes64 x, lanes64 y) {
    return (lanes64)((mask & (lanes64_mask)x) | (~mask & (lanes64_mask)y));
}

CAROM_INLINE lanes32 lanes32_abs(lanes32 x) {
    return (lanes32)((lanes32_mask)x & INT32_MAX);
}

CAROM_INLINE lanes64 lanes64_all(double x) {
#ifdef CAROM_LANES_AVX2
    return (lanes64){x, x, x, x};
#else
    return (lanes64){x, x};
#endif
}

CAROM_INLINE lanes32 lanes32_all(float x) {
#ifdef CAROM_LANES_AVX2
    return (lanes32){x, x, x, x, x, x, x, x};
#else
    return (lanes32){x, x, x, x};
#endif
}

// Each machine defines these in its own way.
CAROM_INLINE unsigned lanes64_sign_bits(lanes64 x);
CAROM_INLINE unsigned lanes32_sign_bits(lanes32 x);

CAROM_INLINE unsigned lanes64_bits(lanes64_mask mask) {
    return lanes64_sign_bits((lanes64)mask);
}

CAROM_INLINE unsigned lanes32_bits(lanes32_mask mask) {
    return lanes32_sign_bits((lanes32)mask);
}

#endif
