// Ordinary test cases: in a box, on a small grid, needles, random bit patterns. Room: tests.
#include <math.h>
#include <string.h>

#include "case_makers.h"

static double random_radius(random_source *g, double most) {
    return random_one_in(g, 3) ? 0.0 : random_between(g, 0.0, most);
}

void make_generic(random_source *g, test_case *t) {
    double span = random_log(g, -10, 10);
    t->wall.a = random_point(g, span);
    t->wall.b = random_point(g, span);
    t->circle.center = random_point(g, span);
    t->circle.radius = random_between(g, 0.0, span);
    t->wall.radius = random_radius(g, span * 0.5);
    choose_gap(g, t);
}

void make_integers(random_source *g, test_case *t) {
    t->wall.a = random_lattice(g, 6);
    t->wall.b = random_lattice(g, 6);
    t->circle.center = random_lattice(g, 6);
    t->circle.radius = random_int(g, 0, 8);
    t->wall.radius = random_one_in(g, 2) ? 0.0 : random_int(g, 0, 4);
    t->gap = random_int(g, 0, 4);
}

void make_needle(random_source *g, test_case *t) {
    double r = random_between(g, 0.5, 2.0);
    double length = r * (random_one_in(g, 2) ? 1e8 : random_log(g, 26, 67));
    carom_vec2 u = random_direction(g, length);
    carom_vec2 n = carom_vec2_scale(carom_vec2_left(u), random_sign(g) * r / length);
    double along = random_one_in(g, 2) ? random_between(g, -10.0, 10.0) * r / length
                                       : random_between(g, 0.0, 1.0);
    t->wall.a = random_one_in(g, 2) ? carom_vec2_make(0.0, 0.0) : random_point(g, 10.0);
    t->wall.b = carom_vec2_add(t->wall.a, u);
    t->circle.center = carom_vec2_add(t->wall.a, carom_vec2_add(carom_vec2_scale(u, along), n));
    if (random_one_in(g, 2)) {
        carom_vec2 a = t->wall.a;
        t->wall.a = t->wall.b;
        t->wall.b = a;
    }
    u = carom_vec2_scale(u, 1.0 / length);
    carom_vec2 w = carom_vec2_sub(t->circle.center, t->wall.a);
    deal_reach(g, t, random_one_in(g, 2) ? fabs(carom_vec2_cross(u, w)) : r);
    nudge_case(g, t);
    choose_gap(g, t);
    case_scale(t, random_int(g, -30, 30));
}

static double any_double(random_source *g) {
    uint64_t bits = random_bits(g);
    if (random_one_in(g, 64)) { // NaN and infinities
        bits |= UINT64_C(0x7ff) << 52;
        bits &= random_one_in(g, 2) ? ~(uint64_t)0 : ~(uint64_t)0 << 52;
    }
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

void make_random_bits(random_source *g, test_case *t) {
    double numbers[9];
    for (int i = 0; i < 9; i++) {
        bool repeat = i > 0 && random_one_in(g, 4);
        numbers[i] = repeat ? numbers[random_int(g, 0, i - 1)] : any_double(g);
    }
    bool valid = !random_one_in(g, 8);
    t->circle.center = carom_vec2_make(numbers[0], numbers[1]);
    t->wall.a = carom_vec2_make(numbers[2], numbers[3]);
    t->wall.b = carom_vec2_make(numbers[4], numbers[5]);
    t->circle.radius = valid ? fabs(numbers[6]) : numbers[6];
    t->wall.radius = valid ? fabs(numbers[7]) : numbers[7];
    t->gap = valid ? fabs(numbers[8]) : numbers[8];
    if (random_one_in(g, 64)) {
        t->wall.extent = (uint8_t)random_int(g, 3, 100);
    }
}
