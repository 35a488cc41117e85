// Random numbers for the tests: the same on every machine, compiler and byte order.
//
// SplitMix64 (Steele, Lea, Flood 2014) over integers; doubles by exact scaling only. No libm.
// Draw one number in an expression: C leaves the order of arguments and operands open, and gcc and
// clang differ.
// Room: tests, under the case generators.
#ifndef CAROM_TESTS_RANDOM_H
#define CAROM_TESTS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct random_source {
    uint64_t state;
} random_source;

/// A source whose numbers depend on all three values.
random_source random_start(uint64_t seed, uint64_t stream, uint64_t index);

/// 64 random bits.
uint64_t random_bits(random_source *g);

/// A whole number from lo to hi, both included.
int random_int(random_source *g, int lo, int hi);

/// True in one of n calls.
bool random_one_in(random_source *g, int n);

/// A double in [lo, hi).
double random_between(random_source *g, double lo, double hi);

/// A positive double whose binary exponent is uniform in [lo, hi].
double random_log(random_source *g, int lo, int hi);

/// 1 or -1.
double random_sign(random_source *g);

/// The k-th double above x (below for k < 0). Stops at the largest finite ones. NaN stays.
double nudged(double x, int k);

/// The k-th float above (float)x, as a double.
double nudged_float(double x, int k);

#endif
