// The simulation of `carom run`: all balls, step by step.
// Layer: cli.
#ifndef CAROM_CLI_RUN_SIMULATION_H
#define CAROM_CLI_RUN_SIMULATION_H

#include <stdint.h>

#include <carom/mover.h>

#include "answers.h"
#include "run/check.h"
#include "run/events.h"
#include "run/options.h"

/// Balls on their way. Start with simulation_start.
typedef struct simulation {
    const run_options *options;
    answers *answers;
    /// Where each ball is now, and how many contacts it has had.
    carom_ball *balls;
    uint64_t *contacts;
    /// Balls that overlap a wall and can't be moved.
    bool *stuck;
    /// The paths so far, if there is a picture, else NULL.
    trail *trails;
    double tolerance;
    /// What the mover needs.
    carom_mover mover;
    carom_wall_array array;
    carom_box *boxes;
    bool *one_sided;
    /// The ball being moved, and when its step starts.
    size_t ball;
    double start;
    /// Where it has been in this step: every corner of its way and the end. Kept for the check and
    /// for the paths; `no_memory` if one could not be.
    carom_vec2 *places;
    size_t place_count;
    size_t place_capacity;
    bool no_memory;
    /// Where contacts are logged, or NULL.
    events *events;
    run_check check;
    uint64_t all_contacts;
    uint64_t freed_balls;
    uint64_t stuck_balls;
    /// Time in which balls could not move, summed over the balls.
    double lost;
} simulation;

/// Puts the balls and walls of `a` in place. False if memory is out; free in any case.
bool simulation_start(simulation *s, answers *a, const run_options *options);

/// Moves all balls to the end of the time. Contacts come in order of step, within a step in order
/// of ball, and those of one ball in order of time. False if that failed, which is reported; a
/// failure to log is not, and ends the run.
bool simulation_run(simulation *s);

void simulation_free(simulation *s);

#endif
