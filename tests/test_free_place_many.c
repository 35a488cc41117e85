// White box: free places among many balls: all of them started in one place, no place at all, and
// the nearest place by brute force. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "free_world.h"

// ---- many balls in one place ----

// Places `count` balls one after another. Returns the largest distance from the first place.
static double place_all(free_world *w, const carom_circle *balls, int count, bool with_last) {
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
            assert_false(carom_circle_overlaps(w->balls[i], carom_circle_as_post(w->balls[k])));
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
    static free_world w;
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
    static free_world w;
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

// ---- the search ends ----

static void test_full_box(void **state) {
    (void)state;
    static free_world w;
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
    static free_world w;
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
    static free_world w;
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
static double nearest_by_steps(const free_world *w, carom_circle c, double most) {
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
    static free_world w;
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
        cmocka_unit_test(test_one_place), cmocka_unit_test(test_room),
        cmocka_unit_test(test_full_box),  cmocka_unit_test(test_no_end),
        cmocka_unit_test(test_last),      cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
