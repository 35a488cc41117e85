// A crowd with its walls, settings and time of a frame: what a test steps. The builders make the
// scenes that the tests of times share: gas, rack, piles, funnel, wedge, press, flippers, a crowd
// that hunts, and radii from 1 to 10. Room: tests.
#ifndef CAROM_TESTS_CROWD_SCENE_H
#define CAROM_TESTS_CROWD_SCENE_H

#include "carom/carom.h"

enum { SCENE_BALLS_MAX = 4096, SCENE_WALLS_MAX = 64 };

typedef struct crowd_scene crowd_scene;

struct crowd_scene {
    const char *name;
    carom_crowd_settings settings;
    /// Of a frame.
    double time;
    carom_ball balls[SCENE_BALLS_MAX];
    size_t count;
    /// Used if settings.inverse_masses and settings.accelerations are set to them.
    double inverse_masses[SCENE_BALLS_MAX];
    carom_vec2 accelerations[SCENE_BALLS_MAX];
    carom_wall walls[SCENE_WALLS_MAX];
    carom_wall_list wall_list;
    carom_moving_wall moving[SCENE_WALLS_MAX];
    carom_moving_wall_list moving_list;
    /// The number of frames before this one.
    long frame;
    /// Sets the moves of the walls and the accelerations for this frame. May be NULL.
    void (*prepare)(crowd_scene *s);
};

typedef enum crowd_scene_kind {
    CROWD_SCENE_GAS,
    CROWD_SCENE_PRESS,
    CROWD_SCENE_FUNNEL,
    CROWD_SCENE_PILE_0,
    CROWD_SCENE_PILE_5,
    CROWD_SCENE_PILE_9,
    CROWD_SCENE_PILE_10,
    CROWD_SCENE_WEDGE,
    CROWD_SCENE_RACK,
    CROWD_SCENE_FLIPPERS,
    CROWD_SCENE_HUNT,
    CROWD_SCENE_UNEQUAL,
    CROWD_SCENE_KINDS
} crowd_scene_kind;

/// No balls and no walls, frames of 1/60. The settings point into the scene, so it must not be
/// copied.
void crowd_scene_start(crowd_scene *s, const char *name);

/// One of the scenes with about `count` balls, which differ by seed.
void crowd_scene_make(crowd_scene *s, crowd_scene_kind kind, size_t count, uint64_t seed);

/// The walls move on to where they end, and the next frame is prepared.
void crowd_scene_next(crowd_scene *s);

void crowd_scene_add_wall(crowd_scene *s, carom_wall wall);
void crowd_scene_add_moving(crowd_scene *s, carom_moving_wall wall);

/// The four sides of a box.
void crowd_scene_add_box(crowd_scene *s, carom_vec2 min, carom_vec2 max);

void crowd_scene_add(crowd_scene *s, carom_ball ball);

/// Adds a ball if it overlaps nothing.
bool crowd_scene_add_free(crowd_scene *s, carom_ball ball);

/// The sum of mass times square of speed / 2, and of the potential energy in the gravity of the
/// settings. Masses are those of the settings; balls of infinite mass do not count.
double crowd_scene_energy(const crowd_scene *s);

/// A rack: rows of 1, 2, ... balls of this radius from a tip, in contact as double has it: no two
/// overlap, and neighbours touch exactly or within an ulp.
void crowd_scene_add_rack(crowd_scene *s, carom_vec2 tip, int rows, double radius);

#endif
