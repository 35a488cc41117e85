// All times of all frames of difficult crowds, exactly: gas, closing press, funnel, piles at four
// restitutions, wedge, rack, flippers, a crowd that hunts, radii from 1 to 10. No two balls overlap
// while all move at once, and none is in a wall or passes one (frame_check.h). CAROM_TEST_CASES is
// the number of frames of each kind. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "cases.h"
#include "crowd_trace.h"
#include "random.h"

// A crowd starts anew after so many frames, with another number of balls: many come to rest.
enum { FRAMES_OF_A_CROWD = 240 };

static crowd_trace t;
static crowd_scene s;

static void make_crowd(crowd_scene_kind kind, long index) {
    random_source g = random_start(case_seed(), 9900 + (uint64_t)kind, (uint64_t)index);
    const int count = random_int(&g, 8, 100);
    crowd_scene_make(&s, kind, (size_t)count, random_bits(&g));
    crowd_trace_restart(&t);
}

static void test_scene(void **state) {
    const crowd_scene_kind kind = *(const crowd_scene_kind *)*state;
    trace_sums all = {0};
    const frame_check before = t.check;
    const long frames = case_count(240);
    for (long frame = 0; frame < frames; frame++) {
        if (frame % FRAMES_OF_A_CROWD == 0)
            make_crowd(kind, frame / FRAMES_OF_A_CROWD);
        crowd_trace_step(&t, &s);
        if (t.broken != NULL) {
            crowd_trace_print(&t, &s);
            fail_msg("%s, crowd %ld, frame %ld: %s", s.name, frame / FRAMES_OF_A_CROWD,
                     frame % FRAMES_OF_A_CROWD, t.broken);
        }
        crowd_scene_next(&s);
        all.legs += (long)t.reported_count;
        all.ball_frames += (long)s.count;
        all.ball_impacts += (long)t.ball_impact_count;
        all.lost += t.summary.lost;
        all.time += s.time * (double)s.count;
        for (int k = 0; k <= CAROM_MOTION_KIND_CRUSHED; k++)
            for (size_t i = 0; i < s.count; i++)
                all.kinds[k] += t.results[i].kind == (carom_motion_kind)k;
    }
    const frame_check *c = &t.check;
    printf(
        "%s: %ld frames, %.1f legs a ball, %ld impacts, %ld spans of pairs, %ld decided exactly, "
        "%ld touches, %ld legs at walls; %ld freed, %ld stuck, %ld crushed; %.2g of the time "
        "lost\n",
        s.name, frames, (double)all.legs / (double)all.ball_frames, all.ball_impacts,
        c->spans - before.spans, c->exact_spans - before.exact_spans, c->touches - before.touches,
        c->wall_legs + c->moving_legs - before.wall_legs - before.moving_legs,
        all.kinds[CAROM_MOTION_KIND_FREED], all.kinds[CAROM_MOTION_KIND_STUCK],
        all.kinds[CAROM_MOTION_KIND_CRUSHED], all.lost / all.time);
    assert_true(c->spans > before.spans);
}

// The check must notice radii that are longer by 10^-11, or it would notice no overlap either.
static void test_longer_radii(void **state) {
    (void)state;
    long noticed = 0, impacts = 0;
    for (int index = 0; index < 8; index++) {
        make_crowd(CROWD_SCENE_GAS, index);
        for (int frame = 0; frame < 8; frame++) {
            crowd_trace_step(&t, &s);
            assert_null(t.broken);
            assert_true(crowd_trace_is_clear(&t, &s, 0));
            const bool is_clear = crowd_trace_is_clear(&t, &s, 1e-11);
            // Balls are where they meet, to some ulp.
            assert_true(!is_clear || t.ball_impact_count == 0);
            noticed += !is_clear;
            impacts += (long)t.ball_impact_count;
            crowd_scene_next(&s);
        }
    }
    assert_true(noticed > 0 && impacts > 0);
}

static int start(void **state) {
    (void)state;
    crowd_trace_start(&t);
    return 0;
}

static int finish(void **state) {
    (void)state;
    crowd_trace_end(&t);
    return 0;
}

int main(void) {
    static crowd_scene_kind kinds[CROWD_SCENE_KINDS];
    struct CMUnitTest tests[CROWD_SCENE_KINDS + 1];
    for (int i = 0; i < CROWD_SCENE_KINDS; i++) {
        static const char *const names[CROWD_SCENE_KINDS] = {
            "gas",       "press", "funnel", "pile_at_0", "pile_at_5", "pile_at_9",
            "pile_at_1", "wedge", "rack",   "flippers",  "hunt",      "unequal"};
        kinds[i] = (crowd_scene_kind)i;
        tests[i] = (struct CMUnitTest){names[i], test_scene, NULL, NULL, &kinds[i]};
    }
    tests[CROWD_SCENE_KINDS] = (struct CMUnitTest)cmocka_unit_test(test_longer_radii);
    return cmocka_run_group_tests_name("all times of crowds", tests, start, finish);
}
