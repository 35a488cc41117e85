// Vectors in the plane: a pair of doubles and basic operations. Each function evaluates its formula
// in double arithmetic. Room: vec2.
#ifndef CAROM_VEC2_H
#define CAROM_VEC2_H

#include "carom/base.h"

CAROM_BEGIN_C

/// A point or a vector, in the caller's length unit. The y axis can point up or down; "left" in
/// these headers assumes that it points up.
typedef struct carom_vec2 {
    double x;
    double y;
} carom_vec2;

/// The vector (x, y).
CAROM_API_INLINE carom_vec2 carom_vec2_make(double x, double y) {
    carom_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

/// p + q
CAROM_API_INLINE carom_vec2 carom_vec2_add(carom_vec2 p, carom_vec2 q) {
    return carom_vec2_make(p.x + q.x, p.y + q.y);
}

/// p - q
CAROM_API_INLINE carom_vec2 carom_vec2_sub(carom_vec2 p, carom_vec2 q) {
    return carom_vec2_make(p.x - q.x, p.y - q.y);
}

/// s * p
CAROM_API_INLINE carom_vec2 carom_vec2_scale(carom_vec2 p, double s) {
    return carom_vec2_make(s * p.x, s * p.y);
}

/// The scalar product px qx + py qy, in squared length units.
CAROM_API_INLINE double carom_vec2_dot(carom_vec2 p, carom_vec2 q) {
    return p.x * q.x + p.y * q.y;
}

/// The cross product px qy - py qx, in squared length units: > 0 if q points to the left of p.
CAROM_API_INLINE double carom_vec2_cross(carom_vec2 p, carom_vec2 q) {
    return p.x * q.y - p.y * q.x;
}

/// p rotated by 90 degrees to the left: (-py, px).
CAROM_API_INLINE carom_vec2 carom_vec2_left(carom_vec2 p) {
    return carom_vec2_make(-p.y, p.x);
}

CAROM_END_C

#endif
