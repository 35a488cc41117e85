// What a contact does to a ball: an impact, rest on the wall, a small bounce, or nothing. Room:
// mover.
#include "mover/contact_response.h"

#include <math.h>

#include "contracts.h"

// A bound on the effect of the rounding of the wall's coordinates on v.n: the sides of a straight
// row of walls differ in direction by that much. Capped, because walls of a few ulp have no
// meaningful direction.
static double turn_of(carom_vec2 v, const path_contact *first) {
    if (first->sweep.feature != CAROM_FEATURE_SIDE)
        return 0.0;
    const carom_vec2 a = first->wall.a, b = first->wall.b;
    const double length = larger(fabs(b.x - a.x), fabs(b.y - a.y));
    const double ulp = larger(ulp_at(a, 0.0), ulp_at(b, 0.0));
    const double turn = smaller(4.0 * ulp / length, 0x1p-30);
    return turn * fabs(v.x) + turn * fabs(v.y);
}

// True if v presses the ball against the wall met before and the ball still touches that wall. 64
// ulp exceed every skin. Walls with different velocities do not hold a ball at rest.
static bool presses_support(const move_state *f, carom_vec2 v) {
    const carom_vec2 u = f->support.velocity, w = f->moving.wall_velocity;
    return f->support.exists && ((u.x == w.x) & (u.y == w.y)) &&
           carom_vec2_dot(v, f->support.normal) < -noise_of(v, f->support.normal) &&
           carom_circle_within(f->circle, f->support.wall,
                               64.0 * ulp_at(f->circle.center, f->circle.radius));
}

static double friction_of(const carom_response *r) {
    return r->kind == CAROM_RESPONSE_KIND_STOP ? 0.0 : r->friction;
}

// True if gravity presses the ball against the wall. What friction at the wall met before has left
// of gravity need not, though all of it presses the ball against both.
static bool is_borne_by(const move_state *f, carom_vec2 n) {
    const carom_vec2 all = f->settings->gravity;
    return carom_vec2_dot(f->gravity, n) < 0.0 ||
           (friction_of(&f->response) > 0.0 && carom_vec2_dot(all, n) < 0.0 &&
            presses_support(f, without(all, n)));
}

// For the rest of the frame the wall bears the part of gravity that presses the ball against it.
// The friction of that force acts against the motion along the wall.
static void bear_gravity(move_state *f, carom_vec2 n) {
    if (!is_borne_by(f, n))
        return;
    // Starts from all of gravity, because a wall left behind bears nothing.
    const carom_vec2 all = f->settings->gravity;
    const double press = larger(-carom_vec2_dot(all, n), 0.0);
    carom_vec2 along = press > 0.0 ? without(all, n) : all;
    // Between two walls that both bear gravity, nothing of it is left. A speed that gravity could
    // have caused in this frame becomes 0.
    if (presses_support(f, along)) {
        const carom_vec2 gain = carom_vec2_scale(all, f->clock.frame);
        if (carom_vec2_dot(f->velocity, f->velocity) <= carom_vec2_dot(gain, gain))
            f->velocity = carom_vec2_make(0.0, 0.0);
        along = carom_vec2_make(0.0, 0.0);
    }
    const double most = friction_of(&f->response) * press;
    if (most > 0.0) {
        // The deceleration along the wall that would bring the ball to rest.
        const carom_vec2 t = carom_vec2_left(n);
        const double needed =
            carom_vec2_dot(f->velocity, t) / f->clock.left + carom_vec2_dot(along, t);
        const double braking = smaller(fabs(needed), most);
        along = carom_vec2_sub(along, carom_vec2_scale(t, needed < 0.0 ? -braking : braking));
    }
    f->gravity = along;
}

// A resting contact: the ball moves on along the wall, at the distance of the skin.
static void rest_on_wall(move_state *f, carom_vec2 n) {
    // Gravity would bring the ball back within the frame, so it rests on the wall.
    if (is_borne_by(f, n)) {
        f->limits.stopped = f->response.kind == CAROM_RESPONSE_KIND_STOP;
        f->velocity = without(f->velocity, n);
        if (f->limits.stopped || presses_support(f, f->velocity))
            f->velocity = carom_vec2_make(0.0, 0.0);
    }
    bear_gravity(f, n);
    const double ulp = ulp_at(f->circle.center, f->circle.radius);
    f->support.skin = smaller(f->support.skin > 0.0 ? 2.0 * f->support.skin : ulp, 32.0 * ulp);
    f->limits.resting++;
}

// `before` and the velocity of the ball are relative to the wall.
static carom_impact impact_at(const move_state *f, const path_contact *first, carom_vec2 before) {
    carom_impact impact = {.time = f->clock.frame - f->clock.left,
                           .id = id_of(first->index),
                           .wall = first->wall,
                           .feature = first->sweep.feature,
                           .center = f->circle.center,
                           .point = first->sweep.point,
                           .normal = first->sweep.normal,
                           .before = before,
                           .after = f->velocity};
    if (impact.id.is_moving) {
        impact.wall_velocity = f->moving.wall_velocity;
        impact.before = carom_vec2_add(before, f->moving.wall_velocity);
        impact.after = carom_vec2_add(f->velocity, f->moving.wall_velocity);
    }
    return impact;
}

static void report_contact(const move_state *f, const path_contact *first, carom_vec2 before) {
    if (f->settings->on_impact == NULL)
        return;
    const carom_impact impact = impact_at(f, first, before);
    f->settings->on_impact(f->settings->context, &impact);
}

carom_response carom_response_at(const move_state *f, const path_contact *first) {
    carom_response response = f->settings->response;
    if (f->settings->respond == NULL)
        return response;
    const carom_impact contact = impact_at(f, first, f->velocity);
    f->settings->respond(f->settings->context, &contact, &response);
    return carom_response_is_valid(response) ? response : carom_stop();
}

void carom_pass_wall(move_state *f, const path_contact *first) {
    f->limits.contacts++;
    report_contact(f, first, f->velocity);
    if (f->passed.count < PASSED_MAX)
        f->passed.index[f->passed.count++] = first->index;
    else
        f->limits.passed_too_many = true;
}

// An impact: the ball moves in and its velocity responds.
static void strike(move_state *f, const path_contact *first) {
    const carom_vec2 n = first->sweep.normal;
    const carom_vec2 before = f->velocity;
    carom_response response = f->response;
    const double press = -carom_vec2_dot(f->settings->gravity, n);
    const double rebound = response.restitution * -carom_vec2_dot(before, n);
    // Under gravity, an inelastic bounce shorter than the frame is no bounce.
    const bool rests = response.kind == CAROM_RESPONSE_KIND_SLIDE ||
                       (response.kind == CAROM_RESPONSE_KIND_BOUNCE && response.restitution < 1.0 &&
                        2.0 * rebound <= press * f->clock.frame);
    if (rests)
        response.restitution = 0.0;
    f->velocity = carom_velocity_respond(before, n, response);
    // A ball that does not bounce stops between two walls.
    if (response.restitution == 0.0 && presses_support(f, f->velocity))
        f->velocity = carom_vec2_make(0.0, 0.0);
    f->velocity = carom_clamp_to_range(f->velocity, SPEED_MAX, &f->clamped);
    // A ball that bounces leaves the wall that bore gravity.
    if (rests)
        bear_gravity(f, n);
    else
        f->gravity = f->settings->gravity;
    CAROM_ASSERT(is_finite(f->velocity));
    f->limits.stopped = response.kind == CAROM_RESPONSE_KIND_STOP;
    f->support.skin = 0.0;
    f->limits.contacts++;
    f->limits.struck++;
    report_contact(f, first, before);
}

// True if a contact is a resting contact: the approach speed is within rounding error, or is at
// most the speed of rest.
static bool is_at_rest(const move_state *f, const path_contact *first) {
    const carom_vec2 v = f->velocity, n = first->sweep.normal;
    const double press = larger(-carom_vec2_dot(f->settings->gravity, n), 0.0);
    const double fall = speed_of_rest(press, ulp_at(f->circle.center, f->circle.radius));
    double noise = noise_of(v, n) + turn_of(v, first);
    if (is_moving_index(first->index))
        noise +=
            2.0 * noise_of(f->moving.wall_velocity, n) + turn_of(f->moving.wall_velocity, first);
    return -carom_vec2_dot(v, n) <= noise + fall;
}

// True if an elastic ball has just left the wall and would be back within the frame. Then the next
// piece ends at the top of this small bounce.
static bool is_small_bounce(move_state *f, carom_vec2 n) {
    const carom_response *r = &f->response;
    const double press = -carom_vec2_dot(f->gravity, n), rise = carom_vec2_dot(f->velocity, n);
    if (r->kind != CAROM_RESPONSE_KIND_BOUNCE || r->restitution < 1.0 || !(press > 0.0) ||
        !(rise > noise_of(f->velocity, n)))
        return false;
    f->clock.piece = smaller(f->clock.left, rise / press);
    f->limits.resting++;
    return true;
}

// True if the response callback broke the wall: the filter now leaves it out, so it bears nothing.
static bool has_broken(const move_state *f, const path_contact *first) {
    if (f->settings->respond == NULL)
        return false;
    return is_moving_index(first->index)
               ? !carom_moving_considers(f->near, first->index, &first->wall)
               : !carom_near_considers(f->near, first->index, &first->wall);
}

carom_vec2 carom_velocity_of_wall(move_state *f, const path_contact *first) {
    const double frame = f->clock.frame;
    if (!is_moving_index(first->index) || frame == 0.0)
        return carom_vec2_make(0.0, 0.0);
    const carom_vec2 v = first->wall_move;
    return carom_clamp_to_range(carom_vec2_make(v.x / frame, v.y / frame), SPEED_MAX, &f->clamped);
}

bool carom_respond_to(move_state *f, const path_contact *first) {
    const carom_vec2 n = first->sweep.normal;
    // The same wall twice is not a second support.
    if (f->support.exists && f->support.index == first->index)
        f->support.exists = false;
    else
        f->support.skin = 0.0;
    if (!is_at_rest(f, first))
        strike(f, first);
    else if (!is_small_bounce(f, n))
        rest_on_wall(f, n);
    if (has_broken(f, first)) {
        f->support.exists = false;
        f->support.skin = 0.0;
        f->gravity = f->settings->gravity;
        return !f->limits.stopped;
    }
    f->support.exists = true;
    f->support.index = first->index;
    f->support.wall = first->wall;
    f->support.normal = n;
    f->support.velocity = f->moving.wall_velocity;
    return !f->limits.stopped;
}
