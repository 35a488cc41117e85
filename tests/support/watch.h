// Watches a mover: after every move, whatever the walls and the response, the promises of mover.h
// must hold. Shared by the scenes, the fuzzer and the golden run's test.
//
// Whether a ball is free, and whether a way is, is asked of the exact relation and the exact sweep,
// for all walls, also those the mover never looked at; every so often the oracle is asked, too. The
// ways are those between the places that the mover tells (on_position), which must lead from where
// the ball was, by way of its impacts, to where it is. Layer: tests.
#ifndef CAROM_TESTS_WATCH_H
#define CAROM_TESTS_WATCH_H

#include <stdio.h>

#include "carom/mover.h"

enum { WATCH_IMPACTS_MAX = 256, WATCH_PLACES_MAX = 512 };

/// A mover under watch, and its last move.
typedef struct mover_watch {
    /// What is watched. Walls, response, gravity and the rest as the test likes; on_impact,
    /// on_position and context belong to the watch.
    carom_move_settings mover;
    /// The walls that the mover goes through.
    const carom_wall_list *array;
    /// Every how many moves the oracle checks the end and the ways of a move; 0 for never.
    long oracle_every;

    /// The last move: what went in, what came out, and its impacts.
    carom_ball before;
    double time;
    carom_motion motion;
    carom_impact impacts[WATCH_IMPACTS_MAX];
    /// The index of the place the ball was at, by impact.
    int impact_places[WATCH_IMPACTS_MAX];
    int impact_count;
    /// Where the ball has been in the last move, one after the other, from its start or where it
    /// was set free.
    carom_vec2 places[WATCH_PLACES_MAX];
    int place_count;

    /// Over all moves.
    long moves;
    long contacts;
    double time_all, time_lost;
    /// How often each kind came out.
    long kinds[CAROM_MOTION_KIND_STUCK + 1];

    /// The first promise that was broken, or NULL, and the wall it concerns.
    const char *broken;
    size_t broken_wall;
} mover_watch;

/// Starts to watch: the mover by value, and the array behind it.
mover_watch watch_start(carom_move_settings mover, const carom_wall_list *array);

/// Moves the ball and checks. After a broken promise, `broken` is set and stays.
carom_motion watch_move(mover_watch *w, carom_ball ball, double time);

/// Prints what is broken with the last move as C initialisers, in hexadecimal.
void watch_print(FILE *out, const mover_watch *w);

#endif
