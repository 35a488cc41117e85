// Scenes as Python objects: what the files of scenes share, and how a mover gets at the walls.
//
// carom.Scene and carom.DynamicScene have one C struct and one base class, which has the queries.
// Room: above columns.
#ifndef CAROM_PYTHON_SCENE_H
#define CAROM_PYTHON_SCENE_H

#include "columns.h"

#include <stdatomic.h>

/// A scene: fixed or dynamic.
typedef struct scene_object {
    PyObject_HEAD
        /// A fixed scene: in `made`, in `block` or in `source`. NULL for a dynamic one.
        const carom_scene *fixed;
    /// What owns the memory: all but one of them are NULL.
    carom_scene *made;
    void *block;
    Py_buffer *source;
    carom_dynamic_scene *dynamic;
    /// The index of the areas of a fixed scene, from the first question about areas on.
    _Atomic(carom_area_index *) areas;
    /// How many queries of a dynamic scene are running; -1 during an edit.
    atomic_long users;
} scene_object;

/// Starts a query and returns the scene, which stays as it is until scene_end. NULL with an
/// exception if another thread is editing the scene. `function` is for the message.
const carom_scene *scene_begin(PyObject *object, const char *function);
void scene_end(PyObject *object);

/// Releases the GIL if the call may take long. A query of a few walls takes less time than that.
PyThreadState *release_gil(const carom_scene *scene, npy_intp count);
void take_gil(PyThreadState *thread);

/// The circles of a batch: their centres are in columns 0 and 1, and the radii in column `radius`
/// if it is not negative. False with an exception.
bool circles_of_columns(columns *all, int radius, carom_circle_soa *circles);

/// The threads for so many rows of a call; NULL if they end before threads would have started.
const carom_task_runner *runner_of_rows(size_t rows);

/// Reads the argument k of a query for the k nearest: 1 if it is not given. False with an
/// exception.
bool k_of_argument(const char *function, PyObject *value, size_t *k);

/// False with an exception if the answer would be large and empty: more than 1 GB, although there
/// are fewer walls than k.
bool k_is_small(const columns *all, size_t k, size_t walls);

/// Makes arrays of these types with the k nearest of each row. False with an exception; then the
/// items are arrays or NULL.
bool arrays_of_nearest(const columns *all, size_t k, const int *types, PyObject **items, int count);

/// The arguments of a wall, for a signature: 9 of them.
#define WALL_ARGUMENTS                                                                             \
    {"ax", COLUMN_FINITE, true, 0}, {"ay", COLUMN_FINITE, true, 0},                                \
        {"bx", COLUMN_FINITE, true, 0}, {"by", COLUMN_FINITE, true, 0},                            \
        {"wr", COLUMN_RADIUS, false, 0}, {"extent", COLUMN_EXTENT, false, 0},                      \
        {"category", COLUMN_UINT32, false, 0}, {"one_sided", COLUMN_TRUTH, false, 0}, {            \
        "group", COLUMN_UINT32, false, 0                                                           \
    }
enum {
    WALL_AX,
    WALL_AY,
    WALL_BX,
    WALL_BY,
    WALL_WR,
    WALL_EXTENT,
    WALL_CATEGORY,
    WALL_ONE_SIDED,
    WALL_GROUP,
    WALL_ARGUMENTS_COUNT
};

/// The wall of a row; the columns of walls start at `first`.
carom_wall wall_of_row(const column *first, npy_intp row);

/// All walls of the columns: memory to be freed, NULL with an exception.
carom_wall *walls_of_columns(const columns *all, int first);

/// An answer of carom.answers, such as Walls, made of `count` items; takes their references.
/// NULL with an exception, also if an item is NULL.
PyObject *answer_of_items(PyObject *class, PyObject *const *items, Py_ssize_t count);

/// The walls as the columns of carom.Walls, of this shape; numbers if it has no dimension. A
/// new reference or NULL with an exception.
PyObject *answer_of_walls(const module_state *state, const carom_wall *walls, int dimensions,
                          const npy_intp *shape);

/// A new object of a class of scenes, all zeros. NULL with an exception.
PyObject *new_scene_object(PyObject *class);

/// Raises the exception for a failed build or edit.
void raise_status(const char *function, carom_status status);

/// The methods of the base class, then those of the two classes of scenes.
#define METHOD(name)                                                                               \
    PyObject *name(PyObject *self, PyTypeObject *class, PyObject *const *args, Py_ssize_t count,   \
                   PyObject *keywords)
METHOD(scene_hits);
METHOD(scene_within);
METHOD(scene_count);
METHOD(scene_touches);
METHOD(scene_in_box);
METHOD(scene_nearest);
METHOD(scene_first);
METHOD(scene_sweep_all);
METHOD(scene_fan);
METHOD(scene_scan);
METHOD(scene_clearance);
METHOD(scene_areas);
METHOD(scene_areas_at);
METHOD(scene_contains);
METHOD(scene_relate_area);
METHOD(scene_nearest_areas);
METHOD(scene_signed_distance);

METHOD(dynamic_scene_build);
METHOD(dynamic_scene_insert);
METHOD(dynamic_scene_remove);
METHOD(dynamic_scene_move);
METHOD(dynamic_scene_move_many);
METHOD(dynamic_scene_set_category);
METHOD(dynamic_scene_set_group);
METHOD(dynamic_scene_has);
METHOD(dynamic_scene_walls);
PyObject *dynamic_scene_ids(PyObject *self, PyObject *nothing);

METHOD(scene_build);
METHOD(scene_walls);

/// Adds the classes of scenes to the module. -1 with an exception.
int add_scenes(PyObject *module);

#endif
