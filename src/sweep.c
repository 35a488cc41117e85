// Sweeps: kind and feature by filter or integers, then the time of contact and what goes with it.
//
// Method of the time: a first guess in double, one Newton step from a residual in double-doubles,
// and the largest double not after; where the step is not certain the forms come from integers, and
// where the rounding is not, the exact sign of the gap at the candidate decides. Bounds:
// docs/exactness.md. Layer: sweep.
#include "carom/sweep.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "carom/contact.h"
#include "contracts.h"
#include "exact_sweep.h"
#include "sweep_filter.h"
#include "wide.h"

// What the residual of a contact in double-doubles is off by at most, relative to its terms.
#define RESIDUAL_ERROR 0x1p-94
// The same for a time from exact forms.
#define FORMS_ERROR 0x1p-88

// A contact as it is worked out.
typedef struct contact_at {
    double t;    // rounded down
    double rest; // the true time is t + rest but for a small error, rest >= 0 or nearly
    carom_vec2 normal;
    wide dx, dy; // the displacement until contact, where it is not t v
    bool is_wide;
} contact_at;

static bool is_finite_vector(carom_vec2 p) {
    return fabs(p.x) <= DBL_MAX && fabs(p.y) <= DBL_MAX;
}

static double next_up(double t) {
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits++;
    memcpy(&t, &bits, sizeof bits);
    return t;
}

// t must be > 0.
static double next_down(double t) {
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits--;
    memcpy(&t, &bits, sizeof bits);
    return t;
}

// ---- times in double-doubles ----

// The course in double-doubles.
typedef struct wide_course {
    wide vx, vy;
    wide reach;
} wide_course;

static wide_course wide_course_of(const course *c) {
    wide_course k;
    if (c->is_end) {
        k.vx = wide_of_difference(c->move.x, c->circle.center.x);
        k.vy = wide_of_difference(c->move.y, c->circle.center.y);
    } else {
        k.vx = (wide){c->move.x, 0.0, 0};
        k.vy = (wide){c->move.y, 0.0, 0};
    }
    k.reach = wide_of_sum(c->circle.radius, c->wall.radius);
    return k;
}

// c + t v for c - origin, exact but for 2^-100 of its terms.
static wide place_at(double center, double origin, wide v, double t) {
    wide step = wide_of_product(v.hi, t);
    step.lo += v.lo * t;
    return wide_add(wide_of_difference(center, origin), step);
}

// A time as guess + step, off by at most error. False if that is too coarse to be of use.
typedef struct estimate {
    double guess, step, error;
} estimate;

static bool is_sharp(const estimate *e) {
    return e->guess > 0x1p-200 && e->error < 0x1p-60 * e->guess;
}

// Sets t and rest; asks the integers if the rounding is not certain.
static void round_down(contact_at *k, const course *c, carom_feature feature, const estimate *e) {
    const wide sum = wide_of_sum(e->guess, e->step);
    k->t = sum.hi;
    k->rest = sum.lo;
    if (k->t > 1.0) {
        k->rest = k->t - 1.0 + k->rest;
        k->t = 1.0;
    }
    const bool is_after = fabs(k->rest) > e->error
                              ? k->rest < 0.0
                              : !carom_exact_not_after(c, feature, k->t, CAROM_TIER_64);
    if (is_after) {
        const double down = next_down(k->t);
        k->rest += k->t - down;
        k->t = down;
    }
}

// The contact on the side: u x (w + t v) = +-R |u|, linear in t. False if not certain.
static bool time_side(contact_at *k, const course *c, const course_vectors *d) {
    // Below that the square root of |u|^2 loses digits to underflow.
    if (!(carom_vec2_dot(d->u, d->u) >= 0x1p-400))
        return false;
    const wide_course w = wide_course_of(c);
    const double side = carom_vec2_cross(d->u, d->w) > 0.0 ? 1.0 : -1.0;
    const wide ux = wide_of_difference(c->wall.b.x, c->wall.a.x);
    const wide uy = wide_of_difference(c->wall.b.y, c->wall.a.y);
    const wide length = wide_sqrt(wide_add(wide_mul(ux, ux), wide_mul(uy, uy)));
    const wide reach_len = wide_mul(w.reach, length);
    const double speed = fabs(carom_vec2_cross(d->u, d->v));

    estimate e;
    e.guess = (fabs(carom_vec2_cross(d->u, d->w)) - reach_len.hi) / speed;
    const wide px = place_at(c->circle.center.x, c->wall.a.x, w.vx, e.guess);
    const wide py = place_at(c->circle.center.y, c->wall.a.y, w.vy, e.guess);
    const wide xy = wide_mul(ux, py), yx = wide_mul(uy, px);
    const wide cross = wide_sub(xy, yx);
    const wide residual = wide_sub(side > 0.0 ? cross : wide_neg(cross), reach_len);
    e.step = residual.hi / speed;

    const double terms = (fabs(d->u.x) + fabs(d->u.y)) *
                             (fabs(d->w.x) + fabs(d->w.y) + fabs(d->v.x) + fabs(d->v.y)) +
                         reach_len.hi;
    const double speed_terms = fabs(d->u.x * d->v.y) + fabs(d->u.y * d->v.x);
    e.error = (RESIDUAL_ERROR * terms + 0x1p-800) / speed +
              fabs(e.step) * (0x1p-50 * (1.0 + speed_terms / speed));
    if (!is_sharp(&e))
        return false;
    round_down(k, c, CAROM_SIDE, &e);
    const double scale = side / length.hi;
    k->normal = carom_vec2_make(-d->u.y * scale, d->u.x * scale);
    return true;
}

// The contact with an end: |e + t v|^2 = R^2, by one Newton step of second order. False if not
// certain.
static bool time_end(contact_at *k, const course *c, const course_vectors *d,
                     carom_feature feature) {
    const wide_course w = wide_course_of(c);
    const carom_vec2 end = feature == CAROM_END_A ? c->wall.a : c->wall.b;
    const carom_vec2 from = feature == CAROM_END_A ? d->w : d->z;
    // t = C / (B + sqrt D), without cancellation but for that within C and D.
    const double move2 = carom_vec2_dot(d->v, d->v);
    const double cross = carom_vec2_cross(d->v, from);
    const double discriminant = move2 * d->reach * d->reach - cross * cross;
    const double toward = -carom_vec2_dot(from, d->v);
    if (!(discriminant > 0.0))
        return false;
    estimate e;
    e.guess = (carom_vec2_dot(from, from) - d->reach * d->reach) / (toward + sqrt(discriminant));
    const wide px = place_at(c->circle.center.x, end.x, w.vx, e.guess);
    const wide py = place_at(c->circle.center.y, end.y, w.vy, e.guess);
    const wide dist2 = wide_add(wide_mul(px, px), wide_mul(py, py));
    const wide residual = wide_sub(dist2, wide_mul(w.reach, w.reach));
    // f = |p|^2 - R^2 falls at the rate 2 rate; the next term of the root is bend times the step.
    const double rate = -(px.hi * d->v.x + py.hi * d->v.y);
    const double first = residual.hi / (2.0 * rate);
    const double bend = 0.5 * move2 * first / rate;
    e.step = first + first * bend;

    const double size = fabs(from.x) + fabs(from.y) + fabs(d->v.x) + fabs(d->v.y);
    const double terms = dist2.hi + d->reach * d->reach + size * sqrt(dist2.hi);
    const double rate_terms = fabs(px.hi * d->v.x) + fabs(py.hi * d->v.y);
    e.error = (RESIDUAL_ERROR * terms + 0x1p-800) / rate +
              fabs(e.step) * (4.0 * bend * bend + 0x1p-50 * (1.0 + rate_terms / rate));
    // The normal takes the time's error divided by R.
    const double speed = fabs(d->v.x) + fabs(d->v.y);
    if (!(rate > 0.0) || !is_sharp(&e) || !(fabs(bend) < 0x1p-10) ||
        !(e.error * speed < 0x1p-57 * d->reach))
        return false;
    round_down(k, c, feature, &e);
    const carom_vec2 p =
        carom_vec2_make(px.hi + (px.lo + e.step * d->v.x), py.hi + (py.lo + e.step * d->v.y));
    const double scale = 1.0 / sqrt(carom_vec2_dot(p, p));
    k->normal = carom_vec2_scale(p, scale);
    return true;
}

// ---- times from integers ----

// Rounds a time down, by exact signs. `t` is right to FORMS_ERROR of itself.
static double round_down_exactly(wide t, const course *c, carom_feature feature) {
    double down = wide_to_double(t);
    if (down > 1.0)
        down = 1.0;
    const wide rest = wide_sub(t, wide_of(down));
    // A normal number within half an ulp, and farther from it than the error, needs no question.
    const double error = FORMS_ERROR * down;
    if (down >= 0x1p-200 && fabs(wide_to_double(rest)) > error)
        return rest.hi < 0.0 ? next_down(down) : down;
    while (!carom_exact_not_after(c, feature, down, CAROM_TIER_64))
        down = next_down(down);
    while (down < 1.0 && carom_exact_not_after(c, feature, next_up(down), CAROM_TIER_64))
        down = next_up(down);
    return down;
}

static wide sum_of_squares(wide x, wide y) {
    return wide_add(wide_mul(x, x), wide_mul(y, y));
}

static carom_vec2 unit_of(wide x, wide y) {
    const wide length = wide_sqrt(sum_of_squares(x, y));
    return carom_vec2_make(wide_to_double(wide_div(x, length)),
                           wide_to_double(wide_div(y, length)));
}

// Against the motion, for a centre that is on a single point.
static carom_vec2 against(wide vx, wide vy) {
    if (vx.hi == 0.0 && vy.hi == 0.0)
        return carom_vec2_make(0.0, 1.0);
    return unit_of(wide_neg(vx), wide_neg(vy));
}

static void time_from_integers(contact_at *k, const course *c, carom_feature feature) {
    const course_forms f = carom_exact_course_forms(c, feature, CAROM_TIER_64);
    wide t;
    if (feature == CAROM_SIDE) {
        // |u x w| - R |u| = ((u x w)^2 - R^2 |u|^2) / (|u x w| + R |u|)
        const wide reach_len = wide_mul(f.reach, wide_sqrt(f.len2));
        const wide both = wide_add(wide_abs(f.cross_start), reach_len);
        t = wide_div(wide_div(f.beyond_side, both), wide_abs(f.cross_move));
        const wide left_x = wide_neg(f.uy), left_y = f.ux;
        k->normal = f.cross_start.hi > 0.0 ? unit_of(left_x, left_y)
                                           : unit_of(wide_neg(left_x), wide_neg(left_y));
    } else {
        const wide root = wide_sqrt(f.discriminant);
        t = wide_div(f.beyond_end, wide_add(f.toward_end, root));
        // e + t v = (-sqrt(D) v + (v x e) left(v)) / |v|^2, of length R
        const wide x = wide_neg(wide_add(wide_mul(root, f.vx), wide_mul(f.cross_end, f.vy)));
        const wide y = wide_sub(wide_mul(f.cross_end, f.vx), wide_mul(root, f.vy));
        k->normal = f.reach.hi > 0.0 ? unit_of(x, y) : against(f.vx, f.vy);
    }
    k->t = round_down_exactly(t, c, feature);
    k->is_wide = true;
    k->dx = wide_mul(t, f.vx);
    k->dy = wide_mul(t, f.vy);
}

// ---- the sweep ----

static carom_sweep sweep_of_kind(carom_sweep_kind kind) {
    const carom_sweep s = {kind, CAROM_FEATURE_NONE, 0.0, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    return s;
}

// Sign of v.n at the start.
static int leaving_at_start(const course *c, const course_vectors *d) {
    if (c->wall.extent == CAROM_LINE && course_size(d) <= SWEEP_HIGH) {
        const int start = bounded_sign(bounded_cross(d->u, d->w));
        const int move = bounded_sign(bounded_cross(d->u, d->v));
        if (start * move != 0)
            return start * move;
    }
    return carom_exact_leaving(c, CAROM_TIER_64);
}

// Starts with the centre on the axis: the normal against the motion.
static void turn_against_motion(carom_sweep *s, const course *c) {
    if (c->wall.a.x == c->wall.b.x && c->wall.a.y == c->wall.b.y) {
        const wide_course w = wide_course_of(c);
        s->normal = against(w.vx, w.vy);
    } else if (carom_exact_side_of_move(c, CAROM_TIER_64) < 0) {
        s->normal = carom_vec2_scale(s->normal, -1.0); // v is to the left
    }
    s->point = carom_vec2_make(s->center.x + c->wall.radius * s->normal.x,
                               s->center.y + c->wall.radius * s->normal.y);
}

// The sweep of a circle that touches or overlaps at the start. `reach` is the sign of R - distance.
static carom_sweep sweep_from_contact(const course *c, const course_vectors *d, int reach) {
    const carom_contact contact = carom_circle_contact(c->circle, c->wall);
    carom_sweep s;
    s.kind = CAROM_OVERLAP;
    if (reach == 0) {
        const bool is_point = c->circle.radius == 0.0 && c->wall.radius == 0.0;
        s.kind = is_point || leaving_at_start(c, d) >= 0 ? CAROM_GRAZE : CAROM_HIT;
    }
    s.feature = contact.feature;
    s.t = 0.0;
    s.center = c->circle.center;
    s.point = contact.point;
    s.normal = contact.normal;
    const carom_wall axis = carom_wall_make(c->wall.a, c->wall.b, 0.0, c->wall.extent);
    if (carom_circle_touches(carom_circle_make(s.center, 0.0), axis))
        turn_against_motion(&s, c);
    return s;
}

// p + s n; in wide numbers, so that the sum alone may leave the range of double.
static double sum_to_double(wide p, double s, double n) {
    return wide_to_double(wide_add(p, wide_mul(wide_of(s), wide_of(n))));
}

// Centre and point of a contact whose displacement is t v.
static void place_contact(carom_sweep *s, const course *c, const course_vectors *d,
                          const contact_at *k) {
    s->center = carom_vec2_make(c->circle.center.x + (k->t * d->v.x + k->rest * d->v.x),
                                c->circle.center.y + (k->t * d->v.y + k->rest * d->v.y));
    const carom_vec2 from = s->feature == CAROM_SIDE    ? s->center
                            : s->feature == CAROM_END_A ? c->wall.a
                                                        : c->wall.b;
    const double off = s->feature == CAROM_SIDE ? -c->circle.radius : c->wall.radius;
    s->point = carom_vec2_add(from, carom_vec2_scale(s->normal, off));
}

// The same from a displacement in wide numbers.
static void place_contact_widely(carom_sweep *s, const course *c, const contact_at *k) {
    const wide x = wide_add(wide_of(c->circle.center.x), k->dx);
    const wide y = wide_add(wide_of(c->circle.center.y), k->dy);
    s->center = carom_vec2_make(wide_to_double(x), wide_to_double(y));
    const carom_vec2 end = s->feature == CAROM_END_A ? c->wall.a : c->wall.b;
    const bool side = s->feature == CAROM_SIDE;
    const double off = side ? -c->circle.radius : c->wall.radius;
    s->point = carom_vec2_make(sum_to_double(side ? x : wide_of(end.x), off, s->normal.x),
                               sum_to_double(side ? y : wide_of(end.y), off, s->normal.y));
}

static carom_sweep sweep_to_contact(const course *c, const course_vectors *d, bool is_safe,
                                    meeting m) {
    contact_at k = {.is_wide = false};
    const bool sure =
        is_safe && m.kind == CAROM_HIT &&
        (m.feature == CAROM_SIDE ? time_side(&k, c, d) : time_end(&k, c, d, m.feature));
    if (!sure)
        time_from_integers(&k, c, m.feature);
    carom_sweep s;
    s.kind = m.kind;
    s.feature = m.feature;
    s.t = k.t;
    s.normal = k.normal;
    if (k.is_wide)
        place_contact_widely(&s, c, &k);
    else
        place_contact(&s, c, d, &k);
    return s;
}

static bool is_valid(const course *c) {
    return carom_circle_is_valid(c->circle) && carom_wall_is_valid(c->wall) &&
           is_finite_vector(c->move);
}

// Sign of R - distance at the start, for valid input.
static int reach_at_start(const course *c) {
    double sign;
    if (carom_certain_reach(c->circle, c->wall, 0.0, &sign))
        return sign > 0.0 ? 1 : -1;
    return carom_reach_sign(c->circle.center.x, c->circle.center.y, c->circle.radius, c->wall.a.x,
                            c->wall.a.y, c->wall.b.x, c->wall.b.y, c->wall.radius, 0.0,
                            c->wall.extent);
}

static bool has_known_extent(carom_extent extent) {
    return extent == CAROM_SEGMENT || extent == CAROM_RAY || extent == CAROM_LINE;
}

static meeting meeting_of(const course *c, const course_vectors *d, bool is_safe) {
    if (is_safe) {
        const meeting m = filter_meeting(d, c);
        if (m.kind != CAROM_SWEEP_INVALID)
            return m;
    }
    return carom_exact_meeting(c, CAROM_TIER_64);
}

static carom_sweep sweep_course(const course *c) {
    const course_vectors d = course_vectors_of(c);
    const bool is_safe = course_size(&d) <= SWEEP_HIGH;
    if (is_safe && sweep_certainly_misses(&d, c->wall.extent) && c->circle.radius >= 0.0 &&
        c->wall.radius >= 0.0 && has_known_extent(c->wall.extent))
        return sweep_of_kind(CAROM_MISS);
    if (!is_valid(c))
        return sweep_of_kind(CAROM_SWEEP_INVALID);
    const int reach = reach_at_start(c);
    if (reach >= 0)
        return sweep_from_contact(c, &d, reach);
    const meeting m = meeting_of(c, &d, is_safe);
    return m.kind == CAROM_MISS ? sweep_of_kind(CAROM_MISS) : sweep_to_contact(c, &d, is_safe, m);
}

carom_sweep carom_circle_sweep(carom_circle circle, carom_vec2 move, carom_wall wall) {
    const course c = {circle, move, false, wall};
    return sweep_course(&c);
}

carom_sweep carom_circle_sweep_to(carom_circle circle, carom_vec2 to, carom_wall wall) {
    const course c = {circle, to, true, wall};
    return sweep_course(&c);
}

int carom_circle_sweep_order(carom_circle circle, carom_vec2 move, carom_wall first,
                             carom_wall second) {
    const course c1 = {circle, move, false, first}, c2 = {circle, move, false, second};
    const carom_sweep s1 = sweep_course(&c1), s2 = sweep_course(&c2);
    const bool met1 = s1.kind >= CAROM_GRAZE, met2 = s2.kind >= CAROM_GRAZE;
    if (!met1 || !met2)
        return met2 - met1;
    if (s1.t != s2.t)
        return s1.t < s2.t ? -1 : 1;
    // At rest against one of them is first only if the other contact is truly later.
    const bool starts1 = reach_at_start(&c1) >= 0, starts2 = reach_at_start(&c2) >= 0;
    if (starts1 || starts2)
        return starts2 - starts1;
    return carom_exact_order(&c1, s1.feature, &c2, s2.feature, CAROM_TIER_64);
}

bool carom_circle_way_is_free(carom_circle circle, carom_vec2 to, carom_wall wall) {
    const course c = {circle, to, true, wall};
    const course_vectors d = course_vectors_of(&c);
    const bool is_safe = course_size(&d) <= SWEEP_HIGH;
    if (is_safe && sweep_certainly_misses(&d, wall.extent) && circle.radius >= 0.0 &&
        wall.radius >= 0.0 && has_known_extent(wall.extent))
        return true;
    if (!is_valid(&c))
        return false;
    const bool is_point = circle.radius == 0.0 && wall.radius == 0.0;
    const int reach = reach_at_start(&c);
    if (reach > 0)
        return false;
    if (reach == 0)
        return is_point || leaving_at_start(&c, &d) >= 0;
    const meeting m = meeting_of(&c, &d, is_safe);
    if (m.kind != CAROM_HIT)
        return true;
    // A first touch at the very end presses nothing.
    const carom_circle end = carom_circle_make(to, circle.radius);
    return !is_point && carom_circle_relate(end, wall) == CAROM_TOUCHING &&
           carom_exact_not_after(&c, m.feature, 1.0, CAROM_TIER_64);
}

const char *carom_sweep_kind_name(carom_sweep_kind kind) {
    switch (kind) {
    case CAROM_SWEEP_INVALID:
        break;
    case CAROM_MISS:
        return "miss";
    case CAROM_GRAZE:
        return "graze";
    case CAROM_HIT:
        return "hit";
    case CAROM_OVERLAP:
        return "overlap";
    }
    return "invalid";
}
