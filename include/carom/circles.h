// Circle against circle.
//
// `other` is treated as a post, a wall with a == b and a radius. So every answer is as exact as the
// answer for a wall. `other` stays at rest, except in the sweeps against a moving circle. The input
// is invalid if either circle is. Layer: circles.
#ifndef CAROM_CIRCLES_H
#define CAROM_CIRCLES_H

#include "carom/contact.h"
#include "carom/moving_wall.h"

CAROM_BEGIN_C

/// A circle as a wall: the post of the same centre and radius.
CAROM_API_INLINE carom_wall carom_circle_as_post(carom_circle circle) {
    return carom_post(circle.center, circle.radius);
}

/// The relation of two discs. Exact. d is the distance of the centres, r is the radius of `circle`
/// and s is the radius of `other`.
/// - Separate: d > r + s. Touching: d = r + s. This takes precedence over inside-touching.
/// - Inside: d < r - s, so `other` lies within the circle and does not reach its outline.
/// - Inside-touching: d = r - s, so `other` reaches the outline from within. Equal circles of a
///   radius > 0 are inside-touching.
/// - Crossing: every other pair. A circle that lies within `other` is crossing, because part of
///   `other` lies beyond its outline. Swap the two circles to test for this case.
CAROM_API_INLINE carom_relation carom_circle_relate_circle(carom_circle circle,
                                                           carom_circle other) {
    return carom_circle_relate(circle, carom_circle_as_post(other));
}

/// True if the discs share a point: d <= r + s. Exact. False for invalid input.
CAROM_API_INLINE bool carom_circle_touches_circle(carom_circle circle, carom_circle other) {
    return carom_circle_touches(circle, carom_circle_as_post(other));
}

/// True if the discs overlap and not only touch: d < r + s. Exact. False for invalid input.
CAROM_API_INLINE bool carom_circle_overlaps_circle(carom_circle circle, carom_circle other) {
    return carom_circle_overlaps(circle, carom_circle_as_post(other));
}

/// True if the gap between the discs is at most `gap` (clearance): d <= r + s + gap. Exact. False
/// for invalid input, which includes a gap that is negative, infinite or NaN.
CAROM_API_INLINE bool carom_circle_within_circle(carom_circle circle, carom_circle other,
                                                 double gap) {
    return carom_circle_within(circle, carom_circle_as_post(other), gap);
}

/// The contact of two discs. The point is the point on the outline of `other` nearest to the centre
/// of `circle`. The normal points from the centre of `other` to the centre of `circle`; for equal
/// centres it is (0, 1). The depth is r + s - d. The feature is CAROM_FEATURE_END_A and `along` is
/// 0.
CAROM_API_INLINE carom_contact carom_circle_contact_circle(carom_circle circle,
                                                           carom_circle other) {
    return carom_circle_contact(circle, carom_circle_as_post(other));
}

/// The gap between the discs: 0 if and only if they touch or overlap. Error <= 2 ulp of the larger
/// of r + s and d. Invalid input gives 0.
CAROM_API_INLINE double carom_circle_distance_circle(carom_circle circle, carom_circle other) {
    return carom_circle_distance(circle, carom_circle_as_post(other));
}

/// The sweep of the circle by `move` against `other`, which stays at rest.
CAROM_API_INLINE carom_sweep carom_circle_sweep_circle(carom_circle circle, carom_vec2 move,
                                                       carom_circle other) {
    return carom_circle_sweep(circle, move, carom_circle_as_post(other));
}

/// The sweep of the circle by `move` against `other`, which moves by `other_move`. The difference
/// of the displacements is not rounded. The point is the point on the outline of `other` at the
/// time of the contact.
CAROM_API_INLINE carom_sweep carom_circle_sweep_moving_circle(carom_circle circle, carom_vec2 move,
                                                              carom_circle other,
                                                              carom_vec2 other_move) {
    return carom_circle_sweep_moving(
        circle, move, carom_moving_wall_translating(carom_circle_as_post(other), other_move));
}

/// True if the circle can move straight to the centre `to`, while `other` moves straight to the
/// centre `other_to`, without an overlap. Exact. Touching is allowed. False if they overlap at the
/// start, and for invalid input.
CAROM_API_INLINE bool carom_circle_path_is_clear_of_moving_circle(carom_circle circle,
                                                                  carom_vec2 to, carom_circle other,
                                                                  carom_vec2 other_to) {
    return carom_circle_path_is_clear_of_moving(circle, to, carom_circle_as_post(other), other_to,
                                                other_to);
}

/// True if the circle can move straight to the centre `to` without overlapping or passing `other`.
/// Exact. Touching is allowed. False if they overlap at the start, and for invalid input.
CAROM_API_INLINE bool carom_circle_path_is_clear_of_circle(carom_circle circle, carom_vec2 to,
                                                           carom_circle other) {
    return carom_circle_path_is_clear(circle, to, carom_circle_as_post(other));
}

CAROM_END_C

#endif
