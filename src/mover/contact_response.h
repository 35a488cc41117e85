// What a contact does to a ball; see contact_response.c. Room: mover.
#ifndef CAROM_CONTACT_RESPONSE_H
#define CAROM_CONTACT_RESPONSE_H

#include "mover/move_state.h"

// The response at a contact: from the callback if there is one, else that of the settings. The
// velocity of the ball is relative to the wall.
carom_response carom_response_at(const move_state *f, const path_contact *first);

// The velocity at the contact of the point of the wall that is touched.
carom_vec2 carom_velocity_of_wall(move_state *f, const path_contact *first);

// The ball passes the wall for the rest of the frame. If the list is full, the frame ends.
void carom_pass_wall(move_state *f, const path_contact *first);

// The velocity and gravity respond. False if the frame is over.
bool carom_respond_to(move_state *f, const path_contact *first);

#endif
