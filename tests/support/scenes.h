// Scenes for the mover: bounded areas with difficult walls, a ball in them, and random kicks for
// it.
//
// They are the same on every machine: only + - * / sqrt and exact scaling are used. A kick depends
// only on the state of the random source. Room: tests.
#ifndef CAROM_TESTS_SCENES_H
#define CAROM_TESTS_SCENES_H

#include "carom/mover.h"
#include "random.h"

enum { SCENE_WALLS_MAX = 1024 };

typedef enum scene_kind {
    /// Two walls at an angle of 1e-4 rad: more bounces than any cap.
    SCENE_WEDGE,
    /// A channel 2R(1 + 1e-12) wide, sloped.
    SCENE_CHANNEL,
    /// A slope under gravity.
    SCENE_SLOPE,
    /// A ball that touches a long sloped wall and is sent along it.
    SCENE_SLIDING,
    /// A box of 20 radii, 1e6 and 1e12 away from the origin.
    SCENE_BOX_1E6,
    SCENE_BOX_1E12,
    /// The same at the origin with a radius of 1e-9.
    SCENE_BOX_TINY,
    /// 400 walls of every extent and thickness, crossing each other.
    SCENE_SOUP,
    /// 1,000 segments in a row along a slope, their ends rounded, under gravity.
    SCENE_JOINTS,
    /// Corners that point inward and outward, bare and round.
    SCENE_CORNERS,
    /// Everything symmetrical, so that several walls are met at the very same time.
    SCENE_SIMULTANEOUS,
    /// The ball starts touching three walls.
    SCENE_SPAWNED,
    SCENE_KIND_COUNT
} scene_kind;

typedef struct test_scene {
    scene_kind kind;
    carom_wall walls[SCENE_WALLS_MAX];
    carom_box boxes[SCENE_WALLS_MAX];
    carom_wall_list array;
    /// Where the ball starts, free of all walls, at rest.
    carom_ball ball;
    carom_vec2 gravity;
    /// Half of the kicks go exactly in this direction or the opposite one; not 0.
    carom_vec2 along;
    /// The ball's centre never leaves it.
    carom_box bounds;
} test_scene;

/// In words, as in the enumerator.
const char *scene_name(scene_kind kind);

/// The responses to move a ball by in every scene, and their names: bounces of restitution 1, 0.5
/// with friction, and 0, a slide, a stop.
enum { SCENE_RESPONSES = 5 };
carom_response scene_response(int k);
const char *scene_response_name(int k);

/// Makes the scene in place; it points into itself.
void scene_make(test_scene *s, scene_kind kind);

/// A mover through the scene, with its gravity.
carom_move_settings scene_mover(const test_scene *s, carom_response response);

/// A velocity of 0.1 to 10^6 radii a frame: along the scene, to one of eight sides, or anywhere.
carom_vec2 scene_kick(const test_scene *s, random_source *g, double frame);

/// Gravity for a kick: none for one kick in four, so that the ball is not always pressed into a
/// wall. Otherwise the scene's gravity, if it has one, or sometimes one that falls about a radius
/// per frame of 1/60.
carom_vec2 scene_random_gravity(const test_scene *s, random_source *g);

/// True if the bounds of the scene contain the place.
bool scene_has_place(const test_scene *s, carom_vec2 p);

/// Appends a wall to an array of walls being built.
void scene_add(test_scene *s, carom_wall wall);

/// Appends the four sides of a rectangle, their left sides inward. Sets the bounds to the rectangle
/// reduced by the radius of the ball.
void scene_add_box(test_scene *s, carom_vec2 min, carom_vec2 max);

/// Start an empty scene with a ball at rest, and finish it after all walls are added. For scenes of
/// a single test.
void scene_start(test_scene *s, carom_vec2 center, double radius);
void scene_finish(test_scene *s);

/// Makes every `every`-th wall one-sided, starting at `first`; none if `every` is 0.
void scene_set_one_sided(test_scene *s, size_t first, size_t every);

/// A row of `count` segments from p by `step` each, the ends rounded.
void scene_add_row(test_scene *s, carom_vec2 p, carom_vec2 step, int count);

/// True if the circle of the ball overlaps no wall of the scene, by the exact relation.
bool scene_is_free(const test_scene *s, carom_ball ball);

/// Puts the ball just beside the wall, outside it along the unit vector n, from a place on its
/// axis. It ends free of the wall and at most a few ulp off it.
carom_ball scene_touching(carom_ball ball, carom_wall wall, carom_vec2 on_axis, carom_vec2 n);

#endif
