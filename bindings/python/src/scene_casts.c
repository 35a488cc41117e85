// The queries of a scene about moving circles: first, sweep_all. Room: above scene filters.
#include "hit_fields.h"
#include "scene.h"
#include "scene_filter.h"

enum { CX, CY, R, VX, VY, HITS_ONLY, PASS_ONE_SIDED, MASK };

#define SETTINGS_ARGUMENTS                                                                         \
    {"hits_only", COLUMN_TRUTH, false, 0}, {"pass_one_sided", COLUMN_TRUTH, false, 0},             \
        FILTER_ARGUMENTS

static const argument cast_arguments[] = {
    {"cx", COLUMN_FINITE, true, 0}, {"cy", COLUMN_FINITE, true, 0}, {"r", COLUMN_RADIUS, true, 0},
    {"vx", COLUMN_FINITE, true, 0}, {"vy", COLUMN_FINITE, true, 0}, SETTINGS_ARGUMENTS};
static const signature first_signature = {"first", cast_arguments, 10, 5};
static const signature sweep_all_signature = {"sweep_all", cast_arguments, 10, 5};

typedef struct cast_query {
    const carom_scene *scene;
    columns all;
    scene_filter filter;
    PyObject *values[COLUMNS_MAX];
    hit_fields out;
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
        answer = of == &first_signature ? first_all(state, &q) : sweep_all(state, &q);
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
