// Fans of beams: whole scans in scenes of every kind, in any order and in any parts, against single
// sweeps and a loop over all walls. Fans of a few beams are in mirror_check_fan. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "points.h"
#include "scene_mirror.h"

enum { WALLS = 500, BEAMS = 120, SCANS = 6 };

// Beams all around, evenly spaced on a square.
static void scan(carom_vec2 *moves, size_t count, double range) {
    for (size_t i = 0; i < count; i++) {
        const double along = 4.0 * (double)i / (double)count,
                     x = 2.0 * (along - floor(along)) - 1.0;
        const carom_vec2 turns[] = {vec(1, x), vec(-x, 1), vec(-1, -x), vec(x, -1)};
        moves[i] = carom_vec2_scale(turns[(size_t)along], range);
    }
}

static void expect_single(const carom_scene *scene, carom_circle circle, const carom_vec2 *moves,
                          size_t count, const carom_cast_settings *settings,
                          const carom_scene_hit *hits) {
    for (size_t i = 0; i < count; i++) {
        const carom_scene_hit one = carom_scene_sweep(scene, circle, moves[i], settings);
        assert_true(mirror_same_hit(&hits[i], &one));
    }
}

// Sets in which most answers need integers, and ties of all walls.
static bool is_slow(wall_set kind) {
    return kind == SET_SAME || kind == SET_SUBNORMAL || kind == SET_UNDERFLOWING ||
           kind == SET_ZEROS || kind == SET_FLOAT_ENDS;
}

// Sets in which every answer takes microseconds.
static bool is_very_slow(wall_set kind) {
    return kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
}

// The number of beams of all scans that meet a wall.
static long found;

// A scan from some places, some of them at walls.
static void test_scan(void **state) {
    const wall_set kind = *(const wall_set *)*state;
    static carom_wall walls[WALLS];
    static carom_vec2 moves[BEAMS];
    static carom_scene_hit hits[BEAMS];
    const size_t count = is_very_slow(kind) ? 20 : WALLS;
    wall_set_make(kind, case_seed(), walls, count);
    carom_scene *scene = mirror_scene(walls, count);
    scene_mirror m = mirror_start(scene, walls, count);
    random_source g = random_start(case_seed(), 8800, (uint64_t)kind);
    for (int i = 0; i < (is_slow(kind) ? 2 : SCANS); i++) {
        wall_question q = wall_set_question(&g, walls, count);
        if (i % 3 == 0)
            q.circle.radius = 0.0;
        const double size = fmax(fabs(q.move.x), fabs(q.move.y));
        scan(moves, BEAMS, i % 2 == 0 ? size : 0x1p-4 * size);
        carom_cast_settings settings = carom_cast_settings_default();
        settings.hits_only = i % 4 == 3;
        carom_scene_fan(scene, q.circle, moves, BEAMS, &settings, hits);
        expect_single(scene, q.circle, moves, BEAMS, &settings, hits);
        for (int k = i; k < BEAMS && !settings.hits_only; k += BEAMS / 4) {
            const carom_scene_hit expected = mirror_sweep(&m, q.circle, moves[k]);
            assert_true(mirror_same_hit(&hits[k], &expected));
        }
        for (int k = 0; k < BEAMS; k++)
            found += hits[k].sweep.kind > CAROM_SWEEP_KIND_MISS;
    }
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
}

static void test_found_enough(void **state) {
    (void)state;
    assert_true(found > 6000);
}

// In another order, and in parts, the beams give the same hits.
static void test_any_order(void **state) {
    (void)state;
    static carom_wall walls[WALLS];
    static carom_vec2 moves[BEAMS], shuffled[BEAMS];
    static carom_scene_hit hits[BEAMS], got[BEAMS];
    static size_t order[BEAMS];
    wall_set_make(SET_GRID, case_seed(), walls, WALLS);
    carom_scene *scene = mirror_scene(walls, WALLS);
    random_source g = random_start(case_seed(), 8801, 0);
    const carom_vec2 u = carom_vec2_sub(walls[0].b, walls[0].a);
    const carom_vec2 middle = carom_vec2_add(walls[0].a, carom_vec2_scale(u, 0.5));
    const carom_circle circle =
        carom_circle_make(carom_vec2_add(middle, vec(0.3125 * u.y, -0.3125 * u.x)), 0.125);
    scan(moves, BEAMS, 50.0);
    carom_scene_fan(scene, circle, moves, BEAMS, NULL, hits);
    expect_single(scene, circle, moves, BEAMS, NULL, hits);
    for (size_t i = 0; i < BEAMS; i++)
        order[i] = i;
    for (size_t i = BEAMS; i-- > 1;) {
        const size_t k = (size_t)random_int(&g, 0, (int)i), swapped = order[i];
        order[i] = order[k];
        order[k] = swapped;
    }
    for (size_t i = 0; i < BEAMS; i++)
        shuffled[i] = moves[order[i]];
    carom_scene_fan(scene, circle, shuffled, BEAMS, NULL, got);
    for (size_t i = 0; i < BEAMS; i++)
        assert_true(mirror_same_hit(&got[i], &hits[order[i]]));
    for (size_t part = 1; part < 20; part++) {
        for (size_t i = 0; i < BEAMS; i += part) {
            const size_t count = BEAMS - i < part ? BEAMS - i : part;
            carom_scene_fan(scene, circle, moves + i, count, NULL, got + i);
        }
        for (size_t i = 0; i < BEAMS; i++)
            assert_true(mirror_same_hit(&got[i], &hits[i]));
    }
    carom_scene_destroy(scene, NULL);
}

static bool is_first(void *context, carom_index index, const carom_wall *wall) {
    (void)wall;
    return index == *(const size_t *)context;
}

// At the start the circle touches walls 1 and 2, and is on the right of wall 1.
static void test_at_start(void **state) {
    (void)state;
    carom_wall walls[] = {carom_segment(vec(-9, 9), vec(9, 9)),
                          carom_segment(vec(9, 0), vec(-9, 0)),
                          carom_segment(vec(-9, 0), vec(9, 0))};
    walls[1].one_sided = true;
    carom_scene *scene = mirror_scene(walls, 3);
    const carom_circle ball = carom_circle_make(vec(0, 1), 1);
    carom_vec2 moves[BEAMS];
    carom_scene_hit hits[BEAMS];
    scan(moves, BEAMS, 20.0);
    carom_cast_settings settings = carom_cast_settings_default();
    const size_t only_top = 0;
    const carom_filter top = {.mask = UINT32_MAX, .accept = is_first, .context = (void *)&only_top};
    for (int i = 0; i < 8; i++) {
        settings.hits_only = i % 2 == 1;
        settings.pass_one_sided = i / 2 % 2 == 1;
        settings.filter = i / 4 == 1 ? &top : NULL;
        carom_scene_fan(scene, ball, moves, BEAMS, &settings, hits);
        expect_single(scene, ball, moves, BEAMS, &settings, hits);
        const carom_scene_hit up = hits[3 * BEAMS / 8], down = hits[7 * BEAMS / 8];
        assert_true(moves[3 * BEAMS / 8].y > 19.0 && moves[7 * BEAMS / 8].y < -19.0);
        const size_t at_start = settings.pass_one_sided ? 2 : 1;
        assert_int_equal(up.index, settings.hits_only || i >= 4 ? 0 : at_start);
        assert_int_equal(down.index, i >= 4 ? CAROM_NO_WALL : at_start);
    }
    carom_scene_destroy(scene, NULL);
}

// Two posts are met within an ulp of one time, the second one first: their ends or radii differ in
// one coordinate.
static void test_close_times(void **state) {
    (void)state;
    const carom_wall pairs[][2] = {
        {carom_post(vec(8, 0), 1), carom_post(vec(8 - 0x1p-50, 0), 1)},
        {carom_post(vec(8, 0x1p-20), 1), carom_post(vec(8, 0), 1)},
        {carom_post(vec(8, 0), 1), carom_post(vec(8, 0), 1 + 0x1p-52)},
        // At the same time; the first wall is met at its other end.
        {carom_segment(vec(8, 0), vec(9, 0)), carom_segment(vec(9, 1), vec(8, 0))}};
    const carom_circle circle = carom_circle_make(vec(-0x1p40, 0), 2 + 0x1p-20);
    carom_vec2 moves[BEAMS];
    carom_scene_hit hits[BEAMS];
    for (int i = 0; i < BEAMS; i++)
        moves[i] = vec(0x1p41, 0);
    for (int k = 0; k < 4; k++) {
        carom_scene *scene = mirror_scene(pairs[k], 2);
        const size_t expected = k < 3 ? 1 : 0;
        assert_true(carom_circle_sweep(circle, moves[0], pairs[k][0]).t ==
                    carom_circle_sweep(circle, moves[0], pairs[k][1]).t);
        assert_int_equal(carom_scene_sweep(scene, circle, moves[0], NULL).index, expected);
        carom_scene_fan(scene, circle, moves, BEAMS, NULL, hits);
        for (int i = 0; i < BEAMS; i++)
            assert_int_equal(hits[i].index, expected);
        carom_scene_destroy(scene, NULL);
    }
}

static void test_empty_and_invalid(void **state) {
    (void)state;
    const carom_wall wall = carom_segment(vec(1, -9), vec(1, 9));
    carom_scene *scene = mirror_scene(&wall, 1), *empty = mirror_scene(NULL, 0);
    carom_scene_fan(scene, carom_circle_make(vec(0, 0), 0), NULL, 0, NULL, NULL);
    const carom_vec2 moves[] = {vec(2, 0),
                                vec(2, (double)NAN),
                                vec(2, 0.25),
                                vec(2, 0.5),
                                vec((double)INFINITY, 0),
                                vec(0x1p-600, 0),
                                vec(2, 0),
                                vec(2, 0),
                                vec(0x1p1023, 1),
                                vec(0x1p1023, 2),
                                vec(2, 0.25),
                                vec(0, 0)};
    enum { COUNT = sizeof moves / sizeof moves[0] };
    carom_scene_hit hits[COUNT];
    const carom_circle circles[] = {
        carom_circle_make(vec(0, 0), 0.5), carom_circle_make(vec(0, 0), -0.5),
        carom_circle_make(vec((double)NAN, 0), 0.5), carom_circle_make(vec(0x1p1023, 0), 0x1p1023)};
    for (size_t i = 0; i < sizeof circles / sizeof circles[0]; i++) {
        carom_scene_fan(scene, circles[i], moves, COUNT, NULL, hits);
        expect_single(scene, circles[i], moves, COUNT, NULL, hits);
        carom_scene_fan(empty, circles[i], moves, COUNT, NULL, hits);
        expect_single(empty, circles[i], moves, COUNT, NULL, hits);
    }
    carom_scene_destroy(empty, NULL);
    carom_scene_destroy(scene, NULL);
}

int main(void) {
    static wall_set kinds[WALL_SET_COUNT];
    struct CMUnitTest tests[WALL_SET_COUNT + 5] = {{0}};
    for (int k = 0; k < WALL_SET_COUNT; k++) {
        kinds[k] = (wall_set)k;
        tests[k] = (struct CMUnitTest){wall_set_name(kinds[k]), test_scan, NULL, NULL, &kinds[k]};
    }
    tests[WALL_SET_COUNT] = (struct CMUnitTest)cmocka_unit_test(test_any_order);
    tests[WALL_SET_COUNT + 1] = (struct CMUnitTest)cmocka_unit_test(test_at_start);
    tests[WALL_SET_COUNT + 2] = (struct CMUnitTest)cmocka_unit_test(test_empty_and_invalid);
    tests[WALL_SET_COUNT + 3] = (struct CMUnitTest)cmocka_unit_test(test_found_enough);
    tests[WALL_SET_COUNT + 4] = (struct CMUnitTest)cmocka_unit_test(test_close_times);
    return cmocka_run_group_tests_name("fan", tests, NULL, NULL);
}
