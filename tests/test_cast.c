// Contract of layer cast: the displacement along a direction of any length, the distance until
// contact, invalid input; both numbers against MPFR in every class of moving circles. Prints the
// worst error seen of each. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "carom/sweep.h"
#include "oracle_sweep.h"
#include "random.h"
#include "verdicts.h"

#define TINY 0x1p-1074

static worst worst_along = {.quantity = "displacement", .bound = 0.51};
static worst worst_subnormal = {.quantity = "subnormal displacement", .bound = 0.76};
static worst worst_distance = {.quantity = "distance", .bound = 4.0};
static oracle_sweep *question;
static oracle_sweep_numbers truth;
static mpfr_t x, y, scale;

static bool is_point(carom_vec2 p, double px, double py) {
    return p.x == px && p.y == py && !signbit(p.x) == !signbit(px);
}

static carom_vec2 along(double dx, double dy, double length) {
    return carom_vec2_along(carom_vec2_make(dx, dy), length);
}

static void test_along(void **state) {
    (void)state;
    assert_true(is_point(along(3, 4, 5), 3, 4));
    assert_true(is_point(along(-3, 4, 2.5), -1.5, 2));
    assert_true(is_point(along(7, 0, 0.1), 0.1, 0));
    assert_true(is_point(along(0, -TINY, DBL_MAX), 0, -DBL_MAX));
    assert_true(is_point(along(3 * TINY, 4 * TINY, 5e300), 3e300, 4e300));
    assert_true(is_point(along(0x1.8p1023, 0x1p1023, TINY), TINY, TINY)); // 0.83 and 0.55 of it
    assert_true(is_point(along(DBL_MAX, 0, DBL_MAX), DBL_MAX, 0));
    assert_true(is_point(along(DBL_MAX, TINY, 1), 1, 0));
    assert_true(is_point(along(3, 4, 0), 0, 0));
    assert_true(is_point(along(0, 0, 0), 0, 0));
}

static void test_distance(void **state) {
    (void)state;
    const carom_circle ball = carom_circle_make(carom_vec2_make(0, 3), 1);
    const carom_wall floor = carom_segment(carom_vec2_make(-9, 0), carom_vec2_make(9, 0));
    const carom_cast c = carom_circle_cast(ball, carom_vec2_make(0, -7), 8, floor);
    assert_int_equal(c.sweep.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(c.sweep.t == 0.25 && c.distance == 2);
    const carom_sweep s = carom_circle_sweep(ball, carom_vec2_make(0, -8), floor);
    assert_true(s.t == c.sweep.t && s.feature == c.sweep.feature);
    assert_true(is_point(c.sweep.center, s.center.x, s.center.y));
    // Just far enough, and just not.
    assert_true(carom_circle_cast(ball, carom_vec2_make(0, -1), 2, floor).distance == 2);
    const carom_cast miss = carom_circle_cast(ball, carom_vec2_make(0, -1), 2 - 0x1p-52, floor);
    assert_int_equal(miss.sweep.kind, CAROM_SWEEP_KIND_MISS);
    assert_true(miss.distance == 0);
    // The longest displacement: the time is subnormal, but the distance keeps its digits.
    const carom_circle near = carom_circle_make(carom_vec2_make(0, 1 + 0x1p-40), 1);
    const carom_cast far = carom_circle_cast(near, carom_vec2_make(0, -1), DBL_MAX, floor);
    assert_int_equal(far.sweep.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(far.distance == 0x1p-40);
    // At the start.
    const carom_circle on = carom_circle_make(carom_vec2_make(0, 1), 1);
    const carom_cast touch = carom_circle_cast(on, carom_vec2_make(0, -1), 5, floor);
    assert_true(touch.sweep.kind == CAROM_SWEEP_KIND_HIT && touch.distance == 0);
    const carom_cast still = carom_circle_cast(on, carom_vec2_make(0, 0), 0, floor);
    assert_true(still.sweep.kind == CAROM_SWEEP_KIND_GRAZE && still.distance == 0);
}

static void check_invalid(carom_vec2 direction, double length) {
    const carom_circle on = carom_circle_make(carom_vec2_make(0, 1), 1);
    const carom_wall floor = carom_segment(carom_vec2_make(-9, 0), carom_vec2_make(9, 0));
    const carom_cast c = carom_circle_cast(on, direction, length, floor);
    assert_int_equal(c.sweep.kind, CAROM_SWEEP_KIND_INVALID);
    assert_true(c.sweep.feature == CAROM_FEATURE_NONE && c.sweep.t == 0 && c.distance == 0);
    assert_true(is_point(c.sweep.center, 0, 0) && is_point(c.sweep.normal, 0, 0));
    assert_true(is_point(carom_vec2_along(direction, length), 0, 0));
}

static void test_invalid(void **state) {
    (void)state;
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3; i++) {
        check_invalid(carom_vec2_make(bad[i], 1), 1);
        check_invalid(carom_vec2_make(1, bad[i]), 1);
        check_invalid(carom_vec2_make(1, bad[i]), 0);
        check_invalid(carom_vec2_make(1, 1), bad[i]);
    }
    check_invalid(carom_vec2_make(1, 1), -1);
    check_invalid(carom_vec2_make(0, 0), 1);
    check_invalid(carom_vec2_make(0, -0.0), TINY);
    const carom_circle negative = carom_circle_make(carom_vec2_make(0, 1), -1);
    const carom_wall floor = carom_segment(carom_vec2_make(-9, 0), carom_vec2_make(9, 0));
    assert_int_equal(carom_circle_cast(negative, carom_vec2_make(1, 1), 1, floor).sweep.kind,
                     CAROM_SWEEP_KIND_INVALID);
}

static void check_coordinate(class_run *run, double got, const mpfr_t expected) {
    worst *const w = fabs(got) < DBL_MIN ? &worst_subnormal : &worst_along;
    check_number(run, w, got, expected, oracle_ulp_exponent(expected));
}

// x, y = the displacement, with enough bits for the comparison.
static void set_along(carom_vec2 direction, double length) {
    mpfr_set_d(x, direction.x, MPFR_RNDN);
    mpfr_set_d(y, direction.y, MPFR_RNDN);
    mpfr_hypot(scale, x, y, MPFR_RNDN);
    mpfr_d_div(scale, length, scale, MPFR_RNDN);
    mpfr_mul(x, x, scale, MPFR_RNDN);
    mpfr_mul(y, y, scale, MPFR_RNDN);
}

static void check_cast(class_run *run, carom_vec2 direction, double length) {
    const motion_case *m = &run->m;
    const carom_cast got = carom_circle_cast(m->circle, direction, length, m->wall);
    const carom_vec2 move = carom_vec2_along(direction, length);
    const carom_sweep sweep = carom_circle_sweep(m->circle, move, m->wall);
    if (got.sweep.kind != sweep.kind || got.sweep.feature != sweep.feature ||
        got.sweep.t != sweep.t || memcmp(&got.sweep.normal, &sweep.normal, sizeof move) != 0)
        class_fail(run, "the cast is not the sweep along the displacement");
    set_along(direction, length);
    check_coordinate(run, move.x, x);
    check_coordinate(run, move.y, y);
    if (sweep.kind <= CAROM_SWEEP_KIND_MISS) {
        if (got.distance != 0.0)
            class_fail(run, "a distance without contact");
        return;
    }
    oracle_sweep_ask(question, m->circle, (oracle_path){move, false}, m->wall);
    oracle_sweep_measure(&truth, question);
    mpfr_set_d(x, move.x, MPFR_RNDN);
    mpfr_set_d(y, move.y, MPFR_RNDN);
    mpfr_hypot(scale, x, y, MPFR_RNDN);
    mpfr_mul(scale, scale, truth.t, MPFR_RNDN);
    check_number(run, &worst_distance, got.distance, scale, oracle_ulp_exponent(scale));
    if (!(got.distance >= 0.0 && got.distance <= length))
        class_fail(run, "the distance %a is not in [0, %a]", got.distance, length);
}

static bool is_finite_point(carom_vec2 p) {
    return isfinite(p.x) && isfinite(p.y);
}

// The displacement of the case, as a direction of any length; and the longest displacement.
static void test_class(void **state) {
    class_run run = class_start_motion(*(const motion_class *)*state);
    for (long i = case_count(1000); i > 0; i--) {
        class_next(&run);
        const motion_case *m = &run.m;
        random_source g = random_start(run.seed, 9200 + (uint64_t)run.motion, run.index);
        const int k = random_int(&g, -1060, 1000);
        const double size = fmax(fabs(m->move.x), fabs(m->move.y));
        if (!is_finite_point(m->move) || size == 0.0 || !carom_circle_is_valid(m->circle) ||
            !carom_wall_is_valid(m->wall))
            continue;
        int exponent;
        frexp(size, &exponent);
        const carom_vec2 direction =
            carom_vec2_make(ldexp(m->move.x, k - exponent), ldexp(m->move.y, k - exponent));
        const double length = hypot(m->move.x, m->move.y);
        check_cast(&run, direction, length <= DBL_MAX ? length : DBL_MAX);
        check_cast(&run, direction, DBL_MAX);
        check_cast(&run, direction, random_log(&g, -1074, 1023));
    }
    assert_int_equal(run.failures, 0);
}

static int start(void **state) {
    (void)state;
    question = oracle_sweep_new();
    oracle_sweep_numbers_init(&truth);
    mpfr_inits2(512, x, y, scale, (mpfr_ptr)NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    worst_print(&worst_along);
    worst_print(&worst_subnormal);
    worst_print(&worst_distance);
    mpfr_clears(x, y, scale, (mpfr_ptr)NULL);
    oracle_sweep_numbers_clear(&truth);
    oracle_sweep_free(question);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    static const struct CMUnitTest more[] = {
        cmocka_unit_test(test_along),
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_invalid),
    };
    return run_classes(&(class_group){.name = "cast",
                                      .test_motion = test_class,
                                      .more = more,
                                      .more_count = sizeof more / sizeof *more,
                                      .start = start,
                                      .finish = finish});
}
