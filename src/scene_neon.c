// The walks of layer scene for NEON. Layer: scene.
#include "scene/traversal.h"

#ifdef CAROM_NEON
#define CAROM_LANES_NEON
#define SCENE_SET carom_scene_neon
#define SCENE_NAME "neon"
#include "scene/traversal_lanes.h"

#endif
