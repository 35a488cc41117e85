// The simulation of `carom run`: all balls, step by step.
// Layer: cli.
#ifndef CAROM_CLI_RUN_SIMULATION_H
#define CAROM_CLI_RUN_SIMULATION_H

#include <stdint.h>

#include "answers.h"
#include "run/events.h"
#include "run/group.h"

/// Balls on their way. Start with simulation_start.
typedef struct simulation {
    answers *answers;
    run_state state;
    group *groups;
    size_t group_count;
    /// Where contacts are logged, or NULL.
    events *events;
    /// What the check has found, and the part of the time that it took.
    run_check check;
    double check_share;
    uint64_t all_contacts;
    uint64_t freed_balls;
    uint64_t stuck_balls;
    /// Time in which balls could not move, summed over the balls.
    double lost;
} simulation;

/// Puts the balls and walls of `a` in place, which has its scene. False if memory is out; free in
/// any case.
bool simulation_start(simulation *s, answers *a, const run_options *options);

/// Moves all balls to the end of the time. Contacts come in order of step, within a step in order
/// of ball, and those of one ball in order of time. False if that failed, which is reported; a
/// failure to log is not, and ends the run.
bool simulation_run(simulation *s);

void simulation_free(simulation *s);

#endif
