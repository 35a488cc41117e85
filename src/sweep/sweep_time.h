// The time of a certain contact in double-doubles, with both coordinates side by side.
//
// Method: a first guess in double, one Newton step from the residual of the contact's equation, and
// a bound on the remaining error. Results are the same with and without vectors of two doubles.
// docs/exactness.md derives the bounds. Proved: docs/soundness.md, `sharp_hit_on_side_time`,
// `estimate_end_correct`. Room: sweep.
#ifndef CAROM_SWEEP_TIME_H
#define CAROM_SWEEP_TIME_H

#include "arithmetic/double_pair.h"
#include "sweep/sweep_filter.h"

// The largest error of a residual, relative to its terms.
#define RESIDUAL_ERROR 0x1p-94

// The vector from an end of the wall to the centre at the time t. The parts may overlap.
CAROM_INLINE_LATE wide_pair pair_place(const swept_query *c, carom_vec2 end, double t) {
    const wide_pair v = wide_displacement(c);
    const wide_pair from = pair_difference(pair_of(c->circle.center), pair_of(end));
    const wide_pair path = pair_product(v.hi, pair_both(t));
    const pair path_lo = pair_plus(path.lo, pair_times(v.lo, pair_both(t)));
    const wide_pair p = pair_sum(from.hi, path.hi);
    return (wide_pair){p.hi, pair_plus(p.lo, pair_plus(from.lo, path_lo))};
}

// A time as guess + step, off by at most error, and the normal.
typedef struct estimate {
    double guess, step, error;
    carom_vec2 normal;
} estimate;

// True if the error is small enough for rounding.
CAROM_INLINE_LATE bool is_sharp(const estimate *e) {
    return (e->guess > 0x1p-200) & (e->error < 0x1p-60 * e->guess);
}

// The contact on the side: |u x (w + t v)| = R |u|, linear in t. `in` is 1 for the contact where
// the distance falls to R, -1 for that where it grows beyond.
CAROM_INLINE_LATE estimate estimate_side(const swept_query *c, const sweep_vectors *k,
                                         const sweep_terms *t, double in) {
    estimate e;
    const double length = sqrt(t->len2);
    const double speed = fabs(t->cross_move), inverse = 1.0 / speed;
    const double side = (t->cross_move > 0.0) == (in > 0.0) ? -1.0 : 1.0;
    e.guess = in * (side * t->cross_start - k->reach * length) * inverse;

    const wide_pair u = pair_difference(pair_of(c->wall.b), pair_of(c->wall.a));
    const wide_pair p = pair_place(c, c->wall.a, e.guess);
    const wide cross =
        difference_of_pair(pair_mul(u, (wide_pair){pair_swap(p.hi), pair_swap(p.lo)}));
    const wide len2 = sum_of_pair(pair_mul(u, u));
    // |u| = length + (|u|^2 - length^2) / (2 length), and R length as an exact product
    const wide reach = wide_of_sum(c->circle.radius, c->wall.radius);
    const wide_pair products = pair_product(pair_make(length, reach.hi), pair_both(length));
    const double length_rest =
        ((len2.hi - pair_x(products.hi)) + (len2.lo - pair_x(products.lo))) / (2.0 * length);
    const double reach_rest = pair_y(products.lo) + (reach.hi * length_rest + reach.lo * length);

    // side (u x p) - R |u|: what is left of the large terms, then the small ones.
    const wide gap = wide_of_sum(side * cross.hi, -pair_y(products.hi));
    const double residual = gap.hi + (gap.lo + (side * cross.lo - reach_rest));
    e.step = in * residual * inverse;
    const double terms = k->u_size * (k->w_size + k->v_size + k->reach);
    // 2^-700 is for underflow: less than 2^-950 in each product, times |u|.
    e.error = (RESIDUAL_ERROR * terms + 0x1p-700) * inverse +
              fabs(e.step) * (0x1p-50 + 0x1p-50 * (k->u_size * k->v_size) * inverse);
    const double scale = side / (length + length_rest);
    e.normal = carom_vec2_make(0.0 - k->u.y * scale, 0.0 + k->u.x * scale); // never -0
    return e;
}

// |p|^2 - R^2.
CAROM_INLINE_LATE double residual_at_end(wide_pair p, double circle_radius, double wall_radius) {
    const wide dist2 = sum_of_pair(pair_mul(p, p));
    const wide reach = wide_of_sum(circle_radius, wall_radius);
    const wide reach2 = wide_of_product(reach.hi, reach.hi);
    const wide gap = wide_of_sum(dist2.hi, -reach2.hi);
    return gap.hi + (gap.lo + (dist2.lo - (reach2.lo + 2.0 * reach.hi * reach.lo)));
}

// The contact with an end: |e + t v|^2 = R^2, by a Newton step of second order; `in` as above.
CAROM_INLINE_LATE estimate estimate_end(const swept_query *c, const sweep_vectors *k,
                                        const sweep_terms *t, carom_feature feature, double in) {
    const bool at_a = feature == CAROM_FEATURE_END_A;
    const carom_vec2 end = at_a ? c->wall.a : c->wall.b;
    const carom_vec2 from = at_a ? k->w : k->z;
    const double cross = at_a ? t->cross_a : t->cross_b;
    const double from_size = at_a ? k->w_size : k->z_size;
    estimate e;
    // t = C / (B + sqrt D), and the other root (B + sqrt D) / A = -C / (sqrt D - B), without
    // cancellation but for that within C and D.
    const double root = sqrt(t->move2 * t->reach2 - cross * cross);
    const double toward = at_a ? -t->wv : -t->zv;
    const double beyond = carom_vec2_dot(from, from) - t->reach2;
    e.guess = in > 0.0        ? beyond / (toward + root)
              : toward >= 0.0 ? (toward + root) / t->move2
                              : -beyond / (root - toward);

    const wide_pair p = pair_place(c, end, e.guess);
    const double residual = residual_at_end(p, c->circle.radius, c->wall.radius);

    // |p|^2 falls, or grows, at 2 rate, which is 2 sqrt D at the contact; the root bends by half
    // the square. The sum that made p may have cancelled, so its low part counts.
    const pair at_pair = pair_plus(p.hi, p.lo);
    const carom_vec2 at = carom_vec2_make(pair_x(at_pair), pair_y(at_pair));
    const double rate = -in * (at.x * k->v.x + at.y * k->v.y);
    const double inverse = 1.0 / rate;
    const double first = 0.5 * residual * inverse;
    const double bend = 0.5 * t->move2 * first * inverse;
    e.step = in * (first + first * bend);
    const double size = from_size + k->v_size + k->reach;
    const double error = (RESIDUAL_ERROR * (size * size) + 0x1p-800) * inverse;
    e.error = error +
              fabs(e.step) * (4.0 * bend * bend + 0x1p-50 + 0x1p-50 * (size * k->v_size) * inverse);
    // The normal takes the error of the time divided by R; where that is too much, or the guess was
    // too coarse, nothing holds. A last contact is certain without D, so D may underflow or cancel
    // to 0, and the guess may be many times the true time. So no finite error is safe.
    const bool holds = (rate > 0.0) & (e.guess < 2.0) & (fabs(bend) < 0x1p-10) &
                       (e.error * k->v_size < 0x1p-57 * k->reach);
    e.error = holds ? e.error : HUGE_VAL;
    const double scale = 1.0 / k->reach;
    e.normal = carom_vec2_make((at.x + e.step * k->v.x) * scale, (at.y + e.step * k->v.y) * scale);
    return e;
}

#endif
