// Golden hashes of areas: the answers for every kind of rings. Room: tests.
#ifndef CAROM_TESTS_GOLDEN_AREAS_H
#define CAROM_TESTS_GOLDEN_AREAS_H

#include "golden.h"

extern golden_group golden_areas;

/// Fills the group.
void golden_areas_hash(void);

#endif
