// Integers of many words, for decisions about doubles without any rounding.
// Room: cli.
#ifndef CAROM_CLI_RUN_INTEGER_H
#define CAROM_CLI_RUN_INTEGER_H

#include <stdint.h>

/// Enough for legs_apart.c, whose largest numbers have 17,000 bits for any doubles.
enum { INTEGER_WORDS = 540 };

/// A sign, -1, 0 or 1, and the words of the magnitude, lowest first, without leading zeros.
typedef struct integer {
    int sign;
    int count;
    uint32_t words[INTEGER_WORDS];
} integer;

/// Returns the exponent of the lowest bit of a finite double, INT_MAX for 0.
int integer_lowest_bit(double x);

/// Sets `z` to x / 2^unit, which must be an integer.
void integer_set(integer *z, double x, int unit);

/// Sets `z` to x + y, x - y or x * y. `z` must be another integer than both.
void integer_add(integer *z, const integer *x, const integer *y);
void integer_sub(integer *z, const integer *x, const integer *y);
void integer_mul(integer *z, const integer *x, const integer *y);

#endif
