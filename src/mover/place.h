// Where a ball goes in a frame; see place.c. Room: mover.
#ifndef CAROM_MOVER_PLACE_H
#define CAROM_MOVER_PLACE_H

#include "mover/move_state.h"

// Moves the ball to `to` at the fraction `clock` of the frame. The path to it must be clear.
void carom_take_place(move_state *f, carom_vec2 to, double clock);

// As carom_take_place, but leaves it to carom_tell_legs to tell the caller.
void carom_go_to_place(move_state *f, carom_vec2 to, double clock);

// Tells the caller about the legs that it has not been told of. carom_stay_until and
// carom_place_at_contact leave that to their callers.
void carom_tell_legs(move_state *f);

// Remembers what carom_go_back_to_start sets again.
void carom_remember_start(move_state *f);

// Back to where and when the start was remembered. Legs that the caller has not been told of are
// dropped.
void carom_go_back_to_start(move_state *f);

// The fraction of the frame at a fraction of the piece. 0 if nothing depends on it.
double carom_clock_of(const move_state *f, double fraction);

// Lets time go on to the fraction `clock` of the frame while the ball stays. False if a moving wall
// has been in its way in this frame, or would block the ball.
bool carom_stay_until(move_state *f, double clock);

// Moves the ball to a contact: to the rounded contact centre, or some ulp off the wall, or earlier
// on the path. In a wedge narrower than the rounding the ball stays where it is.
void carom_place_at_contact(move_state *f, const carom_sweep *s);

// Finds the first contact of the next piece.
void carom_look(move_state *f, path_contact *first);

// Finds the wall that comes first to a ball that stays for the next piece.
void carom_look_here(move_state *f, path_contact *first);

#endif
