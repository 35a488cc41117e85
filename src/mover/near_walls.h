// The walls near one piece of a ball's path: which one is met first, and which places near the path
// the ball can move to instead.
//
// Method: the source is queried once, for the path with a margin on both sides, and only as far as
// the first contact. A wall that the path and its margin certainly miss is not remembered: no place
// within the margin can bring the ball to it. The few others are tested again for every place.
// Room: mover.
#ifndef CAROM_NEAR_WALLS_H
#define CAROM_NEAR_WALLS_H

#include "carom/filter.h"
#include "carom/sweep.h"
#include "carom/world.h"
#include "numbers.h"

enum { NEAR_MAX = 32, PASSED_MAX = 64 };

// The indices of the walls that the ball passes for the rest of the frame.
typedef struct passed_walls {
    carom_index index[PASSED_MAX];
    int count;
} passed_walls;

typedef struct near_wall {
    carom_wall wall;
    // The circle moves away from the wall along the path.
    bool is_left;
} near_wall;

// A piece of a path, and the walls near it.
typedef struct near_walls {
    carom_wall_source source;
    const carom_filter *filter;
    // The moving walls; NULL if there are none.
    struct moving_near *moving;
    // The walls that the ball passes in this frame.
    const passed_walls *passed;
    // The path goes from the centre of the circle to `to`.
    carom_circle circle;
    carom_vec2 to;
    // The start is known to be clear of all solid walls.
    bool starts_clear;
    // Half of the margin on both sides of the path; negative if there is none.
    double margin;
    // The fraction of the path that has been searched.
    double fraction;
    // True if `walls` has all solid walls within the radius and the margin of that part of the
    // path.
    bool is_complete;
    int count;
    near_wall walls[NEAR_MAX];
} near_walls;

// The first contact on the path.
typedef struct path_contact {
    // The end of the path. The path is clear of all walls if neither `found` nor `overlapped`.
    carom_vec2 to;
    bool found;
    carom_index index;
    carom_wall wall;
    carom_sweep sweep;
    // Of a moving wall: the displacement over the frame of the point that is touched, and whether
    // the moves of the ends differ.
    carom_vec2 wall_move;
    bool is_turning;
    // True if the circle overlaps a wall at the start; the lowest index of such a wall.
    bool overlapped;
    carom_index overlapped_index;
} path_contact;

// One ulp of the largest of the coordinates and the radius, or a little more.
static inline double ulp_at(carom_vec2 p, double radius) {
    return larger(larger(larger(fabs(p.x), fabs(p.y)), radius) * DBL_EPSILON, DBL_TRUE_MIN);
}

// True if the ball passes through the wall in this frame.
bool carom_near_passes(const near_walls *near, carom_index index);

// Adds a wall that the ball overlaps at the start and passes. Returns CAROM_NO_WALL, or the wall
// that is one too many: the one with the highest index, so that the order of reports does not
// matter.
carom_index carom_pass_overlapped(passed_walls *passed, carom_index index);

// True if the filter accepts the wall and the ball does not pass through it.
bool carom_near_considers(const near_walls *near, carom_index index, const carom_wall *wall);

// True if the wall can stop the circle. A one-sided wall stops circles on its left that do not
// overlap it.
bool carom_near_is_solid(const near_walls *near, carom_index index, const carom_wall *wall);

// Finds the first contact on the path of a circle to `to`, and remembers the walls near it. The
// caller sets source, filter, moving, passed and starts_clear of `near`; this call sets the rest.
// Moving walls are not considered.
void carom_near_first(near_walls *near, carom_circle circle, carom_vec2 to, path_contact *first);

// True if the place is within half the margin of the point at a fraction of the known part of the
// path. The other half of the margin covers rounding.
bool carom_near_is_within_margin(const near_walls *near, carom_vec2 place, double fraction);

// True if the circle of the last carom_near_first can move straight to `place` without being
// blocked by any solid wall at rest. Exact for every `place` and every `fraction` >= 0. Fastest if
// `place` is close to the point at `fraction` of the path, because the source is not queried then.
bool carom_near_is_clear(const near_walls *near, carom_vec2 place, double fraction);

#endif
