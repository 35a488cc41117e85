// The corners of a path, and the array made from them. Room: above operations.
#include "path.h"

#include "impact_log.h"

#include <stdlib.h>

void path_add(path *p, carom_vec2 corner) {
    void *corners = p->corners;
    const bool grown = grow_array(&corners, &p->capacity, p->count, sizeof corner);
    p->corners = corners;
    if (grown)
        p->corners[p->count++] = corner;
    p->failed = p->failed || !grown;
}

PyObject *path_array(const path *p, const carom_vec2 *start) {
    const size_t before = start != NULL;
    npy_intp shape[2] = {(npy_intp)(before + p->count), 2};
    PyObject *array = p->failed ? PyErr_NoMemory() : PyArray_SimpleNew(2, shape, NPY_DOUBLE);
    double *numbers = array == NULL ? NULL : PyArray_DATA((PyArrayObject *)array);
    for (size_t i = 0; array != NULL && i < before + p->count; i++) {
        const carom_vec2 corner = i < before ? *start : p->corners[i - before];
        numbers[2 * i] = corner.x;
        numbers[2 * i + 1] = corner.y;
    }
    return array;
}

void path_clear(path *p) {
    free(p->corners);
    *p = (path){.corners = NULL};
}
