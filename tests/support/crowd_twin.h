// Steps a frame of a crowd a second time, with a change that must not matter, and compares all
// bits.
//
// The twin is another crowd. Before the frame it loads the bytes that the crowd has saved, so it
// has never computed a frame of its own before. After the frame the balls, the results, the summary
// and the saved bytes of both crowds must be the same. Room: tests.
#ifndef CAROM_TESTS_CROWD_TWIN_H
#define CAROM_TESTS_CROWD_TWIN_H

#include "crowd_trace.h"

/// What is different for the twin.
typedef enum crowd_change {
    /// Nothing but that it was loaded.
    CROWD_CHANGE_LOADED,
    /// No callbacks, and no results.
    CROWD_CHANGE_QUIET,
    /// A runner that runs its tasks from the last to the first.
    CROWD_CHANGE_TASKS_REVERSED,
    /// Both sources report their walls from the last to the first, and that of walls at rest all of
    /// them.
    CROWD_CHANGE_WALLS_REVERSED,
    /// The walls at rest are in a scene, or in a dynamic scene with holes. Needs valid walls.
    CROWD_CHANGE_SCENE,
    CROWD_CHANGE_DYNAMIC_SCENE,
    /// What is NULL by default is spelled out: arrays for each ball, and filters.
    CROWD_CHANGE_SPELLED_OUT,
    CROWD_CHANGES
} crowd_change;

typedef struct crowd_twin {
    carom_crowd *crowd;
    carom_ball balls[SCENE_BALLS_MAX];
    /// Before the frame.
    unsigned char *bytes;
    size_t byte_count, room;
    /// Calls of a runner, and tasks that it ran.
    long runs, tasks;
} crowd_twin;

void crowd_twin_start(crowd_twin *twin);
void crowd_twin_end(crowd_twin *twin);

/// Before the frame of the trace.
void crowd_twin_load(crowd_twin *twin, const crowd_trace *t, const crowd_scene *s);

/// After it: NULL, or what is not the same. The walls of the scene must be those of the frame.
const char *crowd_twin_compare(crowd_twin *twin, const crowd_trace *t, const crowd_scene *s,
                               crowd_change change);

const char *crowd_change_name(crowd_change change);

/// True if all fields of two motions are the same, bit for bit.
bool crowd_same_motion(const carom_motion *p, const carom_motion *q);

/// True if all fields of two summaries are the same, bit for bit.
bool crowd_same_summary(const carom_crowd_motion *p, const carom_crowd_motion *q);

/// Saves a crowd to new memory.
unsigned char *crowd_saved(const carom_crowd *crowd, size_t *size);

#endif
