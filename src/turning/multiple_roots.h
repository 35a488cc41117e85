// Multiple roots, at which halving the time would not end.
//
// A, B and S are the polynomials of the ends a and b and of the side, of moving_forms.h. The
// multiple roots of A and B are rational. Those of S are the roots of the greatest common divisor
// of S and its derivative, which has degree 1, or degree 2 without a double root. docs/exactness.md
// has the proofs. Room: turning.
#ifndef CAROM_MULTIPLE_ROOTS_H
#define CAROM_MULTIPLE_ROOTS_H

#include "turning/moving_search.h"

// The degree without leading zeros; -1 for 0.
static inline int true_degree(const polynomial *f) {
    int n = f->degree;
    while (n >= 0 && f->c[n].n == 0)
        n--;
    return n;
}

static inline polynomial derivative(limb_block *m, const polynomial *f) {
    polynomial r = {.degree = f->degree - 1};
    for (int i = 1; i <= f->degree; i++)
        r.c[i - 1] = integer_scale(m, f->c[i], i);
    return r;
}

// A multiple of the remainder of f / g; its degree is that of a polynomial without leading zeros.
static inline polynomial remainder_of(limb_block *m, polynomial f, const polynomial *g) {
    while (f.degree >= g->degree) {
        const integer top = f.c[f.degree];
        const int shift = f.degree - g->degree;
        for (int i = 0; i < f.degree; i++) {
            limb *const mark = m->next;
            const integer low = i >= shift ? integer_mul(m, top, g->c[i - shift]) : integer_zero();
            const integer scaled = integer_mul(m, g->c[g->degree], f.c[i]);
            f.c[i] = keep(m, mark, integer_sub(m, scaled, low));
        }
        f.degree--;
        f.degree = true_degree(&f);
    }
    return f;
}

// The integer modulo a prime.
enum { PRIME = 2147483647 };

static inline uint64_t residue_of(integer a) {
    // 2^31 = 1, so the limb above another counts 2^CAROM_LIMB_BITS = 2 or 4 times as much.
    uint64_t r = 0;
    for (int i = a.n - 1; i >= 0; i--)
        r = (r * (CAROM_LIMB_BITS == 64 ? 4 : 2) + a.x[i] % PRIME) % PRIME;
    return a.negative ? PRIME - r : r;
}

// False if 4 I^3 - J^2 as below is certainly not 0, because it is not a multiple of a prime.
static inline bool may_have_multiple_root(const polynomial *s) {
    const uint64_t p = PRIME;
    uint64_t c[5];
    for (int i = 0; i < 5; i++)
        c[i] = residue_of(s->c[i]);
    const uint64_t a = c[4], b = c[3], d = c[1], e = c[0];
    const uint64_t ae = a * e % p, bd = b * d % p, cc = c[2] * c[2] % p;
    const uint64_t i = (12 * ae + 3 * (p - bd) + cc) % p;
    const uint64_t by_c = (72 * ae + 9 * bd + 2 * (p - cc)) % p;
    const uint64_t odd = (a * (d * d % p) + e * (b * b % p)) % p;
    const uint64_t j = (by_c * c[2] % p + 27 * (p - odd)) % p;
    return 4 * (i * i % p * i % p) % p == j * j % p;
}

// True if a polynomial of degree 4 has a root that is not simple: 4 I^3 = J^2.
static inline bool has_multiple_root(limb_block *block, const polynomial *s) {
    limb *const mark = block->next;
    limb_block *const m = block;
    const integer a = s->c[4], b = s->c[3], c = s->c[2], d = s->c[1], e = s->c[0];
    const integer ae = integer_mul(m, a, e), bd = integer_mul(m, b, d), cc = integer_mul(m, c, c);
    // I = 12 a e - 3 b d + c^2
    const integer i =
        integer_add(m, cc, integer_sub(m, integer_scale(m, ae, 12), integer_scale(m, bd, 3)));
    // J = 72 a c e + 9 b c d - 27 a d^2 - 27 e b^2 - 2 c^3
    const integer by_c =
        integer_sub(m, integer_add(m, integer_scale(m, ae, 72), integer_scale(m, bd, 9)),
                    integer_scale(m, cc, 2));
    const integer odd = integer_add(m, integer_mul(m, a, integer_mul(m, d, d)),
                                    integer_mul(m, e, integer_mul(m, b, b)));
    const integer j = integer_sub(m, integer_mul(m, by_c, c), integer_scale(m, odd, 27));
    const integer i3 = integer_mul(m, integer_mul(m, i, i), i);
    const integer j2 = integer_mul(m, j, j);
    const bool is_zero = integer_sub(m, integer_shift(m, i3, 2), j2).n == 0;
    block->next = mark;
    return is_zero;
}

// Sets the ties of S: roots of the greatest common divisor of S and its derivative.
static inline void find_ties_of_side(search *s, polynomial f) {
    limb_block *const m = &s->block;
    f.degree = true_degree(&f);
    // The terms of degree 3 and 4 are 2 x1 x2 and x2^2, those of x^2.
    CAROM_ASSERT(f.degree != 3);
    if (f.degree < 2 || (f.degree > 2 && !(may_have_multiple_root(&f) && has_multiple_root(m, &f))))
        return;
    polynomial g = derivative(m, &f), r = remainder_of(m, f, &g);
    if (r.degree < 0) { // one root, of the highest multiplicity
        s->multiplicity = f.degree;
        while (g.degree > 1)
            g = derivative(m, &g);
        s->ties = g;
        return;
    }
    if (r.degree == 0) // only of a polynomial of degree 2, which has simple roots
        return;
    s->multiplicity = 2;
    s->ties = r;
    if (r.degree == 1)
        return;
    const polynomial last = remainder_of(m, g, &r);
    if (last.degree >= 0) {
        s->ties = last;
        return;
    }
    const polynomial slope = derivative(m, &r);
    if (remainder_of(m, r, &slope).degree < 0) {
        s->ties = slope;
        s->multiplicity = 3;
    }
}

// Sets the ties of a point: the roots of X.
static inline void find_ties_of_point(search *s, polynomial x) {
    x.degree = true_degree(&x);
    if (x.degree < 1)
        return;
    s->multiplicity = 1;
    s->ties = x;
    if (x.degree == 1)
        return;
    const polynomial slope = derivative(&s->block, &x);
    if (remainder_of(&s->block, x, &slope).degree < 0)
        s->ties = slope;
}

static inline void find_ties(search *s) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    s->multiplicity = 0;
    if (s->is_point)
        find_ties_of_point(s, form_of(m, &s->f, FORM_X));
    else
        find_ties_of_side(s, form_of(m, &s->f, FORM_S));
    keep_all(m, mark, s->ties.c, s->multiplicity > 0 ? s->ties.degree + 1 : 0);
}

// Sets how an end, seen from which the centre is at e, can touch the circle.
static inline void find_touch(search *s, int end, const moving_vector *e) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const integer cross = product_sum(m, e->x0, e->y1, integer_neg(e->y0), e->x1);
    const integer speed2 = product_sum(m, e->x1, e->x1, e->y1, e->y1);
    // |e|^2 - R^2 has a double root, or is constant.
    const integer r = integer_mul(m, s->f.reach, s->f.reach);
    const integer rest = product_sum(m, cross, cross, integer_neg(r), speed2);
    s->end_is_steady[end] = rest.n == 0;
    m->next = mark;
    s->touches[end] = (touch_time){integer_zero(), integer_zero()};
    if (!s->end_is_steady[end])
        return;
    s->touches[end].num = integer_neg(product_sum(m, e->x0, e->x1, e->y0, e->y1));
    s->touches[end].den = product_sum(m, e->x1, e->x1, e->y1, e->y1);
}

#endif
