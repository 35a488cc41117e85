// Moves arrays of balls through one frame, each by itself.
//
// Threads take blocks of balls. Each block has a log of contacts of its own, so the answer does not
// depend on the number of threads. Room: above operations.
#include "ball_caches.h"
#include "ball_columns.h"
#include "impact_log.h"
#include "move_calls.h"
#include "moving_walls.h"
#include "threads.h"
#include "wall_materials.h"
#include "walls_argument.h"

#include <stdlib.h>

/// Balls of one task. They take some 0.1 ms, more than the start of a thread.
#define TASK_BALLS 128

/// One frame of many balls.
typedef struct frame {
    ball_batch batch;
    held_walls walls;
    moving_walls moving;
    wall_materials materials;
    /// The caches of the balls, or NULL.
    ball_caches *caches;
    carom_vec2 gravity;
    double time;
    int max_contacts;
    /// A log for each task, or NULL.
    impact_log *logs;
} frame;

/// What callbacks need: the place of an impact in the logs, and the materials.
typedef struct impact_place {
    impact_log *log;
    size_t ball;
    const wall_materials *materials;
} impact_place;

static void respond(void *context, const carom_impact *impact, carom_response *response) {
    const impact_place *place = context;
    wall_materials_respond(place->materials, &impact->wall, response);
}

static void log_impact(void *context, const carom_impact *impact) {
    const impact_place *place = context;
    impact_log_add(place->log, place->ball, impact);
}

static void move_block(void *data, size_t task) {
    frame *f = data;
    ball_batch *b = &f->batch;
    const size_t begin = task * TASK_BALLS;
    const size_t end = b->count - begin < TASK_BALLS ? b->count : begin + TASK_BALLS;
    impact_place place = {f->logs == NULL ? NULL : &f->logs[task], 0, &f->materials};
    carom_move_settings settings = carom_move_settings_default();
    settings.world.walls = f->walls.source;
    settings.gravity = f->gravity;
    settings.max_contacts = f->max_contacts;
    settings.world.moving_walls = moving_walls_source(&f->moving);
    settings.respond = wall_materials_matter(&f->materials) ? respond : NULL;
    settings.on_impact = f->logs == NULL ? NULL : log_impact;
    settings.context = &place;
    for (size_t i = begin; i < end; i++) {
        place.ball = i;
        settings.world.filter = settings.world.moving_filter = &b->filters[i];
        settings.response = b->responses[i];
        if (f->caches != NULL)
            settings.world.walls = ball_cache_source(&f->caches->caches[i], f->walls.source,
                                                     &b->balls[i], f->gravity, f->time);
        b->motions[i] = carom_ball_move(b->balls[i], f->time, &settings);
    }
}

/// Moves the balls. False with an exception.
static bool move_all(frame *f, bool logs_impacts) {
    const size_t tasks = (f->batch.count + TASK_BALLS - 1) / TASK_BALLS;
    if (logs_impacts) {
        f->logs = calloc(tasks + 1, sizeof *f->logs);
        if (f->logs == NULL) {
            PyErr_NoMemory();
            return false;
        }
    }
    Py_BEGIN_ALLOW_THREADS;
    run_tasks(move_block, f, tasks, threads_limit());
    Py_END_ALLOW_THREADS;
    return true;
}

/// The tuple (motions, impacts or None).
static PyObject *answer_of(frame *f) {
    const size_t tasks = (f->batch.count + TASK_BALLS - 1) / TASK_BALLS;
    PyObject *motions = motion_columns(&f->batch);
    PyObject *impacts = f->logs == NULL ? Py_NewRef(Py_None) : impact_columns(f->logs, tasks);
    PyObject *answer =
        motions == NULL || impacts == NULL ? NULL : PyTuple_Pack(2, motions, impacts);
    Py_XDECREF(motions);
    Py_XDECREF(impacts);
    return answer;
}

/// False with an exception if there is no cache for each ball.
static bool take_caches(frame *f, const char *function, PyObject *caches) {
    if (caches == Py_None || !f->walls.fixed || f->walls.source.query == NULL)
        return true;
    f->caches = ball_caches_of(caches);
    if (f->caches != NULL && f->caches->count < f->batch.count) {
        PyErr_Format(PyExc_ValueError, "%s(): there are %zu balls and %zu caches", function,
                     f->batch.count, f->caches->count);
        f->caches = NULL;
    }
    return f->caches != NULL;
}

static void release_frame(frame *f) {
    const size_t tasks = (f->batch.count + TASK_BALLS - 1) / TASK_BALLS;
    for (size_t i = 0; f->logs != NULL && i < tasks; i++)
        impact_log_clear(&f->logs[i]);
    free(f->logs);
    moving_walls_release(&f->moving);
    walls_release(&f->walls);
    ball_batch_release(&f->batch);
}

PyObject *move_balls(PyObject *module, PyObject *args) {
    const char *function;
    PyObject *walls, *balls, *moving, *materials, *caches;
    frame f = {.logs = NULL};
    int logs_impacts;
    if (!PyArg_ParseTuple(args, "sOOOOO(dd)dip:move_balls", &function, &walls, &balls, &moving,
                          &materials, &caches, &f.gravity.x, &f.gravity.y, &f.time, &f.max_contacts,
                          &logs_impacts))
        return NULL;
    const module_state *state = state_of(module);
    PyObject *answer = NULL;
    if (wall_materials_read(materials, &f.materials) &&
        ball_batch_read(state, function, balls, &f.batch) &&
        moving_walls_read(state, function, moving, f.time, &f.moving) &&
        walls_hold(state, function, walls, &f.walls) && take_caches(&f, function, caches) &&
        move_all(&f, logs_impacts))
        answer = answer_of(&f);
    release_frame(&f);
    return answer;
}
