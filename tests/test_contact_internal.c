// White box: the two ways to a contact (src/rest/contact_double_double.h and contact_integers.c)
// and the filter of the relation, on every class of cases. What the fast code claims must agree
// with the oracle, it must not decline generic cases, and the code for any size alone must give the
// same decisions and keep the bounds of include/carom/contact.h. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

// The filter is static.
#include "rest/contact_double_double.h"
#include "rest/contact_integers.h"
#include "rest/push_off.h"
#include "rest/relation.c"

#include "random.h"
#include "reach_truth.h"
#include "verdicts.h"

static oracle_numbers truth;

static worst worst_distance = {.quantity = "distance, in units of its bound", .bound = 0.5};
static worst worst_along = {.quantity = "along, slow", .bound = 1.0};
static worst worst_point = {.quantity = "point, slow", .bound = 1.0};
static worst worst_close_point = {.quantity = "point near the origin", .bound = 1.0};
static worst worst_normal = {.quantity = "normal, slow", .bound = 1.0};
static worst worst_depth = {.quantity = "depth, slow", .bound = 1.0};
static worst worst_push = {.quantity = "push-out, slow", .bound = 8.0};

// How often each way answered.
typedef struct tally {
    long valid, measured, pushed, segments, certain;
} tally;

// ---- the fast code ----

// |R - distance - truth| as a fraction of the error that the code assumes, from all its digits.
static double fraction_of_error(const fast_distance *k) {
    mpfr_t depth;
    mpfr_init2(depth, 300);
    mpfr_set_d(depth, k->reach.hi, MPFR_RNDN);
    mpfr_add_d(depth, depth, k->reach.lo, MPFR_RNDN);
    mpfr_sub_d(depth, depth, k->hi, MPFR_RNDN);
    mpfr_sub_d(depth, depth, k->lo, MPFR_RNDN);
    mpfr_sub(depth, depth, truth.depth, MPFR_RNDN);
    mpfr_div_d(depth, depth, k->error, MPFR_RNDN);
    const double fraction = fabs(mpfr_get_d(depth, MPFR_RNDN));
    mpfr_clear(depth);
    return fraction;
}

static void check_push(class_run *run, carom_push push, const char *what) {
    const carom_circle moved = carom_circle_make(push.center, run->t.circle.radius);
    const carom_relation after = oracle_decide(moved, run->t.wall, 0.0).relation;
    if (after != push.relation)
        class_fail(run, "%s: says %s, is %s", what, carom_relation_name(push.relation),
                   carom_relation_name(after));
}

static void check_fast(class_run *run, tally *n, const oracle_verdict *expected) {
    const carom_circle c = run->t.circle;
    const carom_wall w = run->t.wall;
    const fast_vectors v = fast_vectors_of(c, &w);
    fast_distance k;
    if (!measure_fast(&k, &v, c, &w))
        return;
    n->measured++;
    if (expected->relation == CAROM_RELATION_INVALID) {
        class_fail(run, "measures invalid input");
        return;
    }
    if (k.feature != expected->feature)
        class_fail(run, "fast feature: %s, expected %s", carom_feature_name(k.feature),
                   carom_feature_name(expected->feature));
    if ((k.depth > 0.0) - (k.depth < 0.0) != mpfr_sgn(truth.depth))
        class_fail(run, "fast depth: %a, expected the sign %d", k.depth, mpfr_sgn(truth.depth));
    const carom_relation relation = fast_relation(&v, c, &w, k.depth);
    if (relation != CAROM_RELATION_INVALID && relation != expected->relation)
        class_fail(run, "fast relation: %s, expected %s", carom_relation_name(relation),
                   carom_relation_name(expected->relation));
    if (!k.is_level && !worst_take(&worst_distance, fraction_of_error(&k), run))
        class_fail(run, "distance: off by %.3g of the assumed error", fraction_of_error(&k));
    carom_push push = {CAROM_RELATION_INVALID, c.center};
    if (k.depth > 0.0 &&
        (k.is_level ? push_off_level(&push, &k, c.center, &w) : push_off(&push, &k, c.center))) {
        n->pushed++;
        check_push(run, push, "fast push-out");
    }
}

static void check_filter(class_run *run, tally *n, carom_relation expected) {
    const carom_relation certain = certain_relation(run->t.circle, &run->t.wall);
    n->segments += run->t.wall.extent == CAROM_EXTENT_SEGMENT;
    n->certain += certain != CAROM_RELATION_INVALID;
    if (certain != CAROM_RELATION_INVALID && certain != expected)
        class_fail(run, "certain_relation: %s, expected %s", carom_relation_name(certain),
                   carom_relation_name(expected));
}

// ---- the slow code ----

static void check_slow_numbers(class_run *run, const carom_contact *got) {
    const int reach = oracle_ulp_exponent(truth.reach), away = oracle_ulp_exponent(truth.distance);
    check_number(run, &worst_depth, got->depth, truth.depth, reach > away ? reach : away);
    check_number(run, &worst_point, got->point.x, truth.surface.x,
                 oracle_ulp_exponent(truth.surface.x));
    check_number(run, &worst_point, got->point.y, truth.surface.y,
                 oracle_ulp_exponent(truth.surface.y));
    check_number(run, &worst_normal, got->normal.x, truth.normal.x, -52);
    check_number(run, &worst_normal, got->normal.y, truth.normal.y, -52);
    if (!worst_take(&worst_along, oracle_along_error(got->along, &truth), run))
        class_fail(run, "along, slow: got %a", got->along);
}

static void check_slow(class_run *run, const oracle_verdict *expected) {
    const carom_contact got = carom_contact_of_any_size(run->t.circle, &run->t.wall);
    if (got.relation != expected->relation || got.feature != expected->feature)
        class_fail(run, "slow contact: %s, %s, expected %s, %s", carom_relation_name(got.relation),
                   carom_feature_name(got.feature), carom_relation_name(expected->relation),
                   carom_feature_name(expected->feature));
    const carom_push push = carom_push_of_any_size(run->t.circle, &run->t.wall);
    if (expected->relation == CAROM_RELATION_INVALID) {
        if (push.relation != CAROM_RELATION_INVALID)
            class_fail(run, "slow push-out of invalid input");
        return;
    }
    check_push(run, push, "slow push-out");
    check_slow_numbers(run, &got);
    if (expected->relation > CAROM_RELATION_TOUCHING && push.relation <= CAROM_RELATION_TOUCHING &&
        !worst_take(&worst_push, oracle_push_error(push.center, run->t.circle, run->t.wall, &truth),
                    run))
        class_fail(run, "slow push-out: got (%a, %a)", push.center.x, push.center.y);
}

// ---- the classes ----

static void check_case(class_run *run, tally *n) {
    const oracle_verdict expected = oracle_decide(run->t.circle, run->t.wall, 0.0);
    if (expected.relation != CAROM_RELATION_INVALID) {
        n->valid++;
        oracle_measure(&truth, run->t.circle, run->t.wall);
    }
    check_fast(run, n, &expected);
    check_filter(run, n, expected.relation);
    check_slow(run, &expected);
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    tally n = {0};
    for (long i = case_count(2000); i > 0; i--) {
        class_next(&run);
        check_case(&run, &n);
    }
    printf("%s: measured %ld of %ld, pushed off %ld; certain_relation %ld of %ld segments\n",
           run.name, n.measured, n.valid, n.pushed, n.certain, n.segments);
    assert_int_equal(run.failures, 0);
}

static void test_generic_cases_are_not_declined(void **state) {
    (void)state;
    class_run run = class_start(CASE_GENERIC);
    long declined = 0;
    tally n = {0};
    for (long i = case_count(200000); i > 0; i--) {
        class_next(&run);
        const fast_vectors v = fast_vectors_of(run.t.circle, &run.t.wall);
        fast_distance k;
        declined += !measure_fast(&k, &v, run.t.circle, &run.t.wall);
        n.segments += run.t.wall.extent == CAROM_EXTENT_SEGMENT;
        n.certain += certain_relation(run.t.circle, &run.t.wall) != CAROM_RELATION_INVALID;
    }
    assert_int_equal(declined, 0);
    assert_int_equal(n.certain, n.segments);
}

// A line near the origin, and a centre far above its end a. So w.u cancels, and the parameter and
// the point have the error of its terms.
static void test_point_near_the_origin(void **state) {
    (void)state;
    class_run run = class_start(CASE_ZERO_COORDINATE);
    for (long i = case_count(2000); i > 0; i--, run.index++) {
        random_source g = random_start(run.seed, 5000, (uint64_t)i);
        const double size = random_log(&g, -120, -40);
        carom_vec2 u, a;
        u.x = random_between(&g, 0.5, 1.0);
        u.y = random_between(&g, 0.5, 1.0);
        a.x = size * random_between(&g, 0.5, 1.0);
        a.y = -size * random_between(&g, 0.5, 1.0);
        run.t.wall = carom_wall_make(a, u, 0.0, CAROM_EXTENT_LINE);
        run.t.circle = carom_circle_make(carom_vec2_left(u), 0.25);
        oracle_measure(&truth, run.t.circle, run.t.wall);
        const carom_contact got = carom_circle_contact(run.t.circle, run.t.wall);
        check_number(&run, &worst_close_point, got.point.x, truth.surface.x,
                     oracle_ulp_exponent(truth.surface.x));
        check_number(&run, &worst_close_point, got.point.y, truth.surface.y,
                     oracle_ulp_exponent(truth.surface.y));
    }
    assert_int_equal(run.failures, 0);
}

// The free place is an integer, at a wall whose length has no exact inverse. So each coordinate is
// a double and a rest that is only the error of double-doubles.
static void test_push_out_to_integers(void **state) {
    (void)state;
    class_run run = class_start(CASE_INTEGERS);
    run.name = "push_out_to_integers";
    long pushed = 0;
    for (run.index = 0; run.index < (uint64_t)case_count(20000); run.index++) {
        random_source g = random_start(run.seed, 5100, run.index);
        const int m = random_int(&g, 2, 400), n = random_int(&g, 1, m - 1);
        const carom_vec2 u = carom_vec2_make(m * m - n * n, 2 * m * n), left = carom_vec2_left(u);
        const double length = m * m + n * n, after = random_int(&g, 1, 999);
        const double before = random_int(&g, 1, 999), high = random_int(&g, 1, 999);
        const double depth = random_int(&g, 1, 999);
        // Near the origin or far from it.
        const double unit = random_one_in(&g, 2) ? 1 : 0x1p32;
        const double x = unit * random_int(&g, -9999, 9999);
        const carom_vec2 a = carom_vec2_make(x, unit * random_int(&g, -9999, 9999));
        const carom_vec2 foot = carom_vec2_add(a, carom_vec2_scale(u, before));
        run.t.wall = carom_segment(a, carom_vec2_add(foot, carom_vec2_scale(u, after)));
        run.t.circle = carom_circle_make(carom_vec2_add(foot, carom_vec2_scale(left, high)),
                                         (high + depth) * length);
        const carom_push push = carom_circle_push_out(run.t.circle, run.t.wall);
        check_push(&run, push, "push-out to integers");
        const carom_vec2 free = carom_vec2_add(foot, carom_vec2_scale(left, high + depth));
        pushed += push.center.x == free.x && push.center.y == free.y;
    }
    assert_int_equal(run.failures, 0);
    assert_true(pushed > 0);
}

static int start(void **state) {
    (void)state;
    oracle_numbers_init(&truth);
    return 0;
}

static int finish(void **state) {
    (void)state;
    const worst *const all[] = {&worst_distance, &worst_along, &worst_point, &worst_close_point,
                                &worst_normal,   &worst_depth, &worst_push};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        worst_print(all[i]);
    oracle_numbers_clear(&truth);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    static const struct CMUnitTest more[] = {
        cmocka_unit_test(test_generic_cases_are_not_declined),
        cmocka_unit_test(test_point_near_the_origin),
        cmocka_unit_test(test_push_out_to_integers),
    };
    return run_classes(&(class_group){.name = "contact_internal",
                                      .test_class = test_class,
                                      .more = more,
                                      .more_count = sizeof more / sizeof *more,
                                      .start = start,
                                      .finish = finish});
}
