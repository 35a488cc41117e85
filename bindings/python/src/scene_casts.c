// The queries of a scene about moving circles: first, sweep_all, fan. Room: above scene
// filters.
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

static const argument cast_arguments[] = {
    {"cx", COLUMN_FINITE, true, 0}, {"cy", COLUMN_FINITE, true, 0}, {"r", COLUMN_RADIUS, true, 0},
    {"vx", COLUMN_FINITE, true, 0}, {"vy", COLUMN_FINITE, true, 0}, SETTINGS_ARGUMENTS};
static const signature first_signature = {"first", cast_arguments, 10, 5};
static const signature sweep_all_signature = {"sweep_all", cast_arguments, 10, 5};
static const signature fan_signature = {"fan", cast_arguments, 10, 5};

/// The fields of an answer after its indices, in the order of carom.answers.Sweep.
enum { KIND, T, X, Y, PX, PY, NX, NY, FEATURE, FIELDS_COUNT };

/// Where the fields of hits go: arrays.
typedef struct hit_fields {
    int64_t *wall;
    int8_t *kind, *feature;
    double *numbers[FIELDS_COUNT];
} hit_fields;

typedef struct cast_query {
    const carom_scene *scene;
    columns all;
    scene_filter filter;
    PyObject *values[COLUMNS_MAX];
    hit_fields out;
    /// Of a fan: the number of beams, and the distance along each.
    size_t beams;
    double *distance;
    atomic_bool failed;
} cast_query;

static carom_circle circle_of_row(const cast_query *q, npy_intp row) {
    const column *c = q->all.items;
    return carom_circle_make(
        carom_vec2_make(column_number(&c[CX], row), column_number(&c[CY], row)),
        column_number(&c[R], row));
}

static carom_vec2 move_of_row(const cast_query *q, npy_intp row) {
    const column *c = q->all.items;
    return carom_vec2_make(column_number(&c[VX], row), column_number(&c[VY], row));
}

static carom_cast_settings settings_of_row(const cast_query *q, npy_intp row, carom_filter *room) {
    carom_cast_settings settings = carom_cast_settings_default();
    settings.filter = filter_of_row(&q->filter, row, room);
    settings.hits_only = column_code(&q->all.items[HITS_ONLY], row) != 0;
    settings.pass_one_sided = column_code(&q->all.items[PASS_ONE_SIDED], row) != 0;
    return settings;
}

static void write_hit(const hit_fields *out, size_t i, const carom_scene_hit *hit) {
    const carom_sweep *s = &hit->sweep;
    out->wall[i] = hit->index == CAROM_NO_WALL ? -1 : (int64_t)hit->index;
    out->kind[i] = (int8_t)s->kind;
    out->feature[i] = (int8_t)s->feature;
    out->numbers[T][i] = s->t;
    out->numbers[X][i] = s->center.x;
    out->numbers[Y][i] = s->center.y;
    out->numbers[PX][i] = s->point.x;
    out->numbers[PY][i] = s->point.y;
    out->numbers[NX][i] = s->normal.x;
    out->numbers[NY][i] = s->normal.y;
}

// ---- arrays of answers ----

/// Makes arrays for the wall and the fields, items[0] to items[FIELDS_COUNT]. False with an
/// exception.
static bool make_fields(hit_fields *out, PyObject **items, int dimensions, const npy_intp *shape) {
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

static void release_items(PyObject **items, int count) {
    for (int i = 0; i < count; i++)
        Py_XDECREF(items[i]);
}

/// A hit as numbers: items[0] to items[FIELDS_COUNT], NULL where there is no memory.
static void numbers_of_hit(const module_state *state, const carom_scene_hit *hit,
                           PyObject **items) {
    const carom_sweep *s = &hit->sweep;
    const double numbers[] = {
        [T] = s->t,        [X] = s->center.x,  [Y] = s->center.y,  [PX] = s->point.x,
        [PY] = s->point.y, [NX] = s->normal.x, [NY] = s->normal.y, [FEATURE] = 0.0};
    items[0] = PyLong_FromLongLong(hit->index == CAROM_NO_WALL ? -1 : (long long)hit->index);
    for (int i = T; i <= NY; i++)
        items[1 + i] = PyFloat_FromDouble(numbers[i]);
    items[1 + KIND] = Py_NewRef(PyTuple_GetItem(state->sweep_kinds, (Py_ssize_t)s->kind));
    items[1 + FEATURE] = Py_NewRef(PyTuple_GetItem(state->features, (Py_ssize_t)s->feature));
}

// ---- first ----

static size_t find_first(void *context, size_t c, const carom_circle *circle, void *items,
                         size_t capacity) {
    cast_query *q = context;
    const npy_intp row = (npy_intp)c;
    carom_filter room;
    const carom_cast_settings settings = settings_of_row(q, row, &room);
    const carom_scene_hit hit =
        carom_scene_sweep(q->scene, *circle, move_of_row(q, row), &settings);
    (void)items;
    (void)capacity;
    write_hit(&q->out, c, &hit);
    return 0;
}

static PyObject *first_of_numbers(const module_state *state, cast_query *q) {
    carom_filter room;
    const carom_cast_settings settings = settings_of_row(q, 0, &room);
    PyThreadState *thread = q->filter.accept == NULL ? release_gil(q->scene, 1) : NULL;
    const carom_scene_hit hit =
        carom_scene_sweep(q->scene, circle_of_row(q, 0), move_of_row(q, 0), &settings);
    take_gil(thread);
    if (q->filter.failed)
        return NULL;
    PyObject *items[1 + FIELDS_COUNT];
    numbers_of_hit(state, &hit, items);
    return answer_of_items(state->scene_answers[SCENE_ANSWER_FIRST], items, 1 + FIELDS_COUNT);
}

static PyObject *first_all(const module_state *state, cast_query *q) {
    if (columns_are_numbers(&q->all))
        return first_of_numbers(state, q);
    PyObject *items[1 + FIELDS_COUNT] = {NULL};
    carom_circle_soa circles;
    if (!make_fields(&q->out, items, q->all.dimensions, q->all.shape) ||
        !circles_of_columns(&q->all, R, &circles)) {
        release_items(items, 1 + FIELDS_COUNT);
        return NULL;
    }
    const carom_circle_query query = {.find = find_first, .context = q};
    PyThreadState *thread = release_gil(q->scene, q->all.count);
    const carom_status status =
        carom_scene_batch(q->scene, &circles, &query, 0, runner_of_rows(circles.count), NULL, NULL);
    take_gil(thread);
    if (status == CAROM_STATUS_OK)
        return answer_of_items(state->scene_answers[SCENE_ANSWER_FIRST], items, 1 + FIELDS_COUNT);
    PyErr_NoMemory();
    release_items(items, 1 + FIELDS_COUNT);
    return NULL;
}

// ---- sweep_all ----

static size_t list_hits(void *context, size_t c, const carom_circle *circle, void *items,
                        size_t capacity) {
    const cast_query *q = context;
    const npy_intp row = (npy_intp)c;
    carom_filter room;
    const carom_cast_settings settings = settings_of_row(q, row, &room);
    return carom_scene_sweep_all(q->scene, *circle, move_of_row(q, row), &settings, items,
                                 capacity);
}

/// Finds the hits of all rows. False with an exception.
static bool make_lists(cast_query *q, carom_circle_lists *lists) {
    carom_circle_soa circles;
    if (!circles_of_columns(&q->all, R, &circles))
        return false;
    const carom_circle_query query = {
        .find = list_hits, .context = q, .item_size = sizeof(carom_scene_hit)};
    PyThreadState *thread = q->filter.accept == NULL ? release_gil(q->scene, q->all.count) : NULL;
    const carom_status status = carom_scene_batch(q->scene, &circles, &query, SIZE_MAX,
                                                  runner_of_rows(circles.count), NULL, lists);
    take_gil(thread);
    if (status != CAROM_STATUS_OK)
        PyErr_NoMemory();
    return status == CAROM_STATUS_OK && !q->filter.failed;
}

/// Puts lists into arrays: items[0] holds the circles. False with an exception.
static bool write_lists(cast_query *q, const carom_circle_lists *lists, PyObject **items) {
    const npy_intp total = (npy_intp)lists->offsets[lists->count];
    items[0] = PyArray_SimpleNew(1, &total, NPY_INT64);
    if (items[0] == NULL || !make_fields(&q->out, items + 1, 1, &total))
        return false;
    int64_t *circle = PyArray_DATA((PyArrayObject *)items[0]);
    const carom_scene_hit *hits = lists->items;
    PyThreadState *thread = release_gil(q->scene, q->all.count);
    for (size_t row = 0; row < lists->count; row++) {
        for (size_t i = lists->offsets[row]; i < lists->offsets[row + 1]; i++) {
            circle[i] = (int64_t)row;
            write_hit(&q->out, i, &hits[i]);
        }
    }
    take_gil(thread);
    return true;
}

static PyObject *sweep_all(const module_state *state, cast_query *q) {
    PyObject *items[2 + FIELDS_COUNT] = {NULL};
    carom_circle_lists lists = {.count = 0};
    const bool good = make_lists(q, &lists) && write_lists(q, &lists, items);
    carom_circle_lists_release(&lists, NULL);
    if (good)
        return answer_of_items(state->scene_answers[SCENE_ANSWER_SWEEP_ALL], items,
                               2 + FIELDS_COUNT);
    release_items(items, 2 + FIELDS_COUNT);
    return NULL;
}

// ---- fan ----

/// Beams of a task: enough for packets of neighbours.
enum { FAN_BEAMS = 256 };

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

/// Casts the beams of a task: rows of the columns that follow each other.
static void cast_beams(void *context, size_t task) {
    cast_query *q = context;
    const size_t count = (size_t)q->all.count;
    size_t begin = task * FAN_BEAMS;
    const size_t end = count - begin < FAN_BEAMS ? count : begin + FAN_BEAMS;
    carom_vec2 moves[FAN_BEAMS];
    carom_scene_hit *hits = malloc(FAN_BEAMS * sizeof *hits);
    if (hits == NULL) {
        atomic_store(&q->failed, true);
        return;
    }
    while (begin < end) {
        // The beams of one circle, from `begin` to the end of its fan or of the piece.
        const size_t left = q->beams - begin % q->beams;
        const size_t n = left < end - begin ? left : end - begin;
        carom_filter room;
        const carom_cast_settings settings = settings_of_row(q, (npy_intp)begin, &room);
        for (size_t i = 0; i < n; i++)
            moves[i] = move_of_row(q, (npy_intp)(begin + i));
        carom_scene_fan(q->scene, circle_of_row(q, (npy_intp)begin), moves, n, &settings, hits);
        for (size_t i = 0; i < n; i++) {
            write_hit(&q->out, begin + i, &hits[i]);
            q->distance[begin + i] = hits[i].index == CAROM_NO_WALL
                                         ? INFINITY
                                         : distance_along(moves[i], hits[i].sweep.t);
        }
        begin += n;
    }
    free(hits);
}

/// False with an exception if the circle differs between beams of one fan.
static bool check_fan(const cast_query *q) {
    static const int of_circle[] = {CX, CY, R, HITS_ONLY, PASS_ONE_SIDED, MASK, EXCEPT_GROUP};
    for (size_t i = 0; i < sizeof of_circle / sizeof *of_circle; i++) {
        const column *c = &q->all.items[of_circle[i]];
        for (size_t row = 0; c->step != 0 && row < (size_t)q->all.count; row++) {
            if (memcmp(c->rows + row * c->step, c->rows + row / q->beams * q->beams * c->step,
                       c->step) != 0) {
                PyErr_Format(PyExc_ValueError,
                             "fan(): %s differs between the beams of one circle: the beams are the "
                             "last axis, so for many circles it must have the shape (n, 1)",
                             q->all.of->arguments[of_circle[i]].name);
                return false;
            }
        }
    }
    return true;
}

static PyObject *fan_all(const module_state *state, cast_query *q) {
    const int dimensions = q->all.dimensions;
    if (dimensions == 0) {
        PyErr_SetString(PyExc_ValueError, "fan(): vx and vy are numbers, one of them must be an "
                                          "array of the beams; first() casts a single beam");
        return NULL;
    }
    if (q->filter.accept != NULL) {
        PyErr_SetString(PyExc_ValueError, "fan(): accept is for single circles: use first()");
        return NULL;
    }
    // An empty fan has no rows, so its length does not matter.
    q->beams = q->all.count == 0 ? 1 : (size_t)q->all.shape[dimensions - 1];
    PyObject *items[2 + FIELDS_COUNT] = {NULL};
    if (!check_fan(q) || !make_fields(&q->out, items, dimensions, q->all.shape)) {
        release_items(items, 2 + FIELDS_COUNT);
        return NULL;
    }
    items[1 + FIELDS_COUNT] = PyArray_SimpleNew(dimensions, q->all.shape, NPY_DOUBLE);
    if (items[1 + FIELDS_COUNT] == NULL) {
        release_items(items, 2 + FIELDS_COUNT);
        return NULL;
    }
    q->distance = PyArray_DATA((PyArrayObject *)items[1 + FIELDS_COUNT]);
    atomic_init(&q->failed, false);
    const size_t tasks = ((size_t)q->all.count + FAN_BEAMS - 1) / FAN_BEAMS;
    PyThreadState *thread = release_gil(q->scene, q->all.count);
    run_tasks(cast_beams, q, tasks, tasks > 2 ? threads_limit() : 1);
    take_gil(thread);
    if (!atomic_load(&q->failed))
        return answer_of_items(state->scene_answers[SCENE_ANSWER_FAN], items, 2 + FIELDS_COUNT);
    PyErr_NoMemory();
    release_items(items, 2 + FIELDS_COUNT);
    return NULL;
}

// ---- the methods ----

static PyObject *ask_casts(PyObject *self, PyTypeObject *class, const signature *of,
                           PyObject *const *args, Py_ssize_t count, PyObject *keywords) {
    const module_state *state = PyType_GetModuleState(class);
    cast_query q;
    q.all.of = NULL;
    q.filter = (scene_filter){.failed = false};
    PyObject *answer = NULL;
    if (arguments_place(of, args, count, keywords, q.values) &&
        columns_read(state, of, q.values, &q.all) &&
        filter_read(&q.filter, state, &q.all, q.values, MASK) &&
        (q.scene = scene_begin(self, of->function)) != NULL) {
        answer = of == &first_signature       ? first_all(state, &q)
                 : of == &sweep_all_signature ? sweep_all(state, &q)
                                              : fan_all(state, &q);
        scene_end(self);
    }
    filter_release(&q.filter);
    if (q.all.of != NULL)
        columns_release(&q.all);
    return answer;
}

METHOD(scene_first) {
    return ask_casts(self, class, &first_signature, args, count, keywords);
}

METHOD(scene_sweep_all) {
    return ask_casts(self, class, &sweep_all_signature, args, count, keywords);
}

METHOD(scene_fan) {
    return ask_casts(self, class, &fan_signature, args, count, keywords);
}
