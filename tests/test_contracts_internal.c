// White box: a broken contract calls the handler that a build sets with CAROM_ASSERT_FAILED, see
// src/contracts.h. The exact path is compiled into this file with a handler that records the call.
// Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int failures;
static const char *failed_text;
static const char *failed_file;
static int failed_line;

static void record_failure(const char *text, const char *file, int line) {
    failures++;
    failed_text = text;
    failed_file = file;
    failed_line = line;
}

#define CAROM_ASSERT_FAILED(text, file, line) record_failure((text), (file), (line))
#include "rest/relation_integers.c"

static int start(void **state) {
    (void)state;
    failures = 0;
    failed_text = failed_file = NULL;
    failed_line = 0;
    return 0;
}

static const carom_circle circle = {{1.0, 2.0}, 3.0};

static void test_kept_contract(void **state) {
    (void)state;
    const carom_wall segment = {{0.0, 0.0}, {1.0, 0.0}, 0.0, CAROM_EXTENT_SEGMENT};
    assert_int_equal(carom_exact_rim(circle, segment, CAROM_TIER_64), 1);
    assert_int_equal(carom_exact_reach(circle, segment, 0.0, CAROM_TIER_64), 1);
    assert_int_equal(failures, 0);
}

static void test_rim_of_endless_wall(void **state) {
    (void)state;
    const carom_extent endless[] = {CAROM_EXTENT_RAY, CAROM_EXTENT_LINE};
    for (int i = 0; i < 2; i++) {
        const carom_wall wall = {{0.0, 0.0}, {1.0, 0.0}, 0.0, (uint8_t)endless[i]};
        start(NULL);
        carom_exact_rim(circle, wall, CAROM_TIER_64);
        assert_int_equal(failures, 1);
        assert_non_null(strstr(failed_text, "CAROM_EXTENT_SEGMENT"));
        assert_non_null(strstr(failed_file, "relation_integers.c"));
        assert_true(failed_line > 0);
    }
}

// CAROM_ASSERT is an expression and evaluates its condition once.
static void test_condition_is_evaluated_once(void **state) {
    (void)state;
    int n = 0;
    CAROM_ASSERT(++n == 1);
    assert_int_equal(n, 1);
    assert_int_equal(failures, 0);
    CAROM_ASSERT(++n == 1), n += 10;
    assert_int_equal(n, 12);
    assert_int_equal(failures, 1);
    assert_string_equal(failed_text, "++n == 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_kept_contract, start),
        cmocka_unit_test_setup(test_rim_of_endless_wall, start),
        cmocka_unit_test_setup(test_condition_is_evaluated_once, start),
    };
    return cmocka_run_group_tests_name("contracts", tests, NULL, NULL);
}
