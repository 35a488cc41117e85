// The oracle computes every answer of the library again from the definitions: in exact integers
// (GMP) and, for roots, in 256-bit floating point (MPFR). It shares nothing with src/ except the
// types of the public headers. It is the specification in code, written to be read and not to be
// fast. Not thread-safe. Room: tests.
#ifndef CAROM_TESTS_ORACLE_H
#define CAROM_TESTS_ORACLE_H

#include <stdbool.h>

#include <mpfr.h>

#include "carom/contact.h"

/// The answers that are exact.
typedef struct oracle_verdict {
    carom_relation relation;
    carom_feature feature;
    /// How often the outline meets the axis.
    int crossings;
    /// The clearance question with the gap.
    bool within;
} oracle_verdict;

/// The exact answers for any input, valid or not.
oracle_verdict oracle_decide(carom_circle circle, carom_wall wall, double gap);

typedef struct oracle_point {
    mpfr_t x, y;
} oracle_point;

/// The answers that the library rounds, to a relative error far below 2^-200 (`nearest` and
/// crossings: relative to the largest coordinate involved; `surface`: of each coordinate itself, 0
/// exactly where it is 0).
typedef struct oracle_numbers {
    /// Parameter of the nearest point of the axis.
    mpfr_t along;
    /// Distance from centre to axis, and R.
    mpfr_t distance, reach;
    /// R minus distance, worked out without cancellation.
    mpfr_t depth;
    /// |c - a| / |b - a|; 0 when a == b.
    mpfr_t ratio;
    /// |b - a|
    mpfr_t length;
    oracle_point nearest, surface, normal;
    int crossings;
    mpfr_t cross_along[2];
    oracle_point cross[2];
} oracle_numbers;

void oracle_numbers_init(oracle_numbers *n);
void oracle_numbers_clear(oracle_numbers *n);

/// Fills n for valid input.
void oracle_measure(oracle_numbers *n, carom_circle circle, carom_wall wall);

/// k such that 2^k is the distance between neighbouring doubles at x. Beyond the range of double, k
/// grows as if the exponents continued.
int oracle_ulp_exponent(const mpfr_t x);

/// |got - truth| / 2^k. An infinite `got` is correct if the truth is beyond the range of double,
/// and counts as 2^1024 otherwise. For the wrong sign or a NaN the result is infinite.
double oracle_error(double got, const mpfr_t truth, int k);

/// k such that 2^k is the ulp of the largest coordinate involved: of a, b, the centre, the radii
/// and the true point.
int oracle_largest_ulp(carom_circle circle, carom_wall wall, const oracle_point *truth);

/// The larger of the errors of both coordinates, in units of 2^k.
double oracle_point_error(carom_vec2 got, const oracle_point *truth, int k);

/// The error of the contact's `along` in ulp of itself, beyond 2^-96 |c - a| / |b - a|.
double oracle_along_error(double got, const oracle_numbers *n);

/// The error of the parameter of crossing i, times |b - a|, in units of 2^k.
double oracle_cross_error(double got, const oracle_numbers *n, int i, int k);

/// The distance of a pushed centre from the free place, in ulp of the largest coordinate involved.
/// The free place is the nearest point of the axis plus R along the normal. 0 if R or that place is
/// beyond 2^1022, because it can be out of range.
double oracle_push_error(carom_vec2 got, carom_circle circle, carom_wall wall,
                         const oracle_numbers *n);

/// True if no finite centre frees a circle of this radius. The farthest finite centre from a convex
/// wall is a corner of the square of all of them.
bool oracle_free_nowhere(carom_circle circle, carom_wall wall);

#endif
