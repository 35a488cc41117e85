// Walls that move over a frame: the first one that a moving circle meets, and the reflection off
// one.
// Layer: cli.
#ifndef CAROM_CLI_MOVING_WALLS_H
#define CAROM_CLI_MOVING_WALLS_H

#include <carom/moving_wall.h>
#include <carom/response.h>

#include "answers.h"

/// The walls of some answers, of which some move. Start with all zeros.
typedef struct moving_walls {
    const answers *answers;
    /// The walls without a cover, which every query tests.
    uint32_t *uncovered;
    size_t uncovered_count;
} moving_walls;

/// Builds the scene of `a` over a cover for each wall: a wall at rest that contains everything the
/// moving wall sweeps. Returns false on failure, which is reported.
bool moving_walls_build(moving_walls *m, answers *a);

/// Returns the first wall that the circle meets, or with `no_graze` the first that it hits or
/// overlaps at the start. The sweep against each wall is exact. Among walls with the same t, the
/// order of two walls at rest is exact; otherwise it is that of the list. Runs on any thread.
carom_scene_hit moving_walls_first(const moving_walls *m, carom_circle circle, carom_vec2 move,
                                   bool no_graze, const carom_filter *filter);

void moving_walls_free(moving_walls *m);

/// Returns the wall with its displacement.
carom_moving_wall moving_wall_of(carom_wall wall, wall_motion motion);

/// Like carom_circle_reflect, for a wall that moves. The velocity relative to the wall at the
/// contact is reflected.
carom_reflection moving_wall_reflect(carom_circle circle, carom_vec2 move, carom_wall wall,
                                     wall_motion motion);

#endif
