// What the glue of moves shares: what a move is told, and what it tells JavaScript. Room:
// bindings.
#ifndef CAROM_WASM_MOVES_H
#define CAROM_WASM_MOVES_H

#include "call_numbers.h"

// A list that grows.
typedef struct record {
    double *at;
    size_t count, capacity;
} record;

typedef struct recording {
    record impacts, positions, legs;
    // There was no room for one of them.
    bool is_cut_short;
    // Which of many balls moves.
    carom_index ball;
} recording;

// All that a move is told, in one place for as long as it takes.
typedef struct move_call {
    carom_move_settings settings;
    carom_filter filter, moving_filter;
    carom_wall_list list;
    carom_moving_wall_list moving;
    recording recorded;
} move_call;

// The walls, their filters and the gravity at OTHER + 3; the response is at OTHER, the most
// contacts at MOVE, and at MOVE + 1 what JavaScript is asked and told.
void take_settings(move_call *m, const carom_scene *scene, const carom_wall *walls, size_t count);

// Asks for the response at the contact at RESULT, of two balls or of a ball and a wall. The answer
// comes to OTHER.
IMPORT(respond) void ask_respond(int of_balls);

// The callbacks of JavaScript, in the order of mover.js. Bit 1 + i at MOVE + 1 says whether there
// is callback i. Bit 0 is that of the response at walls.
enum {
    REPORT_IMPACT,
    REPORT_LEG,
    REPORT_BALL_IMPACT,
    REPORT_MOTION,
    REPORT_TOUCH,
    ASK_BALLS // for the response at an impact of two balls
};

IMPORT(report) void tell(int which);

bool is_told(int which);

static inline void write_vector(double *at, carom_vec2 p) {
    at[0] = p.x;
    at[1] = p.y;
}

void put_wall_id(int at, carom_wall_id id);

// The motion, what was recorded along it, and the index of the ball at RESULT.
void put_motion(const carom_motion *motion, const recording *r);

void tell_motion(carom_index ball, const carom_motion *motion);

// Many balls in arrays.
typedef struct ball_columns {
    double *x, *y;
    const double *radius;
    double *vx, *vy;
} ball_columns;

static inline carom_ball ball_at(const ball_columns *b, size_t i) {
    return (carom_ball){{b->x[i], b->y[i]}, b->radius[i], {b->vx[i], b->vy[i]}};
}

// Ball i after the move.
static inline void bring_ball(const ball_columns *b, size_t i, const carom_ball *ball) {
    b->x[i] = ball->center.x;
    b->y[i] = ball->center.y;
    b->vx[i] = ball->velocity.x;
    b->vy[i] = ball->velocity.y;
}

#endif
