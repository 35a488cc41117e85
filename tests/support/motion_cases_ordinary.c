// Ordinary test cases of moving circles, and cases at the ends of the exponent range. Room: tests.
#include <math.h>

#include "motion_makers.h"

static double random_radius(random_source *g, double most) {
    return random_one_in(g, 3) ? 0.0 : random_between(g, 0.0, most);
}

void make_motion_anywhere(random_source *g, motion_case *m) {
    const double span = random_log(g, -10, 10);
    m->wall.a = random_point(g, span);
    m->wall.b = random_point(g, span);
    m->circle.center = random_point(g, span);
    m->circle.radius = random_between(g, 0.0, 0.3 * span);
    m->wall.radius = random_radius(g, 0.1 * span);
    m->move = random_point(g, 2.0 * span);
    choose_to(g, m);
    choose_second(g, m);
}

// An ordinary contact: on the side or at an end, touching except for rounding.
static contact_place any_place(random_source *g, const motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    if (random_one_in(g, 3)) {
        make_tangent_end(g, &t);
    } else {
        make_tangent_side(g, &t);
    }
    return place_of(g, t);
}

void make_motion_aimed(random_source *g, motion_case *m) {
    const contact_place place = any_place(g, m);
    const double length = random_length(g, &place.at, -8, 4);
    const carom_vec2 move = random_inward(g, &place, length);
    arrive(g, m, &place, move, random_between(g, 0.0, 1.0));
    choose_second(g, m);
}

void make_motion_strip(random_source *g, motion_case *m) {
    if (m->wall.extent == CAROM_EXTENT_LINE) {
        m->wall.extent = CAROM_EXTENT_SEGMENT;
    }
    const double span = random_log(g, -10, 10), reach = span * random_between(g, 0.05, 0.5);
    test_case t = {.wall = m->wall};
    t.wall.a = random_point(g, span);
    t.wall.b = random_point(g, span);
    deal_reach(g, &t, reach);
    carom_vec2 u = carom_vec2_sub(t.wall.b, t.wall.a);
    u = carom_vec2_scale(u, 1.0 / sqrt(carom_vec2_dot(u, u)));
    const bool at_b = t.wall.extent == CAROM_EXTENT_SEGMENT && random_one_in(g, 2);
    const carom_vec2 out = carom_vec2_scale(u, at_b ? 1.0 : -1.0);
    const double ahead = reach * random_between(g, 0.5, 4.0);
    const double beside = reach * random_between(g, -1.0, 1.0);
    t.circle.center = carom_vec2_add(
        at_b ? t.wall.b : t.wall.a, carom_vec2_add(carom_vec2_scale(out, ahead),
                                                   carom_vec2_scale(carom_vec2_left(out), beside)));
    set_pair(m, &t);
    m->move = carom_vec2_scale(out, -reach * random_between(g, 0.0, 6.0));
    m->move = carom_vec2_add(m->move, random_point(g, random_one_in(g, 2) ? 0.5 * reach : reach));
    choose_to(g, m);
    choose_second(g, m);
}

void make_motion_bullet(random_source *g, motion_case *m) {
    const double reach = random_log(g, -20, 10);
    test_case t = {.wall.extent = m->wall.extent};
    deal_reach(g, &t, reach);
    const carom_vec2 u = random_direction(g, reach * random_log(g, 0, 10));
    const carom_vec2 n = random_direction(g, reach);
    const double s = random_between(g, -0.1, 1.1);
    t.circle.center = random_point(g, 100.0 * reach);
    const carom_vec2 nearest = carom_vec2_sub(t.circle.center, n);
    t.wall.a = carom_vec2_sub(nearest, carom_vec2_scale(u, s));
    t.wall.b = carom_vec2_add(t.wall.a, u);
    const contact_place place = place_of(g, t);
    const double length = 1e6 * (t.circle.radius > 0.0 ? t.circle.radius : reach);
    carom_vec2 move = random_inward(g, &place, length);
    if (random_one_in(g, 4)) { // past an end, as near as possible
        move = carom_vec2_scale(carom_vec2_left(n), random_sign(g) * length / reach);
    }
    arrive(g, m, &place, move, random_between(g, 0.0, 1.0));
    choose_second(g, m);
}

void make_motion_none(random_source *g, motion_case *m) {
    static const case_class classes[] = {
        CASE_GENERIC,     CASE_TANGENT_EXACT, CASE_TANGENT_SIDE,
        CASE_ZERO_LENGTH, CASE_RADIUS_ZERO,   CASE_CENTER_ON_AXIS,
        CASE_LOST_RADIUS, CASE_INTEGERS,      CASE_MIXED_EXPONENTS};
    const case_class kind = classes[random_int(g, 0, 8)];
    const test_case t = case_make(kind, random_bits(g), 0);
    set_pair(m, &t);
    m->move = carom_vec2_make(0.0, random_one_in(g, 2) ? 0.0 : -0.0);
    choose_to(g, m);
    choose_second(g, m);
}

void make_motion_overlapping(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    switch (random_int(g, 0, 2)) {
    case 0:
        make_inside(g, &t);
        break;
    case 1:
        make_generic(g, &t);
        t.circle.radius *= 4.0;
        break;
    default:
        make_center_on_axis(g, &t);
    }
    set_pair(m, &t);
    const carom_vec2 u = carom_vec2_sub(t.wall.b, t.wall.a);
    switch (random_int(g, 0, 4)) {
    case 0: // along the axis
        m->move = carom_vec2_scale(u, random_sign(g));
        break;
    case 1:
        m->move = carom_vec2_make(0.0, 0.0);
        break;
    default:
        m->move = random_direction(g, random_length(g, &t, -8, 4));
    }
    choose_to(g, m);
    choose_second(g, m);
}

void make_motion_needle(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    make_needle(g, &t);
    const contact_place place = place_of(g, t);
    const double length = t.circle.radius * random_log(g, -4, random_one_in(g, 2) ? 60 : 8);
    const carom_vec2 move = random_inward(g, &place, length);
    arrive(g, m, &place, move, random_between(g, 0.0, 1.0));
    choose_second(g, m);
}

void make_motion_offset(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    make_offset(g, &t);
    const contact_place place = place_of(g, t);
    carom_vec2 move = random_inward(g, &place, random_log(g, -6, 10));
    if (random_one_in(g, 3)) {
        move = carom_vec2_scale(carom_vec2_left(place.away), random_log(g, -6, 4));
    }
    arrive(g, m, &place, move, random_between(g, 0.0, 1.0));
    choose_second(g, m);
}

static void make_any(random_source *g, motion_case *m) {
    static void (*const any[])(random_source *, motion_case *) = {
        make_motion_anywhere,    make_motion_aimed,         make_motion_grazing_near,
        make_motion_parallel,    make_motion_touching_in,   make_motion_touching_along,
        make_motion_strip,       make_motion_bullet,        make_motion_late,
        make_motion_exact_time,  make_motion_zero_length,   make_motion_point,
        make_motion_corner,      make_motion_overlapping,   make_motion_integers,
        make_motion_point_exact, make_motion_mirrored_pair, make_motion_shared_corner};
    any[random_int(g, 0, 17)](g, m);
}

static double largest_of(carom_vec2 p, double so_far) {
    return fmax(so_far, fmax(fabs(p.x), fabs(p.y)));
}

// Scales the case so that its largest number has about the binary exponent given.
static void bring_to(motion_case *m, int exponent) {
    double largest = fmax(m->circle.radius, m->wall.radius);
    largest = largest_of(m->circle.center, largest);
    largest = largest_of(m->move, largest);
    largest = largest_of(m->wall.a, largest);
    largest = largest_of(m->wall.b, largest);
    largest = largest_of(m->to, largest);
    int e;
    frexp(largest, &e);
    motion_scale(m, exponent - e);
}

void make_motion_tiny(random_source *g, motion_case *m) {
    make_any(g, m);
    const int below = range_exponent(g);
    bring_to(m, -below - random_int(g, 0, 40));
    if (random_one_in(g, 2)) {
        nudge_motion(g, m);
    }
}

// Second walls beyond the range are infinite, which counts as missed.
void make_motion_huge(random_source *g, motion_case *m) {
    make_any(g, m);
    bring_to(m, range_exponent(g));
}

void make_motion_mixed_exponents(random_source *g, motion_case *m) {
    static const int spans[] = {20, 60, 120, 300, 1000};
    const int span = spans[random_int(g, 0, 4)];
    test_case t = {.wall.extent = m->wall.extent};
    make_mixed_exponents(g, &t);
    carom_vec2 move = {random_log(g, -span, span), 0.0};
    move.y = random_log(g, -span, span);
    move.x *= random_sign(g);
    move.y *= random_one_in(g, 4) ? 0.0 : 1.0;
    if (random_one_in(g, 2)) {
        move = carom_vec2_left(move);
    }
    const contact_place place = place_of(g, t);
    static const double times[] = {0.0, 0.0, 0.5, 0.75, 1.0};
    arrive(g, m, &place, move, times[random_int(g, 0, 4)]);
    choose_second(g, m);
}

void make_motion_random_bits(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent},
              more = {.wall.extent = (uint8_t)random_extent(g)};
    make_random_bits(g, &t);
    make_random_bits(g, &more);
    set_pair(m, &t);
    m->move = more.circle.center;
    m->to = more.wall.a;
    choose_second(g, m);
    if (random_one_in(g, 2)) {
        m->second = more.wall;
    }
}

// 1 - x with a small x, or some ulp beside 1.
static double nearly_one(random_source *g) {
    const double below = 1.0 - random_log(g, -60, -1);
    return random_one_in(g, 2) ? below : nudged(1.0, random_int(g, -4, 1));
}

// p turned by multiples of a right angle, so that its small part is not rounded off.
static carom_vec2 quarter_turned(carom_vec2 p, int quarters) {
    for (int i = 0; i < quarters; i++) {
        p = carom_vec2_left(p);
    }
    return p;
}

// 0, or a small part of x.
static double small_part(random_source *g, double x) {
    static const int lowest[] = {-30, -150, -500, -1074};
    const int low = lowest[random_int(g, 0, 3)];
    const double part = x * random_log(g, low, 0), sign = random_sign(g);
    return random_one_in(g, 2) ? sign * part : 0.0;
}

// The length of a path from the distance `dist`: of any size, or up to about the place where the
// circle is at the distance R again.
static double length_of_path(random_source *g, double reach, double dist) {
    const double ratio = dist / reach, factor = random_log(g, -20, 60);
    const double far = random_log(g, -1000, 1000);
    const double chord = reach * sqrt(fmax(0.0, (1.0 - ratio) * (1.0 + ratio)));
    const double late = chord * nearly_one(g);
    switch (random_int(g, 0, 7)) {
    case 0:
        return far;
    case 1:
    case 2:
        return late;
    default:
        return reach * factor;
    }
}

void make_motion_closest_at_start(random_source *g, motion_case *m) {
    static const int lowest[] = {-30, -290, -500, -1074};
    const int low = lowest[random_int(g, 0, 3)];
    const double reach = random_log(g, low, low + 60), dist = reach * nearly_one(g);
    carom_vec2 move = {length_of_path(g, reach, dist), 0.0}, from = {0.0, dist};
    move.y = small_part(g, move.x);
    from.x = small_part(g, reach);
    // The wall is a point, lies behind the end, or along the path.
    const int behind = random_int(g, 2, 3), quarters = random_int(g, 0, 3);
    carom_vec2 u = {random_one_in(g, 3) ? 0.0 : reach * random_log(g, -9, 9), 0.0};
    u = quarter_turned(u, behind + quarters);
    const carom_vec2 place = random_point(g, reach * random_log(g, -9, 9));
    m->wall.a = random_one_in(g, 2) ? carom_vec2_make(0.0, 0.0) : place;
    m->wall.b = carom_vec2_add(m->wall.a, u);
    m->circle.center = carom_vec2_add(m->wall.a, quarter_turned(from, quarters));
    m->move = quarter_turned(move, quarters);
    m->circle.radius = random_one_in(g, 2) ? reach : random_between(g, 0.0, 1.0) * reach;
    m->wall.radius = reach - m->circle.radius;
    if (random_one_in(g, 2)) { // back from the end of the path
        m->circle.center = carom_vec2_add(m->circle.center, m->move);
        m->move = carom_vec2_scale(m->move, -1.0);
    }
    choose_to(g, m);
    choose_second(g, m);
}

void make_motion_integers(random_source *g, motion_case *m) {
    m->wall.a = random_lattice(g, 6);
    m->wall.b = random_lattice(g, 6);
    m->circle.center = random_lattice(g, 12);
    m->circle.radius = random_int(g, 0, 6);
    m->wall.radius = random_one_in(g, 2) ? 0.0 : random_int(g, 0, 3);
    m->move = random_lattice(g, 16);
    choose_to(g, m);
    choose_second(g, m);
}

// 1 or 1/2, less up to an eighth of it, of either sign.
static double below_one(random_source *g) {
    const double sign = random_sign(g), size = random_one_in(g, 3) ? 0.5 : 1.0;
    return sign * size * (1.0 - random_log(g, -53, -3));
}

static carom_vec2 point_below_one(random_source *g) {
    const double x = below_one(g);
    return carom_vec2_make(x, below_one(g));
}

// Built backwards from the contact, on the side, at nearly the distance R.
void make_motion_below_a_power_of_two(random_source *g, motion_case *m) {
    test_case t = {.wall.extent = m->wall.extent};
    t.wall.a = point_below_one(g);
    do {
        t.wall.b = point_below_one(g);
    } while (t.wall.b.x == t.wall.a.x && t.wall.b.y == t.wall.a.y);
    t.wall.radius = random_one_in(g, 2) ? 0.0 : fabs(below_one(g));
    t.circle.radius = fabs(below_one(g));
    const carom_vec2 u = carom_vec2_sub(t.wall.b, t.wall.a);
    const double reach = t.circle.radius + t.wall.radius;
    const double off = random_sign(g) * reach / sqrt(carom_vec2_dot(u, u));
    const carom_vec2 along = carom_vec2_scale(u, random_between(g, 0.0, 1.0));
    const carom_vec2 foot = carom_vec2_add(t.wall.a, along);
    t.circle.center = carom_vec2_add(foot, carom_vec2_scale(carom_vec2_left(u), off));
    const contact_place place = place_of(g, t);
    carom_vec2 move = point_below_one(g);
    if (carom_vec2_dot(move, place.away) > 0.0) {
        move = carom_vec2_scale(move, -1.0);
    }
    arrive(g, m, &place, move, random_between(g, 0.0, 1.0));
    const int k = random_int(g, -1020, 1020);
    if (random_one_in(g, 8)) {
        motion_scale(m, k);
    }
    choose_second(g, m);
}
