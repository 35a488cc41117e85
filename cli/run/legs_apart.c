// Decides exactly whether two balls overlap at any time while both go along straight legs.
//
// Method: within the time of both legs, the difference d of the two centres goes straight from d(a)
// to d(b). In double, a direction n with d(a).n and d(b).n both above the sum R of the radii shows
// that |d| > R all the time. If rounding leaves that open, integers decide:
// multiplied by the durations of both legs, d(a) and d(b) are sums of products of the given
// numbers. Room: cli.
#include "run/legs_apart.h"

#include <limits.h>
#include <math.h>

#include "run/integer.h"

/// All rounding in is_far_apart stays below this part of the largest number. In units of 2^-52 of
/// that number, a place within a leg is off by less than 8, and a product with n by less than 40.
static const double ROUNDING = 0x1p-44;
/// Squares of what lies between these two neither overflow nor lose bits.
static const double LEAST = 0x1p-400;
static const double MOST = 0x1p400;

/// The time that belongs to both legs.
typedef struct span {
    double begin;
    double end;
} span;

static span span_of(const carom_leg *p, const carom_leg *q) {
    return (span){fmax(p->start, q->start), fmin(p->end, q->end)};
}

/// A leg that takes no time has two places at this time: one at each end of the span.
static bool is_at_once(const carom_leg *leg) {
    return leg->start == leg->end;
}

// ---- in double ----

static double size_of(const ball_leg *p) {
    const carom_leg *leg = &p->leg;
    return fmax(p->radius, fmax(fmax(fabs(leg->from.x), fabs(leg->from.y)),
                                fmax(fabs(leg->to.x), fabs(leg->to.y))));
}

static carom_vec2 place_near(const carom_leg *leg, double time, bool is_end) {
    if (is_at_once(leg)) {
        return is_end ? leg->to : leg->from;
    }
    const double t = (time - leg->start) / (leg->end - leg->start);
    return carom_vec2_add(leg->from, carom_vec2_scale(carom_vec2_sub(leg->to, leg->from), t));
}

/// True only if the balls are certainly apart. Most pairs are.
static bool is_far_apart(const ball_leg *p, const ball_leg *q, span s) {
    const double size = fmax(size_of(p), size_of(q));
    if (!(size > LEAST && size < MOST)) {
        return false;
    }
    const carom_vec2 begin =
        carom_vec2_sub(place_near(&p->leg, s.begin, false), place_near(&q->leg, s.begin, false));
    const carom_vec2 end =
        carom_vec2_sub(place_near(&p->leg, s.end, true), place_near(&q->leg, s.end, true));
    const carom_vec2 u = carom_vec2_sub(end, begin);
    const double len2 = carom_vec2_dot(u, u);
    const double t = len2 > 0.0 ? fmin(fmax(-carom_vec2_dot(begin, u) / len2, 0.0), 1.0) : 0.0;
    const carom_vec2 nearest = carom_vec2_add(begin, carom_vec2_scale(u, t));
    const double distance = sqrt(carom_vec2_dot(nearest, nearest));
    if (!(distance > LEAST)) {
        return false;
    }
    const carom_vec2 n = carom_vec2_scale(nearest, 1.0 / distance);
    return fmin(carom_vec2_dot(begin, n), carom_vec2_dot(end, n)) >
           p->radius + q->radius + ROUNDING * size;
}

// ---- in integers ----

typedef struct integer_point {
    integer x;
    integer y;
} integer_point;

/// The numbers of a leg in units of length and time.
typedef struct integer_leg {
    integer_point from;
    integer_point to;
    integer start;
    integer end;
    /// The time that it takes; 1 if none.
    integer duration;
    bool is_at_once;
} integer_leg;

/// The powers of two of which all lengths and all times are multiples.
typedef struct units {
    int length;
    int time;
} units;

static int lower(int unit, double x) {
    const int bit = integer_lowest_bit(x);
    return bit < unit ? bit : unit;
}

static units units_of(const ball_leg *p, const ball_leg *q) {
    const ball_leg *const both[] = {p, q};
    units u = {INT_MAX, 0};
    for (int i = 0; i < 2; i++) {
        const carom_leg *leg = &both[i]->leg;
        const double lengths[] = {leg->from.x, leg->from.y, leg->to.x, leg->to.y, both[i]->radius};
        for (int k = 0; k < 5; k++) {
            u.length = lower(u.length, lengths[k]);
        }
        u.time = lower(lower(u.time, leg->start), leg->end);
    }
    return u;
}

static void set_leg(integer_leg *z, const carom_leg *leg, units u) {
    integer_set(&z->from.x, leg->from.x, u.length);
    integer_set(&z->from.y, leg->from.y, u.length);
    integer_set(&z->to.x, leg->to.x, u.length);
    integer_set(&z->to.y, leg->to.y, u.length);
    integer_set(&z->start, leg->start, u.time);
    integer_set(&z->end, leg->end, u.time);
    z->is_at_once = is_at_once(leg);
    if (z->is_at_once) {
        integer_set(&z->duration, 1.0, 0);
    } else {
        integer_sub(&z->duration, &z->end, &z->start);
    }
}

/// z = from (end - time) + to (time - start), for one coordinate.
static void blend(integer *z, const integer *from, const integer *left, const integer *to,
                  const integer *gone) {
    integer first;
    integer second;
    integer_mul(&first, from, left);
    integer_mul(&second, to, gone);
    integer_add(z, &first, &second);
}

/// The place at a time, multiplied by the duration of the leg.
static void place_at(integer_point *z, const integer_leg *leg, const integer *time, bool is_end) {
    if (leg->is_at_once) {
        *z = is_end ? leg->to : leg->from;
        return;
    }
    integer left;
    integer gone;
    integer_sub(&left, &leg->end, time);
    integer_sub(&gone, time, &leg->start);
    blend(&z->x, &leg->from.x, &left, &leg->to.x, &gone);
    blend(&z->y, &leg->from.y, &left, &leg->to.y, &gone);
}

/// The difference of both places at a time, multiplied by both durations.
static void difference_at(integer_point *z, const integer_leg *p, const integer_leg *q,
                          const integer *time, bool is_end) {
    integer_point at_p;
    integer_point at_q;
    integer first;
    integer second;
    place_at(&at_p, p, time, is_end);
    place_at(&at_q, q, time, is_end);
    integer_mul(&first, &at_p.x, &q->duration);
    integer_mul(&second, &at_q.x, &p->duration);
    integer_sub(&z->x, &first, &second);
    integer_mul(&first, &at_p.y, &q->duration);
    integer_mul(&second, &at_q.y, &p->duration);
    integer_sub(&z->y, &first, &second);
}

static void dot(integer *z, const integer_point *p, const integer_point *q) {
    integer first;
    integer second;
    integer_mul(&first, &p->x, &q->x);
    integer_mul(&second, &p->y, &q->y);
    integer_add(z, &first, &second);
}

static void cross(integer *z, const integer_point *p, const integer_point *q) {
    integer first;
    integer second;
    integer_mul(&first, &p->x, &q->y);
    integer_mul(&second, &p->y, &q->x);
    integer_sub(z, &first, &second);
}

static bool is_at_least(const integer *x, const integer *y) {
    integer difference;
    integer_sub(&difference, x, y);
    return difference.sign >= 0;
}

/// True if every point from `begin` to `end` is at least as far from 0 as the square root of
/// `reach2`.
static bool stays_out(const integer_point *begin, const integer_point *end, const integer *reach2) {
    integer_point u;
    integer along;
    integer first;
    integer second;
    integer_sub(&u.x, &end->x, &begin->x);
    integer_sub(&u.y, &end->y, &begin->y);
    dot(&along, begin, &u);
    if (along.sign >= 0) {
        dot(&first, begin, begin);
        return is_at_least(&first, reach2);
    }
    dot(&along, end, &u);
    if (along.sign <= 0) {
        dot(&first, end, end);
        return is_at_least(&first, reach2);
    }
    // The foot of the perpendicular is between them.
    cross(&along, begin, &u);
    integer_mul(&first, &along, &along);
    dot(&along, &u, &u);
    integer_mul(&second, &along, reach2);
    return is_at_least(&first, &second);
}

static bool are_apart_exactly(const ball_leg *p, const ball_leg *q, span s) {
    const units u = units_of(p, q);
    integer_leg legs[2];
    integer_point begin;
    integer_point end;
    integer time;
    integer first;
    integer second;
    set_leg(&legs[0], &p->leg, u);
    set_leg(&legs[1], &q->leg, u);
    integer_set(&time, s.begin, u.time);
    difference_at(&begin, &legs[0], &legs[1], &time, false);
    integer_set(&time, s.end, u.time);
    difference_at(&end, &legs[0], &legs[1], &time, true);
    integer_set(&first, p->radius, u.length);
    integer_set(&second, q->radius, u.length);
    integer_add(&time, &first, &second);
    integer_mul(&first, &time, &legs[0].duration);
    integer_mul(&second, &first, &legs[1].duration);
    integer_mul(&first, &second, &second);
    return stays_out(&begin, &end, &first);
}

bool legs_are_apart(const ball_leg *p, const ball_leg *q) {
    const span s = span_of(&p->leg, &q->leg);
    return s.begin > s.end || is_far_apart(p, q, s) || are_apart_exactly(p, q, s);
}
