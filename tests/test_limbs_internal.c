// White box: the big integers of src/arithmetic/limbs.h against GMP, at lengths known to the
// compiler and at lengths that are not, and their leading bits as wide numbers. Built once with
// 64-bit and once with 32-bit limbs. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gmp.h>
#include <string.h>

#include "arithmetic/integers.h"
#include "cases.h"
#include "random.h"

// The longest number of the exact path, and four times that: its products of degree 4.
enum { LENGTH_MAX = 2112 / CAROM_LIMB_BITS, PRODUCT_MAX = 4 * LENGTH_MAX };

static const int lengths[] = {1, 2, 3, 4, 5, 8, 33, LENGTH_MAX};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static mpz_t a, b, expected, got;

static int start(void **state) {
    (void)state;
    mpz_inits(a, b, expected, got, NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    mpz_clears(a, b, expected, got, NULL);
    return 0;
}

static void to_gmp(mpz_t out, const limb *x, int n) {
    mpz_import(out, (size_t)n, -1, sizeof *x, 0, 0, x);
}

static limb random_limb(random_source *g) {
    const limb ones = (limb)0 - 1;
    switch (random_int(g, 0, 6)) {
    case 0:
        return 0;
    case 1:
        return ones;
    case 2:
        return (limb)(ones << random_int(g, 0, CAROM_LIMB_BITS - 1));
    case 3:
        return (limb)random_int(g, 0, 3);
    default:
        return (limb)random_bits(g);
    }
}

// n limbs with zeros and ones over-represented; often short.
static void random_number(random_source *g, limb *x, int n) {
    const int used = random_one_in(g, 2) ? n : random_int(g, 0, n);
    for (int i = 0; i < n; i++)
        x[i] = i < used ? random_limb(g) : 0;
}

// The same function at a length that the compiler knows and at one that it does not.
#define AT_LENGTH(n, call)                                                                         \
    switch (n) {                                                                                   \
    case 1:                                                                                        \
        call(1);                                                                                   \
        break;                                                                                     \
    case 2:                                                                                        \
        call(2);                                                                                   \
        break;                                                                                     \
    case 3:                                                                                        \
        call(3);                                                                                   \
        break;                                                                                     \
    default:                                                                                       \
        call(n);                                                                                   \
    }

static void set(limb *out, int n, uint64_t m, int shift) {
#define SET(k) limbs_set(out, k, m, shift)
    AT_LENGTH(n, SET)
}

static bool sum(limb *out, int n, const limb *x, bool x_negative, const limb *y, bool y_negative) {
    bool negative = false;
#define SUM(k) negative = limbs_sum(out, k, x, x_negative, y, y_negative)
    AT_LENGTH(n, SUM)
    return negative;
}

static int compare(const limb *x, const limb *y, int n) {
    int sign = 0;
#define COMPARE(k) sign = limbs_compare(x, y, k)
    AT_LENGTH(n, COMPARE)
    return sign;
}

static void square(limb *out, const limb *x, int n) {
#define SQUARE(k) limbs_mul(out, x, k, x, k)
    AT_LENGTH(n, SQUARE)
}

static int bits_of(uint64_t m) {
    int n = 0;
    for (; m != 0; m >>= 1)
        n++;
    return n;
}

static void check_set(int n, uint64_t m, int shift) {
    limb x[LENGTH_MAX];
    memset(x, 0xA5, sizeof x);
    set(x, n, m, shift);
    to_gmp(got, x, n);
    mpz_import(expected, 1, -1, sizeof m, 0, 0, &m);
    mpz_mul_2exp(expected, expected, (mp_bitcnt_t)shift);
    if (mpz_cmp(got, expected) != 0)
        fail_msg("limbs_set: %d limbs, m = %llx, shift %d", n, (unsigned long long)m, shift);
}

static void test_set(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 1, 0);
    for (int k = 0; k < LENGTHS; k++) {
        const int n = lengths[k], space = n * CAROM_LIMB_BITS;
        check_set(n, 0, 0);
        for (int bits = 1; bits <= 64 && bits <= space; bits++) {
            const uint64_t top = (uint64_t)1 << (bits - 1);
            check_set(n, top, space - bits); // up to the very top bit
            check_set(n, top | (top - 1), space - bits);
        }
        for (long i = case_count(2000); i > 0; i--) {
            uint64_t m = random_bits(&g);
            m >>= random_int(&g, 0, 63);
            m = space < 64 ? m & 0xffffffff : m;
            check_set(n, m, random_int(&g, 0, space - (m != 0 ? bits_of(m) : 1)));
        }
    }
}

// The signed sum, also in place.
static void check_sum(int n, const limb *x, const limb *y) {
    limb out[LENGTH_MAX];
    for (int signs = 0; signs < 4; signs++) {
        const bool x_negative = (signs & 1) != 0, y_negative = (signs & 2) != 0;
        to_gmp(a, x, n);
        to_gmp(b, y, n);
        (x_negative ? mpz_neg : mpz_set)(a, a);
        (y_negative ? mpz_neg : mpz_set)(b, b);
        mpz_add(expected, a, b);
        for (int place = 0; place < 3; place++) {
            if (place > 0)
                memcpy(out, place == 1 ? x : y, (size_t)n * sizeof *out);
            const bool negative =
                sum(out, n, place == 1 ? out : x, x_negative, place == 2 ? out : y, y_negative);
            to_gmp(got, out, n);
            assert_int_equal(mpz_cmpabs(got, expected), 0);
            assert_int_equal(negative, mpz_sgn(expected) < 0);
        }
    }
}

static void test_sum(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 2, 0);
    limb x[LENGTH_MAX], y[LENGTH_MAX];
    for (int k = 0; k < LENGTHS; k++) {
        const int n = lengths[k];
        for (long i = case_count(2000); i > 0; i--) {
            // |x| + |y| leaves the top bit free, just so if y = (all ones below the top bit) - x.
            random_number(&g, x, n);
            x[n - 1] >>= 2;
            random_number(&g, y, n);
            y[n - 1] >>= 2;
            if (random_one_in(&g, 3)) {
                for (int j = 0; j < n; j++)
                    y[j] = (limb)~x[j];
                y[n - 1] &= (limb) ~(limb)0 >> 1;
            } else if (random_one_in(&g, 3)) {
                memcpy(y, x, sizeof y);
            }
            check_sum(n, x, y);
        }
    }
}

static void check_square(int n, const limb *x) {
    limb out[2 * LENGTH_MAX];
    square(out, x, n);
    to_gmp(got, out, 2 * n);
    to_gmp(a, x, n);
    mpz_mul(expected, a, a);
    assert_int_equal(mpz_cmp(got, expected), 0);
}

static void test_mul(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 3, 0);
    limb x[PRODUCT_MAX / 2], y[PRODUCT_MAX / 2], out[PRODUCT_MAX];
    for (long i = case_count(20000); i > 0; i--) {
        // Up to products of products.
        const int nx = random_one_in(&g, 8) ? 2 * LENGTH_MAX : lengths[random_int(&g, 0, 6)];
        const int ny = random_one_in(&g, 8) ? 2 * LENGTH_MAX : lengths[random_int(&g, 0, 6)];
        random_number(&g, x, nx);
        random_number(&g, y, ny);
        memset(out, 0xA5, sizeof out);
        limbs_mul(out, x, nx, y, ny);
        to_gmp(got, out, nx + ny);
        to_gmp(a, x, nx);
        to_gmp(b, y, ny);
        mpz_mul(expected, a, b);
        assert_int_equal(mpz_cmp(got, expected), 0);
        check_square(lengths[i % 7], x);
    }
}

static void test_mul_of_all_ones(void **state) {
    (void)state;
    limb x[LENGTH_MAX];
    memset(x, 0xFF, sizeof x);
    for (int k = 0; k < LENGTHS; k++)
        check_square(lengths[k], x);
}

static void test_compare(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 4, 0);
    limb x[LENGTH_MAX], y[LENGTH_MAX];
    for (int k = 0; k < LENGTHS; k++) {
        const int n = lengths[k];
        for (long i = case_count(2000); i > 0; i--) {
            random_number(&g, x, n);
            memcpy(y, x, sizeof y);
            if (random_one_in(&g, 2)) { // one bit away
                const int at = random_int(&g, 0, n - 1);
                y[at] ^= (limb)1 << random_int(&g, 0, CAROM_LIMB_BITS - 1);
            } else if (random_one_in(&g, 2)) {
                random_number(&g, y, n);
            }
            to_gmp(a, x, n);
            to_gmp(b, y, n);
            const int order = mpz_cmp(a, b);
            assert_int_equal(compare(x, y, n), (order > 0) - (order < 0));
            assert_int_equal(limbs_is_zero(x, n), mpz_sgn(a) == 0);
        }
    }
}

// What proofs/floats takes as given (is_cut_off in MovingRough.v): a number cut off after 106 bits,
// with hi from 1 to 2 and lo up to 2^-53.
static void test_to_wide(void **state) {
    (void)state;
    random_source g = random_start(5, 0, 0);
    limb x[LENGTH_MAX];
    for (int k = 0; k < LENGTHS; k++) {
        const int n = lengths[k];
        for (long i = case_count(2000); i > 0; i--) {
            random_number(&g, x, n);
            const bool negative = random_one_in(&g, 2);
            const wide v = to_wide(x, n, negative, 0);
            to_gmp(a, x, n);
            if (mpz_sgn(a) == 0) {
                assert_true(v.hi == 0.0 && v.lo == 0.0);
                continue;
            }
            assert_true(fabs(v.hi) >= 1.0 && fabs(v.hi) <= 2.0 && fabs(v.lo) <= 0x1p-53);
            // (hi + lo) 2^105 is the leading 106 bits.
            mpz_set_d(got, v.hi * 0x1p105);
            mpz_set_d(b, v.lo * 0x1p105);
            mpz_add(got, got, b);
            if (negative)
                mpz_neg(got, got);
            const long top = (long)mpz_sizeinbase(a, 2) - 1;
            assert_int_equal(v.exp, top);
            if (top > 105)
                mpz_fdiv_q_2exp(expected, a, (mp_bitcnt_t)(top - 105));
            else
                mpz_mul_2exp(expected, a, (mp_bitcnt_t)(105 - top));
            assert_int_equal(mpz_cmp(got, expected), 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set),     cmocka_unit_test(test_sum),
        cmocka_unit_test(test_mul),     cmocka_unit_test(test_mul_of_all_ones),
        cmocka_unit_test(test_compare), cmocka_unit_test(test_to_wide),
    };
    return cmocka_run_group_tests_name(
        CAROM_LIMB_BITS == 64 ? "limbs of 64 bits" : "limbs of 32 bits", tests, start, finish);
}
