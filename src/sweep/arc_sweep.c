// Sweeps past an arc at rest that floating point decides.
//
// Method: separating axes for the rectangle on the chord that holds the arc, the roots of
// arc_sweep_filter.h, then one step of Newton's method from the residual of the contact's equation
// in double-doubles, as for a straight wall. All else is left to integers. Room: sweep.
#include "sweep/arc_sweep.h"

#include "arithmetic/wide.h"
#include "sweep/arc_sweep_filter.h"
#include "sweep/sweep_place.h"
#include "sweep/sweep_time.h"

// True if the values at the start and at the end are certainly outside [low, high] on one side, by
// more than the root of square.
CAROM_INLINE bool is_off_range(double start, double end, double low, double high, double error,
                               double square) {
    return is_apart(larger(smaller(start, end) - high, low - larger(start, end)), error, square);
}

// True if the circle certainly misses the rectangle on the chord that holds the arc, whose height
// is |k| |u| / 2 on the side opposite to the sign of k.
CAROM_INLINE bool misses_rectangle(const sweep_vectors *k, double bulge) {
    const double reach2 = k->reach * k->reach, curve = fabs(bulge);
    const double len2 = carom_vec2_dot(k->u, k->u), move2 = carom_vec2_dot(k->v, k->v);
    const double far = k->w_size + k->z_size + k->v_size + k->reach;
    const double chord_error = error_of(k->u_size, far), path_error = error_of(k->v_size, far);
    // Across the chord, in the direction in which the arc bends away from it.
    const double side = bulge < 0.0 ? 1.0 : -1.0;
    const double across = side * carom_vec2_cross(k->u, k->w);
    const double turn = carom_vec2_cross(k->u, k->v), across_move = side * turn;
    const double height = 0.5 * curve * len2;
    if (is_off_range(across, across + across_move, 0.0, height, chord_error, reach2 * len2))
        return true;
    const double along = carom_vec2_dot(k->w, k->u), along_move = carom_vec2_dot(k->v, k->u);
    if (is_off_range(along, along + along_move, 0.0, len2, chord_error, reach2 * len2))
        return true;
    // Across the path and along it: the corners of the rectangle are a, b and those over them.
    const double cross_a = carom_vec2_cross(k->v, k->w), cross_b = carom_vec2_cross(k->v, k->z);
    const double cross_over = 0.5 * bulge * along_move, dot_over = -0.5 * bulge * turn;
    const double low = smaller(cross_a, cross_b) + smaller(cross_over, 0.0);
    const double high = larger(cross_a, cross_b) + larger(cross_over, 0.0);
    if (is_apart(larger(low, -high), path_error, reach2 * move2))
        return true;
    const double dot_a = -carom_vec2_dot(k->v, k->w), dot_b = -carom_vec2_dot(k->v, k->z);
    const double first = smaller(dot_a, dot_b) + smaller(dot_over, 0.0);
    const double last = larger(dot_a, dot_b) + larger(dot_over, 0.0);
    return is_apart(larger(first - move2, -last), path_error, reach2 * move2);
}

static carom_vec2 vector_of_pair(pair p) {
    return carom_vec2_make(pair_x(p), pair_y(p));
}

// (p + q) k + half (u.y, -u.x), which is 2k times the way from the arc's centre to that of the
// circle.
CAROM_INLINE carom_vec2 way_from_center(wide_pair u, wide_pair sum, double bulge, wide cosine) {
    const pair k = pair_both(bulge), half = pair_both(0.5 * cosine.hi);
    const pair half_lo = pair_both(0.5 * cosine.lo);
    const wide_pair right = {pair_make(pair_y(u.hi), -pair_x(u.hi)),
                             pair_make(pair_y(u.lo), -pair_x(u.lo))};
    const wide_pair bent = pair_product(k, sum.hi), straight = pair_product(half, right.hi);
    const wide_pair n = pair_sum(bent.hi, straight.hi);
    const pair bent_lo = pair_plus(bent.lo, pair_times(k, sum.lo));
    const pair straight_lo = pair_plus(
        straight.lo, pair_plus(pair_times(half, right.lo), pair_times(half_lo, right.hi)));
    return vector_of_pair(pair_plus(n.hi, pair_plus(n.lo, pair_plus(bent_lo, straight_lo))));
}

// The contact with the side near the time `guess`: a root of m - M, or of m + M from inside.
CAROM_INLINE estimate estimate_arc_side(const swept_query *c, const sweep_vectors *k,
                                        const arc_sweep_forms *f, double bulge, double guess,
                                        bool is_inside) {
    estimate e = {.guess = guess};
    const double curve = fabs(bulge), twice = 2.0 * curve;
    const wide_pair u = pair_difference(pair_of(c->wall.b), pair_of(c->wall.a));
    const wide_pair p = pair_place(c, c->wall.a, guess), q = pair_place(c, c->wall.b, guess);
    const wide square = wide_of_product(curve, curve);
    wide cosine = wide_of_difference(1.0, square.hi), stretch = wide_of_sum(1.0, square.hi);
    cosine.lo -= square.lo;
    stretch.lo += square.lo;
    // m = 2 |k| (w.z - R^2) - sign(k) (1 - k^2) (u x w), and M = R |u| (1 + k^2)
    const wide cross =
        difference_of_pair(pair_mul(u, (wide_pair){pair_swap(p.hi), pair_swap(p.lo)}));
    const wide dot = sum_of_pair(pair_mul(p, q));
    const wide reach = wide_of_sum(c->circle.radius, c->wall.radius);
    const wide power = wide_sub(dot, wide_mul(reach, reach));
    const wide bent = wide_mul((wide){twice, 0.0, 0}, power);
    const wide straight = wide_mul(cosine, cross);
    const wide length = wide_sqrt(sum_of_pair(pair_mul(u, u)));
    const wide band = wide_mul(wide_mul(reach, length), stretch);
    const wide middle = wide_sub(bent, bulge < 0.0 ? wide_neg(straight) : straight);
    const wide rest = is_inside ? wide_add(middle, band) : wide_sub(middle, band);
    const double residual = rest.hi + rest.lo;

    const double slope = f->middle.c1 + 2.0 * f->middle.c2 * guess;
    const double inverse = 1.0 / fabs(slope);
    e.step = (slope < 0.0 ? residual : -residual) * inverse;
    const double w_far = k->w_size + k->v_size, z_far = k->z_size + k->v_size;
    const double sizes =
        twice * (w_far * z_far + k->reach * k->reach) + k->u_size * (w_far + k->reach);
    const double bend = 4.0 * f->middle.c2 * fabs(e.step) + 3.0 * f->middle.error;
    e.error = (4.0 * RESIDUAL_ERROR * sizes + 0x1p-700 + fabs(e.step) * bend) * inverse;

    wide_pair sum = pair_sum(p.hi, q.hi);
    const pair later = pair_times(pair_both(2.0 * e.step), pair_of(k->v));
    sum.lo = pair_plus(sum.lo, pair_plus(pair_plus(p.lo, q.lo), later));
    const carom_vec2 n = way_from_center(u, sum, bulge, cosine);
    const double size = sqrt(carom_vec2_dot(n, n));
    const double scale = (bulge < 0.0) == is_inside ? 1.0 / size : -1.0 / size;
    e.normal = carom_vec2_scale(n, scale);
    return e;
}

bool carom_arc_sweep_if_certain(carom_sweep *s, const swept_query *c, double bulge) {
    const sweep_vectors k = sweep_vectors_of(c);
    const double len2 = carom_vec2_dot(k.u, k.u);
    if (!(is_for_filter(c, &k) & (fabs(bulge) <= 1.0) & (fabs(bulge) >= 0x1p-100) &
          (len2 >= 0x1p-400) & (c->wall.extent == CAROM_EXTENT_SEGMENT)))
        return false;
    if (misses_rectangle(&k, bulge)) {
        *s = sweep_of_kind(CAROM_SWEEP_KIND_MISS);
        return true;
    }
    const arc_sweep_forms f = arc_sweep_forms_of(&k, bulge);
    const arc_first_contact first = arc_filter_first_contact(&f);
    if (first.kind != CAROM_SWEEP_KIND_HIT) {
        *s = sweep_of_kind(first.kind);
        return first.kind == CAROM_SWEEP_KIND_MISS;
    }
    estimate e;
    if (first.root.feature == CAROM_FEATURE_SIDE) {
        const double guess = 0.5 * (first.root.low + first.root.high);
        e = estimate_arc_side(c, &k, &f, bulge, guess, first.is_inside);
    } else {
        sweep_terms t;
        set_terms(&t, &k);
        e = estimate_end(c, &k, &t, first.root.feature, 1.0);
    }
    // A time that is a double is left to integers, which know that nothing is left of it.
    const wide sum = wide_of_ordered_sum(e.guess, e.step, 0);
    if (!is_sharp(&e) || !(fabs(sum.lo) > e.error))
        return false;
    const double t = down_by(sum.hi, sum.lo < 0.0);
    *s = (carom_sweep){.kind = CAROM_SWEEP_KIND_HIT, .feature = first.root.feature, .t = t};
    s->normal = carom_vec2_make(e.normal.x + 0.0, e.normal.y + 0.0);
    place_contact(s, c, sum.lo + (sum.hi - t));
    return true;
}
