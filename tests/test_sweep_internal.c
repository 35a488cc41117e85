// White box: the filter of the sweep (src/sweep/sweep_filter.h), the tree for small integers
// (src/sweep/sweep_small.h), the sweep past level walls (src/sweep/sweep_level.h), the contacts in
// one pass (src/sweep/sweep_one_pass.h) and the estimate of a contact's time
// (src/sweep/sweep_time.h). Every certain answer must agree with the oracle, in every class of
// moving circles and in classes aimed at its thresholds. It must be certain often enough. The
// oracle's time must lie within the stated error of each estimate. Prints the largest fraction of
// that error that occurred. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "oracle_sweep_exact.h"
#include "random.h"
#include "sweep/sweep_filter.h"
#include "sweep/sweep_level.h"
#include "sweep/sweep_one_pass.h"
#include "sweep/sweep_small.h"
#include "sweep/sweep_time.h"
#include "verdicts.h"

static oracle_sweep *question, *end_question;
static oracle_sweep_numbers truth;
static mpz_t left, right, other;

// How often the filter was asked and was certain, and the resulting estimates.
typedef struct tally {
    long asked, certain, misses, hits, sharp;
    long small, decided, quotients; // small integers, their decisions, and times without a root
    long level_misses, level_hits;
    long fast_sides, fast_ends;
    double fraction_side, fraction_end;           // of the error of sweep_time.h
    double fast_fraction_side, fast_fraction_end; // of the error of sweep_one_pass.h
} tally;

static tally all;

// ---- the truth ----

// Sign of p - q sqrt(square); spoils p and q.
static int sign_of_difference(mpz_t p, mpz_t q, const mpz_t square) {
    const int p_sign = mpz_sgn(p), q_sign = mpz_sgn(q) * mpz_sgn(square);
    if (p_sign != q_sign)
        return p_sign > q_sign ? 1 : -1;
    mpz_mul(p, p, p);
    mpz_mul(q, q, q);
    mpz_mul(q, q, square);
    const int sign = mpz_cmp(p, q);
    return p_sign * ((sign > 0) - (sign < 0));
}

// Sign of |u x w| - R |u|: > 0 outside the slab around the wall.
static int true_outside(const oracle_sweep *q) {
    exact_cross(left, &q->u, &q->w);
    mpz_abs(left, left);
    mpz_set(right, q->reach);
    return sign_of_difference(left, right, q->len2);
}

// Sign of |v x e| - R |v|: > 0 if the path passes the end without contact.
static int true_aside(const oracle_sweep *q, const exact_vector *e) {
    exact_cross(left, &q->v, e);
    mpz_abs(left, left);
    mpz_set(right, q->reach);
    return sign_of_difference(left, right, q->v2);
}

// Sign of (from.u) |u x v| + (|u x w| - R |u|) (v.u)
static int true_foot(const oracle_sweep *q, const mpz_t from_u) {
    exact_cross(other, &q->u, &q->v);
    mpz_abs(other, other);
    mpz_mul(right, from_u, other);
    exact_cross(left, &q->u, &q->w);
    mpz_abs(left, left);
    mpz_mul(left, left, q->vu);
    mpz_add(left, left, right);
    mpz_mul(right, q->reach, q->vu);
    return sign_of_difference(left, right, q->len2);
}

// ---- what is claimed ----

static void check_sign(class_run *run, const char *what, int claimed, int expected) {
    if (claimed != 0 && claimed != expected)
        class_fail(run, "%s: claims %d, expected %d", what, claimed, expected);
}

static void check_signs(class_run *run, const swept_query *c, const sweep_vectors *k,
                        const sweep_terms *t) {
    const double start_error = error_of(k->u_size, k->w_size);
    const double side_square = t->reach2 * t->len2, path_square = t->reach2 * t->move2;
    if (t->len2 >= 0x1p-400) {
        check_sign(run, "outside the slab",
                   certain_compare(fabs(t->cross_start), start_error, side_square),
                   true_outside(question));
        const double reach_len = k->reach * sqrt(t->len2);
        check_sign(run, "foot after a", filter_foot(k, t, t->wu, k->w_size, reach_len),
                   true_foot(question, question->wu));
        check_sign(run, "foot after b", filter_foot(k, t, t->zu, k->z_size, reach_len),
                   true_foot(question, question->zu));
    }
    for (int at_b = 0; at_b < 2; at_b++) {
        const double error = error_of(at_b ? k->z_size : k->w_size, k->v_size);
        check_sign(run, "path beside the end",
                   certain_compare(fabs(at_b ? t->cross_b : t->cross_a), error, path_square),
                   true_aside(question, at_b ? &question->z : &question->w));
        // An end is a wall of no length.
        const carom_vec2 end = at_b ? c->wall.b : c->wall.a;
        const carom_wall post = carom_wall_make(end, end, c->wall.radius, CAROM_EXTENT_SEGMENT);
        const oracle_sweep_verdict expected =
            oracle_sweep_ask(end_question, c->circle, (oracle_path){c->move, c->is_end}, post);
        const first_contact got =
            filter_end(k, t, at_b ? CAROM_FEATURE_END_B : CAROM_FEATURE_END_A, NULL);
        if (!expected.at_start && got.kind != CAROM_SWEEP_KIND_INVALID && got.kind != expected.kind)
            class_fail(run, "filter_end: claims %s, expected %s", carom_sweep_kind_name(got.kind),
                       carom_sweep_kind_name(expected.kind));
    }
}

// The error of the estimate as a fraction of its stated error; NaN if it states none.
static double fraction_of_error(const estimate *e) {
    mpfr_t off;
    mpfr_init2(off, mpfr_get_prec(truth.t));
    mpfr_sub_d(off, truth.t, e->guess, MPFR_RNDN);
    mpfr_sub_d(off, off, e->step, MPFR_RNDN);
    mpfr_abs(off, off, MPFR_RNDN);
    mpfr_div_d(off, off, e->error, MPFR_RNDN);
    const double fraction = mpfr_get_d(off, MPFR_RNDU);
    mpfr_clear(off);
    return fraction;
}

static void check_estimate(class_run *run, tally *n, const swept_query *c, const sweep_vectors *k,
                           const sweep_terms *t, carom_feature feature) {
    const bool is_side = feature == CAROM_FEATURE_SIDE;
    const estimate e = is_side ? estimate_side(c, k, t, 1.0) : estimate_end(c, k, t, feature, 1.0);
    if (!is_sharp(&e))
        return;
    n->sharp++;
    oracle_sweep_measure(&truth, question);
    const double fraction = fraction_of_error(&e);
    double *const worst_fraction = is_side ? &n->fraction_side : &n->fraction_end;
    *worst_fraction = fmax(*worst_fraction, fraction);
    if (!(fraction <= 1.0))
        class_fail(run, "%s: off by %g of its error %g; guess %a, step %a",
                   is_side ? "estimate_side" : "estimate_end", fraction, e.error, e.guess, e.step);
}

// A contact in one pass, which is tried with the side and with an end whichever is likely: it must
// be the first one, and its time off by at most the error.
static void check_fast(class_run *run, tally *n, const swept_query *c,
                       oracle_sweep_verdict expected) {
    axis_terms t;
    set_terms_across(&t, c);
    set_terms_along(&t);
    const line_approach k = approach_of(&t);
    for (int at_end = 0; at_end < 2; at_end++) {
        fast_contact f;
        if (at_end)
            set_fast_end(&f, c, &t, &k);
        else
            set_fast_side(&f, c, &t, &k);
        if (!f.is_certain)
            continue;
        if (expected.kind != CAROM_SWEEP_KIND_HIT || f.feature != expected.feature ||
            expected.at_start) {
            class_fail(run, "fast: hit, %s, expected %s, %s", carom_feature_name(f.feature),
                       carom_sweep_kind_name(expected.kind), carom_feature_name(expected.feature));
            continue;
        }
        *(at_end ? &n->fast_ends : &n->fast_sides) += 1;
        oracle_sweep_measure(&truth, question);
        const estimate e = {f.t, f.rest, f.error, f.normal};
        const double fraction = fraction_of_error(&e);
        double *const largest = at_end ? &n->fast_fraction_end : &n->fast_fraction_side;
        *largest = fmax(*largest, fraction);
        if (!(fraction <= 1.0))
            class_fail(run, "fast: off by %g of its error %g; t %a, rest %a", fraction, e.error,
                       e.guess, e.step);
    }
}

static bool is_exact_difference(carom_vec2 p, carom_vec2 q) {
    return wide_of_difference(p.x, q.x).lo == 0.0 && wide_of_difference(p.y, q.y).lo == 0.0;
}

// The sweep past level walls: misses and hits are certain, and the time is off by at most the
// error.
static void check_level(class_run *run, tally *n, const swept_query *c, const sweep_vectors *k,
                        oracle_sweep_verdict expected) {
    level_time r;
    const first_contact m = level_first_contact(&r, c, k);
    if (m.kind == CAROM_SWEEP_KIND_INVALID)
        return;
    n->level_misses += m.kind == CAROM_SWEEP_KIND_MISS;
    n->level_hits += m.kind == CAROM_SWEEP_KIND_HIT;
    if (m.kind != expected.kind || m.feature != expected.feature || expected.at_start) {
        class_fail(run, "level: %s, %s, expected %s, %s", carom_sweep_kind_name(m.kind),
                   carom_feature_name(m.feature), carom_sweep_kind_name(expected.kind),
                   carom_feature_name(expected.feature));
        return;
    }
    if (m.kind == CAROM_SWEEP_KIND_MISS)
        return;
    const wide sum = wide_of_sum(r.guess, r.step);
    const int sign = oracle_sweep_time_sign(question, sum.hi);
    if ((sum.lo > r.error && sign <= 0) || (sum.lo < -r.error && sign >= 0) ||
        (r.error == 0.0 && sign != (sum.lo > 0.0) - (sum.lo < 0.0)))
        class_fail(run, "level: the true time is off %a by the sign %d, expected the rest %a",
                   sum.hi, sign, sum.lo);
}

static bool has_exact_products(carom_vec2 p, carom_vec2 q) {
    const wide xx = wide_of_product(p.x, q.x), yy = wide_of_product(p.y, q.y);
    const wide xy = wide_of_product(p.x, q.y), yx = wide_of_product(p.y, q.x);
    return fabs(xx.lo) + fabs(yy.lo) + fabs(xy.lo) + fabs(yx.lo) +
               fabs(wide_of_sum(xx.hi, yy.hi).lo) + fabs(wide_of_sum(xy.hi, -yx.hi).lo) ==
           0.0;
}

// The tree for small integers, where there are no errors.
static void check_small(class_run *run, tally *n, const swept_query *c, const sweep_vectors *k,
                        const sweep_terms *t, oracle_sweep_verdict expected) {
    if (!is_small(c, k))
        return;
    n->small++;
    if (!is_exact_difference(c->wall.b, c->wall.a) ||
        !is_exact_difference(c->circle.center, c->wall.a) ||
        !is_exact_difference(c->circle.center, c->wall.b) ||
        (c->is_end && !is_exact_difference(c->move, c->circle.center)) ||
        wide_of_sum(c->circle.radius, c->wall.radius).lo != 0.0)
        class_fail(run, "is_small: a difference is rounded");
    const carom_vec2 end = carom_vec2_add(k->w, k->v);
    if (!has_exact_products(k->u, k->u) || !has_exact_products(k->v, k->v) ||
        !has_exact_products(k->u, k->w) || !has_exact_products(k->u, k->z) ||
        !has_exact_products(k->v, k->w) || !has_exact_products(k->v, k->z) ||
        !has_exact_products(k->u, k->v) || !has_exact_products(end, end))
        class_fail(run, "is_small: a product is rounded");
    const first_contact m = small_first_contact(k, t, c->wall.extent);
    if (m.kind == CAROM_SWEEP_KIND_INVALID)
        return;
    n->decided++;
    if (m.kind != expected.kind || m.feature != expected.feature || expected.at_start) {
        class_fail(run, "small: %s, %s, expected %s, %s", carom_sweep_kind_name(m.kind),
                   carom_feature_name(m.feature), carom_sweep_kind_name(expected.kind),
                   carom_feature_name(expected.feature));
        return;
    }
    small_time q;
    if (m.kind == CAROM_SWEEP_KIND_MISS || !set_small_time(&q, k, t, m))
        return;
    n->quotients++;
    // The true time is above / below, and the rest shows on which side of a double it is.
    const double time = q.above / q.below;
    const int sign = oracle_sweep_time_sign(question, time);
    const wide back = wide_of_product(time, q.below);
    const double rest = (q.above - back.hi) - back.lo;
    if (sign != (rest > 0.0) - (rest < 0.0))
        class_fail(run, "small: the time %a is off by sign %d, expected the rest %a", time, sign,
                   rest);
}

static void check_query(class_run *run, tally *n, swept_query c) {
    const oracle_sweep_verdict expected =
        oracle_sweep_ask(question, c.circle, (oracle_path){c.move, c.is_end}, c.wall);
    const sweep_vectors k = sweep_vectors_of(&c);
    const bool misses = is_certain_miss(&c);
    if (misses && expected.kind != CAROM_SWEEP_KIND_MISS)
        class_fail(run, "certain miss, expected %s", carom_sweep_kind_name(expected.kind));
    check_fast(run, n, &c, expected);
    const bool is_free_to_ask = expected.kind != CAROM_SWEEP_KIND_INVALID && !expected.at_start;
    n->asked += is_free_to_ask;
    n->misses += misses;
    n->certain += misses;
    if (!is_for_filter(&c, &k))
        return;
    if (expected.kind == CAROM_SWEEP_KIND_INVALID) {
        class_fail(run, "the filter takes up invalid input");
        return;
    }
    sweep_terms t;
    set_terms(&t, &k);
    check_signs(run, &c, &k, &t);
    check_small(run, n, &c, &k, &t, expected);
    check_level(run, n, &c, &k, expected);
    const first_contact m = filter_first_contact(&k, &t, c.wall.extent, NULL);
    if (m.kind == CAROM_SWEEP_KIND_INVALID)
        return;
    n->certain += !misses;
    n->hits += m.kind == CAROM_SWEEP_KIND_HIT;
    if (m.kind != expected.kind || m.feature != expected.feature || expected.at_start)
        class_fail(run, "claims %s, %s, expected %s, %s", carom_sweep_kind_name(m.kind),
                   carom_feature_name(m.feature), carom_sweep_kind_name(expected.kind),
                   carom_feature_name(expected.feature));
    else if (m.kind == CAROM_SWEEP_KIND_HIT)
        check_estimate(run, n, &c, &k, &t, m.feature);
}

static void check_case(class_run *run, tally *n) {
    const motion_case *m = &run->m;
    check_query(run, n, swept_query_make(m->circle, m->move, false, m->wall));
    check_query(run, n, swept_query_make(m->circle, m->to, true, m->wall));
}

static void print_tally(const char *name, const tally *n) {
    printf("%s: certain of %ld in %ld, %ld by separating axes, %ld hits, %ld sharp; at most %.3g "
           "of the error on a side, %.3g at an end\n",
           name, n->certain, n->asked, n->misses, n->hits, n->sharp, n->fraction_side,
           n->fraction_end);
    printf("%s: %ld small, %ld decided, %ld quotients\n", name, n->small, n->decided, n->quotients);
    printf("%s: in one pass %ld sides and %ld ends, at most %.3g and %.3g of the error\n", name,
           n->fast_sides, n->fast_ends, n->fast_fraction_side, n->fast_fraction_end);
    all.fast_fraction_side = fmax(all.fast_fraction_side, n->fast_fraction_side);
    all.fast_fraction_end = fmax(all.fast_fraction_end, n->fast_fraction_end);
    all.fraction_side = fmax(all.fraction_side, n->fraction_side);
    all.fraction_end = fmax(all.fraction_end, n->fraction_end);
    all.small += n->small;
    all.decided += n->decided;
    all.quotients += n->quotients;
    all.level_misses += n->level_misses;
    all.level_hits += n->level_hits;
}

// ---- the classes of motion_cases.h ----

// Without near ties, in thousandths: how often the filter is certain, how often the time of its
// hits is sharp, and how many contacts the one pass finds, compared with these hits.
static const struct {
    int certain, sharp, fast;
} least[MOTION_CLASS_COUNT] = {
    [MOTION_ANYWHERE] = {990, 990, 990},
    // Half of the paths end at a place of contact, for which no filter is certain.
    [MOTION_AIMED] = {700, 900, 900},
    [MOTION_SHARED_CORNER] = {700, 990, 990},
    [MOTION_STRIP] = {990, 990, 990},
    [MOTION_BULLET] = {990, 850, 850},
    [MOTION_NEEDLE] = {550, 800, 900},
    [MOTION_OFFSET] = {850, 970, 970},
    [MOTION_INTEGERS] = {970, 990, 940},
    [MOTION_MIRRORED_PAIR] = {970, 990, 980},
};

static void test_class(void **state) {
    class_run run = class_start_motion(*(const motion_class *)*state);
    tally n = {0};
    for (long i = case_count(3000); i > 0; i--) {
        class_next(&run);
        check_case(&run, &n);
    }
    print_tally(run.name, &n);
    class_need(&run, "certain", n.certain, n.asked, least[run.motion].certain);
    class_need(&run, "sharp", n.sharp, n.hits, least[run.motion].sharp);
    class_need(&run, "found in one pass", n.fast_sides + n.fast_ends, n.hits,
               least[run.motion].fast);
    assert_int_equal(run.failures, 0);
}

// ---- classes aimed at the thresholds ----

static carom_vec2 random_unit(random_source *g) {
    const double x = random_between(g, -1.0, 1.0);
    const double y = random_between(g, -1.0, 1.0);
    const double length = hypot(x, y);
    return length > 0.0 ? carom_vec2_make(x / length, y / length) : carom_vec2_make(1.0, 0.0);
}

static carom_vec2 along(carom_vec2 p, carom_vec2 u, double s) {
    return carom_vec2_add(p, carom_vec2_scale(u, s));
}

// A wall and radii, of R = 1 or nearly.
static void set_wall(random_source *g, motion_case *m, carom_vec2 u) {
    const double x = random_between(g, -2.0, 2.0);
    const double fraction = random_one_in(g, 2) ? 1.0 : random_between(g, 0.0, 1.0);
    m->wall.a = carom_vec2_make(x, random_between(g, -2.0, 2.0));
    m->wall.b = along(m->wall.a, u, random_log(g, -2, 8));
    m->wall.radius = 1.0 - fraction;
    m->wall.extent = (uint8_t)random_int(g, CAROM_EXTENT_SEGMENT, CAROM_EXTENT_LINE);
    m->circle.radius = fraction;
}

// Starts 2^-50 to 2^-1 off the wall and moves in at any angle, 2^-4 to 2^40 radii.
static void make_near_and_fast(random_source *g, motion_case *m) {
    const carom_vec2 u = random_unit(g), path = random_unit(g);
    set_wall(g, m, u);
    const bool at_end = random_one_in(g, 2);
    const carom_vec2 n = at_end ? random_unit(g) : carom_vec2_left(u);
    const double gap = random_log(g, -50, -1);
    const carom_vec2 quarter = carom_vec2_scale(carom_vec2_sub(m->wall.b, m->wall.a), 0.25);
    const carom_vec2 foot = at_end ? m->wall.a : carom_vec2_add(m->wall.a, quarter);
    m->circle.center = along(foot, n, 1.0 + gap);
    const double length = random_log(g, -4, 40);
    m->move = carom_vec2_scale(path, carom_vec2_dot(path, n) > 0.0 ? -length : length);
}

// Past an end nearer than R by 2^-52 to 2^-16 of it, where the first guess of the time is poor.
static void make_skimming(random_source *g, motion_case *m) {
    const carom_vec2 d = random_unit(g);
    const carom_vec2 n = carom_vec2_scale(carom_vec2_left(d), random_sign(g));
    set_wall(g, m, carom_vec2_scale(n, -1.0));
    m->wall.extent = random_one_in(g, 2) ? CAROM_EXTENT_SEGMENT : CAROM_EXTENT_RAY;
    const double beside = 1.0 - random_log(g, -52, -16), ahead = random_log(g, -1, 12);
    m->circle.center = along(along(m->wall.a, n, beside), d, -ahead);
    m->move = carom_vec2_scale(d, ahead * random_between(g, 1.0, 4.0));
}

// x + before u + across (u turned left), in integers.
static carom_vec2 beside(carom_vec2 p, carom_vec2 u, double before, double across) {
    return carom_vec2_make(p.x + before * u.x - across * u.y, p.y + before * u.y + across * u.x);
}

// From integers of up to 30 bits in any unit: past the end b at R, or to R from the side at the end
// of the move. One number in three cases is one unit off, or half of one.
static void make_small_tie(random_source *g, motion_case *m) {
    static const double sides[][3] = {{3, 4, 5}, {-12, 5, 13}, {8, -15, 17}, {1, 0, 1}, {0, -1, 1}};
    const double *side = sides[random_int(g, 0, 4)];
    const carom_vec2 u = carom_vec2_make(side[0], side[1]);
    const int most = 1 << random_int(g, 1, 23);
    const double before = random_int(g, 1, most), after = random_int(g, 1, most);
    const double reach = random_int(g, 1, most), far = random_int(g, 1, most);
    const double wall_part = random_int(g, 0, (int)reach);
    const double x = random_int(g, -most, most);
    const carom_vec2 p = carom_vec2_make(x, random_int(g, -most, most));
    m->wall =
        carom_wall_make(beside(p, u, -before, 0.0), beside(p, u, after, 0.0), wall_part * side[2],
                        (uint8_t)random_int(g, CAROM_EXTENT_SEGMENT, CAROM_EXTENT_LINE));
    m->circle.radius = (reach - wall_part) * side[2];
    const double turn = random_sign(g);
    const bool at_end = random_one_in(g, 2);
    m->circle.center =
        at_end ? beside(m->wall.b, u, reach, turn * far) : beside(p, u, 0.0, turn * (reach + far));
    const double way = -turn * far * (at_end ? random_int(g, 1, 3) : 1);
    m->move = beside(carom_vec2_make(0.0, 0.0), u, 0.0, way);
    double *const changed[] = {&m->circle.center.x, &m->circle.radius, &m->wall.b.y, &m->move.x,
                               &m->wall.radius};
    const int which = random_int(g, 0, 14);
    if (which < 5)
        *changed[which] += random_one_in(g, 2) ? 1.0 : 0.5;
    const double unit = ldexp(1.0, random_int(g, -190, 150));
    double *const all_numbers[] = {
        &m->circle.center.x, &m->circle.center.y, &m->circle.radius, &m->move.x,   &m->move.y,
        &m->wall.a.x,        &m->wall.a.y,        &m->wall.b.x,      &m->wall.b.y, &m->wall.radius};
    for (int i = 0; i < 10; i++)
        *all_numbers[i] *= unit;
}

// A circle of 2^-900 to 2^-600 at the start of a line of 2^198, so that R over |u| may underflow.
static void make_tiny_at_long(random_source *g, motion_case *m) {
    const carom_vec2 u = random_unit(g), origin = carom_vec2_make(0.0, 0.0);
    const double unit = ldexp(1.0, random_int(g, -900, -600)), side = random_sign(g);
    m->wall = carom_wall_make(origin, carom_vec2_scale(u, 0x1p198), 0.0, CAROM_EXTENT_LINE);
    m->circle.radius = random_log(g, -10, 0) * unit;
    const double x = random_between(g, -1.0, 1.0), ahead = random_between(g, 0.0, 1.0);
    const carom_vec2 foot = carom_vec2_scale(u, x * unit), n = carom_vec2_left(u);
    m->circle.center = along(foot, n, side * (m->circle.radius + ahead * unit));
    m->move = carom_vec2_scale(n, -side * (m->circle.radius + unit));
    m->move = along(m->move, u, x * unit);
}

static void run_aimed(const char *name, void (*make)(random_source *, motion_case *),
                      int thousandths) {
    class_run run = class_start_motion(MOTION_AIMED);
    run.name = name;
    tally n = {0};
    const long count = case_count(20000);
    for (run.index = 0; run.index < (uint64_t)count; run.index++) {
        random_source g = random_start(run.seed, 512, run.index);
        make(&g, &run.m);
        run.m.to = carom_vec2_add(run.m.circle.center, run.m.move);
        check_case(&run, &n);
    }
    print_tally(name, &n);
    class_need(&run, "sharp", n.sharp, 2 * count, thousandths);
    assert_int_equal(run.failures, 0);
}

static void test_near_and_fast(void **state) {
    (void)state;
    run_aimed("near and fast", make_near_and_fast, 150);
}

// A ball some ulp above a floor, or far above it, with or without a wall to its side. One
// coordinate in four is of another size, and one floor in two is upright.
static void make_level(random_source *g, motion_case *m) {
    const double floor = random_one_in(g, 2) ? 0.0 : random_between(g, -100.0, 100.0);
    const double from = random_between(g, -10.0, 0.0), to = random_between(g, 0.0, 10.0);
    const double radius = random_one_in(g, 2) ? 0.5 : random_between(g, 0.0, 2.0);
    const double wall_radius = random_one_in(g, 2) ? 0.0 : random_between(g, 0.0, 1.0);
    const double side = random_sign(g);
    const double off = random_one_in(g, 2) ? 0.0 : random_between(g, 0.0, 3.0);
    const double high = nudged(floor + side * (radius + wall_radius + off), random_int(g, -3, 3));
    const double along = random_between(g, -11.0, 11.0);
    const double fall = -side * random_between(g, -1.0, 4.0);
    const double exact_fall = random_one_in(g, 4) ? floor - high : fall;
    const double roll = random_between(g, -3.0, 3.0);
    const uint8_t extent = (uint8_t)random_int(g, CAROM_EXTENT_SEGMENT, CAROM_EXTENT_LINE);
    const bool is_upright = random_one_in(g, 2);
    const double unit = random_one_in(g, 4) ? ldexp(1.0, random_int(g, -500, 190)) : 1.0;
    const carom_vec2 points[] = {{from, floor}, {to, floor}, {along, high}, {roll, exact_fall}};
    carom_vec2 *const all_points[] = {&m->wall.a, &m->wall.b, &m->circle.center, &m->move};
    for (int i = 0; i < 4; i++) {
        const carom_vec2 p = carom_vec2_scale(points[i], unit);
        *all_points[i] = is_upright ? carom_vec2_make(p.y, p.x) : p;
    }
    m->wall = carom_wall_make(m->wall.a, m->wall.b, unit * wall_radius, extent);
    m->circle.radius = unit * radius;
}

static void test_level(void **state) {
    (void)state;
    run_aimed("level", make_level, 0);
    assert_true(all.level_misses > 0 && all.level_hits > 0);
}

static void test_small_ties(void **state) {
    (void)state;
    run_aimed("small ties", make_small_tie, 0);
    assert_true(all.small > 0 && all.decided > 0 && all.quotients > 0);
}

static void test_skimming(void **state) {
    (void)state;
    run_aimed("skimming", make_skimming, 400);
}

static void test_tiny_at_long(void **state) {
    (void)state;
    run_aimed("tiny at long", make_tiny_at_long, 0);
}

// ---- all of them ----

static int start(void **state) {
    (void)state;
    question = oracle_sweep_new();
    end_question = oracle_sweep_new();
    oracle_sweep_numbers_init(&truth);
    mpz_inits(left, right, other, NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    printf("largest fraction of the stated error: %.3g on a side, %.3g at an end, of at most 1\n",
           all.fraction_side, all.fraction_end);
    printf("in one pass: %.3g on a side, %.3g at an end\n", all.fast_fraction_side,
           all.fast_fraction_end);
    mpz_clears(left, right, other, NULL);
    oracle_sweep_numbers_clear(&truth);
    oracle_sweep_free(question);
    oracle_sweep_free(end_question);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    static const struct CMUnitTest more[] = {
        cmocka_unit_test(test_near_and_fast), cmocka_unit_test(test_skimming),
        cmocka_unit_test(test_small_ties),    cmocka_unit_test(test_level),
        cmocka_unit_test(test_tiny_at_long),
    };
    return run_classes(&(class_group){.name = "sweep_internal",
                                      .test_motion = test_class,
                                      .more = more,
                                      .more_count = 5,
                                      .start = start,
                                      .finish = finish});
}
