// White box: gaps and times in triple-doubles, for circles that start or pass within some ulp of
// contact (src/sweep/tangent_gap.h, src/sweep/sweep_tangent.h).
//
// Every gap must lie within its stated error of the true gap, every certain sign and every certain
// contact must agree with the oracle, and the time must lie within its stated error. Prints the
// largest fraction of each error that occurred. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "oracle_sweep_exact.h"
#include "random.h"
#include "sweep/sweep_tangent.h"
#include "verdicts.h"

static oracle_sweep *question;
static oracle_sweep_numbers truth;
static mpz_t cross;
static mpfr_t true_gap, root;

// How often the contacts and the signs were asked, and were certain.
typedef struct tally {
    long sides, ends, sharp_sides, sharp_ends, undecided, decided;
    double gap_fraction, square_fraction, side_fraction, end_fraction;
} tally;

// ---- the truth ----

// side (p x q) - R |p|
static void set_true_line_gap(const exact_vector *p, const exact_vector *q, double side) {
    exact_cross(cross, p, q);
    if (side < 0.0)
        mpz_neg(cross, cross);
    mpz_t len2;
    mpz_init(len2);
    exact_dot(len2, p, p);
    mpfr_set_z(root, len2, MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    mpfr_mul_z(root, root, question->reach, MPFR_RNDN);
    mpfr_z_sub(true_gap, cross, root, MPFR_RNDN);
    mpfr_mul_2si(true_gap, true_gap, 2 * question->unit, MPFR_RNDN);
    mpz_clear(len2);
}

// |p|^2 - R^2
static void set_true_square_gap(const exact_vector *p) {
    exact_dot(cross, p, p);
    mpz_submul(cross, question->reach, question->reach);
    mpfr_set_z(true_gap, cross, MPFR_RNDN);
    mpfr_mul_2si(true_gap, true_gap, 2 * question->unit, MPFR_RNDN);
}

// The distance of hi + lo from the value, as a fraction of the error.
static double fraction_of(mpfr_t value, double hi, double lo, double error) {
    mpfr_t off;
    mpfr_init2(off, mpfr_get_prec(value));
    mpfr_sub_d(off, value, hi, MPFR_RNDN);
    mpfr_sub_d(off, off, lo, MPFR_RNDN);
    mpfr_abs(off, off, MPFR_RNDN);
    mpfr_div_d(off, off, error, MPFR_RNDN);
    const double fraction = mpfr_get_d(off, MPFR_RNDU);
    mpfr_clear(off);
    return fraction;
}

static void check_fraction(class_run *run, const char *what, double fraction, double *largest) {
    *largest = fmax(*largest, fraction);
    if (!(fraction <= 1.0))
        class_fail(run, "%s: off by %g of its error", what, fraction);
}

// ---- what is claimed ----

static void check_gaps(class_run *run, tally *n, const swept_query *c) {
    const wide reach = wide_of_sum(c->circle.radius, c->wall.radius);
    const wide_pair u = pair_difference(pair_of(c->wall.b), pair_of(c->wall.a));
    const wide_pair v = wide_displacement(c);
    for (int at_b = 0; at_b < 2; at_b++) {
        const exact_vector *const true_e = at_b ? &question->z : &question->w;
        const carom_vec2 end = at_b ? c->wall.b : c->wall.a;
        const wide_pair e = pair_difference(pair_of(c->circle.center), pair_of(end));
        for (int of_path = 0; of_path < 2; of_path++) {
            const line_gap g = line_gap_of(of_path ? v : u, e, reach);
            if (!(g.length.x0 >= TANGENT_LEAST))
                continue;
            set_true_line_gap(of_path ? &question->v : &question->u, true_e, g.side);
            check_fraction(run, "gap of a line",
                           fraction_of(true_gap, g.gap.hi, g.gap.lo, g.gap.error),
                           &n->gap_fraction);
        }
        const tangent_gap square = square_gap_of(e, reach);
        set_true_square_gap(true_e);
        check_fraction(run, "gap of an end",
                       fraction_of(true_gap, square.hi, square.lo, square.error),
                       &n->square_fraction);
    }
}

// The contact with the side is claimed without knowing more; that with an end if it is known.
static void check_contact(class_run *run, tally *n, const swept_query *c, const sweep_vectors *k,
                          oracle_sweep_verdict expected, carom_feature feature) {
    const bool is_side = feature == CAROM_FEATURE_SIDE;
    const bool hits =
        expected.kind == CAROM_SWEEP_KIND_HIT && expected.feature == feature && !expected.at_start;
    *(is_side ? &n->sides : &n->ends) += hits;
    tangent_contact r;
    if (!(is_side ? set_tangent_side(&r, c, k) : hits && set_tangent_end(&r, c, k, feature)))
        return;
    if (!hits) {
        class_fail(run, "claims a hit of the side, expected %s, %s",
                   carom_sweep_kind_name(expected.kind), carom_feature_name(expected.feature));
        return;
    }
    *(is_side ? &n->sharp_sides : &n->sharp_ends) += 1;
    oracle_sweep_measure(&truth, question);
    check_fraction(run, is_side ? "time at the side" : "time at an end",
                   fraction_of(truth.t, r.t, r.rest, r.error),
                   is_side ? &n->side_fraction : &n->end_fraction);
    const carom_sweep s = sweep_of_tangent(c, feature, &r);
    if (!oracle_sweep_time_is(question, s.t))
        class_fail(run, "time %a is not rounded down", s.t);
}

// The filter with triple-doubles, where double alone is not certain.
static void check_filter(class_run *run, tally *n, const swept_query *c, const sweep_vectors *k,
                         oracle_sweep_verdict expected) {
    sweep_terms t;
    set_terms(&t, k);
    const first_contact plain = filter_first_contact(k, &t, c->wall.extent, NULL);
    const first_contact m = filter_first_contact(k, &t, c->wall.extent, c);
    const bool is_undecided = plain.kind == CAROM_SWEEP_KIND_INVALID && !expected.at_start;
    n->undecided += is_undecided;
    if (m.kind == CAROM_SWEEP_KIND_INVALID)
        return;
    n->decided += is_undecided;
    if (m.kind != expected.kind || m.feature != expected.feature || expected.at_start)
        class_fail(run, "claims %s, %s, expected %s, %s", carom_sweep_kind_name(m.kind),
                   carom_feature_name(m.feature), carom_sweep_kind_name(expected.kind),
                   carom_feature_name(expected.feature));
}

static void check_query(class_run *run, tally *n, swept_query c) {
    const oracle_sweep_verdict expected =
        oracle_sweep_ask(question, c.circle, (oracle_path){c.move, c.is_end}, c.wall);
    const sweep_vectors k = sweep_vectors_of(&c);
    if (expected.kind == CAROM_SWEEP_KIND_INVALID || !is_for_filter(&c, &k))
        return;
    check_gaps(run, n, &c);
    check_filter(run, n, &c, &k, expected);
    check_contact(run, n, &c, &k, expected, CAROM_FEATURE_SIDE);
    check_contact(run, n, &c, &k, expected, CAROM_FEATURE_END_A);
    check_contact(run, n, &c, &k, expected, CAROM_FEATURE_END_B);
}

static void check_case(class_run *run, tally *n) {
    const motion_case *m = &run->m;
    check_query(run, n, swept_query_make(m->circle, m->move, false, m->wall));
    check_query(run, n, swept_query_make(m->circle, m->to, true, m->wall));
}

static void print_tally(const char *name, const tally *n) {
    printf("%s: sharp %ld of %ld on sides, %ld of %ld at ends; decided %ld of %ld; at most %.3g "
           "and %.3g of the errors of gaps, %.3g and %.3g of those of times\n",
           name, n->sharp_sides, n->sides, n->sharp_ends, n->ends, n->decided, n->undecided,
           n->gap_fraction, n->square_fraction, n->side_fraction, n->end_fraction);
}

static void test_class(void **state) {
    class_run run = class_start_motion(*(const motion_class *)*state);
    tally n = {0};
    for (long i = case_count(1000); i > 0; i--) {
        class_next(&run);
        check_case(&run, &n);
    }
    print_tally(run.name, &n);
    assert_int_equal(run.failures, 0);
}

// ---- classes aimed at near ties ----

static carom_vec2 random_unit(random_source *g) {
    const double x = random_between(g, -1.0, 1.0), y = random_between(g, -1.0, 1.0);
    const double length = hypot(x, y);
    return length > 0.0 ? carom_vec2_make(x / length, y / length) : carom_vec2_make(1.0, 0.0);
}

static carom_vec2 along(carom_vec2 p, carom_vec2 u, double s) {
    return carom_vec2_add(p, carom_vec2_scale(u, s));
}

static carom_vec2 set_wall(random_source *g, motion_case *m) {
    const carom_vec2 u = random_unit(g);
    const double x = random_between(g, -100.0, 100.0);
    m->wall.a = carom_vec2_make(x, random_between(g, -100.0, 100.0));
    m->wall.b = along(m->wall.a, u, random_log(g, -4, 8));
    m->wall.radius = random_one_in(g, 2) ? 0.0 : random_between(g, 0.0, 1.0);
    m->wall.extent = (uint8_t)random_int(g, CAROM_EXTENT_SEGMENT, CAROM_EXTENT_LINE);
    m->circle.radius = random_between(g, 0.25, 2.0);
    return u;
}

static void nudge(random_source *g, carom_vec2 *p) {
    p->x = nudged(p->x, random_int(g, -3, 3));
    p->y = nudged(p->y, random_int(g, -3, 3));
}

// Rests on the side or an end, some ulp off, and moves in or along it. The speed of approach is as
// small as some ulp of the speed.
static void make_resting(random_source *g, motion_case *m) {
    const carom_vec2 u = set_wall(g, m);
    const bool at_end = random_one_in(g, 4);
    const carom_vec2 n =
        at_end ? random_unit(g) : carom_vec2_scale(carom_vec2_left(u), random_sign(g));
    const carom_vec2 way = carom_vec2_sub(m->wall.b, m->wall.a);
    const carom_vec2 foot = at_end ? m->wall.a : along(m->wall.a, way, random_between(g, 0, 1));
    m->circle.center = along(foot, n, m->circle.radius + m->wall.radius);
    nudge(g, &m->circle.center);
    const double fall = random_log(g, -50, 3), roll = random_between(g, -1.0, 1.0);
    m->move = along(carom_vec2_scale(carom_vec2_left(n), roll), n, -fall);
}

// Passes an end at R, to within some ulp.
static void make_grazing(random_source *g, motion_case *m) {
    set_wall(g, m);
    const carom_vec2 d = random_unit(g), end = random_one_in(g, 2) ? m->wall.b : m->wall.a;
    const carom_vec2 n = carom_vec2_scale(carom_vec2_left(d), random_sign(g));
    const double ahead = random_log(g, -2, 6);
    m->circle.center = along(along(end, n, m->circle.radius + m->wall.radius), d, -ahead);
    nudge(g, &m->circle.center);
    m->move = carom_vec2_scale(d, ahead * random_between(g, 0.5, 3.0));
}

// In thousandths: the contacts with sides and with ends that must be sharp, and the decisions.
static void run_aimed(const char *name, void (*make)(random_source *, motion_case *), int sides,
                      int ends, int decided) {
    class_run run = class_start_motion(MOTION_AIMED);
    run.name = name;
    tally n = {0};
    const long count = case_count(10000);
    for (run.index = 0; run.index < (uint64_t)count; run.index++) {
        random_source g = random_start(run.seed, 513, run.index);
        make(&g, &run.m);
        run.m.to = carom_vec2_add(run.m.circle.center, run.m.move);
        check_case(&run, &n);
    }
    print_tally(name, &n);
    class_need(&run, "sharp sides", n.sharp_sides, n.sides, sides);
    class_need(&run, "sharp ends", n.sharp_ends, n.ends, ends);
    class_need(&run, "decided", n.decided, n.undecided, decided);
    assert_int_equal(run.failures, 0);
}

static void test_resting(void **state) {
    (void)state;
    run_aimed("resting", make_resting, 500, 500, 300);
}

static void test_grazing(void **state) {
    (void)state;
    run_aimed("grazing", make_grazing, 0, 500, 500);
}

// ---- all of them ----

static int start(void **state) {
    (void)state;
    question = oracle_sweep_new();
    oracle_sweep_numbers_init(&truth);
    mpz_init(cross);
    mpfr_inits2(6000, true_gap, root, (mpfr_ptr)NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    mpfr_clears(true_gap, root, (mpfr_ptr)NULL);
    mpz_clear(cross);
    oracle_sweep_numbers_clear(&truth);
    oracle_sweep_free(question);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    static const struct CMUnitTest more[] = {
        cmocka_unit_test(test_resting),
        cmocka_unit_test(test_grazing),
    };
    return run_classes(&(class_group){.name = "tangent_internal",
                                      .test_motion = test_class,
                                      .more = more,
                                      .more_count = 2,
                                      .start = start,
                                      .finish = finish});
}
