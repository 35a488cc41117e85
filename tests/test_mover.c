// The contract of mover.h: what is reported and in which order, the ends of the range, invalid
// input, overlapping starts and responses. test_mover_walls.c tests kinds of walls,
// test_mover_contact.c sliding and rest, test_mover_scenes.c the guarantee, test_depenetration.c
// depenetration. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "carom/mover.h"
#include "cases.h"
#include "oracle.h"
#include "random.h"
#include "scenes.h"
#include "watched.h"

// The limit to which velocities are clamped.
static const double SPEED_MAX = 0.25 * DBL_MAX;

static test_scene scene;

static void test_without_walls(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    carom_motion m = move(&w, ball_at(1, 2, 0.5, 8, -4), 0.25);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 0 && m.lost == 0.0);
    assert_true(is_point(m.ball.center, 3, 1) && is_point(m.ball.velocity, 8, -4));
    w.mover.gravity = vec(0, -16);
    m = move(&w, ball_at(1, 2, 0.5, 8, -4), 0.25);
    assert_true(is_point(m.ball.center, 3, 0.5) && is_point(m.ball.velocity, 8, -8));
    // A ball of radius 0 at rest, the largest velocity, the smallest.
    m = move(&w, ball_at(1, 2, 0, 0, 0), 0);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && is_point(m.ball.center, 1, 2));
    w.mover.gravity = vec(0, 0);
    m = move(&w, ball_at(0, 0, 1, SPEED_MAX, -SPEED_MAX), 1);
    assert_true(is_point(m.ball.center, SPEED_MAX, -SPEED_MAX) && !m.clamped);
    m = move(&w, ball_at(0, 0, 1, 0x1p-1074, 0), 1);
    assert_true(is_point(m.ball.center, 0x1p-1074, 0));
}

// There is no place beyond the range of double: the ball stays at the end of the range.
static void test_out_of_range(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    const carom_motion m = move(&w, ball_at(DBL_MAX, 0, 1, DBL_MAX, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 0 && m.clamped);
    assert_true(is_point(m.ball.center, DBL_MAX, 0) && is_point(m.ball.velocity, SPEED_MAX, 0));
}

// Head-on against a floor at the greatest speeds it bounces, even if the speed is clamped.
static void test_greatest_speeds_bounce(void **state) {
    (void)state;
    const double speeds[] = {1e300, 4e307, SPEED_MAX, 5e307, 1.7e308, DBL_MAX};
    for (int i = 0; i < 6; i++) {
        const bool held = speeds[i] > SPEED_MAX;
        const double speed = held ? SPEED_MAX : speeds[i];
        for (int slanted = 0; slanted < 2; slanted++) {
            scene_start(&scene, vec(0, 3), 1);
            scene_add(&scene, slanted ? carom_line(vec(-4, -3), vec(4, 3))
                                      : carom_segment(vec(-9, 0), vec(9, 0)));
            mover_watch w = watched(&scene, carom_bounce(1, 0));
            const carom_motion m = move(&w, ball_at(0, 3, 1, 0, -speeds[i]), 1);
            assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 1 && m.lost == 0.0);
            assert_true(m.clamped == held);
            // On a slope of 3 in 4 straight down becomes (-24, 7) / 25.
            const carom_vec2 v = m.ball.velocity;
            assert_true(fabs(v.x / speed - (slanted ? -0.96 : 0)) < 1e-14);
            assert_true(fabs(v.y / speed - (slanted ? 0.28 : 1)) < 1e-14);
        }
    }
}

// Between two walls 10 apart: every impact with all its parts.
static void test_impacts_are_reported(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_segment(vec(-5, -9), vec(-5, 9)));
    scene_add(&scene, carom_capsule(vec(7, -9), vec(7, 9), 2));
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    const carom_motion m = move(&w, ball_at(0, 0, 1, 16, 1), 2);
    // To x = 4 in 1/4, to -4 in 1/2 more, and so on.
    assert_int_equal(m.contacts, 4);
    assert_true(m.lost == 0.0);
    assert_true(is_near(m.ball.center, 0, 2, 1e-14) && is_point(m.ball.velocity, 16, 1));
    for (int i = 0; i < 4; i++) {
        const carom_impact *k = &w.impacts[i];
        const double side = i % 2 == 0 ? 1 : -1, time = 0.25 + 0.5 * i;
        assert_true(k->id.index == (i % 2 == 0 ? 1 : 0) && k->feature == CAROM_FEATURE_SIDE);
        assert_true(fabs(k->time - time) <= 1e-15);
        assert_true(is_near(k->center, 4 * side, time, 1e-14));
        assert_true(is_near(k->point, 5 * side, time, 1e-14));
        assert_true(is_point(k->normal, -side, 0));
        assert_true(is_point(k->before, 16 * side, 1) && is_point(k->after, -16 * side, 1));
    }
}

static void test_features_are_reported(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_segment(vec(5, 0), vec(9, 0)));
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    move(&w, ball_at(0, 0, 1, 8, 0), 1);
    assert_true(w.impact_count == 1 && w.impacts[0].feature == CAROM_FEATURE_END_A);
    move(&w, ball_at(14, 0, 1, -8, 0), 1);
    assert_true(w.impact_count == 1 && w.impacts[0].feature == CAROM_FEATURE_END_B);
    assert_true(is_point(w.impacts[0].normal, 1, 0));
}

static void test_no_listener(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add_box(&scene, vec(-5, -5), vec(5, 5));
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    const carom_motion heard = move(&w, ball_at(0, 0, 1, 70, 31), 1);
    carom_move_settings mover = w.mover;
    mover.on_impact = NULL;
    mover.on_position = NULL;
    mover.context = NULL;
    const carom_motion unheard = carom_ball_move(ball_at(0, 0, 1, 70, 31), 1, &mover);
    assert_true(heard.contacts == unheard.contacts && heard.contacts > 8);
    assert_true(is_point(heard.ball.center, unheard.ball.center.x, unheard.ball.center.y));
}

static void test_most_contacts(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_segment(vec(-2, -9), vec(-2, 9)));
    scene_add(&scene, carom_segment(vec(2, -9), vec(2, 9)));
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    const struct {
        int most, contacts;
        double lost;
    } rows[] = {{0, 64, 1 - 127. / 256}, {1, 1, 1 - 1. / 256}, {3, 3, 1 - 5. / 256}, {128, 128, 0}};
    for (int i = 0; i < 4; i++) {
        // 256 contacts per second, 2 for each round trip.
        w.mover.max_contacts = rows[i].most;
        const carom_motion m = move(&w, ball_at(0, 0, 1, 256, 0), 1);
        assert_int_equal(m.contacts, rows[i].contacts);
        assert_true(i == 3 || fabs(m.lost - rows[i].lost) < 1e-12);
        assert_true(fabs(m.ball.velocity.x) == 256.0);
    }
}

static void test_zero_time(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_segment(vec(-9, 0), vec(9, 0)));
    mover_watch w = watched(&scene, carom_bounce(0.5, 0));
    w.mover.gravity = vec(0, -10);
    const double times[] = {0.0, -0.0};
    for (int i = 0; i < 2; i++) {
        carom_motion m = move(&w, ball_at(0, 3, 1, 5, -7), times[i]);
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 0 && m.lost == 0.0);
        assert_true(is_point(m.ball.center, 0, 3) && is_point(m.ball.velocity, 5, -7));
        m = move(&w, ball_at(0, 0.5, 1, 0, 0), times[i]);
        assert_true(m.kind == CAROM_MOTION_KIND_FREED && m.overlapped.index == 0);
    }
    // The smallest time: it moves on, or stays; nothing breaks.
    move(&w, ball_at(0, 3, 1, 5, -7), 0x1p-1074);
    move(&w, ball_at(0, 1, 1, 5, -7), 0x1p-1074);
}

static void assert_invalid(carom_ball ball, double time, carom_move_settings mover) {
    const carom_motion m = carom_ball_move(ball, time, &mover);
    assert_int_equal(m.kind, CAROM_MOTION_KIND_INVALID);
    assert_memory_equal(&m.ball, &ball, sizeof ball);
    assert_true(m.contacts == 0);
}

static void test_invalid_input(void **state) {
    (void)state;
    const double nan = (double)NAN, inf = HUGE_VAL;
    scene_start(&scene, vec(0, 0), 1);
    scene_add_box(&scene, vec(-5, -5), vec(5, 5));
    const carom_move_settings good = watched(&scene, carom_bounce(1, 0)).mover;
    const carom_ball ball = ball_at(0, 0, 1, 3, 4);
    const double times[] = {-0x1p-1074, -1, nan, inf, -inf};
    for (int i = 0; i < 5; i++) {
        assert_invalid(ball, times[i], good);
    }
    const carom_ball balls[] = {{{nan, 0}, 1, {3, 4}}, {{0, inf}, 1, {3, 4}}, {{0, 0}, -1, {3, 4}},
                                {{0, 0}, nan, {3, 4}}, {{0, 0}, inf, {3, 4}}, {{0, 0}, 1, {nan, 4}},
                                {{0, 0}, 1, {3, -inf}}};
    for (int i = 0; i < 7; i++) {
        assert_invalid(balls[i], 1, good);
    }
    const carom_response responses[] = {
        carom_bounce(-0.5, 0),         carom_bounce(nudged(1, 1), 0), carom_bounce(nan, 0),
        carom_bounce(1, -1),           carom_bounce(1, nan),          carom_bounce(1, inf),
        {(carom_response_kind)3, 0, 0}};
    for (int i = 0; i < 7; i++) {
        carom_move_settings mover = good;
        mover.response = responses[i];
        assert_invalid(ball, 1, mover);
    }
    const carom_vec2 gravities[] = {{nan, 0}, {0, nan}, {inf, 0}, {0, -inf}};
    for (int i = 0; i < 4; i++) {
        carom_move_settings mover = good;
        mover.gravity = gravities[i];
        assert_invalid(ball, 1, mover);
    }
}

static void test_overlap_is_freed(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_segment(vec(20, -9), vec(20, 9)));
    scene_add(&scene, carom_segment(vec(-9, 0), vec(9, 0)));
    scene_add(&scene, carom_segment(vec(-9, -0.25), vec(9, -0.25)));
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    carom_motion m = move(&w, ball_at(0, 0.75, 1, 0, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && m.overlapped.index == 1);
    assert_true(is_point(m.freed, 0, 1) && is_point(m.ball.center, 0, 1));
    // Then it moves as any other.
    m = move(&w, ball_at(0, 0.75, 1, 4, 2), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && is_point(m.freed, 0, 1));
    assert_true(is_near(m.ball.center, 4, 3, 1e-14) && is_point(m.ball.velocity, 4, 2));
    // Over two walls at once, and with its centre on one.
    m = move(&w, ball_at(0, -0.125, 1, 0, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && m.overlapped.index == 1);
    m = move(&w, ball_at(0, -0.25, 1, 0, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED && m.overlapped.index == 1);
}

// If the walls around the ball leave no free place, it is stuck: it does not cross them. If there
// is no finite free place at all, it is stuck too.
static void test_stuck(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 5);
    scene_add_box(&scene, vec(-4, -4), vec(4, 4));
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    carom_motion m = move(&w, ball_at(0, 0, 5, 1, 1), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_STUCK && m.overlapped.index == 0);
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_capsule(vec(-1e6, 0), vec(1e6, 3), 1e5));
    w = watched(&scene, carom_bounce(1, 0));
    m = move(&w, ball_at(0, 0, 1, 1, 1), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_FREED);
    // No finite centre is free of this one.
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_wall_make(vec(0, 0), vec(1, 1), DBL_MAX, CAROM_EXTENT_LINE));
    scene_add(&scene, carom_wall_make(vec(0, 0), vec(-1, 1), DBL_MAX, CAROM_EXTENT_LINE));
    w = watched(&scene, carom_bounce(1, 0));
    m = move(&w, ball_at(0, 0, DBL_MAX, 1, 1), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_STUCK && m.overlapped.index == 0 && m.contacts == 0);
    assert_true(is_point(m.ball.center, 0, 0) && is_point(m.ball.velocity, 0, 0));
}

static void test_stop_keeps_it_there(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_segment(vec(-9, 0), vec(9, -7)));
    const carom_response stop = {0};
    mover_watch w = watched(&scene, stop);
    w.mover.gravity = vec(0, -10);
    carom_ball ball = ball_at(0, 5, 1, 2, -30);
    carom_motion m = move(&w, ball, 1);
    assert_true(m.contacts == 1 && is_point(m.ball.velocity, 0, 0));
    assert_true(is_point(w.impacts[0].after, 0, 0));
    ball = m.ball;
    for (int i = 0; i < 1000; i++) {
        m = move(&w, m.ball, 1.0 / 60);
        assert_true(is_point(m.ball.center, ball.center.x, ball.center.y));
        assert_true(is_point(m.ball.velocity, 0, 0));
    }
}

static void test_slide_turns_along_the_wall(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_segment(vec(-90, 0), vec(90, 0)));
    mover_watch w = watched(&scene, carom_slide());
    carom_motion m = move(&w, ball_at(0, 3, 1, 4, -4), 1);
    assert_true(m.contacts == 1 && is_point(m.ball.velocity, 4, 0));
    assert_true(is_near(m.ball.center, 4, 1, 1e-14) && m.ball.center.y >= 1.0);
    m = move(&w, m.ball, 8);
    assert_true(m.contacts == 0 && m.lost == 0.0 && is_point(m.ball.velocity, 4, 0));
    assert_true(fabs(m.ball.center.x - 36) < 1e-13 && fabs(m.ball.center.y - 1) < 1e-14);
}

// All walls of a corner in one frame, and the same ball with the walls in the other order.
static void test_corner(void **state) {
    (void)state;
    const carom_wall floor = carom_segment(vec(-9, 0), vec(9, 0));
    const carom_wall side = carom_segment(vec(0, -9), vec(0, 9));
    for (int turned = 0; turned < 2; turned++) {
        scene_start(&scene, vec(0, 0), 1);
        scene_add(&scene, turned ? side : floor);
        scene_add(&scene, turned ? floor : side);
        mover_watch w = watched(&scene, carom_bounce(1, 0));
        const carom_motion m = move(&w, ball_at(3, 3, 1, -4, -4), 1);
        assert_int_equal(m.contacts, 2);
        assert_true(w.impacts[0].id.index == 0 && w.impacts[1].id.index == 1);
        assert_true(is_near(m.ball.center, 3, 3, 1e-14) && is_point(m.ball.velocity, 4, 4));
        assert_true(m.lost <= 1e-15);
    }
}

// A ball that rests does not lose time: it is where it would be.
static void test_resting_loses_no_time(void **state) {
    (void)state;
    const carom_response all[] = {carom_stop(), carom_slide(), carom_bounce(0, 1),
                                  carom_bounce(0.5, 0), carom_bounce(1, 0)};
    for (int i = 0; i < 5 * 2; i++) {
        const bool corner = i % 2 == 1;
        scene_start(&scene, vec(0, 0), 1);
        scene_add(&scene, carom_segment(vec(-9, 0), vec(9, 0)));
        scene_add(&scene, carom_segment(vec(-1, -9), vec(-1, 9)));
        mover_watch w = watched(&scene, all[i / 2]);
        w.mover.gravity = vec(0, -10);
        carom_ball ball = ball_at(corner ? 0 : 3, 1, 1, 0, 0);
        for (int k = 0; k < 100; k++) {
            const carom_motion m = move(&w, ball, 1.0 / 60);
            assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 0 && m.lost == 0.0);
            assert_true(is_near(m.ball.center, ball.center.x, 1, 1e-15));
            assert_true(is_point(m.ball.velocity, 0, 0));
            ball = m.ball;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_walls),
        cmocka_unit_test(test_out_of_range),
        cmocka_unit_test(test_greatest_speeds_bounce),
        cmocka_unit_test(test_impacts_are_reported),
        cmocka_unit_test(test_features_are_reported),
        cmocka_unit_test(test_no_listener),
        cmocka_unit_test(test_most_contacts),
        cmocka_unit_test(test_zero_time),
        cmocka_unit_test(test_invalid_input),
        cmocka_unit_test(test_overlap_is_freed),
        cmocka_unit_test(test_stuck),
        cmocka_unit_test(test_stop_keeps_it_there),
        cmocka_unit_test(test_slide_turns_along_the_wall),
        cmocka_unit_test(test_corner),
        cmocka_unit_test(test_resting_loses_no_time),
    };
    return cmocka_run_group_tests_name("mover", tests, NULL, NULL);
}
