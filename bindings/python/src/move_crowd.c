// Moves a crowd through one frame: balls among walls and each other, all at once.
//
// Without functions of the user the GIL is released, and threads share the islands of the crowd.
// Room: above operations.
#include "ball_columns.h"
#include "ball_impact_log.h"
#include "crowd_keeper.h"
#include "impact_log.h"
#include "move_calls.h"
#include "moving_walls.h"
#include "responder.h"
#include "threads.h"
#include "touch_log.h"
#include "wall_materials.h"
#include "walls_argument.h"

#include <math.h>
#include <stdlib.h>

/// A frame of fewer balls takes less time than the start of threads.
#define THREADED_BALLS 1024

/// One frame of a crowd.
typedef struct crowd_frame {
    /// NULL if the arguments are only checked.
    crowd_keeper *keeper;
    ball_batch batch;
    held_walls walls;
    moving_walls moving;
    wall_materials materials;
    carom_crowd_settings settings;
    double time;
    /// What the settings point to: an item for each ball, or NULL.
    double *inverse_masses;
    carom_vec2 *accelerations;
    uint32_t *categories, *masks;
    carom_task_runner runner;
    responder responder;
    /// The ball that a callback is about.
    carom_index ball;
    int logs_events;
    impact_log impacts;
    ball_impact_log ball_impacts;
    touch_log touches;
    carom_crowd_motion summary;
} crowd_frame;

// ---- callbacks ----

static void log_impact(void *context, const carom_impact *impact) {
    crowd_frame *f = context;
    impact_log_add(&f->impacts, f->ball, impact);
}

static void log_ball_impact(void *context, const carom_ball_impact *impact) {
    crowd_frame *f = context;
    ball_impact_log_add(&f->ball_impacts, impact);
}

static void log_touch(void *context, const carom_touch *touch) {
    crowd_frame *f = context;
    touch_log_add(&f->touches, touch);
}

/// Each ball has its own response, and each wall its own material.
static void respond(void *context, const carom_impact *impact, carom_response *response) {
    const crowd_frame *f = context;
    *response = f->batch.responses[f->ball];
    wall_materials_respond(&f->materials, &impact->wall, response);
}

static void ask_about_wall(void *context, const carom_impact *impact, carom_response *response) {
    crowd_frame *f = context;
    *response = ask_at_wall(&f->responder, f->ball, impact);
}

static void ask_about_balls(void *context, const carom_ball_impact *impact,
                            carom_response *response) {
    crowd_frame *f = context;
    *response = ask_at_ball(&f->responder, impact);
}

static void run_on_threads(void *context, void (*task)(void *data, size_t i), void *data,
                           size_t count) {
    (void)context;
    run_tasks(task, data, count, threads_limit());
}

// ---- settings of each ball ----

/// Reads `width` numbers for each ball. False with an exception; columns_release is due in both
/// cases.
static bool read_items(const crowd_frame *f, const module_state *state, const signature *of,
                       PyObject *source, size_t width, columns *all) {
    if (!columns_read(state, of, &source, all))
        return false;
    if (!columns_are_numbers(all) && (size_t)all->count == f->batch.count * width)
        return true;
    PyErr_Format(PyExc_ValueError, "%s(): %s has %zd items for %zu balls", of->function,
                 of->arguments[0].name, (Py_ssize_t)all->count, f->batch.count);
    return false;
}

/// Room for a number of items. NULL with an exception.
static void *make_items(size_t count, size_t size) {
    void *items = calloc(count + 1, size);
    if (items == NULL)
        PyErr_NoMemory();
    return items;
}

/// Takes the numbers of a column, `width` for each ball: memory to be freed, in *items. It stays
/// NULL for None. False with an exception.
static bool take_numbers(const crowd_frame *f, const module_state *state, const char *function,
                         const argument *field, PyObject *source, size_t width, double **items) {
    const signature of = {function, field, 1, 1};
    const size_t count = f->batch.count * width;
    columns all;
    if (source == Py_None)
        return true;
    const bool is_read = read_items(f, state, &of, source, width, &all);
    *items = is_read ? make_items(count, sizeof **items) : NULL;
    for (size_t i = 0; *items != NULL && i < count; i++)
        (*items)[i] = column_number(&all.items[0], (npy_intp)i);
    columns_release(&all);
    return *items != NULL;
}

static bool take_integers(const crowd_frame *f, const module_state *state, const char *function,
                          const argument *field, PyObject *source, uint32_t **items) {
    const signature of = {function, field, 1, 1};
    columns all;
    if (source == Py_None)
        return true;
    const bool is_read = read_items(f, state, &of, source, 1, &all);
    *items = is_read ? make_items(f->batch.count, sizeof **items) : NULL;
    for (size_t i = 0; *items != NULL && i < f->batch.count; i++)
        (*items)[i] = column_integer(&all.items[0], (npy_intp)i);
    columns_release(&all);
    return *items != NULL;
}

/// False with an exception if an acceleration leaves the range together with gravity.
static bool check_accelerations(const crowd_frame *f, const char *function) {
    const carom_vec2 g = f->settings.move.gravity;
    for (size_t i = 0; f->accelerations != NULL && i < f->batch.count; i++) {
        const carom_vec2 sum = carom_vec2_add(g, f->accelerations[i]);
        if (!isfinite(sum.x) || !isfinite(sum.y)) {
            PyErr_Format(PyExc_ValueError,
                         "%s(): gravity and acceleration[%zu] together are beyond float64",
                         function, i);
            return false;
        }
    }
    return true;
}

/// Reads the tuple (inverse_mass, acceleration, ball_category, ball_mask). False with an exception.
static bool take_items(crowd_frame *f, const module_state *state, const char *function,
                       PyObject *items) {
    static const argument inverse_mass = {.name = "inverse_mass", .kind = COLUMN_RADIUS},
                          acceleration = {.name = "acceleration", .kind = COLUMN_FINITE},
                          ball_category = {.name = "ball_category", .kind = COLUMN_UINT32},
                          ball_mask = {.name = "ball_mask", .kind = COLUMN_UINT32};
    PyObject *masses, *accelerations, *categories, *masks;
    double *vectors = NULL;
    if (!PyArg_ParseTuple(items, "OOOO", &masses, &accelerations, &categories, &masks) ||
        !take_numbers(f, state, function, &inverse_mass, masses, 1, &f->inverse_masses) ||
        !take_numbers(f, state, function, &acceleration, accelerations, 2, &vectors) ||
        !take_integers(f, state, function, &ball_category, categories, &f->categories) ||
        !take_integers(f, state, function, &ball_mask, masks, &f->masks)) {
        free(vectors);
        return false;
    }
    // Two numbers are a vector.
    f->accelerations = (carom_vec2 *)(void *)vectors;
    return check_accelerations(f, function);
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

static bool filters_differ(const ball_batch *b) {
    for (size_t i = 1; i < b->count; i++) {
        const carom_filter first = b->filters[0], other = b->filters[i];
        if (first.mask != other.mask || first.except_group != other.except_group)
            return true;
    }
    return false;
}

/// The filters of walls: one for all balls, or one for each.
static void set_filters(carom_crowd_settings *s, const ball_batch *b) {
    if (filters_differ(b))
        s->filters = b->filters;
    else if (b->count > 0)
        s->move.world.filter = s->move.world.moving_filter = &b->filters[0];
}

// ---- the frame ----

static void set_callbacks(crowd_frame *f) {
    carom_crowd_settings *s = &f->settings;
    s->move.context = f;
    s->moving = &f->ball;
    if (f->logs_events) {
        s->move.on_impact = log_impact;
        s->on_ball_impact = log_ball_impact;
        s->on_touch = log_touch;
    }
    if (f->responder.at_walls != NULL)
        s->move.respond = ask_about_wall;
    else if (responses_differ(&f->batch) || wall_materials_matter(&f->materials))
        s->move.respond = respond;
    if (f->responder.at_balls != NULL)
        s->respond_balls = ask_about_balls;
    f->runner.run = run_on_threads;
    if (f->batch.count >= THREADED_BALLS && threads_limit() > 1)
        s->runner = &f->runner;
}

static bool has_functions(const crowd_frame *f) {
    return f->responder.at_walls != NULL || f->responder.at_balls != NULL;
}

/// True if a frame may fail after it has been computed.
static bool may_fail(const crowd_frame *f) {
    return f->logs_events || has_functions(f);
}

static void compute(crowd_frame *f) {
    ball_batch *b = &f->batch;
    f->summary =
        carom_crowd_step(f->keeper->crowd, b->balls, b->count, f->time, &f->settings, b->motions);
}

/// Moves the crowd. False with an exception; then the crowd is as before.
static bool move_all(crowd_frame *f, const char *function) {
    carom_crowd_settings *s = &f->settings;
    s->move.world.walls = f->walls.source;
    s->move.world.moving_walls = moving_walls_source(&f->moving);
    s->inverse_masses = f->inverse_masses;
    s->accelerations = f->accelerations;
    s->categories = f->categories;
    s->masks = f->masks;
    set_filters(s, &f->batch);
    if (f->batch.count > 0)
        s->move.response = f->batch.responses[0];
    set_callbacks(f);
    if (may_fail(f) && !crowd_keeper_copy(f->keeper, function))
        return false;
    if (has_functions(f)) {
        compute(f);
    } else {
        Py_BEGIN_ALLOW_THREADS;
        compute(f);
        Py_END_ALLOW_THREADS;
    }
    if (f->summary.status == CAROM_STATUS_OK)
        return true;
    PyErr_NoMemory();
    return false;
}

/// What was logged, as the tuple (impacts, impacts of balls, touches); None if nothing is to be.
static PyObject *events_of(const crowd_frame *f) {
    if (!f->logs_events)
        return Py_NewRef(Py_None);
    PyObject *impacts = impact_columns(&f->impacts, 1);
    PyObject *ball_impacts = impacts == NULL ? NULL : ball_impact_columns(&f->ball_impacts);
    PyObject *touches = ball_impacts == NULL ? NULL : touch_columns(&f->touches, f->time);
    PyObject *events = touches == NULL ? NULL : PyTuple_Pack(3, impacts, ball_impacts, touches);
    Py_XDECREF(impacts);
    Py_XDECREF(ball_impacts);
    Py_XDECREF(touches);
    return events;
}

/// The tuple (motions, events, impacts of balls, balls held, balls asleep, lost time). The arrays
/// of motions are made before the frame, so that it does not fail after it.
static PyObject *step(crowd_frame *f, const char *function) {
    PyObject *motions = motion_columns_make(&f->batch);
    if (motions == NULL || !move_all(f, function)) {
        Py_XDECREF(motions);
        return NULL;
    }
    PyObject *events = f->responder.raised ? NULL : events_of(f);
    if (events == NULL) {
        Py_DECREF(motions);
        crowd_keeper_take_back(f->keeper);
        return NULL;
    }
    motion_columns_fill(&f->batch, motions);
    const carom_crowd_motion *m = &f->summary;
    return Py_BuildValue("(NNnnnd)", motions, events, (Py_ssize_t)m->ball_impacts,
                         (Py_ssize_t)m->held, (Py_ssize_t)m->asleep, m->lost);
}

static void release_frame(crowd_frame *f) {
    impact_log_clear(&f->impacts);
    ball_impact_log_clear(&f->ball_impacts);
    touch_log_clear(&f->touches);
    free(f->inverse_masses);
    free(f->accelerations);
    free(f->categories);
    free(f->masks);
    moving_walls_release(&f->moving);
    walls_release(&f->walls);
    ball_batch_release(&f->batch);
}

/// False with an exception if there are too many balls.
static bool check_count(const crowd_frame *f, const char *function) {
    if (f->batch.count < INT32_MAX)
        return true;
    PyErr_Format(PyExc_ValueError, "%s(): there are %zu balls, must be fewer than 2^31 - 1",
                 function, f->batch.count);
    return false;
}

PyObject *move_crowd(PyObject *module, PyObject *args) {
    const char *function;
    PyObject *crowd, *walls, *balls, *items, *moving, *materials, *at_walls, *at_balls;
    crowd_frame f = {.settings = carom_crowd_settings_default()};
    carom_crowd_settings *s = &f.settings;
    if (!PyArg_ParseTuple(args, "sOOOOOO(dd)ddiidOOp:move_crowd", &function, &crowd, &walls, &balls,
                          &items, &moving, &materials, &s->move.gravity.x, &s->move.gravity.y,
                          &s->restitution, &s->friction, &s->move.max_contacts, &s->max_passes,
                          &f.time, &at_walls, &at_balls, &f.logs_events))
        return NULL;
    f.responder.at_walls = at_walls == Py_None ? NULL : at_walls;
    f.responder.at_balls = at_balls == Py_None ? NULL : at_balls;
    const module_state *state = state_of(module);
    PyObject *answer = NULL;
    if (wall_materials_read(materials, &f.materials) &&
        (crowd == Py_None || (f.keeper = crowd_keeper_of(crowd)) != NULL) &&
        ball_batch_read(state, function, balls, &f.batch) && check_count(&f, function) &&
        take_items(&f, state, function, items) &&
        moving_walls_read(state, function, moving, f.time, &f.moving) &&
        walls_hold(state, function, walls, &f.walls))
        answer = f.keeper == NULL ? PyLong_FromSize_t(f.batch.count) : step(&f, function);
    release_frame(&f);
    return answer;
}
