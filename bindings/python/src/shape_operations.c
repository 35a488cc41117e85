// The operations on circles and walls alone: validity, boxes, where moving walls are.
//
// Room: operations.
#include "operations.h"

#include <float.h>

static inline void circle_is_valid_compute(const double *in, double *out) {
    out[0] = carom_circle_is_valid(circle_of(in));
}

OPERATION(circle_is_valid, CIRCLE_INPUTS, CIRCLE_KINDS, 3, "?", NULL,
          "circle_is_valid(cx, cy, r, **kwargs)\n--\n\n"
          "True if centre and radius of a circle are finite and the radius is >= 0.\n\n" PARAMETERS
              CIRCLE_DOC UFUNC_DOC TRUTH_DOC "\n" EXAMPLES
          ">>> carom.circle_is_valid(0, 0, [1, 0, -1, float('inf')])\n"
          "array([ True,  True, False, False])\n")

static inline void wall_is_valid_compute(const double *in, double *out) {
    out[0] = carom_wall_is_valid(wall_of(in));
}

OPERATION(
    wall_is_valid, WALL_INPUTS, WALL_KINDS, 4, "?", NULL,
    "wall_is_valid(ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
    "True if the points and the radius of a wall are finite and the radius is >= 0.\n\n" PARAMETERS
        WALL_DOC UFUNC_DOC TRUTH_DOC "\n" EXAMPLES
    ">>> carom.wall_is_valid(0, 0, 1, 0, wr=[0.5, -0.5])\n"
    "array([ True, False])\n")

static inline void wall_box_compute(const double *in, double *out) {
    write_box(out, carom_wall_box(wall_of(in)));
}

OPERATION(wall_box, WALL_INPUTS, WALL_KINDS, 4, "dddd", "Box",
          "wall_box(ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
          "A box that contains the whole wall, its radius included.\n\n"
          "It is rounded outward by about an ulp.\n\n" PARAMETERS WALL_DOC UFUNC_DOC BOX_RETURNS_DOC
          "    Bounds of rays and lines may be infinite. NaN for an invalid wall.\n\n" EXAMPLES
          ">>> box = carom.wall_box(0, 0, 4, 3, 0.5)\n"
          ">>> bool(box.min_x <= -0.5 and box.max_y >= 3.5)\n"
          "True\n"
          ">>> carom.wall_box(0, 0, 4, 3, extent='ray').max_x\n"
          "inf\n")

static inline void path_box_compute(const double *in, double *out) {
    const carom_path path = {vec2_of(in), vec2_of(in + 3), in[2]};
    write_box(out, carom_path_box(path));
    if (!carom_circle_is_valid(circle_of(in)) ||
        !(fabs(in[3]) <= DBL_MAX && fabs(in[4]) <= DBL_MAX))
        write_no_numbers(out, 4);
}

OPERATION(path_box, CIRCLE_INPUTS " to_x to_y", CIRCLE_KINDS "dd", 5, "dddd", "Box",
          "path_box(cx, cy, r, to_x, to_y, **kwargs)\n--\n\n"
          "A box that contains the whole swept path of a circle.\n\n"
          "It is rounded outward by about an ulp.\n\n" PARAMETERS CIRCLE_DOC TO_DOC UFUNC_DOC
              BOX_RETURNS_DOC "    NaN for invalid input.\n\n" EXAMPLES
          ">>> box = carom.path_box(0, 0, 1, 10, 0)\n"
          ">>> bool(box.min_x <= -1 and box.max_x >= 11)\n"
          "True\n")

// ---- moving walls ----

static inline carom_moving_wall moving_wall_of(const double *points, const double *rest) {
    return carom_moving_wall_make(wall_from(points, rest), vec2_of(points + 4),
                                  vec2_of(points + 6));
}

#define MOVING_WALL_INPUTS "ax ay bx by avx avy bvx bvy wr extent"
#define MOVING_WALL_KINDS "dddddddddE"

static inline void moving_wall_is_valid_compute(const double *in, double *out) {
    out[0] = carom_moving_wall_is_valid(moving_wall_of(in, in + 8));
}

OPERATION(
    moving_wall_is_valid, MOVING_WALL_INPUTS, MOVING_WALL_KINDS, 8, "?", NULL,
    "moving_wall_is_valid(ax, ay, bx, by, avx, avy, bvx, bvy, wr=0.0, extent='segment', "
    "**kwargs)\n--\n\n"
    "True if a wall is valid, its moves are finite and, for a ray or a line, equal.\n\n" PARAMETERS
        WALL_POINTS_DOC ENDS_MOVE_DOC WALL_REST_DOC UFUNC_DOC TRUTH_DOC "\n" EXAMPLES
    ">>> carom.moving_wall_is_valid(0, 0, 1, 0, 0, 1, 0, 2, extent=['segment', 'line'])\n"
    "array([ True, False])\n")

static inline void moving_wall_box_compute(const double *in, double *out) {
    write_box(out, carom_moving_wall_box(moving_wall_of(in, in + 8)));
}

OPERATION(moving_wall_box, MOVING_WALL_INPUTS, MOVING_WALL_KINDS, 8, "dddd", "Box",
          "moving_wall_box(ax, ay, bx, by, avx, avy, bvx, bvy, wr=0.0, extent='segment', "
          "**kwargs)\n--\n\n"
          "A box that contains a moving wall at every time of the frame.\n\n"
          "It is rounded outward by about an ulp.\n\n" PARAMETERS WALL_POINTS_DOC ENDS_MOVE_DOC
              WALL_REST_DOC UFUNC_DOC BOX_RETURNS_DOC
          "    NaN for an invalid moving wall and for one that ends beyond the range of float64.\n"
          "\n" EXAMPLES ">>> box = carom.moving_wall_box(0, 0, 4, 0, 0, 1, 0, 2)\n"
          ">>> bool(box.min_y <= 0 and box.max_y >= 2)\n"
          "True\n")

static inline void moving_wall_at_compute(const double *in, double *out) {
    const carom_moving_wall wall = carom_moving_wall_make(
        carom_segment(vec2_of(in), vec2_of(in + 2)), vec2_of(in + 4), vec2_of(in + 6));
    const carom_wall at = carom_moving_wall_at(wall, in[8]);
    write_vec2(out, at.a);
    write_vec2(out + 2, at.b);
}

OPERATION(moving_wall_at, "ax ay bx by avx avy bvx bvy t", "ddddddddd", 9, "dddd", "WallEnds",
          "moving_wall_at(ax, ay, bx, by, avx, avy, bvx, bvy, t, **kwargs)\n--\n\n"
          "The ends of a moving wall at a time: a + t (avx, avy) and b + t (bvx, bvy), "
          "rounded.\n\n" PARAMETERS WALL_POINTS_DOC ENDS_MOVE_DOC "t : array_like of float\n"
          "    The time, 0 to 1.\n" UFUNC_DOC "Returns\n-------\nWallEnds\n\n" EXAMPLES
          ">>> carom.moving_wall_at(0, 0, 4, 0, 0, 1, 0, 2, 0.5)\n"
          "WallEnds(ax=0.0, ay=0.5, bx=4.0, by=1.0)\n")

static void write_moves(double *out, carom_moving_wall wall) {
    write_vec2(out, wall.a_move);
    write_vec2(out + 2, wall.b_move);
}

static inline void moving_wall_to_compute(const double *in, double *out) {
    write_moves(out, carom_moving_wall_to(carom_segment(vec2_of(in), vec2_of(in + 2)),
                                          vec2_of(in + 4), vec2_of(in + 6)));
}

OPERATION(moving_wall_to, "ax ay bx by a_to_x a_to_y b_to_x b_to_y", "dddddddd", 8, "dddd",
          "WallMoves",
          "moving_wall_to(ax, ay, bx, by, a_to_x, a_to_y, b_to_x, b_to_y, **kwargs)\n--\n\n"
          "The displacements of the ends of a wall that go to given places, rounded.\n\n" PARAMETERS
              WALL_POINTS_DOC ENDS_TO_DOC UFUNC_DOC "Returns\n-------\nWallMoves\n\n" EXAMPLES
          ">>> carom.moving_wall_to(0, 0, 4, 0, 0, 1, 4, 2)\n"
          "WallMoves(avx=0.0, avy=1.0, bvx=0.0, bvy=2.0)\n")

static inline void moving_wall_turning_compute(const double *in, double *out) {
    write_moves(out, carom_moving_wall_turning(carom_segment(vec2_of(in), vec2_of(in + 2)),
                                               vec2_of(in + 4), vec2_of(in + 6)));
}

OPERATION(
    moving_wall_turning, "ax ay bx by pivot_x pivot_y cosine sine", "dddddddd", 8, "dddd",
    "WallMoves",
    "moving_wall_turning(ax, ay, bx, by, pivot_x, pivot_y, cosine, sine, **kwargs)\n--\n\n"
    "The displacements of the ends of a wall that turns about a pivot.\n\n"
    "The ends go straight to where the rotation takes them, along the chords of their arcs.\n"
    "So a point of the wall at the distance d from the pivot is at most d angle^2 / 8 from\n"
    "where an even rotation has it. `turning_frames` splits a rotation for which that is too\n"
    "far.\n\n" PARAMETERS WALL_POINTS_DOC "pivot_x, pivot_y : array_like of float\n"
    "    The point that stays where it is.\n"
    "cosine, sine : array_like of float\n"
    "    Of the angle of this frame. Carom computes no sines, because they differ between\n"
    "    machines.\n" UFUNC_DOC "Returns\n-------\nWallMoves\n\n" EXAMPLES
    ">>> carom.moving_wall_turning(0, 0, 4, 0, 0, 0, 0, 1)\n"
    "WallMoves(avx=0.0, avy=0.0, bvx=-4.0, bvy=4.0)\n")

static inline void turning_frames_compute(const double *in, double *out) {
    out[0] = carom_turning_frames(in[0], in[1], in[2]);
}

OPERATION(
    turning_frames, "angle reach tolerance", "ddd", 3, "n", NULL,
    "turning_frames(angle, reach, tolerance, **kwargs)\n--\n\n"
    "The number of frames into which a rotation must be split to be even enough.\n\n" PARAMETERS
    "angle : array_like of float\n"
    "    The angle of the rotation in radians, of either sign.\n"
    "reach : array_like of float\n"
    "    Distance from the pivot to the farther end of the wall; >= 0.\n"
    "tolerance : array_like of float\n"
    "    How far a point of the wall may be from where an even rotation has it, in the unit\n"
    "    of `reach`; >= 0.\n" UFUNC_DOC "Returns\n-------\n"
    "int, or ndarray of int64\n"
    "    At least 1 and at most 2**31 - 1; 0 for invalid input.\n\n" EXAMPLES
    ">>> carom.turning_frames(1.5, 2.0, 0.01)\n"
    "8\n")
