// The walls at rest of a call that moves balls. Room: above scenes.
#ifndef CAROM_PYTHON_WALLS_ARGUMENT_H
#define CAROM_PYTHON_WALLS_ARGUMENT_H

#include "scene.h"

/// Walls that stay as they are while they are held.
typedef struct held_walls {
    carom_wall_source source;
    /// True if the walls never change: then caches of them stay valid.
    bool fixed;
    /// The scene; NULL for no walls.
    PyObject *scene;
} held_walls;

/// Holds the walls of `walls`: None for no walls, or a scene. The source may then be used without
/// the GIL. False with an exception that starts with `function`, also if another thread is editing
/// the scene.
bool walls_hold(const module_state *state, const char *function, PyObject *walls, held_walls *held);

/// Lets the walls go. Needs the GIL.
void walls_release(held_walls *held);

#endif
