// The points of two walls in integers, for all finite doubles.
//
// Method: a place is N / D, with D = 1 and N an end, or with D = u x v and N = a D + u ((d - a) x
// v) where the axis from a along u crosses the axis from d along v. With L = |u|^2 and the offset M
// = wr times u turned, the point is N / D + M / sqrt(L), coordinate by coordinate. The degrees in
// the inputs are at most 8. Room: rest.
#include "rest/wall_contact_integers.h"

#include "rest/inputs.h"

// The axis `along` takes the place of the wall; c and the place behind it are the end, or both ends
// of the axis that is crossed.
static problem pose_place(const wall_place *place, double radius, carom_tier tier) {
    const carom_wall *const along = &place->along;
    const carom_vec2 c = place->is_crossing ? place->crossed.b : place->end;
    const carom_vec2 d = place->is_crossing ? place->crossed.a : place->end;
    const double in[] = {c.x, c.y,    along->a.x, along->a.y, along->b.x, along->b.y,
                         0.0, radius, 0.0,        d.x,        d.y};
    problem p;
    CAROM_ASSERT(radius >= 0.0);
    pose_inputs(&p, in, INPUTS_OF_STILL_WALL, CAROM_EXTENT_SEGMENT, tier);
    return p;
}

// N = (x, y) and D = below, with integers of 3 and of 2 inputs' length. The unit of x and y is that
// of `below` times the unit of the inputs.
typedef struct quotients {
    limb x[3 * LIMBS_ANY], y[3 * LIMBS_ANY], below[2 * LIMBS_ANY];
    bool x_negative, y_negative, below_negative;
    int below_unit;
} quotients;

// above = (input i) below + u factor
static bool set_above(limb *above, const problem *p, int i, const quotients *q, const limb *u,
                      bool u_negative, const limb *factor, bool factor_negative) {
    const int n = p->limbs;
    limb input[LIMBS_ANY], term[3 * LIMBS_ANY];
    const bool negative = load(input, n, p, i);
    limbs_mul(above, q->below, 2 * n, input, n);
    limbs_mul(term, factor, 2 * n, u, n);
    return limbs_sum(above, 3 * n, above, negative != q->below_negative, term,
                     u_negative != factor_negative);
}

static void set_crossing(quotients *q, const problem *p, const vector *u) {
    const int n = p->limbs;
    vector v, w;
    limb factor[2 * LIMBS_ANY];
    load_vector(&v, n, p, CX, MOVE_X);
    load_vector(&w, n, p, MOVE_X, AX);
    q->below_negative = cross_product(q->below, n, u, &v);
    q->below_unit = 2 * p->unit;
    const bool negative = cross_product(factor, n, &w, &v);
    q->x_negative = set_above(q->x, p, AX, q, u->x, u->x_negative, factor, negative);
    q->y_negative = set_above(q->y, p, AY, q, u->y, u->y_negative, factor, negative);
}

static void set_end(quotients *q, const problem *p) {
    const int n = p->limbs;
    limbs_set(q->below, 2 * n, 1, 0);
    q->below_negative = false;
    q->below_unit = 0;
    limbs_set(q->x, 3 * n, 0, 0);
    limbs_set(q->y, 3 * n, 0, 0);
    q->x_negative = load(q->x, n, p, CX);
    q->y_negative = load(q->y, n, p, CY);
}

// N / D + M / sqrt(L) for a component m of the axis' normal.
static wide offset_coordinate(const problem *p, const quotients *q, bool is_y, const limb *m,
                              bool m_negative, const limb *len2) {
    const int n = p->limbs, n3 = 3 * n, n4 = 4 * n, n8 = 8 * n, unit = p->unit;
    const limb *const above = is_y ? q->y : q->x;
    const bool above_negative = is_y ? q->y_negative : q->x_negative;
    limb radius[LIMBS_ANY], off[2 * LIMBS_ANY];
    load(radius, n, p, WALL_RADIUS);
    limbs_mul(off, radius, n, m, n);
    const wide below = to_wide(q->below, 2 * n, q->below_negative, q->below_unit);
    const wide root = wide_sqrt(to_wide(len2, 2 * n, false, 2 * unit));
    const wide top = to_wide(above, n3, above_negative, q->below_unit + unit);
    const wide move = to_wide(off, 2 * n, m_negative, 2 * unit);
    const wide place = wide_div(top, below);
    if (place.hi * move.hi >= 0.0)
        return wide_add(place, wide_div(move, root));
    // If the sum cancels, (N^2 L - M^2 D^2) / ((N sqrt(L) - M D) D sqrt(L)) does not.
    limb square[6 * LIMBS_ANY], lhs[8 * LIMBS_ANY], rhs[8 * LIMBS_ANY], product[4 * LIMBS_ANY];
    limbs_mul(square, above, n3, above, n3);
    limbs_mul(lhs, square, 2 * n3, len2, 2 * n);
    limbs_mul(product, off, 2 * n, q->below, 2 * n);
    limbs_mul(rhs, product, n4, product, n4);
    const bool negative = limbs_sum(lhs, n8, lhs, false, rhs, true);
    const wide difference = to_wide(lhs, n8, negative, 2 * q->below_unit + 4 * unit);
    const wide sum = wide_sub(wide_mul(top, root), wide_mul(move, below));
    return wide_div(difference, wide_mul(sum, wide_mul(below, root)));
}

carom_surface_point carom_exact_offset(const wall_place *place, double radius, bool to_right,
                                       carom_tier tier) {
    const problem p = pose_place(place, radius, tier);
    const int n = p.limbs;
    vector u;
    quotients q;
    limb len2[2 * LIMBS_ANY];
    CAROM_ASSUME(n >= 1);
    load_vector(&u, n, &p, BX, AX);
    CAROM_ASSERT(!vector_is_zero(&u, n));
    if (place->is_crossing)
        set_crossing(&q, &p, &u);
    else
        set_end(&q, &p);
    dot_product(len2, n, &u, &u);
    // Left of u is (-uy, ux).
    return (carom_surface_point){
        offset_coordinate(&p, &q, false, u.y, u.y_negative == to_right, len2),
        offset_coordinate(&p, &q, true, u.x, u.x_negative != to_right, len2)};
}
