// Moving walls: walls whose ends move straight, and the sweep of a moving circle against them.
//
// While t goes from 0 to 1, the circle and both ends of the wall move straight, each by its own
// displacement. A lift moves both ends alike; a door or a flipper turns. The kind of the sweep and
// the rounding of the time are exact for all finite doubles. docs/motion.md has the method. Room:
// moving_wall.
#ifndef CAROM_MOVING_WALL_H
#define CAROM_MOVING_WALL_H

#include "carom/sweep.h"

CAROM_BEGIN_C

/// A wall whose ends move straight. At the time t in [0, 1] its axis goes from a + t a_move to
/// b + t b_move, as real numbers. The radius does not change.
///
/// If the moves differ, the wall turns, and its length changes: a straight path of an end is the
/// chord of the arc of a rigid wall.
typedef struct carom_moving_wall {
    /// The wall at t = 0.
    carom_wall wall;
    /// The displacements of a and b, finite. A ray or a line moves as a whole: its moves must be
    /// equal, otherwise the moving wall is invalid.
    carom_vec2 a_move, b_move;
} carom_moving_wall;

/// A wall whose ends move by `a_move` and `b_move`.
CAROM_API_INLINE carom_moving_wall carom_moving_wall_make(carom_wall wall, carom_vec2 a_move,
                                                          carom_vec2 b_move) {
    carom_moving_wall m;
    m.wall = wall;
    m.a_move = a_move;
    m.b_move = b_move;
    return m;
}

/// A wall that does not turn: both ends move by `move`.
CAROM_API_INLINE carom_moving_wall carom_moving_wall_translating(carom_wall wall, carom_vec2 move) {
    return carom_moving_wall_make(wall, move, move);
}

/// True if the wall is valid, the moves are finite and, for a ray or a line, equal.
CAROM_API bool carom_moving_wall_is_valid(carom_moving_wall wall);

/// Sweeps the circle by the displacement `move` against a moving wall: the first contact. The
/// displacements are used as given; their differences are not rounded.
///
/// The members have the meanings and errors of carom_sweep. The coordinates involved include the
/// displacements of the ends. Let the gap be (distance of the centre to the axis) - R, both at the
/// same time.
/// - Miss: the gap is positive for all t in [0, 1].
/// - Overlap: the gap is negative at t = 0.
/// - Hit: the gap becomes negative right after the first contact, or a point (R = 0) reaches the
///   wall after the start.
/// - Graze: the wall is touched in any other way. A circle that touches a wall and moves along with
///   it grazes it at the start. A wall that turns can be grazed first and hit later.
///
/// The point and the normal are those at the time of the contact. If the centre is on the axis, the
/// rules of carom_sweep apply to the motion relative to the wall at the point that is touched.
/// After the start, the normal of the axis points to the side where the centre was just before. If
/// both ends are at one point at the contact, the feature is end a.
///
/// A wall with equal moves takes about as long as a wall at rest. With moves of 0 the result is
/// that of carom_circle_sweep, bit for bit. A wall that turns needs far more stack, in this and
/// all calls below: docs/stack.md. On a miss and for invalid input all members but the kind are 0.
///
/// If `hits_only`, grazes are left out: the result is the first hit, or the overlap at the start,
/// and a wall that is only grazed is missed. If the circle touches the wall without moving in and
/// then hits it, the time of the hit is the time from which the gap is negative, rounded down.
CAROM_API carom_sweep carom_circle_sweep_moving(carom_circle circle, carom_vec2 move,
                                                carom_moving_wall wall, bool hits_only);

/// The sweep of a circle whose centre ends at `to` against a wall whose ends end at `a_to` and
/// `b_to`. The displacements are the real differences, not rounded.
CAROM_API carom_sweep carom_circle_sweep_moving_to(carom_circle circle, carom_vec2 to,
                                                   carom_wall wall, carom_vec2 a_to,
                                                   carom_vec2 b_to, bool hits_only);

/// The sweep of the circle by `move` against another circle, which moves by `other_move`. The
/// difference of the displacements is not rounded. The point is the point on the outline of `other`
/// at the time of the contact.
CAROM_API_INLINE carom_sweep carom_circle_sweep_moving_circle(carom_circle circle, carom_vec2 move,
                                                              carom_circle other,
                                                              carom_vec2 other_move,
                                                              bool hits_only) {
    return carom_circle_sweep_moving(
        circle, move, carom_moving_wall_translating(carom_circle_as_post(other), other_move),
        hits_only);
}

/// True if the swept path of the circle to the centre `to` is clear of the wall, while the wall's
/// ends move to `a_to` and `b_to`: the gap is never negative. Exact. Touching is allowed, at any
/// time. A point (R = 0) must not reach the axis; if it starts on the axis, it may stay or leave,
/// but not come back. False for invalid input.
CAROM_API bool carom_circle_path_is_clear_of_moving(carom_circle circle, carom_vec2 to,
                                                    carom_wall wall, carom_vec2 a_to,
                                                    carom_vec2 b_to);

CAROM_END_C

#endif
