// The walls of `carom run`: those at rest in the scene, and those that move, step by step.
//
// Each step starts where the walls were at the end of the step before, to the last bit.
// Layer: cli.
#ifndef CAROM_CLI_RUN_RUN_WALLS_H
#define CAROM_CLI_RUN_RUN_WALLS_H

#include <stdint.h>

#include <carom/moving_wall_source.h>

#include "answers.h"
#include "run/options.h"

/// Start with all zeros.
typedef struct run_walls {
    /// The row of each wall of the scene, and of each moving wall. NULL if no wall moves; the scene
    /// then has the walls in the order of the rows.
    size_t *rest_rows;
    size_t *moving_rows;
    size_t moving_count;
    /// The moving walls where they are, with their velocities in place of displacements.
    carom_moving_wall *now;
    /// The walls of each step of the current block, with their displacements, and their boxes.
    carom_moving_wall *steps;
    carom_box *boxes;
    uint64_t begin;
} run_walls;

/// Builds the scene of `a` over the walls at rest. Returns false on failure, which is reported.
bool run_walls_start(run_walls *w, answers *a);

/// The number of steps that a block may have.
uint64_t run_walls_block_max(const run_walls *w);

/// Moves the walls through the steps [begin, end), which follow those of the last call. Returns
/// false if a wall leaves the range of double precision, with its row and the step.
bool run_walls_advance(run_walls *w, const run_options *o, uint64_t begin, uint64_t end,
                       size_t *bad_row, uint64_t *bad_step);

/// The moving walls of a step of the block.
carom_moving_wall_list run_walls_at(const run_walls *w, uint64_t step);

/// The row of a wall of the scene, or of a moving wall.
size_t run_walls_row(const run_walls *w, size_t index, bool is_moving);

void run_walls_free(run_walls *w);

#endif
