// Contract of layer passage: each value and rule of entry and exit, the ends of the range, invalid
// input. Room: tests.
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

static carom_passage pass(double x, double y, double r, double vx, double vy, carom_wall w) {
    const carom_circle c = carom_circle_make(carom_vec2_make(x, y), r);
    const carom_vec2 move = carom_vec2_make(vx, vy);
    const carom_passage p = carom_circle_passage(c, move, w);
    const carom_sweep s = carom_circle_sweep(c, move, w);
    assert_true(p.entry.kind == s.kind && p.entry.feature == s.feature && p.entry.t == s.t);
    assert_true(is_point(p.entry.center, s.center.x, s.center.y));
    assert_true(is_point(p.entry.point, s.point.x, s.point.y));
    assert_true(is_point(p.entry.normal, s.normal.x, s.normal.y));
    assert_true(p.exit_t >= p.entry.t);
    return p;
}

static void check_exit(carom_passage p, carom_feature feature, double t, carom_vec2 center,
                       carom_vec2 point, carom_vec2 normal) {
    assert_true(p.has_left);
    assert_int_equal(p.exit_feature, feature);
    assert_true(p.exit_t == t);
    assert_true(is_point(p.exit_center, center.x, center.y));
    assert_true(is_point(p.exit_point, point.x, point.y));
    assert_true(is_point(p.exit_normal, normal.x, normal.y));
}

// No exit, at this time.
static void check_none(carom_passage p, double t) {
    assert_false(p.has_left);
    assert_true(p.exit_t == t);
    assert_int_equal(p.exit_feature, CAROM_FEATURE_NONE);
    assert_true(is_point(p.exit_center, 0, 0) && is_point(p.exit_point, 0, 0) &&
                is_point(p.exit_normal, 0, 0));
}

static const carom_wall thick = {{0, -5}, {0, 5}, 1, CAROM_EXTENT_SEGMENT};
static const carom_wall bare = {{-4, 0}, {4, 0}, 0, CAROM_EXTENT_SEGMENT};

static void test_through_a_thick_wall(void **state) {
    (void)state;
    carom_passage p = pass(-4, 0, 0, 8, 0, thick);
    assert_int_equal(p.entry.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(p.entry.t == 0.375);
    check_exit(p, CAROM_FEATURE_SIDE, 0.625, (carom_vec2){1, 0}, (carom_vec2){1, 0},
               (carom_vec2){1, 0});
    p = pass(-4, 0, 1, 8, 0, thick);
    assert_true(p.entry.t == 0.25);
    check_exit(p, CAROM_FEATURE_SIDE, 0.75, (carom_vec2){2, 0}, (carom_vec2){1, 0},
               (carom_vec2){1, 0});
    // Along the wall, from cap to cap.
    p = pass(0, 10, 1, 0, -32, thick);
    assert_int_equal(p.entry.feature, CAROM_FEATURE_END_B);
    check_exit(p, CAROM_FEATURE_END_A, 0.53125, (carom_vec2){0, -7}, (carom_vec2){0, -6},
               (carom_vec2){0, -1});
}

static void test_starts_and_ends_within(void **state) {
    (void)state;
    const carom_passage p = pass(0.5, 0, 1, 3, 0, thick);
    assert_int_equal(p.entry.kind, CAROM_SWEEP_KIND_OVERLAP);
    check_exit(p, CAROM_FEATURE_SIDE, 0.5, (carom_vec2){2, 0}, (carom_vec2){1, 0},
               (carom_vec2){1, 0});
    check_none(pass(0.5, 0, 1, 1, 0, thick), 1);  // overlaps at the end
    check_none(pass(0.5, 0, 1, -1, 1, thick), 1); // moves within
    check_none(pass(-4, 0, 1, 6, 0, thick), 1);   // touches at the end
    check_none(pass(-4, 0, 1, 2, 0, thick), 1);   // has only just come
    assert_true(pass(-4, 0, 1, 6 + 0x1p-50, 0, thick).has_left);
    check_none(pass(-4, 0, 1, 1, 0, thick), 0); // never comes
    check_none(pass(-4, 0, 1, 0, 0, thick), 0);
    check_none(pass(0, 0, 1, 0, 0, thick), 1);
    check_none(pass(2, 0, 1, 0, 0, thick), 1); // touches
}

// In passing: entry and exit enclose one instant.
static void test_grazes(void **state) {
    (void)state;
    carom_passage p = pass(-5, 2, 1, 0, -4, bare);
    assert_int_equal(p.entry.kind, CAROM_SWEEP_KIND_GRAZE);
    assert_true(p.entry.t == 0.5);
    check_exit(p, CAROM_FEATURE_END_A, 0.5, (carom_vec2){-5, 0}, (carom_vec2){-4, 0},
               (carom_vec2){-1, 0});
    p = pass(-5, 1, 1, 0, -3, bare);
    assert_int_equal(p.entry.kind, CAROM_SWEEP_KIND_GRAZE);
    assert_true(p.has_left && p.entry.t < p.exit_t && nextafter(p.entry.t, 1) == p.exit_t);
    // Along the side at R: from where the side begins to where it ends.
    p = pass(-9, 1, 1, 18, 0, bare);
    assert_int_equal(p.entry.kind, CAROM_SWEEP_KIND_GRAZE);
    assert_true(p.entry.t == 0.27777777777777773);
    check_exit(p, CAROM_FEATURE_END_B, 0.7222222222222223, (carom_vec2){4, 1}, (carom_vec2){4, 0},
               (carom_vec2){0, 1});
}

static void test_from_a_touch(void **state) {
    (void)state;
    carom_passage p = pass(0, 1, 1, 3, 4, bare);
    assert_int_equal(p.entry.kind, CAROM_SWEEP_KIND_GRAZE);
    check_exit(p, CAROM_FEATURE_SIDE, 0, (carom_vec2){0, 1}, (carom_vec2){0, 0},
               (carom_vec2){0, 1});
    p = pass(0, 1, 1, 8, 0, bare); // along
    check_exit(p, CAROM_FEATURE_END_B, 0.5, (carom_vec2){4, 1}, (carom_vec2){4, 0},
               (carom_vec2){0, 1});
    p = pass(0, 1, 1, 0, -4, bare); // through
    assert_int_equal(p.entry.kind, CAROM_SWEEP_KIND_HIT);
    check_exit(p, CAROM_FEATURE_SIDE, 0.5, (carom_vec2){0, -1}, (carom_vec2){0, 0},
               (carom_vec2){0, -1});
}

// R = 0.
static void test_points(void **state) {
    (void)state;
    carom_passage p = pass(0, 2, 0, 0, -4, bare);
    assert_true(p.entry.t == 0.5 && is_point(p.entry.normal, 0, 1));
    check_exit(p, CAROM_FEATURE_SIDE, 0.5, (carom_vec2){0, 0}, (carom_vec2){0, 0},
               (carom_vec2){0, -1});
    p = pass(0, 1, 0, 0, -3, bare);
    assert_true(p.has_left && nextafter(p.entry.t, 1) == p.exit_t);
    p = pass(0, 0, 0, 1, -4, bare); // starts on it
    check_exit(p, CAROM_FEATURE_SIDE, 0, (carom_vec2){0, 0}, (carom_vec2){0, 0},
               (carom_vec2){0, -1});
    p = pass(-8, 0, 0, 16, 0, bare); // along: out at the other end, with the motion
    assert_true(p.entry.t == 0.25 && is_point(p.entry.normal, -1, 0));
    check_exit(p, CAROM_FEATURE_END_B, 0.75, (carom_vec2){4, 0}, (carom_vec2){4, 0},
               (carom_vec2){1, 0});
    p = pass(4, 2, 0, 0, -4, bare); // through an end
    check_exit(p, CAROM_FEATURE_END_B, 0.5, (carom_vec2){4, 0}, (carom_vec2){4, 0},
               (carom_vec2){0, -1});
    const carom_wall dot = {{0, 0}, {0, 0}, 0, CAROM_EXTENT_LINE};
    p = pass(-3, -4, 0, 6, 8, dot);
    check_exit(p, CAROM_FEATURE_END_A, 0.5, (carom_vec2){0, 0}, (carom_vec2){0, 0},
               (carom_vec2){0.6, 0.8});
    check_none(pass(0, 0, 0, 0, 0, dot), 1);
}

static void test_rays_lines_and_posts(void **state) {
    (void)state;
    const carom_wall ray = {{-4, 0}, {4, 0}, 1, CAROM_EXTENT_RAY};
    const carom_wall line = {{-4, 0}, {4, 0}, 1, CAROM_EXTENT_LINE};
    const carom_wall post = {{1, 0}, {1, 0}, 1, CAROM_EXTENT_RAY};
    check_none(pass(-8, 0, 1, 1000, 0, ray), 1); // endless in that direction
    check_exit(pass(8, 0, 1, -16, 0, ray), CAROM_FEATURE_END_A, 0.875, (carom_vec2){-6, 0},
               (carom_vec2){-5, 0}, (carom_vec2){-1, 0});
    check_none(pass(-8, 1, 1, 1000, 0, line), 1);
    check_exit(pass(90, 4, 1, 8, -8, line), CAROM_FEATURE_SIDE, 0.75, (carom_vec2){96, -2},
               (carom_vec2){96, -1}, (carom_vec2){0, -1});
    check_exit(pass(-3, 0, 1, 8, 0, post), CAROM_FEATURE_END_A, 0.75, (carom_vec2){3, 0},
               (carom_vec2){2, 0}, (carom_vec2){1, 0});
    check_exit(pass(1, 0, 1, 0, 4, post), CAROM_FEATURE_END_A, 0.5, (carom_vec2){1, 2},
               (carom_vec2){1, 1}, (carom_vec2){0, 1});
}

static void test_the_ends_of_the_range(void **state) {
    (void)state;
    const carom_wall w = {{0, 0}, {0, 1}, TINY, CAROM_EXTENT_LINE};
    assert_true(pass(0, 0, 0, 1, 0, w).exit_t == TINY);
    assert_true(pass(0, 0, 0, 3, 0, w).exit_t == TINY); // a third of it, rounded up
    assert_true(pass(0, 0, 0, DBL_MAX, 0, w).exit_t == TINY);
    assert_true(pass(0, 0, 0, TINY, 0, w).has_left == false);
    assert_true(pass(0, 0, 0, 2 * TINY, 0, w).exit_t == 0.5);
    // It leaves after the last double before 1 but before 1, because centre + move is never
    // rounded.
    const carom_wall one = {{0, 0}, {0, 1}, 1, CAROM_EXTENT_LINE};
    const carom_passage last = pass(0x1p-60, 0, 0, 1, 0, one);
    assert_true(last.has_left && last.exit_t == 1.0);
    check_none(pass(0, 0, 0, 1, 0, one), 1);
    check_none(pass(-0x1p-60, 0, 0, 1, 0, one), 1);
    // The displacement doubles the range.
    const carom_wall far = {{0, 0}, {0, 1}, 1e308, CAROM_EXTENT_LINE};
    const carom_passage huge = pass(-1.5e308, 3, 0.5e308, 0, 0, far);
    check_none(huge, 1);
    assert_true(pass(-1.5e308, 0, 0.5e308, 1.7e308, 0, far).has_left == false);
    const carom_wall line = {{0, 0}, {1, 0}, 0, CAROM_EXTENT_LINE};
    const carom_passage p = pass(1e308, 2, 1, 1.7e308, -4, line);
    assert_true(p.exit_t == 0.75 && p.exit_center.x == HUGE_VAL && p.exit_center.y == -1);
}

// A centre that starts at the point of its path nearest to an end, and then drifts by a hair. In
// double R^2 |v|^2 - (v x e)^2 is 0, by underflow or by cancellation.
static void test_starts_at_the_nearest_point(void **state) {
    (void)state;
    const carom_wall post = {{0, 0}, {0, 0}, 0, CAROM_EXTENT_SEGMENT};
    // 3, 4, 5: the exit is just before or just after 1/2.
    const double s = 0x1p-270, drift = 0x1p-200;
    const carom_passage before = pass(0, -3 * s, 5 * s, 8 * s, -drift * s, post);
    assert_true(before.has_left && before.exit_t == 0.5);
    assert_true(is_point(before.exit_center, 4 * s, -3 * s) && is_point(before.exit_point, 0, 0));
    const carom_passage after = pass(0, -3 * s, 5 * s, 8 * s, drift * s, post);
    assert_true(after.has_left && after.exit_t == nextafter(0.5, 1));
    // An ordinary size. sqrt(R^2 - y^2) / v, rounded up.
    const double r = 0x1.f45bd11b4a4ebp+0, v = 0x1.ede52322281f2p+1;
    for (int k = 100; k <= 300; k++) {
        assert_true(pass(0, nextafter(r, 0), r, v, ldexp(1, -k), post).exit_t ==
                    0x1.0659959667036p-27);
    }
    // The time of the exit is below the smallest double.
    const carom_passage fast = pass(0, 0, TINY, DBL_MAX, 0, post);
    assert_true(fast.has_left && fast.exit_t == TINY);
}

static void check_invalid(carom_circle c, carom_vec2 move, carom_wall w) {
    const carom_passage p = carom_circle_passage(c, move, w);
    assert_int_equal(p.entry.kind, CAROM_SWEEP_KIND_INVALID);
    assert_true(p.entry.feature == CAROM_FEATURE_NONE && p.entry.t == 0);
    check_none(p, 0);
}

static void test_invalid(void **state) {
    (void)state;
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3; i++)
        for (int place = 0; place < 10; place++) {
            carom_circle c = {{-4, 0}, 1};
            carom_vec2 move = {8, 0};
            carom_wall w = thick;
            double *const fields[] = {&c.center.x, &c.center.y, &c.radius, &move.x, &move.y,
                                      &w.a.x,      &w.a.y,      &w.b.x,    &w.b.y,  &w.radius};
            assert_true(carom_circle_passage(c, move, w).has_left);
            *fields[place] = bad[i];
            check_invalid(c, move, w);
        }
    const carom_circle c = {{-4, 0}, 1}, negative = {{-4, 0}, -1};
    const carom_vec2 move = {8, 0};
    carom_wall w = thick;
    check_invalid(negative, move, w);
    w.radius = -1;
    check_invalid(c, move, w);
    w = thick;
    w.extent = (carom_extent)3;
    check_invalid(c, move, w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_through_a_thick_wall),
        cmocka_unit_test(test_starts_and_ends_within),
        cmocka_unit_test(test_grazes),
        cmocka_unit_test(test_from_a_touch),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_rays_lines_and_posts),
        cmocka_unit_test(test_the_ends_of_the_range),
        cmocka_unit_test(test_starts_at_the_nearest_point),
        cmocka_unit_test(test_invalid),
    };
    return cmocka_run_group_tests_name("passage", tests, NULL, NULL);
}
