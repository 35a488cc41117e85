// The sweep of a moving circle: when and where it first touches a wall (continuous collision
// detection).
//
// The circle moves straight from its centre by a displacement while t goes from 0 to 1. The kind of
// the sweep and the rounding of the time are exact for all finite doubles. An ulp is the distance
// between neighbouring doubles at the named value. docs/motion.md has the method. Layer: sweep.
#ifndef CAROM_SWEEP_H
#define CAROM_SWEEP_H

#include "carom/relation.h"

CAROM_BEGIN_C

/// How a moving circle meets a wall. R = circle radius + wall radius, as a real sum. n is the
/// normal and v the displacement.
typedef enum carom_sweep_kind {
    /// Invalid input: NaN, infinity, a negative radius or an unknown extent.
    CAROM_SWEEP_KIND_INVALID = 0,
    /// The distance to the axis exceeds R for all t in [0, 1].
    CAROM_SWEEP_KIND_MISS = 1,
    /// Touches the wall without moving in: tangent while passing, or touching at the start and not
    /// moving in. Also a point (R = 0) that starts on the wall.
    CAROM_SWEEP_KIND_GRAZE = 2,
    /// Touches the wall while moving in, v.n < 0. Also a point (R = 0) that reaches the wall after
    /// the start.
    CAROM_SWEEP_KIND_HIT = 3,
    /// The distance at the start is less than R.
    CAROM_SWEEP_KIND_OVERLAP = 4
} carom_sweep_kind;

/// The first contact of a moving circle with a wall.
typedef struct carom_sweep {
    /// Exact.
    carom_sweep_kind kind;
    /// The part of the axis that is touched. Exact: it belongs to the true contact, not to the
    /// rounded centre.
    carom_feature feature;
    /// The time of impact (TOI) in [0, 1]: the largest double not after the true time. 0 if the
    /// circle touches or overlaps at the start. 1 only if the true time is 1.
    double t;
    /// The centre at the contact. Error <= 2.1 ulp of the largest coordinate involved (of the
    /// start, the displacement, a, b, the radii and the contact). Infinite only beyond the range of
    /// double.
    carom_vec2 center;
    /// The contact point on the wall's surface; with wall radius 0 it lies on the axis. Error <= 8
    /// ulp of the largest coordinate involved, or 10 if the wall moves. For an overlap: the
    /// nearest point of the axis plus wall radius * normal.
    carom_vec2 point;
    /// The unit vector from the axis to the centre at the contact. Error of each coordinate <= 4
    /// ulp of 1. If the centre is on the axis, the first rule that applies decides:
    /// - a == b and the motion is 0: (0, 1)
    /// - a == b, or a point (R = 0) reaches an end after the start: against the motion
    /// - the motion is along the axis or 0: the left-hand normal
    /// - otherwise: the normal of the axis that points to the side where the motion comes from
    carom_vec2 normal;
} carom_sweep;

/// Sweeps the circle by the displacement `move`. The sum centre + move is not rounded. On a miss
/// and for invalid input all members but the kind are 0. For a ray cast use a circle of radius 0.
/// If the wall moves too, use carom_circle_sweep_moving.
CAROM_API carom_sweep carom_circle_sweep(carom_circle circle, carom_vec2 move, carom_wall wall);

/// Sweeps the circle to the centre `to`. The displacement is the real difference to - centre, not
/// rounded.
CAROM_API carom_sweep carom_circle_sweep_to(carom_circle circle, carom_vec2 to, carom_wall wall);

/// Compares the times of impact with two walls: -1 if the first wall is met first, 1 if the second
/// is, 0 if the true times are equal. Exact, even if both times round to the same double. A miss
/// counts as later than every contact. Invalid input counts as a miss.
CAROM_API int carom_circle_compare_time_of_impact(carom_circle circle, carom_vec2 move,
                                                  carom_wall first, carom_wall second);

/// True if the swept path to the centre `to` is clear of the wall: along the path the circle
/// neither overlaps nor passes the wall. Exact. Touching is allowed, also at the end. A point (R =
/// 0) must not reach the axis unless it starts on it. False if the circle overlaps at the start,
/// and for invalid input.
CAROM_API bool carom_circle_path_is_clear(carom_circle circle, carom_vec2 to, carom_wall wall);

/// "invalid", "miss", "graze", "hit" or "overlap". Static text, never NULL; "invalid" for any other
/// value.
CAROM_API const char *carom_sweep_kind_name(carom_sweep_kind kind);

CAROM_END_C

#endif
