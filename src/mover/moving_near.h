// The moving walls near one piece of a ball's path: the part of near_walls.h for walls that move.
//
// A piece covers a part of the frame. During it each wall goes straight from where it is at the
// start of the piece to where it is at the end. Inside the mover, the index of a moving wall has
// its highest bit set. Room: mover.
#ifndef CAROM_MOVING_NEAR_H
#define CAROM_MOVING_NEAR_H

#include "carom/world.h"
#include "mover/near_walls.h"

enum { MOVING_NEAR_MAX = 32 };

#define MOVING_BIT UINT32_C(0x80000000)

static inline bool is_moving_index(carom_index index) {
    return (index & MOVING_BIT) != 0;
}

static inline carom_wall_id id_of(carom_index index) {
    const carom_wall_id id = {index & ~MOVING_BIT, is_moving_index(index)};
    return id;
}

typedef struct moving_near {
    carom_moving_wall_source source;
    const carom_filter *filter;
    // The fractions of the frame at the start and at the end of the piece.
    double from, until;
    // True if `walls` has all solid walls near the piece.
    bool is_complete;
    // One-sided walls near the piece are not solid at its start. They can be so later.
    bool has_one_sided;
    int count;
    carom_index index[MOVING_NEAR_MAX];
    carom_moving_wall walls[MOVING_NEAR_MAX];
} moving_near;

// True if both ends have the same displacement.
bool carom_moves_as_a_whole(carom_moving_wall wall);

// The fraction of the frame at a fraction of the piece.
static inline double clock_at(const moving_near *m, double fraction) {
    return fraction < 1.0 ? smaller(m->from + fraction * (m->until - m->from), m->until) : m->until;
}

// True if the filter accepts the wall and the ball does not pass through it.
bool carom_moving_considers(const near_walls *near, carom_index index, const carom_wall *wall);

// True if the wall can stop the circle from the start of the piece on.
bool carom_moving_is_solid(const near_walls *near, carom_index index,
                           const carom_moving_wall *wall);

// Looks for an earlier contact with a moving wall on the path from the circle of `near` to
// first->to, and remembers the walls near it.
void carom_moving_first(near_walls *near, path_contact *first);

// True if the circle can move straight to `place` while the walls move on to the fraction `clock`
// of the frame, without being blocked by any solid moving wall. Exact.
bool carom_moving_is_clear(const near_walls *near, carom_vec2 place, double fraction, double clock);

// A wall that can block a leg. A wall at rest has no displacements.
typedef struct leg_wall {
    carom_index index;
    carom_moving_wall wall;
} leg_wall;

// True if a solid wall does not block the way to `place` until `clock`.
bool carom_leg_is_clear_of(const near_walls *near, carom_vec2 place, double clock,
                           const leg_wall *wall);

// The solid wall with the lowest index that blocks the path to `place` until `clock`. Leaves out
// the walls of `except`. The index is CAROM_NO_WALL if there is none. Queries the sources.
leg_wall carom_leg_blocker(const near_walls *near, carom_vec2 place, double clock,
                           const leg_wall *except, int except_count);

// All walls that are solid for the circle of `near`, where they are at the fraction `clock` of the
// frame, as two-sided walls.
typedef struct walls_at {
    const near_walls *near;
    double clock;
} walls_at;

carom_wall_source carom_walls_at(const walls_at *walls);

// The displacement over the frame of the point of a wall that is nearest to `center`; `at` is the
// wall at that time, `feature` its nearest part.
carom_vec2 carom_move_at(carom_moving_wall wall, carom_wall at, carom_feature feature,
                         carom_vec2 center);

#endif
