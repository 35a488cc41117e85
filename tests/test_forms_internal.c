// White box: the filters of src/rest/orientation_filter.h and src/rest/arc_filter.h against GMP. A
// sign that is certain must be the exact one, and each form must be off by at most its error, on
// random inputs and on inputs within some ulp of 0. Generic inputs must be certain. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gmp.h>
#include <math.h>

#include "rest/arc_filter.h"
#include "rest/orientation_filter.h"

#include "cases.h"
#include "orientation.h"
#include "points.h"
#include "random.h"

// A number, and registers for sums of products.
typedef struct exact_point {
    mpq_t x, y;
} exact_point;

static exact_point u, w, z;
static mpq_t bulge, reach, cosine, twice, form, part, term;

static mpq_t *const numbers[] = {&u.x,   &u.y,    &w.x,   &w.y,  &z.x,  &z.y, &bulge,
                                 &reach, &cosine, &twice, &form, &part, &term};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static int start(void **state) {
    (void)state;
    for (int i = 0; i < NUMBERS; i++)
        mpq_init(*numbers[i]);
    return 0;
}

static int finish(void **state) {
    (void)state;
    for (int i = 0; i < NUMBERS; i++)
        mpq_clear(*numbers[i]);
    return 0;
}

static void set_difference(exact_point *out, carom_vec2 p, carom_vec2 q) {
    mpq_set_d(out->x, p.x);
    mpq_set_d(term, q.x);
    mpq_sub(out->x, out->x, term);
    mpq_set_d(out->y, p.y);
    mpq_set_d(term, q.y);
    mpq_sub(out->y, out->y, term);
}

// out = p.x q.x + p.y q.y, or p.x q.y - p.y q.x
static void dot(mpq_t out, const exact_point *p, const exact_point *q) {
    mpq_mul(out, p->x, q->x);
    mpq_mul(term, p->y, q->y);
    mpq_add(out, out, term);
}

static void cross(mpq_t out, const exact_point *p, const exact_point *q) {
    mpq_mul(out, p->x, q->y);
    mpq_mul(term, p->y, q->x);
    mpq_sub(out, out, term);
}

// The bulge k, 2k and 1 - k^2.
static void set_bulge(double k) {
    mpq_set_d(bulge, k);
    mpq_add(twice, bulge, bulge);
    mpq_mul(term, bulge, bulge);
    mpq_set_ui(cosine, 1, 1);
    mpq_sub(cosine, cosine, term);
}

static int sign_of(const mpq_t x) {
    return (mpq_sgn(x) > 0) - (mpq_sgn(x) < 0);
}

// The exact number in `form` is as far from the computed one as it says. Returns 1 if it is
// certain.
static int assert_form(carom_arc_form got, const char *name) {
    const int sign = carom_arc_sign(got);
    if (sign != 0 && sign != sign_of(form))
        fail_msg("%s: sign %d of %a +- %a is wrong", name, sign, got.value, got.error);
    mpq_set_d(part, got.value);
    mpq_sub(part, form, part);
    mpq_abs(part, part);
    mpq_set_d(term, got.error);
    if (mpq_cmp(part, term) > 0)
        fail_msg("%s: %a is off by more than %a", name, got.value, got.error);
    return sign != 0;
}

static carom_vec2 minus(carom_vec2 p, carom_vec2 q) {
    return vec(p.x - q.x, p.y - q.y);
}

// form = (1 - k^2) along - 2k u x p
static void set_wedge(const exact_point *p, bool is_end_b) {
    dot(form, p, &u);
    if (is_end_b)
        mpq_neg(form, form);
    mpq_mul(form, form, cosine);
    cross(part, &u, p);
    mpq_mul(part, part, twice);
    mpq_sub(form, form, part);
}

// |w|^2 - reach^2 and |w|^2 - |z|^2, for w and z as set. Returns how many are certain.
static int check_lengths(carom_vec2 wd, carom_vec2 zd, double r, double wr) {
    mpq_set_d(reach, r);
    mpq_set_d(term, wr);
    mpq_add(reach, reach, term);
    mpq_mul(reach, reach, reach);
    dot(form, &w, &w);
    mpq_sub(form, form, reach);
    int certain = assert_form(carom_arc_longer(wd, vec(r + wr, 0.0)), "end");
    dot(form, &w, &w);
    dot(part, &z, &z);
    mpq_sub(form, form, part);
    certain += assert_form(carom_arc_longer(wd, zd), "ends");
    return certain;
}

// All forms of an arc from a to b and a circle. Returns how many are certain.
static int check_arc(carom_vec2 a, carom_vec2 b, double k, carom_vec2 c, double r, double wr) {
    set_difference(&u, b, a);
    set_difference(&w, c, a);
    set_difference(&z, c, b);
    set_bulge(k);
    const carom_vec2 ud = minus(b, a), wd = minus(c, a), zd = minus(c, b);
    const double sum = r + wr;
    set_wedge(&w, false);
    int certain = assert_form(carom_arc_wedge(ud, wd, k), "wedge at a");
    set_wedge(&z, true);
    certain += assert_form(carom_arc_wedge(vec(-ud.x, -ud.y), zd, -k), "wedge at b");
    // The power, 2k w.z - (1 - k^2) u x w.
    dot(form, &w, &z);
    mpq_mul(form, form, twice);
    cross(part, &u, &w);
    mpq_mul(part, part, cosine);
    mpq_sub(form, form, part);
    const carom_arc_form power = carom_arc_power(ud, wd, zd, k);
    certain += assert_form(power, "power");
    // m = sign(k) power - 2 |k| reach^2
    mpq_set_d(reach, r);
    mpq_set_d(term, wr);
    mpq_add(reach, reach, term);
    mpq_mul(reach, reach, reach);
    if (k < 0.0)
        mpq_neg(form, form);
    mpq_abs(part, twice);
    mpq_mul(part, part, reach);
    mpq_sub(form, form, part);
    const carom_arc_form middle = carom_arc_middle(power, sum, k);
    // The sign and the distance need registers, so the number is kept in `twice`.
    mpq_set(twice, form);
    certain += assert_form(middle, "m");
    // m^2 - reach^2 |u|^2 (1 + k^2)^2
    mpq_mul(form, twice, twice);
    mpq_mul(part, bulge, bulge);
    mpq_set_ui(term, 1, 1);
    mpq_add(part, part, term);
    mpq_mul(part, part, part);
    mpq_mul(reach, reach, part);
    dot(part, &u, &u);
    mpq_mul(part, part, reach);
    mpq_sub(form, form, part);
    certain += assert_form(carom_arc_side(middle, ud, sum, k), "side");
    return certain + check_lengths(wd, zd, r, wr);
}

static double random_bulge(random_source *g) {
    const double sign = random_sign(g);
    switch (random_int(g, 0, 5)) {
    case 0:
        return sign;
    case 1:
        return sign * nudged(1.0, -random_int(g, 1, 4));
    case 2:
        return sign * random_log(g, -1074, -1);
    case 3:
        return 0.0;
    case 4:
        return sign * (1.0 - random_log(g, -40, -2));
    default:
        return sign * random_between(g, 0.0, 1.0);
    }
}

static carom_vec2 random_point(random_source *g, double size) {
    const double x = random_between(g, -size, size);
    const double y = random_between(g, -size, size);
    return vec(x, y);
}

static carom_vec2 nudged_point(random_source *g, carom_vec2 p) {
    const int i = random_int(g, -3, 3);
    const int k = random_int(g, -3, 3);
    return vec(nudged(p.x, i), nudged(p.y, k));
}

// The point of the arc at the fraction t of its angle, in double.
static carom_vec2 point_on(carom_vec2 a, carom_vec2 b, double k, double t) {
    const double half = 2.0 * atan(k), angle = half * (2.0 * t - 1.0);
    const double ux = b.x - a.x, uy = b.y - a.y;
    const double along = fabs(k) < 1e-9 ? t - 0.5 : 0.5 * sin(angle) / sin(half);
    const double beside = fabs(k) < 1e-9 ? 0.0 : 0.5 * (cos(angle) - cos(half)) / sin(half);
    return vec(0.5 * (a.x + b.x) + along * ux + beside * uy,
               0.5 * (a.y + b.y) + along * uy - beside * ux);
}

static void test_arcs(void **state) {
    (void)state;
    const long count = case_count(20000);
    long certain = 0, generic = 0;
    for (long i = 0; i < count; i++) {
        random_source g = random_start(71, 1, (uint64_t)i);
        const int kind = random_int(&g, 0, 3);
        const double size = kind == 3 ? random_log(&g, -500, 199) : random_log(&g, -20, 20);
        const carom_vec2 a = random_point(&g, size);
        carom_vec2 b = random_point(&g, size);
        const double k = kind == 0 ? random_between(&g, -1.0, 1.0) : random_bulge(&g);
        carom_vec2 c = random_point(&g, size);
        const double wr = random_one_in(&g, 2) ? 0.0 : random_between(&g, 0.0, size * 0.5);
        double r = random_between(&g, 0.0, size);
        if (kind == 1) {
            // Near an end, or on the line of a level chord: there 1 - k^2 is all that counts.
            c = nudged_point(&g, random_one_in(&g, 2) ? a : b);
            if (random_one_in(&g, 2)) {
                b.y = a.y;
                c = vec(random_between(&g, -size, size), a.y);
            }
        } else if (kind == 2) {
            // Near touching.
            const double t = random_between(&g, 0.0, 1.0);
            const carom_vec2 p = point_on(a, b, k, t);
            r = hypot(c.x - p.x, c.y - p.y) * 0.125;
            c = vec(p.x + (c.x - p.x) * 0.125, p.y + (c.y - p.y) * 0.125);
            r = r > wr ? nudged(r - wr, random_int(&g, -2, 2)) : 0.0;
        }
        const int found = check_arc(a, b, k, c, r, wr);
        if (kind == 0) {
            generic++;
            certain += found == 7;
        }
    }
    if (certain < generic - generic / 100)
        fail_msg("only %ld of %ld generic arcs are certain", certain, generic);
}

// Cases of /docs/exactness.md: half circles, and centres on the axes.
static void test_arc_cases(void **state) {
    (void)state;
    const double bulges[] = {
        1.0, -1.0,      0x1.fffffffffffffp-1, 0x1.ffffep-1, 0x1p-30, 0x1p-60, 0x1p-1000, 0x1p-1074,
        0.0, -0x1p-1074};
    const carom_vec2 points[] = {{0.0, 0.0},
                                 {1.0, 0.0},
                                 {0.0, 1.0},
                                 {-1.0, 0.0},
                                 {0.5, 0.5},
                                 {0x1p-535, 0.0},
                                 {0x1p-1074, 0x1p-1074},
                                 {0x1p199, -0x1p199}};
    const double radii[] = {0.0, 0x1p-535, 0.5, 1.0, 0x1p199};
    for (size_t i = 0; i < sizeof bulges / sizeof bulges[0]; i++)
        for (size_t a = 0; a < 8; a++)
            for (size_t b = 0; b < 8; b++)
                for (size_t c = 0; c < 8; c++)
                    for (size_t r = 0; r < 5; r++)
                        check_arc(points[a], points[b], bulges[i], points[c], radii[r], 0.0);
}

static void assert_turn(carom_vec2 a, carom_vec2 b, carom_vec2 c, int *certain) {
    const int got = carom_filter_orientation(a, b, c);
    if (got != 0 && got != orientation_side(a, b, c))
        fail_msg("(%a, %a), (%a, %a), (%a, %a): %d is wrong", a.x, a.y, b.x, b.y, c.x, c.y, got);
    *certain += got != 0;
}

static void test_orientation(void **state) {
    (void)state;
    const long count = case_count(100000);
    int certain = 0, near = 0;
    for (long i = 0; i < count; i++) {
        random_source g = random_start(71, 2, (uint64_t)i);
        // Also where products underflow, and of all sizes.
        const double tiny = random_log(&g, -545, -525);
        const double any = random_one_in(&g, 2) ? tiny : random_log(&g, -1070, 1022);
        const double size = random_one_in(&g, 2) ? 1.0 : any;
        const carom_vec2 a = random_point(&g, size), b = random_point(&g, size);
        assert_turn(a, b, random_point(&g, size), size == 1.0 ? &certain : &near);
        // On the line, but for some ulp.
        const double t = random_between(&g, -1.0, 2.0);
        const carom_vec2 c = vec(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y));
        if (isfinite(c.x) && isfinite(c.y))
            assert_turn(a, b, nudged_point(&g, c), &near);
    }
    assert_true(certain > count / 2 - count / 50);
    assert_int_equal(carom_filter_orientation(vec(0, 0), vec(HUGE_VAL, 0), vec(0, 1)), 0);
    assert_int_equal(carom_filter_orientation(vec(0, 0), vec((double)NAN, 0), vec(0, 1)), 0);
    assert_int_equal(carom_filter_orientation(vec(0, 0), vec(1, 0), vec(0, 1)), 1);
    assert_int_equal(carom_filter_orientation(vec(0, 0), vec(0, 1), vec(1, 0)), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_arcs, start, finish),
        cmocka_unit_test_setup_teardown(test_arc_cases, start, finish),
        cmocka_unit_test(test_orientation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
