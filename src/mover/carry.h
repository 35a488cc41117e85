// Takes a ball through the rest of a frame among moving walls that push it. Room: mover.
#ifndef CAROM_CARRY_H
#define CAROM_CARRY_H

#include "mover/move_state.h"

typedef struct carom_carried {
    // The ball is no longer pushed; it has time left to fly on.
    bool is_free;
    // The time during which the ball was pushed only, although it would have moved.
    double lost;
} carom_carried;

// Moves the ball on in legs that are clear of all walls, to the end of the frame or until no wall
// pushes it. If there is no place for the ball, reports that it is crushed.
carom_carried carom_carry(move_state *f, carom_motion *motion);

#endif
