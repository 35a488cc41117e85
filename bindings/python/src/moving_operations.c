// The operations on a moving circle and a moving wall: sweeps, clear paths.
//
// Room: operations.
#include "operations.h"

#define MOVING_INPUTS CIRCLE_INPUTS " " MOVE_INPUTS " ax ay bx by avx avy bvx bvy wr extent"
#define MOVING_KINDS CIRCLE_KINDS MOVE_KINDS "dddddddddE"
#define SWEEP_MOVING_KINDS MOVING_KINDS "?"
#define MOVING_TO_INPUTS                                                                           \
    CIRCLE_INPUTS " to_x to_y ax ay bx by a_to_x a_to_y b_to_x b_to_y wr extent"

/// The moving wall behind the circle and its displacement.
static inline carom_moving_wall moving_wall_of(const double *in) {
    return carom_moving_wall_make(wall_from(in + 5, in + 13), vec2_of(in + 9), vec2_of(in + 11));
}

static inline void sweep_moving_compute(const double *in, double *out) {
    write_sweep(out, carom_circle_sweep_moving(circle_of(in), vec2_of(in + 3), moving_wall_of(in),
                                               in[15] != 0.0));
}

OPERATION(sweep_moving, MOVING_INPUTS " hits_only", SWEEP_MOVING_KINDS, 13, SWEEP_KINDS, "Sweep",
          "sweep_moving(cx, cy, r, vx, vy, ax, ay, bx, by, avx, avy, bvx, bvy, wr=0.0, "
          "extent='segment', hits_only=False, **kwargs)\n--\n\n"
          "When and where a moving circle first touches a moving wall.\n\n"
          "Both ends of the wall move straight, each by its own displacement: alike for a lift,\n"
          "different for a door or a flipper, which turns. Kind, feature and the rounding of the\n"
          "time are exact.\n\n" PARAMETERS CIRCLE_DOC CIRCLE_MOVE_DOC WALL_POINTS_DOC ENDS_MOVE_DOC
              WALL_REST_DOC HITS_ONLY_DOC UFUNC_DOC SWEEP_RETURNS_DOC EXAMPLES
          ">>> lift = carom.sweep_moving(0, 10, 5, 0, 0, -10, 0, 10, 0, 0, 10, 0, 10)\n"
          ">>> lift.kind, lift.t\n"
          "(<SweepKind.HIT: 3>, 0.5)\n"
          ">>> away = (0, 5, 5, 0, 0, -10, 0, 10, 0, 0, -1, 0, -1)\n"
          ">>> carom.sweep_moving(*away).kind, carom.sweep_moving(*away, hits_only=True).kind\n"
          "(<SweepKind.GRAZE: 2>, <SweepKind.MISS: 1>)\n")

static inline void sweep_moving_to_compute(const double *in, double *out) {
    write_sweep(out, carom_circle_sweep_moving_to(circle_of(in), vec2_of(in + 3),
                                                  wall_from(in + 5, in + 13), vec2_of(in + 9),
                                                  vec2_of(in + 11), in[15] != 0.0));
}

OPERATION(
    sweep_moving_to, MOVING_TO_INPUTS " hits_only", SWEEP_MOVING_KINDS, 13, SWEEP_KINDS, "Sweep",
    "sweep_moving_to(cx, cy, r, to_x, to_y, ax, ay, bx, by, a_to_x, a_to_y, b_to_x, b_to_y, "
    "wr=0.0, extent='segment', hits_only=False, **kwargs)\n--\n\n"
    "The first contact of a circle and a wall that both go to given places.\n\n"
    "The displacements are the real differences, not rounded.\n\n" PARAMETERS CIRCLE_DOC TO_DOC
        WALL_POINTS_DOC ENDS_TO_DOC WALL_REST_DOC HITS_ONLY_DOC UFUNC_DOC SWEEP_RETURNS_DOC EXAMPLES
    ">>> carom.sweep_moving_to(0, 10, 5, 0, 10, -10, 0, 10, 0, -10, 10, 10, 10).t\n"
    "0.5\n")

static inline void path_is_clear_of_moving_compute(const double *in, double *out) {
    out[0] = carom_circle_path_is_clear_of_moving(circle_of(in), vec2_of(in + 3),
                                                  wall_from(in + 5, in + 13), vec2_of(in + 9),
                                                  vec2_of(in + 11));
}

OPERATION(path_is_clear_of_moving, MOVING_TO_INPUTS, MOVING_KINDS, 13, "?", NULL,
          "path_is_clear_of_moving(cx, cy, r, to_x, to_y, ax, ay, bx, by, a_to_x, a_to_y, b_to_x, "
          "b_to_y, wr=0.0, extent='segment', **kwargs)\n--\n\n"
          "True if circle and wall go to given places and never overlap. Exact.\n\n"
          "Touching is allowed at any time. A point (r + wr = 0) must not reach the axis; if it\n"
          "starts on the axis, it may stay or leave, but not come back.\n\n" PARAMETERS CIRCLE_DOC
              TO_DOC WALL_POINTS_DOC ENDS_TO_DOC WALL_REST_DOC UFUNC_DOC TRUTH_DOC
          "    False for invalid input.\n\n" EXAMPLES
          ">>> carom.path_is_clear_of_moving(0, 5, 5, 0, [8, 9], -10, 0, 10, 0, -10, 4, 10, 4)\n"
          "array([False,  True])\n")
