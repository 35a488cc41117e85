// Several numbers side by side: the few words that the kernels are written in, for one instruction
// set at a time.
//
// The including file defines one of CAROM_LANES_AVX2, _SSE2, _NEON, _SIMD128 or _SCALAR. lanes64_*
// are doubles, lanes32_* floats; + - * and unary - are the compiler's own, lane by lane. Whether a
// product is fused into the sum, and which operand min and max give for NaN, is the machine's
// choice: kernels say "certain" only where neither matters. Layer: batch, under the kernels.
#ifndef CAROM_LANES_H
#define CAROM_LANES_H

#include <stdint.h>
#include <string.h>

#if defined(CAROM_LANES_AVX2)
#include <immintrin.h>
// What follows is compiled for these instructions whatever the command line says. No
// -ffp-contract can harm: fusing is asked for.
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif
#elif defined(CAROM_LANES_SSE2)
#include <emmintrin.h>
#elif defined(CAROM_LANES_NEON)
#include <arm_neon.h>
#elif defined(CAROM_LANES_SIMD128)
#include <wasm_simd128.h>
#endif

#define CAROM_LANES_INLINE static inline __attribute__((always_inline))

#ifdef CAROM_LANES_AVX2
#define CAROM_LANES_BYTES 32
#else
#define CAROM_LANES_BYTES 16
#endif

// ---- what vectors of every machine have in common ----

#ifndef CAROM_LANES_SCALAR

enum { LANES64 = CAROM_LANES_BYTES / 8, LANES32 = CAROM_LANES_BYTES / 4 };

typedef double lanes64 __attribute__((vector_size(CAROM_LANES_BYTES)));
typedef float lanes32 __attribute__((vector_size(CAROM_LANES_BYTES)));
typedef int64_t lanes64_mask __attribute__((vector_size(CAROM_LANES_BYTES)));
typedef int32_t lanes32_mask __attribute__((vector_size(CAROM_LANES_BYTES)));

CAROM_LANES_INLINE lanes64 lanes64_abs(lanes64 x) {
    return (lanes64)((lanes64_mask)x & INT64_MAX);
}

CAROM_LANES_INLINE lanes32 lanes32_abs(lanes32 x) {
    return (lanes32)((lanes32_mask)x & INT32_MAX);
}

CAROM_LANES_INLINE lanes64 lanes64_all(double x) {
#ifdef CAROM_LANES_AVX2
    return (lanes64){x, x, x, x};
#else
    return (lanes64){x, x};
#endif
}

CAROM_LANES_INLINE lanes32 lanes32_all(float x) {
#ifdef CAROM_LANES_AVX2
    return (lanes32){x, x, x, x, x, x, x, x};
#else
    return (lanes32){x, x, x, x};
#endif
}

#else

// One lane: the plain numbers themselves.
enum { LANES64 = 1, LANES32 = 1 };

typedef double lanes64;
typedef float lanes32;
typedef int lanes64_mask;
typedef int lanes32_mask;

CAROM_LANES_INLINE lanes64 lanes64_abs(lanes64 x) {
    return __builtin_fabs(x);
}

CAROM_LANES_INLINE lanes32 lanes32_abs(lanes32 x) {
    return __builtin_fabsf(x);
}

CAROM_LANES_INLINE lanes64 lanes64_all(double x) {
    return x;
}

CAROM_LANES_INLINE lanes32 lanes32_all(float x) {
    return x;
}

#endif

// From any address.
CAROM_LANES_INLINE lanes64 lanes64_load(const double *at) {
    lanes64 x;
    memcpy(&x, at, sizeof x);
    return x;
}

CAROM_LANES_INLINE lanes32 lanes32_load(const float *at) {
    lanes32 x;
    memcpy(&x, at, sizeof x);
    return x;
}

// ---- min, max, and bits: bit i of *_sign_bits is the sign of lane i, of *_bits whether a
// comparison holds there ----

#if defined(CAROM_LANES_AVX2)

CAROM_LANES_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return _mm256_min_pd(x, y);
}

CAROM_LANES_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return _mm256_max_pd(x, y);
}

CAROM_LANES_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    return (unsigned)_mm256_movemask_pd(x);
}

CAROM_LANES_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return _mm256_min_ps(x, y);
}

CAROM_LANES_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return _mm256_max_ps(x, y);
}

CAROM_LANES_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    return (unsigned)_mm256_movemask_ps(x);
}

#elif defined(CAROM_LANES_SSE2)

CAROM_LANES_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return _mm_min_pd(x, y);
}

CAROM_LANES_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return _mm_max_pd(x, y);
}

CAROM_LANES_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    return (unsigned)_mm_movemask_pd(x);
}

CAROM_LANES_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return _mm_min_ps(x, y);
}

CAROM_LANES_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return _mm_max_ps(x, y);
}

CAROM_LANES_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    return (unsigned)_mm_movemask_ps(x);
}

#elif defined(CAROM_LANES_NEON)

CAROM_LANES_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return (lanes64)vminq_f64((float64x2_t)x, (float64x2_t)y);
}

CAROM_LANES_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return (lanes64)vmaxq_f64((float64x2_t)x, (float64x2_t)y);
}

CAROM_LANES_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    const uint64x2_t weights = {1, 2};
    const int64x2_t signs = vshrq_n_s64((int64x2_t)x, 63);
    return (unsigned)vaddvq_u64(vandq_u64((uint64x2_t)signs, weights));
}

CAROM_LANES_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return (lanes32)vminq_f32((float32x4_t)x, (float32x4_t)y);
}

CAROM_LANES_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return (lanes32)vmaxq_f32((float32x4_t)x, (float32x4_t)y);
}

CAROM_LANES_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    const uint32x4_t weights = {1, 2, 4, 8};
    const int32x4_t signs = vshrq_n_s32((int32x4_t)x, 31);
    return (unsigned)vaddvq_u32(vandq_u32((uint32x4_t)signs, weights));
}

#elif defined(CAROM_LANES_SIMD128)

CAROM_LANES_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return (lanes64)wasm_f64x2_pmin((v128_t)x, (v128_t)y);
}

CAROM_LANES_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return (lanes64)wasm_f64x2_pmax((v128_t)x, (v128_t)y);
}

CAROM_LANES_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    return (unsigned)wasm_i64x2_bitmask((v128_t)x);
}

CAROM_LANES_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return (lanes32)wasm_f32x4_pmin((v128_t)x, (v128_t)y);
}

CAROM_LANES_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return (lanes32)wasm_f32x4_pmax((v128_t)x, (v128_t)y);
}

CAROM_LANES_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    return (unsigned)wasm_i32x4_bitmask((v128_t)x);
}

#else // one lane

CAROM_LANES_INLINE lanes64 lanes64_min(lanes64 x, lanes64 y) {
    return x < y ? x : y;
}

CAROM_LANES_INLINE lanes64 lanes64_max(lanes64 x, lanes64 y) {
    return x > y ? x : y;
}

CAROM_LANES_INLINE unsigned lanes64_sign_bits(lanes64 x) {
    return __builtin_signbit(x) != 0;
}

CAROM_LANES_INLINE unsigned lanes64_bits(lanes64_mask mask) {
    return (unsigned)mask;
}

CAROM_LANES_INLINE lanes32 lanes32_min(lanes32 x, lanes32 y) {
    return x < y ? x : y;
}

CAROM_LANES_INLINE lanes32 lanes32_max(lanes32 x, lanes32 y) {
    return x > y ? x : y;
}

CAROM_LANES_INLINE unsigned lanes32_sign_bits(lanes32 x) {
    return __builtin_signbit(x) != 0;
}

CAROM_LANES_INLINE unsigned lanes32_bits(lanes32_mask mask) {
    return (unsigned)mask;
}

#endif

#ifndef CAROM_LANES_SCALAR

CAROM_LANES_INLINE unsigned lanes64_bits(lanes64_mask mask) {
    return lanes64_sign_bits((lanes64)mask);
}

CAROM_LANES_INLINE unsigned lanes32_bits(lanes32_mask mask) {
    return lanes32_sign_bits((lanes32)mask);
}

#endif

CAROM_LANES_INLINE unsigned lanes64_less_bits(lanes64 x, lanes64 y) {
    return lanes64_bits(x < y);
}

CAROM_LANES_INLINE unsigned lanes32_less_bits(lanes32 x, lanes32 y) {
    return lanes32_bits(x < y);
}

// ---- c + a * b and c - a * b, fused where that is one instruction ----

#if defined(CAROM_LANES_AVX2)

CAROM_LANES_INLINE lanes64 lanes64_plus(lanes64 c, lanes64 a, lanes64 b) {
    return _mm256_fmadd_pd(a, b, c);
}

CAROM_LANES_INLINE lanes64 lanes64_minus(lanes64 c, lanes64 a, lanes64 b) {
    return _mm256_fnmadd_pd(a, b, c);
}

CAROM_LANES_INLINE lanes32 lanes32_plus(lanes32 c, lanes32 a, lanes32 b) {
    return _mm256_fmadd_ps(a, b, c);
}

CAROM_LANES_INLINE lanes32 lanes32_minus(lanes32 c, lanes32 a, lanes32 b) {
    return _mm256_fnmadd_ps(a, b, c);
}

#elif defined(CAROM_LANES_NEON)

CAROM_LANES_INLINE lanes64 lanes64_plus(lanes64 c, lanes64 a, lanes64 b) {
    return (lanes64)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
}

CAROM_LANES_INLINE lanes64 lanes64_minus(lanes64 c, lanes64 a, lanes64 b) {
    return (lanes64)vfmsq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
}

CAROM_LANES_INLINE lanes32 lanes32_plus(lanes32 c, lanes32 a, lanes32 b) {
    return (lanes32)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}

CAROM_LANES_INLINE lanes32 lanes32_minus(lanes32 c, lanes32 a, lanes32 b) {
    return (lanes32)vfmsq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}

#else

CAROM_LANES_INLINE lanes64 lanes64_plus(lanes64 c, lanes64 a, lanes64 b) {
    return c + a * b;
}

CAROM_LANES_INLINE lanes64 lanes64_minus(lanes64 c, lanes64 a, lanes64 b) {
    return c - a * b;
}

CAROM_LANES_INLINE lanes32 lanes32_plus(lanes32 c, lanes32 a, lanes32 b) {
    return c + a * b;
}

CAROM_LANES_INLINE lanes32 lanes32_minus(lanes32 c, lanes32 a, lanes32 b) {
    return c - a * b;
}

#endif

#endif
