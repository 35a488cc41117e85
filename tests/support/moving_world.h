// A world of walls at rest and moving walls, for the tests of the mover among them. A broken
// guarantee fails the test. Needs cmocka. Room: tests.
#ifndef CAROM_TESTS_MOVING_WORLD_H
#define CAROM_TESTS_MOVING_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "carom/contact.h"
#include "cases.h"
#include "crush_check.h"
#include "moving_watch.h"
#include "random_moving.h"

enum { STILL_MAX = 64, MOVING_MAX = 64 };

// A world of walls at rest and moving walls, and its watch.
typedef struct world {
    carom_wall still[STILL_MAX];
    carom_moving_wall moving[MOVING_MAX];
    carom_wall_list still_list;
    carom_moving_wall_list moving_list;
    moving_watch watch;
} world;

static world w;

static inline void start(carom_response response, carom_vec2 gravity) {
    w.still_list = (carom_wall_list){w.still, NULL, 0};
    w.moving_list = (carom_moving_wall_list){w.moving, NULL, 0};
    carom_move_settings s = carom_move_settings_default();
    s.response = response;
    s.gravity = gravity;
    w.watch = moving_watch_start(s, &w.still_list, &w.moving_list);
}

static inline void add_still(carom_wall wall) {
    assert_true(w.still_list.count < STILL_MAX);
    w.still[w.still_list.count++] = wall;
}

static inline void add_moving(carom_moving_wall wall) {
    assert_true(w.moving_list.count < MOVING_MAX);
    w.moving[w.moving_list.count++] = wall;
}

static inline carom_motion move(carom_ball ball, double time) {
    const carom_motion m = moving_watch_move(&w.watch, ball, time);
    if (w.watch.broken != NULL) {
        moving_watch_print(stderr, &w.watch);
        fail_msg("%s", w.watch.broken);
    }
    return m;
}

// All moving walls start where they ended.
static inline void next_frame(void) {
    for (size_t i = 0; i < w.moving_list.count; i++)
        w.moving[i].wall = carom_moving_wall_at(w.moving[i], 1.0);
}

static inline carom_moving_wall floor_moving(double x, double y) {
    return carom_moving_wall_translating(carom_segment(vec(-50, 0), vec(50, 0)), vec(x, y));
}

// The search of an escape from where and when the ball was crushed.
static inline crush_search at_crush(const carom_motion *m, int directions) {
    const moving_watch *watch = &w.watch;
    crush_search s = {.still = &w.still_list, .moving = &w.moving_list, .directions = directions};
    s.circle.radius = m->ball.radius;
    s.circle.center = m->overlapped.index != CAROM_NO_WALL ? m->freed : watch->before.center;
    if (watch->leg_count > 0) {
        s.circle.center = watch->legs[watch->leg_count - 1].to;
        s.clock = watch->legs[watch->leg_count - 1].end;
    }
    return s;
}

// A ball that is reported as crushed has no wide escape. True if it has a narrow one.
static inline bool check_crush(const carom_motion *m) {
    crush_search search = at_crush(m, 60);
    const crush_escape escape = find_escape(&search);
    if (escape == CRUSH_ESCAPE_WIDE) {
        moving_watch_print(stderr, &w.watch);
        fail_msg("crushed at %a, but {%a, %a} can be reached at %a", search.clock, search.to.x,
                 search.to.y, search.until);
    }
    return escape == CRUSH_ESCAPE_NARROW;
}

#endif
