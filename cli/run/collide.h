// Balls of `carom run --balls-collide`: one group, in which balls collide with each other.
// Room: cli.
#ifndef CAROM_CLI_RUN_COLLIDE_H
#define CAROM_CLI_RUN_COLLIDE_H

#include <carom/crowd.h>

#include "run/check_balls.h"
#include "run/group.h"
#include "run/laws.h"

/// What the group needs in addition. Start with collide_start.
typedef struct collide {
    group *group;
    carom_crowd *crowd;
    /// 1 / mass of each ball, in units of the largest ball. NULL if all masses are equal.
    double *inverse_masses;
    /// The filter of the walls of each ball. NULL if no ball has a mask.
    carom_filter *filters;
    carom_motion *motions;
    carom_task_runner runner;
    /// The ball of a callback, as the crowd tells.
    carom_index moving;
    /// The legs of the step, in order of time, and the balls where they start, after a
    /// depenetration.
    run_ball_leg *legs;
    size_t leg_count;
    size_t leg_capacity;
    carom_circle *starts;
    run_check_balls check;
    laws laws;
    /// The number of impacts of two balls, that of balls held in a step, summed over the steps, and
    /// that of balls asleep at the end.
    uint64_t impacts;
    uint64_t held;
    size_t asleep;
} collide;

/// Prepares the group, which has all balls. Returns false if out of memory; free it in any case.
bool collide_start(collide *c, group *g);

/// Like group_move. The impacts of a step are noted in order of time.
void collide_move(collide *c, uint64_t begin, uint64_t end);

void collide_free(collide *c);

#endif
