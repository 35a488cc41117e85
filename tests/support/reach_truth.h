// The two signs that the filter and the exact path decide, computed with the oracle's integers.
// Room: tests.
#ifndef CAROM_TESTS_REACH_TRUTH_H
#define CAROM_TESTS_REACH_TRUTH_H

#include "oracle_exact.h"

static inline bool is_valid_question(carom_circle circle, carom_wall wall, double gap) {
    return carom_circle_is_valid(circle) && carom_wall_is_valid(wall) && gap >= 0.0 &&
           gap - gap == 0.0;
}

// Sign of (circle radius + wall radius + gap) - (distance from centre to axis), by the squares.
static inline int true_reach_sign(carom_circle circle, carom_wall wall, double gap) {
    const exact_question *q = exact_load(circle, wall, gap);
    const carom_feature feature = exact_feature(q);
    mpz_t reach, cross;
    mpz_inits(reach, cross, NULL);
    mpz_add(reach, q->reach, q->gap);
    mpz_mul(reach, reach, reach);
    if (feature == CAROM_FEATURE_SIDE) {
        mpz_mul(reach, reach, q->len2);
        mpz_mul(cross, q->uw, q->uw);
    } else {
        mpz_set(cross, feature == CAROM_FEATURE_END_A ? q->w2 : q->z2);
    }
    const int order = mpz_cmp(reach, cross);
    mpz_clears(reach, cross, NULL);
    return (order > 0) - (order < 0);
}

// Sign of (circle radius) - (distance from centre to the farthest point of the segment).
static inline int true_rim_sign(carom_circle circle, carom_wall segment) {
    const exact_question *q = exact_load(circle, segment, 0.0);
    mpz_t rim;
    mpz_init(rim);
    mpz_sub(rim, q->r, q->wr);
    int order = -1;
    if (mpz_sgn(rim) >= 0) {
        mpz_mul(rim, rim, rim);
        order = mpz_cmp(rim, mpz_cmp(q->w2, q->z2) > 0 ? q->w2 : q->z2);
    }
    mpz_clear(rim);
    return (order > 0) - (order < 0);
}

#endif
