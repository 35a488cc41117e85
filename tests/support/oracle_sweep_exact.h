// A question in integers, used by both parts of the sweep oracle. Room: tests, private to the
// oracle.
#ifndef CAROM_TESTS_ORACLE_SWEEP_EXACT_H
#define CAROM_TESTS_ORACLE_SWEEP_EXACT_H

#include "oracle_exact.h"
#include "oracle_sweep.h"

enum { CANDIDATES = 5 };

/// A time at which d may be least, num / den with den > 0, and the sign of d - R there.
typedef struct candidate_time {
    mpz_t num, den;
    int gap;
} candidate_time;

/// All lengths in units of 2^unit; products of two in units of 2^(2 unit).
struct oracle_sweep {
    carom_circle circle;
    carom_wall wall;
    oracle_sweep_verdict verdict;
    long unit;
    /// The most bits of any length.
    size_t bits;
    exact_vector a, b, c, u, w, z, v;
    mpz_t reach, wall_reach;
    /// L, w.u, z.u, v.u, |v|^2
    mpz_t len2, wu, zu, vu, v2;
    candidate_time times[CANDIDATES];
    int count;
    /// Of a contact after the start: the time is the smaller root of A t^2 + 2 B t + C, with A > 0.
    mpz_t A, B, C;
    /// Scratch.
    exact_vector at;
    mpz_t lhs, rhs, foot, num, den;
};

/// Sign of t - num / den, for the true time t of the contact; den > 0.
int exact_time_sign(oracle_sweep *q, const mpz_t num, const mpz_t den);

#endif
