// The queries of a scene that list or count walls: hits, within, count, touches, in_box.
//
// Layer: above scene rows.
#include "scene.h"
#include "scene_filter.h"
#include "scene_rows.h"

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

static carom_circle circle_of_row(const overlap_query *q, npy_intp row) {
    const column *c = q->all.items;
    return carom_circle_make(
        carom_vec2_make(column_number(&c[CX], row), column_number(&c[CY], row)),
        column_number(&c[R], row));
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

static size_t list_walls(const void *query, npy_intp row, void *items, size_t capacity) {
    const overlap_query *q = query;
    carom_filter room;
    const carom_filter *filter = filter_of_row(&q->filter, row, &room);
    const carom_circle circle = circle_of_row(q, row);
    const carom_contact_rule rule = rule_of_row(q, row);
    const double gap = column_number(&q->all.items[WITHIN], row);
    if (!(gap > 0.0))
        return carom_scene_touching(q->scene, circle, rule, filter, items, capacity);
    const size_t n = carom_scene_within(q->scene, circle, gap, filter, items, capacity);
    return rule == CAROM_CONTACT_RULE_RING && n <= capacity ? drop_inside(q, circle, items, n) : n;
}

static size_t list_box(const void *query, npy_intp row, void *items, size_t capacity) {
    const overlap_query *q = query;
    const column *c = q->all.items;
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

/// The most pairs of an answer. False with an exception.
static bool read_most(const overlap_query *q, uint64_t *most) {
    *most = UINT64_MAX;
    if (q->all.of != &hits_signature || q->values[MOST] == NULL || q->values[MOST] == Py_None)
        return true;
    PyObject *number = PyNumber_Index(q->values[MOST]);
    if (number == NULL)
        return false;
    int beyond = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number, &beyond);
    Py_DECREF(number);
    if (beyond != 0 || value < 0) {
        PyErr_Format(PyExc_ValueError,
                     "hits(): most is %R, must be None or an integer 0 to 2**63 - 1",
                     q->values[MOST]);
        return false;
    }
    *most = (uint64_t)value;
    return true;
}

// ---- lists ----

static void write_hits(void *context, npy_intp row, int64_t place, const void *items,
                       size_t count) {
    int64_t *const *out = context;
    const uint32_t *walls = items;
    for (size_t i = 0; i < count; i++)
        out[1][(size_t)place + i] = walls[i];
    for (size_t i = 0; out[0] != NULL && i < count; i++)
        out[0][(size_t)place + i] = row;
}

/// Makes the lists of all rows with the GIL released if that pays. False with an exception.
static bool make_lists(row_lists *lists, const carom_scene *scene, const scene_filter *filter,
                       int64_t *offsets) {
    const npy_intp count = (npy_intp)lists->rows->count;
    PyThreadState *thread = filter->accept == NULL ? release_gil(scene, count) : NULL;
    const bool made = lists_make(lists);
    if (made)
        lists_offsets(lists, offsets);
    take_gil(thread);
    if (!made && atomic_load(&lists->too_many))
        PyErr_Format(PyExc_OverflowError, "hits(): there are more than %llu pairs",
                     (unsigned long long)lists->most);
    else if (!made)
        PyErr_NoMemory();
    return made && !filter->failed;
}

static PyObject *new_indices(npy_intp count) {
    return PyArray_SimpleNew(1, &count, NPY_INT64);
}

static int64_t *indices_of(PyObject *array) {
    return PyArray_DATA((PyArrayObject *)array);
}

/// Lists as an answer: row by row, or as offsets in front of the walls.
static PyObject *answer_of_lists(const module_state *state, row_lists *lists,
                                 const carom_scene *scene, const scene_filter *filter, bool csr,
                                 enum scene_answer pairs) {
    const npy_intp count = (npy_intp)lists->rows->count;
    PyObject *items[2] = {new_indices(count + 1), NULL};
    PyObject *row_of = NULL;
    if (items[0] == NULL || !make_lists(lists, scene, filter, indices_of(items[0])))
        goto failed;
    const npy_intp total = indices_of(items[0])[count];
    items[1] = new_indices(total);
    row_of = csr ? NULL : new_indices(total);
    if (items[1] == NULL || (!csr && row_of == NULL))
        goto failed;
    int64_t *out[] = {csr ? NULL : indices_of(row_of), indices_of(items[1])};
    PyThreadState *thread = release_gil(scene, count);
    lists_write(lists, indices_of(items[0]), write_hits, out);
    take_gil(thread);
    if (!csr) {
        Py_DECREF(items[0]);
        items[0] = row_of;
    }
    return answer_of_items(state->scene_answers[csr ? SCENE_ANSWER_HITS_BY_CIRCLE : pairs], items,
                           2);
failed:
    Py_XDECREF(items[0]);
    Py_XDECREF(items[1]);
    Py_XDECREF(row_of);
    return NULL;
}

static PyObject *list_all(const module_state *state, overlap_query *q) {
    row_order rows = {.count = 0};
    PyObject *answer = NULL;
    const bool boxes = q->all.of == &box_signature;
    const int csr = read_flag(q, boxes ? BOX_CSR : CSR);
    uint64_t most;
    if (csr >= 0 && read_most(q, &most) && rows_sort(&rows, q->scene, &q->all)) {
        row_lists lists = {.rows = &rows,
                           .list = boxes ? list_box : list_walls,
                           .query = q,
                           .item = sizeof(uint32_t),
                           .most = most};
        answer = answer_of_lists(state, &lists, q->scene, &q->filter, csr > 0,
                                 boxes ? SCENE_ANSWER_BOX_HITS : SCENE_ANSWER_HITS);
        lists_release(&lists);
    }
    rows_release(&rows);
    return answer;
}

// ---- one number for each circle ----

typedef struct count_call {
    const overlap_query *q;
    const row_order *rows;
    /// One of the two.
    int64_t *counts;
    npy_bool *touches;
    atomic_bool failed;
} count_call;

/// The number of walls for a row. SIZE_MAX if there is not enough memory.
static size_t count_row(const overlap_query *q, npy_intp row) {
    const size_t n = list_walls(q, row, NULL, 0);
    if (n == 0 || rule_of_row(q, row) != CAROM_CONTACT_RULE_RING ||
        !(column_number(&q->all.items[WITHIN], row) > 0.0))
        return n;
    // Within a gap and by the rule of the ring, each wall has to be seen.
    uint32_t *walls = malloc(n * sizeof *walls);
    const size_t kept = walls == NULL ? SIZE_MAX : list_walls(q, row, walls, n);
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

static bool touches_row(const overlap_query *q, npy_intp row) {
    carom_filter room;
    const carom_filter *filter = filter_of_row(&q->filter, row, &room);
    const carom_circle circle = circle_of_row(q, row);
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

static void count_piece(void *context, size_t begin, size_t end) {
    count_call *c = context;
    for (size_t i = begin; i < end; i++) {
        const npy_intp row = row_at(c->rows, i);
        if (c->touches != NULL) {
            c->touches[row] = touches_row(c->q, row);
            continue;
        }
        const size_t n = count_row(c->q, row);
        if (n == SIZE_MAX)
            atomic_store(&c->failed, true);
        c->counts[row] = (int64_t)n;
    }
}

static PyObject *count_all(overlap_query *q, bool only_touches) {
    row_order rows = {.count = 0};
    PyObject *array =
        PyArray_SimpleNew(q->all.dimensions, q->all.shape, only_touches ? NPY_BOOL : NPY_INT64);
    if (array == NULL || !rows_sort(&rows, q->scene, &q->all)) {
        Py_XDECREF(array);
        rows_release(&rows);
        return NULL;
    }
    void *data = PyArray_DATA((PyArrayObject *)array);
    count_call call = {.q = q,
                       .rows = &rows,
                       .counts = only_touches ? NULL : data,
                       .touches = only_touches ? data : NULL};
    atomic_init(&call.failed, false);
    PyThreadState *thread = q->filter.accept == NULL ? release_gil(q->scene, q->all.count) : NULL;
    rows_run(&rows, PIECE_ROWS, count_piece, &call);
    take_gil(thread);
    rows_release(&rows);
    if (atomic_load(&call.failed))
        PyErr_NoMemory();
    if (atomic_load(&call.failed) || q->filter.failed) {
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
