// A watched mover through a scene, for the tests of the mover. A broken guarantee fails the test.
// Needs cmocka. Room: tests.
#ifndef CAROM_TESTS_WATCHED_H
#define CAROM_TESTS_WATCHED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "points.h"
#include "scenes.h"
#include "watch.h"

/// A mover through the scene. The oracle checks every move too.
static inline mover_watch watched(test_scene *s, carom_response response) {
    scene_finish(s);
    mover_watch w = watch_start(scene_mover(s, response), &s->array);
    w.oracle_every = 1;
    return w;
}

static inline carom_motion move(mover_watch *w, carom_ball ball, double time) {
    const carom_motion m = watch_move(w, ball, time);
    if (w->broken != NULL) {
        watch_print(stderr, w);
        fail_msg("%s", w->broken);
    }
    return m;
}

#endif
