// The filter of the sweep: decides in double what is certain despite rounding.
//
// First separating axes, which settle nearly all misses; then the same tree as in sweep_integers.c,
// with every sign taken only if it exceeds its error bound. A sum of two products p.q carries at
// most 8 roundings, so 2^-48 of |px| + |py| times |qx| + |qy| leaves room. Numbers above 2^200 are
// left to integers: below, products of four do not overflow and underflow takes less than 2^-660
// from them. Bounds: docs/exactness.md. Room: sweep.
#ifndef CAROM_SWEEP_FILTER_H
#define CAROM_SWEEP_FILTER_H

#include <float.h>
#include <math.h>

#include "arithmetic/double_pair.h"
#include "arithmetic/wide.h"
#include "compiler.h"
#include "numbers.h"
#include "sweep/sweep_integers.h"
#include "sweep/tangent_gap.h"

#define SWEEP_HIGH 0x1p200
#define SWEEP_ERROR 0x1p-48
// The largest effect of underflow on sums of products of two, and of four.
#define SWEEP_TINY2 (16.0 * DBL_MIN)
#define SWEEP_TINY4 0x1p-660

// A sweep in double: vectors with each coordinate rounded once, their sizes |x| + |y|, and R.
typedef struct sweep_vectors {
    carom_vec2 u, w, z, v;
    double u_size, w_size, z_size, v_size;
    double reach;
} sweep_vectors;

// The terms of the decisions.
typedef struct sweep_terms {
    double len2, move2, reach2;     // |u|^2, |v|^2, R^2
    double cross_start, cross_move; // u x w, u x v
    double cross_a, cross_b;        // v x w, v x z
    double wv, zv, wu, zu, vu;      // scalar products
} sweep_terms;

CAROM_INLINE double size_of(carom_vec2 p) {
    return fabs(p.x) + fabs(p.y);
}

// One coordinate of a displacement in double-doubles. The relative error is at most 2^-100 of the
// value, unless it is unknown.
typedef struct wide_move {
    double hi, lo;
    bool is_known;
} wide_move;

// (to - from) - (wall_to - wall_from)
CAROM_INLINE wide_move relative_move(double to, double from, double wall_to, double wall_from) {
    const wide circle = wide_of_difference(to, from);
    const wide wall = wide_of_difference(wall_to, wall_from);
    const wide s = wide_of_difference(circle.hi, wall.hi);
    const wide low = wide_of_difference(circle.lo, wall.lo);
    const wide rest = wide_of_sum(s.lo, low.hi);
    const wide v = wide_of_sum(s.hi, rest.hi);
    // If the large parts are equal, only `low` is left, and it is exact.
    const bool is_known = fabs(v.hi) >= 4.0 * (fabs(s.lo) + fabs(low.hi)) || s.hi == 0.0;
    return (wide_move){v.hi, v.lo + (rest.lo + low.lo), is_known};
}

// The displacement in double-doubles.
CAROM_INLINE wide_pair wide_displacement(const swept_query *c) {
    if (c->wall_moves && c->is_end) {
        const wide_move x =
            relative_move(c->move.x, c->circle.center.x, c->wall_move.x, c->wall.a.x);
        const wide_move y =
            relative_move(c->move.y, c->circle.center.y, c->wall_move.y, c->wall.a.y);
        return (wide_pair){pair_make(x.hi, y.hi), pair_make(x.lo, y.lo)};
    }
    if (c->wall_moves)
        return pair_sum(pair_of(c->move), pair_of_minus(c->wall_move));
    if (c->is_end)
        return pair_sum(pair_of(c->move), pair_of_minus(c->circle.center));
    return (wide_pair){pair_of(c->move), pair_both(0.0)};
}

// Cheaper than sweep_vectors_of if a wall moves to a place: v is off by at most 2^-51 of v_size,
// the size of both displacements. Otherwise the same.
CAROM_INLINE sweep_vectors rounded_vectors_of(const swept_query *c) {
    sweep_vectors k;
    k.u = carom_vec2_sub(c->wall.b, c->wall.a);
    k.w = carom_vec2_sub(c->circle.center, c->wall.a);
    k.z = carom_vec2_sub(c->circle.center, c->wall.b);
    k.v = c->is_end ? carom_vec2_sub(c->move, c->circle.center) : c->move;
    k.u_size = size_of(k.u);
    k.w_size = size_of(k.w);
    k.z_size = size_of(k.z);
    k.v_size = size_of(k.v);
    if (c->wall_moves && c->is_end) {
        const carom_vec2 wall = carom_vec2_sub(c->wall_move, c->wall.a);
        k.v = carom_vec2_sub(k.v, wall);
        k.v_size += size_of(wall);
    } else if (c->wall_moves) {
        k.v = carom_vec2_sub(k.v, c->wall_move);
        k.v_size = size_of(k.v);
    }
    k.reach = c->circle.radius + c->wall.radius;
    return k;
}

CAROM_INLINE sweep_vectors sweep_vectors_of(const swept_query *c) {
    sweep_vectors k = rounded_vectors_of(c);
    if (c->wall_moves && c->is_end) {
        const wide_move x =
            relative_move(c->move.x, c->circle.center.x, c->wall_move.x, c->wall.a.x);
        const wide_move y =
            relative_move(c->move.y, c->circle.center.y, c->wall_move.y, c->wall.a.y);
        k.v = carom_vec2_make(x.hi, y.hi);
        // Infinite if unknown, which is not safe.
        k.v_size = x.is_known && y.is_known ? size_of(k.v) : HUGE_VAL;
    }
    return k;
}

// True if all sizes are within the range for which the bounds hold. Implies that all numbers are
// finite.
CAROM_INLINE bool is_safe(const sweep_vectors *k) {
    return k->u_size + k->w_size + k->z_size + k->v_size + fabs(k->reach) <= SWEEP_HIGH;
}

// True if gap, known to within error, is certainly more than the root of square. No branch.
CAROM_INLINE bool is_apart(double gap, double error, double square) {
    const double low = larger(gap - error, 0.0);
    return low * low > square * (1.0 + SWEEP_ERROR) + SWEEP_TINY4;
}

CAROM_INLINE double error_of(double p_size, double q_size) {
    return SWEEP_ERROR * (p_size * q_size) + SWEEP_TINY2;
}

// True if the filter may decide: the size is safe and the input valid.
CAROM_INLINE bool is_for_filter(const swept_query *c, const sweep_vectors *k) {
    return is_safe(k) & (c->circle.radius >= 0.0) & (c->wall.radius >= 0.0) &
           ((unsigned)c->wall.extent <= CAROM_EXTENT_LINE);
}

// p.q and p x q of two pairs of vectors.
CAROM_INLINE pair dots_of(pair p_x, pair p_y, pair q_x, pair q_y) {
    return pair_plus(pair_times(p_x, q_x), pair_times(p_y, q_y));
}

CAROM_INLINE pair crosses_of(pair p_x, pair p_y, pair q_x, pair q_y) {
    return pair_minus(pair_times(p_x, q_y), pair_times(p_y, q_x));
}

// The distance of the interval between x and y from 0, negative if it contains 0.
CAROM_INLINE pair distances_of_intervals(pair x, pair y) {
    const pair sum = pair_magnitude(pair_plus(x, y)), width = pair_magnitude(pair_minus(x, y));
    return pair_times(pair_both(0.5), pair_minus(sum, width));
}

// The squares of these gaps, less their errors as products of these sizes. Negative if the gap is.
CAROM_INLINE pair certain_squares(pair gaps, pair p_sizes, pair q_sizes) {
    const pair errors = pair_plus(pair_times(pair_both(SWEEP_ERROR), pair_times(p_sizes, q_sizes)),
                                  pair_both(SWEEP_TINY2));
    const pair low = pair_minus(gaps, errors);
    return pair_times(low, pair_magnitude(low));
}

// The terms of the separating axes, two at a time: for both ends, or for the wall and the path.
typedef struct axis_terms {
    double reach;
    pair u, w, z, v;          // each coordinate rounded once
    pair e_x, e_y, e_size;    // w and z
    pair uv_x, uv_y, uv_size; // u and v
    pair uv2;                 // |u|^2 and |v|^2
    pair turns;               // u x w and u x v
    pair crosses;             // v x w and v x z
    pair ev, eu;              // scalar products of w and z with v, and with u
    double vu;
    double ends; // the size of w and z, for products with v
    bool may_decide, is_segment;
} axis_terms;

CAROM_INLINE void set_terms_across(axis_terms *t, const swept_query *c) {
    const pair center = pair_of(c->circle.center), a = pair_of(c->wall.a), b = pair_of(c->wall.b);
    t->reach = c->circle.radius + c->wall.radius;
    t->u = pair_minus(b, a);
    t->w = pair_minus(center, a);
    t->z = pair_minus(center, b);
    t->v = c->is_end ? pair_minus(pair_of(c->move), center) : pair_of(c->move);
    double reach_error = 0.0, v_more = 0.0;
    if (c->wall_moves) {
        const sweep_vectors k = rounded_vectors_of(c);
        t->v = pair_of(k.v);
        v_more = k.v_size - size_of(k.v);
        // The error of v also affects R |v|.
        reach_error = c->is_end ? k.reach : 0.0;
    }
    t->e_x = pair_lows(t->w, t->z);
    t->e_y = pair_highs(t->w, t->z);
    t->uv_x = pair_lows(t->u, t->v);
    t->uv_y = pair_highs(t->u, t->v);
    t->e_size = pair_plus(pair_magnitude(t->e_x), pair_magnitude(t->e_y));
    t->uv_size = pair_plus(pair_magnitude(t->uv_x), pair_magnitude(t->uv_y));
    if (c->wall_moves)
        t->uv_size = pair_plus(t->uv_size, pair_make(0.0, v_more));
    t->ends = pair_total(t->e_size) + reach_error;
    const double total = pair_total(t->uv_size) + t->ends + t->reach;
    const double least_radius = smaller(c->circle.radius, c->wall.radius);
    t->may_decide = (total <= SWEEP_HIGH) & (least_radius >= 0.0) &
                    ((unsigned)c->wall.extent <= CAROM_EXTENT_LINE);
    t->is_segment = c->wall.extent == CAROM_EXTENT_SEGMENT;
    t->uv2 = dots_of(t->uv_x, t->uv_y, t->uv_x, t->uv_y);
    const pair start = pair_times(t->u, pair_swap(t->w)), move = pair_times(t->u, pair_swap(t->v));
    t->turns = pair_minus(pair_lows(start, move), pair_highs(start, move));
    t->crosses = crosses_of(pair_lows(t->v, t->v), pair_highs(t->v, t->v), t->e_x, t->e_y);
}

CAROM_INLINE void set_terms_along(axis_terms *t) {
    t->ev = dots_of(pair_lows(t->v, t->v), pair_highs(t->v, t->v), t->e_x, t->e_y);
    t->eu = dots_of(pair_lows(t->u, t->u), pair_highs(t->u, t->u), t->e_x, t->e_y);
    t->vu = pair_total(pair_times(t->u, t->v));
}

// R^2 |u|^2 and R^2 |v|^2, with the allowance for their errors.
CAROM_INLINE pair largest_squares(const axis_terms *t) {
    const pair reach2 = pair_both(t->reach * t->reach);
    return pair_plus(pair_times(pair_times(reach2, t->uv2), pair_both(1.0 + SWEEP_ERROR)),
                     pair_both(SWEEP_TINY4));
}

// True if the circle misses by an axis across the wall or across the path, if it may be decided.
CAROM_INLINE bool misses_across(const axis_terms *t) {
    const pair squares = largest_squares(t);
    const double start = pair_x(t->turns);
    const pair from = pair_make(start, pair_x(t->crosses));
    const pair to = pair_make(start + pair_y(t->turns), pair_y(t->crosses));
    const pair across = certain_squares(distances_of_intervals(from, to), t->uv_size,
                                        pair_make(pair_x(t->e_size) + pair_y(t->uv_size), t->ends));
    const bool across_wall = pair_x(across) > pair_x(squares);
    const bool across_path = pair_y(across) > pair_y(squares);
    return across_wall | (across_path & t->is_segment);
}

// The same along them: start and end lie beyond the same end, or the ends lie behind the start or
// beyond the end of the path.
CAROM_INLINE bool misses_along(const axis_terms *t) {
    const pair squares = largest_squares(t);
    const double wv = pair_x(t->ev), zv = pair_y(t->ev), wu = pair_x(t->eu), zu = pair_y(t->eu);
    const double off_wall = larger(-larger(wu, wu + t->vu), smaller(zu, zu + t->vu));
    const double off_path = larger(smaller(wv, zv), -larger(wv, zv) - pair_y(t->uv2));
    const double v_size = pair_y(t->uv_size);
    const pair along =
        certain_squares(pair_make(off_wall, off_path), t->uv_size,
                        pair_make(pair_total(t->e_size) + 2.0 * v_size, t->ends + v_size));
    const bool along_wall = pair_x(along) > pair_x(squares);
    const bool along_path = pair_y(along) > pair_y(squares);
    return t->is_segment & (along_wall | along_path);
}

// True if the circle certainly misses, by separating axes: across the wall and across the path,
// then along them.
CAROM_INLINE bool is_certain_miss(const swept_query *c) {
    axis_terms t;
    set_terms_across(&t, c);
    if (misses_across(&t))
        return t.may_decide;
    set_terms_along(&t);
    return t.may_decide & misses_along(&t);
}

CAROM_INLINE void set_terms(sweep_terms *t, const sweep_vectors *k) {
    t->reach2 = k->reach * k->reach;
    t->len2 = carom_vec2_dot(k->u, k->u);
    t->move2 = carom_vec2_dot(k->v, k->v);
    t->cross_start = carom_vec2_cross(k->u, k->w);
    t->cross_move = carom_vec2_cross(k->u, k->v);
    t->cross_a = carom_vec2_cross(k->v, k->w);
    t->cross_b = carom_vec2_cross(k->v, k->z);
    t->wv = carom_vec2_dot(k->w, k->v);
    t->zv = carom_vec2_dot(k->z, k->v);
    t->wu = carom_vec2_dot(k->w, k->u);
    t->zu = carom_vec2_dot(k->z, k->u);
    t->vu = carom_vec2_dot(k->v, k->u);
}

// The sign of x, known to within error, if certain, else 0.
CAROM_INLINE int certain_sign(double x, double error) {
    return x > error ? 1 : x < -error ? -1 : 0;
}

// Sign of x - sqrt(square) if certain, else 0.
CAROM_INLINE int certain_compare(double x, double error, double square) {
    if (is_apart(x, error, square))
        return 1;
    if (x < -error)
        return -1;
    const double high = larger(x + error, 0.0);
    return high * high * (1.0 + SWEEP_ERROR) + SWEEP_TINY4 < square ? -1 : 0;
}

// Sign of |u x w| - R |u| for the side, or of |v x e| - R |v| for an end, from triple-doubles, if
// certain, else 0. For a safe size.
CAROM_NOINLINE int tangent_sign(const swept_query *c, carom_feature feature) {
    const bool is_side = feature == CAROM_FEATURE_SIDE;
    const pair end = pair_of(feature == CAROM_FEATURE_END_B ? c->wall.b : c->wall.a);
    const wide_pair e = pair_difference(pair_of(c->circle.center), end);
    const wide_pair p = is_side ? pair_difference(pair_of(c->wall.b), end) : wide_displacement(c);
    const line_gap g = line_gap_of(p, e, wide_of_sum(c->circle.radius, c->wall.radius));
    // The displacement of a moving wall may have an error.
    const bool is_exact = (g.length.x0 >= TANGENT_LEAST) & (is_side | !c->wall_moves);
    // Far below 0 the side of the line is not certain.
    const bool is_known = is_exact & (g.gap.hi > -0.5 * g.far.hi);
    return is_known ? certain_sign(g.gap.hi, g.gap.error) : 0;
}

// CAROM_SWEEP_KIND_INVALID stands for "not certain".
static const first_contact sweep_unsure = {CAROM_SWEEP_KIND_INVALID, CAROM_FEATURE_NONE};
static const first_contact sweep_missed = {CAROM_SWEEP_KIND_MISS, CAROM_FEATURE_NONE};

// The first contact with an end. `closely` as in filter_first_contact.
CAROM_INLINE first_contact filter_end(const sweep_vectors *k, const sweep_terms *t,
                                      carom_feature feature, const swept_query *closely) {
    const bool at_a = feature == CAROM_FEATURE_END_A;
    const carom_vec2 e = at_a ? k->w : k->z;
    const double e_size = at_a ? k->w_size : k->z_size;
    const double ev = at_a ? t->wv : t->zv, cross = at_a ? t->cross_a : t->cross_b;
    const double error = error_of(e_size, k->v_size);
    if (ev > error)
        return sweep_missed;
    int line = certain_compare(fabs(cross), error, t->reach2 * t->move2);
    if (line == 0 && closely != NULL)
        line = tangent_sign(closely, feature);
    if (line > 0)
        return sweep_missed;
    if (!(ev < -error) || line == 0)
        return sweep_unsure;
    // At t = 1: within the disc, or past the point nearest to the end?
    const carom_vec2 f = carom_vec2_add(e, k->v);
    const double f_error = SWEEP_ERROR * (e_size + k->v_size) + 0x1p-500;
    const double dist2 = carom_vec2_dot(f, f);
    // |f|^2 is off by at most 2 f_error |f|
    const double dist2_error = 4.0 * f_error * (size_of(f) + f_error);
    const double reach2_error = SWEEP_ERROR * t->reach2 + SWEEP_TINY4;
    const double past = ev + t->move2;
    const double past_error = error_of(k->v_size, e_size + k->v_size);
    if (past > past_error || dist2 + dist2_error + reach2_error < t->reach2)
        return (first_contact){CAROM_SWEEP_KIND_HIT, feature};
    if (past < -past_error && dist2 - dist2_error - reach2_error > t->reach2)
        return sweep_missed;
    return sweep_unsure;
}

// The sign of (from.u) |u x v| + (|u x w| - R |u|) (v.u) if certain, else 0: where along the wall
// the circle reaches the line at distance R.
CAROM_INLINE int filter_foot(const sweep_vectors *k, const sweep_terms *t, double from_u,
                             double from_size, double reach_len) {
    const double value = from_u * fabs(t->cross_move) + (fabs(t->cross_start) - reach_len) * t->vu;
    const double u2_size = k->u_size * k->u_size;
    const double error =
        4.0 * SWEEP_ERROR * (u2_size * k->v_size) * (from_size + k->w_size + k->reach) +
        SWEEP_TINY4;
    return certain_sign(value, error);
}

// The feature touched where the circle comes to the line at distance R from beyond it;
// CAROM_FEATURE_NONE if that is not certain.
CAROM_INLINE carom_feature filter_feature_on_line(const sweep_vectors *k, const sweep_terms *t,
                                                  carom_extent extent) {
    if (extent == CAROM_EXTENT_LINE)
        return CAROM_FEATURE_SIDE;
    const double reach_len = k->reach * sqrt(t->len2);
    const int after_a = filter_foot(k, t, t->wu, k->w_size, reach_len);
    if (after_a <= 0)
        return after_a < 0 ? CAROM_FEATURE_END_A : CAROM_FEATURE_NONE;
    if (extent == CAROM_EXTENT_RAY)
        return CAROM_FEATURE_SIDE;
    const int after_b = filter_foot(k, t, t->zu, k->z_size, reach_len);
    return after_b < 0   ? CAROM_FEATURE_SIDE
           : after_b > 0 ? CAROM_FEATURE_END_B
                         : CAROM_FEATURE_NONE;
}

// The first contact of a circle, if it is certain that the circle starts separate. The radii must
// be valid and the size safe. With the query in `closely` and not NULL, triple-doubles decide what
// is too close for double.
CAROM_INLINE first_contact filter_first_contact(const sweep_vectors *k, const sweep_terms *t,
                                                carom_extent extent, const swept_query *closely) {
    const double reach2 = t->reach2 * (1.0 + SWEEP_ERROR) + SWEEP_TINY4;
    const bool beyond_a = carom_vec2_dot(k->w, k->w) > reach2;
    if (k->u_size == 0.0)
        return beyond_a ? filter_end(k, t, CAROM_FEATURE_END_A, closely) : sweep_unsure;
    // A wall of nearly no length, where roots lose digits.
    if (!(t->len2 >= 0x1p-400))
        return sweep_unsure;
    const double side_square = t->reach2 * t->len2;
    const double start = fabs(t->cross_start);
    const double start_error = error_of(k->u_size, k->w_size);
    int outside = certain_compare(start, start_error, side_square);
    // The sign of u x w must be certain in double.
    if (outside == 0 && closely != NULL && start > start_error)
        outside = tangent_sign(closely, CAROM_FEATURE_SIDE);
    if (outside == 0)
        return sweep_unsure;
    if (outside < 0) { // between the lines at distance R, a separate circle is beyond an end
        if (t->wu < -error_of(k->w_size, k->u_size) && extent != CAROM_EXTENT_LINE && beyond_a)
            return filter_end(k, t, CAROM_FEATURE_END_A, closely);
        if (t->zu > error_of(k->z_size, k->u_size) && extent == CAROM_EXTENT_SEGMENT &&
            carom_vec2_dot(k->z, k->z) > reach2)
            return filter_end(k, t, CAROM_FEATURE_END_B, closely);
        return sweep_unsure;
    }
    const double move = fabs(t->cross_move), move_error = error_of(k->u_size, k->v_size);
    if (!(move > move_error))
        return sweep_unsure;
    if ((t->cross_start > 0.0) == (t->cross_move > 0.0))
        return sweep_missed;
    const carom_feature feature = filter_feature_on_line(k, t, extent);
    if (feature != CAROM_FEATURE_SIDE)
        return feature == CAROM_FEATURE_NONE ? sweep_unsure : filter_end(k, t, feature, closely);
    // |u x w| - |u x v| <= R |u|: does it come that far?
    const int short_of = certain_compare(start - move, start_error + move_error, side_square);
    return short_of < 0   ? (first_contact){CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE}
           : short_of > 0 ? sweep_missed
                          : sweep_unsure;
}

#endif
