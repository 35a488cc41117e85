// The check of `carom run --balls-collide` must find what a correct run never has.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/check_balls.h"
#include "run/laws.h"

static const carom_circle starts[] = {{{0, 0}, 1}, {{5, 0}, 1}, {{20, 0}, 1}};
enum { BALLS = sizeof starts / sizeof starts[0] };

/// The results of a step: all balls stand where they have started, but some.
typedef struct step {
    carom_motion ends[BALLS];
    run_check check;
    run_check_balls balls;
} step;

static void no_walls(const void *source, const carom_path *path,
                     carom_path_query_callback *callback, void *context) {
    (void)source;
    (void)path;
    (void)callback;
    (void)context;
}

static step start_step(void) {
    step s = {.check = {.walls = {.query = no_walls}}};
    for (size_t i = 0; i < BALLS; i++) {
        s.ends[i].kind = CAROM_MOTION_KIND_MOVED;
        s.ends[i].ball = (carom_ball){starts[i].center, starts[i].radius, {0, 0}};
    }
    return s;
}

/// Checks the step and compares the counts.
static void expect(step *s, const run_ball_leg *legs, size_t count, uint64_t escapes,
                   uint64_t overlaps) {
    const run_step_balls balls = {.time = 2,
                                  .count = BALLS,
                                  .starts = starts,
                                  .ends = s->ends,
                                  .legs = legs,
                                  .leg_count = count};
    assert_true(run_check_balls_frame(&s->balls, &s->check, &balls));
    assert_int_equal(s->check.escapes, escapes);
    assert_int_equal(s->check.overlaps, overlaps);
    run_check_balls_free(&s->balls);
}

static void a_clear_step(void **state) {
    (void)state;
    // The first ball touches the second one, and comes where the third one has been before.
    const run_ball_leg legs[] = {
        {0, {{0, 0}, {3, 0}, 0, 0.25}},   {0, {{3, 0}, {3, 4}, 0.25, 0.5}},
        {2, {{20, 0}, {30, 0}, 0, 0.75}}, {0, {{3, 4}, {20, 4}, 0.5, 0.75}},
        {2, {{30, 0}, {30, 0}, 0.75, 1}}, {0, {{20, 4}, {20, 0}, 0.75, 1}}};
    step s = start_step();
    s.ends[0].ball.center = carom_vec2_make(20, 0);
    s.ends[2].ball.center = carom_vec2_make(30, 0);
    expect(&s, legs, 6, 0, 0);
    // And one of the second ball, which stands.
    assert_int_equal(s.check.legs, 7);
    assert_int_equal(s.check.places, 3);
}

static void a_ball_passes_one(void **state) {
    (void)state;
    const run_ball_leg legs[] = {{0, {{0, 0}, {10, 0}, 0, 1}}};
    step s = start_step();
    s.ends[0].ball.center = carom_vec2_make(10, 0);
    // The leg of each of the two.
    expect(&s, legs, 1, 2, 0);
}

/// The paths are clear if one ball moves after the other, and not if they move at the same time.
static void balls_meet_on_their_way(void **state) {
    (void)state;
    const run_ball_leg legs[] = {{1, {{5, 0}, {5, 10}, 0, 1}}, {0, {{0, 0}, {10, 10}, 0, 1}}};
    step s = start_step();
    s.ends[0].ball.center = carom_vec2_make(10, 10);
    s.ends[1].ball.center = carom_vec2_make(5, 10);
    expect(&s, legs, 2, 2, 0);
}

/// The same places at other times: the third ball has not yet gone.
static void a_ball_goes_too_early(void **state) {
    (void)state;
    const run_ball_leg legs[] = {{0, {{0, 0}, {3, 4}, 0, 0.25}},
                                 {0, {{3, 4}, {20, 4}, 0.25, 0.5}},
                                 {0, {{20, 4}, {20, 1}, 0.5, 0.75}},
                                 {2, {{20, 0}, {20, 0}, 0, 0.75}},
                                 {2, {{20, 0}, {30, 0}, 0.75, 1}}};
    step s = start_step();
    s.ends[0].ball.center = carom_vec2_make(20, 1);
    s.ends[2].ball.center = carom_vec2_make(30, 0);
    // The leg onto the third ball and the one on which it waits, and the two legs after these.
    expect(&s, legs, 5, 4, 0);
}

static void a_ball_jumps(void **state) {
    (void)state;
    // The legs are clear, but there is none over the second ball.
    const run_ball_leg legs[] = {{0, {{0, 0}, {1, 0}, 0, 0.5}}, {0, {{9, 0}, {10, 0}, 0.5, 1}}};
    step s = start_step();
    s.ends[0].ball.center = carom_vec2_make(10, 0);
    expect(&s, legs, 2, 2, 0);
}

static void a_ball_ends_in_one(void **state) {
    (void)state;
    step s = start_step();
    // One ulp nearer than touching.
    s.ends[0].ball.center = carom_vec2_make(0x1.8000000000001p1, 0);
    expect(&s, NULL, 0, 2, 2);
}

static void a_stuck_ball_only_stands(void **state) {
    (void)state;
    const run_ball_leg legs[] = {{1, {{5, 0}, {5, 0}, 0, 1}}, {2, {{20, 0}, {6, 3}, 0, 1}}};
    step s = start_step();
    s.ends[1].kind = CAROM_MOTION_KIND_STUCK;
    s.ends[2].ball.center = carom_vec2_make(6, 3);
    expect(&s, legs, 2, 0, 0);
    assert_int_equal(s.check.legs, 2);
    s = start_step();
    s.ends[1].kind = CAROM_MOTION_KIND_STUCK;
    s.ends[2].ball.center = carom_vec2_make(6, 1);
    expect(&s, NULL, 0, 1, 1);
}

static void a_crushed_ball_stands_from_then_on(void **state) {
    (void)state;
    // The second ball is crushed at half of the time. The first one may not come there afterwards.
    const run_ball_leg legs[] = {{1, {{5, 0}, {4, 0}, 0, 0.5}}, {0, {{0, 0}, {2, 0}, 0, 1}}};
    step s = start_step();
    s.ends[1].kind = CAROM_MOTION_KIND_CRUSHED;
    s.ends[1].crushed_time = 1;
    s.ends[1].ball.center = carom_vec2_make(4, 0);
    s.ends[0].ball.center = carom_vec2_make(2, 0);
    expect(&s, legs, 2, 0, 0);
    s = start_step();
    s.ends[1].kind = CAROM_MOTION_KIND_CRUSHED;
    s.ends[1].crushed_time = 1;
    s.ends[1].ball.center = carom_vec2_make(3, 0);
    s.ends[0].ball.center = carom_vec2_make(2, 0);
    const run_ball_leg later[] = {{1, {{5, 0}, {3, 0}, 0, 0.5}},
                                  {0, {{0, 0}, {0, 0}, 0, 0.5}},
                                  {0, {{0, 0}, {2, 0}, 0.5, 1}},
                                  {1, {{3, 0}, {3, 0}, 0.5, 1}}};
    expect(&s, later, 4, 1, 1);
    // The legs of the first ball, and one of each other ball.
    assert_int_equal(s.check.legs, 4);
}

// ---- momentum and energy ----

static const double inverse_masses[] = {1, 0.25};

/// Two balls of the masses 1 and 4, with these velocities.
typedef struct pair {
    carom_ball balls[2];
} pair;

static pair moving(double first, double second) {
    return (pair){{{{0, 0}, 1, {first, 1}}, {{9, 0}, 1, {second, 0}}}};
}

/// A step from one pair to the other.
static laws pass(laws l, pair from, pair to, const carom_touch *touch) {
    const carom_crowd_motion motion = {.moved = 2};
    laws_start_step(&l, from.balls);
    if (touch != NULL) {
        laws_note_touch(&l, touch);
    }
    laws_end_step(&l, to.balls, &motion, 1);
    return l;
}

static void laws_hold(void **state) {
    (void)state;
    const laws all = {
        .inverse_masses = inverse_masses, .count = 2, .keeps_momentum = true, .keeps_energy = true};
    laws l = pass(all, moving(10, 0), moving(-6, 4), NULL);
    assert_true(l.momentum_steps == 1 && l.momentum_breaks == 0);
    assert_true(l.energy_steps == 1 && l.energy_breaks == 0);
    // Without a bounce.
    l = pass(all, moving(10, 0), moving(2, 2), NULL);
    assert_true(l.momentum_breaks == 0 && l.energy_breaks == 1);
    // The energy stays, the momentum does not.
    l = pass(all, moving(10, 0), moving(-10, 0), NULL);
    assert_true(l.momentum_breaks == 1 && l.energy_breaks == 0);
    // More than rounding.
    l = pass(all, moving(10, 0), moving(-6, 4 + 0x1p-40), NULL);
    assert_true(l.momentum_breaks == 1 && l.energy_breaks == 1);
    l = pass(all, moving(10, 0), moving(-6, 4 + 0x1p-50), NULL);
    assert_true(l.momentum_breaks == 0 && l.energy_breaks == 0);
    l = pass(all, moving(10, 0), moving(0.0 / 0.0, 4), NULL);
    assert_true(l.momentum_breaks == 1 && l.energy_breaks == 1);
}

static void laws_end(void **state) {
    (void)state;
    const laws all = {.count = 2, .keeps_momentum = true, .keeps_energy = true};
    carom_touch touch = {.other = CAROM_NO_BALL, .wall = {3, false}};
    laws l = pass(all, moving(10, 0), moving(-10, 0), &touch);
    assert_true(l.momentum_steps == 0 && l.energy_steps == 1 && l.energy_breaks == 0);
    // What ends in this step, or is a ball, does not count.
    touch.phase = CAROM_TOUCH_PHASE_ENDS;
    l = pass(all, moving(10, 0), moving(-10, 0), &touch);
    assert_int_equal(l.momentum_breaks, 1);
    touch = (carom_touch){.other = 1, .wall = {CAROM_NO_BALL, false}};
    l = pass(all, moving(10, 0), moving(-10, 0), &touch);
    assert_int_equal(l.momentum_breaks, 1);
    // Nor do steps with balls that others have held, or that are stuck.
    carom_crowd_motion motion = {.moved = 2, .held = 1};
    l = all;
    const pair from = moving(10, 0);
    const pair to = moving(1, 0);
    laws_start_step(&l, from.balls);
    laws_end_step(&l, to.balls, &motion, 1);
    motion = (carom_crowd_motion){.moved = 1, .stuck = 1};
    laws_end_step(&l, to.balls, &motion, 1);
    assert_true(l.momentum_steps == 0 && l.energy_steps == 0);
    l = pass((laws){.count = 2}, moving(10, 0), moving(1, 0), NULL);
    assert_true(l.momentum_steps == 0 && l.energy_steps == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clear_step),
        cmocka_unit_test(a_ball_passes_one),
        cmocka_unit_test(balls_meet_on_their_way),
        cmocka_unit_test(a_ball_goes_too_early),
        cmocka_unit_test(a_ball_jumps),
        cmocka_unit_test(a_ball_ends_in_one),
        cmocka_unit_test(a_stuck_ball_only_stands),
        cmocka_unit_test(a_crushed_ball_stands_from_then_on),
        cmocka_unit_test(laws_hold),
        cmocka_unit_test(laws_end),
    };
    return cmocka_run_group_tests_name("run_check", tests, NULL, NULL);
}
