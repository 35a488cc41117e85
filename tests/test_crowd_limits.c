// The limits of a crowd: contacts of a ball in a frame, impacts after which balls are calm, and
// passes of the solver. Every frame is checked at all times. Room: tests.
#include <math.h>
#include <string.h>

#include "cases.h"
#include "crowd_world.h"

// ---- max_contacts ----

// A ball between two walls, 0.25 apart from each, beside one that stands.
static void make_gap(const char *name, double speed, double restitution) {
    restart(name);
    add_wall(carom_segment(vec(-1.25, -9), vec(-1.25, 9)));
    add_wall(carom_segment(vec(1.25, -9), vec(1.25, 9)));
    s.settings.restitution = restitution;
    s.settings.move.response = carom_bounce(restitution, 0);
    add(ball_at(0, 0, 1, speed, 0));
    add(ball_at(0, 2.0078125, 1, 0, 0));
}

// The ball strikes walls at 1/4, 3/4, 5/4 ... and is held after the last contact that it may have.
static void test_contacts_of_a_ball(void **state) {
    (void)state;
    for (int most = 1; most <= 8; most++) {
        make_gap("contacts of a ball", 1, 1);
        s.settings.move.max_contacts = most;
        const carom_crowd_motion m = step(4);
        assert_int_equal(m.held, 1);
        assert_int_equal(t.results[0].contacts, most);
        assert_int_equal(t.results[0].hold, CAROM_HOLD_HELD);
        assert_true(fabs(t.results[0].lost - (4 - (0.25 + 0.5 * (most - 1)))) < 1e-13);
        assert_true(is_near(s.balls[0].center, most % 2 != 0 ? 0.25 : -0.25, 0, 1e-13));
        assert_true(t.results[1].lost == 0 && t.results[1].contacts == 0);
    }
}

// Whatever must not matter does not, if balls are held in the middle of a frame: the runner, the
// callbacks, the order of walls, bytes that were loaded.
static void test_contacts_same_bits(void **state) {
    (void)state;
    static const crowd_scene_kind kinds[] = {CROWD_SCENE_GAS, CROWD_SCENE_FUNNEL,
                                             CROWD_SCENE_FLIPPERS};
    for (int k = 0; k < 3; k++) {
        crowd_trace_restart(&t);
        crowd_scene_make(&s, kinds[k], 40, case_seed());
        s.settings.move.max_contacts = 1;
        size_t held = 0;
        for (int frame = 0; frame < 60; frame++) {
            static carom_ball before[SCENE_BALLS_MAX];
            memcpy(before, s.balls, s.count * sizeof before[0]);
            held += step_with(s.time, (crowd_change)0).held;
            for (int change = 1; change < CROWD_CHANGES; change++) {
                memcpy(twin.balls, before, s.count * sizeof before[0]);
                const char *differs = crowd_twin_compare(&twin, &t, &s, (crowd_change)change);
                if (differs != NULL)
                    fail_msg("%s, frame %d, %s: %s differs", s.name, frame,
                             crowd_change_name((crowd_change)change), differs);
            }
            crowd_scene_next(&s);
        }
        assert_true(held > 0 && t.sums.lost > 0);
    }
}

// ---- storms ----

// Two balls, one beside the other, rise between two walls towards a ceiling. In the first frame the
// upper one strikes the walls again and again. They come to the ceiling in the middle of a later
// frame. Returns the contacts of the first frame; `*bounces` if the ceiling throws them back.
static int rise(double speed, int frames, bool *bounces) {
    const double frame = 0.125, lift = 1;
    restart("storm");
    s.settings.restitution = s.settings.move.response.restitution = 0.875;
    for (int side = -1; side <= 1; side += 2)
        add_wall(carom_segment(vec(side * 1.0078125, -9), vec(side * 1.0078125, 9)));
    const double ceiling = 1 + lift * (frames + 0.5) * frame;
    add_wall(carom_segment(vec(-9, ceiling), vec(9, ceiling)));
    add(ball_at(0, 0, 1, speed, lift));
    add(ball_at(0, -2.0078125, 1, 0, lift));
    step(frame);
    const int contacts = t.results[0].contacts;
    for (int i = 1; i < frames; i++) {
        step(frame);
        assert_true(fabs(s.balls[0].velocity.y - lift) < 1e-9);
    }
    step(frame);
    *bounces = s.balls[1].velocity.y < -0.5;
    // Or they stop, but for the speed with which they regain the reserve between them.
    assert_true(*bounces || fabs(s.balls[0].velocity.y) < 0.01);
    assert_true(*bounces || fabs(s.balls[1].velocity.y) < 0.01);
    return contacts;
}

// 16 impacts of a ball in a frame stand. After more its balls do not bounce, for 8 frames with this
// one.
static void test_storm(void **state) {
    (void)state;
    bool bounces;
    int most = 0, calm = 0;
    for (int i = 4; i <= 48; i++) {
        const int contacts = rise(0.25 * i, 4, &bounces);
        // What is calm does not rebound in the first frame either: it presses on the wall.
        assert_true(bounces == (contacts > 0));
        most = contacts > most ? contacts : most;
        calm += !bounces;
    }
    assert_true(most == 16 && calm > 0);
    for (int frames = 1; frames <= 10; frames++) {
        rise(16, frames, &bounces);
        if (bounces != (frames >= 8))
            fail_msg("after %d frames they %s", frames, bounces ? "bounce" : "do not bounce");
    }
}

// ---- max_passes ----

// A limit above the passes that a solve makes changes no bit; one below does.
static void test_more_passes(void **state) {
    (void)state;
    static const int passes[] = {0, 1 << 20, 2};
    static carom_ball truth[SCENE_BALLS_MAX];
    for (int k = 0; k < 3; k++) {
        crowd_trace_restart(&t);
        crowd_scene_make(&s, CROWD_SCENE_HUNT, 40, 3);
        s.settings.max_passes = passes[k];
        for (int frame = 0; frame < 40; frame++) {
            step(s.time);
            crowd_scene_next(&s);
        }
        if (k == 0)
            memcpy(truth, s.balls, s.count * sizeof truth[0]);
        assert_int_equal(memcmp(truth, s.balls, s.count * sizeof truth[0]) == 0, k < 2);
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {TEST(test_contacts_of_a_ball), TEST(test_contacts_same_bits),
                                       TEST(test_storm), TEST(test_more_passes)};
    return cmocka_run_group_tests_name("limits of crowds", tests, NULL, NULL);
}
