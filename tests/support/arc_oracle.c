// The oracle for a circle and a bent wall, see arc_oracle.h.
//
// The arc lies on the circle with centre o = (a + b) / 2 + left(b - a) (1 - k^2) / 4k, which is
// rational, and radius rho, whose square |a - o|^2 is. The nearest point is on the side if the
// centre lies between the rays from o through the ends, the farthest one if the point opposite of
// it does. Then the distances are |D - rho| and D + rho, with D = |c - o|: all comparisons are
// signs of x + y sqrt(rho^2), by squares. Room: tests.
#include "arc_oracle.h"

#include <math.h>

#include <gmp.h>

typedef struct place {
    mpq_t x, y;
} place;

// The registers of a question.
static place a, b, c, u, o, to_a, to_b, to_c, from_a, from_b;
static mpq_t k, r, wr, reach, gap, rho2, d2, a2, b2, part, sum;

static void ready(void) {
    static bool is_ready = false;
    if (is_ready)
        return;
    is_ready = true;
    place *const places[] = {&a, &b, &c, &u, &o, &to_a, &to_b, &to_c, &from_a, &from_b};
    for (int i = 0; i < 10; i++)
        mpq_inits(places[i]->x, places[i]->y, NULL);
    mpq_inits(k, r, wr, reach, gap, rho2, d2, a2, b2, part, sum, NULL);
}

static void set_place(place *p, carom_vec2 v) {
    mpq_set_d(p->x, v.x);
    mpq_set_d(p->y, v.y);
}

static void subtract(place *out, const place *p, const place *q) {
    mpq_sub(out->x, p->x, q->x);
    mpq_sub(out->y, p->y, q->y);
}

static void square(mpq_t out, const place *p) {
    mpq_mul(out, p->x, p->x);
    mpq_mul(part, p->y, p->y);
    mpq_add(out, out, part);
}

static int sign_of(const mpq_t x) {
    return (mpq_sgn(x) > 0) - (mpq_sgn(x) < 0);
}

// The sign of p x q.
static int turn(const place *p, const place *q) {
    mpq_mul(sum, p->x, q->y);
    mpq_mul(part, p->y, q->x);
    mpq_sub(sum, sum, part);
    return sign_of(sum);
}

static bool is_radius(double x) {
    return x >= 0.0 && x - x == 0.0;
}

static bool is_finite_point(carom_vec2 p) {
    return p.x - p.x == 0.0 && p.y - p.y == 0.0;
}

static bool is_valid(carom_circle circle, carom_wall wall, double bulge) {
    return is_finite_point(circle.center) && is_radius(circle.radius) && is_finite_point(wall.a) &&
           is_finite_point(wall.b) && is_radius(wall.radius) && bulge >= -1.0 && bulge <= 1.0;
}

// The centre of the circle is in `c`.
static void load_around(carom_circle circle, carom_wall wall, double bulge) {
    set_place(&a, wall.a);
    set_place(&b, wall.b);
    mpq_set_d(k, bulge);
    mpq_set_d(r, circle.radius);
    mpq_set_d(wr, wall.radius);
    subtract(&u, &b, &a);
    // (1 - k^2) / 4k
    mpq_t f, four;
    mpq_inits(f, four, NULL);
    mpq_set_ui(four, 4, 1);
    mpq_inv(f, k);
    mpq_sub(f, f, k);
    mpq_div(f, f, four);
    mpq_set_ui(four, 2, 1);
    mpq_add(o.x, a.x, b.x);
    mpq_div(o.x, o.x, four);
    mpq_mul(part, u.y, f);
    mpq_sub(o.x, o.x, part);
    mpq_add(o.y, a.y, b.y);
    mpq_div(o.y, o.y, four);
    mpq_mul(part, u.x, f);
    mpq_add(o.y, o.y, part);
    mpq_clears(f, four, NULL);
    subtract(&to_a, &a, &o);
    subtract(&to_b, &b, &o);
    subtract(&to_c, &c, &o);
    subtract(&from_a, &c, &a);
    subtract(&from_b, &c, &b);
    square(rho2, &to_a);
    square(d2, &to_c);
    square(a2, &from_a);
    square(b2, &from_b);
}

static void load(carom_circle circle, carom_wall wall, double bulge) {
    ready();
    set_place(&c, circle.center);
    load_around(circle, wall, bulge);
}

// 1 if the ray from o through c meets the inside of the arc, -1 if the opposite one does, else 0.
static int wedge(void) {
    // Counterclockwise from the first to the second end.
    const bool is_left = mpq_sgn(k) > 0;
    const place *const first = is_left ? &to_a : &to_b, *const second = is_left ? &to_b : &to_a;
    const int after = turn(first, &to_c), before = turn(&to_c, second);
    return after > 0 && before > 0 ? 1 : after < 0 && before < 0 ? -1 : 0;
}

// The sign of x + y rho.
static int sign_with_radius(const mpq_t x, const mpq_t y) {
    const int sx = sign_of(x), sy = sign_of(y);
    if (sx * sy >= 0)
        return sx != 0 ? sx : sy;
    mpq_mul(sum, x, x);
    mpq_mul(part, y, y);
    mpq_mul(part, part, rho2);
    const int larger = mpq_cmp(sum, part);
    return larger > 0 ? sx : larger < 0 ? sy : 0;
}

// The sign of D - (rho + s) for rho + s >= 0: of D^2 - rho^2 - s^2 - 2 s rho.
static int compare_centers(const mpq_t s) {
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    mpq_mul(x, s, s);
    mpq_add(x, x, rho2);
    mpq_sub(x, d2, x);
    mpq_add(y, s, s);
    mpq_neg(y, y);
    const int sign = sign_with_radius(x, y);
    mpq_clears(x, y, NULL);
    return sign;
}

// The sign of D^2 - (rho - s)^2.
static int compare_centers_within(const mpq_t s) {
    mpq_t minus;
    mpq_init(minus);
    mpq_neg(minus, s);
    const int sign = compare_centers(minus);
    mpq_clear(minus);
    return sign;
}

// The sign of rho - s, s >= 0.
static int compare_radius(const mpq_t s) {
    mpq_mul(part, s, s);
    const int sign = mpq_cmp(rho2, part);
    return (sign > 0) - (sign < 0);
}

static int compare_square(const mpq_t x2, const mpq_t s) {
    mpq_mul(part, s, s);
    const int sign = mpq_cmp(x2, part);
    return (sign > 0) - (sign < 0);
}

// The sign of (distance of the axis) - s, s >= 0.
static int compare_nearest(const mpq_t s) {
    if (wedge() <= 0)
        return compare_square(mpq_cmp(a2, b2) <= 0 ? a2 : b2, s);
    const int beyond = compare_centers(s);
    if (beyond >= 0)
        return beyond;
    const int room = compare_radius(s);
    if (room < 0)
        return -1;
    return -compare_centers_within(s);
}

// The sign of (distance of the farthest point of the axis) - s, s >= 0.
static int compare_farthest(const mpq_t s) {
    if (wedge() >= 0)
        return compare_square(mpq_cmp(a2, b2) >= 0 ? a2 : b2, s);
    if (compare_radius(s) >= 0)
        return 1;
    // D against s - rho
    return compare_centers_within(s);
}

static carom_feature feature_of(void) {
    if (wedge() > 0 || mpq_sgn(d2) == 0)
        return CAROM_FEATURE_SIDE;
    return mpq_cmp(a2, b2) <= 0 ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B;
}

static carom_relation relation_of(void) {
    mpq_add(reach, r, wr);
    const int nearest = compare_nearest(reach);
    if (nearest > 0)
        return CAROM_RELATION_SEPARATE;
    if (nearest == 0)
        return CAROM_RELATION_TOUCHING;
    mpq_sub(reach, r, wr);
    if (mpq_sgn(reach) < 0)
        return CAROM_RELATION_CROSSING;
    const int farthest = compare_farthest(reach);
    return farthest > 0    ? CAROM_RELATION_CROSSING
           : farthest == 0 ? CAROM_RELATION_INSIDE_TOUCHING
                           : CAROM_RELATION_INSIDE;
}

static int compare_gap(double g) {
    mpq_set_d(gap, g);
    mpq_add(gap, gap, r);
    mpq_add(gap, gap, wr);
    return compare_nearest(gap);
}

oracle_verdict arc_oracle_decide(carom_circle circle, carom_wall wall, double bulge, double g) {
    oracle_verdict v = {CAROM_RELATION_INVALID, CAROM_FEATURE_NONE, 0, false};
    if (!is_valid(circle, wall, bulge))
        return v;
    if (bulge == 0.0 || (wall.a.x == wall.b.x && wall.a.y == wall.b.y)) {
        v = oracle_decide(circle, wall, g);
        v.crossings = 0;
        return v;
    }
    load(circle, wall, bulge);
    v.relation = relation_of();
    v.feature = feature_of();
    v.within = is_radius(g) && compare_gap(g) <= 0;
    return v;
}

int arc_oracle_compare_gap(carom_circle circle, carom_wall wall, double bulge, double g) {
    load(circle, wall, bulge);
    return compare_gap(g);
}

static void move_coordinate(mpq_t x, double move, double time) {
    mpq_set_d(sum, move);
    mpq_set_d(part, time);
    mpq_mul(sum, sum, part);
    mpq_add(x, x, sum);
}

int arc_oracle_gap_at(carom_circle circle, carom_vec2 move, carom_wall wall, double bulge,
                      double time) {
    ready();
    set_place(&c, circle.center);
    move_coordinate(c.x, move.x, time);
    move_coordinate(c.y, move.y, time);
    load_around(circle, wall, bulge);
    return compare_gap(0.0);
}

// ---- numbers ----

void arc_numbers_init(arc_numbers *n) {
    mpfr_inits2(256, n->along, n->distance, n->reach, n->depth, n->normal.x, n->normal.y,
                n->surface.x, n->surface.y, (mpfr_ptr)NULL);
    for (int i = 0; i < 4; i++)
        mpfr_init2(n->box[i], 256);
}

void arc_numbers_clear(arc_numbers *n) {
    mpfr_clears(n->along, n->distance, n->reach, n->depth, n->normal.x, n->normal.y, n->surface.x,
                n->surface.y, (mpfr_ptr)NULL);
    for (int i = 0; i < 4; i++)
        mpfr_clear(n->box[i]);
}

static void set_root(mpfr_t f, const mpq_t x) {
    mpfr_set_q(f, x, MPFR_RNDN);
    mpfr_sqrt(f, f, MPFR_RNDN);
}

// out = p / |p|, or the opposite of it.
static void set_unit(mpfr_t x, mpfr_t y, const place *p, int sign) {
    mpfr_t length;
    mpq_t len2;
    mpq_init(len2);
    mpfr_init2(length, mpfr_get_prec(x));
    square(len2, p);
    set_root(length, len2);
    mpfr_set_q(x, p->x, MPFR_RNDN);
    mpfr_set_q(y, p->y, MPFR_RNDN);
    mpfr_div(x, x, length, MPFR_RNDN);
    mpfr_div(y, y, length, MPFR_RNDN);
    if (sign < 0) {
        mpfr_neg(x, x, MPFR_RNDN);
        mpfr_neg(y, y, MPFR_RNDN);
    }
    mpfr_clear(length);
    mpq_clear(len2);
}

// The low or high end of one coordinate, sign -1 or 1: that of an end, or of the circle where the
// direction is between those to the ends.
static void set_box_side(mpfr_t out, bool is_y, int sign, const mpfr_t rho) {
    const place *const lower = mpq_cmp(is_y ? a.y : a.x, is_y ? b.y : b.x) < 0 ? &a : &b;
    const place *const upper = lower == &a ? &b : &a;
    const place *const end = sign < 0 ? lower : upper;
    place far;
    mpq_inits(far.x, far.y, NULL);
    mpq_set_si(is_y ? far.y : far.x, sign, 1);
    const bool is_left = mpq_sgn(k) > 0;
    const place *const first = is_left ? &to_a : &to_b, *const second = is_left ? &to_b : &to_a;
    const bool is_round = turn(first, &far) > 0 && turn(&far, second) > 0;
    mpq_clears(far.x, far.y, NULL);
    mpfr_t x;
    mpfr_init2(x, mpfr_get_prec(rho));
    mpfr_set_q(x, is_y ? end->y : end->x, MPFR_RNDN);
    if (is_round) {
        mpfr_set_q(x, is_y ? o.y : o.x, MPFR_RNDN);
        if (sign < 0)
            mpfr_sub(x, x, rho, MPFR_RNDN);
        else
            mpfr_add(x, x, rho, MPFR_RNDN);
    }
    if (sign < 0)
        mpfr_sub_q(x, x, wr, MPFR_RNDN);
    else
        mpfr_add_q(x, x, wr, MPFR_RNDN);
    mpfr_set(out, x, MPFR_RNDN);
    mpfr_clear(x);
}

void arc_oracle_measure(arc_numbers *n, carom_circle circle, carom_wall wall, double bulge) {
    load(circle, wall, bulge);
    const carom_feature feature = feature_of();
    const int side = sign_of(k);
    // The arc's centre and radius cancel, in the box to the arc's height, which is as much shorter
    // than the chord as the chord is shorter than the radius.
    mpfr_t probe;
    mpfr_init2(probe, 64);
    set_root(probe, rho2);
    const long rho_exp = mpfr_get_exp(probe);
    square(sum, &u);
    set_root(probe, sum);
    const long u_exp = mpfr_get_exp(probe);
    mpfr_clear(probe);
    const mpfr_prec_t bits = 320 + (rho_exp > u_exp ? 2 * (rho_exp - u_exp) : 0);
    mpfr_t rho, d, x, y, nx, ny, t;
    mpfr_inits2(bits, rho, d, x, y, nx, ny, t, (mpfr_ptr)NULL);
    set_root(rho, rho2);
    set_root(d, d2);
    const int beyond = mpq_cmp(d2, rho2); // of the arc's circle
    bool is_on = feature == CAROM_FEATURE_SIDE ? beyond == 0 : false;
    const place *const end = feature == CAROM_FEATURE_END_A ? &a : &b;
    const place *const from = feature == CAROM_FEATURE_END_A ? &from_a : &from_b;
    if (feature != CAROM_FEATURE_SIDE)
        is_on = mpq_sgn(feature == CAROM_FEATURE_END_A ? a2 : b2) == 0;
    // The normal: away from the nearest point. On the axis, left of the way along the arc, which
    // runs counterclockwise around its centre if k > 0.
    if (is_on) {
        set_unit(nx, ny, &to_c, -side);
    } else if (feature != CAROM_FEATURE_SIDE) {
        set_unit(nx, ny, from, 1);
    } else if (mpq_sgn(d2) == 0) {
        place left;
        mpq_inits(left.x, left.y, NULL);
        mpq_neg(left.x, u.y);
        mpq_set(left.y, u.x);
        set_unit(nx, ny, &left, side);
        mpq_clears(left.x, left.y, NULL);
    } else {
        set_unit(nx, ny, &to_c, beyond > 0 ? 1 : -1);
    }
    // The distance: |D^2 - rho^2| / (D + rho), or that of an end.
    if (feature == CAROM_FEATURE_SIDE) {
        mpq_sub(sum, d2, rho2);
        mpq_abs(sum, sum);
        mpfr_set_q(t, sum, MPFR_RNDN);
        mpfr_add(x, d, rho, MPFR_RNDN);
        mpfr_div(t, t, x, MPFR_RNDN);
    } else {
        set_root(t, feature == CAROM_FEATURE_END_A ? a2 : b2);
    }
    mpfr_set(n->distance, t, MPFR_RNDN);
    mpq_add(reach, r, wr);
    mpfr_set_q(n->reach, reach, MPFR_RNDN);
    mpfr_set_q(x, reach, MPFR_RNDN);
    mpfr_sub(n->depth, x, t, MPFR_RNDN);
    // The nearest point of the axis: an end, or o + rho times a unit vector, the middle for c = o.
    if (feature != CAROM_FEATURE_SIDE) {
        mpfr_set_q(x, end->x, MPFR_RNDN);
        mpfr_set_q(y, end->y, MPFR_RNDN);
        mpfr_set_ui(n->along, feature == CAROM_FEATURE_END_B, MPFR_RNDN);
    } else {
        const int outward = mpq_sgn(d2) == 0 ? -1 : is_on ? -side : beyond > 0 ? 1 : -1;
        mpfr_set(t, rho, MPFR_RNDN);
        if (outward < 0)
            mpfr_neg(t, t, MPFR_RNDN);
        mpfr_mul(x, nx, t, MPFR_RNDN);
        mpfr_mul(y, ny, t, MPFR_RNDN);
        mpfr_add_q(x, x, o.x, MPFR_RNDN);
        mpfr_add_q(y, y, o.y, MPFR_RNDN);
        // (point - a).u / |u|^2
        mpfr_t px, py;
        mpfr_inits2(bits, px, py, (mpfr_ptr)NULL);
        mpfr_sub_q(px, x, a.x, MPFR_RNDN);
        mpfr_sub_q(py, y, a.y, MPFR_RNDN);
        mpfr_mul_q(px, px, u.x, MPFR_RNDN);
        mpfr_mul_q(py, py, u.y, MPFR_RNDN);
        mpfr_add(px, px, py, MPFR_RNDN);
        square(sum, &u);
        mpfr_div_q(n->along, px, sum, MPFR_RNDN);
        mpfr_clears(px, py, (mpfr_ptr)NULL);
    }
    mpfr_set_q(t, wr, MPFR_RNDN);
    mpfr_fma(x, nx, t, x, MPFR_RNDN);
    mpfr_fma(y, ny, t, y, MPFR_RNDN);
    mpfr_set(n->surface.x, x, MPFR_RNDN);
    mpfr_set(n->surface.y, y, MPFR_RNDN);
    mpfr_set(n->normal.x, nx, MPFR_RNDN);
    mpfr_set(n->normal.y, ny, MPFR_RNDN);
    for (int i = 0; i < 4; i++)
        set_box_side(n->box[i], i % 2 == 1, i < 2 ? -1 : 1, rho);
    mpfr_clears(rho, d, x, y, nx, ny, t, (mpfr_ptr)NULL);
}
