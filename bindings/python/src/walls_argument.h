// The walls at rest of a call that moves balls. Layer: above operations.
#ifndef CAROM_PYTHON_WALLS_ARGUMENT_H
#define CAROM_PYTHON_WALLS_ARGUMENT_H

#include "columns.h"

/// Walls that stay as they are while they are held.
typedef struct held_walls {
    carom_wall_source source;
    /// True if the walls never change: then caches of them stay valid.
    bool fixed;
    PyObject *owner;
} held_walls;

/// Holds the walls of `walls`: None for no walls, or a scene. Needs the GIL; the source may then be
/// used without it. False with an exception that starts with `function`.
bool walls_hold(const char *function, PyObject *walls, held_walls *held);

/// Lets the walls go. Needs the GIL.
void walls_release(held_walls *held);

/// Makes walls from columns.
PyObject *make_walls(PyObject *module, PyObject *args);

#endif
