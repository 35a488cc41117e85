// The walks of layer scene for SSE2. Layer: scene.
#include "scene/traversal.h"

#ifdef CAROM_X86
#define CAROM_LANES_SSE2
#define SCENE_SET carom_scene_sse2
#define SCENE_NAME "sse2"
#include "scene/traversal_lanes.h"

#endif
