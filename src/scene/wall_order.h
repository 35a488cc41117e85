// Index coordinates, and the order of the walls in the leaves. Room: scene.
#ifndef CAROM_SCENE_ORDER_H
#define CAROM_SCENE_ORDER_H

#include "scene/hilbert.h"
#include "scene/layout.h"

// ---- index coordinates ----

// The size of the sample from which origin and scale of index coordinates are computed.
enum { SAMPLE_WALLS = 1024 };

// The middles of some walls.
typedef struct wall_sample {
    double x[SAMPLE_WALLS], y[SAMPLE_WALLS];
    int count;
} wall_sample;

void carom_scene_sample_add(wall_sample *sample, carom_wall wall);

// The number of walls in a sample of `count`, and the i-th of them.
static inline int scene_sample_size(size_t count) {
    return count < SAMPLE_WALLS ? (int)count : SAMPLE_WALLS;
}

static inline size_t scene_sample_at(size_t count, int i) {
    return (size_t)((uint64_t)i * count / (uint64_t)scene_sample_size(count));
}

// Sets origin and scale of the index coordinates. The origin is the median of a sample, and the
// unit is the typical distance from it. A few walls far away do not make the others coincide in
// floats.
void carom_scene_set_coordinates(carom_scene *s, const wall_sample *sample);

// ---- the order of the walls ----

// A wall much longer than the others would make its leaf as long. So walls are sorted by class
// first: up to 3 to 6 times the distance between walls, up to 45 to 90 times, longer ones, and last
// rays and lines.
typedef enum wall_class {
    SHORT_WALLS,
    LONG_WALLS,
    VERY_LONG_WALLS,
    ENDLESS_WALLS,
    WALL_CLASSES
} wall_class;

// The class of a wall with this box among `count` walls.
wall_class carom_scene_class_of(const carom_scene *s, size_t count, const carom_wall *wall,
                                const carom_box *box);

// The middle of a wall among `count` walls, its index and, as its key, its class.
hilbert_item carom_scene_item_of(const carom_scene *s, size_t count, const carom_wall *wall,
                                 uint32_t index);

// Copies the items in `scratch` to `items`, one class after the other. Counts each class.
void carom_scene_divide_items(hilbert_item *items, const hilbert_item *scratch, size_t count,
                              size_t *counts);

// Orders items for leaves of `leaf_walls` < LEAF_WALLS walls, and nodes of full nodes above them,
// by halving them again and again across the longer side. Up to the root boxes hardly overlap,
// which later edits need to find a good leaf. `scratch` is aligned like an item.
void carom_scene_halve_items(hilbert_item *items, void *scratch, size_t count, size_t leaf_walls);
size_t carom_scene_halving_scratch(size_t count);

// Sets index and slot of all walls of a scene that never changes. The rest of the header is set
// already. The leaves, not yet filled, serve as scratch memory: two items are as large as a wall.
void carom_scene_order_walls(carom_scene *s, const carom_wall *walls);

#endif
