// The oracle for a circle and a bent wall: see oracle.h. Exact answers in rationals with one root,
// numbers in MPFR, from the arc's centre and radius. It shares nothing with src/. Room: tests.
#ifndef CAROM_TESTS_ARC_ORACLE_H
#define CAROM_TESTS_ARC_ORACLE_H

#include "oracle.h"

/// The exact answers for any input, valid or not, of a segment that is bent by the bulge.
/// `crossings` is 0.
oracle_verdict arc_oracle_decide(carom_circle circle, carom_wall wall, double bulge, double gap);

/// The sign of (distance from the centre to the axis) - (circle radius + wall radius + gap), for
/// valid input with a bulge that is not 0, and a != b.
int arc_oracle_compare_gap(carom_circle circle, carom_wall wall, double bulge, double gap);

/// The sign of the gap of a circle that has moved by `time` times `move`, for a valid circle and
/// arc with a bulge that is not 0, and a != b. The time and the move are finite.
int arc_oracle_gap_at(carom_circle circle, carom_vec2 move, carom_wall wall, double bulge,
                      double time);

/// The numbers of a contact. Their error is below 2^-200 of the larger of the distance and R, of 1,
/// and of the largest coordinate of the point and the ends.
typedef struct arc_numbers {
    mpfr_t along, distance, reach, depth;
    oracle_point normal, surface;
    /// The arc's box: low x, low y, high x, high y.
    mpfr_t box[4];
} arc_numbers;

void arc_numbers_init(arc_numbers *n);
void arc_numbers_clear(arc_numbers *n);

/// Fills n for valid input with a bulge that is not 0, and a != b.
void arc_oracle_measure(arc_numbers *n, carom_circle circle, carom_wall wall, double bulge);

#endif
