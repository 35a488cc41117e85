// Where walls lie in index coordinates, and in which order in the leaves. Layer: scene.
#ifndef CAROM_SCENE_ORDER_H
#define CAROM_SCENE_ORDER_H

#include "scene/layout.h"

// Sets origin and scale for these walls. They start at the median of a sample and have the typical
// distance from it as their unit, so that a few walls far away leave the others apart in floats.
void carom_scene_set_coordinates(carom_scene *s, const carom_wall *walls, size_t count);

// Sets index and slot of all walls; all else in the header is set. The leaves, not yet filled, are
// the room to work in: two items are as large as a wall.
void carom_scene_order_walls(carom_scene *s, const carom_wall *walls);

#endif
