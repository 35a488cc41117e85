// Doubles as integers in a common unit: the arithmetic of the exact stage.
//
// Method: every input m 2^e is written in the unit of the lowest bit of any input, so the integers
// need as many bits as the exponents span (W). Vectors, dot products and cross products are exact.
// Values to be rounded are returned as wide numbers. The same code serves 64 bits, 128 bits and the
// full range of double; see docs/exactness.md. Room: exact.
#ifndef CAROM_INTEGERS_H
#define CAROM_INTEGERS_H

#include "carom/shapes.h"
#include "compiler.h"
#include "contracts.h"
#include "exact/exact_relation.h"
#include "exact/limbs.h"
#include "exact/wide.h"

// LIMBS_ANY holds any finite double in units of 2^-1074 and sums of three of them (2098 + 2 bits).
// LIMBS_MAX also holds the inputs of a sweep, which are multiplied by up to 2^1074 and a number of
// 53 bits.
enum {
    LIMBS_64 = 64 / CAROM_LIMB_BITS,
    LIMBS_ANY = 2112 / CAROM_LIMB_BITS,
    LIMBS_MAX = LIMBS_ANY + 1152 / CAROM_LIMB_BITS
};

// The inputs, in a fixed order. A circle at rest has those before MOVE_X, a wall at rest those
// before WALL_MOVE_X.
enum {
    CX,
    CY,
    AX,
    AY,
    BX,
    BY,
    CIRCLE_RADIUS,
    WALL_RADIUS,
    GAP,
    MOVE_X,
    MOVE_Y,
    WALL_MOVE_X,
    WALL_MOVE_Y,
    INPUTS
};
enum { INPUTS_AT_REST = MOVE_X, INPUTS_OF_STILL_WALL = WALL_MOVE_X };

// A double as (-1)^negative m 2^exp.
typedef struct decoded {
    uint64_t m;
    int exp;
    bool negative;
} decoded;

typedef struct problem {
    decoded in[INPUTS];
    int unit;  // lowest exponent: all inputs are integers times 2^unit
    int top;   // all inputs are below 2^top; less than unit if all are 0
    int limbs; // the number of limbs that holds each input, difference and sum, with a spare bit
    carom_extent extent;
    // How the displacements are given, as in swept_query.
    bool is_end, wall_moves;
} problem;

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

// The problem of these inputs: INPUTS_AT_REST, INPUTS_OF_STILL_WALL or INPUTS of them. With a
// moving wall the displacement is a difference of up to four inputs; one bit more makes room for
// it.
CAROM_INLINE void pose_inputs(problem *p, const double *in, int count, carom_extent extent,
                              carom_tier tier) {
    int low = 2000, high = -2000;
    for (int i = 0; i < count; i++) {
        p->in[i] = decode(in[i]);
        const uint64_t m = p->in[i].m;
        if (m == 0)
            continue;
        const int lowest = p->in[i].exp + trailing_zeros(m);
        const int highest = p->in[i].exp + bit_length(m);
        low = lowest < low ? lowest : low;
        high = highest > high ? highest : high;
    }
    p->unit = low;
    if (count == INPUTS)
        high++;
    p->top = high;
    p->limbs = limbs_for(low, high, tier);
    p->extent = extent;
}

// out = the magnitude of input i in units; returns its sign.
CAROM_INLINE bool load(limb *out, int n, const problem *p, int i) {
    CAROM_ASSERT(i >= 0 && i < INPUTS);
    const int shift = p->in[i].exp - p->unit;
    const uint64_t m = p->in[i].m;
    if (m == 0 || shift >= 0)
        limbs_set(out, n, m, m == 0 ? 0 : shift);
    else
        limbs_set(out, n, m >> -shift, 0);
    return p->in[i].negative;
}

// A vector of two signed integers.
typedef struct vector {
    limb x[LIMBS_MAX], y[LIMBS_MAX];
    bool x_negative, y_negative;
} vector;

// out = input i minus input j; returns true if that is negative.
CAROM_INLINE bool load_difference(limb *out, int n, const problem *p, int i, int j) {
    limb x[LIMBS_MAX], y[LIMBS_MAX];
    const bool x_negative = load(x, n, p, i);
    const bool y_negative = load(y, n, p, j);
    return limbs_sum(out, n, x, x_negative, y, !y_negative);
}

// The vector from the point of inputs (j, j + 1) to that of inputs (i, i + 1).
CAROM_INLINE void load_vector(vector *out, int n, const problem *p, int i, int j) {
    out->x_negative = load_difference(out->x, n, p, i, j);
    out->y_negative = load_difference(out->y, n, p, i + 1, j + 1);
}

// out = the sum of inputs i .. j, none of them negative.
CAROM_INLINE void load_total(limb *out, int n, const problem *p, int i, int j) {
    load(out, n, p, i);
    for (int k = i + 1; k <= j; k++) {
        limb term[LIMBS_MAX];
        load(term, n, p, k);
        limbs_sum(out, n, out, false, term, false);
    }
}

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

static inline wide vector_x(const vector *v, const problem *p) {
    return to_wide(v->x, p->limbs, v->x_negative, p->unit);
}

static inline wide vector_y(const vector *v, const problem *p) {
    return to_wide(v->y, p->limbs, v->y_negative, p->unit);
}

// x - y for magnitudes x and y of n limbs.
static inline wide wide_of_limb_difference(const limb *x, const limb *y, int n, int unit) {
    limb difference[4 * LIMBS_MAX];
    const bool negative = limbs_sum(difference, n, x, false, y, true);
    return to_wide(difference, n, negative, unit);
}

#endif
