// The contract of crowd.h: closed forms of collisions, masses, inputs, overlaps at the start.
// Layer: tests.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "crowd_world.h"

// ---- the response of two balls ----

static void test_respond(void **state) {
    (void)state;
    const carom_vec2 n = vec(-1, 0);
    // Equal masses exchange their velocities.
    carom_velocity_pair v = carom_balls_respond(vec(3, 1), 1, vec(-1, 2), 1, n, 1, 0);
    assert_true(is_near(v.first, -1, 1, 0) && is_near(v.second, 3, 2, 0));
    // (m1 - m2) / (m1 + m2) v and 2 m1 / (m1 + m2) v, for masses 3 and 1
    v = carom_balls_respond(vec(4, 0), 1.0 / 3, vec(0, 0), 1, n, 1, 0);
    assert_true(is_near(v.first, 2, 0, 1e-15) && is_near(v.second, 6, 0, 1e-15));
    // Restitution 0: the common velocity. A ball of inverse mass 0 is a wall.
    v = carom_balls_respond(vec(4, 0), 1, vec(0, 0), 1, n, 0, 0);
    assert_true(is_near(v.first, 2, 0, 0) && is_near(v.second, 2, 0, 0));
    v = carom_balls_respond(vec(4, 1), 1, vec(0, 0), 0, n, 0.5, 0);
    assert_true(is_near(v.first, -2, 1, 0) && is_near(v.second, 0, 0, 0));
    // Friction takes at most friction times the impulse along n, and not more than the slip.
    v = carom_balls_respond(vec(2, 8), 1, vec(0, 0), 1, n, 1, 0.5);
    assert_true(is_near(v.first, 0, 7, 0) && is_near(v.second, 2, 1, 0));
    v = carom_balls_respond(vec(2, 1), 1, vec(0, 0), 1, n, 1, 9);
    assert_true(is_near(v.first, 0, 0.5, 0) && is_near(v.second, 2, 0.5, 0));
    v = carom_balls_respond(vec(2, -8), 1, vec(0, 0), 1, n, 1, 0.5);
    assert_true(is_near(v.first, 0, -7, 0) && is_near(v.second, 2, -1, 0));
    // Masses beyond the range of their sum.
    v = carom_balls_respond(vec(4, 0), DBL_MAX, vec(0, 0), DBL_MAX, n, 1, 0);
    assert_true(is_near(v.first, 0, 0, 0) && is_near(v.second, 4, 0, 0));
}

static void test_respond_without_impact(void **state) {
    (void)state;
    const carom_vec2 n = vec(-1, 0);
    carom_velocity_pair v = carom_balls_respond(vec(-1, 0), 1, vec(1, 0), 1, n, 1, 0);
    assert_true(is_near(v.first, -1, 0, 0) && is_near(v.second, 1, 0, 0));
    v = carom_balls_respond(vec(1, 0), 0, vec(0, 0), 0, n, 1, 0);
    assert_true(is_near(v.first, 1, 0, 0) && is_near(v.second, 0, 0, 0));
    v = carom_balls_respond(vec(1, 0), 1, vec(0, 0), 1, vec(0, 0), 1, 0);
    assert_true(is_near(v.first, 1, 0, 0) && is_near(v.second, 0, 0, 0));
    const double bad[][4] = {{-1, 1, 1, 0},       {1, -1, 1, 0},         {1, 1, 2, 0},
                             {1, 1, -1, 0},       {1, 1, 1, -1},         {(double)NAN, 1, 1, 0},
                             {1, HUGE_VAL, 1, 0}, {1, 1, (double)NAN, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        v = carom_balls_respond(vec(2, 0), bad[i][0], vec(1, 0), bad[i][1], n, bad[i][2],
                                bad[i][3]);
        assert_true(is_near(v.first, 0, 0, 0) && is_near(v.second, 0, 0, 0));
    }
}

// ---- closed forms ----

static void test_head_on(void **state) {
    (void)state;
    add(ball_at(0, 0, 1, 4, 0));
    add(ball_at(5, 0, 1, 0, 0));
    const carom_crowd_motion m = crowd_watch_move(&w, 1);
    assert_true(m.ball_impacts == 1 && m.lost == 0 && m.moved == 2);
    assert_true(is_near(w.balls[0].center, 3, 0, 1e-14) && is_near(w.balls[0].velocity, 0, 0, 0));
    assert_true(is_near(w.balls[1].center, 6, 0, 1e-14) && is_near(w.balls[1].velocity, 4, 0, 0));
    assert_true(w.results[0].contacts == 1 && w.results[1].contacts == 1);
    check_watch();
}

// The target leaves along the line of centres, and the balls part at a right angle.
static void test_oblique(void **state) {
    (void)state;
    add(ball_at(-3, 1, 1, 6, 0));
    add(ball_at(0, 0, 1, 0, 0));
    crowd_watch_move(&w, 1);
    const double root = sqrt(3.0);
    // The normal at the contact is (-root, 1) / 2.
    assert_true(is_near(w.balls[1].velocity, 4.5, -1.5 * root, 1e-13));
    assert_true(is_near(w.balls[0].velocity, 1.5, 1.5 * root, 1e-13));
    const double time = 1.0 - (3.0 - root) / 6.0;
    assert_true(is_near(w.balls[1].center, 4.5 * time, -1.5 * root * time, 1e-13));
    check_watch();
}

static void test_masses(void **state) {
    (void)state;
    const double inverse[] = {0.25, 1, 0};
    w.settings.inverse_masses = inverse;
    add(ball_at(0, 0, 1, 5, 0));
    add(ball_at(4, 0, 1, 0, 0));
    add(ball_at(20, 0, 1, 0, 0));
    crowd_watch_move(&w, 1);
    // (4 - 1) / 5 * 5 and 8 / 5 * 5
    assert_true(is_near(w.balls[0].velocity, 3, 0, 1e-14));
    assert_true(is_near(w.balls[1].velocity, 8, 0, 1e-14));
    crowd_watch_move(&w, 1.5);
    // Thrown back by the ball that does not give way, and by the heavy one in turn.
    assert_true(is_near(w.balls[2].center, 20, 0, 0) && is_near(w.balls[2].velocity, 0, 0, 0));
    assert_true(w.impacts == 2 && is_near(w.balls[1].velocity, -8, 0, 1e-14));
    check_watch();
}

// A ball meets two others in the same instant, with the normals (-0.8, -+0.6). The impacts follow
// each other, in the mirrored crowd too.
static void test_two_at_once(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double y = i == 0 ? 1.2 : -1.2;
        w.count = 0;
        add(ball_at(4, y, 1, 0, 0));
        add(ball_at(0, 0, 1, 8, 0));
        add(ball_at(4, -y, 1, 0, 0));
        const carom_crowd_motion m = crowd_watch_move(&w, 0.5);
        assert_true(m.ball_impacts == 2 && m.lost == 0);
        const int first = w.balls[0].velocity.x > w.balls[2].velocity.x ? 0 : 2;
        const double side = first == 0 ? y : -y;
        // 8 * 0.8 along the first normal, and what is left of the speed along the second.
        assert_true(is_near(w.balls[first].velocity, 5.12, 3.2 * side, 1e-13));
        assert_true(is_near(w.balls[2 - first].velocity, 3.6864, -2.304 * side, 1e-13));
        assert_true(is_near(w.balls[1].velocity, -0.8064, -0.896 * side, 1e-13));
    }
    check_watch();
}

// More walls touch the path than the mover remembers, and none is in its way.
static void test_many_walls_along_the_path(void **state) {
    (void)state;
    for (int i = 0; i < 40; i++)
        w.walls[w.list.count++] = carom_segment(vec(i, -1), vec(i + 1, -1));
    add(ball_at(1, 0, 1, 36, 0));
    const carom_crowd_motion m = crowd_watch_move(&w, 1);
    assert_true(m.moved == 1 && m.lost == 0 && w.results[0].contacts == 0);
    assert_true(is_near(w.balls[0].center, 37, 0, 0) && is_near(w.balls[0].velocity, 36, 0, 0));
    check_watch();
}

// Newton's cradle: the last ball leaves with the velocity of the first, in the same instant.
static void test_cradle(void **state) {
    (void)state;
    add(ball_at(-1, 0, 1, 3, 0));
    for (int i = 1; i < 5; i++)
        add(ball_at(2.0 * i, 0, 1, 0, 0));
    const carom_crowd_motion m = crowd_watch_move(&w, 1);
    assert_true(m.ball_impacts == 4 && m.lost == 0);
    for (int i = 0; i < 4; i++)
        assert_true(is_near(w.balls[i].center, 2.0 * i, 0, 1e-13) &&
                    is_near(w.balls[i].velocity, 0, 0, 0));
    assert_true(is_near(w.balls[4].center, 10, 0, 1e-13) && is_near(w.balls[4].velocity, 3, 0, 0));
    check_watch();
}

// Touching balls at equal speeds do not collide, in whatever order they are given.
static void test_train(void **state) {
    (void)state;
    for (int i = 0; i < 7; i++)
        add(ball_at(2.0 * (i * 5 % 7), 0, 1, 7.3, 0.2));
    for (int frame = 0; frame < 20; frame++) {
        const carom_crowd_motion m = crowd_watch_move(&w, 0.125);
        assert_true(m.ball_impacts == 0 && m.lost <= 1e-12);
    }
    for (int i = 0; i < 7; i++)
        assert_true(is_near(w.balls[i].center, 2.0 * (i * 5 % 7) + 7.3 * 2.5, 0.5, 1e-12));
    check_watch();
}

// Each ball passes the crossing when the other is far from it, in whatever order.
static void test_crossing_streams(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        add(ball_at(-10.0 - 8 * i, 0, 1, 80, 0));
        add(ball_at(0, -14.0 - 8 * i, 1, 0, 80));
    }
    const carom_crowd_motion m = crowd_watch_move(&w, 2);
    assert_true(m.ball_impacts == 0 && m.lost == 0);
    for (int i = 0; i < 8; i++) {
        assert_true(is_near(w.balls[2 * i].center, 150 - 8 * i, 0, 1e-12));
        assert_true(is_near(w.balls[2 * i + 1].center, 0, 146 - 8 * i, 1e-12));
    }
    check_watch();
}

// A ball rests on the floor, another on it, and they stay so.
static void test_stack_rests(void **state) {
    (void)state;
    w.walls[w.list.count++] = carom_segment(vec(-9, 0), vec(9, 0));
    w.settings.move.gravity = vec(0, -10);
    w.settings.move.response = carom_bounce(0.5, 0);
    w.settings.restitution = 0.5;
    for (int i = 0; i < 4; i++)
        add(ball_at(0, 1 + 2.5 * i, 1, 0, 0));
    double energy = HUGE_VAL;
    for (int frame = 0; frame < 600; frame++) {
        crowd_watch_move(&w, 1.0 / 60);
        double now = 0.0;
        for (int i = 0; i < 4; i++)
            now += 10 * w.balls[i].center.y +
                   0.5 * carom_vec2_dot(w.balls[i].velocity, w.balls[i].velocity);
        assert_true(now <= energy * (1 + 1e-9));
        energy = now;
    }
    for (int i = 0; i < 4; i++)
        assert_true(is_near(w.balls[i].center, 0, 1 + 2.0 * i, 1e-12) &&
                    is_near(w.balls[i].velocity, 0, 0, 0));
    check_watch();
}

// One ball alone moves as in the mover.
static void test_single_ball(void **state) {
    (void)state;
    w.walls[w.list.count++] = carom_segment(vec(-9, 0), vec(9, 0));
    w.settings.move.gravity = vec(0, -10);
    add(ball_at(0, 3, 1, 1, 2));
    carom_ball mirror = w.balls[0];
    carom_move_settings move = w.settings.move;
    move.on_position = NULL;
    for (int frame = 0; frame < 200; frame++) {
        crowd_watch_move(&w, 1.0 / 64);
        mirror = carom_ball_move(mirror, 1.0 / 64, &move).ball;
        assert_true(is_near(w.balls[0].center, mirror.center.x, mirror.center.y, 1e-9));
    }
    check_watch();
}

// ---- callbacks ----

static carom_response pass_or_bounce(void *context, const carom_impact *contact) {
    crowd_watch *watch = context;
    assert_true(watch->moving == 0);
    return contact->index == 0 ? carom_pass() : carom_bounce(1, 0);
}

static double impact_time;
static int wall_impacts;

static void note_wall(void *context, const carom_impact *impact) {
    const crowd_watch *watch = context;
    assert_true(watch->moving == 0);
    impact_time = impact->time;
    wall_impacts++;
}

// A sensor is reported and passed, a wall behind it is not; times count from the frame's start.
static void test_callbacks(void **state) {
    (void)state;
    w.walls[w.list.count++] = carom_segment(vec(4, -9), vec(4, 9));
    w.walls[w.list.count++] = carom_segment(vec(8, -9), vec(8, 9));
    w.settings.move.respond = pass_or_bounce;
    w.settings.move.on_impact = note_wall;
    w.settings.move.on_position = NULL;
    add(ball_at(0, 0, 1, 10, 0));
    add(ball_at(0, 30, 1, 0, 0));
    const carom_crowd_motion m = crowd_watch_move(&w, 0.875);
    assert_true(m.moved == 2 && wall_impacts == 2 && fabs(impact_time - 0.7) < 1e-14);
    assert_true(w.results[0].contacts == 2);
    assert_true(is_near(w.balls[0].center, 5.25, 0, 1e-13) &&
                is_near(w.balls[0].velocity, -10, 0, 0));
}

// ---- inputs ----

static void test_invalid_balls(void **state) {
    (void)state;
    const double inverse[] = {1, 1, 1, -1, 1, (double)NAN, HUGE_VAL};
    w.settings.inverse_masses = inverse;
    add(ball_at(0, 0, 1, 8, 0));
    add(ball_at(4, 0, -1, 0, 0));
    add(ball_at((double)NAN, 0, 1, 0, 0));
    add(ball_at(4, 0, 1, 0, 0));
    add(ball_at(4, 0, 1, HUGE_VAL, 0));
    add(ball_at(4, 0, 1, 0, 0));
    add(ball_at(4, 0, 1, 0, 0));
    w.settings.move.on_position = NULL;
    carom_ball before[7];
    memcpy(before, w.balls, sizeof before);
    const carom_crowd_motion m = carom_crowd_move(w.balls, 7, 1, &w.settings, w.results, w.scratch);
    assert_true(m.moved == 1 && m.invalid == 6 && w.balls[0].center.x == 8);
    assert_memory_equal(before + 1, w.balls + 1, 6 * sizeof before[0]);
    for (int i = 1; i < 7; i++)
        assert_true(w.results[i].kind == CAROM_MOTION_KIND_INVALID &&
                    w.results[i].overlapped == SIZE_MAX);
}

static void expect_invalid(double time) {
    carom_ball before[2];
    memcpy(before, w.balls, sizeof before);
    const carom_crowd_motion m =
        carom_crowd_move(w.balls, 2, time, &w.settings, w.results, w.scratch);
    assert_true(m.invalid == 2 && m.moved == 0 && w.results[0].kind == CAROM_MOTION_KIND_INVALID);
    assert_memory_equal(before, w.balls, sizeof before);
}

static void test_invalid_settings(void **state) {
    (void)state;
    add(ball_at(0, 0, 1, 8, 0));
    add(ball_at(9, 0, 1, 8, 0));
    const carom_crowd_settings good = w.settings;
    const double times[] = {-1, HUGE_VAL, (double)NAN};
    for (int i = 0; i < 3; i++)
        expect_invalid(times[i]);
    w.settings.restitution = 1.5;
    expect_invalid(1);
    w.settings = good;
    w.settings.friction = -1;
    expect_invalid(1);
    w.settings = good;
    w.settings.move.response = carom_pass();
    expect_invalid(1);
    w.settings = good;
    w.settings.move.response.restitution = (double)NAN;
    expect_invalid(1);
    w.settings = good;
    w.settings.move.gravity.x = HUGE_VAL;
    expect_invalid(1);
    w.settings = good;
    w.settings.move.max_contacts = -1;
    expect_invalid(1);
}

static void test_nothing_to_move(void **state) {
    (void)state;
    carom_crowd_motion m = carom_crowd_move(NULL, 0, 1, &w.settings, NULL, NULL);
    assert_true(m.moved == 0 && m.invalid == 0);
    add(ball_at(0, 0, -1, 8, 0));
    m = crowd_watch_move(&w, 1);
    assert_true(m.invalid == 1);
    w.balls[0] = ball_at(0, 0, 1, 8, 0);
    m = carom_crowd_move(w.balls, 1, 0, &w.settings, NULL, w.scratch);
    assert_true(m.moved == 1 && w.balls[0].center.x == 0 && w.balls[0].velocity.x == 8);
}

// ---- overlaps at the start ----

static void test_overlapping_pair_is_freed(void **state) {
    (void)state;
    for (double time = 0.0; time <= 0.5; time += 0.5) {
        w.count = 0;
        add(ball_at(0, 0, 1, 0, 0));
        add(ball_at(0.5, 0, 1, 0, 0));
        add(ball_at(9, 0, 1, 0, 0));
        carom_ball again[3];
        memcpy(again, w.balls, sizeof again);
        const carom_crowd_motion m = crowd_watch_move(&w, time);
        assert_true(m.freed == 1 && m.moved == 2 && m.stuck == 0);
        // The results are optional.
        const carom_crowd_motion n = carom_crowd_move(again, 3, time, &w.settings, NULL, w.scratch);
        assert_true(n.freed == 1 && memcmp(again, w.balls, sizeof again) == 0);
        for (int i = 0; i < 2; i++)
            if (w.results[i].kind == CAROM_MOTION_KIND_FREED)
                assert_true(w.results[i].overlapped == SIZE_MAX &&
                            w.results[i].freed.x == w.balls[i].center.x);
    }
    check_watch();
}

static void test_overlapped_wall_is_reported(void **state) {
    (void)state;
    w.walls[w.list.count++] = carom_segment(vec(-9, 50), vec(9, 50));
    w.walls[w.list.count++] = carom_segment(vec(-9, 0), vec(9, 0));
    w.settings.move.gravity = vec(0, -1);
    add(ball_at(0, 0.5, 1, 0, 0));
    const carom_crowd_motion m = crowd_watch_move(&w, 0.125);
    assert_true(m.freed == 1 && w.results[0].overlapped == 1);
    check_watch();
}

// Inside a wide capsule all around there is no free place.
static void test_stuck(void **state) {
    (void)state;
    w.walls[w.list.count++] = carom_wall_make(vec(0, 0), vec(1, 0), DBL_MAX, CAROM_EXTENT_LINE);
    add(ball_at(0, 0, 1, 3, 0));
    add(ball_at(0.5, 0, 1, 3, 0));
    const carom_crowd_motion m = crowd_watch_move(&w, 0.25);
    assert_true(m.stuck == 2 && m.lost == 0.5);
    assert_true(is_near(w.balls[0].center, 0, 0, 0) && is_near(w.balls[0].velocity, 0, 0, 0));
    assert_true(w.results[1].kind == CAROM_MOTION_KIND_STUCK && w.results[1].lost == 0.25);
}

// ---- extreme input ----

// Speeds that gravity or the time takes beyond the range of double are clamped.
static void test_clamped(void **state) {
    (void)state;
    w.settings.move.gravity = vec(0, -DBL_MAX);
    add(ball_at(0, 0, 1, 0.5 * DBL_MAX, 0));
    add(ball_at(0, 9, 1, 0, 0.5 * DBL_MAX));
    const carom_crowd_motion m = crowd_watch_move(&w, 8);
    assert_true(m.moved == 2 && w.results[0].clamped && w.results[1].clamped);
    for (int i = 0; i < 2; i++)
        assert_true(carom_circle_is_valid(carom_circle_make(w.balls[i].center, 1)) &&
                    fabs(w.balls[i].velocity.y) <= DBL_MAX);
    check_watch();
}

// Balls that cross the range of double within a frame, one of them past a place of the other. The
// differences of the ends of their paths are infinite.
static void test_through_the_range(void **state) {
    (void)state;
    add(ball_at(-0.875 * DBL_MAX, 0, 1, 0.25 * DBL_MAX, 0));
    add(ball_at(0.875 * DBL_MAX, 3, 1, -0.25 * DBL_MAX, 0));
    const carom_crowd_motion m = crowd_watch_move(&w, 16);
    assert_true(m.moved == 2 && w.results[0].clamped && w.results[1].clamped);
    assert_true(w.balls[0].center.x == DBL_MAX && w.balls[1].center.x == -DBL_MAX);
    check_watch();
}

// Balls so small that the square of their distance underflows.
static void test_underflow(void **state) {
    (void)state;
    add(ball_at(0, 0, 0x1p-600, 1, 0));
    add(ball_at(0x1p-598, 0, 0x1p-600, -1, 0));
    assert_true(crowd_watch_move(&w, 1).moved == 2);
    check_watch();
}

// What is set free and what is stuck does not depend on the room for results.
static void test_without_results(void **state) {
    (void)state;
    const carom_wall walls[] = {carom_segment(vec(-9, -1), vec(9, -1)), carom_post(vec(40, 0), 9)};
    const carom_wall_list list = {walls, NULL, 2};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.walls = carom_wall_list_source(&list);
    carom_ball balls[2][3];
    carom_motion results[3];
    carom_crowd_motion m[2];
    for (int i = 0; i < 2; i++) {
        balls[i][0] = ball_at(0, 0, 1, 0, 0);
        balls[i][1] = ball_at(0.5, 0.25, 1, 1, 0);
        balls[i][2] = ball_at(4, -1, 0.5, 1, 0);
        m[i] = carom_crowd_move(balls[i], 3, 1, &settings, i == 0 ? results : NULL, w.scratch);
    }
    assert_true(m[0].freed > 1 && m[0].freed == m[1].freed && m[0].stuck == m[1].stuck);
    assert_memory_equal(balls[0], balls[1], sizeof balls[0]);
    assert_int_equal(results[2].kind, CAROM_MOTION_KIND_FREED);
    assert_int_equal(results[2].overlapped, 0);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {TEST(test_respond),
                                       TEST(test_respond_without_impact),
                                       TEST(test_head_on),
                                       TEST(test_oblique),
                                       TEST(test_masses),
                                       TEST(test_two_at_once),
                                       TEST(test_many_walls_along_the_path),
                                       TEST(test_cradle),
                                       TEST(test_train),
                                       TEST(test_crossing_streams),
                                       TEST(test_stack_rests),
                                       TEST(test_single_ball),
                                       TEST(test_callbacks),
                                       TEST(test_invalid_balls),
                                       TEST(test_invalid_settings),
                                       TEST(test_nothing_to_move),
                                       TEST(test_overlapping_pair_is_freed),
                                       TEST(test_overlapped_wall_is_reported),
                                       TEST(test_stuck),
                                       TEST(test_clamped),
                                       TEST(test_through_the_range),
                                       TEST(test_underflow),
                                       TEST(test_without_results)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
