// Sweeps against moving walls.
//
// A wall that moves as a whole is at rest for a circle that moves by the real difference of the
// displacements; sweep.c takes it. A wall that turns goes to the filter in double, and to the
// integers if the filter is not certain. docs/exactness.md has the proofs. Room: turning.
#include "carom/moving_wall.h"

#include "carom/contact.h"
#include "contracts.h"
#include "numbers.h"
#include "rest/relation.h"
#include "sweep/sweep.h"
#include "sweep/sweep_double_double.h"
#include "sweep/sweep_filter.h"
#include "sweep/sweep_place.h"
#include "turning/moving_integers.h"
#include "turning/moving_time.h"

static bool equal(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y;
}

static bool is_valid_moving(const moving_query *c) {
    return carom_circle_is_valid(c->circle) && carom_wall_is_valid(c->wall) && is_finite(c->move) &&
           is_finite(c->a_move) && is_finite(c->b_move);
}

static bool is_valid_segment(const moving_query *c) {
    return is_valid_moving(c) && c->wall.extent == CAROM_EXTENT_SEGMENT;
}

// Are two differences equal as real numbers?
CAROM_INLINE bool are_alike(wide p, wide q) {
    return (p.hi == q.hi) & (p.lo == q.lo);
}

// False for invalid moves. Compares both coordinates without a branch.
CAROM_INLINE bool moves_as_a_whole(const moving_query *c) {
    if (!c->is_end)
        return equal(c->a_move, c->b_move);
    const carom_vec2 a = c->wall.a, b = c->wall.b;
    const wide ax = wide_of_difference(c->a_move.x, a.x), ay = wide_of_difference(c->a_move.y, a.y);
    const wide bx = wide_of_difference(c->b_move.x, b.x), by = wide_of_difference(c->b_move.y, b.y);
    const bool x_alike = are_alike(ax, bx), y_alike = are_alike(ay, by);
    // Differences beyond the range of double go to the integers.
    if (fabs(ax.hi) + fabs(ay.hi) + fabs(bx.hi) + fabs(by.hi) <= DBL_MAX)
        return x_alike & y_alike;
    return is_valid_moving(c) && carom_exact_moves_alike(c);
}

// The sweep for an observer on a wall that moves as a whole.
CAROM_INLINE swept_query relative_query(const moving_query *c) {
    return (swept_query){c->circle, c->move, c->is_end, true, c->wall, c->a_move};
}

// Does a wall that moves as a whole stay where it is?
CAROM_INLINE bool is_still(const moving_query *c) {
    const carom_vec2 zero = {0.0, 0.0};
    return equal(c->a_move, c->is_end ? c->wall.a : zero);
}

// The displacement of a point, exact but for what a wide number cannot hold.
static wide displacement(const moving_query *c, double move, double from) {
    return c->is_end ? wide_sub(wide_of(move), wide_of(from)) : wide_of(move);
}

// The place at this time of a point that starts at p.
static wide place_at(const moving_query *c, wide time, double p, double move) {
    return wide_add(wide_of(p), wide_mul(time, displacement(c, move, p)));
}

// The contact of a circle that touches or overlaps at the start.
static carom_sweep sweep_from_start(const moving_query *c, carom_sweep_kind kind) {
    const carom_contact contact = carom_circle_contact(c->circle, c->wall);
    const carom_vec2 center = c->circle.center, a = c->wall.a;
    carom_sweep s = {kind, contact.feature, 0.0, center, contact.point, contact.normal};
    const carom_wall axis = carom_segment(a, c->wall.b);
    if (!carom_circle_touches(carom_circle_make(center, 0.0), axis))
        return s;
    if (equal(a, c->wall.b)) {
        wide vx, vy;
        carom_exact_speed_at_a(c, &vx, &vy);
        s.normal = carom_normal_against(vx, vy);
    } else if (carom_exact_speed_to_left(c) > 0) {
        s.normal = carom_vec2_make(0.0 - s.normal.x, 0.0 - s.normal.y);
    }
    s.point = carom_vec2_make(center.x + c->wall.radius * s.normal.x,
                              center.y + c->wall.radius * s.normal.y);
    return s;
}

static carom_sweep sweep_at(const moving_query *c, const moving_contact *k) {
    carom_sweep s = {.kind = k->kind, .feature = k->feature, .t = k->t};
    s.normal = unit_of(k->nx, k->ny);
    const wide x = place_at(c, k->time, c->circle.center.x, c->move.x);
    const wide y = place_at(c, k->time, c->circle.center.y, c->move.y);
    s.center = carom_vec2_make(wide_to_double(x), wide_to_double(y));
    if (s.feature == CAROM_FEATURE_SIDE) {
        s.point = carom_vec2_make(sum_to_double(x, -c->circle.radius, s.normal.x),
                                  sum_to_double(y, -c->circle.radius, s.normal.y));
        return s;
    }
    const bool at_a = s.feature == CAROM_FEATURE_END_A;
    const carom_vec2 end = at_a ? c->wall.a : c->wall.b, move = at_a ? c->a_move : c->b_move;
    s.point = carom_vec2_make(
        sum_to_double(place_at(c, k->time, end.x, move.x), c->wall.radius, s.normal.x),
        sum_to_double(place_at(c, k->time, end.y, move.y), c->wall.radius, s.normal.y));
    return s;
}

// The sweep against a segment that turns, in integers, for a gap that is not negative at the start.
CAROM_NOINLINE carom_sweep sweep_moving_exactly(const moving_query *c, moving_target target) {
    const moving_contact k = carom_exact_moving_contact(c, target);
    if (k.kind == CAROM_SWEEP_KIND_MISS)
        return sweep_of_kind(CAROM_SWEEP_KIND_MISS);
    return k.is_at_start ? sweep_from_start(c, k.kind) : sweep_at(c, &k);
}

// A time that is rounded down, and what is left of it.
typedef struct rounded_time {
    double t, rest;
} rounded_time;

// Uses integers if the rounding is not certain. The error is less than half an ulp.
static rounded_time round_turning_time(const moving_query *c, const estimate *e) {
    const wide sum = wide_of_sum(e->guess, e->step);
    rounded_time r = {sum.hi, sum.lo};
    const bool is_after =
        fabs(r.rest) > e->error ? r.rest < 0.0 : carom_exact_moving_gap(c, r.t) < 0;
    if (is_after) {
        const double down = next_down(r.t);
        r.rest += r.t - down;
        r.t = down;
    }
    return r;
}

// The hit that a walk has found.
static carom_sweep sweep_from_walk(const moving_query *c, const turning_vectors *k,
                                   const turning_walk *walk, moving_target target) {
    const estimate e = estimate_turning(c, k, walk);
    if (!is_sharp(&e))
        return sweep_moving_exactly(c, target);
    const rounded_time r = round_turning_time(c, &e);
    // The estimate of a point is not sharp. The contact is before walk->high.
    CAROM_ASSERT(k->reach > 0.0 && r.t <= 1.0);
    carom_sweep s = {.kind = CAROM_SWEEP_KIND_HIT, .feature = walk->feature, .t = r.t};
    s.normal = e.normal;
    s.center = moved_point(c->circle.center, c->move, c->circle.center, c->is_end, r.t, r.rest);
    const bool is_side = s.feature == CAROM_FEATURE_SIDE, at_a = s.feature == CAROM_FEATURE_END_A;
    const carom_vec2 end = at_a ? c->wall.a : c->wall.b, end_move = at_a ? c->a_move : c->b_move;
    const carom_vec2 from =
        is_side ? s.center : moved_point(end, end_move, end, c->is_end, r.t, r.rest);
    const double off = is_side ? -c->circle.radius : c->wall.radius;
    s.point = carom_vec2_add(from, carom_vec2_scale(s.normal, off));
    return s;
}

// The sweep against a segment that turns.
CAROM_NOINLINE carom_sweep sweep_turning(const moving_query *c, moving_target target) {
    const turning_vectors vectors = turning_vectors_of(c), *const k = &vectors;
    const bool has_bounds = is_valid_turn(c, k);
    if (!has_bounds && !is_valid_segment(c))
        return sweep_of_kind(CAROM_SWEEP_KIND_INVALID);
    const int reach = carom_reach_at(c->circle, c->wall);
    if (reach > 0)
        return sweep_from_start(c, CAROM_SWEEP_KIND_OVERLAP);
    const bool is_point = k->reach == 0.0;
    if (!has_bounds || (is_point && reach == 0))
        return sweep_moving_exactly(c, target);
    const turning_walk walk =
        walk_turning(k, (walk_task){-reach, target == MOVING_FIRST_HIT, false});
    switch (walk.answer) {
    case WALK_MISS:
        return sweep_of_kind(CAROM_SWEEP_KIND_MISS);
    case WALK_HIT:
        return sweep_from_walk(c, k, &walk, target);
    case WALK_GRAZE_AT_START:
        return sweep_from_start(c, CAROM_SWEEP_KIND_GRAZE);
    case WALK_HIT_AT_START:
        return sweep_from_start(c, CAROM_SWEEP_KIND_HIT);
    default:
        return sweep_moving_exactly(c, target);
    }
}

// The first hit on a wall that moves as a whole.
CAROM_NOINLINE carom_sweep first_hit_near(const swept_query *q) {
    carom_sweep s;
    if (q->wall_moves)
        s = carom_sweep_near_moving(q);
    else
        s = carom_sweep_near(q);
    // The gap is a convex function of time, so no hit follows a graze.
    if (s.kind == CAROM_SWEEP_KIND_GRAZE)
        s = sweep_of_kind(CAROM_SWEEP_KIND_MISS);
    return s;
}

// Inlined, because most sweeps are certain misses. The rare calls get copies, so that the compiler
// keeps the numbers of the query where they are for the frequent case.
CAROM_INLINE carom_sweep sweep_moving(const moving_query *c, moving_target target) {
    if (!moves_as_a_whole(c)) {
        const turning_vectors k = turning_vectors_of(c);
        if (is_certain_turning_miss(c, &k))
            return sweep_of_kind(CAROM_SWEEP_KIND_MISS);
        const moving_query turning = *c;
        return sweep_turning(&turning, target);
    }
    const swept_query q = relative_query(c);
    if (is_certain_miss(&q))
        return sweep_of_kind(CAROM_SWEEP_KIND_MISS);
    swept_query near = q;
    near.wall_moves = !is_still(c);
    if (target == MOVING_FIRST_HIT)
        return first_hit_near(&near);
    if (near.wall_moves)
        return carom_sweep_near_moving(&near);
    return carom_sweep_near(&near);
}

bool carom_moving_wall_is_valid(carom_moving_wall wall) {
    return carom_wall_is_valid(wall.wall) && is_finite(wall.a_move) && is_finite(wall.b_move) &&
           (wall.wall.extent == CAROM_EXTENT_SEGMENT || equal(wall.a_move, wall.b_move));
}

carom_sweep carom_circle_sweep_moving(carom_circle circle, carom_vec2 move, carom_moving_wall wall,
                                      bool hits_only) {
    const moving_query c = {circle, move, wall.wall, wall.a_move, wall.b_move, false};
    return sweep_moving(&c, hits_only ? MOVING_FIRST_HIT : MOVING_FIRST_CONTACT);
}

carom_sweep carom_circle_sweep_moving_to(carom_circle circle, carom_vec2 to, carom_wall wall,
                                         carom_vec2 a_to, carom_vec2 b_to, bool hits_only) {
    const moving_query c = {circle, to, wall, a_to, b_to, true};
    return sweep_moving(&c, hits_only ? MOVING_FIRST_HIT : MOVING_FIRST_CONTACT);
}

// The wall at t = 1, for a query with an end.
static carom_wall wall_at_end(const moving_query *c) {
    carom_wall end = c->wall;
    end.a = c->a_move;
    end.b = c->b_move;
    return end;
}

// The path past a segment that turns.
CAROM_NOINLINE bool turning_path_is_clear(const moving_query *c) {
    const turning_vectors k = turning_vectors_of(c);
    const bool has_bounds = is_valid_turn(c, &k);
    if (!has_bounds && !is_valid_segment(c))
        return false;
    const int reach = carom_reach_at(c->circle, c->wall);
    if (reach > 0)
        return false;
    const bool is_point = k.reach == 0.0;
    if (has_bounds && !(is_point && reach == 0)) {
        const turning_walk walk = walk_turning(&k, (walk_task){-reach, true, !is_point});
        if (walk.answer == WALK_ENDS_IN_CONTACT)
            return carom_reach_at(carom_circle_make(c->move, c->circle.radius), wall_at_end(c)) <=
                   0;
        if (walk.answer != WALK_UNSURE)
            return walk.answer == WALK_MISS;
    }
    return carom_exact_moving_is_clear(c);
}

bool carom_circle_path_is_clear_of_moving(carom_circle circle, carom_vec2 to, carom_wall wall,
                                          carom_vec2 a_to, carom_vec2 b_to) {
    const moving_query c = {circle, to, wall, a_to, b_to, true};
    if (!moves_as_a_whole(&c)) {
        const turning_vectors k = turning_vectors_of(&c);
        if (is_certain_turning_miss(&c, &k))
            return true;
        const moving_query turning = c;
        return turning_path_is_clear(&turning);
    }
    const swept_query q = relative_query(&c);
    if (is_certain_miss(&q))
        return true;
    swept_query near = q;
    near.wall_moves = !is_still(&c);
    return carom_path_is_clear_of_moving(&near, wall_at_end(&c));
}
