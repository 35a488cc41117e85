// The block of numbers through which JavaScript and the module hand over the arguments and results
// of a call, and what reads and writes it. The places are those of shapes.js. Room: bindings.
#ifndef CAROM_WASM_CALL_NUMBERS_H
#define CAROM_WASM_CALL_NUMBERS_H

#include "carom/carom.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("carom"), import_name(#name)))

enum {
    CIRCLE = 0,  // x, y, radius
    COLUMNS = 0, // of a crowd: the addresses of its arrays
    WALL = 3,    // ax, ay, bx, by, radius, extent
    WALKER = 3,  // of a character: up, greatest slope, height of steps, snap distance, drop
    SECOND = 9,  // another wall; of a moving wall: the moves of its ends, or where they end
    GROUND = 9,  // of a character: on ground, wedged, the ground, is moving, x, y of its velocity
    PASSES = 14, // of a crowd: the most passes of its solver
    VECTOR = 15, // x, y: a move, a place, a point or a velocity
    NORMAL = 17, // x, y
    OTHER = 19,  // kind, restitution, friction, gravity; a gap or a length; whatever a call says
    FILTER = 24, // the mask; 1 if JavaScript is asked as well; the group that is left out
    CAST = 27,   // hits only, pass one-sided; of a move: the filter of moving walls
    MOVE = 30,   // most contacts; bits: what JavaScript is asked and told
    CROWD = 32,  // restitution and friction between balls
    RESULT = 34,
    NUMBERS = 66
};

extern double numbers[NUMBERS];

// `count` things of `size` bytes each, at least one byte; NULL if there is no room for them.
void *allocate_many(size_t count, size_t size);

// The filter at FILTER, written to `filter`; NULL if it considers all walls.
const carom_filter *filter_argument(carom_filter *filter);
// The same for the moving walls of a move, at CAST.
const carom_filter *moving_filter_argument(carom_filter *filter);

// The walls set by set_walls as structs, or NULL; released by the caller.
carom_wall *walls_set(size_t *count);

// What a call that creates a scene gives: returns the status; the scene or the bad wall at RESULT.
static inline int put_created(carom_status status, const void *scene, size_t bad_wall) {
    numbers[RESULT] = status == CAROM_STATUS_OK ? (double)(uintptr_t)scene : (double)bad_wall;
    return (int)status;
}

static inline carom_vec2 vec2_at(int at) {
    return carom_vec2_make(numbers[at], numbers[at + 1]);
}

static inline carom_circle circle_argument(void) {
    return carom_circle_make(vec2_at(CIRCLE), numbers[CIRCLE + 2]);
}

static inline carom_wall wall_at(int at) {
    return carom_wall_make(vec2_at(at), vec2_at(at + 2), numbers[at + 4],
                           (carom_extent)(int)numbers[at + 5]);
}

static inline carom_response response_argument(int at) {
    carom_response r = {(carom_response_kind)(int)numbers[at], numbers[at + 1], numbers[at + 2]};
    return r;
}

static inline void put(int at, carom_vec2 p) {
    numbers[at] = p.x;
    numbers[at + 1] = p.y;
}

static inline void put_box(carom_box box) {
    put(RESULT, box.min);
    put(RESULT + 2, box.max);
}

// kind, feature, t, center, point, normal
static inline void put_sweep(int at, const carom_sweep *sweep) {
    numbers[at] = sweep->kind;
    numbers[at + 1] = sweep->feature;
    numbers[at + 2] = sweep->t;
    put(at + 3, sweep->center);
    put(at + 5, sweep->point);
    put(at + 7, sweep->normal);
}

#endif
