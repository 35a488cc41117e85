// Logs of contacts, which grow while balls move, and the columns made from them.
//
// Each task of a call has a log of its own, so that the order of the rows does not depend on the
// threads. Room: above operations.
#ifndef CAROM_PYTHON_IMPACT_LOG_H
#define CAROM_PYTHON_IMPACT_LOG_H

#include "state.h"

#include <stdbool.h>

/// A contact with a wall, and the row of its ball.
typedef struct impact_row {
    size_t ball;
    carom_impact impact;
} impact_row;

/// Contacts in the order in which they were added. Starts as all zeros.
typedef struct impact_log {
    impact_row *rows;
    size_t count, capacity;
    /// True if there was no memory for a row.
    bool failed;
} impact_log;

/// Makes room for one more item in a growing array. Returns false if out of memory.
bool grow_array(void **items, size_t *capacity, size_t count, size_t size);

void impact_log_add(impact_log *log, size_t ball, const carom_impact *impact);

/// The rows of some logs, one log after the other, as a tuple of arrays in the order of
/// carom.motions.Impacts. NULL with an exception; also if a log has failed.
PyObject *impact_columns(const impact_log *logs, size_t count);

/// Releases the rows. The log is empty then.
void impact_log_clear(impact_log *log);

#endif
