// The kernels of batch and scene for WebAssembly with vectors. Room: simd.
#include "simd/instruction_sets.h"

#ifdef CAROM_SIMD128
#define CAROM_LANES_SIMD128
#define CAROM_SET_NAME "simd128"
#define CAROM_BATCH_SET carom_batch_simd128
#define CAROM_SCENE_SET carom_scene_simd128
#include "simd/kernels.h"
#endif
