// The sweep of a moving circle: when and where it first touches a wall (continuous collision
// detection), and when it leaves it again.
//
// The circle moves straight from its centre by a displacement while t goes from 0 to 1. The kind of
// the sweep and the rounding of the time are exact for all finite doubles. An ulp is the distance
// between neighbouring doubles at the named value. docs/motion.md has the method. Room: sweep.
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

/// Entry and exit of a moving circle. The distance from the moving centre to the axis is a convex
/// function of time, so the times at which it is at most R form one interval, from the entry to the
/// exit. A ray cast through a thick wall is the passage of a circle of radius 0.
typedef struct carom_passage {
    /// The first contact: the result of carom_circle_sweep, bit for bit.
    carom_sweep entry;
    /// True if the circle meets the wall and is farther than R from the axis at t = 1. Exact. False
    /// if it still touches the wall at t = 1.
    bool has_left;
    /// The time of the exit in [0, 1]. If the circle has left: the smallest double not before the
    /// true time of the last contact. If it is still in contact at t = 1: 1. If there is no
    /// contact: 0. Never below entry.t. For a tangent graze the true entry and exit are one instant
    /// between entry.t and exit_t.
    double exit_t;
    /// The part of the axis that is touched last. Exact: it belongs to the true contact, not to the
    /// rounded centre. This and the members below are 0 unless the circle has left.
    carom_feature exit_feature;
    /// The centre at the last contact. Error <= 2.1 ulp of the largest coordinate involved (of the
    /// start, the displacement, a, b, the radii and the contact). Infinite only beyond the range of
    /// double.
    carom_vec2 exit_center;
    /// The last contact point on the wall's surface; with wall radius 0 it lies on the axis. Error
    /// <= 8 ulp of the largest coordinate involved.
    carom_vec2 exit_point;
    /// The unit vector from the axis to the centre at the last contact. Error of each coordinate <=
    /// 4 ulp of 1. If the centre is on the axis (R = 0): the direction of the motion if the feature
    /// is an end or a == b, else the normal of the axis that points to the side where the motion
    /// goes.
    carom_vec2 exit_normal;
} carom_passage;

/// The passage of a circle that moves by the displacement `move`. The sum centre + move is not
/// rounded. On a miss and for invalid input all members but the kind of the entry are 0. Costs as
/// much as one sweep if the circle misses the wall, and as two sweeps if it meets the wall.
CAROM_API carom_passage carom_circle_passage(carom_circle circle, carom_vec2 move, carom_wall wall);

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
