// `carom run --balls-collide --check`: verifies exactly that no ball passes through or overlaps
// another ball.
//
// At any time one ball moves and the others stand. So each leg is checked against the posts that
// the other balls are at that moment.
// Layer: cli.
#ifndef CAROM_CLI_RUN_CHECK_BALLS_H
#define CAROM_CLI_RUN_CHECK_BALLS_H

#include <carom/dynamic_scene.h>

#include "run/check.h"

/// A straight leg of a ball.
typedef struct run_ball_leg {
    size_t ball;
    carom_leg leg;
} run_ball_leg;

/// The balls as posts where they stand. Start with all zeros.
typedef struct run_check_balls {
    carom_wall *posts;
    carom_dynamic_scene *scene;
} run_check_balls;

/// Checks `count` balls over a frame: all legs in the order in which they happen, among the walls
/// of `c` and among the balls. `starts` are the balls at the start, after a depenetration, and
/// `ends` at the end. Balls that are stuck only stand in the way. A ball that is crushed goes to
/// its end at a time that is not known. Adds to the counts of `c`. Returns false if out of memory.
bool run_check_balls_frame(run_check_balls *b, run_check *c, size_t count,
                           const carom_circle *starts, const carom_motion *ends,
                           const run_ball_leg *legs, size_t leg_count);

void run_check_balls_free(run_check_balls *b);

#endif
