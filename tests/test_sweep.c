// Contract of layer sweep: each kind, value and rule of include/carom/sweep.h, and the degenerate
// table. test_sweep_paths.c tests paths, orders and invalid input. Room: tests.
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

typedef struct row {
    const char *what;
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
    carom_sweep expected;
} row;

// 0.6 and similar numbers are not doubles.
static bool nearly(double got, double expected) {
    return fabs(got - expected) <= 0x1p-51 * fabs(expected);
}

static bool nearly_point(carom_vec2 p, carom_vec2 q) {
    return nearly(p.x, q.x) && nearly(p.y, q.y);
}

static void check_answer(const char *what, carom_sweep got, carom_sweep expected) {
    if (got.kind != expected.kind || got.feature != expected.feature) {
        fail_msg("%s: got %s, %s, expected %s, %s", what, carom_sweep_kind_name(got.kind),
                 carom_feature_name(got.feature), carom_sweep_kind_name(expected.kind),
                 carom_feature_name(expected.feature));
    }
    if (got.t != expected.t || !same_point(got.center, expected.center) ||
        !nearly_point(got.point, expected.point) || !nearly_point(got.normal, expected.normal)) {
        fail_msg("%s: got t %.17g, centre (%.17g, %.17g), point (%.17g, %.17g), normal (%.17g, "
                 "%.17g), expected %.17g, (%.17g, %.17g), (%.17g, %.17g), (%.17g, %.17g)",
                 what, got.t, got.center.x, got.center.y, got.point.x, got.point.y, got.normal.x,
                 got.normal.y, expected.t, expected.center.x, expected.center.y, expected.point.x,
                 expected.point.y, expected.normal.x, expected.normal.y);
    }
}

// All numbers of a row are exact, so the end of the path is the centre plus the move.
static void check_rows(const row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const row *r = &rows[i];
        const carom_vec2 to = carom_vec2_add(r->circle.center, r->move);
        check_answer(r->what, carom_circle_sweep(r->circle, r->move, r->wall), r->expected);
        check_answer(r->what, carom_circle_sweep_to(r->circle, to, r->wall), r->expected);
    }
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof(rows)[0])
#define MISS                                                                                       \
    {                                                                                              \
        CAROM_SWEEP_KIND_MISS, CAROM_FEATURE_NONE, 0, {0, 0}, {0, 0}, {                            \
            0, 0                                                                                   \
        }                                                                                          \
    }

static void test_each_kind(void **state) {
    (void)state;
    static const row rows[] = {
        {"miss, too short", {{5, 5}, 1}, {0, -3}, {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT}, MISS},
        {"miss, moving away",
         {{5, 5}, 1},
         {0, 9},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         MISS},
        {"miss, passing by",
         {{-5, 5}, 1},
         {20, 0},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         MISS},
        {"hit, side",
         {{5, 5}, 1},
         {4, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {7, 1}, {7, 0}, {0, 1}}},
        {"hit, side, from below",
         {{5, -5}, 1},
         {4, 8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {7, -1}, {7, 0}, {0, -1}}},
        {"hit, end a",
         {{-9, 0}, 1},
         {16, 0},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, {-1, 0}, {0, 0}, {-1, 0}}},
        {"hit, end b, beside its middle",
         {{14, 7}, 5},
         {0, -12},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT,
          CAROM_FEATURE_END_B,
          0x1.5555555555555p-2,
          {14, 3},
          {10, 0},
          {0.8, 0.6}}},
        {"graze, past an end",
         {{11, 8}, 1},
         {0, -16},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_B, 0.5, {11, 0}, {10, 0}, {1, 0}}},
        {"graze, along the side from beyond the end",
         {{-4, 1}, 1},
         {16, 0},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_A, 0.25, {0, 1}, {0, 0}, {0, 1}}},
        {"overlap",
         {{5, 1}, 2},
         {3, 3},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0, {5, 1}, {5, 0}, {0, 1}}},
        {"overlap, moving further in",
         {{5, -1}, 2},
         {0, 9},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0, {5, -1}, {5, 0}, {0, -1}}},
        {"overlap with an end, leaving",
         {{-3, 4}, 6},
         {-9, 9},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_END_A, 0, {-3, 4}, {0, 0}, {-0.6, 0.8}}},
    };
    CHECK_ROWS(rows);
}

static void test_touching_at_the_start(void **state) {
    (void)state;
    const carom_wall w = {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT};
    const row rows[] = {
        {"moving in",
         {{5, 1}, 1},
         {3, -1},
         w,
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0, {5, 1}, {5, 0}, {0, 1}}},
        {"moving in by the least there is",
         {{5, 1}, 1},
         {3, -TINY},
         w,
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0, {5, 1}, {5, 0}, {0, 1}}},
        {"moving along",
         {{5, 1}, 1},
         {3, 0},
         w,
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_SIDE, 0, {5, 1}, {5, 0}, {0, 1}}},
        {"moving out",
         {{5, 1}, 1},
         {-3, 1},
         w,
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_SIDE, 0, {5, 1}, {5, 0}, {0, 1}}},
        {"moving out by the least there is",
         {{5, 1}, 1},
         {-3, TINY},
         w,
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_SIDE, 0, {5, 1}, {5, 0}, {0, 1}}},
        {"not moving",
         {{5, 1}, 1},
         {0, 0},
         w,
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_SIDE, 0, {5, 1}, {5, 0}, {0, 1}}},
        {"at an end, at right angles to the normal",
         {{-3, 4}, 5},
         {4, 3},
         w,
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_A, 0, {-3, 4}, {0, 0}, {-0.6, 0.8}}},
        {"at an end, a little more inward",
         {{-3, 4}, 5},
         {4, 2},
         w,
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0, {-3, 4}, {0, 0}, {-0.6, 0.8}}},
        {"at an end, a little more outward",
         {{-3, 4}, 5},
         {4, 3.5},
         w,
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_A, 0, {-3, 4}, {0, 0}, {-0.6, 0.8}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) { // the ends of some are not doubles
        check_answer(rows[i].what, carom_circle_sweep(rows[i].circle, rows[i].move, w),
                     rows[i].expected);
    }
}

static void test_the_end_of_the_path(void **state) {
    (void)state;
    const carom_wall w = {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT};
    const carom_circle c = {{5, 4}, 1};
    const carom_sweep at_end = {
        CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 1, {5, 1}, {5, 0}, {0, 1}};
    check_answer("contact at 1", carom_circle_sweep(c, carom_vec2_make(0, -3), w), at_end);
    check_answer("contact at 1", carom_circle_sweep_to(c, carom_vec2_make(5, 1), w), at_end);
    const carom_vec2 short_of = {0, -0x1.7ffffffffffffp+1}, beyond = {0, -0x1.8000000000001p+1};
    assert_int_equal(carom_circle_sweep(c, short_of, w).kind, CAROM_SWEEP_KIND_MISS);
    const carom_sweep s = carom_circle_sweep(c, beyond, w);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 1.0 - 0x1p-52); // 1 - 2^-51 / 3, though 1 - 2^-53 is nearer
    // Tangent at the very end, and moving in at the very end.
    const carom_circle d = {{11, 8}, 1};
    assert_int_equal(carom_circle_sweep(d, carom_vec2_make(0, -8), w).kind, CAROM_SWEEP_KIND_GRAZE);
    assert_int_equal(carom_circle_sweep(d, carom_vec2_make(0, -0x1.fffffffffffffp+2), w).kind,
                     CAROM_SWEEP_KIND_MISS);
}

// t is rounded down, not to nearest, and R is an exact sum.
static void test_rounding_of_the_time(void **state) {
    (void)state;
    const carom_wall w = {{-9, 0}, {9, 0}, 0, CAROM_EXTENT_SEGMENT};
    carom_sweep s = carom_circle_sweep((carom_circle){{0, 3}, 1}, carom_vec2_make(0, -3), w);
    assert_true(s.t == 0x1.5555555555555p-1); // 2/3, to nearest it is the same
    s = carom_circle_sweep((carom_circle){{0, 6}, 1}, carom_vec2_make(0, -6), w);
    assert_true(s.t == 0x1.aaaaaaaaaaaaap-1); // 5/6, the nearest double is above
    // 1 - 2^-60 and 1 + 2^-60 are not doubles.
    const carom_wall thick = {{-9, 0}, {9, 0}, 0x1p-60, CAROM_EXTENT_SEGMENT};
    s = carom_circle_sweep((carom_circle){{0, 2}, 1}, carom_vec2_make(0, -1), thick);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 1.0 - 0x1p-53);
    s = carom_circle_sweep((carom_circle){{0, 2 + 0x1p-51}, 1}, carom_vec2_make(0, -1), thick);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_MISS);
    // A wall so long that double does not know on which side the circle starts, and a quotient of
    // two sums that is a double: (1/2 + 2^-31) (1 + 2^-31) over 1 + 2^-31.
    const carom_wall endless = {{-0x1p52, 0}, {0x1p52, 0}, 0, CAROM_EXTENT_SEGMENT};
    const carom_circle high = {{0, 0.5 + 0x1p-31 + 0x1p-32 + 0x1p-52}, 0x1p-52 - 0x1p-62};
    s = carom_circle_sweep(high, carom_vec2_make(0, -1 - 0x1p-31), endless);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 0.5 + 0x1p-31);
    // The smallest positive time: 2^-1074 on a path of length 1.
    const carom_wall near = {{-9, 0}, {9, 0}, 0, CAROM_EXTENT_SEGMENT};
    s = carom_circle_sweep((carom_circle){{0, TINY}, 0}, carom_vec2_make(0, -1), near);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == TINY);
    s = carom_circle_sweep((carom_circle){{0, 0x1p-300}, 0}, carom_vec2_make(0, -1), near);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 0x1p-300);
    // And one below: a positive time that rounds down to 0.
    s = carom_circle_sweep((carom_circle){{0, TINY}, 0}, carom_vec2_make(0, -2), near);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 0.0 && !signbit(s.t));
}

static void test_extents(void **state) {
    (void)state;
    static const row rows[] = {
        {"behind a ray", {{-5, 5}, 1}, {0, -9}, {{0, 0}, {1, 0}, 0, CAROM_EXTENT_RAY}, MISS},
        {"ahead on a ray",
         {{100, 5}, 1},
         {0, -8},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_RAY},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {100, 1}, {100, 0}, {0, 1}}},
        {"onto the end of a ray",
         {{-9, 0}, 1},
         {16, 0},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_RAY},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, {-1, 0}, {0, 0}, {-1, 0}}},
        {"far behind on a line",
         {{-100, 5}, 1},
         {0, -8},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_LINE},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {-100, 1}, {-100, 0}, {0, 1}}},
        {"along a line, touching",
         {{-100, 1}, 1},
         {500, 0},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_LINE},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_SIDE, 0, {-100, 1}, {-100, 0}, {0, 1}}},
        {"along a line, above",
         {{-100, 2}, 1},
         {500, 0},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_LINE},
         MISS},
        {"a ray of length 0 is a point",
         {{9, 2}, 2},
         {-16, 0},
         {{1, 0}, {1, 0}, 0, CAROM_EXTENT_RAY},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_A, 0.5, {1, 2}, {1, 0}, {0, 1}}},
        {"a line of length 0 is a point",
         {{9, 0}, 2},
         {-12, 0},
         {{1, 0}, {1, 0}, 0, CAROM_EXTENT_LINE},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, {3, 0}, {1, 0}, {1, 0}}},
        {"a capsule",
         {{5, 8}, 1},
         {0, -8},
         {{0, 0}, {10, 0}, 3, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {5, 4}, {5, 3}, {0, 1}}},
        {"the round end of a capsule",
         {{-11, -8}, 2},
         {16, 8},
         {{0, 0}, {10, 0}, 3, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, {-3, -4}, {-1.8, -2.4}, {-0.6, -0.8}}},
        {"a post",
         {{9, 0}, 1},
         {-8, 0},
         {{0, 0}, {0, 0}, 4, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, {5, 0}, {4, 0}, {1, 0}}},
    };
    CHECK_ROWS(rows);
}

// If the foot is exactly on an end, the contact is on that end.
static void test_features(void **state) {
    (void)state;
    static const row rows[] = {
        {"foot on a",
         {{0, 5}, 1},
         {0, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, {0, 1}, {0, 0}, {0, 1}}},
        {"foot on b",
         {{10, 5}, 1},
         {0, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_B, 0.5, {10, 1}, {10, 0}, {0, 1}}},
        {"foot on b of a ray",
         {{10, 5}, 1},
         {0, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_RAY},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {10, 1}, {10, 0}, {0, 1}}},
        {"foot on a of a line",
         {{0, 5}, 1},
         {0, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_LINE},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {0, 1}, {0, 0}, {0, 1}}},
        {"foot on b at contact, elsewhere before",
         {{2, 5}, 1},
         {16, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_B, 0.5, {10, 1}, {10, 0}, {0, 1}}},
        {"foot just before b",
         {{2 - 0x1p-50, 5}, 1},
         {16, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {10, 1}, {10, 0}, {0, 1}}},
    };
    for (size_t i = 0; i < 5; i++) {
        check_rows(&rows[i], 1);
    }
    const row *last = &rows[5]; // its numbers round
    const carom_sweep s = carom_circle_sweep(last->circle, last->move, last->wall);
    assert_int_equal(s.feature, CAROM_FEATURE_SIDE);
    assert_true(s.t == 0.5);
}

// R = 0: a ray cast at a bare wall.
static void test_points(void **state) {
    (void)state;
    static const row rows[] = {
        {"onto the side",
         {{5, 4}, 0},
         {2, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {6, 0}, {6, 0}, {0, 1}}},
        {"onto the side of a ray, from below",
         {{5, -4}, 0},
         {2, 8},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_RAY},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {6, 0}, {6, 0}, {0, -1}}},
        {"onto a line",
         {{-5, 4}, 0},
         {-2, -8},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_LINE},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {-6, 0}, {-6, 0}, {0, 1}}},
        {"reaching it at the end of the path",
         {{5, 4}, 0},
         {0, -4},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 1, {5, 0}, {5, 0}, {0, 1}}},
        {"onto an end, at right angles",
         {{0, 4}, 0},
         {0, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, {0, 0}, {0, 0}, {0, 1}}},
        {"onto an end, against the motion",
         {{13, 4}, 0},
         {-6, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_B, 0.5, {10, 0}, {10, 0}, {0.6, 0.8}}},
        {"along the axis onto its end",
         {{-4, 0}, 0},
         {8, 0},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, {0, 0}, {0, 0}, {-1, 0}}},
        {"past the end", {{-1, 4}, 0}, {0, -8}, {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT}, MISS},
        {"onto a point",
         {{3, 4}, 0},
         {-6, -8},
         {{0, 0}, {0, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, {0, 0}, {0, 0}, {0.6, 0.8}}},
        {"a point and a capsule touch like others",
         {{5, 4}, 0},
         {0, -4},
         {{0, 0}, {10, 0}, 2, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {5, 2}, {5, 2}, {0, 1}}},
    };
    CHECK_ROWS(rows);
}

// R = 0 on the wall from the start grazes, wherever it goes.
static void test_points_that_start_on_the_wall(void **state) {
    (void)state;
    static const row rows[] = {
        {"starting on the side, through",
         {{5, 0}, 0},
         {1, -8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_SIDE, 0, {5, 0}, {5, 0}, {0, 1}}},
        {"starting on the side, upwards",
         {{5, 0}, 0},
         {1, 8},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_SIDE, 0, {5, 0}, {5, 0}, {0, -1}}},
        {"starting on the side, along",
         {{5, 0}, 0},
         {1, 0},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_SIDE, 0, {5, 0}, {5, 0}, {0, 1}}},
        {"starting on the side, staying",
         {{5, 0}, 0},
         {0, 0},
         {{10, 0}, {0, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_SIDE, 0, {5, 0}, {5, 0}, {0, -1}}},
        {"starting on an end, upwards",
         {{0, 0}, 0},
         {-3, 2},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_A, 0, {0, 0}, {0, 0}, {0, -1}}},
        {"starting on a point, leaving",
         {{7, 7}, 0},
         {-3, -4},
         {{7, 7}, {7, 7}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_A, 0, {7, 7}, {7, 7}, {0.6, 0.8}}},
        {"starting on a point, staying",
         {{7, 7}, 0},
         {0, 0},
         {{7, 7}, {7, 7}, 0, CAROM_EXTENT_LINE},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_A, 0, {7, 7}, {7, 7}, {0, 1}}},
    };
    CHECK_ROWS(rows);
}

// If the centre is on the axis and R > 0, the normal is that of the side the motion comes from.
static void test_overlap_with_the_centre_on_the_axis(void **state) {
    (void)state;
    static const row rows[] = {
        {"coming from above",
         {{5, 0}, 1},
         {3, -2},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0, {5, 0}, {5, 0}, {0, 1}}},
        {"coming from below",
         {{5, 0}, 1},
         {3, 2},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0, {5, 0}, {5, 0}, {0, -1}}},
        {"along: left-hand",
         {{5, 0}, 1},
         {3, 0},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0, {5, 0}, {5, 0}, {0, 1}}},
        {"no motion: left-hand",
         {{5, 0}, 1},
         {0, 0},
         {{10, 0}, {0, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0, {5, 0}, {5, 0}, {0, -1}}},
        {"on an end, coming from below",
         {{0, 0}, 1},
         {3, 2},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_END_A, 0, {0, 0}, {0, 0}, {0, -1}}},
        {"in a thick wall, coming from below: the point is where the normal leaves it",
         {{5, 0}, 1},
         {3, 2},
         {{0, 0}, {10, 0}, 2, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0, {5, 0}, {5, -2}, {0, -1}}},
        {"on a wall of no length: against the motion",
         {{7, 7}, 1},
         {-3, 4},
         {{7, 7}, {7, 7}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_END_A, 0, {7, 7}, {7, 7}, {0.6, -0.8}}},
        {"on a wall of no length, no motion",
         {{7, 7}, 1},
         {0, 0},
         {{7, 7}, {7, 7}, 0, CAROM_EXTENT_RAY},
         {CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_END_A, 0, {7, 7}, {7, 7}, {0, 1}}},
    };
    CHECK_ROWS(rows);
}

static void test_ends_of_the_range(void **state) {
    (void)state;
    static const row rows[] = {
        {"subnormal",
         {{0, 5 * TINY}, TINY},
         {0, -8 * TINY},
         {{-TINY, 0}, {TINY, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {0, TINY}, {0, 0}, {0, 1}}},
        {"huge",
         {{0, 0x1p1023}, 0x1p1022},
         {0, -0x1p1023},
         {{-0x1p1023, 0}, {0x1p1023, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {0, 0x1p1022}, {0, 0}, {0, 1}}},
        {"the largest circle against the largest post",
         {{DBL_MAX, 0}, DBL_MAX},
         {0, 0},
         {{-DBL_MAX, 0}, {-DBL_MAX, 0}, DBL_MAX, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_A, 0, {DBL_MAX, 0}, {0, 0}, {1, 0}}},
        {"a needle",
         {{0, 2}, 1},
         {0, -2},
         {{-1e300, 0}, {1e300, 0}, 0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {0, 1}, {0, 0}, {0, 1}}},
        {"-0 is 0",
         {{-0.0, 2}, 1},
         {-0.0, -2},
         {{-1, -0.0}, {1, 0}, -0.0, CAROM_EXTENT_SEGMENT},
         {CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.5, {0, 1}, {0, 0}, {0, 1}}},
        {"all zero",
         {{0, 0}, 0},
         {0, 0},
         {{0, 0}, {0, 0}, 0, CAROM_EXTENT_LINE},
         {CAROM_SWEEP_KIND_GRAZE, CAROM_FEATURE_END_A, 0, {0, 0}, {0, 0}, {0, 1}}},
    };
    CHECK_ROWS(rows);
    // Centre + move is beyond the range, but the exact path crosses the wall.
    const carom_wall w = {{0, 0}, {0, 1}, 0, CAROM_EXTENT_LINE};
    const carom_circle c = {{-0x1p1022, 0}, 0};
    carom_sweep s = carom_circle_sweep(c, carom_vec2_make(DBL_MAX, DBL_MAX), w);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    s = carom_circle_sweep_to((carom_circle){{-DBL_MAX, 0}, 0}, carom_vec2_make(DBL_MAX, 0), w);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 0.5 && s.center.x == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_kind),
        cmocka_unit_test(test_touching_at_the_start),
        cmocka_unit_test(test_the_end_of_the_path),
        cmocka_unit_test(test_rounding_of_the_time),
        cmocka_unit_test(test_extents),
        cmocka_unit_test(test_features),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_points_that_start_on_the_wall),
        cmocka_unit_test(test_overlap_with_the_centre_on_the_axis),
        cmocka_unit_test(test_ends_of_the_range),
    };
    return cmocka_run_group_tests_name("sweep", tests, NULL, NULL);
}
