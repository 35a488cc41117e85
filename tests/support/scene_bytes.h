// The bytes of a scene in the hands of tests: copied to where an overrun is seen, changed, and
// given the checksum that fits the change. Layer: tests.
#ifndef CAROM_TESTS_SCENE_IMAGE_H
#define CAROM_TESTS_SCENE_IMAGE_H

#include "carom/scene_batch.h"

/// A copy of the first `size` bytes, aligned for a scene; the memory ends where it ends. To be
/// freed by free(). Ends the program when there is no memory.
void *scene_image_copy(const void *bytes, size_t size);

/// Sets the checksum to what src works out for the bytes as they are, if they are long enough to
/// have one.
void scene_image_mend(void *bytes, size_t size);

#endif
