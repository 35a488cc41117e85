// A question in integers, used by both parts of the oracle. Room: tests, private to the oracle.
#ifndef CAROM_TESTS_ORACLE_EXACT_H
#define CAROM_TESTS_ORACLE_EXACT_H

#include <gmp.h>

#include "oracle.h"

typedef struct exact_vector {
    mpz_t x, y;
} exact_vector;

static inline void exact_dot(mpz_t out, const exact_vector *p, const exact_vector *q) {
    mpz_mul(out, p->x, q->x);
    mpz_addmul(out, p->y, q->y);
}

static inline void exact_cross(mpz_t out, const exact_vector *p, const exact_vector *q) {
    mpz_mul(out, p->x, q->y);
    mpz_submul(out, p->y, q->x);
}

static inline void exact_subtract(exact_vector *out, const exact_vector *p, const exact_vector *q) {
    mpz_sub(out->x, p->x, q->x);
    mpz_sub(out->y, p->y, q->y);
}

static inline bool is_finite_number(double x) {
    return x - x == 0.0; // NaN for NaN and infinities
}

/// All in units of 2^unit; products of two in units of 2^(2 unit).
typedef struct exact_question {
    int unit;
    carom_extent extent;
    exact_vector a, b, c, u, w, z;
    mpz_t r, wr, reach, gap;
    /// L, |w|^2, |z|^2, w.u, z.u, u x w
    mpz_t len2, w2, z2, wu, zu, uw;
} exact_question;

/// The question of valid input. The result lives until the next call.
exact_question *exact_load(carom_circle circle, carom_wall wall, double gap);

carom_feature exact_feature(const exact_question *q);

/// The number of crossings, and which of the two roots on the straight (first <= second; the first
/// for a double root) lie on the axis.
int exact_crossings(const exact_question *q, bool *first, bool *second);

#endif
