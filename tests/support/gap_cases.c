// Test cases for the order of two walls, see gap_cases.h. Room: tests.
#include "gap_cases.h"

#include <float.h>
#include <math.h>

#include "case_makers.h"

enum { GAP_STREAM = 512, EXACT_STREAM = 1024 }; // not those of cases.h and motion_cases.h

static carom_vec2 turned(carom_vec2 p, int turn) {
    const carom_vec2 q = turn & 1 ? carom_vec2_make(p.y, p.x) : p;
    return carom_vec2_make(turn & 2 ? -q.x : q.x, turn & 4 ? -q.y : q.y);
}

// The wall turned or mirrored about the centre and k times as far from it; exact for integers, and
// for a centre in the origin if k is 1.
static carom_wall moved_about(carom_vec2 c, carom_wall wall, int turn, double k) {
    const carom_vec2 w = carom_vec2_sub(wall.a, c), z = carom_vec2_sub(wall.b, c);
    wall.a = carom_vec2_add(c, carom_vec2_scale(turned(w, turn), k));
    wall.b = carom_vec2_add(c, carom_vec2_scale(turned(z, turn), k));
    return wall;
}

// The distance to the axis in plain double arithmetic.
static double rough_distance(carom_vec2 c, carom_wall wall) {
    const carom_vec2 u = carom_vec2_sub(wall.b, wall.a);
    const carom_vec2 w = carom_vec2_sub(c, wall.a), z = carom_vec2_sub(c, wall.b);
    const double len2 = carom_vec2_dot(u, u);
    if (len2 == 0.0 || (wall.extent != CAROM_EXTENT_LINE && carom_vec2_dot(w, u) <= 0.0)) {
        return sqrt(carom_vec2_dot(w, w));
    }
    if (wall.extent == CAROM_EXTENT_SEGMENT && carom_vec2_dot(z, u) >= 0.0) {
        return sqrt(carom_vec2_dot(z, z));
    }
    return fabs(carom_vec2_cross(u, w)) / sqrt(len2);
}

// Sets the second wall's radius so that it is about as near as the first. Makes the first wall
// thicker if needed.
static void fit_radius(random_source *g, gap_case *t) {
    const double farther =
        rough_distance(t->circle.center, t->second) - rough_distance(t->circle.center, t->first);
    const double radius = t->first.radius + farther;
    if (!(fabs(radius) <= DBL_MAX)) {
        return;
    }
    t->second.radius = radius > 0.0 ? radius : 0.0;
    t->first.radius = radius > 0.0 ? t->first.radius : -farther;
    double *const fitted = radius > 0.0 ? &t->second.radius : &t->first.radius;
    *fitted = fabs(nudged(*fitted, random_int(g, -2, 2)));
}

// A wall that has an end in common with the first.
static void common_end(random_source *g, gap_case *t) {
    const carom_vec2 a = t->first.a, b = t->first.b, u = carom_vec2_sub(b, a);
    const carom_vec2 side = carom_vec2_scale(carom_vec2_left(u), random_between(g, -1.0, 1.0));
    const carom_vec2 end = random_one_in(g, 2) ? a : b;
    const carom_vec2 on = carom_vec2_add(end, carom_vec2_scale(u, random_between(g, -1.0, 1.0)));
    const carom_vec2 other = carom_vec2_add(on, side);
    const bool at_a = random_one_in(g, 2);
    t->second.a = at_a ? end : other;
    t->second.b = at_a ? other : end;
    t->second.extent = (uint8_t)(random_one_in(g, 3) ? random_extent(g) : CAROM_EXTENT_SEGMENT);
}

static void nudge_second(random_source *g, gap_case *t) {
    double *const numbers[] = {&t->second.a.x, &t->second.a.y, &t->second.b.x, &t->second.b.y,
                               &t->second.radius};
    for (int i = 0; i < 5; i++) {
        const int k = random_int(g, -4, 4);
        if (random_one_in(g, 3) && *numbers[i] != 0.0 && fabs(*numbers[i]) <= DBL_MAX) {
            *numbers[i] = nudged(*numbers[i], k);
        }
    }
}

static void choose_second_wall(random_source *g, gap_case *t, carom_wall other) {
    t->second = t->first;
    const int turn = random_int(g, 0, 7);
    switch (random_int(g, 0, 8)) {
    case 0:
        t->second = other;
        break;
    case 1: // as near, if no number is rounded
        t->second = moved_about(t->circle.center, t->first, turn, 1.0);
        break;
    case 2: // as near
        t->circle.center = carom_vec2_make(0.0, 0.0);
        t->second = moved_about(t->circle.center, t->first, turn, 1.0);
        break;
    case 3:
        common_end(g, t);
        break;
    case 4:
        nudge_second(g, t);
        break;
    case 5: // as near, nearly
        t->second = other;
        fit_radius(g, t);
        break;
    case 6: // as near if the distance is a double
        t->second = moved_about(t->circle.center, t->first, turn, random_int(g, 2, 5));
        fit_radius(g, t);
        break;
    case 7: // the same, backwards
        t->second.a = t->first.b;
        t->second.b = t->first.a;
        t->second.extent = random_one_in(g, 4) ? (uint8_t)random_extent(g) : t->first.extent;
        break;
    default: // mirrored, moved by some ulp
        t->circle.center = carom_vec2_make(0.0, 0.0);
        t->second = moved_about(t->circle.center, t->first, turn, 1.0);
        nudge_second(g, t);
    }
}

static void exchange_by_chance(random_source *g, gap_case *t) {
    if (random_one_in(g, 2)) {
        const carom_wall first = t->first;
        t->first = t->second;
        t->second = first;
    }
}

gap_case gap_case_make(case_class kind, uint64_t seed, uint64_t index) {
    const test_case one = case_make(kind, seed, index);
    const test_case other = case_make(kind, seed, ~index);
    random_source g = random_start(seed, GAP_STREAM + (uint64_t)kind, index);
    gap_case t = {.circle = one.circle, .first = one.wall};
    choose_second_wall(&g, &t, other.wall);
    exchange_by_chance(&g, &t);
    return t;
}

// An axis at the returned distance from the origin, an integer: of length 0, with its end nearest,
// or with its side.
static double axis_at_integer(random_source *g, carom_wall *wall) {
    double p, q, h, j = random_int(g, 0, 100);
    pythagorean(g, &p, &q, &h);
    const carom_vec2 foot = {j * p, j * q}, along = {-q, p};
    const double from = random_int(g, -50, 50), to = random_int(g, -50, 50);
    switch (random_int(g, 0, 3)) {
    case 0:
        wall->a = wall->b = foot;
        break;
    case 1: // an end, the other one is farther out
        wall->a = foot;
        wall->b = carom_vec2_add(carom_vec2_scale(foot, random_int(g, 1, 3)),
                                 carom_vec2_scale(along, to));
        break;
    default:
        wall->a = carom_vec2_add(foot, carom_vec2_scale(along, -fabs(from)));
        wall->b = carom_vec2_add(foot, carom_vec2_scale(along, fabs(to)));
        if (random_one_in(g, 2)) {
            const carom_vec2 a = wall->a;
            wall->a = wall->b;
            wall->b = a;
        }
    }
    wall->extent = CAROM_EXTENT_SEGMENT;
    return j * h;
}

// Moves the case by integers and scales it by a power of two.
static void move_and_scale(random_source *g, gap_case *t) {
    if (random_one_in(g, 2)) {
        const double x = floor(random_log(g, 0, 50)), y = -floor(random_log(g, 0, 50));
        carom_vec2 *const points[] = {&t->circle.center, &t->first.a, &t->first.b, &t->second.a,
                                      &t->second.b};
        for (int i = 0; i < 5; i++) {
            *points[i] = carom_vec2_add(*points[i], carom_vec2_make(x, y));
        }
    }
    if (random_one_in(g, 2)) {
        gap_case_scale(t, random_one_in(g, 2) ? random_int(g, -900, 900) : random_int(g, -40, 40));
    }
}

gap_case gap_case_exact(uint64_t seed, uint64_t index) {
    random_source g = random_start(seed, EXACT_STREAM, index);
    gap_case t = {.circle = {.radius = random_int(&g, 0, 9)}};
    const double d1 = axis_at_integer(&g, &t.first), d2 = axis_at_integer(&g, &t.second);
    const double thinner = random_one_in(&g, 3) ? 0.0 : floor(random_log(&g, 0, 18));
    t.first.radius = d1 > d2 ? d1 - d2 + thinner : thinner;
    t.second.radius = d2 > d1 ? d2 - d1 + thinner : thinner;
    move_and_scale(&g, &t);
    exchange_by_chance(&g, &t);
    return t;
}

test_case gap_case_half(const gap_case *t) {
    return (test_case){.circle = t->circle, .wall = t->first};
}

bool gap_case_scale(gap_case *t, int k) {
    test_case one = {.circle = t->circle, .wall = t->first}, other = {.wall = t->second};
    const bool exact = case_scale(&one, k);
    const bool both = case_scale(&other, k) && exact;
    *t = (gap_case){one.circle, one.wall, other.wall};
    return both;
}

static void print_wall(FILE *out, const char *name, carom_wall w) {
    fprintf(out, ".%s = {{%a, %a}, {%a, %a}, %a, (carom_extent)%d}", name, w.a.x, w.a.y, w.b.x,
            w.b.y, w.radius, (int)w.extent);
}

void gap_case_print(FILE *out, const gap_case *t) {
    fprintf(out, "{.circle = {{%a, %a}, %a},\n     ", t->circle.center.x, t->circle.center.y,
            t->circle.radius);
    print_wall(out, "first", t->first);
    fprintf(out, ",\n     ");
    print_wall(out, "second", t->second);
    fprintf(out, "}\n");
}
