// The start of a frame: the first contact, and balls that overlap walls. Room: mover.
#ifndef CAROM_FRAME_START_H
#define CAROM_FRAME_START_H

#include "mover/move_state.h"

// Sets the state of the ball, the walls at rest and the moving walls. `settings` and `time` of the
// state must be set. Looks for no walls yet.
void carom_start_frame(move_state *f, near_walls *near, moving_near *moving, carom_ball ball);

// Asks for the responses at the walls overlapped at the start, which can be sensors. `first` is the
// first contact of the frame; it is found again if the ball overlaps a wall.
void carom_ask_at_start(move_state *f, path_contact *first);

// The depenetration from the walls that overlap the ball, where they are now.
carom_depenetration carom_find_depenetration(move_state *f);

// Depenetrates the ball. False if no free place is found.
bool carom_free_ball(move_state *f, carom_motion *motion, path_contact *first);

#endif
