// Double-double numbers with an exponent of their own: about 100 bits, no overflow, no underflow.
//
// The numbers of a contact are computed in this type, from doubles or, if these are not certain,
// from exact integers. Uses only + - * / and sqrt, so that every machine gives the same bits; fma
// is slow without hardware support. The relative error of each operation is at most 2^-100. A sum
// of opposite signs has an error of at most 2^-103 of the larger operand. Methods: Dekker 1971,
// Knuth (two-sum), Shewchuk 1997. Room: arithmetic.
#ifndef CAROM_WIDE_H
#define CAROM_WIDE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "contracts.h"

// (hi + lo) * 2^exp with |lo| <= ulp(hi) / 2. A formula that starts from |hi| within 2^-250..2^250,
// or 0, and multiplies at most four such numbers neither overflows nor underflows.
typedef struct wide {
    double hi;
    double lo;
    int exp;
} wide;

// 2^e for -1022 <= e <= 1023.
static inline double wide_power_of_two(int e) {
    uint64_t bits = (uint64_t)(e + 1023) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

// a + b = hi + lo exactly, |a| >= |b| or a = 0.
static inline wide wide_of_ordered_sum(double a, double b, int exp) {
    double s = a + b;
    return (wide){s, b - (s - a), exp};
}

// a + b exactly.
static inline wide wide_of_sum(double a, double b) {
    double s = a + b;
    double t = s - a;
    return (wide){s, (a - (s - t)) + (b - t), 0};
}

// a - b exactly.
static inline wide wide_of_difference(double a, double b) {
    return wide_of_sum(a, -b);
}

// Two steps of 2^500 reach 2^-250..2^250 from either end of the range.
static inline wide wide_of(double a) {
    wide v = {a, 0.0, 0};
    for (int i = 0; i < 2 && fabs(v.hi) > 0x1p250; i++)
        v = (wide){v.hi * 0x1p-500, 0.0, v.exp + 500};
    for (int i = 0; i < 2 && fabs(v.hi) < 0x1p-250; i++)
        v = (wide){v.hi * 0x1p500, 0.0, v.exp - 500};
    return v;
}

// a * b exactly, by splitting each factor into two halves of 26 bits.
static inline wide wide_of_product(double a, double b) {
    const double splitter = 134217729.0; // 2^27 + 1
    double ta = splitter * a, tb = splitter * b;
    double a1 = ta - (ta - a), b1 = tb - (tb - b);
    double a2 = a - a1, b2 = b - b1;
    double p = a * b;
    return (wide){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2, 0};
}

static inline wide wide_neg(wide a) {
    return (wide){-a.hi, -a.lo, a.exp};
}

static inline wide wide_abs(wide a) {
    return a.hi < 0.0 ? wide_neg(a) : a;
}

// The same value with the exponent `exp` >= a.exp; what falls below the range of double is dropped.
static inline wide wide_with_exp(wide a, int exp) {
    CAROM_ASSERT(exp >= a.exp);
    int shift = a.exp - exp;
    double f = shift < -1000 ? 0.0 : wide_power_of_two(shift);
    return (wide){a.hi * f, a.lo * f, exp};
}

static inline wide wide_add(wide a, wide b) {
    if (a.exp != b.exp) {
        // The exponent of zero does not matter.
        if (a.hi == 0.0)
            return b;
        if (b.hi == 0.0)
            return a;
        if (a.exp < b.exp)
            a = wide_with_exp(a, b.exp);
        else
            b = wide_with_exp(b, a.exp);
    }
    wide s = wide_of_sum(a.hi, b.hi);
    wide t = wide_of_sum(a.lo, b.lo);
    s = wide_of_ordered_sum(s.hi, s.lo + t.hi, a.exp);
    return wide_of_ordered_sum(s.hi, s.lo + t.lo, a.exp);
}

static inline wide wide_sub(wide a, wide b) {
    return wide_add(a, wide_neg(b));
}

static inline wide wide_mul(wide a, wide b) {
    wide p = wide_of_product(a.hi, b.hi);
    return wide_of_ordered_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi), a.exp + b.exp);
}

// x^2 + y^2
static inline wide wide_sum_of_squares(wide x, wide y) {
    return wide_add(wide_mul(x, x), wide_mul(y, y));
}

// b must not be 0.
static inline wide wide_div(wide a, wide b) {
    CAROM_ASSERT(b.hi != 0.0);
    double q = a.hi / b.hi;
    wide p = wide_of_product(q, b.hi);
    double rest = (((a.hi - p.hi) - p.lo) + a.lo) - q * b.lo;
    return wide_of_ordered_sum(q, rest / b.hi, a.exp - b.exp);
}

// a must be >= 0.
static inline wide wide_sqrt(wide a) {
    CAROM_ASSERT(!(a.hi < 0.0));
    if (a.hi == 0.0)
        return wide_of(0.0);
    if (a.exp % 2 != 0)
        a = (wide){2.0 * a.hi, 2.0 * a.lo, a.exp - 1};
    double s = sqrt(a.hi);
    wide p = wide_of_product(s, s);
    double rest = ((a.hi - p.hi) - p.lo) + a.lo;
    return wide_of_ordered_sum(s, rest / (2.0 * s), a.exp / 2);
}

// The nearest double, to within 0.51 ulp, 0.76 if it is subnormal; infinity beyond the range, never
// -0.
static inline double wide_to_double(wide a) {
    double d = a.hi;
    int e = a.exp;
    // Each step but the last keeps d within the normal numbers, so that only the last one rounds.
    for (; e > 700 && d != 0.0 && fabs(d) < 0x1p300; e -= 700)
        d *= 0x1p700;
    for (; e < -700 && fabs(d) > 0x1p-300; e += 700)
        d *= 0x1p-700;
    if (e > 1023)
        e = 1023;
    if (e < -1022) {
        d *= 0x1p-700;
        e = e < -1722 ? -1022 : e + 700;
    }
    return d * wide_power_of_two(e) + 0.0;
}

#endif
