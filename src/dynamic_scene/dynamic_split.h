// Divides boxes into two parts. Room: dynamic_scene.
#ifndef CAROM_SCENE_DYNAMIC_SPLIT_H
#define CAROM_SCENE_DYNAMIC_SPLIT_H

#include "scene/layout.h"

enum { SPLIT_MOST = 2 * LEAF_WALLS };

// Orders `count` <= SPLIT_MOST boxes so that the first few and the others have small boxes, with at
// least `least` in each part. Sets the order and returns the number of boxes of the first part.
unsigned carom_dynamic_split(const index_box *boxes, unsigned count, unsigned least,
                             uint8_t *order);

#endif
