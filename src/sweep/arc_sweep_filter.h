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
// All coefficients are forms of arc_filter.h with other vectors, so their errors are proved; the
// value of a form at a time from 0 to 1 is off by at most their sum. Room: sweep.
#ifndef CAROM_ARC_SWEEP_FILTER_H
#define CAROM_ARC_SWEEP_FILTER_H

#include "rest/arc_filter.h"
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

// 2k p.q, which is the power for a chord of no length.
CAROM_INLINE carom_arc_form twice_dot(carom_vec2 p, carom_vec2 q, double k) {
    return carom_arc_power(carom_vec2_make(0.0, 0.0), p, q, k);
}

// From the coefficients. The roundings of a sum of them, or of c0 and the band, are covered, too.
CAROM_INLINE arc_quadratic quadratic_of(carom_arc_form c0, carom_arc_form c1, carom_arc_form c2,
                                        double band) {
    const double sizes = fabs(c0.value) + fabs(c1.value) + fabs(c2.value) + band;
    const double error = c0.error + c1.error + c2.error + 0x1p-49 * sizes;
    return (arc_quadratic){c0.value, c1.value, c2.value, error * CAROM_ARC_SLACK};
}

CAROM_INLINE arc_line line_of(carom_arc_form c0, carom_arc_form c1) {
    const double error = c0.error + c1.error + 0x1p-50 * (fabs(c0.value) + fabs(c1.value));
    return (arc_line){c0.value, c1.value, error * CAROM_ARC_SLACK};
}

CAROM_INLINE arc_quadratic quadratic_of_end(carom_vec2 e, const sweep_vectors *k) {
    return quadratic_of(carom_arc_longer(e, carom_vec2_make(k->reach, 0.0)),
                        twice_dot(e, k->v, 1.0), twice_dot(k->v, k->v, 0.5), 0.0);
}

CAROM_INLINE carom_arc_form signed_form(carom_arc_form f, bool is_negative) {
    return is_negative ? (carom_arc_form){-f.value, f.error} : f;
}

CAROM_INLINE arc_sweep_forms arc_sweep_forms_of(const sweep_vectors *k, double bulge) {
    const carom_vec2 back = carom_vec2_make(-k->u.x, -k->u.y);
    const double length = sqrt(carom_vec2_dot(k->u, k->u));
    const bool turns_right = bulge < 0.0;
    arc_sweep_forms f;
    f.end_a = quadratic_of_end(k->w, k);
    f.end_b = quadratic_of_end(k->z, k);
    f.wedge_a = line_of(carom_arc_wedge(k->u, k->w, bulge), carom_arc_wedge(k->u, k->v, bulge));
    f.wedge_b = line_of(carom_arc_wedge(back, k->z, -bulge), carom_arc_wedge(back, k->v, -bulge));
    // The product of w + t v and z + t v has the term t (v.w + v.z).
    const carom_arc_form by_w = carom_arc_power(k->u, k->v, k->w, bulge);
    const carom_arc_form by_z = twice_dot(k->v, k->z, bulge);
    const carom_arc_form slope = {
        by_w.value + by_z.value, by_w.error + by_z.error + 0x1p-53 * fabs(by_w.value + by_z.value)};
    f.band = k->reach * length * (1.0 + bulge * bulge);
    f.middle =
        quadratic_of(carom_arc_middle(carom_arc_power(k->u, k->w, k->z, bulge), k->reach, bulge),
                     signed_form(slope, turns_right), twice_dot(k->v, k->v, fabs(bulge)), f.band);
    return f;
}

// The sign of a line on a piece of time if it is certain, else 0.
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
    // Without a difference of near numbers. Where it falls, c1 < 0.
    const double t = !rises        ? 2.0 * f->c0 / (slope - f->c1)
                     : f->c1 > 0.0 ? -2.0 * f->c0 / (f->c1 + slope)
                                   : (slope - f->c1) / (2.0 * f->c2);
    // Twice the error of the value, over the slope: there the sign is certain.
    const double width = 4.0 * f->error / slope + 0x1p-48 * t;
    const double low = t - width, high = t + width;
    const bool is_certain =
        (f->c2 * width <= 0.25 * slope) & (low > 0.0) & (high < 1.0) & (rises | (f->c1 < 0.0));
    if (!is_certain)
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

// The root that comes first. Open if that is not certain: what comes certainly after p is left out
// by falls_after.
CAROM_INLINE arc_root earlier_root(arc_root p, arc_root q) {
    if (p.state == ARC_ROOT_NONE || q.state == ARC_ROOT_NONE)
        return p.state == ARC_ROOT_NONE ? q : p;
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
