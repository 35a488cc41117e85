// Ordinary test cases of moving walls, and cases at the ends of the exponent range. Room: tests.
#include <math.h>

#include "moving_makers.h"

static double random_radius(random_source *g, double most) {
    return random_one_in(g, 3) ? 0.0 : random_between(g, 0.0, most);
}

static double signed_log(random_source *g, int lo, int hi) {
    const double size = random_log(g, lo, hi);
    return size * random_sign(g);
}

static motion_case any_motion(random_source *g) {
    const motion_class kind = (motion_class)random_int(g, 0, MOTION_CLASS_COUNT - 1);
    return motion_make(kind, random_bits(g), 0);
}

void make_moving_still(random_source *g, moving_case *m) {
    const motion_case from = any_motion(g);
    m->circle = from.circle;
    m->wall = from.wall;
    m->move = from.move;
    const double zero = random_one_in(g, 2) ? 0.0 : -0.0;
    m->a_move = carom_vec2_make(zero, 0.0);
    m->b_move = carom_vec2_make(0.0, zero);
    m->to = from.to;
    m->a_to = m->wall.a;
    m->b_to = m->wall.b;
}

void make_moving_translating(random_source *g, moving_case *m) {
    const motion_case from = any_motion(g);
    m->circle = from.circle;
    m->wall = from.wall;
    int e;
    frexp(fmax(fabs(from.move.x), fabs(from.move.y)), &e);
    if (random_one_in(g, 2)) { // few bits, so that nearly all sums are exact
        e += random_int(g, -8, 2);
        m->a_move.x = ldexp(random_int(g, -40, 40), e);
        m->a_move.y = ldexp(random_int(g, -40, 40), e);
    } else {
        m->a_move = random_direction(g, ldexp(1.0, e + random_int(g, -60, 8)));
    }
    m->b_move = m->a_move;
    m->move = carom_vec2_add(from.move, m->a_move);
    choose_ends(g, m);
    m->b_to = carom_vec2_add(m->wall.b, carom_vec2_sub(m->a_to, m->wall.a));
}

// p turned about the pivot by the angle whose half has the tangent k.
static carom_vec2 turned(carom_vec2 p, carom_vec2 pivot, double k) {
    const double cosine = (1.0 - k * k) / (1.0 + k * k), sine = 2.0 * k / (1.0 + k * k);
    const carom_vec2 d = carom_vec2_sub(p, pivot);
    return carom_vec2_make(pivot.x + cosine * d.x - sine * d.y,
                           pivot.y + sine * d.x + cosine * d.y);
}

static void turn_wall(moving_case *m, carom_vec2 pivot, double k, carom_vec2 drift) {
    m->a_move = carom_vec2_add(drift, carom_vec2_sub(turned(m->wall.a, pivot, k), m->wall.a));
    m->b_move = carom_vec2_add(drift, carom_vec2_sub(turned(m->wall.b, pivot, k), m->wall.b));
}

// A wall at the scale of a game, in pixels.
static void set_wall(random_source *g, moving_case *m) {
    m->wall.a = random_point(g, 500.0);
    m->wall.b = carom_vec2_add(m->wall.a, random_direction(g, random_between(g, 10.0, 400.0)));
    m->circle.radius = random_between(g, 1.0, 40.0);
    m->wall.radius = random_radius(g, 10.0);
}

static double unit_length(carom_vec2 v) {
    return sqrt(carom_vec2_dot(v, v));
}

// A motion of the circle to a contact in the frame: on the side or at an end.
static void aim(random_source *g, moving_case *m, double speed) {
    const double any = random_between(g, 0.0, 1.0), reach = m->circle.radius + m->wall.radius;
    const double t = random_one_in(g, 8) ? random_int(g, 0, 1) : any;
    const carom_vec2 a = carom_vec2_add(m->wall.a, carom_vec2_scale(m->a_move, t));
    const carom_vec2 b = carom_vec2_add(m->wall.b, carom_vec2_scale(m->b_move, t));
    const carom_vec2 u = carom_vec2_sub(b, a);
    const double length = unit_length(u), s = random_between(g, -0.3, 1.3);
    carom_vec2 at = carom_vec2_add(a, carom_vec2_scale(u, s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s));
    carom_vec2 n = random_direction(g, 1.0);
    if (s >= 0.0 && s <= 1.0 && length > 0.0) {
        n = carom_vec2_scale(carom_vec2_left(u), random_sign(g) / length);
    } else if (carom_vec2_dot(n, u) * (s < 0.0 ? 1.0 : -1.0) > 0.0) {
        n = carom_vec2_scale(n, -1.0);
    }
    at = carom_vec2_add(at, carom_vec2_scale(n, reach));
    carom_vec2 v = random_direction(g, speed);
    if (carom_vec2_dot(v, n) > 0.0 && !random_one_in(g, 3)) {
        v = carom_vec2_scale(v, -1.0);
    }
    m->move = v;
    m->circle.center = carom_vec2_sub(at, carom_vec2_scale(v, t));
}

// Aims at the wall, or moves anywhere near it.
static void finish(random_source *g, moving_case *m, double speed) {
    if (random_one_in(g, 5)) {
        m->circle.center = carom_vec2_add(m->wall.a, random_point(g, 500.0));
        m->move = random_direction(g, speed);
    } else {
        aim(g, m, speed);
    }
    if (random_one_in(g, 2)) {
        swap_ends(m);
    }
    if (random_one_in(g, 8)) {
        moving_scale(m, random_int(g, -40, 40));
    }
    choose_ends(g, m);
}

// The tangent of half an angle up to about 1.5.
static double half_angle(random_source *g) {
    return signed_log(g, -10, -1);
}

static carom_vec2 small_drift(random_source *g) {
    return random_one_in(g, 2) ? carom_vec2_make(0.0, 0.0) : random_point(g, 20.0);
}

void make_moving_door(random_source *g, moving_case *m) {
    set_wall(g, m);
    turn_wall(m, m->wall.a, half_angle(g), carom_vec2_make(0.0, 0.0));
    finish(g, m, random_log(g, -6, 8));
}

void make_moving_flipper(random_source *g, moving_case *m) {
    set_wall(g, m);
    const carom_vec2 u = carom_vec2_sub(m->wall.b, m->wall.a);
    const carom_vec2 pivot =
        carom_vec2_add(m->wall.b, carom_vec2_scale(u, random_between(g, -0.2, 0.0)));
    const double k = half_angle(g);
    turn_wall(m, pivot, k, small_drift(g));
    finish(g, m, random_log(g, 2, 14));
}

void make_moving_middle(random_source *g, moving_case *m) {
    set_wall(g, m);
    const carom_vec2 pivot = carom_vec2_scale(carom_vec2_add(m->wall.a, m->wall.b), 0.5);
    const double k = signed_log(g, -8, 4);
    turn_wall(m, pivot, k, small_drift(g));
    finish(g, m, random_log(g, -4, 10));
}

void make_moving_far(random_source *g, moving_case *m) {
    set_wall(g, m);
    const double distance = random_log(g, 10, 30);
    const carom_vec2 pivot = carom_vec2_add(m->wall.a, random_direction(g, distance));
    const double k = signed_log(g, -4, 9) / distance;
    turn_wall(m, pivot, k, carom_vec2_make(0.0, 0.0));
    finish(g, m, random_log(g, -2, 10));
}

void make_moving_swap(random_source *g, moving_case *m) {
    set_wall(g, m);
    if (random_one_in(g, 2)) { // differences of integers are exact
        m->wall.a = random_lattice(g, 500);
        m->wall.b = random_lattice(g, 500);
    }
    m->a_move = carom_vec2_sub(m->wall.b, m->wall.a);
    m->b_move = carom_vec2_sub(m->wall.a, m->wall.b);
    if (random_one_in(g, 3)) {
        const carom_vec2 drift = random_lattice(g, 100);
        m->a_move = carom_vec2_add(m->a_move, drift);
        m->b_move = carom_vec2_add(m->b_move, drift);
    }
    finish(g, m, random_log(g, -2, 10));
    if (random_one_in(g, 3)) {
        nudge_moving(g, m);
    }
}

void make_moving_anywhere(random_source *g, moving_case *m) {
    set_wall(g, m);
    m->a_move = random_point(g, 500.0);
    m->b_move = random_point(g, 500.0);
    finish(g, m, random_log(g, 0, 10));
}

void make_moving_barely_turning(random_source *g, moving_case *m) {
    set_wall(g, m);
    const carom_vec2 drift = small_drift(g);
    if (random_one_in(g, 2)) {
        turn_wall(m, m->wall.a, signed_log(g, -60, -10), drift);
    } else { // by some ulp
        m->a_move = m->b_move = drift;
        m->b_move.x = nudged(drift.x, random_int(g, -4, 4));
        m->b_move.y = nudged(drift.y, random_int(g, -4, 4));
    }
    finish(g, m, random_log(g, -4, 10));
}

// A segment that turns in some way of games, and a circle aimed at it.
static void make_turning(random_source *g, moving_case *m) {
    static void (*const makers[])(random_source *, moving_case *) = {
        make_moving_door, make_moving_flipper,  make_moving_middle,        make_moving_far,
        make_moving_swap, make_moving_anywhere, make_moving_barely_turning};
    makers[random_int(g, 0, 6)](g, m);
}

// Past a wall, nearest to it during the frame, by some ulp of the radius.
static void make_passing(random_source *g, moving_case *m) {
    make_turning(g, m);
    const double size = fmax(fabs(m->wall.b.x - m->wall.a.x), fabs(m->wall.b.y - m->wall.a.y));
    const int most = 1 << random_int(g, 0, 7); // the least distance is rounded by some ulp
    const int k = random_int(g, -most, most);
    for (int tries = 0; tries < 16; tries++) {
        m->circle.center = carom_vec2_add(m->wall.a, random_point(g, 1.5 * size));
        m->move = random_point(g, size);
        if (moving_fit_radius(m, k) && m->circle.radius > 0.01 * size) {
            break;
        }
    }
    choose_ends(g, m);
}

void make_moving_grazing_near(random_source *g, moving_case *m) {
    const int kind = random_int(g, 0, 5);
    if (kind >= 3) {
        make_passing(g, m);
        return;
    }
    if (kind == 0) {
        make_moving_triple(g, m);
    } else {
        make_moving_double(g, m);
    }
    nudge_moving(g, m);
}

void make_moving_big_radius(random_source *g, moving_case *m) {
    set_wall(g, m);
    m->circle.radius = random_log(g, 8, 14);
    m->wall.b =
        carom_vec2_add(m->wall.a, random_direction(g, m->circle.radius * random_log(g, -20, -1)));
    const double k = signed_log(g, -6, 3);
    turn_wall(m, m->wall.a, k, small_drift(g));
    finish(g, m, m->circle.radius * random_log(g, -10, 2));
}

void make_moving_point(random_source *g, moving_case *m) {
    static void (*const makers[])(random_source *, moving_case *) = {
        make_moving_door, make_moving_flipper, make_moving_middle, make_moving_anywhere,
        make_moving_swap};
    makers[random_int(g, 0, 4)](g, m);
    m->circle.radius = m->wall.radius = 0.0;
    finish(g, m, random_log(g, -2, 10));
}

void make_moving_integers(random_source *g, moving_case *m) {
    const int span = random_one_in(g, 2) ? 3 : 8;
    m->wall.a = random_lattice(g, span);
    m->wall.b = random_lattice(g, span);
    m->circle.center = random_lattice(g, span);
    m->circle.radius = random_int(g, 0, 3);
    m->wall.radius = random_one_in(g, 2) ? 0.0 : random_int(g, 0, 2);
    m->move = random_lattice(g, span);
    m->a_move = random_lattice(g, span);
    m->b_move = random_lattice(g, span);
    if (random_one_in(g, 6)) {
        m->wall.extent = (uint8_t)random_extent(g);
        m->b_move = m->a_move;
    }
    choose_ends(g, m);
}

void make_moving_overlapping(random_source *g, moving_case *m) {
    motion_case from = {.wall.extent = CAROM_EXTENT_SEGMENT};
    make_motion_overlapping(g, &from);
    m->circle = from.circle;
    m->wall = from.wall;
    m->move = from.move;
    const carom_vec2 u = carom_vec2_sub(m->wall.b, m->wall.a);
    m->a_move = carom_vec2_scale(u, random_between(g, -1.0, 1.0));
    m->b_move = carom_vec2_scale(carom_vec2_left(u), random_between(g, -1.0, 1.0));
    if (random_one_in(g, 3)) { // moving together
        m->a_move = m->b_move = m->move;
    }
    choose_ends(g, m);
}

void make_moving_offset(random_source *g, moving_case *m) {
    if (random_one_in(g, 2)) {
        make_passing(g, m);
    } else {
        make_turning(g, m);
    }
    const carom_vec2 by = random_direction(g, random_log(g, 20, 45));
    m->circle.center = carom_vec2_add(m->circle.center, by);
    m->wall.a = carom_vec2_add(m->wall.a, by);
    m->wall.b = carom_vec2_add(m->wall.b, by);
    choose_ends(g, m);
}

void make_moving_needle(random_source *g, moving_case *m) {
    set_wall(g, m);
    const double length = m->circle.radius * random_log(g, 20, 60);
    m->wall.b = carom_vec2_add(m->wall.a, random_direction(g, length));
    const double k = signed_log(g, -60, -2);
    turn_wall(m, m->wall.a, k, small_drift(g));
    finish(g, m, random_log(g, -4, 20));
}

void make_moving_bullet(random_source *g, moving_case *m) {
    make_turning(g, m);
    finish(g, m, random_log(g, 18, 48));
}

// The circle's centre stays at s of the axis, off it by R and some ulp, at both ends of the way.
void make_moving_carried(random_source *g, moving_case *m) {
    make_turning(g, m);
    const double s = random_one_in(g, 4) ? random_int(g, 0, 1) : random_between(g, 0.0, 1.0);
    const double side = random_sign(g), reach = m->circle.radius + m->wall.radius;
    const double off = side * nudged(reach, random_int(g, -2, 16));
    m->a_to = carom_vec2_add(m->wall.a, m->a_move);
    m->b_to = carom_vec2_add(m->wall.b, m->b_move);
    const carom_vec2 ends[2][2] = {{m->wall.a, m->wall.b}, {m->a_to, m->b_to}};
    carom_vec2 at[2];
    for (int i = 0; i < 2; i++) {
        const carom_vec2 u = carom_vec2_sub(ends[i][1], ends[i][0]);
        const carom_vec2 foot = carom_vec2_add(ends[i][0], carom_vec2_scale(u, s));
        const carom_vec2 n = carom_vec2_scale(carom_vec2_left(u), off / unit_length(u));
        at[i] = carom_vec2_add(foot, n);
    }
    m->circle.center = at[0];
    m->to = at[1];
    m->move = carom_vec2_sub(m->to, m->circle.center);
}

static void make_any(random_source *g, moving_case *m) {
    static void (*const any[])(random_source *, moving_case *) = {
        make_moving_translating,    make_moving_door,           make_moving_flipper,
        make_moving_middle,         make_moving_swap,           make_moving_anywhere,
        make_moving_barely_turning, make_moving_big_radius,     make_moving_collapse,
        make_moving_exact_time,     make_moving_double,         make_moving_triple,
        make_moving_grazing_near,   make_moving_corner,         make_moving_together,
        make_moving_point,          make_moving_point_exact,    make_moving_posts,
        make_moving_integers,       make_moving_touching_start, make_moving_carried};
    any[random_int(g, 0, 20)](g, m);
}

// Scales the case so that its largest number has about the binary exponent given.
static void bring_to(moving_case *m, int exponent) {
    double *numbers[MOVING_NUMBERS], largest = 0.0;
    moving_numbers_of(m, numbers);
    for (int i = 0; i < MOVING_NUMBERS; i++) {
        largest = fmax(largest, fabs(*numbers[i]));
    }
    int e;
    frexp(largest, &e);
    if (largest > 0.0 && isfinite(largest)) {
        moving_scale(m, exponent - e);
    }
}

void make_moving_tiny(random_source *g, moving_case *m) {
    make_any(g, m);
    const int below = range_exponent(g), any = random_int(g, 60, 1060);
    const int more = random_int(g, 0, 40);
    bring_to(m, random_one_in(g, 3) ? -any : -below - more);
    if (random_one_in(g, 2)) {
        nudge_moving(g, m);
    }
}

void make_moving_huge(random_source *g, moving_case *m) {
    make_any(g, m);
    const int above = range_exponent(g), any = random_int(g, 60, 1020);
    bring_to(m, random_one_in(g, 3) ? any : above);
    if (random_one_in(g, 2)) {
        nudge_moving(g, m);
    }
}

void make_moving_mixed_exponents(random_source *g, moving_case *m) {
    static const int spans[] = {20, 60, 120, 300, 1000};
    const int span = spans[random_int(g, 0, 4)];
    double *numbers[MOVING_NUMBERS];
    moving_numbers_of(m, numbers);
    for (int i = 0; i < MOVING_NUMBERS; i++) {
        const double x = signed_log(g, -span, span);
        *numbers[i] = random_one_in(g, 8) ? 0.0 : x;
    }
    m->circle.radius = fabs(m->circle.radius);
    m->wall.radius = random_one_in(g, 2) ? 0.0 : fabs(m->wall.radius);
    switch (random_int(g, 0, 3)) {
    case 0: // a tie at a time of few bits on a wall that is level at the start
        m->wall.a.y = m->wall.b.y = 0.0;
        m->circle.center.y = nudged(m->circle.radius + m->wall.radius, random_int(g, -1, 1));
        break;
    case 1: // aimed at a wall that moves anywhere
        aim(g, m, random_log(g, -span, span));
        break;
    case 2: // the circle is where both ends meet
        m->wall.b = carom_vec2_sub(carom_vec2_add(m->wall.a, m->a_move), m->b_move);
        m->move = carom_vec2_sub(carom_vec2_add(m->wall.a, m->a_move), m->circle.center);
        break;
    default:
        break;
    }
    if (random_one_in(g, 8)) {
        m->wall.extent = (uint8_t)random_extent(g);
        m->b_move = m->a_move;
    }
    choose_ends(g, m);
}

void make_moving_random_bits(random_source *g, moving_case *m) {
    test_case t[3];
    for (int i = 0; i < 3; i++) {
        t[i] = (test_case){.wall.extent = (uint8_t)random_extent(g)};
        make_random_bits(g, &t[i]);
    }
    m->circle = t[0].circle;
    m->wall = t[0].wall;
    m->move = t[1].circle.center;
    m->a_move = t[1].wall.a;
    m->b_move = random_one_in(g, 2) ? m->a_move : t[1].wall.b;
    m->to = t[2].circle.center;
    m->a_to = t[2].wall.a;
    m->b_to = t[2].wall.b;
}
