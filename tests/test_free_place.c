// White box: the free place of a circle that overlaps walls or balls. Every place is checked by
// loops over all walls and balls. Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/circles.h"
#include "cases.h"
#include "crowd/free_place.h"
#include "depenetration_check.h"
#include "points.h"
#include "random.h"
#include "source_kinds.h"

enum { BALLS_MAX = 1024, WALLS_MAX = 64 };

// The balls and walls of a test, and how they are visited.
typedef struct world {
    carom_circle balls[BALLS_MAX];
    carom_box boxes[BALLS_MAX];
    int count;
    carom_wall walls[WALLS_MAX];
    carom_wall_list list;
    // Visits the balls from the last one to the first; visits all of them for every box.
    bool backward, all;
    long queries;
} world;

static void start_world(world *w) {
    memset(w, 0, sizeof *w);
    w->list.walls = w->walls;
}

static void add_wall(world *w, carom_wall wall) {
    assert_true(w->list.count < WALLS_MAX);
    w->walls[w->list.count++] = wall;
}

static void set_ball(world *w, int i, double x, double y, double radius) {
    const carom_path here = {vec(x, y), vec(x, y), radius};
    w->balls[i] = carom_circle_make(here.from, radius);
    w->boxes[i] = carom_path_box(here);
}

static void add_ball(world *w, double x, double y, double radius) {
    assert_true(w->count < BALLS_MAX);
    set_ball(w, w->count++, x, y, radius);
}

static void add_rectangle(world *w, double x, double y, double width, double height) {
    const carom_vec2 p[4] = {vec(x, y), vec(x + width, y), vec(x + width, y + height),
                             vec(x, y + height)};
    for (int i = 0; i < 4; i++)
        add_wall(w, carom_segment(p[i], p[(i + 1) % 4]));
}

static void visit_balls(const void *source, carom_box box, ball_visitor *visit, void *context) {
    // The query keeps a pointer to const.
    world *w = *(world *const *)source;
    w->queries++;
    for (int k = 0; k < w->count; k++) {
        const int i = w->backward ? w->count - 1 - k : k;
        if (w->all || carom_box_overlaps(w->boxes[i], box))
            visit(context, w->balls[i]);
    }
}

static free_place find(world *w, carom_circle circle, const free_place *last) {
    const free_query q = {circle, carom_wall_list_source(&w->list), visit_balls, &w, last};
    return carom_find_free_place(&q);
}

static bool is_free_of_balls(const world *w, carom_circle circle) {
    for (int i = 0; i < w->count; i++)
        if (carom_circle_overlaps_circle(circle, w->balls[i]))
            return false;
    return true;
}

static bool same_result(free_place p, free_place q) {
    return p.found == q.found && same_point(p.center, q.center) && p.distance == q.distance;
}

// Searches, and checks the result, also for other orders of visits.
static free_place checked(world *w, carom_circle circle, const free_place *last, bool by_oracle) {
    const free_place p = find(w, circle, last);
    assert_true(same_point(p.circle.center, circle.center) && p.circle.radius == circle.radius);
    if (p.found) {
        const carom_circle there = carom_circle_make(p.center, circle.radius);
        assert_true(is_free_of_balls(w, there));
        const char *broken = illegal_depenetration(circle, p.center, &w->list, by_oracle);
        if (broken != NULL)
            fail_msg("%s", broken);
    } else {
        assert_true(same_point(p.center, circle.center));
    }
    w->backward = w->all = true;
    test_source source;
    test_source_start(&source, &w->list, ORDER_LATE_FIRST, false);
    const free_query q = {circle, test_source_walls(&source), visit_balls, &w, last};
    assert_true(same_result(p, carom_find_free_place(&q)));
    test_source_end(&source);
    w->backward = w->all = false;
    return p;
}

static double distance_of(carom_vec2 p, carom_vec2 q) {
    return hypot(p.x - q.x, p.y - q.y);
}

static carom_vec2 random_point(random_source *g, double size) {
    const double x = random_between(g, -size, size);
    return vec(x, random_between(g, -size, size));
}

static carom_circle random_circle(random_source *g, double size, double least, double most) {
    const carom_vec2 center = random_point(g, size);
    return carom_circle_make(center, random_between(g, least, most));
}

// A wall of any extent, thin or thick, one-sided or not; sometimes a post.
static carom_wall random_wall(random_source *g, double size) {
    const carom_vec2 a = random_point(g, size), along = random_point(g, size);
    const double radius = random_one_in(g, 2) ? 0 : random_between(g, 0, 0.5);
    const int extent = random_one_in(g, 4) ? random_int(g, 1, 2) : 0;
    const carom_vec2 b = random_one_in(g, 8) ? a : carom_vec2_add(a, along);
    carom_wall wall = carom_wall_make(a, b, radius, (carom_extent)extent);
    wall.one_sided = random_one_in(g, 4);
    return wall;
}

// ---- few balls ----

static void test_few_balls(void **state) {
    (void)state;
    static world w;
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
    static world w;
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

// ---- many balls in one place ----

// Places `count` balls one after another. Returns the largest distance from the first place.
static double place_all(world *w, const carom_circle *balls, int count, bool with_last) {
    free_place last = {.found = false};
    double farthest = 0;
    for (int i = 0; i < count; i++) {
        last = find(w, balls[i], with_last && i > 0 ? &last : NULL);
        assert_true(last.found);
        add_ball(w, last.center.x, last.center.y, balls[i].radius);
        farthest = fmax(farthest, distance_of(last.center, balls[0].center));
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            assert_false(carom_circle_overlaps_circle(w->balls[i], w->balls[k]));
    for (int i = 0; i < count; i++)
        assert_null(illegal_depenetration(balls[i], w->balls[i].center, &w->list, false));
    return farthest;
}

// The radius of a disc that is as large as all balls together.
static double size_of(const carom_circle *balls, int count) {
    double area = 0;
    for (int i = 0; i < count; i++)
        area += balls[i].radius * balls[i].radius;
    return sqrt(area);
}

static void test_one_place(void **state) {
    (void)state;
    static world w;
    static carom_circle balls[1000];
    static const char *names[] = {"equal", "nearly one place", "unequal", "1:100"};
    random_source g = random_start(case_seed(), 61, 0);
    for (int kind = 0; kind < 4; kind++)
        for (int count = 160; count <= 1000; count += 840) {
            for (int i = 0; i < count; i++) {
                const double dx = random_between(&g, 0, 0.1), dy = random_between(&g, 0, 0.1);
                const double near_one = random_between(&g, 0.25, 1);
                balls[i].center = kind == 1 ? vec(3 + dx, 4 + dy) : vec(3, 4);
                balls[i].radius = kind < 2 ? 1 : kind == 2 ? near_one : random_log(&g, -5, 2);
            }
            for (int with_last = count == 160 ? 0 : 1; with_last < 2; with_last++) {
                start_world(&w);
                const double far = place_all(&w, balls, count, with_last);
                const double dense = far / size_of(balls, count);
                printf("%4d %-16s %s: %.2f\n", count, names[kind],
                       with_last ? "with last" : "alone", dense);
                assert_true(dense < 1.2);
                // Far from the start, too, the order of visits does not count.
                for (int i = 0; i < 4; i++)
                    (void)checked(&w, random_circle(&g, 4, 0.01, 2), NULL, false);
            }
        }
}

// A room has space for the balls that start in one of its corners.
static void test_room(void **state) {
    (void)state;
    static world w;
    static carom_circle balls[400];
    start_world(&w);
    add_rectangle(&w, 0, 0, 40, 40);
    add_wall(&w, carom_segment(vec(20, 0), vec(20, 30)));
    for (int i = 0; i < 300; i++)
        balls[i] = carom_circle_make(vec(0.5, 1), 1);
    // The room behind the inner wall is not in sight of the corner.
    (void)place_all(&w, balls, 150, true);
    for (int i = 0; i < w.count; i++)
        assert_true(w.balls[i].center.x <= 40 && w.balls[i].center.x >= 1);
}

// ---- no way through walls ----

static void test_closed_rooms(void **state) {
    (void)state;
    static world w;
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
    static world w;
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
    static world w;
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
    static world w;
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
    static world w;
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
    static world w;
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
    static world w;
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
    static world w;
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

// ---- the search ends ----

static void test_full_box(void **state) {
    (void)state;
    static world w;
    start_world(&w);
    add_rectangle(&w, -1, -1, 62, 62);
    for (int x = 0; x <= 30; x++)
        for (int y = 0; y <= 30; y++)
            add_ball(&w, 2 * x, 2 * y, 1);
    const carom_circle c = carom_circle_make(vec(31.5, 29.25), 0.5);
    free_place p = checked(&w, c, NULL, false);
    printf("full box: %ld queries of balls\n", w.queries);
    assert_true(!p.found && w.queries < 2 * (FREE_QUERIES_MAX + 600));
    // The same circle is not searched for again, another one is.
    w.queries = 0;
    assert_false(find(&w, c, &p).found);
    assert_true(w.queries == 0);
    assert_false(find(&w, carom_circle_make(c.center, 0.625), &p).found);
    assert_false(find(&w, carom_circle_make(vec(31.5, 29.5), 0.5), &p).found);
    assert_false(find(&w, carom_circle_make(vec(31.25, 29.25), 0.5), &p).found);
    assert_true(w.queries > 3);
    // A small one fits between four others, and one place is free for a large one.
    p = checked(&w, carom_circle_make(c.center, 0.4), NULL, false);
    assert_true(p.found && is_near(p.center, 31, 29, 0.05));
    set_ball(&w, 6 * 31 + 7, 99, 99, 1);
    p = checked(&w, carom_circle_make(vec(12, 14), 0.999), NULL, false);
    assert_true(p.found && is_near(p.center, 12, 14, 0.1));
}

// A lattice of equal balls without end.
static void visit_lattice(const void *source, carom_box box, ball_visitor *visit, void *context) {
    ++**(long *const *)source;
    for (double x = ceil(box.min.x / 2 - 0.5); x <= floor(box.max.x / 2 + 0.5); x++)
        for (double y = ceil(box.min.y / 2 - 0.5); y <= floor(box.max.y / 2 + 0.5); y++)
            visit(context, carom_circle_make(vec(2 * x, 2 * y), 1));
}

static void test_no_end(void **state) {
    (void)state;
    long queries = 0, *counter = &queries;
    free_query q = {.circle = {{0.25, 0.5}, 0.625}, .balls = visit_lattice, .source = &counter};
    assert_false(carom_find_free_place(&q).found);
    printf("no end: %ld queries of balls\n", queries);
    assert_true(queries >= FREE_QUERIES_MAX && queries < FREE_QUERIES_MAX + 600);
    // It does not go on behind walls.
    static world w;
    start_world(&w);
    add_rectangle(&w, -5, -5, 10, 10);
    q.walls = carom_wall_list_source(&w.list);
    queries = 0;
    assert_false(carom_find_free_place(&q).found);
    printf("no end behind walls: %ld queries of balls\n", queries);
    assert_true(queries < FREE_QUERIES_MAX / 4);
    q.circle.radius = 0.375;
    assert_true(carom_find_free_place(&q).found);
}

// What the last search knows of smaller or equal circles.
static void test_last(void **state) {
    (void)state;
    static world w;
    start_world(&w);
    const carom_circle c = carom_circle_make(vec(0, 0), 1);
    free_place last = checked(&w, c, NULL, false);
    for (int i = 0; i < 30; i++) {
        add_ball(&w, last.center.x, last.center.y, 1);
        last = checked(&w, c, &last, false);
    }
    // A ball that is smaller does not know that there is no place for it.
    add_ball(&w, last.center.x, last.center.y, 1);
    free_place small = checked(&w, carom_circle_make(c.center, 0.125), &last, false);
    assert_true(small.found && small.distance < 1.25);
    // Far away the last search says nothing.
    const carom_circle far = carom_circle_make(vec(0, 8), 2);
    const free_place p = checked(&w, far, &last, false), q = checked(&w, far, NULL, false);
    assert_true(same_result(p, q));
}

// ---- the nearest place, by brute force ----

// The distance of the nearest legal free place in 360 directions in steps of a fiftieth of a
// radius.
static double nearest_by_steps(const world *w, carom_circle c, double most) {
    for (double s = 0; s < most; s += 0.05 * c.radius)
        for (int k = 0; k < 180; k++) {
            const double angle = 0.0349065850398865915 * k;
            const carom_circle there = carom_circle_make(
                carom_vec2_add(c.center, vec(s * cos(angle), s * sin(angle))), c.radius);
            if (is_free_of_balls(w, there) &&
                illegal_depenetration(c, there.center, &w->list, false) == NULL)
                return s;
        }
    return (double)INFINITY;
}

static void test_nearest(void **state) {
    (void)state;
    static world w;
    random_source g = random_start(case_seed(), 67, 0);
    double sum = 0, worst = 0;
    long searches = 0, missed = 0;
    for (long k = case_count(500) / 8; k > 0; k--) {
        start_world(&w);
        const double size = random_between(&g, 2, 8);
        add_rectangle(&w, -size, -size, 2 * size, 2 * size);
        for (int i = random_int(&g, 1, 80); i > 0; i--) {
            const carom_circle ball = random_circle(&g, size, 0.5, 1);
            add_ball(&w, ball.center.x, ball.center.y, ball.radius);
        }
        const carom_circle c = random_circle(&g, size - 1, 0.25, 1);
        const free_place p = checked(&w, c, NULL, false);
        if (p.distance == 0 && p.found)
            continue;
        const double s = nearest_by_steps(&w, c, p.found ? p.distance : 3 * size);
        searches++;
        missed += !p.found && s < (double)INFINITY;
        if (p.found) {
            const double ratio = s < (double)INFINITY ? p.distance / s : 1;
            sum += ratio;
            worst = fmax(worst, ratio);
        }
    }
    printf("nearest: %ld searches, %ld missed, %.4f times as far, worst %.2f\n", searches, missed,
           sum / (double)searches, worst);
    assert_true(searches > 0 && 50 * missed <= searches + 49);
    assert_true(sum < 1.05 * (double)searches);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_balls),
        cmocka_unit_test(test_walls_alone),
        cmocka_unit_test(test_one_place),
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_closed_rooms),
        cmocka_unit_test(test_filled_room),
        cmocka_unit_test(test_walls_and_balls),
        cmocka_unit_test(test_corridors),
        cmocka_unit_test(test_axes),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_ends_of_the_range),
        cmocka_unit_test(test_full_box),
        cmocka_unit_test(test_no_end),
        cmocka_unit_test(test_last),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
