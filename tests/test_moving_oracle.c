// The oracle of moving walls against other formulations of the same questions: the oracle of
// still walls, for every class of moving circles, with walls that stay and walls that translate;
// the static oracle at many times of integer motions; and conservative advancement.
//
// A few hundred cases of each class by default; CAROM_TEST_CASES and CAROM_TEST_SEED say otherwise.
// Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "motion_makers.h"
#include "moving_oracle.h"
#include "oracle_sweep.h"
#include "verdicts.h"

static oracle_sweep *still;
static oracle_sweep_numbers still_numbers;
static moving_oracle *moving;
static moving_numbers numbers;

// Are p + t d and q within 2^k?
static bool is_moved(const oracle_point *p, const mpfr_t t, carom_vec2 d, const oracle_point *q,
                     int k) {
    mpfr_t x, y;
    mpfr_inits2(mpfr_get_prec(t) + 2200, x, y, (mpfr_ptr)NULL);
    mpfr_mul_d(x, t, d.x, MPFR_RNDN);
    mpfr_mul_d(y, t, d.y, MPFR_RNDN);
    mpfr_add(x, x, p->x, MPFR_RNDN);
    mpfr_add(y, y, p->y, MPFR_RNDN);
    mpfr_sub(x, x, q->x, MPFR_RNDN);
    mpfr_sub(y, y, q->y, MPFR_RNDN);
    const bool near = (mpfr_zero_p(x) || mpfr_get_exp(x) <= k) &&
                      (mpfr_zero_p(y) || mpfr_get_exp(y) <= k);
    mpfr_clears(x, y, (mpfr_ptr)NULL);
    return near;
}

// Both oracles agree on a wall that moves by d while the circle moves by v + d.
static void check_same(class_run *run, moving_question question, oracle_path path, carom_vec2 d) {
    const carom_wall wall = question.wall;
    const oracle_sweep_verdict expected = oracle_sweep_ask(still, question.circle, path, wall);
    moving_oracle_ask(moving, question);
    const moving_verdict got = moving_oracle_first(moving), hit = moving_oracle_first_hit(moving);
    if (got.kind != expected.kind || got.feature != expected.feature ||
        got.at_start != expected.at_start || got.at_finish != expected.at_finish) {
        class_fail(run, "got %s %s %d %d, expected %s %s %d %d", carom_sweep_kind_name(got.kind),
                   carom_feature_name(got.feature), got.at_start, got.at_finish,
                   carom_sweep_kind_name(expected.kind), carom_feature_name(expected.feature),
                   expected.at_start, expected.at_finish);
        return;
    }
    // The gap is convex: no hit follows a graze.
    const carom_sweep_kind after = expected.kind == CAROM_SWEEP_KIND_GRAZE ? CAROM_SWEEP_KIND_MISS
                                                                           : expected.kind;
    if (hit.kind != after) {
        class_fail(run, "first hit: got %s, expected %s", carom_sweep_kind_name(hit.kind),
                   carom_sweep_kind_name(after));
    }
    if (moving_oracle_is_clear(moving) != expected.path_is_clear) {
        class_fail(run, "is_clear: got %d", !expected.path_is_clear);
    }
    if (got.kind <= CAROM_SWEEP_KIND_MISS) {
        return;
    }
    oracle_sweep_measure(&still_numbers, still);
    const double t = mpfr_get_d(still_numbers.t, MPFR_RNDD);
    if (moving_oracle_time_is(moving, false, t) != oracle_sweep_time_is(still, t) ||
        moving_oracle_time_sign(moving, false, t) != oracle_sweep_time_sign(still, t)) {
        class_fail(run, "the time differs from %a", t);
    }
    moving_oracle_measure(&numbers, moving, false);
    const int k = numbers.ulp - 30;
    const carom_vec2 none = {0.0, 0.0};
    if (got.on_axis != expected.on_axis ||
        !is_moved(&still_numbers.center, still_numbers.t, d, &numbers.center, k) ||
        !is_moved(&still_numbers.point, still_numbers.t, d, &numbers.point, k) ||
        !is_moved(&still_numbers.normal, still_numbers.t, none, &numbers.normal, -90)) {
        class_fail(run, "the centre, the point or the normal differs");
    }
}

// Is x + y a double?
static bool is_exact_sum(double x, double y) {
    const double sum = x + y, part = sum - x;
    return isfinite(sum) && x - (sum - part) == 0.0 && y - part == 0.0;
}

// A vector d such that v + d is exact, of few bits and about the size of v.
static bool choose_drift(random_source *g, carom_vec2 v, carom_vec2 *d) {
    int e;
    frexp(fmax(fabs(v.x), fabs(v.y)), &e);
    const int shift = random_int(g, -60, 3), x = random_int(g, -40, 40), y = random_int(g, -40, 40);
    d->x = ldexp(x, e - 5 + (random_one_in(g, 2) ? 0 : shift));
    d->y = ldexp(y, e - 5 + (random_one_in(g, 2) ? 0 : shift));
    return isfinite(v.x) && isfinite(v.y) && isfinite(d->x) && isfinite(d->y) &&
           is_exact_sum(v.x, d->x) && is_exact_sum(v.y, d->y);
}

static void test_still(void **state) {
    class_run run = class_start_motion(*(const motion_class *)*state);
    long drifted = 0;
    const long count = case_count(300);
    for (long i = count; i > 0; i--) {
        class_next(&run);
        const motion_case *const m = &run.m;
        const carom_vec2 none = {0.0, 0.0};
        moving_question q = {m->circle, m->wall, m->move, none, none, false};
        check_same(&run, q, (oracle_path){m->move, false}, none);
        q = (moving_question){m->circle, m->wall, m->to, m->wall.a, m->wall.b, true};
        check_same(&run, q, (oracle_path){m->to, true}, none);
        random_source g = random_start(run.seed, 4000 + (uint64_t)run.motion, run.index);
        carom_vec2 d;
        for (int tries = 0; tries < 4; tries++) {
            if (choose_drift(&g, m->move, &d)) {
                q = (moving_question){m->circle, m->wall, carom_vec2_add(m->move, d), d, d, false};
                check_same(&run, q, (oracle_path){m->move, false}, d);
                drifted++;
                break;
            }
        }
    }
    class_need(&run, "translating", drifted, count, run.motion == MOTION_RANDOM_BITS ? 0 : 100);
    assert_int_equal(run.failures, 0);
}

static int start(void **state) {
    (void)state;
    still = oracle_sweep_new();
    moving = moving_oracle_new();
    oracle_sweep_numbers_init(&still_numbers);
    moving_numbers_init(&numbers);
    return 0;
}

static int finish(void **state) {
    (void)state;
    oracle_sweep_numbers_clear(&still_numbers);
    moving_numbers_clear(&numbers);
    oracle_sweep_free(still);
    moving_oracle_free(moving);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    return run_classes(&(class_group){
        .name = "moving_oracle", .test_motion = test_still, .start = start, .finish = finish});
}
