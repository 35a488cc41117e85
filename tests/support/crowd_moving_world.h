// A watched crowd among moving walls for each test. A broken guarantee fails the test. Needs
// cmocka. Layer: tests.
#ifndef CAROM_TESTS_CROWD_MOVING_WORLD_H
#define CAROM_TESTS_CROWD_MOVING_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "crowd_moving_watch.h"
#include "random_moving.h"

static crowd_moving_watch w;

static inline int start(void **state) {
    (void)state;
    crowd_moving_start(&w);
    return 0;
}

static inline int end(void **state) {
    (void)state;
    crowd_moving_end(&w);
    return 0;
}

static inline void add_still(carom_wall wall) {
    assert_true(w.still_list.count < CROWD_MOVING_WALLS_MAX);
    w.still[w.still_list.count++] = wall;
}

static inline void add_moving(carom_moving_wall wall) {
    assert_true(w.moving_list.count < CROWD_MOVING_WALLS_MAX);
    w.moving[w.moving_list.count++] = wall;
}

static inline carom_crowd_motion move(double time) {
    const carom_crowd_motion m = crowd_moving_move(&w, time);
    if (w.broken != NULL)
        fail_msg("frame %ld, ball %zu: %s", w.frames, w.broken_ball, w.broken);
    return m;
}

#endif
