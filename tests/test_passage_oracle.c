// Passages against the oracle, class by class: the entry is the sweep's, bit for bit; whether the
// circle has left, the feature and the rounding of the exit's time exactly; centre, point and
// normal within the bounds that include/carom/sweep.h documents. Prints the worst error seen of
// each.
//
// A few thousand cases of each class by default; CAROM_TEST_CASES and CAROM_TEST_SEED say
// otherwise. The exact path is tried alone, in each of its tiers, and so are the filter and the
// stated error of its time (white box). Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "carom/sweep.h"
#include "random.h"
#include "sweep/passage_filter.h"
#include "sweep/sweep_integers.h"
#include "sweep/sweep_time.h"
#include "sweep_verdicts.h"

static oracle_sweep *question;
static oracle_sweep_numbers truth;

static worst worst_center = {.quantity = "centre at the exit", .bound = 2.1};
static worst worst_point = {.quantity = "last point of contact", .bound = 8.0};
static worst worst_normal = {.quantity = "normal", .bound = 4.0};
static worst worst_length = {.quantity = "length of the normal", .bound = 4.0};

// How often the filter was asked and was certain, and how much of their error bounds the estimates
// used.
static struct {
    long asked, certain, left, sharp;
    double fraction;
} tally;

static bool same_bits(const double *x, const double *y, size_t count) {
    return memcmp(x, y, count * sizeof *x) == 0;
}

static bool same_sweep(const carom_sweep *p, const carom_sweep *q) {
    return p->kind == q->kind && p->feature == q->feature && same_bits(&p->t, &q->t, 1) &&
           same_bits(&p->center.x, &q->center.x, 2) && same_bits(&p->point.x, &q->point.x, 2) &&
           same_bits(&p->normal.x, &q->normal.x, 2);
}

// All but the time.
static bool exit_is_zero(const carom_passage *p) {
    static const double zero[2] = {0.0, 0.0};
    return !p->has_left && p->exit_feature == CAROM_FEATURE_NONE &&
           same_bits(&p->exit_center.x, zero, 2) && same_bits(&p->exit_point.x, zero, 2) &&
           same_bits(&p->exit_normal.x, zero, 2);
}

static void check_passage(class_run *run, oracle_sweep_verdict last) {
    const motion_case *m = &run->m;
    const carom_passage got = carom_circle_passage(m->circle, m->move, m->wall);
    const carom_sweep entry = carom_circle_sweep(m->circle, m->move, m->wall);
    if (!same_sweep(&got.entry, &entry))
        class_fail(run, "the entry is not the sweep");
    if (last.kind <= CAROM_SWEEP_KIND_MISS || last.at_start) {
        const double t = last.kind <= CAROM_SWEEP_KIND_MISS ? 0.0 : 1.0;
        if (!exit_is_zero(&got) || !same_bits(&got.exit_t, &t, 1))
            class_fail(run, "an exit at %a (%s) from a contact that %s", got.exit_t,
                       carom_feature_name(got.exit_feature),
                       last.kind <= CAROM_SWEEP_KIND_MISS ? "is none" : "lasts");
        return;
    }
    oracle_sweep_measure(&truth, question);
    if (!got.has_left || got.exit_feature != last.feature) {
        class_fail(run, "got %s, has_left %d, expected %s", carom_feature_name(got.exit_feature),
                   got.has_left, carom_feature_name(last.feature));
        return;
    }
    if (!oracle_sweep_exit_is(question, got.exit_t))
        class_fail(run, "exit_t is %a, expected %a", got.exit_t,
                   1.0 - mpfr_get_d(truth.t, MPFR_RNDD));
    if (!(got.exit_t >= entry.t))
        class_fail(run, "the exit %a comes before the entry %a", got.exit_t, entry.t);
    check_point(run, &worst_center, got.exit_center, &truth.center, truth.ulp);
    check_point(run, &worst_point, got.exit_point, &truth.point, truth.ulp);
    check_point(run, &worst_normal, got.exit_normal, &truth.normal, -52);
    check_unit_length(run, &worst_length, got.exit_normal);
}

// The exact path without the filter in front, in each of its tiers.
static void check_tiers(class_run *run, const swept_query *c, oracle_sweep_verdict last) {
    static const carom_tier tiers[] = {CAROM_TIER_64, CAROM_TIER_128, CAROM_TIER_ANY};
    const carom_feature feature = last.at_start ? CAROM_FEATURE_NONE : last.feature;
    for (int i = 0; i < 3; i++) {
        const carom_feature got = carom_exact_last_contact(c, tiers[i]);
        if (got != feature)
            class_fail(run, "exact_last_contact, tier %d: got %s, expected %s", tiers[i],
                       carom_feature_name(got), carom_feature_name(feature));
        if (feature == CAROM_FEATURE_NONE)
            continue;
        const double near = 1.0 - mpfr_get_d(truth.t, MPFR_RNDN);
        const double times[] = {nextafter(near, 0.0), near, nextafter(near, 2.0)};
        for (int k = 0; k < 3; k++) {
            if (!(times[k] > 0.0 && times[k] <= 1.0))
                continue;
            const bool not_before = carom_exact_not_before(c, feature, times[k], tiers[i]);
            if (not_before != (oracle_sweep_exit_sign(question, times[k]) <= 0))
                class_fail(run, "exact_not_before, tier %d: wrong at %a", tiers[i], times[k]);
        }
    }
}

// The error of an estimate of the exit, as a fraction of its stated error.
static double fraction_of_error(const estimate *e) {
    mpfr_t off;
    mpfr_init2(off, mpfr_get_prec(truth.t));
    mpfr_ui_sub(off, 1, truth.t, MPFR_RNDN);
    mpfr_sub_d(off, off, e->guess, MPFR_RNDN);
    mpfr_sub_d(off, off, e->step, MPFR_RNDN);
    mpfr_abs(off, off, MPFR_RNDN);
    mpfr_div_d(off, off, e->error, MPFR_RNDN);
    const double fraction = mpfr_get_d(off, MPFR_RNDU);
    mpfr_clear(off);
    return fraction;
}

static void check_filter(class_run *run, const swept_query *c, oracle_sweep_verdict last) {
    const sweep_vectors d = sweep_vectors_of(c), r = vectors_backward(&d);
    sweep_terms t;
    if (!is_for_filter(c, &r))
        return;
    set_terms(&t, &r);
    const last_contact got = filter_last_contact(&r, &t, c->wall.extent);
    tally.asked++;
    if (!got.is_certain)
        return;
    tally.certain++;
    const carom_feature expected = last.at_start ? CAROM_FEATURE_NONE : last.feature;
    if (got.feature != expected) {
        class_fail(run, "the filter claims %s, expected %s", carom_feature_name(got.feature),
                   carom_feature_name(expected));
        return;
    }
    if (last.at_start)
        return;
    tally.left++;
    set_terms(&t, &d);
    const estimate e = got.feature == CAROM_FEATURE_SIDE
                           ? estimate_side(c, &d, &t, -1.0)
                           : estimate_end(c, &d, &t, got.feature, -1.0);
    if (!is_sharp(&e))
        return;
    tally.sharp++;
    const double fraction = fraction_of_error(&e);
    tally.fraction = fmax(tally.fraction, fraction);
    if (!(fraction <= 1.0))
        class_fail(run, "the time is off by %g of its error %g", fraction, e.error);
}

// The purpose of each class: the smallest fraction of its cases, in thousandths, that leave, that
// leave from the side, that leave by another feature than they came to, whose contact lasts, and
// whose exit is exactly a double.
typedef struct fractions {
    int left, side, other, lasts, exact_time;
} fractions;

static const fractions least[MOTION_CLASS_COUNT] = {
    [MOTION_ANYWHERE] = {205, 175, 30, 85, 0},
    [MOTION_AIMED] = {550, 410, 90, 70, 0},
    [MOTION_GRAZING_NEAR] = {320, 35, 7, 0, 0},
    [MOTION_GRAZING_EXACT] = {275, 11, 120, 365, 145},
    [MOTION_PARALLEL] = {250, 55, 200, 240, 0},
    [MOTION_TOUCHING_IN] = {200, 105, 60, 575, 0},
    [MOTION_TOUCHING_OUT] = {285, 175, 5, 430, 265},
    [MOTION_TOUCHING_ALONG] = {220, 45, 75, 535, 115},
    [MOTION_NEARLY_TOUCHING] = {210, 110, 50, 470, 0},
    [MOTION_STRIP] = {220, 9, 185, 190, 0},
    [MOTION_BULLET] = {550, 490, 80, 0, 0},
    [MOTION_LATE] = {200, 150, 0, 135, 0},
    [MOTION_EXACT_TIME] = {410, 255, 105, 195, 240},
    [MOTION_NONE] = {40, 30, 5, 465, 0},
    [MOTION_ZERO_LENGTH] = {370, 0, 0, 185, 55},
    [MOTION_POINT] = {515, 515, 0, 0, 0},
    [MOTION_POINT_EXACT] = {290, 225, 25, 220, 245},
    [MOTION_CORNER] = {390, 225, 130, 160, 45},
    [MOTION_OVERLAPPING] = {75, 40, 20, 635, 9},
    [MOTION_NEEDLE] = {390, 375, 20, 125, 0},
    [MOTION_OFFSET] = {345, 230, 50, 225, 0},
    [MOTION_LOST_REACH] = {325, 165, 100, 260, 40},
    [MOTION_TINY] = {320, 185, 80, 195, 20},
    [MOTION_HUGE] = {310, 170, 75, 195, 35},
    [MOTION_MIXED_EXPONENTS] = {175, 130, 30, 275, 12},
    [MOTION_RANDOM_BITS] = {70, 50, 10, 310, 0},
    [MOTION_INTEGERS] = {175, 120, 40, 165, 5},
    [MOTION_MIRRORED_PAIR] = {420, 310, 125, 85, 0},
    [MOTION_SHARED_CORNER] = {480, 65, 185, 100, 0},
    [MOTION_BELOW_A_POWER_OF_TWO] = {385, 360, 100, 255, 0},
};

// Each case has been asked `paths` times. Its paths are alike, so that they count as one case.
static void check_fractions(class_run *run, const fractions *got, const fractions *need, int paths,
                            long count) {
    printf("%s: left %d, from the side %d, by another feature %d, lasts %d, exact times %d; %ld "
           "wrong\n",
           run->name, got->left, got->side, got->other, got->lasts, got->exact_time, run->failures);
    class_need(run, "left", got->left / paths, count, need->left);
    class_need(run, "left from the side", got->side / paths, count, need->side);
    class_need(run, "left by another feature", got->other / paths, count, need->other);
    class_need(run, "contact lasts", got->lasts / paths, count, need->lasts);
    class_need(run, "exact times", got->exact_time / paths, count, need->exact_time);
}

// One passage; an exit is counted.
static void check_case(class_run *run, fractions *counts) {
    const motion_case *m = &run->m;
    const oracle_path path = {m->move, false};
    const oracle_sweep_verdict first = oracle_sweep_ask(question, m->circle, path, m->wall);
    const oracle_sweep_verdict last = oracle_sweep_ask_last(question, m->circle, path, m->wall);
    if ((first.kind <= CAROM_SWEEP_KIND_MISS) != (last.kind <= CAROM_SWEEP_KIND_MISS))
        class_fail(run, "the oracle contradicts itself");
    check_passage(run, last);
    if (last.kind <= CAROM_SWEEP_KIND_MISS)
        return;
    const swept_query c = swept_query_make(m->circle, m->move, false, m->wall);
    check_tiers(run, &c, last);
    check_filter(run, &c, last);
    counts->lasts += last.at_start;
    if (last.at_start)
        return;
    const double t = 1.0 - mpfr_get_d(truth.t, MPFR_RNDN);
    counts->left++;
    counts->side += last.feature == CAROM_FEATURE_SIDE;
    counts->other += last.feature != first.feature;
    counts->exact_time += oracle_sweep_exit_sign(question, t) == 0;
}

// Reverses the case: from its rounded end back to its start. The special start and first contact of
// a class become a special end and last contact.
static void turn_back(motion_case *m) {
    m->circle.center = carom_vec2_add(m->circle.center, m->move);
    m->move = carom_vec2_make(-m->move.x, -m->move.y);
}

// Makes the start the end of a long path, where all terms are small differences of large numbers.
static void come_from_afar(class_run *run) {
    motion_case *const m = &run->m;
    random_source g = random_start(run->seed, 9100 + (uint64_t)run->motion, run->index);
    const double size = fabs(m->circle.center.x - m->wall.a.x) +
                        fabs(m->circle.center.y - m->wall.a.y) + m->circle.radius + m->wall.radius;
    const double length = ldexp(size, random_int(&g, 0, 40));
    const double x = random_between(&g, -length, length);
    m->move = carom_vec2_make(x, random_between(&g, -length, length));
    turn_back(m);
}

// Each case, back from its end, and to its start from afar.
static void test_class(void **state) {
    class_run run = class_start_motion(*(const motion_class *)*state);
    const long count = case_count(3000);
    fractions counts = {0};
    for (long i = count; i > 0; i--) {
        class_next(&run);
        const motion_case given = run.m;
        check_case(&run, &counts);
        turn_back(&run.m);
        check_case(&run, &counts);
        run.m = given;
        come_from_afar(&run);
        check_case(&run, &counts);
    }
    check_fractions(&run, &counts, &least[run.motion], 3, count);
    assert_int_equal(run.failures, 0);
}

// Paths that are closest to an end near the start or, turned back, near the end.
static void test_closest_at_start(void **state) {
    (void)state;
    class_run run = class_start_motion(MOTION_ANYWHERE);
    run.name = "closest_at_start";
    const long count = case_count(15000);
    fractions counts = {0};
    long at_zero = 0, at_one = 0;
    for (long i = count; i > 0; i--) {
        class_take_motion(&run, motion_make_closest_at_start(run.seed, run.index + 1));
        check_case(&run, &counts);
        const carom_passage p =
            carom_circle_passage(run.m.circle, run.m.move, run.m.wall); // checked above
        at_zero += p.has_left && p.exit_t <= 0x1p-1074;
        at_one += p.has_left && p.exit_t >= 1.0 - 0x1p-49;
    }
    static const fractions need = {.left = 280, .side = 22, .other = 7, .lasts = 400};
    check_fractions(&run, &counts, &need, 1, count);
    printf("%s: %ld exits at the smallest double, %ld at 1\n", run.name, at_zero, at_one);
    class_need(&run, "exits at the smallest double", at_zero, count, 2);
    class_need(&run, "exits at 1", at_one, count, 10);
    assert_int_equal(run.failures, 0);
}

static int start(void **state) {
    (void)state;
    question = oracle_sweep_new();
    oracle_sweep_numbers_init(&truth);
    return 0;
}

static int finish(void **state) {
    (void)state;
    const worst *const all[] = {&worst_center, &worst_point, &worst_normal, &worst_length};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        worst_print(all[i]);
    printf("filter: certain in %ld of %ld, of %ld exits %ld times sharp, at most %.3g of the "
           "stated error\n",
           tally.certain, tally.asked, tally.left, tally.sharp, tally.fraction);
    oracle_sweep_numbers_clear(&truth);
    oracle_sweep_free(question);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    static const struct CMUnitTest more[] = {cmocka_unit_test(test_closest_at_start)};
    return run_classes(&(class_group){.name = "passage_oracle",
                                      .test_motion = test_class,
                                      .more = more,
                                      .more_count = 1,
                                      .start = start,
                                      .finish = finish});
}
