// Contract of layer contact: features, numbers with short exact values, degenerate input,
// crossings, push-out. test_oracle_numbers.c tests the bounds of rounded numbers. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "carom/contact.h"
#include "points.h"

#define TINY 0x1p-1074

typedef struct row {
    const char *what;
    carom_circle circle;
    carom_wall wall;
    carom_contact expected;
} row;

static void check_row(const row *r) {
    carom_contact got = carom_circle_contact(r->circle, r->wall), e = r->expected;
    if (got.relation != e.relation || got.feature != e.feature) {
        fail_msg("%s: got %s, %s; expected %s, %s", r->what, carom_relation_name(got.relation),
                 carom_feature_name(got.feature), carom_relation_name(e.relation),
                 carom_feature_name(e.feature));
    }
    if (got.along != e.along || got.depth != e.depth) {
        fail_msg("%s: got along %a, depth %a; expected %a, %a", r->what, got.along, got.depth,
                 e.along, e.depth);
    }
    if (!same_point(got.point, e.point) || !same_point(got.normal, e.normal)) {
        fail_msg("%s: got point (%a, %a), normal (%a, %a)", r->what, got.point.x, got.point.y,
                 got.normal.x, got.normal.y);
    }
    if ((got.point.x == 0.0 && signbit(got.point.x)) ||
        (got.point.y == 0.0 && signbit(got.point.y))) {
        fail_msg("%s: the point has a -0", r->what);
    }
    double gap = carom_circle_signed_distance(r->circle, r->wall);
    if (gap != -e.depth || (gap == 0.0 && signbit(gap))) {
        fail_msg("%s: got signed distance %a for depth %a", r->what, gap, e.depth);
    }
    double distance = carom_circle_distance(r->circle, r->wall);
    if (distance != (e.depth < 0.0 ? -e.depth : 0.0)) {
        fail_msg("%s: got distance %a for depth %a", r->what, distance, e.depth);
    }
}

static void check_rows(const row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        check_row(&rows[i]);
    }
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof(rows)[0])

// clang-format off
static void test_features(void **state) {
    (void)state;
    static const row rows[] = {
        {"side, left", {{2, 3}, 1}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.25, {2, 0}, {0, 1}, -2}},
        {"side, right", {{2, -3}, 1}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.25, {2, 0}, {0, -1}, -2}},
        {"end a", {{-2, 0}, 1}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_END_A, 0, {0, 0}, {-1, 0}, -1}},
        {"end b", {{11, 0}, 4}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_END_B, 1, {8, 0}, {1, 0}, 1}},
        {"the foot on a is the end", {{0, 3}, 3}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_END_A, 0, {0, 0}, {0, 1}, 0}},
        {"the foot on b is the end", {{8, 3}, 3}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_END_B, 1, {8, 0}, {0, 1}, 0}},
        {"a ray beyond b", {{16, 3}, 3}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_RAY},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, 2, {16, 0}, {0, 1}, 0}},
        {"a ray behind a", {{-3, 0}, 4}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_RAY},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_END_A, 0, {0, 0}, {-1, 0}, 1}},
        {"a line has no ends", {{-8, 3}, 3}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_LINE},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, -1, {-8, 0}, {0, 1}, 0}},
        {"a line, the foot on a", {{0, 3}, 3}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_LINE},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, 0, {0, 0}, {0, 1}, 0}},
    };
    CHECK_ROWS(rows);
}

static void test_wall_radius(void **state) {
    (void)state;
    static const row rows[] = {
        {"the point is on the surface", {{2, 7}, 1}, {{0, 0}, {8, 0}, 2, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.25, {2, 2}, {0, 1}, -4}},
        {"the cap", {{-7, 0}, 5}, {{0, 0}, {8, 0}, 2, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_END_A, 0, {-2, 0}, {-1, 0}, 0}},
        {"centre within the wall", {{2, -1}, 0}, {{0, 0}, {8, 0}, 2, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_SIDE, 0.25, {2, -2}, {0, -1}, 1}},
        {"a post", {{0, -9}, 1}, {{0, 0}, {0, 0}, 3, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_END_A, 0, {0, -3}, {0, -1}, -5}},
        {"inside", {{2, 1}, 16}, {{0, 0}, {4, 0}, 2, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_INSIDE, CAROM_FEATURE_SIDE, 0.5, {2, 2}, {0, 1}, 17}},
    };
    CHECK_ROWS(rows);
}

// Points with coordinates that are 0, or far below what they are computed from.
static void test_zero_coordinates(void **state) {
    (void)state;
    static const row rows[] = {
        {"the middle of a level wall", {{0, 0}, 30}, {{-100, 30}, {100, 30}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, 0.5, {0, 30}, {0, -1}, 0}},
        {"not the middle", {{0, 0}, 30}, {{-25, 30}, {175, 30}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, 0.125, {0, 30}, {0, -1}, 0}},
        {"an upright wall at x = 0", {{3, 1}, 1}, {{0, -3}, {0, 5}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.5, {0, 1}, {1, 0}, -2}},
        {"-0 comes out as 0", {{-0.0, 3}, 1}, {{-4, -0.0}, {4, -0.0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.5, {0, 0}, {0, 1}, -2}},
        {"-0 at an end", {{-3, 0}, 1}, {{-0.0, -0.0}, {4, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_END_A, 0, {0, 0}, {-1, 0}, -2}},
        {"the surface goes through the origin", {{0, 9}, 1}, {{-8, -2}, {8, -2}, 2, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.5, {0, 0}, {0, 1}, -8}},
        {"a slope of 3 : 4", {{-6, 8}, 5}, {{-16, -12}, {16, 12}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.5, {0, 0}, {-0.6, 0.8}, -5}},
        {"a slope of 3 : 4 with a radius", {{-9, 12}, 5}, {{-13, -16}, {19, 8}, 5, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.5, {0, 0}, {-0.6, 0.8}, -10}},
        {"a post of radius 5", {{6, 8}, 1}, {{-3, -4}, {-3, -4}, 5, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_END_A, 0, {0, 0}, {0.6, 0.8}, -9}},
        {"within a post of radius 5", {{-2.25, -3}, 0}, {{-3, -4}, {-3, -4}, 5, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_END_A, 0, {0, 0}, {0.6, 0.8}, 3.75}},
        {"on a post at the end of the range", {{0, DBL_MAX}, 0}, {{0, DBL_MAX}, {0, DBL_MAX}, DBL_MAX, CAROM_EXTENT_LINE},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_END_A, 0, {0, HUGE_VAL}, {0, 1}, DBL_MAX}},
        {"on the axis: the left-hand surface", {{-3, 4}, 1}, {{-19, -8}, {13, 16}, 5, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_SIDE, 0.5, {-6, 8}, {-0.6, 0.8}, 6}},
        {"on the axis, through the origin", {{3, -4}, 1}, {{-13, -16}, {19, 8}, 5, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_SIDE, 0.5, {0, 0}, {-0.6, 0.8}, 6}},
        {"far below the coordinates", {{TINY, 0x1p60}, 0x1p59}, {{-0x1p60, 0}, {0x1p60, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.5, {TINY, 0}, {0, 1}, -0x1p59}},
    };
    CHECK_ROWS(rows);
}

static void test_center_on_axis(void **state) {
    (void)state;
    static const row rows[] = {
        {"on the side: left of a->b", {{4, 0}, 1}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_SIDE, 0.5, {4, 0}, {0, 1}, 1}},
        {"b and a exchanged", {{4, 0}, 1}, {{8, 0}, {0, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_SIDE, 0.5, {4, 0}, {0, -1}, 1}},
        {"on the end a", {{0, 0}, 1}, {{0, 0}, {0, 8}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_END_A, 0, {0, 0}, {-1, 0}, 1}},
        {"on the end b", {{0, 8}, 1}, {{0, 0}, {0, 8}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_END_B, 1, {0, 8}, {-1, 0}, 1}},
        {"in the middle of a thick wall", {{0, 4}, 1}, {{0, 0}, {0, 8}, 2, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_SIDE, 0.5, {-2, 4}, {-1, 0}, 3}},
        {"a point on the side", {{4, 0}, 0}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_LINE},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, 0.5, {4, 0}, {0, 1}, 0}},
        {"on a point: up", {{4, 5}, 1}, {{4, 5}, {4, 5}, 0, CAROM_EXTENT_RAY},
            {CAROM_RELATION_INSIDE, CAROM_FEATURE_END_A, 0, {4, 5}, {0, 1}, 1}},
        {"in the middle of a post", {{4, 5}, 1}, {{4, 5}, {4, 5}, 2, CAROM_EXTENT_LINE},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_END_A, 0, {4, 7}, {0, 1}, 3}},
        {"all zero", {{0, 0}, 0}, {{0, 0}, {0, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_TOUCHING, CAROM_FEATURE_END_A, 0, {0, 0}, {0, 1}, 0}},
    };
    CHECK_ROWS(rows);
}

static void test_ends_of_the_range(void **state) {
    (void)state;
    static const row rows[] = {
        {"subnormal", {{2 * TINY, 3 * TINY}, TINY}, {{0, 0}, {8 * TINY, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.25, {2 * TINY, 0}, {0, 1}, -2 * TINY}},
        {"subnormal axis, ordinary circle", {{0, 3}, 1}, {{0, 0}, {TINY, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_END_A, 0, {0, 0}, {0, 1}, -2}},
        {"a subnormal ray hits far off", {{3, 3}, 1}, {{0, 0}, {TINY, 0}, 0, CAROM_EXTENT_RAY},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, HUGE_VAL, {3, 0}, {0, 1}, -2}},
        {"near the largest", {{0x1p1022, 0x1.8p1023}, 0x1p1022}, {{0, 0}, {0x1p1023, 0}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.5, {0x1p1022, 0}, {0, 1}, -0x1p1023}},
        {"the gap overflows", {{0, DBL_MAX}, 0}, {{-1, -DBL_MAX}, {1, -DBL_MAX}, 0, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_SEPARATE, CAROM_FEATURE_SIDE, 0.5, {0, -DBL_MAX}, {0, 1}, -HUGE_VAL}},
        {"the depth overflows", {{0, 0}, DBL_MAX}, {{-1, 0}, {1, 0}, DBL_MAX, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_SIDE, 0.5, {0, DBL_MAX}, {0, 1}, HUGE_VAL}},
        {"a depth far below an ulp", {{0, 1}, 1}, {{-1, 0}, {1, 0}, TINY, CAROM_EXTENT_SEGMENT},
            {CAROM_RELATION_CROSSING, CAROM_FEATURE_SIDE, 0.5, {0, TINY}, {0, 1}, TINY}},
    };
    CHECK_ROWS(rows);
}
// clang-format on

static void test_invalid_gives_zeros(void **state) {
    (void)state;
    static const carom_circle bad_circle = {{1, (double)NAN}, 1}, good = {{1, 2}, 1};
    static const carom_wall wall = {{0, 0}, {1, 0}, 0, CAROM_EXTENT_SEGMENT};
    static const carom_wall bad_wall = {{0, 0}, {1, 0}, -1, CAROM_EXTENT_SEGMENT};
    for (int i = 0; i < 2; i++) {
        carom_circle c = i == 0 ? bad_circle : good;
        carom_wall w = i == 0 ? wall : bad_wall;
        carom_contact k = carom_circle_contact(c, w);
        assert_true(k.relation == CAROM_RELATION_INVALID && k.feature == CAROM_FEATURE_NONE);
        assert_true(k.along == 0.0 && k.depth == 0.0);
        assert_true(same_point(k.point, (carom_vec2){0, 0}));
        assert_true(same_point(k.normal, (carom_vec2){0, 0}));
        assert_true(carom_circle_distance(c, w) == 0.0);
        assert_true(carom_circle_signed_distance(c, w) == 0.0);
        carom_crossings x = carom_circle_crossings(c, w);
        assert_true(x.count == 0 && x.along[0] == 0.0 && x.along[1] == 0.0);
        assert_true(same_point(x.point[0], (carom_vec2){0, 0}));
        assert_true(same_point(x.point[1], (carom_vec2){0, 0}));
        carom_push p = carom_circle_push_out(c, w);
        assert_true(p.relation == CAROM_RELATION_INVALID &&
                    same_point(p.center, (carom_vec2){0, 0}));
    }
}

typedef struct crossing_row {
    const char *what;
    carom_circle circle;
    carom_wall wall;
    carom_crossings expected;
} crossing_row;

// clang-format off
static const crossing_row crossing_rows[] = {
    {"two", {{0, 3}, 5}, {{-8, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {2, {0.25, 0.75}, {{-4, 0}, {4, 0}}}},
    {"in the order of a->b", {{0, 3}, 5}, {{8, 0}, {-8, 0}, 0, CAROM_EXTENT_SEGMENT},
        {2, {0.25, 0.75}, {{4, 0}, {-4, 0}}}},
    {"none", {{0, 6}, 5}, {{-8, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {0, {0, 0}, {{0, 0}, {0, 0}}}},
    {"tangent: one", {{0, 5}, 5}, {{-8, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {1, {0.5, 0}, {{0, 0}, {0, 0}}}},
    {"a inside: one", {{0, 3}, 5}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {1, {0.5, 0}, {{4, 0}, {0, 0}}}},
    {"b inside: one", {{0, 3}, 5}, {{-8, 0}, {0, 0}, 0, CAROM_EXTENT_SEGMENT}, {1, {0.5, 0}, {{-4, 0}, {0, 0}}}},
    {"both inside: none", {{0, 3}, 5}, {{-1, 0}, {1, 0}, 0, CAROM_EXTENT_SEGMENT}, {0, {0, 0}, {{0, 0}, {0, 0}}}},
    {"through both ends", {{0, 3}, 5}, {{-4, 0}, {4, 0}, 0, CAROM_EXTENT_SEGMENT}, {2, {0, 1}, {{-4, 0}, {4, 0}}}},
    {"beyond b", {{0, 3}, 5}, {{-9, 0}, {-7, 0}, 0, CAROM_EXTENT_SEGMENT}, {0, {0, 0}, {{0, 0}, {0, 0}}}},
    {"a ray beyond b", {{0, 3}, 5}, {{-8, 0}, {-6, 0}, 0, CAROM_EXTENT_RAY}, {2, {2, 6}, {{-4, 0}, {4, 0}}}},
    {"a ray away", {{0, 3}, 5}, {{-6, 0}, {-8, 0}, 0, CAROM_EXTENT_RAY}, {0, {0, 0}, {{0, 0}, {0, 0}}}},
    {"a line", {{0, 3}, 5}, {{-6, 0}, {-8, 0}, 0, CAROM_EXTENT_LINE}, {2, {-5, -1}, {{4, 0}, {-4, 0}}}},
    {"tangent at the end a", {{0, 5}, 5}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {1, {0, 0}, {{0, 0}, {0, 0}}}},
    {"tangent at the end b", {{8, 5}, 5}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {1, {1, 0}, {{8, 0}, {0, 0}}}},
    {"tangent beyond the end", {{9, 5}, 5}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {0, {0, 0}, {{0, 0}, {0, 0}}}},
    {"the wall radius plays no part", {{0, 3}, 5}, {{-8, 0}, {8, 0}, 9, CAROM_EXTENT_SEGMENT},
        {2, {0.25, 0.75}, {{-4, 0}, {4, 0}}}},
    {"radius 0 on the side", {{2, 0}, 0}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {1, {0.25, 0}, {{2, 0}, {0, 0}}}},
    {"radius 0 on the end", {{8, 0}, 0}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {1, {1, 0}, {{8, 0}, {0, 0}}}},
    {"radius 0 beside", {{2, 1}, 0}, {{0, 0}, {8, 0}, 0, CAROM_EXTENT_SEGMENT}, {0, {0, 0}, {{0, 0}, {0, 0}}}},
    {"a point on the outline", {{0, 0}, 5}, {{3, 4}, {3, 4}, 0, CAROM_EXTENT_LINE}, {1, {0, 0}, {{3, 4}, {0, 0}}}},
    {"a point inside", {{0, 0}, 6}, {{3, 4}, {3, 4}, 0, CAROM_EXTENT_LINE}, {0, {0, 0}, {{0, 0}, {0, 0}}}},
    {"a point outside", {{0, 0}, 4}, {{3, 4}, {3, 4}, 0, CAROM_EXTENT_LINE}, {0, {0, 0}, {{0, 0}, {0, 0}}}},
    {"a point on a point", {{3, 4}, 0}, {{3, 4}, {3, 4}, 0, CAROM_EXTENT_RAY}, {1, {0, 0}, {{3, 4}, {0, 0}}}},
};
// clang-format on

static void test_crossings(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof crossing_rows / sizeof *crossing_rows; i++) {
        const crossing_row *r = &crossing_rows[i];
        carom_crossings got = carom_circle_crossings(r->circle, r->wall), e = r->expected;
        if (got.count != e.count || got.along[0] != e.along[0] || got.along[1] != e.along[1] ||
            !same_point(got.point[0], e.point[0]) || !same_point(got.point[1], e.point[1])) {
            fail_msg("%s: got %d: %a (%a, %a), %a (%a, %a)", r->what, got.count, got.along[0],
                     got.point[0].x, got.point[0].y, got.along[1], got.point[1].x, got.point[1].y);
        }
    }
}

// Nearly a tangent, and both crossings are at 2/3 of the wall to within 2^-130, so that rounding
// could exchange them.
static void test_crossings_that_round_to_one(void **state) {
    (void)state;
    const carom_circle c = {{0x1.f7ffffff94p-46, 0x1.7a0000009p-46}, 0x1.6800000000001p-79};
    const carom_crossings k =
        carom_circle_crossings(c, carom_segment(vec(-144, -108), vec(72, 54)));
    assert_int_equal(k.count, 2);
    assert_true(k.along[0] <= k.along[1]);
    assert_true(fabs(k.along[0] - 2.0 / 3.0) <= 0x1p-52);
    assert_true(fabs(k.along[1] - 2.0 / 3.0) <= 0x1p-52);
}

static void check_push(carom_circle c, carom_wall w, carom_relation relation, double x, double y) {
    carom_push p = carom_circle_push_out(c, w);
    if (p.relation != relation || p.center.x != x || p.center.y != y) {
        fail_msg("push_out: got %s at (%a, %a), expected %s at (%a, %a)",
                 carom_relation_name(p.relation), p.center.x, p.center.y,
                 carom_relation_name(relation), x, y);
    }
    c.center = p.center;
    assert_int_equal(carom_circle_relate(c, w), relation);
}

static void test_push_out(void **state) {
    (void)state;
    const carom_wall w = {{0, 0}, {8, 0}, 1, CAROM_EXTENT_SEGMENT};
    check_push((carom_circle){{4, 1}, 2}, w, CAROM_RELATION_TOUCHING, 4, 3);
    check_push((carom_circle){{4, -1}, 2}, w, CAROM_RELATION_TOUCHING, 4, -3);
    check_push((carom_circle){{-1, 0}, 2}, w, CAROM_RELATION_TOUCHING, -3, 0);
    check_push((carom_circle){{9, 0}, 2}, w, CAROM_RELATION_TOUCHING, 11, 0);
    check_push((carom_circle){{4, 0}, 2}, w, CAROM_RELATION_TOUCHING, 4,
               3); // on the axis: to the left
    check_push((carom_circle){{4, 0}, 0}, w, CAROM_RELATION_TOUCHING, 4, 1);
    // A free circle stays where it is, even if it touches.
    check_push((carom_circle){{4, 3}, 2}, w, CAROM_RELATION_TOUCHING, 4, 3);
    check_push((carom_circle){{4, 3.5}, 2}, w, CAROM_RELATION_SEPARATE, 4, 3.5);
    // A circle is also pushed out of a wall that lies inside it.
    const carom_wall post = {{1, 1}, {1, 1}, 0, CAROM_EXTENT_SEGMENT};
    check_push((carom_circle){{1, 1}, 5}, post, CAROM_RELATION_TOUCHING, 1, 6);
}

static void test_push_out_of_everything(void **state) {
    (void)state;
    const carom_wall line = {{0, 0}, {1, 0}, DBL_MAX, CAROM_EXTENT_LINE};
    const carom_circle c = {{3, 4}, DBL_MAX};
    check_push(c, line, CAROM_RELATION_CROSSING, 3,
               4); // R is twice the largest double: free nowhere
    // Out of range in one direction, but free in the other.
    const carom_wall edge = {{0, DBL_MAX}, {1, DBL_MAX}, 0, CAROM_EXTENT_LINE};
    carom_circle d = {{0, DBL_MAX}, 0x1p1023};
    carom_push p = carom_circle_push_out(d, edge);
    assert_true(p.relation == CAROM_RELATION_TOUCHING || p.relation == CAROM_RELATION_SEPARATE);
    d.center = p.center;
    assert_int_equal(carom_circle_relate(d, edge), p.relation);
}

static void test_unknown_extent(void **state) {
    (void)state;
    carom_wall unknown = {{0, 0}, {8, 1}, 0, CAROM_EXTENT_SEGMENT};
    unknown.extent = 3;
    const carom_circle c = {{4, 1}, 2};
    assert_int_equal(carom_circle_contact(c, unknown).relation, CAROM_RELATION_INVALID);
    assert_true(carom_circle_signed_distance(c, unknown) == 0.0);
    assert_int_equal(carom_circle_push_out(c, unknown).relation, CAROM_RELATION_INVALID);
}

// A level wall, R and the distance with 107 bits each: they differ in the last one.
static void test_gap_of_the_last_bit(void **state) {
    (void)state;
    const double y = 0x1p-53 - 0x1p-106;
    const carom_wall level = {{-1, y}, {1, y}, 0x1p-53, CAROM_EXTENT_SEGMENT};
    const carom_wall upright = {{y, -1}, {y, 1}, 0x1p-53, CAROM_EXTENT_SEGMENT};
    const double radius = 1 + 0x1p-51, high = 1 + 3 * 0x1p-52;
    const carom_contact above = carom_circle_contact((carom_circle){{0, high}, radius}, level);
    const carom_contact beside = carom_circle_contact((carom_circle){{high, 0}, radius}, upright);
    assert_true(above.depth == -0x1p-106 && beside.depth == -0x1p-106);
    assert_int_equal(above.relation, CAROM_RELATION_SEPARATE);
    assert_int_equal(beside.relation, CAROM_RELATION_SEPARATE);
}

static void test_parameter_is_not_minus_zero(void **state) {
    (void)state;
    const carom_wall back = {{0, 0}, {-1, 0}, 0, CAROM_EXTENT_LINE};
    const double along = carom_circle_contact((carom_circle){{0, 1}, 2}, back).along;
    assert_true(along == 0.0 && !signbit(along));
}

// The place beside the wall is less than an ulp beyond the largest double.
static void test_push_out_at_the_largest_double(void **state) {
    (void)state;
    const carom_wall top = {{0, DBL_MAX}, {1, DBL_MAX}, 0, CAROM_EXTENT_SEGMENT};
    carom_circle d = {{0.5, DBL_MAX}, 1};
    const carom_push push = carom_circle_push_out(d, top);
    assert_true(fabs(push.center.y) <= DBL_MAX);
    assert_true(push.relation == CAROM_RELATION_TOUCHING ||
                push.relation == CAROM_RELATION_SEPARATE);
    d.center = push.center;
    assert_int_equal(carom_circle_relate(d, top), push.relation);
}

// The centre is below the axis by 2^-53 of its height. The terms of u x w are about 2^-1040, so
// what underflows exceeds their difference.
static void test_side_of_the_axis_where_products_underflow(void **state) {
    (void)state;
    const carom_circle c = {{0x1.29d0c8037b8a9p-100, 0x1.a10cf4091cc82p-941}, 0x1p-140};
    const carom_wall w = {
        {0, 0}, {0x1.5a2b3b27b23c6p-99, 0x1.e4c34e6334873p-940}, 0, CAROM_EXTENT_SEGMENT};
    const carom_contact contact = carom_circle_contact(c, w);
    assert_int_equal(contact.feature, CAROM_FEATURE_SIDE);
    assert_true(contact.normal.y == -1.0 && contact.normal.x > 0.0);
}

// The foot of the perpendicular is within 2^-106 of an end, and the terms of w . u cancel.
static void test_parameter_within_the_axis(void **state) {
    (void)state;
    const carom_wall ray = {{0x1.80ec37fa4c812p-52, 0},
                            {0x1.8a49e2c8bde36p+0, 0x1.b0039b76f53e6p+0},
                            0,
                            CAROM_EXTENT_RAY};
    const carom_circle near = {{-0x1.3949ed2e38b2bp+1, 0x1.1dee527fbeaa8p+1}, 0.25};
    carom_contact contact = carom_circle_contact(near, ray);
    assert_int_equal(contact.feature, CAROM_FEATURE_SIDE);
    assert_true(contact.along >= 0.0 && contact.along <= 0x1p-95);
    const carom_wall segment = {{0x1.6ea5c8f21c176p+0, 0x1.cc0c8cfc2ef82p+0},
                                {-0x1.ac9688991e160p-54, 0},
                                0,
                                CAROM_EXTENT_SEGMENT};
    const carom_circle far = {{-0x1.9b486e343b429p+91, 0x1.47c840a6db126p+91}, 0x1p88};
    contact = carom_circle_contact(far, segment);
    assert_int_equal(contact.feature, CAROM_FEATURE_SIDE);
    assert_true(contact.along <= 1.0 && contact.along >= 0.9999);
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(carom_feature_name(CAROM_FEATURE_SIDE), "side");
    assert_string_equal(carom_feature_name(CAROM_FEATURE_END_A), "a");
    assert_string_equal(carom_feature_name(CAROM_FEATURE_END_B), "b");
    assert_string_equal(carom_feature_name(CAROM_FEATURE_NONE), "none");
    assert_string_equal(carom_feature_name((carom_feature)4), "none");
    assert_string_equal(carom_feature_name((carom_feature)-1), "none");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features),
        cmocka_unit_test(test_wall_radius),
        cmocka_unit_test(test_zero_coordinates),
        cmocka_unit_test(test_center_on_axis),
        cmocka_unit_test(test_ends_of_the_range),
        cmocka_unit_test(test_invalid_gives_zeros),
        cmocka_unit_test(test_crossings),
        cmocka_unit_test(test_crossings_that_round_to_one),
        cmocka_unit_test(test_push_out),
        cmocka_unit_test(test_push_out_of_everything),
        cmocka_unit_test(test_unknown_extent),
        cmocka_unit_test(test_gap_of_the_last_bit),
        cmocka_unit_test(test_parameter_is_not_minus_zero),
        cmocka_unit_test(test_push_out_at_the_largest_double),
        cmocka_unit_test(test_side_of_the_axis_where_products_underflow),
        cmocka_unit_test(test_parameter_within_the_axis),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests_name("contact", tests, NULL, NULL);
}
