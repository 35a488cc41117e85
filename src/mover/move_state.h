// The state of a ball during a frame, for the files of the mover. Room: mover.
#ifndef CAROM_MOVE_STATE_H
#define CAROM_MOVE_STATE_H

#include "mover/frame.h"
#include "mover/moving_near.h"
#include "mover/normals.h"
#include "numbers.h"

typedef struct move_state {
    const carom_move_settings *settings;
    carom_circle circle;
    carom_vec2 velocity;
    // The response at the wall met last.
    carom_response response;
    // The walls that the ball passes.
    passed_walls passed;
    // The part of gravity that no wall bears in this frame.
    carom_vec2 gravity;
    // The time of the frame, and what is left of it.
    double time, left;
    // The time of the piece: all time left, or the time to the top of a small bounce.
    double piece;
    // `struck` counts the contacts with walls that the ball did not pass.
    int contacts, struck, resting;
    // The wall met last.
    bool has_support;
    carom_index support_index;
    carom_wall support;
    carom_vec2 support_normal;
    // The skin: how far targets are moved off that wall during a resting contact.
    double skin;
    // The response was to stop. The frame is over.
    bool stopped;
    // The ball has passed more walls than can be remembered. The frame is over.
    bool passed_too_many;
    bool clamped;
    near_walls *near;
    // No more contacts are allowed in this frame.
    bool is_spent;
    // A solid moving wall has been in the way in this frame. Until then the ball moves bit for bit
    // as without a source of moving walls, whichever walls the source reports.
    bool is_among_moving;
    // A wall that turns was met, and the ball does not leave it.
    bool is_pushed;
    // Among moving walls, and for on_leg: the fraction of the frame that has passed. The fraction
    // that had passed some contacts ago, and the number of these contacts.
    double clock, progress;
    int since_progress;
    // The velocity of the wall met last, and of the wall before it that is still the support.
    carom_vec2 wall_velocity, support_velocity;
} move_state;

static inline bool has_moving_walls(const move_state *f) {
    return f->near->moving != NULL;
}

// The time left, from the fraction of the frame. Both are rounded, so this can exceed the time left
// before by some ulp. But time does not go back.
static inline double carom_time_left(const move_state *f) {
    return smaller(f->time * (1.0 - f->clock), f->left);
}

#endif
