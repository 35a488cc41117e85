// Golden hashes of crowds: gases, piles and wheels, among walls at rest and among moving walls.
// Layer: tests.
#ifndef CAROM_TESTS_GOLDEN_CROWDS_H
#define CAROM_TESTS_GOLDEN_CROWDS_H

#include "golden.h"

extern golden_group golden_crowds;

/// Fills the group.
void golden_crowds_hash(void);

#endif
