// The signs of the polynomials of moving_forms.h from wide numbers, for integers of many limbs.
//
// Method: every value carries the sum of the magnitudes of its terms. Each operation adds an error
// of at most 2^-100 of that sum, and fewer than 64 are chained, so a sign is certain if the value
// exceeds 2^-80 of it. Room: turning.
#ifndef CAROM_MOVING_DOUBLE_DOUBLE_H
#define CAROM_MOVING_DOUBLE_DOUBLE_H

#include "arithmetic/integers.h"
#include "turning/moving_forms.h"

// A value, and the sum of the magnitudes of its terms.
typedef struct rough {
    wide v, size;
} rough;

typedef struct rough_vector {
    rough x0, y0, x1, y1;
} rough_vector;

typedef struct rough_polynomial {
    rough c[5];
    int degree;
} rough_polynomial;

enum { UNCERTAIN = 2 };

static inline rough rough_of(integer a) {
    const wide v = to_wide(a.x, a.n, a.negative, 0);
    return (rough){v, wide_abs(v)};
}

static inline rough rough_add(rough a, rough b) {
    return (rough){wide_add(a.v, b.v), wide_add(a.size, b.size)};
}

static inline rough rough_neg(rough a) {
    return (rough){wide_neg(a.v), a.size};
}

static inline rough rough_mul(rough a, rough b) {
    return (rough){wide_mul(a.v, b.v), wide_mul(a.size, b.size)};
}

static inline rough rough_scale(rough a, double f) {
    return rough_mul(a, (rough){wide_of(f), wide_of(f)});
}

static inline int rough_sign(rough a) {
    if (a.size.hi == 0.0)
        return 0;
    const wide limit = {a.size.hi * 0x1p-80, a.size.lo * 0x1p-80, a.size.exp};
    if (!(wide_sub(wide_abs(a.v), limit).hi > 0.0))
        return UNCERTAIN;
    return a.v.hi < 0.0 ? -1 : 1;
}

static inline rough rough_products(rough a, rough b, rough c, rough d) {
    return rough_add(rough_mul(a, b), rough_mul(c, d));
}

static inline rough_vector rough_vector_of(const moving_vector *f) {
    return (rough_vector){rough_of(f->x0), rough_of(f->y0), rough_of(f->x1), rough_of(f->y1)};
}

static inline rough_polynomial rough_dot(const rough_vector *f, const rough_vector *g) {
    return (rough_polynomial){{rough_products(f->x0, g->x0, f->y0, g->y0),
                               rough_add(rough_products(f->x0, g->x1, f->y0, g->y1),
                                         rough_products(f->x1, g->x0, f->y1, g->y0)),
                               rough_products(f->x1, g->x1, f->y1, g->y1)},
                              2};
}

static inline rough_polynomial rough_square_minus(const rough_polynomial *x, rough r2,
                                                  const rough_polynomial *l) {
    rough_polynomial s = {.degree = 2 * x->degree};
    for (int i = 0; i <= s.degree; i++) {
        const rough zero = {wide_of(0.0), wide_of(0.0)};
        rough sum = i <= l->degree ? rough_neg(rough_mul(r2, l->c[i])) : zero;
        for (int j = i > x->degree ? i - x->degree : 0; 2 * j <= i; j++) {
            const rough square = rough_mul(x->c[j], x->c[i - j]);
            sum = rough_add(sum, 2 * j == i ? square : rough_scale(square, 2.0));
        }
        s.c[i] = sum;
    }
    return s;
}

// False if a sign is not certain.
static inline bool set_rough_signs(form_signs *r, const rough_polynomial *f) {
    rough b[5];
    int sign[5] = {0};
    memcpy(b, f->c, sizeof b);
    for (int last = f->degree; last > 0; last--)
        for (int i = 1; i <= last; i++)
            b[i] = rough_add(b[i], b[i - 1]);
    for (int i = 0; i <= f->degree; i++) {
        sign[i] = rough_sign(b[i]);
        if (sign[i] == UNCERTAIN)
            return false;
    }
    *r = signs_of_bernstein(sign, f->degree);
    return true;
}

// The signs on the piece, as signs_on; false if one is not certain. Only for a wall that turns.
static inline bool rough_signs_on(const motion *f, gap_signs *g) {
    memset(g, 0, sizeof *g);
    const rough_vector u = rough_vector_of(&f->u), w = rough_vector_of(&f->w);
    const rough_vector z = {rough_add(w.x0, rough_neg(u.x0)), rough_add(w.y0, rough_neg(u.y0)),
                            rough_add(w.x1, rough_neg(u.x1)), rough_add(w.y1, rough_neg(u.y1))};
    const rough_vector left = {rough_neg(u.y0), u.x0, rough_neg(u.y1), u.x1};
    const rough reach = rough_of(f->reach), r2 = rough_mul(reach, reach);
    const rough_polynomial p = rough_dot(&w, &u), q = rough_dot(&z, &u);
    if (!set_rough_signs(&g->p, &p) || !set_rough_signs(&g->q, &q))
        return false;
    g->q = opposite(g->q);
    const bool is_point = f->reach.n == 0;
    const needed_forms needed = is_point ? (needed_forms){true, true, true} : forms_needed(g);
    bool is_certain = true;
    if (needed.a) {
        rough_polynomial a = rough_dot(&w, &w);
        a.c[0] = rough_add(a.c[0], rough_neg(r2));
        is_certain = set_rough_signs(&g->a, &a);
    }
    if (is_certain && needed.b) {
        rough_polynomial b = rough_dot(&z, &z);
        b.c[0] = rough_add(b.c[0], rough_neg(r2));
        is_certain = set_rough_signs(&g->b, &b);
    }
    if (is_certain && needed.s) {
        const rough_polynomial x = rough_dot(&left, &w), l = rough_dot(&u, &u);
        const rough_polynomial s = rough_square_minus(&x, r2, &l);
        is_certain = (!is_point || set_rough_signs(&g->x, &x)) && set_rough_signs(&g->s, &s);
    }
    return is_certain;
}

// The sign of the gap at the start of the piece; UNCERTAIN if it is not certain. Only for a wall
// that turns.
static inline int rough_gap_now(const motion *f) {
    const rough ux = rough_of(f->u.x0), uy = rough_of(f->u.y0);
    const rough wx = rough_of(f->w.x0), wy = rough_of(f->w.y0);
    const rough zx = rough_add(wx, rough_neg(ux)), zy = rough_add(wy, rough_neg(uy));
    const rough reach = rough_of(f->reach), minus_r2 = rough_neg(rough_mul(reach, reach));
    const int p = rough_sign(rough_products(wx, ux, wy, uy));
    const int q = rough_sign(rough_products(zx, ux, zy, uy));
    if (p == UNCERTAIN || q == UNCERTAIN)
        return UNCERTAIN;
    if (p <= 0)
        return rough_sign(rough_add(rough_products(wx, wx, wy, wy), minus_r2));
    if (q >= 0)
        return rough_sign(rough_add(rough_products(zx, zx, zy, zy), minus_r2));
    const rough x = rough_products(ux, wy, rough_neg(uy), wx);
    const rough l = rough_products(ux, ux, uy, uy);
    return rough_sign(rough_products(x, x, minus_r2, l));
}

#endif
