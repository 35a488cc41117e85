// The walls of `carom run`: those at rest in the scene, and those that move, step by step.
//
// Each step starts where the walls were at the end of the step before, to the last bit. If many
// balls run among many moving walls, an index over what the walls sweep in the step finds those
// near a ball.
// Room: cli.
#ifndef CAROM_CLI_RUN_RUN_WALLS_H
#define CAROM_CLI_RUN_RUN_WALLS_H

#include <stdint.h>

#include <carom/dynamic_scene.h>
#include <carom/world.h>

#include "answers.h"
#include "moving_walls.h"
#include "run/options.h"

/// Start with all zeros.
typedef struct run_walls {
    /// The walls at rest and those that move. Zero if no wall moves; the scene then has the walls
    /// in the order of the rows.
    moving_walls split;
    /// The moving walls where they are, with their velocities in place of displacements.
    carom_moving_wall *now;
    /// The walls of each step of the current block, with their displacements. Their boxes, NULL
    /// with an index.
    carom_moving_wall *steps;
    carom_box *boxes;
    uint64_t begin;
    /// With an index, a block has one step. The covers of the moving walls, a scene with them, and
    /// the walls without a cover. NULL without an index.
    carom_wall *covers;
    carom_dynamic_scene *index;
    size_t *uncovered;
    size_t uncovered_count;
} run_walls;

/// The moving walls of one step.
typedef struct run_step_walls {
    const run_walls *walls;
    carom_moving_wall_list list;
} run_step_walls;

/// Builds the scene of `a` over the walls at rest. Returns false on failure, which is reported.
bool run_walls_start(run_walls *w, answers *a);

/// The number of steps that a block may have.
uint64_t run_walls_block_max(const run_walls *w);

/// Moves the walls through the steps [begin, end), which follow those of the last call. Returns
/// false if a wall leaves the range of double precision, with its row and the step, or if out of
/// memory, with the row SIZE_MAX.
bool run_walls_advance(run_walls *w, const run_options *o, uint64_t begin, uint64_t end,
                       size_t *bad_row, uint64_t *bad_step);

/// The moving walls of a step of the block.
run_step_walls run_walls_at(const run_walls *w, uint64_t step);

/// These walls as a source, which they must outlive. Its query is NULL if there are none.
carom_moving_wall_source run_step_walls_source(const run_step_walls *walls);

/// The row of a wall of the scene, or of a moving wall.
size_t run_walls_row(const run_walls *w, size_t index, bool is_moving);

void run_walls_free(run_walls *w);

#endif
