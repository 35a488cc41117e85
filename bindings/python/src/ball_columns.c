// Reads balls and their settings from columns, and writes their motions to columns.
//
// Room: above operations.
#include "ball_columns.h"

#include <stdlib.h>
#include <string.h>

static const argument fields[BALL_COLUMNS_COUNT] = {
    {.name = "x", .kind = COLUMN_FINITE, .required = true},
    {.name = "y", .kind = COLUMN_FINITE, .required = true},
    {.name = "r", .kind = COLUMN_RADIUS, .required = true},
    {.name = "vx", .kind = COLUMN_FINITE, .required = true},
    {.name = "vy", .kind = COLUMN_FINITE, .required = true},
    {.name = "mask", .kind = COLUMN_UINT32, .missing = UINT32_MAX},
    {.name = "except_group", .kind = COLUMN_UINT32},
    // Codes: Python has made them of words.
    {.name = "response", .kind = COLUMN_UINT32, .missing = CAROM_RESPONSE_KIND_BOUNCE},
    {.name = "restitution", .kind = COLUMN_RADIUS, .missing = 1.0},
    {.name = "friction", .kind = COLUMN_RADIUS},
};

// ---- reading ----

static carom_vec2 vec2_at(const columns *all, int x, npy_intp row) {
    return carom_vec2_make(column_number(&all->items[x], row),
                           column_number(&all->items[x + 1], row));
}

/// False with an exception if the response cannot be that of a ball.
static bool check_response(const char *function, carom_response response, npy_intp row) {
    const char *name = NULL, *demand = NULL;
    PyObject *value = NULL;
    if (response.kind == CAROM_RESPONSE_KIND_PASS) {
        name = "response";
        value = PyUnicode_FromString("pass");
        demand = "must be 'stop', 'slide' or 'bounce': leave walls out by `mask`";
    } else if (response.restitution > 1.0) {
        name = "restitution";
        value = PyFloat_FromDouble(response.restitution);
        demand = "must be 0 to 1";
    }
    if (value != NULL)
        PyErr_Format(PyExc_ValueError, "%s(): %s of ball %zd is %R, %s", function, name,
                     (Py_ssize_t)row, value, demand);
    Py_XDECREF(value);
    return name == NULL;
}

static bool allocate(ball_batch *b, size_t count) {
    b->count = count;
    // One more of each: malloc(0) can return NULL.
    b->balls = malloc((count + 1) * sizeof *b->balls);
    b->responses = malloc((count + 1) * sizeof *b->responses);
    b->filters = malloc((count + 1) * sizeof *b->filters);
    b->motions = malloc((count + 1) * sizeof *b->motions);
    if (b->balls != NULL && b->responses != NULL && b->filters != NULL && b->motions != NULL)
        return true;
    PyErr_NoMemory();
    return false;
}

static bool take_balls(const char *function, const columns *all, ball_batch *b) {
    b->dimensions = all->dimensions;
    memcpy(b->shape, all->shape, sizeof b->shape);
    if (!allocate(b, (size_t)all->count))
        return false;
    for (npy_intp i = 0; i < all->count; i++) {
        b->balls[i] = (carom_ball){vec2_at(all, BALL_X, i), column_number(&all->items[BALL_R], i),
                                   vec2_at(all, BALL_VX, i)};
        b->responses[i] = (carom_response){
            (carom_response_kind)column_integer(&all->items[BALL_RESPONSE], i),
            column_number(&all->items[BALL_RESTITUTION], i),
            column_number(&all->items[BALL_FRICTION], i),
        };
        b->filters[i] = carom_filter_mask(column_integer(&all->items[BALL_MASK], i));
        b->filters[i].except_group = column_integer(&all->items[BALL_EXCEPT_GROUP], i);
        if (!check_response(function, b->responses[i], i))
            return false;
    }
    return true;
}

bool ball_batch_read(const module_state *state, const char *function, PyObject *source,
                     ball_batch *batch) {
    memset(batch, 0, sizeof *batch);
    const signature of = {function, fields, BALL_COLUMNS_COUNT, BALL_COLUMNS_COUNT};
    columns all;
    const bool read =
        columns_read_tuple(state, &of, "balls", source, &all) && take_balls(function, &all, batch);
    columns_release(&all);
    return read;
}

void ball_batch_release(ball_batch *batch) {
    free(batch->balls);
    free(batch->responses);
    free(batch->filters);
    free(batch->motions);
}

// ---- writing ----

/// The arrays of motions in their order. The last dimension of the two of crushed_by is 2.
enum motion_column {
    STATE,
    X,
    Y,
    VX,
    VY,
    CONTACTS,
    LOST,
    CLAMPED,
    OVERLAPPED,
    OVERLAPPED_MOVES,
    FREED_X,
    FREED_Y,
    CRUSHED_BY,
    CRUSHED_BY_MOVES,
    CRUSHED_TIME,
    CRUSHED_IS_FREE,
    HOLD,
    MOTION_COLUMNS_COUNT
};

static int type_of_column(int column) {
    switch (column) {
    case STATE:
    case HOLD:
        return NPY_INT8;
    case CONTACTS:
    case OVERLAPPED:
    case CRUSHED_BY:
        return NPY_INT64;
    case CLAMPED:
    case OVERLAPPED_MOVES:
    case CRUSHED_BY_MOVES:
    case CRUSHED_IS_FREE:
        return NPY_BOOL;
    default:
        return NPY_DOUBLE;
    }
}

static int64_t index_or_none(carom_index index) {
    return index == CAROM_NO_WALL ? -1 : (int64_t)index;
}

static void write_motion(void *const *data, size_t i, const carom_motion *m) {
    ((int8_t *)data[STATE])[i] = (int8_t)m->kind;
    ((double *)data[X])[i] = m->ball.center.x;
    ((double *)data[Y])[i] = m->ball.center.y;
    ((double *)data[VX])[i] = m->ball.velocity.x;
    ((double *)data[VY])[i] = m->ball.velocity.y;
    ((int64_t *)data[CONTACTS])[i] = m->contacts;
    ((double *)data[LOST])[i] = m->lost;
    ((npy_bool *)data[CLAMPED])[i] = m->clamped;
    ((int64_t *)data[OVERLAPPED])[i] = index_or_none(m->overlapped.index);
    ((npy_bool *)data[OVERLAPPED_MOVES])[i] = m->overlapped.is_moving;
    ((double *)data[FREED_X])[i] = m->freed.x;
    ((double *)data[FREED_Y])[i] = m->freed.y;
    for (size_t k = 0; k < 2; k++) {
        ((int64_t *)data[CRUSHED_BY])[2 * i + k] = index_or_none(m->crushed_by[k].index);
        ((npy_bool *)data[CRUSHED_BY_MOVES])[2 * i + k] = m->crushed_by[k].is_moving;
    }
    ((double *)data[CRUSHED_TIME])[i] = m->crushed_time;
    ((npy_bool *)data[CRUSHED_IS_FREE])[i] = m->crushed_is_free;
    ((int8_t *)data[HOLD])[i] = (int8_t)m->hold;
}

PyObject *motion_columns_make(const ball_batch *batch) {
    npy_intp shape[DIMENSIONS_MAX + 1];
    memcpy(shape, batch->shape, sizeof batch->shape);
    shape[batch->dimensions] = 2;
    PyObject *tuple = PyTuple_New(MOTION_COLUMNS_COUNT);
    for (int k = 0; tuple != NULL && k < MOTION_COLUMNS_COUNT; k++) {
        const int pairs = k == CRUSHED_BY || k == CRUSHED_BY_MOVES;
        PyObject *array = PyArray_SimpleNew(batch->dimensions + pairs, shape, type_of_column(k));
        if (array == NULL)
            Py_CLEAR(tuple);
        else
            PyTuple_SetItem(tuple, k, array);
    }
    return tuple;
}

void motion_columns_fill(const ball_batch *batch, PyObject *tuple) {
    void *data[MOTION_COLUMNS_COUNT];
    for (int k = 0; k < MOTION_COLUMNS_COUNT; k++)
        data[k] = PyArray_DATA((PyArrayObject *)PyTuple_GetItem(tuple, k));
    for (size_t i = 0; i < batch->count; i++)
        write_motion(data, i, &batch->motions[i]);
}

PyObject *motion_columns(const ball_batch *batch) {
    PyObject *tuple = motion_columns_make(batch);
    if (tuple != NULL)
        motion_columns_fill(batch, tuple);
    return tuple;
}
