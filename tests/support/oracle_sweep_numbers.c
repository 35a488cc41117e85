// The rounded part of the sweep oracle and the order of contacts, see oracle_sweep.h. Roots of
// exact integers are computed without cancellation, in more bits than the numbers of the question
// span, so that enough bits remain after later cancellation. Room: tests.
#include "oracle_sweep_exact.h"

enum { GOOD_BITS = 320 };

void oracle_sweep_numbers_init(oracle_sweep_numbers *n) {
    mpfr_inits2(GOOD_BITS, n->t, n->center.x, n->center.y, n->point.x, n->point.y, n->normal.x,
                n->normal.y, (mpfr_ptr)NULL);
}

void oracle_sweep_numbers_clear(oracle_sweep_numbers *n) {
    mpfr_clears(n->t, n->center.x, n->center.y, n->point.x, n->point.y, n->normal.x, n->normal.y,
                (mpfr_ptr)NULL);
}

// t = C / (sqrt(B^2 - A C) - B), the smaller root of A t^2 + 2 B t + C; after the start C > 0 and
// B < 0, so the divisor is a sum. To 2 units in the last place but one.
static void set_time(mpfr_t t, const oracle_sweep *q) {
    if (q->verdict.at_start) {
        mpfr_set_zero(t, 1);
        return;
    }
    mpz_t d;
    mpz_init(d);
    mpz_mul(d, q->B, q->B);
    mpz_submul(d, q->A, q->C);
    mpfr_set_z(t, d, MPFR_RNDN);
    mpfr_sqrt(t, t, MPFR_RNDN);
    mpfr_sub_z(t, t, q->B, MPFR_RNDN);
    mpfr_t top;
    mpfr_init2(top, mpfr_get_prec(t));
    mpfr_set_z(top, q->C, MPFR_RNDN);
    mpfr_div(t, top, t, MPFR_RNDN);
    mpfr_clear(top);
    mpz_clear(d);
}

// p = from + t by, all but t in units.
static void set_along(oracle_point *p, const exact_vector *from, const mpfr_t t,
                      const exact_vector *by) {
    mpfr_mul_z(p->x, t, by->x, MPFR_RNDN);
    mpfr_mul_z(p->y, t, by->y, MPFR_RNDN);
    mpfr_add_z(p->x, p->x, from->x, MPFR_RNDN);
    mpfr_add_z(p->y, p->y, from->y, MPFR_RNDN);
}

// p = p / |p|
static void set_unit_length(oracle_point *p, mpfr_t scratch) {
    mpfr_hypot(scratch, p->x, p->y, MPFR_RNDN);
    mpfr_div(p->x, p->x, scratch, MPFR_RNDN);
    mpfr_div(p->y, p->y, scratch, MPFR_RNDN);
}

static void set_vector(oracle_point *p, const exact_vector *v, int sign) {
    mpfr_set_z(p->x, v->x, MPFR_RNDN);
    mpfr_set_z(p->y, v->y, MPFR_RNDN);
    if (sign < 0) {
        mpfr_neg(p->x, p->x, MPFR_RNDN);
        mpfr_neg(p->y, p->y, MPFR_RNDN);
    }
}

// The normal of the axis on the side that the circle is on, or, with the centre on the axis, comes
// from; left-hand if neither.
static void set_axis_normal(oracle_point *p, oracle_sweep *q) {
    mpz_mul(q->lhs, q->u.x, q->w.y);
    mpz_submul(q->lhs, q->u.y, q->w.x);
    int side = mpz_sgn(q->lhs);
    if (side == 0 || q->verdict.on_axis) {
        mpz_mul(q->lhs, q->u.x, q->v.y);
        mpz_submul(q->lhs, q->u.y, q->v.x);
        side = -mpz_sgn(q->lhs);
    }
    mpz_neg(q->at.x, q->u.y);
    mpz_set(q->at.y, q->u.x);
    set_vector(p, &q->at, side);
}

static void set_normal(oracle_sweep_numbers *n, oracle_sweep *q, mpfr_t scratch) {
    const oracle_sweep_verdict *v = &q->verdict;
    oracle_point *const p = &n->normal;
    const bool is_point = mpz_sgn(q->reach) == 0, no_length = mpz_sgn(q->len2) == 0;
    if (v->on_axis &&
        (no_length || (is_point && !v->at_start && v->feature != CAROM_FEATURE_SIDE))) {
        set_vector(p, &q->v, -1); // against the motion
        if (mpz_sgn(q->v2) == 0) {
            mpfr_set_ui(p->y, 1, MPFR_RNDN);
        }
    } else if (v->on_axis || v->feature == CAROM_FEATURE_SIDE) {
        set_axis_normal(p, q);
    } else {
        set_along(p, v->feature == CAROM_FEATURE_END_A ? &q->w : &q->z, n->t, &q->v);
    }
    set_unit_length(p, scratch);
}

// Where the normal leaves the surface: the nearest point of the axis, plus the wall radius along
// it.
static void set_point(oracle_sweep_numbers *n, oracle_sweep *q, mpfr_t scratch) {
    oracle_point *const p = &n->point;
    set_vector(p, q->verdict.feature == CAROM_FEATURE_END_B ? &q->b : &q->a, 1);
    if (q->verdict.feature == CAROM_FEATURE_SIDE) { // the parameter is (w.u + t v.u) / L
        mpfr_mul_z(scratch, n->t, q->vu, MPFR_RNDN);
        mpfr_add_z(scratch, scratch, q->wu, MPFR_RNDN);
        mpfr_div_z(scratch, scratch, q->len2, MPFR_RNDN);
        set_along(p, &q->a, scratch, &q->u);
    }
    mpfr_set_z(scratch, q->wall_reach, MPFR_RNDN);
    mpfr_fma(p->x, n->normal.x, scratch, p->x, MPFR_RNDN);
    mpfr_fma(p->y, n->normal.y, scratch, p->y, MPFR_RNDN);
}

static void scale_point(oracle_point *p, long k) {
    mpfr_mul_2si(p->x, p->x, k, MPFR_RNDN);
    mpfr_mul_2si(p->y, p->y, k, MPFR_RNDN);
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int point_ulp(const oracle_point *p) {
    return larger(oracle_ulp_exponent(p->x), oracle_ulp_exponent(p->y));
}

void oracle_sweep_measure(oracle_sweep_numbers *n, oracle_sweep *q) {
    const mpfr_prec_t bits = GOOD_BITS + 2 * (mpfr_prec_t)q->bits;
    const mpfr_ptr all[] = {n->t,       n->center.x, n->center.y, n->point.x,
                            n->point.y, n->normal.x, n->normal.y};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        mpfr_set_prec(all[i], bits);
    }
    mpfr_t scratch;
    mpfr_init2(scratch, bits);
    set_time(n->t, q);
    set_normal(n, q, scratch);
    set_vector(&n->center, &q->v, 1);
    scale_point(&n->center, q->unit);
    n->ulp = point_ulp(&n->center);
    set_along(&n->center, &q->c, n->t, &q->v);
    scale_point(&n->center, q->unit);
    set_point(n, q, scratch);
    scale_point(&n->point, q->unit);
    n->ulp = larger(n->ulp, oracle_largest_ulp(q->circle, q->wall, &n->point));
    n->ulp = larger(n->ulp, point_ulp(&n->center));
    mpfr_clear(scratch);
}

// True if both contacts come at the same time, both after the start. Two polynomials have a root in
// common just if their resultant
//     (A1 C2 - A2 C1)^2 - 4 (A1 B2 - A2 B1) (B1 C2 - B2 C1)
// is 0. If they are proportional, their smaller roots are the same; else the common root is the
// fraction -(A1 C2 - A2 C1) / (2 (A1 B2 - A2 B1)), and both times are compared with that.
static bool same_time(oracle_sweep *p, oracle_sweep *q) {
    mpz_t ac, ab, bc, square;
    mpz_inits(ac, ab, bc, square, NULL);
    mpz_mul(ac, p->A, q->C);
    mpz_submul(ac, q->A, p->C);
    mpz_mul(ab, p->A, q->B);
    mpz_submul(ab, q->A, p->B);
    mpz_mul(bc, p->B, q->C);
    mpz_submul(bc, q->B, p->C);
    mpz_mul(square, ac, ac);
    mpz_mul(bc, bc, ab);
    mpz_mul_2exp(bc, bc, 2);
    bool same = mpz_cmp(square, bc) == 0;
    if (same && mpz_sgn(ab) != 0) {
        mpz_mul_2exp(ab, ab, 1);
        if (mpz_sgn(ab) > 0) {
            mpz_neg(ac, ac);
        }
        mpz_abs(ab, ab);
        same = exact_time_sign(p, ac, ab) == 0 && exact_time_sign(q, ac, ab) == 0;
    }
    mpz_clears(ac, ab, bc, square, NULL);
    return same;
}

// Sign of the difference of two times that differ: more bits until the difference stands out.
static int order_of_different(const oracle_sweep *p, const oracle_sweep *q) {
    mpfr_t s, t, slack;
    int sign = 0;
    for (mpfr_prec_t bits = 256; sign == 0; bits *= 2) {
        mpfr_inits2(bits, s, t, slack, (mpfr_ptr)NULL);
        set_time(s, p);
        set_time(t, q);
        mpfr_mul_2si(slack, t, 8 - bits, MPFR_RNDU);
        mpfr_sub(s, s, t, MPFR_RNDN);
        if (mpfr_cmpabs(s, slack) > 0) {
            sign = mpfr_sgn(s);
        }
        mpfr_clears(s, t, slack, (mpfr_ptr)NULL);
    }
    return sign;
}

int oracle_sweep_order(oracle_sweep *first, oracle_sweep *second) {
    const bool met = first->verdict.kind >= CAROM_SWEEP_KIND_GRAZE;
    const bool second_met = second->verdict.kind >= CAROM_SWEEP_KIND_GRAZE;
    if (!met || !second_met) {
        return second_met - met;
    }
    if (first->verdict.at_start || second->verdict.at_start) {
        return second->verdict.at_start - first->verdict.at_start;
    }
    return same_time(first, second) ? 0 : order_of_different(first, second);
}
