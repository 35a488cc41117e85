// How far a point is beyond a distance, in triple-doubles: for circles that start or pass within
// some ulp of contact, where double-doubles are too short.
//
// Method: every product of two doubles is split into two without error. The parts are summed by
// size. The first sums are exact, and only numbers below 2^-100 of the terms are rounded.
// docs/exactness.md derives the bounds. Proved: docs/soundness.md, `sweep_filter_closely_correct`.
// Room: sweep.
#ifndef CAROM_TANGENT_GAP_H
#define CAROM_TANGENT_GAP_H

#include "arithmetic/double_pair.h"

// The largest error of a gap, relative to its terms, and to itself.
#define GAP_TERMS_ERROR 0x1p-147
#define GAP_OWN_ERROR 0x1p-104
// More than all products lose to underflow, for sizes up to 2^200.
#define GAP_UNDERFLOW 0x1p-700
// The bounds hold for |p| from here on.
#define TANGENT_LEAST 0x1p-150

// A gap as hi + lo, off by at most error. lo is below an ulp of hi.
typedef struct tangent_gap {
    double hi, lo, error;
} tangent_gap;

// Sums of numbers, two side by side: x0 is the rounded sum, x1 the rounded sum of what x0 lost, and
// x2 that of what x1 lost.
typedef struct pair_total3 {
    pair x0, x1, x2;
} pair_total3;

CAROM_INLINE_LATE void add_pair(pair_total3 *t, pair p) {
    const wide_pair s = pair_sum(t->x0, p), m = pair_sum(t->x1, s.lo);
    t->x0 = s.hi;
    t->x1 = m.hi;
    t->x2 = pair_plus(t->x2, m.lo);
}

CAROM_INLINE_LATE void add_wide_pair(pair_total3 *t, wide_pair p) {
    add_pair(t, p.hi);
    add_pair(t, p.lo);
}

// The sum of both sides and of `rest`, for terms of this size.
CAROM_INLINE_LATE tangent_gap gap_of_total(const pair_total3 *t, double rest, double terms) {
    const wide first = wide_of_sum(pair_x(t->x0), pair_y(t->x0));
    const wide middle = wide_of_sum(pair_x(t->x1), pair_y(t->x1));
    const wide second = wide_of_sum(first.lo, middle.hi);
    const wide gap = wide_of_sum(first.hi, second.hi);
    const double low = (middle.lo + second.lo) + (pair_total(t->x2) + rest);
    const wide all = wide_of_sum(gap.hi, gap.lo + low);
    return (tangent_gap){all.hi, all.lo,
                         GAP_TERMS_ERROR * terms + GAP_OWN_ERROR * fabs(all.hi) + GAP_UNDERFLOW};
}

// Adds |p|^2. Returns the part that is below 2^-106 of it.
CAROM_INLINE_LATE double add_square(pair_total3 *t, wide_pair p) {
    const wide_pair mixed = pair_product(pair_plus(p.hi, p.hi), p.lo);
    add_wide_pair(t, pair_product(p.hi, p.hi));
    add_pair(t, mixed.hi);
    return pair_total(pair_plus(mixed.lo, pair_times(p.lo, p.lo)));
}

// x0 + x1 + x2, each below 2^-47 of the one before.
typedef struct triple {
    double x0, x1, x2;
} triple;

// |p|. With s near it and e = |p|^2 - s^2 it is s + d, with 2 s d + d^2 = e.
CAROM_INLINE_LATE triple triple_length(wide_pair p) {
    const double s = sqrt(pair_total(pair_times(p.hi, p.hi))), half_inverse = 0.5 / s;
    const wide back = wide_of_product(s, s);
    pair_total3 t = {pair_make(-back.hi, -back.lo), pair_both(0.0), pair_both(0.0)};
    const double rest = add_square(&t, p);
    const tangent_gap e = gap_of_total(&t, rest, 0.0);
    const double d = e.hi * half_inverse;
    const wide again = wide_of_product(2.0 * s, d);
    const double left = ((e.hi - again.hi) - again.lo) + (e.lo - d * d);
    return (triple){s, d, left * half_inverse};
}

// side (p x q) - R |p|, and its parts. `side` is the sign of p x q in double, so it is certain if
// the gap is certainly more than -R |p|.
typedef struct line_gap {
    tangent_gap gap;
    double side;
    triple length; // |p|
    wide far;      // R |p|, to 2^-100
} line_gap;

// For sizes up to 2^200.
CAROM_INLINE_LATE line_gap line_gap_of(wide_pair p, wide_pair q, wide reach) {
    line_gap g;
    const triple s = g.length = triple_length(p);
    // (px, -py) times (qy, qx), so that a sum is the cross product.
    const pair products = pair_times(p.hi, pair_swap(q.hi));
    g.side = pair_x(products) < pair_y(products) ? -1.0 : 1.0;
    const pair signs = pair_make(g.side, -g.side);
    const wide_pair turned = {pair_times(signs, pair_swap(q.hi)),
                              pair_times(signs, pair_swap(q.lo))};
    const wide_pair mixed = pair_product(p.hi, turned.lo), other = pair_product(p.lo, turned.hi);
    const pair low = pair_plus(pair_plus(mixed.lo, other.lo), pair_times(p.lo, turned.lo));
    // R |p|
    const wide_pair far = pair_product(pair_make(reach.hi, reach.lo), pair_both(s.x0));
    const wide next = wide_of_product(reach.hi, s.x1);
    const double far_low = (pair_y(far.lo) + next.lo) + (reach.hi * s.x2 + reach.lo * s.x1);

    pair_total3 t = {pair_make(-pair_x(far.hi), 0.0), pair_both(0.0), pair_both(0.0)};
    add_wide_pair(&t, pair_product(p.hi, turned.hi));
    add_pair(&t, mixed.hi);
    add_pair(&t, other.hi);
    add_pair(&t, pair_make(-pair_x(far.lo), -next.hi));
    add_pair(&t, pair_make(-pair_y(far.hi), 0.0));
    const double terms = pair_total(pair_magnitude(products)) + pair_x(far.hi);
    g.gap = gap_of_total(&t, pair_total(low) - far_low, terms);
    g.far = wide_of_ordered_sum(pair_x(far.hi), pair_x(far.lo) + (pair_y(far.hi) + next.hi), 0);
    return g;
}

// |p|^2 - R^2.
CAROM_INLINE_LATE tangent_gap square_gap_of(wide_pair p, wide reach) {
    const wide_pair far =
        pair_product(pair_make(reach.hi, 2.0 * reach.hi), pair_make(-reach.hi, -reach.lo));
    pair_total3 t = {far.hi, pair_both(0.0), pair_both(0.0)};
    const double rest = add_square(&t, p);
    add_pair(&t, pair_make(pair_x(far.lo), 0.0));
    const double terms = pair_total(pair_times(p.hi, p.hi)) - pair_x(far.hi);
    return gap_of_total(&t, rest + (pair_y(far.lo) - reach.lo * reach.lo), terms);
}

#endif
