// Golden hashes of crowds that live: all that the settings can say, over frames in which balls
// come, go, fall asleep and wake, and in which the crowd is saved and loaded. Layer: tests.
#ifndef CAROM_TESTS_GOLDEN_LIVES_H
#define CAROM_TESTS_GOLDEN_LIVES_H

#include "golden.h"

extern golden_group golden_lives;

/// The function of the group whose bytes depend on the byte order of the machine.
extern const char *const golden_lives_bytes;

/// Fills the group.
void golden_lives_hash(void);

#endif
