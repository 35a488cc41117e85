// The query of a scene for the nearest walls. Room: above scene filters.
#include "scene.h"
#include "scene_filter.h"

#include <math.h>
#include <stdlib.h>

enum { CX, CY, R, K, MASK };

static const argument nearest_arguments[] = {{"cx", COLUMN_FINITE, true, 0},
                                             {"cy", COLUMN_FINITE, true, 0},
                                             {"r", COLUMN_RADIUS, true, 0},
                                             {"k", COLUMN_OTHER, false, 0},
                                             FILTER_ARGUMENTS};
static const signature nearest_signature = {"nearest", nearest_arguments, 7, 4};

typedef struct nearest_query {
    const carom_scene *scene;
    columns all;
    scene_filter filter;
    /// How many walls are asked for, and how many a circle can have.
    size_t k, most;
    int64_t *walls;
    double *gaps;
    atomic_bool failed;
} nearest_query;

static void find_row(nearest_query *q, npy_intp row, carom_circle circle, carom_neighbor *found) {
    carom_filter room;
    const size_t n =
        q->most == 0 ? 0
                     : carom_scene_nearest(q->scene, circle, filter_of_row(&q->filter, row, &room),
                                           found, q->most);
    int64_t *walls = q->walls + (size_t)row * q->k;
    double *gaps = q->gaps + (size_t)row * q->k;
    for (size_t i = 0; i < n; i++) {
        walls[i] = (int64_t)found[i].index;
        gaps[i] = found[i].gap;
    }
    for (size_t i = n; i < q->k; i++) {
        walls[i] = -1;
        gaps[i] = INFINITY;
    }
}

static size_t find_walls(void *context, size_t c, const carom_circle *circle, void *items,
                         size_t capacity) {
    nearest_query *q = context;
    carom_neighbor own[16];
    carom_neighbor *found = q->most <= 16 ? own : malloc(q->most * sizeof *found);
    (void)items;
    (void)capacity;
    if (found == NULL)
        atomic_store(&q->failed, true);
    else
        find_row(q, (npy_intp)c, *circle, found);
    if (found != own)
        free(found);
    return 0;
}

bool k_of_argument(const char *function, PyObject *value, size_t *k) {
    *k = 1;
    if (value == NULL)
        return true;
    PyObject *integer = PyBool_Check(value) ? NULL : PyNumber_Index(value);
    if (integer == NULL) {
        PyErr_Format(PyExc_TypeError, "%s(): the argument k must be an int, not %R", function,
                     (PyObject *)Py_TYPE(value));
        return false;
    }
    int overflow = 0;
    const long long read = PyLong_AsLongLongAndOverflow(integer, &overflow);
    if (overflow != 0 || read < 1 || read > (long long)CAROM_INDEX_MAX)
        PyErr_Format(PyExc_ValueError, "%s(): k is %R, must be 1 to %zd", function, integer,
                     (Py_ssize_t)CAROM_INDEX_MAX);
    else
        *k = (size_t)read;
    Py_DECREF(integer);
    return PyErr_Occurred() == NULL;
}

bool k_is_small(const columns *all, size_t k, size_t walls) {
    enum { PAIRS_MOST = 1 << 26 };
    if (k <= walls || (size_t)all->count <= PAIRS_MOST / k)
        return true;
    PyErr_Format(PyExc_ValueError,
                 "%s(): k is %zu for %zd circles, but there are %zu walls: with so many circles "
                 "k must be at most %zu",
                 all->of->function, k, (Py_ssize_t)all->count, walls,
                 walls > PAIRS_MOST / (size_t)all->count ? walls : PAIRS_MOST / (size_t)all->count);
    return false;
}

bool arrays_of_nearest(const columns *all, size_t k, const int *types, PyObject **items,
                       int count) {
    npy_intp shape[DIMENSIONS_MAX + 1];
    const int dimensions = all->dimensions;
    for (int d = 0; d < dimensions; d++)
        shape[d] = all->shape[d];
    shape[dimensions] = (npy_intp)k;
    bool good = true;
    for (int i = 0; i < count; i++) {
        // One wall has the shape of the circles, so that `gap - other` needs no index.
        items[i] =
            good ? PyArray_SimpleNew(k == 1 ? dimensions : dimensions + 1, shape, types[i]) : NULL;
        good = items[i] != NULL;
    }
    return good;
}

/// Makes the two arrays of the answer. False with an exception.
static bool make_arrays(nearest_query *q, PyObject **items) {
    static const int types[] = {NPY_INT64, NPY_DOUBLE};
    if (!arrays_of_nearest(&q->all, q->k, types, items, 2))
        return false;
    q->walls = PyArray_DATA((PyArrayObject *)items[0]);
    q->gaps = PyArray_DATA((PyArrayObject *)items[1]);
    return true;
}

/// Finds the walls of all rows. False with an exception.
static bool find_all(nearest_query *q) {
    carom_circle_soa circles;
    if (!circles_of_columns(&q->all, R, &circles))
        return false;
    const size_t walls = carom_scene_count(q->scene);
    q->most = q->k < walls ? q->k : walls;
    atomic_init(&q->failed, false);
    const carom_circle_query query = {.find = find_walls, .context = q};
    PyThreadState *thread = q->filter.accept == NULL ? release_gil(q->scene, q->all.count) : NULL;
    // The time grows with k, too.
    const carom_status status =
        carom_scene_batch(q->scene, &circles, &query, 0,
                          runner_of_rows(circles.count * (q->most / 4 + 1)), NULL, NULL);
    take_gil(thread);
    const bool failed = status != CAROM_STATUS_OK || atomic_load(&q->failed);
    if (failed)
        PyErr_NoMemory();
    return !failed && !q->filter.failed;
}

static PyObject *answer(const module_state *state, nearest_query *q) {
    PyObject *items[2] = {NULL, NULL};
    if (!k_is_small(&q->all, q->k, carom_scene_count(q->scene)) || !make_arrays(q, items) ||
        !find_all(q)) {
        Py_XDECREF(items[0]);
        Py_XDECREF(items[1]);
        return NULL;
    }
    if (columns_are_numbers(&q->all) && q->k == 1) {
        PyObject *numbers[2] = {PyLong_FromLongLong(q->walls[0]), PyFloat_FromDouble(q->gaps[0])};
        Py_DECREF(items[0]);
        Py_DECREF(items[1]);
        return answer_of_items(state->scene_answers[SCENE_ANSWER_NEAREST], numbers, 2);
    }
    return answer_of_items(state->scene_answers[SCENE_ANSWER_NEAREST], items, 2);
}

METHOD(scene_nearest) {
    const module_state *state = PyType_GetModuleState(class);
    nearest_query q = {.all = {.of = &nearest_signature}};
    PyObject *values[COLUMNS_MAX], *found = NULL;
    if (arguments_place(&nearest_signature, args, count, keywords, values) &&
        columns_read(state, &nearest_signature, values, &q.all) &&
        k_of_argument("nearest", values[K], &q.k) &&
        filter_read(&q.filter, state, &q.all, values, MASK) &&
        (q.scene = scene_begin(self, "nearest")) != NULL) {
        found = answer(state, &q);
        scene_end(self);
    }
    filter_release(&q.filter);
    columns_release(&q.all);
    return found;
}
