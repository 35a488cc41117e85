// The kernels of batch and scene for x86 with AVX2 and FMA. Room: simd.
#include "simd/instruction_sets.h"

#ifdef CAROM_AVX2
#define CAROM_LANES_AVX2
#define CAROM_SET_NAME "avx2"
#define CAROM_BATCH_SET carom_batch_avx2
#define CAROM_SCENE_SET carom_scene_avx2
#include "simd/kernels.h"
#endif
