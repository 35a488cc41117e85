// A crowd out of the bytes of fuzz_crowd: walls, balls, settings, edits between frames, and what a
// frame has reported. Room: fuzz.
#ifndef CAROM_FUZZ_CROWD_INPUT_H
#define CAROM_FUZZ_CROWD_INPUT_H

#include "carom/carom.h"
#include "input.h"
#include "run/legs_apart.h"

enum { WALLS_MAX = 4, BALLS_MAX = 8, LEGS_MAX = 4096, FRAMES = 3, MANY_FRAMES = 40 };

// The second byte.
enum {
    HAS_GRAVITY = 1,
    HAS_MASSES = 2,
    IS_SLIDING = 4,
    IS_INELASTIC = 8,
    HAS_FEW_CONTACTS = 16,
    HAS_MOVING = 32,
    // One more byte follows the numbers, see below.
    HAS_MORE = 64,
    // So many frames that balls fall asleep.
    IS_LONG = 128
};

enum {
    HAS_ACCELERATIONS = 1,
    HAS_FILTERS = 2,
    HAS_CATEGORIES = 4,
    // Walls of odd index are sensors.
    HAS_SENSORS = 8,
    // Some pairs of balls pass each other.
    HAS_PASSING_BALLS = 16,
    HAS_FRICTION = 32,
    HAS_EDITS = 64,
    HAS_CHANGED_BYTES = 128
};

typedef struct fuzz_crowd {
    fuzz_numbers n;
    int flags, more;
    carom_wall walls[WALLS_MAX];
    carom_moving_wall moving[WALLS_MAX];
    size_t wall_count, moving_count;
    carom_wall_list list;
    carom_moving_wall_list moving_list;
    carom_ball balls[BALLS_MAX];
    size_t ball_count;
    double inverse_masses[BALLS_MAX];
    carom_vec2 accelerations[BALLS_MAX];
    carom_filter filters[BALLS_MAX];
    uint32_t categories[BALLS_MAX], masks[BALLS_MAX];
    carom_crowd_settings settings;
    double time;
    carom_crowd *crowd;
    int frame;

    // The frame: where balls start, the ball of a callback, and what has been reported.
    carom_ball before[BALLS_MAX];
    carom_motion results[BALLS_MAX];
    carom_index ball;
    size_t leg_counts[BALLS_MAX];
    size_t ball_impacts;
    int contacts[BALLS_MAX];
    double last_time;
    carom_touch last_touch;
    bool has_touch;
    // The last member, because it is not set to zero.
    ball_leg legs[BALLS_MAX][LEGS_MAX];
} fuzz_crowd;

// Reads all but the callbacks that take what is reported.
void crowd_input_read(fuzz_crowd *c, const uint8_t *data, size_t size);

// Reads and makes a change between two frames.
void crowd_input_edit(fuzz_crowd *c);

// True if the two balls exist for each other.
bool crowd_input_can_collide(const fuzz_crowd *c, size_t i, size_t k);

// True if the ball may be nowhere in the wall.
bool crowd_input_blocks(const fuzz_crowd *c, size_t ball, size_t index);
bool crowd_input_moving_blocks(const fuzz_crowd *c, size_t ball, size_t index);

// Prints the frame as it started.
void crowd_input_print(const fuzz_crowd *c);

#endif
