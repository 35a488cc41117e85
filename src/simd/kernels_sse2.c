// The kernels of batch and scene for every 64-bit x86. Room: simd.
#include "simd/instruction_sets.h"

#ifdef CAROM_X86
#define CAROM_LANES_SSE2
#define CAROM_SET_NAME "sse2"
#define CAROM_BATCH_SET carom_batch_sse2
#define CAROM_SCENE_SET carom_scene_sse2
#include "simd/kernels.h"
#endif
