// Two doubles, such as x and y. With vectors one instruction computes both.
//
// Each number of a result is rounded once, so the bits are the same with and without vectors.
// Room: arithmetic.
#ifndef CAROM_PAIR_H
#define CAROM_PAIR_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "compiler.h"

#if CAROM_GNU

typedef CAROM_VECTOR(double, 16) pair;
typedef CAROM_VECTOR(int64_t, 16) pair_bits;
typedef CAROM_VECTOR(uint64_t, 16) pair_words;

CAROM_INLINE pair pair_make(double x, double y) {
    return (pair){x, y};
}

CAROM_INLINE double pair_x(pair p) {
    return p[0];
}

CAROM_INLINE double pair_y(pair p) {
    return p[1];
}

CAROM_INLINE pair pair_plus(pair p, pair q) {
    return p + q;
}

CAROM_INLINE pair pair_minus(pair p, pair q) {
    return p - q;
}

CAROM_INLINE pair pair_times(pair p, pair q) {
    return p * q;
}

CAROM_INLINE pair pair_magnitude(pair p) {
    const pair_bits mask = {INT64_MAX, INT64_MAX};
    return (pair)((pair_bits)p & mask);
}

// The leading 26 bits of each number, rounded to nearest. Not for numbers near the largest double.
CAROM_INLINE pair pair_high_half(pair p) {
    const pair_words half = {1 << 26, 1 << 26};
    const pair_words mask = {0 - (UINT64_C(1) << 27), 0 - (UINT64_C(1) << 27)};
    return (pair)(((pair_words)p + half) & mask);
}

// p if x > 0, else q. No branch.
CAROM_INLINE pair pair_select_positive(double x, pair p, pair q) {
    const pair size = {x, x}, zero = {0.0, 0.0};
    const pair_bits mask = size > zero;
    return (pair)(((pair_bits)p & mask) | ((pair_bits)q & ~mask));
}

#else

typedef struct pair {
    double x, y;
} pair;

CAROM_INLINE pair pair_make(double x, double y) {
    return (pair){x, y};
}

CAROM_INLINE double pair_x(pair p) {
    return p.x;
}

CAROM_INLINE double pair_y(pair p) {
    return p.y;
}

CAROM_INLINE pair pair_plus(pair p, pair q) {
    return (pair){p.x + q.x, p.y + q.y};
}

CAROM_INLINE pair pair_minus(pair p, pair q) {
    return (pair){p.x - q.x, p.y - q.y};
}

CAROM_INLINE pair pair_times(pair p, pair q) {
    return (pair){p.x * q.x, p.y * q.y};
}

CAROM_INLINE pair pair_magnitude(pair p) {
    return (pair){fabs(p.x), fabs(p.y)};
}

CAROM_INLINE double high_half(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits + (1 << 26)) & ~((UINT64_C(1) << 27) - 1);
    memcpy(&x, &bits, sizeof x);
    return x;
}

CAROM_INLINE pair pair_high_half(pair p) {
    return (pair){high_half(p.x), high_half(p.y)};
}

CAROM_INLINE pair pair_select_positive(double x, pair p, pair q) {
    return x > 0.0 ? p : q;
}

#endif

// The first numbers of both pairs, and the second ones.
CAROM_INLINE pair pair_lows(pair p, pair q) {
    return pair_make(pair_x(p), pair_x(q));
}

CAROM_INLINE pair pair_highs(pair p, pair q) {
    return pair_make(pair_y(p), pair_y(q));
}

CAROM_INLINE double pair_total(pair p) {
    return pair_x(p) + pair_y(p);
}

CAROM_INLINE pair pair_both(double x) {
    return pair_make(x, x);
}

CAROM_INLINE pair pair_root(pair p) {
    return pair_make(sqrt(pair_x(p)), sqrt(pair_y(p)));
}

CAROM_INLINE pair pair_swap(pair p) {
    return pair_make(pair_y(p), pair_x(p));
}

#endif
