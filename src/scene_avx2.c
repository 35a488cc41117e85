// The walks of layer scene for AVX2. Layer: scene.
#include "scene/traversal.h"

#ifdef CAROM_X86
#define CAROM_LANES_AVX2
#define SCENE_SET carom_scene_avx2
#define SCENE_NAME "avx2"
#include "scene/traversal_lanes.h"

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
