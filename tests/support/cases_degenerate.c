// Test cases with degenerate shapes (points, radius 0, centre on the axis) and at the ends of the
// exponent range. Room: tests.
#include <float.h>
#include <math.h>

#include "case_makers.h"

void make_zero_length(random_source *g, test_case *t) {
    double p, q, h, j = random_int(g, 0, 1000);
    if (random_one_in(g, 2)) { // exact
        pythagorean(g, &p, &q, &h);
        t->wall.a = random_lattice(g, 1000);
        t->circle.center = carom_vec2_add(t->wall.a, carom_vec2_make(j * p, j * q));
        t->wall.radius = random_one_in(g, 2) ? 0.0 : floor(random_between(g, 0.0, j * h + 1.0));
        bool within = random_one_in(g, 3); // the post touches the outline from within
        t->circle.radius = within ? j * h + t->wall.radius : j * h - t->wall.radius;
    } else {
        t->wall.a = random_point(g, 1000.0);
        t->circle.center = carom_vec2_add(t->wall.a, random_direction(g, random_log(g, -20, 10)));
        carom_vec2 w = carom_vec2_sub(t->circle.center, t->wall.a);
        deal_reach(g, t, sqrt(carom_vec2_dot(w, w)));
        nudge_case(g, t);
    }
    t->wall.b = t->wall.a;
    choose_gap(g, t);
    case_scale(t, random_int(g, -100, 100));
}

void make_nearly_zero_length(random_source *g, test_case *t) {
    t->wall.a = random_point(g, 10.0);
    if (random_one_in(g, 2)) {
        t->wall.b.x = nudged(t->wall.a.x, random_int(g, -4, 4));
        t->wall.b.y = nudged(t->wall.a.y, random_int(g, -4, 4));
    } else {
        bool at_origin = random_one_in(g, 2);
        t->wall.a = at_origin ? carom_vec2_make(0.0, 0.0) : t->wall.a;
        double length = random_log(g, at_origin ? -500 : -50, -30);
        t->wall.b = carom_vec2_add(t->wall.a, random_direction(g, length));
    }
    carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
    t->circle.center = carom_vec2_add(t->wall.a, random_direction(g, random_log(g, -20, 10)));
    carom_vec2 w = carom_vec2_sub(t->circle.center, t->wall.a);
    double size = fmax(fabs(u.x), fabs(u.y));
    double reach = sqrt(carom_vec2_dot(w, w));
    if (size > 0.0 && random_one_in(g, 2)) { // the distance from the straight through a and b
        u = carom_vec2_scale(u, 1.0 / size);
        reach = fabs(carom_vec2_cross(u, w)) / sqrt(carom_vec2_dot(u, u));
    }
    deal_reach(g, t, reach);
    nudge_case(g, t);
    choose_gap(g, t);
    case_scale(t, random_int(g, -30, 30));
}

void make_radius_zero(random_source *g, test_case *t) {
    if (random_one_in(g, 2)) {
        make_center_on_axis(g, t);
    } else {
        make_tangent_side(g, t);
    }
    t->circle.radius = 0.0;
    if (random_one_in(g, 2)) {
        t->wall.radius = 0.0;
    }
    if (random_one_in(g, 2)) {
        nudge_case(g, t);
    }
    choose_gap(g, t);
}

void make_radius_subnormal(random_source *g, test_case *t) {
    if (random_one_in(g, 2)) { // all numbers that small
        make_integers(g, t);
        case_scale(t, -random_int(g, 1060, 1074));
        return;
    }
    make_center_on_axis(g, t);
    double tiny = ldexp(random_int(g, 1, 1 << 20), -1074);
    t->circle.radius = tiny;
    t->wall.radius = random_one_in(g, 2) ? 0.0 : ldexp(random_int(g, 1, 1 << 20), -1074);
    if (random_one_in(g, 2)) { // a wall through the origin and a centre as near as the radius
        t->wall.a = carom_vec2_make(-random_log(g, -20, 20), 0.0);
        t->wall.b = carom_vec2_make(random_log(g, -20, 20), 0.0);
        double d = t->circle.radius + t->wall.radius;
        t->circle.center = carom_vec2_make(0.0, nudged(d, random_int(g, -1, 1)));
    }
    choose_gap(g, t);
}

static void make_any(random_source *g, test_case *t) {
    static void (*const any[])(random_source *, test_case *) = {
        make_generic,  make_tangent_side,      make_tangent_end,
        make_inside,   make_inside_near,       make_zero_length,
        make_needle,   make_boundary,          make_center_on_axis,
        make_integers, make_nearly_zero_length};
    any[random_int(g, 0, 10)](g, t);
}

// Scales the case so that its largest number has about the binary exponent given.
static void bring_to(test_case *t, int exponent) {
    const double numbers[] = {t->circle.center.x, t->circle.center.y, t->circle.radius,
                              t->wall.a.x,        t->wall.a.y,        t->wall.b.x,
                              t->wall.b.y,        t->wall.radius,     t->gap};
    double largest = 0.0;
    for (int i = 0; i < 9; i++) {
        largest = fabs(numbers[i]) > largest ? fabs(numbers[i]) : largest;
    }
    int e;
    frexp(largest, &e);
    case_scale(t, exponent - e);
}

int range_exponent(random_source *g) {
    switch (random_int(g, 0, 3)) {
    case 0:
        return 512 + random_int(g, -16, 30);
    case 1:
        return 256 + random_int(g, -10, 20);
    default:
        return 1000 + random_int(g, -40, 24);
    }
}

void make_tiny(random_source *g, test_case *t) {
    make_any(g, t);
    const int below = range_exponent(g);
    bring_to(t, -below - random_int(g, 0, 40));
    if (random_one_in(g, 2)) { // subnormal rounding destroys ties; make new ones
        nudge_case(g, t);
    }
}

void make_huge(random_source *g, test_case *t) {
    make_any(g, t);
    bring_to(t, range_exponent(g));
}

void make_mixed_exponents(random_source *g, test_case *t) {
    static const int spans[] = {20, 60, 120, 300, 1000};
    int span = spans[random_int(g, 0, 4)];
    double numbers[9];
    for (int i = 0; i < 9; i++) {
        numbers[i] = random_one_in(g, 8) ? 0.0 : random_log(g, -span, span);
        numbers[i] *= i < 3 ? 1.0 : random_sign(g);
    }
    t->circle.radius = numbers[0];
    t->wall.radius = random_one_in(g, 2) ? 0.0 : numbers[1];
    t->gap = numbers[2];
    t->wall.a = carom_vec2_make(numbers[3], numbers[4]);
    t->wall.b = carom_vec2_make(numbers[5], numbers[6]);
    t->circle.center = carom_vec2_make(numbers[7], numbers[8]);
    if (random_one_in(g, 2)) { // a tie on a level wall, whatever the exponents
        t->wall.a = carom_vec2_make(-fabs(numbers[3]), 0.0);
        t->wall.b = carom_vec2_make(fabs(numbers[5]), 0.0);
        t->circle.center = carom_vec2_make(random_one_in(g, 2) ? 0.0 : numbers[7], 0.0);
        t->circle.center.y = nudged(t->circle.radius + t->wall.radius, random_int(g, -1, 1));
    }
    if (random_one_in(g, 2)) { // upright
        t->wall.a = carom_vec2_left(t->wall.a);
        t->wall.b = carom_vec2_left(t->wall.b);
        t->circle.center = carom_vec2_left(t->circle.center);
    }
}

void make_center_on_axis(random_source *g, test_case *t) {
    static const double along[] = {0.0, 1.0, 0.5, 0.25, 0.75, -1.0, 2.0, -0.5, 1.5};
    carom_vec2 u = carom_vec2_scale(random_lattice(g, 1000), 4.0);
    if (random_one_in(g, 8)) {
        u = carom_vec2_make(0.0, 0.0);
    }
    t->wall.a = random_lattice(g, 1000);
    t->wall.b = carom_vec2_add(t->wall.a, u);
    t->circle.center = carom_vec2_add(t->wall.a, carom_vec2_scale(u, along[random_int(g, 0, 8)]));
    t->circle.radius = random_one_in(g, 2) ? 0.0 : random_int(g, 0, 4000);
    t->wall.radius = random_one_in(g, 2) ? 0.0 : random_int(g, 0, 4000);
    choose_gap(g, t);
    case_scale(t, random_one_in(g, 2) ? random_int(g, -900, 900) : random_int(g, -20, 20));
}

void make_range_ends(random_source *g, test_case *t) {
    if (random_one_in(g, 2)) {
        make_integers(g, t);
        case_scale(t, -random_int(g, 1070, 1074));
        return;
    }
    static const double any[] = {0.0,       DBL_MAX,  -DBL_MAX,  0x1p1023,
                                 -0x1p1023, 0x1p1022, -0x1p1022, 1.0};
    double numbers[9];
    for (int i = 0; i < 9; i++) {
        numbers[i] = any[random_int(g, 0, 7)];
        if (random_one_in(g, 3)) {
            numbers[i] = nudged(numbers[i], random_int(g, -2, 2));
        }
    }
    t->circle.center = carom_vec2_make(numbers[0], numbers[1]);
    t->wall.a = carom_vec2_make(numbers[2], numbers[3]);
    t->wall.b = carom_vec2_make(numbers[4], numbers[5]);
    t->circle.radius = fabs(numbers[6]);
    t->wall.radius = random_one_in(g, 2) ? 0.0 : fabs(numbers[7]);
    t->gap = fabs(numbers[8]);
}
