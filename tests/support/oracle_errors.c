// The oracle, errors: how far a rounded answer is from the truth, in the units of the documented
// bounds, and where a circle is free. See oracle.h. Room: tests.
#include <float.h>
#include <math.h>

#include "oracle.h"

enum { BITS = 256 };

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int ulp_exponent_of(double x) {
    int e;
    frexp(x, &e);
    return x == 0.0 ? -1074 : larger(e - 53, -1074);
}

int oracle_ulp_exponent(const mpfr_t x) {
    if (mpfr_zero_p(x) || mpfr_get_exp(x) - 53 < -1074) {
        return -1074;
    }
    return (int)mpfr_get_exp(x) - 53;
}

// error = |got - truth|; see oracle_error for infinities.
static void set_error(mpfr_t error, double got, const mpfr_t truth) {
    bool beyond = !mpfr_zero_p(truth) && mpfr_get_exp(truth) > 1024;
    if (isnan(got) || (isinf(got) && (got < 0.0) != (mpfr_sgn(truth) < 0))) {
        mpfr_set_inf(error, 1);
        return;
    }
    if (isinf(got) && beyond) {
        mpfr_set_zero(error, 1);
        return;
    }
    if (isinf(got)) {
        mpfr_set_si_2exp(error, got < 0.0 ? -1 : 1, 1024, MPFR_RNDN);
    } else {
        mpfr_set_d(error, got, MPFR_RNDN);
    }
    mpfr_sub(error, error, truth, MPFR_RNDN);
    mpfr_abs(error, error, MPFR_RNDN);
}

double oracle_error(double got, const mpfr_t truth, int k) {
    mpfr_t error;
    mpfr_init2(error, BITS);
    set_error(error, got, truth);
    mpfr_mul_2si(error, error, -k, MPFR_RNDN);
    double ulps = mpfr_get_d(error, MPFR_RNDN);
    mpfr_clear(error);
    return ulps;
}

int oracle_largest_ulp(carom_circle c, carom_wall w, const oracle_point *p) {
    const double numbers[] = {c.center.x, c.center.y, c.radius, w.a.x,
                              w.a.y,      w.b.x,      w.b.y,    w.radius};
    int k = larger(oracle_ulp_exponent(p->x), oracle_ulp_exponent(p->y));
    for (int i = 0; i < 8; i++) {
        k = larger(k, ulp_exponent_of(numbers[i]));
    }
    return k;
}

double oracle_point_error(carom_vec2 got, const oracle_point *p, int k) {
    return fmax(oracle_error(got.x, p->x, k), oracle_error(got.y, p->y, k));
}

double oracle_along_error(double got, const oracle_numbers *n) {
    int ulp = oracle_ulp_exponent(n->along);
    double error = oracle_error(got, n->along, ulp);
    mpfr_t slack;
    mpfr_init2(slack, BITS);
    mpfr_mul_2si(slack, n->ratio, -96 - ulp, MPFR_RNDN);
    double allowed = mpfr_get_d(slack, MPFR_RNDN);
    mpfr_clear(slack);
    return error <= allowed ? 0.0 : error - allowed;
}

double oracle_cross_error(double got, const oracle_numbers *n, int i, int k) {
    mpfr_t error;
    mpfr_init2(error, BITS);
    set_error(error, got, n->cross_along[i]);
    mpfr_mul(error, error, n->length, MPFR_RNDN);
    mpfr_mul_2si(error, error, -k, MPFR_RNDN);
    double ulps = mpfr_get_d(error, MPFR_RNDN);
    mpfr_clear(error);
    return ulps;
}

bool oracle_free_nowhere(carom_circle circle, carom_wall wall) {
    for (int i = 0; i < 4; i++) {
        circle.center =
            carom_vec2_make(i % 2 == 0 ? DBL_MAX : -DBL_MAX, i < 2 ? DBL_MAX : -DBL_MAX);
        if (oracle_decide(circle, wall, 0.0).relation <= CAROM_RELATION_TOUCHING) {
            return false;
        }
    }
    return true;
}

double oracle_push_error(carom_vec2 got, carom_circle circle, carom_wall wall,
                         const oracle_numbers *n) {
    oracle_point place;
    mpfr_inits2(BITS, place.x, place.y, (mpfr_ptr)NULL);
    mpfr_fma(place.x, n->normal.x, n->reach, n->nearest.x, MPFR_RNDN);
    mpfr_fma(place.y, n->normal.y, n->reach, n->nearest.y, MPFR_RNDN);
    int size = larger(oracle_ulp_exponent(place.x), oracle_ulp_exponent(place.y));
    size = larger(size, oracle_ulp_exponent(n->reach));
    double error = 0.0;
    if (size < 970) { // below 2^1022
        error = oracle_point_error(got, &place, oracle_largest_ulp(circle, wall, &place));
    }
    mpfr_clears(place.x, place.y, (mpfr_ptr)NULL);
    return error;
}
