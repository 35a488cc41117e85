// One ball, one frame, any number of contacts, through any set of walls.
//
// The guarantee: a ball that overlaps no wall before a frame overlaps none after it and has passed
// through none, whatever its velocity, the walls and the rounding. It holds because every step is
// accepted only if carom_circle_path_is_clear says so for every wall near it, exactly; staying put
// always is. One-sided walls hold what is on their left; a ball of radius 0 that starts on a bare
// wall may leave it to either side. The proof is in docs/motion.md. Layer: mover.
#ifndef CAROM_MOVER_H
#define CAROM_MOVER_H

#include "carom/depenetration.h"
#include "carom/response.h"
#include "carom/wall_source.h"

CAROM_BEGIN_C

/// A moving circle.
typedef struct carom_ball {
    /// Centre, finite.
    carom_vec2 center;
    /// Radius, finite and >= 0.
    double radius;
    /// Velocity, finite, in length units a time unit.
    carom_vec2 velocity;
} carom_ball;

/// A contact that changed the velocity of a ball.
typedef struct carom_impact {
    /// Time since the start of the frame.
    double time;
    /// The index of the wall.
    size_t wall;
    carom_feature feature;
    /// The centre the ball has been given: the contact centre, or up to 16 ulp off the wall; in a
    /// place narrower than that some way before it.
    carom_vec2 center;
    /// On the wall's surface.
    carom_vec2 point;
    /// Unit vector from the wall to the centre.
    carom_vec2 normal;
    /// Velocity before and after.
    carom_vec2 before;
    carom_vec2 after;
} carom_impact;

/// How balls are moved. Start from all zeros and fill in; {.walls = w} stops at walls.
typedef struct carom_move_settings {
    carom_wall_source walls;
    carom_response response;
    /// Acceleration of every ball, finite. Between contacts the path over a frame is its chord.
    carom_vec2 gravity;
    /// By wall index, one for each wall of the source, invalid ones too: true lets balls through
    /// from the right of a->b to the left. NULL: none does. A one-sided wall is solid for a circle
    /// whose centre is on its left, strictly, and that does not overlap it; one with a == b never
    /// is.
    const bool *one_sided;
    /// The most contacts a frame, >= 0; 0 stands for 64. What is left of a frame after that is
    /// lost, and counted in carom_motion.lost: in a wedge no number is enough. The same holds after
    /// 32 times of being held off a wall, or of hopping within the frame.
    int max_contacts;
    /// Called for every contact, in order of time, or NULL. Must not change walls or mover.
    void (*on_impact)(void *context, const carom_impact *impact);
    /// Called with every place the ball is moved to, in order of time and before the impact there,
    /// or NULL: the corners of its way, each straight from the one before, and its end. Not called
    /// for the jump out of an overlap.
    void (*on_position)(void *context, carom_vec2 center);
    /// Handed to both.
    void *context;
} carom_move_settings;

/// What became of a move.
typedef enum carom_motion_kind {
    /// Invalid ball, mover or time; the ball is returned as given.
    CAROM_MOTION_KIND_INVALID = 0,
    /// Moved, or stayed where it had to.
    CAROM_MOTION_KIND_MOVED = 1,
    /// Overlapped a wall at the start, was set free first and then moved.
    CAROM_MOTION_KIND_FREED = 2,
    /// Overlapped a wall at the start and no free place was found near. It has not been moved and
    /// has no velocity.
    CAROM_MOTION_KIND_STUCK = 3
} carom_motion_kind;

/// "invalid", "moved", "freed" or "stuck". Static text, never NULL; "invalid" for any other value.
CAROM_API const char *carom_motion_kind_name(carom_motion_kind kind);

/// A ball after a frame.
typedef struct carom_motion {
    carom_motion_kind kind;
    carom_ball ball;
    /// Contacts, as many as there were calls of on_impact.
    int contacts;
    /// Part of the frame's time, 0 to all of it, in which the ball could not move although it
    /// would have.
    double lost;
    /// True if place or velocity would have left the range of double, for velocities a quarter of
    /// it, and were held at its end.
    bool clamped;
    /// If freed or stuck: the lowest index of a wall overlapped at the start.
    size_t overlapped;
    /// If freed: where it was set free.
    carom_vec2 freed;
} carom_motion;

/// Moves a ball for a time >= 0. Allocates nothing. Cost: one visit of the walls near the path,
/// and one more for each contact.
///
/// A contact does not count, and the ball is held off the wall, if the ball moves in by no more
/// than rounding makes: sliding along, crossing the joints of a straight row of walls, resting
/// (where it falls at most 64 ulp in a frame). Gravity into the wall is then borne by it, with the
/// friction that brings; with CAROM_RESPONSE_KIND_STOP the ball stops. With a restitution below 1 a
/// ball comes to rest when it would bounce for less than `time`. One that does not bounce stops
/// between two walls that both stop it. With restitution 1 and no friction the energy is kept to
/// rounding.
///
/// `mover` must not be NULL; a source without query has no walls.
CAROM_API carom_motion carom_ball_move(carom_ball ball, double time,
                                       const carom_move_settings *mover);

CAROM_END_C

#endif
