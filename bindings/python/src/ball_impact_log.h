// A log of impacts of two balls, and its columns. Room: above operations.
#ifndef CAROM_PYTHON_BALL_IMPACT_LOG_H
#define CAROM_PYTHON_BALL_IMPACT_LOG_H

#include "state.h"

#include <stdbool.h>

/// Impacts in the order in which they were added. Starts as all zeros.
typedef struct ball_impact_log {
    carom_ball_impact *rows;
    size_t count, capacity;
    /// True if there was no memory for a row.
    bool failed;
} ball_impact_log;

void ball_impact_log_add(ball_impact_log *log, const carom_ball_impact *impact);

/// The rows as a tuple of arrays in the order of carom.answers.BallImpacts. NULL with an exception;
/// also if the log has failed.
PyObject *ball_impact_columns(const ball_impact_log *log);

void ball_impact_log_clear(ball_impact_log *log);

#endif
