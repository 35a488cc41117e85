// The queries of a scene that list or count walls: hits, within, count, touches, in_box.
//
// Room: above scene filters.
#include "scene_filter.h"
#include "scene_lists.h"

#include <stdlib.h>

// ---- circles ----

enum { CX, CY, R, WITHIN, RING, RULE, MASK, EXCEPT_GROUP, ACCEPT, CSR, MOST };
enum { MIN_X, MIN_Y, MAX_X, MAX_Y, BOX_MASK, BOX_EXCEPT_GROUP, BOX_ACCEPT, BOX_CSR };

#define CIRCLE_ARGUMENTS                                                                           \
    {"cx", COLUMN_FINITE, true, 0}, {"cy", COLUMN_FINITE, true, 0}, {                              \
        "r", COLUMN_RADIUS, true, 0                                                                \
    }
#define RULE_ARGUMENTS                                                                             \
    {"ring", COLUMN_TRUTH, false, 0}, {                                                            \
        "rule", COLUMN_RULE, false, 0                                                              \
    }

static const argument hits_arguments[] = {
    CIRCLE_ARGUMENTS, {"within", COLUMN_RADIUS, false, 0}, RULE_ARGUMENTS,
    FILTER_ARGUMENTS, {"csr", COLUMN_OTHER, false, 0},     {"most", COLUMN_OTHER, false, 0}};
static const argument within_arguments[] = {CIRCLE_ARGUMENTS,
                                            {"gap", COLUMN_RADIUS, true, 0},
                                            RULE_ARGUMENTS,
                                            FILTER_ARGUMENTS,
                                            {"csr", COLUMN_OTHER, false, 0}};
static const argument box_arguments[] = {{"min_x", COLUMN_BOUND, true, 0},
                                         {"min_y", COLUMN_BOUND, true, 0},
                                         {"max_x", COLUMN_BOUND, true, 0},
                                         {"max_y", COLUMN_BOUND, true, 0},
                                         FILTER_ARGUMENTS,
                                         {"csr", COLUMN_OTHER, false, 0}};

static const signature hits_signature = {"hits", hits_arguments, 11, 5};
static const signature within_signature = {"within", within_arguments, 10, 5};
static const signature count_signature = {"count", hits_arguments, 9, 5};
static const signature touches_signature = {"touches", hits_arguments, 9, 5};
static const signature box_signature = {"in_box", box_arguments, 8, 4};

/// A query of circles or boxes.
typedef struct overlap_query {
    const carom_scene *scene;
    columns all;
    scene_filter filter;
    PyObject *values[COLUMNS_MAX];
} overlap_query;

static carom_contact_rule rule_of_row(const overlap_query *q, npy_intp row) {
    return column_code(&q->all.items[RING], row)
               ? CAROM_CONTACT_RULE_RING
               : (carom_contact_rule)column_code(&q->all.items[RULE], row);
}

/// Leaves out the walls wholly inside the circle. Returns how many stay.
static size_t drop_inside(const overlap_query *q, carom_circle circle, uint32_t *walls, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (carom_circle_relate(circle, carom_scene_wall(q->scene, walls[i])) !=
            CAROM_RELATION_INSIDE)
            walls[kept++] = walls[i];
    }
    return kept;
}

static size_t list_walls(void *query, size_t c, const carom_circle *circle, void *items,
                         size_t capacity) {
    const overlap_query *q = query;
    const npy_intp row = (npy_intp)c;
    carom_filter room;
    const carom_filter *filter = filter_of_row(&q->filter, row, &room);
    const carom_contact_rule rule = rule_of_row(q, row);
    const double gap = column_number(&q->all.items[WITHIN], row);
    if (!(gap > 0.0))
        return carom_scene_touching(q->scene, *circle, rule, filter, items, capacity);
    const size_t n = carom_scene_within(q->scene, *circle, gap, filter, items, capacity);
    return rule == CAROM_CONTACT_RULE_RING && n <= capacity ? drop_inside(q, *circle, items, n) : n;
}

static size_t list_box(void *query, size_t place, const carom_circle *corner, void *items,
                       size_t capacity) {
    const overlap_query *q = query;
    const column *c = q->all.items;
    const npy_intp row = (npy_intp)place;
    (void)corner;
    carom_filter room;
    const carom_box box = {
        carom_vec2_make(column_number(&c[MIN_X], row), column_number(&c[MIN_Y], row)),
        carom_vec2_make(column_number(&c[MAX_X], row), column_number(&c[MAX_Y], row))};
    return carom_scene_in_box(q->scene, box, filter_of_row(&q->filter, row, &room), items,
                              capacity);
}

// ---- arguments ----

/// Checks what one row cannot tell by itself. False with an exception.
static bool check_rules(const overlap_query *q) {
    const column *c = q->all.items;
    const char *function = q->all.of->function;
    if (!c[RULE].given)
        return true;
    for (npy_intp row = 0; row < q->all.count; row++) {
        const uint8_t rule = column_code(&c[RULE], row);
        if (column_code(&c[RING], row) && rule != CAROM_CONTACT_RULE_RING) {
            PyErr_Format(PyExc_ValueError,
                         "%s(): ring=True is the rule 'ring', but rule says '%s': give only one",
                         function, rule == CAROM_CONTACT_RULE_OPEN_DISC ? "open" : "closed");
            return false;
        }
        if (rule == CAROM_CONTACT_RULE_OPEN_DISC && column_number(&c[WITHIN], row) > 0.0) {
            PyErr_Format(PyExc_ValueError,
                         "%s(): the rule 'open' is for walls that overlap, so %s must be 0",
                         function, q->all.of->arguments[WITHIN].name);
            return false;
        }
        if (c[RULE].step == 0 && c[RING].step == 0 && c[WITHIN].step == 0)
            break;
    }
    return true;
}

/// Reads the arguments of a call. False with an exception. Call query_release in both cases.
static bool query_read(overlap_query *q, const module_state *state, const signature *of,
                       PyObject *const *args, Py_ssize_t count, PyObject *keywords) {
    q->all.of = NULL;
    q->filter = (scene_filter){.failed = false};
    return arguments_place(of, args, count, keywords, q->values) &&
           columns_read(state, of, q->values, &q->all) &&
           (of == &box_signature || check_rules(q)) &&
           filter_read(&q->filter, state, &q->all, q->values,
                       of == &box_signature ? BOX_MASK : MASK);
}

static void query_release(overlap_query *q) {
    filter_release(&q->filter);
    if (q->all.of != NULL)
        columns_release(&q->all);
}

/// The value of a truth argument that is no column. -1 with an exception.
static int read_flag(const overlap_query *q, int index) {
    return q->values[index] == NULL ? 0 : PyObject_IsTrue(q->values[index]);
}

// ---- lists ----

/// Makes the lists of all rows with the GIL released if that pays. False with an exception.
static bool make_lists(overlap_query *q, bool boxes, size_t most, carom_circle_lists *lists) {
    carom_circle_soa circles;
    if (!circles_of_columns(&q->all, boxes ? -1 : R, &circles))
        return false;
    const carom_circle_query query = {
        .find = boxes ? list_box : list_walls, .context = q, .item_size = sizeof(uint32_t)};
    PyThreadState *thread = q->filter.accept == NULL ? release_gil(q->scene, q->all.count) : NULL;
    const carom_status status = carom_scene_batch(q->scene, &circles, &query, most,
                                                  runner_of_rows(circles.count), NULL, lists);
    take_gil(thread);
    return lists_are_made(q->all.of->function, status, most) && !q->filter.failed;
}

static PyObject *list_all(const module_state *state, overlap_query *q) {
    PyObject *answer = NULL;
    const bool boxes = q->all.of == &box_signature;
    const int csr = read_flag(q, boxes ? BOX_CSR : CSR);
    carom_circle_lists lists = {.count = 0};
    size_t most;
    PyObject *given = q->all.of == &hits_signature ? q->values[MOST] : NULL;
    if (csr >= 0 && lists_read_most("hits", given, &most) && make_lists(q, boxes, most, &lists))
        answer = answer_of_lists(state, q->scene, &lists, csr > 0,
                                 boxes ? SCENE_ANSWER_BOX_HITS : SCENE_ANSWER_HITS);
    carom_circle_lists_release(&lists, NULL);
    return answer;
}

// ---- one number for each circle ----

typedef struct count_call {
    overlap_query *q;
    /// One of the two.
    int64_t *counts;
    npy_bool *touches;
    atomic_bool failed;
} count_call;

/// The number of walls for a row. SIZE_MAX if there is not enough memory.
static size_t count_row(overlap_query *q, npy_intp row, carom_circle circle) {
    const size_t n = list_walls(q, (size_t)row, &circle, NULL, 0);
    if (n == 0 || rule_of_row(q, row) != CAROM_CONTACT_RULE_RING ||
        !(column_number(&q->all.items[WITHIN], row) > 0.0))
        return n;
    // Within a gap and by the rule of the ring, each wall has to be seen.
    uint32_t *walls = malloc(n * sizeof *walls);
    const size_t kept = walls == NULL ? SIZE_MAX : list_walls(q, (size_t)row, &circle, walls, n);
    free(walls);
    return kept;
}

static bool stop_at_wall(void *context, carom_index index, const carom_wall *wall) {
    (void)index;
    (void)wall;
    *(bool *)context = true;
    return false;
}

typedef struct ring_search {
    carom_circle circle;
    bool found;
} ring_search;

static bool stop_at_ring(void *context, carom_index index, const carom_wall *wall) {
    ring_search *s = context;
    (void)index;
    s->found = carom_circle_relate(s->circle, *wall) != CAROM_RELATION_INSIDE;
    return !s->found;
}

static bool touches_row(const overlap_query *q, npy_intp row, carom_circle circle) {
    carom_filter room;
    const carom_filter *filter = filter_of_row(&q->filter, row, &room);
    const carom_contact_rule rule = rule_of_row(q, row);
    const double gap = column_number(&q->all.items[WITHIN], row);
    if (!(gap > 0.0))
        return carom_scene_touches(q->scene, circle, rule, filter);
    if (rule == CAROM_CONTACT_RULE_RING) {
        ring_search search = {.circle = circle};
        carom_scene_query_within(q->scene, circle, gap, filter, stop_at_ring, &search);
        return search.found;
    }
    bool found = false;
    carom_scene_query_within(q->scene, circle, gap, filter, stop_at_wall, &found);
    return found;
}

static size_t count_circle(void *context, size_t place, const carom_circle *circle, void *items,
                           size_t capacity) {
    count_call *c = context;
    const npy_intp row = (npy_intp)place;
    (void)items;
    (void)capacity;
    if (c->touches != NULL) {
        c->touches[row] = touches_row(c->q, row, *circle);
        return 0;
    }
    const size_t n = count_row(c->q, row, *circle);
    if (n == SIZE_MAX)
        atomic_store(&c->failed, true);
    c->counts[row] = (int64_t)n;
    return 0;
}

static PyObject *count_all(overlap_query *q, bool only_touches) {
    carom_circle_soa circles;
    PyObject *array =
        PyArray_SimpleNew(q->all.dimensions, q->all.shape, only_touches ? NPY_BOOL : NPY_INT64);
    if (array == NULL || !circles_of_columns(&q->all, R, &circles)) {
        Py_XDECREF(array);
        return NULL;
    }
    void *data = PyArray_DATA((PyArrayObject *)array);
    count_call call = {
        .q = q, .counts = only_touches ? NULL : data, .touches = only_touches ? data : NULL};
    atomic_init(&call.failed, false);
    PyThreadState *thread = q->filter.accept == NULL ? release_gil(q->scene, q->all.count) : NULL;
    const carom_circle_query query = {.find = count_circle, .context = &call};
    const carom_status status =
        carom_scene_batch(q->scene, &circles, &query, 0, runner_of_rows(circles.count), NULL, NULL);
    take_gil(thread);
    const bool failed = status != CAROM_STATUS_OK || atomic_load(&call.failed);
    if (failed)
        PyErr_NoMemory();
    if (failed || q->filter.failed) {
        Py_DECREF(array);
        return NULL;
    }
    if (!columns_are_numbers(&q->all))
        return array;
    PyObject *number =
        only_touches ? PyBool_FromLong(*(npy_bool *)data) : PyLong_FromLongLong(*(int64_t *)data);
    Py_DECREF(array);
    return number;
}

// ---- the methods ----

enum circle_answer { ANSWER_LISTS, ANSWER_COUNTS, ANSWER_TOUCHES };

static PyObject *ask_overlaps(PyObject *self, PyTypeObject *class, const signature *of,
                              enum circle_answer kind, PyObject *const *args, Py_ssize_t count,
                              PyObject *keywords) {
    const module_state *state = PyType_GetModuleState(class);
    overlap_query q;
    PyObject *answer = NULL;
    if (query_read(&q, state, of, args, count, keywords) &&
        (q.scene = scene_begin(self, of->function)) != NULL) {
        answer = kind == ANSWER_LISTS ? list_all(state, &q) : count_all(&q, kind == ANSWER_TOUCHES);
        scene_end(self);
    }
    query_release(&q);
    return answer;
}

METHOD(scene_hits) {
    return ask_overlaps(self, class, &hits_signature, ANSWER_LISTS, args, count, keywords);
}

METHOD(scene_within) {
    return ask_overlaps(self, class, &within_signature, ANSWER_LISTS, args, count, keywords);
}

METHOD(scene_count) {
    return ask_overlaps(self, class, &count_signature, ANSWER_COUNTS, args, count, keywords);
}

METHOD(scene_touches) {
    return ask_overlaps(self, class, &touches_signature, ANSWER_TOUCHES, args, count, keywords);
}

METHOD(scene_in_box) {
    return ask_overlaps(self, class, &box_signature, ANSWER_LISTS, args, count, keywords);
}
