// The queries of a scene about areas: which ones circles meet, which hold points, which are near.
//
// The index of the areas of a fixed scene is made by the first of these queries. A dynamic scene
// has none, so nothing checks its rings. Room: above scene lists.
#include "scene_filter.h"
#include "scene_lists.h"

#include <math.h>
#include <stdlib.h>

/// A query of circles or points.
typedef struct area_query {
    const carom_scene *scene;
    /// NULL for a dynamic scene.
    const carom_area_index *index;
    columns all;
    scene_filter filter;
    PyObject *values[COLUMNS_MAX];
} area_query;

// ---- the index ----

static void raise_area_error(const carom_scene *scene, const char *function, carom_status status,
                             carom_area_error e) {
    if (status == CAROM_STATUS_OPEN_AREA) {
        PyObject *x = PyFloat_FromDouble(e.point.x), *y = PyFloat_FromDouble(e.point.y);
        if (x != NULL && y != NULL)
            PyErr_Format(
                PyExc_ValueError,
                "%s(): area %lu is open at (%R, %R), an end of wall %zu: an even number of "
                "its walls must end there",
                function, (unsigned long)e.area, x, y, (size_t)e.wall);
        Py_XDECREF(x);
        Py_XDECREF(y);
    } else if (status == CAROM_STATUS_ENDLESS_AREA) {
        PyErr_Format(PyExc_ValueError, "%s(): wall %zu of area %lu is a %s, must be a segment",
                     function, (size_t)e.wall, (unsigned long)e.area,
                     carom_extent_name(carom_scene_wall(scene, e.wall).extent));
    } else if (status == CAROM_STATUS_AREA_RADII) {
        carom_index first = 0;
        while (carom_scene_wall(scene, first).group != e.area)
            first++;
        PyObject *radius = PyFloat_FromDouble(carom_scene_wall(scene, e.wall).radius);
        PyObject *expected = PyFloat_FromDouble(carom_scene_wall(scene, first).radius);
        if (radius != NULL && expected != NULL)
            PyErr_Format(PyExc_ValueError,
                         "%s(): wr[%zu] is %R, must be that of the other walls of area %lu, such "
                         "as %R of wall %zu",
                         function, (size_t)e.wall, radius, (unsigned long)e.area, expected,
                         (size_t)first);
        Py_XDECREF(radius);
        Py_XDECREF(expected);
    } else {
        raise_status(function, status);
    }
}

/// Makes the index of a fixed scene, which stays with it. NULL with an exception.
static const carom_area_index *make_index(scene_object *s, const carom_scene *scene,
                                          const char *function) {
    carom_area_index *made = NULL, *kept = NULL;
    carom_area_error error = {.area = 0};
    const size_t count = carom_scene_count(scene);
    PyThreadState *thread = release_gil(scene, 0);
    const carom_status status =
        carom_area_index_create(scene, NULL, runner_of_rows(count), &made, &error);
    take_gil(thread);
    if (status != CAROM_STATUS_OK) {
        raise_area_error(scene, function, status, error);
        return NULL;
    }
    // Another thread may have been first; both are alike.
    if (atomic_compare_exchange_strong(&s->areas, &kept, made))
        return made;
    carom_area_index_destroy(made, NULL);
    return kept;
}

/// Finds or makes the index. False with an exception.
static bool find_index(area_query *q, PyObject *self) {
    scene_object *s = (scene_object *)self;
    if (s->dynamic != NULL)
        return true;
    q->index = atomic_load(&s->areas);
    if (q->index == NULL)
        q->index = make_index(s, q->scene, q->all.of->function);
    return q->index != NULL;
}

// ---- what all queries do ----

/// Reads the arguments, in which None stands for what is not given, and starts the query; a column
/// `mask` is negative if there is none. False with an exception. Call query_end in both cases.
static bool query_begin(area_query *q, PyObject *self, const module_state *state,
                        const signature *of, int mask, PyObject *const *args, Py_ssize_t count,
                        PyObject *keywords) {
    q->all.of = NULL;
    q->scene = NULL;
    q->index = NULL;
    q->filter = (scene_filter){.failed = false};
    if (!arguments_place(of, args, count, keywords, q->values))
        return false;
    for (int i = 0; i < of->count; i++) {
        if (q->values[i] == Py_None && !of->arguments[i].required)
            q->values[i] = NULL;
    }
    if (!columns_read(state, of, q->values, &q->all))
        return false;
    if (mask >= 0)
        q->filter = filter_of_columns(&q->all, mask);
    q->scene = scene_begin(self, of->function);
    return q->scene != NULL && find_index(q, self);
}

static void query_end(area_query *q, PyObject *self) {
    if (q->scene != NULL)
        scene_end(self);
    if (q->all.of != NULL)
        columns_release(&q->all);
}

/// Asks about each circle, whose radius is in the column `radius`, or 0 if that is negative. False
/// with an exception.
static bool ask_circles(area_query *q, int radius, const carom_circle_query *query, size_t most,
                        carom_circle_lists *lists) {
    carom_circle_soa circles;
    if (!circles_of_columns(&q->all, radius, &circles))
        return false;
    PyThreadState *thread = release_gil(q->scene, q->all.count);
    const carom_status status = carom_scene_batch(q->scene, &circles, query, most,
                                                  runner_of_rows(circles.count), NULL, lists);
    take_gil(thread);
    return lists_are_made(q->all.of->function, status, most);
}

/// A member of AreaRelation: a new reference.
static PyObject *member_of_relation(const module_state *state, carom_area_relation relation) {
    return Py_NewRef(PyTuple_GetItem(state->area_relations, (Py_ssize_t)relation));
}

// ---- areas, areas_at ----

enum { CX, CY, R, WITHIN, AREAS_MASK, AREAS_EXCEPT_GROUP, AREAS_MOST };
enum { X, Y, AT_MASK, AT_EXCEPT_GROUP, AT_MOST };

#define CIRCLE_ARGUMENTS                                                                           \
    {"cx", COLUMN_FINITE, true, 0}, {"cy", COLUMN_FINITE, true, 0}, {                              \
        "r", COLUMN_RADIUS, true, 0                                                                \
    }
#define POINT_ARGUMENTS                                                                            \
    {"x", COLUMN_FINITE, true, 0}, {                                                               \
        "y", COLUMN_FINITE, true, 0                                                                \
    }

static const argument areas_arguments[] = {CIRCLE_ARGUMENTS,
                                           {"within", COLUMN_RADIUS, false, 0},
                                           NUMBER_FILTER_ARGUMENTS,
                                           {"most", COLUMN_OTHER, false, 0}};
static const argument at_arguments[] = {
    POINT_ARGUMENTS, NUMBER_FILTER_ARGUMENTS, {"most", COLUMN_OTHER, false, 0}};

static const signature areas_signature = {"areas", areas_arguments, 7, 4};
static const signature at_signature = {"areas_at", at_arguments, 5, 2};

static size_t list_areas(void *context, size_t c, const carom_circle *circle, void *items,
                         size_t capacity) {
    const area_query *q = context;
    const npy_intp row = (npy_intp)c;
    carom_filter room;
    return carom_scene_areas(q->scene, q->index, *circle, column_number(&q->all.items[WITHIN], row),
                             filter_of_row(&q->filter, row, &room), items, capacity);
}

static size_t list_areas_at(void *context, size_t c, const carom_circle *point, void *items,
                            size_t capacity) {
    const area_query *q = context;
    carom_filter room;
    return carom_scene_areas_at(q->scene, q->index, point->center,
                                filter_of_row(&q->filter, (npy_intp)c, &room), items, capacity);
}

/// The arrays of an answer of areas(), of nearest_areas() all but the first.
typedef struct area_arrays {
    int64_t *circle_of, *areas;
    int8_t *relations;
    double *distances;
} area_arrays;

static void write_hit(const area_arrays *to, size_t i, carom_area_hit hit) {
    to->areas[i] = hit.area;
    to->relations[i] = (int8_t)hit.relation;
    to->distances[i] = hit.distance;
}

static void copy_hits(void *context, const carom_circle_lists *lists, size_t begin, size_t end) {
    const area_arrays *to = context;
    const carom_area_hit *hits = lists->items;
    lists_number_rows(lists, begin, end, to->circle_of);
    for (size_t i = lists->offsets[begin]; i < lists->offsets[end]; i++)
        write_hit(to, i, hits[i]);
}

static PyObject *answer_of_hits(const module_state *state, const area_query *q,
                                const carom_circle_lists *lists) {
    const npy_intp total = (npy_intp)lists->offsets[lists->count];
    PyObject *items[] = {new_indices(total), new_indices(total),
                         PyArray_SimpleNew(1, &total, NPY_INT8),
                         PyArray_SimpleNew(1, &total, NPY_DOUBLE)};
    if (items[0] != NULL && items[1] != NULL && items[2] != NULL && items[3] != NULL) {
        area_arrays to = {indices_of(items[0]), indices_of(items[1]),
                          PyArray_DATA((PyArrayObject *)items[2]),
                          PyArray_DATA((PyArrayObject *)items[3])};
        lists_copy(q->scene, lists, copy_hits, &to);
    }
    return answer_of_items(state->scene_answers[SCENE_ANSWER_AREAS], items, 4);
}

METHOD(scene_areas) {
    const module_state *state = PyType_GetModuleState(class);
    area_query q;
    size_t most;
    carom_circle_lists lists = {.count = 0};
    const carom_circle_query query = {
        .find = list_areas, .context = &q, .item_size = sizeof(carom_area_hit)};
    PyObject *answer = NULL;
    if (query_begin(&q, self, state, &areas_signature, AREAS_MASK, args, count, keywords) &&
        lists_read_most("areas", q.values[AREAS_MOST], &most) &&
        ask_circles(&q, R, &query, most, &lists))
        answer = answer_of_hits(state, &q, &lists);
    carom_circle_lists_release(&lists, NULL);
    query_end(&q, self);
    return answer;
}

METHOD(scene_areas_at) {
    const module_state *state = PyType_GetModuleState(class);
    area_query q;
    size_t most;
    carom_circle_lists lists = {.count = 0};
    const carom_circle_query query = {
        .find = list_areas_at, .context = &q, .item_size = sizeof(uint32_t)};
    PyObject *answer = NULL;
    if (query_begin(&q, self, state, &at_signature, AT_MASK, args, count, keywords) &&
        lists_read_most("areas_at", q.values[AT_MOST], &most) &&
        ask_circles(&q, -1, &query, most, &lists))
        answer = answer_of_lists(state, q.scene, &lists, false, SCENE_ANSWER_AREAS_AT);
    carom_circle_lists_release(&lists, NULL);
    query_end(&q, self);
    return answer;
}

// ---- contains, relate_area, signed_distance: one answer a row ----

enum { AREA = 2, POINT_MASK, POINT_EXCEPT_GROUP };
enum { RELATED_AREA = 3 };

#define AREA_OF_POINT                                                                              \
    { "area", COLUMN_UINT32, false, 0 }
static const argument point_arguments[] = {POINT_ARGUMENTS, AREA_OF_POINT, NUMBER_FILTER_ARGUMENTS};
static const argument relate_arguments[] = {CIRCLE_ARGUMENTS, {"area", COLUMN_UINT32, true, 0}};

static const signature contains_signature = {"contains", point_arguments, 5, 3};
static const signature distance_signature = {"signed_distance", point_arguments, 5, 3};
static const signature relate_signature = {"relate_area", relate_arguments, 4, 4};

/// A question with one answer a row.
typedef struct row_query {
    area_query q;
    /// The items of the answer's array.
    void *answers;
} row_query;

static carom_circle point_of(const carom_circle *circle) {
    return carom_circle_make(circle->center, 0.0);
}

static size_t contain_row(void *context, size_t c, const carom_circle *circle, void *items,
                          size_t capacity) {
    const row_query *r = context;
    const column *area = &r->q.all.items[AREA];
    const npy_intp row = (npy_intp)c;
    carom_filter room;
    (void)items;
    (void)capacity;
    ((npy_bool *)r->answers)[row] =
        area->given
            ? carom_scene_relate_area(r->q.scene, r->q.index, point_of(circle),
                                      column_integer(area, row)) >= CAROM_AREA_RELATION_TOUCHING
            : carom_scene_areas_at(r->q.scene, r->q.index, circle->center,
                                   filter_of_row(&r->q.filter, row, &room), NULL, 0) > 0;
    return 0;
}

/// Asks about points and one area, which is faster than row by row. False with an exception.
static bool ask_one_area(row_query *r) {
    carom_circle_soa points;
    if (!circles_of_columns(&r->q.all, -1, &points))
        return false;
    uint8_t *answers = r->answers;
    const uint32_t area = column_integer(&r->q.all.items[AREA], 0);
    PyThreadState *thread = release_gil(r->q.scene, r->q.all.count);
    const carom_status status = carom_scene_relate_area_batch(
        r->q.scene, r->q.index, &points, area, runner_of_rows(points.count), NULL, answers);
    for (size_t i = 0; status == CAROM_STATUS_OK && i < points.count; i++)
        answers[i] = answers[i] >= CAROM_AREA_RELATION_TOUCHING;
    take_gil(thread);
    return lists_are_made(r->q.all.of->function, status, 0);
}

static size_t relate_row(void *context, size_t c, const carom_circle *circle, void *items,
                         size_t capacity) {
    const row_query *r = context;
    (void)items;
    (void)capacity;
    ((int8_t *)r->answers)[c] =
        (int8_t)carom_scene_relate_area(r->q.scene, r->q.index, *circle,
                                        column_integer(&r->q.all.items[RELATED_AREA], (npy_intp)c));
    return 0;
}

static size_t measure_row(void *context, size_t c, const carom_circle *circle, void *items,
                          size_t capacity) {
    const row_query *r = context;
    const column *area = &r->q.all.items[AREA];
    const npy_intp row = (npy_intp)c;
    double *const distance = (double *)r->answers + row;
    (void)items;
    (void)capacity;
    if (area->given) {
        *distance = carom_scene_area_distance(r->q.scene, r->q.index, circle->center,
                                              column_integer(area, row));
        return 0;
    }
    carom_filter room;
    const carom_filter *filter = filter_of_row(&r->q.filter, row, &room);
    carom_area_hit hit;
    *distance =
        carom_scene_nearest_areas(r->q.scene, r->q.index, point_of(circle), filter, &hit, 1) > 0
            ? hit.distance
            : (double)INFINITY;
    return 0;
}

/// False with an exception if both an area and a filter of areas are given.
static bool check_area(const area_query *q) {
    if (!q->all.items[AREA].given || (q->filter.mask == NULL && q->filter.except_group == NULL))
        return true;
    PyErr_Format(PyExc_ValueError,
                 "%s(): mask and except_group select among all areas, so they cannot be given with "
                 "an area",
                 q->all.of->function);
    return false;
}

/// The answers as an array of the type; a number if all arguments are numbers.
static PyObject *answer_of_rows(const module_state *state, row_query *r, int type, int radius,
                                const carom_circle_query *query) {
    PyObject *array = PyArray_SimpleNew(r->q.all.dimensions, r->q.all.shape, type);
    if (array == NULL)
        return NULL;
    r->answers = PyArray_DATA((PyArrayObject *)array);
    const bool has_one_area =
        query->find == contain_row && r->q.all.items[AREA].given && r->q.all.items[AREA].step == 0;
    if (!(has_one_area ? ask_one_area(r) : ask_circles(&r->q, radius, query, 0, NULL))) {
        Py_DECREF(array);
        return NULL;
    }
    if (!columns_are_numbers(&r->q.all))
        return array;
    PyObject *number = type == NPY_BOOL ? PyBool_FromLong(*(npy_bool *)r->answers)
                       : type == NPY_INT8
                           ? member_of_relation(state, (carom_area_relation) * (int8_t *)r->answers)
                           : PyFloat_FromDouble(*(double *)r->answers);
    Py_DECREF(array);
    return number;
}

METHOD(scene_contains) {
    const module_state *state = PyType_GetModuleState(class);
    row_query r;
    const carom_circle_query query = {.find = contain_row, .context = &r};
    PyObject *answer = NULL;
    if (query_begin(&r.q, self, state, &contains_signature, POINT_MASK, args, count, keywords) &&
        check_area(&r.q))
        answer = answer_of_rows(state, &r, NPY_BOOL, -1, &query);
    query_end(&r.q, self);
    return answer;
}

METHOD(scene_signed_distance) {
    const module_state *state = PyType_GetModuleState(class);
    row_query r;
    const carom_circle_query query = {.find = measure_row, .context = &r};
    PyObject *answer = NULL;
    if (query_begin(&r.q, self, state, &distance_signature, POINT_MASK, args, count, keywords) &&
        check_area(&r.q))
        answer = answer_of_rows(state, &r, NPY_DOUBLE, -1, &query);
    query_end(&r.q, self);
    return answer;
}

METHOD(scene_relate_area) {
    const module_state *state = PyType_GetModuleState(class);
    row_query r;
    const carom_circle_query query = {.find = relate_row, .context = &r};
    PyObject *answer = NULL;
    if (query_begin(&r.q, self, state, &relate_signature, -1, args, count, keywords))
        answer = answer_of_rows(state, &r, NPY_INT8, R, &query);
    query_end(&r.q, self);
    return answer;
}

// ---- nearest_areas ----

enum { NEAREST_K = 3, NEAREST_MASK };

static const argument nearest_arguments[] = {
    CIRCLE_ARGUMENTS, {"k", COLUMN_OTHER, false, 0}, NUMBER_FILTER_ARGUMENTS};
static const signature nearest_signature = {"nearest_areas", nearest_arguments, 6, 4};

typedef struct nearest_query {
    area_query q;
    /// How many areas are asked for, and how many a circle can have at most.
    size_t k, most;
    area_arrays to;
    atomic_bool failed;
} nearest_query;

static size_t find_nearest(void *context, size_t c, const carom_circle *circle, void *items,
                           size_t capacity) {
    nearest_query *n = context;
    carom_filter room;
    carom_area_hit own[16];
    carom_area_hit *hits = n->most <= 16 ? own : malloc(n->most * sizeof *hits);
    const carom_area_hit none = {0, CAROM_AREA_RELATION_INVALID, (double)INFINITY};
    size_t count = 0;
    (void)items;
    (void)capacity;
    if (hits == NULL)
        atomic_store(&n->failed, true);
    else if (n->most > 0)
        count = carom_scene_nearest_areas(n->q.scene, n->q.index, *circle,
                                          filter_of_row(&n->q.filter, (npy_intp)c, &room), hits,
                                          n->most);
    for (size_t i = 0; i < n->k; i++)
        write_hit(&n->to, c * n->k + i, i < count ? hits[i] : none);
    if (hits != own)
        free(hits);
    return 0;
}

/// Finds the areas of all rows. False with an exception.
static bool find_all_nearest(nearest_query *n, PyObject **items) {
    static const int types[] = {NPY_INT64, NPY_INT8, NPY_DOUBLE};
    const size_t walls = carom_scene_count(n->q.scene);
    if (!k_is_small(&n->q.all, n->k, walls) || !arrays_of_nearest(&n->q.all, n->k, types, items, 3))
        return false;
    n->most = n->k < walls ? n->k : walls;
    n->to = (area_arrays){.areas = indices_of(items[0]),
                          .relations = PyArray_DATA((PyArrayObject *)items[1]),
                          .distances = PyArray_DATA((PyArrayObject *)items[2])};
    atomic_init(&n->failed, false);
    const carom_circle_query query = {.find = find_nearest, .context = n};
    if (!ask_circles(&n->q, R, &query, 0, NULL))
        return false;
    if (atomic_load(&n->failed))
        PyErr_NoMemory();
    return !atomic_load(&n->failed);
}

METHOD(scene_nearest_areas) {
    const module_state *state = PyType_GetModuleState(class);
    nearest_query n;
    PyObject *items[3] = {NULL, NULL, NULL}, *answer = NULL;
    if (query_begin(&n.q, self, state, &nearest_signature, NEAREST_MASK, args, count, keywords) &&
        k_of_argument("nearest_areas", n.q.values[NEAREST_K], &n.k) &&
        find_all_nearest(&n, items)) {
        if (columns_are_numbers(&n.q.all) && n.k == 1) {
            PyObject *numbers[3] = {
                PyLong_FromLongLong(n.to.areas[0]),
                member_of_relation(state, (carom_area_relation)n.to.relations[0]),
                PyFloat_FromDouble(n.to.distances[0])};
            answer = answer_of_items(state->scene_answers[SCENE_ANSWER_NEAREST_AREAS], numbers, 3);
        } else {
            answer = answer_of_items(state->scene_answers[SCENE_ANSWER_NEAREST_AREAS], items, 3);
            items[0] = items[1] = items[2] = NULL;
        }
    }
    for (int i = 0; i < 3; i++)
        Py_XDECREF(items[i]);
    query_end(&n.q, self);
    return answer;
}
