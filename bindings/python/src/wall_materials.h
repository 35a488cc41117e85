// Materials and sensors among walls: the response at a wall, looked up by its group and category.
// Room: above operations.
#ifndef CAROM_PYTHON_WALL_MATERIALS_H
#define CAROM_PYTHON_WALL_MATERIALS_H

#include "python.h"

#include <stdbool.h>

/// All zeros: no materials and no sensors. The bytes belong to the arguments of the call.
typedef struct wall_materials {
    /// The categories of walls that balls go through.
    uint32_t sensors;
    /// The groups as uint32_t, rising, and for each its restitution and friction as doubles.
    const char *groups;
    const char *numbers;
    size_t count;
} wall_materials;

/// Reads what packed() of carom/_materials.py has made; None is no materials and no sensors. False
/// with an exception.
bool wall_materials_read(PyObject *source, wall_materials *materials);

/// True if a wall can have another response than the ball's.
bool wall_materials_matter(const wall_materials *materials);

/// Sets the response at a wall. `*response` is that of the ball before the call. Needs no GIL.
void wall_materials_respond(const wall_materials *materials, const carom_wall *wall,
                            carom_response *response);

#endif
