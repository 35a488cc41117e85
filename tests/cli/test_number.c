// Numbers as text: what is written reads back to the same bits and no shorter text would,
// and of the shortest it is the nearest.
// Random bit patterns with a printed seed, and a table of what is and is not a number.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv/number.h"
#include "digits.h"

enum { RANDOM_COUNT = 300000 };

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t to_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/// splitmix64
static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Copies the digits from the first nonzero one on, without zeros at the end.
static void copy_digits(char *out, const char *text) {
    size_t n = 0;
    for (const char *c = text; *c != '\0' && *c != 'e'; c++) {
        if (*c >= '0' && *c <= '9' && (n > 0 || *c != '0')) {
            out[n++] = *c;
        }
    }
    while (n > 0 && out[n - 1] == '0') {
        n--;
    }
    out[n] = '\0';
}

static void check_round_trip(double x) {
    char text[NUMBER_SIZE + 1];
    size_t n = number_write(text, x);
    assert_in_range(n, 1, 24);
    text[n] = '\0';
    double back = -1.0;
    assert_int_equal(number_read(text, n, &back), NUMBER_OK);
    if (to_bits(back) != to_bits(x)) {
        fail_msg("%a written as %s reads as %a", x, text, back);
    }
    // The C library agrees, and can't do with fewer digits.
    assert_true(to_bits(strtod(text, NULL)) == to_bits(x));
    int digits = (int)significant_digits(text);
    char shorter[64];
    if (digits > 1) {
        snprintf(shorter, sizeof shorter, "%.*e", digits - 2, x);
        assert_true(to_bits(strtod(shorter, NULL)) != to_bits(x));
    }
    // Of the texts with as many digits it is the nearest one, unless only another reads back.
    char nearest[64];
    snprintf(nearest, sizeof nearest, "%.*e", digits > 0 ? digits - 1 : 0, x);
    if (to_bits(strtod(nearest, NULL)) == to_bits(x)) {
        char written[64];
        char wanted[64];
        copy_digits(written, text);
        copy_digits(wanted, nearest);
        assert_string_equal(written, wanted);
    }
    double size = fabs(x);
    bool plain = size == 0.0 || (size >= 1e-5 && size < 1e15);
    assert_true(plain == (strchr(text, 'e') == NULL));
}

static void random_bits_round_trip(void **state) {
    (void)state;
    uint64_t seed = 20240611;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < RANDOM_COUNT; i++) {
        double x = from_bits(next_random(&seed));
        if (isfinite(x)) {
            check_round_trip(x);
        }
        check_round_trip((double)(int64_t)next_random(&seed) * 0x1p-40);
    }
}

/// The numbers without an exponent, which are most: around powers of two, and whole numbers and
/// decimals with their neighbours.
static void plain_numbers_round_trip(void **state) {
    (void)state;
    for (int e = -18; e <= 50; e++) {
        const uint64_t bits = to_bits(ldexp(1.0, e));
        for (int i = -20; i <= 20; i++) {
            check_round_trip(from_bits(bits + (uint64_t)(int64_t)i));
        }
    }
    uint64_t seed = 20240612;
    print_message("seed %llu\n", (unsigned long long)seed);
    double power = 1.0;
    for (int i = 0; i < RANDOM_COUNT / 2; i++) {
        power = i % 15 == 0 ? 1.0 : 10.0 * power;
        const uint64_t drawn = next_random(&seed);
        const double digits = (double)(drawn >> (14 + next_random(&seed) % 50));
        const uint64_t bits = to_bits(digits / power);
        check_round_trip(digits);
        for (uint64_t k = digits > 0.0 ? 3 : 0; k-- > 0;) {
            check_round_trip(-from_bits(bits + k - 1));
        }
        // Any number of the range.
        const uint64_t exponent = UINT64_C(1006) + next_random(&seed) % 67;
        check_round_trip(from_bits(exponent << 52 | next_random(&seed) >> 12));
    }
}

static void special_values_round_trip(void **state) {
    (void)state;
    const double values[] = {0.0,
                             -0.0,
                             5e-324,
                             -5e-324,
                             DBL_MIN,
                             DBL_MAX,
                             -DBL_MAX,
                             1.0,
                             1e22,
                             1e23,
                             0.1,
                             0.3,
                             1e5,
                             123456.0,
                             1.0 / 3.0,
                             0x1p-1022 - 0x1p-1074,
                             9007199254740993.0,
                             2.2250738585072011e-308};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        check_round_trip(values[i]);
    }
}

static void check_written(double x, const char *wanted) {
    char text[NUMBER_SIZE + 1];
    text[number_write(text, x)] = '\0';
    assert_string_equal(text, wanted);
}

static void written_forms(void **state) {
    (void)state;
    check_written(0.0, "0");
    check_written(-0.0, "-0");
    check_written(0.1, "0.1");
    check_written(100.0, "100");
    check_written(100000.0, "100000");
    check_written(-1234567.5, "-1234567.5");
    check_written(999999999999999.0, "999999999999999");
    check_written(999999999999999.9, "999999999999999.9");
    check_written(1e15, "1e+15");
    check_written(1234567890123456.0, "1.234567890123456e+15");
    check_written(0.00001, "0.00001");
    check_written(-0.000012345678901234567, "-0.000012345678901234568");
    check_written(9.999999999999999e-6, "9.999999999999999e-06");
    check_written(1e300, "1e+300");
    check_written(-DBL_MAX, "-1.7976931348623157e+308");
    check_written(-2.2250738585072014e-308, "-2.2250738585072014e-308");
    check_written((double)INFINITY, "inf");
    check_written(-(double)INFINITY, "-inf");
}

typedef struct reading {
    const char *text;
    number_status status;
    double value;
} reading;

static void read_forms(void **state) {
    (void)state;
    const reading table[] = {
        {"1", NUMBER_OK, 1.0},
        {" 1\t", NUMBER_OK, 1.0},
        {"\r1\r", NUMBER_OK, 1.0},
        {"+1.5e2", NUMBER_OK, 150.0},
        {".5", NUMBER_OK, 0.5},
        {"5.", NUMBER_OK, 5.0},
        {"-0", NUMBER_OK, -0.0},
        {"0x1.8p1", NUMBER_OK, 3.0},
        {"-0X.8P-1074", NUMBER_OK, -0.0},
        {"0x1p-1074", NUMBER_OK, 5e-324},
        {"0x10", NUMBER_OK, 16.0},
        {"1e-400", NUMBER_OK, 0.0},
        {"4.9406564584124654e-324", NUMBER_OK, 5e-324},
        {"2.4703282292062327e-324", NUMBER_OK, 0.0},
        {"2.4703282292062329e-324", NUMBER_OK, 5e-324},
        {"9007199254740993", NUMBER_OK, 9007199254740992.0},
        {"1.7976931348623158e308", NUMBER_OK, DBL_MAX},
        {"", NUMBER_EMPTY, 0.0},
        {" \t ", NUMBER_EMPTY, 0.0},
        {"1e999", NUMBER_NOT_FINITE, 0.0},
        {"-1.7976931348623159e308", NUMBER_NOT_FINITE, 0.0},
        {"0x1p1024", NUMBER_NOT_FINITE, 0.0},
        {"nan", NUMBER_NOT_FINITE, 0.0},
        {"-NAN", NUMBER_NOT_FINITE, 0.0},
        {"nan(1)", NUMBER_NOT_FINITE, 0.0},
        {"inf", NUMBER_NOT_FINITE, 0.0},
        {"Infinity", NUMBER_NOT_FINITE, 0.0},
        {"infinit", NUMBER_NO_NUMBER, 0.0},
        {"1,5", NUMBER_NO_NUMBER, 0.0},
        {"1 2", NUMBER_NO_NUMBER, 0.0},
        {"1e", NUMBER_NO_NUMBER, 0.0},
        {"1m", NUMBER_NO_NUMBER, 0.0},
        {"--1", NUMBER_NO_NUMBER, 0.0},
        {"+-1", NUMBER_NO_NUMBER, 0.0},
        {"0x", NUMBER_NO_NUMBER, 0.0},
        {"0x1.8p", NUMBER_NO_NUMBER, 0.0},
        {".", NUMBER_NO_NUMBER, 0.0},
        {"e5", NUMBER_NO_NUMBER, 0.0},
        {"\v1", NUMBER_NO_NUMBER, 0.0},
        {"\n1", NUMBER_NO_NUMBER, 0.0},
        {"1\n", NUMBER_NO_NUMBER, 0.0},
        {"one", NUMBER_NO_NUMBER, 0.0},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        double value = 77.0;
        number_status status = number_read(table[i].text, strlen(table[i].text), &value);
        if (status != table[i].status) {
            fail_msg("\"%s\": status %d, expected %d", table[i].text, (int)status,
                     (int)table[i].status);
        }
        double wanted = status == NUMBER_OK ? table[i].value : 77.0;
        if (to_bits(value) != to_bits(wanted)) {
            fail_msg("\"%s\" read as %a, expected %a", table[i].text, value, wanted);
        }
    }
}

/// The text ends where it is said to, whatever stands behind it.
static void reads_no_further(void **state) {
    (void)state;
    double value = 0.0;
    assert_int_equal(number_read("12,34", 2, &value), NUMBER_OK);
    assert_true(value == 12.0);
    assert_int_equal(number_read("0x1p3,4", 5, &value), NUMBER_OK);
    assert_true(value == 8.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_bits_round_trip),
        cmocka_unit_test(plain_numbers_round_trip),
        cmocka_unit_test(special_values_round_trip),
        cmocka_unit_test(written_forms),
        cmocka_unit_test(read_forms),
        cmocka_unit_test(reads_no_further),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
