// Normal, centre and point of a contact whose time is known, in double and in wide numbers. The
// first and the last contact share this code. Room: sweep.
#ifndef CAROM_SWEEP_PLACE_H
#define CAROM_SWEEP_PLACE_H

#include <string.h>

#include "arithmetic/double_pair.h"
#include "arithmetic/wide.h"
#include "contracts.h"
#include "sweep/sweep_filter.h"

// The largest relative error of a time from exact forms.
#define FORMS_ERROR 0x1p-88

// A contact during its computation.
typedef struct contact_at {
    double t;    // rounded: down for the first contact, up for the last
    double rest; // the true time is t + rest, nearly
    carom_vec2 normal;
    // From exact forms: the true time, and the displacement relative to the wall until then.
    wide time, dx, dy;
} contact_at;

// t, or the double below if `is_down`. t must be > 0.
static inline double down_by(double t, bool is_down) {
    CAROM_ASSERT(t > 0.0);
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits -= is_down;
    memcpy(&t, &bits, sizeof bits);
    return t;
}

static inline double next_down(double t) {
    return down_by(t, true);
}

static inline carom_vec2 unit_of(wide x, wide y) {
    const wide length = wide_sqrt(wide_sum_of_squares(x, y));
    return carom_vec2_make(wide_to_double(wide_div(x, length)),
                           wide_to_double(wide_div(y, length)));
}

// The left-hand normal of u if `direction`, a cross product with u, is > 0; else the right-hand
// one.
static inline carom_vec2 normal_to_side(const sweep_forms *f, wide direction) {
    const bool is_left = direction.hi > 0.0;
    return unit_of(is_left ? wide_neg(f->uy) : f->uy, is_left ? f->ux : wide_neg(f->ux));
}

// p + s n; in wide numbers, so that the sum alone may leave the range of double.
static inline double sum_to_double(wide p, double s, double n) {
    return wide_to_double(wide_add(p, wide_mul(wide_of(s), wide_of(n))));
}

// p moved for the time t + rest, by `move` or, if is_end, by move - from.
CAROM_INLINE carom_vec2 moved_point(carom_vec2 p, carom_vec2 move, carom_vec2 from, bool is_end,
                                    double t, double rest) {
    const carom_vec2 v = is_end ? carom_vec2_sub(move, from) : move;
    return carom_vec2_make(p.x + (t * v.x + rest * v.x), p.y + (t * v.y + rest * v.y));
}

// Centre and point of a contact at the time t + rest.
CAROM_INLINE void place_contact(carom_sweep *s, const swept_query *c, double rest) {
    s->center = moved_point(c->circle.center, c->move, c->circle.center, c->is_end, s->t, rest);
    const carom_vec2 end = s->feature == CAROM_FEATURE_END_A ? c->wall.a : c->wall.b;
    carom_vec2 from = s->feature == CAROM_FEATURE_SIDE ? s->center : end;
    if (c->wall_moves && s->feature != CAROM_FEATURE_SIDE)
        from = moved_point(end, c->wall_move, c->wall.a, c->is_end, s->t, rest);
    const double off = s->feature == CAROM_FEATURE_SIDE ? -c->circle.radius : c->wall.radius;
    s->point = carom_vec2_add(from, carom_vec2_scale(s->normal, off));
}

// The same for a wall at rest and a displacement v, all digits of cancelling sums included. The
// time is t + rest.
static inline void place_contact_sharply(carom_sweep *s, const swept_query *c, wide_pair v,
                                         double t, double rest) {
    const wide_pair way = pair_product(pair_both(t), v.hi);
    const pair way_lo = pair_plus(pair_plus(way.lo, pair_times(pair_both(rest), v.hi)),
                                  pair_times(pair_both(t), v.lo));
    const wide_pair sum = pair_sum(pair_of(c->circle.center), way.hi);
    const wide_pair center = pair_sum(sum.hi, pair_plus(sum.lo, way_lo));
    s->center = carom_vec2_make(pair_x(center.hi) + 0.0, pair_y(center.hi) + 0.0);
    const bool is_side = s->feature == CAROM_FEATURE_SIDE;
    const carom_vec2 end = s->feature == CAROM_FEATURE_END_A ? c->wall.a : c->wall.b;
    const double off = is_side ? -c->circle.radius : c->wall.radius;
    const wide_pair from = is_side ? center : (wide_pair){pair_of(end), pair_both(0.0)};
    const wide_pair way_off = pair_product(pair_both(off), pair_of(s->normal));
    const wide_pair point = pair_sum(from.hi, way_off.hi);
    const pair rounded = pair_plus(point.hi, pair_plus(point.lo, pair_plus(from.lo, way_off.lo)));
    s->point = carom_vec2_make(pair_x(rounded) + 0.0, pair_y(rounded) + 0.0);
}

// time * move, or time * (move - from) if is_end.
static inline wide way_until(wide time, double move, double from, bool is_end) {
    return wide_mul(time, is_end ? wide_sub(wide_of(move), wide_of(from)) : wide_of(move));
}

// Centre and point of a contact from wide numbers.
static inline void place_contact_widely(carom_sweep *s, const swept_query *c, const contact_at *k) {
    const carom_vec2 o = c->circle.center;
    wide dx = k->dx, dy = k->dy;
    if (c->wall_moves) {
        dx = way_until(k->time, c->move.x, o.x, c->is_end);
        dy = way_until(k->time, c->move.y, o.y, c->is_end);
    }
    const wide x = wide_add(wide_of(o.x), dx), y = wide_add(wide_of(o.y), dy);
    s->center = carom_vec2_make(wide_to_double(x), wide_to_double(y));
    if (s->feature == CAROM_FEATURE_SIDE) {
        s->point = carom_vec2_make(sum_to_double(x, -c->circle.radius, s->normal.x),
                                   sum_to_double(y, -c->circle.radius, s->normal.y));
        return;
    }
    const carom_vec2 a = c->wall.a, end = s->feature == CAROM_FEATURE_END_A ? a : c->wall.b;
    wide end_x = wide_of(end.x), end_y = wide_of(end.y);
    if (c->wall_moves) {
        end_x = wide_add(end_x, way_until(k->time, c->wall_move.x, a.x, c->is_end));
        end_y = wide_add(end_y, way_until(k->time, c->wall_move.y, a.y, c->is_end));
    }
    s->point = carom_vec2_make(sum_to_double(end_x, c->wall.radius, s->normal.x),
                               sum_to_double(end_y, c->wall.radius, s->normal.y));
}

#endif
