// Some of the balls of `carom run`, which a thread moves on its own.
//
// Balls don't meet each other, so a group needs nothing of the others. What is to be told in the
// order of all balls it notes down.
// Layer: cli.
#ifndef CAROM_CLI_RUN_GROUP_H
#define CAROM_CLI_RUN_GROUP_H

#include <stdint.h>

#include <carom/mover.h>

#include "picture/trail.h"
#include "run/check.h"
#include "run/options.h"

typedef enum run_note_kind { NOTE_IMPACT, NOTE_FREED, NOTE_STUCK, NOTE_OUT_OF_RANGE } run_note_kind;

/// What happened to a ball in a step.
typedef struct run_note {
    run_note_kind kind;
    uint64_t step;
    size_t ball;
    /// Of an impact.
    carom_impact impact;
    /// Of an overlap at the start: the wall, and where the ball was set free.
    size_t wall;
    carom_vec2 freed;
} run_note;

/// What all groups share. They change only what belongs to their own balls.
typedef struct run_state {
    const run_options *options;
    /// The balls as they were read.
    const circle_list *circles;
    /// Where each ball is now, how many contacts it has had, the worst that any step has made of it
    /// (it stays where it is once that is CAROM_MOTION_KIND_STUCK), and the time in which it could
    /// not move.
    carom_ball *balls;
    uint64_t *contacts;
    carom_motion_kind *states;
    double *lost;
    /// The paths so far, if there is a picture, else NULL, and how far they may be off.
    trail *trails;
    double tolerance;
    carom_move_settings mover;
} run_state;

/// The balls [begin, end). Start with all zeros but these and `state`.
typedef struct group {
    const run_state *state;
    size_t begin;
    size_t end;
    /// What has happened, by step, then by ball, then by time.
    run_note *notes;
    size_t note_count;
    size_t note_capacity;
    bool no_memory;
    run_check check;
    /// Time that moving and checking took.
    int64_t spent_ns;
    /// The rest is private: the ball and the step, and where the ball has been in it, every corner
    /// of its way and the end.
    size_t ball;
    uint64_t step;
    carom_vec2 *places;
    size_t place_count;
    size_t place_capacity;
} group;

/// When a step starts, and how long it is.
double run_step_start(const run_options *o, uint64_t step);
double run_step_length(const run_options *o, uint64_t step);

/// Moves the balls through the steps [begin, end), and notes what happens, beginning anew. Ends
/// early when a ball gets out of range, which is the last note then, or when memory is out.
void group_move(group *g, uint64_t begin, uint64_t end);

void group_free(group *g);

#endif
