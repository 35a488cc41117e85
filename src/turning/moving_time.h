// The time of a certain contact with a segment that turns, in double-doubles.
//
// Method: Newton's method in double, then one or two steps from a residual in double-doubles, and a
// bound on the remaining error. docs/exactness.md derives the bounds. Proved: docs/soundness.md,
// `turning_hit_time_correct`. Room: turning.
#ifndef CAROM_MOVING_TIME_H
#define CAROM_MOVING_TIME_H

#include "sweep/sweep_time.h"
#include "turning/moving_filter.h"

// A vector at a time, in double-doubles. Its error is less than 2^-102 of the size.
CAROM_INLINE wide_pair wide_vector_at(carom_vec2 p0, carom_vec2 q0, carom_vec2 p1, carom_vec2 q1,
                                      bool is_end, double t) {
    const wide_pair start = pair_sum(pair_of(p0), pair_of_minus(q0));
    wide_pair change = pair_sum(pair_of(p1), pair_of_minus(q1));
    if (is_end) {
        wide_pair d = pair_sum(change.hi, pair_times(start.hi, pair_both(-1.0)));
        d.lo = pair_plus(d.lo, pair_minus(change.lo, start.lo));
        change = d;
    }
    wide_pair path = pair_product(change.hi, pair_both(t));
    path.lo = pair_plus(path.lo, pair_times(change.lo, pair_both(t)));
    wide_pair v = pair_sum(start.hi, path.hi);
    v.lo = pair_plus(v.lo, pair_plus(start.lo, path.lo));
    return v;
}

CAROM_INLINE wide_pair wide_u_at(const moving_query *c, double t) {
    return wide_vector_at(c->wall.b, c->wall.a, c->b_move, c->a_move, c->is_end, t);
}

CAROM_INLINE wide_pair wide_end_at(const moving_query *c, carom_feature end, double t) {
    const bool at_a = end == CAROM_FEATURE_END_A;
    return wide_vector_at(c->circle.center, at_a ? c->wall.a : c->wall.b, c->move,
                          at_a ? c->a_move : c->b_move, c->is_end, t);
}

CAROM_INLINE carom_vec2 rounded_pair(wide_pair p) {
    const pair s = pair_plus(p.hi, p.lo);
    return carom_vec2_make(pair_x(s), pair_y(s));
}

// A step of Newton's method and its bounds.
typedef struct newton_step {
    double step, error, slope;
    carom_vec2 normal; // after the step, but for terms of second order
    double turn;       // the largest change of the normal with time
} newton_step;

CAROM_INLINE newton_step step_at_side(const moving_query *c, const turning_vectors *k, double side,
                                      double t) {
    newton_step r;
    const wide_pair u = wide_u_at(c, t), w = wide_end_at(c, CAROM_FEATURE_END_A, t);
    const carom_vec2 at_u = rounded_pair(u), at_w = rounded_pair(w);
    const wide_pair turned_w = {pair_swap(w.hi), pair_swap(w.lo)};
    const wide cross = difference_of_pair(pair_mul(u, turned_w));
    const wide len2 = sum_of_pair(pair_mul(u, u));
    // |u| = length + (|u|^2 - length^2) / (2 length)
    const double length = sqrt(carom_vec2_dot(at_u, at_u)), inverse_length = 1.0 / length;
    const wide reach = wide_of_sum(c->circle.radius, c->wall.radius);
    const wide_pair products = pair_product(pair_make(length, reach.hi), pair_both(length));
    const double length_rest = ((len2.hi - pair_x(products.hi)) + (len2.lo - pair_x(products.lo))) *
                               (0.5 * inverse_length);
    const double reach_rest = pair_y(products.lo) + (reach.hi * length_rest + reach.lo * length);
    const wide s = wide_of_sum(side * cross.hi, -pair_y(products.hi));
    const double residual = s.hi + (s.lo + (side * cross.lo - reach_rest));

    const double len_slope = carom_vec2_dot(at_u, k->u.change) * inverse_length;
    r.slope = side * (carom_vec2_cross(k->u.change, at_w) + carom_vec2_cross(at_u, k->w.change)) -
              k->reach * len_slope;
    const double inverse = 1.0 / fabs(r.slope);
    r.step = residual * inverse;
    const double stretch = k->u.size * inverse_length;
    const double slope_error =
        2.0 * SWEEP_ERROR * k->u.size * (2.0 * k->w.size + k->reach * stretch);
    const double turn = carom_vec2_cross(k->u.at0, k->u.change) * inverse_length;
    const double bend = 4.0 * fabs(carom_vec2_cross(k->u.change, k->w.change)) +
                        2.0 * k->reach * (turn * turn * inverse_length) + slope_error;
    r.error = ((RESIDUAL_ERROR * k->u.size * (k->w.size + k->reach * stretch) + 0x1p-560) +
               fabs(r.step) * (slope_error + fabs(r.step) * bend)) *
              inverse;
    // u turns at the rate u x u' / |u|^2
    const carom_vec2 n =
        carom_vec2_make(-side * at_u.y * inverse_length, side * at_u.x * inverse_length);
    const double angle = r.step * (turn * inverse_length);
    r.normal = carom_vec2_make(n.x - angle * n.y, n.y + angle * n.x);
    r.turn = size_of(k->u.change) * inverse_length;
    return r;
}

CAROM_INLINE newton_step step_at_end(const moving_query *c, const turning_vectors *k,
                                     carom_feature end, double t) {
    newton_step r;
    const vector_motion *const e = end == CAROM_FEATURE_END_A ? &k->w : &k->z;
    const wide_pair p = wide_end_at(c, end, t);
    const carom_vec2 at = rounded_pair(p);
    const double residual = residual_at_end(p, c->circle.radius, c->wall.radius);
    r.slope = 2.0 * carom_vec2_dot(at, e->change);
    const double inverse = 1.0 / fabs(r.slope), size = e->size + k->reach;
    r.step = residual * inverse;
    r.error = ((RESIDUAL_ERROR * size * size + 0x1p-560) +
               fabs(r.step) * (2.0 * SWEEP_ERROR * size * size +
                               2.0 * fabs(r.step) * carom_vec2_dot(e->change, e->change))) *
              inverse;
    const double scale = 1.0 / k->reach;
    r.normal = carom_vec2_make((at.x + r.step * e->change.x) * scale,
                               (at.y + r.step * e->change.y) * scale);
    r.turn = size_of(e->change) * scale;
    return r;
}

// A step of Newton's method in double.
CAROM_INLINE double plain_step(const turning_vectors *k, carom_feature feature, double side,
                               double t) {
    if (feature == CAROM_FEATURE_SIDE) {
        const carom_vec2 u = vector_at(&k->u, t), w = vector_at(&k->w, t);
        const double length = sqrt(carom_vec2_dot(u, u));
        const double slope =
            side * (carom_vec2_cross(k->u.change, w) + carom_vec2_cross(u, k->w.change)) -
            k->reach * (carom_vec2_dot(u, k->u.change) / length);
        return (k->reach * length - side * carom_vec2_cross(u, w)) / slope;
    }
    const vector_motion *const e = feature == CAROM_FEATURE_END_A ? &k->w : &k->z;
    const carom_vec2 at = vector_at(e, t);
    return 0.5 * (k->reach * k->reach - carom_vec2_dot(at, at)) / carom_vec2_dot(at, e->change);
}

// The time of the contact of a walk, with its normal at guess + step. The error is 1 if no bound
// is known.
CAROM_INLINE estimate estimate_turning(const moving_query *c, const turning_vectors *k,
                                       const turning_walk *walk) {
    const double middle = 0.5 * (walk->low + walk->high);
    const carom_vec2 u = vector_at(&k->u, walk->low), w = vector_at(&k->w, walk->low);
    const double side = carom_vec2_cross(u, w) < 0.0 ? -1.0 : 1.0;
    double t = middle, step = 1.0;
    for (int i = 0; i < 8 && fabs(step) > 0x1p-28 * t; i++) {
        step = plain_step(k, walk->feature, side, t);
        t = smaller(larger(t + step, walk->low), walk->high);
    }
    newton_step r = {0};
    estimate e = {t, 0.0, 1.0, {0.0, 0.0}};
    for (int i = 0; i < 2; i++) {
        e.guess = smaller(larger(t, walk->low), walk->high);
        r = walk->feature == CAROM_FEATURE_SIDE ? step_at_side(c, k, side, e.guess)
                                                : step_at_end(c, k, walk->feature, e.guess);
        t = e.guess + r.step;
        if (r.error < 0x1p-66 * t)
            break;
    }
    e.step = r.step;
    // The gap must fall. In the time between doubles the circle must not pass through the wall, and
    // the normal must not turn by what counts.
    const double ulp = 0x1p-52 * t;
    const double depth =
        walk->feature == CAROM_FEATURE_SIDE
            ? k->reach * sqrt(carom_vec2_dot(vector_at(&k->u, t), vector_at(&k->u, t)))
            : k->reach * k->reach;
    const bool holds = (r.slope < 0.0) & (fabs(r.slope) * ulp < 0x1p-4 * depth) &
                       (r.turn * fabs(r.step) < 0x1p-30) & (r.turn * r.error < 0x1p-57) &
                       (t > walk->low - ulp) & (t < walk->high + ulp);
    e.error = holds ? r.error : 1.0;
    e.normal = carom_vec2_make(r.normal.x + 0.0, r.normal.y + 0.0);
    return e;
}

#endif
