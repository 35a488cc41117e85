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
// Among moving walls the same holds, unless the ball is reported as crushed. Then a step moves the
// ball and the walls together, and no wall passes the ball. Time goes on only as far as there is a
// clear step. world.h says along which path a wall moves. The proofs are in docs/motion.md. Room:
// mover.
#ifndef CAROM_MOVER_H
#define CAROM_MOVER_H

#include "carom/response.h"
#include "carom/world.h"

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
    /// The id of the wall.
    carom_wall_id id;
    /// The wall; if it moves, where it is at this time.
    carom_wall wall;
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
    /// The fractions of the frame at which the leg starts and ends. At each of them the ball
    /// overlaps no moving wall that blocks it, if carom_moving_wall_at places the wall for this
    /// fraction. world.h says how walls move in between.
    double start, end;
} carom_leg;

/// A response callback: sets the response at this contact. `*response` is that of the settings
/// before the call. `contact->after` is not decided yet and equals `contact->before`. An invalid
/// response stops the ball.
typedef void carom_response_callback(void *context, const carom_impact *contact,
                                     carom_response *response);

/// The settings of a move. Start from carom_move_settings_default. A struct of zeros means the
/// same, except that its response is a stop.
typedef struct carom_move_settings {
    /// The walls.
    carom_world world;
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
    /// than 64 sensors in one place block a ball, and a ball that overlaps more at the start is
    /// depenetrated from those with the highest indices.
    int max_contacts;
    /// Called at every contact, including resting contacts, and for every two-sided wall overlapped
    /// at the start. May be NULL. It can give each wall its own material: choose the response by
    /// contact->wall.category, contact->wall.group or contact->id. If it sets carom_pass, the
    /// wall is a sensor: the ball goes on through the wall for the rest of the frame, as if it were
    /// not there. To break a wall, set a bounce, and let the callback of the filter leave the wall
    /// out from then on.
    carom_response_callback *respond;
    /// Called for every contact, except for resting contacts and small bounces. May be NULL. Must
    /// not change the walls or the settings. In order of time, but for sensors among moving walls:
    /// docs/motion.md.
    void (*on_impact)(void *context, const carom_impact *impact);
    /// Called with every centre that the ball is moved to, in order of time. May be NULL. The
    /// centres are the corners of the path; the ball moves straight from each to the next. At a
    /// contact it is called before on_impact. Not called for the jump of a depenetration, and not
    /// at sensors, which are no corners.
    void (*on_position)(void *context, const carom_vec2 *center);
    /// Handed to the callbacks.
    void *context;
    /// Called with every leg of the path, in order of time, before on_position. May be NULL. With a
    /// source of moving walls the legs cover the whole frame, unless the ball is stuck or crushed.
    void (*on_leg)(void *context, const carom_leg *leg);
} carom_move_settings;

/// No walls, all categories, full bounce (restitution 1, no friction), no gravity, 64 contacts, no
/// callbacks.
CAROM_API_INLINE carom_move_settings carom_move_settings_default(void) {
    carom_move_settings s;
    s.world = carom_world_empty();
    s.response = carom_bounce(1.0, 0.0);
    s.gravity = carom_vec2_make(0.0, 0.0);
    s.max_contacts = 0;
    s.respond = NULL;
    s.on_impact = NULL;
    s.on_position = NULL;
    s.context = NULL;
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
    /// If freed or stuck: of the walls overlapped at the start the one with the lowest index,
    /// otherwise none. Walls at rest come before moving walls.
    carom_wall_id overlapped;
    /// If freed: the centre after depenetration.
    carom_vec2 freed;
    /// If crushed: two of the walls that leave no escape. The first one moves and does not let the
    /// ball stay; the second one is the one whose normal is most opposite. Both are the same if one
    /// wall leaves no room by itself. If not crushed: both are none.
    carom_wall_id crushed_by[2];
    /// If crushed: the time since the start of the frame up to which the ball had room.
    double crushed_time;
    /// If crushed: true if the ball overlaps no wall at the end of the frame.
    bool crushed_is_free;
} carom_motion;

/// Moves a ball for a time >= 0. Allocates nothing. docs/stack.md says how much stack it needs.
/// Cost: one query of the walls near the path, and one more for each contact.
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

// ---- depenetration ----

/// The result of a depenetration.
typedef struct carom_depenetration {
    /// True if the circle at `center` overlaps no wall that counts. It may touch walls. Exact.
    bool found;
    /// True if the circle overlapped a wall at the start.
    bool overlapped;
    /// The lowest index of the walls overlapped at the start; CAROM_NO_WALL if there is none.
    carom_index wall;
    /// The centre after the depenetration: a free one if `found`. It is the given centre if that
    /// was free, if no path was found, and for invalid input.
    carom_vec2 center;
} carom_depenetration;

/// Finds a free centre near, which a circle that overlaps walls can reach in a straight line
/// without crossing a wall. The guarantee: the path to it is clear of every wall that the circle
/// does not overlap at the start (carom_circle_path_is_clear), and the centre crosses the axis of
/// no wall that it does overlap. docs/motion.md has the proof. Pushes the circle out of the deepest
/// wall repeatedly. If that leads to no such place, tries the nearest free place in each of 64
/// fixed directions, and along and across the 8 deepest walls; near places first. A place is
/// accepted only if all of this holds, exactly:
/// - The circle overlaps no wall there.
/// - The straight path to it is clear of every wall that the circle does not overlap at the start.
/// - The centre does not reach the axis of a wall that the circle overlaps at the start. A centre
///   that starts on the axis may leave it to either side.
///
/// So the centre stays within any closed chain of walls. A path around the end of a wall is
/// allowed, however long it is. The search can miss a narrow path; then `found` is false. A
/// one-sided wall counts as a wall that is not overlapped if the centre is on its left and the
/// circle does not overlap it. Other one-sided walls are ignored, because the circle may be passing
/// through them.
///
/// The result does not depend on the order in which the source reports the walls. `filter` may be
/// NULL. Invalid input gives `found` false. Cost: one query if the circle is free, usually four if
/// not, and at most some hundreds.
CAROM_API carom_depenetration carom_circle_depenetrate(carom_circle circle, carom_wall_source walls,
                                                       const carom_filter *filter);

CAROM_END_C

#endif
