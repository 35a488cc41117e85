// Test cases of two walls and a gap, in classes of one difficulty each. A case depends only on
// class, seed and index and is the same on every machine. Room: tests.
#ifndef CAROM_TESTS_WALL_PAIRS_H
#define CAROM_TESTS_WALL_PAIRS_H

#include <stdint.h>
#include <stdio.h>

#include "carom/shapes.h"

typedef struct wall_pair {
    carom_wall wall, other;
    double gap;
} wall_pair;

typedef enum wall_pair_class {
    /// Walls of length about 1 near each other.
    WALL_PAIR_RANDOM,
    /// Small integers: ties of every kind, and axes that share points.
    WALL_PAIR_INTEGERS,
    /// Multiples of 0.05, which are no doubles.
    WALL_PAIR_DECIMALS,
    /// All ends on one line, in integers.
    WALL_PAIR_COLLINEAR,
    /// Axes that cross, some at an angle down to 1e-12, most of radius 0.
    WALL_PAIR_CROSSING,
    /// Parallel, in integers or with rounded numbers.
    WALL_PAIR_PARALLEL,
    /// Within some ulp of parallel, or of one line.
    WALL_PAIR_NEARLY_PARALLEL,
    /// An end at exactly, or some ulp off, the distance R + gap from the other axis.
    WALL_PAIR_AT_GAP,
    /// An end on the other axis, or some ulp beside it.
    WALL_PAIR_END_ON_AXIS,
    /// a == b, one or both.
    WALL_PAIR_POINTS,
    /// Near the largest double, of both signs.
    WALL_PAIR_HUGE,
    /// Small multiples of the smallest double.
    WALL_PAIR_SUBNORMAL,
    /// Each number has an exponent of its own.
    WALL_PAIR_MIXED_EXPONENTS,
    /// A coordinate of a point is 0 or far smaller than its terms.
    WALL_PAIR_ZERO_COORDINATE,
    /// Any bits: NaN, infinity, negative radii, unknown extents.
    WALL_PAIR_BITS,
    WALL_PAIR_CLASSES
} wall_pair_class;

/// The class in words, as in its enumerator.
const char *wall_pair_class_name(wall_pair_class kind);

wall_pair wall_pair_make(wall_pair_class kind, uint64_t seed, uint64_t index);

/// Prints the case as a C initialiser, in hexadecimal, ready to paste.
void wall_pair_print(FILE *out, const wall_pair *t);

#endif
