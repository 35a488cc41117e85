// `carom run --balls-collide --check`: verifies exactly that no ball passes through or overlaps
// another ball or a wall at any time of a step.
//
// All balls move at the same time. So each leg of a path is checked against all legs of other balls
// that belong to a part of the same time (legs_apart.h), and against the walls.
// Room: cli.
#ifndef CAROM_CLI_RUN_CHECK_BALLS_H
#define CAROM_CLI_RUN_CHECK_BALLS_H

#include "run/check.h"
#include "run/legs_apart.h"

/// A straight leg of a ball.
typedef struct run_ball_leg {
    size_t ball;
    carom_leg leg;
} run_ball_leg;

/// The balls of a step.
typedef struct run_step_balls {
    /// How long the step takes.
    double time;
    size_t count;
    /// The balls at the start, after a depenetration.
    const carom_circle *starts;
    /// The filter of the walls of each ball; NULL: that of the check.
    const carom_filter *filters;
    /// The results of the step.
    const carom_motion *ends;
    /// The legs of all balls, those of a ball in order of time.
    const run_ball_leg *legs;
    size_t leg_count;
} run_step_balls;

typedef struct path_leg path_leg;

/// The paths of the balls in a step. Start with all zeros.
typedef struct run_check_balls {
    path_leg *legs;
    size_t leg_capacity;
    size_t leg_count;
    carom_wall *covers;
    size_t cover_capacity;
    /// For each ball, its last leg so far.
    size_t *last;
    size_t last_capacity;
} run_check_balls;

/// Checks the balls over a step among the walls of `c`, and adds to its counts. A ball that is
/// stuck only stands in the way, and so does a ball that is crushed from where its legs end.
/// Returns false if out of memory.
bool run_check_balls_frame(run_check_balls *b, run_check *c, const run_step_balls *step);

void run_check_balls_free(run_check_balls *b);

#endif
