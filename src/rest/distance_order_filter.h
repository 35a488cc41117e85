// The filter of the distance order: decides in double what is certain despite rounding.
//
// Method: computes both distances with error bounds; only a difference larger than the bounds
// counts. Infinities and NaN are never certain. docs/exactness.md derives the constants. Proved:
// docs/soundness.md, `compare_distance_correct`. Room: rest.
#ifndef CAROM_DISTANCE_ORDER_FILTER_H
#define CAROM_DISTANCE_ORDER_FILTER_H

#include <float.h>
#include <math.h>

#include "carom/relation.h"

// L = |u|^2 and S = d^2 L of a segment, without branches on the geometry: with n = w.u and m what a
// clamp to [0, L] takes off it, S = (u x w)^2 + m^2, see carom_detail_certain_reach.
typedef struct squares {
    double len2, dist2_len2;
} squares;

static inline squares squares_of(carom_vec2 c, const carom_wall *wall) {
    const double ux = wall->b.x - wall->a.x, uy = wall->b.y - wall->a.y;
    const double wx = c.x - wall->a.x, wy = c.y - wall->a.y;
    const double len2 = ux * ux + uy * uy, dot = wx * ux + wy * uy, cross = ux * wy - uy * wx;
    const double from_a = dot > DBL_MIN ? dot : DBL_MIN;
    const double m = dot - (from_a < len2 ? from_a : len2);
    return (squares){len2, cross * cross + m * m};
}

// The sign for segments of one radius if certain, else 0.
static inline int certain_segment_order(carom_vec2 c, const carom_wall *first,
                                        const carom_wall *second) {
    const squares s1 = squares_of(c, first), s2 = squares_of(c, second);
    const double lhs = s1.dist2_len2 * s2.len2, rhs = s2.dist2_len2 * s1.len2;
    const double error = 0x1p-46 * (lhs + rhs + s1.len2 * s2.len2 * (s1.len2 + s2.len2));
    // The error is finite only if all points are. The lower limit on L makes it exceed the effect
    // of underflow.
    if (!(fabs(lhs - rhs) > error && s1.len2 >= 0x1p-160 && s2.len2 >= 0x1p-160))
        return 0;
    return lhs < rhs ? -1 : 1;
}

// The distance from a point to an axis, and the size of its terms. The error is less than 2^-49 of
// the size plus GAP_TINY. The size is infinite if no bound is known.
typedef struct measure {
    double distance, size;
} measure;

// The largest effect of short walls and underflow on a distance.
#define GAP_TINY 0x1p-440

static inline measure measure_of(carom_vec2 c, const carom_wall *wall) {
    const measure unknown = {0.0, HUGE_VAL};
    const double ux = wall->b.x - wall->a.x, uy = wall->b.y - wall->a.y;
    const double wx = c.x - wall->a.x, wy = c.y - wall->a.y;
    const double zx = c.x - wall->b.x, zy = c.y - wall->b.y;
    const double wu = wx * ux + wy * uy, zu = zx * ux + zy * uy, len2 = ux * ux + uy * uy;
    // If the dot products are finite, so are the points.
    if (!(fabs(wu) + fabs(zu) + len2 <= DBL_MAX))
        return unknown;
    const bool is_short = len2 < 0x1p-900;
    bool at_a = wu <= 0.0 || is_short, at_b = zu >= 0.0;
    if (wall->extent != CAROM_EXTENT_SEGMENT) {
        if (wall->extent != CAROM_EXTENT_RAY && wall->extent != CAROM_EXTENT_LINE)
            return unknown;
        const bool is_point = ux == 0.0 && uy == 0.0;
        // A ray or line whose direction underflows.
        if (is_short && !is_point)
            return unknown;
        at_a = is_point || (at_a && wall->extent == CAROM_EXTENT_RAY);
        at_b = false;
    }
    if (at_a || at_b) {
        const double e = at_a ? sqrt(wx * wx + wy * wy) : sqrt(zx * zx + zy * zy);
        return (measure){e, e};
    }
    const double p1 = ux * wy, p2 = uy * wx, inverse = 1.0 / sqrt(len2);
    return (measure){fabs(p1 - p2) * inverse, (fabs(p1) + fabs(p2)) * inverse};
}

static inline bool is_radius(double r) {
    return r >= 0.0 && r <= DBL_MAX;
}

// The sign if it is certain, else 0. A nonzero result implies valid input.
static inline int carom_filter_compare_distance(carom_circle circle, const carom_wall *first,
                                                const carom_wall *second) {
    if (!(is_radius(circle.radius) && is_radius(first->radius) && is_radius(second->radius)))
        return 0;
#ifndef CAROM_SMALL
    if (first->radius == second->radius && first->extent == CAROM_EXTENT_SEGMENT &&
        second->extent == CAROM_EXTENT_SEGMENT) {
        const int sign = certain_segment_order(circle.center, first, second);
        if (sign != 0)
            return sign;
    }
#endif
    const measure m1 = measure_of(circle.center, first), m2 = measure_of(circle.center, second);
    const double thicker = first->radius - second->radius;
    const double ahead = (m1.distance - m2.distance) - thicker;
    const double error = 0x1p-48 * (m1.size + m2.size + fabs(thicker)) + GAP_TINY;
    return fabs(ahead) > error ? (ahead < 0.0 ? -1 : 1) : 0;
}

#endif
