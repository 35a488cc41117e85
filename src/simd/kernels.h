// All kernels of one instruction set: those of batch and the traversal of scene.
//
// There is one including file for each instruction set. It chooses the lanes and defines
// CAROM_SET_NAME, the name of the set, and CAROM_BATCH_SET and CAROM_SCENE_SET, the names of its
// two tables. Room: simd.
#include "batch/batch_set.h"
#include "scene/traversal_lanes.h"

#if defined(CAROM_LANES_AVX2) && defined(__clang__)
#pragma clang attribute pop
#endif
