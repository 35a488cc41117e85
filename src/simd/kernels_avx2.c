// The kernels of layer batch for x86 with AVX2 and FMA: four doubles or eight floats.
// Layer: batch.
#include "batch/batch_kernels.h"

#ifdef CAROM_X86
#define CAROM_LANES_AVX2
#define CAROM_BATCH_SET carom_batch_avx2
#define CAROM_BATCH_NAME "avx2"
#include "batch/batch_set.h"

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
