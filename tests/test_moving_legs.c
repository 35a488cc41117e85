// The check of legs that the tests of movers use (moving_leg_is_clear): legs whose answer is
// evident, and the quick answer against the exact one for every class of moving walls. Room:
// tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "moving_oracle.h"
#include "verdicts.h"

static moving_oracle *question;

typedef struct leg {
    const char *what;
    carom_circle circle;
    carom_vec2 to;
    carom_wall wall;
    carom_vec2 a_to, b_to;
    bool is_clear;
} leg;

#define UPRIGHT(x, wall_radius)                                                                    \
    { {(x), -10.0}, {(x), 10.0}, (wall_radius), CAROM_EXTENT_SEGMENT }
#define AT(x)                                                                                      \
    {(x), -10.0}, {                                                                                \
        (x), 10.0                                                                                  \
    }

static const leg legs[] = {
    {"far off", {{0, 0}, 1}, {1, 0}, UPRIGHT(10, 0), AT(9), true},
    {"up to touching", {{0, 0}, 1}, {1, 0}, UPRIGHT(10, 0), AT(2), true},
    {"one ulp too far", {{0, 0}, 1}, {1 + 0x1p-52, 0}, UPRIGHT(10, 0), AT(2), false},
    {"a wall that passes the ball", {{0, 0}, 1}, {0, 0}, UPRIGHT(10, 0), AT(-10), false},
    {"a thick wall up to touching", {{0, 0}, 1}, {0, 0}, UPRIGHT(10, 2), AT(3), true},
    {"a thick wall, too far", {{0, 0}, 1}, {0, 0}, UPRIGHT(10, 2), AT(2.5), false},
    {"pushed, touching all the time", {{0, 0}, 1}, {-5, 0}, UPRIGHT(1, 0), AT(-4), true},
    {"pushed, too slow", {{0, 0}, 1}, {-4.5, 0}, UPRIGHT(1, 0), AT(-4), false},
    {"pushed, and away", {{0, 0}, 1}, {-6, 3}, UPRIGHT(1, 0), AT(-4), true},
    {"overlapping at the start", {{0, 0}, 1}, {-9, 0}, UPRIGHT(0.5, 0), AT(0.5), false},
    {"past the end of the wall", {{0, 12}, 1}, {0, 12}, UPRIGHT(10, 0), AT(-10), true},
    {"grazing the end of the wall", {{0, 11}, 1}, {0, 11}, UPRIGHT(10, 0), AT(-10), true},
    {"half a turn about a over a ball",
     {{5, 1}, 0.5},
     {5, 1},
     {{0, 0}, {10, 0}, 0, 0},
     {0, 0},
     {-10, 4},
     false},
    {"the chord of half a turn cuts the corner",
     {{0, 8}, 0.5},
     {0, 8},
     {{0, 0}, {10, 0}, 0, 0},
     {0, 0},
     {-10, 4},
     true},
    {"ends that change places",
     {{0, 0.5}, 0.5},
     {0, 0.5},
     {{-4, 0}, {4, 0}, 0, 0},
     {4, 0},
     {-4, 0},
     true},
    {"ends that change places round the ball",
     {{0, 1}, 0.5},
     {0, 1},
     {{-4, 0}, {4, 0}, 0, 0},
     {4, 8},
     {-4, -8},
     false},
    {"a point that is passed", {{0, 0}, 0}, {0, 0}, UPRIGHT(10, 0), AT(-10), false},
    {"a point that is reached", {{0, 0}, 0}, {0, 0}, UPRIGHT(10, 0), AT(0), false},
    {"a point that starts on the wall", {{0, 0}, 0}, {1, 0}, UPRIGHT(0, 0), AT(-10), true},
    {"two discs that miss", {{0, 0}, 1}, {8, 0}, {{8, 2}, {8, 2}, 1, 0}, {0, 2}, {0, 2}, true},
    {"two discs that meet", {{0, 0}, 1}, {8, 0}, {{8, 1}, {8, 1}, 1, 0}, {0, 1}, {0, 1}, false},
};

static void test_evident(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof legs / sizeof *legs; i++) {
        const leg *const l = &legs[i];
        if (moving_leg_is_clear(question, l->circle, l->to, l->wall, l->a_to, l->b_to) !=
            l->is_clear) {
            fail_msg("%s: expected %d", l->what, l->is_clear);
        }
    }
}

static void test_class(void **state) {
    class_run run = class_start_moving(*(const moving_class *)*state);
    for (long i = case_count(300); i > 0; i--) {
        class_next(&run);
        const moving_case *const m = &run.w;
        const bool got = moving_leg_is_clear(question, m->circle, m->to, m->wall, m->a_to, m->b_to);
        moving_oracle_ask(question,
                          (moving_question){m->circle, m->wall, m->to, m->a_to, m->b_to, true});
        if (got != moving_oracle_is_clear(question)) {
            class_fail(&run, "the quick answer is %d", got);
        }
    }
    assert_int_equal(run.failures, 0);
}

static int start(void **state) {
    (void)state;
    question = moving_oracle_new();
    return 0;
}

static int finish(void **state) {
    (void)state;
    moving_oracle_free(question);
    return 0;
}

int main(void) {
    const struct CMUnitTest more[] = {cmocka_unit_test(test_evident)};
    return run_classes(&(class_group){.name = "moving_legs",
                                      .test_moving = test_class,
                                      .more = more,
                                      .more_count = 1,
                                      .start = start,
                                      .finish = finish});
}
