// The first contact of a circle with a moving segment, wholly in integers.
//
// Method: halves the time from the left until each polynomial changes its sign at most once on a
// piece. Then the gap does so too, and its sign at the end of the piece decides. Roots that are not
// simple are found as roots of other polynomials: those of A, B and of a point's X are rational or
// simple, those of S are roots of a greatest common divisor. docs/exactness.md has the proofs.
// Room: exact.
#include "exact/exact_moving.h"

#include <stdlib.h>
#include <string.h>

#include "exact/integers.h"
#include "exact/moving_forms.h"

// ---- the motion of a query ----

// The inputs as integers of one unit.
typedef struct reader {
    limb_block *block;
    int unit;
} reader;

// The exponent of the lowest bit of any input.
static int unit_of_query(const moving_query *c) {
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

static integer read_double(const reader *r, double x) {
    const decoded d = decode(x);
    if (d.m == 0)
        return integer_zero();
    const int zeros = trailing_zeros(d.m);
    return integer_of(r->block, d.m >> zeros, d.exp + zeros - r->unit, d.negative);
}

// x - y
static integer read_difference(const reader *r, double x, double y) {
    limb *const mark = r->block->next;
    return keep(r->block, mark, integer_sub(r->block, read_double(r, x), read_double(r, y)));
}

// The displacement of a point that starts at `from`.
static integer read_move(const reader *r, const moving_query *c, double move, double from) {
    return read_difference(r, move, c->is_end ? from : 0.0);
}

static motion read_motion(limb_block *block, const moving_query *c, int unit) {
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

static integer position(const search *s) {
    int n = s->k / CAROM_LIMB_BITS + 1;
    while (n > 0 && s->j[n - 1] == 0)
        n--;
    return (integer){s->j, n, false};
}

static integer power_of_two(search *s, int k) {
    return integer_of(&s->block, 1, k, false);
}

// Makes the piece longer or shorter, with the same begin.
static void set_depth(search *s, int k) {
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

static void to_second_half(search *s) {
    set_depth(s, s->k + 1);
    s->j[0] |= 1;
}

static bool is_at_end(const search *s) {
    return s->k == 0 && s->j[0] == 1;
}

// Goes on to the longest piece that begins where this one ends.
static void advance(search *s) {
    for (int i = 0; ++s->j[i] == 0; i++) {
    }
    int zeros = 0;
    while (zeros < s->k && (s->j[zeros / CAROM_LIMB_BITS] >> zeros % CAROM_LIMB_BITS & 1) == 0)
        zeros++;
    set_depth(s, s->k - zeros);
}

static motion motion_on_piece(search *s) {
    return motion_from(&s->block, &s->f, position(s), power_of_two(s, s->k));
}

// A polynomial of degree 1 or 2 on the piece of time.
static form_signs signs_on_piece(search *s, const polynomial *f) {
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

// ---- roots that are not simple ----

// The degree without leading zeros; -1 for 0.
static int true_degree(const polynomial *f) {
    int n = f->degree;
    while (n >= 0 && f->c[n].n == 0)
        n--;
    return n;
}

static polynomial derivative(limb_block *m, const polynomial *f) {
    polynomial r = {.degree = f->degree - 1};
    for (int i = 1; i <= f->degree; i++)
        r.c[i - 1] = integer_scale(m, f->c[i], i);
    return r;
}

// A multiple of the remainder of f / g; its degree is that of a polynomial without leading zeros.
static polynomial remainder_of(limb_block *m, polynomial f, const polynomial *g) {
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

// True if a polynomial of degree 3 or 4 has a root that is not simple: 4 I^3 = J^2.
static bool has_multiple_root(limb_block *block, const polynomial *s) {
    limb *const mark = block->next;
    limb_block *const m = block;
    const integer a = s->degree == 4 ? s->c[4] : integer_zero();
    const integer b = s->c[3], c = s->c[2], d = s->c[1], e = s->c[0];
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
static void find_ties_of_side(search *s, polynomial f) {
    limb_block *const m = &s->block;
    f.degree = true_degree(&f);
    if (f.degree < 2 || (f.degree > 2 && !has_multiple_root(m, &f)))
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
static void find_ties_of_point(search *s, polynomial x) {
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

static void find_ties(search *s) {
    s->multiplicity = 0;
    const polynomial x = cross_form(&s->block, &s->f);
    if (s->is_point)
        find_ties_of_point(s, x);
    else
        find_ties_of_side(s, side_form(&s->block, &s->f, &x));
}

// Sets how an end, seen from which the centre is at e, can touch the circle.
static void find_touch(search *s, int end, const moving_vector *e) {
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

// ---- pieces of time ----

// A contact at a root.
typedef struct event {
    carom_sweep_kind kind;
    carom_feature feature;
    // True if the gap turns negative there, once on the piece. Otherwise `root` has this sign after
    // the contact, and the other sign before, on the piece.
    bool by_gap;
    polynomial root;
    int after;
    // For a point at the side: the sign of x before.
    int came_from;
} event;

typedef enum answer { NO, YES, UNSURE } answer;

static carom_feature feature_from(int p, int q) {
    return p <= 0 ? CAROM_FEATURE_END_A : q <= 0 ? CAROM_FEATURE_END_B : CAROM_FEATURE_SIDE;
}

// The signs on a piece that has run backward up to the begin of f.
static gap_signs signs_before(search *s, motion f) {
    moving_vector *const v[2] = {&f.u, &f.w};
    for (int i = 0; i < 2; i++) {
        v[i]->x1 = integer_neg(v[i]->x1);
        v[i]->y1 = integer_neg(v[i]->y1);
    }
    return signs_on(&s->block, &f);
}

// The contact, if there is one that counts, at the time num / den, where the gap is 0.
static answer touch_at(search *s, integer num, integer den, const gap_signs *g, const motion *f,
                       event *e) {
    const bool is_start = num.n == 0;
    e->kind = !s->is_point ? (gap_after(g) < 0 ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE)
              : is_start   ? CAROM_SWEEP_KIND_GRAZE
                           : CAROM_SWEEP_KIND_HIT;
    if (s->target == MOVING_FIRST_HIT && e->kind == CAROM_SWEEP_KIND_GRAZE)
        return NO;
    e->feature = feature_from(g->p.begin, g->q.begin);
    if (s->is_point && !is_start) {
        const gap_signs before = signs_before(s, *f);
        if (gap_after(&before) <= 0)
            return NO;
        e->came_from = before.x.after;
    }
    e->by_gap = false;
    // The position changes while the time is narrowed, so it is copied.
    e->root = (polynomial){{integer_neg(integer_shift(&s->block, num, 0)), den}, 1};
    e->after = 1;
    return YES;
}

// True if num / den is a root of f, of degree 1 or 2.
static bool is_root(limb_block *m, const polynomial *f, integer num, integer den) {
    limb *const mark = m->next;
    integer value = product_sum(m, f->c[0], den, f->c[1], num);
    if (f->degree == 2)
        value = product_sum(m, value, den, f->c[2], integer_mul(m, num, num));
    m->next = mark;
    return value.n == 0;
}

// Is the foot of the perpendicular between the ends throughout the inside of the piece?
static answer is_between_ends(const search *s, const gap_signs *g) {
    if (s->f.keeps_direction) {
        if (g->w.changes + g->z.changes > 0)
            return UNSURE;
        return g->w.after * g->z.after < 0 ? YES : NO;
    }
    const bool never =
        (g->p.changes == 0 && g->p.after <= 0) || (g->q.changes == 0 && g->q.after <= 0);
    return never ? NO : g->p.changes + g->q.changes == 0 ? YES : UNSURE;
}

// Does S have exactly one root inside the piece, one that is not simple?
static bool has_tie(search *s, const form_signs *f) {
    return f->changes > 1 && s->multiplicity == f->changes &&
           signs_on_piece(s, &s->ties).changes == 1;
}

static form_signs touch_on_piece(search *s, int end) {
    const polynomial root = {{integer_neg(s->touches[end].num), s->touches[end].den}, 1};
    return signs_on_piece(s, &root);
}

// A contact inside the piece without a change of the sign of the gap.
static answer touch_inside(search *s, const gap_signs *g, event *e) {
    limb_block *const m = &s->block;
    bool at_end[2] = {false, false};
    for (int i = 0; i < 2; i++)
        at_end[i] = s->end_is_steady[i] && touch_on_piece(s, i).changes == 1;
    const touch_time *const t = &s->touches[at_end[0] ? 0 : 1];
    if (at_end[0] && at_end[1]) {
        const polynomial root = {{integer_neg(s->touches[1].num), s->touches[1].den}, 1};
        if (!is_root(m, &root, t->num, t->den))
            return UNSURE;
    }
    bool at_side = false;
    if (s->is_point) {
        const int roots = s->multiplicity == 0 ? 0 : signs_on_piece(s, &s->ties).changes;
        if (roots > 1)
            return UNSURE;
        at_side = roots == 1;
    } else {
        at_side = has_tie(s, &g->s) && s->multiplicity % 2 == 0;
    }
    if (at_end[0] || at_end[1]) {
        if (at_side && !is_root(m, &s->ties, t->num, t->den))
            return UNSURE;
        const motion f = motion_from(m, &s->f, t->num, t->den);
        const gap_signs then = signs_on(m, &f);
        return gap_at_begin(&then) == 0 ? touch_at(s, t->num, t->den, &then, &f, e) : NO;
    }
    const answer is_met = at_side ? is_between_ends(s, g) : NO;
    if (is_met == YES) {
        e->kind = s->is_point ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE;
        e->feature = CAROM_FEATURE_SIDE;
        e->by_gap = false;
        e->root = s->ties;
        e->after = -signs_on_piece(s, &s->ties).after;
        e->came_from = g->x.after;
    }
    return is_met;
}

// Does the gap turn negative on the piece? It must not be negative just after its begin.
static answer gap_falls(search *s, const gap_signs *g) {
    if (s->is_point)
        return NO;
    const form_signs *const f[3] = {&g->a, &g->b, &g->s};
    for (int i = 0; i < 3; i++) {
        if (f[i]->changes == 0 || (i < 2 && s->end_is_steady[i]))
            continue;
        if (f[i]->end == 0 || (f[i]->changes > 1 && !(i == 2 && has_tie(s, f[i]))))
            return UNSURE;
    }
    return gap_at_end(g) < 0 ? YES : NO;
}

// True if an end's polynomial and the one that says whether the foot is beyond that end have a
// common root inside the piece, on which the former has one simple root.
static bool have_common_root(search *s, const polynomial *f, const polynomial *g) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    // f2 g - g2 f, and the resultant
    const polynomial line = {{product_sum(m, f->c[2], g->c[0], integer_neg(g->c[2]), f->c[0]),
                              product_sum(m, f->c[2], g->c[1], integer_neg(g->c[2]), f->c[1])},
                             1};
    const integer low = product_sum(m, f->c[0], g->c[1], integer_neg(f->c[1]), g->c[0]);
    const integer resultant = product_sum(m, line.c[0], line.c[0], low, line.c[1]);
    const bool is_multiple = line.c[0].n == 0 && line.c[1].n == 0;
    const bool is_common =
        resultant.n == 0 && (is_multiple || signs_on_piece(s, &line).changes == 1);
    m->next = mark;
    return is_common;
}

// The feature where the gap turns negative on the piece although neither A nor B does. An end that
// is touched then, is touched all the time or at a root of S that is not simple.
static carom_feature feature_of_tie(search *s, const gap_signs *g) {
    const bool is_touched_at_tie = has_tie(s, &g->s);
    for (int i = 0; i < 2; i++) {
        const touch_time *const t = &s->touches[i];
        const bool is_always_touched = (i == 0 ? g->a.after : g->b.after) == 0;
        if (is_always_touched ||
            (is_touched_at_tie && s->end_is_steady[i] && touch_on_piece(s, i).changes == 1 &&
             is_root(&s->block, &s->ties, t->num, t->den)))
            return i == 0 ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B;
    }
    return CAROM_FEATURE_SIDE;
}

// The feature where the gap turns negative on the piece. Narrows the piece.
static carom_feature feature_of_fall(search *s) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const moving_vector z = vector_minus(m, &s->f.w, &s->f.u);
    const polynomial a = end_form(m, &s->f.w, s->f.reach), b = end_form(m, &z, s->f.reach);
    const polynomial p = dot_form(m, &s->f.w, &s->f.u), q = dot_form(m, &z, &s->f.u);
    for (;;) {
        limb *const inner = m->next;
        const motion f = motion_on_piece(s);
        const gap_signs g = signs_on(m, &f);
        const bool a_falls = !s->end_is_steady[0] && g.a.changes == 1;
        const bool b_falls = !s->end_is_steady[1] && g.b.changes == 1;
        carom_feature feature = CAROM_FEATURE_NONE;
        if (gap_after(&g) < 0) // at the begin of a half
            feature = feature_from(g.p.begin, g.q.begin);
        else if (!a_falls && !b_falls)
            feature = feature_of_tie(s, &g);
        else if (a_falls && ((g.p.changes == 0 && g.p.after <= 0) || have_common_root(s, &a, &p)))
            feature = CAROM_FEATURE_END_A;
        else if (b_falls && g.q.changes == 0 && g.q.after <= 0)
            feature = CAROM_FEATURE_END_B;
        else if (b_falls && have_common_root(s, &b, &q))
            feature = have_common_root(s, &b, &p) ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B;
        m->next = inner;
        if (feature != CAROM_FEATURE_NONE) {
            m->next = mark;
            return feature;
        }
        to_second_half(s);
        const motion half = motion_on_piece(s);
        if (gap_sign_now(m, &half) < 0)
            s->j[0] &= ~(limb)1;
        m->next = inner;
    }
}

// The event on the piece; NO if there is none.
static answer event_on_piece(search *s, event *e) {
    limb_block *const m = &s->block;
    const motion f = motion_on_piece(s);
    const gap_signs g = signs_on(m, &f);
    const bool is_hit = !s->is_point && gap_after(&g) < 0;
    if (is_hit || gap_at_begin(&g) == 0) {
        if (touch_at(s, position(s), power_of_two(s, s->k), &g, &f, e) == YES)
            return YES;
    }
    if (is_at_end(s))
        return NO;
    const answer falls = gap_falls(s, &g);
    if (falls == UNSURE)
        return UNSURE;
    if (s->is_point || s->target == MOVING_FIRST_CONTACT) {
        const answer touches = touch_inside(s, &g, e);
        if (touches != NO)
            return touches;
    }
    if (falls == YES) {
        e->kind = CAROM_SWEEP_KIND_HIT;
        e->by_gap = true;
        e->feature = feature_of_fall(s);
    }
    return falls;
}

// ---- times ----

// The value of the polynomial whose root the event is, at the time num / den.
static integer value_at(search *s, const event *e, integer num, integer den) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    integer value;
    if (e->by_gap) {
        motion f = motion_from(m, &s->f, num, den);
        f.u.x1 = f.u.y1 = f.w.x1 = f.w.y1 = integer_zero();
        const moving_vector z = vector_minus(m, &f.w, &f.u);
        const polynomial x = cross_form(m, &f);
        value = e->feature == CAROM_FEATURE_SIDE    ? side_form(m, &f, &x).c[0]
                : e->feature == CAROM_FEATURE_END_A ? end_form(m, &f.w, f.reach).c[0]
                                                    : end_form(m, &z, f.reach).c[0];
    } else {
        value = product_sum(m, e->root.c[0], den, e->root.c[1], num);
        if (e->root.degree == 2)
            value = product_sum(m, value, den, e->root.c[2], integer_mul(m, num, num));
    }
    return keep(m, mark, value);
}

// Is the time num / den on the piece after that of the event?
static bool is_after(search *s, const event *e, integer num, integer den) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    bool after;
    if (e->by_gap) {
        const motion f = motion_from(m, &s->f, num, den);
        after = gap_sign_now(m, &f) < 0;
    } else {
        after = integer_sign(value_at(s, e, num, den)) == e->after;
    }
    m->next = mark;
    return after;
}

// The largest double not above j 2^-k, at most 1.
static double double_below(integer j, int k) {
    const int bits = integer_bits(j);
    if (bits == 0)
        return 0.0;
    uint64_t m = bits_down_from(j.x, bits - 1) >> 11;
    int exp = bits - 53 - k; // of the lowest bit of m
    if (exp < -1074) {
        m = exp > -1074 - 53 ? m >> (-1074 - exp) : 0;
        exp = -1074;
    }
    const int half = exp / 2;
    return (double)m * wide_power_of_two(half) * wide_power_of_two(exp - half);
}

static wide wide_of_integer(integer a, int unit) {
    return to_wide(a.x, a.n, a.negative, unit);
}

// The number of the part of the piece, of 2^bits equal parts, that should hold the event, by
// linear interpolation; -1 if that fails.
static int64_t predict_part(search *s, const event *e, int bits) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const integer den = power_of_two(s, s->k), one = power_of_two(s, 0);
    const integer end = integer_add(m, position(s), one);
    const integer v0 = value_at(s, e, position(s), den), v1 = value_at(s, e, end, den);
    int64_t part = -1;
    if (integer_sign(v0) == -integer_sign(v1) && v0.n > 0) {
        const wide share =
            wide_div(wide_of_integer(v0, 0), wide_of_integer(integer_sub(m, v0, v1), 0));
        part = (int64_t)(wide_to_double(share) * wide_power_of_two(bits));
    }
    m->next = mark;
    return part < (int64_t)1 << bits ? part : -1;
}

// True if the event is on this part of the piece.
static bool is_on_part(search *s, const event *e, int bits, int64_t part) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const integer den = power_of_two(s, s->k + bits);
    const integer begin = integer_add(m, integer_shift(m, position(s), bits),
                                      integer_of(m, (uint64_t)part, 0, false));
    const integer end = integer_add(m, begin, power_of_two(s, 0));
    const bool is_on = !is_after(s, e, begin, den) && is_after(s, e, end, den);
    m->next = mark;
    return is_on;
}

// Narrows the piece to the part that holds the event, or to the half. `bits` is the logarithm of
// the number of parts, which grows as long as the prediction is right.
static void narrow(search *s, const event *e, int *bits) {
    const int64_t part = predict_part(s, e, *bits);
    if (part >= 0 && is_on_part(s, e, *bits, part)) {
        set_depth(s, s->k + *bits);
        for (int i = 0; i < LIMBS_64; i++)
            s->j[i] |= (limb)((uint64_t)part >> (i * CAROM_LIMB_BITS % 64));
        *bits = *bits < 16 ? 2 * *bits : 32;
        return;
    }
    *bits = *bits > 2 ? *bits / 2 : 1;
    limb *const mark = s->block.next;
    to_second_half(s);
    if (is_after(s, e, position(s), power_of_two(s, s->k)))
        s->j[0] &= ~(limb)1;
    s->block.next = mark;
}

static int longer(integer x, integer y) {
    const int m = integer_bits(x), n = integer_bits(y);
    return m > n ? m : n;
}

// Sets the time and the normal of a contact. Narrows the piece until it lies between neighbouring
// doubles and the normal is certain to 2^-60.
static void measure(search *s, const event *e, moving_contact *r) {
    int parts = 4;
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const bool is_side = e->feature == CAROM_FEATURE_SIDE;
    for (;;) {
        m->next = mark;
        r->t = double_below(position(s), s->k);
        if (s->k < 62 || s->k < -decode(r->t).exp) {
            narrow(s, e, &parts);
            continue;
        }
        const motion f = motion_on_piece(s);
        const moving_vector z = vector_minus(m, &f.w, &f.u);
        moving_vector v = is_side ? turned_left(&f.u) : e->feature == CAROM_FEATURE_END_A ? f.w : z;
        int sign = 1;
        if (is_side) {
            sign = s->is_point ? e->came_from
                               : integer_sign(product_sum(m, v.x0, f.w.x0, v.y0, f.w.y0));
            if (f.keeps_direction && s->is_point)
                v = (moving_vector){integer_neg(f.dy), f.dx, integer_zero(), integer_zero()};
        } else if (s->is_point) {
            v = (moving_vector){v.x1, v.y1, integer_zero(), integer_zero()};
            sign = -1;
        }
        const int change = longer(v.x1, v.y1);
        if (change > 0 && longer(v.x0, v.y0) < change + 62) {
            narrow(s, e, &parts);
            continue;
        }
        const integer j = position(s);
        r->time = wide_of_integer(j, -s->k);
        r->nx = wide_of_integer(sign < 0 ? integer_neg(v.x0) : v.x0, 0);
        r->ny = wide_of_integer(sign < 0 ? integer_neg(v.y0) : v.y0, 0);
        return;
    }
}

// Searches for the event from the left; false if there is none. If several pieces with one begin
// are too long in turn, the next ones are much shorter, and then the longest that is not too long
// is looked for: contacts can be as early as 2^-2000.
static bool find_event(search *s, event *e) {
    limb *const mark = s->block.next;
    memset(s->j, 0, sizeof s->j);
    s->k = 0;
    // Depths with this begin: of a piece that was too long, and of one without an event.
    int too_long = -1, empty = -1, failures = 0;
    for (;;) {
        s->block.next = mark;
        const answer a = event_on_piece(s, e);
        if (a == YES)
            return true;
        if (a == NO && is_at_end(s))
            return false;
        if (a == UNSURE) {
            failures++;
            too_long = s->k;
            const int jump = failures < 6 ? 1 : failures < 14 ? 1 << (failures - 5) : 512;
            set_depth(s, empty < 0 ? s->k + jump : empty - (empty - s->k) / 2);
        } else if (too_long >= 0 && s->k - too_long > 4) {
            empty = s->k;
            set_depth(s, too_long + (s->k - too_long) / 2);
        } else {
            advance(s);
            too_long = empty = -1;
            failures = 0;
        }
    }
}

static moving_contact search_contact(search *s, const moving_query *c, int unit,
                                     moving_target target) {
    moving_contact r = {.kind = CAROM_SWEEP_KIND_MISS};
    s->f = read_motion(&s->block, c, unit);
    s->is_point = s->f.reach.n == 0;
    s->target = target;
    find_touch(s, 0, &s->f.w);
    const moving_vector z = vector_minus(&s->block, &s->f.w, &s->f.u);
    find_touch(s, 1, &z);
    find_ties(s);
    event e = {.kind = CAROM_SWEEP_KIND_MISS};
    if (!find_event(s, &e))
        return r;
    r.kind = e.kind;
    r.feature = e.feature;
    r.is_at_start = !e.by_gap && e.root.degree == 1 && e.root.c[0].n == 0;
    if (!r.is_at_start)
        measure(s, &e, &r);
    return r;
}

enum {
    BLOCK_LIMBS = 196608 / (CAROM_LIMB_BITS / 8),
    START_LIMBS = 12288 / (CAROM_LIMB_BITS / 8),
    MOMENT_LIMBS = 24576 / (CAROM_LIMB_BITS / 8)
};

moving_contact carom_exact_moving_contact(const moving_query *c, moving_target target) {
    limb limbs[BLOCK_LIMBS];
    search s;
    s.block = (limb_block){limbs, limbs + BLOCK_LIMBS};
    return search_contact(&s, c, unit_of_query(c), target);
}

int carom_exact_moving_gap(const moving_query *c, double t) {
    limb limbs[MOMENT_LIMBS];
    limb_block block = {limbs, limbs + MOMENT_LIMBS};
    const motion f = read_motion(&block, c, unit_of_query(c));
    const decoded d = decode(t);
    const motion then = motion_from(&block, &f, integer_of(&block, d.m, 0, false),
                                    integer_of(&block, 1, -d.exp, false));
    return gap_sign_now(&block, &then);
}

// ---- the start ----

bool carom_exact_moves_alike(const moving_query *c) {
    limb limbs[START_LIMBS];
    limb_block block = {limbs, limbs + START_LIMBS};
    const motion f = read_motion(&block, c, unit_of_query(c));
    return f.u.x1.n == 0 && f.u.y1.n == 0;
}

int carom_exact_speed_to_left(const moving_query *c) {
    limb limbs[START_LIMBS];
    limb_block block = {limbs, limbs + START_LIMBS};
    const motion f = read_motion(&block, c, unit_of_query(c));
    const moving_vector left = turned_left(&f.u);
    return integer_sign(dot_form(&block, &left, &f.w).c[1]);
}
