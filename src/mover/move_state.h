// The state of a ball during a frame, for the files of the mover. Room: mover.
#ifndef CAROM_MOVE_STATE_H
#define CAROM_MOVE_STATE_H

#include "mover/frame.h"
#include "mover/moving_near.h"
#include "mover/normals.h"
#include "numbers.h"

// The time in a frame.
typedef struct move_clock {
    // The time of the frame, and what is left of it.
    double frame, left;
    // The time of the piece: all time left, or the time to the top of a small bounce.
    double piece;
    // The fraction of the frame that has passed; only among moving walls and for on_leg.
    double passed;
    // The fraction at the last contact that came late enough to count as progress, and the number
    // of contacts since then.
    double progress;
    int since_progress;
} move_clock;

// What limits a frame, and whether it is over.
typedef struct move_limits {
    // `struck` counts the contacts with walls that the ball did not pass.
    int contacts, struck, resting;
    // No more contacts are allowed in this frame.
    bool is_spent;
    // The response was to stop. The frame is over.
    bool stopped;
    // The ball has passed more walls than can be remembered. The frame is over.
    bool passed_too_many;
} move_limits;

// The wall that the ball was at last and has not left.
typedef struct move_support {
    bool exists;
    carom_index index;
    carom_wall wall;
    carom_vec2 normal;
    carom_vec2 velocity;
    // How far targets are moved off this wall during a resting contact.
    double skin;
} move_support;

// What moving walls do to the ball.
typedef struct move_among {
    // A solid moving wall has been in the way in this frame. Until then the ball moves bit for bit
    // as without a source of moving walls, whichever walls the source reports.
    bool is_among;
    // A wall that turns was met, and the ball does not leave it.
    bool is_pushed;
    // The velocity of the wall met last; 0 if it is at rest.
    carom_vec2 wall_velocity;
} move_among;

// Where the ball was at the start of a piece: a ball that passes a sensor goes back there.
typedef struct piece_start {
    carom_vec2 center, velocity;
    carom_response response;
    move_clock clock;
    move_among moving;
    bool clamped;
} piece_start;

// Legs to a contact, which are told once it is known that the ball does not pass: the way to it,
// and the time for which the ball stays there.
typedef struct untold_legs {
    carom_leg legs[2];
    bool is_stay[2];
    int count;
} untold_legs;

typedef struct move_state {
    const carom_move_settings *settings;
    near_walls *near;
    carom_circle circle;
    carom_vec2 velocity;
    // A place or a velocity was clamped to its range.
    bool clamped;
    // The part of gravity that no wall bears in this frame.
    carom_vec2 gravity;
    // The response at the wall met last.
    carom_response response;
    // The walls that the ball passes.
    passed_walls passed;
    move_clock clock;
    move_limits limits;
    move_support support;
    move_among moving;
    // Set before a response callback is asked.
    piece_start start;
    untold_legs untold;
} move_state;

static inline bool has_moving_walls(const move_state *f) {
    return f->near->moving != NULL;
}

// The time left, from the fraction of the frame that has passed; never more than was left before,
// which the rounded product can exceed.
static inline double carom_time_left(const move_state *f) {
    return smaller(f->clock.frame * (1.0 - f->clock.passed), f->clock.left);
}

#endif
