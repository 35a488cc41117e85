// The question of a sweep against a segment whose ends move each its own way, and its contact.
// Room: turning.
#ifndef CAROM_MOVING_QUERY_H
#define CAROM_MOVING_QUERY_H

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

#endif
