// The character in the air: jumps, ceilings, one-way ledges, narrow valleys; and other directions,
// other sources and invalid input. Room: tests.
#include <float.h>
#include <math.h>

#include "character_world.h"
#include "source_kinds.h"

static const double R = 0.5;

// A free flight is a parabola: the height of a jump is v^2 / 2g, and its width 2 v u / g.
static void test_jump(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, R), R);
    world_add(&w, carom_segment(vec(-10, 0), vec(10, 0)));
    world_land(&w, 2);
    w.c.ball.velocity = vec(2, 16);
    double highest = 0;
    for (int i = 1; i <= 64; i++) {
        assert_true(i == 1 || !w.c.on_ground);
        world_move(&w);
        highest = fmax(highest, w.c.ball.center.y);
        const double t = i * w.frame;
        assert_true(w.c.ball.center.x == 2 * t);
        if (i < 64) {
            assert_true(fabs(w.c.ball.center.y - R - 16 * t + 16 * t * t) < 1e-13);
            assert_true(w.c.ball.velocity.y == 16 - 32 * t);
        }
    }
    assert_true(highest == R + 4);
    assert_true(w.c.on_ground && w.motion.landed);
    assert_true(w.c.ball.velocity.x == 2 && w.c.ball.velocity.y == 0);
}

// A jump up a slope is not swallowed by the slope.
static void test_jump_uphill(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        world w;
        world_start(&w, vec(-1, R), R);
        const carom_vec2 row[] = {{-10, 0}, {0, 0}, {40, 40}};
        world_add_row(&w, row, 3);
        world_land(&w, 2);
        world_walk(&w, 12, 60);
        assert_true(w.c.on_ground && w.c.ground.index == 1);
        const double y = w.c.ball.center.y;
        w.c.ball.velocity.y = k == 0 ? 8 : 16;
        world_walk(&w, 12, 1);
        assert_false(w.c.on_ground);
        assert_true(fabs(w.c.ball.center.y - y - (w.c.ball.velocity.y + 0.25) * w.frame) < 1e-12);
        world_walk(&w, 0, 64);
        assert_true(w.c.on_ground);
    }
}

static void test_ceiling(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, R), R);
    world_add(&w, carom_segment(vec(-10, 0), vec(10, 0)));
    world_add(&w, carom_segment(vec(-10, 2), vec(10, 2)));
    world_land(&w, 2);
    w.c.ball.velocity = vec(3, 32);
    bool hit = false;
    for (int i = 0; i < 40; i++) {
        world_move(&w);
        assert_true(w.c.ball.velocity.x == 3);
        if (w.motion.hit_head) {
            assert_true(!hit && w.motion.head.index == 1 && !w.motion.hit_wall);
            assert_true(w.c.ball.velocity.y <= 0);
            assert_true(fabs(w.c.ball.center.y - 1.5) < 1e-12);
        }
        hit = hit || w.motion.hit_head;
    }
    assert_true(hit && w.c.on_ground);
    assert_true(fabs(w.c.ball.center.x - 3 * 40 * w.frame) < 1e-12);
}

// A ramp leads into a ceiling: the character stops in the wedge and walks out again.
static void test_ramp_into_ceiling(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(-4, R), R);
    const carom_vec2 row[] = {{-10, 0}, {0, 0}, {20, 10}};
    world_add_row(&w, row, 3);
    world_add(&w, carom_segment(vec(-10, 4), vec(20, 4)));
    w.settings.step_height = w.settings.snap_distance = 0.3;
    world_land(&w, 2);
    world_walk(&w, 6, 300);
    assert_true(w.c.on_ground && w.motion.hit_head && w.motion.head.index == 2);
    // Under the ceiling and on the ramp: y = 4 - R = x / 2 + R sqrt(1.25).
    const carom_vec2 p = w.c.ball.center;
    assert_true(fabs(p.y - 3.5) < 1e-12 && fabs(p.x - 2 * (3.5 - R * sqrt(1.25))) < 1e-12);
    for (int i = 0; i < 100; i++) {
        world_walk(&w, 6, 1);
        assert_true(w.c.ball.center.x == p.x && w.c.ball.center.y == p.y && w.c.on_ground);
    }
    world_walk_on_ground(&w, -6, 60);
}

// A valley of two slopes: walkable ones are ground, steep ones wedge the character. It rests there
// without jitter, and it can jump out.
static void test_valley(void **state) {
    (void)state;
    for (int steep = 0; steep < 2; steep++) {
        world w;
        const double rise = steep ? 3 : 0.75;
        world_start(&w, vec(0.5, 9), R);
        const carom_vec2 row[] = {{-9, 9 * rise}, {0, 0}, {9, 9 * rise}};
        world_add_row(&w, row, 3);
        world_land(&w, 600);
        world_walk(&w, 0, 200);
        assert_true(w.c.on_ground && w.c.is_wedged == (steep == 1));
        assert_true(!steep || (w.c.ground_normal.x == 0 && w.c.ground_normal.y == 1));
        const carom_vec2 p = w.c.ball.center;
        if (steep)
            assert_true(fabs(p.x) < 1e-12 && fabs(p.y - R * sqrt(10)) < 1e-12);
        for (int i = 0; i < 300; i++) {
            world_walk(&w, steep ? i % 3 - 1 : 0, 1);
            assert_true(w.c.on_ground);
            assert_true(fabs(w.c.ball.center.x - p.x) < 1e-14);
            assert_true(fabs(w.c.ball.center.y - p.y) < 1e-14);
        }
        w.c.ball.velocity.y = 8;
        world_move(&w);
        assert_true(!w.c.on_ground && w.c.ball.center.y > p.y + 0.1);
    }
}

// Between a steep slope and a wall, and between a wall and an overhang.
static void test_corners(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(-1, 3), R);
    world_add(&w, carom_segment(vec(0, -5), vec(0, 20)));
    world_add(&w, carom_segment(vec(-6, 12), vec(1, -2)));
    world_land(&w, 600);
    assert_true(w.c.is_wedged);
    const carom_vec2 p = w.c.ball.center;
    world_walk(&w, 5, 100);
    assert_true(w.c.is_wedged && fabs(w.c.ball.center.y - p.y) < 1e-14);
    // It cannot leave by jumping: the wall and the slope guide it up and down again.
    w.c.ball.velocity.y = 16;
    world_walk(&w, 5, 300);
    assert_true(w.c.is_wedged && fabs(w.c.ball.center.y - p.y) < 1e-12);

    // From both sides.
    for (int side = -1; side <= 1; side += 2) {
        world_start(&w, vec(side, 3), R);
        world_add(&w, carom_segment(vec(0, -5), vec(0, 20)));
        world_add(&w, carom_segment(vec(-side, 12), vec(6 * side, -2)));
        world_add(&w, carom_segment(vec(-20, -5), vec(20, -5)));
        w.c.ball.velocity = vec(0, 40);
        world_walk(&w, 0, 600);
        assert_true(w.c.on_ground && !w.c.is_wedged && w.c.ground.index == 2);
    }
}

// A ledge from below: up through it, stand on it, drop through it.
static void test_ledge(void **state) {
    (void)state;
    for (int thick = 0; thick < 2; thick++) {
        world w;
        world_start(&w, vec(0, R), R);
        world_add(&w, carom_segment(vec(-10, 0), vec(10, 0)));
        for (int i = 1; i <= 2; i++) {
            carom_wall ledge = carom_capsule(vec(-3, 2 * i), vec(3, 2 * i), thick * 0.125);
            ledge.one_sided = true;
            world_add(&w, ledge);
        }
        const double top = 2 + R + thick * 0.125;
        world_land(&w, 2);
        w.c.ball.velocity.y = 12.5;
        world_walk(&w, 0, 100);
        assert_true(w.c.on_ground && w.c.ground.index == 1);
        assert_true(fabs(w.c.ball.center.y - top) < 1e-12);
        world_walk_on_ground(&w, 2, 32);
        assert_true(fabs(w.c.ball.center.y - top) < 1e-12);
        // Walks past its end, and stands on the floor.
        world_walk(&w, 4, 64);
        assert_true(w.c.on_ground && w.c.ground.index == 0);

        w.c = carom_character_make(vec(0, 4 + top), R);
        world_land(&w, 200);
        assert_true(w.c.ground.index == 2);
        // One frame is enough, and only this ledge is dropped through.
        w.settings.drop = true;
        world_move(&w);
        w.settings.drop = false;
        assert_false(w.c.on_ground);
        world_land(&w, 200);
        assert_true(w.c.ground.index == 1 && fabs(w.c.ball.center.y - top) < 1e-12);
        // It drops through nothing else.
        w.c = carom_character_make(vec(0, R), R);
        w.settings.drop = true;
        world_walk(&w, 0, 10);
        assert_true(w.c.on_ground && w.c.ground.index == 0);
    }
}

// Teeth, gentle on one side and vertical on the other, no higher than a step.
static void test_saw(void **state) {
    (void)state;
    for (int slanted = 0; slanted < 2; slanted++) {
        world w;
        world_start(&w, vec(-2, R), R);
        w.is_reversed = slanted;
        w.settings.step_height = w.settings.snap_distance = 0.375;
        carom_vec2 p = vec(-9, 0);
        for (int i = 0; i < 20; i++) {
            const carom_vec2 foot = vec(1.5 * i, 0), tip = vec(1.5 * i + slanted * 0.0625, 0.375);
            world_add(&w, carom_segment(p, foot));
            world_add(&w, carom_segment(foot, tip));
            p = tip;
        }
        world_add(&w, carom_segment(p, vec(30, 0)));
        world_add(&w, carom_segment(vec(30, 0), vec(60, 0)));
        world_land(&w, 2);
        for (int i = 0; i < 550; i++) {
            const double x = w.c.ball.center.x;
            world_walk(&w, 4, 1);
            assert_true(w.c.on_ground && w.c.ball.center.x >= x + 0.0625 - 1e-12);
        }
        assert_true(w.c.ball.center.x > 31 && fabs(w.c.ball.center.y - R) < 1e-12);
        for (int i = 0; i < 550; i++) {
            const double x = w.c.ball.center.x;
            world_walk(&w, -4, 1);
            assert_true(w.c.on_ground && w.c.ball.center.x <= x - 0.0625 + 1e-12);
        }
        assert_true(w.c.ball.center.x < -1 && fabs(w.c.ball.center.y - R) < 1e-12);
    }
}

// Beyond the snap distance the character leaves the ground, and at most there.
static void test_snap_distance(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        world w;
        world_start(&w, vec(-2, 1 + R), R);
        // A drop of 0.25 onto a floor that goes on below the edge.
        const carom_vec2 row[] = {{-9, 1}, {0, 1}, {0, 0.75}, {9, 0.75}};
        world_add_row(&w, row, 4);
        w.settings.step_height = 0.25;
        w.settings.snap_distance = k == 0 ? 0.25 : 0;
        world_land(&w, 2);
        bool left = false, snapped = false;
        for (int i = 0; i < 64; i++) {
            world_walk(&w, 4, 1);
            left = left || !w.c.on_ground;
            snapped = snapped || w.motion.snapped;
        }
        assert_true(left == (k == 1) && snapped == (k == 0));
        assert_true(w.c.on_ground && fabs(w.c.ball.center.y - 0.75 - R) < 1e-12);
    }
}

// The same level with `up` in other directions: the same walk, turned. A quarter of a turn keeps
// every bit, and so does the length of `up`.
static void test_up(void **state) {
    (void)state;
    const carom_vec2 ups[] = {{0, 1}, {0, 1e300}, {1, 0}, {0, -1}, {-3, 0}};
    carom_vec2 ends[5];
    for (int k = 0; k < 5; k++) {
        const carom_vec2 up = ups[k];
        const double size = fmax(fabs(up.x), fabs(up.y));
        const carom_vec2 y = vec(up.x / size, up.y / size), x = vec(y.y, -y.x);
        const carom_vec2 row[] = {{-9, 0}, {0, 0}, {3, 2}, {5, 2}, {5, 2.25}, {9, 2.25}, {9, 12}};
        world w;
        world_start(&w, vec(0, 0), R);
        for (int i = 1; i < 7; i++) {
            const carom_vec2 a = row[i - 1], b = row[i];
            world_add(&w, carom_segment(vec(a.x * x.x + a.y * y.x, a.x * x.y + a.y * y.y),
                                        vec(b.x * x.x + b.y * y.x, b.x * x.y + b.y * y.y)));
        }
        w.c.ball.center = vec(-2 * x.x + 2 * y.x, -2 * x.y + 2 * y.y);
        w.settings.up = up;
        w.settings.gravity = vec(-32 * y.x, -32 * y.y);
        w.settings.step_height = w.settings.snap_distance = 0.25;
        for (int i = 0; i < 300; i++) {
            const double rise = carom_vec2_dot(w.c.ball.velocity, y);
            w.c.ball.velocity = vec(3 * x.x + rise * y.x, 3 * x.y + rise * y.y);
            world_move(&w);
        }
        assert_true(w.c.on_ground && w.motion.hit_wall && w.motion.wall.index == 5);
        ends[k] = vec(carom_vec2_dot(w.c.ball.center, x), carom_vec2_dot(w.c.ball.center, y));
        assert_true(ends[k].x == ends[0].x && ends[k].y == ends[0].y);
    }
    assert_true(fabs(ends[0].x - 8.5) < 1e-12 && fabs(ends[0].y - 2.75) < 1e-12);
}

// The same bits for every source of the same walls.
static void test_sources(void **state) {
    (void)state;
    carom_vec2 end = {0, 0};
    for (int k = 0; k < 2 * ORDER_COUNT + 1; k++) {
        world w;
        world_start(&w, vec(-2, R), R);
        const carom_vec2 row[] = {{-9, 3},   {-9, 0},   {0, 0}, {2, 1}, {3, 0},
                                  {3, 0.25}, {4, 0.25}, {4, 2}, {9, 2}, {9, 9}};
        world_add_row(&w, row, 10);
        world_add(&w, carom_line(vec(-9, 0), vec(9, 0)));
        static test_source source;
        if (k > 0) {
            test_source_start(&source, &w.list, (source_order)((k - 1) / 2), k % 2 == 0);
            w.settings.world.walls = test_source_walls(&source);
        }
        w.settings.step_height = w.settings.snap_distance = 0.25;
        for (int i = 0; i < 400; i++) {
            if (w.c.on_ground && i % 40 == 0)
                w.c.ball.velocity.y = 11;
            world_walk(&w, i < 250 ? 5 : -5, 1);
        }
        if (k > 0)
            test_source_end(&source);
        else
            end = w.c.ball.center;
        assert_true(w.c.ball.center.x == end.x && w.c.ball.center.y == end.y);
    }
}

static void test_overlap(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, 0.25), R);
    world_add(&w, carom_segment(vec(-9, 0), vec(9, 0)));
    world_move(&w);
    assert_int_equal(w.motion.kind, CAROM_MOTION_KIND_FREED);
    world_land(&w, 9);
    // Nothing beyond this wall is a double.
    world_add(&w, carom_wall_make(vec(-1, 0), vec(1, 0), DBL_MAX, CAROM_EXTENT_LINE));
    w.c.ball.velocity = vec(1, 1);
    world_move(&w);
    assert_int_equal(w.motion.kind, CAROM_MOTION_KIND_STUCK);
    assert_true(!w.c.on_ground && w.motion.lost == w.frame && w.c.ball.velocity.x == 0);
}

static void test_invalid(void **state) {
    (void)state;
    const carom_character good = carom_character_make(vec(1, 2), R);
    carom_character_settings s = carom_character_settings_default();
    assert_int_equal(carom_character_move(good, 1, &s).kind, CAROM_MOTION_KIND_MOVED);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1};
    for (int k = 0; k < 4; k++) {
        const double x = bad[k];
        carom_character c = good;
        c.ball.radius = x;
        assert_int_equal(carom_character_move(c, 1, &s).kind, CAROM_MOTION_KIND_INVALID);
        assert_int_equal(carom_character_move(good, x, &s).kind, CAROM_MOTION_KIND_INVALID);
        double *const numbers[] = {&s.max_slope, &s.step_height, &s.snap_distance};
        for (int i = 0; i < 3; i++) {
            const double kept = *numbers[i];
            *numbers[i] = x;
            assert_int_equal(carom_character_move(good, 1, &s).kind, CAROM_MOTION_KIND_INVALID);
            *numbers[i] = kept;
        }
        if (x == -1)
            continue;
        double *const fields[] = {&c.ball.center.x,   &c.ball.center.y, &c.ball.velocity.x,
                                  &c.ball.velocity.y, &s.up.x,          &s.up.y,
                                  &s.gravity.x,       &s.gravity.y};
        c = good;
        for (int i = 0; i < 8; i++) {
            const double kept = *fields[i];
            *fields[i] = x;
            const carom_character_motion m = carom_character_move(c, 1, &s);
            assert_int_equal(m.kind, CAROM_MOTION_KIND_INVALID);
            assert_true(m.wall.index == CAROM_NO_WALL && m.lost == 0 && !m.landed);
            *fields[i] = kept;
        }
    }
    carom_character c = good;
    c.ball.radius = 0;
    assert_int_equal(carom_character_move(c, 1, &s).kind, CAROM_MOTION_KIND_INVALID);
    s.up = vec(0, -0.0);
    assert_int_equal(carom_character_move(good, 1, &s).kind, CAROM_MOTION_KIND_INVALID);
}

// The ends of the range of double: no overflow gets out, and time 0 does nothing.
static void test_extremes(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, R), R);
    world_add(&w, carom_segment(vec(-10, 0), vec(10, 0)));
    w.frame = 0;
    world_move(&w);
    assert_true(!w.c.on_ground && w.c.ball.center.y == R);
    w.frame = 1.0 / 64;
    const double huge[] = {DBL_MAX, 1e200, 1e-300, DBL_TRUE_MIN};
    for (int i = 0; i < 256; i++) {
        world_start(&w, vec(0, R), R);
        world_add(&w, carom_segment(vec(-10, 0), vec(10, 0)));
        world_land(&w, 2);
        w.settings.gravity = vec(0, -huge[i % 4]);
        w.settings.max_slope = huge[i / 4 % 4];
        w.settings.step_height = huge[i / 16 % 4];
        w.settings.snap_distance = huge[i / 64];
        w.c.ball.velocity = vec(huge[i % 4], i % 3 == 0 ? huge[i / 4 % 4] : 0);
        world_move(&w);
        world_move(&w);
        w.frame = DBL_MAX;
        world_move(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jump),          cmocka_unit_test(test_jump_uphill),
        cmocka_unit_test(test_ceiling),       cmocka_unit_test(test_ramp_into_ceiling),
        cmocka_unit_test(test_valley),        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_ledge),         cmocka_unit_test(test_saw),
        cmocka_unit_test(test_snap_distance), cmocka_unit_test(test_up),
        cmocka_unit_test(test_sources),       cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_invalid),       cmocka_unit_test(test_extremes),
    };
    return cmocka_run_group_tests_name("character_air", tests, NULL, NULL);
}
