// Test cases of a circle and a bent wall by class, as in cases.h: a case depends only on (class,
// seed, index). Room: tests.
#ifndef CAROM_TESTS_ARC_CASES_H
#define CAROM_TESTS_ARC_CASES_H

#include <stdint.h>
#include <stdio.h>

#include "carom/shapes.h"

/// A circle, a wall with a bulge, and a gap for the clearance question. The wall is a segment.
typedef struct arc_case {
    carom_circle circle;
    carom_wall wall;
    double bulge, gap;
} arc_case;

typedef enum arc_class {
    /// Random in a box.
    ARC_GENERIC,
    /// Tangent from outside of the arc's circle, changed by up to 4 ulp in each number.
    ARC_OUTSIDE,
    /// The same from within it.
    ARC_WITHIN,
    /// R is the arc's radius, or beside it by some ulp. The centre is anywhere within.
    ARC_BOWL,
    /// The centre is that of the arc, exactly or within some ulp.
    ARC_CENTER,
    /// Half circles. The centre is often on the line of the chord.
    ARC_HALF,
    /// Bulges of 2^-20 to 2^-100, tangent.
    ARC_FLAT,
    /// Bulges down to 2^-1074, tangent.
    ARC_FLATTEST,
    /// a == b.
    ARC_POINT,
    /// Bulge 0 or -0.
    ARC_STRAIGHT,
    /// Other classes, scaled so that values, or products of two or four, overflow.
    ARC_HUGE,
    /// The same where they underflow.
    ARC_TINY,
    /// a and b on the axes through the centre, and a bulge near 1.
    ARC_AXES,
    /// The centre within 2^-500 to 2^-1074 of an end.
    ARC_AT_END,
    /// The centre on a border of the wedge, exactly or within some ulp. R often reaches the end.
    ARC_WEDGE,
    /// The farthest point of the arc on the outline, within some ulp.
    ARC_RIM,
    /// Small integers and bulges of few bits: many ties of every kind.
    ARC_INTEGERS,
    /// The centre on the arc, within some ulp; small radii.
    ARC_ON,
    /// Each number has its own random exponent.
    ARC_MIXED,
    /// Random bit patterns: NaN, infinities, negative radii and bulges beyond 1 among them.
    ARC_RANDOM_BITS,
    ARC_CLASS_COUNT
} arc_class;

/// The class in words, as in its enumerator.
const char *arc_class_name(arc_class kind);

/// The case with this class, seed and index.
arc_case arc_case_make(arc_class kind, uint64_t seed, uint64_t index);

/// Prints the case as a C initialiser, in hexadecimal, ready to paste.
void arc_case_print(FILE *out, const arc_case *t);

#endif
