// A group of balls of `carom run`, which one thread moves.
//
// Groups are independent: if balls collide with each other, all are in one group (collide.h). A
// group records notes that are later reported in the order of all balls.
// Room: cli.
#ifndef CAROM_CLI_RUN_GROUP_H
#define CAROM_CLI_RUN_GROUP_H

#include <stdint.h>

#include <carom/mover.h>

#include "picture/trail.h"
#include "run/check.h"
#include "run/options.h"
#include "run/run_walls.h"

typedef enum run_note_kind {
    NOTE_IMPACT,
    NOTE_BALL_IMPACT,
    NOTE_FREED,
    NOTE_STUCK,
    NOTE_CRUSHED,
    NOTE_OUT_OF_RANGE
} run_note_kind;

/// An event of a ball in a step.
typedef struct run_note {
    run_note_kind kind;
    uint64_t step;
    size_t ball;
    /// For an impact; its index is the row of the wall, or that of the other ball.
    carom_impact impact;
    /// For an overlap at the start: the row of the wall, SIZE_MAX if the ball overlaps only balls,
    /// and the centre after the depenetration.
    /// For a crushed ball: the rows of two walls, the second one SIZE_MAX for another ball, and the
    /// time in the step.
    size_t walls[2];
    carom_vec2 freed;
    double time;
} run_note;

/// The state that all groups share. Each group changes only the entries of its own balls.
typedef struct run_state {
    const run_options *options;
    /// The balls as they were read.
    const circle_list *circles;
    /// The walls as they were read; their materials can be NULL.
    const wall_list *rows;
    const run_walls *walls;
    /// For each ball: its current position, its number of contacts, its worst state so far, and the
    /// time during which it was blocked. If no wall moves, a ball whose state is
    /// CAROM_MOTION_KIND_STUCK does not move.
    carom_ball *balls;
    uint64_t *contacts;
    carom_motion_kind *states;
    double *lost;
    /// The trails if there is a picture, else NULL, and their tolerance.
    trail *trails;
    double tolerance;
    carom_move_settings mover;
} run_state;

/// The balls [begin, end). Start with all zeros but these and `state`.
typedef struct group {
    const run_state *state;
    size_t begin;
    size_t end;
    /// The notes by step, then by ball, then by time. If balls collide: by step, then by time.
    run_note *notes;
    size_t note_count;
    size_t note_capacity;
    bool no_memory;
    run_check check;
    /// The time of moving and checking.
    int64_t spent_ns;
    /// The rest is private: the ball, the step, and the positions of the ball in the step, with
    /// every corner of its path and the end.
    size_t ball;
    uint64_t step;
    carom_vec2 *places;
    size_t place_count;
    size_t place_capacity;
    /// The legs of the ball in the step, if walls move and are checked.
    carom_leg *legs;
    size_t leg_count;
    size_t leg_capacity;
} group;

/// Moves the balls through the steps [begin, end) and replaces the notes. Ends early if a ball
/// leaves the range, which is then the last note, or if out of memory.
void group_move(group *g, uint64_t begin, uint64_t end);

/// Records an impact of the ball with a wall, as in carom_move_settings.on_impact.
void group_note_impact(group *g, const carom_impact *impact);

/// Adds a note about the ball in the step.
void group_note(group *g, run_note n);

/// Adds what a step has done to the ball, and notes a state that is worse than before. Returns
/// false if the ball has left the range of doubles, which is then noted.
bool group_take_motion(group *g, const carom_motion *m);

void group_free(group *g);

#endif
