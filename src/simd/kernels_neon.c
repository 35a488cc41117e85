// The kernels of batch and scene for 64-bit ARM. Room: simd.
#include "simd/instruction_sets.h"

#ifdef CAROM_NEON
#define CAROM_LANES_NEON
#define CAROM_SET_NAME "neon"
#define CAROM_BATCH_SET carom_batch_neon
#define CAROM_SCENE_SET carom_scene_neon
#include "simd/kernels.h"
#endif
