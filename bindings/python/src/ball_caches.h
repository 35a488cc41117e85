// Walls that balls remember from frame to frame, in an object that Python keeps.
//
// Room: above operations.
#ifndef CAROM_PYTHON_BALL_CACHES_H
#define CAROM_PYTHON_BALL_CACHES_H

#include "python.h"

#include <stdbool.h>

/// A cache for each ball.
typedef struct ball_caches {
    size_t count;
    carom_wall_cache caches[];
} ball_caches;

/// make_ball_caches(count): an object with empty caches.
PyObject *make_ball_caches(PyObject *module, PyObject *count);

/// The caches of such an object. NULL with an exception if it is something else.
ball_caches *ball_caches_of(PyObject *object);

/// The source of walls for a ball: its cache of `walls`. A cache that is empty, of other walls, or
/// too narrow for the way of this frame starts anew.
carom_wall_source ball_cache_source(carom_wall_cache *cache, carom_wall_source walls,
                                    const carom_ball *ball, carom_vec2 gravity, double time);

#endif
