// The exact stage for a moving circle: polynomials of degree up to 8 in integers, 16 for the order
// of two contacts.
//
// Method: there are two lines at distance R from the axis. A circle that starts outside them first
// reaches the nearer one; the place where it does distinguishes side from end. A circle that starts
// between them can only meet the end it is beyond. So there is one candidate, and its quadratic
// decides. The last contact is the first contact of the motion from c + v back by -v. Times are
// compared by placing the circle at t, scaled to an integer. docs/exactness.md derives the bit
// widths. Room: sweep.
#include "sweep/sweep_integers.h"

#include "arithmetic/root_sum.h"
#include "rest/inputs.h"

static void pose_sweep(problem *p, const swept_query *c, carom_tier tier) {
    const double in[INPUTS] = {
        c->circle.center.x, c->circle.center.y, c->wall.a.x,    c->wall.a.y, c->wall.b.x,
        c->wall.b.y,        c->circle.radius,   c->wall.radius, 0.0,         c->move.x,
        c->move.y,          c->wall_move.x,     c->wall_move.y};
    CAROM_ASSERT(carom_circle_is_valid(c->circle) && carom_wall_is_valid(c->wall));
    // Two calls, so that both loops are of a constant length.
    if (c->wall_moves)
        pose_inputs(p, in, INPUTS, (carom_extent)c->wall.extent, tier);
    else
        pose_inputs(p, in, INPUTS_OF_STILL_WALL, (carom_extent)c->wall.extent, tier);
    p->is_end = c->is_end;
    p->wall_moves = c->wall_moves;
}

// out -= v
CAROM_INLINE_LATE void subtract_vector(vector *out, int n, const vector *v) {
    out->x_negative = limbs_sum(out->x, n, out->x, out->x_negative, v->x, !v->x_negative);
    out->y_negative = limbs_sum(out->y, n, out->y, out->y_negative, v->y, !v->y_negative);
}

// out = the displacement of input `move` or to it.
CAROM_INLINE_LATE void load_one_move(vector *out, int n, const problem *p, int move, int from) {
    if (p->is_end) {
        load_vector(out, n, p, move, from);
        return;
    }
    out->x_negative = load(out->x, n, p, move);
    out->y_negative = load(out->y, n, p, move + 1);
}

// out = the displacement relative to the wall.
CAROM_INLINE_LATE void load_move(vector *out, int n, const problem *p) {
    load_one_move(out, n, p, MOVE_X, CX);
    if (p->wall_moves) {
        vector of_wall;
        load_one_move(&of_wall, n, p, WALL_MOVE_X, AX);
        subtract_vector(out, n, &of_wall);
    }
}

// The terms that all decisions use.
typedef struct parts {
    vector u, w, z, v;
    limb reach2[2 * LIMBS_MAX], len2[2 * LIMBS_MAX];
    limb cross_start[2 * LIMBS_MAX], cross_move[2 * LIMBS_MAX]; // u x w, u x v
    limb reach[LIMBS_MAX];
    int start_sign, move_sign;
    bool start_negative, move_negative;
} parts;

CAROM_INLINE_LATE void load_parts(parts *s, int n, const problem *p) {
    load_vector(&s->u, n, p, BX, AX);
    load_vector(&s->w, n, p, CX, AX);
    load_vector(&s->z, n, p, CX, BX);
    load_move(&s->v, n, p);
    load_total(s->reach, n, p, CIRCLE_RADIUS, WALL_RADIUS);
    limbs_mul(s->reach2, s->reach, n, s->reach, n);
    dot_product(s->len2, n, &s->u, &s->u);
    s->start_negative = cross_product(s->cross_start, n, &s->u, &s->w);
    s->move_negative = cross_product(s->cross_move, n, &s->u, &s->v);
    s->start_sign = limbs_sign(s->cross_start, 2 * n, s->start_negative);
    s->move_sign = limbs_sign(s->cross_move, 2 * n, s->move_negative);
}

// Compares x^2 with R^2 |u|^2 for x of 2n limbs: is x / |u| beyond R?
CAROM_INLINE_LATE int compare_with_reach(const limb *x, int n, const parts *s) {
    limb lhs[4 * LIMBS_MAX], rhs[4 * LIMBS_MAX];
    limbs_mul(lhs, x, 2 * n, x, 2 * n);
    limbs_mul(rhs, s->reach2, 2 * n, s->len2, 2 * n);
    return limbs_compare(lhs, rhs, 4 * n);
}

// The sign of from.u where the circle reaches the line at distance R: of
//     (from.u) |u x v| + (|u x w| - R |u|) (v.u) = X - Y |u|,
// with X of degree 4 and Y = R (v.u); X^2 is compared with Y^2 |u|^2.
CAROM_INLINE_LATE int foot_sign(int n, const parts *s, const vector *from) {
    limb from_u[2 * LIMBS_MAX], move_u[2 * LIMBS_MAX], x[4 * LIMBS_MAX], x2[4 * LIMBS_MAX];
    const bool from_negative = dot_product(from_u, n, from, &s->u);
    const bool move_negative = dot_product(move_u, n, &s->v, &s->u);
    limbs_mul(x, from_u, 2 * n, s->cross_move, 2 * n);
    limbs_mul(x2, s->cross_start, 2 * n, move_u, 2 * n);
    const bool x_negative = limbs_sum(x, 4 * n, x, from_negative, x2, move_negative);
    const int x_sign = limbs_sign(x, 4 * n, x_negative);

    limb y[3 * LIMBS_MAX];
    limbs_mul(y, s->reach, n, move_u, 2 * n);
    const int y_sign = -limbs_sign(y, 3 * n, move_negative);
    if (y_sign == 0 || x_sign == y_sign)
        return x_sign != 0 ? x_sign : y_sign;
    if (x_sign == 0)
        return y_sign;

    limb lhs[8 * LIMBS_MAX], rhs[8 * LIMBS_MAX], y2[6 * LIMBS_MAX];
    limbs_mul(lhs, x, 4 * n, x, 4 * n);
    limbs_mul(y2, y, 3 * n, y, 3 * n);
    limbs_mul(rhs, y2, 6 * n, s->len2, 2 * n);
    return x_sign * limbs_compare(lhs, rhs, 8 * n);
}

// The feature touched when the circle reaches the line at distance R from outside.
CAROM_INLINE_LATE carom_feature feature_on_line(int n, const problem *p, const parts *s) {
    if (p->extent == CAROM_EXTENT_LINE)
        return CAROM_FEATURE_SIDE;
    if (foot_sign(n, s, &s->w) <= 0)
        return CAROM_FEATURE_END_A;
    return p->extent == CAROM_EXTENT_SEGMENT && foot_sign(n, s, &s->z) >= 0 ? CAROM_FEATURE_END_B
                                                                            : CAROM_FEATURE_SIDE;
}

// Does the circle come to the line at distance R by t = 1: |u x w| - |u x v| <= R |u|?
CAROM_INLINE_LATE bool reaches_side(int n, const parts *s) {
    limb rest[2 * LIMBS_MAX];
    const bool passed = limbs_sum(rest, 2 * n, s->cross_start, false, s->cross_move, true);
    return passed || compare_with_reach(rest, n, s) <= 0;
}

// The first contact with an end; `e` is the vector from that end to the centre.
CAROM_INLINE_LATE carom_sweep_kind meet_end(int n, const parts *s, const vector *e) {
    limb dot[2 * LIMBS_MAX], move2[2 * LIMBS_MAX], cross[2 * LIMBS_MAX];
    if (!dot_product(dot, n, e, &s->v)) // the distance does not decrease
        return CAROM_SWEEP_KIND_MISS;
    // The path's line against the disc: (v x e)^2 against R^2 |v|^2.
    limb lhs[4 * LIMBS_MAX], rhs[4 * LIMBS_MAX];
    dot_product(move2, n, &s->v, &s->v);
    cross_product(cross, n, &s->v, e);
    limbs_mul(lhs, cross, 2 * n, cross, 2 * n);
    limbs_mul(rhs, s->reach2, 2 * n, move2, 2 * n);
    const int line = limbs_compare(lhs, rhs, 4 * n);
    if (line > 0)
        return CAROM_SWEEP_KIND_MISS;
    // At t = 1 the centre is within the disc or has passed the point nearest to the end.
    vector f;
    limb dist2[2 * LIMBS_MAX];
    f.x_negative = limbs_sum(f.x, n, e->x, e->x_negative, s->v.x, s->v.x_negative);
    f.y_negative = limbs_sum(f.y, n, e->y, e->y_negative, s->v.y, s->v.y_negative);
    dot_product(dist2, n, &f, &f);
    if (limbs_compare(dist2, s->reach2, 2 * n) > 0 && dot_product(dot, n, &f, &s->v))
        return CAROM_SWEEP_KIND_MISS;
    // Tangent; a point cannot be tangent.
    return line == 0 && !limbs_is_zero(s->reach, n) ? CAROM_SWEEP_KIND_GRAZE : CAROM_SWEEP_KIND_HIT;
}

CAROM_INLINE_LATE first_contact judge_first_contact(const problem *p, int n) {
    const first_contact none = {CAROM_SWEEP_KIND_MISS, CAROM_FEATURE_NONE};
    parts s;
    load_parts(&s, n, p);
    first_contact m = {CAROM_SWEEP_KIND_MISS, CAROM_FEATURE_END_A};
    if (!vector_is_zero(&s.u, n)) {
        if (compare_with_reach(s.cross_start, n, &s) > 0) {
            if (s.move_sign == 0 || s.move_sign == s.start_sign)
                return none;
            m.feature = feature_on_line(n, p, &s);
            if (m.feature == CAROM_FEATURE_SIDE) {
                m.kind = CAROM_SWEEP_KIND_HIT;
                return reaches_side(n, &s) ? m : none;
            }
        } else {
            // Separate and within R of the line: strictly beyond an end.
            limb dot[2 * LIMBS_MAX];
            m.feature = dot_product(dot, n, &s.w, &s.u) ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B;
        }
    }
    m.kind = meet_end(n, &s, m.feature == CAROM_FEATURE_END_A ? &s.w : &s.z);
    return m.kind == CAROM_SWEEP_KIND_MISS ? none : m;
}

static first_contact first_contact_64(const problem *p) {
    return judge_first_contact(p, LIMBS_64);
}

static first_contact first_contact_128(const problem *p) {
    return judge_first_contact(p, 2 * LIMBS_64);
}

static first_contact first_contact_any(const problem *p) {
    return judge_first_contact(p, p->limbs);
}

first_contact carom_exact_first_contact(const swept_query *c, carom_tier tier) {
    problem p;
    pose_sweep(&p, c, tier);
    return p.limbs == LIMBS_64       ? first_contact_64(&p)
           : p.limbs == 2 * LIMBS_64 ? first_contact_128(&p)
                                     : first_contact_any(&p);
}

// out += v
CAROM_INLINE_LATE void add_vector(vector *out, int n, const vector *v) {
    out->x_negative = limbs_sum(out->x, n, out->x, out->x_negative, v->x, v->x_negative);
    out->y_negative = limbs_sum(out->y, n, out->y, out->y_negative, v->y, v->y_negative);
}

// The same motion run backward: from c + v by -v.
CAROM_INLINE_LATE void turn_back(parts *s, int n) {
    add_vector(&s->w, n, &s->v);
    add_vector(&s->z, n, &s->v);
    s->start_negative = limbs_sum(s->cross_start, 2 * n, s->cross_start, s->start_negative,
                                  s->cross_move, s->move_negative);
    s->start_sign = limbs_sign(s->cross_start, 2 * n, s->start_negative);
    s->v.x_negative = !s->v.x_negative;
    s->v.y_negative = !s->v.y_negative;
    s->move_negative = !s->move_negative;
    s->move_sign = -s->move_sign;
}

// This end if `e`, the vector from it to the centre, is longer than R.
CAROM_INLINE_LATE carom_feature end_if_beyond(int n, const parts *s, const vector *e,
                                              carom_feature end) {
    limb dist2[2 * LIMBS_MAX];
    dot_product(dist2, n, e, e);
    return limbs_compare(dist2, s->reach2, 2 * n) > 0 ? end : CAROM_FEATURE_NONE;
}

CAROM_INLINE_LATE carom_feature judge_last_contact(const problem *p, int n) {
    parts s;
    limb dot[2 * LIMBS_MAX];
    load_parts(&s, n, p);
    turn_back(&s, n);
    if (vector_is_zero(&s.u, n))
        return end_if_beyond(n, &s, &s.w, CAROM_FEATURE_END_A);
    if (compare_with_reach(s.cross_start, n, &s) > 0)
        return feature_on_line(n, p, &s);
    if (p->extent != CAROM_EXTENT_LINE && dot_product(dot, n, &s.w, &s.u))
        return end_if_beyond(n, &s, &s.w, CAROM_FEATURE_END_A);
    if (p->extent == CAROM_EXTENT_SEGMENT && !dot_product(dot, n, &s.z, &s.u))
        return end_if_beyond(n, &s, &s.z, CAROM_FEATURE_END_B);
    return CAROM_FEATURE_NONE;
}

static carom_feature judge_last_contact_128(const problem *p) {
    return judge_last_contact(p, 2 * LIMBS_64);
}

static carom_feature judge_last_contact_any(const problem *p) {
    return judge_last_contact(p, p->limbs);
}

carom_feature carom_exact_last_contact(const swept_query *c, carom_tier tier) {
    problem p;
    pose_sweep(&p, c, tier > CAROM_TIER_128 ? tier : CAROM_TIER_128);
    return p.limbs == 2 * LIMBS_64 ? judge_last_contact_128(&p) : judge_last_contact_any(&p);
}

int carom_exact_side_of_move(const swept_query *c, carom_tier tier) {
    problem p;
    pose_sweep(&p, c, tier);
    const int n = p.limbs;
    vector u, v;
    limb cross[2 * LIMBS_MAX];
    CAROM_ASSUME(n >= 1);
    load_vector(&u, n, &p, BX, AX);
    load_move(&v, n, &p);
    const bool negative = cross_product(cross, n, &v, &u);
    return limbs_sign(cross, 2 * n, negative);
}

int carom_exact_leaving(const swept_query *c, carom_tier tier) {
    problem p;
    pose_sweep(&p, c, tier);
    const int n = p.limbs;
    const carom_feature feature = carom_exact_feature(c->circle, c->wall, tier);
    CAROM_ASSUME(n >= 1);
    if (feature == CAROM_FEATURE_SIDE) {
        parts s;
        load_parts(&s, n, &p);
        return s.start_sign * s.move_sign;
    }
    vector e, v;
    limb dot[2 * LIMBS_MAX];
    load_vector(&e, n, &p, CX, feature == CAROM_FEATURE_END_A ? AX : BX);
    load_move(&v, n, &p);
    const bool negative = dot_product(dot, n, &e, &v);
    return limbs_sign(dot, 2 * n, negative);
}

// ---- times ----

// A double in [0, 1] as m 2^-shift.
typedef struct moment {
    uint64_t m;
    int shift;
} moment;

static moment moment_of(double t) {
    CAROM_ASSERT(t > 0.0 && t <= 1.0);
    // On a host that does not round to nearest a time can be out of this range, even infinite.
    if (!(t > 0.0 && t <= 1.0)) // GCOVR_EXCL_BR_LINE: test_environment.c, in a build of its own
        t = 1.0;                // GCOVR_EXCL_LINE
    const decoded d = decode(t);
    const int zeros = trailing_zeros(d.m);
    return (moment){d.m >> zeros, -(d.exp + zeros)};
}

// The limbs that hold everything of the problem times 2^shift, and sums.
static int limbs_at(const problem *p, moment t) {
    const int bits = p->top - p->unit + t.shift + 5;
    const int n = (bits + CAROM_LIMB_BITS - 1) / CAROM_LIMB_BITS;
    CAROM_ASSERT(n <= LIMBS_MAX);
    return n;
}

// x += m y, for signed x and y.
CAROM_INLINE_LATE void add_multiple(limb *x, bool *x_negative, int n, const limb *y,
                                    bool y_negative, uint64_t m) {
    limb factor[LIMBS_64], product[LIMBS_MAX + LIMBS_64];
    limbs_set(factor, LIMBS_64, m, 0);
    limbs_mul(product, y, n, factor, LIMBS_64);
    *x_negative = limbs_sum(x, n, x, *x_negative, product, y_negative);
}

// Selects one of the two contacts at distance R: where the distance decreases to R, or where it
// grows beyond R.
typedef enum passing { PASSING_IN, PASSING_OUT } passing;

// True if at this moment the distance to the feature is at least R and the circle still approaches,
// or already recedes.
CAROM_INLINE_LATE bool is_apart_at(const problem *p, int n, carom_feature feature, moment t,
                                   passing path) {
    // (centre at the moment - a or b) 2^shift = e 2^shift + m v
    problem scaled = *p;
    scaled.unit -= t.shift;
    vector v, e;
    limb reach[LIMBS_MAX], reach2[2 * LIMBS_MAX];
    load_move(&v, n, p);
    load_vector(&e, n, &scaled, CX, feature == CAROM_FEATURE_END_B ? BX : AX);
    load_total(reach, n, &scaled, CIRCLE_RADIUS, WALL_RADIUS);
    limbs_mul(reach2, reach, n, reach, n);
    add_multiple(e.x, &e.x_negative, n, v.x, v.x_negative, t.m);
    add_multiple(e.y, &e.y_negative, n, v.y, v.y_negative, t.m);
    limb dot[2 * LIMBS_MAX];
    if (feature != CAROM_FEATURE_SIDE) {
        limb dist2[2 * LIMBS_MAX];
        dot_product(dist2, n, &e, &e);
        return limbs_compare(dist2, reach2, 2 * n) >= 0 &&
               (dot_product(dot, n, &e, &v) == (path == PASSING_IN) || limbs_is_zero(dot, 2 * n));
    }
    // (u x e)^2 against R^2 |u|^2, on the side of the axis that v comes from or goes to
    vector u;
    limb cross[2 * LIMBS_MAX], len2[2 * LIMBS_MAX], lhs[4 * LIMBS_MAX], rhs[4 * LIMBS_MAX];
    load_vector(&u, n, p, BX, AX);
    const bool move_negative = cross_product(cross, n, &u, &v);
    const bool negative = cross_product(cross, n, &u, &e);
    if ((negative == move_negative) != (path == PASSING_OUT) && !limbs_is_zero(cross, 2 * n))
        return false;
    dot_product(len2, n, &u, &u);
    limbs_mul(lhs, cross, 2 * n, cross, 2 * n);
    limbs_mul(rhs, reach2, 2 * n, len2, 2 * n);
    return limbs_compare(lhs, rhs, 4 * n) >= 0;
}

static bool is_apart_at_128(const problem *p, carom_feature feature, moment t, passing path) {
    return is_apart_at(p, 2 * LIMBS_64, feature, t, path);
}

static bool is_apart_at_any(const problem *p, int n, carom_feature feature, moment t,
                            passing path) {
    return is_apart_at(p, n, feature, t, path);
}

static bool judge_time(const swept_query *c, carom_feature feature, double t, carom_tier tier,
                       passing path) {
    problem p;
    pose_sweep(&p, c, tier);
    const moment at = moment_of(t);
    const int n = limbs_at(&p, at);
    return n <= 2 * LIMBS_64 && tier < CAROM_TIER_ANY ? is_apart_at_128(&p, feature, at, path)
                                                      : is_apart_at_any(&p, n, feature, at, path);
}

bool carom_exact_not_after(const swept_query *c, carom_feature feature, double t, carom_tier tier) {
    return t == 0.0 || judge_time(c, feature, t, tier, PASSING_IN);
}

bool carom_exact_not_before(const swept_query *c, carom_feature feature, double t,
                            carom_tier tier) {
    return judge_time(c, feature, t, tier, PASSING_OUT);
}

// ---- values ----

sweep_forms carom_exact_sweep_forms(const swept_query *c, carom_feature feature, carom_tier tier) {
    CAROM_ASSERT(feature != CAROM_FEATURE_NONE);
    problem p;
    pose_sweep(&p, c, tier);
    const int n = p.limbs, n2 = 2 * n, n4 = 4 * n;
    const int unit2 = 2 * p.unit, unit4 = 4 * p.unit;
    limb product[2 * LIMBS_MAX], lhs[4 * LIMBS_MAX], rhs[4 * LIMBS_MAX];
    sweep_forms f;
    memset(&f, 0, sizeof f);
    CAROM_ASSUME(n >= 1);

    parts s;
    load_parts(&s, n, &p);
    f.vx = vector_x(&s.v, &p);
    f.vy = vector_y(&s.v, &p);
    f.reach = to_wide(s.reach, n, false, p.unit);
    if (feature == CAROM_FEATURE_SIDE) {
        f.ux = vector_x(&s.u, &p);
        f.uy = vector_y(&s.u, &p);
        f.len2 = to_wide(s.len2, n2, false, unit2);
        f.cross_start = to_wide(s.cross_start, n2, s.start_negative, unit2);
        f.cross_move = to_wide(s.cross_move, n2, s.move_negative, unit2);
        limbs_mul(lhs, s.cross_start, n2, s.cross_start, n2);
        limbs_mul(rhs, s.reach2, n2, s.len2, n2);
        f.beyond_side = wide_of_limb_difference(lhs, rhs, n4, unit4);
        return f;
    }
    const vector *e = feature == CAROM_FEATURE_END_A ? &s.w : &s.z;
    limb move2[2 * LIMBS_MAX];
    dot_product(move2, n, &s.v, &s.v);
    f.move2 = to_wide(move2, n2, false, unit2);
    bool negative = dot_product(product, n, e, &s.v);
    f.toward_end = to_wide(product, n2, !negative, unit2);
    dot_product(product, n, e, e);
    f.beyond_end = wide_of_limb_difference(product, s.reach2, n2, unit2);
    negative = cross_product(product, n, &s.v, e);
    f.cross_end = to_wide(product, n2, negative, unit2);
    limbs_mul(lhs, s.reach2, n2, move2, n2);
    limbs_mul(rhs, product, n2, product, n2);
    f.discriminant = wide_of_limb_difference(lhs, rhs, n4, unit4);
    return f;
}

// ---- order ----

// The time of a contact as (a - sqrt root) / q with q > 0.
typedef struct root_time {
    limb a[2 * LIMBS_MAX], q[2 * LIMBS_MAX], root[4 * LIMBS_MAX];
    bool a_negative;
} root_time;

// On the side (|u x w| - R |u|) / |u x v|, at an end (-e.v - sqrt(R^2 |v|^2 - (v x e)^2)) / |v|^2.
CAROM_NOINLINE void set_root_time(root_time *t, int n, const problem *p, carom_feature feature) {
    parts s;
    load_parts(&s, n, p);
    t->a_negative = false;
    if (feature == CAROM_FEATURE_SIDE) {
        limbs_copy(t->a, s.cross_start, 2 * n);
        limbs_copy(t->q, s.cross_move, 2 * n);
        limbs_mul(t->root, s.reach2, 2 * n, s.len2, 2 * n);
        return;
    }
    const vector *e = feature == CAROM_FEATURE_END_A ? &s.w : &s.z;
    limb cross[2 * LIMBS_MAX], cross2[4 * LIMBS_MAX];
    t->a_negative = !dot_product(t->a, n, e, &s.v);
    dot_product(t->q, n, &s.v, &s.v);
    cross_product(cross, n, &s.v, e);
    limbs_mul(cross2, cross, 2 * n, cross, 2 * n);
    limbs_mul(t->root, s.reach2, 2 * n, t->q, 2 * n);
    limbs_sum(t->root, 4 * n, t->root, false, cross2, true);
}

// out = root q^2, of 8n limbs.
CAROM_INLINE_LATE void scale_root(limb *out, int n, const limb *root, const limb *q) {
    limb q2[4 * LIMBS_MAX];
    limbs_mul(q2, q, 2 * n, q, 2 * n);
    limbs_mul(out, root, 4 * n, q2, 4 * n);
}

int carom_exact_compare_time(const swept_query *first, carom_feature first_feature,
                             const swept_query *second, carom_feature second_feature,
                             carom_tier tier) {
    problem p1, p2;
    pose_sweep(&p1, first, tier);
    pose_sweep(&p2, second, tier);
    const int unit = p1.unit < p2.unit ? p1.unit : p2.unit;
    const int n = limbs_for(unit, p1.top > p2.top ? p1.top : p2.top, tier);
    CAROM_ASSUME(n >= 1);
    CAROM_ASSERT(first_feature != CAROM_FEATURE_NONE && second_feature != CAROM_FEATURE_NONE);
    p1.unit = p2.unit = unit;

    root_time t1 = {.a_negative = false},
              t2 = t1; // otherwise analysers report uninitialized members
    set_root_time(&t1, n, &p1, first_feature);
    set_root_time(&t2, n, &p2, second_feature);
    // t1 - t2 has the sign of (a1 q2 - a2 q1) + q1 sqrt(root2) - q2 sqrt(root1); of the root of
    // alpha^2 and the two others.
    limb alpha[4 * LIMBS_MAX], term[4 * LIMBS_MAX], alpha2[8 * LIMBS_MAX];
    limb root1[8 * LIMBS_MAX], root2[8 * LIMBS_MAX];
    limbs_mul(alpha, t1.a, 2 * n, t2.q, 2 * n);
    limbs_mul(term, t2.a, 2 * n, t1.q, 2 * n);
    const bool negative = limbs_sum(alpha, 4 * n, alpha, t1.a_negative, term, !t2.a_negative);
    limbs_mul(alpha2, alpha, 4 * n, alpha, 4 * n);
    scale_root(root1, n, t1.root, t2.q);
    scale_root(root2, n, t2.root, t1.q);
    return negative ? -root_sum_sign(8 * n, alpha2, root1, root2)
                    : root_sum_sign(8 * n, alpha2, root2, root1);
}
