// Moves one ball through one frame, with any number of contacts, among any set of walls, at rest or
// moving.
//
// The guarantee: if a ball overlaps no wall before the frame, it passes through no wall and
// overlaps none after the frame. This holds for any velocity, any walls and any rounding. A step is
// accepted only if carom_circle_path_is_clear, an exact test, is true for every wall near it. If no
// step is accepted, the ball stays where it is. The guarantee does not cover walls that the filter
// leaves out, or sensors (carom_pass). A one-sided wall stops only balls on its left. A ball of
// radius 0 that starts on a wall of radius 0 may leave it to either side.
//
// Among moving walls the same holds, unless the ball is reported as crushed. Then a step takes ball
// and walls on together, and no wall passes the ball. Time goes on only as far as there is a clear
// step. moving_wall_source.h says along which path a wall moves. The proofs are in docs/motion.md.
// Layer: mover.
#ifndef CAROM_MOVER_H
#define CAROM_MOVER_H

#include "carom/depenetration.h"
#include "carom/filter.h"
#include "carom/moving_wall_source.h"
#include "carom/response.h"
#include "carom/wall_source.h"

CAROM_BEGIN_C

/// A moving circle.
typedef struct carom_ball {
    /// Centre, finite.
    carom_vec2 center;
    /// Radius, finite and >= 0.
    double radius;
    /// Velocity, finite, in length units per time unit.
    carom_vec2 velocity;
} carom_ball;

/// A contact of a ball with a wall.
typedef struct carom_impact {
    /// Time since the start of the frame.
    double time;
    /// The index of the wall in its source, and the wall. Of a moving wall: where it is at this
    /// time.
    size_t index;
    carom_wall wall;
    /// True if the wall belongs to the source of moving walls, also if it does not move.
    bool is_moving;
    /// The velocity of the wall at the point of its axis that is nearest; 0 for a wall at rest.
    carom_vec2 wall_velocity;
    carom_feature feature;
    /// Final centre: the contact centre, up to 16 ulp off the wall, or earlier on the path if space
    /// is tighter.
    carom_vec2 center;
    /// The contact point on the wall's surface.
    carom_vec2 point;
    /// Unit vector from the wall to the centre.
    carom_vec2 normal;
    /// Velocity before and after the contact.
    carom_vec2 before;
    carom_vec2 after;
} carom_impact;

/// A straight leg of the path of a ball.
typedef struct carom_leg {
    carom_vec2 from, to;
    /// The fractions of the frame at both ends. At both, no moving wall that blocks the ball
    /// overlaps it where carom_moving_wall_at is at this fraction. moving_wall_source.h says how
    /// walls move in between.
    double start, end;
} carom_leg;

/// A response callback: returns the response at this contact. `contact->after` is not decided yet
/// and equals `contact->before`. An invalid response stops the ball.
typedef carom_response carom_response_callback(void *context, const carom_impact *contact);

/// The settings of a move. Start from carom_move_settings_default. A struct of zeros means the
/// same, except that its response is a stop.
typedef struct carom_move_settings {
    /// The walls at rest. Their indices must be at most SIZE_MAX / 2. If each ball has a
    /// carom_wall_cache of its own as the source, frames near the same walls, and frames at rest,
    /// take less time.
    carom_wall_source walls;
    /// The walls considered; NULL: all. A wall that is left out does not exist for the ball.
    const carom_filter *filter;
    /// The response at every wall, unless `respond` is set.
    carom_response response;
    /// Acceleration of every ball, finite. Between contacts the ball moves along the chord of its
    /// parabola.
    carom_vec2 gravity;
    /// Maximum number of contacts per frame, >= 0; 0 means 64. Sensors, resting contacts and small
    /// bounces do not count. The time left after the last contact is reported in carom_motion.lost.
    /// In a narrow wedge a ball can have more contacts than any fixed limit.
    ///
    /// Two other limits end the frame. The first is 32 resting contacts and small bounces in total.
    /// A small bounce is a bounce with restitution 1 after which gravity brings the ball back to
    /// the wall within the frame. The second is 64 sensors: the frame ends at the next one. So more
    /// than 64 sensors in one place block a ball.
    int max_contacts;
    /// Called at every contact, including resting contacts, and for every two-sided wall overlapped
    /// at the start. May be NULL. It can give each wall its own material: choose the response by
    /// contact->wall.category or contact->index. If it returns carom_pass, the wall is a sensor:
    /// the ball goes on through the wall for the rest of the frame. To break a wall, return a
    /// bounce, and let the callback of the filter leave the wall out from then on.
    carom_response_callback *respond;
    /// Called for every contact, in order of time, except for resting contacts and small bounces.
    /// May be NULL. Must not change the walls or the settings.
    void (*on_impact)(void *context, const carom_impact *impact);
    /// Called with every centre that the ball is moved to, in order of time. May be NULL. The
    /// centres are the corners of the path; the ball moves straight from each to the next. At a
    /// contact it is called before on_impact. Not called for the jump of a depenetration.
    void (*on_position)(void *context, carom_vec2 center);
    /// Handed to the callbacks.
    void *context;
    /// The moving walls. Their displacements are those over the whole time of the call. With a time
    /// of 0 they do not move. If none that the filter accepts comes near the ball, the result is
    /// bit for bit that without moving walls. Their indices must be at most SIZE_MAX / 2.
    carom_moving_wall_source moving_walls;
    /// The moving walls considered; NULL: all. The index is that in the source of moving walls.
    const carom_filter *moving_filter;
    /// Called with every leg of the path, in order of time, before on_position. May be NULL. With a
    /// source of moving walls the legs cover the whole frame, unless the ball is stuck or crushed.
    void (*on_leg)(void *context, const carom_leg *leg);
} carom_move_settings;

/// No walls, all categories, full bounce (restitution 1, no friction), no gravity, 64 contacts, no
/// callbacks.
CAROM_API_INLINE carom_move_settings carom_move_settings_default(void) {
    carom_move_settings s;
    s.walls.query = NULL;
    s.walls.source = NULL;
    s.filter = NULL;
    s.response = carom_bounce(1.0, 0.0);
    s.gravity = carom_vec2_make(0.0, 0.0);
    s.max_contacts = 0;
    s.respond = NULL;
    s.on_impact = NULL;
    s.on_position = NULL;
    s.context = NULL;
    s.moving_walls.query = NULL;
    s.moving_walls.source = NULL;
    s.moving_filter = NULL;
    s.on_leg = NULL;
    return s;
}

/// The outcome of a move.
typedef enum carom_motion_kind {
    /// Invalid ball, settings or time. The ball is returned as given.
    CAROM_MOTION_KIND_INVALID = 0,
    /// The ball moved, or it was blocked and stayed where it was.
    CAROM_MOTION_KIND_MOVED = 1,
    /// The ball overlapped a wall at the start, was depenetrated first and then moved.
    CAROM_MOTION_KIND_FREED = 2,
    /// The ball overlapped a wall at the start and no free place was found nearby. It has not moved
    /// and has no velocity.
    CAROM_MOTION_KIND_STUCK = 3,
    /// Moving walls left the ball no place: see carom_motion.crushed_by. It has no velocity. If
    /// carom_motion.crushed_is_free, it is at a free place among the walls at the end of the frame,
    /// reached along a path that crosses none of them. Otherwise it is where it was last free.
    CAROM_MOTION_KIND_CRUSHED = 4
} carom_motion_kind;

/// "invalid", "moved", "freed", "stuck" or "crushed". Static text, never NULL; "invalid" for any
/// other value.
CAROM_API const char *carom_motion_kind_name(carom_motion_kind kind);

/// A wall of one of the two sources.
typedef struct carom_wall_id {
    /// The index in its source; SIZE_MAX for none.
    size_t index;
    /// True if it belongs to the source of moving walls.
    bool is_moving;
} carom_wall_id;

/// What kept a ball from moving.
typedef enum carom_hold {
    CAROM_HOLD_NONE = 0,
    /// Too many contacts, or other balls that left it no clear path.
    CAROM_HOLD_HELD = 1,
    /// See CAROM_MOTION_KIND_STUCK.
    CAROM_HOLD_STUCK = 2,
    /// See CAROM_MOTION_KIND_CRUSHED.
    CAROM_HOLD_CRUSHED = 3,
    /// It rests in a crowd, and loses no time: see carom_crowd_step.
    CAROM_HOLD_ASLEEP = 4
} carom_hold;

/// "none", "held", "stuck", "crushed" or "asleep". Static text, never NULL; "none" for any other
/// value.
CAROM_API const char *carom_hold_name(carom_hold hold);

/// A ball after a frame.
typedef struct carom_motion {
    carom_motion_kind kind;
    /// What kept the ball from moving, for the time `lost`.
    carom_hold hold;
    carom_ball ball;
    /// The number of contacts, as reported by on_impact; in a crowd also those with balls, as
    /// reported by on_ball_impact.
    int contacts;
    /// The part of the frame's time that was left when the frame ended early, because of a limit on
    /// contacts or because the ball was stuck. 0 if a stop response ended the frame. In a crowd the
    /// time in which the ball was held.
    double lost;
    /// True if the position was clamped to the range of double, or the velocity to a quarter of it.
    bool clamped;
    /// If freed or stuck: the lowest index of a wall overlapped at the start. Otherwise SIZE_MAX.
    /// Walls at rest count as lower than moving walls.
    size_t overlapped;
    /// If freed: the centre after depenetration.
    carom_vec2 freed;
    /// True if the wall of `overlapped` belongs to the source of moving walls.
    bool overlapped_is_moving;
    /// If crushed: two of the walls that leave no escape. The first one moves and does not let the
    /// ball stay; the second one faces it most. Both are the same if one wall leaves no room by
    /// itself. Otherwise the indices are SIZE_MAX.
    carom_wall_id crushed_by[2];
    /// If crushed: the time since the start of the frame up to which the ball had room.
    double crushed_time;
    /// If crushed: true if the ball overlaps no wall at the end of the frame.
    bool crushed_is_free;
} carom_motion;

/// Moves a ball for a time >= 0. Allocates nothing. Needs 70 KB of stack, and 265 KB among walls
/// that turn. Cost: one query of the walls near the path, and one more for each contact.
///
/// If the approach speed is within rounding error, or at most the speed of a fall through 64 ulp,
/// the contact is a resting contact and not an impact. This happens when a ball slides along a
/// wall, crosses the joints of a straight row of walls, or rests. At a resting contact the wall
/// bears the part of gravity that presses the ball against it, and this force causes friction. With
/// a stop response the ball stops. Under gravity, a ball with a restitution below 1 comes to rest
/// if its bounce would not last longer than `time`. A ball that does not bounce stops between two
/// walls that both block it. With restitution 1 and no friction, the energy is constant except for
/// rounding.
///
/// Among moving walls the response acts on the velocity relative to the wall at the contact:
/// restitution and friction are relative to it. A ball that rests on a wall is carried by it.
///
/// A wall that turns can push a ball that does not bounce off, and walls can close on a ball. Then
/// the ball goes on in legs without contacts: its velocity loses the part that presses it into the
/// walls, with the friction of the last response. A ball that has no escape is crushed. An escape
/// is a straight leg that is clear of all walls, lasts at least 2^-30 of the frame, and is at most
/// 1,024 times as fast as the walls that press the ball. An escape that is narrower than about 256
/// ulp can be missed. docs/motion.md has the definition, the proof and the limits.
///
/// `settings` must not be NULL.
CAROM_API carom_motion carom_ball_move(carom_ball ball, double time,
                                       const carom_move_settings *settings);

CAROM_END_C

#endif
