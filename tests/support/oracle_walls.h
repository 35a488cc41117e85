// The oracle for two walls: the least distance of their axes and where it is, in rationals (GMP),
// and the rounded answers in MPFR. Shares nothing with src/; see oracle.h. Not thread-safe. Room:
// tests.
#ifndef CAROM_TESTS_ORACLE_WALLS_H
#define CAROM_TESTS_ORACLE_WALLS_H

#include "carom/clearance.h"
#include "oracle.h"

/// What carom_wall_compare_gap must return, for any input, valid or not.
int oracle_compare_walls(carom_wall wall, carom_wall other, double gap);

/// What carom_wall_contact must return, each coordinate of the points to far more digits than a
/// double has, 0 exactly where it is 0.
typedef struct oracle_clearance {
    carom_wall_relation relation;
    mpfr_t gap;
    /// The larger of R and the distance of the axes.
    mpfr_t size;
    oracle_point point, other_point, normal;
} oracle_clearance;

void oracle_clearance_init(oracle_clearance *k);
void oracle_clearance_clear(oracle_clearance *k);

/// Fills k for valid walls.
void oracle_measure_walls(oracle_clearance *k, carom_wall wall, carom_wall other);

#endif
