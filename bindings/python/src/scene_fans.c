// The queries of a scene about fans of beams: fan, and the distances alone for scan.
//
// A beam is a row of the answer. What belongs to a circle is read once for its fan, and beams that
// are the same for all fans stay as they are: neither is copied for each row. Room: above scene
// filters.
#include "hit_fields.h"
#include "scene.h"
#include "scene_filter.h"
#include "threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CX, CY, R, VX, VY, HITS_ONLY, PASS_ONE_SIDED, MASK, EXCEPT_GROUP };

#define SETTINGS_ARGUMENTS                                                                         \
    {"hits_only", COLUMN_TRUTH, false, 0}, {"pass_one_sided", COLUMN_TRUTH, false, 0},             \
        FILTER_ARGUMENTS

static const argument fan_arguments[] = {
    {"cx", COLUMN_FINITE, true, 0}, {"cy", COLUMN_FINITE, true, 0}, {"r", COLUMN_RADIUS, true, 0},
    {"vx", COLUMN_FINITE, true, 0}, {"vy", COLUMN_FINITE, true, 0}, SETTINGS_ARGUMENTS};
static const signature fan_signature = {"fan", fan_arguments, 10, 5};
static const signature scan_signature = {"scan", fan_arguments, 10, 5};

/// The most beams that are cast at once, and about how many of short fans make a task.
enum { BEAMS_MOST = 512, TASK_BEAMS = 256 };

typedef struct fan_query {
    const carom_scene *scene;
    /// The columns of circles have a row for each fan.
    columns all;
    scene_filter filter;
    PyObject *values[COLUMNS_MAX];
    size_t fans, beams;
    /// From the beams of one fan to those of the next, in bytes: of vx and of vy.
    size_t fan_step[2];
    /// Long fans are cast in this many pieces. Of short ones a task has several.
    size_t pieces, fans_of_task;
    /// False if only distances are asked for.
    bool has_fields;
    hit_fields out;
    double *distance;
    atomic_bool failed;
} fan_query;

// ---- the columns ----

/// False with an exception if a column of circles, with a row for each beam, differs within a fan.
static bool check_fans(const fan_query *q, int index) {
    const column *c = &q->all.items[index];
    for (size_t row = 0; row < q->fans * q->beams; row++) {
        if (memcmp(c->rows + row * c->step, c->rows + row / q->beams * q->beams * c->step,
                   c->step) != 0) {
            PyErr_Format(PyExc_ValueError,
                         "%s(): %s differs between the beams of one circle: the beams are the "
                         "last axis, so for many circles it must have the shape (n, 1)",
                         q->all.of->function, q->all.of->arguments[index].name);
            return false;
        }
    }
    return true;
}

/// Gives a column of circles a row for each fan. False with an exception.
static bool spread_circles(fan_query *q, int index) {
    column *c = &q->all.items[index];
    if (c->array == NULL)
        return true;
    npy_intp shape[DIMENSIONS_MAX];
    const int dimensions = q->all.dimensions, last = PyArray_NDIM(c->array) - 1;
    memcpy(shape, q->all.shape, (size_t)dimensions * sizeof *shape);
    if (PyArray_DIM(c->array, last) == 1) {
        shape[dimensions - 1] = 1;
        return columns_broadcast(&q->all, index, shape);
    }
    if (!columns_broadcast(&q->all, index, shape) || !check_fans(q, index))
        return false;
    c->step *= q->beams;
    return true;
}

/// Gives vx or vy a row for each beam, or for each beam of one fan if all fans have the same.
static bool spread_beams(fan_query *q, int index) {
    column *c = &q->all.items[index];
    q->fan_step[index - VX] = 0;
    if (c->array == NULL)
        return true;
    if (PyArray_SIZE(c->array) == (npy_intp)q->beams &&
        PyArray_DIM(c->array, PyArray_NDIM(c->array) - 1) == (npy_intp)q->beams) {
        c->rows = PyArray_DATA(c->array);
        c->step = sizeof(double);
        return true;
    }
    if (!columns_broadcast(&q->all, index, q->all.shape))
        return false;
    q->fan_step[index - VX] = q->beams * c->step;
    return true;
}

/// Reads the arguments. False with an exception.
static bool read_fans(const module_state *state, fan_query *q) {
    if (!columns_read_apart(state, q->all.of, q->values, &q->all))
        return false;
    const char *function = q->all.of->function;
    if (q->all.dimensions == 0) {
        PyErr_Format(PyExc_ValueError,
                     "%s(): vx and vy are numbers, one of them must be an array of the beams; "
                     "first() casts a single beam",
                     function);
        return false;
    }
    if (q->values[MASK + 2] != NULL && q->values[MASK + 2] != Py_None) {
        PyErr_Format(PyExc_ValueError, "%s(): accept is for single circles: use first()", function);
        return false;
    }
    // An empty fan has no rows, so its length does not matter.
    q->beams = q->all.count == 0 ? 1 : (size_t)q->all.shape[q->all.dimensions - 1];
    q->fans = (size_t)q->all.count / q->beams;
    static const int of_circle[] = {CX, CY, R, HITS_ONLY, PASS_ONE_SIDED, MASK, EXCEPT_GROUP};
    for (size_t i = 0; q->fans != 0 && i < sizeof of_circle / sizeof *of_circle; i++) {
        if (!spread_circles(q, of_circle[i]))
            return false;
    }
    return q->fans == 0 || (spread_beams(q, VX) && spread_beams(q, VY));
}

// ---- casts ----

static carom_circle circle_of_fan(const fan_query *q, size_t fan) {
    const column *c = q->all.items;
    const npy_intp row = (npy_intp)fan;
    return carom_circle_make(
        carom_vec2_make(column_number(&c[CX], row), column_number(&c[CY], row)),
        column_number(&c[R], row));
}

static double beam_number(const fan_query *q, int index, size_t fan, size_t beam) {
    const column *c = &q->all.items[index];
    return *(const double *)(c->rows + fan * q->fan_step[index - VX] + beam * c->step);
}

static carom_cast_settings settings_of_fan(const fan_query *q, size_t fan, carom_filter *room) {
    carom_cast_settings settings = carom_cast_settings_default();
    settings.filter = filter_of_row(&q->filter, (npy_intp)fan, room);
    settings.hits_only = column_code(&q->all.items[HITS_ONLY], (npy_intp)fan) != 0;
    settings.pass_one_sided = column_code(&q->all.items[PASS_ONE_SIDED], (npy_intp)fan) != 0;
    return settings;
}

/// t times the length of a beam: a few ulp off, and in range if the product is.
static double distance_along(carom_vec2 move, double t) {
    const double big = fmax(fabs(move.x), fabs(move.y));
    if (big > 1e-140 && big < 1e140)
        return t * sqrt(carom_vec2_dot(move, move));
    if (big == 0.0)
        return 0.0;
    const double x = move.x / big, y = move.y / big;
    return t * big * sqrt(x * x + y * y);
}

/// Room for the beams that are cast at once.
typedef struct fan_room {
    carom_vec2 moves[BEAMS_MOST];
    carom_scene_hit hits[BEAMS_MOST];
} fan_room;

/// Casts the beams [begin, end) of a fan.
static void cast_beams(fan_query *q, size_t fan, size_t begin, size_t end, fan_room *room) {
    carom_filter filter;
    const carom_cast_settings settings = settings_of_fan(q, fan, &filter);
    const size_t count = end - begin, first = fan * q->beams + begin;
    for (size_t i = 0; i < count; i++)
        room->moves[i] =
            carom_vec2_make(beam_number(q, VX, fan, begin + i), beam_number(q, VY, fan, begin + i));
    carom_scene_fan(q->scene, circle_of_fan(q, fan), room->moves, count, &settings, room->hits);
    for (size_t i = 0; i < count; i++) {
        const carom_scene_hit *hit = &room->hits[i];
        if (q->has_fields)
            write_hit(&q->out, first + i, hit);
        q->distance[first + i] =
            hit->index == CAROM_NO_WALL ? INFINITY : distance_along(room->moves[i], hit->sweep.t);
    }
}

/// A task: a piece of a fan, or some fans.
static void cast_task(void *context, size_t task) {
    fan_query *q = context;
    fan_room *room = malloc(sizeof *room);
    if (room == NULL) {
        atomic_store(&q->failed, true);
        return;
    }
    const size_t piece = task % q->pieces, fan = task / q->pieces * q->fans_of_task;
    const size_t end = q->fans - fan < q->fans_of_task ? q->fans : fan + q->fans_of_task;
    for (size_t f = fan; f < end; f++)
        cast_beams(q, f, piece * q->beams / q->pieces, (piece + 1) * q->beams / q->pieces, room);
    free(room);
}

static void cast_fans(fan_query *q) {
    q->pieces = (q->beams + BEAMS_MOST - 1) / BEAMS_MOST;
    q->fans_of_task = q->beams < TASK_BEAMS ? TASK_BEAMS / q->beams : 1;
    const size_t tasks = (q->fans + q->fans_of_task - 1) / q->fans_of_task * q->pieces;
    PyThreadState *thread = release_gil(q->scene, q->all.count);
    run_tasks(cast_task, q, tasks, tasks > 2 ? threads_limit() : 1);
    take_gil(thread);
}

// ---- the methods ----

/// The answer of fan: items[0] to items[1 + FIELDS_COUNT]; that of scan: only the last of them.
static PyObject *answer_fans(const module_state *state, fan_query *q) {
    PyObject *items[2 + FIELDS_COUNT] = {NULL};
    PyObject **const distance = &items[1 + FIELDS_COUNT];
    const int dimensions = q->all.dimensions;
    if (!q->has_fields || make_fields(&q->out, items, dimensions, q->all.shape))
        *distance = PyArray_SimpleNew(dimensions, q->all.shape, NPY_DOUBLE);
    if (*distance == NULL) {
        release_items(items, 2 + FIELDS_COUNT);
        return NULL;
    }
    q->distance = PyArray_DATA((PyArrayObject *)*distance);
    atomic_init(&q->failed, false);
    cast_fans(q);
    if (atomic_load(&q->failed)) {
        PyErr_NoMemory();
        release_items(items, 2 + FIELDS_COUNT);
        return NULL;
    }
    return q->has_fields
               ? answer_of_items(state->scene_answers[SCENE_ANSWER_FAN], items, 2 + FIELDS_COUNT)
               : *distance;
}

static PyObject *ask_fans(PyObject *self, PyTypeObject *class, const signature *of,
                          PyObject *const *args, Py_ssize_t count, PyObject *keywords) {
    const module_state *state = PyType_GetModuleState(class);
    fan_query q = {.has_fields = of == &fan_signature};
    q.all.of = of;
    PyObject *answer = NULL;
    if (arguments_place(of, args, count, keywords, q.values) && read_fans(state, &q) &&
        filter_read(&q.filter, state, &q.all, q.values, MASK) &&
        (q.scene = scene_begin(self, of->function)) != NULL) {
        answer = answer_fans(state, &q);
        scene_end(self);
    }
    filter_release(&q.filter);
    columns_release(&q.all);
    return answer;
}

METHOD(scene_fan) {
    return ask_fans(self, class, &fan_signature, args, count, keywords);
}

METHOD(scene_scan) {
    return ask_fans(self, class, &scan_signature, args, count, keywords);
}
