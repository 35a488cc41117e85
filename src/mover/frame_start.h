// The start of a frame: the first contact, and balls that overlap walls. Room: mover.
#ifndef CAROM_FRAME_START_H
#define CAROM_FRAME_START_H

#include "mover/move_state.h"

// Finds the first contact of the frame. Walls overlapped at the start can be sensors.
void carom_find_first(move_state *f, path_contact *first);

// Depenetrates the ball. False if no free place is found.
bool carom_free_ball(move_state *f, carom_motion *motion, path_contact *first);

#endif
