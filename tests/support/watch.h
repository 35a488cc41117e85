// Watches a mover: after every move the guarantees of mover.h must hold, for all walls and
// responses. The tests of scenes, the fuzz target and the golden test use it.
//
// The exact relation and the exact sweep decide whether a ball and its path are clear of all walls,
// including walls that the mover never examined. The oracle checks some of the moves. The paths
// connect the positions that the mover reports (on_position): from the start, through the impacts,
// to the end. Room: tests.
#ifndef CAROM_TESTS_WATCH_H
#define CAROM_TESTS_WATCH_H

#include <stdio.h>

#include "carom/mover.h"

enum { WATCH_IMPACTS_MAX = 256, WATCH_PLACES_MAX = 512 };

/// A mover under watch, and its last move.
typedef struct mover_watch {
    /// The settings that are watched. The test sets walls, response, gravity and the rest; the
    /// watch sets on_impact, on_position and context.
    carom_move_settings mover;
    /// The walls that the mover goes through.
    const carom_wall_list *array;
    /// The oracle checks the end and the paths of one move in this many; 0 for never.
    long oracle_every;

    /// The last move: its input, its result and its impacts.
    carom_ball before;
    double time;
    carom_motion motion;
    carom_impact impacts[WATCH_IMPACTS_MAX];
    /// The index of the ball's position at each impact.
    int impact_places[WATCH_IMPACTS_MAX];
    int impact_count;
    /// The positions of the ball in the last move, from its start or the depenetrated position.
    carom_vec2 places[WATCH_PLACES_MAX];
    int place_count;

    /// Over all moves.
    long moves;
    long contacts;
    double time_all, time_lost;
    /// The number of results of each kind.
    long kinds[CAROM_MOTION_KIND_CRUSHED + 1];

    /// The first broken guarantee, or NULL, and its wall.
    const char *broken;
    size_t broken_wall;
} mover_watch;

/// Starts to watch: the mover by value, and the array behind it.
mover_watch watch_start(carom_move_settings mover, const carom_wall_list *array);

/// Moves the ball and checks. After a broken guarantee, `broken` stays set.
carom_motion watch_move(mover_watch *w, carom_ball ball, double time);

/// Prints what is broken with the last move as C initialisers, in hexadecimal.
void watch_print(FILE *out, const mover_watch *w);

#endif
