// The operations on what a ball does at a contact: reflections, velocities after an impact.
//
// Room: operations.
#include "operations.h"

#include <float.h>
#include <stdbool.h>

static inline void reflect_compute(const double *in, double *out) {
    const carom_reflection r =
        carom_circle_reflect(circle_of(in), vec2_of(in + 3), wall_of(in + 5));
    write_sweep(out, r.sweep);
    write_vec2(out + SWEEP_FIELDS, r.end);
    write_vec2(out + SWEEP_FIELDS + 2, r.move);
    if (r.sweep.kind == CAROM_SWEEP_KIND_INVALID)
        write_no_numbers(out + SWEEP_FIELDS, 4);
}

OPERATION(
    reflect, CIRCLE_INPUTS " " MOVE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS MOVE_KINDS WALL_KINDS, 9,
    SWEEP_KINDS "dddd", "Reflection",
    "reflect(cx, cy, r, vx, vy, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
    "Sweeps a circle and reflects the rest of its path if it moves in at the contact.\n\n"
    "Handles one contact with one wall; the end may overlap other walls.\n\n" PARAMETERS CIRCLE_DOC
        CIRCLE_MOVE_DOC WALL_DOC UFUNC_DOC "Returns\n-------\n"
    "Reflection\n"
    "    The first fields are those of `sweep`. For invalid input the numbers are NaN.\n\n" EXAMPLES
    ">>> bounced = carom.reflect(0, 10, 5, 0, -10, -10, 0, 10, 0)\n"
    ">>> bounced.t, bounced.end_y, bounced.vy\n"
    "(0.5, 10.0, 10.0)\n")

#define VELOCITY_DOC                                                                               \
    "vx, vy : array_like of float\n"                                                               \
    "    Velocity, in length per time.\n"
#define NORMAL_DOC                                                                                 \
    "nx, ny : array_like of float\n"                                                               \
    "    Unit normal of the contact, from the wall to the circle.\n"
#define VELOCITY_RETURNS_DOC                                                                       \
    "Returns\n-------\n"                                                                           \
    "Velocity\n"                                                                                   \
    "    Unchanged if the ball does not move in, and if the normal is 0. NaN for a normal of\n"    \
    "    NaN.\n"

/// True if a coordinate of a vector is NaN: the normal of a contact of invalid input.
static bool is_nan(const double *vector) {
    return isnan(vector[0]) || isnan(vector[1]);
}

static inline void velocity_reflect_compute(const double *in, double *out) {
    write_vec2(out, carom_velocity_reflect(vec2_of(in), vec2_of(in + 2)));
    if (is_nan(in + 2))
        write_no_numbers(out, 2);
}

OPERATION(velocity_reflect, "vx vy nx ny", "dddd", 4, "dd", "Velocity",
          "velocity_reflect(vx, vy, nx, ny, **kwargs)\n--\n\n"
          "The velocity after a full reflection, v - 2 (v.n) n.\n\n" PARAMETERS VELOCITY_DOC
              NORMAL_DOC UFUNC_DOC VELOCITY_RETURNS_DOC "\n" EXAMPLES
          ">>> carom.velocity_reflect(3, -4, 0, 1)\n"
          "Velocity(vx=3.0, vy=4.0)\n")

static inline void velocity_respond_compute(const double *in, double *out) {
    const carom_response response = {(carom_response_kind)(int)in[4], in[5], in[6]};
    write_vec2(out, carom_velocity_respond(vec2_of(in), vec2_of(in + 2), response));
    if (!carom_response_is_valid(response) || is_nan(in + 2))
        write_no_numbers(out, 2);
}

ROWS(velocity_respond_rows, velocity_respond_compute, "ddddPdd", "dd")
ROWS_LOOP(velocity_respond)

static const double velocity_respond_defaults[] = {CAROM_RESPONSE_KIND_BOUNCE, 1.0, 0.0};

OPERATION_ROW(velocity_respond, "vx vy nx ny response restitution friction", "ddddPdd", 4,
              velocity_respond_defaults, "dd", "Velocity",
              "velocity_respond(vx, vy, nx, ny, response='bounce', restitution=1.0, friction=0.0, "
              "**kwargs)\n--\n\n"
              "The velocity after a contact: bounce, slide, stop or pass.\n\n" PARAMETERS
                  VELOCITY_DOC NORMAL_DOC "response : str or array_like of str or int, optional\n"
              "    'stop', 'slide', 'bounce' or 'pass', or codes of `ResponseKind`.\n"
              "restitution : array_like of float, optional\n"
              "    The normal speed after the contact as a fraction of that before, 0 to 1. For\n"
              "    'bounce'.\n"
              "friction : array_like of float, optional\n"
              "    Coefficient of friction (Coulomb), >= 0: the speed along the wall decreases by\n"
              "    at most friction times the change of the normal speed, and not below 0. For\n"
              "    'slide' and 'bounce'.\n" UFUNC_DOC VELOCITY_RETURNS_DOC
              "    NaN for a restitution or a friction out of range.\n\n" EXAMPLES
              ">>> carom.velocity_respond(3, -4, 0, 1, restitution=0.5)\n"
              "Velocity(vx=3.0, vy=2.0)\n"
              ">>> carom.velocity_respond(3, -4, 0, 1, 'slide', friction=0.25)\n"
              "Velocity(vx=2.0, vy=0.0)\n")

static inline void balls_respond_compute(const double *in, double *out) {
    const carom_velocity_pair after = carom_balls_respond(vec2_of(in), in[6], vec2_of(in + 2),
                                                          in[7], vec2_of(in + 4), in[8], in[9]);
    write_vec2(out, after.first);
    write_vec2(out + 2, after.second);
    const bool is_valid = in[6] >= 0.0 && in[6] <= DBL_MAX && in[7] >= 0.0 && in[7] <= DBL_MAX &&
                          in[8] >= 0.0 && in[8] <= 1.0 && in[9] >= 0.0 && in[9] <= DBL_MAX;
    if (!is_valid || is_nan(in + 4))
        write_no_numbers(out, 4);
}

#define BALLS_KINDS "dddddddddd"

ROWS(balls_respond_rows, balls_respond_compute, BALLS_KINDS, "dddd")
ROWS_LOOP(balls_respond)

static const double balls_respond_defaults[] = {1.0, 1.0, 1.0, 0.0};

OPERATION_ROW(
    balls_respond, "vx vy vx2 vy2 nx ny inverse_mass inverse_mass2 restitution friction",
    BALLS_KINDS, 6, balls_respond_defaults, "dddd", "VelocityPair",
    "balls_respond(vx, vy, vx2, vy2, nx, ny, inverse_mass=1.0, inverse_mass2=1.0, "
    "restitution=1.0, friction=0.0, **kwargs)\n--\n\n"
    "The velocities of two balls after they have collided.\n\n"
    "Momentum is conserved. The balls do not spin.\n\n" PARAMETERS VELOCITY_DOC
    "vx2, vy2 : array_like of float\n"
    "    Velocity of the second ball.\n"
    "nx, ny : array_like of float\n"
    "    Unit normal of the contact, from the second ball to the first.\n"
    "inverse_mass, inverse_mass2 : array_like of float, optional\n"
    "    1 / mass of each ball, >= 0. A ball with 0 keeps its velocity.\n"
    "restitution : array_like of float, optional\n"
    "    0 to 1: the normal part of the relative velocity is multiplied by -restitution.\n"
    "friction : array_like of float, optional\n"
    "    Coefficient of friction (Coulomb), >= 0.\n" UFUNC_DOC "Returns\n-------\n"
    "VelocityPair\n"
    "    Unchanged if the balls do not approach each other, if both inverse masses are 0,\n"
    "    and if the normal is 0. NaN for invalid input.\n\n" EXAMPLES
    ">>> carom.balls_respond(0, 2, 0, 0, 0, -1)\n"
    "VelocityPair(vx=0.0, vy=0.0, vx2=0.0, vy2=2.0)\n")
