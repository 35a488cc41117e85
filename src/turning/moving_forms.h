// The forms in time of a circle and a segment whose ends move each its own way, in integers.
//
// u = b - a, w = c - a and z = c - b are linear in t. Outside the wedge p = w.u > 0, q = -z.u > 0
// the sign of the gap is the lower one of A = |w|^2 - R^2 and B = |z|^2 - R^2, inside it that of S
// = X^2 - R^2 |u|^2 with X = u x w. A piece of time is mapped to s in [0, 1], which only replaces
// u, w and R. docs/exactness.md has the bit widths. Room: turning.
#ifndef CAROM_MOVING_FORMS_H
#define CAROM_MOVING_FORMS_H

#include <string.h>

#include "arithmetic/integer.h"

// x0 + x1 s, y0 + y1 s
typedef struct moving_vector {
    integer x0, y0, x1, y1;
} moving_vector;

typedef struct motion {
    moving_vector u, w;
    integer reach;
    // True if the wall keeps its direction, or turns round by passing through a point. Then u is
    // always a multiple of d. A wall that is always a point has d = 0.
    bool keeps_direction;
    integer dx, dy;
} motion;

// c[0] + c[1] s + ...
typedef struct polynomial {
    integer c[5];
    int degree;
} polynomial;

// A form of a motion: A, B, S, p, q, X, and d.w and -d.z of a wall that keeps its direction d. Then
// X is d x w and S is X^2 - R^2 |d|^2: without their roots where a and b meet.
typedef enum form_name { FORM_A, FORM_B, FORM_S, FORM_P, FORM_Q, FORM_X, FORM_W, FORM_Z } form_name;

// The signs of a polynomial: at s = 0, just after it, at s = 1, and how often the signs of the
// Bernstein coefficients change. The polynomial has as many roots in (0, 1) or an even number less.
typedef struct form_signs {
    int begin, after, end, changes;
} form_signs;

// The signs of the forms on a piece of time; those of x only for points, those of w and z only if
// the wall keeps its direction.
typedef struct gap_signs {
    form_signs a, b, p, q, x, s, w, z;
} gap_signs;

static inline bool is_constant_vector(const moving_vector *f) {
    return f->x1.n == 0 && f->y1.n == 0;
}

static inline polynomial dot_form(limb_block *m, const moving_vector *f, const moving_vector *g) {
    polynomial r = {.degree = 2};
    r.c[0] = product_sum(m, f->x0, g->x0, f->y0, g->y0);
    if (is_constant_vector(f) && is_constant_vector(g)) // the other terms are 0
        return r;
    limb *const mark = m->next;
    const integer once = product_sum(m, f->x0, g->x1, f->y0, g->y1);
    const integer twice = product_sum(m, f->x1, g->x0, f->y1, g->y0);
    r.c[1] = keep(m, mark, integer_add(m, once, twice));
    r.c[2] = product_sum(m, f->x1, g->x1, f->y1, g->y1);
    return r;
}

// The vector turned left.
static inline moving_vector turned_left(const moving_vector *f) {
    return (moving_vector){integer_neg(f->y0), f->x0, integer_neg(f->y1), f->x1};
}

static inline moving_vector vector_minus(limb_block *m, const moving_vector *f,
                                         const moving_vector *g) {
    return (moving_vector){integer_sub(m, f->x0, g->x0), integer_sub(m, f->y0, g->y0),
                           integer_sub(m, f->x1, g->x1), integer_sub(m, f->y1, g->y1)};
}

// |f|^2 - R^2
static inline polynomial end_form(limb_block *m, const moving_vector *f, integer reach) {
    polynomial r = dot_form(m, f, f);
    r.c[0] = integer_sub(m, r.c[0], integer_mul(m, reach, reach));
    return r;
}

// X, and without the motion of u if the wall keeps its direction.
static inline polynomial cross_form(limb_block *m, const motion *f) {
    if (f->keeps_direction) {
        const integer left_x = integer_neg(f->dy), left_y = f->dx;
        return (polynomial){{product_sum(m, left_x, f->w.x0, left_y, f->w.y0),
                             product_sum(m, left_x, f->w.x1, left_y, f->w.y1)},
                            1};
    }
    const moving_vector left = turned_left(&f->u);
    return dot_form(m, &left, &f->w);
}

// S
static inline polynomial side_form(limb_block *m, const motion *f, const polynomial *x) {
    polynomial l = {{product_sum(m, f->dx, f->dx, f->dy, f->dy)}, 0};
    if (!f->keeps_direction)
        l = dot_form(m, &f->u, &f->u);
    const integer r2 = integer_mul(m, f->reach, f->reach);
    polynomial s = {.degree = 2 * x->degree};
    for (int i = 0; i <= s.degree; i++) {
        limb *const mark = m->next;
        integer sum = i <= l.degree ? integer_neg(integer_mul(m, r2, l.c[i])) : integer_zero();
        for (int j = i > x->degree ? i - x->degree : 0; 2 * j <= i; j++) {
            const integer square = integer_mul(m, x->c[j], x->c[i - j]);
            sum = keep(m, mark,
                       integer_add(m, sum, 2 * j == i ? square : integer_shift(m, square, 1)));
        }
        s.c[i] = keep(m, mark, sum);
    }
    return s;
}

static inline polynomial form_of(limb_block *m, const motion *f, form_name name) {
    limb *const mark = m->next;
    const moving_vector d = {f->dx, f->dy, integer_zero(), integer_zero()};
    polynomial r;
    if (name == FORM_A)
        return end_form(m, &f->w, f->reach);
    if (name == FORM_P || name == FORM_W)
        return dot_form(m, &f->w, name == FORM_P ? &f->u : &d);
    if (name == FORM_X)
        return cross_form(m, f);
    if (name == FORM_S) {
        const polynomial x = cross_form(m, f);
        r = side_form(m, f, &x);
    } else {
        const moving_vector z = vector_minus(m, &f->w, &f->u);
        const moving_vector back = {integer_neg(z.x0), integer_neg(z.y0), integer_neg(z.x1),
                                    integer_neg(z.y1)};
        r = name == FORM_B ? end_form(m, &z, f->reach)
                           : dot_form(m, &back, name == FORM_Q ? &f->u : &d);
    }
    keep_all(m, mark, r.c, r.degree + 1);
    return r;
}

// The signs of a polynomial whose Bernstein coefficients have these signs.
static inline form_signs signs_of_bernstein(const int *sign, int degree) {
    form_signs r = {sign[0], 0, sign[degree], 0};
    int before = 0;
    for (int i = 0; i <= degree; i++) {
        if (sign[i] != 0) {
            if (before == 0)
                r.after = sign[i];
            r.changes += before == -sign[i];
            before = sign[i];
        }
    }
    return r;
}

// Multiples of the Bernstein coefficients are sums of binomial(n - j, i - j) c[j]. They are
// computed by additions in place, because memory is short for long integers.
static inline form_signs signs_of(limb_block *m, const polynomial *f) {
    limb *const mark = m->next;
    const int degree = f->degree;
    int n = 0;
    for (int i = 0; i <= degree; i++)
        n = f->c[i].n > n ? f->c[i].n : n;
    n++; // for a factor of up to 16, and a sign
    limb *b[5];
    bool negative[5];
    for (int i = 0; i <= degree; i++) {
        b[i] = take_limbs(m, n);
        negative[i] = f->c[i].negative;
        for (int j = 0; j < n; j++)
            b[i][j] = j < f->c[i].n ? f->c[i].x[j] : 0;
    }
    for (int last = degree; last > 0; last--)
        for (int i = 1; i <= last; i++)
            negative[i] = limbs_sum_call(b[i], n, b[i], negative[i], b[i - 1], negative[i - 1]);
    int sign[5] = {0};
    for (int i = 0; i <= degree; i++)
        sign[i] = limbs_sign(b[i], n, negative[i]);
    m->next = mark;
    return signs_of_bernstein(sign, degree);
}

static inline form_signs signs_of_form(limb_block *m, const motion *f, form_name name) {
    limb *const mark = m->next;
    const polynomial r = form_of(m, f, name);
    const form_signs signs = signs_of(m, &r);
    m->next = mark;
    return signs;
}

static inline form_signs opposite(form_signs f) {
    return (form_signs){-f.begin, -f.after, -f.end, f.changes};
}

// True if the polynomial has this sign on all of the piece, including its start and its end.
static inline bool is_always(const form_signs *f, int sign) {
    return f->changes == 0 && f->begin == sign && f->end == sign;
}

// The signs of X^2 from those of X.
static inline form_signs square_signs(form_signs f) {
    return (form_signs){f.begin != 0, f.after != 0, f.end != 0, 0};
}

// The signs of |f|^2.
static inline form_signs length_signs(limb_block *m, const moving_vector *f) {
    limb *const mark = m->next;
    const bool begins = f->x0.n + f->y0.n > 0, moves = f->x1.n + f->y1.n > 0;
    const bool ends = integer_add(m, f->x0, f->x1).n + integer_add(m, f->y0, f->y1).n > 0;
    m->next = mark;
    return (form_signs){begins, begins || moves, ends, 0};
}

// Which of A, B and S can be the gap's sign on a piece with these signs of p and q.
typedef struct needed_forms {
    bool a, b, s;
} needed_forms;

static inline needed_forms forms_needed(const gap_signs *g) {
    const bool at_a = is_always(&g->p, -1), at_b = is_always(&g->q, -1);
    const bool at_side = is_always(&g->p, 1) && is_always(&g->q, 1);
    return (needed_forms){!at_b && !at_side, !at_a && !at_side, !at_a && !at_b};
}

// The signs on the piece. Those that the gap does not depend on are 0.
static inline gap_signs signs_on(limb_block *m, const motion *f) {
    gap_signs g;
    memset(&g, 0, sizeof g);
    g.p = signs_of_form(m, f, FORM_P);
    g.q = signs_of_form(m, f, FORM_Q);
    if (f->keeps_direction) {
        g.w = signs_of_form(m, f, FORM_W);
        g.z = signs_of_form(m, f, FORM_Z);
    }
    if (f->reach.n == 0) {
        limb *const mark = m->next;
        const moving_vector z = vector_minus(m, &f->w, &f->u);
        g.a = length_signs(m, &f->w);
        g.b = length_signs(m, &z);
        m->next = mark;
        g.x = signs_of_form(m, f, FORM_X);
        g.s = square_signs(g.x);
        return g;
    }
    const needed_forms needed = forms_needed(&g);
    if (needed.a)
        g.a = signs_of_form(m, f, FORM_A);
    if (needed.b)
        g.b = signs_of_form(m, f, FORM_B);
    if (needed.s)
        g.s = signs_of_form(m, f, FORM_S);
    return g;
}

// The sign of the gap where these are the signs of the polynomials.
static inline int gap_sign(int p, int q, int a, int b, int s) {
    return p <= 0 ? a : q <= 0 ? b : s;
}

static inline int gap_at_begin(const gap_signs *g) {
    return gap_sign(g->p.begin, g->q.begin, g->a.begin, g->b.begin, g->s.begin);
}

static inline int gap_after(const gap_signs *g) {
    return gap_sign(g->p.after, g->q.after, g->a.after, g->b.after, g->s.after);
}

static inline int gap_at_end(const gap_signs *g) {
    return gap_sign(g->p.end, g->q.end, g->a.end, g->b.end, g->s.end);
}

// The motion that stays where it is at s = 0.
static inline motion motion_at_begin(const motion *f) {
    motion still = *f;
    still.u.x1 = still.u.y1 = still.w.x1 = still.w.y1 = integer_zero();
    return still;
}

// The value of a form at s = 0.
static inline integer form_at_begin(limb_block *m, const motion *f, form_name name) {
    const motion still = motion_at_begin(f);
    limb *const mark = m->next;
    return keep(m, mark, form_of(m, &still, name).c[0]);
}

static inline int form_sign_now(limb_block *m, const motion *f, form_name name) {
    limb *const mark = m->next;
    const int sign = integer_sign(form_at_begin(m, f, name));
    m->next = mark;
    return sign;
}

// The sign of the gap at the start of the piece, as gap_at_begin. Computes only what that needs.
static inline int gap_sign_now(limb_block *m, const motion *f) {
    return form_sign_now(m, f,
                         form_sign_now(m, f, FORM_P) <= 0   ? FORM_A
                         : form_sign_now(m, f, FORM_Q) <= 0 ? FORM_B
                                                            : FORM_S);
}

// The motion from the time num / den on, den > 0. The unit of time is 1 / den.
static inline motion motion_from(limb_block *m, const motion *f, integer num, integer den) {
    motion g = *f;
    g.u.x0 = product_sum(m, f->u.x0, den, f->u.x1, num);
    g.u.y0 = product_sum(m, f->u.y0, den, f->u.y1, num);
    g.w.x0 = product_sum(m, f->w.x0, den, f->w.x1, num);
    g.w.y0 = product_sum(m, f->w.y0, den, f->w.y1, num);
    g.reach = integer_mul(m, f->reach, den);
    return g;
}

#endif
