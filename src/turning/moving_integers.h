// The exact stage for a moving circle and a segment whose ends move each its own way.
//
// All inputs must be valid and finite. Time runs from 0 to 1. docs/exactness.md has the proofs and
// the bit widths. Room: turning.
#ifndef CAROM_MOVING_INTEGERS_H
#define CAROM_MOVING_INTEGERS_H

#include "turning/moving_query.h"

// For a gap that is not negative at the start.
moving_contact carom_exact_moving_contact(const moving_query *c, moving_target target);

// True if the gap is never negative in [0, 1]; for a point: if it does not reach the axis after the
// start. Needs neither the time nor the feature of a contact, which take most of the time above.
bool carom_exact_moving_is_clear(const moving_query *c);

// The sign of the gap at the time t in [0, 1].
int carom_exact_moving_gap(const moving_query *c, double t);

// True if both ends have the same displacement.
bool carom_exact_moves_alike(const moving_query *c);

// The direction of the centre's motion seen from end a; its length has any unit.
void carom_exact_speed_at_a(const moving_query *c, wide *vx, wide *vy);

// For a centre on the axis at the start: the sign of its speed to the left of u, relative to the
// wall.
int carom_exact_speed_to_left(const moving_query *c);

#endif
