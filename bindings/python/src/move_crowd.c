// Moves a crowd through one frame: balls among walls and each other, in one thread.
//
// Layer: above operations.
#include "ball_columns.h"
#include "ball_impact_log.h"
#include "impact_log.h"
#include "move_calls.h"
#include "moving_walls.h"
#include "walls_argument.h"

#include <stdlib.h>

/// One frame of a crowd.
typedef struct crowd_frame {
    ball_batch batch;
    held_walls walls;
    moving_walls moving;
    carom_vec2 gravity;
    double time;
    int max_contacts;
    double restitution, friction;
    double *inverse_masses;
    void *scratch;
    /// The ball that moves.
    size_t ball;
    int logs_impacts;
    impact_log impacts;
    ball_impact_log ball_impacts;
    carom_crowd_motion summary;
} crowd_frame;

static void log_impact(void *context, const carom_impact *impact) {
    crowd_frame *f = context;
    impact_log_add(&f->impacts, f->ball, impact);
}

static void log_ball_impact(void *context, const carom_ball_impact *impact) {
    crowd_frame *f = context;
    ball_impact_log_add(&f->ball_impacts, impact);
}

/// Each ball has its own response.
static carom_response respond(void *context, const carom_impact *impact) {
    const crowd_frame *f = context;
    (void)impact;
    return f->batch.responses[f->ball];
}

static bool responses_differ(const ball_batch *b) {
    for (size_t i = 1; i < b->count; i++) {
        const carom_response first = b->responses[0], other = b->responses[i];
        if (first.kind != other.kind || first.restitution != other.restitution ||
            first.friction != other.friction)
            return true;
    }
    return false;
}

/// Reads the inverse masses, None for equal ones. False with an exception.
static bool take_masses(crowd_frame *f, const module_state *state, const char *function,
                        PyObject *source) {
    static const argument fields[] = {{.name = "inverse_mass", .kind = COLUMN_RADIUS}};
    const signature of = {function, fields, 1, 1};
    columns all;
    if (source == Py_None)
        return true;
    bool good = columns_read(state, &of, &source, &all);
    if (good && !columns_are_numbers(&all) && (size_t)all.count != f->batch.count) {
        PyErr_Format(PyExc_ValueError, "%s(): inverse_mass has %zd items for %zu balls", function,
                     (Py_ssize_t)all.count, f->batch.count);
        good = false;
    }
    if (good) {
        f->inverse_masses = malloc((f->batch.count + 1) * sizeof *f->inverse_masses);
        if (f->inverse_masses == NULL)
            PyErr_NoMemory();
        for (size_t i = 0; f->inverse_masses != NULL && i < f->batch.count; i++)
            f->inverse_masses[i] = column_number(&all.items[0], (npy_intp)i);
    }
    columns_release(&all);
    return f->inverse_masses != NULL;
}

/// Moves the crowd. False with an exception.
static bool move_all(crowd_frame *f, const char *function) {
    ball_batch *b = &f->batch;
    if (b->count >= UINT32_MAX) {
        PyErr_Format(PyExc_ValueError, "%s(): there are %zu balls, must be fewer than 2^32 - 1",
                     function, b->count);
        return false;
    }
    f->scratch = malloc(carom_crowd_scratch_size(b->count) + 1);
    if (f->scratch == NULL) {
        PyErr_NoMemory();
        return false;
    }
    carom_filter filter = carom_filter_default();
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.walls = f->walls.source;
    settings.move.filter = settings.move.moving_filter = &filter;
    settings.move.gravity = f->gravity;
    settings.move.max_contacts = f->max_contacts;
    settings.move.moving_walls = moving_walls_source(&f->moving);
    settings.move.on_impact = f->logs_impacts ? log_impact : NULL;
    settings.move.context = f;
    settings.on_ball_impact = f->logs_impacts ? log_ball_impact : NULL;
    settings.moving = &f->ball;
    settings.inverse_masses = f->inverse_masses;
    settings.restitution = f->restitution;
    settings.friction = f->friction;
    if (b->count > 0) {
        filter.mask = b->masks[0];
        settings.move.response = b->responses[0];
    }
    if (responses_differ(b))
        settings.move.respond = respond;
    Py_BEGIN_ALLOW_THREADS;
    f->summary = carom_crowd_move(b->balls, b->count, f->time, &settings, b->motions, f->scratch);
    Py_END_ALLOW_THREADS;
    return true;
}

/// The tuple (motions, impacts and ball impacts or None, the number of the latter).
static PyObject *answer_of(crowd_frame *f) {
    PyObject *motions = motion_columns(&f->batch);
    PyObject *impacts = f->logs_impacts ? impact_columns(&f->impacts, 1) : Py_NewRef(Py_None);
    PyObject *ball_impacts =
        f->logs_impacts ? ball_impact_columns(&f->ball_impacts) : Py_NewRef(Py_None);
    PyObject *count = PyLong_FromSize_t(f->summary.ball_impacts);
    PyObject *answer = NULL;
    if (motions != NULL && impacts != NULL && ball_impacts != NULL && count != NULL)
        answer = PyTuple_Pack(4, motions, impacts, ball_impacts, count);
    Py_XDECREF(motions);
    Py_XDECREF(impacts);
    Py_XDECREF(ball_impacts);
    Py_XDECREF(count);
    return answer;
}

PyObject *move_crowd(PyObject *module, PyObject *args) {
    const char *function;
    PyObject *walls, *balls, *moving, *masses;
    crowd_frame f = {.scratch = NULL};
    if (!PyArg_ParseTuple(args,
                          "sOOOO(dd)didd"
                          "p:move_crowd",
                          &function, &walls, &balls, &moving, &masses, &f.gravity.x, &f.gravity.y,
                          &f.time, &f.max_contacts, &f.restitution, &f.friction, &f.logs_impacts))
        return NULL;
    const module_state *state = state_of(module);
    PyObject *answer = NULL;
    if (ball_batch_read(state, function, balls, &f.batch) &&
        take_masses(&f, state, function, masses) &&
        moving_walls_read(state, function, moving, f.time, &f.moving) &&
        walls_hold(state, function, walls, &f.walls)) {
        if (move_all(&f, function))
            answer = answer_of(&f);
    }
    impact_log_clear(&f.impacts);
    ball_impact_log_clear(&f.ball_impacts);
    free(f.inverse_masses);
    free(f.scratch);
    moving_walls_release(&f.moving);
    walls_release(&f.walls);
    ball_batch_release(&f.batch);
    return answer;
}
