// The kernels of layer batch for the vectors of every 64-bit x86: two doubles or four floats.
// Layer: batch.
#include "batch/batch_kernels.h"

#ifdef CAROM_X86
#define CAROM_LANES_SSE2
#define CAROM_BATCH_SET carom_batch_sse2
#define CAROM_BATCH_NAME "sse2"
#include "batch/batch_set.h"

#endif
