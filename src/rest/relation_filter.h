// The filter of the relation: decides in double what is certain despite rounding.
//
// Method: computes both sides of the exact comparison with error bounds; only a difference larger
// than the bounds counts. Infinities and NaN are never certain. docs/exactness.md derives the
// constants. Proved: docs/soundness.md, `reach_correct`, `rim_correct`, `feature_correct`. Room:
// rest.
#ifndef CAROM_RELATION_FILTER_H
#define CAROM_RELATION_FILTER_H

#include <float.h>
#include <math.h>

#include "carom/relation.h"

// Each side of a comparison has at most 16 roundings; 32 cover the terms of second order.
#define CAROM_FILTER_SLACK (1.0 + 0x1p-48)
// The largest effect of underflow on a sum of products of two.
#define CAROM_FILTER_TINY (8.0 * DBL_MIN)

// The sign of (circle radius + wall radius + gap) - (distance from centre to axis) if it is
// certain, else 0. A nonzero result implies valid input.
static inline int carom_filter_reach(carom_circle circle, carom_wall wall, double gap) {
    const double ux = wall.b.x - wall.a.x, uy = wall.b.y - wall.a.y;
    const double wx = circle.center.x - wall.a.x, wy = circle.center.y - wall.a.y;
    const double zx = circle.center.x - wall.b.x, zy = circle.center.y - wall.b.y;
    const double wu = wx * ux + wy * uy, zu = zx * ux + zy * uy;
    const double reach = circle.radius + wall.radius + gap;
    // If the dot products are finite, so are the points.
    if (!(fabs(wu) + fabs(zu) <= DBL_MAX && circle.radius >= 0.0 && wall.radius >= 0.0 &&
          gap >= 0.0))
        return 0;
    bool at_a = wu <= 0.0, at_b = zu >= 0.0;
    if (wall.extent != CAROM_EXTENT_SEGMENT) {
        // On a ray or line, a dot product that underflows could hide a foot far from a.
        if (!(ux * ux + uy * uy >= 0x1p-900))
            return 0;
        if (wall.extent != CAROM_EXTENT_RAY && wall.extent != CAROM_EXTENT_LINE)
            return 0;
        at_a = at_a && wall.extent == CAROM_EXTENT_RAY;
        at_b = false;
    }
    double low, high, rhs;
    if (at_a || at_b) {
        low = high = at_a ? wx * wx + wy * wy : zx * zx + zy * zy;
        rhs = reach * reach;
    } else {
        const double p1 = ux * wy, p2 = uy * wx;
        const double cross = fabs(p1 - p2);
        const double error = 0x1p-50 * (fabs(p1) + fabs(p2)) + CAROM_FILTER_TINY;
        low = cross > error ? (cross - error) * (cross - error) : 0.0;
        high = (cross + error) * (cross + error);
        rhs = (reach * ux) * (reach * ux) + (reach * uy) * (reach * uy);
    }
    if (low > rhs * CAROM_FILTER_SLACK + CAROM_FILTER_TINY)
        return -1;
    if (high * CAROM_FILTER_SLACK + CAROM_FILTER_TINY < rhs && rhs <= DBL_MAX)
        return 1;
    return 0;
}

// Sign of (circle radius) - (distance from centre to the farthest point of the segment) if certain,
// else 0. For valid input.
static inline int carom_filter_rim(carom_circle circle, carom_wall segment) {
    const double wx = circle.center.x - segment.a.x, wy = circle.center.y - segment.a.y;
    const double zx = circle.center.x - segment.b.x, zy = circle.center.y - segment.b.y;
    const double w2 = wx * wx + wy * wy, z2 = zx * zx + zy * zy;
    const double far2 = w2 > z2 ? w2 : z2;
    const double rim = circle.radius - segment.radius;
    const double rim2 = rim * rim;
    if (rim < 0.0 || far2 > rim2 * CAROM_FILTER_SLACK + CAROM_FILTER_TINY)
        return -1;
    if (far2 * CAROM_FILTER_SLACK + CAROM_FILTER_TINY < rim2 && rim2 <= DBL_MAX)
        return 1;
    return 0;
}

// The nearest feature of the axis if certain, else CAROM_FEATURE_NONE. For valid input.
static inline carom_feature carom_filter_feature(carom_circle circle, carom_wall wall) {
    if (wall.a.x == wall.b.x && wall.a.y == wall.b.y)
        return CAROM_FEATURE_END_A;
    if (wall.extent == CAROM_EXTENT_LINE)
        return CAROM_FEATURE_SIDE;
    const carom_vec2 u = carom_vec2_sub(wall.b, wall.a);
    const carom_vec2 w = carom_vec2_sub(circle.center, wall.a);
    const carom_vec2 z = carom_vec2_sub(circle.center, wall.b);
    const double wu = carom_vec2_dot(w, u), zu = carom_vec2_dot(z, u);
    const double wu_error = 0x1p-50 * (fabs(w.x * u.x) + fabs(w.y * u.y)) + CAROM_FILTER_TINY;
    const double zu_error = 0x1p-50 * (fabs(z.x * u.x) + fabs(z.y * u.y)) + CAROM_FILTER_TINY;
    if (!(wu_error + zu_error <= DBL_MAX))
        return CAROM_FEATURE_NONE;
    if (wu < -wu_error)
        return CAROM_FEATURE_END_A;
    if (wu > wu_error) {
        if (wall.extent == CAROM_EXTENT_RAY || zu < -zu_error)
            return CAROM_FEATURE_SIDE;
        if (zu > zu_error)
            return CAROM_FEATURE_END_B;
    }
    return CAROM_FEATURE_NONE;
}

#endif
