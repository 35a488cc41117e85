// A small level with a watched character in it, for the tests of the character. A broken guarantee
// fails the test. Needs cmocka. Room: tests.
#ifndef CAROM_TESTS_CHARACTER_WORLD_H
#define CAROM_TESTS_CHARACTER_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "character_watch.h"
#include "points.h"

enum { WORLD_WALLS_MAX = 512, WORLD_MOVING_MAX = 16 };

typedef struct world {
    carom_wall walls[WORLD_WALLS_MAX];
    carom_wall_list list;
    carom_moving_wall moving[WORLD_MOVING_MAX];
    carom_moving_wall_list moving_list;
    /// 64 frames a second, gravity 32 downward, slopes up to 45 degrees, no steps, no snapping.
    carom_character_settings settings;
    double frame;
    /// If true, rows are added with a and b swapped.
    bool is_reversed;
    character_watch watch;
    carom_character c;
    carom_character_motion motion;
} world;

/// An empty level, with the character in the air.
static inline void world_start(world *w, carom_vec2 center, double radius) {
    w->list.walls = w->walls;
    w->list.boxes = NULL;
    w->list.count = 0;
    w->moving_list.walls = w->moving;
    w->moving_list.boxes = NULL;
    w->moving_list.count = 0;
    w->settings = carom_character_settings_default();
    w->settings.world.walls = carom_wall_list_source(&w->list);
    w->settings.gravity = vec(0, -32);
    w->frame = 1.0 / 64;
    w->is_reversed = false;
    w->watch = character_watch_start(w->settings, &w->list, &w->moving_list);
    w->c = carom_character_make(center, radius);
}

/// Appends a wall; returns its index.
static inline size_t world_add(world *w, carom_wall wall) {
    assert_true(w->list.count < WORLD_WALLS_MAX);
    w->walls[w->list.count] = wall;
    return w->list.count++;
}

/// Appends a moving wall that rests; returns its index.
static inline size_t world_add_moving(world *w, carom_wall wall) {
    assert_true(w->moving_list.count < WORLD_MOVING_MAX);
    w->settings.world.moving_walls = carom_moving_wall_list_source(&w->moving_list);
    w->moving[w->moving_list.count] = carom_moving_wall_translating(wall, vec(0, 0));
    return w->moving_list.count++;
}

/// After a frame, each moving wall starts where it ended.
static inline void world_advance(world *w) {
    for (size_t i = 0; i < w->moving_list.count; i++)
        w->moving[i].wall = carom_moving_wall_at(w->moving[i], 1);
}

/// Appends a row of segments, from point to point.
static inline void world_add_row(world *w, const carom_vec2 *points, int count) {
    for (int i = 1; i < count; i++)
        world_add(w, w->is_reversed ? carom_segment(points[i], points[i - 1])
                                    : carom_segment(points[i - 1], points[i]));
}

/// One frame. The settings may have changed since the last one.
static inline carom_character_motion world_move(world *w) {
    void (*const check)(void *, const carom_leg *) = w->watch.settings.on_leg;
    w->watch.settings = w->settings;
    w->watch.settings.on_leg = check;
    w->motion = character_watch_move(&w->watch, w->c, w->frame);
    w->c = w->motion.character;
    if (w->watch.broken != NULL) {
        character_watch_print(stderr, &w->watch);
        fail_msg("%s", w->watch.broken);
    }
    return w->motion;
}

/// Walks or flies with this speed along x, for some frames.
static inline void world_walk(world *w, double speed, int frames) {
    for (int i = 0; i < frames; i++) {
        w->c.ball.velocity.x = speed;
        world_move(w);
    }
}

/// The same, and the character must stay on the ground and advance at its speed.
static inline void world_walk_on_ground(world *w, double speed, int frames) {
    for (int i = 0; i < frames; i++) {
        const double x = w->c.ball.center.x;
        w->c.ball.velocity.x = speed;
        world_move(w);
        const double error = fabs(w->c.ball.center.x - x - speed * w->frame);
        const bool is_kept = w->c.on_ground && error <= 1e-12 + 1e-15 * fabs(x);
        if (!is_kept)
            character_watch_print(stderr, &w->watch);
        assert_true(is_kept);
    }
}

/// Falls until it stands, for at most some frames.
static inline void world_land(world *w, int frames) {
    for (int i = 0; i < frames && !w->c.on_ground; i++)
        world_move(w);
    assert_true(w->c.on_ground);
}

#endif
