// Serialized scenes for tests: copies whose overruns sanitizers detect, and a checksum for changed
// bytes. Room: tests.
#ifndef CAROM_TESTS_SCENE_BYTES_H
#define CAROM_TESTS_SCENE_BYTES_H

#include "carom/scene_batch.h"

/// A copy of the first `size` bytes, aligned for a scene, without memory after its end. The caller
/// calls free(). Ends the program if there is no memory.
void *scene_bytes_copy(const void *bytes, size_t size);

/// Sets the checksum to the one that src/ computes for the current bytes, if they are long enough
/// to contain one.
void scene_bytes_set_checksum(void *bytes, size_t size);

#endif
