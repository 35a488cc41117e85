// A crowd: many balls that move at the same time, among walls at rest, moving walls and each other.
//
// The guarantee: if no two balls overlap and no ball overlaps a wall before the frame, then no two
// balls overlap, no ball overlaps a wall, and nothing passes anything **at any time of the frame**,
// while all balls move at once. Touching is allowed. This holds for any velocities, radii, masses
// and any rounding, except for balls that are reported as crushed or stuck, and for what filters,
// masks, carom_pass and one-sided walls let through. Two balls of radius 0 cannot overlap: they do
// not exist for each other. The path of a ball in a frame is a sequence of straight legs, each at
// constant velocity. All legs are proposed in double, and an exact test accepts them.
//
// Free balls meet at the right time and place. Balls that press on each other are moved by a solver
// (projected Gauss-Seidel). A crowd lives between frames: it remembers which balls touched and how
// hard they pressed, and what rests falls asleep. docs/crowd.md has the proof, the method and the
// limits. Room: crowd.
#ifndef CAROM_CROWD_H
#define CAROM_CROWD_H

#include "carom/mover.h"

CAROM_BEGIN_C

/// What a crowd remembers of its balls between frames. Callers only hold pointers to it. The balls
/// themselves are in an array of the caller.
typedef struct carom_crowd carom_crowd;

/// The index that stands for no ball.
#define CAROM_NO_BALL UINT32_MAX

/// An impact of two balls. What is called first_... belongs to the ball `first`, second_... to
/// `second`.
typedef struct carom_ball_impact {
    /// Time since the start of the frame.
    double time;
    /// The indices of the two balls, `first` < `second`.
    carom_index first, second;
    /// The centres of the balls at the impact.
    carom_vec2 first_center, second_center;
    /// Unit vector from the second ball to the first.
    carom_vec2 normal;
    /// Velocities before and after the impact.
    carom_vec2 first_before, second_before;
    carom_vec2 first_after, second_after;
} carom_ball_impact;

/// What a touch does in a frame.
typedef enum carom_touch_phase {
    /// The ball touches it in this frame, and did not in the last one.
    CAROM_TOUCH_PHASE_BEGINS = 0,
    /// The ball touches it in this frame and in the last one.
    CAROM_TOUCH_PHASE_PERSISTS = 1,
    /// The ball touched it in the last frame, and does not in this one.
    CAROM_TOUCH_PHASE_ENDS = 2
} carom_touch_phase;

/// A ball that touches another ball or a wall during a frame: by an impact, or because it presses.
typedef struct carom_touch {
    carom_touch_phase phase;
    /// The index of the ball. Of two balls, the lower index.
    carom_index ball;
    /// The index of the other ball; CAROM_NO_BALL for a wall.
    carom_index other;
    /// The wall; none for another ball.
    carom_wall_id wall;
    /// Unit vector from the wall or the other ball to the ball, at the last time they touched.
    carom_vec2 normal;
    /// The impulse along the normal, >= 0, in mass times velocity: the sum of those of all impacts,
    /// and the one that the solver has found if the two press on each other. The mass of a ball is
    /// 1 / inverse mass. 0 if the touch ends, and if both masses are infinite.
    double impulse;
} carom_touch;

/// The settings of a crowd. Start from carom_crowd_settings_default. Arrays have an entry for each
/// ball, in the order of `balls`, and must not overlap `balls` or `results`. Callbacks must not
/// call functions of the crowd, except carom_crowd_is_asleep.
typedef struct carom_crowd_settings {
    /// How a ball moves among the walls: wall source, filter, response at walls, gravity, the
    /// maximum number of contacts per ball and frame, and callbacks. Contacts with balls count as
    /// contacts. `on_impact`, `on_position` and `on_leg` are called after the frame has been
    /// computed, in order of time, and only for what is final: `balls` and `results` then hold the
    /// end of the frame. The legs of each ball (`on_leg`) cover the frame, unless the ball is stuck
    /// or crushed. The callbacks must not change the balls.
    /// `respond` may be asked more than once about a contact, and about contacts that do not come
    /// about: it must only answer. It must not change what a filter accepts: break walls after the
    /// step, from what `on_impact` has told.
    carom_move_settings move;
    /// Coefficient of restitution between balls, 0 to 1.
    double restitution;
    /// Coefficient of friction (Coulomb) between balls, finite and >= 0. Balls do not spin.
    double friction;
    /// 1 / mass of each ball, finite and >= 0. A ball with 0 is not pushed by other balls. NULL:
    /// all masses are 1. For masses by area pass 1 / radius^2.
    const double *inverse_masses;
    /// The acceleration of each ball, finite, in addition to gravity. NULL: none.
    const carom_vec2 *accelerations;
    /// A filter of walls for each ball, instead of the filters of `move.world`. NULL: those of
    /// `move.world` hold.
    const carom_filter *filters;
    /// The categories of each ball and the categories that it collides with, one bit each. Two
    /// balls collide if each has a category that the other's mask holds, and one of them a radius
    /// above 0. NULL: all bits.
    const uint32_t *categories, *masks;
    /// Sets the response at an impact of two balls; before the call `*response` is a bounce with
    /// `restitution` and `friction`. It can be a bounce, slide (a bounce without restitution)
    /// or stop (both keep their common velocity), or carom_pass: the balls pass through each other
    /// for the rest of the frame, and the impact is reported. `impact->first_after` and
    /// `second_after` are not decided yet. Like `respond` it may be asked more than once, and about
    /// impacts that do not come about: it must only answer; on_ball_impact tells what happens. It
    /// also answers for balls that press on each other, and, with time 0, for balls that overlap at
    /// the start: those that pass are not depenetrated. An invalid response is a stop. NULL:
    /// `restitution` and `friction`.
    void (*respond_balls)(void *context, const carom_ball_impact *impact, carom_response *response);
    /// Limit on the passes of each solve, >= 0. A solve has at most 40 + 3 sqrt(contacts) of them,
    /// and 400 while an island comes to rest; 0 means no other limit. Fewer passes take less time,
    /// and balls that press lose more of their frames (carom_motion.lost).
    int max_passes;
    /// Threads of the caller; NULL: the calling thread. The result does not depend on it. The wall
    /// sources are then queried by several threads at the same time: lists and scenes allow it, a
    /// carom_wall_cache does not. Each thread needs the stack of carom_ball_move. With `respond`,
    /// `respond_balls` or a callback of a filter, one thread is used.
    const carom_task_runner *runner;
    /// If not NULL, it holds the index of the ball that `respond`, `on_impact`, `on_position` or
    /// `on_leg` of `move` is about. It is not set for filters and for impacts of balls.
    carom_index *moving;
    /// Called for every impact of two balls, in order of time. May be NULL. Gets the context of
    /// `move`.
    void (*on_ball_impact)(void *context, const carom_ball_impact *impact);
    /// Called for every touch, after all impacts, by rising ball, other balls before walls. May be
    /// NULL. Gets the context of `move`. Touches of balls that sleep are not reported again.
    void (*on_touch)(void *context, const carom_touch *touch);
} carom_crowd_settings;

/// carom_move_settings_default for the walls; between balls restitution 1, no friction and equal
/// masses.
CAROM_API_INLINE carom_crowd_settings carom_crowd_settings_default(void) {
    carom_crowd_settings s;
    s.move = carom_move_settings_default();
    s.restitution = 1.0;
    s.friction = 0.0;
    s.inverse_masses = NULL;
    s.accelerations = NULL;
    s.filters = NULL;
    s.categories = s.masks = NULL;
    s.respond_balls = NULL;
    s.max_passes = 0;
    s.runner = NULL;
    s.moving = NULL;
    s.on_ball_impact = NULL;
    s.on_touch = NULL;
    return s;
}

/// A summary of a frame.
typedef struct carom_crowd_motion {
    /// CAROM_STATUS_OUT_OF_MEMORY if memory ran out: then all balls and the crowd are as before,
    /// nothing was reported, all counts are 0, and `results` mean nothing. Otherwise
    /// CAROM_STATUS_OK.
    carom_status status;
    /// The number of balls of each carom_motion_kind; their sum is `count`. If settings or time are
    /// invalid, all balls are invalid and stay as they are.
    size_t moved, freed, stuck, invalid, crushed;
    /// The number of balls that were held for a part of the frame.
    size_t held;
    /// The number of balls asleep. They count as moved, too.
    size_t asleep;
    /// The number of impacts between two balls, as on_ball_impact reports them.
    size_t ball_impacts;
    /// The sum of carom_motion.lost of all balls.
    double lost;
} carom_crowd_motion;

/// Creates a crowd that remembers nothing. `allocator` may be NULL, which uses malloc; its
/// functions and its context must stay valid until the crowd is destroyed. `*crowd` is NULL on
/// failure.
CAROM_API carom_status carom_crowd_create(const carom_allocator *allocator, carom_crowd **crowd);

/// Releases a crowd. NULL is allowed.
CAROM_API void carom_crowd_destroy(carom_crowd *crowd);

/// Moves `count` balls for a time >= 0, in place, all at once. `results` has room for one
/// carom_motion for each ball, or is NULL. Allocates only if the crowd needs more memory than in
/// any frame before: about 600 bytes a ball in the open, up to 3,000 where they press or often
/// meet.
///
/// - Between frames the caller may change any ball, append balls, and take away the last ones: the
///   crowd compares each ball with what the last frame wrote there. A ball that was changed is
///   awake; its touches go on if it still touches. To take away another ball, see
///   carom_crowd_remove.
/// - An invalid ball (see carom_ball; also one with an invalid inverse mass, or whose gravity and
///   acceleration together are not finite) stays as it is and does not exist for the others.
/// - A ball that overlaps walls or balls at the start is depenetrated: it jumps to a free place
///   near, which it could reach without crossing a wall. If no place is found, it is stuck: it
///   stays where it is, loses its velocity, and stands in the way of the others.
///   carom_motion.overlapped is none if a ball overlapped only balls. It is none, too, for a ball
///   that is stuck in another stuck ball: no place is searched for such a ball again.
/// - carom_motion.lost is the time in which the ball was kept from moving, and
///   carom_motion.hold says why. A ball that is held keeps its velocity, and counts as infinitely
///   heavy for what strikes it in that time.
/// - A ball that moving walls leave no place is crushed as in carom_ball_move, at
///   carom_motion.crushed_time. It stands in the way of the others. If the ball is pressed against
///   another ball, carom_motion.crushed_by[1] is none.
///
/// A ball whose path comes near no other ball's moves as carom_ball_move moves it, bit for bit. In
/// a dense gas, in which no impact takes speed and nothing pulls, it can differ by some ulps.
/// Impacts between balls happen in the order of their times, and exchange momentum as
/// carom_balls_respond does. If gravity or the accelerations would bring the balls together
/// again within the frame, and the restitution is below 1, they do not bounce: they press on each
/// other. At restitution 1 an impact does not bounce if something bears one of the balls, and the
/// impact is slower than what gravity and the accelerations add in a frame. If impacts take speed
/// and a ball has more than 16 of them in a frame, the balls of its island that met or press, and
/// those next to them, do not bounce for 8 frames, or until they come near no other ball. Balls
/// that press keep a small gap, of about 1 % of the smaller radius.
///
/// An island is a set of balls that come near each other in a frame. If all balls of an island
/// stay within 1 % of their radius for 30 frames without an impact, borne by something or at rest,
/// they fall asleep: they keep their bits and have no velocity. They wake if another ball or a
/// moving wall comes near one of them, if the caller changes one of them, or if gravity or an
/// acceleration changes. Nothing else wakes them: after a wall at rest, a filter, a category, a
/// mask or a mass has changed, call carom_crowd_wake.
///
/// Cost: O(n log n) in ordinary crowds, whatever the radii and positions; O(n^2) if the paths of
/// all balls lie in one place. The result depends only on the arguments and on the crowd: it is the
/// same on all machines, for any number of threads and for all wall sources of the same walls. If
/// the order of the balls changes, velocities of balls that press differ.
///
/// `settings` must not be NULL. `balls` can be NULL if `count` is 0. `count` is at most
/// CAROM_INDEX_MAX.
CAROM_API carom_crowd_motion carom_crowd_step(carom_crowd *crowd, carom_ball *balls, size_t count,
                                              double time, const carom_crowd_settings *settings,
                                              carom_motion *results);

/// Tells the crowd that the caller has removed a ball from its array by moving the last ball to its
/// place. Call it at once, before balls are appended; a ball that has not been stepped needs no
/// call. Balls that touched it wake; the end of these touches is not reported. No effect if the
/// crowd does not know the ball. Anything else that the caller does to its array needs no call.
CAROM_API void carom_crowd_remove(carom_crowd *crowd, carom_index ball);

/// Wakes a ball, and with it its island; CAROM_NO_BALL wakes all. Call it after a wall at rest near
/// a ball that sleeps has changed, moved or gone, and after what a ball that sleeps collides with
/// has changed: filters, categories, masks.
CAROM_API void carom_crowd_wake(carom_crowd *crowd, carom_index ball);

/// True if the ball is asleep; false if the crowd does not know it.
CAROM_API bool carom_crowd_is_asleep(const carom_crowd *crowd, carom_index ball);

/// Writes what the crowd remembers to `bytes`, and returns the size in bytes. If `capacity` is
/// less, nothing is written; `bytes` may then be NULL. Loaded again with the same balls, the next
/// frames have the same bits.
CAROM_API size_t carom_crowd_save(const carom_crowd *crowd, void *bytes, size_t capacity);

/// Replaces what the crowd remembers by what carom_crowd_save has written on a machine with the
/// same byte order. Untrusted bytes are safe: they are refused, or taken as those of a possible
/// crowd. Balls that they call asleep are not tested for overlaps. On failure
/// (CAROM_STATUS_NOT_A_CROWD, CAROM_STATUS_OUT_OF_MEMORY) the crowd is as before.
CAROM_API carom_status carom_crowd_load(carom_crowd *crowd, const void *bytes, size_t size);

CAROM_END_C

#endif
