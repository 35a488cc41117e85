// Two double-doubles side by side, such as the coordinates of a vector. Room: arithmetic.
#ifndef CAROM_DOUBLE_PAIR_H
#define CAROM_DOUBLE_PAIR_H

#include "arithmetic/pair.h"
#include "arithmetic/wide.h"
#include "carom/vec2.h"

// hi + lo, both coordinates.
typedef struct wide_pair {
    pair hi, lo;
} wide_pair;

CAROM_INLINE pair pair_of(carom_vec2 p) {
    return pair_make(p.x, p.y);
}

CAROM_INLINE pair pair_of_minus(carom_vec2 p) {
    return pair_make(-p.x, -p.y);
}

// wide_of_sum and wide_of_product for both coordinates at once: half the instructions.
CAROM_INLINE wide_pair pair_sum(pair a, pair b) {
    const pair s = pair_plus(a, b), t = pair_minus(s, a);
    return (wide_pair){s, pair_plus(pair_minus(a, pair_minus(s, t)), pair_minus(b, t))};
}

CAROM_INLINE wide_pair pair_product(pair a, pair b) {
    const pair a1 = pair_high_half(a), b1 = pair_high_half(b);
    const pair a2 = pair_minus(a, a1), b2 = pair_minus(b, b1);
    const pair p = pair_times(a, b);
    // ((a1 b1 - p) + a1 b2 + a2 b1) + a2 b2
    pair rest = pair_minus(pair_times(a1, b1), p);
    rest = pair_plus(rest, pair_times(a1, b2));
    rest = pair_plus(rest, pair_times(a2, b1));
    return (wide_pair){p, pair_plus(rest, pair_times(a2, b2))};
}

CAROM_INLINE wide_pair pair_difference(pair a, pair b) {
    const pair s = pair_minus(a, b), t = pair_minus(s, a);
    return (wide_pair){s, pair_minus(pair_minus(a, pair_minus(s, t)), pair_plus(b, t))};
}

// a * b for double-doubles; lo is not brought below an ulp of hi.
CAROM_INLINE wide_pair pair_mul(wide_pair a, wide_pair b) {
    wide_pair p = pair_product(a.hi, b.hi);
    p.lo = pair_plus(p.lo, pair_plus(pair_times(a.hi, b.lo), pair_times(a.lo, b.hi)));
    return p;
}

// (x + y of hi) + the rest, rounded at last.
CAROM_INLINE wide sum_of_pair(wide_pair p) {
    const wide s = wide_of_sum(pair_x(p.hi), pair_y(p.hi));
    return (wide){s.hi, s.lo + (pair_x(p.lo) + pair_y(p.lo)), 0};
}

// (x - y of hi) and the rest.
CAROM_INLINE wide difference_of_pair(wide_pair p) {
    const wide s = wide_of_sum(pair_x(p.hi), -pair_y(p.hi));
    return (wide){s.hi, s.lo + (pair_x(p.lo) - pair_y(p.lo)), 0};
}

#endif
