// White box: the signs and points of the exact path, src/rest/relation_integers.c, with each tier
// forced and without the filter, on every class of cases. test_oracle.c tests them with the gap 0;
// this file tests them with gaps, and the rim of every segment. Built once with 64-bit and once
// with 32-bit limbs, independent of the library's. Room: tests.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracle_exact.h"
#include "reach_truth.h"
#include "rest/relation_integers.h"
#include "verdicts.h"

static oracle_numbers truth;
static worst worst_surface = {.quantity = "points, in units of 2^-97 of themselves", .bound = 1.0};

// A coordinate of the point: its relative error, and its sign.
static void check_coordinate(class_run *run, wide got, const mpfr_t expected) {
    mpfr_t value;
    mpfr_init2(value, 256);
    mpfr_set_d(value, got.lo, MPFR_RNDN);
    mpfr_add_d(value, value, got.hi, MPFR_RNDN);
    mpfr_mul_2si(value, value, got.exp, MPFR_RNDN);
    double error = mpfr_sgn(value) == mpfr_sgn(expected) ? 0.0 : HUGE_VAL;
    if (mpfr_sgn(expected) != 0) {
        mpfr_reldiff(value, expected, value, MPFR_RNDN);
        mpfr_mul_2si(value, value, 97, MPFR_RNDN);
        error += fabs(mpfr_get_d(value, MPFR_RNDN));
    }
    if (!worst_take(&worst_surface, error, run))
        class_fail(run, "exact_surface: got (%a + %a) 2^%d, off by %.3g", got.hi, got.lo, got.exp,
                   error);
    mpfr_clear(value);
}

// The point, which `truth` has.
static void check_surface(class_run *run, carom_tier tier) {
    const carom_circle c = run->t.circle;
    const carom_wall w = run->t.wall;
    const carom_feature feature = exact_feature(exact_load(c, w, 0.0));
    const carom_surface_point p = carom_exact_surface(c, w, feature, tier);
    check_coordinate(run, p.x, truth.surface.x);
    check_coordinate(run, p.y, truth.surface.y);
}

static void check_tier(class_run *run, carom_tier tier) {
    const carom_circle c = run->t.circle;
    const carom_wall w = run->t.wall;
    const carom_feature feature = exact_feature(exact_load(c, w, 0.0));
    if (carom_exact_feature(c, w, tier) != feature)
        class_fail(run, "exact_feature(tier %d): expected %s", tier, carom_feature_name(feature));
    const double gaps[] = {0.0, run->t.gap};
    for (int i = 0; i < 2; i++) {
        const int sign = true_reach_sign(c, w, gaps[i]);
        if (carom_exact_reach(c, w, gaps[i], tier) != sign)
            class_fail(run, "exact_reach(tier %d), gap %a: expected %d", tier, gaps[i], sign);
    }
    if (w.extent == CAROM_EXTENT_SEGMENT) {
        const int sign = true_rim_sign(c, w);
        if (carom_exact_rim(c, w, tier) != sign)
            class_fail(run, "exact_rim(tier %d): expected %d", tier, sign);
    }
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    for (long i = case_count(1000); i > 0; i--) {
        class_next(&run);
        if (!is_valid_question(run.t.circle, run.t.wall, run.t.gap))
            continue;
        oracle_measure(&truth, run.t.circle, run.t.wall);
        for (int tier = CAROM_TIER_64; tier <= CAROM_TIER_ANY; tier++) {
            check_tier(&run, (carom_tier)tier);
            check_surface(&run, (carom_tier)tier);
        }
    }
    assert_int_equal(run.failures, 0);
}

// Inputs that span exactly as many bits as a tier takes, one fewer, and one more, with radii whose
// sum carries. If a tier took one bit too many, its sum of three would be negative.
static void test_spans(void **state) {
    (void)state;
    for (int span = 58; span <= 130; span++) {
        const double k = ldexp(0x1.fffffffffffffp0, span - 1);
        const carom_circle c = {{k, -k}, k};
        const carom_wall walls[] = {
            carom_post(carom_vec2_make(1.0, 0.0), k),
            carom_wall_make(carom_vec2_make(-k, 1.0), carom_vec2_make(k, k), k, CAROM_EXTENT_LINE),
        };
        for (int i = 0; i < 2; i++)
            for (int tier = CAROM_TIER_64; tier <= CAROM_TIER_ANY; tier++)
                assert_int_equal(carom_exact_reach(c, walls[i], k, (carom_tier)tier),
                                 true_reach_sign(c, walls[i], k));
    }
}

// The same for points. The longest integers occur for a far coordinate whose two terms have
// opposite signs.
static void test_spans_of_points(void **state) {
    (void)state;
    class_run run = class_start(CASE_ZERO_COORDINATE); // whatever a failure prints
    for (int span = 58; span <= 130; span++) {
        const double k = ldexp(0x1.fffffffffffffp0, span - 1);
        for (int i = 0; i < 16; i++) {
            const double x = i & 1 ? k : -k, y = i & 2 ? k : -k;
            const carom_vec2 a = {i & 4 ? -x : x, y}, b = {-x, i & 8 ? -y : 1.0};
            run.t.circle = (carom_circle){{-x, y}, 1.0};
            run.t.wall = carom_wall_make(a, b, k, CAROM_EXTENT_LINE);
            oracle_measure(&truth, run.t.circle, run.t.wall);
            for (int tier = CAROM_TIER_64; tier <= CAROM_TIER_ANY; tier++)
                check_surface(&run, (carom_tier)tier);
        }
    }
    assert_int_equal(run.failures, 0);
}

static int start(void **state) {
    (void)state;
    oracle_numbers_init(&truth);
    return 0;
}

static int finish(void **state) {
    (void)state;
    worst_print(&worst_surface);
    oracle_numbers_clear(&truth);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    const struct CMUnitTest more[] = {cmocka_unit_test(test_spans),
                                      cmocka_unit_test(test_spans_of_points)};
    return run_classes(&(class_group){.name = "tiers",
                                      .test_class = test_class,
                                      .start = start,
                                      .finish = finish,
                                      .more = more,
                                      .more_count = 2});
}
