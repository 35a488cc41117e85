// The rounded numbers of contact, distance, crossings and push-out against the oracle, with the
// bounds that include/carom/contact.h documents. Prints the worst error seen of each quantity.
// Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "oracle.h"
#include "verdicts.h"

static oracle_numbers truth;

static worst worst_along = {.quantity = "along", .bound = 1.0};
static worst worst_point = {.quantity = "point, of each coordinate itself", .bound = 1.0};
static worst worst_normal = {.quantity = "normal", .bound = 1.0};
static worst worst_length = {.quantity = "length of the normal", .bound = 4.0};
static worst worst_depth = {.quantity = "depth", .bound = 1.0};
static worst worst_distance = {.quantity = "distance", .bound = 1.0};
static worst worst_signed = {.quantity = "signed distance", .bound = 1.0};
static worst worst_cross_point = {.quantity = "crossing point", .bound = 2.0};
static worst worst_cross_along = {.quantity = "crossing along, times |b - a|", .bound = 4.0};
static worst worst_push = {.quantity = "push-out beside the free place", .bound = 8.0};

static void check_point(class_run *run, worst *w, carom_vec2 got, const oracle_point *expected) {
    int ulp = oracle_largest_ulp(run->t.circle, run->t.wall, expected);
    check_number(run, w, got.x, expected->x, ulp);
    check_number(run, w, got.y, expected->y, ulp);
}

// The bound of along is 1 ulp of itself, beyond a part that the oracle takes off.
static void check_along(class_run *run, const carom_contact *got) {
    if ((got->feature == CAROM_FEATURE_END_A && got->along != 0.0) ||
        (got->feature == CAROM_FEATURE_END_B && got->along != 1.0)) {
        class_fail(run, "along: got %a at an end", got->along);
    }
    double error = oracle_along_error(got->along, &truth);
    if (!worst_take(&worst_along, error, run)) {
        class_fail(run, "along: got %a, expected %a, off by %.3g ulp", got->along,
                   mpfr_get_d(truth.along, MPFR_RNDN), error);
    }
}

// A coordinate of the contact point: within 1 ulp of itself, exact if it is a double, and +0 if it
// is 0.
static void check_coordinate(class_run *run, double got, const mpfr_t expected) {
    check_number(run, &worst_point, got, expected, oracle_ulp_exponent(expected));
    const double nearest = mpfr_get_d(expected, MPFR_RNDN);
    if (mpfr_cmp_d(expected, nearest) == 0 && got != nearest) {
        class_fail(run, "point: got %a where %a is exact", got, nearest);
    }
    if (got == 0.0 && signbit(got)) {
        class_fail(run, "point: got -0");
    }
}

// The signed distance is minus the depth, its sign the exact one of the relation.
static void check_signed_distance(class_run *run, double depth, int ulp) {
    const double got = carom_circle_signed_distance(run->t.circle, run->t.wall);
    mpfr_neg(truth.depth, truth.depth, MPFR_RNDN);
    check_number(run, &worst_signed, got, truth.depth, ulp);
    const int sign = mpfr_sgn(truth.depth);
    if ((got > 0.0) != (sign > 0) || (got < 0.0) != (sign < 0) || got != -depth ||
        (got == 0.0 && signbit(got))) {
        class_fail(run, "signed distance: got %a for depth %a", got, depth);
    }
}

static void check_contact(class_run *run) {
    carom_contact got = carom_circle_contact(run->t.circle, run->t.wall);
    check_along(run, &got);
    check_coordinate(run, got.point.x, truth.surface.x);
    check_coordinate(run, got.point.y, truth.surface.y);
    check_number(run, &worst_normal, got.normal.x, truth.normal.x, -52);
    check_number(run, &worst_normal, got.normal.y, truth.normal.y, -52);
    check_unit_length(run, &worst_length, got.normal);
    int reach = oracle_ulp_exponent(truth.reach), away = oracle_ulp_exponent(truth.distance);
    int ulp = reach > away ? reach : away;
    check_number(run, &worst_depth, got.depth, truth.depth, ulp);

    check_signed_distance(run, got.depth, ulp);
    if (mpfr_sgn(truth.depth) < 0) {
        mpfr_set_zero(truth.depth, 1);
    }
    double distance = carom_circle_distance(run->t.circle, run->t.wall);
    check_number(run, &worst_distance, distance, truth.depth, ulp);
}

static void check_crossing(class_run *run, double along, carom_vec2 point, int i) {
    check_point(run, &worst_cross_point, point, &truth.cross[i]);
    for (unsigned end = 0; end <= 1; end++) {
        if (mpfr_cmp_ui(truth.cross_along[i], end) == 0 && along != (double)end) {
            class_fail(run, "crossings: along %a where the outline goes through end %u", along,
                       end);
        }
    }
    if (run->t.wall.extent != CAROM_EXTENT_LINE && along < 0.0) {
        class_fail(run, "crossings: along %a before the axis", along);
    }
    if (run->t.wall.extent == CAROM_EXTENT_SEGMENT && along > 1.0) {
        class_fail(run, "crossings: along %a beyond the axis", along);
    }
    int ulp = oracle_largest_ulp(run->t.circle, run->t.wall, &truth.cross[i]);
    if (!worst_take(&worst_cross_along, oracle_cross_error(along, &truth, i, ulp), run)) {
        class_fail(run, "crossings: along[%d] got %a, expected %a", i, along,
                   mpfr_get_d(truth.cross_along[i], MPFR_RNDN));
    }
}

static void check_crossings(class_run *run) {
    carom_crossings got = carom_circle_crossings(run->t.circle, run->t.wall);
    if (got.count != truth.crossings) {
        class_fail(run, "crossings.count: got %d, expected %d", got.count, truth.crossings);
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (i < got.count) {
            check_crossing(run, got.along[i], got.point[i], i);
        } else if (got.along[i] != 0.0 || got.point[i].x != 0.0 || got.point[i].y != 0.0) {
            class_fail(run, "crossings: unused entry %d is not 0", i);
        }
    }
    if (got.count == 2 && !(got.along[0] <= got.along[1])) {
        class_fail(run, "crossings: out of order");
    }
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
    if (before <= CAROM_RELATION_TOUCHING && (moved || got.relation != before)) {
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
    if (after > CAROM_RELATION_TOUCHING) {
        if (moved || !oracle_free_nowhere(c, w)) {
            class_fail(run, "push_out: not free, though there is a free centre");
        }
        return;
    }
    if (before <= CAROM_RELATION_TOUCHING) {
        return;
    }
    double error = oracle_push_error(got.center, run->t.circle, w, &truth);
    if (!worst_take(&worst_push, error, run)) {
        class_fail(run, "push_out: got (%a, %a), off by %.3g ulp", got.center.x, got.center.y,
                   error);
    }
}

// For the class made for it: the smallest fraction, in thousandths, of points with a coordinate
// that is 0, and of points with a coordinate that cancels, but not to 0.
enum { LEAST_ZEROS = 300, LEAST_CANCELLED = 100 };

static bool is_cancelled(const class_run *run, const mpfr_t coordinate) {
    const carom_wall w = run->t.wall;
    const double least = 0x1p-40 * (fabs(w.a.x) + fabs(w.a.y) + w.radius);
    return !mpfr_zero_p(coordinate) && mpfr_cmp_d(coordinate, least) < 0 &&
           mpfr_cmp_d(coordinate, -least) > 0;
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    long zeros = 0, cancelled = 0;
    const long count = case_count(2000);
    for (long i = count; i > 0; i--) {
        class_next(&run);
        oracle_verdict verdict = oracle_decide(run.t.circle, run.t.wall, 0.0);
        if (verdict.relation == CAROM_RELATION_INVALID) {
            continue;
        }
        oracle_measure(&truth, run.t.circle, run.t.wall);
        check_push(&run, verdict.relation);
        oracle_measure(&truth, run.t.circle, run.t.wall);
        check_crossings(&run);
        check_contact(&run);
        const oracle_point *p = &truth.surface;
        zeros += mpfr_zero_p(p->x) || mpfr_zero_p(p->y);
        cancelled += is_cancelled(&run, p->x) || is_cancelled(&run, p->y);
    }
    if (run.kind == CASE_ZERO_COORDINATE) {
        printf("%s: a coordinate 0: %ld, cancelled: %ld\n", run.name, zeros, cancelled);
        class_need(&run, "points with a coordinate of 0", zeros, count, LEAST_ZEROS);
        class_need(&run, "points with a coordinate that cancels", cancelled, count,
                   LEAST_CANCELLED);
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
    const worst *const all[] = {
        &worst_along,    &worst_point,  &worst_normal,      &worst_length,      &worst_depth,
        &worst_distance, &worst_signed, &worst_cross_point, &worst_cross_along, &worst_push};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        worst_print(all[i]);
    }
    oracle_numbers_clear(&truth);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    return run_classes(&(class_group){
        .name = "oracle_numbers", .test_class = test_class, .start = start, .finish = finish});
}
