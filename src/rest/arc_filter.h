// The forms of a bent wall in double, with bounds of their errors.
//
// An arc goes from a to b, with the bulge k = tan(angle / 4), |k| <= 1, counterclockwise if k > 0.
// Let u = b - a, w = c - a and z = c - b for a circle with centre c, each rounded once. The forms
// are those of a straight wall, turned by half the arc's angle, whose cosine and sine are
// (1 - k^2) / (1 + k^2) and 2k / (1 + k^2):
//
//   wedge   (1 - k^2) w.u - 2k u x w     the side is nearest if those of both ends are positive
//   power   2k w.z - (1 - k^2) u x w     2k times (distance from the arc's centre)^2 - radius^2
//   side    m^2 - reach^2 |u|^2 (1 + k^2)^2, with m = sign(k) power - 2 |k| reach^2
//
// 1 - k^2 is (1 - |k|) (1 + |k|): near |k| = 1 the error of 1 - k * k would exceed the bounds. All
// is for vectors and a reach up to 2^200. Proved: docs/soundness.md, `wedge_correct`. Room: rest.
#ifndef CAROM_ARC_FILTER_H
#define CAROM_ARC_FILTER_H

#include <math.h>

#include "carom/vec2.h"

// What underflows, times what it is multiplied by, is less.
#define CAROM_ARC_TINY 0x1p-600

// Covers the roundings of an error that is computed from another one.
#define CAROM_ARC_SLACK (1.0 + 0x1p-50)

// A number, and how far the exact one is from it at most.
typedef struct carom_arc_form {
    double value, error;
} carom_arc_form;

// Is the centre on the arc's side of its end a? Of the end b it is that of (-u, z, -k).
static inline carom_arc_form carom_arc_wedge(carom_vec2 u, carom_vec2 w, double k) {
    const double less = 1.0 - fabs(k), more = 1.0 + fabs(k), twice = k + k;
    const double cosine = less * more;
    const double p1 = w.x * u.x, p2 = w.y * u.y, x1 = u.x * w.y, x2 = u.y * w.x;
    const double value = cosine * (p1 + p2) - twice * (x1 - x2);
    const double sizes = cosine * (fabs(p1) + fabs(p2)) + fabs(twice) * (fabs(x1) + fabs(x2));
    const carom_arc_form form = {value, 0x1p-49 * sizes + CAROM_ARC_TINY};
    return form;
}

// The power of the centre, multiplied by 2k.
static inline carom_arc_form carom_arc_power(carom_vec2 u, carom_vec2 w, carom_vec2 z, double k) {
    const double less = 1.0 - fabs(k), more = 1.0 + fabs(k), twice = k + k;
    const double cosine = less * more;
    const double d1 = w.x * z.x, d2 = w.y * z.y, x1 = u.x * w.y, x2 = u.y * w.x;
    const double value = twice * (d1 + d2) - cosine * (x1 - x2);
    const double sizes = fabs(twice) * (fabs(d1) + fabs(d2)) + cosine * (fabs(x1) + fabs(x2));
    const carom_arc_form form = {value, 0x1p-49 * sizes + CAROM_ARC_TINY};
    return form;
}

// m, from the power: negative within the circle on the arc's centre that is nearer than the reach
// to the arc on both sides of it.
static inline carom_arc_form carom_arc_middle(carom_arc_form power, double reach, double k) {
    const double square = (fabs(k) + fabs(k)) * (reach * reach);
    const double value = (k < 0.0 ? -power.value : power.value) - square;
    const carom_arc_form form = {value,
                                 CAROM_ARC_SLACK * power.error +
                                     (0x1p-50 * (fabs(power.value) + square) + CAROM_ARC_TINY)};
    return form;
}

// The side, from m: negative where the arc's circle is nearer than the reach.
static inline carom_arc_form carom_arc_side(carom_arc_form middle, carom_vec2 u, double reach,
                                            double k) {
    const double m = middle.value, e = middle.error, stretch = 1.0 + k * k;
    const double band = ((reach * reach) * (u.x * u.x + u.y * u.y)) * (stretch * stretch);
    const double from_m = e * (2.0 * fabs(m) + e);
    const carom_arc_form form = {m * m - band, CAROM_ARC_SLACK * from_m +
                                                   (0x1p-49 * (m * m + band) + CAROM_ARC_TINY)};
    return form;
}

// |p|^2 - |q|^2: for the distance of an end and the reach, or for those of both ends.
static inline carom_arc_form carom_arc_longer(carom_vec2 p, carom_vec2 q) {
    const double p2 = p.x * p.x + p.y * p.y, q2 = q.x * q.x + q.y * q.y;
    const carom_arc_form form = {p2 - q2, 0x1p-50 * (p2 + q2) + CAROM_ARC_TINY};
    return form;
}

// The sign of the exact number if it is certain, else 0.
static inline int carom_arc_sign(carom_arc_form form) {
    if (form.value > form.error)
        return 1;
    return form.value < -form.error ? -1 : 0;
}

#endif
