// White box: the free place of a circle that overlaps walls or balls: beside few balls, among
// walls, at all sizes of numbers. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "free_world.h"

// ---- few balls ----

static void test_few_balls(void **state) {
    (void)state;
    static free_world w;
    start_world(&w);
    // Nothing there.
    carom_circle c = carom_circle_make(vec(3, 4), 1);
    free_place p = checked(&w, c, NULL, true);
    assert_true(p.found && is_point(p.center, 3, 4) && p.distance == 0);
    // Touching is free.
    add_ball(&w, 0, 0, 4);
    p = checked(&w, c, NULL, true);
    assert_true(p.found && is_point(p.center, 3, 4) && p.distance == 0);
    // Straight out of one ball.
    c.radius = 1.5;
    p = checked(&w, c, NULL, true);
    assert_true(p.found && is_near(p.center, 3.3, 4.4, 1e-14) && fabs(p.distance - 0.5) < 1e-14);
    c = carom_circle_make(vec(0, 0), 4);
    p = checked(&w, c, NULL, true);
    assert_true(p.found && is_near(p.center, 0, 8, 1e-14));
    // Out of two equal ones, and out of a small one within it.
    add_ball(&w, 0, 0, 4);
    p = checked(&w, c, NULL, true);
    assert_true(p.found && is_near(p.center, 0, 8, 1e-14));
    start_world(&w);
    add_ball(&w, 0.25, 0, 0.125);
    p = checked(&w, c, NULL, true);
    assert_true(p.found && is_near(p.center, -3.875, 0, 1e-14));
    // Between two balls, up or down: the corner with the lower y, because both are as near.
    start_world(&w);
    add_ball(&w, 3, 0, 4);
    add_ball(&w, -3, 0, 4);
    c.radius = 1;
    p = checked(&w, c, NULL, true);
    assert_true(p.found && is_near(p.center, 0, -4, 1e-13));
    // A gap of 1e-9 of a radius beside a ball in a dense lattice.
    start_world(&w);
    for (int x = -4; x <= 4; x++)
        for (int y = -4; y <= 4; y++)
            if (x != 1 || y != 1)
                add_ball(&w, 2 * x, 2 * y, 1);
    c = carom_circle_make(vec(0.5, 0.75), 1 - 1e-9);
    p = checked(&w, c, NULL, true);
    assert_true(p.found && is_near(p.center, 2, 2, 1e-8));
}

// A ball that no other one overlaps is depenetrated as without balls.
static void test_walls_alone(void **state) {
    (void)state;
    static free_world w;
    random_source g = random_start(case_seed(), 60, 0);
    int freed = 0, stuck = 0;
    for (long k = case_count(500); k > 0; k--) {
        start_world(&w);
        for (int i = random_int(&g, 1, 8); i > 0; i--)
            add_wall(&w, random_wall(&g, 4));
        const carom_circle c = random_circle(&g, 2, 0.5, 2);
        const carom_depenetration d =
            carom_circle_depenetrate(c, carom_wall_list_source(&w.list), NULL);
        free_place p = checked(&w, c, NULL, false);
        assert_true(p.found == d.found && same_point(p.center, d.center) && p.distance == 0);
        freed += d.overlapped && d.found;
        stuck += !d.found;
        if (!d.overlapped)
            continue;
        // A ball at that place.
        add_ball(&w, d.center.x, d.center.y, 0.25);
        p = checked(&w, c, NULL, false);
        assert_true(p.found ? same_point(p.origin, d.center) && p.distance >= c.radius : true);
    }
    assert_true(freed > 0 && stuck > 0);
    start_world(&w);
    assert_false(checked(&w, carom_circle_make(vec(0, 0), -1), NULL, false).found);
    const carom_circle bad = carom_circle_make(vec((double)NAN, 0), 1);
    assert_false(find(&w, bad, NULL).found);
}

// ---- no way through walls ----

static void test_closed_rooms(void **state) {
    (void)state;
    static free_world w;
    random_source g = random_start(case_seed(), 62, 0);
    long found = 0, missed = 0, overlapped = 0;
    for (long k = case_count(500); k > 0; k--) {
        start_world(&w);
        // A convex room with thin or thick walls, balls in it and around it.
        const int sides = random_int(&g, 3, 8);
        const double thick = random_one_in(&g, 2) ? 0 : random_between(&g, 0, 0.4);
        const double size = random_between(&g, 2, 6);
        carom_vec2 corner[8];
        for (int i = 0; i < sides; i++) {
            const double angle = 6.28318530717958648 * i / sides;
            corner[i] = vec(size * cos(angle), size * sin(angle));
        }
        for (int i = 0; i < sides; i++)
            add_wall(&w, carom_capsule(corner[i], corner[(i + 1) % sides], thick));
        for (int i = random_int(&g, 0, 2); i > 0; i--)
            add_wall(&w, random_wall(&g, size));
        for (int i = random_int(&g, 1, 60); i > 0; i--) {
            const carom_circle ball = random_circle(&g, 1.5 * size, 0.05, 1);
            add_ball(&w, ball.center.x, ball.center.y, ball.radius);
        }
        const carom_circle c = random_circle(&g, 0.3 * size, 0.05, 1);
        const free_place p = checked(&w, c, NULL, k % 32 == 0);
        found += p.found;
        overlapped += !p.found || !same_point(p.center, c.center);
        missed += !p.found;
        for (int i = 0; i < sides; i++) {
            const carom_vec2 along = carom_vec2_sub(corner[(i + 1) % sides], corner[i]);
            assert_true(carom_vec2_cross(along, carom_vec2_sub(p.center, corner[i])) > 0);
        }
    }
    printf("closed rooms: %ld overlapped, %ld without a place\n", overlapped, missed);
    assert_true(found > 0 && missed > 0);
}

// A room with many walls that one ball fills.
static void test_filled_room(void **state) {
    (void)state;
    static free_world w;
    start_world(&w);
    for (int i = 0; i < 12; i++) {
        const double angle = 0.5235987755982989 * i, next = angle + 0.5235987755982989;
        add_wall(&w, carom_segment(vec(4 * cos(angle), 4 * sin(angle)),
                                   vec(4 * cos(next), 4 * sin(next))));
    }
    add_ball(&w, 0, 0, 3);
    assert_false(checked(&w, carom_circle_make(vec(0, 0), 1), NULL, true).found);
    assert_false(checked(&w, carom_circle_make(vec(0.5, 0.25), 0.5), NULL, true).found);
    set_ball(&w, 0, 1.5, 0, 2);
    assert_true(checked(&w, carom_circle_make(vec(0.5, 0.25), 0.5), NULL, true).found);
}

// Walls of every extent, one-sided ones among them, that the circle overlaps at the start.
static void test_walls_and_balls(void **state) {
    (void)state;
    static free_world w;
    random_source g = random_start(case_seed(), 63, 0);
    long found = 0, missed = 0;
    for (long k = 4 * case_count(500); k > 0; k--) {
        start_world(&w);
        for (int i = random_int(&g, 1, 12); i > 0; i--)
            add_wall(&w, random_wall(&g, 5));
        for (int i = random_int(&g, 1, 40); i > 0; i--) {
            const carom_circle ball = random_circle(&g, 4, 0.05, 1);
            add_ball(&w, ball.center.x, ball.center.y, ball.radius);
        }
        const free_place p = checked(&w, random_circle(&g, 3, 0.05, 1.5), NULL, k % 64 == 0);
        found += p.found;
        missed += !p.found;
    }
    printf("walls and balls: %ld found, %ld not\n", found, missed);
    assert_true(found > missed && missed > 0);
}

// Balls in a corridor that is only some ulp wider than they are: all places are along it.
static void test_corridors(void **state) {
    (void)state;
    static free_world w;
    random_source g = random_start(case_seed(), 64, 0);
    for (long k = case_count(500) / 4; k > 0; k--) {
        start_world(&w);
        const double angle = k % 4 == 0 ? 0.0 : random_between(&g, 0, 6.28);
        const carom_vec2 u = vec(cos(angle), sin(angle)), n = carom_vec2_left(u);
        const double half = 1 + (k % 4 == 0 ? 0 : random_log(&g, -46, -3));
        for (int side = -1; side <= 1; side += 2) {
            const carom_vec2 foot = carom_vec2_scale(n, side * half);
            add_wall(&w, carom_segment(carom_vec2_sub(foot, carom_vec2_scale(u, 40)),
                                       carom_vec2_add(foot, carom_vec2_scale(u, 40))));
        }
        const carom_circle c = carom_circle_make(vec(0, 0), 1);
        free_place last = {.found = false};
        for (int i = 0; i < 12; i++) {
            last = checked(&w, c, i > 0 ? &last : NULL, i == 2);
            const double straight = 2 * ((i + 1) / 2);
            assert_true(last.found && last.distance <= straight + 1e-9);
            assert_true(last.distance >= 0.96 * straight);
            add_ball(&w, last.center.x, last.center.y, 1);
        }
    }
}

// A circle with its centre on the axis of a wall can leave it to either side, one that overlaps it
// cannot reach the axis.
static void test_axes(void **state) {
    (void)state;
    static free_world w;
    start_world(&w);
    add_wall(&w, carom_segment(vec(0, -9), vec(0, 9)));
    add_ball(&w, -1, 0, 1);
    // To the side of the ball, because it would go there without the ball.
    free_place p = checked(&w, carom_circle_make(vec(0, 0), 1), NULL, true);
    assert_true(p.found && is_near(p.center, -1, 2, 1e-14));
    for (int y = -12; y <= 12; y++)
        add_ball(&w, 0.75, y, 0.5);
    // The nearest place would be behind the wall.
    p = checked(&w, carom_circle_make(vec(0.25, 0), 1), NULL, true);
    assert_true(p.found && p.center.x > 1);
    // A one-sided wall does not stop what overlaps it, and stops what is on its left.
    start_world(&w);
    add_wall(&w, carom_line(vec(0, 9), vec(0, -9)));
    w.walls[0].one_sided = true;
    add_ball(&w, 0.5, 0, 1);
    p = checked(&w, carom_circle_make(vec(0.25, 0), 1), NULL, true);
    assert_true(p.found && is_near(p.center, -1.5, 0, 1e-14));
    p = checked(&w, carom_circle_make(vec(1, 0.25), 1), NULL, true);
    assert_true(p.found && p.center.x >= 1 && p.center.y > 0.25);
}

// ---- unusual sizes ----

static void test_points(void **state) {
    (void)state;
    static free_world w;
    random_source g = random_start(case_seed(), 65, 0);
    for (long k = case_count(500) / 2; k > 0; k--) {
        start_world(&w);
        add_rectangle(&w, -6, -6, 12, 12);
        for (int i = random_int(&g, 1, 30); i > 0; i--) {
            const carom_circle ball = random_circle(&g, 3, 0, 1.5);
            add_ball(&w, ball.center.x, ball.center.y, ball.radius);
        }
        const free_place p = checked(&w, random_circle(&g, 2, 0, 0), NULL, k % 16 == 0);
        assert_true(p.found && fabs(p.center.x) < 6 && fabs(p.center.y) < 6);
    }
    // Points do not overlap each other.
    start_world(&w);
    add_ball(&w, 1, 1, 0);
    assert_true(checked(&w, carom_circle_make(vec(1, 1), 0), NULL, true).distance == 0);
}

// The same places at all sizes of numbers.
static void test_sizes(void **state) {
    (void)state;
    static free_world w;
    static const int shifts[] = {0, 1000, -1000, 300, -1020};
    random_source g = random_start(case_seed(), 66, 0);
    for (long k = case_count(500) / 8; k > 0; k--) {
        random_source same = g;
        free_place plain = {.found = false};
        for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++) {
            g = same;
            const double unit = ldexp(1, shifts[i]);
            start_world(&w);
            add_wall(&w, random_wall(&g, 4));
            w.walls[0].a = carom_vec2_scale(w.walls[0].a, unit);
            w.walls[0].b = carom_vec2_scale(w.walls[0].b, unit);
            w.walls[0].radius *= unit;
            for (int n = random_int(&g, 1, 40); n > 0; n--) {
                const carom_circle ball = random_circle(&g, 2, 0.25, 1);
                add_ball(&w, unit * ball.center.x, unit * ball.center.y, unit * ball.radius);
            }
            carom_circle c = random_circle(&g, 1, 0.25, 1);
            c = carom_circle_make(carom_vec2_scale(c.center, unit), unit * c.radius);
            const free_place p = checked(&w, c, NULL, k % 16 == 0);
            if (i == 0)
                plain = p;
            assert_true(p.found == plain.found);
            const carom_vec2 q = carom_vec2_scale(plain.center, unit);
            assert_true(is_near(p.center, q.x, q.y, 1e-9 * unit));
        }
    }
}

// At both ends of the range of double. Places beyond it do not exist.
static void test_ends_of_the_range(void **state) {
    (void)state;
    static free_world w;
    start_world(&w);
    add_ball(&w, 0, 0, 0.75 * DBL_MAX);
    free_place p = checked(&w, carom_circle_make(vec(0, 1), 0.75 * DBL_MAX), NULL, true);
    assert_false(p.found);
    p = checked(&w, carom_circle_make(vec(0, 1), 0.125 * DBL_MAX), NULL, true);
    assert_true(p.found && p.center.y >= 0.875 * DBL_MAX);
    start_world(&w);
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            add_ball(&w, x * 0.9 * DBL_MAX, y * 0.9 * DBL_MAX, 0.65 * DBL_MAX);
    p = checked(&w, carom_circle_make(vec(0.9 * DBL_MAX, 0.9 * DBL_MAX), 1), NULL, true);
    assert_false(p.found);
    start_world(&w);
    for (int i = 0; i < 8; i++)
        add_ball(&w, i * DBL_TRUE_MIN, 0, i % 3 * DBL_TRUE_MIN);
    p = checked(&w, carom_circle_make(vec(0, 0), 4 * DBL_TRUE_MIN), NULL, true);
    assert_true(p.found);
    // Tiny ones far from the origin, where the numbers are far apart.
    start_world(&w);
    for (int i = 0; i < 20; i++) {
        p = checked(&w, carom_circle_make(vec(1e300, -1e300), 1e-300), NULL, i == 19);
        assert_true(p.found);
        add_ball(&w, p.center.x, p.center.y, 1e-300);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_balls),
        cmocka_unit_test(test_walls_alone),
        cmocka_unit_test(test_closed_rooms),
        cmocka_unit_test(test_filled_room),
        cmocka_unit_test(test_walls_and_balls),
        cmocka_unit_test(test_corridors),
        cmocka_unit_test(test_axes),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_ends_of_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
