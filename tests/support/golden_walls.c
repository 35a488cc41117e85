// Golden hashes of two walls, see golden_walls.h. Room: tests.
#include "golden_walls.h"

#include <stdlib.h>

#include "carom/scene_batch.h"
#include "wall_pairs.h"
#include "wall_sets.h"

enum { PAIRS_PER_CLASS = 400, SLOW_PAIRS_PER_CLASS = 60, SET_WALLS = 64, NEAR_WALLS = 10 };

enum { PAIR, COMPARE, RELATION, GAP, POINT, OTHER_POINT, NORMAL };

golden_group golden_walls = {.functions = {"wall_pair", "wall_compare_gap", "wall_contact.relation",
                                           "wall_contact.gap", "wall_contact.point",
                                           "wall_contact.other_point", "wall_contact.normal"}};

static void hash_wall(uint64_t *h, carom_wall wall) {
    golden_point(h, wall.a);
    golden_point(h, wall.b);
    golden_number(h, wall.radius);
    golden_bits(h, wall.extent);
}

static void hash_pair(uint64_t *h, const wall_pair *t) {
    hash_wall(&h[PAIR], t->wall);
    hash_wall(&h[PAIR], t->other);
    golden_number(&h[PAIR], t->gap);
    golden_bits(&h[COMPARE], (uint64_t)(1 + carom_wall_compare_gap(t->wall, t->other, t->gap)));
    const carom_clearance k = carom_wall_contact(t->wall, t->other);
    golden_bits(&h[RELATION], (uint64_t)k.relation);
    golden_number(&h[GAP], k.gap);
    golden_point(&h[POINT], k.point);
    golden_point(&h[OTHER_POINT], k.other_point);
    golden_point(&h[NORMAL], k.normal);
}

enum { NEAR_WALL, CLEARANCE };

golden_group golden_wall_sets = {.functions = {"scene.near_wall", "scene.clearance"}};

static void hash_set(uint64_t *h, wall_set kind) {
    carom_wall walls[SET_WALLS];
    carom_index found[SET_WALLS];
    carom_circle_lists lists;
    carom_scene *scene;
    wall_set_make(kind, 1, walls, SET_WALLS);
    if (carom_scene_create(walls, SET_WALLS, NULL, NULL, &scene, NULL) != CAROM_STATUS_OK ||
        carom_scene_clearance_batch(scene, 0.0625, NULL, false, SIZE_MAX, NULL, NULL, &lists) !=
            CAROM_STATUS_OK)
        exit(2);
    for (size_t i = 0; i < NEAR_WALLS; i++) {
        const size_t count =
            carom_scene_near_wall(scene, walls[6 * i], 0.125, NULL, found, SET_WALLS);
        for (size_t k = 0; k < count; k++)
            golden_bits(&h[NEAR_WALL], found[k]);
    }
    for (size_t i = 0; i <= lists.count; i++)
        golden_bits(&h[CLEARANCE], lists.offsets[i]);
    for (size_t i = 0; i < lists.offsets[lists.count]; i++)
        golden_bits(&h[CLEARANCE], ((const carom_index *)lists.items)[i]);
    carom_circle_lists_release(&lists, NULL);
    carom_scene_destroy(scene, NULL);
}

void golden_walls_hash(void) {
    for (int kind = 0; kind < WALL_PAIR_CLASSES; kind++) {
        uint64_t *const h =
            golden_class(&golden_walls, wall_pair_class_name((wall_pair_class)kind));
        const bool is_slow = kind == WALL_PAIR_MIXED_EXPONENTS || kind == WALL_PAIR_BITS;
        const uint64_t count = is_slow ? SLOW_PAIRS_PER_CLASS : PAIRS_PER_CLASS;
        for (uint64_t i = 0; i < count; i++) {
            const wall_pair t = wall_pair_make((wall_pair_class)kind, 1, i);
            hash_pair(h, &t);
        }
    }
    // A few sets take long, all of whose walls are near each other at the ends of the range.
    for (int kind = 0; kind < WALL_SET_COUNT; kind++)
        if (kind != SET_RANGE_ENDS && kind != SET_EXPONENTS)
            hash_set(golden_class(&golden_wall_sets, wall_set_name((wall_set)kind)),
                     (wall_set)kind);
}
