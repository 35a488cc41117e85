// Sweeps: kind and feature by filter or integers, then the time of contact and what goes with it.
//
// Method of the time: a first guess in double, one Newton step from a residual in double-doubles,
// and the largest double not after; where the step is not certain the forms come from integers, and
// where the rounding is not, the exact sign of the gap at the candidate decides. Bounds:
// docs/exactness.md. Layer: sweep.
#include "carom/sweep.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "carom/contact.h"
#include "contracts.h"
#include "exact/exact_sweep.h"
#include "exact/relation_filter.h"
#include "exact/sweep_filter.h"
#include "exact/sweep_time.h"
#include "exact/wide.h"
#include "geometry/sweep_near.h"
#include "numbers.h"

// What a time from exact forms is off by at most, relative to itself.
#define FORMS_ERROR 0x1p-88

// A contact as it is worked out.
typedef struct contact_at {
    double t;    // rounded down
    double rest; // the true time is t + rest, nearly
    carom_vec2 normal;
    wide dx, dy; // the displacement until contact, if it is not t v
} contact_at;

// t must be > 0.
static double next_down(double t) {
    CAROM_ASSERT(t > 0.0);
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits--;
    memcpy(&t, &bits, sizeof bits);
    return t;
}

// Sets t and rest; asks the integers if the rounding is not certain.
static void round_down(contact_at *k, const swept_query *c, carom_feature feature,
                       const estimate *e) {
    const wide sum = wide_of_sum(e->guess, e->step);
    k->t = sum.hi;
    k->rest = sum.lo;
    const bool is_after = fabs(k->rest) > e->error
                              ? k->rest < 0.0
                              : !carom_exact_not_after(c, feature, k->t, CAROM_TIER_64);
    if (is_after) {
        const double down = next_down(k->t);
        k->rest += k->t - down;
        k->t = down;
    }
    CAROM_ASSERT(k->t <= 1.0);
}

// ---- times from integers ----

// Rounds a time down, by exact signs. `t` is right to FORMS_ERROR of itself.
static double round_down_exactly(wide t, const swept_query *c, carom_feature feature) {
    double down = wide_to_double(t);
    CAROM_ASSERT(down <= 1.0);
    const wide rest = wide_sub(t, wide_of(down));
    // A normal number within half an ulp, and farther from it than the error, needs no question.
    const double error = FORMS_ERROR * down;
    if (down >= 0x1p-200 && fabs(wide_to_double(rest)) > error)
        return rest.hi < 0.0 ? next_down(down) : down;
    // Off by less than an ulp, so the only other one is the double below.
    return carom_exact_not_after(c, feature, down, CAROM_TIER_64) ? down : next_down(down);
}

static carom_vec2 unit_of(wide x, wide y) {
    const wide length = wide_sqrt(wide_sum_of_squares(x, y));
    return carom_vec2_make(wide_to_double(wide_div(x, length)),
                           wide_to_double(wide_div(y, length)));
}

// Against the motion, for a centre that is on a single point.
static carom_vec2 against(wide vx, wide vy) {
    if (vx.hi == 0.0 && vy.hi == 0.0)
        return carom_vec2_make(0.0, 1.0);
    return unit_of(wide_neg(vx), wide_neg(vy));
}

static void time_from_integers(contact_at *k, const swept_query *c, carom_feature feature) {
    const sweep_forms f = carom_exact_sweep_forms(c, feature, CAROM_TIER_64);
    wide t;
    if (feature == CAROM_FEATURE_SIDE) {
        // |u x w| - R |u| = ((u x w)^2 - R^2 |u|^2) / (|u x w| + R |u|)
        const wide reach_len = wide_mul(f.reach, wide_sqrt(f.len2));
        const wide both = wide_add(wide_abs(f.cross_start), reach_len);
        t = wide_div(wide_div(f.beyond_side, both), wide_abs(f.cross_move));
        const bool is_left = f.cross_start.hi > 0.0;
        k->normal = unit_of(is_left ? wide_neg(f.uy) : f.uy, is_left ? f.ux : wide_neg(f.ux));
    } else {
        const wide root = wide_sqrt(f.discriminant);
        t = wide_div(f.beyond_end, wide_add(f.toward_end, root));
        // e + t v = (-sqrt(D) v + (v x e) left(v)) / |v|^2, of length R
        const wide x = wide_neg(wide_add(wide_mul(root, f.vx), wide_mul(f.cross_end, f.vy)));
        const wide y = wide_sub(wide_mul(f.cross_end, f.vx), wide_mul(root, f.vy));
        k->normal = f.reach.hi > 0.0 ? unit_of(x, y) : against(f.vx, f.vy);
    }
    CAROM_ASSERT(t.hi > 0.0);
    k->t = round_down_exactly(t, c, feature);
    k->dx = wide_mul(t, f.vx);
    k->dy = wide_mul(t, f.vy);
}

// ---- the sweep ----

static carom_sweep sweep_of_kind(carom_sweep_kind kind) {
    const carom_sweep s = {kind, CAROM_FEATURE_NONE, 0.0, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    return s;
}

// Sign of v.n with the centre at `at`, the start or the end, n pointing from the nearest feature to
// it, if certain, else 0. For valid input of a safe size.
static int certain_leaving(const swept_query *c, const sweep_vectors *k, carom_vec2 at) {
    const carom_circle circle = carom_circle_make(at, c->circle.radius);
    const carom_feature feature = carom_filter_feature(circle, c->wall);
    if (feature == CAROM_FEATURE_NONE)
        return 0;
    const carom_vec2 from =
        carom_vec2_sub(at, feature == CAROM_FEATURE_END_B ? c->wall.b : c->wall.a);
    const double from_size = size_of(from);
    if (feature != CAROM_FEATURE_SIDE)
        return certain_sign(carom_vec2_dot(from, k->v), error_of(from_size, k->v_size));
    return certain_sign(carom_vec2_cross(k->u, from), error_of(k->u_size, from_size)) *
           certain_sign(carom_vec2_cross(k->u, k->v), error_of(k->u_size, k->v_size));
}

// Sign of v.n at the start, n pointing from the nearest feature to the centre.
static int leaving_at_start(const swept_query *c) {
    const sweep_vectors k = sweep_vectors_of(c);
    const int certain = is_safe(&k) ? certain_leaving(c, &k, c->circle.center) : 0;
    return certain != 0 ? certain : carom_exact_leaving(c, CAROM_TIER_64);
}

static bool is_point(const swept_query *c) {
    return c->circle.radius == 0.0 && c->wall.radius == 0.0;
}

// Starts with the centre on the axis: the normal against the motion.
static void turn_against_motion(carom_sweep *s, const swept_query *c) {
    if (c->wall.a.x == c->wall.b.x && c->wall.a.y == c->wall.b.y) {
        const carom_vec2 zero = carom_vec2_make(0.0, 0.0), from = c->is_end ? s->center : zero;
        s->normal = against(wide_sub(wide_of(c->move.x), wide_of(from.x)),
                            wide_sub(wide_of(c->move.y), wide_of(from.y)));
    } else if (carom_exact_side_of_move(c, CAROM_TIER_64) < 0) {
        s->normal = carom_vec2_sub(carom_vec2_make(0.0, 0.0), s->normal); // v is to the left
    }
    s->point = carom_vec2_make(s->center.x + c->wall.radius * s->normal.x,
                               s->center.y + c->wall.radius * s->normal.y);
}

// The sweep of a circle that touches or overlaps at the start. `reach` is the sign of R - distance.
static carom_sweep sweep_from_contact(const swept_query *c, int reach) {
    CAROM_ASSERT(reach >= 0);
    const carom_contact contact = carom_circle_contact(c->circle, c->wall);
    carom_sweep s;
    s.kind = CAROM_SWEEP_KIND_OVERLAP;
    if (reach == 0) {
        s.kind =
            is_point(c) || leaving_at_start(c) >= 0 ? CAROM_SWEEP_KIND_GRAZE : CAROM_SWEEP_KIND_HIT;
    }
    s.feature = contact.feature;
    s.t = 0.0;
    s.center = c->circle.center;
    s.point = contact.point;
    s.normal = contact.normal;
    const carom_wall axis = carom_wall_make(c->wall.a, c->wall.b, 0.0, c->wall.extent);
    if (carom_circle_touches(carom_circle_make(s.center, 0.0), axis))
        turn_against_motion(&s, c);
    return s;
}

// p + s n; in wide numbers, so that the sum alone may leave the range of double.
static double sum_to_double(wide p, double s, double n) {
    return wide_to_double(wide_add(p, wide_mul(wide_of(s), wide_of(n))));
}

// Centre and point of a contact whose displacement is (t + rest) v.
CAROM_INLINE void place_contact(carom_sweep *s, const swept_query *c, const sweep_vectors *d,
                                double rest) {
    s->center = carom_vec2_make(c->circle.center.x + (s->t * d->v.x + rest * d->v.x),
                                c->circle.center.y + (s->t * d->v.y + rest * d->v.y));
    const carom_vec2 from = s->feature == CAROM_FEATURE_SIDE    ? s->center
                            : s->feature == CAROM_FEATURE_END_A ? c->wall.a
                                                                : c->wall.b;
    const double off = s->feature == CAROM_FEATURE_SIDE ? -c->circle.radius : c->wall.radius;
    s->point = carom_vec2_add(from, carom_vec2_scale(s->normal, off));
}

// The same from a displacement in wide numbers.
static void place_contact_widely(carom_sweep *s, const swept_query *c, const contact_at *k) {
    const wide x = wide_add(wide_of(c->circle.center.x), k->dx);
    const wide y = wide_add(wide_of(c->circle.center.y), k->dy);
    s->center = carom_vec2_make(wide_to_double(x), wide_to_double(y));
    const carom_vec2 end = s->feature == CAROM_FEATURE_END_A ? c->wall.a : c->wall.b;
    const bool side = s->feature == CAROM_FEATURE_SIDE;
    const double off = side ? -c->circle.radius : c->wall.radius;
    s->point = carom_vec2_make(sum_to_double(side ? x : wide_of(end.x), off, s->normal.x),
                               sum_to_double(side ? y : wide_of(end.y), off, s->normal.y));
}

CAROM_NOINLINE carom_sweep sweep_exactly(const swept_query *c, first_contact m) {
    contact_at k = {.t = 0.0};
    time_from_integers(&k, c, m.feature);
    carom_sweep s = {.kind = m.kind, .feature = m.feature, .t = k.t, .normal = k.normal};
    place_contact_widely(&s, c, &k);
    return s;
}

static bool is_valid(const swept_query *c) {
    return carom_circle_is_valid(c->circle) && carom_wall_is_valid(c->wall) && is_finite(c->move);
}

// Sign of R - distance with the centre at `at`, for valid input.
static int reach_at(const swept_query *c, carom_vec2 at) {
    const carom_circle circle = carom_circle_make(at, c->circle.radius);
    const int certain = carom_filter_reach(circle, c->wall, 0.0);
    return certain != 0 ? certain : carom_exact_reach(circle, c->wall, 0.0, CAROM_TIER_64);
}

static int reach_at_start(const swept_query *c) {
    return reach_at(c, c->circle.center);
}

// The sweep where the filter is not certain.
CAROM_NOINLINE carom_sweep sweep_by_integers(const swept_query *c) {
    if (!is_valid(c))
        return sweep_of_kind(CAROM_SWEEP_KIND_INVALID);
    const int reach = reach_at_start(c);
    if (reach >= 0)
        return sweep_from_contact(c, reach);
    const first_contact m = carom_exact_first_contact(c, CAROM_TIER_64);
    CAROM_ASSERT((m.kind == CAROM_SWEEP_KIND_MISS) == (m.feature == CAROM_FEATURE_NONE));
    return m.kind == CAROM_SWEEP_KIND_MISS ? sweep_of_kind(CAROM_SWEEP_KIND_MISS)
                                           : sweep_exactly(c, m);
}

// The sweep of a circle that may well meet the wall.
carom_sweep carom_sweep_near(const swept_query *c) {
    const sweep_vectors d = sweep_vectors_of(c);
    sweep_terms t;
    if (!is_for_filter(c, &d))
        return sweep_by_integers(c);
    set_terms(&t, &d);
    const first_contact m = filter_first_contact(&d, &t, c->wall.extent);
    if (m.kind == CAROM_SWEEP_KIND_MISS)
        return sweep_of_kind(CAROM_SWEEP_KIND_MISS);
    if (m.kind == CAROM_SWEEP_KIND_INVALID) {
        // The distance is convex in time: if it grows from the start on, the start decides.
        const bool leaves = certain_leaving(c, &d, c->circle.center) > 0 && reach_at_start(c) < 0;
        return leaves ? sweep_of_kind(CAROM_SWEEP_KIND_MISS) : sweep_by_integers(c);
    }
    const estimate e = m.feature == CAROM_FEATURE_SIDE ? estimate_side(c, &d, &t)
                                                       : estimate_end(c, &d, &t, m.feature);
    if (!is_sharp(&e))
        return sweep_exactly(c, m);
    contact_at k;
    round_down(&k, c, m.feature, &e);
    carom_sweep s;
    s.kind = CAROM_SWEEP_KIND_HIT;
    s.feature = m.feature;
    s.t = k.t;
    s.normal = e.normal;
    place_contact(&s, c, &d, k.rest);
    return s;
}

// Most sweeps miss, so that is asked first and by itself.
CAROM_INLINE carom_sweep sweep_query(const swept_query *c) {
    return is_certain_miss(c) ? sweep_of_kind(CAROM_SWEEP_KIND_MISS) : carom_sweep_near(c);
}

carom_sweep carom_circle_sweep(carom_circle circle, carom_vec2 move, carom_wall wall) {
    const swept_query c = {circle, move, false, wall};
    return sweep_query(&c);
}

carom_sweep carom_circle_sweep_to(carom_circle circle, carom_vec2 to, carom_wall wall) {
    const swept_query c = {circle, to, true, wall};
    return sweep_query(&c);
}

int carom_circle_compare_time_of_impact(carom_circle circle, carom_vec2 move, carom_wall first,
                                        carom_wall second) {
    const swept_query c1 = {circle, move, false, first}, c2 = {circle, move, false, second};
    const carom_sweep s1 = sweep_query(&c1), s2 = sweep_query(&c2);
    const bool met1 = s1.kind >= CAROM_SWEEP_KIND_GRAZE, met2 = s2.kind >= CAROM_SWEEP_KIND_GRAZE;
    if (!met1 || !met2)
        return met2 - met1;
    if (s1.t != s2.t)
        return s1.t < s2.t ? -1 : 1;
    // A contact at the start is the earlier one of two whose times both round down to 0.
    const bool starts1 = reach_at_start(&c1) >= 0, starts2 = reach_at_start(&c2) >= 0;
    if (starts1 || starts2)
        return starts2 - starts1;
    return carom_exact_compare_time(&c1, s1.feature, &c2, s2.feature, CAROM_TIER_64);
}

// The way where no filter is certain that it is free.
CAROM_NOINLINE bool path_is_clear_exactly(const swept_query *c) {
    if (!is_valid(c))
        return false;
    const int reach = reach_at_start(c);
    if (reach > 0)
        return false;
    if (reach == 0)
        return is_point(c) || leaving_at_start(c) >= 0;
    const first_contact m = carom_exact_first_contact(c, CAROM_TIER_64);
    if (m.kind != CAROM_SWEEP_KIND_HIT)
        return true;
    // A first touch at the very end presses nothing.
    const carom_circle end = carom_circle_make(c->move, c->circle.radius);
    return !is_point(c) && carom_circle_relate(end, c->wall) == CAROM_RELATION_TOUCHING &&
           carom_exact_not_after(c, m.feature, 1.0, CAROM_TIER_64);
}

bool carom_certainly_leaves(const swept_query *c) {
    const sweep_vectors d = sweep_vectors_of(c);
    return is_for_filter(c, &d) && certain_leaving(c, &d, c->circle.center) > 0;
}

bool carom_path_is_clear_near(const swept_query *c) {
    const sweep_vectors d = sweep_vectors_of(c);
    if (!is_for_filter(c, &d))
        return path_is_clear_exactly(c);
    // The distance is convex in time: if it falls up to the end, the end decides, and if it grows
    // from the start on, the start. Ways to a contact and away from it are of these kinds.
    if (certain_leaving(c, &d, c->move) < 0)
        return reach_at(c, c->move) < (is_point(c) ? 0 : 1);
    if (certain_leaving(c, &d, c->circle.center) > 0)
        return reach_at_start(c) <= 0;
    sweep_terms t;
    set_terms(&t, &d);
    // A certain hit presses in: the filter is not certain of one that only just gets there.
    const first_contact m = filter_first_contact(&d, &t, c->wall.extent);
    return m.kind != CAROM_SWEEP_KIND_INVALID ? m.kind == CAROM_SWEEP_KIND_MISS
                                              : path_is_clear_exactly(c);
}

bool carom_circle_path_is_clear(carom_circle circle, carom_vec2 to, carom_wall wall) {
    const swept_query c = {circle, to, true, wall};
    return is_certain_miss(&c) || carom_path_is_clear_near(&c);
}

const char *carom_sweep_kind_name(carom_sweep_kind kind) {
    switch (kind) {
    case CAROM_SWEEP_KIND_INVALID:
        break;
    case CAROM_SWEEP_KIND_MISS:
        return "miss";
    case CAROM_SWEEP_KIND_GRAZE:
        return "graze";
    case CAROM_SWEEP_KIND_HIT:
        return "hit";
    case CAROM_SWEEP_KIND_OVERLAP:
        return "overlap";
    }
    return "invalid";
}
