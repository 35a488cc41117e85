// The operations on a circle and a wall at rest that answer by numbers: contact, distances,
// crossings, push-out.
//
// Room: operations.
#include "operations.h"

#include <stdbool.h>

static inline void contact_compute(const double *in, double *out) {
    write_contact(out, carom_circle_contact(circle_of(in), wall_of(in + 3)));
}

OPERATION(contact, CIRCLE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS WALL_KINDS, 7, CONTACT_KINDS,
          "Contact",
          "contact(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
          "The contact of a circle and a wall: nearest point, normal, depth.\n\n"
          "It is also defined if they are separate. The depth is positive if they overlap, and is\n"
          "the negative gap of nearest():\n"
          "[Gap and clearance](../geometry.md#gap-and-clearance).\n\n" PARAMETERS CIRCLE_DOC
              WALL_DOC UFUNC_DOC "Returns\n-------\n"
          "Contact\n"
          "    For invalid input Relation.INVALID, and the numbers are NaN.\n\n" EXAMPLES
          ">>> carom.contact(0, 4, 5, -10, 0, 10, 0).depth\n"
          "1.0\n"
          ">>> carom.contact([0, 12], 4, 5, -10, 0, 10, 0).feature\n"
          "array([1, 3], dtype=int8)\n")

static bool is_valid(const double *in) {
    return carom_circle_is_valid(circle_of(in)) && carom_wall_is_valid(wall_of(in + 3));
}

static inline void distance_compute(const double *in, double *out) {
    out[0] = carom_circle_distance(circle_of(in), wall_of(in + 3));
    if (out[0] == 0.0 && !is_valid(in))
        write_no_numbers(out, 1);
}

#define NUMBER_DOC "Returns\n-------\nfloat, or ndarray of float64\n"

OPERATION(
    distance, CIRCLE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS WALL_KINDS, 7, "d", NULL,
    "distance(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
    "The gap between a disc and a wall.\n\n"
    "For the distance of a point let r be 0; for that to the axis let wr be 0, too.\n\n" PARAMETERS
        CIRCLE_DOC WALL_DOC UFUNC_DOC NUMBER_DOC
    "    0 if and only if they touch or overlap. The error is at most 1 ulp of the larger of\n"
    "    r + wr and the distance from the centre to the axis. NaN for invalid input.\n\n" EXAMPLES
    ">>> carom.distance(0, [4, 7], 5, -10, 0, 10, 0)\n"
    "array([0., 2.])\n")

static inline void signed_distance_compute(const double *in, double *out) {
    out[0] = carom_circle_signed_distance(circle_of(in), wall_of(in + 3));
    if (out[0] == 0.0 && !is_valid(in))
        write_no_numbers(out, 1);
}

OPERATION(
    signed_distance, CIRCLE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS WALL_KINDS, 7, "d", NULL,
    "signed_distance(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
    "The signed distance between a disc and a wall: negative if they overlap.\n\n" PARAMETERS
        CIRCLE_DOC WALL_DOC UFUNC_DOC NUMBER_DOC
    "    The distance from the centre to the axis minus r + wr. The sign is exact. The error\n"
    "    is at most 1 ulp of the larger of the two. NaN for invalid input.\n\n" EXAMPLES
    ">>> carom.signed_distance(0, [4, 7], 5, -10, 0, 10, 0)\n"
    "array([-1.,  2.])\n")

static inline void crossings_compute(const double *in, double *out) {
    const double rest[] = {0.0, in[7]};
    const carom_wall wall = wall_from(in + 3, rest);
    const carom_crossings c = carom_circle_crossings(circle_of(in), wall);
    out[0] = c.count;
    if (c.count == 0 && !(carom_circle_is_valid(circle_of(in)) && carom_wall_is_valid(wall))) {
        write_no_numbers(out + 1, 6);
        return;
    }
    out[1] = c.along[0];
    write_vec2(out + 2, c.point[0]);
    out[4] = c.along[1];
    write_vec2(out + 5, c.point[1]);
}

OPERATION(
    crossings, CIRCLE_INPUTS " ax ay bx by extent", CIRCLE_KINDS "ddddE", 7, "idddddd", "Crossings",
    "crossings(cx, cy, r, ax, ay, bx, by, extent='segment', **kwargs)\n--\n\n"
    "The points where the outline of a circle crosses the axis of a wall.\n\n" PARAMETERS CIRCLE_DOC
        WALL_POINTS_DOC EXTENT_DOC UFUNC_DOC "Returns\n-------\n"
    "Crossings\n"
    "    The count is exact. Unused fields are 0. For invalid input the count is 0, and the\n"
    "    numbers are NaN.\n\n" EXAMPLES ">>> found = carom.crossings(0, 3, 5, -10, 0, 10, 0)\n"
    ">>> found.count, found.x0, found.x1\n"
    "(2, -4.0, 4.0)\n")

static inline void push_out_compute(const double *in, double *out) {
    const carom_push push = carom_circle_push_out(circle_of(in), wall_of(in + 3));
    out[0] = push.relation;
    write_vec2(out + 1, push.center);
    if (push.relation == CAROM_RELATION_INVALID)
        write_no_numbers(out + 1, 2);
}

OPERATION(push_out, CIRCLE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS WALL_KINDS, 7, "Rdd", "Push",
          "push_out(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
          "Pushes a circle out of a wall by the minimum translation (MTV).\n\n"
          "It moves along the contact normal, to a centre where the exact relation is touching or\n"
          "separate.\n\n" PARAMETERS CIRCLE_DOC WALL_DOC UFUNC_DOC "Returns\n-------\n"
          "Push\n"
          "    For invalid input Relation.INVALID, and the numbers are NaN.\n\n" EXAMPLES
          ">>> carom.push_out(0, 4, 5, -10, 0, 10, 0)\n"
          "Push(relation=<Relation.TOUCHING: 2>, x=0.0, y=5.0)\n")
