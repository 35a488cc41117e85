// A log of the touches of a crowd, and its columns. Room: above operations.
#ifndef CAROM_PYTHON_TOUCH_LOG_H
#define CAROM_PYTHON_TOUCH_LOG_H

#include "state.h"

#include <stdbool.h>

/// Touches in the order in which they were added. Starts as all zeros.
typedef struct touch_log {
    carom_touch *rows;
    size_t count, capacity;
    /// True if there was no memory for a row.
    bool failed;
} touch_log;

void touch_log_add(touch_log *log, const carom_touch *touch);

/// The rows as a tuple of arrays in the order of carom.crowds.Touches, all with this time. NULL
/// with an exception; also if the log has failed.
PyObject *touch_columns(const touch_log *log, double time);

void touch_log_clear(touch_log *log);

#endif
