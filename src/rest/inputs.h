// The inputs of a question about a circle and a wall, as integers in a common unit.
//
// The unit is that of the lowest bit of any input, so the integers need as many bits as the
// exponents span. Room: rest.
#ifndef CAROM_INPUTS_H
#define CAROM_INPUTS_H

#include "arithmetic/integers.h"
#include "carom/shapes.h"

// The inputs, in a fixed order. A circle at rest has those before MOVE_X, a wall at rest those
// before WALL_MOVE_X.
enum {
    CX,
    CY,
    AX,
    AY,
    BX,
    BY,
    CIRCLE_RADIUS,
    WALL_RADIUS,
    GAP,
    MOVE_X,
    MOVE_Y,
    WALL_MOVE_X,
    WALL_MOVE_Y,
    INPUTS
};
enum { INPUTS_AT_REST = MOVE_X, INPUTS_OF_STILL_WALL = WALL_MOVE_X };

typedef struct problem {
    decoded in[INPUTS];
    int unit;  // lowest exponent: all inputs are integers times 2^unit
    int top;   // all inputs are below 2^top; less than unit if all are 0
    int limbs; // the number of limbs that holds each input, difference and sum, with a spare bit
    carom_extent extent;
    // How the displacements are given, as in swept_query.
    bool is_end, wall_moves;
} problem;

// The problem of these inputs: INPUTS_AT_REST, INPUTS_OF_STILL_WALL or INPUTS of them. With a
// moving wall the displacement is a difference of up to four inputs; one bit more makes room for
// it.
CAROM_INLINE void pose_inputs(problem *p, const double *in, int count, carom_extent extent,
                              carom_tier tier) {
    int low = 2000, high = -2000;
    for (int i = 0; i < count; i++) {
        p->in[i] = decode(in[i]);
        const uint64_t m = p->in[i].m;
        if (m == 0)
            continue;
        const int lowest = p->in[i].exp + trailing_zeros(m);
        const int highest = p->in[i].exp + bit_length(m);
        low = lowest < low ? lowest : low;
        high = highest > high ? highest : high;
    }
    p->unit = low;
    if (count == INPUTS)
        high++;
    p->top = high;
    p->limbs = limbs_for(low, high, tier);
    p->extent = extent;
}

// out = the magnitude of input i in units; returns its sign.
CAROM_INLINE bool load(limb *out, int n, const problem *p, int i) {
    CAROM_ASSERT(i >= 0 && i < INPUTS);
    const int shift = p->in[i].exp - p->unit;
    const uint64_t m = p->in[i].m;
    if (m == 0 || shift >= 0)
        limbs_set(out, n, m, m == 0 ? 0 : shift);
    else
        limbs_set(out, n, m >> -shift, 0);
    return p->in[i].negative;
}

// out = input i minus input j; returns true if that is negative.
CAROM_INLINE bool load_difference(limb *out, int n, const problem *p, int i, int j) {
    limb x[LIMBS_MAX], y[LIMBS_MAX];
    const bool x_negative = load(x, n, p, i);
    const bool y_negative = load(y, n, p, j);
    return limbs_sum(out, n, x, x_negative, y, !y_negative);
}

// The vector from the point of inputs (j, j + 1) to that of inputs (i, i + 1).
CAROM_INLINE void load_vector(vector *out, int n, const problem *p, int i, int j) {
    out->x_negative = load_difference(out->x, n, p, i, j);
    out->y_negative = load_difference(out->y, n, p, i + 1, j + 1);
}

// out = the sum of inputs i .. j, none of them negative.
CAROM_INLINE void load_total(limb *out, int n, const problem *p, int i, int j) {
    load(out, n, p, i);
    for (int k = i + 1; k <= j; k++) {
        limb term[LIMBS_MAX];
        load(term, n, p, k);
        limbs_sum(out, n, out, false, term, false);
    }
}

static inline wide vector_x(const vector *v, const problem *p) {
    return to_wide(v->x, p->limbs, v->x_negative, p->unit);
}

static inline wide vector_y(const vector *v, const problem *p) {
    return to_wide(v->y, p->limbs, v->y_negative, p->unit);
}

#endif
