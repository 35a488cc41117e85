// The values of CAROM_TEST_CASES: numbers of cases, percentages, and texts that are refused.
// Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <stdlib.h>

#include "cases.h"

static void test_numbers(void **state) {
    (void)state;
    assert_int_equal(case_count_read("1", 500), 1);
    assert_int_equal(case_count_read("100000", 500), 100000);
    assert_int_equal(case_count_read("007", 500), 7);
}

static void test_percentages(void **state) {
    (void)state;
    assert_int_equal(case_count_read("20%", 500), 100);
    assert_int_equal(case_count_read("100%", 333), 333);
    assert_int_equal(case_count_read("250%", 2), 5);
    // Rounded down, but never to no case at all.
    assert_int_equal(case_count_read("20%", 9), 1);
    assert_int_equal(case_count_read("1%", 40), 1);
}

static void test_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "many",
                                        "0",
                                        "0%",
                                        "-5",
                                        "+5",
                                        "-20%",
                                        " 20",
                                        "20 ",
                                        "%",
                                        "20%%",
                                        "20x",
                                        "2.5",
                                        "20 %",
                                        "0.5%",
                                        "1e5",
                                        "0x10",
                                        "99999999999999999999",
                                        "99999999999999999999%"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (case_count_read(texts[i], 500) != -1)
            fail_msg("\"%s\" was accepted", texts[i]);
    }
    // The product has no place in a long.
    assert_int_equal(case_count_read("101%", LONG_MAX), -1);
    assert_int_equal(case_count_read("2%", LONG_MAX), -1);
}

static void test_environment(void **state) {
    (void)state;
    const char *const text = getenv("CAROM_TEST_CASES");
    const bool is_set = text != NULL && *text != '\0';
    // Ends this program if the text cannot be read, which the test case_count_refused expects.
    assert_int_equal(case_count(1000), is_set ? case_count_read(text, 1000) : 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_percentages),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
