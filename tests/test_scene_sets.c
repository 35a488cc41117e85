// Scenes against their mirror, a loop over all walls, on every set of walls. The sizes are 0 to 40
// walls, so that leaves and nodes have every filling, 1,000 and 10,000. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "cases.h"
#include "scene_mirror.h"

enum { FEW = 40, MANY = 1000, VERY_MANY = 10000 };

// The number of questions per scene: a default, or more if CAROM_TEST_CASES sets it.
static long questions(long by_default) {
    return case_count(2000) * by_default / 2000;
}

// At the ends of the range every exact answer takes microseconds.
static bool is_slow(wall_set kind) {
    return kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
}

// The number of answers found.
static long check_scene(wall_set kind, size_t count, long question_count) {
    carom_wall *walls = malloc((count + 1) * sizeof *walls);
    assert_non_null(walls);
    wall_set_make(kind, case_seed(), walls, count);
    carom_scene *scene = mirror_scene(walls, count);
    scene_mirror m = mirror_start(scene, walls, count);
    assert_true(mirror_check_walls(&m));
    random_source g = random_start(case_seed(), 6000 + (uint64_t)kind, count);
    for (long i = 0; i < question_count; i++) {
        const wall_question q = wall_set_question(&g, walls, count);
        if (!mirror_check(&m, &q)) {
            fail_msg("set %s, %zu walls, question %ld: %s", wall_set_name(kind), count, i,
                     m.broken);
        }
    }
    const long found = m.found;
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
    free(walls);
    return found;
}

static void test_few(void **state) {
    const wall_set kind = *(const wall_set *)*state;
    long found = 0;
    for (size_t count = 0; count <= FEW; count++) {
        found += check_scene(kind, count, questions(is_slow(kind) ? 1 : count < 10 ? 8 : 4));
    }
    // The questions must have enough answers.
    assert_true(found > 100 || case_count(2000) < 2000);
}

// Several levels of nodes; and one wall more or less than fills some of them.
static void test_many(void **state) {
    const wall_set kind = *(const wall_set *)*state;
    static const size_t counts[] = {64, 65, 127, 512, 513, MANY};
    const size_t counts_done = is_slow(kind) ? 2 : sizeof counts / sizeof counts[0];
    for (size_t i = 0; i < counts_done; i++) {
        check_scene(kind, counts[i], questions(counts[i] == MANY ? 4 : 2));
    }
}

static void test_very_many(void **state) {
    (void)state;
    static const wall_set some[] = {SET_UNIFORM, SET_CLUSTERED, SET_POLYLINE, SET_GRID,
                                    SET_SAME,    SET_MIXED,     SET_RADII,    SET_OUTLIER};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        check_scene(some[i], VERY_MANY, questions(2));
    }
}

int main(void) {
    static wall_set kinds[WALL_SET_COUNT];
    static char names[2 * WALL_SET_COUNT][32];
    struct CMUnitTest tests[2 * WALL_SET_COUNT + 1] = {{0}};
    for (int k = 0; k < WALL_SET_COUNT; k++) {
        kinds[k] = (wall_set)k;
        for (int i = 0; i < 2; i++) {
            char *name = names[2 * k + i];
            snprintf(name, sizeof names[0], "%s %s", i == 0 ? "few" : "many",
                     wall_set_name(kinds[k]));
            tests[2 * k + i] =
                (struct CMUnitTest){name, i == 0 ? test_few : test_many, NULL, NULL, &kinds[k]};
        }
    }
    tests[2 * WALL_SET_COUNT] = (struct CMUnitTest)cmocka_unit_test(test_very_many);
    return cmocka_run_group_tests_name("scene_sets", tests, NULL, NULL);
}
