// The first contact of a moving circle and an arc at rest in double: what is certain despite
// rounding.
//
// While the circle moves, m of arc_filter.h is quadratic in time, and the distance to the arc's
// circle is R where m = M and where m = -M, with M = R |u| (1 + k^2). So the first contact of a
// circle that starts apart is the earliest of four roots: where it comes near an end, of |w|^2 =
// R^2 or |z|^2 = R^2; where it comes near the side from outside, of m = M; and where it leaves the
// bowl in which its centre is free, of m = -M. A root counts for the side if the centre is in the
// arc's wedge then: at the border of the wedge an end is as near. If R exceeds the arc's radius, an
// end is nearer than R wherever m <= -M, so its root comes first. Each root is certain, certainly
// none, or open. The contact is certain if no root that is not certainly none can come before it.
//
// A value of a form at any time from 0 to 1 is off by at most 2^-48 of the sizes of its terms, as
// in sweep_filter.h. Room: sweep.
#ifndef CAROM_ARC_SWEEP_FILTER_H
#define CAROM_ARC_SWEEP_FILTER_H

#include "sweep/sweep_filter.h"

// c0 + c1 t + c2 t^2 with c2 >= 0, and the largest error of its value at times from 0 to 1, and of
// each coefficient.
typedef struct arc_quadratic {
    double c0, c1, c2, error;
} arc_quadratic;

// c0 + c1 t, likewise.
typedef struct arc_line {
    double c0, c1, error;
} arc_line;

typedef struct arc_sweep_forms {
    arc_quadratic end_a, end_b; // |w|^2 - R^2, |z|^2 - R^2
    arc_quadratic middle;       // m
    double band;                // M
    arc_line wedge_a, wedge_b;
} arc_sweep_forms;

typedef enum arc_root_state { ARC_ROOT_NONE, ARC_ROOT_OPEN, ARC_ROOT_CERTAIN } arc_root_state;

// A root of a form. If it is certain, the true root is between low and high, both from 0 to 1; an
// open one is not before low.
typedef struct arc_root {
    arc_root_state state;
    carom_feature feature;
    double low, high;
} arc_root;

typedef struct arc_first_contact {
    // CAROM_SWEEP_KIND_INVALID stands for "not certain".
    carom_sweep_kind kind;
    arc_root root;
    // Of the side: is it the contact from inside, m = -M?
    bool is_inside;
} arc_first_contact;

CAROM_INLINE double quadratic_at(const arc_quadratic *f, double t) {
    return f->c0 + t * (f->c1 + t * f->c2);
}

CAROM_INLINE arc_quadratic quadratic_of_end(carom_vec2 e, double e_size, const sweep_vectors *k) {
    const double size = e_size + k->v_size, reach2 = k->reach * k->reach;
    return (arc_quadratic){carom_vec2_dot(e, e) - reach2, 2.0 * carom_vec2_dot(e, k->v),
                           carom_vec2_dot(k->v, k->v),
                           2.0 * SWEEP_ERROR * (size * size + reach2) + SWEEP_TINY4};
}

CAROM_INLINE arc_sweep_forms arc_sweep_forms_of(const sweep_vectors *k, double bulge) {
    arc_sweep_forms f;
    const double curve = fabs(bulge), sign = bulge < 0.0 ? -1.0 : 1.0;
    const double cosine = (1.0 - curve) * (1.0 + curve), twice = 2.0 * curve;
    const double stretch = 1.0 + curve * curve;
    const double length = sqrt(carom_vec2_dot(k->u, k->u)), reach2 = k->reach * k->reach;
    const double w_far = k->w_size + k->v_size, z_far = k->z_size + k->v_size;
    f.end_a = quadratic_of_end(k->w, k->w_size, k);
    f.end_b = quadratic_of_end(k->z, k->z_size, k);
    // With the sign of k, the cosine has it instead.
    const double turn = sign * cosine;
    f.middle.c0 =
        twice * (carom_vec2_dot(k->w, k->z) - reach2) - turn * carom_vec2_cross(k->u, k->w);
    f.middle.c1 = twice * (carom_vec2_dot(k->w, k->v) + carom_vec2_dot(k->z, k->v)) -
                  turn * carom_vec2_cross(k->u, k->v);
    f.middle.c2 = twice * carom_vec2_dot(k->v, k->v);
    f.band = k->reach * length * stretch;
    f.middle.error = 2.0 * SWEEP_ERROR *
                         (twice * (w_far * z_far + reach2) + cosine * (k->u_size * w_far) +
                          k->reach * k->u_size) +
                     SWEEP_TINY4;
    // Both wedges: cosine (w.u) - 2k (u x w) and cosine (-z.u) - 2k (u x z).
    const double a_dot = carom_vec2_dot(k->w, k->u), b_dot = -carom_vec2_dot(k->z, k->u);
    const double v_dot = carom_vec2_dot(k->v, k->u), v_cross = carom_vec2_cross(k->u, k->v);
    const double sine = sign * twice;
    const double wedge_error = 2.0 * SWEEP_ERROR * (cosine + twice) * k->u_size;
    f.wedge_a = (arc_line){cosine * a_dot - sine * carom_vec2_cross(k->u, k->w),
                           cosine * v_dot - sine * v_cross, wedge_error * w_far + SWEEP_TINY4};
    f.wedge_b = (arc_line){cosine * b_dot - sine * carom_vec2_cross(k->u, k->z),
                           -cosine * v_dot - sine * v_cross, wedge_error * z_far + SWEEP_TINY4};
    return f;
}

// The least and the largest value of a line on a piece of time, with its error.
CAROM_INLINE int sign_on_piece(const arc_line *f, double low, double high) {
    const double p = f->c0 + low * f->c1, q = f->c0 + high * f->c1;
    return smaller(p, q) > f->error ? 1 : larger(p, q) < -f->error ? -1 : 0;
}

// The root where the quadratic falls below 0, or with `rises` where it rises above 0, for times
// from 0 to 1. Its value is convex in time.
CAROM_INLINE arc_root root_of(const arc_quadratic *f, bool rises) {
    const arc_root none = {ARC_ROOT_NONE, CAROM_FEATURE_NONE, 2.0, 2.0};
    const arc_root open = {ARC_ROOT_OPEN, CAROM_FEATURE_NONE, 0.0, 1.0};
    const double at_end = quadratic_at(f, 1.0), slope_at_end = f->c1 + 2.0 * f->c2;
    const double slope_error = 3.0 * f->error;
    // A convex function cannot rise through 0 and be negative at the end, or fall and be so at the
    // start; where it is positive, it does neither after it grows or before it still falls.
    if ((rises ? at_end : f->c0) < -f->error || (f->c0 > f->error && f->c1 > f->error) ||
        (at_end > f->error && slope_at_end < -slope_error))
        return none;
    const double sizes = fabs(f->c1) + 4.0 * (fabs(f->c0) + f->c2) + 6.0 * f->error;
    const double d = f->c1 * f->c1 - 4.0 * f->c2 * f->c0;
    const double d_error =
        2.0 * f->error * sizes + 0x1p-50 * (f->c1 * f->c1 + 4.0 * f->c2 * fabs(f->c0));
    if (d < -d_error)
        return none;
    if (!(d > d_error))
        return open;
    const double slope = sqrt(d);
    // Without a difference of near numbers.
    const double t = rises == (f->c1 > 0.0)
                         ? -2.0 * f->c0 / (f->c1 + (rises ? slope : -slope))
                         : (rises ? slope - f->c1 : -(slope + f->c1)) / (2.0 * f->c2);
    // Twice the error of the value, over the slope: there the sign is certain.
    const double width = 4.0 * f->error / slope + 0x1p-48 * t;
    const double low = t - width, high = t + width;
    if (!(f->c2 * width <= 0.25 * slope && low > 0.0 && high < 1.0))
        return open;
    return (arc_root){ARC_ROOT_CERTAIN, CAROM_FEATURE_NONE, low, high};
}

// A root counts for the side where the centre is in the wedge.
CAROM_INLINE arc_root root_in_wedge(const arc_sweep_forms *f, arc_root r) {
    if (r.state == ARC_ROOT_NONE)
        return r;
    const int a = sign_on_piece(&f->wedge_a, r.low, r.high);
    const int b = sign_on_piece(&f->wedge_b, r.low, r.high);
    if (a < 0 || b < 0)
        r.state = ARC_ROOT_NONE;
    else if (a == 0 || b == 0)
        r.state = ARC_ROOT_OPEN;
    r.feature = CAROM_FEATURE_SIDE;
    return r;
}

// Is the quadratic, positive at the start, certainly still so and falling at this root?
CAROM_INLINE bool falls_after(const arc_quadratic *f, const arc_root *r) {
    return r->state == ARC_ROOT_CERTAIN && quadratic_at(f, r->high) > f->error &&
           f->c1 + 2.0 * f->c2 * r->high < -3.0 * f->error;
}

// The root that comes first, if both are certain and apart; open if it is not certain which.
CAROM_INLINE arc_root earlier_root(arc_root p, arc_root q) {
    if (p.state == ARC_ROOT_NONE || q.state == ARC_ROOT_NONE)
        return p.state == ARC_ROOT_NONE ? q : p;
    if (p.state == ARC_ROOT_CERTAIN && p.high < q.low)
        return p;
    if (q.state == ARC_ROOT_CERTAIN && q.high < p.low)
        return q;
    p.state = ARC_ROOT_OPEN;
    p.low = smaller(p.low, q.low);
    return p;
}

// Is the circle certainly apart from the arc at the start?
CAROM_INLINE bool starts_apart(const arc_sweep_forms *f) {
    const double m = f->middle.c0, error = f->middle.error;
    const bool is_off_side = f->wedge_a.c0 < -f->wedge_a.error ||
                             f->wedge_b.c0 < -f->wedge_b.error || fabs(m) > f->band + error;
    return f->end_a.c0 > f->end_a.error && f->end_b.c0 > f->end_b.error && is_off_side;
}

// The first contact with the arc of a circle that moves past it, if certain. For a safe size, a
// bulge that is not 0, and valid numbers.
CAROM_INLINE arc_first_contact arc_filter_first_contact(const arc_sweep_forms *f) {
    arc_first_contact r = {.kind = CAROM_SWEEP_KIND_INVALID};
    if (!starts_apart(f))
        return r;
    arc_quadratic outer = f->middle, inner = f->middle;
    outer.c0 -= f->band;
    inner.c0 += f->band;
    arc_root first = root_in_wedge(f, root_of(&outer, false));
    if (!falls_after(&inner, &first)) {
        r.is_inside = first.state == ARC_ROOT_NONE;
        first = earlier_root(first, root_in_wedge(f, root_of(&inner, true)));
    }
    const arc_quadratic *const ends[2] = {&f->end_a, &f->end_b};
    for (int i = 0; i < 2; i++) {
        if (falls_after(ends[i], &first))
            continue;
        arc_root end = root_of(ends[i], false);
        end.feature = i == 0 ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B;
        first = earlier_root(first, end);
    }
    if (first.state == ARC_ROOT_OPEN)
        return r;
    r.kind = first.state == ARC_ROOT_NONE ? CAROM_SWEEP_KIND_MISS : CAROM_SWEEP_KIND_HIT;
    r.root = first;
    return r;
}

#endif
