// `carom run --check`: verifies exactly that no ball passes through or overlaps a wall.
//
// The check uses the exact queries of the library on the positions of a ball. It is independent of
// the mover's computations.
// Room: cli.
#ifndef CAROM_CLI_RUN_CHECK_H
#define CAROM_CLI_RUN_CHECK_H

#include <stdint.h>

#include <carom/mover.h>

#include "csv/shapes.h"

/// The counts. Set the walls, their materials and the filter of the ball's walls, and leave the
/// rest zero.
typedef struct run_check {
    carom_wall_source walls;
    /// NULL if there are none. Balls may go through sensors.
    const wall_material *materials;
    const carom_filter *filter;
    /// The walls that move in this frame.
    carom_moving_wall_source moving;
    /// The number of checked straight legs, and of those that pass through or overlap a wall.
    uint64_t legs;
    uint64_t escapes;
    /// The number of checked ends of frames, and of those that overlap a wall.
    uint64_t places;
    uint64_t overlaps;
    int64_t spent_ns;
} run_check;

/// Checks one ball over a frame in which walls move: each leg against the walls at rest, and
/// against the moving walls from where they are at its start to where they are at its end.
void run_check_legs(run_check *c, double radius, const carom_leg *legs, size_t count);

/// What is found about a leg: it passes through or overlaps something, and so does its end.
typedef struct run_verdict {
    bool escapes;
    bool overlaps;
} run_verdict;

/// Asks the walls that the filter accepts about a straight leg; with `ends_here` it is the last one
/// of a frame. Counts nothing, so several threads can ask at the same time.
run_verdict run_check_ask(const run_check *c, const carom_filter *filter, double radius,
                          const carom_leg *leg, bool ends_here);

/// Adds a leg to the counts.
void run_check_count(run_check *c, bool ends_here, run_verdict verdict);

/// Checks one ball over a frame: straight legs from its start through all positions to its end.
void run_check_frame(run_check *c, carom_circle start, const carom_vec2 *places, size_t count,
                     carom_vec2 end);

#endif
