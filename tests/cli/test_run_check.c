// The check of `carom run --balls-collide` must find what a correct run never has.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/check_balls.h"

static const carom_circle starts[] = {{{0, 0}, 1}, {{5, 0}, 1}, {{20, 0}, 1}};
enum { BALLS = sizeof starts / sizeof starts[0] };

/// The results of a step: all balls stand where they have started, but one.
typedef struct step {
    carom_motion ends[BALLS];
    run_check check;
    run_check_balls balls;
} step;

static void no_walls(const void *source, carom_path path, carom_path_query_callback *callback,
                     void *context) {
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
    assert_true(run_check_balls_frame(&s->balls, &s->check, BALLS, starts, s->ends, legs, count));
    assert_int_equal(s->check.escapes, escapes);
    assert_int_equal(s->check.overlaps, overlaps);
    run_check_balls_free(&s->balls);
}

static void a_clear_step(void **state) {
    (void)state;
    // The first ball touches the second one, and passes where the third one has stood.
    const run_ball_leg legs[] = {{.ball = 2, .leg = {.to = {30, 0}}},
                                 {.ball = 0, .leg = {.to = {3, 0}}},
                                 {.ball = 0, .leg = {.to = {3, 4}}},
                                 {.ball = 0, .leg = {.to = {20, 4}}},
                                 {.ball = 0, .leg = {.to = {20, 0}}}};
    step s = start_step();
    s.ends[0].ball.center = carom_vec2_make(20, 0);
    s.ends[2].ball.center = carom_vec2_make(30, 0);
    expect(&s, legs, 5, 0, 0);
    assert_int_equal(s.check.legs, 8);
    assert_int_equal(s.check.places, 3);
}

static void a_ball_passes_one(void **state) {
    (void)state;
    const run_ball_leg legs[] = {{.ball = 0, .leg = {.to = {10, 0}}}};
    step s = start_step();
    s.ends[0].ball.center = carom_vec2_make(10, 0);
    expect(&s, legs, 1, 1, 0);
}

/// The same places in another order: the third ball has not yet gone.
static void a_ball_goes_too_early(void **state) {
    (void)state;
    const run_ball_leg legs[] = {{.ball = 0, .leg = {.to = {3, 4}}},
                                 {.ball = 0, .leg = {.to = {20, 4}}},
                                 {.ball = 0, .leg = {.to = {20, 1}}},
                                 {.ball = 2, .leg = {.to = {30, 0}}}};
    step s = start_step();
    s.ends[0].ball.center = carom_vec2_make(20, 1);
    s.ends[2].ball.center = carom_vec2_make(30, 0);
    // The leg onto the third ball, and its own one out of there.
    expect(&s, legs, 4, 2, 0);
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
    const run_ball_leg legs[] = {{.ball = 2, .leg = {.to = {6, 3}}}};
    step s = start_step();
    s.ends[1].kind = CAROM_MOTION_KIND_STUCK;
    s.ends[2].ball.center = carom_vec2_make(6, 3);
    expect(&s, legs, 1, 0, 0);
    s = start_step();
    s.ends[1].kind = CAROM_MOTION_KIND_STUCK;
    s.ends[2].ball.center = carom_vec2_make(6, 1);
    expect(&s, NULL, 0, 1, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clear_step),
        cmocka_unit_test(a_ball_passes_one),
        cmocka_unit_test(a_ball_goes_too_early),
        cmocka_unit_test(a_ball_ends_in_one),
        cmocka_unit_test(a_stuck_ball_only_stands),
    };
    return cmocka_run_group_tests_name("run_check", tests, NULL, NULL);
}
