// The state of a character during a frame, and the interface between the files that move it:
// character_casts.c, character_walk.c and character.c. Room: mover.
#ifndef CAROM_CHARACTER_STATE_H
#define CAROM_CHARACTER_STATE_H

#include "carom/character.h"
#include "mover/ground.h"
#include "mover/ride.h"
#include "numbers.h"

// At most so many corners of casts that are not yet accepted. A cast has at most 32 resting
// contacts and is made at most three times, and a step has three casts.
enum { CHARACTER_TRAIL_MAX = 384 };

typedef struct character_state {
    const carom_character_settings *settings;
    carom_character_motion *motion;
    carom_filter filter;
    // The walls at the end of the frame: the moving ones have moved before the character does.
    ride_walls walls;
    // The settings of every cast.
    carom_move_settings mover;
    ground_rules rules;
    // Where the character starts to move by itself.
    carom_circle start;
    // The ground of the frame before, and its velocity.
    carom_index old_index;
    carom_vec2 old_ground;
    carom_circle circle;
    carom_vec2 velocity;
    bool on_ground;
    ground_place ground;
    // The direction of the walk: right or -right.
    carom_vec2 along;
    int pieces, contacts;
    // The last wall met in the air.
    bool has_support;
    ground_place support;
    // The corners of the casts that are not yet accepted, and the last one that is.
    carom_vec2 place;
    int trail_count;
    carom_vec2 trail[CHARACTER_TRAIL_MAX];
    // The contact of the last cast.
    bool is_hit;
    carom_impact impact;
} character_state;

// Clamps to a quarter of the range of double, so that sums and products with unit vectors are
// finite.
static inline double clamp(double x) {
    return smaller(larger(x, -0.25 * DBL_MAX), 0.25 * DBL_MAX);
}

static inline carom_vec2 clamp_vector(carom_vec2 v) {
    return carom_vec2_make(clamp(v.x), clamp(v.y));
}

// ---- casts: character_casts.c ----

// Sets `mover` for casts among these walls. The rules and the filter of the state are set.
void carom_character_start_casts(character_state *f);

// Moves the circle until it meets a wall. Returns the fraction of the move that is left. The move
// is tentative until carom_character_accept.
double carom_character_cast(character_state *f, carom_vec2 move);

// Accepts the casts since the last call, and reports their corners.
void carom_character_accept(character_state *f);

// Takes these casts back: the circle is at `center` again. Returns false.
bool carom_character_take_back(character_state *f, carom_vec2 center);

// The wall that the last cast met.
ground_place carom_character_hit(const character_state *f);

// ---- on the ground: character_walk.c ----

// Takes the ground that the circle touches. An end counts if its top is at most `room` above the
// lowest point of the circle. False if there is none.
bool carom_character_take_ground(character_state *f, double room);

// Keeps to the ground: moves down to it if it is not too far below. At most `rise` + `slack` below
// it is the same ground.
bool carom_character_snap(character_state *f, double rise, double slack);

// Walks for a time. Returns the time that is left when the character loses the ground.
double carom_character_walk(character_state *f, double time);

// Reports a wall that is not walkable.
void carom_character_report(character_state *f, const ground_place *place);

#endif
