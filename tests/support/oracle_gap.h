// The oracle for the order of two walls: the specification in code. Shares nothing with src/.
// Room: tests.
#ifndef CAROM_TESTS_ORACLE_GAP_H
#define CAROM_TESTS_ORACLE_GAP_H

#include "oracle.h"

/// What carom_circle_compare_distance must return. The gaps are computed with so many bits that
/// different gaps differ by more than the rounding.
int oracle_gap_order(carom_circle circle, carom_wall first, carom_wall second);

#endif
