// A watched crowd for each test, for the tests of the crowd among walls at rest. Needs cmocka.
// Layer: tests.
#ifndef CAROM_TESTS_CROWD_WORLD_H
#define CAROM_TESTS_CROWD_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "crowd_watch.h"
#include "random_moving.h"

static crowd_watch w;

static inline int start(void **state) {
    (void)state;
    crowd_watch_start(&w);
    return 0;
}

static inline int end(void **state) {
    (void)state;
    crowd_watch_end(&w);
    return 0;
}

static inline void add(carom_ball ball) {
    assert_true(w.count < CROWD_BALLS_MAX);
    w.balls[w.count++] = ball;
}

static inline void check_watch(void) {
    assert_int_equal(w.bad_legs, 0);
    assert_int_equal(w.overlaps, 0);
    assert_int_equal(w.bad_impacts, 0);
}

#endif
