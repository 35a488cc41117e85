// The walks of layer scene in plain C. Layer: scene.
#define CAROM_LANES_SCALAR
#define SCENE_SET carom_scene_scalar
#define SCENE_NAME "scalar"
#include "scene/traversal_lanes.h"
