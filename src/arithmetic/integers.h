// Doubles as integers in a common unit: the arithmetic of the exact stage.
//
// Method: every input m 2^e is written in the unit of the lowest bit of any input, so the integers
// need as many bits as the exponents span (W). Vectors, dot products and cross products are exact.
// Values to be rounded are returned as wide numbers. The same code serves 64 bits, 128 bits and the
// full range of double; see docs/exactness.md. Room: arithmetic.
#ifndef CAROM_INTEGERS_H
#define CAROM_INTEGERS_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "arithmetic/limbs.h"
#include "arithmetic/tier.h"
#include "arithmetic/wide.h"
#include "compiler.h"
#include "contracts.h"

// LIMBS_ANY holds any finite double in units of 2^-1074 and sums of three of them (2098 + 2 bits).
// LIMBS_MAX also holds the inputs of a sweep, which are multiplied by up to 2^1074 and a number of
// 53 bits.
enum {
    LIMBS_64 = 64 / CAROM_LIMB_BITS,
    LIMBS_ANY = 2112 / CAROM_LIMB_BITS,
    LIMBS_MAX = LIMBS_ANY + 1152 / CAROM_LIMB_BITS
};

// A double as (-1)^negative m 2^exp.
typedef struct decoded {
    uint64_t m;
    int exp;
    bool negative;
} decoded;

static inline decoded decode(double x) {
    CAROM_ASSERT(fabs(x) <= DBL_MAX);
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exp_field = (int)((bits >> 52) & 0x7ff);
    uint64_t m = bits & 0xfffffffffffffu;
    if (exp_field != 0)
        m |= (uint64_t)1 << 52;
    return (decoded){m, (exp_field != 0 ? exp_field : 1) - 1075, (bits >> 63) != 0};
}

// The number of limbs for inputs between 2^unit and 2^top. A polynomial of degree d needs at most
// dW + 2d - 1 bits (docs/exactness.md), so d times as many limbs hold it and a sign.
static inline int limbs_for(int unit, int top, carom_tier tier) {
    const int span = top - unit;
    carom_tier needed = span <= 61 ? CAROM_TIER_64 : span <= 125 ? CAROM_TIER_128 : CAROM_TIER_ANY;
    if (needed < tier)
        needed = tier;
    return needed == CAROM_TIER_ANY ? LIMBS_ANY : (int)needed * LIMBS_64;
}

// A vector of two signed integers.
typedef struct vector {
    limb x[LIMBS_MAX], y[LIMBS_MAX];
    bool x_negative, y_negative;
} vector;

// out = |p . q| in 2n limbs; returns true if it is negative.
CAROM_INLINE bool dot_product(limb *out, int n, const vector *p, const vector *q) {
    limb xx[2 * LIMBS_MAX], yy[2 * LIMBS_MAX];
    limbs_mul(xx, p->x, n, q->x, n);
    limbs_mul(yy, p->y, n, q->y, n);
    return limbs_sum(out, 2 * n, xx, p->x_negative != q->x_negative, yy,
                     p->y_negative != q->y_negative);
}

// out = |p x q| in 2n limbs; returns true if it is negative.
CAROM_INLINE bool cross_product(limb *out, int n, const vector *p, const vector *q) {
    limb xy[2 * LIMBS_MAX], yx[2 * LIMBS_MAX];
    limbs_mul(xy, p->x, n, q->y, n);
    limbs_mul(yx, p->y, n, q->x, n);
    return limbs_sum(out, 2 * n, xy, p->x_negative != q->y_negative, yx,
                     p->y_negative == q->x_negative);
}

CAROM_INLINE bool vector_is_zero(const vector *v, int n) {
    return limbs_is_zero(v->x, n) && limbs_is_zero(v->y, n);
}

// The 64 bits of x below and including bit `top`; bits below bit 0 read as zero.
static inline uint64_t bits_down_from(const limb *x, int top) {
    CAROM_ASSERT(top >= 0);
    const int low = top - 63;
    uint64_t v = 0;
    for (int i = top / CAROM_LIMB_BITS; i >= 0 && (i + 1) * CAROM_LIMB_BITS > low; i--) {
        const int shift = i * CAROM_LIMB_BITS - low;
        v |= shift >= 0 ? (uint64_t)x[i] << shift : (uint64_t)(x[i] >> -shift);
    }
    return v;
}

// The number that begins with these two words, the highest bit of `upper` being 2^exp, cut off
// after 106 bits.
static inline wide wide_of_words(uint64_t upper, uint64_t lower, int exp) {
    // 53 bits and the next 53, both below 2^53, so that the conversions are exact.
    const double hi = (double)(upper >> 11) * 0x1p-52;
    const double lo = (double)((upper & 0x7ff) << 42 | lower >> 22) * 0x1p-105;
    return wide_of_ordered_sum(hi, lo, exp);
}

// The value of n limbs times 2^unit, cut off after 106 bits.
static inline wide to_wide(const limb *x, int n, bool negative, int unit) {
    while (n > 0 && x[n - 1] == 0)
        n--;
    if (n == 0)
        return wide_of(0.0);
    const int top = (n - 1) * CAROM_LIMB_BITS + bit_length(x[n - 1]) - 1;
    const uint64_t upper = bits_down_from(x, top);
    const uint64_t lower = top >= 64 ? bits_down_from(x, top - 64) : 0;
    const wide v = wide_of_words(upper, lower, unit + top);
    return negative ? wide_neg(v) : v;
}

// x - y for magnitudes x and y of n limbs.
static inline wide wide_of_limb_difference(const limb *x, const limb *y, int n, int unit) {
    limb difference[4 * LIMBS_MAX];
    const bool negative = limbs_sum(difference, n, x, false, y, true);
    return to_wide(difference, n, negative, unit);
}

#endif
