// Polynomials with integer coefficients (GMP) of degree up to 4, and their real roots in (0, 1):
// greatest common divisors, Sturm sequences, and isolating intervals between dyadic fractions.
// Room: tests, under the oracle of moving walls.
#ifndef CAROM_TESTS_POLYNOMIALS_H
#define CAROM_TESTS_POLYNOMIALS_H

#include <stdbool.h>

#include <gmp.h>

enum { POLYNOMIAL_DEGREE = 4, STURM_LENGTH = POLYNOMIAL_DEGREE + 1 };

/// c[0] + c[1] t + ...; the degree of 0 is -1.
typedef struct polynomial {
    int degree;
    mpz_t c[POLYNOMIAL_DEGREE + 1];
} polynomial;

/// The number m / 2^k.
typedef struct dyadic {
    mpz_t m;
    mp_bitcnt_t k;
} dyadic;

void polynomial_init(polynomial *f);
void polynomial_clear(polynomial *f);
void polynomial_set(polynomial *f, const polynomial *g);

/// Sets the degree from the coefficients up to c[most].
void polynomial_trim(polynomial *f, int most);

/// f = g h. The degree of the product is at most 4; f is neither g nor h.
void polynomial_multiply(polynomial *f, const polynomial *g, const polynomial *h);

/// f = f + k g.
void polynomial_add_multiple(polynomial *f, const polynomial *g, long k);

/// f = 0.
void polynomial_set_zero(polynomial *f);

/// Divides f, which is not 0, by its repeated factors and its content. Its roots stay.
void polynomial_make_squarefree(polynomial *f);

/// common = gcd(f, g), with coefficients without a common divisor; neither is 0. False if it is of
/// degree 0; `common` is then undefined.
bool polynomial_gcd(polynomial *common, const polynomial *f, const polynomial *g);

/// f = f / g, which must divide f; g has coefficients without a common divisor.
void polynomial_divide(polynomial *f, const polynomial *g);

/// Sign of f at m / 2^k.
int polynomial_sign(const polynomial *f, const mpz_t m, mp_bitcnt_t k);

/// The Sturm sequence of a polynomial without repeated factors.
typedef struct sturm_sequence {
    int length;
    polynomial f[STURM_LENGTH];
} sturm_sequence;

void sturm_init(sturm_sequence *s);
void sturm_clear(sturm_sequence *s);
void sturm_make(sturm_sequence *s, const polynomial *f);

/// The number of roots in (m / 2^k, (m + 1) / 2^k].
int sturm_count(const sturm_sequence *s, const mpz_t m, mp_bitcnt_t k);

/// A real root: exactly `low`, or the only root of its polynomial in the open interval from `low`
/// to low + 1 / 2^k, with no root at either end.
typedef struct isolated_root {
    const sturm_sequence *of;
    bool is_exact;
    dyadic low;
    /// The sign of the polynomial in the rest of the interval, above the root.
    int sign_above;
    /// By how many halvings the next refinement tries to come nearer to 0.
    mp_bitcnt_t stride;
} isolated_root;

void root_init(isolated_root *r);
void root_clear(isolated_root *r);
void root_set(isolated_root *r, const isolated_root *from);

/// Halves the interval of a root that is not known exactly.
void root_refine(isolated_root *r);

/// Finds the roots in (0, 1). Returns their number, in no order. No root is 0 or 1.
int roots_isolate(isolated_root roots[POLYNOMIAL_DEGREE], const sturm_sequence *s);

/// Sign of r - s, for different numbers. Refines until their intervals are disjoint.
int roots_compare(isolated_root *r, isolated_root *s);

/// Refines two roots, the first less than the second, until there is room between their intervals,
/// and sets `between` to a number there.
void roots_separate(dyadic *between, isolated_root *first, isolated_root *second);

/// Sign of r - num / den, den > 0. Exact.
int root_compare_fraction(isolated_root *r, const mpz_t num, const mpz_t den);

/// Refines until the interval is at most 2^-bits times its lower end, or the root is exact. The
/// root is > 0.
void root_refine_to(isolated_root *r, mp_bitcnt_t bits);

#endif
