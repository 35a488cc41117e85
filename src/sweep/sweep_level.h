// Sweeps past the side of a level or upright wall at rest, where most near ties of games are: balls
// that lie on floors and roll along them.
//
// The distance to the side of such a wall is one coordinate, so the time is a quotient of two short
// sums. Both are exact, or have an error far below that of a distance. Room: sweep.
#ifndef CAROM_SWEEP_LEVEL_H
#define CAROM_SWEEP_LEVEL_H

#include "sweep/sweep_filter.h"

// The time of a contact with the side is guess + step, off by at most error. The normal is along
// one of the axes of coordinates.
typedef struct level_time {
    double guess, step, error;
    carom_vec2 normal;
} level_time;

// Above this, neither the low part of a product nor a bound underflows.
#define LEVEL_LEAST 0x1p-400

CAROM_INLINE bool is_level_part(double x) {
    return (fabs(x) >= LEVEL_LEAST) | (x == 0.0);
}

// One coordinate of a sweep: the centre, the end a of the wall, and the displacement.
typedef struct level_axis {
    double center, a, move;
} level_axis;

// The sign of a - b, for numbers whose sum of high parts has no error worth mention, if certain.
static inline int compare_wide_pair(wide a, wide b) {
    const wide s = wide_of_difference(a.hi, b.hi);
    const double low = a.lo - b.lo;
    return certain_sign(s.hi + (s.lo + low), 0x1p-51 * (fabs(s.lo) + fabs(low)));
}

// The step from the guess gap / speed to the quotient, and its error. The error is 0 if the guess
// is exact.
static inline void set_level_time(level_time *r, wide gap, wide speed) {
    r->guess = gap.hi / speed.hi;
    const wide back = wide_of_product(r->guess, speed.hi);
    const double rest = r->guess * speed.lo;
    const double left = (gap.hi - back.hi) + ((gap.lo - back.lo) - rest);
    const bool is_exact = (left == 0.0) & (gap.lo == 0.0) & (speed.lo == 0.0);
    const double terms = fabs(gap.lo) + fabs(back.lo) + fabs(rest);
    r->step = left / speed.hi;
    r->error = is_exact ? 0.0 : 0x1p-50 * (fabs(r->step) + terms / speed.hi);
}

// The first contact if it is certainly with the side, or a miss. For a wall at rest.
static inline first_contact level_first_contact(level_time *r, const swept_query *c,
                                                const sweep_vectors *k) {
    const bool is_upright = k->u.x == 0.0;
    if (is_upright == (k->u.y == 0.0))
        return sweep_unsure;
    const carom_vec2 p = c->circle.center, a = c->wall.a;
    const level_axis across =
        is_upright ? (level_axis){p.x, a.x, c->move.x} : (level_axis){p.y, a.y, c->move.y};
    const wide distance = wide_of_difference(across.center, across.a);
    const wide reach = wide_of_sum(c->circle.radius, c->wall.radius);
    const double side = distance.hi < 0.0 ? -1.0 : 1.0;
    const wide gap = wide_of_difference(fabs(distance.hi), reach.hi);
    wide speed =
        c->is_end ? wide_of_difference(across.center, across.move) : (wide){-across.move, 0.0, 0};
    const bool has_low_part = (distance.lo != 0.0) | (reach.lo != 0.0);
    const bool has_level_gap = is_level_part(gap.lo), has_level_speed = is_level_part(speed.hi),
               has_level_rest = is_level_part(speed.lo);
    if (has_low_part | !(gap.hi >= LEVEL_LEAST) | !has_level_gap | !has_level_speed |
        !has_level_rest)
        return sweep_unsure;
    // Towards the wall. The strip around its line contains the wall.
    speed = (wide){side * speed.hi, side * speed.lo, 0};
    if (speed.hi <= 0.0)
        return sweep_missed;
    const int comes = compare_wide_pair(speed, gap);
    if (comes < 0)
        return sweep_missed;
    if (comes == 0)
        return sweep_unsure;
    set_level_time(r, gap, speed);
    r->normal = is_upright ? carom_vec2_make(side, 0.0) : carom_vec2_make(0.0, side);
    // Where on the wall?
    const double along = is_upright ? k->w.y + r->guess * k->v.y : k->w.x + r->guess * k->v.x;
    const double length = is_upright ? k->u.y : k->u.x;
    const double from_a = length > 0.0 ? along : -along, from_b = fabs(length) - from_a;
    const double error = SWEEP_ERROR * (k->w_size + k->v_size + k->u_size);
    const bool is_line = c->wall.extent == CAROM_EXTENT_LINE;
    const bool is_segment = c->wall.extent == CAROM_EXTENT_SEGMENT;
    const bool is_on_side = ((from_a > error) | is_line) & ((from_b > error) | !is_segment);
    return is_on_side && r->guess > 0x1p-200
               ? (first_contact){CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE}
               : sweep_unsure;
}

#endif
