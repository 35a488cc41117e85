// Golden hashes of two walls: the pairs of wall_pairs.h, and pairs of scenes. Room: tests.
#ifndef CAROM_TESTS_GOLDEN_WALLS_H
#define CAROM_TESTS_GOLDEN_WALLS_H

#include "golden.h"

extern golden_group golden_walls, golden_wall_sets;

/// Fills the groups.
void golden_walls_hash(void);

#endif
