// Two walls: which ends their axes have, whether the axes cross, and whether the input is valid.
// Room: rest.
#ifndef CAROM_WALL_GAP_H
#define CAROM_WALL_GAP_H

#include "carom/clearance.h"
#include "numbers.h"
#include "rest/equal_walls.h"

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

// True if the axes of two valid walls cross at a point that is an end of neither.
bool carom_axes_cross(const carom_wall *wall, const carom_wall *other);

#endif
