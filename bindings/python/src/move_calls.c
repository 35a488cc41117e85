// Depenetration of circles, and the list of the calls that move. Room: above operations.
#include "move_calls.h"

#include "ball_caches.h"
#include "columns.h"
#include "crowd_keeper.h"
#include "threads.h"
#include "walls_argument.h"

/// Circles of one task.
#define TASK_CIRCLES 512

enum { X, Y, R, MASK, EXCEPT_GROUP, COLUMN_COUNT };
enum { FOUND, OVERLAPPED, WALL, OUT_X, OUT_Y, ARRAY_COUNT };

/// The work of one call.
typedef struct circles {
    columns all;
    held_walls walls;
    void *out[ARRAY_COUNT];
} circles;

static void free_block(void *data, size_t task) {
    const circles *c = data;
    const columns *all = &c->all;
    const npy_intp begin = (npy_intp)task * TASK_CIRCLES;
    const npy_intp end = all->count - begin < TASK_CIRCLES ? all->count : begin + TASK_CIRCLES;
    for (npy_intp i = begin; i < end; i++) {
        carom_filter filter = carom_filter_mask(column_integer(&all->items[MASK], i));
        filter.except_group = column_integer(&all->items[EXCEPT_GROUP], i);
        const carom_circle circle = carom_circle_make(
            carom_vec2_make(column_number(&all->items[X], i), column_number(&all->items[Y], i)),
            column_number(&all->items[R], i));
        const carom_depenetration d = carom_circle_depenetrate(circle, c->walls.source, &filter);
        ((npy_bool *)c->out[FOUND])[i] = d.found;
        ((npy_bool *)c->out[OVERLAPPED])[i] = d.overlapped;
        ((int64_t *)c->out[WALL])[i] = d.wall == CAROM_NO_WALL ? -1 : (int64_t)d.wall;
        ((double *)c->out[OUT_X])[i] = d.center.x;
        ((double *)c->out[OUT_Y])[i] = d.center.y;
    }
}

/// Makes the arrays of the answer: a new tuple, or NULL with an exception.
static PyObject *make_arrays(circles *c) {
    PyObject *tuple = PyTuple_New(ARRAY_COUNT);
    for (int k = 0; tuple != NULL && k < ARRAY_COUNT; k++) {
        const int type = k < WALL ? NPY_BOOL : k == WALL ? NPY_INT64 : NPY_DOUBLE;
        PyObject *array = PyArray_SimpleNew(c->all.dimensions, c->all.shape, type);
        if (array == NULL) {
            Py_CLEAR(tuple);
        } else {
            c->out[k] = PyArray_DATA((PyArrayObject *)array);
            PyTuple_SetItem(tuple, k, array);
        }
    }
    return tuple;
}

PyObject *depenetrate(PyObject *module, PyObject *args) {
    static const argument fields[COLUMN_COUNT] = {
        {.name = "cx", .kind = COLUMN_FINITE, .required = true},
        {.name = "cy", .kind = COLUMN_FINITE, .required = true},
        {.name = "r", .kind = COLUMN_RADIUS, .required = true},
        {.name = "mask", .kind = COLUMN_UINT32, .missing = UINT32_MAX},
        {.name = "except_group", .kind = COLUMN_UINT32},
    };
    static const signature of = {"depenetrate", fields, COLUMN_COUNT, COLUMN_COUNT};
    PyObject *walls, *values[COLUMN_COUNT];
    if (!PyArg_ParseTuple(args, "OOOOOO:depenetrate", &walls, &values[X], &values[Y], &values[R],
                          &values[MASK], &values[EXCEPT_GROUP]))
        return NULL;
    for (int k = MASK; k < COLUMN_COUNT; k++)
        values[k] = values[k] == Py_None ? NULL : values[k];
    circles c = {.walls.scene = NULL};
    PyObject *answer = NULL;
    if (columns_read(state_of(module), &of, values, &c.all) &&
        walls_hold(state_of(module), "depenetrate", walls, &c.walls)) {
        answer = make_arrays(&c);
        if (answer != NULL) {
            Py_BEGIN_ALLOW_THREADS;
            run_tasks(free_block, &c, ((size_t)c.all.count + TASK_CIRCLES - 1) / TASK_CIRCLES,
                      threads_limit());
            Py_END_ALLOW_THREADS;
        }
    }
    columns_release(&c.all);
    walls_release(&c.walls);
    return answer;
}

int add_move_calls(PyObject *module) {
    static PyMethodDef calls[] = {
        {"check_moving_walls", check_moving_walls, METH_VARARGS,
         "Raises the exception that a call with these moving walls would raise."},
        {"crowd_asleep", crowd_asleep, METH_VARARGS, "The mask of Crowd.asleep."},
        {"crowd_bytes", crowd_bytes, METH_O, "What a crowd remembers."},
        {"crowd_load", crowd_load, METH_VARARGS, "Replaces what a crowd remembers."},
        {"crowd_remove", crowd_remove, METH_VARARGS, "Tells a crowd that a ball is removed."},
        {"crowd_wake", crowd_wake, METH_VARARGS, "Wakes a ball, or all."},
        {"depenetrate", depenetrate, METH_VARARGS, "The numbers of carom.depenetrate."},
        {"make_ball_caches", make_ball_caches, METH_O, "Empty caches for a number of balls."},
        {"make_crowd", make_crowd, METH_NOARGS, "A crowd that remembers nothing."},
        {"move_ball", move_ball, METH_VARARGS, "The numbers of carom.move_ball."},
        {"move_balls", move_balls, METH_VARARGS, "The numbers of carom.move_balls."},
        {"move_character", move_character, METH_VARARGS, "The numbers of Character.move."},
        {"move_crowd", move_crowd, METH_VARARGS,
         "The numbers of Crowd.step; without a crowd only their number, if all is right."},
        {NULL, NULL, 0, NULL},
    };
    return PyModule_AddFunctions(module, calls);
}
