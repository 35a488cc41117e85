// The kernels of layer batch in plain C, one pair at a time: for machines without vectors.
// Layer: batch.
#include "batch/batch_kernels.h"

#define CAROM_LANES_SCALAR
#define CAROM_BATCH_SET carom_batch_scalar
#define CAROM_BATCH_NAME "scalar"
#include "batch/batch_set.h"
