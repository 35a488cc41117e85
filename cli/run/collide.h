// Balls of `carom run --balls-collide`: one group, in which balls collide with each other.
// Layer: cli.
#ifndef CAROM_CLI_RUN_COLLIDE_H
#define CAROM_CLI_RUN_COLLIDE_H

#include <carom/crowd.h>

#include "run/check_balls.h"
#include "run/group.h"

/// What the group needs in addition. Start with collide_start.
typedef struct collide {
    group *group;
    /// 1 / mass of each ball, in units of the largest ball. NULL if all masses are equal.
    double *inverse_masses;
    carom_motion *motions;
    void *scratch;
    /// The ball that moves, as the crowd tells.
    size_t moving;
    /// The legs of the step, in the order in which they happen, and the balls where they start,
    /// after a depenetration.
    run_ball_leg *legs;
    size_t leg_count;
    size_t leg_capacity;
    carom_circle *starts;
    run_check_balls check;
    /// The number of impacts of two balls.
    uint64_t impacts;
} collide;

/// Prepares the group, which has all balls. Returns false if out of memory; free it in any case.
bool collide_start(collide *c, group *g);

/// Like group_move.
void collide_move(collide *c, uint64_t begin, uint64_t end);

void collide_free(collide *c);

#endif
