// Unusual input of the motion layers: each invalid field alone, no wall source, names, ties. Room:
// tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "carom/carom.h"
#include "points.h"

static void test_names(void **state) {
    (void)state;
    assert_string_equal(carom_motion_kind_name(CAROM_MOTION_KIND_INVALID), "invalid");
    assert_string_equal(carom_motion_kind_name(CAROM_MOTION_KIND_MOVED), "moved");
    assert_string_equal(carom_motion_kind_name(CAROM_MOTION_KIND_FREED), "freed");
    assert_string_equal(carom_motion_kind_name(CAROM_MOTION_KIND_STUCK), "stuck");
    assert_string_equal(carom_motion_kind_name(CAROM_MOTION_KIND_CRUSHED), "crushed");
    assert_string_equal(carom_motion_kind_name((carom_motion_kind)9), "invalid");
    assert_string_equal(carom_hold_name(CAROM_HOLD_NONE), "none");
    assert_string_equal(carom_hold_name(CAROM_HOLD_HELD), "held");
    assert_string_equal(carom_hold_name(CAROM_HOLD_STUCK), "stuck");
    assert_string_equal(carom_hold_name(CAROM_HOLD_CRUSHED), "crushed");
    assert_string_equal(carom_hold_name(CAROM_HOLD_ASLEEP), "asleep");
    assert_string_equal(carom_hold_name((carom_hold)9), "none");
    assert_string_equal(carom_response_kind_name(CAROM_RESPONSE_KIND_STOP), "stop");
    assert_string_equal(carom_response_kind_name(CAROM_RESPONSE_KIND_SLIDE), "slide");
    assert_string_equal(carom_response_kind_name(CAROM_RESPONSE_KIND_BOUNCE), "bounce");
    assert_string_equal(carom_response_kind_name(CAROM_RESPONSE_KIND_PASS), "pass");
    assert_string_equal(carom_response_kind_name((carom_response_kind)9), "invalid");
}

static void test_wall_side(void **state) {
    (void)state;
    const carom_wall wall = carom_segment(vec(0, 0), vec(3, 1));
    assert_int_equal(carom_wall_side(wall, vec(0, 1)), 1);
    assert_int_equal(carom_wall_side(wall, vec(0, -1)), -1);
    assert_int_equal(carom_wall_side(wall, vec(-6, -2)), 0);
    assert_int_equal(carom_wall_side(wall, vec(3e300, nextafter(1e300, 2e300))), 1);
    assert_int_equal(carom_wall_side(carom_post(vec(1, 1), 2), vec(5, 7)), 0);
    assert_int_equal(carom_wall_side(wall, vec(nan(""), 1)), 0);
    assert_int_equal(carom_wall_side(wall, vec(0, HUGE_VAL)), 0);
    assert_int_equal(carom_wall_side(carom_segment(vec(0, 0), vec(nan(""), 1)), vec(1, 1)), 0);
    assert_int_equal(carom_wall_side(carom_segment(vec(0, 0), vec(HUGE_VAL, 1)), vec(1, 1)), 0);
    // Radius and extent do not matter.
    assert_int_equal(carom_wall_side(carom_capsule(vec(0, 0), vec(3, 1), nan("")), vec(-6, -2)), 0);
}

static void test_invalid_fields(void **state) {
    (void)state;
    const carom_move_settings good = {.response = carom_bounce(1, 0)};
    const carom_ball ball = {{1, 2}, 0.5, {3, 4}};
    assert_int_equal(carom_ball_move(ball, 1, &good).kind, CAROM_MOTION_KIND_MOVED);

    carom_move_settings movers[8];
    for (int i = 0; i < 8; i++)
        movers[i] = good;
    movers[0].response.restitution = 1.5;
    movers[1].response.restitution = -0.5;
    movers[2].response.friction = nan("");
    movers[3].response.kind = (carom_response_kind)7;
    movers[4].gravity = vec(nan(""), 0);
    movers[5].gravity = vec(0, -HUGE_VAL);
    movers[6].max_contacts = -1;
    movers[7].response.friction = HUGE_VAL;
    for (int i = 0; i < 8; i++)
        assert_int_equal(carom_ball_move(ball, 1, &movers[i]).kind, CAROM_MOTION_KIND_INVALID);

    const double times[] = {-1.0, nan(""), HUGE_VAL};
    for (int i = 0; i < 3; i++)
        assert_int_equal(carom_ball_move(ball, times[i], &good).kind, CAROM_MOTION_KIND_INVALID);
    const carom_ball balls[] = {{{nan(""), 2}, 0.5, {3, 4}},
                                {{1, 2}, -0.5, {3, 4}},
                                {{1, 2}, 0.5, {HUGE_VAL, 4}},
                                {{1, 2}, 0.5, {3, nan("")}}};
    for (int i = 0; i < 4; i++) {
        const carom_motion m = carom_ball_move(balls[i], 1, &good);
        assert_int_equal(m.kind, CAROM_MOTION_KIND_INVALID);
        assert_memory_equal(&m.ball, &balls[i], sizeof balls[i]);
    }
}

// Settings of all zeros have no walls; so depenetration finds none either.
static void test_no_source(void **state) {
    (void)state;
    const carom_move_settings mover = {.gravity = {0, -2}};
    const carom_motion m = carom_ball_move((carom_ball){{0, 0}, 1, {3, 0}}, 1, &mover);
    assert_true(m.ball.center.x == 3.0 && m.ball.center.y == -1.0);
    assert_true(m.ball.velocity.x == 3.0 && m.ball.velocity.y == -2.0);
    const carom_depenetration out =
        carom_circle_depenetrate(carom_circle_make(vec(5, 6), 1), mover.world.walls, NULL);
    assert_true(out.found && !out.overlapped && out.center.x == 5.0 && out.center.y == 6.0);
    const carom_depenetration none =
        carom_circle_depenetrate(carom_circle_make(vec(nan(""), 6), 1), mover.world.walls, NULL);
    assert_true(!none.found && !none.overlapped);
}

static void visit_backwards(const void *source, const carom_path *path,
                            carom_path_query_callback *visit, void *context) {
    const carom_wall_list *array = source;
    (void)path;
    for (size_t i = array->count; i > 0; i--)
        if (!(visit(context, (carom_index)(i - 1), &array->walls[i - 1]) > 0.0))
            return;
}

// Two walls equally deep: pushed out of the lower one, whatever the order of the visits.
static void test_equally_deep(void **state) {
    (void)state;
    const carom_wall walls[] = {carom_segment(vec(-1, -9), vec(-1, 9)),
                                carom_segment(vec(1, -9), vec(1, 9)),
                                carom_segment(vec(-9, -3), vec(9, -3))};
    const carom_wall_list array = {walls, NULL, 3};
    const carom_wall_source backwards = {visit_backwards, &array};
    const carom_circle circle = carom_circle_make(vec(0, 0), 1.5);
    const carom_depenetration p =
        carom_circle_depenetrate(circle, carom_wall_list_source(&array), NULL);
    const carom_depenetration q = carom_circle_depenetrate(circle, backwards, NULL);
    assert_true(p.found && q.found && p.wall == 0 && q.wall == 0);
    assert_true(p.center.x == q.center.x && p.center.y == q.center.y);
    const carom_circle free = carom_circle_make(p.center, 1.5);
    for (int i = 0; i < 3; i++)
        assert_false(carom_circle_overlaps(free, walls[i]));
}

// Contacts at the very end of a frame: of a graze, and under gravity with friction.
static void test_at_the_end(void **state) {
    (void)state;
    const carom_sweep s = carom_circle_sweep(carom_circle_make(vec(-3, 1), 1), vec(3, 0),
                                             carom_segment(vec(0, 0), vec(0, -5)));
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_GRAZE);
    assert_true(s.t == 1.0 && s.center.x == 0.0 && s.center.y == 1.0);

    const carom_wall floor = carom_line(vec(0, 0), vec(1, 0));
    const carom_wall_list array = {&floor, NULL, 1};
    const carom_move_settings mover = {.world.walls = carom_wall_list_source(&array),
                                       .response = {CAROM_RESPONSE_KIND_SLIDE, 0.0, 0.5},
                                       .gravity = {0, -8}};
    // Falls 4 in a time of 1, to touch at its end; in the next frame it slides.
    carom_motion m = carom_ball_move((carom_ball){{0, 5}, 1, {2, 0}}, 1, &mover);
    assert_true(m.ball.center.x == 2.0 && m.ball.center.y == 1.0);
    m = carom_ball_move(m.ball, 1, &mover);
    assert_true(m.ball.velocity.y == 0.0 && m.ball.velocity.x == 0.0 && m.contacts == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),          cmocka_unit_test(test_wall_side),
        cmocka_unit_test(test_invalid_fields), cmocka_unit_test(test_no_source),
        cmocka_unit_test(test_equally_deep),   cmocka_unit_test(test_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
