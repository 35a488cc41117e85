// Walls that turn: the path of their ends, and the number of frames that a rotation needs, against
// MPFR. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <mpfr.h>
#include <stdio.h>

#include "cases.h"
#include "random_moving.h"

// Products of three doubles and of a double and two numbers of frames have no more bits.
enum { BITS = 256 };

// A turn keeps lengths and the distance to its arc is as stated.
static void test_turning(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 46, 0);
    for (int i = 0; i < 1000; i++) {
        const double angle = random_between(&g, -1, 1);
        const carom_vec2 pivot = random_vec(&g, 9);
        const carom_wall wall = carom_segment(vec(random_between(&g, -9, 9), 3), vec(5, -2));
        const carom_moving_wall m =
            carom_moving_wall_turning(wall, pivot, vec(cos(angle), sin(angle)));
        const carom_wall end = carom_moving_wall_at(m, 1), middle = carom_moving_wall_at(m, 0.5);
        const carom_vec2 from = carom_vec2_sub(wall.a, pivot), to = carom_vec2_sub(end.a, pivot);
        const carom_vec2 half = carom_vec2_sub(middle.a, pivot);
        const double r = hypot(from.x, from.y);
        assert_true(fabs(hypot(to.x, to.y) - r) < 1e-14 * (1 + r));
        assert_true(fabs(atan2(carom_vec2_cross(from, to), carom_vec2_dot(from, to)) - angle) <
                    1e-12 / r);
        assert_true(r - hypot(half.x, half.y) <= r * angle * angle / 8 + 1e-14);
        const carom_moving_wall again = carom_moving_wall_to(wall, end.a, end.b);
        assert_true(is_near(carom_moving_wall_at(again, 1).b, end.b.x, end.b.y, 1e-14));
    }
}

// reach (angle / n)^2 / 8 - tolerance in ulp of the tolerance, rounded away from 0.
static double excess(double angle, double reach, double tolerance, int n) {
    mpfr_t distance, limit;
    mpfr_inits2(BITS, distance, limit, (mpfr_ptr)NULL);
    mpfr_set_d(distance, angle, MPFR_RNDN);
    mpfr_mul_d(distance, distance, angle, MPFR_RNDN);
    mpfr_mul_d(distance, distance, reach, MPFR_RNDN);
    mpfr_set_d(limit, tolerance, MPFR_RNDN);
    mpfr_mul_ui(limit, limit, 8, MPFR_RNDN);
    mpfr_mul_si(limit, limit, n, MPFR_RNDN);
    mpfr_mul_si(limit, limit, n, MPFR_RNDN);
    // All exact so far.
    mpfr_sub(distance, distance, limit, MPFR_RNDN);
    mpfr_div_ui(distance, distance, 8, MPFR_RNDA);
    mpfr_div_si(distance, distance, n, MPFR_RNDA);
    mpfr_div_si(distance, distance, n, MPFR_RNDA);
    mpfr_div_d(distance, distance, nextafter(tolerance, HUGE_VAL) - tolerance, MPFR_RNDA);
    const double ulps = mpfr_get_d(distance, MPFR_RNDA);
    mpfr_clears(distance, limit, (mpfr_ptr)NULL);
    return ulps;
}

// True if the middle of the chord of angle / n is farther from its arc than stated: the sagitta
// reach (1 - cos(angle / n / 2)) = 2 reach sin(angle / n / 4)^2.
static bool leaves_arc(double angle, double reach, double tolerance, int n) {
    mpfr_t sagitta;
    mpfr_init2(sagitta, BITS);
    mpfr_set_d(sagitta, angle, MPFR_RNDN);
    mpfr_div_ui(sagitta, sagitta, 4, MPFR_RNDN);
    mpfr_div_si(sagitta, sagitta, n, MPFR_RNDN);
    mpfr_sin(sagitta, sagitta, MPFR_RNDN);
    mpfr_sqr(sagitta, sagitta, MPFR_RNDN);
    mpfr_mul_d(sagitta, sagitta, 2 * reach, MPFR_RNDN);
    mpfr_sub_d(sagitta, sagitta, tolerance, MPFR_RNDN);
    const bool is_beyond =
        mpfr_cmp_d(sagitta, 5 * (nextafter(tolerance, HUGE_VAL) - tolerance)) > 0;
    mpfr_clear(sagitta);
    return is_beyond;
}

// The result is least, to within 5 ulp of the tolerance. Half of the tolerances are those that a
// number of frames just meets or just misses.
static void test_frames_are_least(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 47, 0);
    double most = 0;
    for (long i = 0; i < 100 * case_count(1000); i++) {
        const double size = random_log(&g, -20, 4), reach = random_log(&g, -30, 30);
        const double angle = random_one_in(&g, 2) ? size : -size;
        double tolerance = reach * random_log(&g, -40, 3);
        if (i % 2 == 0) {
            const int n = random_int(&g, 1, 1000);
            const double off = random_log(&g, -54, -10);
            tolerance = reach * (angle / n) * (angle / n) / 8;
            tolerance *= random_one_in(&g, 2) ? 1 - off : 1 + off;
        }
        const int frames = carom_turning_frames(angle, reach, tolerance);
        const double over = excess(angle, reach, tolerance, frames);
        const double under = frames > 1 ? -excess(angle, reach, tolerance, frames - 1) : -1;
        most = fmax(most, fmax(over, under));
        if (frames < 1 || over > 5 || under > 5 || leaves_arc(angle, reach, tolerance, frames))
            fail_msg("angle %a, reach %a, tolerance %a: %d frames", angle, reach, tolerance,
                     frames);
    }
    printf("largest excess: %.2f ulp of the tolerance\n", most);
}

static void test_known_frames(void **state) {
    (void)state;
    // A root that is a whole number is not exceeded.
    assert_int_equal(carom_turning_frames(0.5, 8, 0.25), 1);
    assert_int_equal(carom_turning_frames(1, 8, 0.25), 2);
    assert_int_equal(carom_turning_frames(-1, 8, 0.25), 2);
    assert_int_equal(carom_turning_frames(1, 8, nextafter(0.25, 0)), 2);
    assert_int_equal(carom_turning_frames(1, 8, 0.2499999999), 3);
    assert_int_equal(carom_turning_frames(3, 8, 0.0625), 12);
    // What needs no frame gets one.
    assert_int_equal(carom_turning_frames(0, 8, 0.25), 1);
    assert_int_equal(carom_turning_frames(3, 0, 0.25), 1);
    assert_int_equal(carom_turning_frames(0, 0, 0), 1);
    assert_int_equal(carom_turning_frames(1e-9, 1, 1), 1);
    assert_int_equal(carom_turning_frames(DBL_MAX, DBL_TRUE_MIN, DBL_MAX), 1);
    // More than an int can count.
    assert_int_equal(carom_turning_frames(1, 8, 0), INT32_MAX);
    assert_int_equal(carom_turning_frames(1, DBL_TRUE_MIN, 0), INT32_MAX);
    assert_int_equal(carom_turning_frames(1, 8, 0x1p-62), INT32_MAX);
    assert_int_equal(carom_turning_frames(0x1.fffffffcp30, 8, 1), INT32_MAX);
    assert_int_equal(carom_turning_frames(2147483646, 8, 1), 2147483646);
    assert_int_equal(carom_turning_frames(DBL_MAX, DBL_MAX, DBL_TRUE_MIN), INT32_MAX);
    // A reach that has few digits.
    assert_int_equal(carom_turning_frames(100, 4 * DBL_TRUE_MIN, DBL_TRUE_MIN), 71);
    assert_int_equal(carom_turning_frames(100, 3 * DBL_TRUE_MIN, 8 * DBL_TRUE_MIN), 22);
    // Not numbers of a rotation.
    for (int i = 0; i < 3; i++) {
        double v[3] = {1, 8, 0.25};
        v[i] = (double)NAN;
        assert_int_equal(carom_turning_frames(v[0], v[1], v[2]), 0);
        v[i] = HUGE_VAL;
        assert_int_equal(carom_turning_frames(v[0], v[1], v[2]), 0);
        v[i] = -1;
        assert_int_equal(carom_turning_frames(v[0], v[1], v[2]), i == 0 ? 2 : 0);
    }
    assert_int_equal(carom_turning_frames(-HUGE_VAL, 8, 0.25), 0);
}

// The loop of moving_wall_source.h: at every time, every point of the wall is within the tolerance
// of where an even rotation has it.
static void test_split_rotation(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 48, 0);
    for (int k = 0; k < 300; k++) {
        const carom_vec2 pivot = random_vec(&g, 9);
        const double length = random_between(&g, 1, 20), from = random_between(&g, -3, 3);
        const double angle = random_between(&g, -7, 7), tolerance = random_log(&g, -14, 1);
        const carom_vec2 tip = vec(pivot.x + length * cos(from), pivot.y + length * sin(from));
        carom_moving_wall flipper = {.wall = carom_segment(pivot, tip)};
        const int n = carom_turning_frames(angle, length, tolerance);
        for (int i = 1; i <= n; i++) {
            const double to = from + angle * i / n;
            const carom_vec2 next = vec(pivot.x + length * cos(to), pivot.y + length * sin(to));
            flipper = carom_moving_wall_to(flipper.wall, pivot, next);
            for (int j = 0; j <= 16; j++) {
                const double t = j / 16.0, now = from + angle * (i - 1 + t) / n;
                const carom_wall at = carom_moving_wall_at(flipper, t);
                const double x = pivot.x + length * cos(now), y = pivot.y + length * sin(now);
                assert_true(hypot(at.b.x - x, at.b.y - y) <= tolerance + 1e-13);
                assert_true(is_near(at.a, pivot.x, pivot.y, 0));
            }
            flipper.wall = carom_moving_wall_at(flipper, 1);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turning),
        cmocka_unit_test(test_known_frames),
        cmocka_unit_test(test_frames_are_least),
        cmocka_unit_test(test_split_rotation),
    };
    const int failures = cmocka_run_group_tests_name("walls that turn", tests, NULL, NULL);
    mpfr_free_cache();
    return failures;
}
