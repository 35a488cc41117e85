// Balls from the columns of a call, and the columns of what became of them.
//
// Room: above operations.
#ifndef CAROM_PYTHON_BALL_COLUMNS_H
#define CAROM_PYTHON_BALL_COLUMNS_H

#include "columns.h"

/// The columns of a call, in this order.
enum ball_column {
    BALL_X,
    BALL_Y,
    BALL_R,
    BALL_VX,
    BALL_VY,
    BALL_MASK,
    BALL_EXCEPT_GROUP,
    BALL_RESPONSE,
    BALL_RESTITUTION,
    BALL_FRICTION,
    BALL_COLUMNS_COUNT
};

/// Balls with their settings, row by row. All are copies, so that threads read what was checked.
typedef struct ball_batch {
    /// The common shape of the columns, and its number of rows.
    npy_intp shape[DIMENSIONS_MAX];
    int dimensions;
    size_t count;
    carom_ball *balls;
    carom_response *responses;
    /// The walls that exist for each ball.
    carom_filter *filters;
    carom_motion *motions;
} ball_batch;

/// Reads balls from a tuple of BALL_COLUMNS_COUNT columns, where None stands for the default: all
/// walls, bounce, restitution 1, friction 0. False with an exception that starts with
/// `function`. Call ball_batch_release in both cases.
bool ball_batch_read(const module_state *state, const char *function, PyObject *source,
                     ball_batch *batch);

/// The motions as a tuple of arrays of the common shape, in the order of carom.motions.Motion
/// without its events. NULL with an exception.
PyObject *motion_columns(const ball_batch *batch);

/// The same in two steps: the second one writes the motions, and cannot fail.
PyObject *motion_columns_make(const ball_batch *batch);
void motion_columns_fill(const ball_batch *batch, PyObject *tuple);

void ball_batch_release(ball_batch *batch);

#endif
