// The class of fixed scenes: made from columns of walls or from bytes, and their bytes and walls.
//
// A scene is one block of memory without pointers. It is made by the library, copied from bytes to
// an aligned block, or used in place in somebody's buffer, such as a mapped file. Room: above
// columns.
#include "scene.h"
#include "threads.h"

#include <stdlib.h>
#include <string.h>

/// Up to this many walls and rows a query ends before another thread would have taken the GIL.
enum { QUICK_WALLS = 4096, QUICK_ROWS = 16 };

/// Up to this many rows one thread ends before others would have started.
enum { UNSHARED_ROWS = 512 };

static scene_object *scene_of(PyObject *object) {
    return (scene_object *)object;
}

// ---- what all files share ----

const carom_scene *scene_begin(PyObject *object, const char *function) {
    scene_object *s = scene_of(object);
    if (s->dynamic == NULL) {
        if (s->fixed == NULL)
            PyErr_Format(PyExc_ValueError, "%s(): the scene has not been made", function);
        return s->fixed;
    }
    long users = atomic_load(&s->users);
    do {
        if (users < 0) {
            PyErr_Format(PyExc_RuntimeError, "%s(): another thread is editing the scene", function);
            return NULL;
        }
    } while (!atomic_compare_exchange_weak(&s->users, &users, users + 1));
    return carom_dynamic_scene_view(s->dynamic);
}

void scene_end(PyObject *object) {
    if (scene_of(object)->dynamic != NULL)
        atomic_fetch_sub(&scene_of(object)->users, 1);
}

PyThreadState *release_gil(const carom_scene *scene, npy_intp count) {
    return count > QUICK_ROWS || carom_scene_count(scene) > QUICK_WALLS ? PyEval_SaveThread()
                                                                        : NULL;
}

void take_gil(PyThreadState *thread) {
    if (thread != NULL)
        PyEval_RestoreThread(thread);
}

bool circles_of_columns(columns *all, int radius, carom_circle_soa *circles) {
    if (!columns_fill(all, 0) || !columns_fill(all, 1) ||
        (radius >= 0 && !columns_fill(all, radius)))
        return false;
    *circles = (carom_circle_soa){.x = all->items[0].rows,
                                  .y = all->items[1].rows,
                                  .radius = radius >= 0 ? all->items[radius].rows : NULL,
                                  .count = (size_t)all->count};
    return true;
}

static void run_on_threads(void *context, void (*task)(void *data, size_t i), void *data,
                           size_t count) {
    (void)context;
    run_tasks(task, data, count, threads_limit());
}

static const carom_task_runner runner = {run_on_threads, NULL};

const carom_task_runner *runner_of_rows(size_t rows) {
    return rows > UNSHARED_ROWS ? &runner : NULL;
}

PyObject *answer_of_items(PyObject *class, PyObject *const *items, Py_ssize_t count) {
    const allocfunc allocate = (allocfunc)PyType_GetSlot((PyTypeObject *)class, Py_tp_alloc);
    PyObject *answer = allocate((PyTypeObject *)class, count);
    for (Py_ssize_t i = 0; i < count; i++) {
        if (answer == NULL || items[i] == NULL) {
            Py_CLEAR(answer);
            Py_XDECREF(items[i]);
        } else {
            PyTuple_SetItem(answer, i, items[i]);
        }
    }
    return answer;
}

void raise_status(const char *function, carom_status status) {
    if (status == CAROM_STATUS_OUT_OF_MEMORY)
        PyErr_NoMemory();
    else
        PyErr_Format(PyExc_ValueError, "%s(): %s", function, carom_status_name(status));
}

// ---- walls ----

carom_wall wall_of_row(const column *c, npy_intp row) {
    carom_wall wall = carom_wall_make(
        carom_vec2_make(column_number(&c[WALL_AX], row), column_number(&c[WALL_AY], row)),
        carom_vec2_make(column_number(&c[WALL_BX], row), column_number(&c[WALL_BY], row)),
        column_number(&c[WALL_WR], row), (carom_extent)column_code(&c[WALL_EXTENT], row));
    wall.category = column_integer(&c[WALL_CATEGORY], row);
    wall.one_sided = column_code(&c[WALL_ONE_SIDED], row) != 0;
    // The bits are cut: the owner of an array may have changed it since it was checked.
    wall.group = column_integer(&c[WALL_GROUP], row);
    return wall;
}

carom_wall *walls_of_columns(const columns *all, int first) {
    carom_wall *walls = malloc(((size_t)all->count + 1) * sizeof *walls);
    if (walls == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (npy_intp i = 0; i < all->count; i++)
        walls[i] = wall_of_row(&all->items[first], i);
    return walls;
}

/// The wall as numbers: a new reference or NULL with an exception.
static PyObject *answer_of_wall(const module_state *state, carom_wall wall) {
    PyObject *items[] = {PyFloat_FromDouble(wall.a.x),           PyFloat_FromDouble(wall.a.y),
                         PyFloat_FromDouble(wall.b.x),           PyFloat_FromDouble(wall.b.y),
                         PyFloat_FromDouble(wall.radius),        PyLong_FromLong(wall.extent),
                         PyLong_FromUnsignedLong(wall.category), PyBool_FromLong(wall.one_sided),
                         PyLong_FromUnsignedLong(wall.group)};
    return answer_of_items(state->scene_answers[SCENE_ANSWER_WALLS], items, WALL_ARGUMENTS_COUNT);
}

PyObject *answer_of_walls(const module_state *state, const carom_wall *walls, int dimensions,
                          const npy_intp *shape) {
    static const int types[WALL_ARGUMENTS_COUNT] = {NPY_DOUBLE, NPY_DOUBLE, NPY_DOUBLE,
                                                    NPY_DOUBLE, NPY_DOUBLE, NPY_UINT8,
                                                    NPY_UINT32, NPY_BOOL,   NPY_UINT32};
    if (dimensions == 0)
        return answer_of_wall(state, *walls);
    PyObject *items[WALL_ARGUMENTS_COUNT];
    void *data[WALL_ARGUMENTS_COUNT];
    bool good = true;
    for (int k = 0; k < WALL_ARGUMENTS_COUNT; k++) {
        items[k] = good ? PyArray_SimpleNew(dimensions, shape, types[k]) : NULL;
        good = items[k] != NULL;
        data[k] = good ? PyArray_DATA((PyArrayObject *)items[k]) : NULL;
    }
    const npy_intp count = good ? PyArray_SIZE((PyArrayObject *)items[0]) : 0;
    for (npy_intp i = 0; i < count; i++) {
        const double numbers[] = {walls[i].a.x, walls[i].a.y, walls[i].b.x, walls[i].b.y,
                                  walls[i].radius};
        for (int k = 0; k < 5; k++)
            ((double *)data[k])[i] = numbers[k];
        ((uint8_t *)data[WALL_EXTENT])[i] = walls[i].extent;
        ((uint32_t *)data[WALL_CATEGORY])[i] = walls[i].category;
        ((npy_bool *)data[WALL_ONE_SIDED])[i] = walls[i].one_sided;
        ((uint32_t *)data[WALL_GROUP])[i] = walls[i].group;
    }
    return answer_of_items(state->scene_answers[SCENE_ANSWER_WALLS], items, WALL_ARGUMENTS_COUNT);
}

static const argument wall_arguments[] = {WALL_ARGUMENTS};
static const signature scene_signature = {"Scene", wall_arguments, WALL_ARGUMENTS_COUNT,
                                          WALL_ARGUMENTS_COUNT};

static const argument index_arguments[] = {{"index", COLUMN_UINT32, false, 0}};
static const signature walls_signature = {"walls", index_arguments, 1, 1};

/// The walls of a fixed scene with these indices: memory to be freed. NULL with an exception.
static carom_wall *gather_walls(const carom_scene *scene, const columns *all) {
    const size_t walls_count = carom_scene_count(scene);
    carom_wall *walls = malloc(((size_t)all->count + 1) * sizeof *walls);
    if (walls == NULL)
        PyErr_NoMemory();
    for (npy_intp i = 0; walls != NULL && i < all->count; i++) {
        const size_t index = column_integer(&all->items[0], i);
        if (index < walls_count) {
            walls[i] = carom_scene_wall(scene, (carom_index)index);
            continue;
        }
        PyErr_Format(PyExc_IndexError, "walls(): there is no wall %zu, the scene has %zu walls",
                     index, walls_count);
        free(walls);
        return NULL;
    }
    return walls;
}

static PyObject *all_walls(const module_state *state, const carom_scene *scene) {
    const npy_intp count = (npy_intp)carom_scene_count(scene);
    carom_wall *walls = malloc(((size_t)count + 1) * sizeof *walls);
    if (walls == NULL)
        return PyErr_NoMemory();
    for (npy_intp i = 0; i < count; i++)
        walls[i] = carom_scene_wall(scene, (carom_index)i);
    PyObject *answer = answer_of_walls(state, walls, 1, &count);
    free(walls);
    return answer;
}

METHOD(scene_walls) {
    const module_state *state = PyType_GetModuleState(class);
    PyObject *values[1], *answer = NULL;
    columns all = {.of = &walls_signature};
    const carom_scene *scene;
    if (arguments_place(&walls_signature, args, count, keywords, values) &&
        (values[0] == Py_None || columns_read(state, &walls_signature, values, &all)) &&
        (scene = scene_begin(self, "walls")) != NULL) {
        if (all.items[0].given) {
            carom_wall *walls = gather_walls(scene, &all);
            answer =
                walls == NULL ? NULL : answer_of_walls(state, walls, all.dimensions, all.shape);
            free(walls);
        } else {
            answer = all_walls(state, scene);
        }
        scene_end(self);
    }
    columns_release(&all);
    return answer;
}

// ---- making a scene ----

PyObject *new_scene_object(PyObject *class) {
    const allocfunc allocate = (allocfunc)PyType_GetSlot((PyTypeObject *)class, Py_tp_alloc);
    return allocate((PyTypeObject *)class, 0);
}

static PyObject *build_scene(PyObject *class, const columns *all) {
    carom_wall *walls = walls_of_columns(all, 0);
    PyObject *object = walls == NULL ? NULL : new_scene_object(class);
    if (object == NULL) {
        free(walls);
        return NULL;
    }
    PyThreadState *thread = PyEval_SaveThread();
    const carom_status status =
        carom_scene_create(walls, (size_t)all->count, NULL, &runner, &scene_of(object)->made, NULL);
    free(walls);
    PyEval_RestoreThread(thread);
    scene_of(object)->fixed = scene_of(object)->made;
    if (status == CAROM_STATUS_OK)
        return object;
    raise_status("Scene", status);
    Py_DECREF(object);
    return NULL;
}

METHOD(scene_build) {
    const module_state *state = PyType_GetModuleState(class);
    PyObject *values[WALL_ARGUMENTS_COUNT], *object = NULL;
    columns all = {.of = &scene_signature};
    if (arguments_place(&scene_signature, args, count, keywords, values) &&
        columns_read(state, &scene_signature, values, &all))
        object = build_scene(self, &all);
    columns_release(&all);
    return object;
}
