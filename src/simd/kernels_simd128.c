// The kernels of layer batch for WebAssembly with vectors: two doubles or four floats.
// Layer: batch.
#include "batch/batch_kernels.h"

#ifdef CAROM_SIMD128
#define CAROM_LANES_SIMD128
#define CAROM_BATCH_SET carom_batch_simd128
#define CAROM_BATCH_NAME "simd128"
#include "batch/batch_set.h"

#endif
