// Test cases by class, see cases.h: the table of classes, the shared parts, printing.
// Room: tests.
#include "cases.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_makers.h"

static const struct {
    const char *name;
    void (*make)(random_source *g, test_case *t);
} classes[CASE_CLASS_COUNT] = {
    [CASE_GENERIC] = {"generic", make_generic},
    [CASE_TANGENT_SIDE] = {"tangent_side", make_tangent_side},
    [CASE_TANGENT_END] = {"tangent_end", make_tangent_end},
    [CASE_TANGENT_EXACT] = {"tangent_exact", make_tangent_exact},
    [CASE_INSIDE] = {"inside", make_inside},
    [CASE_INSIDE_TOUCHING] = {"inside_touching", make_inside_touching},
    [CASE_INSIDE_NEAR] = {"inside_near", make_inside_near},
    [CASE_ZERO_LENGTH] = {"zero_length", make_zero_length},
    [CASE_NEARLY_ZERO_LENGTH] = {"nearly_zero_length", make_nearly_zero_length},
    [CASE_NEEDLE] = {"needle", make_needle},
    [CASE_RADIUS_ZERO] = {"radius_zero", make_radius_zero},
    [CASE_RADIUS_SUBNORMAL] = {"radius_subnormal", make_radius_subnormal},
    [CASE_TINY] = {"tiny", make_tiny},
    [CASE_HUGE] = {"huge", make_huge},
    [CASE_MIXED_EXPONENTS] = {"mixed_exponents", make_mixed_exponents},
    [CASE_RANDOM_BITS] = {"random_bits", make_random_bits},
    [CASE_LOST_RADIUS] = {"lost_radius", make_lost_radius},
    [CASE_OFFSET] = {"offset", make_offset},
    [CASE_FLOAT] = {"float", make_float},
    [CASE_BOUNDARY] = {"boundary", make_boundary},
    [CASE_OUTLINE_END] = {"outline_end", make_outline_end},
    [CASE_CENTER_ON_AXIS] = {"center_on_axis", make_center_on_axis},
    [CASE_RANGE_ENDS] = {"range_ends", make_range_ends},
    [CASE_NEAR_MISS] = {"near_miss", make_near_miss},
    [CASE_INTEGERS] = {"integers", make_integers},
    [CASE_ZERO_COORDINATE] = {"zero_coordinate", make_zero_coordinate},
};

const char *case_class_name(case_class kind) {
    return classes[kind].name;
}

test_case case_make(case_class kind, uint64_t seed, uint64_t index) {
    random_source g = random_start(seed, (uint64_t)kind, index);
    test_case t = {.wall.extent = (uint8_t)random_extent(&g)};
    classes[kind].make(&g, &t);
    return t;
}

carom_vec2 random_point(random_source *g, double span) {
    double x = random_between(g, -span, span);
    double y = random_between(g, -span, span);
    return carom_vec2_make(x, y);
}

carom_vec2 random_lattice(random_source *g, int span) {
    int x = random_int(g, -span, span);
    int y = random_int(g, -span, span);
    return carom_vec2_make(x, y);
}

carom_vec2 random_direction(random_source *g, double length) {
    carom_vec2 v = random_point(g, 1.0);
    return carom_vec2_scale(v, length / sqrt(carom_vec2_dot(v, v)));
}

carom_extent random_extent(random_source *g) {
    static const carom_extent any[] = {CAROM_EXTENT_SEGMENT, CAROM_EXTENT_SEGMENT, CAROM_EXTENT_RAY,
                                       CAROM_EXTENT_LINE};
    return any[random_int(g, 0, 3)];
}

void deal_reach(random_source *g, test_case *t, double reach) {
    double part = random_between(g, 0.0, reach);
    switch (random_int(g, 0, 5)) {
    case 0:
        t->circle.radius = 0.0;
        t->wall.radius = reach;
        break;
    case 1:
        t->circle.radius = reach - part;
        t->wall.radius = part;
        break;
    case 2: // a wall radius that is nearly lost in the rounding of the sum
        t->wall.radius = reach * random_log(g, -60, -10);
        t->circle.radius = reach - t->wall.radius;
        break;
    default:
        t->circle.radius = reach;
        t->wall.radius = 0.0;
    }
}

void nudge_case(random_source *g, test_case *t) {
    double *const numbers[] = {&t->circle.center.x, &t->circle.center.y, &t->circle.radius,
                               &t->wall.a.x,        &t->wall.a.y,        &t->wall.b.x,
                               &t->wall.b.y,        &t->wall.radius};
    if (random_one_in(g, 2)) { // the radius alone stays nearest to the tie
        t->circle.radius = fabs(nudged(t->circle.radius, random_int(g, -2, 2)));
        return;
    }
    for (int i = 0; i < 8; i++) {
        if (random_one_in(g, 3) && *numbers[i] != 0.0) {
            *numbers[i] = nudged(*numbers[i], random_int(g, -4, 4));
        }
    }
}

// Distance from centre to axis in plain double arithmetic, off by a few ulp in ordinary cases.
static double rough_distance(const test_case *t) {
    carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
    carom_vec2 w = carom_vec2_sub(t->circle.center, t->wall.a);
    carom_vec2 z = carom_vec2_sub(t->circle.center, t->wall.b);
    double len2 = carom_vec2_dot(u, u);
    if (len2 == 0.0 || (t->wall.extent != CAROM_EXTENT_LINE && carom_vec2_dot(w, u) <= 0.0)) {
        return sqrt(carom_vec2_dot(w, w));
    }
    if (t->wall.extent == CAROM_EXTENT_SEGMENT && carom_vec2_dot(z, u) >= 0.0) {
        return sqrt(carom_vec2_dot(z, z));
    }
    return fabs(carom_vec2_cross(u, w)) / sqrt(len2);
}

void choose_gap(random_source *g, test_case *t) {
    double missing;
    switch (random_int(g, 0, 3)) {
    case 0:
        t->gap = 0.0;
        break;
    case 1: // the gap takes over a part of the radius, so ties stay ties
        t->gap = t->circle.radius * 0.5;
        t->circle.radius -= t->gap;
        break;
    default:
        missing = rough_distance(t) - t->circle.radius - t->wall.radius;
        t->gap = missing > 0.0 ? nudged(missing, random_int(g, -4, 4)) : random_log(g, -60, 4);
    }
}

void pythagorean(random_source *g, double *p, double *q, double *h) {
    int m = random_int(g, 1, 22);
    int n = random_int(g, 0, m);
    double odd = (double)(m * m - n * n);
    double even = (double)(2 * m * n);
    bool turned = random_one_in(g, 2);
    *p = random_sign(g) * (turned ? odd : even);
    *q = random_sign(g) * (turned ? even : odd);
    *h = (double)(m * m + n * n);
}

void pell(random_source *g, double *c, double *r) {
    *c = *r = 1.0;
    for (int n = random_int(g, 0, 39); n > 0; n--) {
        double next = *c + 2.0 * *r;
        *r = *c + *r;
        *c = next;
    }
}

bool case_scale(test_case *t, int k) {
    double *const numbers[] = {&t->circle.center.x, &t->circle.center.y, &t->circle.radius,
                               &t->wall.a.x,        &t->wall.a.y,        &t->wall.b.x,
                               &t->wall.b.y,        &t->wall.radius,     &t->gap};
    bool exact = true;
    for (int i = 0; i < 9; i++) {
        double scaled = ldexp(*numbers[i], k);
        exact = exact && ldexp(scaled, -k) == *numbers[i];
        *numbers[i] = scaled;
    }
    return exact;
}

void case_print(FILE *out, const test_case *t) {
    fprintf(out,
            "{.circle = {{%a, %a}, %a},\n     .wall = {{%a, %a}, {%a, %a}, %a, (carom_extent)%d}, "
            ".gap = %a}\n",
            t->circle.center.x, t->circle.center.y, t->circle.radius, t->wall.a.x, t->wall.a.y,
            t->wall.b.x, t->wall.b.y, t->wall.radius, (int)t->wall.extent, t->gap);
}

long case_count_read(const char *text, long by_default) {
    if (*text < '0' || *text > '9')
        return -1;
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (errno != 0 || number < 1)
        return -1;
    if (*end == '\0')
        return number;
    if (strcmp(end, "%") != 0 || number > LONG_MAX / by_default)
        return -1;
    const long count = number * by_default / 100;
    return count > 0 ? count : 1;
}

long case_count(long by_default) {
    const char *text = getenv("CAROM_TEST_CASES");
    if (text == NULL || *text == '\0')
        return by_default;
    const long count = case_count_read(text, by_default);
    if (count < 0) {
        fprintf(stderr,
                "CAROM_TEST_CASES is \"%s\"; it must be a number of cases, such as 100000, or a "
                "percentage of each test's default, such as 20%%\n",
                text);
        exit(2);
    }
    return count;
}

uint64_t case_seed(void) {
    const char *text = getenv("CAROM_TEST_SEED");
    return text != NULL && *text != '\0' ? strtoull(text, NULL, 0) : 1;
}
