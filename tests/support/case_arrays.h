// The circles and walls of many test cases as structures of arrays. Each coordinate has its own
// block of memory, which ends with the last number, so that sanitizers detect reads beyond the end.
// Room: tests.
#ifndef CAROM_TESTS_CASE_ARRAYS_H
#define CAROM_TESTS_CASE_ARRAYS_H

#include "carom/soa.h"
#include "cases.h"

/// The arrays and the blocks of memory they use.
typedef struct case_arrays {
    carom_circle_soa circles;
    carom_wall_soa walls;
    void *owned[9];
} case_arrays;

/// Allocates memory. Ends the program if there is none.
void *case_memory(size_t bytes);

/// Arrays of the given numbers, each `step` numbers after the one before; 0 stands for stride 0.
/// Floats are rounded from the cases' doubles. Ends the program if there is no memory.
case_arrays case_arrays_make(const test_case *cases, size_t count, carom_number number,
                             size_t step);

void case_arrays_free(case_arrays *arrays);

/// The same circles and walls without wall radii and extents.
void case_arrays_make_bare(case_arrays *arrays);

/// All numbers of the case rounded to floats.
test_case case_rounded(const test_case *t);

/// A case of floats of ordinary size that misses a tie by 2^-from to 2^-to of its reach, or, one in
/// three, of the rim; some are scaled by powers of two until products lose digits.
test_case case_near_tie(uint64_t seed, uint64_t index, int from, int to);

#endif
