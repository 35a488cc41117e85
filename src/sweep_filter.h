// The filter of the sweep: decides in double what is certain in spite of rounding.
//
// The same tree as in exact_sweep.c, with every sign taken only if it exceeds its error bound.
// Products of two carry at most 8 roundings, so 2^-48 of their magnitudes leaves room; numbers
// above 2^200 are left to integers, so that products of four neither overflow nor lose more than
// 2^-660 by underflow. Bounds: docs/exactness.md. Layer: sweep.
#ifndef CAROM_SWEEP_FILTER_H
#define CAROM_SWEEP_FILTER_H

#include <float.h>
#include <math.h>

#include "exact_sweep.h"

#define SWEEP_HIGH 0x1p200
#define SWEEP_ERROR 0x1p-48
// What underflow can take from products of two, and from their squares times anything allowed.
#define SWEEP_TINY2 (16.0 * DBL_MIN)
#define SWEEP_TINY4 0x1p-660

// The vectors of a course, each coordinate rounded once, and R, rounded once.
typedef struct course_vectors {
    carom_vec2 u, w, z, v;
    double reach;
} course_vectors;

static inline course_vectors course_vectors_of(const course *c) {
    course_vectors k;
    k.u = carom_vec2_sub(c->wall.b, c->wall.a);
    k.w = carom_vec2_sub(c->circle.center, c->wall.a);
    k.z = carom_vec2_sub(c->circle.center, c->wall.b);
    k.v = c->is_end ? carom_vec2_sub(c->move, c->circle.center) : c->move;
    k.reach = c->circle.radius + c->wall.radius;
    return k;
}

// The sum of all magnitudes: above SWEEP_HIGH, or NaN, nothing is decided here. This also says that
// all numbers are finite.
static inline double course_size(const course_vectors *k) {
    return fabs(k->u.x) + fabs(k->u.y) + fabs(k->w.x) + fabs(k->w.y) + fabs(k->z.x) + fabs(k->z.y) +
           fabs(k->v.x) + fabs(k->v.y) + fabs(k->reach);
}

// A number known to within an error.
typedef struct bounded {
    double value;
    double error;
} bounded;

// p + q for products of two.
static inline bounded bounded_sum(double p, double q) {
    return (bounded){p + q, SWEEP_ERROR * (fabs(p) + fabs(q)) + SWEEP_TINY2};
}

static inline bounded bounded_dot(carom_vec2 p, carom_vec2 q) {
    return bounded_sum(p.x * q.x, p.y * q.y);
}

static inline bounded bounded_cross(carom_vec2 p, carom_vec2 q) {
    return bounded_sum(p.x * q.y, -(p.y * q.x));
}

// The sign if certain, else 0.
static inline int bounded_sign(bounded x) {
    return x.value > x.error ? 1 : x.value < -x.error ? -1 : 0;
}

// Sign of x^2 - square for x >= 0 (or clamped to it) if certain, else 0; `square` is R^2 times a
// squared length, with no more than 8 roundings.
static inline int bounded_compare(bounded x, double square) {
    const double low = x.value > x.error ? x.value - x.error : 0.0;
    const double high = x.value + x.error;
    if (low * low > square * (1.0 + SWEEP_ERROR) + SWEEP_TINY4)
        return 1;
    if (high * high * (1.0 + SWEEP_ERROR) + SWEEP_TINY4 < square)
        return -1;
    return 0;
}

// Certain misses, by separating axes: across the wall and across the path; along both.
// gap - error is the least distance times the length of the axis, `square` is R^2 times its square.
static inline bool is_apart(double gap, double error, double square) {
    const double low = gap - error;
    return low > 0.0 && low * low > square * (1.0 + SWEEP_ERROR) + SWEEP_TINY4;
}

static inline double smaller(double x, double y) {
    return x < y ? x : y;
}

static inline double larger(double x, double y) {
    return x > y ? x : y;
}

// How far the interval between x and y is from 0: > 0 if both have the same sign.
static inline double distance_of_interval(double x, double y) {
    return larger(smaller(x, y), -larger(x, y));
}

// True if the circle certainly misses. Quick, and settles nearly all misses.
static inline bool sweep_certainly_misses(const course_vectors *k, carom_extent extent) {
    const double reach2 = k->reach * k->reach;
    // Across the wall: u x w at the start, u x (w + v) at the end.
    const double ws = k->u.x * k->w.y, wt = k->u.y * k->w.x;
    const double vs = k->u.x * k->v.y, vt = k->u.y * k->v.x;
    const double start = ws - wt, move = vs - vt;
    const double len2 = k->u.x * k->u.x + k->u.y * k->u.y;
    const double error = SWEEP_ERROR * (fabs(ws) + fabs(wt) + fabs(vs) + fabs(vt)) + SWEEP_TINY2;
    if (is_apart(distance_of_interval(start, start + move), error, reach2 * len2))
        return true;
    if (extent != CAROM_SEGMENT)
        return false;
    // Across the path: v x w and v x z.
    const double as = k->v.x * k->w.y, at = k->v.y * k->w.x;
    const double bs = k->v.x * k->z.y, bt = k->v.y * k->z.x;
    const double move2 = k->v.x * k->v.x + k->v.y * k->v.y;
    const double path_error =
        SWEEP_ERROR * (fabs(as) + fabs(at) + fabs(bs) + fabs(bt)) + SWEEP_TINY2;
    if (is_apart(distance_of_interval(as - at, bs - bt), path_error, reach2 * move2))
        return true;
    // Along the path: the ends lie behind the start or beyond the end of it.
    const double wv = k->w.x * k->v.x + k->w.y * k->v.y;
    const double zv = k->z.x * k->v.x + k->z.y * k->v.y;
    const double along_error =
        SWEEP_ERROR * (fabs(k->w.x * k->v.x) + fabs(k->w.y * k->v.y) + fabs(k->z.x * k->v.x) +
                       fabs(k->z.y * k->v.y) + move2) +
        SWEEP_TINY2;
    if (is_apart(larger(smaller(wv, zv), -larger(wv, zv) - move2), along_error, reach2 * move2))
        return true;
    // Along the wall: start and end lie beyond the same end.
    const double wu = k->w.x * k->u.x + k->w.y * k->u.y;
    const double zu = k->z.x * k->u.x + k->z.y * k->u.y;
    const double vu = k->v.x * k->u.x + k->v.y * k->u.y;
    const double wall_error =
        SWEEP_ERROR *
            (fabs(k->w.x * k->u.x) + fabs(k->w.y * k->u.y) + fabs(k->z.x * k->u.x) +
             fabs(k->z.y * k->u.y) + 2.0 * (fabs(k->v.x * k->u.x) + fabs(k->v.y * k->u.y))) +
        SWEEP_TINY2;
    return is_apart(larger(-larger(wu, wu + vu), smaller(zu, zu + vu)), wall_error, reach2 * len2);
}

// The sign of from.u where the circle reaches the line at distance R, if certain, else 0: of
// (from.u) |u x v| + (|u x w| - R |u|) (v.u), a sum of three products of four.
static inline int filter_foot_sign(const course_vectors *k, carom_vec2 from, double start,
                                   double start_terms, double move, double move_terms,
                                   double reach_len) {
    const double fx = from.x * k->u.x, fy = from.y * k->u.y;
    const double vx = k->v.x * k->u.x, vy = k->v.y * k->u.y;
    const double from_terms = fabs(fx) + fabs(fy), along_terms = fabs(vx) + fabs(vy);
    const double value = (fx + fy) * move + (start - reach_len) * (vx + vy);
    const double error =
        2.0 * SWEEP_ERROR * (from_terms * move_terms + (start_terms + reach_len) * along_terms) +
        SWEEP_TINY4;
    return bounded_sign((bounded){value, error});
}

// The kind CAROM_SWEEP_INVALID stands for "not certain".
static const meeting sweep_unsure = {CAROM_SWEEP_INVALID, CAROM_FEATURE_NONE};
static const meeting sweep_missed = {CAROM_MISS, CAROM_FEATURE_NONE};

// The meeting with the end that `e` comes from.
static inline meeting filter_meeting_end(const course_vectors *k, carom_feature feature) {
    const carom_vec2 e = feature == CAROM_END_A ? k->w : k->z;
    const double reach2 = k->reach * k->reach;
    const int leaving = bounded_sign(bounded_dot(e, k->v));
    if (leaving > 0)
        return sweep_missed;
    bounded cross = bounded_cross(k->v, e);
    cross.value = fabs(cross.value);
    const int line = bounded_compare(cross, reach2 * carom_vec2_dot(k->v, k->v));
    if (line > 0)
        return sweep_missed;
    if (leaving == 0 || line == 0)
        return sweep_unsure;
    const meeting hit = {CAROM_HIT, feature};
    const carom_vec2 f = carom_vec2_add(e, k->v);
    // f carries the error of a sum that may cancel.
    const double f_error = SWEEP_ERROR * (fabs(e.x) + fabs(k->v.x) + fabs(e.y) + fabs(k->v.y));
    const double dist = sqrt(carom_vec2_dot(f, f));
    if (dist * (1.0 + SWEEP_ERROR) + f_error + 0x1p-500 < k->reach)
        return hit;
    bounded leaving_at_end = bounded_dot(f, k->v);
    leaving_at_end.error += f_error * (fabs(k->v.x) + fabs(k->v.y));
    const int past = bounded_sign(leaving_at_end);
    if (past > 0)
        return hit;
    if (past < 0 && dist - dist * SWEEP_ERROR - f_error - 0x1p-500 > k->reach)
        return sweep_missed;
    return sweep_unsure;
}

// The meeting of a circle that starts separate, if certain. `k` must be of a safe size.
static inline meeting filter_meeting(const course_vectors *k, const course *c) {
    const bool is_point = c->wall.a.x == c->wall.b.x && c->wall.a.y == c->wall.b.y;
    if (is_point)
        return filter_meeting_end(k, CAROM_END_A);
    const double len2 = carom_vec2_dot(k->u, k->u);
    if (!(len2 >= 0x1p-400))
        return sweep_unsure;
    const double side_square = k->reach * k->reach * len2;
    const bounded start = bounded_cross(k->u, k->w);
    const bounded start_size = {fabs(start.value), start.error};
    const int outside = bounded_compare(start_size, side_square);
    if (outside == 0)
        return sweep_unsure;
    if (outside < 0) { // between the lines and separate: beyond an end
        if (bounded_sign(bounded_dot(k->w, k->u)) < 0)
            return filter_meeting_end(k, CAROM_END_A);
        if (c->wall.extent == CAROM_SEGMENT && bounded_sign(bounded_dot(k->z, k->u)) > 0)
            return filter_meeting_end(k, CAROM_END_B);
        return sweep_unsure;
    }
    const bounded move = bounded_cross(k->u, k->v);
    const int turn = start.value > 0.0 ? bounded_sign(move) : -bounded_sign(move);
    if (turn >= 0)
        return turn > 0 ? sweep_missed : sweep_unsure;
    const double move_size = fabs(move.value);
    if (c->wall.extent != CAROM_LINE) {
        const double start_terms = fabs(k->u.x * k->w.y) + fabs(k->u.y * k->w.x);
        const double move_terms = fabs(k->u.x * k->v.y) + fabs(k->u.y * k->v.x);
        const double reach_len = k->reach * sqrt(len2);
        const int after_a = filter_foot_sign(k, k->w, start_size.value, start_terms, move_size,
                                             move_terms, reach_len);
        if (after_a <= 0)
            return after_a < 0 ? filter_meeting_end(k, CAROM_END_A) : sweep_unsure;
        if (c->wall.extent == CAROM_SEGMENT) {
            const int after_b = filter_foot_sign(k, k->z, start_size.value, start_terms, move_size,
                                                 move_terms, reach_len);
            if (after_b >= 0)
                return after_b > 0 ? filter_meeting_end(k, CAROM_END_B) : sweep_unsure;
        }
    }
    // |u x w| - |u x v| <= R |u|?
    const bounded rest = {start_size.value - move_size,
                          start.error + move.error + SWEEP_ERROR * (start_size.value + move_size)};
    const meeting hit = {CAROM_HIT, CAROM_SIDE};
    if (rest.value < -rest.error)
        return hit;
    const int short_of = bounded_compare(rest, side_square);
    if (short_of != 0)
        return short_of < 0 ? hit : sweep_missed;
    return sweep_unsure;
}

#endif
