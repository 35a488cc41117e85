// The state of the search for a contact in integers: the motion, and the piece of time.
//
// The piece is from j 2^-k to (j + 1) 2^-k. Its begin and its length change while the search goes
// from the left to the right. Room: exact.
#ifndef CAROM_MOVING_SEARCH_H
#define CAROM_MOVING_SEARCH_H

#include <stdlib.h>

#include "exact/exact_moving.h"
#include "exact/integers.h"
#include "exact/moving_forms.h"

// ---- the motion of a query ----

// The inputs as integers of one unit.
typedef struct reader {
    limb_block *block;
    int unit;
} reader;

// The exponent of the lowest bit of any input.
static inline int unit_of_query(const moving_query *c) {
    const double in[] = {c->circle.center.x, c->circle.center.y, c->circle.radius, c->wall.radius,
                         c->wall.a.x,        c->wall.a.y,        c->wall.b.x,      c->wall.b.y,
                         c->move.x,          c->move.y,          c->a_move.x,      c->a_move.y,
                         c->b_move.x,        c->b_move.y};
    int unit = 0;
    for (size_t i = 0; i < sizeof in / sizeof in[0]; i++) {
        const decoded d = decode(in[i]);
        const int lowest = d.m == 0 ? 0 : d.exp + trailing_zeros(d.m);
        unit = lowest < unit ? lowest : unit;
    }
    return unit;
}

static inline integer read_double(const reader *r, double x) {
    const decoded d = decode(x);
    if (d.m == 0)
        return integer_zero();
    const int zeros = trailing_zeros(d.m);
    return integer_of(r->block, d.m >> zeros, d.exp + zeros - r->unit, d.negative);
}

// x - y
static inline integer read_difference(const reader *r, double x, double y) {
    limb *const mark = r->block->next;
    return keep(r->block, mark, integer_sub(r->block, read_double(r, x), read_double(r, y)));
}

// The displacement of a point that starts at `from`.
static inline integer read_move(const reader *r, const moving_query *c, double move, double from) {
    return read_difference(r, move, c->is_end ? from : 0.0);
}

static inline motion read_motion(limb_block *block, const moving_query *c, int unit) {
    const reader r = {block, unit};
    const carom_vec2 o = c->circle.center, a = c->wall.a, b = c->wall.b;
    const integer ax = read_move(&r, c, c->a_move.x, a.x), ay = read_move(&r, c, c->a_move.y, a.y);
    const integer bx = read_move(&r, c, c->b_move.x, b.x), by = read_move(&r, c, c->b_move.y, b.y);
    motion f;
    f.u.x0 = read_difference(&r, b.x, a.x);
    f.u.y0 = read_difference(&r, b.y, a.y);
    f.u.x1 = integer_sub(block, bx, ax);
    f.u.y1 = integer_sub(block, by, ay);
    f.w.x0 = read_difference(&r, o.x, a.x);
    f.w.y0 = read_difference(&r, o.y, a.y);
    f.w.x1 = integer_sub(block, read_move(&r, c, c->move.x, o.x), ax);
    f.w.y1 = integer_sub(block, read_move(&r, c, c->move.y, o.y), ay);
    f.reach =
        integer_add(block, read_double(&r, c->circle.radius), read_double(&r, c->wall.radius));
    limb *const mark = block->next;
    const integer turn = product_sum(block, f.u.x0, f.u.y1, integer_neg(f.u.y0), f.u.x1);
    f.keeps_direction = turn.n == 0;
    block->next = mark;
    const bool starts_as_point = f.u.x0.n == 0 && f.u.y0.n == 0;
    f.dx = starts_as_point ? f.u.x1 : f.u.x0;
    f.dy = starts_as_point ? f.u.y1 : f.u.y0;
    return f;
}

// ---- the search ----

// At most 16 W + 128 halvings separate all roots, and W <= 2100.
enum { DEPTH_MAX = 33792, POSITION_LIMBS = DEPTH_MAX / CAROM_LIMB_BITS + 2 };

// When an end touches the circle without coming nearer: num / den. den = 0 if it never does.
typedef struct touch_time {
    integer num, den;
} touch_time;

typedef struct search {
    limb_block block;
    motion f;
    bool is_point; // R = 0
    moving_target target;
    // True if A, or B, has no simple root: the gap to that end never changes its sign.
    bool end_is_steady[2];
    touch_time touches[2];
    // A polynomial whose simple roots are the roots of S of this multiplicity, all that are not
    // simple; 0 if there is none. For a point: X without its double root, for all roots.
    polynomial ties;
    int multiplicity;
    // The piece of time from j 2^-k to (j + 1) 2^-k.
    limb j[POSITION_LIMBS];
    int k;
} search;

static inline integer position(const search *s) {
    int n = s->k / CAROM_LIMB_BITS + 1;
    while (n > 0 && s->j[n - 1] == 0)
        n--;
    return (integer){s->j, n, false};
}

static inline integer power_of_two(search *s, int k) {
    return integer_of(&s->block, 1, k, false);
}

// Makes the piece longer or shorter, with the same begin.
static inline void set_depth(search *s, int k) {
    CAROM_ASSERT(k >= 0 && k <= DEPTH_MAX);
    const int shift = k - s->k, limbs = abs(shift) / CAROM_LIMB_BITS;
    const int bits = abs(shift) % CAROM_LIMB_BITS;
    const int n = (k > s->k ? k : s->k) / CAROM_LIMB_BITS + 1;
    if (shift > 0) {
        for (int i = n - 1; i >= 0; i--) {
            const limb high = i >= limbs ? s->j[i - limbs] : 0;
            const limb low = i > limbs ? s->j[i - limbs - 1] : 0;
            s->j[i] = bits == 0 ? high : (limb)(high << bits) | low >> (CAROM_LIMB_BITS - bits);
        }
    } else {
        for (int i = 0; i < n; i++) {
            const limb low = i + limbs < n ? s->j[i + limbs] : 0;
            const limb high = i + limbs + 1 < n ? s->j[i + limbs + 1] : 0;
            s->j[i] = bits == 0 ? low : low >> bits | (limb)(high << (CAROM_LIMB_BITS - bits));
        }
    }
    s->k = k;
}

static inline void to_second_half(search *s) {
    set_depth(s, s->k + 1);
    s->j[0] |= 1;
}

static inline bool is_at_end(const search *s) {
    return s->k == 0 && s->j[0] == 1;
}

// Goes on to the longest piece that begins where this one ends.
static inline void advance(search *s) {
    for (int i = 0; ++s->j[i] == 0; i++) {
    }
    int zeros = 0;
    while (zeros < s->k && (s->j[zeros / CAROM_LIMB_BITS] >> zeros % CAROM_LIMB_BITS & 1) == 0)
        zeros++;
    set_depth(s, s->k - zeros);
}

static inline motion motion_on_piece(search *s) {
    return motion_from(&s->block, &s->f, position(s), power_of_two(s, s->k));
}

// A polynomial of degree 1 or 2 on the piece of time.
static inline form_signs signs_on_piece(search *s, const polynomial *f) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const integer j = position(s), d = power_of_two(s, s->k);
    // c0 + c1 t + c2 t^2 with t = (j + s) / d, times d^2
    polynomial g = {{product_sum(m, d, f->c[0], j, f->c[1]), f->c[1]}, 1};
    if (f->degree == 2) {
        g.c[0] = product_sum(m, d, g.c[0], integer_mul(m, j, j), f->c[2]);
        g.c[1] = product_sum(m, d, f->c[1], integer_shift(m, j, 1), f->c[2]);
        g.c[2] = f->c[2];
        g.degree = 2;
    }
    const form_signs r = signs_of(m, &g);
    m->next = mark;
    return r;
}

#endif
