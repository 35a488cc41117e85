// The contract of scene.h: names, scenes of no walls and of few, invalid input, ties, the capacity
// of lists, the walls returned. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "carom/contact.h"
#include "cases.h"
#include "points.h"
#include "scene_mirror.h"

static carom_circle circle_at(double x, double y, double radius) {
    return carom_circle_make(vec(x, y), radius);
}

// A square with corners at 0 and 4, a post in its middle, and a ray to the right from (6, 2).
enum { BOX_WALLS = 6 };
static const carom_wall box_walls[BOX_WALLS] = {
    {{0, 0}, {4, 0}, 0, CAROM_EXTENT_SEGMENT}, {{4, 0}, {4, 4}, 0, CAROM_EXTENT_SEGMENT},
    {{4, 4}, {0, 4}, 0, CAROM_EXTENT_SEGMENT}, {{0, 4}, {0, 0}, 0, CAROM_EXTENT_SEGMENT},
    {{2, 2}, {2, 2}, 1, CAROM_EXTENT_SEGMENT}, {{6, 2}, {7, 2}, 0, CAROM_EXTENT_RAY},
};

static void test_names(void **state) {
    (void)state;
    assert_string_equal(carom_status_name(CAROM_STATUS_OK), "ok");
    assert_string_equal(carom_status_name(CAROM_STATUS_OUT_OF_MEMORY), "out of memory");
    const char *unknown = carom_status_name((carom_status)(CAROM_STATUS_ENDLESS_AREA + 1));
    for (int i = CAROM_STATUS_OK; i <= CAROM_STATUS_ENDLESS_AREA; i++) {
        const char *name = carom_status_name((carom_status)i);
        assert_true(strlen(name) > 1);
        assert_string_not_equal(name, unknown);
        for (int k = CAROM_STATUS_OK; k < i; k++) {
            assert_string_not_equal(name, carom_status_name((carom_status)k));
        }
    }
    assert_string_equal(carom_status_name((carom_status)-1), unknown);
}

static bool count_call(void *context, carom_index index, const carom_wall *wall) {
    (void)index;
    (void)wall;
    ++*(int *)context;
    return true;
}

static void test_no_walls(void **state) {
    (void)state;
    carom_scene *scene = mirror_scene(NULL, 0);
    assert_int_equal(carom_scene_count(scene), 0);
    const carom_box box = carom_scene_box(scene);
    assert_true(box.min.x > box.max.x && box.min.y > box.max.y);
    const carom_circle c = circle_at(0, 0, DBL_MAX);
    const carom_box everywhere = {{-HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL}};
    uint32_t indices[2] = {7, 7};
    assert_int_equal(
        carom_scene_touching(scene, c, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, indices, 2), 0);
    assert_int_equal(carom_scene_within(scene, c, DBL_MAX, NULL, indices, 2), 0);
    assert_int_equal(carom_scene_in_box(scene, everywhere, NULL, indices, 2), 0);
    assert_true(indices[0] == 7 && indices[1] == 7);
    assert_false(carom_scene_touches(scene, c, CAROM_CONTACT_RULE_CLOSED_DISC, NULL));
    int calls = 0;
    carom_scene_query_touching(scene, c, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, count_call, &calls);
    carom_scene_query_within(scene, c, 1.0, NULL, count_call, &calls);
    carom_scene_query_box(scene, everywhere, NULL, count_call, &calls);
    assert_int_equal(calls, 0);
    carom_neighbor nearest[2];
    assert_int_equal(carom_scene_nearest(scene, c, NULL, nearest, 2), 0);
    const carom_scene_hit miss = carom_scene_sweep(scene, c, vec(1, 0), NULL);
    assert_true(miss.index == CAROM_NO_WALL && miss.sweep.kind == CAROM_SWEEP_KIND_MISS &&
                miss.sweep.t == 0.0);
    const carom_scene_hit bad = carom_scene_sweep(scene, circle_at(0, 0, -1), vec(1, 0), NULL);
    assert_true(bad.index == CAROM_NO_WALL && bad.sweep.kind == CAROM_SWEEP_KIND_INVALID);
    carom_scene_destroy(scene, NULL);
    carom_scene_destroy(NULL, NULL);
}

static void expect_list(const uint32_t *got, size_t got_count, const char *expected) {
    assert_int_equal(got_count, strlen(expected));
    for (size_t i = 0; i < got_count; i++) {
        assert_int_equal(got[i], expected[i] - '0');
    }
}

//      4 ---2--- 4
//      |    _    |         the post 4 has radius 1; 5 is a ray
//      3   (4)   1    5----->
//      |         |
//      0 ---0--- +
static void test_lists(void **state) {
    (void)state;
    carom_scene *scene = mirror_scene(box_walls, BOX_WALLS);
    const struct {
        carom_circle circle;
        const char *closed, *open, *ring;
    } rows[] = {
        {circle_at(0.5, 2, 0.5), "34", "", "34"},
        {circle_at(1, 1, 1), "034", "4", "034"},
        {circle_at(5, 2, 1), "15", "", "15"},
        {circle_at(2, 2, 2), "01234", "4", "0123"},
        {circle_at(2, 2, 100), "012345", "012345", "5"},
        {circle_at(4, 4, 0), "12", "", "12"},
        {circle_at(1e300, 2, 1), "5", "5", "5"},
        {circle_at(-1, -1, 1), "", "", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const carom_circle c = rows[i].circle;
        uint32_t got[BOX_WALLS];
        expect_list(
            got,
            carom_scene_touching(scene, c, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, got, BOX_WALLS),
            rows[i].closed);
        expect_list(
            got, carom_scene_touching(scene, c, CAROM_CONTACT_RULE_OPEN_DISC, NULL, got, BOX_WALLS),
            rows[i].open);
        expect_list(got,
                    carom_scene_touching(scene, c, CAROM_CONTACT_RULE_RING, NULL, got, BOX_WALLS),
                    rows[i].ring);
    }
    uint32_t got[BOX_WALLS];
    const carom_circle c = circle_at(5, 2, 0.5);
    expect_list(got, carom_scene_within(scene, c, 0.5, NULL, got, BOX_WALLS), "15");
    expect_list(got, carom_scene_within(scene, c, nudged(0.5, -1), NULL, got, BOX_WALLS), "");
    expect_list(got, carom_scene_within(scene, c, 1.5, NULL, got, BOX_WALLS), "145");
    const carom_box beside = {{4, 1}, {6, 1.5}}, on = {{4, 1}, {6, 2}};
    expect_list(got, carom_scene_in_box(scene, beside, NULL, got, BOX_WALLS), "1");
    expect_list(got, carom_scene_in_box(scene, on, NULL, got, BOX_WALLS), "15");
    carom_scene_destroy(scene, NULL);
}

// An invalid contact rule touches nothing, as in soa.h and batch.h.
static void test_what_is_no_touch(void **state) {
    (void)state;
    carom_scene *scene = mirror_scene(box_walls, BOX_WALLS);
    const carom_circle c = circle_at(2, 2, 2);
    int calls = 0;
    for (int touch = -1; touch <= CAROM_CONTACT_RULE_RING + 1;
         touch += CAROM_CONTACT_RULE_RING + 2) {
        assert_int_equal(carom_scene_touching(scene, c, (carom_contact_rule)touch, NULL, NULL, 0),
                         0);
        assert_false(carom_scene_touches(scene, c, (carom_contact_rule)touch, NULL));
        carom_scene_query_touching(scene, c, (carom_contact_rule)touch, NULL, count_call, &calls);
    }
    assert_int_equal(calls, 0);
    carom_scene_destroy(scene, NULL);
}

// From (2, 2), the centre of the post, its surface is 1 within; all four sides are 2 away.
static void test_nearest(void **state) {
    (void)state;
    carom_scene *scene = mirror_scene(box_walls, BOX_WALLS);
    carom_neighbor got[BOX_WALLS + 2];
    const carom_circle c = circle_at(2, 2, 0.5);
    static const size_t order[BOX_WALLS] = {4, 0, 1, 2, 3, 5};
    static const double gaps[BOX_WALLS] = {-1.5, 1.5, 1.5, 1.5, 1.5, 3.5};
    for (size_t k = 0; k <= BOX_WALLS + 2; k++) {
        const size_t count = carom_scene_nearest(scene, c, NULL, got, k);
        assert_int_equal(count, k < BOX_WALLS ? k : BOX_WALLS);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(got[i].index, order[i]);
            assert_true(got[i].gap == gaps[i]);
        }
    }
    assert_int_equal(carom_scene_nearest(scene, circle_at(2, 2, -0.5), NULL, got, 2), 0);
    assert_int_equal(carom_scene_nearest(scene, circle_at((double)NAN, 2, 1), NULL, got, 2), 0);
    carom_scene_destroy(scene, NULL);
}

// More neighbours than are kept in order, and fewer than there are walls. The posts at the
// distances 0 to 299 have shuffled indices.
static void test_many_nearest(void **state) {
    (void)state;
    enum { POSTS = 300 };
    carom_wall walls[POSTS];
    for (int i = 0; i < POSTS; i++)
        walls[i] = carom_post(carom_vec2_make(i * 77 % POSTS, 0), 0.0);
    carom_scene *scene = mirror_scene(walls, POSTS);
    carom_neighbor got[POSTS];
    for (size_t k = 1; k <= POSTS; k++) {
        assert_int_equal(carom_scene_nearest(scene, circle_at(0, 0, 0), NULL, got, k), k);
        for (size_t i = 0; i < k; i++)
            assert_true(got[i].gap == (double)i && got[i].index * 77 % POSTS == i);
    }
    carom_scene_destroy(scene, NULL);
}

// A single wall, in a leaf whose other slots hold zeros. They are no walls at (0, 0).
static void test_nearest_among_empty_slots(void **state) {
    (void)state;
    const carom_wall wall = carom_segment(carom_vec2_make(5, -1), carom_vec2_make(5, 1));
    carom_scene *scene = mirror_scene(&wall, 1);
    carom_neighbor got;
    assert_int_equal(carom_scene_nearest(scene, circle_at(0, 0, 1), NULL, &got, 1), 1);
    assert_true(got.index == 0 && got.gap == 4.0);
    carom_scene_destroy(scene, NULL);
}

// Posts around a long wall. The square of its length overflows in double, and |u x w| does not, so
// that its rounded distance from (0, 0) is 0.
static void test_nearest_to_a_huge_wall(void **state) {
    (void)state;
    enum { POSTS = 12 };
    carom_wall walls[POSTS + 1];
    for (int i = 0; i < POSTS; i++)
        walls[i] = carom_post(carom_vec2_make((i - 6) * 0x1p488, 0x1p491), 0.0);
    walls[POSTS] =
        carom_segment(carom_vec2_make(-0x1p490, 0x1p494), carom_vec2_make(0x1p520, 0x1p494));
    carom_scene *scene = mirror_scene(walls, POSTS + 1);
    carom_neighbor got[POSTS + 1];
    for (size_t k = 1; k <= POSTS + 1; k++) {
        assert_int_equal(carom_scene_nearest(scene, circle_at(0, 0, 0), NULL, got, k), k);
        assert_true(got[0].index == 6 && got[0].gap == 0x1p491);
    }
    assert_true(got[POSTS].index == POSTS && got[POSTS].gap == 0x1p494);
    carom_scene_destroy(scene, NULL);
}

// Most walls are at the far right, and the query at the far left, where a difference to their
// median is close to the largest double. Behind the query are the nearest walls, and a bit farther
// others. Once, a difference overflowed, and walls close to each other were far apart in the tree.
static void test_nearest_at_the_ends_of_the_range(void **state) {
    (void)state;
    enum { MANY = 400, FEW = 64, ALL = MANY + 2 * FEW };
    static carom_wall walls[ALL];
    for (int i = 0; i < MANY; i++)
        walls[i] = carom_post(carom_vec2_make(0x1p1023, (i - MANY / 2) * 0x1p1000), 0.0);
    for (int i = 0; i < FEW; i++) {
        walls[MANY + i] = carom_post(carom_vec2_make(-0x1p1023, 0x1p980 + i * 0x1p975), 0.0);
        walls[MANY + FEW + i] = carom_post(carom_vec2_make(-0x1p1023, i * 0x1p971), 0.0);
    }
    carom_scene *scene = mirror_scene(walls, ALL);
    const carom_circle circle = circle_at(-0x1p1023 + 0x1p971, 0, 0);
    carom_neighbor got[2];
    for (size_t k = 1; k <= 2; k++) {
        assert_int_equal(carom_scene_nearest(scene, circle, NULL, got, k), k);
        assert_true(got[0].index == MANY + FEW && got[0].gap == 0x1p971);
    }
    carom_scene_destroy(scene, NULL);
}

// The number, or one of its neighbours.
static double nearly(random_source *g, double x) {
    const int which = random_int(g, 0, 3);
    return which == 0 ? nextafter(x, -9.0) : which == 1 ? nextafter(x, 9.0) : x;
}

// Walls of few ends, so that most share one, asked from these ends and from other places. Some are
// off by a last bit, so that what looks like a tie is none.
static void test_nearest_among_shared_ends(void **state) {
    (void)state;
    enum { WALLS = 40 };
    random_source g = random_start(case_seed(), 8701, 0);
    for (int n = 0; n < 300; n++) {
        carom_wall walls[WALLS];
        for (int i = 0; i < WALLS; i++) {
            const carom_vec2 a = vec(3 * random_int(&g, 0, 1), random_int(&g, 0, 1));
            const carom_vec2 b =
                vec(nearly(&g, random_int(&g, 1, 4)), nearly(&g, random_int(&g, 1, 2)));
            const bool backwards = random_int(&g, 0, 1) != 0;
            walls[i] = carom_wall_make(
                backwards ? b : a, backwards ? a : b, n % 2 * nearly(&g, 0.5),
                n % 4 < 2 ? CAROM_EXTENT_SEGMENT : (carom_extent)random_int(&g, 0, 2));
        }
        carom_scene *scene = mirror_scene(walls, WALLS);
        scene_mirror m = mirror_start(scene, walls, WALLS);
        for (int i = 0; i < 12; i++) {
            const carom_vec2 c = vec(random_int(&g, -1, 5), random_int(&g, -1, 4));
            assert_true(mirror_check_nearest(&m, carom_circle_make(c, 0.5), WALLS));
        }
        mirror_end(&m);
        carom_scene_destroy(scene, NULL);
    }
}

static void test_first(void **state) {
    (void)state;
    carom_scene *scene = mirror_scene(box_walls, BOX_WALLS);
    const struct {
        carom_circle circle;
        carom_vec2 move;
        carom_sweep_kind kind;
        size_t index;
        double t;
    } rows[] = {
        {circle_at(-2, 1, 1), {8, 0}, CAROM_SWEEP_KIND_HIT, 3, 0.125},
        {circle_at(-2, -2, 0), {4, 4}, CAROM_SWEEP_KIND_HIT, 0, 0.5}, // the corner of 0 and 3
        {circle_at(1.5, 2, 1), {5, 0}, CAROM_SWEEP_KIND_OVERLAP, 4, 0},
        {circle_at(-2, -2, 0), {1, 1}, CAROM_SWEEP_KIND_MISS, CAROM_NO_WALL, 0},
        {circle_at(-2, 5, 1), {8, 0}, CAROM_SWEEP_KIND_GRAZE, 2, 0.25},
        {circle_at(5, 2, 1),
         {0, 1},
         CAROM_SWEEP_KIND_GRAZE,
         1,
         0}, // 5 is touched at the start, too
        {circle_at(100, 10, 1), {0, -16}, CAROM_SWEEP_KIND_HIT, 5, 0.4375},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const carom_scene_hit hit = carom_scene_sweep(scene, rows[i].circle, rows[i].move, NULL);
        assert_int_equal(hit.sweep.kind, rows[i].kind);
        assert_int_equal(hit.index, rows[i].index);
        assert_true(hit.sweep.t == rows[i].t);
    }
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < 3; i++) {
        const carom_scene_hit hit =
            carom_scene_sweep(scene, circle_at(1, 1, 1), vec(0, bad[i]), NULL);
        const carom_scene_hit at =
            carom_scene_sweep(scene, circle_at(bad[i], 1, 1), vec(0, 1), NULL);
        assert_true(hit.index == CAROM_NO_WALL && hit.sweep.kind == CAROM_SWEEP_KIND_INVALID);
        assert_true(at.index == CAROM_NO_WALL && at.sweep.kind == CAROM_SWEEP_KIND_INVALID);
    }
    carom_scene_destroy(scene, NULL);
}

static void test_all_of_it_mirrored(void **state) {
    (void)state;
    carom_scene *scene = mirror_scene(box_walls, BOX_WALLS);
    scene_mirror m = mirror_start(scene, box_walls, BOX_WALLS);
    assert_true(mirror_check_walls(&m));
    for (int x = -2; x <= 18; x++) {
        for (int y = -2; y <= 12; y++) {
            const double r = (x + 2 * y + 6) % 5 * 0.25;
            const wall_question q = {.circle = circle_at(0.5 * x, 0.5 * y, r),
                                     .move = vec((x * 7 + y) % 9, (y * 5 + x) % 7),
                                     .gap = (x + y + 4) % 3 * 0.5,
                                     .box = {{0.5 * x, 0.5 * y}, {x, 2}}};
            assert_true(mirror_check(&m, &q));
        }
    }
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
}

// Boxes that share only an edge with integer walls overlap them, however the index stores the
// numbers.
static void test_box_of_a_scene(void **state) {
    (void)state;
    const double inf = HUGE_VAL;
    const struct {
        size_t first, count;
        carom_box box;
    } rows[] = {
        {0, 4, {{0, 0}, {4, 4}}},
        {5, 1, {{6, 2}, {inf, 2}}},
        {3, 1, {{0, 0}, {0, 4}}},
        {3, 3, {{0, 0}, {inf, 4}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        carom_scene *scene = mirror_scene(box_walls + rows[i].first, rows[i].count);
        const carom_box got = carom_scene_box(scene), e = rows[i].box;
        assert_true(got.min.x == e.min.x && got.min.y == e.min.y);
        assert_true(got.max.x == e.max.x && got.max.y == e.max.y);
        carom_scene_destroy(scene, NULL);
    }
}

// Many of the same: the lowest index wins, lists are in rising order, none is lost.
static void test_ties(void **state) {
    (void)state;
    enum { SAME = 100 };
    carom_wall walls[SAME];
    for (int i = 0; i < SAME; i++) {
        walls[i] = box_walls[1];
    }
    carom_scene *scene = mirror_scene(walls, SAME);
    const carom_scene_hit hit = carom_scene_sweep(scene, circle_at(0, 2, 1), vec(8, 0), NULL);
    assert_true(hit.index == 0 && hit.sweep.kind == CAROM_SWEEP_KIND_HIT && hit.sweep.t == 0.375);
    carom_neighbor nearest[SAME];
    uint32_t list[SAME];
    assert_int_equal(carom_scene_nearest(scene, circle_at(0, 2, 1), NULL, nearest, 9), 9);
    assert_int_equal(carom_scene_touching(scene, circle_at(3, 2, 1), CAROM_CONTACT_RULE_CLOSED_DISC,
                                          NULL, list, SAME),
                     SAME);
    for (size_t i = 0; i < SAME; i++) {
        assert_int_equal(list[i], i);
        assert_true(i >= 9 || (nearest[i].index == i && nearest[i].gap == 3.0));
    }
    carom_scene_destroy(scene, NULL);
}

// The end of the path is rounded by more than the deciding difference: 3e-5 upward are lost at
// 1e12.
static void test_path_whose_end_is_rounded(void **state) {
    (void)state;
    const carom_wall wall = {{1e12, 1e12 + 1}, {1e12 + 1, 1e12 + 1}, 0, CAROM_EXTENT_SEGMENT};
    const carom_circle c = circle_at(1e12, 1e12, 1 - 2e-5);
    carom_scene *scene = mirror_scene(&wall, 1);
    const carom_scene_hit hit = carom_scene_sweep(scene, c, vec(1, 3e-5), NULL);
    assert_true(hit.sweep.kind == CAROM_SWEEP_KIND_HIT && hit.sweep.t > 0.66 && hit.sweep.t < 0.67);
    assert_int_equal(carom_scene_sweep(scene, c, vec(1, 1e-5), NULL).sweep.kind,
                     CAROM_SWEEP_KIND_MISS);
    scene_mirror m = mirror_start(scene, &wall, 1);
    for (int i = 0; i < 100; i++) {
        assert_true(mirror_check_sweep(&m, c, vec(1, i * 4e-7)));
        assert_true(mirror_check_sweep(&m, c, vec(i * 4e-7, 3e-5)));
    }
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
}

// The path of a point ends on a wall a million times as long, as exactly as doubles permit: on it
// or just before it. In the lanes the line of such a wall is off by much more than the rounding of
// the path.
static void test_paths_that_end_on_long_walls(void **state) {
    (void)state;
    random_source g = random_start(1, 9600, 0);
    for (int i = 0; i < 2000; i++) {
        const double x = random_between(&g, 1e5, 1e6), y = random_between(&g, 1e5, 1e6);
        const carom_wall wall = carom_segment(vec(-x, -y), vec(x, y));
        const carom_circle c = circle_at(1.0, y / x + random_between(&g, 0.5, 1.5), 0);
        carom_scene *scene = mirror_scene(&wall, 1);
        scene_mirror m = mirror_start(scene, &wall, 1);
        assert_true(mirror_check_sweep(&m, c, vec(0, y / x - c.center.y)));
        mirror_end(&m);
        carom_scene_destroy(scene, NULL);
    }
}

// All are met before the first double above 0, the upright ones first. The sloped ones, whose boxes
// contain the start, are nearer to it in the tree.
static void test_times_that_round_to_0(void **state) {
    (void)state;
    enum { EACH = 8 };
    for (int turn = 0; turn < 2; turn++) {
        carom_wall walls[2 * EACH];
        const int upright = turn == 0 ? 0 : EACH, sloped = EACH - upright;
        for (int i = 0; i < EACH; i++) {
            const double x = 1e-17 + (EACH - i) * 1e-20;
            walls[upright + i] = carom_segment(vec(x, -3e-17), vec(x, 3e-17));
            walls[sloped + i] = carom_segment(vec(x - 1e-17 - 1e-17, -3e-17), vec(5e-17, 3e-17));
        }
        carom_scene *scene = mirror_scene(walls, 2 * EACH);
        scene_mirror m = mirror_start(scene, walls, 2 * EACH);
        const carom_circle c = circle_at(0, 0, 0);
        const carom_scene_hit hit = carom_scene_sweep(scene, c, vec(1e308, 0), NULL);
        assert_true(hit.sweep.kind == CAROM_SWEEP_KIND_HIT && hit.sweep.t == 0.0);
        assert_int_equal(hit.index, upright + EACH - 1);
        assert_true(mirror_check_sweep(&m, c, vec(1e308, 0)));
        assert_true(mirror_check_sweep(&m, c, vec(1e308, 1e290)));
        mirror_end(&m);
        carom_scene_destroy(scene, NULL);
    }
}

// Paths and boxes of NaN and infinity are harmless.
static void test_invalid_paths_and_boxes(void **state) {
    (void)state;
    enum { COUNT = 600 };
    static carom_wall walls[COUNT];
    wall_set_make(SET_MIXED, 1, walls, COUNT);
    carom_scene *scene = mirror_scene(walls, COUNT);
    scene_mirror m = mirror_start(scene, walls, COUNT);
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, DBL_MAX, -DBL_MAX};
    for (int i = 0; i < 5 * 11; i++) {
        carom_path path = {{1, 2}, {3, 4}, 0.5};
        carom_box box = {{-1, -1}, {1, 1}};
        wall_question q = {.circle = circle_at(1, 2, 0.5), .move = {3, 4}};
        double *const numbers[] = {&path.from.x, &path.from.y,     &path.to.x, &path.to.y,
                                   &path.radius, &box.min.x,       &box.min.y, &box.max.x,
                                   &box.max.y,   &q.circle.radius, &q.move.x};
        *numbers[i / 5] = bad[i % 5];
        assert_true(mirror_check_path(&m, path));
        assert_true(mirror_check_box(&m, box));
        assert_true(mirror_check_sweep(&m, q.circle, q.move));
        assert_true(mirror_check_touching(&m, q.circle));
    }
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_no_walls),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_what_is_no_touch),
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_many_nearest),
        cmocka_unit_test(test_nearest_among_empty_slots),
        cmocka_unit_test(test_nearest_to_a_huge_wall),
        cmocka_unit_test(test_nearest_at_the_ends_of_the_range),
        cmocka_unit_test(test_nearest_among_shared_ends),
        cmocka_unit_test(test_first),
        cmocka_unit_test(test_all_of_it_mirrored),
        cmocka_unit_test(test_box_of_a_scene),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_path_whose_end_is_rounded),
        cmocka_unit_test(test_paths_that_end_on_long_walls),
        cmocka_unit_test(test_times_that_round_to_0),
        cmocka_unit_test(test_invalid_paths_and_boxes),
    };
    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}
