// Test cases of moving circles by class, in the manner of cases.h: a case depends on (class, seed,
// index) alone and is the same on every machine; every class mixes extents and wall radii.
// Room: tests.
#ifndef CAROM_TESTS_MOTION_CASES_H
#define CAROM_TESTS_MOTION_CASES_H

#include "cases.h"

/// A circle, its motion in two forms, a wall, and a second wall for the order of contacts.
typedef struct motion_case {
    carom_circle circle;
    carom_vec2 move;
    /// The end of a path: center + move rounded, or the place of contact, or some ulp beside
    /// either.
    carom_vec2 to;
    carom_wall wall;
    /// Often has the same time of impact as the first wall, or nearly.
    carom_wall second;
} motion_case;

typedef enum motion_class {
    /// Random in a box, in any direction.
    MOTION_ANYWHERE,
    /// Towards a place of contact, reached before the end of the path.
    MOTION_AIMED,
    /// Past an end at the distance R, changed by up to 4 ulp in each number.
    MOTION_GRAZING_NEAR,
    /// Past an end or along the side, exactly tangent by Pythagorean integers.
    MOTION_GRAZING_EXACT,
    /// Parallel to the side at the distance R, changed by some ulp, from beyond an end.
    MOTION_PARALLEL,
    /// Exactly touching at the start, moving in.
    MOTION_TOUCHING_IN,
    /// The same, moving out.
    MOTION_TOUCHING_OUT,
    /// The same, moving at right angles to the normal, exactly or within some ulp.
    MOTION_TOUCHING_ALONG,
    /// From a few ulp off touching, in any direction.
    MOTION_NEARLY_TOUCHING,
    /// From inside the slab of half-width R, beyond an end of the wall.
    MOTION_STRIP,
    /// 10^6 radii in the frame.
    MOTION_BULLET,
    /// The contact at the very end of the path, within some ulp.
    MOTION_LATE,
    /// The time of impact is exactly a double, which can be 1.
    MOTION_EXACT_TIME,
    /// No motion.
    MOTION_NONE,
    /// a == b.
    MOTION_ZERO_LENGTH,
    /// R = 0: a point against a bare axis.
    MOTION_POINT,
    /// R = 0 exactly: onto the axis, its ends or past them, in integers.
    MOTION_POINT_EXACT,
    /// The foot at contact on an end, exactly or within some ulp.
    MOTION_CORNER,
    /// Starting nearer than R, the centre on the axis among them.
    MOTION_OVERLAPPING,
    /// A wall 1e8 to 1e20 times as long as the radius.
    MOTION_NEEDLE,
    /// 1e12 away from the origin.
    MOTION_OFFSET,
    /// R is not a double, and the rounded-off bits decide.
    MOTION_LOST_REACH,
    /// Other classes, scaled so that values or their products underflow.
    MOTION_TINY,
    /// The same where they overflow.
    MOTION_HUGE,
    /// Each number has its own random exponent.
    MOTION_MIXED_EXPONENTS,
    /// Random bit patterns: NaN, infinities, negative radii, unknown extents among them.
    MOTION_RANDOM_BITS,
    /// Small integers.
    MOTION_INTEGERS,
    /// Two walls, each the mirror image of the other about the path.
    MOTION_MIRRORED_PAIR,
    /// Two walls that share a corner, aimed at it.
    MOTION_SHARED_CORNER,
    /// All numbers but the start, and the contact too, just below a power of two, where an ulp is
    /// smallest for its number.
    MOTION_BELOW_A_POWER_OF_TWO,
    MOTION_CLASS_COUNT
} motion_class;

/// The class in words, as in its enumerator.
const char *motion_class_name(motion_class kind);

/// The case with this class, seed and index.
motion_case motion_make(motion_class kind, uint64_t seed, uint64_t index);

/// A circle whose path is closest to an end near the start, from inside R or by a hair outside. The
/// sizes of R, of the displacement and of its part toward the end have exponents of their own, so
/// the products of a time of contact underflow or cancel, and times round to 0 or 1. No class of
/// its own: other cases are drawn from the classes by number.
motion_case motion_make_closest_at_start(uint64_t seed, uint64_t index);

/// Multiplies all lengths of the case by 2^k. True if that is exact.
bool motion_scale(motion_case *m, int k);

/// Prints the case as a C initialiser, in hexadecimal, ready to paste.
void motion_print(FILE *out, const motion_case *m);

/// The number of cases of a class that the golden hashes take for moving walls.
enum { MOTION_MOVING_CASES = 60 };

#endif
