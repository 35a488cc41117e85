// Steps a crowd, keeps what its callbacks report of the frame, and checks it.
//
// All legs, impacts and touches of a frame are kept, the legs by ball. After the frame
// frame_check.h checks all times of it in rational numbers. Besides, callbacks come in order of
// time, an impact is at a corner of the paths of its balls, its balls come together before it and
// not after it, and momentum stays. Room: tests.
#ifndef CAROM_TESTS_CROWD_TRACE_H
#define CAROM_TESTS_CROWD_TRACE_H

#include "crowd_scene.h"
#include "frame_check.h"

typedef struct traced_leg {
    size_t ball;
    carom_leg leg;
} traced_leg;

typedef struct traced_impact {
    size_t ball;
    carom_impact impact;
} traced_impact;

typedef struct trace_sums {
    long frames, ball_frames, legs, ball_impacts, impacts, touches;
    long kinds[CAROM_MOTION_KIND_CRUSHED + 1];
    /// Of all balls.
    double lost, time;
} trace_sums;

typedef struct crowd_trace {
    carom_crowd *crowd;
    frame_check check;

    /// The last frame: the balls before it, and what was reported.
    double time;
    size_t count;
    carom_ball before[SCENE_BALLS_MAX];
    carom_motion results[SCENE_BALLS_MAX];
    carom_crowd_motion summary;
    carom_ball_impact *ball_impacts;
    traced_impact *impacts;
    carom_touch *touches;
    size_t ball_impact_count, impact_count, touch_count;
    /// The legs of ball i are legs[leg_starts[i]] to legs[leg_starts[i + 1] - 1]. A ball that is
    /// stuck or asleep, and of which no leg is reported, has one leg, on which it stays. A ball
    /// that is crushed has one more, on which it stands from then on.
    carom_leg *legs;
    size_t leg_starts[SCENE_BALLS_MAX + 1];

    /// Over all frames since the start.
    trace_sums sums;

    /// The first broken guarantee, or NULL, and its ball. Those of `check` come here too.
    const char *broken;
    size_t broken_ball;

    traced_leg *reported;
    size_t reported_count;
    size_t rooms[5];
    carom_index moving;
    double clock;
    const crowd_scene *scene;
} crowd_trace;

/// Starts with a crowd that remembers nothing.
void crowd_trace_start(crowd_trace *t);
void crowd_trace_end(crowd_trace *t);

/// Starts anew, with another crowd.
void crowd_trace_restart(crowd_trace *t);

/// Steps the scene by one frame of its time and checks it. The callbacks and the context of its
/// settings are set for the frame. After a broken guarantee, `broken` stays set. The walls do not
/// move on: see crowd_scene_next.
carom_crowd_motion crowd_trace_step(crowd_trace *t, crowd_scene *s);

/// Checks all times of the last frame with all radii longer: true if nothing is broken then.
bool crowd_trace_is_clear(crowd_trace *t, const crowd_scene *s, double longer);

/// Prints what is broken, in hexadecimal.
void crowd_trace_print(const crowd_trace *t, const crowd_scene *s);

#endif
