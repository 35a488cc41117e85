// The options of `carom run`: parsed and checked, each alone and together.
// Room: cli.
#ifndef CAROM_CLI_RUN_OPTIONS_H
#define CAROM_CLI_RUN_OPTIONS_H

#include <stdint.h>

#include <carom/response.h>

#include "answers.h"

typedef struct run_options {
    bool has_time;
    double time;
    double step;
    /// The number of steps. All have the duration `step` except the last, which ends at `time`.
    uint64_t steps;
    carom_response response;
    bool has_restitution;
    bool has_friction;
    carom_vec2 gravity;
    int one_sided;
    /// Balls collide with each other.
    int balls_collide;
    /// The file of the events, or NULL.
    char *events;
    int summary;
    int check;
} run_options;

/// Parses the arguments of `a` and these options. Returns the same values as arguments_parse. Free
/// the options in any case.
int run_options_parse(run_options *o, answers *a);

/// Returns the start of a step and its duration.
double run_step_start(const run_options *o, uint64_t step);
double run_step_length(const run_options *o, uint64_t step);

void run_options_free(run_options *o);

#endif
