// The batch and the scene of carom.c, with the instruction set that the program chooses, against
// the calls for one wall. amalgamation.sh compiles this file; test_golden.c hashes all other calls.
//
//     amalgamation_batch SET      fails unless SET is in use
//
// Room: tests.
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"
#include "cases.h"

enum { WALLS = 997, CIRCLES = 8 };

static carom_wall walls[WALLS];
static double numbers[5][WALLS];
static uint8_t extents[WALLS], one_sided[WALLS], verdicts[WALLS];
static uint32_t found[WALLS];

static carom_wall_soa make_walls(case_class kind) {
    for (size_t i = 0; i < WALLS; i++) {
        carom_wall w = case_make(kind, 1, i).wall;
        if (!carom_wall_is_valid(w)) // no scene takes it
            w = carom_segment(carom_vec2_make(0, 0), carom_vec2_make(1, 0));
        const double from[] = {w.a.x, w.a.y, w.b.x, w.b.y, w.radius};
        for (int k = 0; k < 5; k++)
            numbers[k][i] = from[k];
        extents[i] = w.extent;
        one_sided[i] = w.one_sided;
        walls[i] = w;
    }
    const carom_wall_soa all = {.ax = numbers[0],
                                .ay = numbers[1],
                                .bx = numbers[2],
                                .by = numbers[3],
                                .radius = numbers[4],
                                .extent = extents,
                                .one_sided = one_sided,
                                .number = CAROM_NUMBER_DOUBLE,
                                .count = WALLS};
    return all;
}

// The number of answers for a circle that differ from those of single calls.
static size_t count_wrong(carom_circle circle, const carom_wall_soa *all,
                          const carom_scene *scene) {
    const carom_contact_rule rule = CAROM_CONTACT_RULE_CLOSED_DISC;
    const size_t touching = carom_batch_walls(circle, all, 0, WALLS, rule, NULL, verdicts);
    const size_t listed = carom_scene_touching(scene, circle, rule, NULL, found, WALLS);
    size_t wrong = touching != listed, single = 0;
    for (size_t i = 0; i < WALLS; i++) {
        const bool touches = carom_circle_touches(circle, walls[i]);
        wrong += (verdicts[i] != 0) != touches;
        single += touches;
    }
    return wrong + (single != touching);
}

int main(int argc, char **argv) {
    const char *const set = carom_batch_instruction_set();
    if (argc != 2 || strcmp(argv[1], set) != 0) {
        fprintf(stderr, "the instruction set in use is %s\n", set);
        return 1;
    }
    size_t wrong = 0;
    for (int kind = 0; kind < CASE_CLASS_COUNT; kind++) {
        const carom_wall_soa all = make_walls((case_class)kind);
        carom_scene *scene;
        if (carom_scene_create(walls, WALLS, NULL, NULL, &scene, NULL) != CAROM_STATUS_OK)
            return 2;
        for (uint64_t i = 0; i < CIRCLES; i++)
            wrong += count_wrong(case_make((case_class)kind, 1, i).circle, &all, scene);
        carom_scene_destroy(scene, NULL);
    }
    if (wrong != 0)
        fprintf(stderr, "%zu answers differ from those of single calls\n", wrong);
    return wrong != 0;
}
