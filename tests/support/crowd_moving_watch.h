// Watches a crowd among moving walls: after every frame the guarantees of crowd.h must hold.
//
// Every leg of every ball (on_leg) is checked against all walls and against all other balls where
// they stand: by the exact tests, and some by the oracle of moving walls. The legs of each ball
// must cover the frame without a gap. After the frame, all pairs and all walls are checked. Each
// frame is moved twice, first without callbacks: the results must be the same. Layer: tests.
#ifndef CAROM_TESTS_CROWD_MOVING_WATCH_H
#define CAROM_TESTS_CROWD_MOVING_WATCH_H

#include "carom/carom.h"
#include "moving_oracle.h"

enum { CROWD_MOVING_BALLS_MAX = 512, CROWD_MOVING_WALLS_MAX = 256 };

typedef struct crowd_moving_watch {
    /// The crowd. The watch sets the sources, the callbacks and the context of the settings.
    carom_crowd_settings settings;
    carom_wall still[CROWD_MOVING_WALLS_MAX];
    carom_moving_wall moving[CROWD_MOVING_WALLS_MAX];
    carom_wall_list still_list;
    carom_moving_wall_list moving_list;
    carom_ball balls[CROWD_MOVING_BALLS_MAX];
    size_t count;

    /// The last frame.
    carom_motion results[CROWD_MOVING_BALLS_MAX];
    carom_crowd_motion summary;

    /// Over all frames.
    long frames, ball_steps, legs, impacts, ball_impacts;
    long kinds[CAROM_MOTION_KIND_CRUSHED + 1];
    double lost;

    /// The first broken guarantee, or NULL, and its ball.
    const char *broken;
    size_t broken_ball;

    /// Where the balls have been seen last, and when.
    carom_vec2 seen[CROWD_MOVING_BALLS_MAX];
    double clock[CROWD_MOVING_BALLS_MAX];
    /// The balls of the first move.
    carom_ball first[CROWD_MOVING_BALLS_MAX];
    carom_motion first_results[CROWD_MOVING_BALLS_MAX];
    size_t moving_ball;
    moving_oracle *oracle;
    void *scratch;
} crowd_moving_watch;

/// Starts with no wall and no ball.
void crowd_moving_start(crowd_moving_watch *w);
void crowd_moving_end(crowd_moving_watch *w);

/// Moves the crowd and checks. After a broken guarantee, `broken` stays set.
carom_crowd_motion crowd_moving_move(crowd_moving_watch *w, double time);

/// All moving walls start where they ended.
void crowd_moving_next(crowd_moving_watch *w);

/// Adds a ball if it overlaps nothing.
bool crowd_moving_add(crowd_moving_watch *w, carom_ball ball);

#endif
