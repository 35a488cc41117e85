// Velocities and contact normals, for balls and characters. Room: mover.
#ifndef CAROM_NORMALS_H
#define CAROM_NORMALS_H

#include <math.h>

#include "carom/vec2.h"

// A bound on the rounding error of v.n.
static inline double noise_of(carom_vec2 v, carom_vec2 n) {
    return 0x1p-50 * fabs(v.x * n.x) + 0x1p-50 * fabs(v.y * n.y);
}

// The speed of a fall through 64 ulp. A ball can be that far off what it rests on, so an approach
// at this speed is no impact.
static inline double speed_of_rest(double gravity, double ulp) {
    return sqrt(2.0 * gravity) * sqrt(64.0 * ulp);
}

// The part of v across n. The length of n is 1 only up to rounding error.
static inline carom_vec2 without(carom_vec2 v, carom_vec2 n) {
    return carom_vec2_sub(v, carom_vec2_scale(n, carom_vec2_dot(v, n) / carom_vec2_dot(n, n)));
}

#endif
