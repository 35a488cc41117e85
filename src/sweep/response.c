// Velocities after a contact. Room: sweep.
#include "carom/response.h"
#include "contracts.h"

#include <float.h>
#include <math.h>

bool carom_response_is_valid(carom_response response) {
    const bool known =
        response.kind == CAROM_RESPONSE_KIND_STOP || response.kind == CAROM_RESPONSE_KIND_SLIDE ||
        response.kind == CAROM_RESPONSE_KIND_BOUNCE || response.kind == CAROM_RESPONSE_KIND_PASS;
    return known && response.restitution >= 0.0 && response.restitution <= 1.0 &&
           response.friction >= 0.0 && response.friction <= DBL_MAX;
}

const char *carom_response_kind_name(carom_response_kind kind) {
    switch (kind) {
    case CAROM_RESPONSE_KIND_STOP:
        return "stop";
    case CAROM_RESPONSE_KIND_SLIDE:
        return "slide";
    case CAROM_RESPONSE_KIND_BOUNCE:
        return "bounce";
    case CAROM_RESPONSE_KIND_PASS:
        return "pass";
    }
    return "invalid";
}

// v.n / n.n: the component of the velocity along n. Dividing by n.n corrects for the rounding of n.
// Without it, repeated reflections would change the speed by the same small factor each time.
static double fraction_along(carom_vec2 velocity, carom_vec2 normal) {
    return carom_vec2_dot(velocity, normal) / carom_vec2_dot(normal, normal);
}

carom_vec2 carom_velocity_reflect(carom_vec2 velocity, carom_vec2 normal) {
    const double along = fraction_along(velocity, normal);
    if (!(along < 0.0))
        return velocity;
    // Subtracted twice, because 2 v.n can exceed the range of double even if the result does not.
    const carom_vec2 part = carom_vec2_scale(normal, along);
    return carom_vec2_sub(carom_vec2_sub(velocity, part), part);
}

// The part of a velocity across n that friction removes: all of it, but at most `most`.
static carom_vec2 removed_by_friction(carom_vec2 velocity, carom_vec2 normal, double most) {
    const carom_vec2 tangent = carom_vec2_left(normal);
    const double slip = fraction_along(velocity, tangent);
    CAROM_ASSERT(most >= 0.0);
    const double change = fabs(slip) < most ? slip : slip < 0.0 ? -most : most;
    return carom_vec2_scale(tangent, change);
}

carom_vec2 carom_velocity_respond(carom_vec2 velocity, carom_vec2 normal, carom_response response) {
    if (!carom_response_is_valid(response))
        return carom_vec2_make(0.0, 0.0);
    const double along = fraction_along(velocity, normal);
    if (!(along < 0.0) || response.kind == CAROM_RESPONSE_KIND_PASS)
        return velocity;
    if (response.kind == CAROM_RESPONSE_KIND_STOP)
        return carom_vec2_make(0.0, 0.0);
    const double restitution =
        response.kind == CAROM_RESPONSE_KIND_BOUNCE ? response.restitution : 0.0;
    const carom_vec2 part = carom_vec2_scale(normal, along);
    carom_vec2 after =
        carom_vec2_sub(carom_vec2_sub(velocity, part), carom_vec2_scale(part, restitution));
    // The impulse across n is at most friction times that along n.
    if (response.friction > 0.0)
        after = carom_vec2_sub(
            after, removed_by_friction(velocity, normal,
                                       response.friction * (1.0 + restitution) * -along));
    return after;
}

static bool is_in(double x, double least, double most) {
    return x >= least && x <= most;
}

// With w = first - second and the fraction s = m1 / (m1 + m2) of the inverse masses, the impulse
// along n changes the first velocity by -s (1 + restitution) (w.n) n, and the second by the rest.
carom_velocity_pair carom_balls_respond(carom_vec2 first, double first_inverse_mass,
                                        carom_vec2 second, double second_inverse_mass,
                                        carom_vec2 normal, double restitution, double friction) {
    const carom_velocity_pair still = {{0.0, 0.0}, {0.0, 0.0}}, same = {first, second};
    if (!is_in(restitution, 0.0, 1.0) || !is_in(friction, 0.0, DBL_MAX) ||
        !is_in(first_inverse_mass, 0.0, DBL_MAX) || !is_in(second_inverse_mass, 0.0, DBL_MAX))
        return still;
    const carom_vec2 relative = carom_vec2_sub(first, second);
    const double along = fraction_along(relative, normal);
    // Halves, so that the sum does not overflow, unless that loses digits.
    const double unit = first_inverse_mass > 1.0 || second_inverse_mass > 1.0 ? 0.5 : 1.0;
    const double total = unit * first_inverse_mass + unit * second_inverse_mass;
    if (!(along < 0.0) || !(total > 0.0))
        return same;
    const double s = unit * first_inverse_mass / total, t = unit * second_inverse_mass / total;
    carom_vec2 change = carom_vec2_scale(normal, -along);
    change = carom_vec2_add(change, carom_vec2_scale(change, restitution));
    if (friction > 0.0)
        change = carom_vec2_sub(
            change, removed_by_friction(relative, normal, friction * (1.0 + restitution) * -along));
    const carom_velocity_pair after = {carom_vec2_add(first, carom_vec2_scale(change, s)),
                                       carom_vec2_sub(second, carom_vec2_scale(change, t))};
    return after;
}

carom_reflection carom_circle_reflect(carom_circle circle, carom_vec2 move, carom_wall wall) {
    carom_reflection r = {carom_circle_sweep(circle, move, wall), {0.0, 0.0}, {0.0, 0.0}};
    if (r.sweep.kind == CAROM_SWEEP_KIND_INVALID)
        return r;
    r.move = move;
    r.end = carom_vec2_add(circle.center, move);
    if (r.sweep.kind == CAROM_SWEEP_KIND_HIT || r.sweep.kind == CAROM_SWEEP_KIND_OVERLAP) {
        r.move = carom_velocity_reflect(move, r.sweep.normal);
        r.end = carom_vec2_add(r.sweep.center, carom_vec2_scale(r.move, 1.0 - r.sweep.t));
    }
    return r;
}
