// The allocator of what the caller creates without one of its own. Room: scene.
#ifndef CAROM_SCENE_ALLOCATION_H
#define CAROM_SCENE_ALLOCATION_H

#include "carom/base.h"

// The allocator, or malloc if it is NULL.
carom_allocator carom_allocator_or_malloc(const carom_allocator *allocator);

#endif
