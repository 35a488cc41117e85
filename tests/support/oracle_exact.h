// What the two halves of the oracle share: a question in integers. Layer: tests, private to the
// oracle.
#ifndef CAROM_TESTS_ORACLE_EXACT_H
#define CAROM_TESTS_ORACLE_EXACT_H

#include <gmp.h>

#include "oracle.h"

typedef struct exact_vector {
    mpz_t x, y;
} exact_vector;

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
