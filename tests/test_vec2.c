// Contract of layer vec2 and base. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "carom/vec2.h"

static void assert_vec2(carom_vec2 got, double x, double y) {
    assert_true(got.x == x && got.y == y);
}

static void test_operations(void **state) {
    (void)state;
    carom_vec2 p = carom_vec2_make(3.0, -4.0), q = {0.5, 2.0};
    assert_vec2(p, 3.0, -4.0);
    assert_vec2(carom_vec2_add(p, q), 3.5, -2.0);
    assert_vec2(carom_vec2_sub(p, q), 2.5, -6.0);
    assert_vec2(carom_vec2_scale(p, -2.0), -6.0, 8.0);
    assert_true(carom_vec2_dot(p, q) == -6.5);
    assert_true(carom_vec2_cross(p, q) == 8.0);
}

static void test_left_is_a_quarter_turn(void **state) {
    (void)state;
    carom_vec2 east = {1.0, 0.0};
    assert_vec2(carom_vec2_left(east), 0.0, 1.0);
    assert_vec2(carom_vec2_left(carom_vec2_left(east)), -1.0, 0.0);
    assert_true(carom_vec2_cross(east, carom_vec2_left(east)) > 0.0);
}

static void test_each_operation_rounds_once(void **state) {
    (void)state;
    carom_vec2 p = {1.0, 0x1p-53}, q = {0x1p-53, 1.0};
    assert_vec2(carom_vec2_add(p, q), 1.0, 1.0);
    assert_vec2(carom_vec2_sub(p, q), 1.0 - 0x1p-53, 0x1p-53 - 1.0);
}

static void test_version(void **state) {
    (void)state;
    assert_string_equal(carom_version(), CAROM_VERSION_STRING);
    char numbers[32];
    snprintf(numbers, sizeof numbers, "%d.%d.%d", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR,
             CAROM_VERSION_PATCH);
    assert_string_equal(carom_version(), numbers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_left_is_a_quarter_turn),
        cmocka_unit_test(test_each_operation_rounds_once),
        cmocka_unit_test(test_version),
    };
    return cmocka_run_group_tests_name("vec2", tests, NULL, NULL);
}
