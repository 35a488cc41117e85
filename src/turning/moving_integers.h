// The exact stage for a moving circle and a segment whose ends move each its own way.
//
// All inputs must be valid and finite. Time runs from 0 to 1. docs/exactness.md has the proofs and
// the bit widths. Room: turning.
#ifndef CAROM_MOVING_INTEGERS_H
#define CAROM_MOVING_INTEGERS_H

#include "arithmetic/wide.h"
#include "carom/sweep.h"

// A sweep against a moving segment.
typedef struct moving_query {
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
    // `move` and these are displacements. If `is_end`, they are the places at t = 1, and the
    // displacements are the real differences to the places at t = 0.
    carom_vec2 a_move, b_move;
    bool is_end;
} moving_query;

// What to look for.
typedef enum moving_target {
    // The first contact, at the start too.
    MOVING_FIRST_CONTACT,
    // From when on the gap is negative, at the start too. For a point (R = 0): when it reaches the
    // axis after the start.
    MOVING_FIRST_HIT
} moving_target;

// A contact: miss, graze or hit, the latter at the start too, where the gap must not be negative.
typedef struct moving_contact {
    carom_sweep_kind kind;
    carom_feature feature;
    // True if the true time is 0.
    bool is_at_start;
    // The largest double not after the true time.
    double t;
    // The true time, to 2^-90 of itself, or more if the normal needs it.
    wide time;
    // The vector from the feature to the centre, in the normal's direction.
    wide nx, ny;
} moving_contact;

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
