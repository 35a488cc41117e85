// The relation of a circle and a wall. Filters in double decide the certain cases; integers decide
// the rest.
//
// The stages are tried in order of cost: a branch-free filter for segments; a filter that also
// handles posts, rays, lines and numbers of any size; the double-doubles of a contact; integers.
// docs/exactness.md derives the bounds. Proved: docs/soundness.md, `relate_correct`. Room: rest.
#include "rest/relation.h"

#include "carom/relation.h"
#include "contracts.h"
#include "numbers.h"
#include "rest/contact_double_double.h"
#include "rest/relation_filter.h"
#include "rest/relation_integers.h"

static bool gap_is_valid(double gap) {
    return gap >= 0.0 && gap <= DBL_MAX;
}

// Sign of (circle radius + wall radius + gap) - (distance from centre to axis) for valid input.
static int valid_reach_sign(carom_circle circle, carom_wall wall, double gap) {
    const int certain = carom_filter_reach(circle, wall, gap);
    if (certain != 0)
        return certain;
    const fast_vectors v = fast_vectors_of(circle, &wall);
    fast_distance k;
    // Most ties are walls that are level, or of small integers.
    if (gap == 0.0 && measure_fast(&k, &v, circle, &wall))
        return (k.depth > 0.0) - (k.depth < 0.0);
    return carom_exact_reach(circle, wall, gap, CAROM_TIER_64);
}

int carom_reach_at(carom_circle circle, carom_wall wall) {
    return valid_reach_sign(circle, wall, 0.0);
}

// The relation of a circle and a segment if it is certain, else CAROM_RELATION_INVALID. Has no
// branches on the geometry. The terms are those of carom_detail_certain_reach, but each has an
// error bound of its own, so that long walls are certain too.
CAROM_INLINE carom_relation certain_relation(carom_circle circle, const carom_wall *wall) {
    const double ux = wall->b.x - wall->a.x, uy = wall->b.y - wall->a.y;
    const double wx = circle.center.x - wall->a.x, wy = circle.center.y - wall->a.y;
    const double zx = circle.center.x - wall->b.x, zy = circle.center.y - wall->b.y;
    const double w2 = wx * wx + wy * wy, z2 = zx * zx + zy * zy, len2 = ux * ux + uy * uy;
    const double reach = circle.radius + wall->radius, rim = circle.radius - wall->radius;
    const double dot_x = wx * ux, dot_y = wy * uy, cross_x = ux * wy, cross_y = uy * wx;
    const double dot = dot_x + dot_y, cross = fabs(cross_x - cross_y);
    // DBL_MIN instead of 0 keeps compilers from turning the clamp into a branch.
    const double from_a = dot > DBL_MIN ? dot : DBL_MIN;
    const double m = fabs(dot - (from_a < len2 ? from_a : len2));
    // At least the true magnitudes.
    const double cross_most = cross + 0x1p-50 * (fabs(cross_x) + fabs(cross_y));
    const double m_most = m + 0x1p-50 * (fabs(dot_x) + fabs(dot_y) + len2);
    const double lhs = cross * cross + m * m, rhs = reach * reach * len2;
    const double most = cross_most * cross_most + m_most * m_most;
    // If a sum overflows, the error is infinite or NaN and nothing is certain.
    const double ahead = rhs - lhs, error = (most - lhs) + 0x1p-48 * (most + rhs);
    const double rim2 = rim * rim, far2 = larger(w2, z2);
    const bool is_over = ahead > 0.0;
    const bool is_out = (rim < 0.0) | (far2 > rim2 * CAROM_FILTER_SLACK);
    const bool is_in = (rim >= 0.0) & (far2 * CAROM_FILTER_SLACK < rim2);
    // From this len2 on, the error exceeds what underflow can lose.
    const bool is_certain = (fabs(ahead) > error) & (len2 >= 0x1p-480) & (circle.radius >= 0.0) &
                            (wall->radius >= 0.0) & (!is_over | is_out | is_in) &
                            (wall->extent == CAROM_EXTENT_SEGMENT);
    const int over = is_over, in = is_in;
    return is_certain ? (carom_relation)(CAROM_RELATION_SEPARATE + 2 * over + 2 * (over & in))
                      : CAROM_RELATION_INVALID;
}

int carom_detail_reach_sign(double cx, double cy, double circle_radius, double ax, double ay,
                            double bx, double by, double wall_radius, double gap,
                            carom_extent extent) {
    const carom_circle circle = {{cx, cy}, circle_radius};
    const carom_wall wall =
        carom_wall_make(carom_vec2_make(ax, ay), carom_vec2_make(bx, by), wall_radius, extent);
    // On very long walls the bounds of relate are tighter than the caller's.
    const double ux = bx - ax, uy = by - ay, reach = circle_radius + wall_radius;
    if (gap == 0.0 && ux * ux + uy * uy > 0x1p30 * (reach * reach)) {
        const carom_relation relation = certain_relation(circle, &wall);
        if (relation != CAROM_RELATION_INVALID)
            return relation == CAROM_RELATION_SEPARATE ? -1 : 1;
    }
    if (!carom_circle_is_valid(circle) || !carom_wall_is_valid(wall) || !gap_is_valid(gap))
        return -1;
    return valid_reach_sign(circle, wall, gap);
}

// Sign of (circle radius) - (distance to the farthest point of the segment), for valid input.
static int rim_sign(carom_circle circle, carom_wall segment) {
    CAROM_ASSERT(segment.extent == CAROM_EXTENT_SEGMENT);
    const int certain = carom_filter_rim(circle, segment);
    return certain != 0 ? certain : carom_exact_rim(circle, segment, CAROM_TIER_64);
}

// The relation in the cases that certain_relation leaves.
CAROM_NOINLINE carom_relation relate_closely(carom_circle circle, carom_wall wall) {
    if (!carom_circle_is_valid(circle) || !carom_wall_is_valid(wall))
        return CAROM_RELATION_INVALID;
    const int reach = valid_reach_sign(circle, wall, 0.0);
    if (reach < 0)
        return CAROM_RELATION_SEPARATE;
    if (reach == 0)
        return CAROM_RELATION_TOUCHING;
    // Rays and lines leave every circle. With a == b they are the point a.
    if (wall.extent != CAROM_EXTENT_SEGMENT) {
        if (wall.a.x != wall.b.x || wall.a.y != wall.b.y)
            return CAROM_RELATION_CROSSING;
        wall.extent = CAROM_EXTENT_SEGMENT;
    }
    const int rim = rim_sign(circle, wall);
    return rim < 0    ? CAROM_RELATION_CROSSING
           : rim == 0 ? CAROM_RELATION_INSIDE_TOUCHING
                      : CAROM_RELATION_INSIDE;
}

carom_relation carom_circle_relate(carom_circle circle, carom_wall wall) {
    const carom_relation certain = certain_relation(circle, &wall);
    return CAROM_LIKELY(certain != CAROM_RELATION_INVALID) ? certain : relate_closely(circle, wall);
}

bool carom_circle_outline_touches(carom_circle circle, carom_wall wall) {
    const carom_relation relation = carom_circle_relate(circle, wall);
    return relation >= CAROM_RELATION_TOUCHING && relation <= CAROM_RELATION_INSIDE_TOUCHING;
}

int carom_wall_side(carom_wall wall, carom_vec2 point) {
    const carom_vec2 u = carom_vec2_sub(wall.b, wall.a), w = carom_vec2_sub(point, wall.a);
    const double xy = u.x * w.y, yx = u.y * w.x;
    const double error = 0x1p-50 * (fabs(xy) + fabs(yx)) + CAROM_FILTER_TINY;
    // Finite terms mean finite points.
    if (error <= DBL_MAX && fabs(xy - yx) > error)
        return xy > yx ? 1 : -1;
    const carom_circle circle = carom_circle_make(point, 0.0);
    const carom_wall axis = carom_segment(wall.a, wall.b);
    if (!carom_circle_is_valid(circle) || !carom_wall_is_valid(axis))
        return 0;
    return carom_exact_side(circle, axis, CAROM_TIER_64);
}

const char *carom_relation_name(carom_relation relation) {
    switch (relation) {
    case CAROM_RELATION_INVALID:
        break;
    case CAROM_RELATION_SEPARATE:
        return "separate";
    case CAROM_RELATION_TOUCHING:
        return "touching";
    case CAROM_RELATION_CROSSING:
        return "crossing";
    case CAROM_RELATION_INSIDE_TOUCHING:
        return "inside-touching";
    case CAROM_RELATION_INSIDE:
        return "inside";
    }
    return "invalid";
}

const char *carom_feature_name(carom_feature feature) {
    switch (feature) {
    case CAROM_FEATURE_NONE:
        break;
    case CAROM_FEATURE_SIDE:
        return "side";
    case CAROM_FEATURE_END_A:
        return "a";
    case CAROM_FEATURE_END_B:
        return "b";
    }
    return "none";
}
