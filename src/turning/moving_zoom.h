// Where the search for a contact in integers splits a piece of time that is not decided.
//
// Method: a piece is not decided if a polynomial has several roots on it. Newton's method for
// double roots, in wide numbers, goes from the start of the piece to the first two roots, or to the
// first of several pairs of them. The piece is cut just before these roots, and the next piece is
// just so long that it contains them. So a pair of roots at a distance of 2^-1000 is isolated in
// about 23 cuts instead of 1,000 halvings. A wrong guess costs time, but does not change the
// result. Room: turning.
#ifndef CAROM_MOVING_ZOOM_H
#define CAROM_MOVING_ZOOM_H

#include "turning/moving_search.h"

// The values of a polynomial and of its first two derivatives.
typedef struct wide_values {
    wide f, slope, bend;
} wide_values;

typedef struct wide_polynomial {
    wide c[5];
    int degree;
} wide_polynomial;

static inline wide_polynomial wide_polynomial_of(const polynomial *f) {
    wide_polynomial r = {.degree = f->degree};
    for (int i = 0; i <= f->degree; i++)
        r.c[i] = to_wide(f->c[i].x, f->c[i].n, f->c[i].negative, 0);
    return r;
}

static inline wide_values wide_values_at(const wide_polynomial *f, wide s) {
    wide_values v = {f->c[f->degree], wide_of(0.0), wide_of(0.0)};
    for (int i = f->degree - 1; i >= 0; i--) {
        v.bend = wide_add(wide_mul(v.bend, s), v.slope);
        v.slope = wide_add(wide_mul(v.slope, s), v.f);
        v.f = wide_add(wide_mul(v.f, s), f->c[i]);
    }
    v.bend = wide_add(v.bend, v.bend);
    return v;
}

static inline bool wide_less(wide a, wide b) {
    return wide_sub(a, b).hi < 0.0;
}

static inline wide wide_scale(wide a, double f) {
    return (wide){a.hi * f, a.lo * f, a.exp};
}

// The place of roots on a piece from 0 to 1, and a radius that contains them.
typedef struct root_cluster {
    wide at, radius;
} root_cluster;

// The highest bit of a.hi becomes that of 2^exp. a must not be 0.
static inline wide wide_normal(wide a) {
    const decoded d = decode(a.hi);
    const int e = d.exp + bit_length(d.m) - 1;
    const double f = wide_power_of_two(-e);
    return (wide){a.hi * f, a.lo * f, a.exp + e};
}

// Goes from 0 towards the first root, or between the first two, by Newton's method for roots of
// this multiplicity. Stops where the steps grow: there is a pair of roots that are not real. False
// if it does not start.
static inline bool approach_root(const wide_polynomial *f, int multiplicity, wide *s) {
    const wide limit = wide_scale(wide_abs(f->c[0]), 0x1p-90);
    const double precision = multiplicity > 1 ? 0x1p-24 : 0x1p-46;
    wide last = wide_of(2.0);
    *s = wide_of(0.0);
    for (int i = 0; i < 32; i++) {
        const wide_values v = wide_values_at(f, *s);
        const bool is_past = (v.f.hi < 0.0) != (f->c[0].hi < 0.0);
        if (!wide_less(limit, wide_abs(v.f)) || (is_past && multiplicity > 1) || v.slope.hi == 0.0)
            break;
        const wide step = wide_scale(wide_div(v.f, v.slope), -multiplicity);
        const wide next = wide_add(*s, step);
        if (!(next.hi > 0.0) || !wide_less(wide_abs(step), last))
            break;
        last = wide_abs(step);
        *s = wide_normal(next);
        if (wide_less(last, wide_scale(*s, precision)))
            break;
    }
    return s->hi > 0.0;
}

// The first roots between 0 and 2; false if it finds none. Several must be pairs of near roots.
static inline bool find_cluster(const wide_polynomial *f, int multiplicity, root_cluster *r) {
    const wide two = wide_of(2.0);
    if (!approach_root(f, multiplicity, &r->at))
        return false;
    const wide least = wide_normal(wide_scale(r->at, 0x1p-44));
    r->radius = least;
    if (multiplicity == 1)
        return true;
    for (int i = 0; i < 3; i++) {
        // The slope has a simple root between two near roots.
        const wide_values v = wide_values_at(f, r->at);
        const bool is_past = (v.f.hi < 0.0) != (f->c[0].hi < 0.0);
        if (v.bend.hi == 0.0) // GCOVR_EXCL_BR_LINE: not known to happen
            return false;     // GCOVR_EXCL_LINE
        const wide step = wide_div(v.slope, v.bend);
        if (is_past && !wide_less(wide_abs(step), wide_scale(r->at, 0.5))) {
            // Between roots that are far from each other
            r->radius = r->at;
            return true;
        }
        const wide next = wide_sub(r->at, step);
        if (!(next.hi > 0.0) || !wide_less(next, two))
            return false;
        r->at = wide_normal(next);
        // f + bend s^2 / 2 has roots at this distance: inside the radius if they are real, else
        // outside.
        const wide rest = wide_sub(v.f, wide_scale(wide_mul(v.slope, step), 0.5));
        const bool are_real = (rest.hi < 0.0) != (v.bend.hi < 0.0);
        const wide distance = wide_sqrt(wide_abs(wide_div(wide_scale(rest, 2.0), v.bend)));
        const wide radius = wide_scale(distance, are_real ? 2.0 : 0.25);
        r->radius = wide_less(least, radius) ? wide_normal(radius) : least;
    }
    return true;
}

// A time inside the piece: a multiple of 2^-k, and the length that is good for a piece that begins
// there.
typedef struct time_cut {
    integer at;
    int k, next_exp;
} time_cut;

// Finds a time before the first roots of a polynomial on the piece, or between them if they are not
// near. False if there seem to be none.
static inline bool find_cut(search *s, polynomial g, int multiplicity, time_cut *r) {
    limb_block *const m = &s->block;
    // A root at the start of the piece does not count.
    while (g.degree > 0 && g.c[0].n == 0) {
        for (int i = 0; i < g.degree; i++)
            g.c[i] = g.c[i + 1];
        g.degree--;
    }
    const wide_polynomial f = wide_polynomial_of(&g);
    const wide one = wide_of(1.0);
    root_cluster c;
    if (g.degree == 0 || !find_cluster(&f, multiplicity, &c))
        return false;
    if (!wide_less(c.at, one)) {
        // Roots behind the end keep a piece from being decided if they are near.
        const wide beyond = wide_sub(c.at, one);
        c = (root_cluster){one, wide_normal(wide_add(beyond, c.radius))};
    }
    const bool is_near = wide_less(wide_scale(c.radius, 2.0), c.at);
    // From a little behind the middle of roots that are not real, the polynomial grows.
    const wide share = is_near ? wide_sub(c.at, c.radius) : wide_scale(c.at, 1.0 + 0x1p-20);
    if (!wide_less(share, one))
        return false;
    const decoded d = decode(share.hi);
    const int shift = -(d.exp + share.exp);
    const integer size = piece_size(s);
    const wide near =
        wide_normal(wide_mul(is_near ? c.radius : c.at, to_wide(size.x, size.n, false, -s->k)));
    r->k = s->k + shift;
    // The next piece is as long as the diameter, or up to twice as long, and 1 at most.
    r->next_exp = -near.exp - (near.hi < 1.9 ? 2 : 3);
    if (r->next_exp < 0)
        r->next_exp = 0;
    // GCOVR_EXCL_BR_START: not known to happen
    if (shift < 0 || r->k > CUT_DEPTH_MAX || r->next_exp > CUT_DEPTH_MAX)
        return false;
    // GCOVR_EXCL_BR_STOP
    r->at = integer_add(m, integer_shift(m, position(s), shift),
                        integer_mul(m, size, integer_of(m, d.m, 0, false)));
    r->at = round_down_to(m, r->at, r->k + near.exp - GRID_BITS);
    return true;
}

// The polynomial of the doubt on the piece.
static inline polynomial doubtful_form(search *s, doubt d) {
    limb_block *const m = &s->block;
    if (d == DOUBT_TIES)
        return on_piece(s, &s->ties);
    if (d == DOUBT_TOUCH) {
        const polynomial root = {{integer_neg(s->touches[0].num), s->touches[0].den}, 1};
        return on_piece(s, &root);
    }
    const motion f = motion_on_piece(s);
    return form_of(m, &f, (form_name)d);
}

// Cuts the piece before the roots that cause the doubt. Sets the length of the next piece. False if
// it finds none.
static inline bool zoom_to_roots(search *s, int *next_exp) {
    const int multiplicity = s->doubt >= DOUBT_TIES ? 1 : 2;
    limb *const mark = s->block.next;
    time_cut c;
    CAROM_ASSERT(s->doubt != DOUBT_NONE);
    if (!find_cut(s, doubtful_form(s, s->doubt), multiplicity, &c)) {
        s->block.next = mark;
        return false;
    }
    const integer begin = integer_shift(&s->block, position(s), c.k - s->k);
    set_piece(s, begin, integer_sub(&s->block, c.at, begin), c.k);
    *next_exp = c.next_exp;
    return true;
}

#endif
