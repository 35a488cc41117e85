// Golden hashes of areas, see golden_areas.h. Room: tests.
#include "golden_areas.h"

#include <stdlib.h>

#include "carom/areas.h"
#include "random.h"
#include "ring_sets.h"

enum { SETS = 4, QUESTIONS = 30, HITS = 40, NEAREST = 4 };

enum { QUESTION, RELATION, AT, AREA, HIT_RELATION, HIT_DISTANCE, NEAREST_AREA, NEAREST_DISTANCE };

golden_group golden_areas = {.functions = {"area_case", "areas.relate", "areas.at", "areas.area",
                                           "areas.relation", "areas.distance", "areas.nearest_area",
                                           "areas.nearest_distance"}};

static void hash_answers(uint64_t *h, const carom_scene *scene, const carom_area_index *index,
                         carom_circle circle, uint32_t area) {
    golden_point(&h[QUESTION], circle.center);
    golden_number(&h[QUESTION], circle.radius);
    golden_bits(&h[QUESTION], area);
    golden_bits(&h[RELATION], (uint64_t)carom_scene_relate_area(scene, index, circle, area));
    uint32_t areas[HITS];
    const size_t at = carom_scene_areas_at(scene, index, circle.center, NULL, areas, HITS);
    golden_bits(&h[AT], at);
    for (size_t i = 0; i < at && i < HITS; i++)
        golden_bits(&h[AT], areas[i]);
    carom_area_hit hits[HITS];
    const size_t count = carom_scene_areas(scene, index, circle, 0.5, NULL, hits, HITS);
    golden_bits(&h[AREA], count);
    for (size_t i = 0; i < count && i < HITS; i++) {
        golden_bits(&h[AREA], hits[i].area);
        golden_bits(&h[HIT_RELATION], (uint64_t)hits[i].relation);
        golden_number(&h[HIT_DISTANCE], hits[i].distance);
    }
    const size_t near = carom_scene_nearest_areas(scene, index, circle, NULL, hits, NEAREST);
    for (size_t i = 0; i < near; i++) {
        golden_bits(&h[NEAREST_AREA], hits[i].area);
        golden_number(&h[NEAREST_DISTANCE], hits[i].distance);
    }
}

static void hash_set(uint64_t *h, const ring_set *r, random_source *g) {
    carom_scene *scene;
    carom_area_index *index;
    if (carom_scene_create(r->walls, r->count, NULL, NULL, &scene, NULL) != CAROM_STATUS_OK ||
        carom_area_index_create(scene, NULL, NULL, &index, NULL) != CAROM_STATUS_OK)
        exit(2);
    for (int i = 0; i < QUESTIONS; i++) {
        const carom_circle circle = ring_set_circle(r, g);
        const uint32_t area = ring_set_area(r, g);
        hash_answers(h, scene, index, circle, area);
    }
    carom_area_index_destroy(index, NULL);
    carom_scene_destroy(scene, NULL);
}

void golden_areas_hash(void) {
    static ring_set r;
    for (int kind = 0; kind < RINGS_COUNT; kind++) {
        uint64_t *const h = golden_class(&golden_areas, ring_kind_name((ring_kind)kind));
        for (uint64_t seed = 0; seed < SETS; seed++) {
            random_source g = random_start(1, 3800 + (uint64_t)kind, seed);
            ring_set_make(&r, (ring_kind)kind, seed, seed % 2 == 1, seed / 2 == 1);
            hash_set(h, &r, &g);
        }
    }
}
