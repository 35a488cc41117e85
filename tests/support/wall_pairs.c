// Test cases of two walls and a gap, see wall_pairs.h. Room: tests.
#include "wall_pairs.h"

#include <math.h>
#include <string.h>

#include "points.h"
#include "random.h"

const char *wall_pair_class_name(wall_pair_class kind) {
    static const char *const names[WALL_PAIR_CLASSES] = {
        "random",   "integers",        "decimals", "collinear",   "crossing",
        "parallel", "nearly_parallel", "at_gap",   "end_on_axis", "points",
        "huge",     "subnormal",       "mixed",    "zero",        "bits"};
    return names[kind];
}

void wall_pair_print(FILE *out, const wall_pair *t) {
    const carom_wall *const walls[] = {&t->wall, &t->other};
    fprintf(out, "{");
    for (int i = 0; i < 2; i++) {
        const carom_wall *w = walls[i];
        fprintf(out, "{.a = {%a, %a}, .b = {%a, %a}, .radius = %a, .extent = %d}, ", w->a.x, w->a.y,
                w->b.x, w->b.y, w->radius, (int)w->extent);
    }
    fprintf(out, "%a},\n", t->gap);
}

// Half of all walls are segments.
static uint8_t random_extent(random_source *g) {
    return (uint8_t)(random_one_in(g, 2) ? random_int(g, 0, 2) : CAROM_EXTENT_SEGMENT);
}

static carom_vec2 random_point(random_source *g, double size) {
    const double x = random_between(g, -size, size);
    return vec(x, random_between(g, -size, size));
}

static carom_vec2 whole_point(random_source *g, int size) {
    const double x = random_int(g, -size, size);
    return vec(x, random_int(g, -size, size));
}

static double random_radius(random_source *g, double size) {
    const double r = random_between(g, 0.0, size);
    return random_one_in(g, 3) ? 0.0 : r;
}

static void scale(wall_pair *t, double by) {
    double *const numbers[] = {&t->wall.a.x,    &t->wall.a.y,     &t->wall.b.x,  &t->wall.b.y,
                               &t->other.a.x,   &t->other.a.y,    &t->other.b.x, &t->other.b.y,
                               &t->wall.radius, &t->other.radius, &t->gap};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] *= by;
}

static void make_random(wall_pair *t, random_source *g) {
    t->wall.a = random_point(g, 1.0);
    t->wall.b = random_point(g, 1.0);
    const carom_vec2 move = random_point(g, 1.5);
    t->other.a = carom_vec2_add(random_point(g, 1.0), move);
    t->other.b = carom_vec2_add(random_point(g, 1.0), move);
    t->wall.radius = random_radius(g, 0.25);
    t->other.radius = random_radius(g, 0.25);
    t->gap = random_radius(g, 0.5);
}

static void make_integers(wall_pair *t, random_source *g) {
    const int size = random_int(g, 1, 6);
    t->wall.a = whole_point(g, size);
    t->wall.b = whole_point(g, size);
    t->other.a = whole_point(g, size);
    t->other.b = whole_point(g, size);
    t->wall.radius = random_int(g, 0, 2);
    t->other.radius = random_int(g, 0, 1);
    t->gap = random_int(g, 0, 2);
}

static void make_collinear(wall_pair *t, random_source *g) {
    // Two of three directions have whole lengths, so that gaps are often equal.
    static const carom_vec2 units[] = {{1.0, 0.0}, {0.0, -1.0}, {-3.0, 4.0}, {4.0, 3.0}};
    const carom_vec2 from = whole_point(g, 5), any = whole_point(g, 4);
    const int which = random_int(g, 0, 5);
    const carom_vec2 u = which < 4 ? units[which] : any;
    carom_vec2 *const points[] = {&t->wall.a, &t->wall.b, &t->other.a, &t->other.b};
    for (int i = 0; i < 4; i++)
        *points[i] = carom_vec2_add(from, carom_vec2_scale(u, random_int(g, -4, 4)));
    t->wall.radius = random_int(g, 0, 1);
    t->other.radius = random_int(g, 0, 1);
    t->gap = random_int(g, 0, 2);
}

static void make_crossing(wall_pair *t, random_source *g) {
    const double angle = random_one_in(g, 2) ? 1.0 : random_log(g, -40, 0);
    const carom_vec2 at = random_point(g, random_log(g, -3, 10)), u = random_point(g, 1.0);
    const carom_vec2 left = carom_vec2_scale(vec(-u.y, u.x), angle);
    const carom_vec2 v = carom_vec2_add(u, left);
    const double size = random_log(g, -2, 10);
    double k[4];
    for (int i = 0; i < 4; i++)
        k[i] = i % 2 == 0 ? random_between(g, -size, 0.0) : random_between(g, 0.0, size);
    t->wall.a = carom_vec2_add(at, carom_vec2_scale(u, k[0]));
    t->wall.b = carom_vec2_add(at, carom_vec2_scale(u, k[1]));
    t->other.a = carom_vec2_add(at, carom_vec2_scale(v, k[2]));
    t->other.b = carom_vec2_add(at, carom_vec2_scale(v, k[3]));
    t->wall.radius = random_one_in(g, 3) ? random_radius(g, 1.0) : 0.0;
    t->other.radius = random_one_in(g, 3) ? random_radius(g, 1.0) : 0.0;
    t->gap = random_one_in(g, 3) ? random_radius(g, 1.0) : 0.0;
}

// Triples of whole numbers with a root that is whole.
static carom_vec2 whole_length(random_source *g, double *length) {
    static const int triples[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {0, 1, 1}, {20, 21, 29}};
    const int *of = triples[random_int(g, 0, 4)];
    const int k = random_int(g, 1, 3);
    const double x = random_sign(g) * of[0] * k, y = random_sign(g) * of[1] * k;
    *length = of[2] * k;
    return random_one_in(g, 2) ? vec(x, y) : vec(y, x);
}

static void make_parallel(wall_pair *t, random_source *g) {
    const bool is_whole = random_one_in(g, 2);
    double length;
    const carom_vec2 n = whole_length(g, &length);
    const carom_vec2 u = is_whole ? vec(-n.y, n.x) : random_point(g, 3.0);
    t->wall.a = is_whole ? whole_point(g, 9) : random_point(g, 3.0);
    const carom_vec2 off = is_whole ? carom_vec2_add(n, carom_vec2_scale(u, random_int(g, -2, 2)))
                                    : random_point(g, 6.0);
    t->other.a = carom_vec2_add(t->wall.a, off);
    const double sign = random_sign(g);
    t->wall.b = carom_vec2_add(t->wall.a, carom_vec2_scale(u, random_int(g, 1, 3)));
    t->other.b = carom_vec2_add(t->other.a, carom_vec2_scale(u, sign * random_int(g, 1, 3)));
    t->wall.radius = random_int(g, 0, 2);
    t->other.radius = random_int(g, 0, 2);
    t->gap = random_int(g, 0, 3);
    const double left = length - t->wall.radius - t->other.radius;
    if (is_whole && left >= 0.0 && random_one_in(g, 2))
        t->gap = left;
}

static void nudge_points(wall_pair *t, random_source *g, int ulps) {
    double *const numbers[] = {&t->wall.a.x,  &t->wall.a.y,  &t->wall.b.x,  &t->wall.b.y,
                               &t->other.a.x, &t->other.a.y, &t->other.b.x, &t->other.b.y};
    for (int i = 0; i < 8; i++)
        *numbers[i] = nudged(*numbers[i], random_int(g, -ulps, ulps));
}

static void make_nearly_parallel(wall_pair *t, random_source *g) {
    make_parallel(t, g);
    // Of one line.
    if (random_one_in(g, 2)) {
        const carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
        t->other.a = carom_vec2_add(t->wall.a, carom_vec2_scale(u, random_between(g, -1.0, 1.0)));
        t->other.b = carom_vec2_add(t->other.a, u);
    }
    if (random_one_in(g, 2))
        t->wall.radius = t->other.radius = t->gap = 0.0;
    nudge_points(t, g, random_int(g, 0, 4));
}

static void make_at_gap(wall_pair *t, random_source *g) {
    double length;
    const carom_vec2 n = whole_length(g, &length), u = vec(-n.y, n.x);
    const bool is_side = random_one_in(g, 2);
    t->wall.a = whole_point(g, 20);
    t->wall.b = carom_vec2_add(t->wall.a, carom_vec2_scale(is_side ? u : n, random_int(g, -3, -1)));
    const carom_vec2 at =
        is_side ? carom_vec2_add(t->wall.a, carom_vec2_scale(u, random_int(g, -3, 0))) : t->wall.a;
    t->other.a = carom_vec2_add(at, n);
    const carom_vec2 aside = whole_point(g, 3);
    t->other.b =
        carom_vec2_add(t->other.a, carom_vec2_add(carom_vec2_scale(n, random_int(g, 0, 2)), aside));
    t->wall.radius = random_int(g, 0, (int)length);
    t->other.radius = random_int(g, 0, (int)(length - t->wall.radius));
    t->gap = length - t->wall.radius - t->other.radius;
    scale(t, ldexp(1.0, random_int(g, -60, 60)));
    if (random_one_in(g, 2)) {
        t->gap = nudged(t->gap, random_int(g, -1, 1));
        t->gap = t->gap < 0.0 ? 0.0 : t->gap;
        t->other.a.x = nudged(t->other.a.x, random_int(g, -1, 1));
    }
}

static void make_end_on_axis(wall_pair *t, random_source *g) {
    const bool is_whole = random_one_in(g, 2);
    t->wall.a = is_whole ? whole_point(g, 20) : random_point(g, 3.0);
    const carom_vec2 u = is_whole ? whole_point(g, 5) : random_point(g, 3.0);
    t->wall.b = carom_vec2_add(t->wall.a, carom_vec2_scale(u, 4.0));
    t->other.a = carom_vec2_add(t->wall.a, carom_vec2_scale(u, random_int(g, 0, 4)));
    t->other.b = is_whole ? whole_point(g, 20) : random_point(g, 3.0);
    t->wall.radius = random_one_in(g, 2) ? random_radius(g, 1.0) : 0.0;
    t->other.radius = random_one_in(g, 2) ? random_radius(g, 1.0) : 0.0;
    if (random_one_in(g, 2))
        nudge_points(t, g, 1);
}

static void make_points(wall_pair *t, random_source *g) {
    if (random_one_in(g, 2))
        make_integers(t, g);
    else
        make_random(t, g);
    const int which = random_int(g, 0, 2);
    if (which != 0)
        t->wall.b = t->wall.a;
    if (which != 1)
        t->other.b = t->other.a;
    if (random_one_in(g, 6))
        t->other.a = t->other.b = t->wall.a;
}

static void make_mixed(wall_pair *t, random_source *g) {
    const int span = random_one_in(g, 2) ? 80 : 1000;
    double *const numbers[] = {&t->wall.a.x,    &t->wall.a.y,     &t->wall.b.x,  &t->wall.b.y,
                               &t->other.a.x,   &t->other.a.y,    &t->other.b.x, &t->other.b.y,
                               &t->wall.radius, &t->other.radius, &t->gap};
    for (int i = 0; i < 11; i++) {
        const double size = random_log(g, -span, span);
        *numbers[i] = random_one_in(g, 8) ? 0.0 : i < 8 ? random_sign(g) * size : size;
    }
}

// Points at a distance from the origin that is about the radius, or crossings there.
static void make_zero_coordinate(wall_pair *t, random_source *g) {
    if (random_one_in(g, 2)) {
        double length;
        const carom_vec2 n = whole_length(g, &length), u = vec(-n.y, n.x);
        const carom_vec2 far = carom_vec2_scale(n, random_int(g, 2, 4));
        t->wall.a = random_one_in(g, 2) ? n : carom_vec2_sub(n, carom_vec2_scale(u, 2.0));
        t->wall.b = random_one_in(g, 2) ? carom_vec2_add(n, carom_vec2_scale(u, 2.0))
                                        : carom_vec2_scale(n, 2.0);
        t->other.a = carom_vec2_add(vec(0.0, 0.0), carom_vec2_scale(far, random_sign(g)));
        t->other.b = carom_vec2_add(t->other.a, u);
        t->wall.radius = length;
        t->other.radius = random_int(g, 0, 2) * length;
    } else {
        const carom_vec2 u = whole_point(g, 9), v = whole_point(g, 9);
        t->wall.a = carom_vec2_scale(u, -random_int(g, 1, 5));
        t->wall.b = carom_vec2_scale(u, random_int(g, 1, 5));
        t->other.a = carom_vec2_scale(v, -random_int(g, 1, 5));
        t->other.b = carom_vec2_scale(v, random_int(g, 1, 5));
        // Off the origin by what the offset takes back, or not.
        const double r = random_int(g, 0, 2);
        t->wall.radius = t->other.radius = r;
        if (random_one_in(g, 2)) {
            t->other.a = vec(t->other.a.x, r);
            t->other.b = vec(t->other.b.x, r);
        }
    }
    scale(t, random_one_in(g, 2) ? 0.1 : ldexp(1.0, random_int(g, -40, 40)));
    if (random_one_in(g, 4))
        nudge_points(t, g, 1);
}

static void make_bits(wall_pair *t, random_source *g) {
    double *const numbers[] = {&t->wall.a.x,    &t->wall.a.y,     &t->wall.b.x,  &t->wall.b.y,
                               &t->other.a.x,   &t->other.a.y,    &t->other.b.x, &t->other.b.y,
                               &t->wall.radius, &t->other.radius, &t->gap};
    make_random(t, g);
    for (int i = 0; i < 11; i++) {
        const uint64_t bits = random_bits(g);
        if (random_one_in(g, 4))
            memcpy(numbers[i], &bits, sizeof bits);
        if (random_one_in(g, 40))
            *numbers[i] = (double)NAN;
        if (random_one_in(g, 40))
            *numbers[i] = (double)INFINITY;
        if (i >= 8 && !random_one_in(g, 8))
            *numbers[i] = fabs(*numbers[i]);
    }
}

wall_pair wall_pair_make(wall_pair_class kind, uint64_t seed, uint64_t index) {
    random_source g = random_start(seed, 9100 + (uint64_t)kind, index);
    wall_pair t = {carom_segment(vec(0.0, 0.0), vec(0.0, 0.0)),
                   carom_segment(vec(0.0, 0.0), vec(0.0, 0.0)), 0.0};
    t.wall.extent = random_extent(&g);
    t.other.extent = random_extent(&g);
    switch (kind) {
    case WALL_PAIR_RANDOM:
        make_random(&t, &g);
        break;
    case WALL_PAIR_INTEGERS:
        make_integers(&t, &g);
        break;
    case WALL_PAIR_DECIMALS:
        make_integers(&t, &g);
        scale(&t, 0.05);
        break;
    case WALL_PAIR_COLLINEAR:
        make_collinear(&t, &g);
        break;
    case WALL_PAIR_CROSSING:
        make_crossing(&t, &g);
        break;
    case WALL_PAIR_PARALLEL:
        make_parallel(&t, &g);
        break;
    case WALL_PAIR_NEARLY_PARALLEL:
        make_nearly_parallel(&t, &g);
        break;
    case WALL_PAIR_AT_GAP:
        make_at_gap(&t, &g);
        break;
    case WALL_PAIR_END_ON_AXIS:
        make_end_on_axis(&t, &g);
        break;
    case WALL_PAIR_POINTS:
        make_points(&t, &g);
        break;
    case WALL_PAIR_HUGE:
        if (random_one_in(&g, 2))
            make_integers(&t, &g);
        else
            make_random(&t, &g);
        scale(&t, random_one_in(&g, 2) ? 0x1p1020 : 1e307);
        break;
    case WALL_PAIR_SUBNORMAL:
        if (random_one_in(&g, 2))
            make_integers(&t, &g);
        else
            make_at_gap(&t, &g);
        scale(&t, random_one_in(&g, 2) ? 0x1p-1074 : 0x1p-1040);
        break;
    case WALL_PAIR_MIXED_EXPONENTS:
        make_mixed(&t, &g);
        break;
    case WALL_PAIR_ZERO_COORDINATE:
        make_zero_coordinate(&t, &g);
        break;
    default:
        make_bits(&t, &g);
        t.other.extent = (uint8_t)(random_one_in(&g, 20) ? 3 : t.other.extent);
    }
    return t;
}
