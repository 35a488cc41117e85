// A circle at rest beside a bent wall in double: the vectors, the forms that all questions share,
// and what is certain. Room: rest.
#ifndef CAROM_ARC_VIEW_H
#define CAROM_ARC_VIEW_H

#include "carom/relation.h"
#include "compiler.h"
#include "numbers.h"
#include "rest/arc.h"
#include "rest/arc_filter.h"

// The bounds hold for vectors and a reach up to this.
#define CAROM_ARC_MOST 0x1p200

typedef struct arc_view {
    carom_vec2 u, w, z;
    double bulge;
    int at_a, at_b; // the signs of the wedges
    carom_arc_form power;
    bool is_ordinary; // valid, and within the bounds
} arc_view;

CAROM_INLINE double arc_size(carom_vec2 p) {
    return larger(fabs(p.x), fabs(p.y));
}

CAROM_INLINE arc_view arc_view_of(carom_circle circle, const carom_arc *arc) {
    const carom_vec2 u = carom_vec2_sub(arc->b, arc->a);
    const carom_vec2 w = carom_vec2_sub(circle.center, arc->a);
    const carom_vec2 z = carom_vec2_sub(circle.center, arc->b);
    const double k = arc->bulge;
    const carom_vec2 back = carom_vec2_make(-u.x, -u.y);
    // A sum is not a number if one of its terms is not.
    const double sizes = (fabs(u.x) + fabs(u.y)) + (fabs(w.x) + fabs(w.y)) +
                         (fabs(z.x) + fabs(z.y)) + (circle.radius + arc->radius);
    const bool is_ordinary = (sizes <= CAROM_ARC_MOST) & (fabs(k) <= 1.0) & (circle.radius >= 0.0) &
                             (arc->radius >= 0.0);
    const arc_view v = {u,
                        w,
                        z,
                        k,
                        carom_arc_sign(carom_arc_wedge(u, w, k)),
                        carom_arc_sign(carom_arc_wedge(back, z, -k)),
                        carom_arc_power(u, w, z, k),
                        is_ordinary};
    return v;
}

// What is certain of a length >= 0.
typedef struct arc_signs {
    int end_a, end_b; // the signs of the distances of the ends minus the length
    int side;         // of m^2 - length^2 |u|^2 (1 + k^2)^2
} arc_signs;

CAROM_INLINE arc_signs arc_signs_at(const arc_view *v, double length) {
    const carom_vec2 level = carom_vec2_make(length, 0.0);
    const carom_arc_form middle = carom_arc_middle(v->power, length, v->bulge);
    const arc_signs s = {carom_arc_sign(carom_arc_longer(v->w, level)),
                         carom_arc_sign(carom_arc_longer(v->z, level)),
                         carom_arc_sign(carom_arc_side(middle, v->u, length, v->bulge))};
    return s;
}

// The sign of reach - distance if it is certain, else 0. No branch.
CAROM_INLINE int arc_certain_reach(const arc_view *v, double reach) {
    const arc_signs s = arc_signs_at(v, reach);
    // An end that is nearer than the reach needs no wedge.
    const bool is_nearer =
        (s.end_a < 0) | (s.end_b < 0) | ((v->at_a > 0) & (v->at_b > 0) & (s.side < 0));
    // Beyond the wedge both ends decide. If all of the circle is apart, it does not matter where
    // the centre is. If all of it is nearer, so are the ends.
    const bool is_apart =
        (s.end_a > 0) & (s.end_b > 0) & ((v->at_a < 0) | (v->at_b < 0) | (s.side > 0));
    return v->is_ordinary ? (int)is_nearer - (int)is_apart : 0;
}

// The sign of rim - distance of the farthest point of the axis if it is certain, else 0.
CAROM_INLINE int arc_certain_rim(const arc_view *v, double rim) {
    const arc_signs s = arc_signs_at(v, rim);
    // The farthest point of the circle is on the arc if the centre is opposite to it. Both ends are
    // nearer than the rim, so the circle is neither beside nor around all that is.
    const bool is_inside =
        (s.end_a < 0) & (s.end_b < 0) & ((v->at_a > 0) | (v->at_b > 0) | (s.side > 0));
    const bool is_out =
        (s.end_a > 0) | (s.end_b > 0) | ((v->at_a < 0) & (v->at_b < 0) & (s.side < 0));
    return v->is_ordinary ? (int)is_inside - (int)is_out : 0;
}

// The nearest feature if it is certain, else CAROM_FEATURE_NONE.
CAROM_INLINE carom_feature arc_certain_feature(const arc_view *v) {
    const int nearer = carom_arc_sign(carom_arc_longer(v->w, v->z));
    const bool is_side = (v->at_a > 0) & (v->at_b > 0), is_end = (v->at_a < 0) | (v->at_b < 0);
    if (!v->is_ordinary)
        return CAROM_FEATURE_NONE;
    return is_side                ? CAROM_FEATURE_SIDE
           : is_end && nearer < 0 ? CAROM_FEATURE_END_A
           : is_end && nearer > 0 ? CAROM_FEATURE_END_B
                                  : CAROM_FEATURE_NONE;
}

#endif
