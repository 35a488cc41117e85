// The question of a sweep, and the answer if nothing is met. Room: sweep.
#ifndef CAROM_SWEEP_QUERY_H
#define CAROM_SWEEP_QUERY_H

#include "carom/sweep.h"

// The parameters of a sweep.
typedef struct swept_query {
    carom_circle circle;
    // The displacement, or where it ends.
    carom_vec2 move;
    bool is_end;
    // True if the wall moves as a whole: by `wall_move` or, if is_end, so that a ends there.
    bool wall_moves;
    carom_wall wall;
    carom_vec2 wall_move;
} swept_query;

// A query for a wall at rest.
static inline swept_query swept_query_make(carom_circle circle, carom_vec2 move, bool is_end,
                                           carom_wall wall) {
    return (swept_query){circle, move, is_end, false, wall, {0.0, 0.0}};
}

// A sweep without a contact.
static inline carom_sweep sweep_of_kind(carom_sweep_kind kind) {
    return (carom_sweep){.kind = kind};
}

#endif
