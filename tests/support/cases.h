// Test cases by class. Each class is one kind of difficult input.
//
// A case depends only on (class, seed, index) and is the same on every machine, so these three
// reproduce a failure. Only + - * / sqrt and exact scaling are used. Every class mixes extents and
// wall radii. Room: tests.
#ifndef CAROM_TESTS_CASES_H
#define CAROM_TESTS_CASES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "carom/shapes.h"

/// A circle, a wall, and a gap for the clearance question.
typedef struct test_case {
    carom_circle circle;
    carom_wall wall;
    double gap;
} test_case;

typedef enum case_class {
    /// Random in a box.
    CASE_GENERIC,
    /// The distance to the side is R, changed by up to 4 ulp in each number.
    CASE_TANGENT_SIDE,
    /// The same at an end.
    CASE_TANGENT_END,
    /// Exactly tangent by Pythagorean integers, moved far off and shifted by up to 2^+-900.
    CASE_TANGENT_EXACT,
    /// The wall wholly inside the circle, or nearly.
    CASE_INSIDE,
    /// The farthest point of the wall exactly on the outline.
    CASE_INSIDE_TOUCHING,
    /// The same within 4 ulp.
    CASE_INSIDE_NEAR,
    /// a == b.
    CASE_ZERO_LENGTH,
    /// a and b a few ulp apart, or tiny against everything else.
    CASE_NEARLY_ZERO_LENGTH,
    /// A wall 1e8 to 1e20 times as long as the radius.
    CASE_NEEDLE,
    /// Radius 0: a point on or beside the wall.
    CASE_RADIUS_ZERO,
    /// Subnormal radii.
    CASE_RADIUS_SUBNORMAL,
    /// Other classes, scaled so that values, or products of two or four, underflow.
    CASE_TINY,
    /// The same where they overflow.
    CASE_HUGE,
    /// Each number has its own random exponent. Half of the cases are ties.
    CASE_MIXED_EXPONENTS,
    /// Random bit patterns: NaN, infinities, negative radii, unknown extents among them.
    CASE_RANDOM_BITS,
    /// R is not a double, and the rounded-off bits decide.
    CASE_LOST_RADIUS,
    /// Tangent within 4 ulp, 1e12 away from the origin.
    CASE_OFFSET,
    /// All numbers are floats, tangent within 4 float ulp.
    CASE_FLOAT,
    /// The foot of the perpendicular on an end, exactly or within some ulp.
    CASE_BOUNDARY,
    /// The outline goes through an end of the axis, exactly or nearly.
    CASE_OUTLINE_END,
    /// The centre on the axis.
    CASE_CENTER_ON_AXIS,
    /// Small multiples of the smallest double, or numbers near the largest.
    CASE_RANGE_ENDS,
    /// Two integers of up to 106 bits that differ by 1 decide (solutions of Pell's equation).
    CASE_NEAR_MISS,
    /// Small integers: many ties of every kind.
    CASE_INTEGERS,
    /// A coordinate of the contact point is 0, or far smaller than the terms it is computed from.
    CASE_ZERO_COORDINATE,
    CASE_CLASS_COUNT
} case_class;

/// The class in words, as in its enumerator.
const char *case_class_name(case_class kind);

/// The case with this class, seed and index.
test_case case_make(case_class kind, uint64_t seed, uint64_t index);

/// Multiplies all numbers of the case by 2^k. True if that is exact.
bool case_scale(test_case *t, int k);

/// Prints the case as a C initialiser, in hexadecimal, ready to paste.
void case_print(FILE *out, const test_case *t);

/// How many cases of each class to run: CAROM_TEST_CASES, or the given number if it is not set.
/// Ends the program with a message if CAROM_TEST_CASES cannot be read.
long case_count(long by_default);

/// Reads a value of CAROM_TEST_CASES: a number >= 1, or a percentage of `by_default` such as "20%",
/// rounded down, but at least 1. Returns -1 for any other text.
long case_count_read(const char *text, long by_default);

/// The seed to run with: CAROM_TEST_SEED, or 1.
uint64_t case_seed(void);

#endif
