// Index coordinates, the classes of walls, and the order of the walls in a group of leaves. Room:
// scene.
#ifndef CAROM_SCENE_WALL_ORDER_H
#define CAROM_SCENE_WALL_ORDER_H

#include <string.h>

#include "scene/hilbert.h"
#include "scene/layout.h"

// ---- index coordinates ----

// The leaves of a group, a subtree three levels high, and the most walls in them. A group fits in
// the first-level cache.
enum {
    GROUP_LEAVES = NODE_CHILDREN * NODE_CHILDREN * NODE_CHILDREN,
    GROUP_WALLS = LEAF_WALLS * GROUP_LEAVES
};

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

// A wall of a group: the middle of the wall as two floats, and once the group is ordered, the index
// that the wall had in the group.
typedef uint64_t group_place;

static inline group_place group_place_of(float x, float y) {
    uint32_t bits[2];
    memcpy(&bits[0], &x, sizeof x);
    memcpy(&bits[1], &y, sizeof y);
    return (group_place)bits[0] << 32 | bits[1];
}

static inline float group_place_x(group_place p) {
    const uint32_t bits = (uint32_t)(p >> 32);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline float group_place_y(group_place p) {
    const uint32_t bits = (uint32_t)p;
    float y;
    memcpy(&y, &bits, sizeof y);
    return y;
}

static inline uint32_t group_place_index(group_place p) {
    return (uint32_t)p;
}

// Orders the walls of a group for its leaves.
void carom_scene_order_group(group_place *places, size_t count);

// ---- inline, for loops over all walls ----

// The middle of an interval. If one end is infinite, the other end; if both are, 0.
static inline double middle_of(double min, double max) {
    if (min >= -DBL_MAX && max <= DBL_MAX)
        return 0.5 * min + 0.5 * max;
    return min >= -DBL_MAX ? min : max <= DBL_MAX ? max : 0.0;
}

static inline carom_vec2 middle_of_box(carom_box box) {
    return carom_vec2_make(middle_of(box.min.x, box.max.x), middle_of(box.min.y, box.max.y));
}

// `root` is the square root of the number of walls.
static inline wall_class scene_class_of(const carom_scene *s, double root, const carom_wall *wall,
                                        const carom_box *box) {
    if (wall->extent != CAROM_EXTENT_SEGMENT)
        return ENDLESS_WALLS;
    // The typical distance from the origin is 1 to 2 in index coordinates. If the walls fill a
    // square evenly, its side is 2.8 to 5.7, and the distance between walls is side / root.
    const double size = larger(box->max.x - box->min.x, box->max.y - box->min.y) * s->scale;
    const double distances = size * root;
    return distances <= 16.0 ? SHORT_WALLS : distances <= 256.0 ? LONG_WALLS : VERY_LONG_WALLS;
}

static inline hilbert_item scene_item_of(const carom_scene *s, double root, const carom_wall *wall,
                                         uint32_t index) {
    const carom_box box = scene_wall_box(*wall);
    const carom_vec2 middle = middle_of_box(box);
    const hilbert_item item = {index_coordinate(middle.x, s->origin_x, s->scale),
                               index_coordinate(middle.y, s->origin_y, s->scale), index,
                               scene_class_of(s, root, wall, &box)};
    return item;
}

#endif
