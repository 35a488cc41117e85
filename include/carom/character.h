// A character: a circle that walks, jumps, falls, climbs steps and rides on what it stands on, as
// the kinematic character controllers of game engines do.
//
// The caller sets the velocity of the character before each frame: the walking speed from the
// input, and a speed along `up` to jump. carom_character_move does the rest. It is built from
// carom_ball_move, so the guarantee of mover.h holds: a character that overlaps no wall before the
// frame passes through no wall and overlaps none after the frame. docs/character.md describes the
// rules. Room: character.
#ifndef CAROM_CHARACTER_H
#define CAROM_CHARACTER_H

#include "carom/mover.h"

CAROM_BEGIN_C

/// A character. Start from carom_character_make. The caller may change the velocity before each
/// frame, and the position at any time.
typedef struct carom_character {
    /// The circle, with a radius > 0, and its velocity. On the ground the velocity has no component
    /// along `up`, whatever the slope: it is the walking velocity. If the caller gives it a
    /// component along `up` beyond rounding error, the character leaves the ground: it jumps. A
    /// component against `up` has no effect on the ground.
    carom_ball ball;
    /// True if the character stands on walkable ground, or is wedged.
    bool on_ground;
    /// True if the character is held between two walls, none of which is walkable. It can jump.
    bool is_wedged;
    /// The unit normal of the ground, from the wall to the centre. `up` if wedged. 0 in the air.
    carom_vec2 ground_normal;
    /// A wall on which the character stands; none in the air.
    carom_wall_id ground;
    /// The velocity of that wall at the character, as the mean over the frame; 0 for a wall at rest
    /// and in the air.
    carom_vec2 ground_velocity;
} carom_character;

/// A character in the air, at rest.
CAROM_API_INLINE carom_character carom_character_make(carom_vec2 center, double radius) {
    carom_character c;
    c.ball.center = center;
    c.ball.radius = radius;
    c.ball.velocity = carom_vec2_make(0.0, 0.0);
    c.on_ground = false;
    c.is_wedged = false;
    c.ground_normal = carom_vec2_make(0.0, 0.0);
    c.ground = carom_wall_id_none();
    c.ground_velocity = carom_vec2_make(0.0, 0.0);
    return c;
}

/// The settings of a character. Start from carom_character_settings_default.
typedef struct carom_character_settings {
    /// The walls.
    carom_world world;
    /// The direction in which the character stands: any finite vector except 0. Its length has no
    /// effect.
    carom_vec2 up;
    /// Acceleration in the air, finite. On the ground it has no effect, so nothing slides down a
    /// walkable slope.
    carom_vec2 gravity;
    /// The steepest walkable slope as rise / run, the tangent of its angle: finite and >= 0. 1 is
    /// 45 degrees. The slope of a side is that of b - a. It is compared exactly if b - a and its
    /// products with `up` and `max_slope` are exact, as for coordinates of few digits. So a slope
    /// at the limit is walkable.
    double max_slope;
    /// The greatest height that the character steps up, finite and >= 0.
    double step_height;
    /// The greatest height that the character follows the ground down, finite and >= 0. A character
    /// that walks down a slope or over the edge of a step keeps to the ground if the ground is at
    /// most this much lower. A character in the air is never snapped.
    double snap_distance;
    /// If true, the character drops through the one-sided walls that it touches at the start of the
    /// frame.
    bool drop;
    /// Called with every centre that the character is moved to, in order of time. May be NULL. The
    /// centres are the corners of the path; the character moves straight from each to the next. Not
    /// called for the jump of a depenetration.
    void (*on_position)(void *context, const carom_vec2 *center);
    /// Called with every leg of the path, in order of time, before on_position. May be NULL. First
    /// come the legs along which moving walls carry or push the character; they cover the frame.
    /// Then come its own legs, for which the moving walls stay where they are at the end of the
    /// frame: `start` and `end` of these legs are 1, or 0 if there are no moving walls.
    void (*on_leg)(void *context, const carom_leg *leg);
    /// Handed to on_position and on_leg.
    void *context;
} carom_character_settings;

/// No walls, all categories, `up` is (0, 1), no gravity, slopes up to 45 degrees, no steps, no
/// snapping.
CAROM_API_INLINE carom_character_settings carom_character_settings_default(void) {
    carom_character_settings s;
    s.world = carom_world_empty();
    s.up = carom_vec2_make(0.0, 1.0);
    s.gravity = carom_vec2_make(0.0, 0.0);
    s.max_slope = 1.0;
    s.step_height = 0.0;
    s.snap_distance = 0.0;
    s.drop = false;
    s.on_position = NULL;
    s.on_leg = NULL;
    s.context = NULL;
    return s;
}

/// A character after a frame.
typedef struct carom_character_motion {
    /// As in carom_motion. If invalid, the character is returned as given.
    carom_motion_kind kind;
    carom_character character;
    /// Came down on the ground in this frame.
    bool landed;
    /// Climbed a step.
    bool stepped;
    /// Was moved down by more than rounding error to keep to the ground.
    bool snapped;
    /// Was stopped or turned by a wall that is not walkable: a steep slope counts. Then `wall` and
    /// `wall_normal` are those of the last one, otherwise none and 0. Walls that only carry or
    /// push the character are not reported.
    bool hit_wall;
    carom_wall_id wall;
    carom_vec2 wall_normal;
    /// Was stopped or turned by a ceiling: a wall that is walkable upside down. Then `head` is the
    /// last one, otherwise none.
    bool hit_head;
    carom_wall_id head;
    /// The part of the frame's time that was left when a limit ended the frame. A frame has at most
    /// 16 contacts in the air and 128 pieces of a walk. A walk over walls longer than a quarter of
    /// the radius needs two pieces per wall.
    double lost;
    /// If freed or stuck: the lowest index of a wall overlapped at the start, walls at rest before
    /// moving ones. Otherwise none.
    carom_wall_id overlapped;
    /// If crushed: the two walls between which there is no room, as in carom_motion. Otherwise
    /// none. The character is at rest and in the air.
    carom_wall_id crushed_by[2];
} carom_character_motion;

/// Moves a character for a time >= 0. Allocates nothing. docs/stack.md says how much stack
/// it needs.
///
/// On the ground the character advances horizontally, across `up`, by its velocity times the time,
/// whatever the slope. At a wall that is not walkable it steps up, or it stops and its velocity
/// becomes 0. In the air it flies along the chord of its parabola. It slides along steep slopes and
/// ceilings, but it never gains height by running into a slope.
///
/// Moving walls first go to where they are at the end of the frame. They carry a character that
/// stands on them, and push a character that is in their way. If they leave it no place, it is
/// crushed. Then the character moves by itself. On a moving wall its velocity is relative to that
/// of the wall. When it leaves the wall, the velocity of the wall is added.
///
/// Ground is walkable if its normal is within `max_slope` of `up`. An end of a wall is also
/// walkable for a character on the ground if its top is at most `step_height` above the lowest
/// point of the circle, and no wall rises from there more steeply than `max_slope`.
///
/// The result is deterministic: the same bits for every source of the same walls. Invalid: an
/// invalid ball, radius 0, an invalid time or setting. `settings` must not be NULL.
CAROM_API carom_character_motion carom_character_move(carom_character character, double time,
                                                      const carom_character_settings *settings);

CAROM_END_C

#endif
