// The character on the ground: flat floors, slopes, steps, stairs, ledges and valleys. Every scene
// has an answer in closed form. Room: tests.
#include <math.h>

#include "character_world.h"

static const double R = 0.5;

static void test_flat(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(0, 2), R);
    world_add(&w, carom_segment(vec(-9, -1), vec(-9, 0)));
    world_add(&w, carom_segment(vec(-100, 0), vec(100, 0)));
    world_land(&w, 64);
    assert_true(w.motion.landed);
    assert_true(w.c.ground.index == 1 && w.c.ground_normal.x == 0 && w.c.ground_normal.y == 1);
    assert_true(w.c.ball.center.x == 0 && w.c.ball.center.y == R);
    for (int i = 1; i <= 200; i++) {
        world_walk(&w, 8, 1);
        assert_true(w.c.on_ground && !w.motion.landed && !w.motion.snapped && !w.motion.hit_wall);
        assert_true(w.c.ball.center.x == i * 0.125);
        assert_true(w.c.ball.center.y - R <= 64 * 0x1p-49);
        assert_true(w.c.ball.velocity.x == 8 && w.c.ball.velocity.y == 0);
    }
}

// Rows of tiles whose joints are not felt, on slopes of both signs and far from the origin.
static void test_joints(void **state) {
    (void)state;
    const double slopes[] = {0, 0.1, -0.1, 1.0 / 3, -1.0 / 3, 0.75, -0.75, 1, -1};
    for (int k = 0; k < 9; k++) {
        for (int far = 0; far < 2; far++) {
            const double x0 = far ? 12345.6 : 0;
            world w;
            world_start(&w, vec(x0 + 1, 1 + slopes[k] + R * sqrt(1 + slopes[k] * slopes[k])), R);
            for (int i = 0; i < 300; i++)
                world_add(&w, carom_segment(vec(x0 + 0.1 * i, slopes[k] * 0.1 * i),
                                            vec(x0 + 0.1 * (i + 1), slopes[k] * 0.1 * (i + 1))));
            // Rounded coordinates that are large make slopes beyond the limit of 1.
            w.settings.max_slope = far ? 1 + 0x1p-30 : 1;
            world_land(&w, 64);
            world_walk_on_ground(&w, 7.3, 200);
            // Never slides down.
            const carom_vec2 rest = w.c.ball.center;
            world_walk(&w, 0, 50);
            assert_true(w.c.on_ground);
            assert_true(w.c.ball.center.x == rest.x && w.c.ball.center.y == rest.y);
            world_walk_on_ground(&w, -7.3, 180);
        }
    }
}

// A floor that ends in a slope of 3 in 4.
static void start_slope(world *w, double max_slope) {
    world_start(w, vec(-3, R), R);
    w->is_reversed = max_slope < 0.75;
    const carom_vec2 row[] = {{-10, 0}, {0, 0}, {40, 30}};
    world_add_row(w, row, 3);
    w->settings.max_slope = max_slope;
    world_land(w, 2);
}

static void test_slope_at_limit(void **state) {
    (void)state;
    world w;
    start_slope(&w, 0.75);
    world_walk_on_ground(&w, 4, 300);
    // On the slope the centre is R above it: y = 0.75 x + 1.25 R.
    const carom_vec2 p = w.c.ball.center;
    assert_true(fabs(p.y - 0.75 * p.x - 1.25 * R) < 1e-13);
    world_walk(&w, 0, 100);
    assert_true(w.c.ball.center.x == p.x && w.c.ball.center.y == p.y);
    world_walk_on_ground(&w, -4, 300);
    assert_true(fabs(w.c.ball.center.x + 3) < 1e-12 && fabs(w.c.ball.center.y - R) < 1e-13);

    start_slope(&w, nextafter(0.75, 0));
    world_walk(&w, 4, 300);
    // It touches floor and slope: x = -R tan(half the angle of the slope).
    assert_true(w.c.on_ground && w.motion.hit_wall && w.motion.wall.index == 1);
    assert_true(fabs(w.motion.wall_normal.x + 0.6) < 1e-15);
    assert_true(fabs(w.c.ball.center.x + R / 3) < 1e-13 && fabs(w.c.ball.center.y - R) < 1e-13);
    assert_true(w.c.ball.velocity.x == 0);
    world_walk_on_ground(&w, -4, 10);
}

// A steep slope is not climbed by jumping into it, nor by stepping, and what falls on it slides.
static void test_steep_slope(void **state) {
    (void)state;
    world w;
    start_slope(&w, 0.7);
    w.settings.step_height = 0.25;
    w.settings.snap_distance = 0.25;
    double highest = 0;
    for (int i = 0; i < 2000; i++) {
        if (w.c.on_ground)
            w.c.ball.velocity.y = 8;
        world_walk(&w, 10, 1);
        highest = fmax(highest, w.c.ball.center.y);
        assert_false(w.c.is_wedged);
        assert_true(!w.c.on_ground || w.c.ball.center.y < R + 1e-12);
    }
    // v^2 / 2g = 1
    assert_true(highest > R + 0.5 && highest <= R + 1 + 1e-12);

    w.c = carom_character_make(vec(20, 17), R);
    double y = 17;
    int frames = 0;
    while (!w.c.on_ground && frames++ < 600) {
        world_move(&w);
        assert_true(w.c.ball.center.y < y);
        y = w.c.ball.center.y;
    }
    assert_true(w.c.on_ground && fabs(w.c.ball.center.y - R) < 1e-12);
}

// A riser of this height at x = 0.
static void start_step(world *w, double height, double step_height, bool is_reversed) {
    world_start(w, vec(-2, R), R);
    w->is_reversed = is_reversed;
    const carom_vec2 row[] = {{-10, 0}, {0, 0}, {0, height}, {20, height}};
    world_add_row(w, row, 4);
    w->settings.step_height = step_height;
    world_land(w, 2);
}

static void test_step_height(void **state) {
    (void)state;
    // Up to 0.29 R a step is a slope, because the circle is round.
    const double heights[] = {0.1, 0.25, 0.4375, 0.5, 0.75, 1.5};
    for (int k = 0; k < 6; k++) {
        for (int fast = 0; fast < 3; fast++) {
            const double h = heights[k], speed = fast == 0 ? 1 : fast == 1 ? 6 : 300;
            const int frames = (int)(ceil(4 / (speed / 64)));
            world w;
            start_step(&w, h, h, fast == 1);
            w.settings.snap_distance = 0.01;
            bool stepped = false;
            for (int i = 0; i < frames; i++) {
                world_walk(&w, speed, 1);
                assert_true(w.c.on_ground);
                stepped = stepped || w.motion.stepped;
            }
            assert_true(w.c.ball.center.x >= 2 - 1e-12);
            assert_true(fabs(w.c.ball.center.y - R - h) < 1e-12);
            assert_true(stepped == (h > 0.2));

            start_step(&w, h, h - 1e-9, fast == 1);
            world_walk(&w, speed, frames);
            const double c = h >= R ? R : sqrt(R * R - (R - h) * (R - h));
            if (h > 0.2) {
                assert_true(w.motion.hit_wall && w.c.on_ground);
                assert_true(fabs(w.c.ball.center.x + c) < 1e-12);
                assert_true(fabs(w.c.ball.center.y - R) < 1e-12);
            }
        }
    }
}

// A riser that is too steep to walk on, and too wide for a short step: the step goes on by a
// radius.
static void test_wide_riser(void **state) {
    (void)state;
    world w;
    world_start(&w, vec(-2, R), R);
    const carom_vec2 row[] = {{-10, 0}, {0, 0}, {0.5, 0.75}, {20, 0.75}};
    world_add_row(&w, row, 4);
    w.settings.step_height = 0.75;
    world_land(&w, 2);
    int steps = 0;
    for (int i = 0; i < 64; i++) {
        const double x = w.c.ball.center.x;
        world_walk(&w, 4, 1);
        assert_true(w.c.on_ground && w.c.ball.center.x >= x + 0.0625 - 1e-12);
        assert_true(w.c.ball.center.x <= x + 0.0625 + R);
        steps += w.motion.stepped;
    }
    assert_int_equal(steps, 1);
    assert_true(fabs(w.c.ball.center.y - 0.75 - R) < 1e-12);
    // One that is higher is not climbed.
    w.settings.step_height = 0.75 - 1e-9;
    w.c = carom_character_make(vec(-2, R), R);
    world_land(&w, 2);
    world_walk(&w, 4, 64);
    assert_true(w.c.on_ground && w.motion.hit_wall && w.c.ball.center.x < 0);
}

// A step without room above is not climbed.
static void test_step_needs_room(void **state) {
    (void)state;
    world w;
    for (int k = 0; k < 2; k++) {
        start_step(&w, 0.375, 0.5, false);
        // The gap over the step is 2R, or a little less.
        const double gap = k == 0 ? 2 * R : 2 * R - 1e-9;
        world_add(&w, carom_segment(vec(-1, 0.375 + gap), vec(20, 0.375 + gap)));
        world_walk(&w, 5, 100);
        assert_true(w.c.on_ground);
        assert_true((w.c.ball.center.x > 3) == (k == 0));
        // It is wedged between the edge of the step and the ceiling.
        assert_true((w.motion.hit_wall || w.motion.hit_head) == (k == 1));
    }
}

static void test_stairs(void **state) {
    (void)state;
    const double treads[] = {0.45, 0.6, 1.0, 2.0};
    for (int k = 0; k < 4; k++) {
        world w;
        world_start(&w, vec(-3, R), R);
        w.settings.step_height = w.settings.snap_distance = 0.25;
        carom_vec2 p = vec(-20, 0);
        for (int i = 0; i < 40; i++) {
            const carom_vec2 to = vec(i < 20 ? treads[k] * i : treads[k] * (i + 1), p.y);
            world_add(&w, carom_segment(p, to));
            p = to;
            p.y += i < 20 ? 0.25 : -0.25;
            world_add(&w, carom_segment(to, p));
        }
        world_add(&w, carom_segment(p, vec(p.x + 20, 0)));
        world_land(&w, 2);
        // The top is one tread wider than the others; the whole is 41 treads wide.
        double highest = 0;
        const int frames = (int)((p.x + 6) / 4.8 * 64);
        for (int i = 0; i < frames; i++) {
            const double x = w.c.ball.center.x;
            world_walk(&w, 4.8, 1);
            assert_true(w.c.on_ground && !w.motion.landed);
            assert_true(w.c.ball.center.x >= x + 4.8 / 64 - 1e-12);
            highest = fmax(highest, w.c.ball.center.y);
        }
        assert_true(fabs(highest - 5 - R) < 1e-12);
        assert_true(fabs(w.c.ball.center.y - R) < 1e-12);
        assert_true(w.c.ball.center.x > p.x + 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flat),           cmocka_unit_test(test_joints),
        cmocka_unit_test(test_slope_at_limit), cmocka_unit_test(test_steep_slope),
        cmocka_unit_test(test_step_height),    cmocka_unit_test(test_step_needs_room),
        cmocka_unit_test(test_stairs),         cmocka_unit_test(test_wide_riser),
    };
    return cmocka_run_group_tests_name("character", tests, NULL, NULL);
}
