// The walks of layer scene for NEON. Layer: scene.
#include "batch_kernels.h"

#ifdef CAROM_BATCH_NEON
#define CAROM_LANES_NEON
#define SCENE_SET carom_scene_neon
#define SCENE_NAME "neon"
#include "scene_lanes.h"

#endif
