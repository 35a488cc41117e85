// Walls that move over a frame: the first one that a moving circle meets, and the reflection off
// one.
// Room: cli.
#ifndef CAROM_CLI_MOVING_WALLS_H
#define CAROM_CLI_MOVING_WALLS_H

#include <carom/moving_wall.h>
#include <carom/response.h>

#include "answers.h"

/// The walls of some answers, divided into those at rest and those that move. Start with all zeros.
typedef struct moving_walls {
    const answers *answers;
    /// The row of each wall of the scene of the answers, and of each moving wall. Both ascend.
    size_t *rest_rows;
    size_t *moving_rows;
    size_t rest_count;
    size_t moving_count;
    /// A scene with a cover for each moving wall, and the moving walls that have none. Private.
    carom_scene *covers;
    size_t *uncovered;
    size_t uncovered_count;
} moving_walls;

/// Builds the scene of `a` over the walls at rest. Returns false on failure, which is reported.
bool moving_walls_split(moving_walls *m, answers *a);

/// Splits the walls and builds the covers. Returns false on failure, which is reported.
bool moving_walls_build(moving_walls *m, answers *a);

/// Returns the scene with more walls: the scene of the answers or the covers.
const carom_scene *moving_walls_larger_scene(const moving_walls *m);

/// Returns the first wall that the circle meets, or with `no_graze` the first that it hits or
/// overlaps at the start. The sweep against each wall is exact. Among walls with the same t, those
/// at rest come first, in exact order, and then those that move, in the order of the list. Runs on
/// any thread.
carom_scene_hit moving_walls_first(const moving_walls *m, carom_circle circle, carom_vec2 move,
                                   bool no_graze, const carom_filter *filter);

void moving_walls_free(moving_walls *m);

/// Sets a wall at rest that contains everything that a moving wall sweeps. Returns false if there
/// is none: for rays and lines that move, and beyond the range of doubles.
bool moving_wall_cover(carom_moving_wall wall, carom_wall *cover);

/// Returns the wall with its displacement.
carom_moving_wall moving_wall_of(carom_wall wall, wall_motion motion);

/// Like carom_circle_reflect, for a wall that moves. The velocity relative to the wall at the
/// contact is reflected.
carom_reflection moving_wall_reflect(carom_circle circle, carom_vec2 move, carom_wall wall,
                                     wall_motion motion);

#endif
