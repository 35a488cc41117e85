// Test cases for the order of two walls: a circle and a wall of cases.h, and a second wall that is
// as near, nearly so, or any other. Like those, a case is the same on every machine. Room: tests.
#ifndef CAROM_TESTS_GAP_CASES_H
#define CAROM_TESTS_GAP_CASES_H

#include "cases.h"

typedef struct gap_case {
    carom_circle circle;
    carom_wall first, second;
} gap_case;

/// A case whose circle and one wall are those of case_make; which wall is the first is random.
gap_case gap_case_make(case_class kind, uint64_t seed, uint64_t index);

/// A case of integers, moved and scaled, with gaps that are equal: every pair of features, wall
/// radii of any size, also above the distance.
gap_case gap_case_exact(uint64_t seed, uint64_t index);

/// The case without its second wall.
test_case gap_case_half(const gap_case *t);

/// Multiplies all numbers of the case by 2^k. True if that is exact.
bool gap_case_scale(gap_case *t, int k);

/// Prints the case as a C initialiser, in hexadecimal, ready to paste.
void gap_case_print(FILE *out, const gap_case *t);

#endif
