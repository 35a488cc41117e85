// The state of the search for a contact in integers: the motion, and the piece of time.
//
// The piece is from begin 2^-k to (begin + size) 2^-k. The search goes from the left to the right.
// Room: turning.
#ifndef CAROM_MOVING_SEARCH_H
#define CAROM_MOVING_SEARCH_H

#include <stdlib.h>

#include "arithmetic/integers.h"
#include "turning/moving_forms.h"
#include "turning/moving_query.h"

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
// Pieces that are cut by a prediction are not deeper than CUT_DEPTH_MAX, where all integers are
// short enough for any length of the piece.
enum { DEPTH_MAX = 33792, CUT_DEPTH_MAX = 8192, POSITION_LIMBS = DEPTH_MAX / CAROM_LIMB_BITS + 2 };

// The polynomial that keeps a piece from being decided: A, B or S, or one whose roots are contacts.
typedef enum doubt {
    DOUBT_A = FORM_A,
    DOUBT_B = FORM_B,
    DOUBT_S = FORM_S,
    DOUBT_TIES,
    DOUBT_TOUCH,
    DOUBT_NONE
} doubt;

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
    // The piece of time from begin 2^-k to (begin + size) 2^-k.
    limb begin[POSITION_LIMBS], size[POSITION_LIMBS];
    int begin_limbs, size_limbs;
    int k;
    // Why the last piece was not decided.
    enum doubt doubt;
} search;

static inline integer position(const search *s) {
    return (integer){s->begin, s->begin_limbs, false};
}

static inline integer piece_size(const search *s) {
    return (integer){s->size, s->size_limbs, false};
}

static inline integer power_of_two(search *s, int k) {
    return integer_of(&s->block, 1, k, false);
}

// The number of zeros behind the last bit that is 1. a must not be 0.
static inline int low_zeros(integer a) {
    int n = 0;
    while (a.x[n / CAROM_LIMB_BITS] == 0)
        n += CAROM_LIMB_BITS;
    return n + trailing_zeros(a.x[n / CAROM_LIMB_BITS]);
}

// out = a 2^-bits, without the bits below 1; returns the number of limbs. out may be a.x.
static inline int shift_down(limb *out, integer a, int bits) {
    const int whole = bits / CAROM_LIMB_BITS, part = bits % CAROM_LIMB_BITS;
    CAROM_ASSERT(bits >= 0);
    int n = a.n > whole ? a.n - whole : 0;
    for (int i = 0; i < n; i++) {
        const limb high = i + 1 < n ? a.x[i + 1 + whole] : 0;
        out[i] = part == 0 ? a.x[i + whole]
                           : a.x[i + whole] >> part | (limb)(high << (CAROM_LIMB_BITS - part));
    }
    while (n > 0 && out[n - 1] == 0)
        n--;
    return n;
}

// Makes this the piece, without common factors of 2.
static inline void set_piece(search *s, integer begin, integer size, int k) {
    int zeros = low_zeros(size);
    if (begin.n > 0 && low_zeros(begin) < zeros)
        zeros = low_zeros(begin);
    CAROM_ASSERT(zeros <= k && k - zeros <= DEPTH_MAX);
    s->begin_limbs = shift_down(s->begin, begin, zeros);
    s->size_limbs = shift_down(s->size, size, zeros);
    s->k = k - zeros;
    // docs/exactness.md derives it. The block of limbs is long enough for such pieces.
    CAROM_ASSERT(integer_bits(piece_size(s)) <= CUT_DEPTH_MAX + 1);
}

static inline integer integer_shift_down(limb_block *m, integer a, int bits) {
    limb *const x = take_limbs(m, a.n);
    const int n = shift_down(x, a, bits);
    m->next = x + n;
    return (integer){x, n, false};
}

// a without its lowest bits.
static inline integer round_down_to(limb_block *m, integer a, int bits) {
    return bits <= 0 ? a : integer_shift(m, integer_shift_down(m, a, bits), bits);
}

// The piece from begin to end, both times 2^-k. The end is rounded down to a multiple of 2^-grid,
// and is 1 at most. A piece that begins at 1 has the length 1.
static inline void set_ends(search *s, integer begin, integer end, int k, int grid) {
    limb_block *const m = &s->block;
    const integer one = power_of_two(s, k);
    if (integer_bits(begin) > k) {
        set_piece(s, one, one, k);
        return;
    }
    end = integer_bits(end) > k ? one : round_down_to(m, end, k - grid);
    set_piece(s, begin, integer_sub(m, end, begin), k);
}

// The length of the piece is at least 2^-length_exp, and less than twice that.
static inline int length_exp(const search *s) {
    return s->k + 1 - integer_bits(piece_size(s));
}

enum { GRID_BITS = 8 };

// Makes the piece about 2^-exp long. It begins at this multiple of 2^-k.
static inline void set_length(search *s, integer begin, int exp) {
    limb_block *const m = &s->block;
    const int k = s->k > exp ? s->k : exp;
    begin = integer_shift(m, begin, k - s->k);
    const integer end = integer_add(m, begin, power_of_two(s, k - exp));
    set_ends(s, begin, end, k, exp + GRID_BITS);
}

// Makes the piece the part of this number, of 2^bits equal parts.
static inline void set_part(search *s, integer part, int bits) {
    limb_block *const m = &s->block;
    const integer begin =
        integer_add(m, integer_shift(m, position(s), bits), integer_mul(m, part, piece_size(s)));
    set_piece(s, begin, piece_size(s), s->k + bits);
}

static inline bool is_at_end(const search *s) {
    return s->k == 0 && s->begin_limbs > 0;
}

static inline motion motion_on_piece(search *s) {
    limb_block *const m = &s->block;
    motion f = motion_from(m, &s->f, position(s), power_of_two(s, s->k));
    const integer size = piece_size(s);
    if (size.n != 1 || size.x[0] != 1) {
        f.u.x1 = integer_mul(m, f.u.x1, size);
        f.u.y1 = integer_mul(m, f.u.y1, size);
        f.w.x1 = integer_mul(m, f.w.x1, size);
        f.w.y1 = integer_mul(m, f.w.y1, size);
    }
    return f;
}

// A polynomial of degree 1 or 2 on the piece of time, times a power of 2.
static inline polynomial on_piece(search *s, const polynomial *f) {
    limb_block *const m = &s->block;
    const integer j = position(s), n = piece_size(s), d = power_of_two(s, s->k);
    // c0 + c1 t + c2 t^2 with t = (j + n s) / d, times d^2
    polynomial g = {{product_sum(m, d, f->c[0], j, f->c[1]), f->c[1]}, 1};
    if (f->degree == 2) {
        g.c[0] = product_sum(m, d, g.c[0], integer_mul(m, j, j), f->c[2]);
        g.c[1] = product_sum(m, d, f->c[1], integer_shift(m, j, 1), f->c[2]);
        g.c[2] = integer_mul(m, integer_mul(m, n, n), f->c[2]);
        g.degree = 2;
    }
    g.c[1] = integer_mul(m, n, g.c[1]);
    return g;
}

static inline form_signs signs_on_piece(search *s, const polynomial *f) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const polynomial g = on_piece(s, f);
    const form_signs r = signs_of(m, &g);
    m->next = mark;
    return r;
}

#endif
