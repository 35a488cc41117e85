// Moves a ball through a frame with contacts; see mover.c. Room: mover.
#ifndef CAROM_MOVER_MOVER_H
#define CAROM_MOVER_MOVER_H

#include "mover/move_state.h"

// Moves a valid ball for a frame. If `first` is known, it is the first contact, and `near` are the
// walls near it.
carom_motion carom_move_from_first(const carom_ball *ball, double time,
                                   const carom_move_settings *settings, near_walls *near,
                                   path_contact *first, bool is_known);

#endif
