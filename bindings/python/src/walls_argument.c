// Holds the walls at rest while balls move among them. Layer: above operations.
#include "walls_argument.h"

#include <stdlib.h>

static const char capsule_name[] = "carom.walls";

static void destroy_walls(PyObject *capsule) {
    carom_scene_destroy(PyCapsule_GetPointer(capsule, capsule_name), NULL);
}

PyObject *make_walls(PyObject *module, PyObject *args) {
    static const argument fields[] = {
        {.name = "ax", .kind = COLUMN_FINITE, .required = true},
        {.name = "ay", .kind = COLUMN_FINITE, .required = true},
        {.name = "bx", .kind = COLUMN_FINITE, .required = true},
        {.name = "by", .kind = COLUMN_FINITE, .required = true},
        {.name = "wr", .kind = COLUMN_RADIUS, .required = false},
        {.name = "extent", .kind = COLUMN_EXTENT, .required = false},
        {.name = "category", .kind = COLUMN_UINT32, .required = false},
        {.name = "one_sided", .kind = COLUMN_TRUTH, .required = false},
    };
    PyObject *values[8];
    const signature of = {"walls", fields, 8, 8};
    columns all;
    for (int i = 0; i < 8; i++) {
        values[i] = PyTuple_GetItem(args, i);
        if (values[i] == NULL)
            return NULL;
        if (values[i] == Py_None)
            values[i] = NULL;
    }
    carom_scene *scene = NULL;
    if (columns_read(state_of(module), &of, values, &all)) {
        carom_wall *walls = calloc((size_t)all.count + 1, sizeof *walls);
        for (npy_intp i = 0; i < all.count; i++) {
            walls[i] = carom_wall_make(
                carom_vec2_make(column_number(&all.items[0], i), column_number(&all.items[1], i)),
                carom_vec2_make(column_number(&all.items[2], i), column_number(&all.items[3], i)),
                column_number(&all.items[4], i), (carom_extent)column_code(&all.items[5], i));
            walls[i].one_sided = column_code(&all.items[7], i);
            walls[i].category = column_integer(&all.items[6], i);
        }
        if (carom_scene_create(walls, (size_t)all.count, NULL, &scene, NULL) != CAROM_STATUS_OK)
            PyErr_NoMemory();
        free(walls);
    }
    columns_release(&all);
    return scene == NULL ? NULL : PyCapsule_New(scene, capsule_name, destroy_walls);
}

bool walls_hold(const char *function, PyObject *walls, held_walls *held) {
    *held = (held_walls){.fixed = true, .owner = Py_NewRef(walls)};
    if (walls == Py_None)
        return true;
    if (PyCapsule_IsValid(walls, capsule_name)) {
        held->source = carom_scene_wall_source(PyCapsule_GetPointer(walls, capsule_name));
        return true;
    }
    PyErr_Format(PyExc_TypeError, "%s(): the argument walls must be a scene, not %R", function,
                 (PyObject *)Py_TYPE(walls));
    return false;
}

void walls_release(held_walls *held) {
    Py_CLEAR(held->owner);
}
