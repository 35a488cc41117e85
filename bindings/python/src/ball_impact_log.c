// A log of impacts of two balls, and its columns. Room: above operations.
#include "ball_impact_log.h"

#include "impact_log.h"

#include <stdlib.h>

/// The columns: two of indices, then doubles.
enum { INDICES = 2, NUMBER_COUNT = 15, COLUMN_COUNT = INDICES + NUMBER_COUNT };

void ball_impact_log_add(ball_impact_log *log, const carom_ball_impact *impact) {
    void *rows = log->rows;
    const bool grown = grow_array(&rows, &log->capacity, log->count, sizeof *log->rows);
    log->rows = rows;
    if (grown)
        log->rows[log->count++] = *impact;
    log->failed = log->failed || !grown;
}

void ball_impact_log_clear(ball_impact_log *log) {
    free(log->rows);
    *log = (ball_impact_log){.rows = NULL};
}

static void write_row(void *const *data, size_t row, const carom_ball_impact *i) {
    ((int64_t *)data[0])[row] = (int64_t)i->first;
    ((int64_t *)data[1])[row] = (int64_t)i->second;
    const double values[NUMBER_COUNT] = {
        i->time,
        i->first_center.x,
        i->first_center.y,
        i->second_center.x,
        i->second_center.y,
        i->normal.x,
        i->normal.y,
        i->first_before.x,
        i->first_before.y,
        i->second_before.x,
        i->second_before.y,
        i->first_after.x,
        i->first_after.y,
        i->second_after.x,
        i->second_after.y,
    };
    for (int k = 0; k < NUMBER_COUNT; k++)
        ((double *)data[INDICES + k])[row] = values[k];
}

PyObject *ball_impact_columns(const ball_impact_log *log) {
    if (log->failed)
        return PyErr_NoMemory();
    npy_intp length = (npy_intp)log->count;
    void *data[COLUMN_COUNT];
    PyObject *tuple = PyTuple_New(COLUMN_COUNT);
    for (int k = 0; tuple != NULL && k < COLUMN_COUNT; k++) {
        PyObject *array = PyArray_SimpleNew(1, &length, k < INDICES ? NPY_INT64 : NPY_DOUBLE);
        if (array == NULL) {
            Py_CLEAR(tuple);
        } else {
            data[k] = PyArray_DATA((PyArrayObject *)array);
            PyTuple_SetItem(tuple, k, array);
        }
    }
    for (size_t row = 0; tuple != NULL && row < log->count; row++)
        write_row(data, row, &log->rows[row]);
    return tuple;
}
