// Balls that moving walls press: they are crushed exactly if there is no escape, by brute force
// (tests/support/crush_check.h), and in worlds whose answer is known. Every leg is checked
// (tests/support/moving_watch.h). Room: tests.
#include <stdlib.h>

#include "moving_world.h"

// ---- random worlds ----

static carom_vec2 direction_at(double angle) {
    return vec(cos(angle), sin(angle));
}

static carom_wall wall_through(carom_vec2 p, double angle, double before, double after,
                               double radius) {
    const carom_vec2 u = direction_at(angle);
    return carom_capsule(carom_vec2_sub(p, carom_vec2_scale(u, before)),
                         carom_vec2_add(p, carom_vec2_scale(u, after)), radius);
}

static double thickness(random_source *g) {
    return random_one_in(g, 2) ? 0 : random_between(g, 0, 0.5);
}

// A wall through a point, by 2^lo to 2^hi to both sides.
static carom_wall random_wall(random_source *g, carom_vec2 p, double angle, int lo, int hi) {
    const double before = random_log(g, lo, hi), after = random_log(g, lo, hi);
    return wall_through(p, angle, before, after, thickness(g));
}

static double either_sign(random_source *g, double x) {
    return random_one_in(g, 2) ? x : -x;
}

// A moving wall that comes from the direction `angle` at about the distance `far`.
static void add_comer(random_source *g, double angle, double far, double speed) {
    const carom_vec2 p = carom_vec2_scale(direction_at(angle), far);
    const double turn = random_one_in(g, 2) ? 0 : random_between(g, -1, 1);
    const carom_wall wall = random_wall(g, p, angle + 1.5707963267948966 + turn, -3, 4);
    const carom_vec2 come = carom_vec2_scale(direction_at(angle), -speed);
    const carom_vec2 drift = random_one_in(g, 2) ? vec(0, 0) : random_vec(g, speed);
    const carom_vec2 move = carom_vec2_add(come, drift);
    if (random_one_in(g, 2))
        add_moving(carom_moving_wall_translating(wall, move));
    else
        add_moving(
            carom_moving_wall_make(wall, move, carom_vec2_add(move, random_vec(g, 0.5 * speed))));
}

// Walls at rest around the ball, and walls that come.
static void random_press(random_source *g) {
    const double speed = random_log(g, -10, 1);
    for (int k = random_int(g, 1, 5); k > 0; k--) {
        const double angle = random_between(g, 0, 6.283185307179586);
        const carom_vec2 p = carom_vec2_scale(direction_at(angle), random_between(g, 1.5, 3));
        if (random_one_in(g, 3))
            add_still(carom_post(p, random_between(g, 0, 0.4)));
        else
            add_still(random_wall(g, p, angle + random_between(g, 1, 2), -3, 4));
    }
    for (int k = random_int(g, 1, 3); k > 0; k--) {
        const double angle = random_between(g, 0, 6.283185307179586);
        add_comer(g, angle, random_between(g, 1.6, 4), speed);
    }
}

// Two walls with a common end, one of which closes; a third can bar the open end.
static void random_wedge(random_source *g) {
    const double base = random_between(g, 0, 6.283185307179586), open = random_log(g, -4, 1);
    const carom_vec2 tip =
        carom_vec2_scale(direction_at(base + 0.5 * open), -1.01 / sin(fmin(0.5 * open, 1.57)));
    add_still(wall_through(tip, base, 0, random_log(g, 2, 7), 0));
    const carom_wall side = wall_through(tip, base + open, 0, random_log(g, 2, 7), 0);
    const double by = -open * random_between(g, 0, 0.5);
    add_moving(carom_moving_wall_turning(side, tip, direction_at(by)));
    if (random_one_in(g, 2))
        add_still(wall_through(vec(0, 0), base + 1.57 + random_between(g, -0.5, 0.5), -2, 9, 0));
    const double speed = random_log(g, -6, 0);
    if (random_one_in(g, 2))
        add_comer(g, base + 0.5 * open, random_between(g, 1.6, 4), speed);
}

// Two plates that close, parallel or nearly so, and posts between them.
static void random_plates(random_source *g) {
    const double base = random_between(g, 0, 6.283185307179586);
    const double tilt = random_one_in(g, 3) ? 0 : random_log(g, -20, -2);
    const double speed = random_log(g, -6, 1);
    const carom_vec2 n = direction_at(base + 1.5707963267948966);
    add_still(random_wall(g, carom_vec2_scale(n, -1.25), base, -2, 6));
    const carom_wall plate = random_wall(g, carom_vec2_scale(n, 2), base + tilt, -2, 6);
    add_moving(carom_moving_wall_translating(plate, carom_vec2_scale(n, -speed)));
    for (int k = random_int(g, 0, 3); k > 0; k--) {
        const double along = either_sign(g, random_between(g, 1.3, 4));
        const carom_vec2 p = carom_vec2_add(carom_vec2_scale(direction_at(base), along),
                                            carom_vec2_scale(n, random_between(g, -1, 1)));
        add_still(carom_post(p, random_between(g, 0, 0.2)));
    }
}

// A post that moves into a corner.
static void random_corner(random_source *g) {
    const double base = random_between(g, 0, 6.283185307179586), open = random_between(g, 0.3, 3);
    const carom_vec2 tip =
        carom_vec2_scale(direction_at(base + 0.5 * open), -1.1 / sin(0.5 * open));
    add_still(wall_through(tip, base, 0, random_log(g, 0, 4), 0));
    add_still(wall_through(tip, base + open, 0, random_log(g, 0, 4), 0));
    const double angle = base + 0.5 * open + random_between(g, -1, 1);
    const carom_wall post =
        carom_post(carom_vec2_scale(direction_at(angle), 2.5), random_between(g, 0, 1));
    add_moving(carom_moving_wall_translating(
        post, carom_vec2_scale(direction_at(angle), -random_log(g, -4, 1))));
}

// Wings that turn about a pivot past walls at rest.
static void random_door(random_source *g) {
    const carom_vec2 pivot = carom_vec2_scale(direction_at(random_between(g, 0, 6.28)), 4);
    const double turn = either_sign(g, random_log(g, -4, 0));
    for (int k = random_int(g, 1, 3); k > 0; k--) {
        const double angle = random_between(g, 0, 6.28), length = random_between(g, 2, 8);
        const carom_wall wing = wall_through(pivot, angle, 0, length, thickness(g));
        add_moving(carom_moving_wall_turning(wing, pivot, direction_at(turn)));
    }
    for (int k = random_int(g, 2, 6); k > 0; k--) {
        const double angle = random_between(g, 0, 6.283185307179586);
        const carom_vec2 p = carom_vec2_scale(direction_at(angle), random_between(g, 1.3, 3));
        add_still(random_wall(g, p, random_between(g, 0, 6.28), -3, 3));
    }
}

typedef struct world_class {
    const char *name;
    void (*make)(random_source *g);
    // The counts of balls that end crushed, of those with a narrow escape, and with a wide one.
    long frames, crushed, narrow, wide;
} world_class;

static carom_response random_response(random_source *g) {
    const double restitution = random_between(g, 0, 1), friction = random_between(g, 0, 1);
    switch (random_int(g, 0, 2)) {
    case 0:
        return carom_slide();
    case 1:
        return carom_bounce(1, 0);
    default:
        return carom_bounce(restitution, friction);
    }
}

static void count_crush(const carom_motion *m, world_class *k, long i, int directions) {
    crush_search s = at_crush(m, directions);
    assert_true(fabs(m->crushed_time - s.clock * w.watch.time) <= 1e-15);
    k->crushed++;
    const crush_escape escape = find_escape(&s);
    k->narrow += escape == CRUSH_ESCAPE_NARROW;
    if (escape != CRUSH_ESCAPE_WIDE)
        return;
    if (++k->wide <= 3) {
        printf("%s %ld: at %.17g an escape from (%.17g, %.17g) by (%g, %g) in %g\n", k->name, i,
               s.clock, s.circle.center.x, s.circle.center.y, s.to.x - s.circle.center.x,
               s.to.y - s.circle.center.y, s.until - s.clock);
        if (getenv("CAROM_TEST_VERBOSE") != NULL)
            moving_watch_print(stdout, &w.watch);
    }
}

// Far from the origin the places are coarse.
static void shift_world(carom_vec2 by) {
    for (size_t i = 0; i < w.still_list.count; i++) {
        w.still[i].a = carom_vec2_add(w.still[i].a, by);
        w.still[i].b = carom_vec2_add(w.still[i].b, by);
    }
    for (size_t i = 0; i < w.moving_list.count; i++) {
        w.moving[i].wall.a = carom_vec2_add(w.moving[i].wall.a, by);
        w.moving[i].wall.b = carom_vec2_add(w.moving[i].wall.b, by);
    }
}

// Up to some frames until the ball is crushed.
static void run_world(random_source *g, world_class *k, long i, int directions) {
    w.still_list.count = w.moving_list.count = 0;
    k->make(g);
    w.watch.mover.response = random_response(g);
    w.watch.mover.gravity = random_one_in(g, 2) ? vec(0, 0) : random_vec(g, 20);
    const carom_vec2 origin = random_one_in(g, 4) ? random_vec(g, random_log(g, 2, 30)) : vec(0, 0);
    shift_world(origin);
    carom_ball ball = ball_at(origin.x, origin.y, 1, 0, 0);
    if (random_one_in(g, 2))
        ball.velocity = random_vec(g, random_log(g, -3, 5));
    for (int frame = 0; frame < 8; frame++) {
        const carom_motion m = move(ball, 1.0 / 64);
        k->frames++;
        if (m.kind == CAROM_MOTION_KIND_CRUSHED)
            count_crush(&m, k, i, directions);
        if (m.kind == CAROM_MOTION_KIND_CRUSHED || m.kind == CAROM_MOTION_KIND_STUCK)
            return;
        ball = m.ball;
        next_frame();
    }
}

// No ball that is reported as crushed has a wide escape.
static void test_random_worlds(void **state) {
    (void)state;
    world_class classes[] = {{.name = "press", .make = random_press},
                             {.name = "wedge", .make = random_wedge},
                             {.name = "plates", .make = random_plates},
                             {.name = "corner", .make = random_corner},
                             {.name = "door", .make = random_door}};
    const long worlds = 1 + case_count(500) / 10;
    long wide = 0;
    start(carom_slide(), vec(0, 0));
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
        world_class *k = &classes[c];
        for (long i = 0; i < worlds; i++) {
            random_source g = random_start(case_seed(), 60 + c, (uint64_t)i);
            run_world(&g, k, i, 240);
        }
        printf("%-6s: %ld crushed in %ld frames; a narrow escape %ld, a wide one %ld\n", k->name,
               k->crushed, k->frames, k->narrow, k->wide);
        if (worlds >= 50)
            assert_true(k->crushed > 0);
        wide += k->wide;
    }
    assert_int_equal(wide, 0);
}

// ---- known answers ----

static bool is_crushed(const carom_motion *m) {
    return m->kind == CAROM_MOTION_KIND_CRUSHED;
}

// A plate comes down on a floor, tilted by 2^-k. The ball slips out at cot(2^-k) times the speed of
// the plate, if that is at most 1,024.
static void test_limit_of_speed(void **state) {
    (void)state;
    for (int k = 1; k <= 30; k++)
        for (int sign = -1; sign <= 1 && k != 10; sign += 2) {
            start(carom_slide(), vec(0, 0));
            add_still(carom_line(vec(0, 0), vec(1, 0)));
            const carom_wall plate = carom_line(vec(0, 3), vec(1, 3 + sign * ldexp(1, -k)));
            add_moving(carom_moving_wall_translating(plate, vec(0, -2)));
            const carom_motion m = move(ball_at(0, 1, 1, 0, 0), 1);
            assert_int_equal(is_crushed(&m), k > 10);
            if (!is_crushed(&m)) {
                assert_true(sign * m.ball.center.x > 0 &&
                            fabs(m.ball.center.y - 1) < 0x1p-7 * fabs(m.ball.center.x));
                continue;
            }
            assert_true(fabs(m.crushed_time - 0.5) < 1e-3);
            assert_true(m.crushed_by[0].is_moving && !m.crushed_by[1].is_moving);
        }
}

// A post comes down beside the middle of the ball and presses it sideways; a wall to the side can
// leave too little room, and an opening under that wall some more.
static void test_press_with_exit(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int i = 1; i <= 16; i++) {
            start(carom_slide(), vec(0, 0));
            const double x = i / 32.0, wr = 0.5;
            add_still(carom_line(vec(0, 0), vec(1, 0)));
            carom_wall post = carom_post(vec(x, 4), wr);
            // A line whose points are equal is a post, too.
            post.extent = i % 2 == 0 ? CAROM_EXTENT_SEGMENT : CAROM_EXTENT_LINE;
            add_moving(carom_moving_wall_translating(post, vec(0, -3)));
            if (k > 0)
                add_still(carom_segment(vec(-1.5, 9), vec(-1.5, k == 1 ? 0 : 1.5)));
            const carom_motion m = move(ball_at(0, 1, 1, 0, 0), 1);
            assert_int_equal(is_crushed(&m), k > 0);
            if (k == 0) {
                // It leaves with some of the speed with which it is pressed out.
                assert_true(m.ball.center.x < x - 1 - wr + 1e-3 && m.ball.center.x > -16);
                assert_true(fabs(m.ball.center.y - 1) < 1e-2);
                continue;
            }
            const double left = k == 1 ? -0.5 : -1.5 + sqrt(0.75);
            const double y = 1 + sqrt((1 + wr) * (1 + wr) - (x - left) * (x - left));
            assert_true(fabs(m.crushed_time - (4 - y) / 3) < 1e-7);
            assert_true(m.crushed_by[0].is_moving && m.crushed_by[1].index < 2);
        }
}

// A wing turns towards a stop. The ball goes outwards until it comes to a wall.
static void test_wing_and_stop(void **state) {
    (void)state;
    for (int i = 0; i < 16; i++) {
        start(carom_slide(), vec(0, 0));
        const double x = 4 + i / 4.0, step = 0.02;
        carom_ball ball = ball_at(3.9, 1.5, 1, 0, 0);
        add_still(carom_line(vec(0, 0), vec(1, 0)));
        add_still(carom_line(vec(x + 1, 0), vec(x + 1, 1)));
        carom_motion m = {0};
        double angle = 1.2;
        for (; !is_crushed(&m) && angle > 0; angle -= step) {
            w.moving_list.count = 0;
            const carom_wall wing = wall_through(vec(0, 0), angle, 0, 20, 0);
            add_moving(carom_moving_wall_to(wing, vec(0, 0),
                                            carom_vec2_scale(direction_at(angle - step), 20)));
            m = move(ball, 1.0 / 64);
            ball = m.ball;
        }
        assert_true(is_crushed(&m));
        const crush_search s = at_crush(&m, 0);
        assert_true(is_near(s.circle.center, x, 1, 1e-6));
        const carom_wall wing = carom_moving_wall_at(w.moving[0], s.clock);
        assert_true(carom_circle_distance(s.circle, wing) < 1e-6);
    }
}

// A post moves against a ball in a corner. The ball is crushed exactly if the way of the post is in
// the cone of the normals of the corner.
static void test_post_into_corner(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 66, 0);
    long crushed = 0;
    for (int i = 0; i < 400; i++) {
        start(carom_slide(), vec(0, 0));
        const double base = random_between(&g, 0, 6.28), half = random_between(&g, 0.1, 1.5);
        add_still(wall_through(vec(0, 0), base - half, 0, 100, 0));
        add_still(wall_through(vec(0, 0), base + half, 0, 100, 0));
        const carom_vec2 center = carom_vec2_scale(direction_at(base), 1 / sin(half) + 1e-9);
        const double by = random_between(&g, -1, 1) * (3.1 - half), wr = random_between(&g, 0, 1);
        if (fabs(fabs(by) - (1.5707963267948966 - half)) < 0.01)
            continue;
        const carom_vec2 come = direction_at(base + by);
        const carom_wall post = carom_post(carom_vec2_add(center, carom_vec2_scale(come, 4)), wr);
        add_moving(carom_moving_wall_translating(post, carom_vec2_scale(come, -3.5)));
        const carom_motion m = move(ball_at(center.x, center.y, 1, 0, 0), 1);
        assert_int_equal(is_crushed(&m), fabs(by) < 1.5707963267948966 - half);
        if (!is_crushed(&m))
            continue;
        crushed++;
        assert_true(fabs(m.crushed_time - (3 - wr) / 3.5) < 1e-7);
        assert_true(m.crushed_by[0].is_moving && !m.crushed_by[1].is_moving);
    }
    assert_true(crushed > 50);
}

// More walls close on a ball at once than a search has room for.
static void test_many_walls(void **state) {
    (void)state;
    for (int count = 3; count <= 24; count++) {
        start(carom_slide(), vec(0, 0));
        for (int i = 0; i < count; i++) {
            const double angle = i * 6.283185307179586 / count;
            const carom_vec2 n = direction_at(angle);
            const carom_wall wall =
                wall_through(carom_vec2_scale(n, -2), angle + 1.5707963267948966, 9, 9, 0);
            add_moving(carom_moving_wall_translating(wall, carom_vec2_scale(n, 1.5)));
        }
        const carom_motion m = move(ball_at(0, 0, 1, 0, 0), 1);
        assert_true(is_crushed(&m) && fabs(m.crushed_time - 2.0 / 3) < 1e-6);
        assert_true(m.crushed_by[0].is_moving && m.crushed_by[1].is_moving);
        assert_true(m.crushed_by[0].index != m.crushed_by[1].index);
        // Without one of three the ball gets out; without one of five or more it does not.
        w.moving_list.count--;
        const carom_motion out = move(ball_at(0, 0, 1, 0, 0), 1);
        assert_true(count == 4 || is_crushed(&out) == (count > 4));
    }
}

// ---- many legs before the crush ----

// A crush after many legs. At the post the mover has tried more than 1,024: it prefers longer legs
// by then, but the ball is crushed only when it can neither stay for 2^-30 of the frame nor go.
static void check_late_crush(carom_ball ball, int least_legs) {
    const carom_motion m = move(ball, 1);
    assert_true(is_crushed(&m) && w.watch.leg_count >= least_legs);
    check_crush(&m);
}

// A plate squeezes the ball along the floor to a post.
static void test_late_crush_at_post(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    add_still(carom_line(vec(0, 0), vec(1, 0)));
    add_still(carom_post(vec(-0.9560546875, 0.65625), 0.0966796875));
    const carom_wall plate = carom_capsule(vec(-23.4951171875, 1.177734375),
                                           vec(23.4951171875, 3.3720703125), 0.1416015625);
    add_moving(carom_moving_wall_translating(plate, vec(0, -0.0390625)));
    check_late_crush(ball_at(-2.60546875, 1.0048828125, 1, 0, 0), 500);
}

// A wing that turns squeezes the ball along a wall into a corner.
static void test_late_crush_in_corner(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    add_still(carom_segment(vec(-6, 6), vec(-6, -6)));
    add_still(carom_segment(vec(-6, 2), vec(-4, 3)));
    add_still(carom_capsule(vec(-5, -5), vec(-4, -4.5), 0.25));
    const carom_wall wing = carom_capsule(vec(-5, -7.171875), vec(-4.4765625, 0.7265625), 0.171875);
    add_moving(carom_moving_wall_make(wing, vec(0, 0), vec(-0.7890625, 0.015625)));
    check_late_crush(ball_at(-5.6015625, -4.75, 0.3984375, 1221, 828.140625), 150);
}

// A wing that turns squeezes the ball along the ceiling, past the end of a wall.
static void test_late_crush_at_ceiling(void **state) {
    (void)state;
    start(carom_slide(), vec(0, 0));
    add_still(carom_segment(vec(4, 4), vec(-4, 4)));
    add_still(carom_segment(vec(-4, 4), vec(-4, -4)));
    add_still(carom_segment(vec(-4, 1), vec(-2, 3)));
    const carom_wall wing = carom_segment(vec(-0.0625, 2.9375), vec(-8.25, 2.9375));
    add_moving(carom_moving_wall_make(wing, vec(0, 0), vec(0, 0.375)));
    check_late_crush(ball_at(-3.4375, 3.5, 0.5, 0, 0), 90);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_worlds),         cmocka_unit_test(test_limit_of_speed),
        cmocka_unit_test(test_press_with_exit),       cmocka_unit_test(test_wing_and_stop),
        cmocka_unit_test(test_post_into_corner),      cmocka_unit_test(test_many_walls),
        cmocka_unit_test(test_late_crush_at_post),    cmocka_unit_test(test_late_crush_in_corner),
        cmocka_unit_test(test_late_crush_at_ceiling),
    };
    return cmocka_run_group_tests_name("crushed balls", tests, NULL, NULL);
}
