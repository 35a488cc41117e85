// Sweeps of circles that start or pass within some ulp of distance R: balls that rest on slopes and
// slide along them, or roll over their ends.
//
// The time of such a contact is a quotient of two differences, one of which loses nearly all digits
// of its terms. It comes from triple-doubles. docs/exactness.md derives the bounds. Proved:
// docs/soundness.md, `set_tangent_side_correct`. Room: sweep.
#ifndef CAROM_SWEEP_TANGENT_H
#define CAROM_SWEEP_TANGENT_H

#include "rest/contact_double_double.h"
#include "sweep/sweep_filter.h"
#include "sweep/sweep_place.h"
#include "sweep/sweep_time.h"
#include "sweep/tangent_gap.h"

// The error of operations on double-doubles, relative to the sizes of what is multiplied or to a
// quotient.
#define TANGENT_PRODUCT_ERROR 0x1p-100
#define TANGENT_OWN_ERROR 0x1p-97

// A contact at the time t + rest, off by at most error.
typedef struct tangent_contact {
    double t, rest, error;
    wide_pair v;
    // The direction of the normal, its length, and the side that it points to.
    wide_pair direction;
    double length, length_rest;
} tangent_contact;

// Sets t and rest to the quotient. True if its rounding is certain and the time is before 1.
CAROM_INLINE_LATE bool set_tangent_time(tangent_contact *r, tangent_gap gap, wide speed,
                                        double speed_error) {
    const double inverse = 1.0 / speed.hi, guess = gap.hi * inverse;
    const wide back = wide_of_product(guess, speed.hi);
    const double left = ((gap.hi - back.hi) - back.lo) + (gap.lo - guess * speed.lo);
    const wide t = wide_of_ordered_sum(guess, left * inverse, 0);
    r->t = t.hi;
    r->rest = t.lo;
    r->error = (gap.error + t.hi * speed_error) * inverse + TANGENT_OWN_ERROR * t.hi;
    return (gap.hi > gap.error) & (t.hi > 0x1p-200) & (t.hi < 1.0) & (r->error < 0x1p-70 * t.hi) &
           (fabs(t.lo) > r->error);
}

// True if the circle may come to the side, and the error of a residual in double-doubles is too
// large for its time, so that estimate_side is not sharp.
CAROM_INLINE_LATE bool is_blunt_on_side(const sweep_vectors *k) {
    const double start = carom_vec2_cross(k->u, k->w), move = carom_vec2_cross(k->u, k->v);
    const double inverse = 1.0 / fabs(move);
    const double gap = fabs(start) - k->reach * sqrt(carom_vec2_dot(k->u, k->u));
    const double terms = k->u_size * (k->w_size + k->v_size + k->reach);
    return !((RESIDUAL_ERROR * terms + 0x1p-800) * inverse < 0x1p-60 * (gap * inverse)) &
           (gap > -SWEEP_ERROR * terms) & (start * move < 0.0);
}

// True if a centre that moves for the time t is certainly beside the wall then.
CAROM_INLINE_LATE bool is_beside_at(const swept_query *c, const sweep_vectors *k, double t) {
    const double way = t * carom_vec2_dot(k->u, k->v);
    const double from_a = carom_vec2_dot(k->u, k->w) + way,
                 from_b = carom_vec2_dot(k->u, k->z) + way;
    const double error = SWEEP_ERROR * k->u_size * (k->w_size + k->z_size + k->v_size);
    const bool is_line = c->wall.extent == CAROM_EXTENT_LINE;
    const bool is_segment = c->wall.extent == CAROM_EXTENT_SEGMENT;
    return ((from_a > error) | is_line) & ((from_b < -error) | !is_segment);
}

// The contact of a circle that starts beyond the line of the wall at distance R and hits the side
// before the end. False if that is not certain. For a wall at rest, if the filter may decide.
CAROM_INLINE_LATE bool set_tangent_side(tangent_contact *r, const swept_query *c,
                                        const sweep_vectors *k) {
    const wide_pair u = pair_difference(pair_of(c->wall.b), pair_of(c->wall.a));
    const wide_pair w = pair_difference(pair_of(c->circle.center), pair_of(c->wall.a));
    r->v = wide_displacement(c);
    const line_gap g = line_gap_of(u, w, wide_of_sum(c->circle.radius, c->wall.radius));
    const wide cross =
        difference_of_pair(pair_mul(u, (wide_pair){pair_swap(r->v.hi), pair_swap(r->v.lo)}));
    const wide speed = wide_of_sum(-g.side * cross.hi, -g.side * cross.lo);
    const pair turn = pair_make(-g.side, g.side);
    r->direction.hi = pair_times(turn, pair_swap(u.hi));
    r->direction.lo = pair_times(turn, pair_swap(u.lo));
    r->length = g.length.x0;
    r->length_rest = g.length.x1;
    return set_tangent_time(r, g.gap, speed, TANGENT_PRODUCT_ERROR * (k->u_size * k->v_size)) &
               (r->length >= TANGENT_LEAST) &&
           is_beside_at(c, k, r->t);
}

// The contact with the end that the circle hits first.
CAROM_INLINE_LATE bool set_tangent_end(tangent_contact *r, const swept_query *c,
                                       const sweep_vectors *k, carom_feature feature) {
    const bool at_a = feature == CAROM_FEATURE_END_A;
    const wide_pair e =
        pair_difference(pair_of(c->circle.center), pair_of(at_a ? c->wall.a : c->wall.b));
    const wide reach = wide_of_sum(c->circle.radius, c->wall.radius);
    r->v = wide_displacement(c);
    // t = C / (B + sqrt D) with D = (R |v| - x) (R |v| + x), where x is v x e up to its sign
    const tangent_gap beyond = square_gap_of(e, reach);
    const line_gap g = line_gap_of(r->v, e, reach);
    const wide within = {-g.gap.hi, -g.gap.lo, 0};
    const wide sum = wide_sub(wide_add(g.far, g.far), within);
    // Neither factor may have lost its digits.
    const bool is_within = (within.hi > g.gap.error) & (sum.hi > 0.5 * within.hi);
    const wide root = is_within ? wide_sqrt(wide_mul(within, sum)) : within;
    const wide dot = sum_of_pair(pair_mul(e, r->v));
    const wide speed = wide_add(wide_of_sum(-dot.hi, -dot.lo), root);
    const double e_size = at_a ? k->w_size : k->z_size;
    const double speed_error = TANGENT_PRODUCT_ERROR * (e_size * k->v_size + 8.0 * root.hi) +
                               2.0 * root.hi * (g.gap.error / within.hi);
    const bool is_sharp = set_tangent_time(r, beyond, speed, speed_error);
    // e + t v, of length R
    wide_pair way = pair_product(r->v.hi, pair_both(r->t));
    way.lo = pair_plus(way.lo, pair_plus(pair_times(r->v.hi, pair_both(r->rest)),
                                         pair_times(r->v.lo, pair_both(r->t))));
    const wide_pair at = pair_sum(e.hi, way.hi);
    const wide_pair all = pair_sum(at.hi, pair_plus(at.lo, pair_plus(e.lo, way.lo)));
    const double normal_least = smaller(fabs(pair_x(all.hi)), fabs(pair_y(all.hi)));
    r->direction = all;
    r->length = reach.hi;
    r->length_rest = reach.lo;
    return is_within & is_sharp & (g.length.x0 >= TANGENT_LEAST) & (reach.hi >= TANGENT_LEAST) &
           (speed.hi > 0.0) & (r->error * k->v_size < 0x1p-70 * reach.hi) &
           (normal_least > 0x1p-20 * reach.hi);
}

// The sweep that hits there.
CAROM_INLINE_LATE carom_sweep sweep_of_tangent(const swept_query *c, carom_feature feature,
                                               const tangent_contact *r) {
    const fast_distance d = {.direction = r->direction,
                             .length = r->length,
                             .length_rest = r->length_rest,
                             .inverse = 1.0 / r->length};
    carom_sweep s;
    s.kind = CAROM_SWEEP_KIND_HIT;
    s.feature = feature;
    s.t = down_by(r->t, r->rest < 0.0);
    s.normal = fast_normal(&d);
    place_contact_sharply(&s, c, r->v, r->t, r->rest);
    return s;
}

#endif
