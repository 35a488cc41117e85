// The mover among moving walls: scenes with known answers, and random frames. Every leg is checked
// (tests/support/moving_watch.h). Layer: tests.
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
#include "moving_watch.h"
#include "random.h"

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

static carom_vec2 vec(double x, double y) {
    return carom_vec2_make(x, y);
}

static bool is_near(carom_vec2 p, double x, double y, double error) {
    return fabs(p.x - x) <= error && fabs(p.y - y) <= error;
}

static carom_ball ball_at(double x, double y, double radius, double vx, double vy) {
    const carom_ball ball = {{x, y}, radius, {vx, vy}};
    return ball;
}

static void start(carom_response response, carom_vec2 gravity) {
    w.still_list = (carom_wall_list){w.still, NULL, 0};
    w.moving_list = (carom_moving_wall_list){w.moving, NULL, 0};
    carom_move_settings s = carom_move_settings_default();
    s.response = response;
    s.gravity = gravity;
    w.watch = moving_watch_start(s, &w.still_list, &w.moving_list);
}

static void add_still(carom_wall wall) {
    assert_true(w.still_list.count < STILL_MAX);
    w.still[w.still_list.count++] = wall;
}

static void add_moving(carom_moving_wall wall) {
    assert_true(w.moving_list.count < MOVING_MAX);
    w.moving[w.moving_list.count++] = wall;
}

static carom_motion move(carom_ball ball, double time) {
    const carom_motion m = moving_watch_move(&w.watch, ball, time);
    if (w.watch.broken != NULL) {
        moving_watch_print(stderr, &w.watch);
        fail_msg("%s", w.watch.broken);
    }
    return m;
}

// All moving walls start where they ended.
static void next_frame(void) {
    for (size_t i = 0; i < w.moving_list.count; i++)
        w.moving[i].wall = carom_moving_wall_at(w.moving[i], 1.0);
}

static carom_moving_wall floor_moving(double x, double y) {
    return carom_moving_wall_translating(carom_segment(vec(-50, 0), vec(50, 0)), vec(x, y));
}

// ---- lifts ----

// Bounces are relative to the lift: it adds twice its speed.
static void test_bounce_is_relative(void **state) {
    (void)state;
    start(carom_bounce(1, 0), vec(0, 0));
    add_moving(floor_moving(0, 1));
    carom_motion m = move(ball_at(0, 3, 1, 0, -2), 1);
    assert_true(m.contacts == 1 && is_near(m.ball.center, 0, 3, 1e-14));
    assert_true(is_near(m.ball.velocity, 0, 4, 1e-14));
    const carom_impact *k = &w.watch.impacts[0];
    assert_true(k->is_moving && k->index == 0 && is_near(k->wall_velocity, 0, 1, 0));
    assert_true(is_near(k->before, 0, -2, 1e-15) && is_near(k->after, 0, 4, 1e-14));
    assert_true(fabs(k->time - 2.0 / 3) < 1e-15 && fabs(k->wall.a.y - 2.0 / 3) < 1e-15);
    // In half the time the same moves are twice as fast.
    m = move(ball_at(0, 3, 1, 0, -2), 0.5);
    assert_true(m.contacts == 0 && is_near(m.ball.center, 0, 2, 1e-15));
    // Restitution and friction, too.
    w.watch.mover.response = carom_bounce(0.5, 0.25);
    w.moving[0] = floor_moving(1, 1);
    m = move(ball_at(0, 3, 1, 5, -2), 1);
    assert_true(m.contacts == 1 && is_near(m.ball.velocity, 5 - 0.25 * 4.5, 1 + 1.5, 1e-14));
    // A wall that moves away as fast as the ball follows is not met; a slower one is.
    w.watch.mover.response = carom_bounce(1, 0);
    w.moving[0] = floor_moving(0, -2);
    m = move(ball_at(0, 1.5, 1, 0, -2), 1);
    assert_true(m.contacts == 0 && is_near(m.ball.center, 0, -0.5, 0));
    w.moving[0] = floor_moving(0, -1);
    m = move(ball_at(0, 1.5, 1, 0, -2), 1);
    assert_true(m.contacts == 1 && is_near(m.ball.velocity, 0, 0, 1e-14));
    assert_true(is_near(m.ball.center, 0, 0.5, 1e-14));
}

// A ball that rests on a lift is carried up, sideways and down.
static void test_lift_carries(void **state) {
    (void)state;
    static const carom_vec2 moves[] = {{0, 0.125}, {0.25, 0.0625}, {0, -0.125}, {0.1, -0.03}};
    for (int k = 0; k < 4; k++) {
        start((carom_response){CAROM_RESPONSE_KIND_BOUNCE, 0, 1}, vec(0, -32));
        add_moving(floor_moving(moves[k].x, moves[k].y));
        carom_ball ball = ball_at(0, 1, 1, 8 * moves[k].x, 8 * moves[k].y);
        for (int i = 0; i < 200; i++) {
            const carom_motion m = move(ball, 0.125);
            assert_int_equal(m.kind, CAROM_MOTION_KIND_MOVED);
            assert_true(m.lost == 0.0);
            ball = m.ball;
            next_frame();
        }
        assert_true(is_near(ball.center, 200 * moves[k].x, 1 + 200 * moves[k].y, 1e-10));
        assert_true(is_near(ball.velocity, 8 * moves[k].x, 8 * moves[k].y, 1e-6));
    }
    // A lift that falls faster than the ball leaves it behind.
    start(carom_slide(), vec(0, -32));
    add_moving(floor_moving(0, -4));
    const carom_motion m = move(ball_at(0, 1, 1, 0, 0), 0.125);
    assert_true(m.contacts == 0 && is_near(m.ball.center, 0, 0.75, 1e-15));
}

// Friction brings a ball to the speed of a conveyor of lifts that pass it from one to the next.
static void test_conveyor(void **state) {
    (void)state;
    start((carom_response){CAROM_RESPONSE_KIND_BOUNCE, 0, 0.5}, vec(0, -10));
    for (int i = 0; i < 16; i++) {
        const carom_wall part = carom_segment(vec(4 * i - 32, 0), vec(4 * i - 28, 0));
        add_moving(carom_moving_wall_translating(part, vec(0.0625, 0)));
    }
    carom_ball ball = ball_at(0, 1, 1, 0, 0);
    for (int i = 0; i < 2000; i++) {
        const carom_motion m = move(ball, 1.0 / 64);
        assert_int_equal(m.kind, CAROM_MOTION_KIND_MOVED);
        assert_true(m.lost == 0.0);
        ball = m.ball;
        next_frame();
        for (int k = 0; k < 16; k++)
            if (w.moving[k].wall.a.x >= 32)
                w.moving[k].wall.a.x -= 64, w.moving[k].wall.b.x -= 64;
        if (ball.center.x >= 16) {
            ball.center.x -= 16;
            for (int k = 0; k < 16; k++)
                w.moving[k].wall.a.x -= 16, w.moving[k].wall.b.x -= 16;
            for (int k = 0; k < 16; k++)
                if (w.moving[k].wall.a.x < -32)
                    w.moving[k].wall.a.x += 64, w.moving[k].wall.b.x += 64;
        }
    }
    assert_true(is_near(ball.velocity, 4, 0, 1e-3) && fabs(ball.center.y - 1) < 1e-12);
}

// ---- presses ----

// A lift under a ceiling: the ball is crushed exactly if the room at the end is less than its
// diameter, and at the time at which the room is gone.
static void test_lift_into_ceiling(void **state) {
    (void)state;
    const carom_response responses[] = {carom_slide(), carom_bounce(1, 0), carom_bounce(0.5, 0.5),
                                        carom_stop()};
    for (int r = 0; r < 4; r++)
        for (int up = 0; up <= 64; up++) {
            start(responses[r], vec(0, r % 2 == 0 ? 0 : -10));
            add_still(carom_line(vec(0, 4), vec(1, 4)));
            add_moving(floor_moving(0, up / 16.0));
            w.moving[0].wall.a.x = -1e4, w.moving[0].wall.b.x = 1e4;
            const carom_motion m = move(ball_at(0, 1 + r % 3 * 0.5, 1, 0.25, -1), 1);
            assert_int_equal(m.kind == CAROM_MOTION_KIND_CRUSHED, up > 32);
            if (up <= 32)
                continue;
            assert_true(fabs(m.crushed_time - 32.0 / up) < 1e-8);
            assert_true(m.crushed_by[0].is_moving && m.crushed_by[0].index == 0);
            assert_true(!m.crushed_by[1].is_moving && m.crushed_by[1].index == 0);
        }
}

// Two doors that close on a ball. Up to their thickness they leave room.
static void test_two_doors(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        start(carom_slide(), vec(0, 0));
        const double close = i / 64.0;
        add_moving(carom_moving_wall_translating(carom_capsule(vec(-4, -50), vec(-4, 50), 0.5),
                                                 vec(close, 0)));
        add_moving(carom_moving_wall_translating(carom_capsule(vec(4, -50), vec(4, 50), 0.5),
                                                 vec(-close, 0)));
        const carom_motion m = move(ball_at(1, 0, 1, 3, 0.25), 1);
        assert_int_equal(m.kind == CAROM_MOTION_KIND_CRUSHED, close > 2.5);
        if (close > 2.5) {
            assert_true(fabs(m.crushed_time - 2.5 / close) < 1e-8);
            assert_true(m.crushed_by[0].is_moving && m.crushed_by[1].is_moving);
            assert_true(m.crushed_by[0].index + m.crushed_by[1].index == 1);
        }
    }
}

// A wedge that closes squeezes the ball out of its open end.
static void test_closing_wedge(void **state) {
    (void)state;
    for (int i = 0; i < 64; i++) {
        start(carom_slide(), vec(0, 0));
        add_still(carom_line(vec(0, 0), vec(1, 0)));
        // The second side turns about the origin, from 45 to 10 degrees in 32 frames.
        carom_ball ball = ball_at(4 + i / 16.0, 1.2, 1, 0, 0);
        for (int k = 0; k < 32; k++) {
            const double a = 0.7853981 - k * 0.019, b = 0.7853981 - (k + 1) * 0.019;
            w.moving_list.count = 0;
            const carom_wall side = carom_segment(vec(0, 0), vec(100 * cos(a), 100 * sin(a)));
            add_moving(carom_moving_wall_to(side, vec(0, 0), vec(100 * cos(b), 100 * sin(b))));
            const carom_motion m = move(ball, 1.0 / 64);
            assert_true(m.kind == CAROM_MOTION_KIND_MOVED || m.kind == CAROM_MOTION_KIND_FREED);
            ball = m.ball;
        }
        // The room for a ball of radius 1 begins at 1 / tan(half the angle).
        assert_true(ball.center.x >= 1 / tan(0.5 * (0.7853981 - 32 * 0.019)) - 1e-6);
    }
}

// ---- walls that turn ----

// A revolving door of four wings around a ball: the ball goes around with it, and never changes the
// sector.
static void test_revolving_door(void **state) {
    (void)state;
    const carom_response responses[] = {carom_slide(), carom_bounce(1, 0), carom_bounce(0.5, 0.5)};
    for (int r = 0; r < 3; r++) {
        start(responses[r], vec(0, 0));
        const int frames = (int)case_count(500);
        const double step = 0.05 * (1 + r);
        carom_ball ball = ball_at(3, 3, 1, 5, -2);
        for (int k = 0; k < frames; k++) {
            w.moving_list.count = 0;
            w.still_list.count = 0;
            for (int i = 0; i < 16; i++) {
                const double a = i * 0.39269908169872414, b = (i + 1) * 0.39269908169872414;
                add_still(carom_segment(vec(9 * cos(a), 9 * sin(a)), vec(9 * cos(b), 9 * sin(b))));
            }
            for (int i = 0; i < 4; i++) {
                const double a = k * step + i * 1.5707963267948966, b = a + step;
                add_moving(carom_moving_wall_to(
                    carom_capsule(vec(0, 0), vec(8.7 * cos(a), 8.7 * sin(a)), 0.125), vec(0, 0),
                    vec(8.7 * cos(b), 8.7 * sin(b))));
            }
            const carom_motion m = move(ball, 1.0 / 64);
            assert_true(m.kind == CAROM_MOTION_KIND_MOVED || m.kind == CAROM_MOTION_KIND_FREED);
            ball = m.ball;
            const double angle = atan2(ball.center.y, ball.center.x) - (k + 1) * step;
            const double sector = angle - 6.283185307179586 * floor(angle / 6.283185307179586);
            assert_true(sector > 0 && sector < 1.5707963267948966);
        }
        printf("revolving door: %.1f legs and %.1f contacts a frame, %.2g of the time lost\n",
               (double)w.watch.legs_all / (double)w.watch.moves,
               (double)w.watch.impacts_all / (double)w.watch.moves,
               w.watch.time_lost / w.watch.time_all);
    }
}

// A flipper at 10^4 rad/s, split into chords of at most 0.1 rad.
static void test_flipper(void **state) {
    (void)state;
    start(carom_bounce(0.5, 0.1), vec(0, -10));
    random_source g = random_start(case_seed(), 40, 0);
    int hits = 0;
    for (int i = 0; i < 200; i++) {
        carom_ball ball = ball_at(random_between(&g, 2, 8), random_between(&g, 0.8, 3), 0.5,
                                  random_between(&g, -3, 3), random_between(&g, -9, 0));
        const double angle = 1.2;
        const int parts = 12;
        for (int k = 0; k < parts; k++) {
            const double a = angle * k / parts - 0.5, b = angle * (k + 1) / parts - 0.5;
            w.moving_list.count = 0;
            add_moving(
                carom_moving_wall_to(carom_capsule(vec(0, 0), vec(9 * cos(a), 9 * sin(a)), 0.25),
                                     vec(0, 0), vec(9 * cos(b), 9 * sin(b))));
            const carom_motion m = move(ball, angle / parts / 1e4);
            assert_true(m.kind != CAROM_MOTION_KIND_CRUSHED && m.kind != CAROM_MOTION_KIND_STUCK);
            hits += m.contacts;
            ball = m.ball;
        }
        // It started above the flipper, and is above it still.
        assert_true(carom_vec2_cross(vec(9 * cos(0.7), 9 * sin(0.7)), ball.center) > 0);
    }
    printf("flipper: %d contacts in %ld frames\n", hits, w.watch.moves);
    assert_true(hits > 100);
}

// A platform that turns slowly under a resting ball.
static void test_seesaw(void **state) {
    (void)state;
    start((carom_response){CAROM_RESPONSE_KIND_BOUNCE, 0, 0.9}, vec(0, -10));
    carom_ball ball = ball_at(3, 1.25, 1, 0, 0);
    for (int k = 0; k < 400; k++) {
        const double a = 0.2 * sin(k * 0.02), b = 0.2 * sin((k + 1) * 0.02);
        w.moving_list.count = 0;
        add_moving(carom_moving_wall_to(
            carom_capsule(vec(-20 * cos(a), -20 * sin(a)), vec(20 * cos(a), 20 * sin(a)), 0.25),
            vec(-20 * cos(b), -20 * sin(b)), vec(20 * cos(b), 20 * sin(b))));
        const carom_motion m = move(ball, 1.0 / 64);
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED || m.kind == CAROM_MOTION_KIND_FREED);
        ball = m.ball;
        const carom_circle c = {ball.center, ball.radius};
        assert_true(carom_circle_distance(c, carom_moving_wall_at(w.moving[0], 1)) < 0.02);
    }
    printf("seesaw: the ball has slid by %.3f\n", ball.center.x - 3);
}

// ---- responses, filters, unusual input ----

enum { SENSOR = 2, GLASS = 4, GATE = 8 };

static bool glass_is_broken;
static int asked;

static bool is_whole(void *context, size_t index, carom_wall wall) {
    (void)context;
    (void)index;
    return wall.category != GLASS || !glass_is_broken;
}

static carom_response respond(void *context, const carom_impact *contact) {
    (void)context;
    asked++;
    if (contact->wall.category == SENSOR)
        return carom_pass();
    glass_is_broken |= contact->wall.category == GLASS;
    return carom_bounce(1, 0);
}

// Moving sensors are passed, also those overlapped at the start; moving walls can break; a filter
// leaves moving walls out.
static void test_responses(void **state) {
    (void)state;
    start(carom_bounce(1, 0), vec(0, 0));
    carom_filter filter = carom_filter_mask(~(uint32_t)GATE);
    filter.accept = is_whole;
    w.watch.mover.moving_filter = &filter;
    w.watch.mover.respond = respond;
    w.watch.mover.walls.query = NULL;
    static const bool left_out[] = {true, true, false, true, true, true, false};
    w.watch.moving_left_out = left_out;
    const uint32_t categories[] = {SENSOR, SENSOR, GLASS, GATE, SENSOR, GATE, 0};
    for (int i = 0; i < 7; i++) {
        add_moving(floor_moving(0, 1));
        w.moving[i].wall.category = categories[i];
        w.moving[i].wall.a.y = w.moving[i].wall.b.y = i == 0 ? 2.5 : i == 4 ? -20 : 1 - i;
    }
    // Overlaps the first, which it passes, and one that is one-sided, which it ignores. The second
    // is passed on the way to the glass, which is at -1 + t.
    w.moving[4].wall.one_sided = true;
    w.moving[4].wall.a.y = w.moving[4].wall.b.y = 3.5;
    w.moving[1].b_move.y = 1.25;
    // The filter leaves out one that is overlapped; one is near, but not overlapped.
    w.moving[5].wall.a.y = w.moving[5].wall.b.y = 3.25;
    w.moving[6] = carom_moving_wall_translating(carom_segment(vec(-9, 3), vec(0, 12)), vec(0, 1));
    glass_is_broken = false;
    asked = 0;
    const carom_motion m = move(ball_at(0, 3, 1, 0, -3), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 2 && asked == 3);
    assert_true(glass_is_broken && is_near(m.ball.velocity, 0, 5, 1e-13));
    assert_true(w.watch.impacts[0].index == 1 && w.watch.impacts[1].index == 2);
    // The broken glass lets balls through.
    const bool all_out[] = {true, true, true, true, true, true, true};
    w.watch.moving_left_out = all_out;
    const carom_motion through = move(ball_at(0, 3, 1, 0, -9), 1);
    assert_true(is_near(through.ball.center, 0, -6, 1e-15));
}

// A ball that overlaps a moving wall at the start is set free, where the wall is at the start.
static void test_overlap_at_start(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    add_moving(floor_moving(0, -1));
    carom_motion m = move(ball_at(0, 0.5, 1, 0, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && m.overlapped == 0 && m.overlapped_is_moving);
    assert_true(is_near(m.freed, 0, 1, 1e-15) && is_near(m.ball.center, 0, 1, 1e-15));
    // A wall at rest is named before a moving one.
    add_still(carom_segment(vec(-9, 0), vec(9, 0)));
    m = move(ball_at(0, 0.5, 1, 0, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && m.overlapped == 0 && !m.overlapped_is_moving);
    // No way out.
    add_still(carom_line(vec(-9, 1), vec(9, 1)));
    w.still[0].extent = CAROM_EXTENT_LINE;
    m = move(ball_at(0, 0.5, 1, 3, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_STUCK && m.lost == 1 && w.watch.leg_count == 0);
    // Freed, then crushed.
    start(carom_slide(), vec(0, 0));
    add_still(carom_line(vec(0, 4), vec(1, 4)));
    add_moving(floor_moving(0, 2.5));
    w.moving[0].wall.extent = CAROM_EXTENT_LINE;
    m = move(ball_at(0, 0.5, 1, 3, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_CRUSHED && m.overlapped == 0 && !m.crushed_is_free);
    assert_true(fabs(m.crushed_time - 0.8) < 1e-8);
}

// In no time nothing moves.
static void test_no_time(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    add_moving(floor_moving(0, 5));
    carom_motion m = move(ball_at(0, 1, 1, 3, -4), 0);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && is_near(m.ball.center, 0, 1, 0));
    m = move(ball_at(0, 0.5, 1, 3, -4), 0);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && is_near(m.ball.center, 0, 1, 1e-15));
    w.watch.mover.respond = respond;
    w.moving[0].wall.category = SENSOR;
    static const bool left_out[] = {true};
    w.watch.moving_left_out = left_out;
    m = move(ball_at(0, 0.5, 1, 3, -4), 0);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && is_near(m.ball.center, 0, 0.5, 0));
}

// Many walls that close on a ball from all sides, without walls at rest.
static void test_closing_ring(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    w.watch.mover.walls.query = NULL;
    for (int i = 0; i < 7; i++) {
        const double angle = i * 0.8975979010256552;
        const carom_vec2 n = vec(cos(angle), sin(angle));
        const carom_vec2 p = carom_vec2_scale(n, 2), u = carom_vec2_scale(carom_vec2_left(n), 9);
        add_moving(carom_moving_wall_translating(
            carom_segment(carom_vec2_sub(p, u), carom_vec2_add(p, u)), carom_vec2_scale(n, -2)));
    }
    const carom_motion m = move(ball_at(0.125, 0.0625, 1, 0.5, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_CRUSHED && fabs(m.crushed_time - 0.5) < 1e-6);
    assert_true(m.crushed_by[0].is_moving && m.crushed_by[1].is_moving);
    assert_true(m.crushed_by[0].index != m.crushed_by[1].index);
}

// At the end of the range of double a push can lead beyond it.
static void test_at_the_end_of_the_range(void **state) {
    (void)state;
    for (int i = 0; i < 16; i++) {
        start(carom_slide(), vec(0, 0));
        add_still(carom_line(vec(0, -1e308), vec(1e308, -1e308)));
        const carom_wall wedge =
            carom_line(vec(-1e308, 1.1e308), vec(1e308, (1.2 + 0.01 * i) * 1e308));
        add_moving(carom_moving_wall_translating(wedge, vec(0, -1.7e308)));
        move(ball_at(0, 0, 1e308, 0, 0), 1);
    }
}

// The limits of contacts hold, and the ball is still pushed after the last.
static void test_few_contacts(void **state) {
    (void)state;
    start(carom_bounce(1, 0), vec(0, 0));
    w.watch.mover.max_contacts = 1;
    add_still(carom_line(vec(0, 9), vec(1, 9)));
    add_moving(floor_moving(0, 2));
    const carom_motion m = move(ball_at(0, 4, 1, 0, -16), 1);
    assert_true(m.contacts == 1 && m.kind == CAROM_MOTION_KIND_MOVED);
    assert_true(m.lost > 0.8 && is_near(m.ball.center, 0, 3, 1e-12));
}

// A turn keeps lengths and the distance to its arc is as stated.
static void test_turning(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 46, 0);
    for (int i = 0; i < 1000; i++) {
        const double angle = random_between(&g, -1, 1);
        const carom_vec2 pivot = vec(random_between(&g, -9, 9), random_between(&g, -9, 9));
        const carom_wall wall = carom_segment(vec(random_between(&g, -9, 9), 3), vec(5, -2));
        const carom_moving_wall m =
            carom_moving_wall_turning(wall, pivot, vec(cos(angle), sin(angle)));
        const carom_wall end = carom_moving_wall_at(m, 1), middle = carom_moving_wall_at(m, 0.5);
        const carom_vec2 from = carom_vec2_sub(wall.a, pivot), to = carom_vec2_sub(end.a, pivot);
        const carom_vec2 half = carom_vec2_sub(middle.a, pivot);
        const double r = hypot(from.x, from.y);
        assert_true(fabs(hypot(to.x, to.y) - r) < 1e-14 * (1 + r));
        assert_true(fabs(atan2(carom_vec2_cross(from, to), carom_vec2_dot(from, to)) - angle) <
                    1e-12 / r);
        assert_true(r - hypot(half.x, half.y) <= r * angle * angle / 8 + 1e-14);
        const carom_moving_wall again = carom_moving_wall_to(wall, end.a, end.b);
        assert_true(is_near(carom_moving_wall_at(again, 1).b, end.b.x, end.b.y, 1e-14));
    }
}

// ---- random frames ----

static carom_vec2 random_vec(random_source *g, double size) {
    const double x = random_between(g, -size, size);
    return vec(x, random_between(g, -size, size));
}

static carom_wall random_wall(random_source *g) {
    const carom_vec2 p = random_vec(g, 8);
    carom_wall wall = carom_capsule(p, carom_vec2_add(p, random_vec(g, 6)),
                                    random_one_in(g, 2) ? 0 : random_between(g, 0, 0.5));
    if (random_one_in(g, 8))
        wall.b = wall.a;
    if (random_one_in(g, 8))
        wall.extent = (uint8_t)random_int(g, 1, 2);
    wall.one_sided = random_one_in(g, 8);
    return wall;
}

// Moves of any kind; rays and lines move as a whole.
static carom_moving_wall random_moving_wall(random_source *g, double size) {
    const carom_wall wall = random_wall(g);
    const carom_vec2 move = random_one_in(g, 8) ? vec(0, 0) : random_vec(g, size);
    if (wall.extent != CAROM_EXTENT_SEGMENT || random_one_in(g, 3))
        return carom_moving_wall_translating(wall, move);
    if (random_one_in(g, 2)) {
        const double angle = random_between(g, -1, 1) * size;
        return carom_moving_wall_turning(wall, random_vec(g, 8), vec(cos(angle), sin(angle)));
    }
    return carom_moving_wall_make(wall, move, random_vec(g, size));
}

static carom_response random_response(random_source *g) {
    switch (random_int(g, 0, 3)) {
    case 0:
        return carom_stop();
    case 1:
        return carom_slide();
    case 2:
        return carom_bounce(1, 0);
    default:
        return carom_bounce(random_between(g, 0, 1), random_between(g, 0, 1));
    }
}

// True if one of many places can be reached in a straight leg from the time of the crush on to the
// end of the frame.
static bool has_leg_to_end(carom_vec2 from, double radius, double clock) {
    const carom_circle c = {from, radius};
    for (int k = 0; k < 24 * 12; k++) {
        const double angle = k % 24 * 0.26179938779914943, far = radius * pow(2, k / 24 / 1.5 - 5);
        const carom_vec2 to = carom_vec2_add(from, vec(far * cos(angle), far * sin(angle)));
        bool is_clear = true;
        for (size_t i = 0; i < w.still_list.count && is_clear; i++)
            is_clear = w.still[i].one_sided || carom_circle_path_is_clear(c, to, w.still[i]);
        for (size_t i = 0; i < w.moving_list.count && is_clear; i++) {
            const carom_wall start_at = carom_moving_wall_at(w.moving[i], clock);
            const carom_wall end = carom_moving_wall_at(w.moving[i], 1);
            is_clear = start_at.one_sided ||
                       carom_circle_path_is_clear_of_moving(c, to, start_at, end.a, end.b);
        }
        if (is_clear)
            return true;
    }
    return false;
}

// Balls among walls that move at random, from slowly to several times their size a frame.
static void test_random_frames(void **state) {
    (void)state;
    long crushed = 0, missed = 0;
    start(carom_slide(), vec(0, 0));
    for (long i = 0; i < 4 * case_count(500); i++) {
        random_source g = random_start(case_seed(), 41, (uint64_t)i);
        w.still_list.count = w.moving_list.count = 0;
        for (int k = random_int(&g, 0, 12); k > 0; k--)
            add_still(random_wall(&g));
        const double size = random_log(&g, -12, 3);
        for (int k = random_int(&g, 1, 8); k > 0; k--)
            add_moving(random_moving_wall(&g, size));
        w.watch.mover.response = random_response(&g);
        w.watch.mover.gravity = random_one_in(&g, 2) ? vec(0, 0) : random_vec(&g, 20);
        w.watch.mover.max_contacts = random_one_in(&g, 4) ? random_int(&g, 1, 4) : 0;
        carom_ball ball = {random_vec(&g, 8), random_one_in(&g, 16) ? 0 : random_log(&g, -6, 1),
                           random_vec(&g, random_log(&g, -6, 8))};
        for (int k = 0; k < 4; k++) {
            const carom_motion m = move(ball, 1.0 / 64);
            if (m.kind == CAROM_MOTION_KIND_CRUSHED) {
                const int last = w.watch.leg_count - 1;
                crushed++;
                missed += last >= 0 && has_leg_to_end(w.watch.legs[last].to, ball.radius,
                                                      w.watch.legs[last].end);
            }
            ball = m.ball;
            next_frame();
        }
    }
    const long *kinds = w.watch.kinds;
    if (case_count(500) >= 500)
        assert_true(crushed > 0 && 3 * missed <= crushed);
    printf("random frames: %ld moved, %ld freed, %ld stuck, %ld crushed, %ld of %ld with a way "
           "out; %.2f legs and %.2f contacts a frame, %.2g of the time lost\n",
           kinds[CAROM_MOTION_KIND_MOVED], kinds[CAROM_MOTION_KIND_FREED],
           kinds[CAROM_MOTION_KIND_STUCK], kinds[CAROM_MOTION_KIND_CRUSHED], missed, crushed,
           (double)w.watch.legs_all / (double)w.watch.moves,
           (double)w.watch.impacts_all / (double)w.watch.moves,
           w.watch.time_lost / w.watch.time_all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounce_is_relative),
        cmocka_unit_test(test_lift_carries),
        cmocka_unit_test(test_conveyor),
        cmocka_unit_test(test_lift_into_ceiling),
        cmocka_unit_test(test_two_doors),
        cmocka_unit_test(test_closing_wedge),
        cmocka_unit_test(test_revolving_door),
        cmocka_unit_test(test_flipper),
        cmocka_unit_test(test_seesaw),
        cmocka_unit_test(test_responses),
        cmocka_unit_test(test_overlap_at_start),
        cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_closing_ring),
        cmocka_unit_test(test_at_the_end_of_the_range),
        cmocka_unit_test(test_few_contacts),
        cmocka_unit_test(test_turning),
        cmocka_unit_test(test_random_frames),
    };
    return cmocka_run_group_tests_name("mover among moving walls", tests, NULL, NULL);
}
