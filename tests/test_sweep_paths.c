// Contract of layer sweep, paths: displacements that are not rounded, walls that move, invalid
// input, the order of contacts, clear paths, names. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "carom/sweep.h"
#include "points.h"

#define TINY 0x1p-1074

// The displacement is taken as given: centre + move is never rounded first.
static void test_the_path_is_not_rounded(void **state) {
    (void)state;
    const carom_wall w = {{0, 0}, {0, 1}, 0, CAROM_EXTENT_LINE};
    const carom_circle c = {{-1, 0}, 0};
    assert_int_equal(carom_circle_sweep(c, carom_vec2_make(1 - 0x1p-53, 0), w).kind,
                     CAROM_SWEEP_KIND_MISS);
    const carom_circle far = {{-0x1p53, 0}, 0x1p53 - 2}; // the gap is 2
    assert_int_equal(carom_circle_sweep(far, carom_vec2_make(2, 0), w).kind, CAROM_SWEEP_KIND_HIT);
    assert_int_equal(carom_circle_sweep(far, carom_vec2_make(2 - 0x1p-52, 0), w).kind,
                     CAROM_SWEEP_KIND_MISS);
    assert_int_equal(carom_circle_sweep_to(far, carom_vec2_make(2 - 0x1p53, 0), w).kind,
                     CAROM_SWEEP_KIND_HIT);
    // to - centre is not a double here.
    const carom_circle tiny = {{-TINY, 0}, 0};
    const carom_sweep s = carom_circle_sweep_to(tiny, carom_vec2_make(1, 0), w);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 0.0); // TINY / (1 + TINY), rounded down
    assert_true(carom_circle_sweep(tiny, carom_vec2_make(1, 0), w).t == TINY);
}

// For a wall that moves: sweep by the motion relative to it, then add the wall's motion.
static void test_a_moving_wall(void **state) {
    (void)state;
    const carom_circle ball = {{0, 9}, 1};
    const carom_vec2 ball_move = {4, -6}, wall_move = {4, 2};
    const carom_wall w = {{-5, 0}, {5, 0}, 2, CAROM_EXTENT_SEGMENT};
    carom_sweep s = carom_circle_sweep(ball, carom_vec2_sub(ball_move, wall_move), w);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 0.75); // from 9 to 3 at 8 a frame
    s.center = carom_vec2_add(s.center, carom_vec2_scale(wall_move, s.t));
    s.point = carom_vec2_add(s.point, carom_vec2_scale(wall_move, s.t));
    assert_true(same_point(s.center, carom_vec2_make(3, 4.5)));
    assert_true(same_point(s.point, carom_vec2_make(3, 3.5)));
    assert_true(same_point(s.normal, carom_vec2_make(0, 1)));
}

static bool is_all_zero(carom_sweep s) {
    return s.feature == CAROM_FEATURE_NONE && s.t == 0.0 && s.center.x == 0.0 &&
           s.center.y == 0.0 && s.point.x == 0.0 && s.point.y == 0.0 && s.normal.x == 0.0 &&
           s.normal.y == 0.0;
}

static void check_invalid(carom_circle c, carom_vec2 move, carom_wall w) {
    const carom_sweep s = carom_circle_sweep(c, move, w), to = carom_circle_sweep_to(c, move, w);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_INVALID);
    assert_int_equal(to.kind, CAROM_SWEEP_KIND_INVALID);
    assert_true(is_all_zero(s) && is_all_zero(to));
    assert_false(carom_circle_path_is_clear(c, move, w));
    assert_int_equal(carom_circle_compare_time_of_impact(c, move, w, w), 0);
}

static void test_invalid(void **state) {
    (void)state;
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    const carom_circle c = {{0, 5}, 1};
    const carom_vec2 move = {0, -9};
    const carom_wall w = {{-1, 0}, {1, 0}, 1, CAROM_EXTENT_SEGMENT};
    assert_int_equal(carom_circle_sweep(c, move, w).kind, CAROM_SWEEP_KIND_HIT);
    for (int i = 0; i < 3; i++) {
        for (int place = 0; place < 10; place++) {
            carom_circle d = c;
            carom_vec2 m = move;
            carom_wall v = w;
            double *const numbers[] = {&d.center.x, &d.center.y, &d.radius, &v.a.x, &v.a.y,
                                       &v.b.x,      &v.b.y,      &v.radius, &m.x,   &m.y};
            *numbers[place] = bad[i];
            check_invalid(d, m, v);
        }
    }
    check_invalid((carom_circle){{0, 5}, -1}, move, w);
    check_invalid((carom_circle){{0, 5}, -TINY}, move, w);
    check_invalid(c, move, (carom_wall){{0, 0}, {1, 0}, -TINY, CAROM_EXTENT_SEGMENT});
    check_invalid(c, move, (carom_wall){{0, 0}, {1, 0}, 1, (carom_extent)3});
    check_invalid(c, move, (carom_wall){{0, 0}, {0, 0}, 1, 3});
    // One invalid wall counts as missed.
    const carom_wall broken = {{0, 0}, {1, 0}, -1, CAROM_EXTENT_SEGMENT};
    assert_int_equal(carom_circle_compare_time_of_impact(c, move, w, broken), -1);
    assert_int_equal(carom_circle_compare_time_of_impact(c, move, broken, w), 1);
    assert_int_equal(carom_circle_compare_time_of_impact(c, move, broken, broken), 0);
}

static void test_order(void **state) {
    (void)state;
    const carom_circle c = {{0, 0}, 1};
    const carom_vec2 move = {10, 0};
    const carom_wall near = {{4, -5}, {4, 5}, 0, CAROM_EXTENT_SEGMENT};
    const carom_wall far = {{8, -5}, {8, 5}, 0, CAROM_EXTENT_SEGMENT};
    const carom_wall missed = {{20, -5}, {20, 5}, 0, CAROM_EXTENT_SEGMENT};
    const carom_wall touched = {{0, 1}, {5, 1}, 0, CAROM_EXTENT_SEGMENT};
    const carom_wall overlapped = {{0.5, -5}, {0.5, 5}, 0, CAROM_EXTENT_SEGMENT};
    const carom_wall thick = {{6, -5}, {6, 5}, 2, CAROM_EXTENT_SEGMENT};
    const struct {
        carom_wall first, second;
        int order;
    } rows[] = {{near, far, -1},          {near, near, 0},     {near, missed, -1},
                {missed, missed, 0},      {touched, near, -1}, {overlapped, near, -1},
                {overlapped, touched, 0}, {near, thick, 0},    {thick, far, -1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(
            carom_circle_compare_time_of_impact(c, move, rows[i].first, rows[i].second),
            rows[i].order);
        assert_int_equal(
            carom_circle_compare_time_of_impact(c, move, rows[i].second, rows[i].first),
            -rows[i].order);
    }
    // The times are 1/3 and 1/3 + 2^-60: the same double.
    const carom_circle p = {{0, 0}, 0};
    const carom_wall third = {{1, -1}, {1, 1}, 0, CAROM_EXTENT_LINE};
    const carom_wall later = {
        {1 + 0x1p-52, -1}, {1 + 0x1p-52, 1}, 0x1.fffffffffffffp-53, CAROM_EXTENT_LINE};
    const carom_vec2 path = {3, 0};
    assert_true(carom_circle_sweep(p, path, third).t == carom_circle_sweep(p, path, later).t);
    assert_int_equal(carom_circle_compare_time_of_impact(p, path, third, later), -1);
    // Mirror images, both at their ends, and a corner that two walls share.
    const carom_wall upper = {{5, 0.6}, {9, 7}, 0, CAROM_EXTENT_SEGMENT};
    const carom_wall lower = {{9, -7}, {5, -0.6}, 0, CAROM_EXTENT_SEGMENT};
    assert_int_equal(carom_circle_compare_time_of_impact(c, move, upper, lower), 0);
    const carom_wall corner = {{5, 0.6}, {5, 7}, 0, CAROM_EXTENT_SEGMENT};
    assert_int_equal(carom_circle_compare_time_of_impact(c, move, upper, corner), 0);
}

static void test_path_is_clear(void **state) {
    (void)state;
    const carom_wall w = {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT};
    const struct {
        const char *what;
        carom_circle circle;
        carom_vec2 to;
        carom_wall wall;
        bool is_free;
    } rows[] = {
        {"short of it", {{5, 5}, 1}, {5, 2}, w, true},
        {"until it touches", {{5, 5}, 1}, {5, 1}, w, true},
        {"one step farther", {{5, 5}, 1}, {5, 0x1.fffffffffffffp-1}, w, false},
        {"through", {{5, 5}, 1}, {5, -5}, w, false},
        {"past it", {{12, 5}, 1}, {12, -5}, w, true},
        {"grazing", {{11, 5}, 1}, {11, -5}, w, true},
        {"grazing, nearer by a step",
         {{0x1.5ffffffffffffp+3, 5}, 1},
         {0x1.5ffffffffffffp+3, -5},
         w,
         false},
        {"sliding", {{-5, 1}, 1}, {20, 1}, w, true},
        {"sliding into it", {{-5, 1}, 1}, {20, 0x1.fffffffffffffp-1}, w, false},
        {"touching, off", {{5, 1}, 1}, {6, 4}, w, true},
        {"touching, in", {{5, 1}, 1}, {5, 0.5}, w, false},
        {"touching, round to the other side", {{5, 1}, 1}, {5, -1}, w, false},
        {"touching, staying", {{5, 1}, 1}, {5, 1}, w, true},
        {"overlapping, staying", {{5, 0.5}, 1}, {5, 0.5}, w, false},
        {"overlapping, out", {{5, 0.5}, 1}, {5, 9}, w, false},
        {"point, through", {{5, 5}, 0}, {5, -5}, w, false},
        {"point, onto it", {{5, 5}, 0}, {5, 0}, w, false},
        {"point, onto its end", {{-5, 0}, 0}, {0, 0}, w, false},
        {"point, short of it", {{5, 5}, 0}, {5, TINY}, w, true},
        {"point, along beside it", {{5, TINY}, 0}, {50, TINY}, w, true},
        {"point, off it", {{5, 0}, 0}, {5, 5}, w, true},
        {"point, on it and along", {{5, 0}, 0}, {6, 0}, w, true},
        {"point, staying on it", {{5, 0}, 0}, {5, 0}, w, true},
        {"point against a capsule touches",
         {{5, 5}, 0},
         {5, 2},
         {{0, 0}, {10, 0}, 2, CAROM_EXTENT_SEGMENT},
         true},
        {"no path, far off", {{5, 5}, 1}, {5, 5}, w, true},
        {"the real path is 2 DBL_MAX long", {{-DBL_MAX, 1}, 1}, {DBL_MAX, 1}, w, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (carom_circle_path_is_clear(rows[i].circle, rows[i].to, rows[i].wall) !=
            rows[i].is_free) {
            fail_msg("path_is_clear: %s: expected %d", rows[i].what, rows[i].is_free);
        }
    }
}

// A bullet hits a wall that is many orders of magnitude thinner than its motion in a frame.
static void test_no_tunnelling(void **state) {
    (void)state;
    const carom_wall w = {{-1, 0}, {1, 0}, 0, CAROM_EXTENT_SEGMENT};
    for (int k = 0; k < 1000; k++) {
        const carom_circle c = {{0.001 * k - 0.5, 1e6 + k}, 1e-9};
        const carom_vec2 to = {0.3, -1e9};
        assert_int_equal(carom_circle_sweep_to(c, to, w).kind, CAROM_SWEEP_KIND_HIT);
        assert_false(carom_circle_path_is_clear(c, to, w));
    }
}

static void test_order_of_kinds_and_names(void **state) {
    (void)state;
    static const carom_sweep_kind ordered[] = {CAROM_SWEEP_KIND_INVALID, CAROM_SWEEP_KIND_MISS,
                                               CAROM_SWEEP_KIND_GRAZE, CAROM_SWEEP_KIND_HIT,
                                               CAROM_SWEEP_KIND_OVERLAP};
    static const char *const names[] = {"invalid", "miss", "graze", "hit", "overlap"};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(ordered[i], i); // as written in the header; bindings rely on it
        assert_string_equal(carom_sweep_kind_name(ordered[i]), names[i]);
    }
    assert_string_equal(carom_sweep_kind_name((carom_sweep_kind)5), "invalid");
    assert_string_equal(carom_sweep_kind_name((carom_sweep_kind)-1), "invalid");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_path_is_not_rounded),
        cmocka_unit_test(test_a_moving_wall),
        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_path_is_clear),
        cmocka_unit_test(test_no_tunnelling),
        cmocka_unit_test(test_order_of_kinds_and_names),
    };
    return cmocka_run_group_tests_name("sweep_paths", tests, NULL, NULL);
}
