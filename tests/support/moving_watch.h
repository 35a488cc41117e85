// Watches a mover among moving walls: after every move the guarantees of mover.h must hold.
//
// The legs that the mover reports (on_leg) must cover the frame without a gap. Every leg is checked
// against all walls: by the exact test, and by sampling the gap in long double, which shares
// nothing with the library. The ends of all legs and of the frame are checked by the oracle. Room:
// tests.
#ifndef CAROM_TESTS_MOVING_WATCH_H
#define CAROM_TESTS_MOVING_WATCH_H

#include <stdio.h>

#include "carom/mover.h"

enum { MOVING_WATCH_LEGS_MAX = 8192, MOVING_WATCH_IMPACTS_MAX = 512 };

typedef struct moving_watch {
    /// The settings that are watched. The watch sets on_impact, on_leg, context and both sources. A
    /// test may take the moving walls away again.
    carom_move_settings mover;
    const carom_wall_list *still;
    const carom_moving_wall_list *moving;
    /// The walls that the filters leave out, or that the ball passes; NULL for none.
    const bool *still_left_out, *moving_left_out;

    /// The last move.
    carom_ball before;
    double time;
    carom_motion motion;
    carom_leg legs[MOVING_WATCH_LEGS_MAX];
    int leg_count;
    carom_impact impacts[MOVING_WATCH_IMPACTS_MAX];
    int impact_count;

    /// Over all moves.
    long moves, legs_all, impacts_all;
    long kinds[CAROM_MOTION_KIND_CRUSHED + 1];
    double time_all, time_lost;

    /// The first broken guarantee, or NULL, its leg and its wall.
    const char *broken;
    int broken_leg;
    carom_wall_id broken_wall;
} moving_watch;

/// Starts to watch. The lists may change between moves.
moving_watch moving_watch_start(carom_move_settings mover, const carom_wall_list *still,
                                const carom_moving_wall_list *moving);

/// Moves the ball and checks. After a broken guarantee, `broken` stays set.
carom_motion moving_watch_move(moving_watch *w, carom_ball ball, double time);

/// Prints what is broken with the last move, in hexadecimal.
void moving_watch_print(FILE *out, const moving_watch *w);

#endif
