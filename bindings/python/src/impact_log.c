// Logs of contacts with walls, and the columns made from them. Room: above operations.
#include "impact_log.h"

#include <stdlib.h>

bool grow_array(void **items, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity)
        return true;
    const size_t larger = *capacity < 8 ? 16 : 2 * *capacity;
    void *grown = larger > SIZE_MAX / size ? NULL : realloc(*items, larger * size);
    if (grown == NULL)
        return false;
    *items = grown;
    *capacity = larger;
    return true;
}

void impact_log_add(impact_log *log, size_t ball, const carom_impact *impact) {
    void *rows = log->rows;
    const bool grown = grow_array(&rows, &log->capacity, log->count, sizeof *log->rows);
    log->rows = rows;
    if (grown)
        log->rows[log->count++] = (impact_row){ball, *impact};
    log->failed = log->failed || !grown;
}

void impact_log_clear(impact_log *log) {
    free(log->rows);
    *log = (impact_log){.rows = NULL};
}

// ---- columns ----

/// The columns in their order: numbers of the ball and of the wall, then codes, then doubles.
enum { BALL, WALL, WALL_MOVES, FEATURE, NUMBERS, NUMBER_COUNT = 13, COLUMN_COUNT = 17 };

static void write_numbers(double *const *numbers, size_t row, const carom_impact *i) {
    const double values[NUMBER_COUNT] = {
        i->time,     i->center.x,        i->center.y,        i->point.x,  i->point.y,
        i->normal.x, i->normal.y,        i->before.x,        i->before.y, i->after.x,
        i->after.y,  i->wall_velocity.x, i->wall_velocity.y,
    };
    for (int k = 0; k < NUMBER_COUNT; k++)
        numbers[k][row] = values[k];
}

static void write_rows(PyObject *const *arrays, const impact_log *logs, size_t count) {
    void *data[COLUMN_COUNT];
    double *numbers[NUMBER_COUNT];
    for (int k = 0; k < COLUMN_COUNT; k++)
        data[k] = PyArray_DATA((PyArrayObject *)arrays[k]);
    for (int k = 0; k < NUMBER_COUNT; k++)
        numbers[k] = data[NUMBERS + k];
    size_t row = 0;
    for (size_t l = 0; l < count; l++) {
        for (size_t i = 0; i < logs[l].count; i++, row++) {
            const impact_row *from = &logs[l].rows[i];
            ((int64_t *)data[BALL])[row] = (int64_t)from->ball;
            ((int64_t *)data[WALL])[row] = (int64_t)from->impact.id.index;
            ((npy_bool *)data[WALL_MOVES])[row] = from->impact.id.is_moving;
            ((int8_t *)data[FEATURE])[row] = (int8_t)from->impact.feature;
            write_numbers(numbers, row, &from->impact);
        }
    }
}

PyObject *impact_columns(const impact_log *logs, size_t count) {
    size_t rows = 0;
    for (size_t l = 0; l < count; l++) {
        if (logs[l].failed)
            return PyErr_NoMemory();
        rows += logs[l].count;
    }
    npy_intp length = (npy_intp)rows;
    PyObject *arrays[COLUMN_COUNT];
    PyObject *tuple = PyTuple_New(COLUMN_COUNT);
    for (int k = 0; tuple != NULL && k < COLUMN_COUNT; k++) {
        const int type = k <= WALL         ? NPY_INT64
                         : k == WALL_MOVES ? NPY_BOOL
                         : k == FEATURE    ? NPY_INT8
                                           : NPY_DOUBLE;
        arrays[k] = PyArray_SimpleNew(1, &length, type);
        if (arrays[k] == NULL)
            Py_CLEAR(tuple);
        else
            PyTuple_SetItem(tuple, k, arrays[k]);
    }
    if (tuple != NULL)
        write_rows(arrays, logs, count);
    return tuple;
}
