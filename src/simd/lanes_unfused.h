// Products and sums of lanes without fusing. Room: simd.
#ifndef CAROM_LANES_UNFUSED_H
#define CAROM_LANES_UNFUSED_H

CAROM_INLINE lanes64 lanes64_plus(lanes64 c, lanes64 a, lanes64 b) {
    return c + a * b;
}

CAROM_INLINE lanes64 lanes64_minus(lanes64 c, lanes64 a, lanes64 b) {
    return c - a * b;
}

// By splitting each factor into two halves of 26 bits.
CAROM_INLINE lanes64 lanes64_rest_of_product(lanes64 a, lanes64 b, lanes64 p) {
    const lanes64 splitter = lanes64_all(134217729.0); // 2^27 + 1
    const lanes64 ta = splitter * a, tb = splitter * b;
    const lanes64 a1 = ta - (ta - a), b1 = tb - (tb - b), a2 = a - a1, b2 = b - b1;
    return ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2;
}

CAROM_INLINE lanes32 lanes32_plus(lanes32 c, lanes32 a, lanes32 b) {
    return c + a * b;
}

CAROM_INLINE lanes32 lanes32_minus(lanes32 c, lanes32 a, lanes32 b) {
    return c - a * b;
}

#endif
