// Moves one ball through one frame, with any number of contacts, among any set of walls.
//
// The guarantee: a ball that overlaps no wall before the frame overlaps none after it and has
// passed through none, whatever its velocity, the walls and the rounding. Every step is accepted
// only if carom_circle_path_is_clear holds for every wall near it, exactly; staying put is always
// accepted. The guarantee holds for the walls that the filter accepts and that the response does
// not pass. A one-sided wall stops what is on its left. A ball of radius 0 that starts on a wall of
// radius 0 may leave it to either side. The proof is in docs/motion.md. Layer: mover.
#ifndef CAROM_MOVER_H
#define CAROM_MOVER_H

#include "carom/depenetration.h"
#include "carom/filter.h"
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
    /// The index of the wall, and the wall.
    size_t index;
    carom_wall wall;
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

/// A response callback: returns what the ball does at this contact. `contact->after` is not decided
/// yet and equals `contact->before`. An invalid response stops the ball.
typedef carom_response carom_response_callback(void *context, const carom_impact *contact);

/// How balls are moved. Start from carom_move_settings_default, or from all zeros: the same with a
/// stop response.
typedef struct carom_move_settings {
    carom_wall_source walls;
    /// The walls considered; NULL: all. A wall that is left out does not exist for the ball.
    const carom_filter *filter;
    /// The response at every wall, unless `respond` is set.
    carom_response response;
    /// Acceleration of every ball, finite. Between contacts the path over a frame is its chord.
    carom_vec2 gravity;
    /// Maximum number of contacts per frame, >= 0; 0 means 64. Walls passed do not count. The time
    /// left after the last contact is reported in carom_motion.lost: in a narrowing wedge no number
    /// is enough. The frame also ends after 32 resting contacts and small bounces together, and
    /// after passing 64 walls: more than 64 sensors in one place block the ball.
    int max_contacts;
    /// Asked at every contact, resting contacts too, and for every wall overlapped at the start; or
    /// NULL. With it each wall has its own material: choose by contact->wall.category or
    /// contact->index. With carom_pass the wall is a sensor: the ball goes on through it for the
    /// rest of the frame. A wall that breaks bounces the ball once, and from then on the filter's
    /// callback leaves it out.
    carom_response_callback *respond;
    /// Called for every contact, in order of time, or NULL. Must not change walls or settings.
    /// Resting contacts are not reported.
    void (*on_impact)(void *context, const carom_impact *impact);
    /// Called with every centre the ball is moved to, in order of time, or NULL. The centres are
    /// the corners of the path; the ball moves straight from each to the next. Comes before the
    /// impact at that centre. Not called for the jump of a depenetration.
    void (*on_position)(void *context, carom_vec2 center);
    /// Handed to the three callbacks above.
    void *context;
} carom_move_settings;

/// No walls, all categories, full bounce (restitution 1, no friction), no gravity, 64 contacts, no
/// callbacks.
static inline carom_move_settings carom_move_settings_default(void) {
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
    return s;
}

/// The outcome of a move.
typedef enum carom_motion_kind {
    /// Invalid ball, settings or time. The ball is returned as given.
    CAROM_MOTION_KIND_INVALID = 0,
    /// The ball moved, or stayed where it was blocked.
    CAROM_MOTION_KIND_MOVED = 1,
    /// The ball overlapped a wall at the start, was depenetrated first and then moved.
    CAROM_MOTION_KIND_FREED = 2,
    /// The ball overlapped a wall at the start and no free place was found nearby. It has not moved
    /// and has no velocity.
    CAROM_MOTION_KIND_STUCK = 3
} carom_motion_kind;

/// "invalid", "moved", "freed" or "stuck". Static text, never NULL; "invalid" for any other value.
CAROM_API const char *carom_motion_kind_name(carom_motion_kind kind);

/// A ball after a frame.
typedef struct carom_motion {
    carom_motion_kind kind;
    carom_ball ball;
    /// The number of contacts: how often on_impact was called.
    int contacts;
    /// Time during which the ball was blocked, from 0 to the whole frame.
    double lost;
    /// True if the position or velocity was clamped to the range of double (for velocities to a
    /// quarter of it).
    bool clamped;
    /// If freed or stuck: the lowest index of a wall overlapped at the start. Otherwise SIZE_MAX.
    size_t overlapped;
    /// If freed: the centre after depenetration.
    carom_vec2 freed;
} carom_motion;

/// Moves a ball for a time >= 0. Allocates nothing. Cost: one query of the walls near the path, and
/// one more for each contact.
///
/// Approach speeds within rounding error count as resting contact, not as impacts: sliding along a
/// wall, crossing the joints of a straight row of walls, resting (falling at most 64 ulp in a
/// frame). The wall then bears the gravity into it, with the friction that follows; with a stop
/// response the ball stops. With a restitution below 1 a ball comes to rest when its bounce would
/// be shorter than `time`. A ball that does not bounce stops between two walls that both block it.
/// With restitution 1 and no friction the energy is kept to rounding.
///
/// `settings` must not be NULL.
CAROM_API carom_motion carom_ball_move(carom_ball ball, double time,
                                       const carom_move_settings *settings);

CAROM_END_C

#endif
