// Casts: a sweep by direction and length instead of a displacement.
//
// These calls turn a direction and a length into a displacement, and the time of impact into the
// distance travelled. For a cast against a scene pass carom_vec2_along(direction, length) to
// carom_scene_sweep. An ulp is the distance between neighbouring doubles at the named value. Layer:
// cast.
#ifndef CAROM_CAST_H
#define CAROM_CAST_H

#include "carom/sweep.h"

CAROM_BEGIN_C

/// The vector of this length along a direction. The direction is finite and not (0, 0); its length
/// does not matter, even if its square exceeds the range of double. `length` is finite and >= 0.
/// Error of each coordinate <= 0.51 ulp of itself, 0.76 ulp if it is subnormal. Neither coordinate
/// exceeds `length`. (0, 0) for length 0, for direction (0, 0) and for invalid input.
CAROM_API carom_vec2 carom_vec2_along(carom_vec2 direction, double length);

/// The first contact of a cast.
typedef struct carom_cast {
    /// The sweep by carom_vec2_along(direction, length), with all its guarantees.
    carom_sweep sweep;
    /// The distance that the centre travels until the contact, in [0, length]. 0 if the circle
    /// touches or overlaps at the start, and on a miss. Error <= 4 ulp of itself.
    double distance;
} carom_cast;

/// Casts the circle by `length` along `direction`. For a ray cast use a circle of radius 0. On a
/// miss and for invalid input all members but the kind of the sweep are 0. The input is invalid if
/// the circle or the wall is invalid, if the direction is not finite, if the length is negative or
/// not finite, or if the direction is (0, 0) and the length is > 0.
CAROM_API carom_cast carom_circle_cast(carom_circle circle, carom_vec2 direction, double length,
                                       carom_wall wall);

CAROM_END_C

#endif
