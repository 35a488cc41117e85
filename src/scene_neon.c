// The walks of layer scene for NEON. Layer: scene.
#include "scene_walks.h"

#ifdef CAROM_NEON
#define CAROM_LANES_NEON
#define SCENE_SET carom_scene_neon
#define SCENE_NAME "neon"
#include "scene_lanes.h"

#endif
