// The kernels of batch and scene in plain C, for machines without vectors. Room: simd.
#define CAROM_LANES_SCALAR
#define CAROM_SET_NAME "scalar"
#define CAROM_BATCH_SET carom_batch_scalar
#define CAROM_SCENE_SET carom_scene_scalar
#include "simd/kernels.h"
