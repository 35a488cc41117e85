// Paths along the side of a wall: whether a circle stays clear, if its nearest point of the wall is
// on the side all the way.
//
// The distance to the wall's line is then linear in time until the centre meets it, so both ends of
// the path decide: the path is clear if both are at distance R or farther on the same side. Balls
// that rest on floors and roll along them have such paths, mostly some ulp off. The distance to a
// level or upright wall is one difference of coordinates, which is compared exactly. To other walls
// it comes from double-doubles. docs/exactness.md derives the bounds. Proved: docs/soundness.md,
// `side_path_of_correct`. Room: sweep.
#ifndef CAROM_SIDE_PATH_H
#define CAROM_SIDE_PATH_H

#include "rest/contact_double_double.h"
#include "sweep/sweep_filter.h"

// What is certain about a path from the centre of a circle. Unless it is unsure, the wall is valid.
typedef enum side_path {
    SIDE_PATH_UNSURE,
    SIDE_PATH_CLEAR,
    // The circle touches at the start and moves in.
    SIDE_PATH_PRESSES,
    // The circle starts apart from the wall, and hits its side before the end.
    SIDE_PATH_HITS
} side_path;

// ---- level and upright walls ----

// With coordinates and radii up to this, all sizes of the sweep together are below SWEEP_HIGH.
#define LEVEL_MOST 0x1p190

// The coordinates of a path across a level or upright wall, relative to the wall, both on the side
// of the start, and R.
typedef struct level_path {
    wide start, end, reach;
    // 1 or -1: where the start is.
    double side;
    bool is_upright;
} level_path;

// False if the wall is not level or upright, or if the nearest point may leave the side.
CAROM_INLINE_LATE bool set_level_path(level_path *p, const carom_circle *circle, carom_vec2 to,
                                      const carom_wall *wall) {
    const carom_vec2 c = circle->center, a = wall->a, b = wall->b;
    p->is_upright = a.x == b.x;
    if (p->is_upright == (a.y == b.y) || wall->extent != CAROM_EXTENT_SEGMENT)
        return false;
    const double from_along = p->is_upright ? c.y : c.x, to_along = p->is_upright ? to.y : to.x;
    const double a_along = p->is_upright ? a.y : a.x, b_along = p->is_upright ? b.y : b.x;
    const double low = smaller(a_along, b_along), high = larger(a_along, b_along);
    const double from = p->is_upright ? c.x : c.y, end = p->is_upright ? to.x : to.y;
    const double line = p->is_upright ? a.x : a.y;
    // The comparisons of NaN are false. Below the limit the wall is valid, and the filters of the
    // sweep may decide.
    if (!((high - low <= LEVEL_MOST) & (low < from_along) & (from_along < high) & (low < to_along) &
          (to_along < high) &
          (fabs(from) + fabs(end) + fabs(line) + circle->radius + wall->radius <= LEVEL_MOST) &
          (circle->radius >= 0.0) & (wall->radius >= 0.0)))
        return false;
    p->side = from < line ? -1.0 : 1.0;
    p->start = wide_of_difference(p->side * from, p->side * line);
    p->end = wide_of_difference(p->side * end, p->side * line);
    p->reach = wide_of_sum(circle->radius, wall->radius);
    return true;
}

// True if all places within `margin` of the path are farther than R. The half margin more and the
// part of R cover the roundings: an ulp of R can be larger than the margin.
CAROM_INLINE_LATE bool is_far_from_level(const level_path *p, double margin) {
    return smaller(p->start.hi, p->end.hi) - p->reach.hi > 1.5 * margin + 0x1p-50 * p->reach.hi;
}

// The sign of x - y, both as a sum and what its rounding lost.
CAROM_INLINE_LATE int compare_sums(wide x, wide y) {
    const double ahead = x.hi != y.hi ? x.hi - y.hi : x.lo - y.lo;
    return (ahead > 0.0) - (ahead < 0.0);
}

CAROM_INLINE_LATE side_path side_path_of_level(const level_path *p) {
    const int start = compare_sums(p->start, p->reach), end = compare_sums(p->end, p->reach);
    if ((start < 0) | !(p->reach.hi > 0.0))
        return SIDE_PATH_UNSURE;
    if (end >= 0)
        return SIDE_PATH_CLEAR;
    return start > 0 ? SIDE_PATH_HITS : SIDE_PATH_PRESSES;
}

// ---- other walls ----

#ifdef CAROM_SMALL

// Answers are the same without it.
CAROM_INLINE_LATE side_path side_path_of_slope(const carom_circle *circle, carom_vec2 to,
                                               const carom_wall *wall) {
    (void)circle;
    (void)to;
    (void)wall;
    return SIDE_PATH_UNSURE;
}

#else

// u x w, in double-doubles, and the size of its terms.
typedef struct side_area {
    wide value;
    double terms;
} side_area;

CAROM_INLINE_LATE side_area side_area_of(wide_pair u, carom_vec2 p, carom_vec2 a) {
    const wide_pair w = pair_difference(pair_of(p), pair_of(a));
    const wide_pair products = pair_mul(u, (wide_pair){pair_swap(w.hi), pair_swap(w.lo)});
    return (side_area){difference_of_pair(products),
                       fabs(pair_x(products.hi)) + fabs(pair_y(products.hi))};
}

// The sign of side * (u x w) - R |u| if certain, else 0.
CAROM_INLINE_LATE int sign_beyond(side_area area, double side, wide reach_length) {
    const wide gap = wide_of_sum(side * area.value.hi, -reach_length.hi);
    const double rest = side * area.value.lo - reach_length.lo;
    return certain_sign(gap.hi + (gap.lo + rest),
                        2.0 * FAST_DEPTH_ERROR * (area.terms + reach_length.hi));
}

CAROM_INLINE_LATE bool is_fast_vec2(carom_vec2 p) {
    const bool is_fast = is_fast_pair(pair_of(p));
    return is_fast & (size_of(p) <= FAST_HIGH);
}

// True if the foot of w on the axis is certainly between the ends.
CAROM_INLINE_LATE bool is_beside(carom_vec2 u, carom_vec2 w, double len2) {
    const double wu = carom_vec2_dot(w, u), error = error_of(size_of(u), size_of(w) + size_of(u));
    return (wu > error) & (len2 - wu > error);
}

// The path of a circle that starts so close to distance R that double is not certain.
CAROM_NOINLINE side_path side_path_closely(const carom_circle *circle, carom_vec2 to,
                                           const carom_wall *wall) {
    const carom_vec2 b = carom_vec2_sub(wall->b, wall->a), x = carom_vec2_sub(to, wall->a);
    const carom_vec2 w = carom_vec2_sub(circle->center, wall->a);
    const wide_pair u = pair_difference(pair_of(wall->b), pair_of(wall->a));
    const wide reach = wide_of_sum(circle->radius, wall->radius), len2 = wide_square(u);
    const double length = sqrt(len2.hi);
    const bool is_fast_b = is_fast_vec2(b), is_fast_w = is_fast_vec2(w);
    const bool is_fast_x = is_fast_vec2(x);
    const bool starts_beside = is_beside(b, w, len2.hi), ends_beside = is_beside(b, x, len2.hi);
    const bool is_fast = is_fast_b & is_fast_w & is_fast_x & (length >= FAST_LOW) &
                         (reach.hi >= FAST_LOW) & (reach.hi <= FAST_HIGH);
    const bool is_valid =
        (circle->radius >= 0.0) & (wall->radius >= 0.0) & (wall->extent == CAROM_EXTENT_SEGMENT);
    if (!(is_fast & is_valid & starts_beside & ends_beside))
        return SIDE_PATH_UNSURE;
    const double rest = root_rest(len2, length, 1.0 / length);
    wide reach_length = wide_of_product(reach.hi, length);
    reach_length.lo += reach.hi * rest + reach.lo * length;
    const side_area start = side_area_of(u, circle->center, wall->a);
    const side_area end = side_area_of(u, to, wall->a);
    const double side = start.value.hi < 0.0 ? -1.0 : 1.0;
    const int at_end = sign_beyond(end, side, reach_length);
    if (sign_beyond(start, side, reach_length) <= 0)
        return SIDE_PATH_UNSURE;
    return at_end > 0 ? SIDE_PATH_CLEAR : at_end < 0 ? SIDE_PATH_HITS : SIDE_PATH_UNSURE;
}

// For a wall that is not level or upright. The filters of the sweep decide what does not start
// close to distance R.
CAROM_INLINE_LATE side_path side_path_of_slope(const carom_circle *circle, carom_vec2 to,
                                               const carom_wall *wall) {
    const carom_vec2 u = carom_vec2_sub(wall->b, wall->a);
    const carom_vec2 w = carom_vec2_sub(circle->center, wall->a);
    const double reach = circle->radius + wall->radius;
    const double square = reach * reach * carom_vec2_dot(u, u);
    const double error = error_of(size_of(u), size_of(w)), start = fabs(carom_vec2_cross(u, w));
    return certain_compare(start, error, square) != 0 ? SIDE_PATH_UNSURE
                                                      : side_path_closely(circle, to, wall);
}

#endif

// The path of a circle to `to`, for valid walls.
CAROM_INLINE_LATE side_path side_path_of(const carom_circle *circle, carom_vec2 to,
                                         const carom_wall *wall) {
    level_path level;
    if (set_level_path(&level, circle, to, wall))
        return side_path_of_level(&level);
    return side_path_of_slope(circle, to, wall);
}

#endif
