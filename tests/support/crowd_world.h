// A scene, the trace of its crowd, and a twin of that crowd, for each test. A broken guarantee
// fails the test. Needs cmocka. Room: tests.
#ifndef CAROM_TESTS_CROWD_WORLD_H
#define CAROM_TESTS_CROWD_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "crowd_twin.h"
#include "random_moving.h"

static crowd_scene s;
static crowd_trace t;
static crowd_twin twin;

static inline int start(void **state) {
    (void)state;
    crowd_scene_start(&s, "");
    crowd_trace_start(&t);
    crowd_twin_start(&twin);
    return 0;
}

static inline int end(void **state) {
    (void)state;
    crowd_trace_end(&t);
    crowd_twin_end(&twin);
    return 0;
}

/// An empty scene with a crowd that remembers nothing.
static inline void restart(const char *name) {
    crowd_scene_start(&s, name);
    crowd_trace_restart(&t);
}

static inline void add(carom_ball ball) {
    crowd_scene_add(&s, ball);
}

static inline void add_wall(carom_wall wall) {
    crowd_scene_add_wall(&s, wall);
}

static inline void add_moving(carom_moving_wall wall) {
    crowd_scene_add_moving(&s, wall);
}

/// Steps the scene, by all checks of the trace, and once more with a change that must not matter.
static inline carom_crowd_motion step_with(double time, crowd_change change) {
    s.time = time;
    crowd_twin_load(&twin, &t, &s);
    const carom_crowd_motion m = crowd_trace_step(&t, &s);
    if (t.broken != NULL) {
        crowd_trace_print(&t, &s);
        fail_msg("frame %ld, ball %zu: %s", t.sums.frames, t.broken_ball, t.broken);
    }
    const char *const differs = crowd_twin_compare(&twin, &t, &s, change);
    if (differs != NULL) {
        crowd_trace_print(&t, &s);
        fail_msg("frame %ld, %s: %s differs", t.sums.frames, crowd_change_name(change), differs);
    }
    return m;
}

/// The changes take turns.
static inline carom_crowd_motion step(double time) {
    return step_with(time, (crowd_change)(t.sums.frames % CROWD_CHANGES));
}

static inline void print_sums(void) {
    const trace_sums *a = &t.sums;
    printf("%s: %ld frames, %ld balls in all, %.1f legs a ball, %ld impacts, %ld of balls, %ld "
           "freed, %ld stuck, %ld crushed, %.2g of the time lost\n",
           s.name, a->frames, a->ball_frames, (double)a->legs / (double)a->ball_frames, a->impacts,
           a->ball_impacts, a->kinds[CAROM_MOTION_KIND_FREED], a->kinds[CAROM_MOTION_KIND_STUCK],
           a->kinds[CAROM_MOTION_KIND_CRUSHED], a->lost / a->time);
}

#endif
