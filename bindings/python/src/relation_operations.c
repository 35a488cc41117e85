// The operations on a circle and a wall at rest: relation, touch tests, contact.
//
// Layer: operations.
#include "operations.h"

static inline void relate_compute(const double *in, double *out) {
    out[0] = carom_circle_relate(circle_of(in), wall_of(in + 3));
}

OPERATION(relate, CIRCLE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS WALL_KINDS, 7, "R", NULL,
          "relate(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
          "The relation of a circle and a wall. Exact.\n\n"
          "Parameters\n----------\n" CIRCLE_DOC WALL_DOC UFUNC_DOC "\n"
          "Returns\n-------\n"
          "Relation, or ndarray of int8\n"
          "    A member for numbers, its codes for arrays. Relation.INVALID for NaN, infinity,\n"
          "    a negative radius and an unknown code of an extent.\n\n"
          "Examples\n--------\n"
          ">>> carom.relate(0, 5, 5, -10, 0, 10, 0)\n"
          "<Relation.TOUCHING: 2>\n")

static inline void contact_compute(const double *in, double *out) {
    const carom_contact c = carom_circle_contact(circle_of(in), wall_of(in + 3));
    out[0] = c.relation;
    out[1] = c.feature;
    out[2] = c.along;
    write_vec2(out + 3, c.point);
    write_vec2(out + 5, c.normal);
    out[7] = c.depth;
}

OPERATION(contact, CIRCLE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS WALL_KINDS, 7, "RFdddddd", "Contact",
          "contact(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
          "The contact of a circle and a wall: nearest point, normal, depth.\n\n"
          "It is also defined if they are separate.\n\n"
          "Parameters\n----------\n" CIRCLE_DOC WALL_DOC UFUNC_DOC "\n"
          "Returns\n-------\n"
          "Contact\n"
          "    Zeros, with Relation.INVALID, for invalid input.\n\n"
          "Examples\n--------\n"
          ">>> carom.contact(0, 4, 5, -10, 0, 10, 0).depth\n"
          "1.0\n")

static inline void touches_compute(const double *in, double *out) {
    out[0] = carom_circle_touches_by_rule(circle_of(in), wall_of(in + 3),
                                          (carom_contact_rule)(int)in[9]);
}

OPERATION(touches, CIRCLE_INPUTS " " WALL_INPUTS " rule", CIRCLE_KINDS WALL_KINDS "U", 7, "?", NULL,
          "touches(cx, cy, r, ax, ay, bx, by, wr=0.0, extent='segment', rule='closed', **kwargs)\n"
          "--\n\n"
          "True if a circle and a wall touch. Exact.\n\n"
          "Parameters\n----------\n" CIRCLE_DOC WALL_DOC
          "rule : str or array_like of str or int, optional\n"
          "    'closed': the closed disc and the wall share a point; 'open': they overlap and not\n"
          "    only touch; 'ring': the wall reaches the outline of the circle. Or codes of\n"
          "    `ContactRule`.\n" UFUNC_DOC "\n"
          "Returns\n-------\n"
          "bool, or ndarray of bool\n"
          "    False for invalid input.\n")
