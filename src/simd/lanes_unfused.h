// Products and sums of lanes without fusing. Room: simd.
#ifndef CAROM_LANES_UNFUSED_H
#define CAROM_LANES_UNFUSED_H

CAROM_INLINE lanes64 lanes64_plus(lanes64 c, lanes64 a, lanes64 b) {
    return c + a * b;
}

CAROM_INLINE lanes64 lanes64_minus(lanes64 c, lanes64 a, lanes64 b) {
    return c - a * b;
}

CAROM_INLINE lanes32 lanes32_plus(lanes32 c, lanes32 a, lanes32 b) {
    return c + a * b;
}

CAROM_INLINE lanes32 lanes32_minus(lanes32 c, lanes32 a, lanes32 b) {
    return c - a * b;
}

#endif
