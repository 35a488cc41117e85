// The gap of two walls against a bound, and whether their axes cross.
//
// Method: if the axes cross their distance is 0. Else it is the least of the distances of the ends
// of one axis to the other axis, so four questions about a circle around an end and a wall decide.
// Those are asked first: a near pair is mostly found by one of them. Collinear and touching axes
// and points need no case of their own. docs/exactness.md shows it. Room: rest.
#include "rest/wall_gap.h"

#include "contracts.h"
#include "rest/orientation.h"
#include "rest/relation_integers.h"

// True if the ends of the wall lie strictly on two sides of the line through the other one. An end
// at infinity lies on the side of the direction there: `ahead` is the sign of (direction of the
// line) x (direction of the wall).
static inline bool is_split(const carom_wall *wall, const carom_wall *line, int ahead) {
    const int first =
        wall->extent == CAROM_EXTENT_LINE ? -ahead : orientation_of(line->a, line->b, wall->a);
    if (first == 0)
        return false;
    const int last =
        wall->extent == CAROM_EXTENT_SEGMENT ? orientation_of(line->a, line->b, wall->b) : ahead;
    return first == -last;
}

bool carom_axes_cross(const carom_wall *wall, const carom_wall *other) {
    CAROM_ASSERT(is_valid_wall(wall) && is_valid_wall(other));
    if (is_point_wall(wall) || is_point_wall(other))
        return false;
    int ahead = 0;
    if (wall->extent != CAROM_EXTENT_SEGMENT || other->extent != CAROM_EXTENT_SEGMENT)
        ahead = carom_exact_turn(*other, *wall, CAROM_TIER_64);
    return is_split(wall, other, ahead) && is_split(other, wall, -ahead);
}

// The sign at an end of the wall, or `least` if that is less.
static inline int compare_end(carom_vec2 end, const carom_wall *wall, const carom_wall *other,
                              double gap, int least) {
    const int sign = carom_circle_compare_gap(carom_circle_make(end, wall->radius), *other, gap);
    return sign < least ? sign : least;
}

// The sign for axes that cross: of 0 - (R + gap).
static inline int crossing_sign(const carom_wall *wall, const carom_wall *other, double gap) {
    return ((wall->radius > 0.0) | (other->radius > 0.0) | (gap > 0.0)) ? -1 : 0;
}

// For valid input.
CAROM_NOINLINE int compare_closely(const carom_wall *wall, const carom_wall *other, double gap) {
    // A post and a wall are a circle and a wall.
    if (is_point_wall(wall))
        return compare_end(wall->a, wall, other, gap, 1);
    if (is_point_wall(other))
        return compare_end(other->a, other, wall, gap, 1);
    int least = 1;
    if (wall->extent != CAROM_EXTENT_LINE)
        least = compare_end(wall->a, wall, other, gap, least);
    if (least >= 0 && wall->extent == CAROM_EXTENT_SEGMENT)
        least = compare_end(wall->b, wall, other, gap, least);
    if (least >= 0 && other->extent != CAROM_EXTENT_LINE)
        least = compare_end(other->a, other, wall, gap, least);
    if (least >= 0 && other->extent == CAROM_EXTENT_SEGMENT)
        least = compare_end(other->b, other, wall, gap, least);
    if (least < 0)
        return least;
    if (carom_axes_cross(wall, other))
        return crossing_sign(wall, other, gap);
    // Lines that do not cross are parallel: any point of one is as far from the other.
    const bool has_no_end = wall->extent == CAROM_EXTENT_LINE && other->extent == CAROM_EXTENT_LINE;
    return has_no_end ? compare_end(wall->a, wall, other, gap, least) : least;
}

// The filter at an end: 1 if it is certainly within the gap, -1 if certainly not, else 0. If it is
// not 0, the end, both radii and the gap are valid, and the other wall is a valid segment.
static inline int certain_end(carom_vec2 end, const carom_wall *wall, const carom_wall *other,
                              double gap) {
    double sign;
    if (!carom_detail_certain_reach(carom_circle_make(end, wall->radius), *other, gap, &sign))
        return 0;
    return sign > 0.0 ? 1 : -1;
}

int carom_wall_compare_gap(carom_wall wall, carom_wall other, double gap) {
    const int at_a = certain_end(wall.a, &wall, &other, gap);
    if (at_a > 0)
        return is_valid_wall(&wall) ? -1 : 1;
    if (at_a < 0) {
        const int at_b = certain_end(wall.b, &wall, &other, gap);
        if (at_b > 0)
            return is_valid_wall(&wall) ? -1 : 1;
        // The other wall is valid, and so is this one where it is asked about with certainty.
        const int at_other_a = certain_end(other.a, &other, &wall, gap);
        if (at_other_a > 0)
            return -1;
        const int at_other_b = certain_end(other.b, &other, &wall, gap);
        if (at_other_b > 0)
            return -1;
        if (at_b & at_other_a & at_other_b)
            return carom_axes_cross(&wall, &other) ? crossing_sign(&wall, &other, gap) : 1;
    }
    return is_valid_wall(&wall) && is_valid_wall(&other) && gap >= 0.0 && gap <= DBL_MAX
               ? compare_closely(&wall, &other, gap)
               : 1;
}

const char *carom_wall_relation_name(carom_wall_relation relation) {
    switch (relation) {
    case CAROM_WALL_RELATION_INVALID:
        break;
    case CAROM_WALL_RELATION_SEPARATE:
        return "separate";
    case CAROM_WALL_RELATION_TOUCHING:
        return "touching";
    case CAROM_WALL_RELATION_OVERLAPPING:
        return "overlapping";
    }
    return "invalid";
}
