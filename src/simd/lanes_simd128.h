// Lanes of WebAssembly with vectors. Room: simd.
#ifndef CAROM_LANES_SIMD128_H
#define CAROM_LANES_SIMD128_H

#include <wasm_simd128.h>

#define CAROM_LANES_BYTES 16
#include "simd/lanes_vectors.h"

#include "simd/lanes_unfused.h"

CAROM_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return (lanes64)wasm_f64x2_pmin((v128_t)x, (v128_t)y);
}

CAROM_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return (lanes64)wasm_f64x2_pmax((v128_t)x, (v128_t)y);
}

CAROM_INLINE lanes64 lanes64_root(lanes64 x) {
    return (lanes64)wasm_f64x2_sqrt((v128_t)x);
}

CAROM_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    return (unsigned)wasm_i64x2_bitmask((v128_t)x);
}

CAROM_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return (lanes32)wasm_f32x4_pmin((v128_t)x, (v128_t)y);
}

CAROM_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return (lanes32)wasm_f32x4_pmax((v128_t)x, (v128_t)y);
}

CAROM_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    return (unsigned)wasm_i32x4_bitmask((v128_t)x);
}

#endif
