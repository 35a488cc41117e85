// The operations on a circle and a wall at rest that answer by a word, a sign or yes and no.
//
// All are exact. Room: operations.
#include "touch_loop.h"

static inline void relate_compute(const double *in, double *out) {
    out[0] = carom_circle_relate(circle_of(in), wall_of(in + 3));
}

OPERATION(relate, CIRCLE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS WALL_KINDS, 7, "R", NULL,
          "relate(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
          "The relation of a circle and a wall. Exact.\n\n"
          "A point that was computed on a wall is beside it by some ulps: ask `within` about "
          "it.\n\n" PARAMETERS CIRCLE_DOC WALL_DOC UFUNC_DOC RELATION_RETURNS_DOC EXAMPLES
          ">>> carom.relate(0, 5, 5, -10, 0, 10, 0)\n"
          "<Relation.TOUCHING: 2>\n"
          ">>> carom.relate(0, [4, 5, 6], 5, -10, 0, 10, 0)\n"
          "array([3, 2, 1], dtype=int8)\n")

static inline void touches_compute(const double *in, double *out) {
    out[0] = carom_circle_touches_by_rule(circle_of(in), wall_of(in + 3),
                                          (carom_contact_rule)(int)in[9]);
}

ROWS(touches_by_row, touches_compute, CIRCLE_KINDS WALL_KINDS "U", "?")

static void touches_rows(char **args, const npy_intp *steps, npy_intp begin, npy_intp end) {
    if (steps[9] == 0)
        touch_rows(args, steps, args[10], steps[10], (carom_contact_rule) * (uint8_t *)args[9],
                   begin, end);
    else
        touches_by_row(args, steps, begin, end);
}

ROWS_LOOP(touches)

OPERATION_ROW(
    touches, CIRCLE_INPUTS " " WALL_INPUTS " rule", CIRCLE_KINDS WALL_KINDS "U", 7, NULL, "?", NULL,
    "touches(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', rule='closed', "
    "**kwargs)\n--\n\n"
    "True if a circle and a wall touch. Exact.\n\n"
    "A point that was computed on a wall is beside it by some ulps: ask `within` about it.\n\n"
    "Packed arrays of float64 use the processor's vector instructions.\n\n" PARAMETERS CIRCLE_DOC
        WALL_DOC RULE_DOC UFUNC_DOC TRUTH_DOC "    False for invalid input.\n\n" EXAMPLES
    ">>> carom.touches(0, 5, 5, -10, 0, 10, 0)\n"
    "True\n"
    ">>> carom.touches(0, 5, 5, -10, 0, 10, 0, rule='open')\n"
    "False\n")

static inline void overlaps_compute(const double *in, double *out) {
    out[0] = carom_circle_overlaps(circle_of(in), wall_of(in + 3));
}

static void overlaps_rows(char **args, const npy_intp *steps, npy_intp begin, npy_intp end) {
    touch_rows(args, steps, args[9], steps[9], CAROM_CONTACT_RULE_OPEN_DISC, begin, end);
}

ROWS_LOOP(overlaps)

OPERATION_ROW(overlaps, CIRCLE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS WALL_KINDS, 7, NULL, "?", NULL,
              "overlaps(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
              "True if a circle and a wall overlap and not only touch. Exact.\n\n"
              "The same as `touches` with the rule 'open'.\n\n" PARAMETERS CIRCLE_DOC WALL_DOC
                  UFUNC_DOC TRUTH_DOC "    False for invalid input.\n\n" EXAMPLES
              ">>> carom.overlaps(0, [4, 5], 5, -10, 0, 10, 0)\n"
              "array([ True, False])\n")

#define GAP_INPUTS CIRCLE_INPUTS " ax ay bx by gap wr extent"
#define GAP_KINDS CIRCLE_KINDS "ddddddE"
#define GAP_DOC                                                                                    \
    "gap : array_like of float\n"                                                                  \
    "    The distance to compare with, in the unit of the coordinates; >= 0.\n"

static inline void within_compute(const double *in, double *out) {
    out[0] = carom_circle_within(circle_of(in), wall_from(in + 3, in + 8), in[7]);
}

OPERATION(
    within, GAP_INPUTS, GAP_KINDS, 8, "?", NULL,
    "within(cx, cy, r, ax, ay, bx, by, gap, wr=0.0, extent='segment', **kwargs)\n--\n\n"
    "True if the distance between a disc and a wall is at most `gap`. Exact.\n\n"
    "This is a test of the clearance, known as ST_DWithin in PostGIS. `Scene.within` lists pairs\n"
    "instead; the test of a scene is `Scene.touches` with within=gap.\n\n" PARAMETERS CIRCLE_DOC
        WALL_POINTS_DOC GAP_DOC WALL_REST_DOC UFUNC_DOC TRUTH_DOC
    "    False for invalid input, which includes a negative gap.\n\n" EXAMPLES
    ">>> carom.within(0, 7, 5, -10, 0, 10, 0, [1, 2, 3])\n"
    "array([False,  True,  True])\n")

static inline void compare_gap_compute(const double *in, double *out) {
    out[0] = carom_circle_compare_gap(circle_of(in), wall_from(in + 3, in + 8), in[7]);
}

OPERATION(compare_gap, GAP_INPUTS, GAP_KINDS, 8, "i", NULL,
          "compare_gap(cx, cy, r, ax, ay, bx, by, gap, wr=0.0, extent='segment', **kwargs)\n"
          "--\n\n"
          "Compares the signed distance between a disc and a wall with `gap`. Exact.\n\n" PARAMETERS
              CIRCLE_DOC WALL_POINTS_DOC GAP_DOC WALL_REST_DOC UFUNC_DOC SIGN_DOC
          "    -1 if the distance is smaller, 0 if equal, 1 if larger. 1 for invalid input, which\n"
          "    includes a negative gap.\n\n" EXAMPLES
          ">>> carom.compare_gap(0, 7, 5, -10, 0, 10, 0, 2)\n"
          "0\n")

static inline void compare_distance_compute(const double *in, double *out) {
    out[0] = carom_circle_compare_distance(circle_of(in), wall_from(in + 3, in + 11),
                                           wall_from(in + 7, in + 13));
}

OPERATION(compare_distance, CIRCLE_INPUTS " " TWO_WALLS_INPUTS, CIRCLE_KINDS TWO_WALLS_KINDS, 11,
          "i", NULL,
          "compare_distance(cx, cy, r, ax, ay, bx, by, ax2, ay2, bx2, by2, wr=0.0, "
          "extent='segment', wr2=0.0, extent2='segment', **kwargs)\n--\n\n"
          "Compares the distances of two walls from a circle. Exact.\n\n"
          "The distance goes from the centre to the surface of the wall. It is negative inside a\n"
          "thick wall.\n\n" PARAMETERS CIRCLE_DOC TWO_WALLS_DOC UFUNC_DOC SIGN_DOC
          "    -1 if the first wall is nearer, 1 if the second is nearer, 0 if they are equally\n"
          "    far. An invalid wall counts as farther than every valid one. 0 for an invalid\n"
          "    circle.\n\n" EXAMPLES
          ">>> carom.compare_distance(0, 0, 1, -5, 3, 5, 3, -5, -4, 5, -4)\n"
          "-1\n")

static inline void wall_side_compute(const double *in, double *out) {
    out[0] = carom_wall_side(carom_segment(vec2_of(in), vec2_of(in + 2)), vec2_of(in + 4));
}

OPERATION(
    wall_side, "ax ay bx by x y", "dddddd", 6, "i", NULL,
    "wall_side(ax, ay, bx, by, x, y, **kwargs)\n--\n\n"
    "The side of the straight line through a and b on which a point lies. Exact.\n\n" PARAMETERS
        WALL_POINTS_DOC "x, y : array_like of float\n"
    "    The point.\n" UFUNC_DOC SIGN_DOC
    "    Looking from a to b: 1 left, -1 right, 0 on the line. 0 also for a == b and for\n"
    "    numbers that are not finite.\n\n" EXAMPLES
    ">>> carom.wall_side(0, 0, 10, 0, 3, [-1, 0, 1])\n"
    "array([-1,  0,  1], dtype=int8)\n")
