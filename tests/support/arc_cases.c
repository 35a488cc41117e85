// Cases of a circle and a bent wall, see arc_cases.h.
//
// A point of the arc belongs to a number s from -1 to 1: seen from the arc's centre it is 4
// atan(k s) / 2 away from the middle. With u = b - a it is at
//   mid + u (1 + k^2) s / (2 (1 + k^2 s^2)) + right(u) k / 2 (1 - (1 + k^2) s^2 / (1 + k^2 s^2)),
// which needs no division by k. Room: tests.
#include "arc_cases.h"

#include <math.h>
#include <string.h>

#include "points.h"
#include "random.h"

static carom_vec2 random_place(random_source *g, double size) {
    const double x = random_between(g, -size, size);
    const double y = random_between(g, -size, size);
    return vec(x, y);
}

// x or -x
static double with_sign(random_source *g, double x) {
    return random_one_in(g, 2) ? x : -x;
}

static double random_size(random_source *g) {
    return random_one_in(g, 2) ? random_log(g, 0, 9) : random_log(g, -20, 20);
}

static double any_bulge(random_source *g) {
    const double sign = random_sign(g);
    switch (random_int(g, 0, 4)) {
    case 0:
        return sign;
    case 1:
        return sign * nudged(1.0, -random_int(g, 1, 4));
    case 2:
        return sign * random_log(g, -30, -1);
    default:
        return sign * random_between(g, 0.0, 1.0);
    }
}

static double nudge(random_source *g, double x, int most) {
    return nudged(x, random_int(g, -most, most));
}

static carom_vec2 nudge_point(random_source *g, carom_vec2 p, int most) {
    const double x = nudge(g, p.x, most);
    const double y = nudge(g, p.y, most);
    return vec(x, y);
}

// The point of the arc at s, and the unit vector from the arc's centre to it, for bulges that are
// not 0.
static carom_vec2 arc_place(const arc_case *t, double s, carom_vec2 *away) {
    const carom_vec2 a = t->wall.a, b = t->wall.b;
    const double ux = b.x - a.x, uy = b.y - a.y, k = t->bulge, k2 = k * k;
    const double below = 1.0 + k2 * s * s, stretch = (1.0 + k2) / below;
    const double along = 0.5 * stretch * s, beside = 0.5 * k * (1.0 - stretch * s * s);
    const double length = sqrt(ux * ux + uy * uy), sign = k < 0.0 ? -1.0 : 1.0;
    const double cosine = sign * (1.0 - k2 * s * s) / below, sine = 2.0 * fabs(k) * s / below;
    away->x = (cosine * uy + sine * ux) / length;
    away->y = (sine * uy - cosine * ux) / length;
    return vec(0.5 * (a.x + b.x) + along * ux + beside * uy,
               0.5 * (a.y + b.y) + along * uy - beside * ux);
}

static double arc_radius(const arc_case *t) {
    const double ux = t->wall.b.x - t->wall.a.x, uy = t->wall.b.y - t->wall.a.y;
    const double size = fabs(t->bulge);
    return sqrt(ux * ux + uy * uy) * (0.25 * (1.0 + t->bulge * t->bulge)) / size;
}

// Splits R into both radii.
static void deal(random_source *g, arc_case *t, double reach) {
    t->wall.radius = random_one_in(g, 2) ? 0.0 : reach * random_between(g, 0.0, 1.0);
    t->circle.radius = reach > t->wall.radius ? reach - t->wall.radius : 0.0;
}

static void nudge_all(random_source *g, arc_case *t) {
    const int most = random_one_in(g, 2) ? 1 : 4;
    double *const numbers[] = {&t->circle.center.x, &t->circle.center.y, &t->circle.radius,
                               &t->wall.a.x,        &t->wall.a.y,        &t->wall.b.x,
                               &t->wall.b.y};
    for (int i = 0; i < 7; i++)
        *numbers[i] = random_one_in(g, 2) ? nudge(g, *numbers[i], most) : *numbers[i];
    t->circle.radius = fabs(t->circle.radius);
}

static void set_ends(random_source *g, arc_case *t, double bulge) {
    const double size = random_size(g);
    t->bulge = bulge;
    t->wall.a = random_place(g, size);
    t->wall.b = random_place(g, size);
    if (random_one_in(g, 8)) { // a short one
        t->wall.b.x = t->wall.a.x + random_log(g, -30, 0);
        t->wall.b.y = t->wall.a.y + random_log(g, -30, 0);
    }
    if (random_one_in(g, 8)) // far off
        t->wall.a.x += 0x1p20, t->wall.b.x += 0x1p20;
}

// Tangent at s with reach R; side 1 from outside of the arc's circle, -1 from within.
static void set_tangent(random_source *g, arc_case *t, double side) {
    carom_vec2 away;
    const double s = random_one_in(g, 8) ? random_sign(g) : random_between(g, -1.0, 1.0);
    const carom_vec2 p = arc_place(t, s, &away);
    const carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
    const double chord = sqrt(u.x * u.x + u.y * u.y), rho = arc_radius(t);
    double reach = chord * random_log(g, -12, 3);
    if (side < 0.0 && reach > rho)
        reach = rho * random_between(g, 0.0, 1.0);
    t->circle.center = vec(p.x + side * reach * away.x, p.y + side * reach * away.y);
    deal(g, t, reach);
    nudge_all(g, t);
}

static void set_gap(random_source *g, arc_case *t) {
    switch (random_int(g, 0, 3)) {
    case 0: // takes over a part of the radius, so ties stay ties
        t->gap = t->circle.radius * 0.5;
        t->circle.radius -= t->gap;
        break;
    case 1:
        t->gap = random_log(g, -40, 4);
        break;
    default:
        t->gap = 0.0;
    }
}

static void make_generic_arc(random_source *g, arc_case *t) {
    set_ends(g, t, with_sign(g, random_between(g, 0.0, 1.0)));
    const carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
    const double size = 2.0 * (fabs(u.x) + fabs(u.y));
    t->circle.center = carom_vec2_add(t->wall.a, random_place(g, size));
    deal(g, t, size * random_log(g, -6, 1));
}

static carom_vec2 arc_center(const arc_case *t) {
    const carom_vec2 a = t->wall.a, b = t->wall.b;
    const double k = t->bulge, f = (1.0 - fabs(k)) * (1.0 + fabs(k)) / (4.0 * k);
    return vec(0.5 * (a.x + b.x) - f * (b.y - a.y), 0.5 * (a.y + b.y) + f * (b.x - a.x));
}

static void make_bowl(random_source *g, arc_case *t) {
    set_ends(g, t, any_bulge(g));
    const carom_vec2 o = arc_center(t);
    carom_vec2 away;
    arc_place(t, random_between(g, -1.0, 1.0), &away);
    const double rho = arc_radius(t);
    const double d = random_one_in(g, 4) ? 0.0 : rho * random_log(g, -54, 0);
    t->circle.center = nudge_point(g, vec(o.x + d * away.x, o.y + d * away.y), 1);
    deal(g, t, random_one_in(g, 8) ? rho + 2.0 * d : rho);
    t->circle.radius = fabs(nudge(g, t->circle.radius, 3));
}

static void make_center(random_source *g, arc_case *t) {
    // All of these are exact: u is a multiple of 64, and (1 - k^2) / 4k of 1/64.
    static const double bulges[] = {1.0, 0.5, 0.25, 0.125, 0.0625};
    t->bulge = with_sign(g, bulges[random_int(g, 0, 4)]);
    const double unit = random_log(g, -10, 10) > 1.0 ? 1.0 : 0x1p-7;
    const double ax = (double)random_int(g, -500, 500), ay = (double)random_int(g, -500, 500);
    const double ux = 256.0 * (double)random_int(g, -9, 9),
                 uy = 256.0 * (double)random_int(g, -9, 9);
    t->wall.a = vec(ax * unit, ay * unit);
    t->wall.b = vec((ax + ux) * unit, (ay + uy) * unit);
    if (ux == 0.0 && uy == 0.0)
        t->wall.b.x += 256.0 * unit;
    t->circle.center = arc_center(t);
    deal(g, t, arc_radius(t) * (random_one_in(g, 2) ? 1.0 : random_log(g, -3, 2)));
    if (random_one_in(g, 2))
        t->circle.center = nudge_point(g, t->circle.center, 2);
    if (random_one_in(g, 4))
        nudge_all(g, t);
}

static void make_half(random_source *g, arc_case *t) {
    set_ends(g, t, random_sign(g));
    if (random_one_in(g, 2)) {
        set_tangent(g, t, random_sign(g));
        return;
    }
    const double f = random_between(g, -1.0, 2.0);
    const bool level = random_one_in(g, 2);
    if (level)
        t->wall.b.y = t->wall.a.y;
    const carom_vec2 a = t->wall.a, b = t->wall.b;
    t->circle.center = vec(a.x + f * (b.x - a.x), a.y + f * (b.y - a.y));
    if (!level)
        t->circle.center = nudge_point(g, t->circle.center, 1);
    const double d = fabs(f) < fabs(1.0 - f) ? f : 1.0 - f;
    deal(g, t, fabs(d) * sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)));
    t->circle.radius = fabs(nudge(g, t->circle.radius, 2));
}

static void make_axes(random_source *g, arc_case *t) {
    t->bulge = with_sign(g, 1.0 - random_log(g, -40, -10));
    const double x = with_sign(g, random_log(g, -40, 1));
    const double y = with_sign(g, random_log(g, -40, 1));
    const bool same = random_one_in(g, 2), turned = random_one_in(g, 2);
    const carom_vec2 w = turned ? vec(0.0, y) : vec(x, 0.0);
    const carom_vec2 z = turned == same ? vec(0.0, 2.0 * y) : vec(2.0 * x, 0.0);
    t->circle.center = vec(0.0, 0.0);
    t->wall.a = vec(-w.x, -w.y);
    t->wall.b = vec(-z.x, -z.y);
    const double small = fabs(random_one_in(g, 2) ? x : y);
    deal(g, t, small);
    t->circle.radius = fabs(nudge(g, t->circle.radius, 2));
}

static void make_at_end(random_source *g, arc_case *t) {
    set_ends(g, t, any_bulge(g));
    const bool at_b = random_one_in(g, 2);
    carom_vec2 *const end = at_b ? &t->wall.b : &t->wall.a;
    *end = vec(0.0, 0.0);
    const double d = random_log(g, -1074, -500);
    t->circle.center = random_one_in(g, 4) ? *end : random_place(g, d);
    const carom_vec2 c = t->circle.center;
    const double scaled = sqrt(c.x * 0x1p500 * (c.x * 0x1p500) + c.y * 0x1p500 * (c.y * 0x1p500));
    deal(g, t, random_one_in(g, 2) ? scaled * 0x1p-500 : random_log(g, -1074, -500));
}

static void make_wedge(random_source *g, arc_case *t) {
    set_ends(g, t, any_bulge(g));
    const carom_vec2 o = arc_center(t), end = random_one_in(g, 2) ? t->wall.a : t->wall.b;
    const double f =
        random_one_in(g, 2) ? random_between(g, -2.0, 3.0) : 1.0 + random_log(g, -40, 0);
    const carom_vec2 d = carom_vec2_sub(end, o);
    t->circle.center = nudge_point(g, vec(o.x + f * d.x, o.y + f * d.y), 1);
    const carom_vec2 e = carom_vec2_sub(t->circle.center, end);
    const double dist = sqrt(e.x * e.x + e.y * e.y);
    deal(g, t, random_one_in(g, 2) ? dist : dist * random_log(g, -3, 3));
    t->circle.radius = fabs(nudge(g, t->circle.radius, 2));
}

static void make_rim(random_source *g, arc_case *t) {
    set_ends(g, t, any_bulge(g));
    carom_vec2 away;
    const double s = random_one_in(g, 8) ? random_sign(g) : random_between(g, -1.0, 1.0);
    const carom_vec2 p = arc_place(t, s, &away);
    const double rho = arc_radius(t);
    // The centre is on the other side of the arc's centre from p, or, at an end, anywhere.
    const double rim = rho * (1.0 + random_log(g, -30, 1));
    t->circle.center = vec(p.x - rim * away.x, p.y - rim * away.y);
    t->wall.radius = random_one_in(g, 2) ? 0.0 : rim * random_between(g, 0.0, 1.0);
    t->circle.radius = rim + t->wall.radius;
    nudge_all(g, t);
}

static void make_integers_arc(random_source *g, arc_case *t) {
    static const double bulges[] = {1.0, 0.5, 0.25, 0.75, 0.125, 0.375};
    const int most = random_one_in(g, 2) ? 4 : 12;
    double *const numbers[] = {&t->circle.center.x, &t->circle.center.y, &t->wall.a.x,
                               &t->wall.a.y,        &t->wall.b.x,        &t->wall.b.y};
    for (int i = 0; i < 6; i++)
        *numbers[i] = (double)random_int(g, -most, most);
    t->circle.radius = (double)random_int(g, 0, 4 * most) * 0.5;
    t->wall.radius = random_one_in(g, 2) ? 0.0 : (double)random_int(g, 0, 2) * 0.5;
    t->bulge = with_sign(g, bulges[random_int(g, 0, 5)]);
    // Level chords of half circles and of k = 1/2 have rational radii.
    if (random_one_in(g, 2)) {
        t->wall.b.y = t->wall.a.y;
        t->bulge = with_sign(g, random_one_in(g, 2) ? 1.0 : 0.5);
    }
}

static void make_on(random_source *g, arc_case *t) {
    set_ends(g, t, any_bulge(g));
    carom_vec2 away;
    const carom_vec2 p = arc_place(t, random_between(g, -1.0, 1.0), &away);
    t->circle.center = nudge_point(g, p, 2);
    deal(g, t, random_one_in(g, 2) ? 0.0 : fabs(p.x) * random_log(g, -60, -40));
}

static double any_exponent(random_source *g, int least, int most) {
    return with_sign(g, random_log(g, least, most));
}

static void make_mixed(random_source *g, arc_case *t) {
    const int wide = random_one_in(g, 2) ? 1074 : 60;
    const int most = wide > 1000 ? 1022 : 60;
    double *const numbers[] = {&t->circle.center.x, &t->circle.center.y, &t->circle.radius,
                               &t->wall.a.x,        &t->wall.a.y,        &t->wall.b.x,
                               &t->wall.b.y,        &t->wall.radius};
    for (int i = 0; i < 8; i++)
        *numbers[i] = random_one_in(g, 6) ? 0.0 : any_exponent(g, -wide, most);
    t->circle.radius = fabs(t->circle.radius);
    t->wall.radius = random_one_in(g, 2) ? 0.0 : fabs(t->wall.radius);
    t->bulge = random_one_in(g, 2) ? any_bulge(g) : any_exponent(g, -1074, -1);
}

static double random_pattern(random_source *g) {
    uint64_t bits = random_bits(g);
    double x;
    memcpy(&x, &bits, sizeof x);
    return random_one_in(g, 16) ? (double)NAN : random_one_in(g, 16) ? (double)INFINITY : x;
}

static void make_random_pattern(random_source *g, arc_case *t) {
    if (random_one_in(g, 2))
        make_mixed(g, t);
    else
        make_generic_arc(g, t);
    double *const numbers[] = {
        &t->circle.center.x, &t->circle.center.y, &t->circle.radius, &t->wall.a.x, &t->wall.a.y,
        &t->wall.b.x,        &t->wall.b.y,        &t->wall.radius,   &t->bulge,    &t->gap};
    for (int i = random_int(g, 1, 3); i > 0; i--) {
        double *const x = numbers[random_int(g, 0, 9)];
        *x = random_pattern(g);
    }
    if (random_one_in(g, 8))
        t->bulge = with_sign(g, nudged(1.0, random_int(g, 1, 3)));
}

static void scale(arc_case *t, int e) {
    double *const numbers[] = {&t->circle.center.x, &t->circle.center.y, &t->circle.radius,
                               &t->wall.a.x,        &t->wall.a.y,        &t->wall.b.x,
                               &t->wall.b.y,        &t->wall.radius,     &t->gap};
    for (int i = 0; i < 9; i++) {
        *numbers[i] = ldexp(*numbers[i], e);
        if (fabs(*numbers[i]) > 1e308)
            *numbers[i] = copysign(1e308, *numbers[i]);
    }
}

static void make_flat(random_source *g, arc_case *t, int least, int most) {
    set_ends(g, t, with_sign(g, random_log(g, least, most)));
    if (random_one_in(g, 8))
        t->bulge = copysign(least < -200 ? 0x1p-1000 : 0x1p-30, t->bulge);
    set_tangent(g, t, random_sign(g));
}

static void make_one(arc_class kind, random_source *g, arc_case *t);

static void make_scaled(random_source *g, arc_case *t, int sign) {
    static const arc_class others[] = {ARC_GENERIC, ARC_OUTSIDE,  ARC_WITHIN, ARC_CENTER,
                                       ARC_HALF,    ARC_INTEGERS, ARC_WEDGE,  ARC_RIM};
    static const int steps[] = {150, 210, 250, 330, 500, 530, 1000};
    make_one(others[random_int(g, 0, 7)], g, t);
    const int e = steps[random_int(g, 0, 6)] + random_int(g, -12, 12);
    scale(t, sign * (sign < 0 && random_one_in(g, 4) ? e + 60 : e));
}

static void make_one(arc_class kind, random_source *g, arc_case *t) {
    switch (kind) {
    case ARC_GENERIC:
        make_generic_arc(g, t);
        break;
    case ARC_OUTSIDE:
    case ARC_WITHIN:
        set_ends(g, t, any_bulge(g));
        set_tangent(g, t, kind == ARC_OUTSIDE ? 1.0 : -1.0);
        break;
    case ARC_BOWL:
        make_bowl(g, t);
        break;
    case ARC_CENTER:
        make_center(g, t);
        break;
    case ARC_HALF:
        make_half(g, t);
        break;
    case ARC_FLAT:
        make_flat(g, t, -100, -20);
        break;
    case ARC_FLATTEST:
        make_flat(g, t, -1074, -100);
        break;
    case ARC_POINT:
        set_ends(g, t, any_bulge(g));
        t->circle.center = random_place(g, 100.0);
        t->wall.b = t->wall.a;
        deal(g, t, random_size(g));
        break;
    case ARC_STRAIGHT:
        make_generic_arc(g, t);
        t->bulge = random_one_in(g, 2) ? 0.0 : -0.0;
        break;
    case ARC_HUGE:
        make_scaled(g, t, 1);
        break;
    case ARC_TINY:
        make_scaled(g, t, -1);
        break;
    case ARC_AXES:
        make_axes(g, t);
        break;
    case ARC_AT_END:
        make_at_end(g, t);
        break;
    case ARC_WEDGE:
        make_wedge(g, t);
        break;
    case ARC_RIM:
        make_rim(g, t);
        break;
    case ARC_INTEGERS:
        make_integers_arc(g, t);
        break;
    case ARC_ON:
        make_on(g, t);
        break;
    case ARC_MIXED:
        make_mixed(g, t);
        break;
    case ARC_RANDOM_BITS:
    case ARC_CLASS_COUNT:
        make_random_pattern(g, t);
        break;
    }
}

arc_case arc_case_make(arc_class kind, uint64_t seed, uint64_t index) {
    random_source g = random_start(seed, 9000 + (uint64_t)kind, index);
    arc_case t = {{{0.0, 0.0}, 0.0},
                  carom_wall_make(vec(0.0, 0.0), vec(0.0, 0.0), 0.0, CAROM_EXTENT_SEGMENT),
                  0.0,
                  0.0};
    make_one(kind, &g, &t);
    if (kind != ARC_RANDOM_BITS)
        set_gap(&g, &t);
    return t;
}

const char *arc_class_name(arc_class kind) {
    static const char *const names[] = {"generic", "outside",  "within",   "bowl",   "center",
                                        "half",    "flat",     "flattest", "point",  "straight",
                                        "huge",    "tiny",     "axes",     "at-end", "wedge",
                                        "rim",     "integers", "on",       "mixed",  "random-bits"};
    return kind < ARC_CLASS_COUNT ? names[kind] : "unknown";
}

void arc_case_print(FILE *out, const arc_case *t) {
    fprintf(out, "{{{%a, %a}, %a}, {%a, %a}, {%a, %a}, .radius = %a, .bulge = %a, .gap = %a}\n",
            t->circle.center.x, t->circle.center.y, t->circle.radius, t->wall.a.x, t->wall.a.y,
            t->wall.b.x, t->wall.b.y, t->wall.radius, t->bulge, t->gap);
}
