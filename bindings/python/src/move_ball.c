// Moves a single ball through one frame, with its path and with a response by a Python function.
//
// The GIL stays held, because the function may be called at any contact. Room: above operations.
#include "ball_columns.h"
#include "impact_log.h"
#include "move_calls.h"
#include "moving_walls.h"
#include "path.h"
#include "responder.h"
#include "wall_materials.h"
#include "walls_argument.h"

/// One frame of a ball.
typedef struct ball_frame {
    ball_batch batch;
    held_walls walls;
    moving_walls moving;
    carom_vec2 gravity;
    double time;
    int max_contacts;
    wall_materials materials;
    responder responder;
    impact_log impacts;
    path path;
} ball_frame;

static void log_impact(void *context, const carom_impact *impact) {
    ball_frame *f = context;
    impact_log_add(&f->impacts, 0, impact);
}

static void add_corner(void *context, const carom_vec2 *center) {
    ball_frame *f = context;
    path_add(&f->path, *center);
}

static void respond(void *context, const carom_impact *impact, carom_response *response) {
    const ball_frame *f = context;
    wall_materials_respond(&f->materials, &impact->wall, response);
}

static void ask(void *context, const carom_impact *impact, carom_response *response) {
    ball_frame *f = context;
    *response = ask_at_wall(&f->responder, 0, impact);
}

static void move(ball_frame *f) {
    ball_batch *b = &f->batch;
    carom_move_settings settings = carom_move_settings_default();
    settings.world.walls = f->walls.source;
    settings.world.filter = settings.world.moving_filter = &b->filters[0];
    settings.response = b->responses[0];
    settings.gravity = f->gravity;
    settings.max_contacts = f->max_contacts;
    settings.world.moving_walls = moving_walls_source(&f->moving);
    settings.respond = f->responder.at_walls != NULL          ? ask
                       : wall_materials_matter(&f->materials) ? respond
                                                              : NULL;
    settings.on_impact = log_impact;
    settings.on_position = add_corner;
    settings.context = f;
    b->motions[0] = carom_ball_move(b->balls[0], f->time, &settings);
}

/// The corners of the path as an array of shape (n, 2): the start, or the place that a ball was
/// freed to, and each corner after it.
static PyObject *path_of(const ball_frame *f) {
    const carom_motion *m = &f->batch.motions[0];
    const carom_vec2 start =
        m->kind == CAROM_MOTION_KIND_FREED ? m->freed : f->batch.balls[0].center;
    return path_array(&f->path, &start);
}

/// The tuple (motion, impacts, path).
static PyObject *answer_of(const ball_frame *f) {
    if (f->responder.raised)
        return NULL;
    PyObject *motions = motion_columns(&f->batch);
    PyObject *impacts = impact_columns(&f->impacts, 1);
    PyObject *path = path_of(f);
    PyObject *answer = motions == NULL || impacts == NULL || path == NULL
                           ? NULL
                           : PyTuple_Pack(3, motions, impacts, path);
    Py_XDECREF(motions);
    Py_XDECREF(impacts);
    Py_XDECREF(path);
    return answer;
}

/// False with an exception if there is not one ball.
static bool check_count(const ball_frame *f, const char *function) {
    if (f->batch.dimensions == 0)
        return true;
    PyErr_Format(PyExc_ValueError,
                 "%s(): moves one ball, so all arguments of the ball must be numbers", function);
    return false;
}

PyObject *move_ball(PyObject *module, PyObject *args) {
    const char *function;
    PyObject *walls, *balls, *moving, *materials, *at_walls;
    ball_frame f = {.responder = {.raised = false}};
    if (!PyArg_ParseTuple(args, "sOOOO(dd)diO:move_ball", &function, &walls, &balls, &moving,
                          &materials, &f.gravity.x, &f.gravity.y, &f.time, &f.max_contacts,
                          &at_walls))
        return NULL;
    f.responder.at_walls = at_walls == Py_None ? NULL : at_walls;
    const module_state *state = state_of(module);
    PyObject *answer = NULL;
    if (wall_materials_read(materials, &f.materials) &&
        ball_batch_read(state, function, balls, &f.batch) && check_count(&f, function) &&
        moving_walls_read(state, function, moving, f.time, &f.moving) &&
        walls_hold(state, function, walls, &f.walls)) {
        move(&f);
        answer = answer_of(&f);
    }
    impact_log_clear(&f.impacts);
    path_clear(&f.path);
    moving_walls_release(&f.moving);
    walls_release(&f.walls);
    ball_batch_release(&f.batch);
    return answer;
}
