// The class of scenes that change: its edits, ids and walls.
//
// The id of a wall in Python is its index. An edit must not run beside a query: the number of
// running queries is kept in the object, and whoever comes at the wrong time gets a RuntimeError.
// Room: above columns.
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static scene_object *scene_of(PyObject *object) {
    return (scene_object *)object;
}

// ---- edits and queries ----

/// False with an exception if a query or another edit is running.
static bool edit_begin(PyObject *object, const char *function) {
    long users = 0;
    if (scene_of(object)->dynamic == NULL) {
        PyErr_Format(PyExc_ValueError, "%s(): the scene has not been made", function);
        return false;
    }
    if (atomic_compare_exchange_strong(&scene_of(object)->users, &users, -1))
        return true;
    PyErr_Format(PyExc_RuntimeError,
                 users < 0 ? "%s(): another thread is editing the scene"
                           : "%s(): a query of the scene is running; edit it when the query has "
                             "ended",
                 function);
    return false;
}

static void edit_end(PyObject *object) {
    atomic_store(&scene_of(object)->users, 0);
}

static const carom_scene *view_of(PyObject *object) {
    return carom_dynamic_scene_view(scene_of(object)->dynamic);
}

/// Raises the exception of an edit that failed.
static void raise_edit(const char *function, carom_status status) {
    if (status == CAROM_STATUS_TOO_MANY_WALLS)
        PyErr_Format(PyExc_ValueError, "%s(): more than %zd walls", function,
                     (Py_ssize_t)CAROM_INDEX_MAX);
    else
        raise_status(function, status);
}

// ---- arguments ----

#define ID_ARGUMENT(required)                                                                      \
    { "id", COLUMN_UINT32, required, 0 }

static const argument wall_arguments[] = {WALL_ARGUMENTS};
static const argument move_arguments[] = {ID_ARGUMENT(true), WALL_ARGUMENTS};
static const argument category_arguments[] = {ID_ARGUMENT(true),
                                              {"category", COLUMN_UINT32, true, 0}};
static const argument group_arguments[] = {ID_ARGUMENT(true), {"group", COLUMN_UINT32, true, 0}};
static const argument id_arguments[] = {ID_ARGUMENT(true)};
static const argument any_id_arguments[] = {ID_ARGUMENT(false)};

static const signature build_signature = {"DynamicScene", wall_arguments, WALL_ARGUMENTS_COUNT,
                                          WALL_ARGUMENTS_COUNT};
static const signature insert_signature = {"insert", wall_arguments, WALL_ARGUMENTS_COUNT,
                                           WALL_ARGUMENTS_COUNT};
static const signature move_signature = {"move", move_arguments, 1 + WALL_ARGUMENTS_COUNT,
                                         1 + WALL_ARGUMENTS_COUNT};
static const signature move_many_signature = {"move_many", move_arguments, 1 + WALL_ARGUMENTS_COUNT,
                                              1 + WALL_ARGUMENTS_COUNT};
static const signature category_signature = {"set_category", category_arguments, 2, 2};
static const signature group_signature = {"set_group", group_arguments, 2, 2};
static const signature remove_signature = {"remove", id_arguments, 1, 1};
static const signature has_signature = {"has", id_arguments, 1, 1};
static const signature walls_signature = {"walls", any_id_arguments, 1, 1};

/// Copies the ids of column 0, so that nobody can change them during the edit: memory to be freed.
/// NULL with an exception.
static uint32_t *copy_ids(const columns *all) {
    uint32_t *ids = malloc(((size_t)all->count + 1) * sizeof *ids);
    if (ids == NULL)
        PyErr_NoMemory();
    for (npy_intp i = 0; ids != NULL && i < all->count; i++)
        ids[i] = column_integer(&all->items[0], i);
    return ids;
}

static int compare_ids(const void *p, const void *q) {
    const uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
    return (a > b) - (a < b);
}

static bool has_wall(const carom_dynamic_scene *scene, uint32_t index) {
    return carom_dynamic_scene_id(scene, index).generation != 0;
}

/// False with an exception if an id has no wall.
static bool check_ids(PyObject *object, const char *function, const uint32_t *ids, npy_intp count) {
    for (npy_intp i = 0; i < count; i++) {
        if (!has_wall(scene_of(object)->dynamic, ids[i])) {
            PyErr_Format(PyExc_ValueError, "%s(): no wall has the id %zu", function,
                         (size_t)ids[i]);
            return false;
        }
    }
    return true;
}

/// False with an exception if an id occurs twice.
static bool check_distinct(const char *function, const uint32_t *ids, npy_intp count) {
    if (count < 2)
        return true;
    uint32_t *sorted = malloc((size_t)count * sizeof *sorted);
    if (sorted == NULL) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(sorted, ids, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_ids);
    npy_intp i = 1;
    while (i < count && sorted[i] != sorted[i - 1])
        i++;
    if (i < count)
        PyErr_Format(PyExc_ValueError, "%s(): the id %zu occurs more than once", function,
                     (size_t)sorted[i]);
    free(sorted);
    return i == count;
}

// ---- make ----

METHOD(dynamic_scene_build) {
    const module_state *state = PyType_GetModuleState(class);
    PyObject *values[WALL_ARGUMENTS_COUNT], *object = NULL;
    columns all = {.of = &build_signature};
    carom_wall *walls = NULL;
    if (arguments_place(&build_signature, args, count, keywords, values) &&
        columns_read(state, &build_signature, values, &all) &&
        (walls = walls_of_columns(&all, 0)) != NULL)
        object = new_scene_object(self);
    if (object != NULL) {
        PyThreadState *thread = PyEval_SaveThread();
        const carom_status status = carom_dynamic_scene_create(walls, (size_t)all.count, NULL,
                                                               &scene_of(object)->dynamic, NULL);
        PyEval_RestoreThread(thread);
        if (status != CAROM_STATUS_OK) {
            raise_edit("DynamicScene", status);
            Py_CLEAR(object);
        }
    }
    free(walls);
    columns_release(&all);
    return object;
}

// ---- insert, remove ----

/// Inserts all walls, or none. Takes the GIL back.
static carom_status insert_all(PyObject *self, const carom_wall *walls, npy_intp count,
                               uint32_t *ids) {
    carom_dynamic_scene *scene = scene_of(self)->dynamic;
    PyThreadState *thread = release_gil(view_of(self), count);
    carom_status status = CAROM_STATUS_OK;
    npy_intp done = 0;
    while (done < count && status == CAROM_STATUS_OK) {
        carom_dynamic_id id = {0, 0};
        status = carom_dynamic_scene_insert(scene, walls[done], &id);
        ids[done] = id.index;
        done += status == CAROM_STATUS_OK;
    }
    while (status != CAROM_STATUS_OK && done > 0)
        carom_dynamic_scene_remove(scene, carom_dynamic_scene_id(scene, ids[--done]));
    take_gil(thread);
    return status;
}

static PyObject *ids_as_array(const uint32_t *ids, int dimensions, const npy_intp *shape) {
    PyObject *array = PyArray_SimpleNew(dimensions, shape, NPY_INT64);
    const npy_intp count = array == NULL ? 0 : PyArray_SIZE((PyArrayObject *)array);
    for (npy_intp i = 0; i < count; i++)
        ((int64_t *)PyArray_DATA((PyArrayObject *)array))[i] = ids[i];
    return array;
}

METHOD(dynamic_scene_insert) {
    const module_state *state = PyType_GetModuleState(class);
    PyObject *values[WALL_ARGUMENTS_COUNT], *answer = NULL;
    columns all = {.of = &insert_signature};
    carom_wall *walls = NULL;
    uint32_t *ids = NULL;
    if (arguments_place(&insert_signature, args, count, keywords, values) &&
        columns_read(state, &insert_signature, values, &all) &&
        (walls = walls_of_columns(&all, 0)) != NULL) {
        ids = calloc((size_t)all.count + 1, sizeof *ids);
        if (ids == NULL)
            PyErr_NoMemory();
    }
    if (ids != NULL && edit_begin(self, "insert")) {
        const carom_status status = insert_all(self, walls, all.count, ids);
        edit_end(self);
        if (status != CAROM_STATUS_OK)
            raise_edit("insert", status);
        else if (columns_are_numbers(&all))
            answer = PyLong_FromUnsignedLong(ids[0]);
        else
            answer = ids_as_array(ids, all.dimensions, all.shape);
    }
    free(ids);
    free(walls);
    columns_release(&all);
    return answer;
}

METHOD(dynamic_scene_remove) {
    const module_state *state = PyType_GetModuleState(class);
    PyObject *values[1];
    columns all = {.of = &remove_signature};
    uint32_t *ids = NULL;
    bool done = false;
    if (arguments_place(&remove_signature, args, count, keywords, values) &&
        columns_read(state, &remove_signature, values, &all) && (ids = copy_ids(&all)) != NULL &&
        check_distinct("remove", ids, all.count) && edit_begin(self, "remove")) {
        carom_dynamic_scene *scene = scene_of(self)->dynamic;
        done = check_ids(self, "remove", ids, all.count);
        PyThreadState *thread = release_gil(view_of(self), all.count);
        for (npy_intp i = 0; done && i < all.count; i++)
            carom_dynamic_scene_remove(scene, carom_dynamic_scene_id(scene, ids[i]));
        take_gil(thread);
        edit_end(self);
    }
    free(ids);
    columns_release(&all);
    return done ? Py_NewRef(Py_None) : NULL;
}

// ---- move ----

/// The walls after a move: what is not given stays as it is. `changed` is the index of the first
/// argument that changes them.
static void walls_after(PyObject *self, const columns *all, const uint32_t *ids,
                        carom_wall *walls) {
    const column *c = &all->items[1];
    for (npy_intp i = 0; i < all->count; i++) {
        const carom_wall old = carom_scene_wall(view_of(self), ids[i]);
        walls[i] = wall_of_row(c, i);
        walls[i].radius = c[WALL_WR].given ? walls[i].radius : old.radius;
        walls[i].extent = c[WALL_EXTENT].given ? walls[i].extent : old.extent;
        walls[i].category = c[WALL_CATEGORY].given ? walls[i].category : old.category;
        walls[i].one_sided = c[WALL_ONE_SIDED].given ? walls[i].one_sided : old.one_sided;
        walls[i].group = c[WALL_GROUP].given ? walls[i].group : old.group;
    }
}

static void walls_recategorized(PyObject *self, const columns *all, const uint32_t *ids,
                                carom_wall *walls) {
    for (npy_intp i = 0; i < all->count; i++) {
        walls[i] = carom_scene_wall(view_of(self), ids[i]);
        walls[i].category = column_integer(&all->items[1], i);
    }
}

static void walls_regrouped(PyObject *self, const columns *all, const uint32_t *ids,
                            carom_wall *walls) {
    for (npy_intp i = 0; i < all->count; i++) {
        walls[i] = carom_scene_wall(view_of(self), ids[i]);
        walls[i].group = column_integer(&all->items[1], i);
    }
}

/// Moves all walls, or none.
static carom_status move_all(carom_dynamic_scene *scene, const uint32_t *indices,
                             const carom_wall *walls, size_t count) {
    if (count == 1)
        return carom_dynamic_scene_move(scene, carom_dynamic_scene_id(scene, indices[0]), walls[0]);
    carom_dynamic_id *ids = malloc((count + 1) * sizeof *ids);
    if (ids == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        ids[i] = carom_dynamic_scene_id(scene, indices[i]);
    const carom_status status = carom_dynamic_scene_move_many(scene, ids, walls, count, NULL);
    free(ids);
    return status;
}

/// Replaces walls as `replace` says: all, or none. Returns None or NULL with an exception.
static PyObject *change_walls(PyObject *self, const module_state *state, const signature *of,
                              void (*replace)(PyObject *, const columns *, const uint32_t *,
                                              carom_wall *),
                              PyObject *const *args, Py_ssize_t count, PyObject *keywords) {
    PyObject *values[COLUMNS_MAX];
    columns all = {.of = of};
    uint32_t *ids = NULL;
    carom_wall *walls = NULL;
    bool done = false;
    if (arguments_place(of, args, count, keywords, values) &&
        columns_read(state, of, values, &all) && (ids = copy_ids(&all)) != NULL &&
        check_distinct(of->function, ids, all.count)) {
        walls = malloc(((size_t)all.count + 1) * sizeof *walls);
        if (walls == NULL)
            PyErr_NoMemory();
    }
    if (walls != NULL && edit_begin(self, of->function)) {
        if (check_ids(self, of->function, ids, all.count)) {
            replace(self, &all, ids, walls);
            PyThreadState *thread = release_gil(view_of(self), all.count);
            const carom_status status =
                move_all(scene_of(self)->dynamic, ids, walls, (size_t)all.count);
            take_gil(thread);
            done = status == CAROM_STATUS_OK;
            if (!done)
                raise_edit(of->function, status);
        }
        edit_end(self);
    }
    free(walls);
    free(ids);
    columns_release(&all);
    return done ? Py_NewRef(Py_None) : NULL;
}

METHOD(dynamic_scene_move) {
    return change_walls(self, PyType_GetModuleState(class), &move_signature, walls_after, args,
                        count, keywords);
}

METHOD(dynamic_scene_move_many) {
    return change_walls(self, PyType_GetModuleState(class), &move_many_signature, walls_after, args,
                        count, keywords);
}

METHOD(dynamic_scene_set_category) {
    return change_walls(self, PyType_GetModuleState(class), &category_signature,
                        walls_recategorized, args, count, keywords);
}

METHOD(dynamic_scene_set_group) {
    return change_walls(self, PyType_GetModuleState(class), &group_signature, walls_regrouped, args,
                        count, keywords);
}

// ---- ids and walls ----

METHOD(dynamic_scene_has) {
    const module_state *state = PyType_GetModuleState(class);
    PyObject *values[1], *answer = NULL;
    columns all = {.of = &has_signature};
    if (arguments_place(&has_signature, args, count, keywords, values) &&
        columns_read(state, &has_signature, values, &all) && scene_begin(self, "has") != NULL) {
        const carom_dynamic_scene *scene = scene_of(self)->dynamic;
        if (columns_are_numbers(&all)) {
            answer = PyBool_FromLong(has_wall(scene, column_integer(&all.items[0], 0)));
        } else if ((answer = PyArray_SimpleNew(all.dimensions, all.shape, NPY_BOOL)) != NULL) {
            npy_bool *has = PyArray_DATA((PyArrayObject *)answer);
            for (npy_intp i = 0; i < all.count; i++)
                has[i] = has_wall(scene, column_integer(&all.items[0], i));
        }
        scene_end(self);
    }
    columns_release(&all);
    return answer;
}

PyObject *dynamic_scene_ids(PyObject *self, PyObject *nothing) {
    (void)nothing;
    if (scene_begin(self, "ids") == NULL)
        return NULL;
    const npy_intp count = (npy_intp)carom_dynamic_scene_count(scene_of(self)->dynamic);
    carom_dynamic_id *ids = malloc(((size_t)count + 1) * sizeof *ids);
    PyObject *answer = ids == NULL ? PyErr_NoMemory() : PyArray_SimpleNew(1, &count, NPY_INT64);
    if (answer != NULL) {
        carom_dynamic_scene_list(scene_of(self)->dynamic, ids, NULL, (size_t)count);
        for (npy_intp i = 0; i < count; i++)
            ((int64_t *)PyArray_DATA((PyArrayObject *)answer))[i] = ids[i].index;
    }
    free(ids);
    scene_end(self);
    return answer;
}

static PyObject *listed_walls(PyObject *self, const module_state *state) {
    const carom_dynamic_scene *scene = scene_of(self)->dynamic;
    const npy_intp count = (npy_intp)carom_dynamic_scene_count(scene);
    carom_wall *walls = malloc(((size_t)count + 1) * sizeof *walls);
    if (walls == NULL)
        return PyErr_NoMemory();
    carom_dynamic_scene_list(scene, NULL, walls, (size_t)count);
    PyObject *answer = answer_of_walls(state, walls, 1, &count);
    free(walls);
    return answer;
}

static PyObject *walls_of_ids(PyObject *self, const module_state *state, const columns *all) {
    uint32_t *ids = copy_ids(all);
    carom_wall *walls = ids == NULL ? NULL : malloc(((size_t)all->count + 1) * sizeof *walls);
    PyObject *answer = NULL;
    if (ids != NULL && walls == NULL)
        PyErr_NoMemory();
    if (walls != NULL && check_ids(self, "walls", ids, all->count)) {
        for (npy_intp i = 0; i < all->count; i++)
            walls[i] = carom_scene_wall(view_of(self), ids[i]);
        answer = answer_of_walls(state, walls, all->dimensions, all->shape);
    }
    free(walls);
    free(ids);
    return answer;
}

METHOD(dynamic_scene_walls) {
    const module_state *state = PyType_GetModuleState(class);
    PyObject *values[1], *answer = NULL;
    columns all = {.of = &walls_signature};
    if (arguments_place(&walls_signature, args, count, keywords, values) &&
        (values[0] == Py_None || columns_read(state, &walls_signature, values, &all)) &&
        scene_begin(self, "walls") != NULL) {
        answer = all.items[0].given ? walls_of_ids(self, state, &all) : listed_walls(self, state);
        scene_end(self);
    }
    columns_release(&all);
    return answer;
}
