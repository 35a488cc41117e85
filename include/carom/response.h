// The velocity of a ball after a contact: reflect, bounce, slide, stop.
//
// n is the unit normal from the wall to the circle. If the ball does not move in (v.n >= 0), or if
// the normal is 0 or NaN, the velocity stays unchanged, so a contact never stops a ball that moves
// away. All numbers are rounded. A number beyond the range of double becomes infinite; speeds up to
// 4e307 are safe. Room: response.
#ifndef CAROM_RESPONSE_H
#define CAROM_RESPONSE_H

#include "carom/sweep.h"

CAROM_BEGIN_C

/// The kind of response at a contact.
typedef enum carom_response_kind {
    /// The ball stops at the contact.
    CAROM_RESPONSE_KIND_STOP = 0,
    /// The ball keeps the part of its velocity along the wall.
    CAROM_RESPONSE_KIND_SLIDE = 1,
    /// The ball bounces back with restitution and friction.
    CAROM_RESPONSE_KIND_BOUNCE = 2,
    /// The ball goes on through the wall with its velocity unchanged: the wall is a sensor.
    CAROM_RESPONSE_KIND_PASS = 3
} carom_response_kind;

/// A response with its parameters.
typedef struct carom_response {
    carom_response_kind kind;
    /// Coefficient of restitution, 0 to 1: the normal speed after the contact as a fraction of the
    /// normal speed before it. Used by CAROM_RESPONSE_KIND_BOUNCE.
    double restitution;
    /// Coefficient of friction (Coulomb), finite and >= 0: the speed along the wall decreases by at
    /// most friction times the change of the normal speed, and not below 0. Used by
    /// CAROM_RESPONSE_KIND_SLIDE and CAROM_RESPONSE_KIND_BOUNCE.
    double friction;
} carom_response;

/// The ball stops at its first contact.
CAROM_API_INLINE carom_response carom_stop(void) {
    carom_response r;
    r.kind = CAROM_RESPONSE_KIND_STOP;
    r.restitution = 0.0;
    r.friction = 0.0;
    return r;
}

/// The ball slides without friction.
CAROM_API_INLINE carom_response carom_slide(void) {
    carom_response r;
    r.kind = CAROM_RESPONSE_KIND_SLIDE;
    r.restitution = 0.0;
    r.friction = 0.0;
    return r;
}

/// The ball bounces; carom_bounce(1, 0) is a full reflection.
CAROM_API_INLINE carom_response carom_bounce(double restitution, double friction) {
    carom_response r;
    r.kind = CAROM_RESPONSE_KIND_BOUNCE;
    r.restitution = restitution;
    r.friction = friction;
    return r;
}

/// The ball goes on through the wall. Only a carom_response_callback may set it.
CAROM_API_INLINE carom_response carom_pass(void) {
    carom_response r;
    r.kind = CAROM_RESPONSE_KIND_PASS;
    r.restitution = 0.0;
    r.friction = 0.0;
    return r;
}

/// True if the kind is known, the restitution lies in [0, 1] and the friction is finite and >= 0.
CAROM_API bool carom_response_is_valid(carom_response response);

/// "stop", "slide", "bounce" or "pass"; "invalid" for any other value. Static text, never NULL.
CAROM_API const char *carom_response_kind_name(carom_response_kind kind);

/// The velocity after a full reflection, v - 2 (v.n) n. The speed changes only by rounding, even if
/// the length of n is only approximately 1.
CAROM_API carom_vec2 carom_velocity_reflect(carom_vec2 velocity, carom_vec2 normal);

/// The velocity after a contact with this response. An invalid response gives 0.
CAROM_API carom_vec2 carom_velocity_respond(carom_vec2 velocity, carom_vec2 normal,
                                            carom_response response);

/// The velocities of two balls after an impact.
typedef struct carom_velocity_pair {
    carom_vec2 first;
    carom_vec2 second;
} carom_velocity_pair;

/// The velocities of two balls after they have collided, by conservation of momentum. n is the unit
/// normal from the second ball to the first. The balls do not spin.
/// - The impulse along n multiplies the normal part of the relative velocity by -restitution. The
///   restitution is 0 to 1.
/// - The impulse across n opposes the relative velocity across n. It is at most friction times the
///   impulse along n. The friction is finite and >= 0.
/// - An inverse mass is 1 / mass, finite and >= 0. A ball with 0 keeps its velocity.
///
/// With restitution 1, no friction and equal masses, the balls exchange the normal parts of their
/// velocities. The velocities stay unchanged if the balls do not approach each other, if both
/// inverse masses are 0, and if n is 0 or NaN.
///
/// All numbers are rounded; speeds up to 4e307 are safe. A restitution, friction or inverse mass
/// outside its range, or NaN, gives two velocities of 0.
CAROM_API carom_velocity_pair carom_balls_respond(carom_vec2 first, double first_inverse_mass,
                                                  carom_vec2 second, double second_inverse_mass,
                                                  carom_vec2 normal, double restitution,
                                                  double friction);

/// A moving circle after its first contact.
typedef struct carom_reflection {
    /// The first contact.
    carom_sweep sweep;
    /// The centre at t = 1 after a full reflection: contact centre + (1 - t) * (reflected move). If
    /// there is no contact: centre + move.
    carom_vec2 end;
    /// The displacement for the next frame: `move`, reflected if the circle moves in at the
    /// contact, else unchanged.
    carom_vec2 move;
} carom_reflection;

/// Sweeps the circle by `move`. If the circle moves in at the contact, reflects the rest of the
/// path. Handles one contact with one wall; the end may overlap other walls. carom_ball_move
/// handles any number of contacts and walls. Invalid input gives a result of zeros.
CAROM_API carom_reflection carom_circle_reflect(carom_circle circle, carom_vec2 move,
                                                carom_wall wall);

CAROM_END_C

#endif
