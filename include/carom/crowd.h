// Moves many balls through one frame, among walls at rest, moving walls and each other.
//
// The guarantee: if no two balls overlap and no ball overlaps a wall before the frame, the same
// holds after the frame, and no ball has passed through a wall or through another ball. Touching is
// allowed. This holds for any velocities, radii, masses and any rounding. At any time one ball
// moves and all others stand, and a ball moves only along a straight path that exact tests show to
// be clear of every wall and of every other ball.
//
// Among moving walls the same holds for all balls that are not reported as crushed. Each ball has
// its own clock, and meets every wall where it is at that time. A moving wall never passes a ball:
// the ball moves with it and pushes other balls on, or it is crushed. The proof and the limits are
// in docs/crowd.md. Layer: crowd.
#ifndef CAROM_CROWD_H
#define CAROM_CROWD_H

#include "carom/mover.h"

CAROM_BEGIN_C

/// An impact of two balls. Each velocity is that of the ball with the same number.
typedef struct carom_ball_impact {
    /// Time since the start of the frame.
    double time;
    /// The indices of the two balls.
    size_t first, second;
    /// The centres of the balls at the impact.
    carom_vec2 first_center, second_center;
    /// Unit vector from the second ball to the first.
    carom_vec2 normal;
    /// Velocities before and after the impact.
    carom_vec2 first_before, second_before;
    carom_vec2 first_after, second_after;
} carom_ball_impact;

/// The settings of a crowd. Start from carom_crowd_settings_default.
typedef struct carom_crowd_settings {
    /// How a ball moves among the walls: wall source, filter, response at walls, gravity, the
    /// maximum number of contacts per ball and frame, and callbacks. Contacts with balls count as
    /// contacts. The indices of the walls must be below SIZE_MAX / 2 - (number of balls).
    /// `on_impact` and `respond` are not called for balls. The callbacks must not change the balls.
    /// The legs of each ball (`on_leg`) follow each other in time. With moving walls they cover the
    /// frame, unless the ball is stuck or crushed. A ball that is pushed by another one can move in
    /// a leg that takes no time.
    carom_move_settings move;
    /// Coefficient of restitution between balls, 0 to 1.
    double restitution;
    /// Coefficient of friction (Coulomb) between balls, finite and >= 0. Balls do not spin.
    double friction;
    /// 1 / mass of each ball, finite and >= 0. A ball with 0 is not pushed by other balls. NULL:
    /// all masses are equal. For masses by area pass 1 / radius^2.
    const double *inverse_masses;
    /// If not NULL, it holds the index of the ball that moves whenever a callback of `move` runs,
    /// except those of the filter.
    size_t *moving;
    /// Called for every impact of two balls. May be NULL. Gets the context of `move`. The time is
    /// that of the ball that is ahead. Times can be slightly out of order: those of different
    /// balls, and those of a ball that was behind at an impact. If neither ball can give way, the
    /// impact leaves both velocities unchanged. A ball cannot give way if its inverse mass is 0 or
    /// a moving wall pushes it.
    void (*on_ball_impact)(void *context, const carom_ball_impact *impact);
} carom_crowd_settings;

/// carom_move_settings_default for the walls; between balls restitution 1, no friction and equal
/// masses.
static inline carom_crowd_settings carom_crowd_settings_default(void) {
    carom_crowd_settings s;
    s.move = carom_move_settings_default();
    s.restitution = 1.0;
    s.friction = 0.0;
    s.inverse_masses = NULL;
    s.moving = NULL;
    s.on_ball_impact = NULL;
    return s;
}

/// A summary of a frame.
typedef struct carom_crowd_motion {
    /// The number of balls of each carom_motion_kind. If settings or time are invalid, all balls
    /// are invalid and stay as they are.
    size_t moved, freed, stuck, invalid;
    /// The number of impacts between two balls, as on_ball_impact reports them.
    size_t ball_impacts;
    /// The sum of carom_motion.lost of all balls.
    double lost;
    /// The number of balls that moving walls have crushed.
    size_t crushed;
} carom_crowd_motion;

/// The size of the scratch memory for carom_crowd_move, in bytes: about 300 for each ball. `count`
/// is less than 2^32.
CAROM_API size_t carom_crowd_scratch_size(size_t count);

/// Moves `count` balls for a time >= 0, in place. `results` has room for one carom_motion for each
/// ball, or is NULL. `scratch` has carom_crowd_scratch_size(count) bytes, aligned as malloc aligns
/// them; its contents do not matter before and after the call. Allocates nothing. Needs
/// 75 KB of stack, and 280 KB among walls that turn.
///
/// - An invalid ball (see carom_ball; also one with an invalid inverse mass) stays as it is and
///   does not exist for the others.
/// - A ball that overlaps walls or balls at the start is depenetrated as in carom_ball_move, away
///   from walls and balls. If no free place is found, it is stuck: it stays where it is, loses its
///   velocity, and stands in the way of the others. carom_motion.overlapped is SIZE_MAX if a ball
///   overlapped only balls.
/// - carom_motion.lost is the time in which the ball could not move although it would have: after
///   too many contacts, because balls that had to go first blocked each other, or because moving
///   walls pushed it.
/// - A ball that moving walls leave no place is crushed as in carom_ball_move. It stands in the way
///   of the others. In carom_motion.crushed_by, the index is SIZE_MAX for another ball.
///
/// Impacts between balls happen in the order of their predicted times. An impact exchanges momentum
/// as carom_balls_respond does. Under gravity, balls rest on walls and on other balls as they rest
/// on walls in carom_ball_move. A ball that rests does not press on the ball below. If the
/// restitution is below 1, an impact between balls whose bounce would not last longer than `time`
/// does not bounce.
///
/// A ball that a moving wall pushes does not give way to other balls if the restitution is below 1:
/// it pushes them on. If they cannot go on, because of walls or because their inverse mass is 0,
/// and there is no other place for it, it is crushed.
///
/// Cost: one query of the walls near the path of a ball, and two more for each contact. The search
/// for balls takes O(log count) for each ball in ordinary crowds, whatever the radii and positions,
/// and O(count) if the paths of all balls lie in one place. The result depends only on the
/// arguments: it is the same on all machines and for all wall sources of the same walls.
///
/// `settings` must not be NULL. `balls` and `scratch` can be NULL if `count` is 0.
CAROM_API carom_crowd_motion carom_crowd_move(carom_ball *balls, size_t count, double time,
                                              const carom_crowd_settings *settings,
                                              carom_motion *results, void *scratch);

CAROM_END_C

#endif
