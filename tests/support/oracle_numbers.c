// The oracle, rounded part: see oracle.h. Exact integers first, then one root and a few operations
// in 256 bits, written so that nothing cancels. Room: tests.
#include "oracle_exact.h"

#define BITS 256

static void init_point(oracle_point *p) {
    mpfr_inits2(BITS, p->x, p->y, (mpfr_ptr)NULL);
}

static void clear_point(oracle_point *p) {
    mpfr_clears(p->x, p->y, (mpfr_ptr)NULL);
}

void oracle_numbers_init(oracle_numbers *n) {
    mpfr_inits2(BITS, n->along, n->distance, n->reach, n->depth, n->ratio, n->length,
                n->cross_along[0], n->cross_along[1], (mpfr_ptr)NULL);
    oracle_point *points[] = {&n->nearest, &n->surface, &n->normal, &n->cross[0], &n->cross[1]};
    for (int i = 0; i < 5; i++) {
        init_point(points[i]);
    }
}

void oracle_numbers_clear(oracle_numbers *n) {
    mpfr_clears(n->along, n->distance, n->reach, n->depth, n->ratio, n->length, n->cross_along[0],
                n->cross_along[1], (mpfr_ptr)NULL);
    oracle_point *points[] = {&n->nearest, &n->surface, &n->normal, &n->cross[0], &n->cross[1]};
    for (int i = 0; i < 5; i++) {
        clear_point(points[i]);
    }
}

// f = z 2^e
static void set_float(mpfr_t f, const mpz_t z, long e) {
    mpfr_set_z_2exp(f, z, e, MPFR_RNDN);
}

// f = sqrt(z 2^(2 unit))
static void set_root(mpfr_t f, const mpz_t z, int unit) {
    set_float(f, z, 2L * unit);
    mpfr_sqrt(f, f, MPFR_RNDN);
}

// p = a + t u
static void set_on_axis(oracle_point *p, const exact_question *q, const mpfr_t t) {
    mpfr_t a;
    mpfr_init2(a, BITS);
    set_float(p->x, q->u.x, q->unit);
    set_float(p->y, q->u.y, q->unit);
    mpfr_mul(p->x, p->x, t, MPFR_RNDN);
    mpfr_mul(p->y, p->y, t, MPFR_RNDN);
    set_float(a, q->a.x, q->unit);
    mpfr_add(p->x, p->x, a, MPFR_RNDN);
    set_float(a, q->a.y, q->unit);
    mpfr_add(p->y, p->y, a, MPFR_RNDN);
    mpfr_clear(a);
}

// p = v / |v|, turned a quarter to the left and by the sign.
static void set_unit(oracle_point *p, const exact_question *q, const exact_vector *v,
                     const mpz_t v2, bool left, int sign) {
    mpfr_t length;
    mpfr_init2(length, BITS);
    set_root(length, v2, q->unit);
    set_float(p->x, left ? v->y : v->x, q->unit);
    set_float(p->y, left ? v->x : v->y, q->unit);
    mpfr_div(p->x, p->x, length, MPFR_RNDN);
    mpfr_div(p->y, p->y, length, MPFR_RNDN);
    if (left) { // (x, y) -> (-y, x)
        mpfr_neg(p->x, p->x, MPFR_RNDN);
    }
    if (sign < 0) {
        mpfr_neg(p->x, p->x, MPFR_RNDN);
        mpfr_neg(p->y, p->y, MPFR_RNDN);
    }
    mpfr_clear(length);
}

// The normal: away from the nearest point; the left of a->b for a centre on the axis; (0, 1) on a
// point.
static void set_normal(oracle_numbers *n, const exact_question *q, carom_feature feature) {
    if (feature == CAROM_FEATURE_END_A && mpz_sgn(q->w2) != 0) {
        set_unit(&n->normal, q, &q->w, q->w2, false, 1);
    } else if (feature == CAROM_FEATURE_END_B && mpz_sgn(q->z2) != 0) {
        set_unit(&n->normal, q, &q->z, q->z2, false, 1);
    } else if (mpz_sgn(q->len2) != 0) {
        set_unit(&n->normal, q, &q->u, q->len2, true, mpz_sgn(q->uw) < 0 ? -1 : 1);
    } else {
        mpfr_set_zero(n->normal.x, 1);
        mpfr_set_ui(n->normal.y, 1, MPFR_RNDN);
    }
}

// Distance d and depth R - d = (R^2 - d^2) / (R + d), with d^2 = |w|^2, |z|^2 or (u x w)^2 / L.
static void set_depth(oracle_numbers *n, const exact_question *q, carom_feature feature) {
    mpz_t top, d2;
    mpz_inits(top, d2, NULL);
    set_float(n->reach, q->reach, q->unit);
    mpz_mul(top, q->reach, q->reach);
    if (feature == CAROM_FEATURE_SIDE) {
        mpz_mul(top, top, q->len2);
        mpz_mul(d2, q->uw, q->uw);
        set_root(n->distance, d2, 2 * q->unit);
        mpfr_div(n->distance, n->distance, n->length, MPFR_RNDN);
    } else {
        mpz_set(d2, feature == CAROM_FEATURE_END_A ? q->w2 : q->z2);
        set_root(n->distance, d2, q->unit);
    }
    mpz_sub(top, top, d2);
    mpfr_t sum;
    mpfr_init2(sum, BITS);
    set_float(n->depth, top, (feature == CAROM_FEATURE_SIDE ? 4L : 2L) * q->unit);
    if (mpz_sgn(top) != 0) {
        mpfr_add(sum, n->reach, n->distance, MPFR_RNDN);
        mpfr_div(n->depth, n->depth, sum, MPFR_RNDN);
        if (feature == CAROM_FEATURE_SIDE) {
            set_float(sum, q->len2, 2L * q->unit);
            mpfr_div(n->depth, n->depth, sum, MPFR_RNDN);
        }
    }
    mpfr_clear(sum);
    mpz_clears(top, d2, NULL);
}

// The roots of L t^2 - 2 (w.u) t + |w|^2 - r^2. With s = |w.u| + sqrt(r^2 L - (u x w)^2) they are
// s / L and (|w|^2 - r^2) / s, both with the sign of w.u.
static void set_crossings(oracle_numbers *n, const exact_question *q) {
    bool on[2];
    n->crossings = exact_crossings(q, &on[0], &on[1]);
    mpz_t r2, d, square;
    mpz_inits(r2, d, square, NULL);
    mpfr_t root[2], s, len2;
    mpfr_inits2(BITS, root[0], root[1], s, len2, (mpfr_ptr)NULL);
    mpfr_set_zero(root[0], 1);
    mpfr_set_zero(root[1], 1);
    if (n->crossings > 0 && mpz_sgn(q->len2) != 0) {
        mpz_mul(r2, q->r, q->r);
        mpz_mul(d, r2, q->len2);
        mpz_mul(square, q->uw, q->uw);
        mpz_sub(d, d, square);
        set_root(s, d, 2 * q->unit);
        mpz_abs(square, q->wu);
        set_float(len2, square, 2L * q->unit);
        mpfr_add(s, s, len2, MPFR_RNDN);
        set_float(len2, q->len2, 2L * q->unit);
        bool flipped = mpz_sgn(q->wu) < 0; // then the root of larger magnitude is the first
        mpfr_div(root[flipped ? 0 : 1], s, len2, MPFR_RNDN);
        mpz_sub(square, q->w2, r2);
        set_float(len2, square, 2L * q->unit);
        if (mpfr_zero_p(s)) {
            mpfr_set_zero(root[flipped ? 1 : 0], 1);
        } else {
            mpfr_div(root[flipped ? 1 : 0], len2, s, MPFR_RNDN);
        }
        if (flipped) {
            mpfr_neg(root[0], root[0], MPFR_RNDN);
            mpfr_neg(root[1], root[1], MPFR_RNDN);
        }
    }
    int k = 0;
    for (int i = 0; i < 2; i++) {
        if (on[i]) {
            mpfr_set(n->cross_along[k], root[i], MPFR_RNDN);
            set_on_axis(&n->cross[k], q, root[i]);
            k++;
        }
    }
    mpfr_clears(root[0], root[1], s, len2, (mpfr_ptr)NULL);
    mpz_clears(r2, d, square, NULL);
}

// f = n + m sqrt(l) in units of 2^(3 unit), 0 exactly where it is 0. Where it is not, it is at
// least 1 / (|n| + |m| sqrt(l)) units, so that twice the bits of the terms leave BITS of it.
static void set_sum_with_root(mpfr_t f, const mpz_t n, const mpz_t m, const mpz_t l, int unit) {
    mpz_t n2, m2l;
    mpz_inits(n2, m2l, NULL);
    mpz_mul(n2, n, n);
    mpz_mul(m2l, m, m);
    mpz_mul(m2l, m2l, l);
    if (mpz_sgn(n) == -mpz_sgn(m) && mpz_cmp(n2, m2l) == 0) {
        mpfr_set_zero(f, 1);
    } else {
        const size_t square = mpz_sizeinbase(n2, 2) + mpz_sizeinbase(m2l, 2);
        mpfr_t root, term;
        mpfr_inits2((mpfr_prec_t)square + BITS, root, term, (mpfr_ptr)NULL);
        mpfr_set_z(root, l, MPFR_RNDN);
        mpfr_sqrt(root, root, MPFR_RNDN);
        mpfr_mul_z(root, root, m, MPFR_RNDN);
        mpfr_set_z(term, n, MPFR_RNDN);
        mpfr_add(root, root, term, MPFR_RNDN);
        mpfr_mul_2si(f, root, 3L * unit, MPFR_RNDN);
        mpfr_clears(root, term, (mpfr_ptr)NULL);
    }
    mpz_clears(n2, m2l, NULL);
}

// The point on the surface: on the side a + t u + wr n, at an end e + wr n. With the direction v of
// n and l = |v|^2 each coordinate is (n + m sqrt(l)) / l in integers, m = wr v.
static void set_surface(oracle_numbers *n, const exact_question *q, carom_feature feature) {
    const exact_vector *ends[] = {&q->a, &q->b}, *paths[] = {&q->w, &q->z};
    const int i = feature == CAROM_FEATURE_END_B ? 1 : 0;
    exact_vector v, foot;
    mpz_t l;
    mpz_inits(v.x, v.y, foot.x, foot.y, l, NULL);
    const bool is_side = feature == CAROM_FEATURE_SIDE;
    mpz_set(v.x, paths[i]->x);
    mpz_set(v.y, paths[i]->y);
    if (is_side || (mpz_sgn(v.x) == 0 && mpz_sgn(v.y) == 0)) { // left of a->b, or right
        mpz_neg(v.x, q->u.y);
        mpz_set(v.y, q->u.x);
        if (is_side && mpz_sgn(q->uw) < 0) {
            mpz_neg(v.x, v.x);
            mpz_neg(v.y, v.y);
        }
    }
    if (mpz_sgn(v.x) == 0 && mpz_sgn(v.y) == 0) {
        mpz_set_ui(v.y, 1); // up
    }
    exact_dot(l, &v, &v);
    mpz_mul(foot.x, ends[i]->x, l);
    mpz_mul(foot.y, ends[i]->y, l);
    if (is_side) {
        mpz_addmul(foot.x, q->u.x, q->wu);
        mpz_addmul(foot.y, q->u.y, q->wu);
    }
    mpz_mul(v.x, v.x, q->wr);
    mpz_mul(v.y, v.y, q->wr);
    set_sum_with_root(n->surface.x, foot.x, v.x, l, q->unit);
    set_sum_with_root(n->surface.y, foot.y, v.y, l, q->unit);
    mpfr_t divisor;
    mpfr_init2(divisor, BITS);
    set_float(divisor, l, 2L * q->unit);
    mpfr_div(n->surface.x, n->surface.x, divisor, MPFR_RNDN);
    mpfr_div(n->surface.y, n->surface.y, divisor, MPFR_RNDN);
    mpfr_clear(divisor);
    mpz_clears(v.x, v.y, foot.x, foot.y, l, NULL);
}

void oracle_measure(oracle_numbers *n, carom_circle circle, carom_wall wall) {
    const exact_question *q = exact_load(circle, wall, 0.0);
    carom_feature feature = exact_feature(q);
    mpfr_t step;
    mpfr_init2(step, BITS);

    set_root(n->length, q->len2, q->unit);
    set_root(n->ratio, q->w2, q->unit);
    mpfr_set_zero(n->along, 1);
    if (mpz_sgn(q->len2) == 0) {
        mpfr_set_zero(n->ratio, 1);
    } else {
        mpfr_div(n->ratio, n->ratio, n->length, MPFR_RNDN);
    }
    if (feature == CAROM_FEATURE_END_B) {
        mpfr_set_ui(n->along, 1, MPFR_RNDN);
    } else if (feature == CAROM_FEATURE_SIDE) {
        set_float(n->along, q->wu, 2L * q->unit);
        set_float(step, q->len2, 2L * q->unit);
        mpfr_div(n->along, n->along, step, MPFR_RNDN);
    }
    set_on_axis(&n->nearest, q, n->along);
    set_depth(n, q, feature);
    set_normal(n, q, feature);
    set_surface(n, q, feature);
    set_crossings(n, q);
    mpfr_clear(step);
}
