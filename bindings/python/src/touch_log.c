// A log of the touches of a crowd, and its columns. Room: above operations.
#include "touch_log.h"

#include "impact_log.h"

#include <stdlib.h>

enum { PHASE, BALL, OTHER, WALL, WALL_MOVES, TIME, NX, NY, IMPULSE, COLUMN_COUNT };

void touch_log_add(touch_log *log, const carom_touch *touch) {
    void *rows = log->rows;
    const bool grown = grow_array(&rows, &log->capacity, log->count, sizeof *log->rows);
    log->rows = rows;
    if (grown)
        log->rows[log->count++] = *touch;
    log->failed = log->failed || !grown;
}

void touch_log_clear(touch_log *log) {
    free(log->rows);
    *log = (touch_log){.rows = NULL};
}

static int type_of_column(int column) {
    switch (column) {
    case PHASE:
        return NPY_INT8;
    case BALL:
    case OTHER:
    case WALL:
        return NPY_INT64;
    case WALL_MOVES:
        return NPY_BOOL;
    default:
        return NPY_DOUBLE;
    }
}

static int64_t index_or_none(carom_index index) {
    return index == CAROM_NO_WALL ? -1 : (int64_t)index;
}

static void write_row(void *const *data, size_t row, const carom_touch *t, double time) {
    ((int8_t *)data[PHASE])[row] = (int8_t)t->phase;
    ((int64_t *)data[BALL])[row] = (int64_t)t->ball;
    ((int64_t *)data[OTHER])[row] = index_or_none(t->other);
    ((int64_t *)data[WALL])[row] = index_or_none(t->wall.index);
    ((npy_bool *)data[WALL_MOVES])[row] = t->wall.is_moving;
    ((double *)data[TIME])[row] = time;
    ((double *)data[NX])[row] = t->normal.x;
    ((double *)data[NY])[row] = t->normal.y;
    ((double *)data[IMPULSE])[row] = t->impulse;
}

PyObject *touch_columns(const touch_log *log, double time) {
    if (log->failed)
        return PyErr_NoMemory();
    npy_intp length = (npy_intp)log->count;
    void *data[COLUMN_COUNT];
    PyObject *tuple = PyTuple_New(COLUMN_COUNT);
    for (int k = 0; tuple != NULL && k < COLUMN_COUNT; k++) {
        PyObject *array = PyArray_SimpleNew(1, &length, type_of_column(k));
        if (array == NULL) {
            Py_CLEAR(tuple);
        } else {
            data[k] = PyArray_DATA((PyArrayObject *)array);
            PyTuple_SetItem(tuple, k, array);
        }
    }
    for (size_t row = 0; tuple != NULL && row < log->count; row++)
        write_row(data, row, &log->rows[row], time);
    return tuple;
}
