// Searches an escape for a ball that the mover reports as crushed, by brute force: thousands of
// straight legs, each tested exactly against all walls.
//
// Nothing is shared with src/mover/. Room: tests.
#ifndef CAROM_TESTS_CRUSH_CHECK_H
#define CAROM_TESTS_CRUSH_CHECK_H

#include "carom/world.h"

typedef enum crush_escape {
    CRUSH_ESCAPE_NONE,
    /// Some place within 256 ulp of its end cannot be reached.
    CRUSH_ESCAPE_NARROW,
    CRUSH_ESCAPE_WIDE
} crush_escape;

typedef struct crush_search {
    carom_circle circle;
    /// The fraction of the frame at the crush.
    double clock;
    const carom_wall_list *still;
    const carom_moving_wall_list *moving;
    /// The number of evenly spread directions.
    int directions;
    /// The escape found.
    carom_vec2 to;
    double until;
} crush_search;

/// Looks for an escape as docs/motion.md defines it: a straight leg of at least 2^-30 of the frame,
/// or to its end, at most 1,024 times as fast as the fastest end of the moving walls that do not
/// let the ball stay for so long. Stops at the first wide escape. To stay is a wide one, because
/// that needs no place that can be missed by rounding.
crush_escape find_escape(crush_search *s);

#endif
