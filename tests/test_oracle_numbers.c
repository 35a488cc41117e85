// The rounded numbers of contact, distance, crossings and push-out against the oracle, with the
// bounds that include/carom/contact.h documents. Prints the worst error seen of each quantity.
// Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "oracle.h"
#include "verdicts.h"

static oracle_numbers truth;

static worst worst_along = {.quantity = "along", .bound = 2.0};
static worst worst_point = {.quantity = "point", .bound = 2.0};
static worst worst_normal = {.quantity = "normal", .bound = 4.0};
static worst worst_length = {.quantity = "length of the normal", .bound = 4.0};
static worst worst_depth = {.quantity = "depth", .bound = 2.0};
static worst worst_distance = {.quantity = "distance", .bound = 2.0};
static worst worst_cross_point = {.quantity = "crossing point", .bound = 2.0};
// The header gives no bound for the parameters of crossings; the place on the axis that they stand
// for must still be right to some ulp of the largest coordinate.
static worst worst_cross_along = {.quantity = "crossing along, as a place", .bound = 4.0};
static worst worst_push = {.quantity = "push-out beside the free place", .bound = 8.0};

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int ulp_exponent_of(double x) {
    if (x == 0.0) {
        return -1074;
    }
    int e;
    frexp(x, &e);
    return larger(e - 53, -1074);
}

// The ulp, as a power of two, of the largest coordinate involved: of a, b, the centre, the radii
// and the true point.
static int largest_ulp(const test_case *t, const oracle_point *p) {
    const double numbers[] = {t->circle.center.x, t->circle.center.y, t->circle.radius,
                              t->wall.a.x,        t->wall.a.y,        t->wall.b.x,
                              t->wall.b.y,        t->wall.radius};
    int k = larger(oracle_ulp_exponent(p->x), oracle_ulp_exponent(p->y));
    for (int i = 0; i < 8; i++) {
        k = larger(k, ulp_exponent_of(numbers[i]));
    }
    return k;
}

static void check(class_run *run, worst *w, double got, const mpfr_t expected, int ulp) {
    double error = oracle_error(got, expected, ulp);
    if (!worst_take(w, error, run)) {
        class_fail(run, "%s: got %a, expected %a, off by %.3g ulp of 2^%d", w->quantity, got,
                   mpfr_get_d(expected, MPFR_RNDN), error, ulp);
    }
}

static void check_point(class_run *run, worst *w, carom_vec2 got, const oracle_point *expected) {
    int ulp = largest_ulp(&run->t, expected);
    check(run, w, got.x, expected->x, ulp);
    check(run, w, got.y, expected->y, ulp);
}

// The bound of along is 2 ulp of itself plus 2^-90 |c - a| / |b - a|; the second part is taken off
// before the error is judged in ulp.
static void check_along(class_run *run, const carom_contact *got) {
    if ((got->feature == CAROM_END_A && got->along != 0.0) ||
        (got->feature == CAROM_END_B && got->along != 1.0)) {
        class_fail(run, "along: got %a at an end", got->along);
    }
    int ulp = oracle_ulp_exponent(truth.along);
    double error = oracle_error(got->along, truth.along, ulp);
    mpfr_t slack;
    mpfr_init2(slack, 64);
    mpfr_mul_2si(slack, truth.ratio, -90 - ulp, MPFR_RNDN);
    error -= fmin(mpfr_get_d(slack, MPFR_RNDN), error);
    mpfr_clear(slack);
    if (!worst_take(&worst_along, error, run)) {
        class_fail(run, "along: got %a, expected %a, off by %.3g ulp", got->along,
                   mpfr_get_d(truth.along, MPFR_RNDN), error);
    }
}

static void check_normal_length(class_run *run, carom_vec2 n) {
    mpfr_t x, y;
    mpfr_inits2(256, x, y, (mpfr_ptr)NULL);
    mpfr_set_d(x, n.x, MPFR_RNDN);
    mpfr_set_d(y, n.y, MPFR_RNDN);
    mpfr_hypot(x, x, y, MPFR_RNDN);
    check(run, &worst_length, 1.0, x, -52);
    mpfr_clears(x, y, (mpfr_ptr)NULL);
}

static void check_contact(class_run *run) {
    carom_contact got = carom_circle_contact(run->t.circle, run->t.wall);
    check_along(run, &got);
    check_point(run, &worst_point, got.point, &truth.surface);
    check(run, &worst_normal, got.normal.x, truth.normal.x, -52);
    check(run, &worst_normal, got.normal.y, truth.normal.y, -52);
    check_normal_length(run, got.normal);
    int ulp = larger(oracle_ulp_exponent(truth.reach), oracle_ulp_exponent(truth.distance));
    check(run, &worst_depth, got.depth, truth.depth, ulp);

    mpfr_neg(truth.depth, truth.depth, MPFR_RNDN);
    if (mpfr_sgn(truth.depth) < 0) {
        mpfr_set_zero(truth.depth, 1);
    }
    double distance = carom_circle_distance(run->t.circle, run->t.wall);
    check(run, &worst_distance, distance, truth.depth, ulp);
}

static void check_crossings(class_run *run) {
    carom_crossings got = carom_circle_crossings(run->t.circle, run->t.wall);
    if (got.count != truth.crossings) {
        class_fail(run, "crossings.count: got %d, expected %d", got.count, truth.crossings);
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (i >= got.count) {
            if (got.along[i] != 0.0 || got.point[i].x != 0.0 || got.point[i].y != 0.0) {
                class_fail(run, "crossings: unused entry %d is not 0", i);
            }
            continue;
        }
        check_point(run, &worst_cross_point, got.point[i], &truth.cross[i]);
        bool at_end =
            mpfr_cmp_ui(truth.cross_along[i], 0) == 0 || mpfr_cmp_ui(truth.cross_along[i], 1) == 0;
        if (at_end && got.along[i] != mpfr_get_d(truth.cross_along[i], MPFR_RNDN)) {
            class_fail(run, "crossings: along %a where the outline goes through an end",
                       got.along[i]);
        }
        if (run->t.wall.extent != CAROM_LINE && got.along[i] < 0.0) {
            class_fail(run, "crossings: along %a before the axis", got.along[i]);
        }
        if (run->t.wall.extent == CAROM_SEGMENT && got.along[i] > 1.0) {
            class_fail(run, "crossings: along %a beyond the axis", got.along[i]);
        }
        // An error of `along` is one of the place by the length of u. With the own rounding of
        // along allowed for, it is measured in ulp of the largest coordinate.
        int own = oracle_ulp_exponent(truth.cross_along[i]);
        double error = oracle_error(got.along[i], truth.cross_along[i], own);
        if (error > 2.0 && mpfr_sgn(truth.length) != 0) {
            int place = largest_ulp(&run->t, &truth.cross[i]);
            int length = (int)mpfr_get_exp(truth.length);
            error = ldexp(error, larger(-2000, own + length - place));
        }
        if (!worst_take(&worst_cross_along, error, run)) {
            class_fail(run, "crossings: along[%d] got %a, expected %a", i, got.along[i],
                       mpfr_get_d(truth.cross_along[i], MPFR_RNDN));
        }
    }
    if (got.count == 2 && !(got.along[0] <= got.along[1])) {
        class_fail(run, "crossings: out of order");
    }
}

// True if a circle of this radius is free nowhere: the farthest finite centre from a convex wall is
// a corner of the square of all finite points.
static bool free_nowhere(carom_circle c, carom_wall w) {
    for (int i = 0; i < 4; i++) {
        c.center = carom_vec2_make(i % 2 == 0 ? DBL_MAX : -DBL_MAX, i < 2 ? DBL_MAX : -DBL_MAX);
        if (oracle_decide(c, w, 0.0).relation <= CAROM_TOUCHING) {
            return false;
        }
    }
    return true;
}

static bool same_bits(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y && !signbit(p.x) == !signbit(q.x) &&
           !signbit(p.y) == !signbit(q.y);
}

static void check_push(class_run *run, carom_relation before) {
    carom_circle c = run->t.circle;
    carom_wall w = run->t.wall;
    carom_push got = carom_circle_push_out(c, w);
    bool moved = !same_bits(got.center, c.center);
    if (before <= CAROM_TOUCHING && (moved || got.relation != before)) {
        class_fail(run, "push_out: a free centre was moved");
        return;
    }
    c.center = got.center;
    carom_relation after = oracle_decide(c, w, 0.0).relation;
    if (after != got.relation) {
        class_fail(run, "push_out: says %s, is %s", carom_relation_name(got.relation),
                   carom_relation_name(after));
        return;
    }
    if (after > CAROM_TOUCHING) {
        if (moved || !free_nowhere(c, w)) {
            class_fail(run, "push_out: not free, though there is a free centre");
        }
        return;
    }
    if (before <= CAROM_TOUCHING) {
        return;
    }
    // The free place is the nearest point of the axis plus R along the normal.
    oracle_point free_place;
    mpfr_inits2(256, free_place.x, free_place.y, (mpfr_ptr)NULL);
    mpfr_fma(free_place.x, truth.normal.x, truth.reach, truth.nearest.x, MPFR_RNDN);
    mpfr_fma(free_place.y, truth.normal.y, truth.reach, truth.nearest.y, MPFR_RNDN);
    int ulp = largest_ulp(&run->t, &free_place);
    if (ulp < 970) { // near the end of the range the way may be barred
        double x = oracle_error(got.center.x, free_place.x, ulp);
        double y = oracle_error(got.center.y, free_place.y, ulp);
        if (!worst_take(&worst_push, fmax(x, y), run)) {
            class_fail(run, "push_out: got (%a, %a), expected about (%a, %a)", got.center.x,
                       got.center.y, mpfr_get_d(free_place.x, MPFR_RNDN),
                       mpfr_get_d(free_place.y, MPFR_RNDN));
        }
    }
    mpfr_clears(free_place.x, free_place.y, (mpfr_ptr)NULL);
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    for (long i = case_count(2000); i > 0; i--) {
        class_next(&run);
        oracle_verdict verdict = oracle_decide(run.t.circle, run.t.wall, 0.0);
        if (verdict.relation == CAROM_INVALID) {
            continue;
        }
        oracle_measure(&truth, run.t.circle, run.t.wall);
        check_push(&run, verdict.relation);
        oracle_measure(&truth, run.t.circle, run.t.wall);
        check_crossings(&run);
        check_contact(&run);
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
    const worst *const all[] = {&worst_along,       &worst_point,       &worst_normal,
                                &worst_length,      &worst_depth,       &worst_distance,
                                &worst_cross_point, &worst_cross_along, &worst_push};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        worst_print(all[i]);
    }
    oracle_numbers_clear(&truth);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    static case_class kinds[CASE_CLASS_COUNT];
    struct CMUnitTest tests[CASE_CLASS_COUNT];
    for (int k = 0; k < CASE_CLASS_COUNT; k++) {
        kinds[k] = (case_class)k;
        tests[k] =
            (struct CMUnitTest){case_class_name(kinds[k]), test_class, NULL, NULL, &kinds[k]};
    }
    return cmocka_run_group_tests_name("oracle_numbers", tests, start, finish);
}
