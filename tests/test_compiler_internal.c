// White box: the macros and functions of compiler.h. This file is compiled once with the extensions
// of gcc and clang, and once in standard C. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arithmetic/pair.h"
#include "compiler.h"
#include "random.h"

static void check_bits(uint64_t m) {
    int lowest = 0, length = 64;
    while ((m >> lowest & 1) == 0)
        lowest++;
    while ((m >> (length - 1) & 1) == 0)
        length--;
    assert_int_equal(trailing_zeros(m), lowest);
    assert_int_equal(bit_length(m), length);

    unsigned char bytes[sizeof m], swapped[sizeof m];
    const uint64_t other = swap_bytes(m);
    memcpy(bytes, &m, sizeof m);
    memcpy(swapped, &other, sizeof m);
    for (size_t i = 0; i < sizeof m; i++)
        assert_int_equal(bytes[i], swapped[sizeof m - 1 - i]);
}

static void test_bits(void **state) {
    (void)state;
    random_source g = random_start(20, 0, 0);
    for (int high = 0; high < 64; high++)
        for (int low = 0; low <= high; low++) {
            const uint64_t ends = (uint64_t)1 << high | (uint64_t)1 << low;
            check_bits(ends);
            // Any bits between them.
            check_bits(ends | (random_bits(&g) & (((uint64_t)1 << high) - ((uint64_t)1 << low))));
        }
}

static void test_pairs(void **state) {
    (void)state;
    const double numbers[] = {0.0, -0.0, 1.0, -3.0, 0.1, 0x1p-1074, 0x1.fffffffffffffp1023};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    for (int i = 0; i < NUMBERS; i++)
        for (int j = 0; j < NUMBERS; j++) {
            const double x = numbers[i], y = numbers[j];
            const pair p = pair_make(x, y), q = pair_make(y, 0.3);
            const pair got[] = {pair_swap(p), pair_plus(p, q), pair_minus(p, q), pair_times(p, q)};
            const double expected[][2] = {
                {y, x}, {x + y, y + 0.3}, {x - y, y - 0.3}, {x * y, y * 0.3}};
            for (int k = 0; k < 4; k++) {
                const double at[] = {pair_x(got[k]), pair_y(got[k])};
                assert_memory_equal(at, expected[k], sizeof at);
            }
        }
}

// Each is an expression or a statement with the value of its condition.
static void test_conditions(void **state) {
    (void)state;
    int asked = 0;
    assert_true(CAROM_LIKELY(++asked == 1));
    assert_false(CAROM_UNLIKELY(++asked == 1));
    CAROM_PREFETCH(&asked);
    CAROM_PREFETCH_TO_WRITE(&asked);
    assert_int_equal(asked, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_conditions),
    };
    return cmocka_run_group_tests_name("compiler", tests, NULL, NULL);
}
