// The operations on two walls: the gap between them, and where they are nearest. Room: operations.
#include "operations.h"

/// The two walls of the columns TWO_WALLS_INPUTS. `rest` holds radius and extent of both.
static inline carom_wall first_wall(const double *in, const double *rest) {
    return wall_from(in, rest);
}

static inline carom_wall second_wall(const double *in, const double *rest) {
    return wall_from(in + 4, rest + 2);
}

static inline void wall_gap_compute(const double *in, double *out) {
    const carom_wall wall = first_wall(in, in + 8), other = second_wall(in, in + 8);
    out[0] = carom_wall_gap(wall, other);
    if (!carom_wall_is_valid(wall) || !carom_wall_is_valid(other))
        write_no_numbers(out, 1);
}

OPERATION(
    wall_gap, TWO_WALLS_INPUTS, TWO_WALLS_KINDS, 8, "d", NULL,
    "wall_gap(ax, ay, bx, by, ax2, ay2, bx2, by2, wr=0.0, extent='segment', wr2=0.0, "
    "extent2='segment', **kwargs)\n--\n\n"
    "The gap between the surfaces of two walls: their clearance.\n\n"
    "It is the distance between the axes, 0 if they meet, minus the sum of the wall radii.\n"
    "To compare it with a number exactly, ask `compare_wall_gap`.\n\n" PARAMETERS TWO_WALLS_DOC
        UFUNC_DOC "Returns\n-------\nfloat, or ndarray of float64\n"
    "    Negative if the walls overlap, 0 if they touch. The sign is exact. The error is at\n"
    "    most 1 ulp of the larger of the distance and wr + wr2. NaN for invalid input.\n\n" EXAMPLES
    ">>> carom.wall_gap(0, 0, 10, 0, 4, 3, 6, 9, wr=[0.5, 2.0], wr2=1)\n"
    "array([1.5, 0. ])\n")

static inline void compare_wall_gap_compute(const double *in, double *out) {
    out[0] = carom_wall_compare_gap(first_wall(in, in + 9), second_wall(in, in + 9), in[8]);
}

OPERATION(
    compare_wall_gap, "ax ay bx by ax2 ay2 bx2 by2 gap wr extent wr2 extent2", "ddddddddddEdE", 9,
    "i", NULL,
    "compare_wall_gap(ax, ay, bx, by, ax2, ay2, bx2, by2, gap, wr=0.0, extent='segment', "
    "wr2=0.0, extent2='segment', **kwargs)\n--\n\n"
    "Compares the gap between two walls with `gap`. Exact.\n\n" PARAMETERS TWO_WALLS_DOC
    "gap : array_like of float\n"
    "    The distance to compare with, in the unit of the coordinates; >= 0.\n" UFUNC_DOC SIGN_DOC
    "    -1 if the gap is smaller, 0 if equal, 1 if larger. 1 for invalid input, which\n"
    "    includes a negative `gap`.\n\n" EXAMPLES
    ">>> carom.compare_wall_gap(0, 0, 10, 0, 4, 3, 6, 9, [2, 3, 4])\n"
    "array([ 1,  0, -1], dtype=int8)\n")

static inline void wall_contact_compute(const double *in, double *out) {
    const carom_clearance c = carom_wall_contact(first_wall(in, in + 8), second_wall(in, in + 8));
    out[0] = c.relation;
    if (c.relation == CAROM_WALL_RELATION_INVALID) {
        write_no_numbers(out + 1, 7);
        return;
    }
    out[1] = c.gap;
    write_vec2(out + 2, c.point);
    write_vec2(out + 4, c.other_point);
    write_vec2(out + 6, c.normal);
}

OPERATION(
    wall_contact, TWO_WALLS_INPUTS, TWO_WALLS_KINDS, 8, "Wddddddd", "WallContact",
    "wall_contact(ax, ay, bx, by, ax2, ay2, bx2, by2, wr=0.0, extent='segment', wr2=0.0, "
    "extent2='segment', **kwargs)\n--\n\n"
    "Where two walls are nearest: the gap, a point of each surface, the normal.\n\n"
    "It is also defined if they overlap. Where several places are equally near, the first of the\n"
    "ends a, b of the first wall and of the second one that is as near counts.\n\n" PARAMETERS
        TWO_WALLS_DOC UFUNC_DOC "Returns\n-------\n"
    "WallContact\n"
    "    For invalid input WallRelation.INVALID, and the numbers are NaN.\n\n" EXAMPLES
    ">>> near = carom.wall_contact(0, 0, 10, 0, 4, 3, 6, 9, wr=0.5)\n"
    ">>> near.relation, near.gap, near.px, near.py, near.qx, near.qy\n"
    "(<WallRelation.SEPARATE: 1>, 2.5, 4.0, 0.5, 4.0, 3.0)\n")
