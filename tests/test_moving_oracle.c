// The oracle of moving walls against other formulations of the same questions: the oracle of
// still walls, for every class of moving circles, with walls that stay and walls that translate;
// the oracle of circles at rest, exactly, at all times of a grid at which all places are doubles;
// the gap in plain double arithmetic at many times; and the closed form for two discs.
//
// A few hundred cases of each class by default; CAROM_TEST_CASES and CAROM_TEST_SEED say otherwise.
// Room: tests.
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
static oracle_sweep_numbers numbers;

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
    const bool near =
        (mpfr_zero_p(x) || mpfr_get_exp(x) <= k) && (mpfr_zero_p(y) || mpfr_get_exp(y) <= k);
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
    const carom_sweep_kind after =
        expected.kind == CAROM_SWEEP_KIND_GRAZE ? CAROM_SWEEP_KIND_MISS : expected.kind;
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

// Is x y a double? Not said of products so small that their error underflows.
static bool is_exact_product(double x, double y) {
    const double product = x * y;
    return x == 0.0 || y == 0.0 || (fabs(product) > 0x1p-900 && fma(x, y, -product) == 0.0);
}

// The sign of the gap at t by the oracle of circles at rest. False if a place at t is no double.
static bool gap_at(const moving_case *m, double t, int *gap) {
    const carom_vec2 from[] = {m->circle.center, m->wall.a, m->wall.b};
    const carom_vec2 moves[] = {m->move, m->a_move, m->b_move};
    carom_vec2 at[3];
    for (int i = 0; i < 3; i++) {
        const carom_vec2 d = carom_vec2_scale(moves[i], t);
        const bool exact = is_exact_product(moves[i].x, t) && is_exact_product(moves[i].y, t);
        if (!exact || !is_exact_sum(from[i].x, d.x) || !is_exact_sum(from[i].y, d.y)) {
            return false;
        }
        at[i] = carom_vec2_add(from[i], d);
    }
    carom_wall wall = m->wall;
    wall.a = at[1];
    wall.b = at[2];
    const carom_circle circle = carom_circle_make(at[0], m->circle.radius);
    const carom_relation relation = oracle_decide(circle, wall, 0.0).relation;
    *gap = relation == CAROM_RELATION_SEPARATE ? 1 : relation == CAROM_RELATION_TOUCHING ? 0 : -1;
    return relation != CAROM_RELATION_INVALID;
}

// p + t move, exactly.
static void set_place(mpq_t place[2], carom_vec2 p, carom_vec2 move, const mpq_t t) {
    const double from[] = {p.x, p.y}, by[] = {move.x, move.y};
    mpq_t start;
    mpq_init(start);
    for (int i = 0; i < 2; i++) {
        mpq_set_d(start, from[i]);
        mpq_set_d(place[i], by[i]);
        mpq_mul(place[i], place[i], t);
        mpq_add(place[i], place[i], start);
    }
    mpq_clear(start);
}

// p0 q0 + sign p1 q1
static void set_product(mpq_t sum, const mpq_t p0, const mpq_t q0, int sign, const mpq_t p1,
                        const mpq_t q1) {
    mpq_t product;
    mpq_init(product);
    mpq_mul(sum, p0, q0);
    mpq_mul(product, p1, q1);
    if (sign < 0) {
        mpq_neg(product, product);
    }
    mpq_add(sum, sum, product);
    mpq_clear(product);
}

// The sign of the gap at t + 2^-5000, from the definition. No case has two roots so near each
// other.
static int gap_soon_after(const moving_case *m, double time) {
    mpq_t t, radius, reach2, dot_a, dot_b, dist2, len2;
    mpq_t c[2], a[2], b[2], u[2], w[2], z[2];
    mpq_inits(t, radius, reach2, dot_a, dot_b, dist2, len2, NULL);
    for (int i = 0; i < 2; i++) {
        mpq_inits(c[i], a[i], b[i], u[i], w[i], z[i], NULL);
    }
    mpq_set_ui(radius, 1, 1);
    mpq_div_2exp(radius, radius, 5000);
    mpq_set_d(t, time);
    mpq_add(t, t, radius);
    set_place(c, m->circle.center, m->move, t);
    set_place(a, m->wall.a, m->a_move, t);
    set_place(b, m->wall.b, m->b_move, t);
    for (int i = 0; i < 2; i++) {
        mpq_sub(u[i], b[i], a[i]);
        mpq_sub(w[i], c[i], a[i]);
        mpq_sub(z[i], c[i], b[i]);
    }
    mpq_set_d(reach2, m->circle.radius);
    mpq_set_d(radius, m->wall.radius);
    mpq_add(reach2, reach2, radius);
    mpq_mul(reach2, reach2, reach2);
    set_product(dot_a, w[0], u[0], 1, w[1], u[1]);
    set_product(dot_b, z[0], u[0], 1, z[1], u[1]);
    set_product(len2, u[0], u[0], 1, u[1], u[1]);
    const bool is_line = m->wall.extent == CAROM_EXTENT_LINE;
    const bool is_segment = m->wall.extent == CAROM_EXTENT_SEGMENT;
    if (mpq_sgn(len2) == 0 || (mpq_sgn(dot_a) <= 0 && !is_line)) {
        set_product(dist2, w[0], w[0], 1, w[1], w[1]);
    } else if (mpq_sgn(dot_b) >= 0 && is_segment) {
        set_product(dist2, z[0], z[0], 1, z[1], z[1]);
    } else {
        set_product(dist2, u[0], w[1], -1, u[1], w[0]);
        mpq_mul(dist2, dist2, dist2);
        mpq_mul(reach2, reach2, len2);
    }
    const int gap = mpq_cmp(dist2, reach2);
    mpq_clears(t, radius, reach2, dot_a, dot_b, dist2, len2, NULL);
    for (int i = 0; i < 2; i++) {
        mpq_clears(c[i], a[i], b[i], u[i], w[i], z[i], NULL);
    }
    return gap;
}

// The gap at t agrees with the verdicts. True if it could be asked.
static bool check_time(class_run *run, double t) {
    int gap;
    if (!gap_at(&run->w, t, &gap)) {
        return false;
    }
    const moving_verdict v = moving_oracle_first(moving), hit = moving_oracle_first_hit(moving);
    const int before =
        v.kind == CAROM_SWEEP_KIND_MISS ? 1 : moving_oracle_time_sign(moving, false, t);
    const int before_hit =
        hit.kind == CAROM_SWEEP_KIND_MISS ? 1 : moving_oracle_time_sign(moving, true, t);
    const bool is_point = run->w.circle.radius == 0.0 && run->w.wall.radius == 0.0;
    if (before > 0 && gap <= 0) {
        class_fail(run, "the gap at %a is %d, before the first contact", t, gap);
    } else if (before == 0 && (gap > 0 || (gap < 0) != (v.kind == CAROM_SWEEP_KIND_OVERLAP))) {
        class_fail(run, "the gap at %a is %d, at a first contact of kind %s", t, gap,
                   carom_sweep_kind_name(v.kind));
    } else if (before_hit > 0 && gap < 0) {
        class_fail(run, "the gap at %a is %d, before the first hit", t, gap);
    } else if (moving_oracle_is_clear(moving) && gap < 0) {
        class_fail(run, "the gap at %a is %d on a clear path", t, gap);
    } else if (before_hit == 0 && !is_point && hit.kind == CAROM_SWEEP_KIND_HIT &&
               gap_soon_after(&run->w, t) >= 0) {
        class_fail(run, "the gap does not become negative after the hit at %a", t);
    }
    return true;
}

// Sign of A t^2 + 2 B t + C at a double t.
static int quadratic_sign(const mpq_t A, const mpq_t B, const mpq_t C, double time) {
    mpq_t t, sum;
    mpq_inits(t, sum, NULL);
    mpq_set_d(t, time);
    mpq_mul(sum, A, t);
    mpq_add(sum, sum, B);
    mpq_add(sum, sum, B);
    mpq_mul(sum, sum, t);
    mpq_add(sum, sum, C);
    const int sign = mpq_sgn(sum);
    mpq_clears(t, sum, NULL);
    return sign;
}

// x = (p - q) + t (r - s), for t = 0: the difference of the first two.
static void set_difference(mpq_t x, double p, double q) {
    mpq_t y;
    mpq_init(y);
    mpq_set_d(x, p);
    mpq_set_d(y, q);
    mpq_sub(x, x, y);
    mpq_clear(y);
}

// Two discs in closed form: |w + t w'|^2 = R^2.
static void check_discs(class_run *run) {
    const moving_case *const m = &run->w;
    mpq_t x, y, p, q, A, B, C, square;
    mpq_inits(x, y, p, q, A, B, C, square, NULL);
    set_difference(x, m->circle.center.x, m->wall.a.x);
    set_difference(y, m->circle.center.y, m->wall.a.y);
    set_difference(p, m->move.x, m->a_move.x);
    set_difference(q, m->move.y, m->a_move.y);
    const mpq_ptr sums[] = {A, B, C};
    const mpq_ptr factors[][4] = {{p, p, q, q}, {x, p, y, q}, {x, x, y, y}};
    for (int i = 0; i < 3; i++) {
        mpq_mul(sums[i], factors[i][0], factors[i][1]);
        mpq_mul(square, factors[i][2], factors[i][3]);
        mpq_add(sums[i], sums[i], square);
    }
    set_difference(x, m->circle.radius, -m->wall.radius);
    mpq_mul(square, x, x);
    mpq_sub(C, C, square);
    const bool is_point = mpq_sgn(x) == 0;
    mpq_mul(x, A, C);
    mpq_mul(square, B, B);
    const int discriminant = mpq_cmp(square, x);
    // The first root is <= 1 if the polynomial is <= 0 at 1, or falls and rises again before 1.
    mpq_add(y, A, B);
    const bool in_time = quadratic_sign(A, B, C, 1.0) <= 0 || mpq_sgn(y) >= 0;
    const bool meets = mpq_sgn(B) < 0 && discriminant >= 0 && in_time;
    carom_sweep_kind expected = CAROM_SWEEP_KIND_MISS;
    if (mpq_sgn(C) < 0) {
        expected = CAROM_SWEEP_KIND_OVERLAP;
    } else if (mpq_sgn(C) == 0) {
        expected = mpq_sgn(B) < 0 ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE;
    } else if (meets) {
        expected = discriminant > 0 || is_point ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE;
    }
    const moving_verdict v = moving_oracle_first(moving);
    if (v.kind != expected) {
        class_fail(run, "discs: got %s, expected %s", carom_sweep_kind_name(v.kind),
                   carom_sweep_kind_name(expected));
    } else if (mpq_sgn(C) > 0 && expected != CAROM_SWEEP_KIND_MISS) {
        moving_oracle_measure(&numbers, moving, false);
        const double t = mpfr_get_d(numbers.t, MPFR_RNDD);
        mpq_set_d(x, t);
        mpq_mul(x, x, A);
        mpq_add(x, x, B); // the slope
        const int sign = mpq_sgn(x) > 0 ? -1 : quadratic_sign(A, B, C, t);
        if (moving_oracle_time_sign(moving, false, t) != sign) {
            class_fail(run, "discs: the time is not %a", t);
        }
    }
    mpq_clears(x, y, p, q, A, B, C, square, NULL);
}

static carom_vec2 moved(carom_vec2 p, carom_vec2 by, double t) {
    return carom_vec2_add(p, carom_vec2_scale(by, t));
}

// The gap at t, rounded.
static double rough_gap(const moving_case *m, double t) {
    const carom_vec2 a = moved(m->wall.a, m->a_move, t), b = moved(m->wall.b, m->b_move, t);
    const carom_vec2 u = carom_vec2_sub(b, a);
    const carom_vec2 w = carom_vec2_sub(moved(m->circle.center, m->move, t), a);
    const double len2 = carom_vec2_dot(u, u);
    const double s = len2 > 0.0 ? carom_vec2_dot(w, u) / len2 : 0.0;
    const carom_vec2 d = carom_vec2_sub(w, carom_vec2_scale(u, fmin(fmax(s, 0.0), 1.0)));
    return sqrt(carom_vec2_dot(d, d)) - m->circle.radius - m->wall.radius;
}

// Of segments of ordinary size: the gap is about 0 at the contacts, and not less before them.
static void check_roughly(class_run *run) {
    const moving_case *const m = &run->w;
    const carom_vec2 all[] = {m->circle.center, m->wall.a, m->wall.b,
                              m->move,          m->a_move, m->b_move};
    double size = m->circle.radius + m->wall.radius;
    for (int i = 0; i < 6; i++) {
        size = fmax(size, fmax(fabs(all[i].x), fabs(all[i].y)));
    }
    const double slack = 1e-11 * size;
    for (int hit = 0; hit <= 1; hit++) {
        const moving_verdict v =
            hit ? moving_oracle_first_hit(moving) : moving_oracle_first(moving);
        double until = 1.0;
        if (v.kind > CAROM_SWEEP_KIND_MISS) {
            moving_oracle_measure(&numbers, moving, hit);
            until = mpfr_get_d(numbers.t, MPFR_RNDD);
            const double gap = rough_gap(m, until);
            if (v.kind == CAROM_SWEEP_KIND_OVERLAP ? gap > slack : fabs(gap) > slack) {
                class_fail(run, "the gap at the contact is about %g", gap);
            }
        }
        for (int k = 0; k < 256; k++) {
            const double t = until * k / 256.0;
            if (v.kind != CAROM_SWEEP_KIND_OVERLAP && rough_gap(m, t) < -slack) {
                class_fail(run, "the gap at %g is about %g", t, rough_gap(m, t));
            }
        }
    }
}

static bool is_pair_of_discs(const moving_case *m) {
    return m->wall.a.x == m->wall.b.x && m->wall.a.y == m->wall.b.y && m->a_move.x == m->b_move.x &&
           m->a_move.y == m->b_move.y;
}

static void test_moving(void **state) {
    class_run run = class_start_moving(*(const moving_class *)*state);
    long asked = 0, discs = 0, kinds[CAROM_SWEEP_KIND_OVERLAP + 1] = {0}, later = 0;
    const long count = case_count(300);
    for (long i = count; i > 0; i--) {
        class_next(&run);
        const moving_case *const m = &run.w;
        moving_oracle_ask(
            moving, (moving_question){m->circle, m->wall, m->move, m->a_move, m->b_move, false});
        const moving_verdict v = moving_oracle_first(moving);
        kinds[v.kind]++;
        later += v.kind == CAROM_SWEEP_KIND_GRAZE &&
                 moving_oracle_first_hit(moving).kind == CAROM_SWEEP_KIND_HIT;
        if (v.kind == CAROM_SWEEP_KIND_INVALID) {
            continue;
        }
        for (int k = 0; k <= 64; k++) {
            asked += check_time(&run, k / 64.0);
        }
        if (run.moving >= MOVING_DOOR && run.moving <= MOVING_BIG_RADIUS) {
            check_roughly(&run);
        }
        if (is_pair_of_discs(m)) {
            check_discs(&run);
            discs++;
        }
    }
    printf("%s: invalid %ld, miss %ld, graze %ld, hit %ld, overlap %ld; graze then hit %ld, discs "
           "%ld, static questions %ld; %ld wrong\n",
           run.name, kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], later, discs, asked,
           run.failures);
    assert_int_equal(run.failures, 0);
}

static int start(void **state) {
    (void)state;
    still = oracle_sweep_new();
    moving = moving_oracle_new();
    oracle_sweep_numbers_init(&still_numbers);
    oracle_sweep_numbers_init(&numbers);
    return 0;
}

static int finish(void **state) {
    (void)state;
    oracle_sweep_numbers_clear(&still_numbers);
    oracle_sweep_numbers_clear(&numbers);
    oracle_sweep_free(still);
    moving_oracle_free(moving);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    return run_classes(&(class_group){.name = "moving_oracle",
                                      .test_motion = test_still,
                                      .test_moving = test_moving,
                                      .start = start,
                                      .finish = finish});
}
