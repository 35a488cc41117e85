// Signed integers of any length, in a block of limbs that the caller provides.
//
// A result takes as many limbs as its value needs, so no lengths are worked out beforehand. A block
// is released by setting back its mark. Room: arithmetic.
#ifndef CAROM_INTEGER_H
#define CAROM_INTEGER_H

#include "arithmetic/limbs.h"
#include "contracts.h"

// Free limbs: those from `next` on.
typedef struct limb_block {
    limb *next, *end;
} limb_block;

// The highest limb is not 0; 0 has no limbs.
typedef struct integer {
    const limb *x;
    int n;
    bool negative;
} integer;

static inline limb *take_limbs(limb_block *m, int n) {
    limb *const x = m->next;
    CAROM_ASSERT(n >= 0 && m->end - x >= n);
    m->next += n;
    return x;
}

// The integer of these limbs, the last that were taken. Gives back the leading zeros.
static inline integer trim(limb_block *m, limb *x, int n, bool negative) {
    // The analyzer loses the limbs that a loop wrote.
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
    while (n > 0 && x[n - 1] == 0)
        n--;
    m->next = x + n;
    return (integer){x, n, negative && n > 0};
}

// Moves the integer down to the mark and releases all limbs behind it.
static inline integer keep(limb_block *m, limb *mark, integer a) {
    for (int i = 0; i < a.n; i++)
        mark[i] = a.x[i];
    m->next = mark + a.n;
    return (integer){mark, a.n, a.negative};
}

// Moves n integers down to the mark, one behind the other, in which order they must be already, and
// releases all limbs behind them.
static inline void keep_all(limb_block *m, limb *mark, integer *a, int n) {
    m->next = mark;
    for (int i = 0; i < n; i++)
        a[i] = keep(m, m->next, a[i]);
}

static inline integer integer_zero(void) {
    return (integer){0, 0, false};
}

static inline int integer_sign(integer a) {
    return a.n == 0 ? 0 : a.negative ? -1 : 1;
}

static inline integer integer_neg(integer a) {
    a.negative = !a.negative && a.n > 0;
    return a;
}

// The number of bits of the magnitude.
static inline int integer_bits(integer a) {
    return a.n == 0 ? 0 : (a.n - 1) * CAROM_LIMB_BITS + bit_length(a.x[a.n - 1]);
}

// m 2^shift, shift >= 0
static inline integer integer_of(limb_block *block, uint64_t m, int shift, bool negative) {
    CAROM_ASSERT(shift >= 0);
    const int n = (shift + 64) / CAROM_LIMB_BITS + 1;
    limb *const x = take_limbs(block, n);
    limbs_set(x, n, m, shift);
    return trim(block, x, n, negative);
}

static inline int integer_compare_magnitudes(integer a, integer b) {
    return a.n != b.n ? (a.n < b.n ? -1 : 1) : limbs_compare_call(a.x, b.x, a.n);
}

// |a| + |b|, a at least as long as b.
static inline integer add_magnitudes(limb_block *m, integer a, integer b, bool negative) {
    limb *const x = take_limbs(m, a.n + 1);
    limb_pair carry = 0;
    for (int i = 0; i < a.n; i++) {
        carry += (limb_pair)a.x[i] + (i < b.n ? b.x[i] : 0);
        x[i] = (limb)carry;
        carry >>= CAROM_LIMB_BITS;
    }
    x[a.n] = (limb)carry;
    return trim(m, x, a.n + 1, negative);
}

// |a| - |b|, not negative.
static inline integer subtract_magnitudes(limb_block *m, integer a, integer b, bool negative) {
    limb *const x = take_limbs(m, a.n);
    limb borrow = 0;
    for (int i = 0; i < a.n; i++) {
        const limb y = i < b.n ? b.x[i] : 0, difference = a.x[i] - y;
        x[i] = difference - borrow;
        borrow = (limb)((a.x[i] < y) | (difference < borrow));
    }
    return trim(m, x, a.n, negative);
}

static inline integer integer_add(limb_block *m, integer a, integer b) {
    if (a.negative == b.negative)
        return a.n >= b.n ? add_magnitudes(m, a, b, a.negative)
                          : add_magnitudes(m, b, a, a.negative);
    return integer_compare_magnitudes(a, b) >= 0 ? subtract_magnitudes(m, a, b, a.negative)
                                                 : subtract_magnitudes(m, b, a, b.negative);
}

static inline integer integer_sub(limb_block *m, integer a, integer b) {
    return integer_add(m, a, integer_neg(b));
}

static inline integer integer_mul(limb_block *m, integer a, integer b) {
    if (a.n == 0 || b.n == 0)
        return integer_zero();
    limb *const x = take_limbs(m, a.n + b.n);
    limbs_mul_call(x, a.x, a.n, b.x, b.n);
    return trim(m, x, a.n + b.n, a.negative != b.negative);
}

// a 2^shift
static inline integer integer_shift(limb_block *m, integer a, int shift) {
    const int whole = shift / CAROM_LIMB_BITS, bits = shift % CAROM_LIMB_BITS;
    const int n = a.n == 0 ? 0 : a.n + whole + 1;
    limb *const x = take_limbs(m, n);
    limb carry = 0;
    for (int i = 0; i < n; i++) {
        const limb v = i >= whole && i - whole < a.n ? a.x[i - whole] : 0;
        x[i] = (limb)(v << bits) | carry;
        carry = bits == 0 ? 0 : (limb)(v >> (CAROM_LIMB_BITS - bits));
    }
    return trim(m, x, n, a.negative);
}

// a b + c d
static inline integer product_sum(limb_block *m, integer a, integer b, integer c, integer d) {
    limb *const mark = m->next;
    const integer ab = integer_mul(m, a, b), cd = integer_mul(m, c, d);
    return keep(m, mark, integer_add(m, ab, cd));
}

// a f for a small factor f > 0.
static inline integer integer_scale(limb_block *m, integer a, int factor) {
    CAROM_ASSERT(factor > 0);
    const limb f = (limb)factor;
    return integer_mul(m, a, (integer){&f, 1, false});
}

#endif
