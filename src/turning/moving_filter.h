// The filter of the sweep against a segment that turns: decides in double what is certain.
//
// Method: separating axes first. Then a walk over the time from the left: a piece of time is free,
// or holds the first contact, if Bernstein coefficients or bounds of slopes exceed their errors;
// otherwise it is split next to the predicted contact. With sizes U and W, the sums of the
// magnitudes of the coordinates of (u, its change) and (w, its change), the bounds are those of
// docs/exactness.md. Room: turning.
#ifndef CAROM_MOVING_FILTER_H
#define CAROM_MOVING_FILTER_H

#include "sweep/sweep_filter.h"
#include "turning/moving_query.h"

// The largest effect of underflow on any value without |u|.
#define MOVING_TINY 0x1p-600
// The largest effect of underflow on |u|, its slope and its tangent: squares below 2^-1074 are
// lost.
#define MOVING_TINY_LENGTH 0x1p-500

// A vector that changes from `at0` by `change` until t = 1.
typedef struct vector_motion {
    carom_vec2 at0, change;
    double size;
} vector_motion;

typedef struct turning_vectors {
    vector_motion u, w, z;
    double reach;
} turning_vectors;

// The errors of f = |X| - R |u|, of p, of q, of A and of B.
typedef struct turning_errors {
    double f, p, q, a, b;
} turning_errors;

// The difference of points that start at p0 and q0 and move by, or to, p1 and q1.
CAROM_INLINE vector_motion vector_motion_of(carom_vec2 p0, carom_vec2 q0, carom_vec2 p1,
                                            carom_vec2 q1, bool is_end) {
    vector_motion v;
    v.at0 = carom_vec2_sub(p0, q0);
    v.change = carom_vec2_sub(p1, q1);
    if (is_end)
        v.change = carom_vec2_sub(v.change, v.at0);
    v.size = size_of(v.at0) + size_of(v.change);
    return v;
}

CAROM_INLINE turning_vectors turning_vectors_of(const moving_query *c) {
    turning_vectors k;
    k.u = vector_motion_of(c->wall.b, c->wall.a, c->b_move, c->a_move, c->is_end);
    k.w = vector_motion_of(c->circle.center, c->wall.a, c->move, c->a_move, c->is_end);
    k.z = vector_motion_of(c->circle.center, c->wall.b, c->move, c->b_move, c->is_end);
    k.reach = c->circle.radius + c->wall.radius;
    return k;
}

CAROM_INLINE double tiny_of_lengths(const turning_vectors *k) {
    return MOVING_TINY_LENGTH * k->reach + MOVING_TINY;
}

CAROM_INLINE turning_errors errors_of(const turning_vectors *k) {
    const double u = SWEEP_ERROR * k->u.size, reach2 = k->reach * k->reach;
    return (turning_errors){u * (k->w.size + k->reach) + tiny_of_lengths(k),
                            u * k->w.size + MOVING_TINY, u * k->z.size + MOVING_TINY,
                            SWEEP_ERROR * (k->w.size * k->w.size + reach2) + MOVING_TINY,
                            SWEEP_ERROR * (k->z.size * k->z.size + reach2) + MOVING_TINY};
}

CAROM_INLINE carom_vec2 vector_at(const vector_motion *v, double t) {
    return carom_vec2_make(v->at0.x + t * v->change.x, v->at0.y + t * v->change.y);
}

// The distance from 0 of the interval that holds the numbers: > 0 if all have one sign.
CAROM_INLINE double distance_of_four(double p, double q, double r, double s) {
    const double low = smaller(smaller(p, q), smaller(r, s));
    const double high = larger(larger(p, q), larger(r, s));
    return larger(low, -high);
}

// True if the bounds hold and the input is valid. Not all valid input has bounds.
CAROM_INLINE bool is_valid_turn(const moving_query *c, const turning_vectors *k) {
    return (k->u.size + k->w.size + k->z.size + k->reach <= SWEEP_HIGH) &
           (c->circle.radius >= 0.0) & (c->wall.radius >= 0.0) &
           (c->wall.extent == CAROM_EXTENT_SEGMENT);
}

// True if the input is valid and the circle certainly misses.
CAROM_INLINE bool is_certain_turning_miss(const moving_query *c, const turning_vectors *k) {
    const double size = k->w.size + k->z.size;
    const double limit = k->reach + SWEEP_ERROR * (size + k->reach);
    const carom_vec2 w0 = k->w.at0, w1 = vector_at(&k->w, 1.0);
    const carom_vec2 z0 = k->z.at0, z1 = vector_at(&k->z, 1.0);
    if (!is_valid_turn(c, k))
        return false;
    if (distance_of_four(w0.x, w1.x, z0.x, z1.x) > limit ||
        distance_of_four(w0.y, w1.y, z0.y, z1.y) > limit)
        return true;
    const double reach2 = k->reach * k->reach;
    // Along the mean direction.
    const carom_vec2 n =
        carom_vec2_make((w0.x + w1.x) + (z0.x + z1.x), (w0.y + w1.y) + (z0.y + z1.y));
    const double low = smaller(smaller(carom_vec2_dot(w0, n), carom_vec2_dot(w1, n)),
                               smaller(carom_vec2_dot(z0, n), carom_vec2_dot(z1, n)));
    const bool is_beyond = is_apart(low, error_of(size, size_of(n)), reach2 * carom_vec2_dot(n, n));
    // Across the turning wall: all Bernstein coefficients of X against the largest R |u|.
    const carom_vec2 u0 = k->u.at0, u1 = vector_at(&k->u, 1.0);
    const double begin = carom_vec2_cross(u0, w0), end = carom_vec2_cross(u1, w1);
    const double middle = 0.5 * (carom_vec2_cross(u0, w1) + carom_vec2_cross(u1, w0));
    const double across = distance_of_four(begin, end, middle, middle);
    const bool is_beside =
        is_apart(across, error_of(k->u.size, k->w.size + k->reach),
                 reach2 * larger(carom_vec2_dot(u0, u0), carom_vec2_dot(u1, u1)));
    return is_beyond | is_beside;
}

// The values at one time.
typedef struct moment_values {
    double t;
    carom_vec2 u, w, z;
    double len, cross, p, q; // |u|, X, w.u, -z.u
    double a, b;             // |w|^2 - R^2, |z|^2 - R^2
} moment_values;

CAROM_INLINE moment_values values_at(const turning_vectors *k, double t) {
    moment_values m;
    m.t = t;
    m.u = vector_at(&k->u, t);
    m.w = vector_at(&k->w, t);
    m.z = vector_at(&k->z, t);
    m.len = sqrt(carom_vec2_dot(m.u, m.u));
    m.cross = carom_vec2_cross(m.u, m.w);
    m.p = carom_vec2_dot(m.w, m.u);
    m.q = -carom_vec2_dot(m.z, m.u);
    m.a = carom_vec2_dot(m.w, m.w) - k->reach * k->reach;
    m.b = carom_vec2_dot(m.z, m.z) - k->reach * k->reach;
    return m;
}

// The middle Bernstein coefficients of a piece of time.
typedef struct piece_values {
    double side; // 1 or -1: the sign of X at the start
    double f0, f1, f2;
    double p, q, a, b;
} piece_values;

CAROM_INLINE piece_values piece_of(const turning_vectors *k, const moment_values *l,
                                   const moment_values *h) {
    piece_values m;
    const double cross = 0.5 * (carom_vec2_cross(l->u, h->w) + carom_vec2_cross(h->u, l->w));
    m.side = l->cross < 0.0 ? -1.0 : 1.0;
    m.f0 = m.side * l->cross - k->reach * l->len;
    m.f1 = m.side * cross - k->reach * (0.5 * (l->len + h->len)); // |u| is convex
    m.f2 = m.side * h->cross - k->reach * h->len;
    m.p = 0.5 * (carom_vec2_dot(l->w, h->u) + carom_vec2_dot(h->w, l->u));
    m.q = -0.5 * (carom_vec2_dot(l->z, h->u) + carom_vec2_dot(h->z, l->u));
    m.a = carom_vec2_dot(l->w, h->w) - k->reach * k->reach;
    m.b = carom_vec2_dot(l->z, h->z) - k->reach * k->reach;
    return m;
}

CAROM_INLINE bool all_above(double x, double y, double z, double limit) {
    return smaller(smaller(x, y), z) > limit;
}

CAROM_INLINE bool all_below(double x, double y, double z, double limit) {
    return larger(larger(x, y), z) < limit;
}

// f > 0 by |u| <= (|u|^2 / n + n) / 2, which is exact where |u| = n. At the ends this bound of f is
// not above f.
CAROM_INLINE bool is_free_by_tangent(const turning_vectors *k, const moment_values *l,
                                     const moment_values *h, const piece_values *m) {
    const double n = m->f0 < m->f2 ? l->len : h->len;
    if (!((smaller(m->f0, m->f2) > 0.0) & (n > 0x1p-10 * k->u.size)))
        return false;
    const double cross = m->f1 + k->reach * (0.5 * (l->len + h->len));
    const double half = 0.5 * k->reach, inverse = 1.0 / n;
    const double f0 = m->side * l->cross - half * (l->len * l->len * inverse + n);
    const double f1 = cross - half * (carom_vec2_dot(l->u, h->u) * inverse + n);
    const double f2 = m->side * h->cross - half * (h->len * h->len * inverse + n);
    const double error =
        2.0 * SWEEP_ERROR * k->u.size * (k->w.size + k->reach * k->u.size * inverse) +
        tiny_of_lengths(k);
    return all_above(f0, f1, f2, error);
}

// Is the gap certainly positive on the piece?
CAROM_INLINE bool is_free(const turning_vectors *k, const turning_errors *e, const moment_values *l,
                          const moment_values *h, const piece_values *m) {
    return all_above(m->f0, m->f1, m->f2, e->f) ||
           (all_below(l->p, m->p, h->p, -e->p) && all_above(l->a, m->a, h->a, e->a)) ||
           (all_below(l->q, m->q, h->q, -e->q) && all_above(l->b, m->b, h->b, e->b)) ||
           is_free_by_tangent(k, l, h, m);
}

// The bounds of the slope of f on the piece: X' is linear, |u|' = u.u' / |u| grows.
typedef struct slope_bounds {
    double low, high;
} slope_bounds;

CAROM_INLINE double cross_slope(const turning_vectors *k, const moment_values *m) {
    return carom_vec2_cross(k->u.change, m->w) + carom_vec2_cross(m->u, k->w.change);
}

CAROM_INLINE slope_bounds slopes_on(const turning_vectors *k, const moment_values *l,
                                    const moment_values *h, double side) {
    const double size = k->u.size, shorter = smaller(l->len, h->len);
    if (!(shorter > 0x1p-10 * size))
        return (slope_bounds){-HUGE_VAL, HUGE_VAL};
    const double x0 = side * cross_slope(k, l), x1 = side * cross_slope(k, h);
    const double n0 = k->reach * (carom_vec2_dot(l->u, k->u.change) / l->len);
    const double n1 = k->reach * (carom_vec2_dot(h->u, k->u.change) / h->len);
    const double error =
        2.0 * SWEEP_ERROR * size * (2.0 * k->w.size + k->reach * (size / shorter)) +
        tiny_of_lengths(k);
    return (slope_bounds){smaller(x0, x1) - n1 - error, larger(x0, x1) - n0 + error};
}

// What is certain of a sweep. A contact lies between the two times.
typedef enum walk_answer {
    WALK_UNSURE,
    WALK_GOES_ON, // of a piece: no contact, or none that matters
    WALK_MISS,
    WALK_HIT,
    WALK_GRAZE_AT_START,
    WALK_HIT_AT_START,
    WALK_ENDS_IN_CONTACT
} walk_answer;

typedef struct turning_walk {
    walk_answer answer;
    carom_feature feature;
    double low, high;
} turning_walk;

// What is known exactly: the gap at the start, 1 or 0; whether a contact at t = 1 matters.
typedef struct walk_task {
    int gap_at_start;
    bool passes_grazes;
    bool decides_by_end;
} walk_task;

// The feature whose distance is the gap throughout the piece, if certain.
CAROM_INLINE carom_feature feature_on_piece(const turning_errors *e, const moment_values *l,
                                            const moment_values *h, const piece_values *m) {
    if (all_below(l->p, m->p, h->p, -e->p))
        return CAROM_FEATURE_END_A;
    if (all_below(l->q, m->q, h->q, -e->q))
        return CAROM_FEATURE_END_B;
    return all_above(l->p, m->p, h->p, e->p) && all_above(l->q, m->q, h->q, e->q)
               ? CAROM_FEATURE_SIDE
               : CAROM_FEATURE_NONE;
}

// The sign of the slope of the gap, if it is certain for the whole piece, and the sign of the gap
// at its end.
typedef struct piece_trend {
    carom_feature feature;
    int slope, end;
} piece_trend;

CAROM_INLINE piece_trend trend_on(const turning_vectors *k, const turning_errors *e,
                                  const moment_values *l, const moment_values *h,
                                  const piece_values *m) {
    piece_trend r = {feature_on_piece(e, l, h, m), 0, 0};
    if (r.feature == CAROM_FEATURE_NONE)
        return r;
    if (r.feature == CAROM_FEATURE_SIDE) {
        // The side of the axis must be certain. A point may reach the axis.
        const double far =
            k->reach > 0.0 ? smaller(m->side * l->cross, m->side * h->cross) : m->side * l->cross;
        if (!(far > e->p))
            return r;
        const slope_bounds s = slopes_on(k, l, h, m->side);
        r.end = certain_sign(m->f2, e->f);
        r.slope = s.high < 0.0 ? -1 : s.low > 0.0 ? 1 : 0;
        return r;
    }
    // The distance to an end is convex: its slope grows.
    const bool at_a = r.feature == CAROM_FEATURE_END_A;
    const vector_motion *const d = at_a ? &k->w : &k->z;
    const double error = SWEEP_ERROR * d->size * d->size + MOVING_TINY;
    r.end = certain_sign(at_a ? h->a : h->b, at_a ? e->a : e->b);
    r.slope = carom_vec2_dot(at_a ? l->w : l->z, d->change) > error    ? 1
              : carom_vec2_dot(at_a ? h->w : h->z, d->change) < -error ? -1
                                                                       : 0;
    return r;
}

// The first root in (0, 1) of the polynomial with these Bernstein coefficients, its vertex if it
// has no root, 0.5 if that is not inside.
CAROM_INLINE double predict_root(double f0, double f1, double f2, bool *is_root) {
    const double slope = f0 - f1, bend = (f0 - f1) + (f2 - f1);
    const double square = slope * slope - bend * f0;
    *is_root = square > 0.0;
    const double s =
        *is_root ? f0 / (slope + (slope < 0.0 ? -sqrt(square) : sqrt(square))) : slope / bend;
    return s > 0.0 && s < 1.0 ? s : 0.5;
}

// The middle coefficient of the quadratic through f at both ends and in the middle.
CAROM_INLINE double middle_of_side(const turning_vectors *k, const moment_values *l,
                                   const moment_values *h, const piece_values *m) {
    const carom_vec2 u = carom_vec2_add(l->u, h->u);
    const double chord = 0.5 * (l->len + h->len);
    // X is quadratic; |u| is 0.5 |u(l) + u(h)| in the middle.
    return m->f1 + k->reach * (chord - (sqrt(carom_vec2_dot(u, u)) - chord));
}

// Where to split a piece that is not certain.
CAROM_INLINE double split_of(const turning_vectors *k, const moment_values *l,
                             const moment_values *h, const piece_values *m) {
    const double width = h->t - l->t;
    bool is_root, changes;
    double s;
    if (l->p < 0.0)
        s = predict_root(l->a, m->a, h->a, &is_root);
    else if (l->q < 0.0)
        s = predict_root(l->b, m->b, h->b, &is_root);
    else
        s = predict_root(m->f0, middle_of_side(k, l, h, m), m->f2, &is_root);
    // The nearest feature changes before.
    if ((l->p < 0.0) != (h->p < 0.0))
        s = smaller(s, predict_root(l->p, m->p, h->p, &changes));
    if ((l->q < 0.0) != (h->q < 0.0))
        s = smaller(s, predict_root(l->q, m->q, h->q, &changes));
    const double pad = width > 0x1p-4 ? 0x1p-11 : width * 0x1p-6;
    const double at = l->t + s * width;
    const double t = at - l->t > 2.0 * pad ? at - pad : at + pad;
    return t > l->t && t < h->t ? t : 0.5 * (l->t + h->t);
}

enum { WALK_NODES = 60, WALK_DEPTH = 24 };

CAROM_INLINE turning_walk walk_of(walk_answer answer, carom_feature feature, double low,
                                  double high) {
    return (turning_walk){answer, feature, low, high};
}

// What is certain of a piece, if all earlier pieces are free.
CAROM_INLINE turning_walk answer_on(const turning_vectors *k, const turning_errors *e,
                                    walk_task task, const moment_values *l, const moment_values *h,
                                    const piece_values *m) {
    if (is_free(k, e, l, h, m))
        return walk_of(WALK_GOES_ON, CAROM_FEATURE_NONE, 0.0, 0.0);
    const piece_trend r = trend_on(k, e, l, h, m);
    const int begin = l->t == 0.0 ? task.gap_at_start : 1;
    if (r.slope > 0)
        return walk_of(begin == 0 && !task.passes_grazes ? WALK_GRAZE_AT_START : WALK_GOES_ON,
                       r.feature, 0.0, 0.0);
    if (r.slope < 0 && begin == 0)
        return walk_of(WALK_HIT_AT_START, r.feature, 0.0, 0.0);
    if (r.slope < 0 && r.end < 0)
        return walk_of(WALK_HIT, r.feature, l->t, h->t);
    if (r.slope < 0 && h->t == 1.0 && task.decides_by_end)
        return walk_of(WALK_ENDS_IN_CONTACT, r.feature, l->t, 1.0);
    return walk_of(WALK_UNSURE, CAROM_FEATURE_NONE, 0.0, 0.0);
}

// Walks over the time. The gap at the start must not be negative.
static turning_walk walk_turning(const turning_vectors *k, walk_task task) {
    const turning_walk unsure = {WALK_UNSURE, CAROM_FEATURE_NONE, 0.0, 0.0};
    const turning_errors e = errors_of(k);
    moment_values ends[WALK_DEPTH];
    moment_values l = values_at(k, 0.0);
    int n = 0;
    ends[n++] = values_at(k, 1.0);
    for (int i = 0; i < WALK_NODES; i++) {
        const moment_values *const h = &ends[n - 1];
        const piece_values m = piece_of(k, &l, h);
        const turning_walk walk = answer_on(k, &e, task, &l, h, &m);
        if (walk.answer == WALK_GOES_ON) {
            l = *h;
            if (--n == 0)
                return walk_of(WALK_MISS, CAROM_FEATURE_NONE, 0.0, 0.0);
            continue;
        }
        if (walk.answer != WALK_UNSURE)
            return walk;
        if (n == WALK_DEPTH || h->t - l.t < 0x1p-50)
            return unsure;
        ends[n] = values_at(k, split_of(k, &l, h, &m));
        n++;
    }
    return unsure;
}

#endif
