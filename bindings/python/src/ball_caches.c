// Caches of the walls near balls. Room: above operations.
#include "ball_caches.h"

#include <math.h>
#include <stdlib.h>

static const char capsule_name[] = "carom.ball_caches";

/// A cache looks ahead for this number of frames.
#define FRAMES 8.0

static void destroy_caches(PyObject *capsule) {
    free(PyCapsule_GetPointer(capsule, capsule_name));
}

PyObject *make_ball_caches(PyObject *module, PyObject *argument) {
    (void)module;
    const Py_ssize_t count = PyLong_AsSsize_t(argument);
    if (count < 0) {
        if (PyErr_Occurred() == NULL)
            PyErr_Format(PyExc_ValueError, "make_ball_caches(): count is %zd, must be >= 0", count);
        return NULL;
    }
    // Zeros are a cache without a source: it starts at its first use.
    ball_caches *made = calloc(1, sizeof *made + (size_t)count * sizeof *made->caches);
    if (made == NULL)
        return PyErr_NoMemory();
    made->count = (size_t)count;
    PyObject *capsule = PyCapsule_New(made, capsule_name, destroy_caches);
    if (capsule == NULL)
        free(made);
    return capsule;
}

ball_caches *ball_caches_of(PyObject *object) {
    return PyCapsule_GetPointer(object, capsule_name);
}

carom_wall_source ball_cache_source(carom_wall_cache *cache, carom_wall_source walls,
                                    const carom_ball *ball, carom_vec2 gravity, double time) {
    // The sum of the magnitudes of the coordinates, as a cache measures a path.
    const double way = (fabs(ball->velocity.x) + fabs(ball->velocity.y)) * time +
                       (fabs(gravity.x) + fabs(gravity.y)) * time * time;
    const bool is_other = cache->walls.query != walls.query || cache->walls.source != walls.source;
    if (is_other || way > 2.0 * cache->margin)
        carom_wall_cache_start(cache, walls, FRAMES * way);
    return carom_wall_cache_source(cache);
}
