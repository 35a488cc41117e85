// The query of a scene for pairs of walls that are near each other. Room: above scene lists.
#include "scene_lists.h"

#include <stdlib.h>

enum { WITHIN, OTHER, EXCEPT_SAME_GROUP, MASK, MOST };

static const argument clearance_arguments[] = {{"within", COLUMN_RADIUS, false, 0},
                                               {"other", COLUMN_OTHER, false, 0},
                                               {"except_same_group", COLUMN_TRUTH, false, 0},
                                               {"mask", COLUMN_UINT32, false, UINT32_MAX},
                                               {"most", COLUMN_OTHER, false, 0}};
static const signature clearance_signature = {"clearance", clearance_arguments, 5, 2};

typedef struct clearance_query {
    const carom_scene *scene;
    /// The scene of the second walls; NULL: pairs of walls of one scene.
    const carom_scene *other;
    /// Of two scenes the first walls that the mask accepts, and their indices.
    carom_wall *walls;
    uint32_t *indices;
    size_t count;
    double within;
    /// NULL if all walls count.
    const carom_filter *filter;
    carom_filter mask;
    bool except_same_group;
    size_t most;
    /// The arrays of the answer.
    int64_t *wall_of, *other_of;
    double *gaps;
} clearance_query;

/// False with an exception if the numbers of the call are arrays.
static bool read_numbers_of_call(clearance_query *q, const columns *all) {
    if (!columns_are_numbers(all)) {
        PyErr_SetString(PyExc_ValueError,
                        "clearance(): within, except_same_group and mask must be one value for all "
                        "walls, not arrays");
        return false;
    }
    q->within = column_number(&all->items[WITHIN], 0);
    q->except_same_group = column_code(&all->items[EXCEPT_SAME_GROUP], 0) != 0;
    q->mask = carom_filter_default();
    q->mask.mask = column_integer(&all->items[MASK], 0);
    q->filter = all->items[MASK].given ? &q->mask : NULL;
    return true;
}

/// Puts down the walls of the first scene that the mask accepts. False with an exception.
static bool gather_walls(clearance_query *q, const scene_object *object) {
    const size_t count = carom_scene_count(q->scene);
    q->walls = malloc((count + 1) * sizeof *q->walls);
    q->indices = malloc((count + 1) * sizeof *q->indices);
    carom_dynamic_id *ids = object->dynamic == NULL ? NULL : malloc((count + 1) * sizeof *ids);
    const bool has_room =
        q->walls != NULL && q->indices != NULL && (object->dynamic == NULL || ids != NULL);
    if (!has_room)
        PyErr_NoMemory();
    if (has_room && ids != NULL)
        carom_dynamic_scene_list(object->dynamic, ids, NULL, count);
    for (size_t i = 0; has_room && i < count; i++) {
        const carom_index index = ids == NULL ? (carom_index)i : ids[i].index;
        const carom_wall wall = carom_scene_wall(q->scene, index);
        if (((wall.category == 0 ? 1 : wall.category) & q->mask.mask) == 0)
            continue;
        q->walls[q->count] = wall;
        q->indices[q->count++] = index;
    }
    free(ids);
    return has_room;
}

/// False with an exception.
static bool make_lists(clearance_query *q, carom_circle_lists *lists) {
    const size_t rows = q->other == NULL ? carom_scene_count(q->scene) : q->count;
    PyThreadState *thread = release_gil(q->scene, (npy_intp)rows);
    const carom_status status =
        q->other == NULL
            ? carom_scene_clearance_batch(q->scene, q->within, q->filter, q->except_same_group,
                                          q->most, runner_of_rows(rows), NULL, lists)
            : carom_scene_near_wall_batch(q->other, q->walls, q->count, q->within, q->filter,
                                          q->except_same_group, q->most, runner_of_rows(rows), NULL,
                                          lists);
    take_gil(thread);
    return lists_are_made("clearance", status, q->most);
}

static void copy_pairs(void *context, const carom_circle_lists *lists, size_t begin, size_t end) {
    const clearance_query *q = context;
    const carom_index *others = lists->items;
    for (size_t row = begin; row < end; row++) {
        const size_t first = lists->offsets[row], stop = lists->offsets[row + 1];
        // A row without a list may have no wall.
        if (first == stop)
            continue;
        const carom_index index = q->other == NULL ? (carom_index)row : q->indices[row];
        const carom_wall wall = carom_scene_wall(q->scene, index);
        for (size_t i = first; i < stop; i++) {
            const carom_wall other =
                carom_scene_wall(q->other == NULL ? q->scene : q->other, others[i]);
            q->wall_of[i] = index;
            q->other_of[i] = others[i];
            q->gaps[i] = carom_wall_gap(wall, other);
        }
    }
}

static PyObject *answer_of_pairs(const module_state *state, clearance_query *q,
                                 const carom_circle_lists *lists) {
    const npy_intp total = (npy_intp)lists->offsets[lists->count];
    PyObject *items[3] = {new_indices(total), new_indices(total),
                          PyArray_SimpleNew(1, &total, NPY_DOUBLE)};
    if (items[0] != NULL && items[1] != NULL && items[2] != NULL) {
        q->wall_of = indices_of(items[0]);
        q->other_of = indices_of(items[1]);
        q->gaps = PyArray_DATA((PyArrayObject *)items[2]);
        lists_copy(q->scene, lists, copy_pairs, q);
    }
    return answer_of_items(state->scene_answers[SCENE_ANSWER_CLEARANCE], items, 3);
}

static PyObject *find_pairs(const module_state *state, clearance_query *q, PyObject *self) {
    carom_circle_lists lists = {.count = 0};
    PyObject *answer = NULL;
    if ((q->other == NULL || gather_walls(q, (const scene_object *)self)) && make_lists(q, &lists))
        answer = answer_of_pairs(state, q, &lists);
    carom_circle_lists_release(&lists, NULL);
    free(q->walls);
    free(q->indices);
    return answer;
}

METHOD(scene_clearance) {
    const module_state *state = PyType_GetModuleState(class);
    clearance_query q = {.walls = NULL};
    columns all = {.of = &clearance_signature};
    PyObject *values[COLUMNS_MAX], *answer = NULL;
    if (arguments_place(&clearance_signature, args, count, keywords, values) &&
        columns_read(state, &clearance_signature, values, &all) && read_numbers_of_call(&q, &all) &&
        lists_read_most("clearance", values[MOST], &q.most) &&
        (q.scene = scene_begin(self, "clearance")) != NULL) {
        PyObject *other = values[OTHER] == Py_None ? NULL : values[OTHER];
        // carom/scene.py has made a scene of any other source of walls.
        if (other == NULL || (q.other = scene_begin(other, "clearance")) != NULL)
            answer = find_pairs(state, &q, self);
        if (q.other != NULL)
            scene_end(other);
        scene_end(self);
    }
    columns_release(&all);
    return answer;
}
