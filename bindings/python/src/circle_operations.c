// The operations on two circles. The other circle is a wall with a == b, as in carom/moving_wall.h.
//
// Room: operations.
#include "operations.h"

#define CIRCLES_INPUTS CIRCLE_INPUTS " cx2 cy2 r2"
#define CIRCLES_KINDS CIRCLE_KINDS CIRCLE_KINDS

static inline void relate_circle_compute(const double *in, double *out) {
    out[0] = carom_circle_relate(circle_of(in), carom_circle_as_post(circle_of(in + 3)));
}

OPERATION(
    relate_circle, CIRCLES_INPUTS, CIRCLES_KINDS, 6, "R", NULL,
    "relate_circle(cx, cy, r, cx2, cy2, r2, **kwargs)\n--\n\n"
    "The relation of two circles. Exact.\n\n"
    "It says where the second disc lies, seen from the first circle. If the first lies within\n"
    "the second, they cross, because part of the second disc lies outside the first.\n\n" PARAMETERS
        CIRCLE_DOC OTHER_DOC UFUNC_DOC RELATION_RETURNS_DOC EXAMPLES
    ">>> carom.relate_circle(0, 0, 3, 0, [1, 2, 3, 6], 1)\n"
    "array([5, 4, 3, 1], dtype=int8)\n")

static inline void touches_circle_compute(const double *in, double *out) {
    out[0] = carom_circle_touches_by_rule(circle_of(in), carom_circle_as_post(circle_of(in + 3)),
                                          (carom_contact_rule)(int)in[6]);
}

OPERATION(
    touches_circle, CIRCLES_INPUTS " rule", CIRCLES_KINDS "U", 6, "?", NULL,
    "touches_circle(cx, cy, r, cx2, cy2, r2, rule='closed', **kwargs)\n--\n\n"
    "True if two circles touch. Exact.\n\n" PARAMETERS CIRCLE_DOC OTHER_DOC
    "rule : str or array_like of str or int, optional\n"
    "    'closed': the discs share a point; 'open': they overlap and not only touch; 'ring':\n"
    "    the second disc reaches the outline of the first circle. Or codes of\n"
    "    `ContactRule`.\n" UFUNC_DOC TRUTH_DOC "    False for invalid input.\n\n" EXAMPLES
    ">>> carom.touches_circle(0, 0, 3, 3, 4, 2)\n"
    "True\n"
    ">>> carom.touches_circle(0, 0, 3, 3, 4, 2, rule='open')\n"
    "False\n")

static inline void within_circle_compute(const double *in, double *out) {
    out[0] = carom_circle_within(circle_of(in), carom_circle_as_post(circle_of(in + 3)), in[6]);
}

OPERATION(
    within_circle, CIRCLES_INPUTS " gap", CIRCLES_KINDS "d", 7, "?", NULL,
    "within_circle(cx, cy, r, cx2, cy2, r2, gap, **kwargs)\n--\n\n"
    "True if the distance between two discs is at most `gap`. Exact.\n\n" PARAMETERS CIRCLE_DOC
        OTHER_DOC "gap : array_like of float\n"
    "    The distance to compare with, in the unit of the coordinates; >= 0.\n" UFUNC_DOC TRUTH_DOC
    "    False for invalid input, which includes a negative gap.\n\n" EXAMPLES
    ">>> carom.within_circle(0, 0, 1, 3, 4, 2, [1, 2, 3])\n"
    "array([False,  True,  True])\n")

static inline void contact_circle_compute(const double *in, double *out) {
    write_contact(out,
                  carom_circle_contact(circle_of(in), carom_circle_as_post(circle_of(in + 3))));
}

OPERATION(contact_circle, CIRCLES_INPUTS, CIRCLES_KINDS, 6, CONTACT_KINDS, "Contact",
          "contact_circle(cx, cy, r, cx2, cy2, r2, **kwargs)\n--\n\n"
          "The contact of two discs: nearest point, normal, depth.\n\n"
          "The point is that of the second outline nearest to the first centre. The normal points\n"
          "from the second centre to the first; for equal centres it is (0, 1).\n\n" PARAMETERS
              CIRCLE_DOC OTHER_DOC UFUNC_DOC "Returns\n-------\n"
          "Contact\n"
          "    The feature is END_A and `along` is 0. Zeros for invalid input.\n\n" EXAMPLES
          ">>> contact = carom.contact_circle(0, 0, 3, 0, 4, 2)\n"
          ">>> contact.depth, contact.py, contact.ny\n"
          "(1.0, 2.0, -1.0)\n")

static inline void distance_circle_compute(const double *in, double *out) {
    out[0] = carom_circle_distance(circle_of(in), carom_circle_as_post(circle_of(in + 3)));
}

OPERATION(
    distance_circle, CIRCLES_INPUTS, CIRCLES_KINDS, 6, "d", NULL,
    "distance_circle(cx, cy, r, cx2, cy2, r2, **kwargs)\n--\n\n"
    "The gap between two discs.\n\n" PARAMETERS CIRCLE_DOC OTHER_DOC UFUNC_DOC "Returns\n-------\n"
    "float, or ndarray of float64\n"
    "    0 if and only if they touch or overlap. The error is at most 2 ulp of the larger of\n"
    "    r + r2 and the distance of the centres. 0 for invalid input.\n\n" EXAMPLES
    ">>> carom.distance_circle(0, 0, 1, 3, 4, [2, 5])\n"
    "array([2., 0.])\n")

static inline void sweep_circle_compute(const double *in, double *out) {
    write_sweep(out, carom_circle_sweep(circle_of(in), vec2_of(in + 3),
                                        carom_circle_as_post(circle_of(in + 5))));
}

OPERATION(sweep_circle, CIRCLE_INPUTS " " MOVE_INPUTS " cx2 cy2 r2",
          CIRCLE_KINDS MOVE_KINDS CIRCLE_KINDS, 8, SWEEP_KINDS, "Sweep",
          "sweep_circle(cx, cy, r, vx, vy, cx2, cy2, r2, **kwargs)\n--\n\n"
          "When and where a moving circle first touches a circle at rest.\n\n" PARAMETERS CIRCLE_DOC
              CIRCLE_MOVE_DOC OTHER_DOC UFUNC_DOC SWEEP_RETURNS_DOC EXAMPLES
          ">>> carom.sweep_circle(0, 0, 1, 10, 0, 8, 0, 2).t\n"
          "0.5\n")

#define OTHER_MOVE_DOC                                                                             \
    "vx2, vy2 : array_like of float\n"                                                             \
    "    Displacement of the other circle in the same time.\n"

static inline void sweep_moving_circle_compute(const double *in, double *out) {
    write_sweep(out, carom_circle_sweep_moving_circle(circle_of(in), vec2_of(in + 3),
                                                      circle_of(in + 5), vec2_of(in + 8), false));
}

OPERATION(sweep_moving_circle, CIRCLE_INPUTS " " MOVE_INPUTS " cx2 cy2 r2 vx2 vy2",
          CIRCLE_KINDS MOVE_KINDS CIRCLE_KINDS MOVE_KINDS, 10, SWEEP_KINDS, "Sweep",
          "sweep_moving_circle(cx, cy, r, vx, vy, cx2, cy2, r2, vx2, vy2, **kwargs)\n--\n\n"
          "When and where two moving circles first touch.\n\n"
          "The difference of the displacements is not rounded.\n\n" PARAMETERS CIRCLE_DOC
              CIRCLE_MOVE_DOC OTHER_DOC OTHER_MOVE_DOC UFUNC_DOC SWEEP_RETURNS_DOC EXAMPLES
          ">>> carom.sweep_moving_circle(0, 0, 1, 5, 0, 8, 0, 2, -5, 0).t\n"
          "0.5\n")

static inline void path_is_clear_of_circle_compute(const double *in, double *out) {
    out[0] = carom_circle_path_is_clear(circle_of(in), vec2_of(in + 3),
                                        carom_circle_as_post(circle_of(in + 5)));
}

OPERATION(
    path_is_clear_of_circle, CIRCLE_INPUTS " to_x to_y cx2 cy2 r2",
    CIRCLE_KINDS MOVE_KINDS CIRCLE_KINDS, 8, "?", NULL,
    "path_is_clear_of_circle(cx, cy, r, to_x, to_y, cx2, cy2, r2, **kwargs)\n--\n\n"
    "True if a circle moves to a given centre without overlapping a circle at rest. Exact.\n\n"
    "Touching is allowed.\n\n" PARAMETERS CIRCLE_DOC TO_DOC OTHER_DOC UFUNC_DOC TRUTH_DOC
    "    False if they overlap at the start, and for invalid input.\n\n" EXAMPLES
    ">>> carom.path_is_clear_of_circle(0, 0, 1, 10, 0, 5, [0, 3], 2)\n"
    "array([False,  True])\n")

static inline void path_is_clear_of_moving_circle_compute(const double *in, double *out) {
    out[0] = carom_circle_path_is_clear_of_moving(circle_of(in), vec2_of(in + 3),
                                                  carom_circle_as_post(circle_of(in + 5)),
                                                  vec2_of(in + 8), vec2_of(in + 8));
}

OPERATION(path_is_clear_of_moving_circle, CIRCLE_INPUTS " to_x to_y cx2 cy2 r2 to_x2 to_y2",
          CIRCLE_KINDS MOVE_KINDS CIRCLE_KINDS MOVE_KINDS, 10, "?", NULL,
          "path_is_clear_of_moving_circle(cx, cy, r, to_x, to_y, cx2, cy2, r2, to_x2, to_y2, "
          "**kwargs)\n--\n\n"
          "True if two circles move to given centres and never overlap. Exact.\n\n"
          "Touching is allowed.\n\n" PARAMETERS CIRCLE_DOC TO_DOC OTHER_DOC
          "to_x2, to_y2 : array_like of float\n"
          "    Centre of the other circle at the end of its path.\n" UFUNC_DOC TRUTH_DOC
          "    False if they overlap at the start, and for invalid input.\n\n" EXAMPLES
          ">>> carom.path_is_clear_of_moving_circle(0, 0, 1, 10, 0, 5, 0, 2, [5, 15], 0)\n"
          "array([False,  True])\n")
