// The mover among moving walls: lifts, presses, walls that turn, with known answers. Every leg is
// checked (tests/support/moving_watch.h). Room: tests.
#include "moving_world.h"

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
    assert_true(k->id.is_moving && k->id.index == 0 && is_near(k->wall_velocity, 0, 1, 0));
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

// A wing that turns about the tip of a narrow wedge squeezes the ball out, to where it has room, in
// a few legs. The path along the wall leads away from the tip, so it does not have to be short.
static void test_narrow_wedge(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        random_source g = random_start(case_seed(), 9400, (uint64_t)i);
        const double from = exp(random_between(&g, -5, -2.5));
        const double to = from * random_between(&g, 0.2, 0.9);
        const double radius = random_between(&g, 0.1, 1);
        start(carom_slide(), vec(0, 0));
        add_still(carom_segment(vec(-10, 0), vec(2000, 0)));
        const carom_vec2 b = vec(2000 * cos(from), 2000 * sin(from));
        const carom_vec2 end = vec(2000 * cos(to), 2000 * sin(to));
        add_moving(
            carom_moving_wall_make(carom_segment(vec(0, 0), b), vec(0, 0), carom_vec2_sub(end, b)));
        const double x = radius / tan(from / 2), room = radius / tan(to / 2);
        const carom_motion m = move(ball_at(x * (1 + 1e-4), radius * (1 + 1e-5), radius, 0, 0), 1);
        assert_int_equal(m.kind, CAROM_MOTION_KIND_MOVED);
        assert_true(m.ball.center.x > room * (1 - 1e-9) && m.ball.center.x < 2 * room);
        assert_true(w.watch.leg_count <= 4);
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

// A flipper at 10^4 rad/s, split so that its tip is within 0.0113 of an even rotation.
static void test_flipper(void **state) {
    (void)state;
    start(carom_bounce(0.5, 0.1), vec(0, -10));
    random_source g = random_start(case_seed(), 40, 0);
    int hits = 0;
    for (int i = 0; i < 200; i++) {
        const double x = random_between(&g, 2, 8), y = random_between(&g, 0.8, 3);
        const double vx = random_between(&g, -3, 3), vy = random_between(&g, -9, 0);
        carom_ball ball = ball_at(x, y, 0.5, vx, vy);
        const double angle = 1.2;
        const int parts = carom_turning_frames(angle, 9, 0.0113);
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

// A wall that turns pushes a fast ball; a thin wall in its way still stops it.
static void test_pushed_towards_a_wall(void **state) {
    (void)state;
    for (int i = 1; i < 32; i++) {
        start(carom_slide(), vec(0, 0));
        add_still(carom_segment(vec(9, -50), vec(9, 50)));
        add_moving(
            carom_moving_wall_make(carom_segment(vec(-50, 0), vec(50, 0)), vec(0, 0), vec(0, 1)));
        const carom_motion m = move(ball_at(0, 1, 1, 32 * i, 0), 1);
        assert_true(m.ball.center.x <= 8 && m.ball.center.x > 7.5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounce_is_relative),
        cmocka_unit_test(test_lift_carries),
        cmocka_unit_test(test_conveyor),
        cmocka_unit_test(test_lift_into_ceiling),
        cmocka_unit_test(test_two_doors),
        cmocka_unit_test(test_closing_wedge),
        cmocka_unit_test(test_narrow_wedge),
        cmocka_unit_test(test_revolving_door),
        cmocka_unit_test(test_flipper),
        cmocka_unit_test(test_seesaw),
        cmocka_unit_test(test_pushed_towards_a_wall),
    };
    return cmocka_run_group_tests_name("mover among moving walls", tests, NULL, NULL);
}
