// White box: the moving walls near a piece of a path: unusual sources, walls at the ends of the
// range, points, and the walls that block a way. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "carom/mover.h"
#include "cases.h"
#include "mover/moving_near.h"
#include "points.h"
#include "random.h"

static carom_wall floor_at(double y) {
    return carom_segment(vec(-9, y), vec(9, y));
}

static carom_moving_wall rising(double y, double by) {
    return carom_moving_wall_translating(floor_at(y), vec(0, by));
}

// Reports the list backwards, all walls for every path.
static void query_backwards(const void *source, const carom_path *path,
                            carom_moving_wall_callback *callback, void *context) {
    const carom_moving_wall_list *list = source;
    (void)path;
    for (size_t i = list->count; i-- > 0;)
        callback(context, (carom_index)i, &list->walls[i]);
}

// The same for walls at rest, invalid ones too.
static void query_all(const void *source, const carom_path *path,
                      carom_path_query_callback *callback, void *context) {
    const carom_wall_list *list = source;
    (void)path;
    for (size_t i = list->count; i-- > 0;)
        callback(context, (carom_index)i, &list->walls[i]);
}

typedef struct fixture {
    near_walls near;
    moving_near moving;
    passed_walls passed;
    carom_wall_list still_list;
    carom_moving_wall_list moving_list;
    path_contact first;
} fixture;

// A circle at the start of a frame, and the first contact on its path.
static void look(fixture *f, const carom_wall *still, size_t still_count,
                 const carom_moving_wall *moving, size_t count, carom_circle circle,
                 carom_vec2 to) {
    *f = (fixture){0};
    f->still_list = (carom_wall_list){still, NULL, still_count};
    f->moving_list = (carom_moving_wall_list){moving, NULL, count};
    if (still_count > 0)
        f->near.source = (carom_wall_source){query_all, &f->still_list};
    f->near.moving = &f->moving;
    f->near.passed = &f->passed;
    f->moving.source = (carom_moving_wall_source){query_backwards, &f->moving_list};
    f->moving.from = 0.0;
    f->moving.until = 1.0;
    carom_near_first(&f->near, circle, to, &f->first);
    carom_moving_first(&f->near, &f->first);
}

// Of equal contacts and overlaps the lowest index counts, whatever the order of the reports.
static void test_ties(void **state) {
    (void)state;
    fixture f;
    const carom_moving_wall walls[3] = {rising(0, 1), rising(0, 1), rising(-1, 1)};
    look(&f, NULL, 0, walls, 3, carom_circle_make(vec(0, 3), 1), vec(0, 0));
    assert_true(f.first.found && f.first.index == (MOVING_BIT | 0) && !f.first.is_turning);
    assert_true(f.first.wall_move.y == 1 && f.first.sweep.t == 0.5);
    look(&f, NULL, 0, walls, 3, carom_circle_make(vec(0, 0.5), 1), vec(0, 0));
    assert_true(f.first.overlapped && f.first.overlapped_index == (MOVING_BIT | 0));
}

// More walls than can be remembered: the gate asks the source again.
static void test_many_walls(void **state) {
    (void)state;
    enum { MANY = MOVING_NEAR_MAX + 8 };
    carom_moving_wall walls[MANY];
    for (int i = 0; i < MANY; i++)
        walls[i] = rising(-i, 1);
    fixture f;
    look(&f, NULL, 0, walls, MANY, carom_circle_make(vec(0, 3), 1), vec(0, 0));
    assert_false(f.moving.is_complete);
    assert_true(f.moving.count == MOVING_NEAR_MAX && f.first.index == (MOVING_BIT | 0));
    assert_true(carom_moving_is_clear(&f.near, vec(0, 1.5), 0.5, 0.5));
    assert_false(carom_moving_is_clear(&f.near, vec(0, 1.25), 0.5, 0.5));
    // A place far from the path.
    look(&f, NULL, 0, walls, 2, carom_circle_make(vec(0, 3), 1), vec(0, 0));
    assert_true(f.moving.is_complete && carom_moving_is_clear(&f.near, vec(8, 2), 0.5, 0.5));
    assert_false(carom_moving_is_clear(&f.near, vec(8, -2), 0.5, 0.5));
}

// Invalid moving walls, and walls that end beyond the range of double, do not count. Beyond it no
// place is clear.
static void test_invalid_walls(void **state) {
    (void)state;
    fixture f;
    carom_moving_wall walls[2] = {rising(0, 1), rising(1e308, 1e308)};
    walls[0].wall.extent = CAROM_EXTENT_LINE;
    walls[0].b_move.x = 1;
    look(&f, NULL, 0, walls, 2, carom_circle_make(vec(0, 3), 1), vec(0, 0));
    assert_true(!f.first.found && f.moving.count == 0);
    const carom_moving_wall down[1] = {rising(1e308, -1.5e308)};
    look(&f, NULL, 0, down, 1, carom_circle_make(vec(0, -1e308), 1), vec(0, 1e308));
    assert_true(f.moving.count == 1);
    assert_false(carom_moving_is_clear(&f.near, vec(0, 1e308), 1.0, 1.0));
    f.moving.from = 1.0;
    f.near.circle.center.y = 1e308;
    assert_false(carom_moving_is_clear(&f.near, vec(0, 0), 0.0, 1.0));
}

// A point must end on the same side of the rounded wall with which the next frame starts.
static void test_points_at_the_end(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 45, 0);
    int blocked = 0, clear = 0;
    for (int i = 0; i < 100000; i++) {
        const double y = random_between(&g, 0, 1), by = random_between(&g, 0, 4);
        const carom_moving_wall wall[1] = {rising(y, by)};
        const double end = nudged(y + by, random_int(&g, -2, 2));
        fixture f;
        look(&f, NULL, 0, wall, 1, carom_circle_make(vec(0, y + 1), 0), vec(0, end));
        const bool is_clear = carom_moving_is_clear(&f.near, vec(0, end), 1.0, 1.0);
        assert_true(is_clear == !f.first.found);
        assert_true(!is_clear || end > y + by);
        blocked += !is_clear && end - by > y;
        clear += is_clear;
    }
    assert_true(blocked > 100 && clear > 100);
}

// Within the frame, too, a place is clear only of the wall where it is, rounded, and as an observer
// on the wall sees it. One-sided walls count if the point is on their left in both.
static void test_points_within_the_frame(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 47, 0);
    int blocked_there = 0, blocked_seen = 0, clear = 0;
    for (int i = 0; i < 100000; i++) {
        const double y = random_between(&g, 0, 1), by = random_between(&g, 0, 4);
        const double clock = random_between(&g, 0, 1);
        carom_moving_wall wall[1] = {rising(y, by)};
        const double there = carom_moving_wall_at(wall[0], clock).a.y;
        const double end = nudged(there, random_int(&g, -2, 2));
        const bool is_above = end > there, is_seen_above = end - clock * by > y;
        fixture f;
        look(&f, NULL, 0, wall, 1, carom_circle_make(vec(0, 9), 0), vec(0, end));
        const bool is_clear = carom_moving_is_clear(&f.near, vec(0, end), clock, clock);
        assert_true(is_clear == (is_above && is_seen_above));
        blocked_there += !is_above && is_seen_above;
        blocked_seen += is_above && !is_seen_above;
        clear += is_clear;
        wall[0].wall.one_sided = true;
        look(&f, NULL, 0, wall, 1, carom_circle_make(vec(0, end), 0), vec(0, end));
        f.moving.from = clock;
        f.moving.is_complete = false;
        assert_true(carom_moving_is_clear(&f.near, vec(0, -9), 1.0, clock) ==
                    !(is_above && is_seen_above));
    }
    assert_true(blocked_there > 100 && blocked_seen > 100 && clear > 100);
}

// A filter and a sensor; one-sided walls.
static bool accepts_none(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)wall;
    assert_true(index == 0);
    return false;
}

static void test_walls_that_do_not_count(void **state) {
    (void)state;
    fixture f;
    carom_moving_wall wall[1] = {rising(0, 1)};
    const carom_circle circle = carom_circle_make(vec(0, 3), 1);
    look(&f, NULL, 0, wall, 1, circle, vec(0, 0));
    assert_true(carom_moving_considers(&f.near, MOVING_BIT, &wall[0].wall));
    f.passed = (passed_walls){.index = {MOVING_BIT}, .count = 1};
    assert_false(carom_moving_considers(&f.near, MOVING_BIT, &wall[0].wall));
    f.passed.count = 0;
    carom_filter filter = carom_filter_default();
    filter.accept = accepts_none;
    f.moving.filter = &filter;
    assert_false(carom_moving_considers(&f.near, MOVING_BIT, &wall[0].wall));
    // One-sided: solid from the left only, and not if overlapped.
    wall[0].wall.one_sided = true;
    look(&f, NULL, 0, wall, 1, circle, vec(0, 0));
    assert_true(f.first.found);
    look(&f, NULL, 0, wall, 1, carom_circle_make(vec(0, 0.5), 1), vec(0, 0));
    assert_true(!f.first.found && !f.first.overlapped);
    look(&f, NULL, 0, wall, 1, carom_circle_make(vec(0, -3), 1), vec(0, 0));
    assert_false(f.first.found);
    wall[0].b_move.y = 2;
    look(&f, NULL, 0, wall, 1, circle, vec(0, 0));
    assert_true(f.first.found && f.first.is_turning);
}

// The index of the wall that blocks a way until the end of the frame, except one.
static size_t blocker(const fixture *f, carom_vec2 place, size_t except) {
    const leg_wall out = {.index = (carom_index)except};
    return carom_leg_blocker(&f->near, place, 1.0, &out, except == CAROM_NO_WALL ? 0 : 1).index;
}

// The lowest wall that blocks a way, at rest before moving.
static void test_blockers(void **state) {
    (void)state;
    fixture f;
    carom_wall still[4] = {floor_at(-5), floor_at(1), floor_at(2), floor_at(1.5)};
    still[0].b.x = (double)NAN;
    still[2].one_sided = true; // solid from above
    const carom_moving_wall moving[2] = {rising(0, 1), rising(-1, 4)};
    look(&f, still, 4, moving, 2, carom_circle_make(vec(0, 3.5), 1), vec(0, 3.5));
    assert_true(blocker(&f, vec(0, 3.5), CAROM_NO_WALL) == (MOVING_BIT | 1));
    assert_true(blocker(&f, vec(0, 3.5), MOVING_BIT | 1) == CAROM_NO_WALL);
    assert_true(blocker(&f, vec(0, 1.75), CAROM_NO_WALL) == 1);
    assert_true(blocker(&f, vec(0, 1.75), 1) == 2);
    f.near.source = carom_wall_list_source(&f.still_list);
    assert_true(blocker(&f, vec(0, 1.75), 1) == 2);
    // A one-sided wall that the circle is below does not block.
    still[2] = carom_segment(vec(9, 2), vec(-9, 2));
    still[2].one_sided = true;
    assert_true(blocker(&f, vec(0, 1.75), 1) == 3);
    look(&f, NULL, 0, moving, 2, carom_circle_make(vec(0, 3.5), 1), vec(0, 3.5));
    assert_true(blocker(&f, vec(0, 1.75), CAROM_NO_WALL) == (MOVING_BIT | 0));
}

// Boxes, and a list with boxes.
static void count_wall(void *context, carom_index index, const carom_moving_wall *wall) {
    (void)index;
    (void)wall;
    ++*(int *)context;
}

static void test_boxes(void **state) {
    (void)state;
    carom_moving_wall walls[4] = {
        rising(0, 4), rising(0, 1e308), rising(1e308, 1e308),
        carom_moving_wall_make(carom_capsule(vec(1, 1), vec(2, 1), 0.5), vec(-4, 0), vec(0, 2))};
    carom_box boxes[4];
    for (int i = 0; i < 4; i++)
        boxes[i] = carom_moving_wall_box(walls[i]);
    assert_true(boxes[0].min.x == -9 && boxes[0].max.x == 9);
    assert_true(boxes[0].min.y == 0 && boxes[0].max.y == 4);
    assert_true(isnan(boxes[2].min.x));
    assert_true(boxes[3].min.x <= -3.5 && boxes[3].min.x > -3.51 && boxes[3].max.y >= 3.5);
    walls[0].a_move.x = (double)NAN;
    assert_true(isnan(carom_moving_wall_box(walls[0]).max.y));
    walls[0] = rising(0, 4);
    const carom_path path = {vec(0, 3), vec(0, 5), 0.5};
    for (int i = 0; i < 2; i++) {
        const carom_moving_wall_list list = {walls, i == 0 ? boxes : NULL, 4};
        const carom_moving_wall_source source = carom_moving_wall_list_source(&list);
        int count = 0;
        source.query(source.source, &path, count_wall, &count);
        assert_int_equal(count, 3);
    }
    const carom_moving_wall_list none = {NULL, NULL, 0};
    assert_true(carom_moving_wall_list_source(&none).source == &none);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_many_walls),
        cmocka_unit_test(test_invalid_walls),
        cmocka_unit_test(test_points_at_the_end),
        cmocka_unit_test(test_points_within_the_frame),
        cmocka_unit_test(test_walls_that_do_not_count),
        cmocka_unit_test(test_blockers),
        cmocka_unit_test(test_boxes),
    };
    return cmocka_run_group_tests_name("moving walls near a path", tests, NULL, NULL);
}
