// Test cases whose contact point has a coordinate that is 0, or far smaller than its terms.
//
// A point s on the surface is chosen first, and the wall is placed through it. With Pythagorean
// integers every number is exact. Room: tests.
#include <math.h>

#include "case_makers.h"

// p + k v
static carom_vec2 off(carom_vec2 p, double k, carom_vec2 v) {
    return carom_vec2_add(p, carom_vec2_scale(v, k));
}

// A whole number from 1 to 2^bits.
static double random_whole(random_source *g, int bits) {
    return floor(random_log(g, 0, bits));
}

// A point with one coordinate 0, or both.
static carom_vec2 zero_point(random_source *g) {
    carom_vec2 s = random_lattice(g, 1 << random_int(g, 0, 20));
    const int which = random_int(g, 0, 2);
    s.x = which == 0 ? s.x : 0.0;
    s.y = which == 1 ? s.y : 0.0;
    return s;
}

// The side goes through s - m v. The centre is s - m v + k v, on the left-hand side if v is u
// turned left. The wall radius is m h, with h = |v|.
static void put_on_side(random_source *g, test_case *t, carom_vec2 s, carom_vec2 v, double m) {
    const double k = random_one_in(g, 8) ? 0.0 : random_whole(g, 38);
    const carom_vec2 foot = off(s, -m, v), right = carom_vec2_make(v.y, -v.x);
    const double turn = k > 0.0 ? random_sign(g) : 1.0;
    const double back = -turn * random_whole(g, 38), ahead = turn * random_whole(g, 38);
    t->wall.a = off(foot, back, right);
    t->wall.b = off(foot, ahead, right);
    t->circle.center = off(foot, k, v);
}

// The end is e = s - m v and the centre is e + k v. The rest of the wall lies behind the end.
static void put_at_end(random_source *g, test_case *t, carom_vec2 s, carom_vec2 v, double m) {
    const carom_vec2 end = off(s, -m, v);
    const double behind = random_whole(g, 30), turn = random_sign(g);
    carom_vec2 other = off(end, -behind, v);
    other = off(other, turn * random_whole(g, 30), carom_vec2_left(v));
    if (random_one_in(g, 4)) {
        other = end; // a post
    } else if (t->wall.extent == CAROM_EXTENT_LINE) {
        t->wall.extent = CAROM_EXTENT_SEGMENT;
    }
    const bool is_b = t->wall.extent == CAROM_EXTENT_SEGMENT && random_one_in(g, 2);
    t->wall.a = is_b ? other : end;
    t->wall.b = is_b ? end : other;
    t->circle.center = off(end, random_whole(g, 38), v);
}

static void put_anywhere(random_source *g, test_case *t, carom_vec2 s, carom_vec2 v, double m) {
    if (random_one_in(g, 3)) {
        put_at_end(g, t, s, v, m);
    } else {
        put_on_side(g, t, s, v, m);
    }
}

// The lengths are integers, so that the surface goes exactly through the point.
static void make_whole(random_source *g, test_case *t) {
    double p, q, h;
    pythagorean(g, &p, &q, &h);
    const double m = random_whole(g, 38);
    const carom_vec2 s = zero_point(g);
    put_anywhere(g, t, s, carom_vec2_make(p, q), m);
    t->wall.radius = m * h;
}

// The axis itself through the point, at any angle.
static void make_bare(random_source *g, test_case *t) {
    const carom_vec2 s = zero_point(g);
    carom_vec2 v = random_lattice(g, 1000);
    v.x = v.x == 0.0 && v.y == 0.0 ? 1.0 : v.x;
    put_anywhere(g, t, s, v, 0.0);
    t->wall.radius = 0.0;
}

// Both coordinates are +-(r - c / sqrt(2)). With c^2 - 2 r^2 = 1 or -1 integers cannot come closer
// to 0.
static void make_pell(random_source *g, test_case *t) {
    double c, r;
    pell(g, &c, &r);
    const carom_vec2 s = {0.0, 0.0}, v = {-1.0, random_sign(g)};
    put_anywhere(g, t, s, v, r);
    t->wall.radius = c;
}

// A wall along one of the axes, or parallel to it.
static void make_level(random_source *g, test_case *t) {
    const double y = random_one_in(g, 2) ? 0.0 : random_log(g, -60, 60);
    const double left = random_log(g, -60, 60);
    t->wall.a = carom_vec2_make(-left, y);
    t->wall.b = carom_vec2_make(random_log(g, -60, 60), y);
    t->wall.radius = random_one_in(g, 2) ? 0.0 : random_log(g, -60, 60);
    const double right = random_sign(g), up = random_sign(g);
    t->circle.center.x = random_one_in(g, 2) ? 0.0 : right * random_log(g, -1074, 60);
    t->circle.center.y = up * random_log(g, -60, 60);
    if (random_one_in(g, 2)) { // upright
        t->wall.a = carom_vec2_left(t->wall.a);
        t->wall.b = carom_vec2_left(t->wall.b);
        t->circle.center = carom_vec2_left(t->circle.center);
    }
}

// Any numbers, moved so that a coordinate of the point is as small as rounding leaves it.
static void make_moved(random_source *g, test_case *t) {
    carom_vec2 *const points[] = {&t->wall.a, &t->wall.b, &t->circle.center};
    for (int i = 0; i < 3; i++) {
        *points[i] = random_point(g, 10.0);
    }
    t->wall.radius = random_log(g, -10, 10);
    t->wall.extent = random_one_in(g, 2) ? CAROM_EXTENT_LINE : t->wall.extent;
    for (int turn = 0; turn < 2; turn++) { // the second removes the rounding error of the first
        const carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
        const carom_vec2 w = carom_vec2_sub(t->circle.center, t->wall.a);
        const bool is_end = t->wall.extent != CAROM_EXTENT_LINE && carom_vec2_dot(u, w) <= 0.0;
        const double along = is_end ? 0.0 : carom_vec2_dot(u, w) / carom_vec2_dot(u, u);
        const carom_vec2 foot = off(t->wall.a, along, u);
        const carom_vec2 v = carom_vec2_sub(t->circle.center, foot);
        const carom_vec2 s = off(foot, t->wall.radius / sqrt(carom_vec2_dot(v, v)), v);
        for (int i = 0; i < 3; i++) {
            *points[i] = carom_vec2_sub(*points[i], s);
        }
    }
}

void make_zero_coordinate(random_source *g, test_case *t) {
    static void (*const kinds[])(random_source *, test_case *) = {make_whole, make_bare, make_pell,
                                                                  make_level, make_moved};
    kinds[random_int(g, 0, 4)](g, t);
    t->circle.radius = random_one_in(g, 4) ? 0.0 : random_whole(g, 40);
    if (random_one_in(g, 4)) {
        nudge_case(g, t);
    }
    choose_gap(g, t);
    if (random_one_in(g, 2)) {
        const int far = random_one_in(g, 2) ? 900 : 1060;
        case_scale(t, random_int(g, -far, 900));
    }
}
