// Reads the moving walls of a frame from columns.
//
// Room: above operations.
#include "moving_walls.h"
#include "move_calls.h"

#include <stdlib.h>

enum { AX, AY, BX, BY, WR, EXTENT, AVX, AVY, BVX, BVY, ONE_SIDED, CATEGORY, GROUP, COLUMN_COUNT };

#define FIELD(name_, kind_, required_)                                                             \
    { .name = "moving_walls." name_, .kind = (kind_), .required = (required_) }

static const argument fields[COLUMN_COUNT] = {
    FIELD("ax", COLUMN_FINITE, true),        FIELD("ay", COLUMN_FINITE, true),
    FIELD("bx", COLUMN_FINITE, true),        FIELD("by", COLUMN_FINITE, true),
    FIELD("wr", COLUMN_RADIUS, false),       FIELD("extent", COLUMN_EXTENT, false),
    FIELD("avx", COLUMN_FINITE, false),      FIELD("avy", COLUMN_FINITE, false),
    FIELD("bvx", COLUMN_FINITE, false),      FIELD("bvy", COLUMN_FINITE, false),
    FIELD("one_sided", COLUMN_TRUTH, false), FIELD("category", COLUMN_UINT32, false),
    FIELD("group", COLUMN_UINT32, false),
};

static carom_vec2 vec2_at(const columns *all, int x, npy_intp row) {
    return carom_vec2_make(column_number(&all->items[x], row),
                           column_number(&all->items[x + 1], row));
}

static carom_moving_wall wall_at(const columns *all, npy_intp row, double time) {
    carom_wall wall = carom_wall_make(vec2_at(all, AX, row), vec2_at(all, BX, row),
                                      column_number(&all->items[WR], row),
                                      (carom_extent)column_code(&all->items[EXTENT], row));
    wall.one_sided = column_code(&all->items[ONE_SIDED], row) != 0;
    wall.category = column_integer(&all->items[CATEGORY], row);
    wall.group = column_integer(&all->items[GROUP], row);
    return carom_moving_wall_make(wall, carom_vec2_scale(vec2_at(all, AVX, row), time),
                                  carom_vec2_scale(vec2_at(all, BVX, row), time));
}

/// False with an exception if the wall cannot move like this.
static bool check_wall(const char *function, const columns *all, carom_moving_wall wall,
                       npy_intp row) {
    const carom_vec2 a = vec2_at(all, AVX, row), b = vec2_at(all, BVX, row);
    const bool turns = a.x != b.x || a.y != b.y;
    if (turns && wall.wall.extent != CAROM_EXTENT_SEGMENT) {
        PyErr_Format(PyExc_ValueError,
                     "%s(): moving wall %zd is a ray or a line, which moves as a whole: avx, avy "
                     "must equal bvx, bvy",
                     function, (Py_ssize_t)row);
        return false;
    }
    if (!carom_moving_wall_is_valid(wall) ||
        !carom_wall_is_valid(carom_moving_wall_at(wall, 1.0))) {
        PyErr_Format(PyExc_ValueError, "%s(): moving wall %zd leaves the range of float64",
                     function, (Py_ssize_t)row);
        return false;
    }
    return true;
}

static bool take_walls(const char *function, const columns *all, double time,
                       moving_walls *moving) {
    const size_t count = (size_t)all->count;
    moving->walls = calloc(count + 1, sizeof *moving->walls);
    moving->boxes = calloc(count + 1, sizeof *moving->boxes);
    if (moving->walls == NULL || moving->boxes == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        moving->walls[i] = wall_at(all, (npy_intp)i, time);
        if (!check_wall(function, all, moving->walls[i], (npy_intp)i))
            return false;
        moving->boxes[i] = carom_moving_wall_box(moving->walls[i]);
    }
    moving->list = (carom_moving_wall_list){moving->walls, moving->boxes, count};
    return true;
}

bool moving_walls_read(const module_state *state, const char *function, PyObject *source,
                       double time, moving_walls *moving) {
    *moving = (moving_walls){.walls = NULL};
    if (source == Py_None)
        return true;
    const signature of = {function, fields, COLUMN_COUNT, 0};
    columns all;
    const bool read = columns_read_tuple(state, &of, "moving walls", source, &all) &&
                      take_walls(function, &all, time, moving);
    columns_release(&all);
    return read;
}

carom_moving_wall_source moving_walls_source(const moving_walls *moving) {
    if (moving->list.count == 0)
        return (carom_moving_wall_source){.query = NULL};
    return carom_moving_wall_list_source(&moving->list);
}

void moving_walls_release(moving_walls *moving) {
    free(moving->walls);
    free(moving->boxes);
    *moving = (moving_walls){.walls = NULL};
}

PyObject *check_moving_walls(PyObject *module, PyObject *args) {
    const char *function;
    PyObject *source;
    moving_walls moving;
    if (!PyArg_ParseTuple(args, "sO:check_moving_walls", &function, &source))
        return NULL;
    const bool good = moving_walls_read(state_of(module), function, source, 0.0, &moving);
    moving_walls_release(&moving);
    return good ? Py_NewRef(Py_None) : NULL;
}
