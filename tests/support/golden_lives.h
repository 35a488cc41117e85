// Golden hashes of crowds that live: all that the settings can say, over frames in which balls
// come, go, fall asleep and wake, and in which the crowd is saved and loaded. Room: tests.
#ifndef CAROM_TESTS_GOLDEN_LIVES_H
#define CAROM_TESTS_GOLDEN_LIVES_H

#include "carom/carom.h"
#include "golden.h"
#include "random.h"

enum { GOLDEN_LIFE_KINDS = 6, GOLDEN_LIFE_BALLS = 80, GOLDEN_LIFE_WALLS = 8 };

/// The balls of a crowd and their surroundings.
typedef struct golden_life {
    int kind;
    const char *name;
    int frames;
    /// Only what differs from the default; its arrays and walls are those below.
    carom_crowd_settings settings;
    carom_ball balls[GOLDEN_LIFE_BALLS];
    size_t count;
    double inverse_masses[GOLDEN_LIFE_BALLS];
    carom_vec2 accelerations[GOLDEN_LIFE_BALLS];
    carom_filter filters[GOLDEN_LIFE_BALLS];
    uint32_t categories[GOLDEN_LIFE_BALLS], masks[GOLDEN_LIFE_BALLS];
    carom_wall walls[GOLDEN_LIFE_WALLS];
    carom_wall_list wall_list;
    carom_moving_wall moving[GOLDEN_LIFE_WALLS];
    carom_moving_wall_list moving_list;
    /// What happens to the crowd itself before the frame: the ball that is removed, CAROM_NO_BALL
    /// for none; whether it is saved, and whether what was saved is loaded.
    carom_index removed;
    bool is_saved, is_loaded;
    random_source g;
    /// Of golden_lives_hash: the ball that moves.
    carom_index asking;
    uint64_t *hashes;
} golden_life;

/// Makes a crowd of a kind, before its first frame.
void golden_life_make(golden_life *l, int kind);

/// What happens before frame 0, 1 and so on.
void golden_life_next(golden_life *l, int frame);

extern golden_group golden_lives;

/// The function of the group whose bytes depend on the byte order of the machine.
extern const char *const golden_lives_bytes;

/// Fills the group.
void golden_lives_hash(void);

#endif
