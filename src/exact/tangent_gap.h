// How far a point is beyond a distance, in triple-doubles: for circles that start or pass within
// some ulp of contact, where double-doubles are too short.
//
// Method: every product of two doubles is split into two without error. The parts are summed by
// size. The first sums are exact, and only numbers below 2^-100 of the terms are rounded.
// docs/exactness.md derives the bounds. Room: exact.
#ifndef CAROM_TANGENT_GAP_H
#define CAROM_TANGENT_GAP_H

#include "exact/double_pair.h"

// The largest error of a gap, relative to its terms, and to itself.
#define GAP_TERMS_ERROR 0x1p-147
#define GAP_OWN_ERROR 0x1p-104
// The bounds hold for |p| from here on.
#define TANGENT_LEAST 0x1p-150

// A gap as hi + lo, off by at most error. lo is below an ulp of hi.
typedef struct tangent_gap {
    double hi, lo, error;
} tangent_gap;

// A number in parts: high, two of about 2^-53 of it, and one of about 2^-106.
typedef struct number_parts {
    double high, middle1, middle2, low;
} number_parts;

// near + more - far; `more` has a high part only.
CAROM_INLINE tangent_gap gap_of_parts(number_parts near, double more, number_parts far) {
    const wide start = wide_of_sum(near.high, more);
    const wide first = wide_of_difference(start.hi, far.high);
    const wide lows = wide_of_sum(start.lo, first.lo);
    const wide middle = wide_of_sum(near.middle1, near.middle2);
    const wide far_middle = wide_of_sum(far.middle1, far.middle2);
    const wide sum = wide_of_sum(lows.hi, middle.hi);
    const wide second = wide_of_difference(sum.hi, far_middle.hi);
    const wide gap = wide_of_sum(first.hi, second.hi);
    const double rest = ((lows.lo + middle.lo) + (sum.lo + second.lo)) +
                        ((near.low - far.low) - far_middle.lo);
    const wide all = wide_of_sum(gap.hi, gap.lo + rest);
    const double terms = fabs(near.high) + fabs(more) + far.high;
    return (tangent_gap){all.hi, all.lo,
                         GAP_TERMS_ERROR * terms + GAP_OWN_ERROR * fabs(all.hi) + 0x1p-1000};
}

// x0 + x1 + x2, each below 2^-47 of the one before.
typedef struct triple {
    double x0, x1, x2;
} triple;

// |p|. With s = sqrt of the leading part and e = |p|^2 - s^2 it is s + d, with 2 s d + d^2 = e.
CAROM_INLINE triple triple_length(wide_pair p) {
    const wide_pair high = pair_product(p.hi, p.hi);
    const wide_pair mixed = pair_product(pair_plus(p.hi, p.hi), p.lo);
    const pair low = pair_plus(mixed.lo, pair_times(p.lo, p.lo));
    const wide_pair middle = pair_sum(high.lo, mixed.hi);
    const wide square = wide_of_sum(pair_x(high.hi), pair_y(high.hi));
    const double s = sqrt(square.hi), half_inverse = 0.5 / s;
    const wide back = wide_of_product(s, s);
    const wide lows = wide_of_difference(square.lo, back.lo);
    const wide middles = wide_of_sum(pair_x(middle.hi), pair_y(middle.hi));
    // The first difference is exact.
    const wide first = wide_of_sum(square.hi - back.hi, lows.hi);
    const wide e = wide_of_sum(first.hi, middles.hi);
    const double rest = ((first.lo + e.lo) + (lows.lo + middles.lo)) +
                        (pair_total(middle.lo) + pair_total(low));
    const double d = e.hi * half_inverse;
    const wide again = wide_of_product(2.0 * s, d);
    const double left = ((e.hi - again.hi) - again.lo) + (rest - d * d);
    return (triple){s, d, left * half_inverse};
}

// side (p x q) - R |p|, and its parts. `side` is the sign of p x q in double, so it is certain if the
// gap is certainly more than -R |p|.
typedef struct line_gap {
    tangent_gap gap;
    double side;
    triple length; // |p|
    wide far;      // R |p|, to 2^-100
} line_gap;

// For sizes up to 2^200.
CAROM_INLINE line_gap line_gap_of(wide_pair p, wide_pair q, wide reach) {
    line_gap g;
    g.length = triple_length(p);
    const wide_pair turned = {pair_swap(q.hi), pair_swap(q.lo)};
    const wide_pair high = pair_product(p.hi, turned.hi);
    const wide_pair mixed = pair_product(p.hi, turned.lo), other = pair_product(p.lo, turned.hi);
    const wide_pair sum = pair_sum(high.lo, mixed.hi), middle = pair_sum(sum.hi, other.hi);
    pair low = pair_plus(pair_plus(mixed.lo, other.lo), pair_times(p.lo, turned.lo));
    low = pair_plus(low, pair_plus(sum.lo, middle.lo));
    g.side = pair_x(high.hi) < pair_y(high.hi) ? -1.0 : 1.0;

    const wide_pair products =
        pair_product(pair_make(reach.hi, reach.lo), pair_both(g.length.x0));
    const wide next = wide_of_product(reach.hi, g.length.x1);
    const wide lows = wide_of_sum(pair_x(products.lo), pair_y(products.hi));
    const double rest = reach.hi * g.length.x2 + reach.lo * g.length.x1;
    const number_parts far = {pair_x(products.hi), lows.hi, next.hi,
                              (lows.lo + next.lo) + (pair_y(products.lo) + rest)};
    const number_parts near = {g.side * pair_x(high.hi), g.side * pair_x(middle.hi),
                               -g.side * pair_y(middle.hi),
                               g.side * (pair_x(low) - pair_y(low))};
    g.gap = gap_of_parts(near, -g.side * pair_y(high.hi), far);
    g.far = wide_of_ordered_sum(far.high, far.middle1 + far.middle2, 0);
    return g;
}

// |p|^2 - R^2.
CAROM_INLINE tangent_gap square_gap_of(wide_pair p, wide reach) {
    const wide_pair high = pair_product(p.hi, p.hi);
    const wide_pair mixed = pair_product(pair_plus(p.hi, p.hi), p.lo);
    const wide_pair middle = pair_sum(high.lo, mixed.hi);
    const pair low = pair_plus(pair_plus(mixed.lo, pair_times(p.lo, p.lo)), middle.lo);
    const wide_pair squares =
        pair_product(pair_make(reach.hi, 2.0 * reach.hi), pair_make(reach.hi, reach.lo));
    const number_parts far = {pair_x(squares.hi), pair_x(squares.lo), pair_y(squares.hi),
                              pair_y(squares.lo) + reach.lo * reach.lo};
    const number_parts near = {pair_x(high.hi), pair_x(middle.hi), pair_y(middle.hi),
                               pair_total(low)};
    return gap_of_parts(near, pair_y(high.hi), far);
}

#endif
