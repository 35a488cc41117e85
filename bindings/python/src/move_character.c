// Moves a character through one frame. Room: above operations.
#include "move_calls.h"
#include "moving_walls.h"
#include "path.h"
#include "walls_argument.h"

static void add_corner(void *context, const carom_vec2 *center) {
    path_add(context, *center);
}

static Py_ssize_t index_or_none(carom_wall_id id) {
    return id.index == CAROM_NO_WALL ? -1 : (Py_ssize_t)id.index;
}

/// A wall as the pair (index, whether it is a moving one); None for no wall.
static PyObject *wall_or_none(carom_wall_id id) {
    if (id.index == CAROM_NO_WALL)
        return Py_NewRef(Py_None);
    return Py_BuildValue("(nN)", (Py_ssize_t)id.index, PyBool_FromLong(id.is_moving));
}

/// The state of a character in the order in which move_character takes it.
static PyObject *state_tuple(const carom_character *c) {
    return Py_BuildValue("(dddddNNddnNdd)", c->ball.center.x, c->ball.center.y, c->ball.radius,
                         c->ball.velocity.x, c->ball.velocity.y, PyBool_FromLong(c->on_ground),
                         PyBool_FromLong(c->is_wedged), c->ground_normal.x, c->ground_normal.y,
                         index_or_none(c->ground), PyBool_FromLong(c->ground.is_moving),
                         c->ground_velocity.x, c->ground_velocity.y);
}

/// The tuple (state, report, path).
static PyObject *answer_of(const carom_character_motion *m, const path *p) {
    PyObject *corners = path_array(p, NULL);
    if (corners == NULL)
        return NULL;
    return Py_BuildValue("(N(iNNNNN(dd)NdNNN)N)", state_tuple(&m->character), (int)m->kind,
                         PyBool_FromLong(m->landed), PyBool_FromLong(m->stepped),
                         PyBool_FromLong(m->snapped), PyBool_FromLong(m->hit_wall),
                         wall_or_none(m->wall), m->wall_normal.x, m->wall_normal.y,
                         m->hit_head ? wall_or_none(m->head) : Py_NewRef(Py_None), m->lost,
                         wall_or_none(m->overlapped), wall_or_none(m->crushed_by[0]),
                         wall_or_none(m->crushed_by[1]), corners);
}

static bool read_state(PyObject *source, carom_character *c) {
    Py_ssize_t ground;
    int on_ground, is_wedged, ground_moves;
    if (!PyArg_ParseTuple(source, "dddddppddnpdd", &c->ball.center.x, &c->ball.center.y,
                          &c->ball.radius, &c->ball.velocity.x, &c->ball.velocity.y, &on_ground,
                          &is_wedged, &c->ground_normal.x, &c->ground_normal.y, &ground,
                          &ground_moves, &c->ground_velocity.x, &c->ground_velocity.y))
        return false;
    c->on_ground = on_ground != 0;
    c->is_wedged = is_wedged != 0;
    c->ground.index = ground < 0 ? CAROM_NO_WALL : (carom_index)ground;
    c->ground.is_moving = ground_moves != 0;
    return true;
}

PyObject *move_character(PyObject *module, PyObject *args) {
    const char *function;
    PyObject *walls, *moving, *state;
    int drop;
    carom_filter filter = carom_filter_default();
    double time;
    carom_character_settings s = carom_character_settings_default();
    carom_character character = {.on_ground = false};
    if (!PyArg_ParseTuple(args, "sOOO(dd)(dd)dddIIpd:move_character", &function, &walls, &moving,
                          &state, &s.up.x, &s.up.y, &s.gravity.x, &s.gravity.y, &s.max_slope,
                          &s.step_height, &s.snap_distance, &filter.mask, &filter.except_group,
                          &drop, &time) ||
        !read_state(state, &character))
        return NULL;
    path p = {.corners = NULL};
    held_walls held = {.scene = NULL};
    moving_walls frame_walls;
    PyObject *answer = NULL;
    if (moving_walls_read(state_of(module), function, moving, time, &frame_walls) &&
        walls_hold(state_of(module), function, walls, &held)) {
        s.world.walls = held.source;
        s.world.filter = s.world.moving_filter = &filter;
        s.world.moving_walls = moving_walls_source(&frame_walls);
        s.drop = drop != 0;
        s.on_position = add_corner;
        s.context = &p;
        const carom_character_motion m = carom_character_move(character, time, &s);
        answer = answer_of(&m, &p);
    }
    path_clear(&p);
    moving_walls_release(&frame_walls);
    walls_release(&held);
    return answer;
}
