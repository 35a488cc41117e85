// Test cases of circles and walls that both move, by class, in the manner of cases.h: a case
// depends on (class, seed, index) alone and is the same on every machine. Room: tests.
#ifndef CAROM_TESTS_MOVING_CASES_H
#define CAROM_TESTS_MOVING_CASES_H

#include "motion_cases.h"

/// A circle and a wall, and their motions in two forms.
typedef struct moving_case {
    carom_circle circle;
    carom_wall wall;
    /// The displacements of the centre and of a and b.
    carom_vec2 move, a_move, b_move;
    /// Where they end: start + displacement rounded, or some ulp beside that.
    carom_vec2 to, a_to, b_to;
} moving_case;

typedef enum moving_class {
    /// The classes of motion_cases.h; the wall stays.
    MOVING_STILL,
    /// The same; circle and wall move by the same vector besides, exactly or rounded.
    MOVING_TRANSLATING,
    /// Segments at the scale of games, turning about a: a door.
    MOVING_DOOR,
    /// Turning about a point of the axis near b, fast balls: a flipper.
    MOVING_FLIPPER,
    /// Turning about the middle, up to nearly half a turn.
    MOVING_MIDDLE,
    /// Turning about a far point.
    MOVING_FAR,
    /// The ends change places, exactly or nearly: the axis shrinks to a point at about 1/2.
    MOVING_SWAP,
    /// Each end moves anywhere.
    MOVING_ANYWHERE,
    /// Turning by 2^-10 to 2^-60 of a radian.
    MOVING_BARELY_TURNING,
    /// R exceeds the length of the wall.
    MOVING_BIG_RADIUS,
    /// The axis shrinks to a point at an exact time in [0, 1], where the circle touches it or near.
    MOVING_COLLAPSE,
    /// The contact at an exact time, moving in; on the side or at an end.
    MOVING_EXACT_TIME,
    /// The gap has a double root at an exact time, by rational construction.
    MOVING_DOUBLE,
    /// The same, a triple or fourfold root.
    MOVING_TRIPLE,
    /// The classes DOUBLE and TRIPLE, each number changed by up to 4 ulp; and segments at the scale
    /// of games with a radius that is the least distance on the way, within some ulp.
    MOVING_GRAZING_NEAR,
    /// A graze, and a hit later.
    MOVING_GRAZE_THEN_HIT,
    /// Exactly touching at t = 0, of all orders of contact.
    MOVING_TOUCHING_START,
    /// Exactly touching at t = 1, of all orders.
    MOVING_TOUCHING_FINISH,
    /// Within 4 ulp of touching at t = 0 or t = 1.
    MOVING_NEARLY_TOUCHING,
    /// The foot is on an end at the very time of contact, exactly or within 4 ulp.
    MOVING_CORNER,
    /// Moving together while touching: the gap is 0 for some time.
    MOVING_TOGETHER,
    /// R = 0: a point against a bare axis.
    MOVING_POINT,
    /// R = 0 exactly: onto the axis, its ends, away from it and back.
    MOVING_POINT_EXACT,
    /// a == b and equal moves: two discs that move.
    MOVING_POSTS,
    /// Small integers.
    MOVING_INTEGERS,
    /// Starting nearer than R.
    MOVING_OVERLAPPING,
    /// 2^20 to 2^45 away from the origin.
    MOVING_OFFSET,
    /// A wall 2^20 to 2^60 times as long as the radius.
    MOVING_NEEDLE,
    /// 2^10 to 2^40 lengths of the wall in the frame.
    MOVING_BULLET,
    /// Some ulp off touching, and moving with the place of the wall that is nearest, rounded.
    MOVING_CARRIED,
    /// Other classes, scaled so that values or their products underflow.
    MOVING_TINY,
    /// The same where they overflow.
    MOVING_HUGE,
    /// Each number has its own random exponent.
    MOVING_MIXED_EXPONENTS,
    /// Random bit patterns: NaN, infinities, negative radii, unknown extents among them.
    MOVING_RANDOM_BITS,
    MOVING_CLASS_COUNT
} moving_class;

/// The class in words, as in its enumerator.
const char *moving_class_name(moving_class kind);

/// The case with this class, seed and index.
moving_case moving_make(moving_class kind, uint64_t seed, uint64_t index);

/// Multiplies all lengths of the case by 2^k. True if that is exact.
bool moving_scale(moving_case *m, int k);

/// Sets the circle's radius to the least distance from a segment on the way, as far as plain double
/// arithmetic tells, moved by k ulp. So the case nearly grazes. True if that is between both ends
/// of the way.
bool moving_fit_radius(moving_case *m, int k);

/// Prints the case as a C initialiser, in hexadecimal, ready to paste.
void moving_print(FILE *out, const moving_case *m);

#endif
