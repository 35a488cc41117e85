// `carom run --balls-collide --check`: verifies that momentum and energy stay where they must.
//
// Without gravity, impacts of two balls keep the sum of their momentum. So it stays in a step in
// which no ball touches a wall. With restitution 1 and no friction the kinetic energy stays in
// every step, if no wall moves. Steps are left out in which a ball could not go on, jumped to a
// free place or was crushed. Room: cli.
#ifndef CAROM_CLI_RUN_LAWS_H
#define CAROM_CLI_RUN_LAWS_H

#include <stdint.h>

#include <carom/crowd.h>

/// A sum that carries its rounding errors along.
typedef struct laws_sum {
    double sum;
    double error;
} laws_sum;

/// Sums over all balls.
typedef struct laws_totals {
    laws_sum momentum_x;
    laws_sum momentum_y;
    /// Twice the kinetic energy.
    laws_sum energy;
} laws_totals;

/// Set the first group, and leave the rest zero.
typedef struct laws {
    /// 1 / mass of each ball; NULL: all masses are 1.
    const double *inverse_masses;
    size_t count;
    /// Which law holds, unless something happens in a step that ends it.
    bool keeps_momentum;
    bool keeps_energy;

    /// The number of steps in which a law was verified, and of those that broke it.
    uint64_t momentum_steps;
    uint64_t momentum_breaks;
    uint64_t energy_steps;
    uint64_t energy_breaks;
    /// The step: the sums at its start, and whether a ball touches a wall in it.
    laws_totals start;
    bool touches_wall;
} laws;

/// Starts a step.
void laws_start_step(laws *l, const carom_ball *balls);

/// Takes notice of a touch, as in carom_crowd_settings.on_touch.
void laws_note_touch(laws *l, const carom_touch *touch);

/// Verifies the laws at the end of the step. `contacts` is the number of contacts of all balls.
void laws_end_step(laws *l, const carom_ball *balls, const carom_crowd_motion *motion,
                   uint64_t contacts);

#endif
