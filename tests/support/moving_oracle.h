// The oracle of circles that meet moving walls: kind, feature and time of contacts from the
// definition, in exact integers (GMP), and the rounded answers in as many bits as they need (MPFR).
//
// The centre and both ends of the wall move straight: c(t), a(t), b(t). The sign of the gap
// g(t) = distance(c(t), axis(t)) - R is that of one of three polynomials, and two more say which.
// The real roots of all five split the time axis into points and open intervals on which no sign
// changes. Inside an interval the gap is decided by the definition at one rational time; at a
// root, by which polynomials vanish there. So g is known everywhere, whatever its shape. The
// decisions share nothing with src/ or with the oracle of still walls, only the struct of answers.
// Room: tests.
#ifndef CAROM_TESTS_MOVING_ORACLE_H
#define CAROM_TESTS_MOVING_ORACLE_H

#include "carom/sweep.h"
#include "oracle_sweep.h"

/// A circle and a wall that both move.
typedef struct moving_question {
    carom_circle circle;
    carom_wall wall;
    /// The displacements of the centre and of a and b; or, if `are_ends`, where they are at t = 1
    /// (the displacements are then the exact differences).
    carom_vec2 center, a, b;
    bool are_ends;
} moving_question;

/// The exact answers to one question.
typedef struct moving_verdict {
    carom_sweep_kind kind;
    /// CAROM_FEATURE_NONE without contact. An axis whose ends meet is end a.
    carom_feature feature;
    /// The contact is at the very start.
    bool at_start;
    /// The true time of contact is 1.
    bool at_finish;
    /// The true time is a fraction of few bits.
    bool at_dyadic;
    /// The centre is on the axis at the contact.
    bool on_axis;
} moving_verdict;

/// A question and its computed values.
typedef struct moving_oracle moving_oracle;

/// Ends the program if there is no memory.
moving_oracle *moving_oracle_new(void);
void moving_oracle_free(moving_oracle *q);

/// Asks a question; the input can be invalid. The functions below refer to the last question.
void moving_oracle_ask(moving_oracle *q, moving_question question);

/// The first contact.
moving_verdict moving_oracle_first(const moving_oracle *q);

/// The first contact that is not a graze: an overlap at the start; R > 0: the first time after
/// which g is negative at once; R = 0: the first time after the start at which g becomes 0.
moving_verdict moving_oracle_first_hit(const moving_oracle *q);

/// True if g >= 0 for all t in [0, 1] and, for R = 0, there is no hit: what
/// carom_circle_path_is_clear is for walls that stay. False for invalid input.
bool moving_oracle_is_clear(const moving_oracle *q);

/// How often g touches 0 from above without becoming negative, for t in (0, 1). Used to count the
/// cases of a class.
int moving_oracle_grazes(const moving_oracle *q);

/// Of the first contact or the first hit, if there is one: sign of (true time) - t. Exact.
int moving_oracle_time_sign(moving_oracle *q, bool hit, double t);

/// Of the same: is t the largest double not after the true time? Exact. -0 is not taken for 0.
bool moving_oracle_time_is(moving_oracle *q, bool hit, double t);

/// Fills n for the first contact or the first hit, if there is one, good to at least 100 bits. The
/// displacements of the ends count among the coordinates involved.
void moving_oracle_measure(oracle_sweep_numbers *n, moving_oracle *q, bool hit);

/// True if the circle goes straight to the centre `to` while the wall's ends go straight to a_to
/// and b_to, and neither overlaps nor passes the other on the way: moving_oracle_is_clear, with a
/// quick answer for legs that are far apart. For the tests of movers.
bool moving_leg_is_clear(moving_oracle *q, carom_circle circle, carom_vec2 to, carom_wall wall,
                         carom_vec2 a_to, carom_vec2 b_to);

#endif
