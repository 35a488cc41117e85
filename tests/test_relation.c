// Contract of layer relation: each value, its order and name, the derived questions, invalid input,
// and the degenerate table. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "carom/relation.h"

typedef struct row {
    const char *what;
    carom_circle circle;
    carom_wall wall;
    carom_relation expected;
} row;

// All calls must agree with the expected relation.
static void check_row(const row *r) {
    carom_relation got = carom_circle_relate(r->circle, r->wall);
    if (got != r->expected) {
        fail_msg("%s: got %s, expected %s", r->what, carom_relation_name(got),
                 carom_relation_name(r->expected));
    }
    bool ring =
        r->expected >= CAROM_RELATION_TOUCHING && r->expected <= CAROM_RELATION_INSIDE_TOUCHING;
    if (carom_circle_touches(r->circle, r->wall) != (r->expected >= CAROM_RELATION_TOUCHING) ||
        carom_circle_overlaps(r->circle, r->wall) != (r->expected > CAROM_RELATION_TOUCHING) ||
        carom_circle_outline_touches(r->circle, r->wall) != ring ||
        carom_circle_within(r->circle, r->wall, 0.0) != (r->expected >= CAROM_RELATION_TOUCHING)) {
        fail_msg("%s: a derived question disagrees with %s", r->what,
                 carom_relation_name(r->expected));
    }
}

static void check_rows(const row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        check_row(&rows[i]);
    }
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof(rows)[0])

static void test_each_value(void **state) {
    (void)state;
    static const row rows[] = {
        {"separate, side",
         {{5, 3}, 2},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_SEPARATE},
        {"touching, side",
         {{5, 2}, 2},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"touching, end a",
         {{-3, 4}, 5},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"touching, end b",
         {{13, -4}, 5},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"crossing",
         {{5, 1}, 2},
         {{0, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"crossing, an end inside",
         {{0, 0}, 2},
         {{1, 0}, {10, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"inside-touching",
         {{0, 0}, 5},
         {{0, 0}, {3, 4}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_INSIDE_TOUCHING},
        {"inside", {{0, 0}, 6}, {{0, 0}, {3, 4}, 0, CAROM_EXTENT_SEGMENT}, CAROM_RELATION_INSIDE},
        {"a chord",
         {{0, 0}, 5},
         {{-3, 4}, {3, 4}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_INSIDE_TOUCHING},
    };
    CHECK_ROWS(rows);
}

static void test_extents(void **state) {
    (void)state;
    static const row rows[] = {
        {"behind a ray",
         {{-3, 0}, 2},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_RAY},
         CAROM_RELATION_SEPARATE},
        {"ahead on a ray",
         {{100, 2}, 2},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_RAY},
         CAROM_RELATION_TOUCHING},
        {"touching a line far behind",
         {{-100, 2}, 2},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_LINE},
         CAROM_RELATION_TOUCHING},
        {"a ray is never inside",
         {{0, 0}, 9},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_RAY},
         CAROM_RELATION_CROSSING},
        {"a line is never inside",
         {{0, 0}, 9},
         {{0, 0}, {1, 0}, 0, CAROM_EXTENT_LINE},
         CAROM_RELATION_CROSSING},
        {"a ray of length 0 is a point",
         {{0, 0}, 9},
         {{1, 0}, {1, 0}, 0, CAROM_EXTENT_RAY},
         CAROM_RELATION_INSIDE},
        {"a line of length 0 is a point",
         {{0, 0}, 9},
         {{1, 0}, {1, 0}, 0, CAROM_EXTENT_LINE},
         CAROM_RELATION_INSIDE},
        {"beside a line of length 0",
         {{9, 0}, 1},
         {{1, 0}, {1, 0}, 0, CAROM_EXTENT_LINE},
         CAROM_RELATION_SEPARATE},
    };
    CHECK_ROWS(rows);
}

static void test_wall_radius(void **state) {
    (void)state;
    static const row rows[] = {
        {"R is a sum",
         {{5, 5}, 2},
         {{0, 0}, {10, 0}, 3, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"a capsule inside",
         {{0, 0}, 8},
         {{0, 0}, {3, 4}, 2, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_INSIDE},
        {"inside-touching is r - wr",
         {{0, 0}, 7},
         {{0, 0}, {3, 4}, 2, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_INSIDE_TOUCHING},
        {"sticking out",
         {{0, 0}, 6},
         {{0, 0}, {3, 4}, 2, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"circle within the wall",
         {{5, 0}, 1},
         {{0, 0}, {10, 0}, 3, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"a post as large as the circle",
         {{1, 1}, 3},
         {{1, 1}, {1, 1}, 3, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_INSIDE_TOUCHING},
        {"a post in the circle",
         {{1, 1}, 3},
         {{1, 1}, {1, 1}, 2, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_INSIDE},
        {"the circle in a post",
         {{1, 1}, 3},
         {{1, 1}, {1, 1}, 4, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"two round things touch",
         {{3, 4}, 2},
         {{0, 0}, {0, 0}, 3, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"R is never rounded: over",
         {{0, 1}, 1},
         {{-1, 0}, {1, 0}, 0x1p-60, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"R is never rounded: under",
         {{0, 1 + 0x1p-52}, 1},
         {{-1, 0}, {1, 0}, 0x1.fffffffffffffp-53, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_SEPARATE},
        {"R is never rounded: equal",
         {{0, 1 + 0x1p-52}, 1},
         {{-1, 0}, {1, 0}, 0x1p-52, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"r - wr is never rounded",
         {{0, 0}, 1},
         {{-1, 0}, {1, 0}, 0x1p-1074, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
    };
    CHECK_ROWS(rows);
}

static void test_degenerate(void **state) {
    (void)state;
    static const row rows[] = {
        {"point on a point",
         {{1, 2}, 0},
         {{1, 2}, {1, 2}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"point beside a point",
         {{1, 2}, 0},
         {{1, 3}, {1, 3}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_SEPARATE},
        {"circle round a point",
         {{1, 2}, 1},
         {{1, 2}, {1, 2}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_INSIDE},
        {"point on the outline",
         {{0, 0}, 5},
         {{3, 4}, {3, 4}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"point on the side",
         {{1, 1}, 0},
         {{0, 0}, {3, 3}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"point on the end",
         {{3, 3}, 0},
         {{0, 0}, {3, 3}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"point beyond the end",
         {{4, 4}, 0},
         {{0, 0}, {3, 3}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_SEPARATE},
        {"point within a thick wall",
         {{1, 1}, 0},
         {{0, 0}, {3, 3}, 1, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"centre on the axis",
         {{1, 1}, 1},
         {{0, 0}, {3, 3}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"-0 is 0",
         {{-0.0, 1}, 1},
         {{-1, -0.0}, {1, 0}, -0.0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"all zero", {{0, 0}, 0}, {{0, 0}, {0, 0}, 0, CAROM_EXTENT_LINE}, CAROM_RELATION_TOUCHING},
        {"a needle",
         {{0, 1}, 1},
         {{-1e300, 0}, {1e300, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"a needle, one ulp off",
         {{0, 1 + 0x1p-52}, 1},
         {{-1e300, 0}, {1e300, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_SEPARATE},
    };
    CHECK_ROWS(rows);
}

#define TINY 0x1p-1074

static void test_ends_of_the_range(void **state) {
    (void)state;
    static const row rows[] = {
        {"subnormal, touching",
         {{0, TINY}, TINY},
         {{-TINY, 0}, {TINY, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"subnormal, separate",
         {{0, 2 * TINY}, TINY},
         {{-TINY, 0}, {TINY, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_SEPARATE},
        {"subnormal 3-4-5",
         {{3 * TINY, 4 * TINY}, 5 * TINY},
         {{0, 0}, {-TINY, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"subnormal radius at 1",
         {{0, TINY}, TINY},
         {{-1, 0}, {1, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"1e308, touching",
         {{0, 1e308}, 1e308},
         {{-1e308, 0}, {1e308, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"1e308, crossing",
         {{0, 1e308}, 1e308},
         {{-1e308, 0}, {1e308, 0}, TINY, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"differences overflow",
         {{DBL_MAX, 0}, 1},
         {{-DBL_MAX, 0}, {-DBL_MAX, 1}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_SEPARATE},
        {"R overflows, touching",
         {{DBL_MAX, 0}, DBL_MAX},
         {{-DBL_MAX, 0}, {-DBL_MAX, 1}, DBL_MAX, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"R overflows, crossing",
         {{DBL_MAX, 0}, DBL_MAX},
         {{0, -1}, {0, 1}, DBL_MAX, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_CROSSING},
        {"huge and tiny",
         {{1e308, TINY}, TINY},
         {{0, 0}, {1e308, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_TOUCHING},
        {"huge and tiny, off",
         {{1e308, 2 * TINY}, TINY},
         {{0, 0}, {1e308, 0}, 0, CAROM_EXTENT_SEGMENT},
         CAROM_RELATION_SEPARATE},
    };
    CHECK_ROWS(rows);
}

static void check_invalid(carom_circle c, carom_wall w) {
    row r = {"invalid", c, w, CAROM_RELATION_INVALID};
    assert_int_equal(carom_circle_relate(c, w), CAROM_RELATION_INVALID);
    check_row(&r);
    assert_false(carom_circle_within(c, w, DBL_MAX));
}

static void test_invalid(void **state) {
    (void)state;
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    const carom_circle c = {{0, 0}, 1};
    const carom_wall w = {{0, 0}, {1, 0}, 1, CAROM_EXTENT_SEGMENT};
    for (int i = 0; i < 3; i++) {
        for (int place = 0; place < 8; place++) {
            carom_circle d = c;
            carom_wall v = w;
            double *const numbers[] = {&d.center.x, &d.center.y, &d.radius, &v.a.x,
                                       &v.a.y,      &v.b.x,      &v.b.y,    &v.radius};
            *numbers[place] = bad[i];
            check_invalid(d, v);
        }
    }
    check_invalid((carom_circle){{0, 0}, -1}, w);
    check_invalid((carom_circle){{0, 0}, -TINY}, w);
    check_invalid(c, (carom_wall){{0, 0}, {1, 0}, -TINY, CAROM_EXTENT_SEGMENT});
    check_invalid(c, (carom_wall){{0, 0}, {1, 0}, 1, (carom_extent)3});
    check_invalid(c, (carom_wall){{0, 0}, {0, 0}, 1, 3});
}

static void test_clearance(void **state) {
    (void)state;
    const carom_circle c = {{0, 10}, 2};
    const carom_wall w = {{-5, 0}, {5, 0}, 3, CAROM_EXTENT_SEGMENT};
    assert_true(carom_circle_within(c, w, 5.0));
    assert_false(carom_circle_within(c, w, 0x1.3ffffffffffffp+2)); // the double below 5
    assert_true(carom_circle_within(c, w, DBL_MAX));
    assert_false(carom_circle_within(c, w, 0.0));
    assert_false(carom_circle_within(c, w, -1.0));
    assert_false(carom_circle_within(c, w, HUGE_VAL));
    assert_false(carom_circle_within(c, w, (double)NAN));
    const carom_circle over = {{0, 3}, 2}; // overlapping is within any gap, but not within none
    assert_true(carom_circle_within(over, w, 0.0));
    assert_false(carom_circle_within(over, w, -1.0));
    assert_false(carom_circle_within(over, w, (double)NAN));
    // r + wr + gap is an exact sum: each part alone is lost in rounding, together they are an ulp.
    const carom_circle d = {{0, 1 + 0x1p-52}, 1};
    const carom_wall thin = {{-1, 0}, {1, 0}, 0x1p-53, CAROM_EXTENT_SEGMENT};
    assert_true(carom_circle_within(d, thin, 0x1p-53));
    assert_false(carom_circle_within(d, thin, 0x1.fffffffffffffp-54));
}

static void test_order_and_names(void **state) {
    (void)state;
    static const carom_relation ordered[] = {
        CAROM_RELATION_INVALID,  CAROM_RELATION_SEPARATE,        CAROM_RELATION_TOUCHING,
        CAROM_RELATION_CROSSING, CAROM_RELATION_INSIDE_TOUCHING, CAROM_RELATION_INSIDE};
    static const char *const names[] = {"invalid",  "separate",        "touching",
                                        "crossing", "inside-touching", "inside"};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(ordered[i], i); // as written in the header; bindings rely on it
        assert_string_equal(carom_relation_name(ordered[i]), names[i]);
    }
    assert_string_equal(carom_relation_name((carom_relation)6), "invalid");
    assert_string_equal(carom_relation_name((carom_relation)-1), "invalid");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_value),        cmocka_unit_test(test_extents),
        cmocka_unit_test(test_wall_radius),       cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_ends_of_the_range), cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_clearance),         cmocka_unit_test(test_order_and_names),
    };
    return cmocka_run_group_tests_name("relation", tests, NULL, NULL);
}
