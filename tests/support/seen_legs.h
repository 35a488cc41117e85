// Legs among walls that move as a whole, as an observer on such a wall sees them: see
// moving_wall_source.h. Layer: tests.
#ifndef CAROM_TESTS_SEEN_LEGS_H
#define CAROM_TESTS_SEEN_LEGS_H

#include <math.h>

#include "carom/mover.h"

/// The place p at the fraction t of the frame, seen from the wall.
static inline carom_vec2 seen_from(carom_moving_wall m, carom_vec2 p, double t) {
    return carom_vec2_make(p.x - m.a_move.x * t, p.y - m.a_move.y * t);
}

static inline bool moves_as_a_whole(carom_moving_wall m) {
    return m.a_move.x == m.b_move.x && m.a_move.y == m.b_move.y;
}

/// True if the leg of the circle is clear of the moving wall. If the observer would see places
/// beyond the range of double, the leg is compared with the places of the wall.
static inline bool leg_is_clear_of_moving(const carom_leg *leg, double radius,
                                          carom_moving_wall m) {
    const carom_vec2 from = seen_from(m, leg->from, leg->start);
    const carom_vec2 to = seen_from(m, leg->to, leg->end);
    const bool is_seen = isfinite(from.x) && isfinite(from.y) && isfinite(to.x) && isfinite(to.y);
    if (moves_as_a_whole(m) && is_seen) {
        return carom_circle_path_is_clear(carom_circle_make(from, radius), to, m.wall);
    }
    const carom_wall start = carom_moving_wall_at(m, leg->start);
    const carom_wall end = carom_moving_wall_at(m, leg->end);
    return carom_circle_path_is_clear_of_moving(carom_circle_make(leg->from, radius), leg->to,
                                                start, end.a, end.b);
}

#endif
