// White box: the double-doubles of src/arithmetic/wide.h against MPFR: every bound that the header
// states, on random operands and at the ends of the range. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <mpfr.h>

#include "arithmetic/wide.h"
#include "cases.h"
#include "random.h"

// Bits for every exact sum and product of two operands below: exponents to +-5000.
enum { BITS = 24000, SPAN = 3000 };

static mpfr_t x, y, expected, got, error, bound;

static int start(void **state) {
    (void)state;
    mpfr_inits2(BITS, x, y, expected, got, error, bound, (mpfr_ptr)NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    mpfr_clears(x, y, expected, got, error, bound, (mpfr_ptr)NULL);
    mpfr_free_cache();
    return 0;
}

static void to_mpfr(mpfr_t out, wide a) {
    mpfr_set_d(out, a.hi, MPFR_RNDN);
    mpfr_add_d(out, out, a.lo, MPFR_RNDN);
    mpfr_mul_2si(out, out, a.exp, MPFR_RNDN);
}

// |lo| <= ulp(hi) / 2, so that hi alone is the nearest double.
static void assert_normalised(wide a) {
    assert_true(a.hi + a.lo == a.hi);
    assert_true(a.hi != 0.0 || a.lo == 0.0);
}

static void assert_exact(wide a) {
    to_mpfr(got, a);
    assert_true(mpfr_equal_p(got, expected));
    assert_normalised(a);
}

// |a - expected| <= |size| 2^exponent
static void assert_within(wide a, const mpfr_t size, int exponent) {
    to_mpfr(got, a);
    mpfr_sub(error, got, expected, MPFR_RNDN);
    mpfr_mul_2si(bound, size, exponent, MPFR_RNDN);
    if (mpfr_cmpabs(error, bound) > 0)
        fail_msg("got (%a + %a) 2^%d, off by more than 2^%d", a.hi, a.lo, a.exp, exponent);
    assert_normalised(a);
}

static double random_double(random_source *g, int exponent) {
    const double sign = random_sign(g);
    return sign * random_log(g, -exponent, exponent);
}

// A number with 106 bits, few, or many zeros between; `span` for the exponent kept apart.
static wide random_wide(random_source *g, int exponent, int span) {
    const double hi = random_double(g, exponent);
    double lo = 0.0;
    if (!random_one_in(g, 4)) {
        lo = hi * random_double(g, 0);
        lo *= random_one_in(g, 2) ? 0x1p-55 : random_log(g, -120, -55);
    }
    const int exp = span == 0 || random_one_in(g, 3) ? 0 : random_int(g, -span, span);
    return wide_of_ordered_sum(hi, lo, exp);
}

// b with the value of a but for some of its last bits, and another split of the exponent.
static wide nearly_same(random_source *g, wide a) {
    const int shift = random_int(g, -200, 200);
    const double f = wide_power_of_two(shift);
    wide b = {a.hi * f, a.lo * f, a.exp - shift};
    if (random_one_in(g, 2))
        b.lo = nudged(b.lo, random_int(g, -3, 3));
    else if (random_one_in(g, 2))
        b.hi = nudged(b.hi, random_int(g, -3, 3));
    return wide_of_ordered_sum(b.hi, b.lo, b.exp);
}

static void test_sums_and_products_of_doubles_are_exact(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 10, 0);
    for (long i = case_count(20000); i > 0; i--) {
        const double a = random_double(&g, 250);
        double b = random_double(&g, 250);
        if (random_one_in(&g, 2)) { // of like size, also of opposite signs
            const double sign = random_sign(&g);
            b = nudged(sign * a, random_int(&g, -1000, 1000));
        }
        mpfr_set_d(x, a, MPFR_RNDN);
        mpfr_add_d(expected, x, b, MPFR_RNDN);
        assert_exact(wide_of_sum(a, b));
        if (fabs(a) >= fabs(b))
            assert_exact(wide_of_ordered_sum(a, b, 0));
        mpfr_sub_d(expected, x, b, MPFR_RNDN);
        assert_exact(wide_of_difference(a, b));
        mpfr_mul_d(expected, x, b, MPFR_RNDN);
        assert_exact(wide_of_product(a, b));
    }
}

// Sums of all sizes stay exact as long as they do not overflow.
static void test_sums_at_the_ends_of_the_range(void **state) {
    (void)state;
    static const double ends[] = {0x1p-1074, -0x1p-1074, DBL_MIN, 0x1.8p-1073, 0x1p1022,
                                  -0x1p1022, DBL_MAX,    0.0,     1.0,         -0x1p970};
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) {
            if (fabs(ends[i] + ends[j]) > DBL_MAX)
                continue;
            mpfr_set_d(x, ends[i], MPFR_RNDN);
            mpfr_add_d(expected, x, ends[j], MPFR_RNDN);
            assert_exact(wide_of_sum(ends[i], ends[j]));
        }
    }
}

static void check_of(double a) {
    const wide v = wide_of(a);
    mpfr_set_d(expected, a, MPFR_RNDN);
    assert_exact(v);
    assert_true(v.hi == 0.0 || (fabs(v.hi) >= 0x1p-250 && fabs(v.hi) <= 0x1p250));
    assert_true(wide_to_double(v) == a);
    mpfr_neg(expected, expected, MPFR_RNDN);
    assert_exact(wide_neg(v));
    mpfr_abs(expected, expected, MPFR_RNDN);
    assert_exact(wide_abs(v));
}

static void test_of_double(void **state) {
    (void)state;
    static const double ends[] = {
        0.0,     0x1p-1074, 0x1.8p-1073, DBL_MIN,  DBL_MAX,
        0x1p250, 0x1p-250,  0x1p-251,    0x1p251,  0x1p750,
        0x1p751, 0x1p-750,  0x1p-751,    0x1p1023, 0x1.fffffffffffffp-1023};
    for (int i = 0; i < 15; i++) {
        check_of(ends[i]);
        check_of(-ends[i]);
    }
    random_source g = random_start(case_seed(), 11, 0);
    for (long i = case_count(5000); i > 0; i--)
        check_of(random_double(&g, 1022));
}

static void test_power_of_two(void **state) {
    (void)state;
    for (int e = -1022; e <= 1023; e++)
        assert_true(wide_power_of_two(e) == ldexp(1.0, e));
}

static void test_with_exp(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 12, 0);
    for (long i = case_count(5000); i > 0; i--) {
        const wide a = random_wide(&g, 200, 1000);
        const int exp = a.exp + random_int(&g, 0, 700);
        const wide b = wide_with_exp(a, exp);
        assert_int_equal(b.exp, exp);
        to_mpfr(expected, a);
        assert_exact(b);
        assert_true(wide_with_exp(a, a.exp + 1001).hi == 0.0);
    }
}

// 2^-100 relative, and for opposite signs 2^-104 of the larger operand.
static void check_sum(wide a, wide b) {
    to_mpfr(x, a);
    to_mpfr(y, b);
    const wide s = wide_add(a, b);
    mpfr_add(expected, x, y, MPFR_RNDN);
    const bool same_sign = mpfr_sgn(x) * mpfr_sgn(y) >= 0;
    assert_within(s, same_sign ? expected : mpfr_cmpabs(x, y) > 0 ? x : y, same_sign ? -100 : -104);
    const wide d = wide_sub(a, b);
    mpfr_sub(expected, x, y, MPFR_RNDN);
    assert_within(d,
                  !same_sign              ? expected
                  : mpfr_cmpabs(x, y) > 0 ? x
                                          : y,
                  same_sign ? -104 : -100);
}

static void test_add(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 13, 0);
    const wide zero = wide_of(0.0);
    for (long i = case_count(20000); i > 0; i--) {
        const wide a = random_wide(&g, 250, random_one_in(&g, 2) ? 100 : SPAN);
        wide b = random_wide(&g, 250, random_one_in(&g, 2) ? 100 : SPAN);
        if (random_one_in(&g, 2))
            b = nearly_same(&g, a);
        check_sum(a, b);
        check_sum(b, a);
        check_sum(a, zero);
        check_sum(zero, a);
        assert_true(wide_sub(a, a).hi == 0.0);
    }
    check_sum(zero, zero);
}

static void test_mul_div(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 14, 0);
    for (long i = case_count(5000); i > 0; i--) {
        const wide a = random_wide(&g, 250, SPAN), b = random_wide(&g, 250, SPAN);
        to_mpfr(x, a);
        to_mpfr(y, b);
        mpfr_mul(expected, x, y, MPFR_RNDN);
        assert_within(wide_mul(a, b), expected, -100);
        // 256 bits are enough to check a quotient.
        mpfr_set_prec(expected, 256);
        mpfr_div(expected, x, y, MPFR_RNDN);
        assert_within(wide_div(a, b), expected, -100);
        mpfr_set_prec(expected, BITS);
    }
    const wide zero = wide_of(0.0), one = wide_of(1.0);
    assert_true(wide_mul(zero, one).hi == 0.0 && wide_div(zero, one).hi == 0.0);
}

static void test_sqrt(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 15, 0);
    mpfr_set_prec(expected, 256);
    for (long i = case_count(20000); i > 0; i--) {
        const wide a = wide_abs(random_wide(&g, 250, SPAN));
        to_mpfr(x, a);
        mpfr_sqrt(expected, x, MPFR_RNDN);
        assert_within(wide_sqrt(a), expected, -100);
    }
    mpfr_set_prec(expected, BITS);
    assert_true(wide_sqrt(wide_of(0.0)).hi == 0.0);
    assert_true(wide_sqrt(wide_of(9.0)).hi == 3.0 && wide_sqrt(wide_of(9.0)).lo == 0.0);
}

// The nearest double within 0.51 ulp; `lo` is below half an ulp of hi, and where the result has
// fewer bits than hi it shifts the tie by less than a quarter.
static void check_to_double(wide a) {
    const double d = wide_to_double(a);
    to_mpfr(expected, a);
    assert_true(d != 0.0 || !signbit(d)); // never -0
    if (mpfr_zero_p(expected)) {
        assert_true(d == 0.0);
        return;
    }
    const mpfr_exp_t e = mpfr_get_exp(expected);
    if (d - d != 0.0) { // beyond the range: at least halfway from DBL_MAX to 2^1024
        assert_true((d > 0.0) == (mpfr_sgn(expected) > 0));
        mpfr_set_d(bound, DBL_MAX, MPFR_RNDN);
        assert_true(mpfr_cmpabs(expected, bound) > 0);
        return;
    }
    assert_true(e <= 1024);
    const long ulp = e - 53 < -1074 ? -1074 : (long)e - 53;
    mpfr_set_d(got, d, MPFR_RNDN);
    mpfr_sub(error, got, expected, MPFR_RNDN);
    mpfr_mul_2si(error, error, -ulp, MPFR_RNDN);
    const double ulps = fabs(mpfr_get_d(error, MPFR_RNDU));
    if (!(ulps <= (e <= -1022 ? 0.76 : 0.51)))
        fail_msg("(%a + %a) 2^%d becomes %a, off by %g ulp", a.hi, a.lo, a.exp, d, ulps);
}

static void test_to_double(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 16, 0);
    for (long i = case_count(20000); i > 0; i--) {
        check_to_double(random_wide(&g, 250, SPAN));
        wide a = random_wide(&g, 250, 0);
        int e;
        frexp(a.hi, &e);
        a.exp = random_int(&g, -1080, -1015) - e; // subnormal results
        check_to_double(a);
        a.exp = random_int(&g, 1018, 1028) - e; // about the largest
        check_to_double(a);
        a.exp += random_int(&g, -5000, 5000);
        check_to_double(a);
    }
}

static void test_to_double_of_given_numbers(void **state) {
    (void)state;
    static const struct {
        wide a;
        double expected;
    } rows[] = {
        {{0.0, 0.0, 5000}, 0.0},           {{-0.0, 0.0, -5000}, 0.0},
        {{1.0, 0.0, -1074}, 0x1p-1074},    {{1.0, 0.0, -1075}, 0.0},
        {{-1.0, 0.0, -1075}, 0.0},         {{1.5, 0.0, -1075}, 0x1p-1074},
        {{-1.0, 0.0, -5000}, 0.0},         {{0x1p250, 0.0, -1324}, 0x1p-1074},
        {{0x1p-250, 0.0, 1273}, 0x1p1023}, {{0x1.fffffffffffffp-250, 0.0, 1273}, DBL_MAX},
        {{0x1p-250, 0.0, 1274}, HUGE_VAL}, {{-0x1p-250, 0.0, 5000}, -HUGE_VAL},
        {{0x1p250, 0.0, 700}, 0x1p950},    {{0x1p250, 0.0, -700}, 0x1p-450},
        {{0x1p-250, 0.0, -700}, 0x1p-950},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double d = wide_to_double(rows[i].a);
        assert_true(d == rows[i].expected && !signbit(d) == !signbit(rows[i].expected));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_and_products_of_doubles_are_exact),
        cmocka_unit_test(test_sums_at_the_ends_of_the_range),
        cmocka_unit_test(test_of_double),
        cmocka_unit_test(test_power_of_two),
        cmocka_unit_test(test_with_exp),
        cmocka_unit_test(test_add),
        cmocka_unit_test(test_mul_div),
        cmocka_unit_test(test_sqrt),
        cmocka_unit_test(test_to_double),
        cmocka_unit_test(test_to_double_of_given_numbers),
    };
    return cmocka_run_group_tests_name("wide", tests, start, finish);
}
