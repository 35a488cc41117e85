// Test cases that are ties or near ties: tangent, inside-touching, on the boundary of two features.
//
// Exact ties come from Pythagorean integers: all coordinates, distances and radii are integers
// below 2^53, so shifting by a power of two keeps them exact. Near ties are computed in double and
// moved by some ulp. Room: tests.
#include <math.h>

#include "case_makers.h"

// Scales half of the exact cases by a power of two. Integers below 2^53 stay exact.
static void shift_exact(random_source *g, test_case *t) {
    if (random_one_in(g, 2)) {
        case_scale(t, random_one_in(g, 2) ? random_int(g, -900, 900) : random_int(g, -40, 40));
    }
}

// Moves an exact case away from the origin by integers, up to 2^50.
static void move_exact(random_source *g, test_case *t) {
    if (random_one_in(g, 2)) {
        double x = floor(random_log(g, 0, 50)), y = floor(random_log(g, 0, 50));
        carom_vec2 by = {x * random_sign(g), y};
        t->circle.center = carom_vec2_add(t->circle.center, by);
        t->wall.a = carom_vec2_add(t->wall.a, by);
        t->wall.b = carom_vec2_add(t->wall.b, by);
    }
}

// Splits an integer reach into the two radii without rounding.
static void deal_reach_exact(random_source *g, test_case *t, double reach) {
    double part = random_one_in(g, 2) ? 0.0 : floor(random_between(g, 0.0, reach + 1.0));
    t->wall.radius = part;
    t->circle.radius = reach - part;
}

// Where along the axis a side contact may lie.
static double random_along(random_source *g, carom_extent extent) {
    return random_between(g, extent == CAROM_EXTENT_LINE ? -2.0 : 0.0,
                          extent == CAROM_EXTENT_SEGMENT ? 1.0 : 3.0);
}

// The centre at distance d from the side, on a random side. Returns the distance after rounding.
static double stand_off_side(random_source *g, test_case *t, double d) {
    carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
    double len = sqrt(carom_vec2_dot(u, u));
    carom_vec2 n = carom_vec2_scale(carom_vec2_left(u), random_sign(g) * d / len);
    carom_vec2 p = carom_vec2_add(t->wall.a, carom_vec2_scale(u, random_along(g, t->wall.extent)));
    t->circle.center = carom_vec2_add(p, n);
    carom_vec2 w = carom_vec2_sub(t->circle.center, t->wall.a);
    return fabs(carom_vec2_cross(u, w)) / len;
}

// The centre at distance d from an end, beyond it. Returns the distance after rounding.
static double stand_off_end(random_source *g, test_case *t, double d) {
    carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
    bool at_b = t->wall.extent == CAROM_EXTENT_SEGMENT && random_one_in(g, 2);
    carom_vec2 out = at_b ? u : carom_vec2_scale(u, -1.0);
    carom_vec2 v = random_point(g, 1.0);
    if (carom_vec2_dot(v, out) < 0.0) {
        v = carom_vec2_scale(v, -1.0);
    }
    v = carom_vec2_scale(v, d / sqrt(carom_vec2_dot(v, v)));
    carom_vec2 end = at_b ? t->wall.b : t->wall.a;
    t->circle.center = carom_vec2_add(end, v);
    v = carom_vec2_sub(t->circle.center, end);
    return sqrt(carom_vec2_dot(v, v));
}

void make_tangent_side(random_source *g, test_case *t) {
    double span = random_log(g, -30, 30);
    t->wall.a = random_point(g, span);
    t->wall.b = random_point(g, span);
    deal_reach(g, t, stand_off_side(g, t, span * random_log(g, -20, 0)));
    nudge_case(g, t);
    choose_gap(g, t);
}

void make_tangent_end(random_source *g, test_case *t) {
    double span = random_log(g, -30, 30);
    if (t->wall.extent == CAROM_EXTENT_LINE) {
        t->wall.extent = CAROM_EXTENT_SEGMENT;
    }
    t->wall.a = random_point(g, span);
    t->wall.b = random_point(g, span);
    deal_reach(g, t, stand_off_end(g, t, span * random_log(g, -20, 0)));
    nudge_case(g, t);
    choose_gap(g, t);
}

void make_offset(random_source *g, test_case *t) {
    carom_vec2 far = random_point(g, 1e12);
    t->wall.a = carom_vec2_add(far, random_point(g, 1000.0));
    t->wall.b = carom_vec2_add(far, random_point(g, 1000.0));
    bool at_end = random_one_in(g, 3) && t->wall.extent != CAROM_EXTENT_LINE;
    double d = random_between(g, 0.1, 100.0);
    deal_reach(g, t, at_end ? stand_off_end(g, t, d) : stand_off_side(g, t, d));
    nudge_case(g, t);
    choose_gap(g, t);
}

void make_float(random_source *g, test_case *t) {
    double span = random_log(g, -10, 10);
    t->wall.a = random_point(g, span);
    t->wall.b = random_point(g, span);
    bool at_end = random_one_in(g, 3) && t->wall.extent != CAROM_EXTENT_LINE;
    double d = span * random_log(g, -10, 0);
    double reach = at_end ? stand_off_end(g, t, d) : stand_off_side(g, t, d);
    double part = random_one_in(g, 2) ? 0.0 : random_between(g, 0.0, reach);
    t->circle.radius = reach - part;
    t->wall.radius = part;
    double *const numbers[] = {&t->circle.center.x, &t->circle.center.y, &t->circle.radius,
                               &t->wall.a.x,        &t->wall.a.y,        &t->wall.b.x,
                               &t->wall.b.y,        &t->wall.radius};
    for (int i = 0; i < 8; i++) {
        int k = random_one_in(g, 3) && *numbers[i] != 0.0 ? random_int(g, -4, 4) : 0;
        *numbers[i] = nudged_float(*numbers[i], k);
    }
    choose_gap(g, t);
}

// An axis and a centre with integer coordinates, exactly the returned integer from the axis.
static double stand_off_exact(random_source *g, test_case *t) {
    double p, q, h, k = random_int(g, 1, 1000), j = random_int(g, 0, 1000);
    pythagorean(g, &p, &q, &h);
    carom_vec2 u = {k * p, k * q};
    t->wall.a = random_lattice(g, 1000);
    t->wall.b = carom_vec2_add(t->wall.a, u);
    if (t->wall.extent == CAROM_EXTENT_LINE || random_one_in(g, 2)) {
        double lo = t->wall.extent == CAROM_EXTENT_LINE ? -1000.0 : 0.0;
        double hi = t->wall.extent == CAROM_EXTENT_SEGMENT ? k : 1000.0;
        double s = floor(random_between(g, lo, hi + 1.0));
        j *= random_sign(g);
        t->circle.center = carom_vec2_add(t->wall.a, carom_vec2_make(s * p - j * q, s * q + j * p));
        return fabs(j) * h;
    }
    bool at_b = t->wall.extent == CAROM_EXTENT_SEGMENT && random_one_in(g, 2);
    pythagorean(g, &p, &q, &h);
    carom_vec2 v = {j * p, j * q};
    if ((carom_vec2_dot(v, u) < 0.0) == at_b) {
        v = carom_vec2_scale(v, -1.0);
    }
    t->circle.center = carom_vec2_add(at_b ? t->wall.b : t->wall.a, v);
    return j * h;
}

void make_tangent_exact(random_source *g, test_case *t) {
    deal_reach_exact(g, t, stand_off_exact(g, t));
    move_exact(g, t);
    choose_gap(g, t);
    shift_exact(g, t);
}

// An integer segment around which lies a circle; returns the integer distance of the farther end.
static double surround_exact(random_source *g, test_case *t) {
    double p, q, h, j = random_int(g, 1, 1000);
    t->circle.center = random_lattice(g, 1000);
    pythagorean(g, &p, &q, &h);
    carom_vec2 far = {j * p, j * q}, near = {j * q, -j * p}; // both ends at the same distance
    double reach = j * h;
    switch (random_int(g, 0, 4)) {
    case 0: // another point of the outline
        near = carom_vec2_make(-far.x, far.y);
        break;
    case 1:
        near = far;
        break;
    case 2: // a quarter turn
        break;
    default:
        near = random_point(g, 0.7 * reach);
        near = carom_vec2_make(floor(near.x), floor(near.y));
    }
    bool swapped = random_one_in(g, 2);
    t->wall.a = carom_vec2_add(t->circle.center, swapped ? near : far);
    t->wall.b = carom_vec2_add(t->circle.center, swapped ? far : near);
    return reach;
}

void make_inside_touching(random_source *g, test_case *t) {
    double reach = surround_exact(g, t);
    t->wall.radius = random_one_in(g, 2) ? 0.0 : floor(random_between(g, 0.0, 2.0 * reach));
    t->circle.radius = reach + t->wall.radius;
    move_exact(g, t);
    t->gap = random_one_in(g, 2) ? 0.0 : random_log(g, -60, 10);
    shift_exact(g, t);
}

void make_inside(random_source *g, test_case *t) {
    t->circle.center = random_point(g, 10.0);
    t->circle.radius = random_between(g, 0.1, 10.0);
    double near = t->circle.radius * 0.8;
    t->wall.a = carom_vec2_add(t->circle.center, random_point(g, near));
    t->wall.b = carom_vec2_add(t->circle.center, random_point(g, near));
    t->wall.radius = random_one_in(g, 2) ? 0.0 : t->circle.radius * random_log(g, -30, -2);
    choose_gap(g, t);
    case_scale(t, random_int(g, -30, 30));
}

void make_inside_near(random_source *g, test_case *t) {
    t->wall.a = random_point(g, 10.0);
    t->wall.b = random_point(g, 10.0);
    t->circle.center = random_point(g, 10.0);
    carom_vec2 w = carom_vec2_sub(t->circle.center, t->wall.a);
    carom_vec2 z = carom_vec2_sub(t->circle.center, t->wall.b);
    double far = sqrt(fmax(carom_vec2_dot(w, w), carom_vec2_dot(z, z)));
    t->wall.radius = random_one_in(g, 2) ? 0.0 : far * random_log(g, -60, 1);
    t->circle.radius = far + t->wall.radius;
    nudge_case(g, t);
    choose_gap(g, t);
    case_scale(t, random_int(g, -30, 30));
}

void make_near_miss(random_source *g, test_case *t) {
    double c, r, k = random_int(g, 1, 8);
    pell(g, &c, &r);
    double shift = floor(random_log(g, 0, 51));
    if (random_one_in(g, 3)) { // an end at (r, r), whose distance is c to 1 part in c^2
        t->circle.center = carom_vec2_make(r, random_sign(g) * r);
        t->wall.b = carom_vec2_make(-k, t->circle.center.y < 0.0 ? k : -k);
        if (random_one_in(g, 2)) { // or the farther one of two
            t->wall.b = t->circle.center;
        }
        deal_reach_exact(g, t, c);
    } else { // the straight x = y, at the distance c / sqrt(2), or r
        t->wall.b = carom_vec2_make(k, k);
        t->wall.extent = random_one_in(g, 2) ? CAROM_EXTENT_LINE : CAROM_EXTENT_RAY;
        t->circle.center = carom_vec2_make(shift, shift + c);
        if (random_one_in(g, 2)) {
            t->circle.center = carom_vec2_make(t->circle.center.y, t->circle.center.x);
        }
        deal_reach_exact(g, t, r);
    }
    t->gap = random_one_in(g, 2) ? 0.0 : random_int(g, 0, 2);
    shift_exact(g, t);
}

// Splits the reach into a double and a remainder of about one ulp of it, or far below.
static void split_lost(random_source *g, double reach, int up, double *big, double *small) {
    switch (random_int(g, 0, 2)) {
    case 0:
        *big = reach;
        *small =
            random_one_in(g, 2) ? ldexp(1.0, -random_int(g, 30, 1074)) : random_log(g, -80, -50);
        break;
    case 1: // exactly the reach, though no double is
        *big = nudged(reach, up);
        *small = fabs(reach - *big);
        break;
    default:
        *big = nudged(reach, up);
        *small = nudged(fabs(reach - *big), random_sign(g) > 0.0 ? 1 : -1);
    }
}

void make_lost_radius(random_source *g, test_case *t) {
    double big, small;
    if (random_one_in(g, 3)) { // r - wr against the farther end
        split_lost(g, surround_exact(g, t), 1, &big, &small);
        t->circle.radius = big;
        t->wall.radius = small;
    } else { // r + wr against the distance
        split_lost(g, stand_off_exact(g, t), -1, &big, &small);
        big = fabs(big); // the reach may be 0
        bool thick = random_one_in(g, 2);
        t->circle.radius = thick ? small : big;
        t->wall.radius = thick ? big : small;
    }
    move_exact(g, t);
    t->gap = random_one_in(g, 2) ? 0.0 : ldexp(1.0, -random_int(g, 20, 1074));
    if (random_one_in(g, 2)) {
        case_scale(t, random_int(g, -20, 20));
    }
}

void make_boundary(random_source *g, test_case *t) {
    carom_vec2 u = random_lattice(g, 1000);
    double k = random_int(g, -64, 64);
    k = ldexp(k, -random_int(g, 0, 6));
    carom_vec2 v = carom_vec2_scale(carom_vec2_left(u), k);
    t->wall.a = random_lattice(g, 1000);
    t->wall.b = carom_vec2_add(t->wall.a, u);
    t->circle.center = carom_vec2_add(random_one_in(g, 2) ? t->wall.a : t->wall.b, v);
    double reach = sqrt(carom_vec2_dot(v, v));
    deal_reach(g, t, random_one_in(g, 2) ? reach : random_between(g, 0.0, 2.0 * reach));
    if (random_one_in(g, 2)) {
        nudge_case(g, t);
    } else {
        move_exact(g, t);
    }
    choose_gap(g, t);
    shift_exact(g, t);
}

void make_outline_end(random_source *g, test_case *t) {
    double p, q, h, j = random_int(g, 0, 1000), k = random_int(g, -1000, 1000);
    t->circle.center = random_lattice(g, 1000);
    pythagorean(g, &p, &q, &h);
    carom_vec2 on = {j * p, j * q}, other = {k * h, 0.0};
    t->circle.radius = j * h;
    switch (random_int(g, 0, 4)) {
    case 0: // tangent at the end
        other = carom_vec2_make(on.x - k * q, on.y + k * p);
        break;
    case 1: // a chord
        other = carom_vec2_make(on.x, -on.y);
        break;
    case 2: // in or out along the radius
        other = carom_vec2_make(k * p, k * q);
        break;
    case 3:
        other = random_lattice(g, 999999);
        break;
    default: // a diameter
        other = carom_vec2_scale(on, -1.0);
    }
    bool swapped = random_one_in(g, 2);
    t->wall.a = carom_vec2_add(t->circle.center, swapped ? other : on);
    t->wall.b = carom_vec2_add(t->circle.center, swapped ? on : other);
    t->wall.radius = random_one_in(g, 2) ? 0.0 : floor(random_log(g, 0, 20));
    if (random_one_in(g, 3)) {
        nudge_case(g, t);
    } else {
        move_exact(g, t);
    }
    choose_gap(g, t);
    shift_exact(g, t);
}
