// Every answer of layer sweep against the oracle, class by class: kind, feature, the rounding of
// the time, the clear path and the order exactly; centre, point and normal within the bounds that
// include/carom/sweep.h documents. Prints the worst error of each.
//
// A few thousand cases of each class by default; CAROM_TEST_CASES and CAROM_TEST_SEED say
// otherwise. The exact path is tried alone, in each of its tiers; that needs
// src/sweep/sweep_integers.h. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "sweep/sweep_integers.h"
#include "sweep_verdicts.h"

static oracle_sweep *question, *second_question;
static oracle_sweep_numbers truth;

// The answer to the question that the oracle was asked last.
static void check_sweep(class_run *run, const char *what, carom_sweep got,
                        oracle_sweep_verdict expected) {
    if (!check_sweep_kind(run, what, got, expected.kind, expected.feature)) {
        return;
    }
    oracle_sweep_measure(&truth, question);
    check_sweep_numbers(run, what, got, &truth, oracle_sweep_time_is(question, got.t),
                        expected.at_start ? &run->m.circle.center : NULL);
}

static void check_order(class_run *run) {
    const motion_case *m = &run->m;
    oracle_sweep_ask(question, m->circle, (oracle_path){m->move, false}, m->wall);
    oracle_sweep_ask(second_question, m->circle, (oracle_path){m->move, false}, m->second);
    const int expected = oracle_sweep_order(question, second_question);
    const int got = carom_circle_compare_time_of_impact(m->circle, m->move, m->wall, m->second);
    const int turned = carom_circle_compare_time_of_impact(m->circle, m->move, m->second, m->wall);
    const int same = carom_circle_compare_time_of_impact(m->circle, m->move, m->wall, m->wall);
    if (got != expected || turned != -expected || same != 0) {
        class_fail(run, "order: got %d, %d with the walls exchanged, %d with itself; expected %d",
                   got, turned, same, expected);
    }
}

// The exact path without the filter in front, in each of its tiers.
static void check_tiers(class_run *run, const swept_query *c, oracle_sweep_verdict expected) {
    static const carom_tier tiers[] = {CAROM_TIER_64, CAROM_TIER_128, CAROM_TIER_ANY};
    if (expected.at_start || expected.kind == CAROM_SWEEP_KIND_INVALID) {
        return;
    }
    double t = 0.0;
    if (expected.kind != CAROM_SWEEP_KIND_MISS) {
        oracle_sweep_measure(&truth, question);
        t = mpfr_get_d(truth.t, MPFR_RNDD);
    }
    for (int i = 0; i < 3; i++) {
        const first_contact got = carom_exact_first_contact(c, tiers[i]);
        if (got.kind != expected.kind ||
            (got.kind != CAROM_SWEEP_KIND_MISS && got.feature != expected.feature)) {
            class_fail(run, "exact sweep, tier %d: got %s, %s, expected %s, %s", tiers[i],
                       carom_sweep_kind_name(got.kind), carom_feature_name(got.feature),
                       carom_sweep_kind_name(expected.kind), carom_feature_name(expected.feature));
        }
        if (expected.kind == CAROM_SWEEP_KIND_MISS) {
            continue;
        }
        const bool before = carom_exact_not_after(c, expected.feature, t, tiers[i]);
        const double next = nextafter(t, 2.0);
        const bool after =
            next <= 1.0 && carom_exact_not_after(c, expected.feature, next, tiers[i]);
        if (before != (oracle_sweep_time_sign(question, t) >= 0) ||
            after != (next <= 1.0 && oracle_sweep_time_sign(question, next) >= 0)) {
            class_fail(run, "exact_not_after, tier %d: wrong at %a or the next double", tiers[i],
                       t);
        }
    }
}

// The purpose of each class: the smallest fraction of its cases, in thousandths, of sweeps by kind
// and place, where a time is exact if it is a double; of contacts within 16 ulp before or after the
// end of the path; and of pairs of walls met at the same time after the start. It detects a
// generator that no longer produces them.
typedef struct fractions {
    sweep_counts sweeps;
    int late, same_time;
} fractions;

static const fractions least[MOTION_CLASS_COUNT] = {
    [MOTION_ANYWHERE] = {{{0, 460, 0, 170, 100}, 240, 0}, 0, 45},
    [MOTION_AIMED] = {{{0, 0, 0, 750, 0}, 490, 0}, 0, 220},
    [MOTION_GRAZING_NEAR] = {{{0, 350, 0, 390, 0}, 0, 0}, 0, 130},
    [MOTION_GRAZING_EXACT] = {{{0, 0, 740, 0, 0}, 280, 250}, 120, 140},
    [MOTION_PARALLEL] = {{{0, 200, 260, 150, 120}, 270, 0}, 0, 110},
    [MOTION_TOUCHING_IN] = {{{0, 0, 0, 750, 0}, 460, 0}, 0, 0},
    [MOTION_TOUCHING_OUT] = {{{0, 0, 750, 0, 0}, 470, 0}, 0, 0},
    [MOTION_TOUCHING_ALONG] = {{{0, 0, 610, 130, 0}, 460, 0}, 0, 0},
    [MOTION_NEARLY_TOUCHING] = {{{0, 90, 20, 300, 320}, 410, 0}, 0, 80},
    [MOTION_STRIP] = {{{0, 240, 0, 430, 60}, 0, 0}, 0, 150},
    [MOTION_BULLET] = {{{0, 40, 0, 700, 0}, 630, 0}, 0, 240},
    [MOTION_LATE] = {{{0, 360, 0, 380, 0}, 240, 0}, 330, 100},
    [MOTION_EXACT_TIME] = {{{0, 0, 0, 750, 0}, 490, 660}, 360, 240},
    [MOTION_NONE] = {{{0, 290, 150, 0, 290}, 280, 0}, 0, 0},
    [MOTION_ZERO_LENGTH] = {{{0, 50, 15, 620, 40}, 0, 120}, 90, 570},
    [MOTION_POINT] = {{{0, 140, 0, 600, 0}, 600, 0}, 0, 230},
    [MOTION_POINT_EXACT] = {{{0, 160, 150, 420, 0}, 440, 420}, 180, 210},
    [MOTION_CORNER] = {{{0, 80, 0, 620, 20}, 380, 120}, 80, 220},
    [MOTION_OVERLAPPING] = {{{0, 0, 0, 0, 600}, 490, 0}, 0, 0},
    [MOTION_NEEDLE] = {{{0, 170, 0, 510, 50}, 550, 0}, 0, 150},
    [MOTION_OFFSET] = {{{0, 120, 0, 540, 80}, 470, 0}, 0, 200},
    [MOTION_LOST_REACH] = {{{0, 50, 50, 490, 150}, 380, 110}, 150, 170},
    [MOTION_TINY] = {{{0, 180, 40, 430, 90}, 300, 40}, 45, 170},
    [MOTION_HUGE] = {{{0, 150, 60, 460, 70}, 360, 70}, 60, 200},
    [MOTION_MIXED_EXPONENTS] = {{{0, 320, 15, 170, 230}, 310, 0}, 20, 50},
    [MOTION_RANDOM_BITS] = {{{150, 230, 0, 8, 340}, 230, 0}, 0, 0},
    [MOTION_INTEGERS] = {{{0, 440, 0, 130, 170}, 220, 0}, 0, 50},
    [MOTION_MIRRORED_PAIR] = {{{0, 140, 0, 550, 40}, 430, 0}, 0, 460},
    [MOTION_SHARED_CORNER] = {{{0, 0, 0, 750, 0}, 0, 0}, 0, 670},
    [MOTION_BELOW_A_POWER_OF_TWO] = {{{0, 0, 0, 600, 0}, 600, 0}, 0, 0},
};

static void count_case(fractions *counts, const motion_case *m, oracle_sweep_verdict v) {
    counts->sweeps.kind[v.kind]++;
    counts->sweeps.side += v.feature == CAROM_FEATURE_SIDE;
    if (v.kind >= CAROM_SWEEP_KIND_GRAZE && !v.at_start) {
        oracle_sweep_measure(&truth, question);
        const double t = mpfr_get_d(truth.t, MPFR_RNDN);
        counts->sweeps.exact_time += oracle_sweep_time_sign(question, t) == 0;
        counts->late += t >= 1.0 - 0x1p-49;
        oracle_sweep_verdict w =
            oracle_sweep_ask(second_question, m->circle, (oracle_path){m->move, false}, m->second);
        counts->same_time +=
            w.kind >= CAROM_SWEEP_KIND_GRAZE && oracle_sweep_order(question, second_question) == 0;
    }
}

static void check_fractions(class_run *run, const fractions *got, const fractions *need,
                            long count) {
    need_sweeps(run, &got->sweeps, &need->sweeps, count);
    printf("%s: late %d, same times %d\n", run->name, got->late, got->same_time);
    class_need(run, "late", got->late, count, need->late);
    class_need(run, "same times", got->same_time, count, need->same_time);
}

// One case, in all forms; it is counted.
static void check_case(class_run *run, fractions *counts) {
    const motion_case *m = &run->m;
    const oracle_path moved = {m->move, false}, to = {m->to, true};
    swept_query query;
    oracle_sweep_verdict expected = oracle_sweep_ask(question, m->circle, moved, m->wall);
    check_sweep(run, "sweep", carom_circle_sweep(m->circle, m->move, m->wall), expected);
    query = swept_query_make(m->circle, m->move, false, m->wall);
    check_tiers(run, &query, expected);
    count_case(counts, m, expected);

    expected = oracle_sweep_ask(question, m->circle, to, m->wall);
    check_sweep(run, "sweep_to", carom_circle_sweep_to(m->circle, m->to, m->wall), expected);
    query = swept_query_make(m->circle, m->to, true, m->wall);
    check_tiers(run, &query, expected);
    const bool is_clear = carom_circle_path_is_clear(m->circle, m->to, m->wall);
    if (is_clear != expected.path_is_clear) {
        class_fail(run, "path_is_clear: got %d for %s", is_clear,
                   carom_sweep_kind_name(expected.kind));
    }
    check_order(run);
}

static void test_class(void **state) {
    class_run run = class_start_motion(*(const motion_class *)*state);
    const long count = case_count(3000);
    fractions counts = {{{0}, 0, 0}, 0, 0};
    for (long i = count; i > 0; i--) {
        class_next(&run);
        check_case(&run, &counts);
    }
    check_fractions(&run, &counts, &least[run.motion], count);
    assert_int_equal(run.failures, 0);
}

// Paths that are closest to an end near the start or near the end.
static void test_closest_at_start(void **state) {
    (void)state;
    class_run run = class_start_motion(MOTION_ANYWHERE);
    run.name = "closest_at_start";
    const long count = case_count(5000);
    fractions counts = {{{0}, 0, 0}, 0, 0};
    for (long i = count; i > 0; i--) {
        class_take_motion(&run, motion_make_closest_at_start(run.seed, run.index + 1));
        check_case(&run, &counts);
    }
    static const fractions need = {{{0, 20, 20, 100, 400}, 20, 20}, 30, 100};
    check_fractions(&run, &counts, &need, count);
    assert_int_equal(run.failures, 0);
}

static int start(void **state) {
    (void)state;
    question = oracle_sweep_new();
    second_question = oracle_sweep_new();
    oracle_sweep_numbers_init(&truth);
    return 0;
}

static int finish(void **state) {
    (void)state;
    print_worst_sweeps();
    oracle_sweep_numbers_clear(&truth);
    oracle_sweep_free(question);
    oracle_sweep_free(second_question);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    static const struct CMUnitTest more[] = {cmocka_unit_test(test_closest_at_start)};
    return run_classes(&(class_group){.name = "sweep_oracle",
                                      .test_motion = test_class,
                                      .more = more,
                                      .more_count = 1,
                                      .start = start,
                                      .finish = finish});
}
