// Makes the arrays for the fields of hits. Room: above columns.
#include "hit_fields.h"

bool make_fields(hit_fields *out, PyObject **items, int dimensions, const npy_intp *shape) {
    for (int i = 0; i <= FIELDS_COUNT; i++) {
        const int field = i - 1;
        const int type = i == 0                              ? NPY_INT64
                         : field == KIND || field == FEATURE ? NPY_INT8
                                                             : NPY_DOUBLE;
        items[i] = PyArray_SimpleNew(dimensions, shape, type);
        if (items[i] == NULL)
            return false;
        if (field >= 0)
            out->numbers[field] = PyArray_DATA((PyArrayObject *)items[i]);
    }
    out->wall = PyArray_DATA((PyArrayObject *)items[0]);
    out->kind = PyArray_DATA((PyArrayObject *)items[1 + KIND]);
    out->feature = PyArray_DATA((PyArrayObject *)items[1 + FEATURE]);
    return true;
}

void release_items(PyObject **items, int count) {
    for (int i = 0; i < count; i++)
        Py_XDECREF(items[i]);
}
