// Exact questions about balls on legs, in rational numbers (GMP): how near two balls come while
// both go along their legs at the same time, and how near a leg comes to a wall at rest.
//
// A leg is passed straight and evenly, so at the time t a ball is exactly at
// from + (to - from) (t - start) / (end - start). The vector between two balls then goes straight,
// and its least length is that of a vector to a segment. Times the lengths of both legs, all
// numbers are dyadic, and become integers. Nothing is rounded, and nothing is shared with src/.
// Room: tests.
#ifndef CAROM_TESTS_EXACT_LEGS_H
#define CAROM_TESTS_EXACT_LEGS_H

#include "carom/mover.h"
#include "oracle_exact.h"

/// The numbers of a question. The functions below use them as scratch.
typedef struct exact_legs {
    exact_vector p_from, p_to, q_from, q_to, start, finish, along, other;
    mpz_t p_weight, q_weight, reach, sum, product, left, right;
} exact_legs;

void exact_legs_init(exact_legs *e);
void exact_legs_clear(exact_legs *e);

/// Sign of (least distance of the centres) - (r + s + longer), over the times that both legs have
/// in common, which must exist. A leg that takes no time is passed while the other ball stands.
int exact_legs_sign(exact_legs *e, const carom_leg *p, double r, const carom_leg *q, double s,
                    double longer);

/// Sign of (least distance of the leg from the axis of the wall) - (r + wall radius + longer).
int exact_leg_wall_sign(exact_legs *e, const carom_leg *leg, double r, carom_wall wall,
                        double longer);

#endif
