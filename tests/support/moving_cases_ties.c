// Test cases of moving walls that are ties or near ties. At the time of contact the axis and the
// vector to the centre are Pythagorean integers; the velocities are chosen for the order of the
// contact. All numbers are integers of one unit below 2^53. Room: tests.
//
// On the side, with w = s u + k left(u), R = |k| |u|, and f = |u x w| - R |u| times |u|:
//     f' = 0      if w' = s u' + q u,
//     f'' = 0     if besides u' = x u + y left(u) and q = -k y / 2,
//     f''' = 0    if besides x = 0.
#include <math.h>

#include "moving_makers.h"

/// The order of a contact: 1 crosses or leaves, 2 is a double root, and so on.
enum { ORDER_ANY = 0 };

static double random_part(random_source *g, int most, double unit) {
    return unit * random_int(g, -most, most);
}

// x p + y left(p)
static carom_vec2 combined(carom_vec2 p, double x, double y) {
    return carom_vec2_add(carom_vec2_scale(p, x), carom_vec2_scale(carom_vec2_left(p), y));
}

// A time in [0, 1] of few bits.
static double exact_time(random_source *g) {
    const int k = random_int(g, 0, 5);
    return ldexp(random_int(g, 0, 1 << k), -k);
}

static void deal_reach_in_eighths(random_source *g, moving_case *m, double reach) {
    static const int parts[] = {8, 8, 8, 0, 4, 1};
    const double part = parts[random_int(g, 0, 5)] / 8.0;
    m->circle.radius = reach * part;
    m->wall.radius = reach - m->circle.radius;
}

static carom_vec2 exact_velocity(random_source *g) {
    const carom_vec2 v = random_lattice(g, 2000);
    return carom_vec2_scale(v, random_one_in(g, 2) ? 1.0 : 0.125);
}

// A contact with the side. The foot is at s of the axis, which can be 0 or 1.
static moving_place side_place(random_source *g, double s, int order) {
    moving_place p = {.time = exact_time(g)};
    double h;
    pythagorean(g, &p.u.x, &p.u.y, &h);
    const double side = random_sign(g);
    const double k = side * random_int(g, 1, 32) / 8.0;
    p.w = combined(p.u, s, k);
    p.reach = fabs(k) * h;
    p.u_step = exact_velocity(g);
    if (order == ORDER_ANY || order == 1) {
        p.w_step = exact_velocity(g);
        return p;
    }
    double q = random_part(g, 32, 0.125);
    if (order > 2) {
        const double x = order == 3 ? random_part(g, 32, 0.125) : 0.0;
        const double y = random_part(g, 32, 0.125);
        p.u_step = combined(p.u, x, y);
        q = -0.5 * k * y;
    }
    p.w_step = carom_vec2_add(carom_vec2_scale(p.u_step, s), carom_vec2_scale(p.u, q));
    return p;
}

// A contact with end a, beyond it.
static moving_place end_place(random_source *g, int order) {
    moving_place p = {.time = exact_time(g)};
    p.u = random_lattice(g, 500);
    pythagorean(g, &p.w.x, &p.w.y, &p.reach);
    if (carom_vec2_dot(p.u, p.w) > 0.0) {
        p.u = carom_vec2_scale(p.u, -1.0);
    }
    p.u_step = exact_velocity(g);
    p.w_step = exact_velocity(g);
    if (order > 1) { // never of a higher order: |w|^2 is quadratic
        p.w_step = carom_vec2_scale(carom_vec2_left(p.w), random_part(g, 32, 0.125));
    }
    return p;
}

static moving_place exact_place(random_source *g, int order) {
    if (random_one_in(g, 3)) {
        return end_place(g, order);
    }
    const double s = random_int(g, 0, 16) / 16.0;
    return side_place(g, s, order);
}

static void shift_exactly(random_source *g, moving_case *m) {
    if (random_one_in(g, 2)) {
        moving_scale(m, random_int(g, -60, 40));
    }
}

// Any exact motion of the whole, and either name for the ends.
static void arrive_exactly(random_source *g, moving_case *m, const moving_place *p) {
    const carom_vec2 none = {0.0, 0.0};
    const carom_vec2 a = random_one_in(g, 2) ? none : random_lattice(g, 1000000);
    const carom_vec2 drift = random_one_in(g, 2) ? none : exact_velocity(g);
    deal_reach_in_eighths(g, m, p->reach);
    arrive_moving(m, p, a, drift);
    if (random_one_in(g, 2)) {
        swap_ends(m);
    }
    shift_exactly(g, m);
    choose_ends(g, m);
}

void make_moving_exact_time(random_source *g, moving_case *m) {
    moving_place p = exact_place(g, 1);
    const carom_vec2 n = carom_vec2_dot(p.w, p.u) <= 0.0 ? p.w : carom_vec2_left(p.u);
    const double side = carom_vec2_dot(n, p.w) < 0.0 ? -1.0 : 1.0;
    if (carom_vec2_dot(p.w_step, n) * side > 0.0) {
        p.w_step = carom_vec2_scale(p.w_step, -1.0);
    }
    if (random_one_in(g, 2)) { // the axis turns slowly, so that few cases meet before
        p.u_step = carom_vec2_scale(p.u_step, 0.0625);
    }
    arrive_exactly(g, m, &p);
}

void make_moving_double(random_source *g, moving_case *m) {
    const moving_place p = exact_place(g, 2);
    arrive_exactly(g, m, &p);
}

void make_moving_triple(random_source *g, moving_case *m) {
    const double s = random_int(g, 0, 16) / 16.0;
    const moving_place p = side_place(g, s, random_one_in(g, 3) ? 4 : 3);
    arrive_exactly(g, m, &p);
}

// Is it free before the time, but for the neighbourhood, and not after?
static bool seems_to_hit_after(const moving_case *m, double time) {
    enum { STEPS = 64 };
    bool hits = false;
    if (rough_gap(m, time - 0.004) < 0.0 || rough_gap(m, time + 0.004) < 0.0) {
        return false;
    }
    for (int i = 0; i <= STEPS; i++) {
        const double t = (double)i / STEPS;
        const bool is_inside = fabs(t - time) > 0.01 && rough_gap(m, t) < 0.0;
        if (is_inside && t < time) {
            return false;
        }
        hits = hits || is_inside;
    }
    return hits;
}

// Double contacts, early, with a wall that turns fast; up to 64 are tried.
void make_moving_graze_then_hit(random_source *g, moving_case *m) {
    for (int tries = 0; tries < 64; tries++) {
        const double s = random_int(g, 0, 16) / 16.0;
        moving_place p = random_one_in(g, 8) ? end_place(g, 2) : side_place(g, s, 2);
        p.time = random_int(g, 0, 16) / 32.0;
        if (carom_vec2_dot(p.w, p.u) > 0.0) {
            const double x = random_part(g, 16, 0.125), y = random_part(g, 32, 0.125);
            p.u_step = combined(p.u, x, y);
            p.w_step = carom_vec2_add(carom_vec2_scale(p.u_step, s),
                                      carom_vec2_scale(p.u, random_part(g, 32, 0.125)));
        }
        arrive_exactly(g, m, &p);
        if (seems_to_hit_after(m, p.time)) {
            break;
        }
    }
    if (random_one_in(g, 8)) {
        nudge_moving(g, m);
    }
}

static void touch(random_source *g, moving_case *m, double time) {
    moving_place p = exact_place(g, random_int(g, 1, 4));
    p.time = time;
    if (random_one_in(g, 3)) {
        p.w_step = carom_vec2_scale(p.w_step, 0.0625);
        p.u_step = carom_vec2_scale(p.u_step, 0.0625);
    }
    arrive_exactly(g, m, &p);
}

void make_moving_touching_start(random_source *g, moving_case *m) {
    touch(g, m, 0.0);
}

void make_moving_touching_finish(random_source *g, moving_case *m) {
    touch(g, m, 1.0);
}

void make_moving_nearly_touching(random_source *g, moving_case *m) {
    touch(g, m, random_one_in(g, 2) ? 0.0 : 1.0);
    nudge_moving(g, m);
}

void make_moving_corner(random_source *g, moving_case *m) {
    const double s = random_int(g, 0, 1);
    moving_place p = side_place(g, s, random_int(g, 1, 3));
    if (random_one_in(g, 2)) {
        p.u_step = carom_vec2_scale(p.u_step, 0.0625);
    }
    arrive_exactly(g, m, &p);
    if (random_one_in(g, 3)) {
        nudge_moving(g, m);
    }
}

void make_moving_together(random_source *g, moving_case *m) {
    const int way = random_int(g, 0, 3);
    moving_place p = exact_place(g, 1);
    switch (way) {
    case 0: // as one body
        p.u_step = p.w_step = carom_vec2_make(0.0, 0.0);
        break;
    case 1: // with the end, about which the wall turns
        p = end_place(g, 1);
        p.w_step = carom_vec2_make(0.0, 0.0);
        break;
    default: // along the side, while the wall slides and stretches
        p = side_place(g, random_int(g, -32, 48) / 16.0, 1);
        p.u_step = carom_vec2_scale(p.u, random_part(g, 32, 0.125));
        p.w_step = carom_vec2_scale(p.u, random_part(g, 64, 0.125));
    }
    arrive_exactly(g, m, &p);
    if (random_one_in(g, 3)) {
        nudge_moving(g, m);
    }
}

void make_moving_collapse(random_source *g, moving_case *m) {
    moving_place p = {.time = exact_time(g)};
    p.u_step = exact_velocity(g);
    pythagorean(g, &p.w.x, &p.w.y, &p.reach);
    p.w_step = exact_velocity(g);
    switch (random_int(g, 0, 4)) {
    case 0: // along the axis, which is on one straight line all the time
        p.u_step = carom_vec2_scale(p.w, random_part(g, 16, 0.25));
        p.w_step = carom_vec2_scale(p.w, random_part(g, 16, 0.25));
        break;
    case 1: // across it
        p.u_step = carom_vec2_scale(carom_vec2_left(p.w), random_part(g, 16, 0.25));
        p.w_step = carom_vec2_scale(p.w, random_part(g, 16, 0.25));
        break;
    case 2: // a point onto the point
        p.w = carom_vec2_make(0.0, 0.0);
        p.reach = random_one_in(g, 2) ? 0.0 : p.reach;
        break;
    default:
        break;
    }
    if (random_one_in(g, 4)) { // not at the contact
        p.reach += random_int(g, -64, 64) / 8.0;
        p.reach = fabs(p.reach);
    }
    arrive_exactly(g, m, &p);
    if (random_one_in(g, 4)) {
        nudge_moving(g, m);
    }
}

void make_moving_point_exact(random_source *g, moving_case *m) {
    moving_place p = {.time = exact_time(g)};
    p.u = random_lattice(g, 500);
    const double s = random_one_in(g, 2) ? random_int(g, 0, 1) : random_int(g, -4, 20) / 16.0;
    p.w = carom_vec2_scale(p.u, s);
    p.u_step = exact_velocity(g);
    p.w_step = exact_velocity(g);
    const double q = random_part(g, 32, 0.125);
    switch (random_int(g, 0, 4)) {
    case 0: // touches the axis and turns back
        p.w_step = carom_vec2_add(carom_vec2_scale(p.u_step, s), carom_vec2_scale(p.u, q));
        break;
    case 1: { // starts on the axis, leaves it and comes back
        p.time = ldexp(1.0, -random_int(g, 0, 4));
        const double first = random_int(g, 0, 16) / 16.0;
        const carom_vec2 u0 = carom_vec2_sub(p.u, carom_vec2_scale(p.u_step, p.time));
        const carom_vec2 w0 = carom_vec2_scale(u0, first);
        p.w_step = carom_vec2_scale(carom_vec2_sub(p.w, w0), 1.0 / p.time);
        break;
    }
    case 2: // along the axis
        p.u_step = carom_vec2_scale(p.u, random_part(g, 16, 0.125));
        p.w_step = carom_vec2_scale(p.u, q);
        break;
    default:
        break;
    }
    if (random_one_in(g, 4)) {
        p.time = 0.0;
    }
    arrive_exactly(g, m, &p);
    if (random_one_in(g, 8)) {
        nudge_moving(g, m);
        m->circle.radius = m->wall.radius = 0.0;
    }
}

void make_moving_posts(random_source *g, moving_case *m) {
    moving_place p = end_place(g, random_int(g, 1, 2));
    p.u = p.u_step = carom_vec2_make(0.0, 0.0);
    if (random_one_in(g, 3)) {
        p.time = random_one_in(g, 2) ? 0.0 : 1.0;
    }
    arrive_exactly(g, m, &p);
    m->wall.extent = (uint8_t)random_extent(g);
    if (random_one_in(g, 2)) {
        nudge_moving(g, m);
        m->wall.b = m->wall.a;
        m->b_move = m->a_move;
        choose_ends(g, m);
    }
    m->b_to = m->a_to;
}
