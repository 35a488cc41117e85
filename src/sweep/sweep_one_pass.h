// The certain first contact of a circle that starts separate and a wall at rest, in one pass.
//
// Method: the terms of the separating axes give a first guess of the time and the feature. One
// Newton step in double-doubles follows. Its error bound, if small, also proves the kind: the
// distance to the feature falls through R at that time. What is not certain is declined.
// docs/exactness.md derives the bounds. Proved: docs/soundness.md, `set_fast_side_hits`,
// `set_fast_end_hits`. Room: sweep.
#ifndef CAROM_SWEEP_ONE_PASS_H
#define CAROM_SWEEP_ONE_PASS_H

#include "arithmetic/double_pair.h"
#include "sweep/sweep_filter.h"
#include "sweep/sweep_time.h"

// A contact at the time t + rest, which is off by at most error.
typedef struct fast_contact {
    carom_feature feature;
    bool is_certain;
    double t, rest, error;
    carom_vec2 normal;
    pair center;
    // The point is `from` + off * normal.
    pair from;
    double off;
} fast_contact;

// How far the circle is beyond the line at distance R, in double, when it starts.
typedef struct line_approach {
    double length, reach_len; // |u|, R |u|
    double inverse2;          // 1 / |u|^2
    double side;              // 1 if the motion is to the right of the wall, else -1
    double gap;               // beyond the line at distance R, times |u|
    double inverse;           // 1 / |u x v|
    double time;              // when it comes to that line, in [0, infinity)
    pair feet;                // u times the vectors from the ends to the centre at that time
    bool is_long;             // |u| is far from the numbers that underflow in a square
} line_approach;

CAROM_INLINE line_approach approach_of(const axis_terms *t) {
    line_approach k;
    const double cross_move = pair_y(t->turns);
    k.is_long = pair_x(t->uv2) >= 0x1p-400;
    k.length = sqrt(pair_x(t->uv2));
    k.inverse2 = 1.0 / pair_x(t->uv2);
    k.reach_len = t->reach * k.length;
    k.side = -copysign(1.0, cross_move);
    k.gap = k.side * pair_x(t->turns) - k.reach_len;
    k.inverse = 1.0 / larger(fabs(cross_move), 0x1p-900);
    k.time = larger(k.gap, 0.0) * k.inverse;
    k.feet = pair_plus(t->eu, pair_both(k.time * t->vu));
    return k;
}

// The low parts of v: those of to - centre.
CAROM_INLINE pair low_part_of_move(const swept_query *c) {
    return c->is_end ? pair_difference(pair_of(c->move), pair_of(c->circle.center)).lo
                     : pair_both(0.0);
}

// Sets t and rest from the guess and a step off by at most `error`. True if the error is small and
// the true time is before 1.
CAROM_INLINE bool set_fast_time(fast_contact *f, double guess, double step, double error) {
    const wide sum = wide_of_ordered_sum(guess, step, 0);
    f->t = sum.hi;
    f->rest = sum.lo;
    f->error = error;
    return (fabs(sum.lo) > error) & (error < 0x1p-60 * guess) & (sum.hi < 1.0);
}

// The contact with the side: |u x w| - R |u| = t |u x v|.
CAROM_INLINE void set_fast_side(fast_contact *f, const swept_query *c, const axis_terms *t,
                                const line_approach *k) {
    const wide_pair u = pair_difference(pair_of(c->wall.b), pair_of(c->wall.a));
    const wide_pair w = pair_difference(pair_of(c->circle.center), pair_of(c->wall.a));
    const wide_pair v = {t->v, low_part_of_move(c)};
    const wide cross_start =
        difference_of_pair(pair_mul(u, (wide_pair){pair_swap(w.hi), pair_swap(w.lo)}));
    const wide cross_move =
        difference_of_pair(pair_mul(u, (wide_pair){pair_swap(v.hi), pair_swap(v.lo)}));
    const wide len2 = sum_of_pair(pair_mul(u, u));
    const wide reach = wide_of_sum(c->circle.radius, c->wall.radius);
    // |u| = length + (|u|^2 - length^2) / (2 length), and R length as an exact product
    const wide_pair products = pair_product(pair_make(k->length, reach.hi), pair_both(k->length));
    const double left = (len2.hi - pair_x(products.hi)) + (len2.lo - pair_x(products.lo));
    const double half_inverse = 0.5 * (k->length * k->inverse2);
    const double reach_rest =
        pair_y(products.lo) + (left * (half_inverse * reach.hi) + reach.lo * k->length);
    const wide gap = wide_of_sum(k->side * cross_start.hi, -pair_y(products.hi));
    const double gap_rest = gap.lo + (k->side * cross_start.lo - reach_rest);
    const double speed_rest = -k->side * cross_move.lo;
    const wide_pair backs =
        pair_product(pair_make(k->time, 0.0), pair_make(fabs(cross_move.hi), 0.0));
    const wide back = {pair_x(backs.hi), pair_x(backs.lo), 0};
    const double residual = ((gap.hi - back.hi) - back.lo) + (gap_rest - k->time * speed_rest);
    const double step = residual * k->inverse;

    const double u_size = pair_x(t->uv_size), v_size = pair_y(t->uv_size);
    const double w_size = pair_x(t->e_size), z_size = pair_y(t->e_size);
    const double terms = u_size * (w_size + v_size + t->reach);
    // 2^-700 is for underflow: R / |u| may be subnormal, and it is multiplied by |u|^2 2^-50.
    const double error = (RESIDUAL_ERROR * terms + 0x1p-700) * k->inverse + 0x1p-262 +
                         fabs(step) * (0x1p-50 + 0x1p-50 * (u_size * v_size) * k->inverse);
    const double foot_error =
        SWEEP_ERROR * u_size * (w_size + z_size + v_size) + fabs(step * t->vu);
    const bool is_after_a = pair_x(k->feet) > foot_error,
               is_before_b = -pair_y(k->feet) > foot_error;
    const double scale = k->side / (k->length + left * half_inverse);
    f->normal = carom_vec2_make(0.0 - pair_y(u.hi) * scale, 0.0 + pair_x(u.hi) * scale); // never -0
    f->is_certain = t->may_decide & k->is_long & set_fast_time(f, k->time, step, error) &
                    (is_after_a | (c->wall.extent == CAROM_EXTENT_LINE)) &
                    (is_before_b | !t->is_segment);
    const pair way =
        pair_plus(pair_times(pair_both(f->t), v.hi), pair_times(pair_both(f->rest), v.hi));
    f->center = f->from = pair_plus(pair_of(c->circle.center), way);
    f->off = -c->circle.radius;
    f->feature = CAROM_FEATURE_SIDE;
}

// The contact with the end that the circle comes to: |e + t v|^2 = R^2.
CAROM_INLINE void set_fast_end(fast_contact *f, const swept_query *c, const axis_terms *t,
                               const line_approach *k) {
    const double foot_b = pair_y(k->feet);
    const bool at_b = foot_b > 0.0;
    // The guesses for both ends: t = (B - sqrt D) / |v|^2.
    const double reach2 = t->reach * t->reach, move2 = pair_y(t->uv2);
    const pair roots =
        pair_root(pair_minus(pair_both(reach2 * move2), pair_times(t->crosses, t->crosses)));
    const pair guesses =
        pair_times(pair_minus(pair_minus(pair_both(0.0), t->ev), roots), pair_both(1.0 / move2));
    const pair chosen = pair_select_positive(foot_b, pair_make(pair_y(guesses), pair_y(roots)),
                                             pair_make(pair_x(guesses), pair_x(roots)));
    const double guess = pair_x(chosen), inverse = 1.0 / pair_y(chosen);
    const pair end = pair_select_positive(foot_b, pair_of(c->wall.b), pair_of(c->wall.a));

    const wide_pair from = pair_difference(pair_of(c->circle.center), end);
    const wide_pair v = {t->v, low_part_of_move(c)};
    wide_pair way = pair_product(v.hi, pair_both(guess));
    way.lo = pair_plus(way.lo, pair_times(v.lo, pair_both(guess)));
    wide_pair p = pair_sum(from.hi, way.hi);
    p.lo = pair_plus(p.lo, pair_plus(from.lo, way.lo));
    const double residual = residual_at_end(p, c->circle.radius, c->wall.radius);
    // |p|^2 falls at 2 sqrt D at the contact, and bends by |v|^2, which the bound includes.
    const double half_inverse = 0.5 * inverse;
    const double step = residual * half_inverse;
    const double bend = fabs(step) * (half_inverse * move2);

    const double w_size = pair_x(t->e_size), e_size = pair_total(pair_magnitude(from.hi));
    const double u_size = pair_x(t->uv_size), v_size = pair_y(t->uv_size);
    const double size = e_size + v_size + t->reach, terms = size * v_size;
    // Of sqrt D, relative; the second term is for underflow.
    const double root_error = (SWEEP_ERROR * (terms * terms) + 0x1p-1000) * (inverse * inverse);
    const double error = (RESIDUAL_ERROR * (size * size) + 0x1p-800) * inverse + 0x1p-262 +
                         fabs(step) * (2.0 * bend + 0x1p-50 + root_error);
    const pair at = pair_plus(p.hi, p.lo);
    const pair rates = pair_times(at, v.hi);
    // The rate is sqrt D but for the step, and on the other root it is -sqrt D.
    const double off_rate = (pair_x(rates) + pair_y(rates)) * inverse + 1.0;
    const bool is_entry = fabs(off_rate) + root_error < 0x1p-10;
    // Which end? As in filter_foot; a circle between the lines at distance R is beyond one.
    const double start_error = error_of(u_size, e_size);
    const bool is_between =
        k->reach_len - fabs(pair_x(t->turns)) > error_of(u_size, w_size + t->reach);
    const double line_error =
        (4.0 * SWEEP_ERROR * (u_size * u_size * v_size) * (e_size + w_size + t->reach) +
         SWEEP_TINY4) *
        k->inverse;
    // The larger of both, which is positive for a foot beyond an end. No time that overflows.
    const double beyond_end = larger(pair_y(k->feet), -pair_x(k->feet));
    const bool has_end = t->is_segment | (!at_b & (c->wall.extent == CAROM_EXTENT_RAY));
    const bool is_end = (has_end & k->is_long & (beyond_end > start_error) &
                         (beyond_end < 0x1p900) & (is_between | (beyond_end > line_error))) |
                        (u_size == 0.0);
    f->is_certain = t->may_decide & set_fast_time(f, guess, step, error) & is_entry & is_end &
                    (error * v_size < 0x1p-57 * t->reach);
    const double scale = 1.0 / t->reach;
    const pair way_left = pair_plus(way.lo, pair_times(pair_both(step), v.hi));
    f->center = pair_plus(pair_of(c->circle.center), pair_plus(way.hi, way_left));
    const pair normal =
        pair_times(pair_plus(at, pair_times(pair_both(step), v.hi)), pair_both(scale));
    f->normal = carom_vec2_make(pair_x(normal), pair_y(normal));
    f->from = end;
    f->off = c->wall.radius;
    f->feature = (carom_feature)(CAROM_FEATURE_END_A + at_b);
}

// True if the circle comes to the line at distance R beside the side, as far as double knows.
CAROM_INLINE bool comes_to_side(const swept_query *c, const axis_terms *t, const line_approach *k) {
    const double after_a = c->wall.extent == CAROM_EXTENT_LINE ? 1.0 : pair_x(k->feet);
    const double before_b = t->is_segment ? -pair_y(k->feet) : 1.0;
    // One comparison, because the end that a circle comes to is not predictable.
    return smaller(smaller(k->gap, 1.0 - k->time), smaller(after_a, before_b)) > 0.0;
}

// True if the circle overlaps or touches the wall when it starts, as far as double knows. For
// circles that do not come to the side.
CAROM_INLINE bool starts_in_wall(const swept_query *c, const axis_terms *t,
                                 const line_approach *k) {
    const double after_a = c->wall.extent == CAROM_EXTENT_LINE ? 1.0 : pair_x(t->eu);
    const double before_b = t->is_segment ? -pair_y(t->eu) : 1.0;
    const double within = k->reach_len * (1.0 + 0x1p-44) - fabs(pair_x(t->turns));
    const bool is_beside = smaller(within, smaller(after_a, before_b)) > 0.0;
    const pair squares = dots_of(t->e_x, t->e_y, t->e_x, t->e_y);
    const double end_b = t->is_segment ? pair_y(squares) : HUGE_VAL;
    const double reach2 = t->reach * t->reach * (1.0 + 0x1p-44);
    return is_beside | (smaller(pair_x(squares), end_b) < reach2);
}

#endif
