// Contract of layer shapes: makers, validity, names. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "carom/shapes.h"

static bool same_wall(carom_wall w, carom_wall v) {
    return w.a.x == v.a.x && w.a.y == v.a.y && w.b.x == v.b.x && w.b.y == v.b.y &&
           w.radius == v.radius && w.extent == v.extent;
}

static void test_makers(void **state) {
    (void)state;
    carom_vec2 p = {1.0, 2.0}, q = {3.0, 4.0};
    carom_circle c = carom_circle_make(p, 5.0);
    assert_true(c.center.x == 1.0 && c.center.y == 2.0 && c.radius == 5.0);
    assert_true(same_wall(carom_wall_make(p, q, 6.0, CAROM_EXTENT_RAY),
                          (carom_wall){p, q, 6.0, CAROM_EXTENT_RAY}));
    assert_true(same_wall(carom_segment(p, q), (carom_wall){p, q, 0.0, CAROM_EXTENT_SEGMENT}));
    assert_true(same_wall(carom_ray(p, q), (carom_wall){p, q, 0.0, CAROM_EXTENT_RAY}));
    assert_true(same_wall(carom_line(p, q), (carom_wall){p, q, 0.0, CAROM_EXTENT_LINE}));
    assert_true(same_wall(carom_capsule(p, q, 7.0), (carom_wall){p, q, 7.0, CAROM_EXTENT_SEGMENT}));
    assert_true(same_wall(carom_post(p, 8.0), (carom_wall){p, p, 8.0, CAROM_EXTENT_SEGMENT}));
}

// Whether circle and wall are valid with x in place of each coordinate, and of each radius.
static void check_number(double x, bool as_coordinate, bool as_radius) {
    carom_circle c = {{1.0, 1.0}, 1.0}, d = c;
    d.center.x = x;
    assert_int_equal(carom_circle_is_valid(d), as_coordinate);
    d = c;
    d.center.y = x;
    assert_int_equal(carom_circle_is_valid(d), as_coordinate);
    d = c;
    d.radius = x;
    assert_int_equal(carom_circle_is_valid(d), as_radius);

    carom_wall w = {{1.0, 1.0}, {2.0, 2.0}, 1.0, CAROM_EXTENT_LINE};
    double *const coordinates[] = {&w.a.x, &w.a.y, &w.b.x, &w.b.y};
    for (int i = 0; i < 4; i++) {
        double old = *coordinates[i];
        *coordinates[i] = x;
        assert_int_equal(carom_wall_is_valid(w), as_coordinate);
        *coordinates[i] = old;
    }
    w.radius = x;
    assert_int_equal(carom_wall_is_valid(w), as_radius);
}

static void test_validity(void **state) {
    (void)state;
    check_number(0.0, true, true);
    check_number(-0.0, true, true);
    check_number(DBL_MAX, true, true);
    check_number(-DBL_MAX, true, false);
    check_number(0x1p-1074, true, true);
    check_number(-0x1p-1074, true, false);
    check_number(HUGE_VAL, false, false);
    check_number(-HUGE_VAL, false, false);
    check_number((double)NAN, false, false);
}

static void test_extents(void **state) {
    (void)state;
    carom_wall w = carom_segment((carom_vec2){0.0, 0.0}, (carom_vec2){1.0, 0.0});
    for (int extent = -2; extent <= 5; extent++) {
        w.extent = (uint8_t)extent;
        assert_int_equal(carom_wall_is_valid(w), extent >= 0 && extent <= 2);
    }
    for (int extent = -2; extent <= 5; extent++) {
        w = carom_wall_make(w.a, w.b, 1.0, (carom_extent)extent);
        assert_int_equal(carom_wall_is_valid(w), extent >= 0 && extent <= 2);
    }
    assert_string_equal(carom_extent_name(CAROM_EXTENT_SEGMENT), "segment");
    assert_string_equal(carom_extent_name(CAROM_EXTENT_RAY), "ray");
    assert_string_equal(carom_extent_name(CAROM_EXTENT_LINE), "line");
    assert_string_equal(carom_extent_name((carom_extent)3), "invalid");
    assert_string_equal(carom_extent_name((carom_extent)-1), "invalid");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_makers),
        cmocka_unit_test(test_validity),
        cmocka_unit_test(test_extents),
    };
    return cmocka_run_group_tests_name("shapes", tests, NULL, NULL);
}
