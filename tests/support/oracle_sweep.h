// The oracle of moving circles: kind, feature, time and order of contacts from the definition, in
// exact integers (GMP), and the rounded answers in as many bits as they need (MPFR).
//
// Method: the distance d(t) from the moving centre to the axis is convex in t. Between the times at
// which the nearest feature changes it is |w + t v|, |z + t v| or |u x (w + t v)| / |u|, so its
// least value over any stretch lies at an end of the stretch or at one of five fractions. All
// questions become the static one, "is d above, at or below R", at rational times. No root is
// needed to decide, and nothing is shared with src/. Room: tests.
#ifndef CAROM_TESTS_ORACLE_SWEEP_H
#define CAROM_TESTS_ORACLE_SWEEP_H

#include "carom/sweep.h"
#include "oracle.h"

/// The path of a centre: a displacement, or the end of the path (the displacement is then the exact
/// difference).
typedef struct oracle_path {
    carom_vec2 vector;
    bool is_end;
} oracle_path;

/// The exact answers.
typedef struct oracle_sweep_verdict {
    carom_sweep_kind kind;
    /// CAROM_FEATURE_NONE without contact.
    carom_feature feature;
    /// carom_circle_path_is_clear
    bool path_is_clear;
    /// The contact is at the very start.
    bool at_start;
    /// The true time of contact is 1.
    bool at_finish;
    /// The centre is on the axis at contact.
    bool on_axis;
} oracle_sweep_verdict;

/// A question and its computed values.
typedef struct oracle_sweep oracle_sweep;

/// Creates a question. Ends the program if there is no memory.
oracle_sweep *oracle_sweep_new(void);
void oracle_sweep_free(oracle_sweep *q);

/// Asks a question; the input can be invalid. The functions below refer to the last question.
oracle_sweep_verdict oracle_sweep_ask(oracle_sweep *q, carom_circle circle, oracle_path path,
                                      carom_wall wall);

/// Asks about the same motion run backward, from its end to its start. Its first contact is the
/// last one of the motion, and its times are 1 minus those of the motion. at_start then means that
/// the contact lasts to the end. The functions below refer to this question too.
oracle_sweep_verdict oracle_sweep_ask_last(oracle_sweep *q, carom_circle circle, oracle_path path,
                                           carom_wall wall);

/// Of a question run backward with a contact: sign of (true time of the last contact) - t, as a
/// time of the motion forward. Exact.
int oracle_sweep_exit_sign(oracle_sweep *q, double t);

/// Of the same: is t the smallest double not before the true time of the last contact? Exact. -0 is
/// not taken for 0.
bool oracle_sweep_exit_is(oracle_sweep *q, double t);

/// Of a question with a contact: is t the largest double not after the true time? Exact. -0 is not
/// taken for 0.
bool oracle_sweep_time_is(oracle_sweep *q, double t);

/// Of a question with a contact: sign of (true time) - t, for any finite t. Exact.
int oracle_sweep_time_sign(oracle_sweep *q, double t);

/// -1, 0 or 1 if the first contact comes before, with or after the second. A question without
/// contact comes after those with one. Exact: the resultant of the polynomials detects equal times,
/// and different times are computed with as many bits as needed.
int oracle_sweep_order(oracle_sweep *first, oracle_sweep *second);

/// The answers that the library rounds, good to at least 250 bits.
typedef struct oracle_sweep_numbers {
    mpfr_t t;
    oracle_point center, point, normal;
    /// k such that 2^k is the ulp of the largest coordinate involved: of start, displacement, a, b,
    /// the radii and the contact.
    int ulp;
} oracle_sweep_numbers;

void oracle_sweep_numbers_init(oracle_sweep_numbers *n);
void oracle_sweep_numbers_clear(oracle_sweep_numbers *n);

/// Fills n for a question with a contact.
void oracle_sweep_measure(oracle_sweep_numbers *n, oracle_sweep *q);

#endif
