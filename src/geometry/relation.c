// The relation of a circle and a wall. Filters in double decide the certain cases; integers decide
// the rest.
//
// The stages are tried in order of cost: the branch-free filter of the header; a tighter filter
// that also handles needles, posts, rays and lines; integers. docs/exactness.md derives the bounds.
// Layer: relation.
#include "carom/relation.h"

#include "contracts.h"
#include "exact/exact_relation.h"
#include "exact/relation_filter.h"

static bool gap_is_valid(double gap) {
    return gap >= 0.0 && gap <= DBL_MAX;
}

// Sign of (circle radius + wall radius + gap) - (distance from centre to axis) for valid input.
static int valid_reach_sign(carom_circle circle, carom_wall wall, double gap) {
    const int certain = carom_filter_reach(circle, wall, gap);
    return certain != 0 ? certain : carom_exact_reach(circle, wall, gap, CAROM_TIER_64);
}

int carom_detail_reach_sign(double cx, double cy, double circle_radius, double ax, double ay,
                            double bx, double by, double wall_radius, double gap,
                            carom_extent extent) {
    const carom_circle circle = {{cx, cy}, circle_radius};
    const carom_wall wall =
        carom_wall_make(carom_vec2_make(ax, ay), carom_vec2_make(bx, by), wall_radius, extent);
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

carom_relation carom_circle_relate(carom_circle circle, carom_wall wall) {
    double reach;
    if (!carom_detail_certain_reach(circle, wall, 0.0, &reach)) {
        if (!carom_circle_is_valid(circle) || !carom_wall_is_valid(wall))
            return CAROM_RELATION_INVALID;
        reach = valid_reach_sign(circle, wall, 0.0);
    }
    if (reach < 0.0)
        return CAROM_RELATION_SEPARATE;
    if (reach == 0.0)
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
