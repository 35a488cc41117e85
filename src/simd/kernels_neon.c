// The kernels of layer batch for 64-bit ARM: two doubles or four floats.
// Layer: batch.
#include "batch/batch_kernels.h"

#ifdef CAROM_NEON
#define CAROM_LANES_NEON
#define CAROM_BATCH_SET carom_batch_neon
#define CAROM_BATCH_NAME "neon"
#include "batch/batch_set.h"

#endif
