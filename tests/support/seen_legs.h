// Legs among walls that move as a whole, as an observer on such a wall sees them: see
// moving_wall_source.h. Room: tests.
#ifndef CAROM_TESTS_SEEN_LEGS_H
#define CAROM_TESTS_SEEN_LEGS_H

#include "carom/mover.h"

/// The place p at the fraction t of the frame, seen from the wall.
static inline carom_vec2 seen_from(carom_moving_wall m, carom_vec2 p, double t) {
    return carom_vec2_make(p.x - m.a_move.x * t, p.y - m.a_move.y * t);
}

static inline bool moves_as_a_whole(carom_moving_wall m) {
    return m.a_move.x == m.b_move.x && m.a_move.y == m.b_move.y;
}

/// True if the leg of the circle is clear of the moving wall: as the observer sees it, or by the
/// places of the wall. If a wall comes from far away, the places that the observer sees are rounded
/// by more than the size of the ball, and may be beyond the range of double.
static inline bool leg_is_clear_of_moving(const carom_leg *leg, double radius,
                                          carom_moving_wall m) {
    const carom_circle seen = carom_circle_make(seen_from(m, leg->from, leg->start), radius);
    const carom_wall start = carom_moving_wall_at(m, leg->start);
    const carom_wall end = carom_moving_wall_at(m, leg->end);
    return (moves_as_a_whole(m) &&
            carom_circle_path_is_clear(seen, seen_from(m, leg->to, leg->end), m.wall)) ||
           carom_circle_path_is_clear_of_moving(carom_circle_make(leg->from, radius), leg->to,
                                                start, end.a, end.b);
}

#endif
