// Sweeps of small integers in a common unit, where most ties are.
//
// Below 2^26 units all sums and products of two are exact doubles, and a product of four is an
// exact double-double. So the decisions of sweep_integers.c take a few instructions. If the length
// of the wall or of the motion is such an integer, the time is a quotient of two. docs/exactness.md
// derives the bounds. Proved: docs/soundness.md, `small_first_contact_correct`. Room: sweep.
#ifndef CAROM_SWEEP_SMALL_H
#define CAROM_SWEEP_SMALL_H

#include <string.h>

#include "arithmetic/double_pair.h"
#include "sweep/sweep_filter.h"

// The largest power of two that is at most x, for a normal x > 0.
static inline double power_of_two_below(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= (uint64_t)0x7ff << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// 0 if both numbers are multiples of a unit, given 2^52 units: the sum with it has no bits below
// the unit.
CAROM_INLINE double beyond_unit(carom_vec2 p, double units) {
    const double x = fabs(p.x), y = fabs(p.y);
    return fabs(((x + units) - units) - x) + fabs(((y + units) - units) - y);
}

// True if the vectors are exact, and so are their dot and cross products: all inputs are multiples
// of a unit, and the sum of all sizes is below 2^26 units. For a wall at rest and a safe size.
static inline bool is_small(const swept_query *c, const sweep_vectors *k) {
    const double total = k->u_size + k->w_size + k->z_size + k->v_size + k->reach;
    if (!(total >= 0x1p-150))
        return false;
    const double units = 0x1p27 * power_of_two_below(total);
    const carom_vec2 radii = carom_vec2_make(c->circle.radius, c->wall.radius);
    return beyond_unit(c->circle.center, units) + beyond_unit(c->move, units) +
               beyond_unit(c->wall.a, units) + beyond_unit(c->wall.b, units) +
               beyond_unit(radii, units) ==
           0.0;
}

// The sign of x^2 - p q, for integers below 2^52.
static inline int compare_square(double x, double p, double q) {
    const wide lhs = wide_of_product(x, x), rhs = wide_of_product(p, q);
    // The low parts are integers of at most 2^51.
    const double ahead = (lhs.hi - rhs.hi) + (lhs.lo - rhs.lo);
    return (ahead > 0.0) - (ahead < 0.0);
}

// The first contact with an end; `e` is the vector from that end to the centre.
static inline first_contact small_end(const sweep_vectors *k, const sweep_terms *t,
                                      carom_feature feature) {
    const bool at_a = feature == CAROM_FEATURE_END_A;
    const carom_vec2 e = at_a ? k->w : k->z, f = carom_vec2_add(e, k->v);
    const double ev = at_a ? t->wv : t->zv;
    if (carom_vec2_dot(e, e) <= t->reach2) // starts in contact
        return sweep_unsure;
    const int line = compare_square(at_a ? t->cross_a : t->cross_b, t->reach2, t->move2);
    const bool stops_short = (carom_vec2_dot(f, f) > t->reach2) & (ev + t->move2 < 0.0);
    if ((ev >= 0.0) | (line > 0) | stops_short)
        return sweep_missed;
    return (first_contact){line == 0 ? CAROM_SWEEP_KIND_GRAZE : CAROM_SWEEP_KIND_HIT, feature};
}

// The first contact if is_small, as in sweep_integers.c. Not certain if the circle starts in
// contact, if R is 0, or if the filter does not know the feature.
static inline first_contact small_first_contact(const sweep_vectors *k, const sweep_terms *t,
                                                carom_extent extent) {
    if (k->reach == 0.0)
        return sweep_unsure;
    if (k->u_size == 0.0)
        return small_end(k, t, CAROM_FEATURE_END_A);
    if (compare_square(t->cross_start, t->reach2, t->len2) <= 0) {
        if ((t->wu < 0.0) & (extent != CAROM_EXTENT_LINE))
            return small_end(k, t, CAROM_FEATURE_END_A);
        const bool is_beyond_b = (t->zu > 0.0) & (extent == CAROM_EXTENT_SEGMENT);
        return is_beyond_b ? small_end(k, t, CAROM_FEATURE_END_B) : sweep_unsure;
    }
    if ((t->cross_move == 0.0) | ((t->cross_start > 0.0) == (t->cross_move > 0.0)))
        return sweep_missed;
    const carom_feature feature = filter_feature_on_line(k, t, extent);
    if (feature != CAROM_FEATURE_SIDE)
        return feature == CAROM_FEATURE_NONE ? sweep_unsure : small_end(k, t, feature);
    const double rest = fabs(t->cross_start) - fabs(t->cross_move);
    return rest <= 0.0 || compare_square(rest, t->reach2, t->len2) <= 0
               ? (first_contact){CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE}
               : sweep_missed;
}

// The time of a contact as a quotient of exact doubles, and its normal as a vector and its length.
typedef struct small_time {
    double above, below;
    carom_vec2 normal;
    double length;
} small_time;

// False if the length is no integer, or if the time needs a square root.
static inline bool set_small_time(small_time *q, const sweep_vectors *k, const sweep_terms *t,
                                  first_contact m) {
    const bool is_side = m.feature == CAROM_FEATURE_SIDE;
    if (!is_side && m.kind == CAROM_SWEEP_KIND_HIT)
        return false;
    const bool at_a = m.feature == CAROM_FEATURE_END_A;
    const double square = is_side ? t->len2 : t->move2;
    q->length = sqrt(square);
    const wide back = wide_of_product(q->length, q->length);
    // On the side (|u x w| - R |u|) / |u x v|; a graze is where e + t v is shortest.
    const double toward = at_a ? -t->wv : -t->zv, cross = at_a ? t->cross_a : t->cross_b;
    q->above = is_side ? fabs(t->cross_start) - k->reach * q->length : toward;
    q->below = is_side ? fabs(t->cross_move) : t->move2;
    const carom_vec2 left = carom_vec2_left(is_side ? k->u : k->v);
    const bool is_left = (is_side ? t->cross_start : cross) > 0.0;
    q->normal = carom_vec2_scale(left, is_left ? 1.0 : -1.0);
    return (back.hi == square) & (back.lo == 0.0);
}

#endif
