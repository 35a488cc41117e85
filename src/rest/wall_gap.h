// Two walls: which ends their axes have, whether the axes cross, and whether the input is valid.
// Room: rest.
#ifndef CAROM_WALL_GAP_H
#define CAROM_WALL_GAP_H

#include "carom/clearance.h"
#include "numbers.h"
#include "rest/equal_walls.h"
#include "rest/orientation_filter.h"
#include "rest/relation_integers.h"

static inline bool is_point_wall(const carom_wall *wall) {
    return are_equal_points(wall->a, wall->b);
}

// The ends of the axis; a point has the end a.
static inline bool has_end_a(const carom_wall *wall) {
    return wall->extent != CAROM_EXTENT_LINE || is_point_wall(wall);
}

static inline bool has_end_b(const carom_wall *wall) {
    return wall->extent == CAROM_EXTENT_SEGMENT && !is_point_wall(wall);
}

// carom_wall_is_valid without branches.
static inline bool is_valid_wall(const carom_wall *w) {
    return (fabs(w->a.x) <= DBL_MAX) & (fabs(w->a.y) <= DBL_MAX) & (fabs(w->b.x) <= DBL_MAX) &
           (fabs(w->b.y) <= DBL_MAX) & (w->radius >= 0.0) & (w->radius <= DBL_MAX) &
           (w->extent <= CAROM_EXTENT_LINE);
}

// The sign of (b - a) x (c - a) for finite points. A product with a factor 0 is 0, and c = b gives
// 0: then level walls and walls end to end need no integers.
static inline int turn_of(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    const int certain = carom_filter_orientation(a, b, c);
    if (certain != 0)
        return certain;
    if ((((a.x == b.x) | (a.y == c.y)) & ((a.y == b.y) | (a.x == c.x))) | are_equal_points(b, c))
        return 0;
    return carom_exact_side(carom_circle_make(c, 0.0), carom_segment(a, b), CAROM_TIER_64);
}

// True if the axes of two valid walls cross at a point that is an end of neither.
bool carom_axes_cross(const carom_wall *wall, const carom_wall *other);

#endif
