// The simulation of `carom run`: all balls, step by step.
// Room: cli.
#ifndef CAROM_CLI_RUN_SIMULATION_H
#define CAROM_CLI_RUN_SIMULATION_H

#include <stdint.h>

#include "answers.h"
#include "run/collide.h"
#include "run/events.h"
#include "run/group.h"

/// Balls in motion. Start with simulation_start.
typedef struct simulation {
    answers *answers;
    run_walls *walls;
    run_state state;
    group *groups;
    size_t group_count;
    /// Used if balls collide with each other: there is one group then.
    collide collide;
    /// The log of contacts, or NULL.
    events *events;
    /// The results of the check, and its fraction of the time.
    run_check check;
    double check_share;
    uint64_t all_contacts;
    uint64_t freed_balls;
    uint64_t stuck_balls;
    uint64_t crushed_balls;
    /// The time during which balls were blocked, summed over the balls.
    double lost;
} simulation;

/// Prepares the balls of `a` among the walls, which must be started. Returns false if out of
/// memory; free it in any case.
bool simulation_start(simulation *s, answers *a, run_walls *walls, const run_options *options);

/// Moves all balls to the end of the time. Contacts are ordered by step, then by ball, then by
/// time; if balls collide, by time. Returns false on failure, which is reported. A failed log ends
/// the run and is not reported here.
bool simulation_run(simulation *s);

void simulation_free(simulation *s);

#endif
