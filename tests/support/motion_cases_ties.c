// Test cases of moving circles that are ties or near ties: tangent paths, contacts at the start, at
// the very end, between two features, at a time that is a double, and two walls at the same time.
//
// Exact ties come from the Pythagorean integers of cases_tangent.c. All coordinates are integers of
// one unit below 2^53. The paths are combinations of the vector from the axis to the centre and its
// left-hand normal. Room: tests.
#include <math.h>

#include "motion_makers.h"

static contact_place exact_place(random_source *g, const motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    make_tangent_exact(g, &t);
    return place_of(g, t);
}

static contact_place end_place(random_source *g, const motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    make_tangent_end(g, &t);
    return place_of(g, t);
}

static contact_place side_place(random_source *g, const motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    make_tangent_side(g, &t);
    return place_of(g, t);
}

// p away + q left(away), for exact places a vector of their grid.
static carom_vec2 turned_direction(const contact_place *place, double p, double q) {
    return carom_vec2_add(carom_vec2_scale(place->away, p),
                          carom_vec2_scale(carom_vec2_left(place->away), q));
}

// A path of 2^s steps. After `count` of them the circle is at the place, so the time is exact.
static void arrive_exactly(random_source *g, motion_case *m, const contact_place *place,
                           carom_vec2 step) {
    const int s = random_int(g, 0, 6);
    const int count = random_one_in(g, 3) ? 1 << s : random_int(g, 0, 1 << s);
    arrive(g, m, place, carom_vec2_scale(step, ldexp(1.0, s)), ldexp(count, -s));
}

void make_motion_grazing_near(random_source *g, motion_case *m) {
    if (m->wall.extent == CAROM_EXTENT_LINE) {
        m->wall.extent = CAROM_EXTENT_SEGMENT;
    }
    const contact_place place = end_place(g, m);
    const double length = random_length(g, &place.at, -4, 4);
    const carom_vec2 n = place.away;
    const double scale = random_sign(g) * length / sqrt(carom_vec2_dot(n, n));
    arrive(g, m, &place, carom_vec2_scale(carom_vec2_left(n), scale), random_between(g, 0.0, 1.0));
    if (random_one_in(g, 2)) {
        nudge_motion(g, m);
    }
    choose_second(g, m);
}

void make_motion_grazing_exact(random_source *g, motion_case *m) {
    const contact_place place = exact_place(g, m);
    const double side = random_sign(g);
    arrive_exactly(g, m, &place, turned_direction(&place, 0.0, side * random_int(g, 1, 8)));
    choose_second(g, m);
}

void make_motion_parallel(random_source *g, motion_case *m) {
    const contact_place place = side_place(g, m);
    const carom_vec2 u = carom_vec2_sub(place.at.wall.b, place.at.wall.a);
    const double side = random_sign(g);
    const double scale = side * random_between(g, 0.5, 4.0);
    if (random_one_in(g, 2)) {
        arrive(g, m, &place, carom_vec2_scale(u, scale), random_between(g, 0.0, 1.0));
        nudge_motion(g, m);
    } else { // exactly so, on a level or an upright wall
        const double reach = place.at.circle.radius + place.at.wall.radius;
        m->wall = place.at.wall;
        m->wall.b.y = m->wall.a.y = 0.0;
        m->circle = carom_circle_make(carom_vec2_make(place.at.circle.center.x, reach),
                                      place.at.circle.radius);
        m->circle.center.x -= scale * u.x;
        m->move = carom_vec2_make(2.0 * scale * u.x, 0.0);
        if (random_one_in(g, 2)) {
            m->wall.a = carom_vec2_left(m->wall.a);
            m->wall.b = carom_vec2_left(m->wall.b);
            m->circle.center = carom_vec2_left(m->circle.center);
            m->move = carom_vec2_left(m->move);
        }
        choose_to(g, m);
    }
    choose_second(g, m);
}

void make_motion_touching_in(random_source *g, motion_case *m) {
    const contact_place place = exact_place(g, m);
    const double p = -random_int(g, 1, 8), q = random_int(g, -8, 8);
    const double length = random_length(g, &place.at, -20, 2);
    const bool exact = random_one_in(g, 2);
    arrive(g, m, &place, exact ? turned_direction(&place, p, q) : random_inward(g, &place, length),
           0.0);
    choose_second(g, m);
}

void make_motion_touching_out(random_source *g, motion_case *m) {
    make_motion_touching_in(g, m);
    m->move = carom_vec2_scale(m->move, -1.0);
    choose_to(g, m);
}

void make_motion_touching_along(random_source *g, motion_case *m) {
    const contact_place place = exact_place(g, m);
    const double side = random_sign(g);
    const double q = side * random_int(g, 1, 8);
    arrive(g, m, &place, turned_direction(&place, 0.0, q), 0.0);
    if (random_one_in(g, 2)) {
        m->move.x = m->move.x != 0.0 ? nudged(m->move.x, random_int(g, -2, 2)) : 0.0;
        m->move.y = m->move.y != 0.0 ? nudged(m->move.y, random_int(g, -2, 2)) : 0.0;
    }
    choose_second(g, m);
}

void make_motion_nearly_touching(random_source *g, motion_case *m) {
    const contact_place place = exact_place(g, m);
    const double side = random_sign(g);
    const double q = side * random_int(g, 1, 8);
    const double length = random_length(g, &place.at, -20, 2);
    const bool along = random_one_in(g, 3);
    arrive(g, m, &place,
           along ? turned_direction(&place, 0.0, q) : random_inward(g, &place, length), 0.0);
    nudge_motion(g, m);
    choose_second(g, m);
}

void make_motion_late(random_source *g, motion_case *m) {
    const bool at_end = random_one_in(g, 3);
    const contact_place place = at_end ? end_place(g, m) : side_place(g, m);
    const carom_vec2 move = random_inward(g, &place, random_length(g, &place.at, -4, 4));
    arrive(g, m, &place, move, 1.0);
    if (random_one_in(g, 2)) {
        nudge_motion(g, m);
    }
    choose_second(g, m);
}

void make_motion_exact_time(random_source *g, motion_case *m) {
    const contact_place place = exact_place(g, m);
    const double p = -random_int(g, 1, 4), q = random_int(g, -4, 4);
    arrive_exactly(g, m, &place, turned_direction(&place, p, q));
    choose_second(g, m);
}

void make_motion_zero_length(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    make_zero_length(g, &t);
    const contact_place place = place_of(g, t);
    const double p = -random_int(g, 0, 4), q = random_int(g, -4, 4);
    if (random_one_in(g, 2)) {
        arrive_exactly(g, m, &place, turned_direction(&place, p, q));
    } else {
        const carom_vec2 move = random_inward(g, &place, random_length(g, &t, -8, 4));
        arrive(g, m, &place, move, random_between(g, 0.0, 1.0));
    }
    choose_second(g, m);
}

// Where along the axis a point meets it: at its ends, between them or beyond.
static double point_along(random_source *g) {
    static const double along[] = {0.0, 1.0, 0.5, 0.25, 0.75, 0.125, -1.0, 2.0, -0.25, 1.25};
    return along[random_int(g, 0, 9)];
}

void make_motion_point(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    const double span = random_log(g, -10, 10);
    t.wall.a = random_point(g, span);
    t.wall.b = random_point(g, span);
    const carom_vec2 u = carom_vec2_sub(t.wall.b, t.wall.a);
    const double along = random_one_in(g, 3) ? point_along(g) : random_between(g, 0.0, 1.0);
    t.circle.center = carom_vec2_add(t.wall.a, carom_vec2_scale(u, along));
    const contact_place place = place_of(g, t);
    const carom_vec2 move = random_one_in(g, 8) ? carom_vec2_scale(u, random_sign(g))
                                                : random_direction(g, random_length(g, &t, -8, 4));
    arrive(g, m, &place, move, random_between(g, 0.0, 1.0));
    if (random_one_in(g, 2)) {
        nudge_motion(g, m);
    }
    choose_second(g, m);
}

void make_motion_point_exact(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    const carom_vec2 u = carom_vec2_scale(random_lattice(g, 1000), 8.0);
    t.wall.a = random_lattice(g, 1000);
    t.wall.b = carom_vec2_add(t.wall.a, u);
    t.circle.center = carom_vec2_add(t.wall.a, carom_vec2_scale(u, point_along(g)));
    const contact_place place = place_of(g, t);
    const bool along = random_one_in(g, 4);
    arrive_exactly(g, m, &place, along ? carom_vec2_scale(u, 0.125) : random_lattice(g, 1000));
    choose_second(g, m);
    if (random_one_in(g, 2)) {
        motion_scale(m, random_int(g, -900, 900));
    }
}

// The centre exactly above an end, or below, at an integer distance.
static test_case exact_corner(random_source *g, const motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    double p, q, h;
    pythagorean(g, &p, &q, &h);
    const double k = random_int(g, 1, 1000), j = random_int(g, 1, 1000), side = random_sign(g);
    const bool at_b = random_one_in(g, 2);
    t.wall.a = random_lattice(g, 1000);
    t.wall.b = carom_vec2_add(t.wall.a, carom_vec2_make(k * p, k * q));
    t.circle.center =
        carom_vec2_add(at_b ? t.wall.b : t.wall.a, carom_vec2_make(-side * j * q, side * j * p));
    t.wall.radius = random_one_in(g, 2) ? 0.0 : floor(random_between(g, 0.0, j * h + 1.0));
    t.circle.radius = j * h - t.wall.radius;
    return t;
}

void make_motion_corner(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    if (random_one_in(g, 2)) {
        t = exact_corner(g, m);
    } else {
        make_boundary(g, &t);
    }
    const contact_place place = place_of(g, t);
    const double p = -random_int(g, 1, 4), q = random_int(g, -4, 4);
    if (random_one_in(g, 2)) {
        arrive_exactly(g, m, &place, turned_direction(&place, p, q));
    } else {
        const carom_vec2 move = random_inward(g, &place, random_length(g, &t, -4, 4));
        arrive(g, m, &place, move, random_between(g, 0.0, 1.0));
    }
    if (random_one_in(g, 3)) {
        nudge_motion(g, m);
    }
    choose_second(g, m);
}

void make_motion_lost_reach(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    make_lost_radius(g, &t);
    const contact_place place = place_of(g, t);
    const double p = -random_int(g, 0, 2), q = random_int(g, -2, 2);
    arrive_exactly(g, m, &place, turned_direction(&place, p, q));
    choose_second(g, m);
}

// The path runs along an axis or a diagonal through the origin, where mirroring is exact.
void make_motion_mirrored_pair(random_source *g, motion_case *m) {
    const double span = random_log(g, -4, 10);
    const bool level = random_one_in(g, 2), whole = random_one_in(g, 2);
    m->wall.a = whole ? random_lattice(g, 20) : random_point(g, span);
    m->wall.b = whole ? random_lattice(g, 20) : random_point(g, span);
    const double start = whole ? -random_int(g, 20, 60) : -random_between(g, 1.0, 3.0) * span;
    const double v = -start * random_int(g, 1, 3);
    m->circle.radius = whole ? random_int(g, 0, 12) : random_between(g, 0.0, 0.5) * span;
    m->wall.radius = random_one_in(g, 2) ? 0.0 : m->circle.radius;
    m->circle.center = carom_vec2_make(start, level ? 0.0 : start);
    m->move = carom_vec2_make(v, level ? 0.0 : v);
    m->second = m->wall;
    const carom_vec2 a = m->wall.a, b = m->wall.b;
    m->second.a = level ? carom_vec2_make(a.x, -a.y) : carom_vec2_make(a.y, a.x);
    m->second.b = level ? carom_vec2_make(b.x, -b.y) : carom_vec2_make(b.y, b.x);
    if (random_one_in(g, 3)) { // the times nearly the same
        nudge_motion(g, m);
    }
    choose_to(g, m);
    motion_scale(m, random_one_in(g, 2) ? 0 : random_int(g, -60, 60));
}

void make_motion_shared_corner(random_source *g, motion_case *m) {
    const double span = random_log(g, -10, 10), reach = span * random_log(g, -8, 1);
    test_case t = {.wall.extent = CAROM_EXTENT_SEGMENT};
    deal_reach(g, &t, reach);
    const carom_vec2 corner = random_point(g, span), n = random_direction(g, reach);
    carom_vec2 paths[2];
    for (int i = 0; i < 2; i++) {
        paths[i] = random_point(g, span);
        paths[i] = carom_vec2_scale(paths[i], carom_vec2_dot(paths[i], n) > 0.0 ? -1.0 : 1.0);
    }
    t.wall.a = corner;
    t.wall.b = carom_vec2_add(corner, paths[0]);
    t.circle.center = carom_vec2_add(corner, n);
    const contact_place place = place_of(g, t);
    const carom_vec2 move = random_inward(g, &place, random_length(g, &t, -4, 4));
    arrive(g, m, &place, move, random_between(g, 0.0, 1.0));
    m->second = m->wall;
    const bool ends_there = random_one_in(g, 2); // b of the second wall is the corner
    const carom_vec2 other = carom_vec2_add(corner, paths[1]);
    m->second.a = ends_there ? other : corner;
    m->second.b = ends_there ? corner : other;
    if (random_one_in(g, 3)) {
        nudge_motion(g, m);
    }
}
