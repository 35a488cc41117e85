// Casts: a sweep by direction and length, and the distance travelled until contact.
//
// A sweep takes a displacement and tells the time of contact as a fraction of it. Where the
// question is a direction and a length, as for rays, sensors and shape casts, these calls make the
// displacement and turn the time into a distance. "ulp" is the distance between neighbouring
// doubles at the named value. Layer: cast.
#ifndef CAROM_CAST_H
#define CAROM_CAST_H

#include "carom/sweep.h"

CAROM_BEGIN_C

/// The vector of this length along a direction. The direction may have any length but 0, also one
/// that squares beyond the range of double; `length` is finite and >= 0. Each coordinate to 0.51
/// ulp of itself, 0.76 if it is subnormal; never longer than `length` in either coordinate. (0, 0)
/// for a length of 0, for a direction of (0, 0), and for invalid input.
CAROM_API carom_vec2 carom_vec2_along(carom_vec2 direction, double length);

/// The first contact of a cast.
typedef struct carom_cast {
    /// The sweep by carom_vec2_along(direction, length), with all its guarantees.
    carom_sweep sweep;
    /// The distance that the centre travels until contact, in [0, length]: t times the length of
    /// the displacement. 0 for touching or overlapping at the start, and without contact. Error <=
    /// 4 ulp of itself.
    double distance;
} carom_cast;

/// Casts the circle by `length` along `direction`. A ray cast is a circle of radius 0. For a miss
/// and for invalid input all but the kind of the sweep is 0. The input is invalid if the circle or
/// the wall is, if the direction is not finite, if the length is negative or not finite, or if the
/// direction is (0, 0) and the length > 0.
CAROM_API carom_cast carom_circle_cast(carom_circle circle, carom_vec2 direction, double length,
                                       carom_wall wall);

CAROM_END_C

#endif
