// White box: paths along the side of a wall. Circles start some ulp off level, upright and sloped
// walls, and move along them, away or into them. What is certain is compared with the exact sweep,
// relation and path of the public calls, whose oracle is GMP. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "carom/carom.h"
#include "case_makers.h"
#include "points.h"
#include "sweep/side_path.h"
#include "sweep/sweep.h"

typedef struct side_case {
    carom_circle circle;
    carom_vec2 to;
    carom_wall wall;
} side_case;

static carom_vec2 random_in_box(random_source *g, carom_vec2 least, carom_vec2 most) {
    const double x = random_between(g, least.x, most.x);
    return vec(x, random_between(g, least.y, most.y));
}

// A segment that is level, upright or neither.
static carom_wall random_wall(random_source *g) {
    const double size = random_log(g, -4, 8);
    const carom_vec2 a = random_in_box(g, vec(-size, -1), vec(size, 1));
    carom_wall wall = carom_segment(a, random_in_box(g, vec(-size, -1), vec(size, 1)));
    const int kind = random_int(g, 0, 3);
    if (kind == 0)
        wall.b.y = wall.a.y;
    else if (kind == 1)
        wall.b.x = wall.a.x;
    if (random_one_in(g, 16))
        wall.b = wall.a;
    if (random_one_in(g, 2))
        wall.radius = random_one_in(g, 2) ? 0.25 : random_between(g, 0, 0.5);
    if (random_one_in(g, 8))
        wall.extent = random_one_in(g, 2) ? CAROM_EXTENT_RAY : CAROM_EXTENT_LINE;
    return wall;
}

// A place beside the wall or beside one of its ends, at distance R and up to some ulp more or less,
// or far from it.
static carom_vec2 random_place(random_source *g, const carom_wall *wall, double radius) {
    const carom_vec2 u = carom_vec2_sub(wall->b, wall->a);
    const double length = sqrt(carom_vec2_dot(u, u)), side = random_sign(g);
    const double along = random_one_in(g, 8)   ? random_between(g, -0.5, 1.5)
                         : random_one_in(g, 8) ? random_int(g, 0, 1)
                                               : random_between(g, 0, 1);
    double off = radius + wall->radius;
    if (random_one_in(g, 4))
        off += random_between(g, -2, 2) * off;
    else if (random_one_in(g, 2)) {
        const double part = random_between(g, -1, 1);
        off += off * part * random_log(g, -60, -30);
    }
    const double scale = length > 0 ? side * off / length : 0;
    carom_vec2 p =
        vec(wall->a.x + along * u.x - scale * u.y, wall->a.y + along * u.y + scale * u.x);
    p.x = nudged(p.x, random_int(g, -2, 2));
    p.y = nudged(p.y, random_int(g, -2, 2));
    return p;
}

static side_case random_case(random_source *g) {
    side_case t;
    t.wall = random_wall(g);
    const double radius = random_one_in(g, 2) ? 0.5 : random_between(g, 0, 1);
    t.circle = carom_circle_make(random_place(g, &t.wall, radius), radius);
    t.to = random_place(g, &t.wall, radius);
    if (random_one_in(g, 4))
        t.to = carom_vec2_add(t.circle.center, vec(random_between(g, -1, 1) * 1e-3, 0));
    return t;
}

static bool same_sweep(const carom_sweep *p, const carom_sweep *q) {
    return p->kind == q->kind && p->feature == q->feature && p->t == q->t &&
           same_point(p->center, q->center) && same_point(p->point, q->point) &&
           same_point(p->normal, q->normal);
}

// Whatever is certain is true.
static side_path check(const side_case *t) {
    const side_path side = side_path_of(&t->circle, t->to, &t->wall);
    const carom_sweep sweep = carom_circle_sweep_to(t->circle, t->to, t->wall);
    const bool is_clear = carom_circle_path_is_clear(t->circle, t->to, t->wall);
    if (side == SIDE_PATH_CLEAR) {
        assert_true(is_clear);
    } else if (side == SIDE_PATH_PRESSES) {
        assert_true(!is_clear && sweep.kind == CAROM_SWEEP_KIND_HIT && sweep.t == 0.0);
        assert_int_equal(sweep.feature, CAROM_FEATURE_SIDE);
        assert_int_equal(carom_circle_relate(t->circle, t->wall), CAROM_RELATION_TOUCHING);
    } else if (side == SIDE_PATH_HITS) {
        assert_true(!is_clear && sweep.kind == CAROM_SWEEP_KIND_HIT);
        assert_int_equal(sweep.feature, CAROM_FEATURE_SIDE);
        assert_int_equal(carom_circle_relate(t->circle, t->wall), CAROM_RELATION_SEPARATE);
        const swept_query c = swept_query_make(t->circle, t->to, true, t->wall);
        const carom_sweep got = carom_sweep_near(&c);
        assert_true(same_sweep(&got, &sweep));
    }
    return side;
}

static void test_against_the_exact_answers(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 31, 0);
    const long count = case_count(100000);
    long found[4] = {0};
    for (long i = 0; i < count; i++) {
        const side_case t = random_case(&g);
        found[check(&t)]++;
    }
    assert_true(found[SIDE_PATH_CLEAR] > count / 16 && found[SIDE_PATH_HITS] > count / 32);
    assert_true(found[SIDE_PATH_PRESSES] > count / 512);
}

// Small integers, where circles touch exactly.
static void test_touches(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 32, 0);
    const long count = case_count(50000);
    long found[4] = {0};
    for (long i = 0; i < count; i++) {
        const carom_vec2 a = random_lattice(&g, 4), b = random_lattice(&g, 4);
        side_case t = {.wall = carom_segment(a, b)};
        if (random_one_in(&g, 2))
            t.wall.b.y = t.wall.a.y;
        t.wall.radius = 0.5 * random_int(&g, 0, 2);
        const carom_vec2 center = random_lattice(&g, 5);
        t.circle = carom_circle_make(center, 0.5 * random_int(&g, 0, 4));
        t.to = random_lattice(&g, 5);
        found[check(&t)]++;
    }
    assert_true(found[SIDE_PATH_CLEAR] > count / 256 && found[SIDE_PATH_HITS] > count / 256);
    assert_true(found[SIDE_PATH_PRESSES] > count / 1024);
}

// The inverse of x modulo m, both odd or coprime otherwise.
static int64_t inverse_of(int64_t x, int64_t m) {
    int64_t r = m, next_r = x % m, t = 0, next_t = 1;
    while (next_r != 0) {
        const int64_t q = r / next_r, kept_r = next_r, kept_t = next_t;
        next_r = r - q * next_r;
        next_t = t - q * next_t;
        r = kept_r;
        t = kept_t;
    }
    return r == 1 ? (t < 0 ? t + m : t) : 0;
}

// Small integers that are nearly a tie: u x w is the next integer above R |u|, which is irrational.
static void test_nearly_ties_of_integers(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 35, 0);
    long hits = 0;
    for (long i = case_count(20000); i > 0; i--) {
        const int64_t x = random_int(&g, 1 << 21, 1 << 22), y = random_int(&g, 1, 1 << 20);
        const double radius = random_int(&g, 1 << 21, 1 << 22);
        const double length = sqrt((double)(x * x + y * y));
        const int64_t area = (int64_t)ceil(radius * length), inverse = inverse_of(y, x);
        if (inverse == 0 || (double)area - radius * length > 0.01)
            continue;
        // x wy - y wx = area
        const int64_t wx = (x - area % x * inverse % x) % x;
        const carom_vec2 w = vec((double)wx, (double)((area + y * wx) / x));
        const side_case t = {{w, radius},
                             carom_vec2_sub(w, vec(0, random_int(&g, 1, 1000))),
                             carom_segment(vec(0, 0), vec((double)x, (double)y))};
        hits += check(&t) == SIDE_PATH_HITS;
    }
    assert_true(hits > 0);
}

static wide wide_cross(carom_vec2 p, carom_vec2 a, carom_vec2 b) {
    const wide ux = wide_of_difference(b.x, a.x), uy = wide_of_difference(b.y, a.y);
    return wide_sub(wide_mul(ux, wide_of_difference(p.y, a.y)),
                    wide_mul(uy, wide_of_difference(p.x, a.x)));
}

// R is a large radius and a small one, and the distance at the start to 2^-100 or 2^-88 of it. So
// the sign of u x w - R |u| is near the error of double-doubles.
static void test_radii_that_nearly_touch(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 36, 0);
    const long count = case_count(50000);
    long found[4] = {0};
    for (long i = 0; i < count; i++) {
        const carom_vec2 a = random_in_box(&g, vec(-1, -1), vec(1, 1));
        const carom_vec2 b = random_in_box(&g, vec(2, -4), vec(8, 4));
        const carom_vec2 p = random_in_box(&g, vec(0.9, 6), vec(2, 8));
        const wide ux = wide_of_difference(b.x, a.x), uy = wide_of_difference(b.y, a.y);
        const wide distance = wide_div(wide_cross(p, a, b), wide_sqrt(wide_sum_of_squares(ux, uy)));
        double radius = wide_to_double(distance);
        if (wide_sub(distance, wide_of(radius)).hi < 0.0)
            radius = nudged(radius, -1);
        side_case t = {carom_circle_make(p, radius), p, carom_segment(a, b)};
        const double rest = wide_to_double(wide_sub(distance, wide_of(radius)));
        const double part = random_between(&g, -1, 1);
        t.wall.radius = rest * (1.0 + part * random_log(&g, -60, -30));
        const double step = random_between(&g, -0.1, 0.1);
        const double rise = random_between(&g, -1, 1) * 1e-3;
        t.to = vec(p.x + step * ux.hi - rise * uy.hi, p.y + step * uy.hi + rise * ux.hi);
        found[check(&t)]++;
    }
    assert_true(found[SIDE_PATH_CLEAR] > count / 64 && found[SIDE_PATH_HITS] > count / 64);
}

// Nothing is certain of invalid numbers, nor of those beyond the bounds.
static void test_numbers_out_of_range(void **state) {
    (void)state;
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, DBL_MAX, 0x1p201, DBL_TRUE_MIN, -1.0};
    const side_case slope = {{vec(0, 1), 1}, vec(1, 1), carom_segment(vec(-4, -4e-17), vec(4, 0))};
    const side_case level = {{vec(0, 1), 1}, vec(1, 0.5), carom_segment(vec(-4, 0), vec(4, 0))};
    assert_int_equal(side_path_of(&level.circle, level.to, &level.wall), SIDE_PATH_PRESSES);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        for (int k = 0; k < 18; k++) {
            side_case t = k % 2 == 0 ? slope : level;
            double *const numbers[] = {
                &t.circle.center.x, &t.circle.center.y, &t.circle.radius, &t.to.x,       &t.to.y,
                &t.wall.a.x,        &t.wall.a.y,        &t.wall.b.x,      &t.wall.radius};
            *numbers[k / 2] = bad[i];
            const side_path side = side_path_of(&t.circle, t.to, &t.wall);
            const bool is_valid = carom_circle_is_valid(t.circle) && carom_wall_is_valid(t.wall) &&
                                  isfinite(t.to.x) && isfinite(t.to.y);
            if (is_valid)
                check(&t);
            else
                assert_int_equal(side, SIDE_PATH_UNSURE);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_the_exact_answers),
                                       cmocka_unit_test(test_touches),
                                       cmocka_unit_test(test_nearly_ties_of_integers),
                                       cmocka_unit_test(test_radii_that_nearly_touch),
                                       cmocka_unit_test(test_numbers_out_of_range)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
