// Integers of many words, for decisions about doubles without any rounding.
// Method: sign and magnitude, and the school's multiplication. Ordinary numbers have few words.
// Room: cli.
#include "run/integer.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { WORD_BITS = 32, DOUBLE_BITS = 53 };

/// Returns the integer m and the exponent e with x = m 2^e.
static int64_t split(double x, int *exponent) {
    const double m = frexp(x, exponent);
    *exponent -= DOUBLE_BITS;
    return (int64_t)ldexp(m, DOUBLE_BITS);
}

int integer_lowest_bit(double x) {
    int exponent = 0;
    int64_t m = split(x, &exponent);
    if (m == 0) {
        return INT_MAX;
    }
    for (; m % 2 == 0; m /= 2) {
        exponent++;
    }
    return exponent;
}

/// Drops leading zeros. A magnitude of zero has no sign.
static void trim(integer *z) {
    while (z->count > 0 && z->words[z->count - 1] == 0) {
        z->count--;
    }
    z->sign = z->count > 0 ? z->sign : 0;
}

void integer_set(integer *z, double x, int unit) {
    int exponent = 0;
    const int64_t m = split(x, &exponent);
    uint64_t bits = (uint64_t)(m < 0 ? -m : m);
    z->sign = m < 0 ? -1 : 1;
    if (bits == 0) {
        z->sign = z->count = 0;
        return;
    }
    int shift = exponent - unit;
    if (shift < 0) {
        // The bits that go are zeros.
        bits >>= -shift;
        shift = 0;
    }
    const int zeros = shift / WORD_BITS;
    const int offset = shift % WORD_BITS;
    memset(z->words, 0, (size_t)(zeros + 3) * sizeof *z->words);
    z->words[zeros] = (uint32_t)(bits << offset);
    z->words[zeros + 1] = (uint32_t)(bits >> (WORD_BITS - offset));
    z->words[zeros + 2] = offset > 0 ? (uint32_t)(bits >> (2 * WORD_BITS - offset)) : 0;
    z->count = zeros + 3;
    trim(z);
}

static int compare_magnitudes(const integer *x, const integer *y) {
    if (x->count != y->count) {
        return x->count < y->count ? -1 : 1;
    }
    for (int i = x->count - 1; i >= 0; i--) {
        if (x->words[i] != y->words[i]) {
            return x->words[i] < y->words[i] ? -1 : 1;
        }
    }
    return 0;
}

/// |z| = |x| + |y|, of which `x` has at least as many words.
static void add_magnitudes(integer *z, const integer *x, const integer *y) {
    uint64_t carry = 0;
    for (int i = 0; i < x->count; i++) {
        carry += (uint64_t)x->words[i] + (i < y->count ? y->words[i] : 0);
        z->words[i] = (uint32_t)carry;
        carry >>= WORD_BITS;
    }
    z->count = x->count;
    if (carry > 0) {
        z->words[z->count++] = (uint32_t)carry;
    }
}

/// |z| = |x| - |y|, of which `x` is at least as large.
static void subtract_magnitudes(integer *z, const integer *x, const integer *y) {
    uint32_t borrow = 0;
    for (int i = 0; i < x->count; i++) {
        const uint64_t less = (uint64_t)(i < y->count ? y->words[i] : 0) + borrow;
        z->words[i] = (uint32_t)(x->words[i] - less);
        borrow = x->words[i] < less ? 1 : 0;
    }
    z->count = x->count;
}

/// z = x + y, where y has the sign `y_sign`.
static void add_signed(integer *z, const integer *x, const integer *y, int y_sign) {
    const bool is_x_larger = compare_magnitudes(x, y) >= 0;
    const integer *larger = is_x_larger ? x : y;
    const integer *smaller = is_x_larger ? y : x;
    if (x->sign * y_sign >= 0) {
        add_magnitudes(z, larger, smaller);
    } else {
        subtract_magnitudes(z, larger, smaller);
    }
    z->sign = is_x_larger && x->sign != 0 ? x->sign : y_sign;
    trim(z);
}

void integer_add(integer *z, const integer *x, const integer *y) {
    add_signed(z, x, y, y->sign);
}

void integer_sub(integer *z, const integer *x, const integer *y) {
    add_signed(z, x, y, -y->sign);
}

void integer_mul(integer *z, const integer *x, const integer *y) {
    z->count = x->count + y->count;
    z->sign = x->sign * y->sign;
    memset(z->words, 0, (size_t)z->count * sizeof *z->words);
    for (int i = 0; i < x->count; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < y->count; k++) {
            carry += (uint64_t)x->words[i] * y->words[k] + z->words[i + k];
            z->words[i + k] = (uint32_t)carry;
            carry >>= WORD_BITS;
        }
        z->words[i + y->count] = (uint32_t)carry;
    }
    trim(z);
}
