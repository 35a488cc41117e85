// Sweeps that sweep.c does not decide at once, and what else follows from the forms of a sweep.
//
// Method of the time: a first guess in double, one Newton step from a residual in double-doubles,
// then rounding down. If the step is not certain, the forms are computed in integers. If the
// rounding is not certain, the exact sign of the gap at the candidate decides. docs/exactness.md
// derives the bounds. Proved: docs/soundness.md, `circle_sweep_correct`. Room: sweep.
#include "sweep/sweep_double_double.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "arithmetic/wide.h"
#include "carom/contact.h"
#include "contracts.h"
#include "numbers.h"
#include "rest/relation.h"
#include "rest/relation_filter.h"
#include "sweep/sweep_filter.h"
#include "sweep/sweep_integers.h"
#include "sweep/sweep_level.h"
#include "sweep/sweep_place.h"
#include "sweep/sweep_small.h"
#include "sweep/sweep_tangent.h"
#include "sweep/sweep_time.h"

// Sets t and rest. Uses integers if the rounding is not certain.
static void round_down(contact_at *k, const swept_query *c, carom_feature feature,
                       const estimate *e) {
    // A step of 2^-10 of the guess would not be sharp.
    const wide sum = wide_of_ordered_sum(e->guess, e->step, 0);
    k->t = sum.hi;
    k->rest = sum.lo;
    bool is_after = k->rest < 0.0;
    if (CAROM_UNLIKELY(!(fabs(k->rest) > e->error)))
        is_after = !carom_exact_not_after(c, feature, k->t, CAROM_TIER_64);
    // No branch: either outcome is as likely.
    const double down = down_by(k->t, is_after);
    k->rest += k->t - down;
    k->t = down;
    CAROM_ASSERT(k->t <= 1.0);
}

// ---- times from integers ----

// Rounds a time down, by exact signs. The relative error of `t` is at most FORMS_ERROR.
static double round_down_exactly(wide t, const swept_query *c, carom_feature feature) {
    double down = wide_to_double(t);
    CAROM_ASSERT(down <= 1.0);
    const wide rest = wide_sub(t, wide_of(down));
    // If `t` is a normal number and its rest exceeds the error, the rounding is certain.
    const double error = FORMS_ERROR * down;
    if (down >= 0x1p-200 && fabs(wide_to_double(rest)) > error)
        return rest.hi < 0.0 ? next_down(down) : down;
    // `down` is off by less than an ulp, so the only other candidate is the double below.
    return carom_exact_not_after(c, feature, down, CAROM_TIER_64) ? down : next_down(down);
}

carom_vec2 carom_normal_against(wide vx, wide vy) {
    if (vx.hi == 0.0 && vy.hi == 0.0)
        return carom_vec2_make(0.0, 1.0);
    return unit_of(wide_neg(vx), wide_neg(vy));
}

// The time of a contact with the side.
static wide time_on_side(const sweep_forms *f) {
    // |u x w| - R |u| = ((u x w)^2 - R^2 |u|^2) / (|u x w| + R |u|)
    const wide reach_len = wide_mul(f->reach, wide_sqrt(f->len2));
    const wide both = wide_add(wide_abs(f->cross_start), reach_len);
    return wide_div(wide_div(f->beyond_side, both), wide_abs(f->cross_move));
}

// The time of a contact with an end. `root` is the root of the discriminant.
static wide time_at_end(const sweep_forms *f, wide root) {
    return wide_div(f->beyond_end, wide_add(f->toward_end, root));
}

static carom_vec2 normal_at_end(const sweep_forms *f, wide root) {
    // e + t v = (-sqrt(D) v + (v x e) left(v)) / |v|^2, of length R
    const wide x = wide_neg(wide_add(wide_mul(root, f->vx), wide_mul(f->cross_end, f->vy)));
    const wide y = wide_sub(wide_mul(f->cross_end, f->vx), wide_mul(root, f->vy));
    return f->reach.hi > 0.0 ? unit_of(x, y) : carom_normal_against(f->vx, f->vy);
}

static void time_from_integers(contact_at *k, const swept_query *c, carom_feature feature) {
    const sweep_forms f = carom_exact_sweep_forms(c, feature, CAROM_TIER_64);
    wide t;
    if (feature == CAROM_FEATURE_SIDE) {
        t = time_on_side(&f);
        k->normal = normal_to_side(&f, f.cross_start);
    } else {
        const wide root = wide_sqrt(f.discriminant);
        t = time_at_end(&f, root);
        k->normal = normal_at_end(&f, root);
    }
    CAROM_ASSERT(t.hi > 0.0);
    k->t = round_down_exactly(t, c, feature);
    k->time = t;
    k->dx = wide_mul(t, f.vx);
    k->dy = wide_mul(t, f.vy);
}

// ---- the sweep ----

// Sign of v.n at the start or the end, n pointing from the nearest feature to the centre, if
// certain, else 0. For valid input of a safe size.
static int certain_leaving(carom_circle circle, const carom_wall *wall, const sweep_vectors *k) {
    const carom_feature feature = carom_filter_feature(circle, *wall);
    if (feature == CAROM_FEATURE_NONE)
        return 0;
    const carom_vec2 from =
        carom_vec2_sub(circle.center, feature == CAROM_FEATURE_END_B ? wall->b : wall->a);
    const double from_size = size_of(from);
    if (feature != CAROM_FEATURE_SIDE)
        return certain_sign(carom_vec2_dot(from, k->v), error_of(from_size, k->v_size));
    return certain_sign(carom_vec2_cross(k->u, from), error_of(k->u_size, from_size)) *
           certain_sign(carom_vec2_cross(k->u, k->v), error_of(k->u_size, k->v_size));
}

// True if v is certainly parallel to the side of a level or upright wall that is nearest, or 0: all
// products are 0. Balls at rest on a floor do not move, and those that slide on it move like that.
static bool certainly_slides(const swept_query *c, const sweep_vectors *k) {
    const bool is_level = (k->u.y == 0.0) & (k->v.y == 0.0);
    const bool is_upright = (k->u.x == 0.0) & (k->v.x == 0.0);
    if (!is_level && !is_upright)
        return false;
    return (k->v.x == 0.0 && k->v.y == 0.0) ||
           carom_filter_feature(c->circle, c->wall) == CAROM_FEATURE_SIDE;
}

// Sign of v.n at the start, n pointing from the nearest feature to the centre.
static int leaving_at_start(const swept_query *c) {
    const sweep_vectors k = sweep_vectors_of(c);
    const int certain = is_safe(&k) ? certain_leaving(c->circle, &c->wall, &k) : 0;
    if (certain != 0 || (is_safe(&k) && certainly_slides(c, &k)))
        return certain;
    return carom_exact_leaving(c, CAROM_TIER_64);
}

static bool is_point(const swept_query *c) {
    return c->circle.radius == 0.0 && c->wall.radius == 0.0;
}

// For a centre that starts on the axis: turns the normal against the motion.
static void turn_against_motion(carom_sweep *s, const swept_query *c) {
    if (c->wall.a.x == c->wall.b.x && c->wall.a.y == c->wall.b.y) {
        const sweep_forms f = carom_exact_sweep_forms(c, CAROM_FEATURE_END_A, CAROM_TIER_64);
        s->normal = carom_normal_against(f.vx, f.vy);
    } else if (carom_exact_side_of_move(c, CAROM_TIER_64) < 0) {
        s->normal = carom_vec2_sub(carom_vec2_make(0.0, 0.0), s->normal); // v is to the left
    }
    s->point = carom_vec2_make(s->center.x + c->wall.radius * s->normal.x,
                               s->center.y + c->wall.radius * s->normal.y);
}

carom_sweep carom_sweep_from_contact(const swept_query *c, const carom_contact *contact) {
    CAROM_ASSERT(contact->relation >= CAROM_RELATION_TOUCHING);
    carom_sweep s;
    s.kind = CAROM_SWEEP_KIND_OVERLAP;
    if (contact->relation == CAROM_RELATION_TOUCHING) {
        s.kind =
            is_point(c) || leaving_at_start(c) >= 0 ? CAROM_SWEEP_KIND_GRAZE : CAROM_SWEEP_KIND_HIT;
    }
    s.feature = contact->feature;
    s.t = 0.0;
    s.center = c->circle.center;
    s.point = contact->point;
    s.normal = contact->normal;
    // A centre on the axis has the depth R, rounded once.
    const double reach = c->circle.radius + c->wall.radius;
    const carom_wall axis =
        carom_wall_make(c->wall.a, c->wall.b, 0.0, (carom_extent)c->wall.extent);
    if (!(contact->depth < reach * (1.0 - 0x1p-50)) &&
        carom_circle_touches(carom_circle_make(s.center, 0.0), axis))
        turn_against_motion(&s, c);
    return s;
}

// The sweep that hits this feature, from triple-doubles. False if it is not certain. Only a contact
// with the side is proven; that with an end must be known.
CAROM_NOINLINE bool set_tangent_sweep(carom_sweep *s, const swept_query *c, carom_feature feature) {
    const sweep_vectors k = sweep_vectors_of(c);
    tangent_contact r;
    if (c->wall_moves || !is_for_filter(c, &k) ||
        !(feature == CAROM_FEATURE_SIDE ? set_tangent_side(&r, c, &k)
                                        : set_tangent_end(&r, c, &k, feature)))
        return false;
    *s = sweep_of_tangent(c, feature, &r);
    return true;
}

static carom_sweep sweep_from_integers(const swept_query *c, first_contact m) {
    contact_at k = {.t = 0.0};
    time_from_integers(&k, c, m.feature);
    carom_sweep s = {.kind = m.kind, .feature = m.feature, .t = k.t, .normal = k.normal};
    place_contact_widely(&s, c, &k);
    return s;
}

CAROM_NOINLINE carom_sweep sweep_exactly(const swept_query *c, first_contact m) {
    carom_sweep tangent;
    return m.kind == CAROM_SWEEP_KIND_HIT && set_tangent_sweep(&tangent, c, m.feature)
               ? tangent
               : sweep_from_integers(c, m);
}

static bool is_valid_sweep(const swept_query *c) {
    return carom_circle_is_valid(c->circle) && carom_wall_is_valid(c->wall) && is_finite(c->move) &&
           is_finite(c->wall_move);
}

static int reach_at_start(const swept_query *c) {
    return carom_reach_at(c->circle, c->wall);
}

// The sweep of a circle that starts separate.
static carom_sweep sweep_from_apart(const swept_query *c) {
    const first_contact m = carom_exact_first_contact(c, CAROM_TIER_64);
    CAROM_ASSERT((m.kind == CAROM_SWEEP_KIND_MISS) == (m.feature == CAROM_FEATURE_NONE));
    return m.kind == CAROM_SWEEP_KIND_MISS ? sweep_of_kind(CAROM_SWEEP_KIND_MISS)
                                           : sweep_exactly(c, m);
}

// The sweep if the size is not safe or the input not valid.
CAROM_NOINLINE carom_sweep sweep_of_any_size(const swept_query *c) {
    if (!is_valid_sweep(c))
        return sweep_of_kind(CAROM_SWEEP_KIND_INVALID);
    if (reach_at_start(c) < 0)
        return sweep_from_apart(c);
    const carom_contact contact = carom_circle_contact(c->circle, c->wall);
    return carom_sweep_from_contact(c, &contact);
}

// The contact of a sweep of small integers. False if its time is no quotient of them.
static bool set_contact_by_quotient(carom_sweep *s, const swept_query *c, const sweep_vectors *k,
                                    const sweep_terms *t, first_contact m) {
    small_time q;
    if (!set_small_time(&q, k, t, m))
        return false;
    const double guess = q.above / q.below;
    const wide back = wide_of_product(guess, q.below);
    const double rest = (q.above - back.hi) - back.lo; // has the sign of the true rest
    s->kind = m.kind;
    s->feature = m.feature;
    s->t = down_by(guess, rest < 0.0);
    s->normal = carom_vec2_make(q.normal.x / q.length + 0.0, q.normal.y / q.length + 0.0);
    const wide_pair v = {pair_of(k->v), pair_both(0.0)};
    place_contact_sharply(s, c, v, guess, rest / q.below);
    return true;
}

// The contact with the side of a level or upright wall. False if the rounding of its time is not
// certain.
static bool set_level_contact(carom_sweep *s, const swept_query *c, const level_time *r) {
    const wide sum = wide_of_sum(r->guess, r->step);
    if (!(fabs(sum.lo) > r->error || r->error == 0.0))
        return false;
    s->kind = CAROM_SWEEP_KIND_HIT;
    s->feature = CAROM_FEATURE_SIDE;
    s->t = down_by(sum.hi, sum.lo < 0.0);
    s->normal = r->normal;
    place_contact(s, c, (sum.hi - s->t) + sum.lo);
    return true;
}

// The sweep of valid input of a safe size if filter_first_contact is not certain.
CAROM_NOINLINE carom_sweep sweep_undecided(const swept_query *c) {
    const int reach = carom_filter_reach(c->circle, c->wall, 0.0);
    if (reach >= 0) {
        const carom_contact contact = carom_circle_contact(c->circle, c->wall);
        if (contact.relation != CAROM_RELATION_SEPARATE)
            return carom_sweep_from_contact(c, &contact);
    }
    const sweep_vectors k = sweep_vectors_of(c);
    // The distance is convex in time. If it grows from the start on, the start decides.
    if (certain_leaving(c->circle, &c->wall, &k) > 0)
        return sweep_of_kind(CAROM_SWEEP_KIND_MISS);
    sweep_terms t;
    set_terms(&t, &k);
    const first_contact m = filter_first_contact(&k, &t, (carom_extent)c->wall.extent, c);
    return m.kind == CAROM_SWEEP_KIND_INVALID ? sweep_from_apart(c)
           : m.kind == CAROM_SWEEP_KIND_MISS  ? sweep_of_kind(CAROM_SWEEP_KIND_MISS)
                                              : sweep_exactly(c, m);
}

// The sweep if sweep_one_pass.h does not decide, or the wall moves.
CAROM_NOINLINE carom_sweep sweep_closely(const swept_query *c) {
    const sweep_vectors d = sweep_vectors_of(c);
    sweep_terms t;
    if (!is_for_filter(c, &d))
        return sweep_of_any_size(c);
    set_terms(&t, &d);
    const first_contact m = filter_first_contact(&d, &t, (carom_extent)c->wall.extent, NULL);
    if (m.kind == CAROM_SWEEP_KIND_MISS)
        return sweep_of_kind(CAROM_SWEEP_KIND_MISS);
    if (m.kind == CAROM_SWEEP_KIND_INVALID)
        return sweep_undecided(c);
    const estimate e = m.feature == CAROM_FEATURE_SIDE ? estimate_side(c, &d, &t, 1.0)
                                                       : estimate_end(c, &d, &t, m.feature, 1.0);
    if (!is_sharp(&e))
        return sweep_exactly(c, m);
    contact_at k;
    round_down(&k, c, m.feature, &e);
    carom_sweep s;
    s.kind = CAROM_SWEEP_KIND_HIT;
    s.feature = m.feature;
    s.t = k.t;
    s.normal = e.normal;
    place_contact(&s, c, k.rest);
    return s;
}

carom_sweep carom_sweep_past_level(const swept_query *c) {
    const sweep_vectors k = sweep_vectors_of(c);
    if (!is_for_filter(c, &k))
        return sweep_of_kind(CAROM_SWEEP_KIND_INVALID);
    level_time level;
    const first_contact m = level_first_contact(&level, c, &k);
    carom_sweep s = sweep_of_kind(m.kind);
    if (m.kind == CAROM_SWEEP_KIND_HIT && !set_level_contact(&s, c, &level))
        s.kind = CAROM_SWEEP_KIND_INVALID;
    if (m.kind == CAROM_SWEEP_KIND_INVALID && carom_filter_reach(c->circle, c->wall, 0.0) >= 0) {
        const carom_contact contact = carom_circle_contact(c->circle, c->wall);
        if (contact.relation != CAROM_RELATION_SEPARATE)
            return carom_sweep_from_contact(c, &contact);
    }
    return s;
}

// Most of these sweeps are ties, and most ties are of small integers.
carom_sweep carom_sweep_closely(const swept_query *c) {
    if (is_past_level(c)) {
        const carom_sweep level = carom_sweep_past_level(c);
        if (level.kind != CAROM_SWEEP_KIND_INVALID)
            return level;
    }
    const sweep_vectors k = sweep_vectors_of(c);
    if (!is_for_filter(c, &k))
        return sweep_of_any_size(c);
    if (is_small(c, &k)) {
        sweep_terms t;
        set_terms(&t, &k);
        const first_contact m = small_first_contact(&k, &t, (carom_extent)c->wall.extent);
        if (m.kind == CAROM_SWEEP_KIND_MISS)
            return sweep_of_kind(CAROM_SWEEP_KIND_MISS);
        carom_sweep s;
        if (m.kind != CAROM_SWEEP_KIND_INVALID && set_contact_by_quotient(&s, c, &k, &t, m))
            return s;
    }
    carom_sweep s;
    return is_blunt_on_side(&k) && set_tangent_sweep(&s, c, CAROM_FEATURE_SIDE) ? s
                                                                                : sweep_closely(c);
}

carom_sweep carom_sweep_near_moving(const swept_query *c) {
    CAROM_ASSERT(c->wall_moves);
    return sweep_closely(c);
}

double carom_distance_to_contact(const swept_query *c, carom_feature feature) {
    if (reach_at_start(c) >= 0)
        return 0.0;
    contact_at k = {.t = 0.0};
    time_from_integers(&k, c, feature);
    return wide_to_double(wide_sqrt(wide_sum_of_squares(k.dx, k.dy)));
}

// The path if no filter is certain that it is clear.
CAROM_NOINLINE bool path_is_clear_exactly(const swept_query *c, const carom_wall *wall_at_end) {
    if (!is_valid_sweep(c))
        return false;
    const int reach = reach_at_start(c);
    if (reach > 0)
        return false;
    if (reach == 0)
        return is_point(c) || leaving_at_start(c) >= 0;
    const first_contact m = carom_exact_first_contact(c, CAROM_TIER_64);
    if (m.kind != CAROM_SWEEP_KIND_HIT)
        return true;
    // A first touch at the very end does not press in.
    const carom_circle end = carom_circle_make(c->move, c->circle.radius);
    return !is_point(c) && carom_circle_relate(end, *wall_at_end) == CAROM_RELATION_TOUCHING &&
           carom_exact_not_after(c, m.feature, 1.0, CAROM_TIER_64);
}

bool carom_certainly_leaves(const swept_query *c) {
    const sweep_vectors d = sweep_vectors_of(c);
    return is_for_filter(c, &d) && certain_leaving(c->circle, &c->wall, &d) > 0;
}

CAROM_INLINE bool path_is_clear(const swept_query *c, const carom_wall *wall_at_end) {
    const sweep_vectors d = sweep_vectors_of(c);
    if (!is_for_filter(c, &d))
        return path_is_clear_exactly(c, wall_at_end);
    // The distance is convex in time. If it decreases up to the end, the end decides; if it grows
    // from the start on, the start decides. Paths to a contact and away from one are of these
    // kinds.
    const carom_circle end = carom_circle_make(c->move, c->circle.radius);
    if (certain_leaving(end, wall_at_end, &d) < 0)
        return carom_reach_at(end, *wall_at_end) < (is_point(c) ? 0 : 1);
    if (certain_leaving(c->circle, &c->wall, &d) > 0)
        return reach_at_start(c) <= 0;
    sweep_terms t;
    set_terms(&t, &d);
    // A certain hit presses in. The filter is never certain of a touch at the very end.
    const first_contact m = filter_first_contact(&d, &t, (carom_extent)c->wall.extent, NULL);
    return m.kind != CAROM_SWEEP_KIND_INVALID ? m.kind == CAROM_SWEEP_KIND_MISS
                                              : path_is_clear_exactly(c, wall_at_end);
}

bool carom_path_is_clear_near(const swept_query *c) {
    CAROM_ASSUME(!c->wall_moves);
    return path_is_clear(c, &c->wall);
}

bool carom_path_is_clear_of_moving(const swept_query *c, carom_wall wall_at_end) {
    return path_is_clear(c, &wall_at_end);
}

bool carom_circle_path_is_clear(carom_circle circle, carom_vec2 to, carom_wall wall) {
    const swept_query c = swept_query_make(circle, to, true, wall);
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
