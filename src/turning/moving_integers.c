// The first contact of a circle with a moving segment, wholly in integers.
//
// Method: cuts the time from the left until each polynomial changes its sign at most once on a
// piece. Then the gap does so too, and its sign at the end of the piece decides. Roots that are not
// simple are found as roots of other polynomials: those of A, B and of a point's X are rational or
// simple, those of S are roots of a greatest common divisor. docs/exactness.md has the proofs.
// Room: turning.
#include "turning/moving_integers.h"

#include "turning/moving_narrow.h"
#include "turning/multiple_roots.h"

// ---- pieces of time ----

typedef enum answer { NO, YES, UNSURE } answer;

static carom_feature feature_from(int p, int q) {
    return p <= 0 ? CAROM_FEATURE_END_A : q <= 0 ? CAROM_FEATURE_END_B : CAROM_FEATURE_SIDE;
}

// The signs on a piece of time that runs backward from the start of f.
static gap_signs signs_before(search *s, motion f) {
    moving_vector *const v[2] = {&f.u, &f.w};
    for (int i = 0; i < 2; i++) {
        v[i]->x1 = integer_neg(v[i]->x1);
        v[i]->y1 = integer_neg(v[i]->y1);
    }
    return piece_signs(&s->block, &f);
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

static answer unsure_of(search *s, doubt d) {
    s->doubt = d;
    return UNSURE;
}

// Which of A, B and S can be the sign of the gap on the piece.
typedef struct feature_range {
    int first, last;
} feature_range;

static feature_range features_on(const gap_signs *g) {
    const bool p_stays = g->p.changes == 0, q_stays = g->q.changes == 0;
    if (p_stays && g->p.after <= 0)
        return (feature_range){0, 0};
    if (q_stays && g->q.after <= 0) // then p >= 0, and p = 0 only where a and b meet
        return (feature_range){1, 1};
    return (feature_range){p_stays && q_stays ? 2 : 0, 2};
}

// Is the foot of the perpendicular between the ends throughout the inside of the piece?
static answer is_between_ends(search *s, const gap_signs *g) {
    if (s->f.keeps_direction) {
        if (g->w.changes + g->z.changes > 0)
            return unsure_of(s, DOUBT_TIES);
        return g->w.after * g->z.after > 0 ? YES : NO;
    }
    const bool never =
        (g->p.changes == 0 && g->p.after <= 0) || (g->q.changes == 0 && g->q.after <= 0);
    return never ? NO : g->p.changes + g->q.changes == 0 ? YES : unsure_of(s, DOUBT_TIES);
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
            return unsure_of(s, DOUBT_TOUCH);
    }
    bool at_side = false;
    if (s->is_point) {
        const int roots = s->multiplicity == 0 ? 0 : signs_on_piece(s, &s->ties).changes;
        if (roots > 1)
            return unsure_of(s, DOUBT_TIES);
        at_side = roots == 1;
    } else {
        at_side = has_tie(s, &g->s) && s->multiplicity % 2 == 0;
    }
    if (at_end[0] || at_end[1]) {
        if (at_side && !is_root(m, &s->ties, t->num, t->den))
            return unsure_of(s, DOUBT_TIES);
        const motion f = motion_from(m, &s->f, t->num, t->den);
        const gap_signs then = piece_signs(m, &f);
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

// Does the gap turn negative on the piece? It must not be negative just after the start.
static answer gap_falls(search *s, const gap_signs *g) {
    if (s->is_point)
        return NO;
    const form_signs *const f[3] = {&g->a, &g->b, &g->s};
    const feature_range range = features_on(g);
    for (int i = range.first; i <= range.last; i++) {
        if (f[i]->changes == 0 || (i < 2 && s->end_is_steady[i]))
            continue;
        if (f[i]->end == 0)
            return unsure_of(s, DOUBT_NONE);
        if (f[i]->changes > 1 && !(i == 2 && has_tie(s, f[i])))
            return unsure_of(s, (doubt)(DOUBT_A + i));
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

// The feature where the gap turns negative on the piece although neither A nor B does. If an end is
// touched then, it is touched all the time or at a root of S that is not simple.
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

// ---- the time of a contact ----

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

// The feature where the gap turns negative on the piece. Narrows the piece.
static carom_feature feature_of_fall(search *s) {
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    const polynomial a = form_of(m, &s->f, FORM_A), b = form_of(m, &s->f, FORM_B);
    const polynomial p = form_of(m, &s->f, FORM_P), q = form_of(m, &s->f, FORM_Q);
    event fall = {.feature = CAROM_FEATURE_SIDE, .by_gap = true};
    int parts = 4;
    for (;;) {
        limb *const inner = m->next;
        const motion f = motion_on_piece(s);
        const gap_signs g = piece_signs(m, &f);
        const bool a_falls = !s->end_is_steady[0] && g.a.changes == 1;
        const bool b_falls = !s->end_is_steady[1] && g.b.changes == 1;
        carom_feature feature = CAROM_FEATURE_NONE;
        if (gap_after(&g) < 0) // at the start of a part
            feature = feature_from(g.p.begin, g.q.begin);
        else if (features_on(&g).first == 2)
            feature = CAROM_FEATURE_SIDE;
        else if (!a_falls && !b_falls)
            feature = feature_of_tie(s, &g);
        else if (a_falls && ((g.p.changes == 0 && g.p.after <= 0) || have_common_root(s, &a, &p)))
            feature = CAROM_FEATURE_END_A;
        else if (b_falls && ((g.q.changes == 0 && g.q.after <= 0) || have_common_root(s, &b, &q)))
            // If p = 0 there as well, a and b meet.
            feature = have_common_root(s, &b, &p) ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B;
        m->next = inner;
        if (feature != CAROM_FEATURE_NONE) {
            m->next = mark;
            return feature;
        }
        // The gap is A, B or S, but it is not known which.
        if (!narrow_piece(s, &fall, &parts))
            fall.feature = fall.feature == CAROM_FEATURE_SIDE
                               ? (a_falls ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B)
                           : fall.feature == CAROM_FEATURE_END_A && b_falls ? CAROM_FEATURE_END_B
                                                                            : CAROM_FEATURE_SIDE;
    }
}

static int longer(integer x, integer y) {
    const int m = integer_bits(x), n = integer_bits(y);
    return m > n ? m : n;
}

// The vector from the feature to the centre, in the normal's direction.
static moving_vector normal_vector(search *s, const event *e, const motion *f) {
    limb_block *const m = &s->block;
    const moving_vector z = vector_minus(m, &f->w, &f->u);
    moving_vector v = e->feature == CAROM_FEATURE_SIDE    ? turned_left(&f->u)
                      : e->feature == CAROM_FEATURE_END_A ? f->w
                                                          : z;
    int sign = 1;
    if (e->feature == CAROM_FEATURE_SIDE) {
        sign =
            s->is_point ? e->came_from : integer_sign(product_sum(m, v.x0, f->w.x0, v.y0, f->w.y0));
        if (f->keeps_direction && s->is_point)
            v = (moving_vector){integer_neg(f->dy), f->dx, integer_zero(), integer_zero()};
    } else if (s->is_point) {
        v = (moving_vector){v.x1, v.y1, integer_zero(), integer_zero()};
        sign = -1;
    }
    if (sign < 0) {
        v.x0 = integer_neg(v.x0);
        v.y0 = integer_neg(v.y0);
    }
    return v;
}

// Is the centre on one side of the line of the wall all the time of a piece? If the distance to the
// line is tiny and falls fast, the centre changes sides soon after the contact, or just before.
static bool keeps_side(limb_block *m, const motion *f) {
    const form_signs side = signs_of_form(m, f, FORM_X);
    return side.begin != 0 && side.changes == 0; // GCOVR_EXCL_BR_LINE: 0 only by chance
}

// Sets the time and the normal of a contact. The time is rounded down to a multiple of 2^-grid, so
// that all numbers depend on the true time alone: to 2^-100 of itself, and so far that the normal
// is certain to 2^-60.
static void measure_contact(search *s, const event *e, moving_contact *r) {
    int parts = 4, more = 48;
    limb_block *const m = &s->block;
    limb *const mark = m->next;
    for (;;) {
        m->next = mark;
        const int grid = more - decode(double_below(position(s), s->k)).exp;
        if (length_exp(s) <= grid) {
            narrow_piece(s, e, &parts);
            continue;
        }
        const integer time = integer_shift_down(m, position(s), s->k - grid);
        const integer next = integer_add(m, time, power_of_two(s, 0));
        if (cut_at(s, e, integer_shift(m, next, s->k - grid)))
            continue;
        const motion f = motion_from(m, &s->f, time, power_of_two(s, grid));
        const moving_vector v = normal_vector(s, e, &f);
        const int change = longer(v.x1, v.y1);
        const bool is_side = e->feature == CAROM_FEATURE_SIDE && !s->is_point;
        if ((change > 0 && longer(v.x0, v.y0) < change + 62) || (is_side && !keeps_side(m, &f))) {
            more += 64;
            continue;
        }
        r->t = double_below(time, grid);
        r->time = wide_of_integer(time, -grid);
        r->nx = wide_of_integer(v.x0, 0);
        r->ny = wide_of_integer(v.y0, 0);
        return;
    }
}

// ---- the search ----

// The event on the piece, by the gap without its feature; NO if there is none.
static answer event_on_piece(search *s, event *e) {
    limb_block *const m = &s->block;
    const motion f = motion_on_piece(s);
    const gap_signs g = piece_signs(m, &f);
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
    }
    return falls;
}

// Releases all limbs behind the mark but those of the event.
static void keep_root(search *s, limb *mark, event *e) {
    const int n = e->by_gap ? 0 : e->root.degree + 1;
    // Copied first, because some may be before the mark.
    for (int i = 0; i < n; i++)
        e->root.c[i] = integer_shift(&s->block, e->root.c[i], 0);
    keep_all(&s->block, mark, e->root.c, n);
}

// Searches for the event from the left; false if there is none. A piece that is not decided is cut
// where its polynomials seem to have roots; the next one contains them, and then comes the rest. If
// no cut is found, the piece becomes shorter: between it and the last one without an event, or ever
// faster, because contacts can be as early as 2^-2000.
static bool find_event(search *s, event *e) {
    limb *const mark = s->block.next;
    set_piece(s, integer_zero(), power_of_two(s, 0), 0);
    // The length of the last piece without an event, and that of the piece after the next cut.
    int empty = -1, next = -1, failures = 0;
    doubt last_cut = DOUBT_NONE;
    for (;;) {
        s->block.next = mark;
        const answer a = event_on_piece(s, e);
        if (a == YES) {
            keep_root(s, mark, e);
            return true;
        }
        s->block.next = mark;
        const int exp = length_exp(s);
        if (a == NO) {
            if (is_at_end(s))
                return false;
            empty = exp;
            // Far down, only short pieces have short integers.
            const int rest = s->k > CUT_DEPTH_MAX ? exp - 1 : 0; // GCOVR_EXCL_BR_LINE: not known
            set_length(s, piece_end(s), next >= 0 ? next : rest);
            next = -1;
            last_cut = DOUBT_NONE;
            failures = 0;
        } else if (s->doubt != DOUBT_NONE && s->doubt != last_cut && zoom_to_roots(s, &next)) {
            last_cut = s->doubt;
        } else {
            failures++;
            const int shorter = failures < 6 ? exp + 1 : 2 * exp;
            const int half = empty > exp + 1 ? (exp + empty + 1) / 2 : shorter;
            // No piece is deeper, because so short pieces are decided.
            set_length(s, position(s), half < DEPTH_MAX ? half : DEPTH_MAX);
            next = -1;
            last_cut = DOUBT_NONE;
        }
    }
}

// Searches for an event from the start; false if there is none.
static bool find_first_event(search *s, const moving_query *c, int unit, moving_target target,
                             event *e) {
    s->f = read_motion(&s->block, c, unit);
    s->is_point = s->f.reach.n == 0;
    s->target = target;
    find_touch(s, 0, &s->f.w);
    const moving_vector z = vector_minus(&s->block, &s->f.w, &s->f.u);
    find_touch(s, 1, &z);
    find_ties(s);
    return find_event(s, e);
}

static moving_contact search_contact(search *s, const moving_query *c, int unit,
                                     moving_target target) {
    moving_contact r = {.kind = CAROM_SWEEP_KIND_MISS};
    event e = {.kind = CAROM_SWEEP_KIND_MISS};
    if (!find_first_event(s, c, unit, target, &e))
        return r;
    if (e.by_gap)
        e.feature = feature_of_fall(s);
    r.kind = e.kind;
    r.feature = e.feature;
    r.is_at_start = !e.by_gap && e.root.degree == 1 && e.root.c[0].n == 0;
    if (!r.is_at_start)
        measure_contact(s, &e, &r);
    return r;
}

enum {
    BLOCK_LIMBS = 221184 / (CAROM_LIMB_BITS / 8),
    START_LIMBS = 12288 / (CAROM_LIMB_BITS / 8),
    MOMENT_LIMBS = 24576 / (CAROM_LIMB_BITS / 8)
};

moving_contact carom_exact_moving_contact(const moving_query *c, moving_target target) {
    limb limbs[BLOCK_LIMBS];
    search s;
    s.block = (limb_block){limbs, limbs + BLOCK_LIMBS};
    return search_contact(&s, c, unit_of_query(c), target);
}

static integer least_magnitude(integer x, integer y) {
    return integer_compare_magnitudes(x, y) < 0 ? x : y;
}

// Is |X| > R |u| from 0 to 1, because the least Bernstein coefficient of X exceeds R times the
// length of u at one of the times? X must not change its sign.
static bool is_far_off_line(limb_block *m, const motion *f, const polynomial *x) {
    integer u2 = product_sum(m, f->dx, f->dx, f->dy, f->dy);
    if (!f->keeps_direction) {
        const integer ux = integer_add(m, f->u.x0, f->u.x1), uy = integer_add(m, f->u.y0, f->u.y1);
        const integer end2 = product_sum(m, ux, ux, uy, uy);
        u2 = integer_compare_magnitudes(u2, end2) < 0 ? end2 : u2;
    }
    // Twice the coefficients
    const integer begin = integer_shift(m, x->c[0], 1), middle = integer_add(m, begin, x->c[1]);
    const integer rest = integer_add(m, x->c[1], integer_shift(m, x->c[2], 1));
    const integer end = integer_add(m, middle, rest);
    const integer least = least_magnitude(least_magnitude(begin, middle), end);
    const integer reach = integer_shift(m, f->reach, 1);
    const integer reach2 = integer_mul(m, integer_mul(m, reach, reach), u2);
    return integer_compare_magnitudes(integer_mul(m, least, least), reach2) > 0;
}

// Does the centre stay so far off the line of the wall after the start that the path is clear, or
// cross the line once, between the ends? Most short legs are decided by that.
static answer stays_off_line(limb_block *m, const moving_query *c, int unit) {
    const motion f = read_motion(m, c, unit);
    const polynomial x = form_of(m, &f, FORM_X);
    const form_signs side = signs_of(m, &x);
    if (side.changes == 0) {
        const bool is_off = f.reach.n == 0 ? side.end != 0 : is_far_off_line(m, &f, &x);
        return is_off ? YES : UNSURE;
    }
    const form_signs past_a = signs_of_form(m, &f, FORM_P), past_b = signs_of_form(m, &f, FORM_Q);
    const bool is_between =
        past_a.changes + past_b.changes == 0 && past_a.after > 0 && past_b.after > 0;
    return side.changes == 1 && is_between ? NO : UNSURE;
}

bool carom_exact_moving_is_clear(const moving_query *c) {
    limb limbs[BLOCK_LIMBS];
    search s;
    s.block = (limb_block){limbs, limbs + BLOCK_LIMBS};
    const int unit = unit_of_query(c);
    const answer is_off = stays_off_line(&s.block, c, unit);
    if (is_off != UNSURE)
        return is_off == YES;
    s.block.next = limbs;
    event e;
    // A contact at t = 1 presses in only later.
    return !find_first_event(&s, c, unit, MOVING_FIRST_HIT, &e) || (!s.is_point && is_at_end(&s));
}

int carom_exact_moving_gap(const moving_query *c, double t) {
    limb limbs[MOMENT_LIMBS];
    limb_block block = {limbs, limbs + MOMENT_LIMBS};
    const motion f = read_motion(&block, c, unit_of_query(c));
    const decoded d = decode(t);
    const motion then = motion_from(&block, &f, integer_of(&block, d.m, 0, false),
                                    integer_of(&block, 1, -d.exp, false));
    return gap_now(&block, &then);
}

// ---- the start ----

bool carom_exact_moves_alike(const moving_query *c) {
    limb limbs[START_LIMBS];
    limb_block block = {limbs, limbs + START_LIMBS};
    const motion f = read_motion(&block, c, unit_of_query(c));
    return f.u.x1.n == 0 && f.u.y1.n == 0;
}

void carom_exact_speed_at_a(const moving_query *c, wide *vx, wide *vy) {
    limb limbs[START_LIMBS];
    limb_block block = {limbs, limbs + START_LIMBS};
    const motion f = read_motion(&block, c, unit_of_query(c));
    *vx = wide_of_integer(f.w.x1, 0);
    *vy = wide_of_integer(f.w.y1, 0);
}

int carom_exact_speed_to_left(const moving_query *c) {
    limb limbs[START_LIMBS];
    limb_block block = {limbs, limbs + START_LIMBS};
    const motion f = read_motion(&block, c, unit_of_query(c));
    const moving_vector left = turned_left(&f.u);
    return integer_sign(dot_form(&block, &left, &f.w).c[1]);
}
