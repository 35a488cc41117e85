// The contact of a circle and a wall of ordinary size, in double-doubles with fixed exponents.
//
// Method: straight-line code computes the distance of the centre to the axis and its error bound,
// then the nearest point. The sign of R - distance is certain if it exceeds the bound. Input that
// is out of range or loses too many digits to cancellation is declined. docs/exactness.md derives
// the bounds. Proved: docs/soundness.md, `contact_is_right`. Room: rest.
#ifndef CAROM_CONTACT_DOUBLE_DOUBLE_H
#define CAROM_CONTACT_DOUBLE_DOUBLE_H

#include <math.h>

#include "arithmetic/double_pair.h"
#include "carom/contact.h"
#include "numbers.h"
#include "rest/relation_filter.h"

// For lengths within these bounds, and 0, no product that is split into two parts underflows in its
// low part, so that fused and split products have the same bits, and no product of four overflows.
#define FAST_LOW 0x1p-150
#define FAST_HIGH 0x1p150
// The error of a dot or cross product in double, relative to its terms.
#define FAST_PRODUCT_ERROR 0x1p-50
// The error of R - distance, relative to R, the distance and the terms of the cross product.
#define FAST_DEPTH_ERROR 0x1p-98
// A coordinate of the point that is smaller than this fraction of its terms has too few digits.
#define FAST_LEAST_LEFT 0x1p-40

// The vectors of a contact in double, and what follows from them alone.
typedef struct fast_vectors {
    pair u, w, z;
    bool is_point; // u = 0
} fast_vectors;

// The distance of the centre to the axis, and how it goes from the axis to the centre.
typedef struct fast_distance {
    carom_feature feature;
    bool is_level; // The side of a wall that is level or upright.
    wide reach;    // R
    double hi, lo; // the distance
    double depth;  // R - distance, rounded
    double error;  // of the sign of the depth; negative if that is exact
    double along, along_rest;
    double spread; // The terms of the parameter times |u|: bounds the error of along * u.
    wide_pair u;
    // From the nearest point of the axis towards the centre. The length is length + length_rest,
    // and inverse is 1 / length up to four roundings.
    wide_pair direction;
    double length, length_rest, inverse;
} fast_distance;

CAROM_INLINE bool is_fast_pair(pair p) {
    const double x = fabs(pair_x(p)), y = fabs(pair_y(p));
    return ((x >= FAST_LOW) | (x == 0.0)) & ((y >= FAST_LOW) | (y == 0.0));
}

// |d|^2
CAROM_INLINE wide wide_square(wide_pair d) {
    const wide_pair p = pair_product(d.hi, d.hi);
    const pair cross = pair_times(d.hi, d.lo);
    return sum_of_pair((wide_pair){p.hi, pair_plus(p.lo, pair_plus(cross, cross))});
}

// sqrt(a) = s + rest, with s = sqrt(a.hi); inverse = 1 / s up to four roundings.
CAROM_INLINE double root_rest(wide a, double s, double inverse) {
    const wide q = wide_of_product(s, s);
    return (((a.hi - q.hi) - q.lo) + a.lo) * (0.5 * inverse);
}

CAROM_INLINE fast_vectors fast_vectors_of(carom_circle circle, const carom_wall *wall) {
    const pair a = pair_of(wall->a), b = pair_of(wall->b), c = pair_of(circle.center);
    fast_vectors v = {pair_minus(b, a), pair_minus(c, a), pair_minus(c, b), false};
    const double ux = pair_x(v.u), uy = pair_y(v.u);
    v.is_point = (ux == 0.0) & (uy == 0.0);
    return v;
}

// The nearest feature if it is certain, else CAROM_FEATURE_NONE.
CAROM_INLINE carom_feature fast_feature(const fast_vectors *v, carom_extent extent) {
    const pair g = pair_times(v->u, v->w), l = pair_times(v->u, v->u);
    const double wu = pair_x(g) + pair_y(g), len2 = pair_x(l) + pair_y(l);
    const double terms = fabs(pair_x(g)) + fabs(pair_y(g)) + len2;
    const double error = FAST_PRODUCT_ERROR * terms + CAROM_FILTER_TINY;
    const bool is_segment = extent == CAROM_EXTENT_SEGMENT;
    const bool is_line = extent == CAROM_EXTENT_LINE;
    const bool beyond_a = wu > error, before_b = len2 - wu > error;
    if ((beyond_a | is_line) & (before_b | !is_segment) & !v->is_point)
        return CAROM_FEATURE_SIDE;
    if (v->is_point | (wu < -error))
        return CAROM_FEATURE_END_A;
    return wu - len2 > error ? CAROM_FEATURE_END_B : CAROM_FEATURE_NONE;
}

// The quotient of a + rest and b + b_rest, given 1 / b up to four roundings: `hi` + the result.
CAROM_INLINE double quotient_rest(double hi, wide a, wide b, double inverse) {
    const wide p = wide_of_product(hi, b.hi);
    return (((a.hi - p.hi) - p.lo) + (a.lo - hi * b.lo)) * inverse;
}

// R - distance, rounded at last.
CAROM_INLINE double depth_of(const fast_distance *k) {
    const wide g = wide_of_sum(k->reach.hi, -k->hi);
    return g.hi + (g.lo + (k->reach.lo - k->lo));
}

CAROM_INLINE bool measure_end(fast_distance *k, carom_circle circle, const carom_wall *wall) {
    const bool at_a = k->feature == CAROM_FEATURE_END_A;
    const pair end = pair_make(at_a ? wall->a.x : wall->b.x, at_a ? wall->a.y : wall->b.y);
    const wide_pair d = pair_difference(pair_of(circle.center), end);
    const wide dist2 = wide_square(d);
    const double s = sqrt(dist2.hi), inverse = 1.0 / s;
    k->hi = k->length = s;
    k->lo = k->length_rest = root_rest(dist2, s, inverse);
    k->inverse = inverse;
    k->depth = depth_of(k);
    k->error = FAST_DEPTH_ERROR * (k->reach.hi + s);
    k->direction = d;
    k->u = (wide_pair){pair_both(0.0), pair_both(0.0)};
    k->along = at_a ? 0.0 : 1.0;
    k->along_rest = 0.0;
    k->spread = 0.0;
    return (s >= FAST_LOW) & (s <= FAST_HIGH) & is_fast_pair(d.hi);
}

CAROM_INLINE bool measure_side(fast_distance *k, carom_circle circle, const carom_wall *wall) {
    const wide_pair u = pair_difference(pair_of(wall->b), pair_of(wall->a));
    const wide_pair w = pair_difference(pair_of(circle.center), pair_of(wall->a));
    const wide_pair turned_w = {pair_swap(w.hi), pair_swap(w.lo)};
    const wide len2 = wide_square(u);
    const wide_pair dots = pair_mul(w, u);
    const wide dot = sum_of_pair(dots);
    const wide_pair products = pair_mul(u, turned_w);
    const wide cross = difference_of_pair(products);
    const double terms = fabs(pair_x(products.hi)) + fabs(pair_y(products.hi));

    const double length = sqrt(len2.hi), inverse2 = 1.0 / len2.hi;
    const double inverse = length * inverse2;
    const double length_rest = root_rest(len2, length, inverse);
    const wide size = wide_abs(cross);
    k->hi = size.hi * inverse;
    k->lo = quotient_rest(k->hi, size, (wide){length, length_rest, 0}, inverse);
    k->depth = depth_of(k);
    k->error = FAST_DEPTH_ERROR * (k->reach.hi + k->hi + terms * inverse);

    // A division, not a product with the inverse, so that an exact quotient is exact.
    k->along = dot.hi / len2.hi;
    k->along_rest = quotient_rest(k->along, dot, len2, inverse2);
    k->spread = (fabs(pair_x(dots.hi)) + fabs(pair_y(dots.hi))) * inverse;
    const double turn = cross.hi < 0.0 ? -1.0 : 1.0;
    const pair turns = pair_make(-turn, turn);
    k->direction.hi = pair_times(turns, pair_swap(u.hi));
    k->direction.lo = pair_times(turns, pair_swap(u.lo));
    k->u = u;
    k->length = length;
    k->length_rest = length_rest;
    k->inverse = inverse;
    const double w_size = larger(fabs(pair_x(w.hi)), fabs(pair_y(w.hi)));
    const bool is_fast_u = is_fast_pair(u.hi), is_fast_w = is_fast_pair(w.hi);
    return (length >= FAST_LOW) & (length <= FAST_HIGH) & (w_size <= FAST_HIGH) & is_fast_u &
           is_fast_w & (size.hi > FAST_PRODUCT_ERROR * terms) &
           (terms * inverse <= 0x1p40 * (k->reach.hi + k->hi));
}

// The side of a wall that is level, or upright: the distance is a difference of two coordinates.
CAROM_INLINE bool measure_level(fast_distance *k, carom_circle circle, const carom_wall *wall,
                                bool is_upright) {
    const wide_pair u = pair_difference(pair_of(wall->b), pair_of(wall->a));
    const wide_pair w = pair_difference(pair_of(circle.center), pair_of(wall->a));
    const double ul = is_upright ? pair_y(u.hi) : pair_x(u.hi);
    const double u_rest = is_upright ? pair_y(u.lo) : pair_x(u.lo);
    const double wl = is_upright ? pair_y(w.hi) : pair_x(w.hi);
    const double w_rest = is_upright ? pair_y(w.lo) : pair_x(w.lo);
    const double d = is_upright ? pair_x(w.hi) : pair_y(w.hi);
    const double d_rest = is_upright ? pair_x(w.lo) : pair_y(w.lo);
    // The left-hand normal if the centre is on the axis.
    const double left = (ul > 0.0) != is_upright ? 1.0 : -1.0;
    const double normal = d > 0.0 ? 1.0 : d < 0.0 ? -1.0 : left;
    k->hi = fabs(d);
    k->lo = normal * d_rest;
    const wide g = wide_of_sum(k->reach.hi, -k->hi), l = wide_of_sum(k->reach.lo, -k->lo);
    k->depth = g.hi + (g.lo + l.hi);
    // If the leading parts cancel, what is left is the last part.
    k->depth = k->depth == 0.0 ? l.lo : k->depth;
    k->error = -1.0;
    k->along = wl / ul;
    k->along_rest = quotient_rest(k->along, (wide){wl, w_rest, 0}, (wide){ul, u_rest, 0}, 1.0 / ul);
    k->direction.hi = is_upright ? pair_make(normal, 0.0) : pair_make(0.0, normal);
    k->direction.lo = pair_both(0.0);
    k->length = k->inverse = 1.0;
    k->length_rest = 0.0;
    k->spread = 0.0;
    k->u = u;
    const double u_size = fabs(ul), w_size = fabs(wl);
    return (u_size >= FAST_LOW) & (u_size <= FAST_HIGH) & (w_size <= FAST_HIGH) &
           ((w_size >= FAST_LOW) | (w_size == 0.0)) & (k->hi <= FAST_HIGH);
}

// True if R and the distance are equal and double arithmetic shows it without rounding.
CAROM_NOINLINE bool is_plain_tie(carom_circle circle, const carom_wall *wall,
                                 carom_feature feature) {
    const wide reach = wide_of_sum(circle.radius, wall->radius);
    const carom_vec2 from = feature == CAROM_FEATURE_END_B ? wall->b : wall->a;
    const wide_pair u = pair_difference(pair_of(wall->b), pair_of(wall->a));
    const wide_pair w = pair_difference(pair_of(circle.center), pair_of(from));
    const bool is_side = feature == CAROM_FEATURE_SIDE;
    const wide_pair d = is_side ? u : w;
    const wide_pair squares = pair_product(d.hi, d.hi);
    const wide length2 = wide_of_sum(pair_x(squares.hi), pair_y(squares.hi));
    const double length = sqrt(length2.hi);
    const wide back = wide_of_product(length, length);
    const wide_pair products = pair_product(u.hi, pair_swap(w.hi));
    const wide cross = wide_of_sum(pair_x(products.hi), -pair_y(products.hi));
    const wide area = wide_of_product(reach.hi, length);
    const double lost = fabs(reach.lo) + fabs(pair_x(w.lo)) + fabs(pair_y(w.lo)) +
                        fabs(pair_x(squares.lo)) + fabs(pair_y(squares.lo)) + fabs(length2.lo) +
                        fabs(back.hi - length2.hi) + fabs(back.lo);
    const double lost_at_side = fabs(pair_x(u.lo)) + fabs(pair_y(u.lo)) +
                                fabs(pair_x(products.lo)) + fabs(pair_y(products.lo)) +
                                fabs(cross.lo) + fabs(area.lo);
    return is_side ? (lost + lost_at_side == 0.0) & (area.hi == fabs(cross.hi))
                   : (lost == 0.0) & (reach.hi == length);
}

// The distance of the centre to the axis. False if declined.
CAROM_INLINE bool measure_distance(fast_distance *k, const fast_vectors *v, carom_circle circle,
                                   const carom_wall *wall) {
    k->feature = fast_feature(v, (carom_extent)wall->extent);
    k->reach = wide_of_sum(circle.radius, wall->radius);
    k->is_level = false;
    bool is_measured;
    if (k->feature == CAROM_FEATURE_SIDE) {
        const bool is_upright = pair_x(v->u) == 0.0;
        k->is_level = is_upright | (pair_y(v->u) == 0.0);
        is_measured = CAROM_UNLIKELY(k->is_level) ? measure_level(k, circle, wall, is_upright)
                                                  : measure_side(k, circle, wall);
    } else {
        is_measured = measure_end(k, circle, wall);
        is_measured &= k->feature != CAROM_FEATURE_NONE;
    }
    return is_measured & (wall->extent <= CAROM_EXTENT_LINE) & (circle.radius >= 0.0) &
           (k->reach.hi <= FAST_HIGH) & ((wall->radius >= FAST_LOW) | (wall->radius == 0.0));
}

// The same. The sign of the depth is certain, or the depth is 0.
CAROM_INLINE bool measure_fast(fast_distance *k, const fast_vectors *v, carom_circle circle,
                               const carom_wall *wall) {
    if (!measure_distance(k, v, circle, wall))
        return false;
    if (CAROM_LIKELY(fabs(k->depth) > k->error))
        return true;
    k->depth = 0.0;
    return is_plain_tie(circle, wall, k->feature);
}

// ---- the contact ----

CAROM_INLINE carom_vec2 rounded(pair hi, pair lo) {
    const pair sum = pair_plus(hi, lo);
    return carom_vec2_make(pair_x(sum) + 0.0, pair_y(sum) + 0.0); // no -0
}

// direction / length, with the remainder of the division, so that it is the nearest double in
// nearly all cases.
CAROM_INLINE carom_vec2 fast_normal(const fast_distance *k) {
    const pair inverse = pair_both(k->inverse), length = pair_both(k->length);
    const pair n = pair_times(k->direction.hi, inverse);
    const wide_pair p = pair_product(n, length);
    const pair left = pair_minus(pair_minus(k->direction.hi, p.hi), p.lo);
    const pair low = pair_minus(k->direction.lo, pair_times(n, pair_both(k->length_rest)));
    return rounded(n, pair_times(pair_plus(left, low), inverse));
}

// The point a + t u or the end, plus wall radius * normal. False if a coordinate cancels.
CAROM_INLINE bool fast_point(carom_vec2 *point, const fast_distance *k, carom_circle circle,
                             const carom_wall *wall) {
    const bool is_side = k->feature == CAROM_FEATURE_SIDE;
    const pair from = k->feature == CAROM_FEATURE_END_B ? pair_of(wall->b) : pair_of(wall->a);
    if (CAROM_UNLIKELY(k->is_level)) {
        const pair off = pair_plus(from, pair_times(k->direction.hi, pair_both(wall->radius)));
        const bool is_upright = pair_x(k->u.hi) == 0.0;
        *point = rounded(is_upright ? pair_make(pair_x(off), circle.center.y)
                                    : pair_make(circle.center.x, pair_y(off)),
                         pair_both(0.0));
        return true;
    }
    wide_pair p = {from, pair_both(0.0)};
    pair terms = pair_magnitude(from);
    if (is_side) {
        const pair t = pair_both(k->along), rest = pair_both(k->along_rest);
        const wide_pair h = pair_product(t, k->u.hi);
        p = pair_sum(from, h.hi);
        p.lo = pair_plus(
            p.lo, pair_plus(h.lo, pair_plus(pair_times(t, k->u.lo), pair_times(rest, k->u.hi))));
        terms = pair_plus(terms, pair_both(k->spread));
    }
    if (wall->radius > 0.0) {
        const double m = wall->radius * k->inverse;
        const double rest = quotient_rest(m, (wide){wall->radius, 0.0, 0},
                                          (wide){k->length, k->length_rest, 0}, k->inverse);
        const pair ms = pair_both(m), rests = pair_both(rest);
        const wide_pair h = pair_product(ms, k->direction.hi);
        const wide_pair sum = pair_sum(p.hi, h.hi);
        p.lo = pair_plus(pair_plus(sum.lo, p.lo),
                         pair_plus(h.lo, pair_plus(pair_times(ms, k->direction.lo),
                                                   pair_times(rests, k->direction.hi))));
        p.hi = sum.hi;
        terms = pair_plus(terms, pair_magnitude(h.hi));
    }
    *point = rounded(p.hi, p.lo);
    const pair least = pair_times(pair_both(FAST_LEAST_LEFT), terms);
    const bool has_x = fabs(point->x) >= pair_x(least), has_y = fabs(point->y) >= pair_y(least);
    // An end is exact.
    return (!is_side & (wall->radius == 0.0)) | (has_x & has_y);
}

// The relation for a depth whose sign is certain, or INVALID if it is not certain.
CAROM_INLINE carom_relation fast_relation(const fast_vectors *v, carom_circle circle,
                                          const carom_wall *wall, double depth) {
    const pair w2 = pair_times(v->w, v->w), z2 = pair_times(v->z, v->z);
    const double far2 = larger(pair_x(w2) + pair_y(w2), pair_x(z2) + pair_y(z2));
    const double rim = circle.radius - wall->radius, rim2 = rim * rim;
    const bool is_endless = (wall->extent != CAROM_EXTENT_SEGMENT) & !v->is_point;
    const bool is_over = depth > 0.0;
    const bool is_out = is_endless | (rim < 0.0) | (far2 > rim2 * CAROM_FILTER_SLACK);
    const bool is_in = (far2 * CAROM_FILTER_SLACK < rim2) & !is_out;
    if (CAROM_UNLIKELY(is_over & !is_out & !is_in))
        return CAROM_RELATION_INVALID;
    const int over = is_over, in = is_in;
    return (carom_relation)(CAROM_RELATION_SEPARATE + (depth == 0.0) + 2 * over + 2 * (over & in));
}

#endif
