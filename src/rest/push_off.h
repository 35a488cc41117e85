// The free centre of an overlapping circle of ordinary size, from the measured contact.
//
// Method: the centre moves along the normal in double-doubles, and each coordinate is rounded away
// from the wall. The wall is convex, so such a centre is free without asking. docs/exactness.md
// derives the bounds. Proved: docs/soundness.md, `push_out_is_free`. Room: rest.
#ifndef CAROM_PUSH_OFF_H
#define CAROM_PUSH_OFF_H

#include <float.h>
#include <stdint.h>
#include <string.h>

#include "rest/contact_double_double.h"

// Four times the rounding of the low part of a sum, relative to the sum.
#define FAST_ROUNDING 0x1p-104

// The next double in the direction of `to`, not 0. x is not 0 and finite.
CAROM_INLINE double next_toward(double x, double to) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += (x > 0.0) == (to > 0.0) ? 1 : UINT64_MAX;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// hi + lo, rounded along n. Clears `is_sure` if the rounded number may be short of the true one,
// from which hi + lo is off by at most `error`.
CAROM_INLINE double round_outward(double hi, double lo, double n, double error, bool *is_sure) {
    if (n == 0.0)
        return hi;
    *is_sure &= fabs(lo) > error;
    return (lo > 0.0) == (n > 0.0) ? next_toward(hi, n) : hi;
}

// The free centre beside a wall that is level or upright: the coordinate of the wall plus or minus
// R, which is a sum of four doubles. False if it may be short of that or is out of range; `push`
// holds the nearest double then.
CAROM_INLINE bool push_off_level(carom_push *push, const fast_distance *k, carom_vec2 center,
                                 const carom_wall *wall) {
    const bool is_upright = pair_x(k->u.hi) == 0.0;
    const double n = is_upright ? pair_x(k->direction.hi) : pair_y(k->direction.hi);
    const wide sum = wide_of_sum(is_upright ? wall->a.x : wall->a.y, n * k->reach.hi);
    const wide place = wide_of_sum(sum.hi, sum.lo + n * k->reach.lo);
    // If R is a double, the two parts are the sum.
    const double error = k->reach.lo == 0.0 ? 0.0 : FAST_ROUNDING * (fabs(place.hi) + k->reach.hi);
    const bool is_exact = (error == 0.0) & (place.lo == 0.0);
    bool is_sure = true;
    double free = is_exact ? place.hi : round_outward(place.hi, place.lo, n, error, &is_sure);
    is_sure &= fabs(free) <= DBL_MAX;
    free = is_sure ? free : place.hi;
    push->relation = is_exact ? CAROM_RELATION_TOUCHING : CAROM_RELATION_SEPARATE;
    push->center = is_upright ? carom_vec2_make(free, center.y) : carom_vec2_make(center.x, free);
    return is_sure;
}

// Moves the centre along the normal by the depth, in double-doubles, and rounds each coordinate
// outward. The wall is convex, so a place beyond its tangent is free. False if a coordinate may be
// short of the tangent; `push` holds the nearest doubles then.
CAROM_INLINE bool push_off(carom_push *push, const fast_distance *k, carom_vec2 center) {
    wide depth = wide_of_sum(k->reach.hi, -k->hi);
    depth.lo += k->reach.lo - k->lo;
    const wide length = {k->length, k->length_rest, 0};
    const double m = depth.hi * k->inverse;
    const double rest = quotient_rest(m, depth, length, k->inverse);
    const wide_pair d = k->direction;
    const pair ms = pair_both(m), rests = pair_both(rest);
    const wide_pair h = pair_product(ms, d.hi);
    const wide_pair sum = pair_sum(pair_of(center), h.hi);
    const pair low = pair_plus(
        sum.lo, pair_plus(h.lo, pair_plus(pair_times(ms, d.lo), pair_times(rests, d.hi))));
    const wide_pair place = pair_sum(sum.hi, low);
    const double error = 2.0 * k->error;
    bool is_sure = true;
    push->relation = CAROM_RELATION_SEPARATE;
    push->center.x = round_outward(pair_x(place.hi), pair_x(place.lo), pair_x(d.hi),
                                   error + FAST_ROUNDING * fabs(pair_x(sum.hi)), &is_sure);
    push->center.y = round_outward(pair_y(place.hi), pair_y(place.lo), pair_y(d.hi),
                                   error + FAST_ROUNDING * fabs(pair_y(sum.hi)), &is_sure);
    if (!is_sure)
        push->center = carom_vec2_make(pair_x(place.hi), pair_y(place.hi));
    return is_sure;
}

#endif
