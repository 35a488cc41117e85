// The operations on a moving circle and a wall at rest: sweeps, clear paths, passages, casts.
//
// Room: operations.
#include "operations.h"

#include <float.h>
#include <stdbool.h>

static inline void sweep_compute(const double *in, double *out) {
    write_sweep(out, carom_circle_sweep(circle_of(in), vec2_of(in + 3), wall_of(in + 5)));
}

OPERATION(sweep, CIRCLE_INPUTS " " MOVE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS MOVE_KINDS WALL_KINDS,
          9, SWEEP_KINDS, "Sweep",
          "sweep(cx, cy, r, vx, vy, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
          "When and where a moving circle first touches a wall.\n\n"
          "Kind, feature and the rounding of the time are exact.\n\n" PARAMETERS CIRCLE_DOC
              CIRCLE_MOVE_DOC WALL_DOC UFUNC_DOC SWEEP_RETURNS_DOC EXAMPLES
          ">>> hit = carom.sweep(0, 10, 5, 0, -10, -10, 0, 10, 0)\n"
          ">>> hit.kind, hit.t\n"
          "(<SweepKind.HIT: 3>, 0.5)\n")

static inline void sweep_to_compute(const double *in, double *out) {
    write_sweep(out, carom_circle_sweep_to(circle_of(in), vec2_of(in + 3), wall_of(in + 5)));
}

OPERATION(sweep_to, CIRCLE_INPUTS " to_x to_y " WALL_INPUTS, CIRCLE_KINDS MOVE_KINDS WALL_KINDS, 9,
          SWEEP_KINDS, "Sweep",
          "sweep_to(cx, cy, r, to_x, to_y, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n"
          "--\n\n"
          "When and where a circle first touches a wall on its way to a given centre.\n\n"
          "The displacement is the real difference of the centres, not rounded.\n\n" PARAMETERS
              CIRCLE_DOC TO_DOC WALL_DOC UFUNC_DOC SWEEP_RETURNS_DOC EXAMPLES
          ">>> carom.sweep_to(0, 10, 5, 0, [0, 6], -10, 0, 10, 0).kind\n"
          "array([3, 1], dtype=int8)\n")

static inline void compare_time_of_impact_compute(const double *in, double *out) {
    out[0] = carom_circle_compare_time_of_impact(
        circle_of(in), vec2_of(in + 3), wall_from(in + 5, in + 13), wall_from(in + 9, in + 15));
}

OPERATION(compare_time_of_impact, CIRCLE_INPUTS " " MOVE_INPUTS " " TWO_WALLS_INPUTS,
          CIRCLE_KINDS MOVE_KINDS TWO_WALLS_KINDS, 13, "i", NULL,
          "compare_time_of_impact(cx, cy, r, vx, vy, ax, ay, bx, by, ax2, ay2, bx2, by2, wr=0.0, "
          "extent='segment', wr2=0.0, extent2='segment', **kwargs)\n--\n\n"
          "Compares the times at which a moving circle meets two walls. Exact.\n\n"
          "That holds even if both times round to the same float.\n\n" PARAMETERS CIRCLE_DOC
              CIRCLE_MOVE_DOC TWO_WALLS_DOC UFUNC_DOC SIGN_DOC
          "    -1 if the first wall is met first, 1 if the second is, 0 if the true times are\n"
          "    equal. A miss counts as later than every contact; invalid input counts as a miss.\n"
          "\n" EXAMPLES
          ">>> carom.compare_time_of_impact(0, 9, 1, 0, -9, -5, 0, 5, 0, -5, 3, 5, 3)\n"
          "1\n")

static inline void path_is_clear_compute(const double *in, double *out) {
    out[0] = carom_circle_path_is_clear(circle_of(in), vec2_of(in + 3), wall_of(in + 5));
}

OPERATION(
    path_is_clear, CIRCLE_INPUTS " to_x to_y " WALL_INPUTS, CIRCLE_KINDS MOVE_KINDS WALL_KINDS, 9,
    "?", NULL,
    "path_is_clear(cx, cy, r, to_x, to_y, ax, ay, bx, by, wr=0.0, extent='segment', "
    "**kwargs)\n--\n\n"
    "True if a circle moves to a given centre without overlapping or passing a wall. Exact.\n"
    "\n"
    "Touching is allowed, also at the end. A point (r + wr = 0) must not reach the axis unless\n"
    "it starts on it.\n\n" PARAMETERS CIRCLE_DOC TO_DOC WALL_DOC UFUNC_DOC TRUTH_DOC
    "    False if the circle overlaps the wall at the start, and for invalid input.\n\n" EXAMPLES
    ">>> carom.path_is_clear(0, 10, 5, 0, [4, 5], -10, 0, 10, 0)\n"
    "array([False,  True])\n")

static inline void passage_compute(const double *in, double *out) {
    const carom_passage p = carom_circle_passage(circle_of(in), vec2_of(in + 3), wall_of(in + 5));
    write_sweep(out, p.entry);
    double *const left = out + SWEEP_FIELDS;
    left[0] = p.has_left;
    left[1] = p.exit_t;
    write_vec2(left + 2, p.exit_center);
    write_vec2(left + 4, p.exit_point);
    write_vec2(left + 6, p.exit_normal);
    left[8] = p.exit_feature;
    if (p.entry.kind == CAROM_SWEEP_KIND_INVALID)
        write_no_numbers(left + 1, 7);
}

OPERATION(
    passage, CIRCLE_INPUTS " " MOVE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS MOVE_KINDS WALL_KINDS, 9,
    SWEEP_KINDS "?dddddddF", "Passage",
    "passage(cx, cy, r, vx, vy, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
    "When a moving circle first touches a wall, and when it leaves it.\n\n"
    "A ray cast through a thick wall is the passage of a circle of radius 0.\n\n" PARAMETERS
        CIRCLE_DOC CIRCLE_MOVE_DOC WALL_DOC UFUNC_DOC "Returns\n-------\n"
    "Passage\n"
    "    The first fields are those of `sweep`. On a miss all fields but the kind are 0. For\n"
    "    invalid input the numbers are NaN.\n\n" EXAMPLES
    ">>> through = carom.passage(0, 10, 0, 0, -20, -10, 0, 10, 0, wr=5)\n"
    ">>> through.t, through.exit_t, through.has_left\n"
    "(0.25, 0.75, True)\n")

static inline void along_compute(const double *in, double *out) {
    write_vec2(out, carom_vec2_along(vec2_of(in), in[2]));
    const bool is_valid =
        fabs(in[0]) <= DBL_MAX && fabs(in[1]) <= DBL_MAX && in[2] >= 0.0 && in[2] <= DBL_MAX;
    if (!is_valid)
        write_no_numbers(out, 2);
}

#define DIRECTION_DOC                                                                              \
    "dx, dy : array_like of float\n"                                                               \
    "    Direction, of any length but 0.\n"                                                        \
    "length : array_like of float\n"                                                               \
    "    Distance to travel, in the unit of the coordinates; >= 0.\n"

OPERATION(along, "dx dy length", "ddd", 3, "dd", "Velocity",
          "along(dx, dy, length, **kwargs)\n--\n\n"
          "The displacement of a given length along a direction.\n\n"
          "The error of each coordinate is at most 0.51 ulp of itself.\n\n" PARAMETERS DIRECTION_DOC
              UFUNC_DOC "Returns\n-------\n"
          "Velocity\n"
          "    Zeros for length 0 and for direction (0, 0). NaN for invalid input.\n\n" EXAMPLES
          ">>> carom.along(3, -4, 10)\n"
          "Velocity(vx=6.0, vy=-8.0)\n")

static inline void cast_compute(const double *in, double *out) {
    const carom_cast cast =
        carom_circle_cast(circle_of(in), vec2_of(in + 3), in[5], wall_of(in + 6));
    write_sweep(out, cast.sweep);
    out[SWEEP_FIELDS] = cast.distance;
    if (cast.sweep.kind == CAROM_SWEEP_KIND_INVALID)
        write_no_numbers(out + SWEEP_FIELDS, 1);
}

OPERATION(
    cast, CIRCLE_INPUTS " dx dy length " WALL_INPUTS, CIRCLE_KINDS "ddd" WALL_KINDS, 10,
    SWEEP_KINDS "d", "Cast",
    "cast(cx, cy, r, dx, dy, length, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n"
    "--\n\n"
    "Casts a circle along a direction: where it first touches a wall, and how far that is.\n\n"
    "For a ray cast let r be 0.\n\n" PARAMETERS CIRCLE_DOC DIRECTION_DOC WALL_DOC UFUNC_DOC
    "Returns\n-------\n"
    "Cast\n"
    "    The fields of `sweep`, then the distance. On a miss all fields but the kind are 0. For\n"
    "    invalid input the numbers are NaN.\n\n" EXAMPLES
    ">>> carom.cast(0, 10, 0, 0, -1, 100, -10, 0, 10, 0).distance\n"
    "10.0\n")
