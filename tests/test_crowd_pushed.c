// Balls of a crowd that moving walls push: rows, crushed balls, filters, unusual input. Every frame
// is checked at all times, and stepped twice (support/crowd_world.h). Room: tests.
#include <float.h>
#include <math.h>
#include <string.h>

#include "crowd_world.h"

// Balls that do not bounce.
static int start_sliding(void **state) {
    start(state);
    s.settings.move.response = carom_slide();
    s.settings.restitution = 0;
    return 0;
}

static carom_moving_wall piston(double from, double by) {
    return carom_moving_wall_translating(carom_segment(vec(from, -9), vec(from, 9)), vec(by, 0));
}

static bool is_between(double x, double least, double most) {
    return x >= least && x <= most;
}

static void restart_sliding(void) {
    restart("");
    s.settings.move.response = carom_slide();
    s.settings.restitution = 0;
}

// A ball between a piston and a heavy ball in a tube is crushed, and the result says by what and
// when. Outside of the tube it slips past.
static void test_crushed(void **state) {
    (void)state;
    static const double heavy[] = {1, 0};
    s.settings.inverse_masses = heavy;
    add_moving(piston(0, 1));
    add(ball_at(1, 0.5, 1, 0, 0));
    add(ball_at(3.5, 0, 1, 0, 0));
    carom_crowd_motion m = step(1);
    assert_true(m.moved == 2 && s.balls[0].center.y > 0.5);
    add_wall(carom_line(vec(0, 1), vec(1, 1)));
    add_wall(carom_line(vec(0, -1), vec(1, -1)));
    s.balls[0] = ball_at(1, 0, 1, 0, 0);
    m = step(1);
    assert_true(m.crushed == 1 && t.results[0].kind == CAROM_MOTION_KIND_CRUSHED);
    assert_int_equal(t.results[0].hold, CAROM_HOLD_CRUSHED);
    assert_true(t.results[0].crushed_by[0].index == 0 && t.results[0].crushed_by[0].is_moving);
    assert_true(t.results[0].crushed_by[1].index == CAROM_NO_WALL);
    assert_true(is_between(t.results[0].crushed_time, 0.5 - 0x1p-19, 0.5));
    assert_true(fabs(t.results[0].lost - 0.5) < 0x1p-19);
    assert_true(s.balls[1].center.x == 3.5);
    // What is crushed now overlaps the piston, or is beyond it: it is set free or stuck.
    crowd_scene_next(&s);
    s.moving[0] = piston(1, 0);
    m = step(1);
    assert_true(m.moved + m.freed + m.stuck == 2);
}

// Each wall crushes the ball by itself or with another wall: as in the mover, alone and beside
// another ball.
static void test_crushed_by_walls(void **state) {
    (void)state;
    for (int near = 0; near < 2; near++)
        for (int kind = 0; kind < 2; kind++) {
            restart_sliding();
            add_moving(piston(-4, kind == 0 ? 4 : 6));
            if (kind == 0)
                add_moving(piston(4, -4));
            else
                add_wall(carom_segment(vec(3, -9), vec(3, 9)));
            add(ball_at(0, 0, 1, 0, 0));
            add(ball_at(near > 0 ? 0 : 99, 2.01, 1, 0, 0));
            const carom_crowd_motion m = step(1);
            assert_int_equal(m.crushed, 1 + near);
            // The room between them is 8 - 8 t, or 7 - 6 t.
            const double time = kind == 0 ? 0.75 : 5.0 / 6;
            for (int i = 0; i <= near; i++) {
                const carom_motion *r = &t.results[i];
                assert_true(is_between(r->crushed_time, time - 0x1p-19, time));
                assert_true(r->crushed_by[0].is_moving);
                assert_int_equal(r->crushed_by[1].is_moving, kind == 0);
                assert_int_equal(r->crushed_by[0].index + r->crushed_by[1].index, 1 - kind);
            }
        }
}

// A long row that is ahead in time, because each of its balls has moved on before the piston comes.
static void test_long_row(void **state) {
    (void)state;
    s.settings.restitution = 1;
    add_wall(carom_line(vec(0, 1), vec(1, 1)));
    add_wall(carom_line(vec(0, -1), vec(1, -1)));
    add_moving(piston(0, 3));
    for (int i = 0; i < 80; i++)
        crowd_scene_add_free(&s, ball_at(2 + 2 * i, 0, 1, 0, 0));
    const carom_crowd_motion m = step(1);
    assert_true(m.moved + m.crushed == 80);
    assert_true(s.balls[79].center.x > 160);
}

// Rows in a tube of their width with a closed end, which a piston comes to crush: their first ball
// is crushed when the room is used up, whatever the material and the gaps.
static void test_row_is_crushed_in_time(void **state) {
    (void)state;
    static const carom_response responses[] = {{CAROM_RESPONSE_KIND_SLIDE, 0, 0},
                                               {CAROM_RESPONSE_KIND_BOUNCE, 1, 0},
                                               {CAROM_RESPONSE_KIND_BOUNCE, 0.5, 0.25},
                                               {CAROM_RESPONSE_KIND_STOP, 0, 0}};
    static const int counts[] = {2, 3, 7, 20, 40};
    for (int material = 0; material < 4; material++)
        for (int k = 0; k < 5; k++) {
            const int count = counts[k];
            restart("row");
            s.settings.move.response = responses[material];
            s.settings.restitution = responses[material].restitution;
            s.settings.friction = responses[material].friction;
            const double end = 2 * count + 0.8;
            add_wall(carom_segment(vec(-9, 1), vec(99, 1)));
            add_wall(carom_segment(vec(-9, -1), vec(99, -1)));
            add_wall(carom_segment(vec(end, -1), vec(end, 1)));
            add_moving(piston(0, 0.5));
            for (int i = 0; i < count; i++)
                crowd_scene_add_free(
                    &s, ball_at(1 + 2 * i + 0.75 * (i + i % 2) / (count + 2), 0, 1, 0, 0));
            assert_int_equal(step(0.125).crushed, 0);
            crowd_scene_next(&s);
            // It goes .3 further, of .5.
            assert_int_equal(step(0.125).crushed, 1);
            const carom_motion *r = &t.results[0];
            assert_int_equal(r->kind, CAROM_MOTION_KIND_CRUSHED);
            assert_true(is_between(r->crushed_time / 0.125, 0.6 - 0x1p-19, 0.6 + 0x1p-40));
            assert_true(r->crushed_by[0].is_moving && r->crushed_by[1].index == CAROM_NO_WALL);
        }
}

// Balls wedged around a corner push each other in a ring.
static void test_ring(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        const double angle = i * 1.0471975511965976;
        s.wall_list.count = s.moving_list.count = s.count = 0;
        add_wall(carom_segment(vec(-6, -3), vec(6, -3)));
        add_wall(carom_segment(vec(-6, 3), vec(6, 3)));
        add_wall(carom_segment(vec(4, -3), vec(4, 3)));
        add_moving(piston(-4, 3));
        for (int k = 0; k < 12; k++)
            crowd_scene_add_free(&s, ball_at(2.2 * (k % 4) - 2.9 + 0.1 * cos(angle),
                                             2 * (k / 4) - 2 + 0.01 * sin(angle * k), 0.99, 0, 0));
        step(1);
    }
}

static bool leaves_out_second(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)wall;
    return index != 1;
}

// Invalid moving walls and those that the filter leaves out do not push.
static void test_left_out(void **state) {
    (void)state;
    carom_filter filter = carom_filter_default();
    filter.accept = leaves_out_second;
    s.settings.move.world.moving_filter = &filter;
    add_moving(piston(0, 0.5));
    add_moving(piston(0, 0.75));
    add_moving(piston(0, HUGE_VAL));
    add(ball_at(1, 0, 1, 0, 0));
    add(ball_at(3, 0, 1, 0, 0));
    for (int i = 0; i < CROWD_CHANGES; i++) {
        s.balls[0] = ball_at(1, 0, 1, 0, 0);
        s.balls[1] = ball_at(3, 0, 1, 0, 0);
        assert_int_equal(step(1).moved, 2);
        // Each gap is at most the reserve.
        assert_true(is_between(s.balls[0].center.x, 1.5, 1.51));
        assert_true(is_between(s.balls[1].center.x, 3.5, 3.52));
    }
}

// The way of a pushed ball meets two others in the same instant. Both give way.
static void test_two_in_the_way(void **state) {
    (void)state;
    add_moving(piston(0, 3));
    crowd_scene_add_free(&s, ball_at(1, 0, 1, 0, 0));
    crowd_scene_add_free(&s, ball_at(3, 1.25, 1, 0, 0));
    crowd_scene_add_free(&s, ball_at(3, -1.25, 1, 0, 0));
    assert_true(step(1).moved == 3);
    assert_true(s.balls[0].center.x >= 4);
    assert_true(s.balls[1].center.y > 1.25 && s.balls[2].center.y < -1.25);
}

// Both balls are pushed, towards each other.
static void test_both_pushed(void **state) {
    (void)state;
    add_moving(piston(0, 1));
    add_moving(piston(4.5, -1));
    add(ball_at(1, 0.125, 1, 0, 0));
    add(ball_at(3.5, -0.125, 1, 0, 0));
    const carom_crowd_motion m = step(0.25);
    assert_true(m.moved + m.crushed == 2);
    // The second one is pushed to the left, and takes the first one along.
    restart_sliding();
    add_moving(piston(4, -1));
    add(ball_at(0.5, 0, 1, 0, 0));
    add(ball_at(3, 0, 1, 0, 0));
    assert_true(step(1).moved == 2);
    assert_true(is_between(s.balls[0].center.x, -0.02, 0));
    assert_true(is_between(s.balls[1].center.x, 1.99, 2));
}

// In the shortest time there is, speeds are beyond the range of double.
static void test_shortest_time(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        s.moving_list.count = s.count = 0;
        add_moving(piston(0, 1.0 + i));
        add_moving(
            carom_moving_wall_make(carom_segment(vec(6, -9), vec(6, 9)), vec(0, 0), vec(-1, 0)));
        crowd_scene_add_free(&s, ball_at(1.5, 0, 1, 0, 0));
        crowd_scene_add_free(&s, ball_at(4, 0, 1, 0, 0));
        step(i % 2 == 0 ? DBL_TRUE_MIN : 3 * DBL_TRUE_MIN);
    }
}

// ---- balls that lie still ----

// A ball that rests lies still, and sleeps, until a moving wall comes near. A lift takes it along.
static void test_lift_under_a_pile(void **state) {
    (void)state;
    s.settings.move.gravity = vec(0, -10);
    add_wall(carom_segment(vec(-9, 0), vec(9, 0)));
    add_moving(piston(20, -0.5));
    add(ball_at(0, 1, 1, 0, 0));
    add(ball_at(0, 3, 1, 0, 0));
    for (int frame = 0; frame < 60; frame++)
        step(1.0 / 60);
    assert_int_equal(t.summary.asleep, 2);
    const double height = s.balls[1].center.y;
    // A lift under the balls.
    add_moving(
        carom_moving_wall_translating(carom_segment(vec(-2, -0.5), vec(2, -0.5)), vec(0, 0.0625)));
    for (int frame = 0; frame < 40; frame++) {
        const double lift = s.moving[1].wall.a.y;
        const carom_crowd_motion m = step(1.0 / 60);
        assert_int_equal(m.moved, 2);
        assert_true(m.asleep == 0 || lift < 0);
        crowd_scene_next(&s);
    }
    // 2 above the floor.
    assert_true(is_between(s.balls[0].center.y, 3, 3.011));
    assert_true(is_between(s.balls[1].center.y, height + 1.989, height + 2.011));
    // For a ball whose filter leaves it out the lift does not exist: it falls.
    carom_filter none = carom_filter_default();
    none.mask = 0;
    s.settings.move.world.moving_filter = &none;
    for (int frame = 0; frame < 120; frame++)
        step(1.0 / 60);
    assert_true(s.balls[0].center.y < 1.02);
}

// ---- legs and stops ----

// Legs cover the frame also without moving walls.
static void test_legs_at_rest(void **state) {
    (void)state;
    s.settings.move.response = carom_bounce(1, 0);
    add_wall(carom_segment(vec(4, -9), vec(4, 9)));
    add(ball_at(0, 0, 1, 6, 0));
    step(1);
    assert_int_equal(t.leg_starts[1], 2);
    assert_true(t.legs[0].end == 0.5 && t.legs[1].start == 0.5 && t.legs[1].end == 1);
    assert_true(t.legs[1].from.x == 3 && t.legs[1].to.x == s.balls[0].center.x);
}

// A ball that stops at a wall stays, until a moving wall comes.
static void test_stop_and_pushed(void **state) {
    (void)state;
    s.settings.move.response = carom_stop();
    add_wall(carom_segment(vec(-9, -1), vec(9, -1)));
    add_moving(piston(-8, 6));
    crowd_scene_add_free(&s, ball_at(-2, 1, 1, 0, -4));
    crowd_scene_add_free(&s, ball_at(3, 1, 1, 0, -4));
    const carom_crowd_motion m = step(1);
    assert_true(m.moved == 2 && s.balls[0].center.x >= -1 && s.balls[1].center.x == 3);
}

// A ball that bounces several times in one move ends in a corner of its box that is on none of its
// predicted paths. A ball there is not alone any more.
static void test_end_off_all_paths(void **state) {
    (void)state;
    static const carom_ball balls[] = {
        {{0x1.47a7b37ff0c33p+0, 0x1.2b2bc26867c3ap+6},
         0x1.010d05c4dabf4p-4,
         {0x1.3c827a91ca0eap+5, 0x1.a063af89c141p+8}},
        {{0x1.4725a09327b3dp+1, 0x1.367eddcac8d66p+6},
         0x1.7bbeb0af50f1ap-6,
         {-0x1.1b57c5c053f1fp+7, 0x1.03482603221bp+5}},
        {{0x1.924c0bd0ea82ap+1, 0x1.353aa07d97d19p+6},
         0x1.3a1f055ba140fp-4,
         {-0x1.617c588bf0631p+6, 0x1.6708ea5dd9d93p+6}},
        {{0x1.b22dc8e0e4dc6p+0, 0x1.37096dabf41fap+6},
         0x1.7433d33f32817p-4,
         {0x1.e9edd839f0328p-3, 0x1.1ada269bb5004p-1}},
        {{0x1.5c6e8765700e5p+1, 0x1.37917e7402fc5p+6},
         0x1.3ce9437b2e63cp-4,
         {0x1.299051c0ce908p+6, 0x1.241ec3815c4b1p+8}},
        {{0x1.57f18eb032168p-1, 0x1.3adfe76ab973cp+6},
         0x1.103582edadbf5p-4,
         {-0x1.3892793c3096p+2, -0x1.e170bf223823ep+0}},
        {{0x1.4135a16afdf88p+0, 0x1.3ab8dc593f5b4p+6},
         0x1.7f5f9c860eb9dp-4,
         {0x1.58595657411cp-1, -0x1.0ac5b15269c9dp+2}},
        {{0x1.0db2e7b88cf79p+1, 0x1.3b03e155aa3e2p+6},
         0x1.6707455cff206p-5,
         {-0x1.a12bcdaa08f12p+3, 0x1.d1a027cd1f625p-3}},
        {{0x1.15687da077652p+1, 0x1.3ed0131695993p+6},
         0x1.27126aa726743p-4,
         {-0x1.feead2f49e48bp-1, -0x1.6770d69e02e76p+1}},
        {{0x1.d058a779c2934p+1, 0x1.3fa7c92fb6153p+6},
         0x1.e87870285ee7p-5,
         {-0x1.30db6a6d8a779p+5, -0x1.54566c68a984p+7}},
    };
    static const carom_vec2 still[][2] = {
        {{0x0p+0, 0x1.9p+6}, {0x0p+0, 0x0p+0}},
        {{0x1.a718553d06104p+0, 0x1.2c5408f2096f7p+6},
         {0x1.58e7aac2f9efcp+0, 0x1.2de967b1cd9adp+6}},
        {{0x1.5b6c0541cfdd1p+1, 0x1.389ac5949a452p+6},
         {0x1.2493fabe3022fp+1, 0x1.39a2ab0f3cc52p+6}},
        {{0x1.b673b74fde3fbp+1, 0x1.382a618efafabp+6},
         {0x1.c98c48b021c05p+1, 0x1.3a130f14dc0f9p+6}},
        {{0x1.4234f82701a97p+1, 0x1.3c1f545c45617p+6},
         {0x1.3dcb07d8fe569p+1, 0x1.3e1e1c4791a8dp+6}},
        {{0x1.ac9d405c06b86p+1, 0x1.3c530afac3bdcp+6},
         {0x1.d362bfa3f947ap+1, 0x1.3dea65a9134c8p+6}},
        {{0x1.267727d292347p+1, 0x1.44846ca0374c6p+6},
         {0x1.5988d82d6dcb9p+1, 0x1.45b904039fbdep+6}},
    };
    static const carom_vec2 turning[][3] = {
        {{0x1.43afd57aa008ap-2, 0x1.2c714d0cbeae3p+6},
         {0x1.5e281542affbbp-1, 0x1.2dcc2397185c1p+6},
         {0x1.240f8b6c1a048p-6, -0x1.1eefe9782c3cp-6}},
        {{0x1.f61af3db8596p-2, 0x1.3c1ee94a7f3ecp+6},
         {0x1.04f286123d34fp-1, 0x1.3e1e875957cb8p+6},
         {0x1.99672d3527d51p-6, 0x1.291e4dcd976p-12}},
    };
    s.settings.restitution = 1;
    s.settings.move.response = carom_move_settings_default().response;
    for (size_t i = 0; i < sizeof still / sizeof still[0]; i++)
        add_wall(carom_segment(still[i][0], still[i][1]));
    for (size_t i = 0; i < sizeof turning / sizeof turning[0]; i++)
        add_moving(carom_moving_wall_make(carom_segment(turning[i][0], turning[i][1]),
                                          turning[i][2], carom_vec2_scale(turning[i][2], -1)));
    for (size_t i = 0; i < sizeof balls / sizeof balls[0]; i++)
        crowd_scene_add_free(&s, balls[i]);
    assert_int_equal(step(1.0 / 60).moved, 10);
}

int main(void) {
#define TEST(test) cmocka_unit_test_setup_teardown(test, start_sliding, end)
    const struct CMUnitTest tests[] = {
        TEST(test_crushed),
        TEST(test_crushed_by_walls),
        TEST(test_row_is_crushed_in_time),
        TEST(test_long_row),
        TEST(test_ring),
        TEST(test_left_out),
        TEST(test_two_in_the_way),
        TEST(test_both_pushed),
        TEST(test_shortest_time),
        TEST(test_lift_under_a_pile),
        TEST(test_legs_at_rest),
        TEST(test_stop_and_pushed),
        TEST(test_end_off_all_paths),
    };
    return cmocka_run_group_tests_name("pushed crowds", tests, NULL, NULL);
}
