// A question of the oracle of moving walls in integers, used by both of its parts. Room: tests,
// private to the oracle.
#ifndef CAROM_TESTS_MOVING_ORACLE_EXACT_H
#define CAROM_TESTS_MOVING_ORACLE_EXACT_H

#include "moving_oracle.h"
#include "oracle_exact.h"
#include "polynomials.h"

/// The polynomials whose roots split the time axis.
enum {
    /// t and t - 1
    AT_START,
    AT_FINISH,
    /// p = w.u: the foot is beyond a if p <= 0.
    BEYOND_A,
    /// q = -z.u: the foot is beyond b if q <= 0.
    BEYOND_B,
    /// A = |w|^2 - R^2
    GAP_A,
    /// B = |z|^2 - R^2
    GAP_B,
    /// S = (u x w)^2 - R^2 |u|^2
    GAP_SIDE,
    POLYNOMIALS
};

enum { ELEMENTS = 14, ROOTS = 14 };

/// A product of factors that some of the polynomials have in common; no two elements have a common
/// factor.
typedef struct basis_element {
    sturm_sequence sturm;
    /// Bit i: it divides polynomial i.
    unsigned divides;
} basis_element;

/// A root of an element, and the open interval after it, up to the next root.
typedef struct time_cell {
    isolated_root root;
    unsigned divides;
    /// A time in the interval.
    dyadic sample;
    /// The signs of the polynomials from BEYOND_A to GAP_SIDE in the interval.
    int signs[POLYNOMIALS];
    /// The sign of u x w in the interval.
    int side;
    /// The sign of g at the root and in the interval.
    int gap_at_root, gap_after;
    carom_feature feature_at_root;
} time_cell;

/// A vector that moves: start + t step.
typedef struct moving_vector {
    exact_vector start, step;
} moving_vector;

/// All lengths in units of 2^unit; products of two in units of 2^(2 unit).
struct moving_oracle {
    moving_question question;
    bool is_valid;
    long unit;
    /// The most bits of any length.
    size_t bits;
    moving_vector a, b, c, u, w, z;
    mpz_t reach, wall_reach;
    polynomial polynomials[POLYNOMIALS];
    basis_element elements[ELEMENTS];
    int element_count;
    /// From the root 0 to the root 1, in order. The last interval is right after 1.
    time_cell cells[ROOTS];
    int count;
    /// The cells of the first contact and of the first hit, or -1.
    int first, first_hit;
    /// Scratch.
    exact_vector at_u, at_w, at_z;
};

#endif
