// The path of a ball or a character in a frame: corners, which are added while it moves.
//
// Room: above operations.
#ifndef CAROM_PYTHON_PATH_H
#define CAROM_PYTHON_PATH_H

#include "state.h"

#include <stdbool.h>

/// Corners in order of time. Starts as all zeros.
typedef struct path {
    carom_vec2 *corners;
    size_t count, capacity;
    /// True if there was no memory for a corner.
    bool failed;
} path;

void path_add(path *p, carom_vec2 corner);

/// The corners as an array of shape (n, 2), after `start` if it is not NULL. NULL with an
/// exception; also if the path has failed.
PyObject *path_array(const path *p, const carom_vec2 *start);

void path_clear(path *p);

#endif
