// Golden hashes of crowds: gases, piles and wheels, among walls at rest and among moving walls.
// Room: tests.
#ifndef CAROM_TESTS_GOLDEN_CROWDS_H
#define CAROM_TESTS_GOLDEN_CROWDS_H

#include "carom/crowd.h"
#include "golden.h"

enum {
    GOLDEN_CROWD_KINDS = 4,
    GOLDEN_CROWD_BALLS = 100,
    GOLDEN_CROWD_WALLS = 8,
    GOLDEN_CROWD_FRAMES = 48
};

/// A crowd and its walls.
typedef struct golden_world {
    char name[GOLDEN_NAME];
    carom_wall still[GOLDEN_CROWD_WALLS];
    carom_moving_wall moving[GOLDEN_CROWD_WALLS];
    carom_wall_list still_list;
    carom_moving_wall_list moving_list;
    carom_ball balls[GOLDEN_CROWD_BALLS];
    size_t count;
    /// Restitution and friction are the same at walls and between balls. Without sources.
    carom_crowd_settings settings;
    uint64_t *hashes;
} golden_world;

/// Makes a crowd of a kind, with moving walls or without.
void golden_world_make(golden_world *w, int kind, bool moves);

/// The walls move on after frame 1, 2 and so on.
void golden_world_next(golden_world *w, int frame);

extern golden_group golden_crowds;

/// Fills the group.
void golden_crowds_hash(void);

#endif
