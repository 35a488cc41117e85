// The rounded part of the oracle of moving walls, see moving_oracle.h, and the check of legs. The
// time is bisected in dyadic fractions; all numbers are computed at both ends of its interval, in
// more and more bits, until they agree. Room: tests.
#include "moving_oracle_exact.h"

#include <math.h>

enum { GOOD_BITS = 128 };

static const mpfr_prec_t least_precision = 64;

static void set_precision(oracle_sweep_numbers *n, mpfr_prec_t bits) {
    const mpfr_ptr all[] = {n->t,       n->center.x, n->center.y, n->point.x,
                            n->point.y, n->normal.x, n->normal.y};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        mpfr_set_prec(all[i], bits);
    }
}

// p = v at the time t, in units.
static void set_at(oracle_point *p, const moving_vector *v, const mpfr_t t) {
    mpfr_mul_z(p->x, t, v->step.x, MPFR_RNDN);
    mpfr_mul_z(p->y, t, v->step.y, MPFR_RNDN);
    mpfr_add_z(p->x, p->x, v->start.x, MPFR_RNDN);
    mpfr_add_z(p->y, p->y, v->start.y, MPFR_RNDN);
}

static void set_step(oracle_point *p, const moving_vector *v, int sign) {
    mpfr_set_z(p->x, v->step.x, MPFR_RNDN);
    mpfr_set_z(p->y, v->step.y, MPFR_RNDN);
    if (sign < 0) {
        mpfr_neg(p->x, p->x, MPFR_RNDN);
        mpfr_neg(p->y, p->y, MPFR_RNDN);
    }
}

static bool is_zero_vector(const exact_vector *v) {
    return mpz_sgn(v->x) == 0 && mpz_sgn(v->y) == 0;
}

// Sign of the derivative of u x w at the start.
static int side_slope_at_start(const moving_oracle *q) {
    mpz_t sum;
    mpz_init(sum);
    exact_cross(sum, &q->u.start, &q->w.step);
    mpz_addmul(sum, q->u.step.x, q->w.start.y);
    mpz_submul(sum, q->u.step.y, q->w.start.x);
    const int sign = mpz_sgn(sum);
    mpz_clear(sum);
    return sign;
}

// The normal of the axis on the side of the circle, or, with the centre on the axis, on the side
// that it comes from; left-hand if it starts along the axis.
static void set_axis_normal(oracle_point *normal, const moving_oracle *q, int index, const mpfr_t t,
                            bool on_axis) {
    const mpfr_prec_t bits = mpfr_get_prec(t);
    oracle_point u, w;
    mpfr_inits2(bits, u.x, u.y, w.x, w.y, (mpfr_ptr)NULL);
    set_at(&u, &q->u, t);
    set_at(&w, &q->w, t);
    int side;
    if (on_axis) {
        side = index > 0 ? q->cells[index - 1].side : -side_slope_at_start(q);
    } else {
        mpfr_mul(w.y, w.y, u.x, MPFR_RNDN);
        mpfr_mul(w.x, w.x, u.y, MPFR_RNDN);
        mpfr_sub(w.y, w.y, w.x, MPFR_RNDN);
        side = mpfr_sgn(w.y);
    }
    mpfr_neg(normal->x, u.y, MPFR_RNDN);
    mpfr_set(normal->y, u.x, MPFR_RNDN);
    if (side < 0) {
        mpfr_neg(normal->x, normal->x, MPFR_RNDN);
        mpfr_neg(normal->y, normal->y, MPFR_RNDN);
    }
    mpfr_clears(u.x, u.y, w.x, w.y, (mpfr_ptr)NULL);
}

static void set_normal(oracle_sweep_numbers *n, const moving_oracle *q, int index,
                       moving_verdict v) {
    oracle_point *const normal = &n->normal;
    const moving_vector *const from = v.feature == CAROM_FEATURE_END_B ? &q->z : &q->w;
    const bool no_length = v.at_start && is_zero_vector(&q->u.start);
    const bool at_end = v.feature != CAROM_FEATURE_SIDE;
    if (v.on_axis && at_end && (no_length || !v.at_start)) {
        set_step(normal, from, -1); // against the motion relative to the end
        if (is_zero_vector(&from->step)) {
            mpfr_set_ui(normal->y, 1, MPFR_RNDN);
        }
    } else if (v.on_axis || !at_end) {
        set_axis_normal(normal, q, index, n->t, v.on_axis);
    } else {
        set_at(normal, from, n->t);
    }
    mpfr_t length;
    mpfr_init2(length, mpfr_get_prec(n->t));
    mpfr_hypot(length, normal->x, normal->y, MPFR_RNDN);
    mpfr_div(normal->x, normal->x, length, MPFR_RNDN);
    mpfr_div(normal->y, normal->y, length, MPFR_RNDN);
    mpfr_clear(length);
}

// The nearest point of the axis, plus the wall radius along the normal.
static void set_point(oracle_sweep_numbers *n, const moving_oracle *q, carom_feature feature) {
    oracle_point *const p = &n->point;
    set_at(p, feature == CAROM_FEATURE_END_B ? &q->b : &q->a, n->t);
    const mpfr_prec_t bits = mpfr_get_prec(n->t);
    if (feature == CAROM_FEATURE_SIDE) { // the parameter is w.u / L
        oracle_point u, w;
        mpfr_t along, length2;
        mpfr_inits2(bits, u.x, u.y, w.x, w.y, along, length2, (mpfr_ptr)NULL);
        set_at(&u, &q->u, n->t);
        set_at(&w, &q->w, n->t);
        mpfr_fmma(along, w.x, u.x, w.y, u.y, MPFR_RNDN);
        mpfr_fmma(length2, u.x, u.x, u.y, u.y, MPFR_RNDN);
        mpfr_div(along, along, length2, MPFR_RNDN);
        mpfr_fma(p->x, along, u.x, p->x, MPFR_RNDN);
        mpfr_fma(p->y, along, u.y, p->y, MPFR_RNDN);
        mpfr_clears(u.x, u.y, w.x, w.y, along, length2, (mpfr_ptr)NULL);
    }
    mpfr_t radius;
    mpfr_init2(radius, bits);
    mpfr_set_z(radius, q->wall_reach, MPFR_RNDN);
    mpfr_fma(p->x, n->normal.x, radius, p->x, MPFR_RNDN);
    mpfr_fma(p->y, n->normal.y, radius, p->y, MPFR_RNDN);
    mpfr_clear(radius);
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int point_ulp(const oracle_point *p) {
    return larger(oracle_ulp_exponent(p->x), oracle_ulp_exponent(p->y));
}

static void scale_point(oracle_point *p, long k) {
    mpfr_mul_2si(p->x, p->x, k, MPFR_RNDN);
    mpfr_mul_2si(p->y, p->y, k, MPFR_RNDN);
}

// All numbers at the time n->t.
static void set_all(oracle_sweep_numbers *n, const moving_oracle *q, int index, moving_verdict v) {
    set_normal(n, q, index, v);
    const moving_vector *const moved[] = {&q->c, &q->a, &q->b};
    n->ulp = -1074;
    for (int i = 0; i < 3; i++) {
        set_step(&n->center, moved[i], 1);
        scale_point(&n->center, q->unit);
        n->ulp = larger(n->ulp, point_ulp(&n->center));
    }
    set_at(&n->center, &q->c, n->t);
    scale_point(&n->center, q->unit);
    set_point(n, q, v.feature);
    scale_point(&n->point, q->unit);
    n->ulp = larger(n->ulp, point_ulp(&n->center));
    n->ulp = larger(n->ulp, oracle_largest_ulp(q->question.circle, q->question.wall, &n->point));
}

// Do p and q differ by less than 2^k?
static bool points_agree(const oracle_point *p, const oracle_point *q, int k) {
    mpfr_t d;
    mpfr_init2(d, least_precision);
    bool agree = true;
    const mpfr_srcptr pairs[2][2] = {{p->x, q->x}, {p->y, q->y}};
    for (int i = 0; i < 2; i++) {
        mpfr_sub(d, pairs[i][0], pairs[i][1], MPFR_RNDA);
        agree = agree && (mpfr_zero_p(d) || (mpfr_regular_p(d) && mpfr_get_exp(d) <= k));
    }
    mpfr_clear(d);
    return agree;
}

static bool numbers_agree(const oracle_sweep_numbers *m, const oracle_sweep_numbers *n) {
    return points_agree(&m->center, &n->center, n->ulp - 40) &&
           points_agree(&m->point, &n->point, n->ulp - 40) &&
           points_agree(&m->normal, &n->normal, -100);
}

static void set_time(mpfr_t t, const isolated_root *r, unsigned more) {
    mpz_t m;
    mpz_init(m);
    mpz_add_ui(m, r->low.m, more);
    mpfr_set_z_2exp(t, m, -(mpfr_exp_t)r->low.k, MPFR_RNDN);
    mpz_clear(m);
}

void moving_oracle_measure(oracle_sweep_numbers *n, moving_oracle *q, bool hit) {
    const int index = hit ? q->first_hit : q->first;
    const moving_verdict v = hit ? moving_oracle_first_hit(q) : moving_oracle_first(q);
    isolated_root *const root = &q->cells[index].root;
    oracle_sweep_numbers other;
    oracle_sweep_numbers_init(&other);
    mp_bitcnt_t bits = GOOD_BITS;
    for (bool agree = false; !agree; bits *= 2) {
        root_refine_to(root, bits);
        // Enough for t as it is, and for sums of numbers of any size.
        mpfr_prec_t precision = (mpfr_prec_t)(bits + 2 * q->bits);
        precision += (mpfr_prec_t)mpz_sizeinbase(root->low.m, 2);
        set_precision(n, precision);
        set_precision(&other, precision);
        set_time(n->t, root, 0);
        set_time(other.t, root, root->is_exact ? 0 : 1);
        set_all(n, q, index, v);
        set_all(&other, q, index, v);
        agree = numbers_agree(n, &other);
    }
    oracle_sweep_numbers_clear(&other);
}

static double least(double x, double y) {
    return x < y ? x : y;
}

static double most(double x, double y) {
    return x > y ? x : y;
}

// True only if the boxes of both paths are farther apart than R. The double after the rounded sum
// is not less than R, and a rounded difference above a double is a difference above it.
static bool is_far(carom_circle c, carom_vec2 to, carom_wall w, carom_vec2 a_to, carom_vec2 b_to) {
    const double reach = nextafter(c.radius + w.radius, HUGE_VAL);
    const double left = least(c.center.x, to.x), right = most(c.center.x, to.x);
    const double below = least(c.center.y, to.y), above = most(c.center.y, to.y);
    const double wall_left = least(least(w.a.x, w.b.x), least(a_to.x, b_to.x));
    const double wall_right = most(most(w.a.x, w.b.x), most(a_to.x, b_to.x));
    const double wall_below = least(least(w.a.y, w.b.y), least(a_to.y, b_to.y));
    const double wall_above = most(most(w.a.y, w.b.y), most(a_to.y, b_to.y));
    return w.extent == CAROM_EXTENT_SEGMENT &&
           (left - wall_right > reach || wall_left - right > reach || below - wall_above > reach ||
            wall_below - above > reach);
}

bool moving_leg_is_clear(moving_oracle *q, carom_circle circle, carom_vec2 to, carom_wall wall,
                         carom_vec2 a_to, carom_vec2 b_to) {
    const moving_question question = {circle, wall, to, a_to, b_to, true};
    const double sum = to.x + to.y + a_to.x + a_to.y + b_to.x + b_to.y;
    if (is_finite_number(sum) && carom_circle_is_valid(circle) && carom_wall_is_valid(wall) &&
        is_far(circle, to, wall, a_to, b_to)) {
        return true;
    }
    moving_oracle_ask(q, question);
    return moving_oracle_is_clear(q);
}
