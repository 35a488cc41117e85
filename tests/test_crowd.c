// The contract of crowd.h: closed forms of collisions, masses, inputs, overlaps at the start.
// Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "crowd_watch.h"
#include "random_moving.h"

static crowd_watch w;

static int start(void **state) {
    (void)state;
    crowd_watch_start(&w);
    return 0;
}

static int end(void **state) {
    (void)state;
    crowd_watch_end(&w);
    return 0;
}

static void add(carom_ball ball) {
    w.balls[w.count++] = ball;
}

static void check_watch(void) {
    assert_int_equal(w.bad_legs, 0);
    assert_int_equal(w.overlaps, 0);
    assert_int_equal(w.bad_impacts, 0);
}

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

// Balls so small that the square of their distance underflows.
static void test_underflow(void **state) {
    (void)state;
    add(ball_at(0, 0, 0x1p-600, 1, 0));
    add(ball_at(0x1p-598, 0, 0x1p-600, -1, 0));
    assert_true(crowd_watch_move(&w, 1).moved == 2);
    check_watch();
}

// ---- rest ----

static bool leaves_out_third(void *context, size_t index, carom_wall wall) {
    (void)context;
    (void)wall;
    return index != 2;
}

static void report_all(const void *source, carom_path path, carom_path_query_callback *callback,
                       void *context) {
    const carom_wall_list *list = source;
    (void)path;
    for (size_t i = 0; i < list->count; i++)
        callback(context, i, list->walls[i]);
}

static carom_response slide(void *context, const carom_impact *impact) {
    (void)context;
    (void)impact;
    return carom_slide();
}

static carom_wall one_sided(double from, double to) {
    carom_wall wall = carom_segment(vec(from, -1), vec(to, -1));
    wall.one_sided = true;
    return wall;
}

// Only solid walls that the filter accepts, and that touch the ball, hold it. Without a floor it
// falls, whatever its size and wherever gravity points.
static void test_supports(void **state) {
    (void)state;
    carom_wall walls[] = {carom_segment(vec(-9, -5), vec(9, -5)), one_sided(9, -9),
                          carom_segment(vec(-9, -1), vec(9, -1))};
    carom_filter filter = carom_filter_default();
    filter.accept = leaves_out_third;
    const carom_wall_list list = {walls, NULL, 3};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.walls = (carom_wall_source){report_all, &list};
    settings.move.gravity = vec(0, -1);
    settings.move.response = carom_slide();
    carom_ball ball = ball_at(0, 0, 1, 0, 0);
    carom_crowd_move(&ball, 1, 1, &settings, NULL, w.scratch);
    assert_true(ball.center.y == 0);
    settings.move.filter = &filter;
    walls[1] = one_sided(-9, 9);
    carom_crowd_move(&ball, 1, 0.5, &settings, NULL, w.scratch);
    const double passed = ball.center.y;
    settings.move.filter = NULL;
    settings.move.respond = slide;
    ball = ball_at(0, 0, 1, 0, 0);
    carom_crowd_move(&ball, 1, 0.5, &settings, NULL, w.scratch);
    assert_true(ball.center.y == 0 && passed <= 0);
    settings.move.respond = NULL;
    settings.move.response = carom_stop();
    carom_crowd_move(&ball, 1, 0.5, &settings, NULL, w.scratch);
    assert_true(ball.center.y == 0);
    settings.move.walls.query = NULL;
    settings.move.gravity = vec(2, 0);
    carom_crowd_move(&ball, 1, 1, &settings, NULL, w.scratch);
    assert_true(ball.center.x == 1 && ball.velocity.x == 2);
    carom_ball huge = ball_at(0, 0, DBL_MAX, 0, 0);
    carom_crowd_move(&huge, 1, 1, &settings, NULL, w.scratch);
    assert_true(huge.center.x == 1);
}

// A source that counts its queries.
typedef struct counted_walls {
    carom_wall_list list;
    int *queries;
} counted_walls;

static void count_query(const void *source, carom_path path, carom_path_query_callback *callback,
                        void *context) {
    const counted_walls *walls = source;
    ++*walls->queries;
    const carom_wall_source all = carom_wall_list_source(&walls->list);
    all.query(all.source, path, callback, context);
}

// True if (0, 1) is p a + q b with a, b >= 0, in integers.
static bool holds_up(const int p[2], const int q[2]) {
    const int d = p[0] * q[1] - p[1] * q[0], a = -q[0], b = p[0];
    return d > 0 ? a >= 0 && b >= 0 : d < 0 && a <= 0 && b <= 0;
}

// A ball between two walls that touch it, with normals p/5 and q/5, and friction f/4. It is held if
// two of the directions in which the walls can push have (0, 1) between them, or one is (0, 1).
static bool is_held_by(const int p[2], const int q[2], int f) {
    const int *normals[2] = {p, q};
    int e[4][2];
    for (int i = 0; i < 4; i++) {
        const int *n = normals[i / 2], turn = i % 2 == 0 ? f : -f;
        e[i][0] = 4 * n[0] - turn * n[1];
        e[i][1] = 4 * n[1] + turn * n[0];
    }
    bool is_held = false;
    for (int i = 0; i < 4; i++) {
        is_held |= e[i][0] == 0 && e[i][1] > 0;
        for (int k = 0; k < i; k++)
            is_held |= holds_up(e[i], e[k]);
    }
    return is_held;
}

static carom_wall tangent(const int n[2]) {
    return carom_segment(vec(-n[0] - 0.25 * n[1], -n[1] + 0.25 * n[0]),
                         vec(-n[0] + 0.25 * n[1], -n[1] - 0.25 * n[0]));
}

// A ball that walls hold is found to be held by one query, also if they are beside and above it.
static void test_wedges(void **state) {
    (void)state;
    static const int n[12][2] = {{5, 0},  {4, 3},   {3, 4},   {0, 5},  {-3, 4}, {-4, 3},
                                 {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
    int held[2] = {0, 0};
    for (int i = 0; i < 2 * 12 * 12; i++) {
        const int *p = n[i / 2 % 12], *q = n[i / 24], f = i % 2 * 3;
        carom_wall walls[2] = {tangent(p), tangent(q)};
        int queries = 0;
        const counted_walls source = {{walls, NULL, 2}, &queries};
        carom_crowd_settings settings = carom_crowd_settings_default();
        settings.move.walls = (carom_wall_source){count_query, &source};
        settings.move.gravity = vec(0, -10);
        settings.move.response = carom_slide();
        settings.move.response.friction = 0.25 * f;
        carom_ball ball = ball_at(0, 0, 5, 0, 0);
        carom_crowd_move(&ball, 1, 1.0 / 64, &settings, NULL, w.scratch);
        const bool is_held = is_held_by(p, q, f);
        held[f > 0] += is_held;
        assert_int_equal(queries == 1, is_held);
        // Between parallel walls that fit exactly, rounding leaves it no way down.
        const bool fits = p[0] == -q[0] && p[1] == -q[1] && p[0] != 0 && p[1] != 0;
        if (is_held)
            assert_true(ball.center.x == 0 && ball.center.y == 0);
        else
            assert_true(f > 0 || fits || ball.center.y < 0);
    }
    assert_true(held[0] > 40 && held[1] > held[0]);
}

// A pile comes to rest, and then costs one query for nearly all balls.
static void test_pile_rests(void **state) {
    (void)state;
    carom_wall walls[] = {carom_segment(vec(0, 0), vec(7, 0)), carom_segment(vec(0, 0), vec(0, 99)),
                          carom_segment(vec(7, 0), vec(7, 99))};
    int queries = 0;
    const counted_walls source = {{walls, NULL, 3}, &queries};
    w.settings.move.walls = (carom_wall_source){count_query, &source};
    w.settings.move.gravity = vec(0, -10);
    w.settings.move.response = carom_bounce(0.5, 0);
    w.settings.restitution = 0.5;
    for (int i = 0; i < 60; i++)
        add(ball_at(0.625 + i % 6 + 0.0625 * (i % 5), 0.75 + i / 6, 0.3125 + i * 7 % 11 * 0.015625,
                    0, 0));
    for (int frame = 0; frame < 400; frame++)
        crowd_watch_move(&w, 1.0 / 64);
    double speed = 0.0;
    for (size_t i = 0; i < w.count; i++)
        speed += fabs(w.balls[i].velocity.x) + fabs(w.balls[i].velocity.y);
    queries = 0;
    crowd_watch_move(&w, 1.0 / 64);
    print_message("pile: %zu balls, speed %g, %d queries\n", w.count, speed, queries);
    assert_true(speed == 0.0 && queries <= 2 * (int)w.count);
    check_watch();
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
                                       TEST(test_underflow),
                                       TEST(test_supports),
                                       TEST(test_wedges),
                                       TEST(test_pile_rests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
