// Big integers for the exact stage: a magnitude of n limbs, the lowest first, and a separate sign.
//
// Every function takes the length as an argument. With a constant length it compiles to
// straight-line code (_inline); with a variable length it calls a loop (_call). Both have the same
// code; the compiler chooses. Room: arithmetic.
#ifndef CAROM_LIMBS_H
#define CAROM_LIMBS_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"

#ifndef CAROM_LIMB_BITS
#if CAROM_GNU && defined(__SIZEOF_INT128__)
#define CAROM_LIMB_BITS 64
#else
#define CAROM_LIMB_BITS 32
#endif
#endif

#if CAROM_LIMB_BITS == 64
typedef uint64_t limb;
typedef carom_uint128 limb_pair;
#else
typedef uint32_t limb;
typedef uint64_t limb_pair;
#endif

// out = m * 2^shift, which must fit in n limbs.
CAROM_INLINE_LATE void limbs_set_inline(limb *out, int n, uint64_t m, int shift) {
    for (int i = 0; i < n; i++)
        out[i] = 0;
    int i = shift / CAROM_LIMB_BITS;
    int s = shift % CAROM_LIMB_BITS;
    // A limb takes the bits of m from `s` below its own start on; what went in is dropped from m.
    // As m 2^shift fits, i < n holds. It is tested so that a proof of the bounds needs no more.
    while (m != 0 && i < n) { // GCOVR_EXCL_BR_LINE
        out[i++] = (limb)(m << s);
        int taken = CAROM_LIMB_BITS - s;
        m = taken < 64 ? m >> taken : 0;
        s = 0;
    }
}

CAROM_NOINLINE void limbs_set_call(limb *out, int n, uint64_t m, int shift) {
    limbs_set_inline(out, n, m, shift);
}

CAROM_INLINE_LATE void limbs_set(limb *out, int n, uint64_t m, int shift) {
    if (n == 64 / CAROM_LIMB_BITS) {
        uint64_t v = m << shift;
        out[0] = (limb)v;
#if CAROM_LIMB_BITS == 32
        out[1] = (limb)(v >> 32);
#else
    } else if (CAROM_IS_CONSTANT(n) && n == 2) {
        const limb_pair v = (limb_pair)m << shift;
        out[0] = (limb)v;
        out[1] = (limb)(v >> 64);
#endif
    } else {
        limbs_set_call(out, n, m, shift);
    }
}

// out = |x + y| for signed x and y; returns true if the sum is negative. |x| + |y| must leave the
// top bit of n limbs free. out may be x or y.
CAROM_INLINE_LATE bool limbs_sum_inline(limb *out, int n, const limb *x, bool x_negative,
                                        const limb *y, bool y_negative) {
    // Works in two's complement, so that there is no branch on signs.
    const limb x_flip = (limb)0 - (limb)x_negative, y_flip = (limb)0 - (limb)y_negative;
    limb_pair x_carry = x_negative, y_carry = y_negative, carry = 0;
    limb top = 0;
    CAROM_UNROLL(4)
    for (int i = 0; i < n; i++) {
        x_carry += (limb)(x[i] ^ x_flip);
        y_carry += (limb)(y[i] ^ y_flip);
        carry += (limb_pair)(limb)x_carry + (limb)y_carry;
        out[i] = top = (limb)carry;
        x_carry >>= CAROM_LIMB_BITS;
        y_carry >>= CAROM_LIMB_BITS;
        carry >>= CAROM_LIMB_BITS;
    }
    const bool negative = (top >> (CAROM_LIMB_BITS - 1)) != 0;
    const limb flip = (limb)0 - (limb)negative;
    carry = negative;
    CAROM_UNROLL(4)
    for (int i = 0; i < n; i++) {
        carry += (limb)(out[i] ^ flip);
        out[i] = (limb)carry;
        carry >>= CAROM_LIMB_BITS;
    }
    return negative;
}

CAROM_NOINLINE bool limbs_sum_call(limb *out, int n, const limb *x, bool x_negative, const limb *y,
                                   bool y_negative) {
    return limbs_sum_inline(out, n, x, x_negative, y, y_negative);
}

CAROM_INLINE_LATE bool limbs_sum(limb *out, int n, const limb *x, bool x_negative, const limb *y,
                                 bool y_negative) {
    if (CAROM_IS_CONSTANT(n))
        return limbs_sum_inline(out, n, x, x_negative, y, y_negative);
    return limbs_sum_call(out, n, x, x_negative, y, y_negative);
}

// out = x * y with nx + ny limbs; out must not overlap x or y.
CAROM_INLINE_LATE void limbs_mul_inline(limb *out, const limb *x, int nx, const limb *y, int ny) {
    CAROM_UNROLL(8)
    for (int i = 0; i < nx + ny; i++)
        out[i] = 0;
    CAROM_UNROLL(4)
    for (int i = 0; i < nx; i++) {
        // Doubles with distant exponents give long runs of zero limbs.
        if (nx > 4 && x[i] == 0)
            continue;
        limb_pair carry = 0;
        CAROM_UNROLL(4)
        for (int j = 0; j < ny; j++) {
            carry += (limb_pair)x[i] * y[j] + out[i + j];
            out[i + j] = (limb)carry;
            carry >>= CAROM_LIMB_BITS;
        }
        out[i + ny] = (limb)carry;
    }
}

CAROM_NOINLINE void limbs_mul_call(limb *out, const limb *x, int nx, const limb *y, int ny) {
    limbs_mul_inline(out, x, nx, y, ny);
}

CAROM_INLINE_LATE void limbs_mul(limb *out, const limb *x, int nx, const limb *y, int ny) {
    if (CAROM_IS_CONSTANT(nx) && nx <= 4)
        limbs_mul_inline(out, x, nx, y, ny);
    else
        limbs_mul_call(out, x, nx, y, ny);
}

// -1, 0 or 1 as x is less than, equal to or greater than y.
CAROM_INLINE_LATE int limbs_compare_inline(const limb *x, const limb *y, int n) {
    CAROM_UNROLL(4)
    for (int i = n - 1; i >= 0; i--)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

CAROM_NOINLINE int limbs_compare_call(const limb *x, const limb *y, int n) {
    return limbs_compare_inline(x, y, n);
}

CAROM_INLINE_LATE int limbs_compare(const limb *x, const limb *y, int n) {
    if (CAROM_IS_CONSTANT(n))
        return limbs_compare_inline(x, y, n);
    return limbs_compare_call(x, y, n);
}

CAROM_INLINE_LATE bool limbs_is_zero_inline(const limb *x, int n) {
    limb any = 0;
    CAROM_UNROLL(4)
    for (int i = 0; i < n; i++)
        any |= x[i];
    return any == 0;
}

CAROM_NOINLINE bool limbs_is_zero_call(const limb *x, int n) {
    return limbs_is_zero_inline(x, n);
}

CAROM_INLINE_LATE bool limbs_is_zero(const limb *x, int n) {
    return CAROM_IS_CONSTANT(n) ? limbs_is_zero_inline(x, n) : limbs_is_zero_call(x, n);
}

// The sign of a number from its magnitude and whether it is negative.
CAROM_INLINE_LATE int limbs_sign(const limb *x, int n, bool negative) {
    return limbs_is_zero(x, n) ? 0 : negative ? -1 : 1;
}

CAROM_INLINE_LATE void limbs_copy(limb *out, const limb *x, int n) {
    for (int i = 0; i < n; i++)
        out[i] = x[i];
}

#endif
