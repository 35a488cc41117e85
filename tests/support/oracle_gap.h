// The oracle for the order of two walls: the specification in code; shares nothing with src/.
// Layer: tests.
#ifndef CAROM_TESTS_ORACLE_GAP_H
#define CAROM_TESTS_ORACLE_GAP_H

#include "oracle.h"

/// What carom_circle_compare_distance must return: the gaps are computed in floating point of so
/// many bits that two which differ do so by more than the rounding.
int oracle_gap_order(carom_circle circle, carom_wall first, carom_wall second);

#endif
