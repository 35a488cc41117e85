// Moving walls of one frame, from the columns of a call. Room: above operations.
#ifndef CAROM_PYTHON_MOVING_WALLS_H
#define CAROM_PYTHON_MOVING_WALLS_H

#include "columns.h"

/// Moving walls over one frame.
typedef struct moving_walls {
    carom_moving_wall *walls;
    carom_box *boxes;
    carom_moving_wall_list list;
} moving_walls;

/// Reads moving walls: `source` is None for no walls, or a tuple of the columns ax, ay, bx, by, wr,
/// extent, avx, avy, bvx, bvy, one_sided, category, group, where None stands for the default. The
/// velocities times `time` are the displacements over the frame. False with an exception that
/// starts with `function`. Call moving_walls_release in both cases.
bool moving_walls_read(const module_state *state, const char *function, PyObject *source,
                       double time, moving_walls *moving);

/// The walls as a source. `moving` must outlive it and stay where it is.
carom_moving_wall_source moving_walls_source(const moving_walls *moving);

void moving_walls_release(moving_walls *moving);

#endif
