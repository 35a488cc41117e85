// The character among moving walls: lifts, platforms, see-saws, doors and presses, with answers in
// closed form, and random machines under random input. Room: tests.
#include <inttypes.h>
#include <math.h>

#include "cases.h"
#include "character_world.h"
#include "random.h"

static const double R = 0.5;

// A platform of 8 units that moves by `velocity` a second, with a character on it.
static void start_platform(world *w, carom_vec2 velocity) {
    world_start(w, vec(0, R), R);
    world_add_moving(w, carom_segment(vec(-4, 0), vec(4, 0)));
    world_land(w, 2);
    assert_true(w->c.ground.is_moving && w->c.ground.index == 0);
    w->moving[0] =
        carom_moving_wall_translating(w->moving[0].wall, carom_vec2_scale(velocity, w->frame));
}

static carom_vec2 top_of(const world *w) {
    return w->moving[0].wall.a;
}

// Standing on a lift in every direction: carried exactly, never in the air, never landing again.
static void test_lift(void **state) {
    (void)state;
    const carom_vec2 velocities[] = {{0, 2}, {0, -2}, {3, 0}, {-3, 1}, {0.1, -40}, {50, 70}};
    for (int k = 0; k < 6; k++) {
        world w;
        start_platform(&w, velocities[k]);
        for (int i = 0; i < 200; i++) {
            world_move(&w);
            world_advance(&w);
            assert_true(w.c.on_ground && !w.motion.landed && !w.motion.hit_wall);
            assert_true(fabs(w.c.ball.center.x - top_of(&w).x - 4) < 1e-11);
            assert_true(fabs(w.c.ball.center.y - top_of(&w).y - R) < 1e-11);
            assert_true(fabs(w.c.ground_velocity.x - velocities[k].x) < 1e-12);
            assert_true(fabs(w.c.ground_velocity.y - velocities[k].y) < 1e-12);
            assert_true(w.c.ball.velocity.x == 0 && w.c.ball.velocity.y == 0);
        }
    }
}

// The velocity of a lift changes from frame to frame, and the character keeps standing.
static void test_changing_lift(void **state) {
    (void)state;
    world w;
    start_platform(&w, vec(0, 0));
    for (int i = 0; i < 400; i++) {
        const double up = 0.0625 * ((i * 7) % 13 - 6), right = 0.03125 * ((i * 5) % 11 - 5);
        w.moving[0] = carom_moving_wall_translating(w.moving[0].wall, vec(right, up));
        world_move(&w);
        world_advance(&w);
        assert_true(w.c.on_ground && !w.motion.landed);
        assert_true(fabs(w.c.ball.center.x - top_of(&w).x - 4) < 1e-11);
        assert_true(fabs(w.c.ball.center.y - top_of(&w).y - R) < 1e-11);
    }
}

// On a train it walks relative to the train, jumps and lands on the same place of it, and keeps the
// velocity of the train when it walks over the edge.
static void test_train(void **state) {
    (void)state;
    world w;
    start_platform(&w, vec(10, 0));
    for (int i = 1; i <= 32; i++) {
        w.c.ball.velocity.x = 2;
        world_move(&w);
        world_advance(&w);
        assert_true(w.c.on_ground && fabs(w.c.ball.center.x - 12 * i * w.frame) < 1e-12);
    }
    // The relative place is 1 now. Jumps straight up, for 1/2 s.
    w.c.ball.velocity = vec(0, 8);
    for (int i = 0; i < 32; i++) {
        world_move(&w);
        world_advance(&w);
        assert_true(fabs(w.c.ball.center.x - top_of(&w).x - 5) < 1e-12);
        if (i < 31)
            assert_true(!w.c.on_ground && fabs(w.c.ball.velocity.x - 10) < 1e-12);
    }
    assert_true(w.c.on_ground && w.motion.landed && w.c.ball.velocity.x == 0);
    for (int i = 0; i < 100 && w.c.on_ground; i++) {
        w.c.ball.velocity.x = 4;
        world_move(&w);
        world_advance(&w);
    }
    assert_true(!w.c.on_ground && fabs(w.c.ball.velocity.x - 14) < 1e-12);
}

// A lift into a ceiling: crushed between the two, and named. Without a ceiling above: not.
static void test_crushed(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        world w;
        start_platform(&w, vec(0, 4));
        const double left = k == 0 ? -9 : 0.75;
        world_add(&w, carom_segment(vec(left, 3), vec(9, 3)));
        int frames = 0;
        while (w.motion.kind != CAROM_MOTION_KIND_CRUSHED && frames++ < 64) {
            world_move(&w);
            world_advance(&w);
        }
        assert_true((w.motion.kind == CAROM_MOTION_KIND_CRUSHED) == (k == 0));
        if (k == 1)
            continue;
        // The room between them is 1 after 1/2 s.
        assert_int_equal(frames, 33);
        assert_true(w.motion.crushed_by[0].is_moving && w.motion.crushed_by[0].index == 0);
        assert_true(!w.motion.crushed_by[1].is_moving && w.motion.crushed_by[1].index == 0);
        assert_true(!w.c.on_ground && w.c.ball.velocity.x == 0 && w.motion.lost == w.frame);
    }
}

// A door that pushes a character along the floor, up to a wall, where it is crushed.
static void test_door(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, R), R);
    world_add(&w, carom_segment(vec(-9, 0), vec(9, 0)));
    world_add(&w, carom_segment(vec(4, 0), vec(4, 9)));
    world_add_moving(&w, carom_segment(vec(-2, 0.125), vec(-2, 3)));
    world_land(&w, 2);
    w.moving[0] = carom_moving_wall_translating(w.moving[0].wall, vec(0.125, 0));
    for (int i = 1; i <= 41; i++) {
        // It leans against the door, too.
        w.c.ball.velocity.x = i % 2 == 0 ? -1 : 0;
        world_move(&w);
        world_advance(&w);
        const double x = w.moving[0].wall.a.x;
        if (i <= 40) {
            assert_int_equal(w.motion.kind, CAROM_MOTION_KIND_MOVED);
            assert_true(w.c.on_ground && w.c.ball.center.x >= x + R);
            assert_true(i < 14 || w.c.ball.center.x < x + R + 1e-9);
        }
    }
    assert_int_equal(w.motion.kind, CAROM_MOTION_KIND_CRUSHED);
}

// A see-saw that turns: the character stands while the slope is walkable, then slides off.
static void test_see_saw(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(1, R), R);
    world_add(&w, carom_segment(vec(-20, -9), vec(20, -9)));
    world_add_moving(&w, carom_segment(vec(-4, 0), vec(4, 0)));
    world_land(&w, 2);
    // 1/64 rad a frame.
    const carom_vec2 turn = vec(1 - 1.0 / 8192, 1.0 / 64);
    for (int i = 0; i < 100; i++) {
        w.moving[0] = carom_moving_wall_turning(w.moving[0].wall, vec(0, 0), turn);
        const carom_vec2 u = carom_vec2_sub(w.moving[0].wall.b, w.moving[0].wall.a);
        const double slope = (u.y + w.moving[0].b_move.y - w.moving[0].a_move.y) /
                             (u.x + w.moving[0].b_move.x - w.moving[0].a_move.x);
        world_move(&w);
        world_advance(&w);
        assert_int_equal(w.motion.kind, CAROM_MOTION_KIND_MOVED);
        if (slope > 0 && slope < 1)
            assert_true(w.c.on_ground && w.c.ground.is_moving);
    }
    world_land(&w, 200);
    assert_false(w.c.ground.is_moving);
}

// A one-way platform that moves: up through it from below, and dropped through.
static void test_moving_ledge(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, R), R);
    world_add(&w, carom_segment(vec(-9, 0), vec(9, 0)));
    carom_wall ledge = carom_segment(vec(-4, 2), vec(4, 2));
    ledge.one_sided = true;
    world_add_moving(&w, ledge);
    w.moving[0] = carom_moving_wall_translating(ledge, vec(0.015625, 0));
    world_land(&w, 2);
    w.c.ball.velocity.y = 14;
    for (int i = 0; i < 60; i++) {
        world_move(&w);
        world_advance(&w);
    }
    assert_true(w.c.on_ground && w.c.ground.is_moving && fabs(w.c.ball.center.y - 2.5) < 1e-12);
    w.settings.drop = true;
    world_move(&w);
    world_advance(&w);
    w.settings.drop = false;
    assert_false(w.c.on_ground);
    for (int i = 0; i < 60; i++) {
        world_move(&w);
        world_advance(&w);
    }
    assert_true(w.c.on_ground && !w.c.ground.is_moving);
}

// Moving walls that the filter leaves out, invalid ones, a frame without time, and a start inside
// of a moving wall.
static void test_odd(void **state) {
    (void)state;
    world w;
    start_platform(&w, vec(0, 4));
    const double y = w.c.ball.center.y;
    w.frame = 0;
    world_move(&w);
    assert_true(w.c.ball.center.y == y && w.c.on_ground && w.c.ground_velocity.y == 0);
    w.frame = 1.0 / 64;
    const carom_filter none = carom_filter_mask(2);
    w.settings.world.moving_filter = &none;
    world_move(&w);
    assert_true(!w.c.on_ground && w.c.ball.center.y < y);

    start_platform(&w, vec(0, 4));
    w.moving[0].b_move.x = (double)NAN;
    world_move(&w);
    assert_false(w.c.on_ground);

    start_platform(&w, vec(0, 4));
    w.c.ball.center.y -= 0.25;
    world_move(&w);
    assert_int_equal(w.motion.kind, CAROM_MOTION_KIND_FREED);
    assert_true(w.motion.overlapped.is_moving && w.motion.overlapped.index == 0);
    // The velocity of the ground is beyond the range of double.
    start_platform(&w, vec(0, 0));
    w.moving[0] = carom_moving_wall_make(w.moving[0].wall, vec(0x1p1023, 0), vec(-0x1p1023, 0));
    world_move(&w);
}

// Steps and steep slopes of which some walls move: the ends are judged among the walls of both
// sources.
static void test_mixed_ends(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        world w;
        world_start(&w, vec(-3, 0.625), 0.625);
        w.settings.step_height = w.settings.snap_distance = 0.4375;
        const carom_vec2 foot = vec(0, 0), end = vec(0, 0.25);
        const carom_wall walls[] = {carom_segment(foot, end), carom_segment(end, vec(4, 5.25)),
                                    carom_segment(end, vec(4, 5.5)),
                                    carom_segment(vec(-9, 0), foot)};
        for (int i = 0; i < 4; i++) {
            if (k >> i & 1)
                world_add(&w, walls[i]);
            else
                world_add_moving(&w, walls[i]);
        }
        if (k == 0)
            w.settings.world.walls.query = NULL;
        world_land(&w, 2);
        for (int i = 0; i < 100; i++) {
            w.c.ball.velocity.x = 5;
            world_move(&w);
        }
        assert_true(w.c.on_ground && w.motion.hit_wall);
        assert_true(fabs(w.c.ball.center.x + 0.5) < 1e-12);
        assert_true(fabs(w.c.ball.center.y - 0.625) < 1e-12);
    }
}

// A source that reports every wall for every path, invalid ones too.
static void query_all(const void *source, const carom_path *path,
                      carom_moving_wall_callback *callback, void *context) {
    const carom_moving_wall_list *list = source;
    (void)path;
    for (size_t i = 0; i < list->count; i++)
        callback(context, (carom_index)i, &list->walls[i]);
}

static void test_all_reported(void **state) {
    (void)state;
    world w;
    start_platform(&w, vec(0, 4));
    world_add_moving(&w, carom_segment(vec(90, 0), vec(91, 0)));
    w.settings.world.moving_walls.query = query_all;
    for (int i = 0; i < 20; i++) {
        world_move(&w);
        world_advance(&w);
        assert_true(w.c.on_ground && w.c.ground.index == 0 && w.c.ground_velocity.y == 4);
    }
    w.moving[0].a_move.x = (double)INFINITY;
    world_move(&w);
    assert_false(w.c.on_ground);
}

// The ground of the last frame is not there any more.
static void test_lost_ground(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        world w;
        start_platform(&w, vec(4, 4));
        world_move(&w);
        world_advance(&w);
        const double y = w.c.ball.center.y;
        if (k == 0) {
            w.settings.world.moving_walls.query = NULL;
            w.moving_list.count = 0;
        } else if (k == 1)
            w.c.ground.index = 1;
        else
            w.moving[0].a_move.x = (double)INFINITY;
        world_move(&w);
        // In the second case the platform pushes it up from below.
        assert_true(w.c.on_ground == (k == 1));
        assert_true(k == 1 ? w.c.ball.center.y > y : w.c.ball.center.y < y);
    }
}

// ---- random machines ----

enum { CASES = 500, FRAMES_PER_CASE = 20, FRAMES_PER_LEVEL = 250 };

static void add_machine(world *w, random_source *g) {
    world_start(w, vec(8, 6), R);
    const carom_vec2 row[] = {{0, 10}, {0, 0},    {4, 0},    {6, 1},
                              {10, 1}, {10, 0.5}, {16, 0.5}, {16, 10}};
    world_add_row(w, row, 8);
    if (random_one_in(g, 2))
        world_add(w, carom_segment(vec(0, 10), vec(16, 10)));
    const int count = random_int(g, 1, 6);
    for (int i = 0; i < count; i++) {
        const double x = random_between(g, 1, 15), y = random_between(g, 2, 5);
        const double dx = random_between(g, -3, 3), dy = random_between(g, -0.5, 0.5);
        const carom_vec2 a = vec(x, y), b = vec(x + dx, y + dy);
        carom_wall wall = carom_capsule(a, b, random_one_in(g, 2) ? 0 : 0.25);
        wall.one_sided = b.x > a.x && random_one_in(g, 3);
        const size_t k = world_add_moving(w, wall);
        if (carom_circle_overlaps(carom_circle_make(w->c.ball.center, R), w->moving[k].wall))
            w->moving_list.count--;
    }
    w->settings.step_height = w->settings.snap_distance = random_between(g, 0, 0.5);
}

// Each wall keeps its motion for some frames: a translation, or a turn about its middle or an end.
static void drive(world *w, random_source *g) {
    for (size_t i = 0; i < w->moving_list.count; i++) {
        carom_moving_wall *m = &w->moving[i];
        if (random_one_in(g, 16)) {
            const double speed = random_log(g, -8, -2);
            const int x = random_int(g, -2, 2), y = random_int(g, -2, 2);
            m->a_move = m->b_move = vec(speed * x, speed * y);
        } else if (random_one_in(g, 16)) {
            const double angle = random_between(g, -0.0625, 0.0625);
            const carom_vec2 turn = vec(1 - angle * angle / 2, angle);
            const carom_vec2 middle = carom_vec2_scale(carom_vec2_add(m->wall.a, m->wall.b), 0.5);
            *m = carom_moving_wall_turning(m->wall, random_one_in(g, 2) ? middle : m->wall.a, turn);
        } else if (random_one_in(g, 8)) {
            m->a_move = m->b_move = vec(0, 0);
        }
        // Stays near the level.
        if (fabs(m->wall.a.x - 8) > 10 || fabs(m->wall.a.y - 4) > 8)
            m->a_move = m->b_move =
                vec(m->wall.a.x > 8 ? -0.0625 : 0.0625, m->wall.a.y > 4 ? -0.0625 : 0.0625);
    }
}

static void test_machines(void **state) {
    (void)state;
    static world w;
    long frames = 0, rides = 0, crushed = 0, freed = 0, lost = 0;
    const long levels = case_count(CASES) * FRAMES_PER_CASE / FRAMES_PER_LEVEL;
    for (long level = 0; level < levels; level++) {
        random_source g = random_start(case_seed(), 99, (uint64_t)level);
        add_machine(&w, &g);
        double speed = 0;
        for (int i = 0; i < FRAMES_PER_LEVEL; i++) {
            drive(&w, &g);
            if (random_one_in(&g, 20)) {
                const int way = random_int(&g, -1, 1);
                speed = way * random_log(&g, -3, 4);
            }
            w.c.ball.velocity.x = speed;
            if (w.c.on_ground && random_one_in(&g, 20))
                w.c.ball.velocity.y = random_between(&g, 1, 14);
            w.settings.drop = random_one_in(&g, 30);
            world_move(&w);
            world_advance(&w);
            frames++;
            rides += w.c.on_ground && w.c.ground.is_moving;
            crushed += w.motion.kind == CAROM_MOTION_KIND_CRUSHED;
            freed += w.motion.kind == CAROM_MOTION_KIND_FREED;
            lost += w.motion.lost > 0;
            if (w.motion.kind >= CAROM_MOTION_KIND_STUCK || w.c.ball.center.y > 30 ||
                w.c.ball.center.y < -20)
                break;
        }
    }
    printf("%ld frames, riding %ld, crushed %ld, freed %ld, lost time %ld\n", frames, rides,
           crushed, freed, lost);
    assert_true(rides > frames / 100 && freed == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lift),         cmocka_unit_test(test_changing_lift),
        cmocka_unit_test(test_train),        cmocka_unit_test(test_crushed),
        cmocka_unit_test(test_door),         cmocka_unit_test(test_see_saw),
        cmocka_unit_test(test_moving_ledge), cmocka_unit_test(test_odd),
        cmocka_unit_test(test_mixed_ends),   cmocka_unit_test(test_lost_ground),
        cmocka_unit_test(test_all_reported), cmocka_unit_test(test_machines),
    };
    return cmocka_run_group_tests_name("character_rides", tests, NULL, NULL);
}
