// The walks of layer scene for SIMD128. Layer: scene.
#include "scene/traversal.h"

#ifdef CAROM_SIMD128
#define CAROM_LANES_SIMD128
#define SCENE_SET carom_scene_simd128
#define SCENE_NAME "simd128"
#include "scene/traversal_lanes.h"

#endif
