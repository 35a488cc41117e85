// Index coordinates, and the order of the walls in the leaves. Room: scene.
#ifndef CAROM_SCENE_ORDER_H
#define CAROM_SCENE_ORDER_H

#include "scene/layout.h"

// Sets origin and scale of the index coordinates. The origin is the median of a sample, and the
// unit is the typical distance from it. A few walls far away do not make the others coincide in
// floats.
void carom_scene_set_coordinates(carom_scene *s, const carom_wall *walls, size_t count);

// Sets index and slot of all walls. The rest of the header is set already. The leaves, not yet
// filled, serve as scratch memory: two items are as large as a wall.
void carom_scene_order_walls(carom_scene *s, const carom_wall *walls);

#endif
