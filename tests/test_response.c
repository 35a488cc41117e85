// The contract of response.h: values, unchanged velocities, speed kept up to rounding, friction and
// restitution within their bounds; and carom_circle_reflect on the cases of article 002.
//
// The random tests print the worst they saw. CAROM_TEST_CASES and CAROM_TEST_SEED as everywhere.
// Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "carom/response.h"
#include "cases.h"
#include "points.h"
#include "random.h"

static long double speed_of(carom_vec2 v) {
    return hypotl((long double)v.x, (long double)v.y);
}

static void test_valid_responses(void **state) {
    (void)state;
    assert_true(carom_response_is_valid(carom_stop()));
    assert_true(carom_response_is_valid(carom_slide()));
    assert_true(carom_response_is_valid(carom_bounce(0, 0)));
    assert_true(carom_response_is_valid(carom_bounce(1, 1e300)));
    const carom_response zeros = {0};
    assert_true(carom_response_is_valid(zeros) && zeros.kind == CAROM_RESPONSE_KIND_STOP);
    const carom_response slide = {.kind = CAROM_RESPONSE_KIND_SLIDE, .friction = 0.5};
    assert_true(carom_response_is_valid(slide));
    const double nan = (double)NAN;
    const double bad[][2] = {{-0x1p-1074, 0}, {nudged(1, 1), 0}, {2, 0},        {nan, 0},
                             {HUGE_VAL, 0},   {1, -0x1p-1074},   {1, HUGE_VAL}, {0.5, nan}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (int kind = CAROM_RESPONSE_KIND_STOP; kind <= CAROM_RESPONSE_KIND_PASS; kind++) {
            const carom_response r = {(carom_response_kind)kind, bad[i][0], bad[i][1]};
            assert_false(carom_response_is_valid(r));
            assert_true(is_point(carom_velocity_respond(vec(3, 4), vec(0, 1), r), 0, 0));
            assert_true(is_point(carom_velocity_respond(vec(3, -4), vec(0, 1), r), 0, 0));
        }
    }
    const carom_response unknown = {(carom_response_kind)4, 0.5, 0};
    assert_false(carom_response_is_valid(unknown));
    assert_true(is_point(carom_velocity_respond(vec(3, -4), vec(0, 1), unknown), 0, 0));
}

// One row: velocity, normal, response, expected velocity; exact on these numbers.
static void test_values(void **state) {
    (void)state;
    const carom_response slide_rough = {.kind = CAROM_RESPONSE_KIND_SLIDE, .friction = 0.5};
    const struct {
        carom_vec2 v, n;
        carom_response r;
        carom_vec2 expected;
    } rows[] = {
        {{3, -4}, {0, 1}, carom_pass(), {3, -4}},
        {{3, -4}, {0, 1}, carom_stop(), {0, 0}},
        {{3, -4}, {0, 1}, carom_slide(), {3, 0}},
        {{3, -4}, {0, 1}, slide_rough, {1, 0}},
        {{-3, -4}, {0, 1}, slide_rough, {-1, 0}},
        {{1, -4}, {0, 1}, slide_rough, {0, 0}},
        {{3, -4}, {0, 1}, carom_bounce(1, 0), {3, 4}},
        {{3, -4}, {0, 1}, carom_bounce(0.5, 0), {3, 2}},
        {{3, -4}, {0, 1}, carom_bounce(0, 0), {3, 0}},
        {{3, -4}, {0, 1}, carom_bounce(0.5, 0.25), {1.5, 2}},
        {{3, -4}, {0, 1}, carom_bounce(1, 1), {0, 4}},
        {{-3, -4}, {0, 1}, carom_bounce(1, 0.125), {-2, 4}},
        {{3, -4}, {-1, 0}, carom_bounce(1, 0), {-3, -4}},
        {{0, -4}, {0, 1}, carom_bounce(1, 7), {0, 4}},
        {{-5, 2}, {1, 0}, carom_bounce(0.5, 0), {2.5, 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const carom_vec2 got = carom_velocity_respond(rows[i].v, rows[i].n, rows[i].r);
        if (!is_point(got, rows[i].expected.x, rows[i].expected.y)) {
            fail_msg("row %zu: got (%a, %a)", i, got.x, got.y);
        }
    }
    assert_true(is_point(carom_velocity_reflect(vec(3, -4), vec(0, 1)), 3, 4));
    assert_true(is_point(carom_velocity_reflect(vec(3, -4), vec(-1, 0)), -3, -4));
}

// Receding and moving along: no response changes any bit.
static void test_receding_is_left_alone(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 1, 0);
    const carom_response all[] = {carom_stop(), carom_slide(), carom_bounce(1, 0),
                                  carom_bounce(0, 3), carom_bounce(0.5, 0.5)};
    const carom_vec2 sides[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 1000; k++) {
            const double along = random_between(&g, -10, 10);
            const double out = random_one_in(&g, 3) ? 0.0 : random_log(&g, -60, 5);
            const carom_vec2 n = sides[i], u = carom_vec2_left(n);
            const carom_vec2 v = vec(out * n.x + along * u.x, out * n.y + along * u.y);
            for (int r = 0; r < 5; r++) {
                const carom_vec2 got = carom_velocity_respond(v, n, all[r]);
                assert_true(is_point(got, v.x, v.y));
            }
            const carom_vec2 got = carom_velocity_reflect(v, n);
            assert_true(is_point(got, v.x, v.y));
        }
    }
    for (int r = 0; r < 5; r++) {
        assert_true(is_point(carom_velocity_respond(vec(0, 0), vec(0.6, 0.8), all[r]), 0, 0));
    }
}

// A unit vector to 4 ulp of 1 in each coordinate, which is what a sweep promises.
static carom_vec2 random_normal(random_source *g) {
    double x, y, length2;
    do {
        x = random_between(g, -1, 1);
        y = random_between(g, -1, 1);
        length2 = x * x + y * y;
    } while (length2 > 1.0 || length2 < 1e-6);
    const double length = sqrt(length2);
    const double off_x = random_int(g, -4, 4) * 0x1p-53;
    const double off_y = random_int(g, -4, 4) * 0x1p-53;
    return vec(x / length + off_x, y / length + off_y);
}

static carom_vec2 random_velocity(random_source *g) {
    const double size = random_log(g, -30, 30);
    const double x = random_between(g, -1, 1);
    const double y = random_between(g, -1, 1);
    return vec(size * x, size * y);
}

// Ten times the cases of a class: a million in the long run.
static long reflections(void) {
    return 10 * case_count(100000);
}

static void test_reflection_keeps_the_speed(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 2, 0);
    double worst = 0.0, worst_angle = 0.0;
    for (long i = reflections(); i > 0; i--) {
        const carom_vec2 v = random_velocity(&g), n = random_normal(&g);
        const carom_vec2 got = carom_velocity_reflect(v, n);
        const long double speed = speed_of(v);
        worst = fmax(worst, (double)fabsl(speed_of(got) / speed - 1));
        // Against v - 2 (v.n) n / n.n
        const long double vx = (long double)v.x, vy = (long double)v.y;
        const long double nx = (long double)n.x, ny = (long double)n.y;
        const long double into = (vx * nx + vy * ny) / (nx * nx + ny * ny);
        const long double twice = into < 0 ? 2 * into : 0;
        const long double dx = (long double)got.x - (vx - twice * nx);
        const long double dy = (long double)got.y - (vy - twice * ny);
        worst_angle = fmax(worst_angle, (double)(hypotl(dx, dy) / speed));
    }
    printf("one reflection: speed off by at most %.2g, velocity by %.2g of it\n", worst,
           worst_angle);
    assert_true(worst <= 12 * 0x1p-53 && worst_angle <= 12 * 0x1p-53);
}

// One velocity reflected again and again, as a ball's is: the errors nearly cancel.
static void test_speed_after_many_reflections(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 3, 0);
    carom_vec2 v = vec(3, 4);
    for (long i = reflections(); i > 0; i--) {
        carom_vec2 n = random_normal(&g);
        if (carom_vec2_dot(v, n) > 0.0) {
            n = carom_vec2_scale(n, -1);
        }
        v = carom_velocity_reflect(v, n);
    }
    const double drift = (double)(speed_of(v) / 5 - 1);
    printf("after %ld reflections: speed off by %.2g\n", reflections(), drift);
    assert_true(fabs(drift) < 1e-16 * (double)reflections());
}

// Coulomb: the tangential velocity is never reversed, never faster, and not slowed by more than the
// limit. The normal velocity is multiplied by the restitution.
static void test_friction_and_restitution_bounds(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 4, 0);
    for (long i = case_count(100000); i > 0; i--) {
        const carom_vec2 v = random_velocity(&g), n = random_normal(&g), u = carom_vec2_left(n);
        carom_response r = carom_bounce(random_between(&g, 0, 1), 0);
        r.friction = random_one_in(&g, 4) ? 0.0 : random_log(&g, -6, 3);
        if (random_one_in(&g, 3)) {
            r.kind = CAROM_RESPONSE_KIND_SLIDE;
        }
        const double e = r.kind == CAROM_RESPONSE_KIND_SLIDE ? 0.0 : r.restitution;
        const carom_vec2 got = carom_velocity_respond(v, n, r);
        const double into = carom_vec2_dot(v, n), along = carom_vec2_dot(v, u);
        const double out = carom_vec2_dot(got, n), along_after = carom_vec2_dot(got, u);
        const double slack = 32 * 0x1p-53 * (double)speed_of(v);
        if (into >= 0.0) {
            assert_true(is_point(got, v.x, v.y));
            continue;
        }
        assert_true(fabs(out + e * into) <= slack);
        assert_true(along_after * along >= 0.0 || fabs(along_after) <= slack);
        assert_true(fabs(along_after) <= fabs(along) + slack);
        const double taken = r.friction * (1 + e) * -into;
        const double expected = fmax(fabs(along) - taken, 0.0);
        assert_true(fabs(fabs(along_after) - expected) <= slack * (1 + r.friction));
        assert_true(speed_of(got) <= speed_of(v) * (1 + 8 * 0x1p-53L));
    }
}

// No unit of length or time matters: powers of two change only the exponent.
static void test_no_scale(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 5, 0);
    const carom_response all[] = {carom_slide(), carom_bounce(1, 0), carom_bounce(0.5, 0.25)};
    for (int i = 0; i < 10000; i++) {
        const carom_vec2 v = random_velocity(&g), n = random_normal(&g);
        const carom_response r = all[i % 3];
        const carom_vec2 got = carom_velocity_respond(v, n, r);
        const carom_vec2 far = vec(ldexp(v.x, 900), ldexp(v.y, 900));
        const carom_vec2 large = carom_velocity_respond(far, n, r);
        assert_true(is_point(large, ldexp(got.x, 900), ldexp(got.y, 900)));
        const carom_vec2 reflected = carom_velocity_reflect(v, n);
        const carom_vec2 near = vec(ldexp(v.x, -800), ldexp(v.y, -800));
        const carom_vec2 small = carom_velocity_reflect(near, n);
        assert_true(is_point(small, ldexp(reflected.x, -800), ldexp(reflected.y, -800)));
    }
    assert_true(is_point(carom_velocity_reflect(vec(1e308, -1e308), vec(0, 1)), 1e308, 1e308));
    assert_true(is_point(carom_velocity_reflect(vec(0, -0x1p-1074), vec(0, 1)), 0, 0x1p-1074));
}

// Cases of article 002: circle, move, wall, and the truth, worked out by hand.
static void test_002_values(void **state) {
    (void)state;
    const double root = 1 / sqrt(2.0);
    const struct {
        carom_circle c;
        carom_vec2 move;
        carom_wall wall;
        carom_sweep_kind kind;
        double t;
        carom_vec2 end, new_move;
    } rows[] = {
        // Straight onto a floor.
        {{{0, 3}, 1}, {0, -4}, {{-2, 0}, {2, 0}, 0, 0}, CAROM_SWEEP_KIND_HIT, 0.5, {0, 3}, {0, 4}},
        // A thick floor.
        {{{0, 3}, 1}, {2, -2}, {{-9, 0}, {9, 0}, 1, 0}, CAROM_SWEEP_KIND_HIT, 0.5, {2, 3}, {2, 2}},
        // Touching and leaving is no hit.
        {{{-1, 1}, 1},
         {-2, -2},
         {{0, 0}, {0, 2}, 0, 0},
         CAROM_SWEEP_KIND_GRAZE,
         0,
         {-3, -1},
         {-2, -2}},
        // Nor is a wall behind, beyond one of its ends.
        {{{-2, -1}, 1},
         {-3, -4},
         {{0, 0}, {3, 4}, 0, 0},
         CAROM_SWEEP_KIND_MISS,
         0,
         {-5, -5},
         {-3, -4}},
        // The article is late: it takes the end with the smaller |m|.
        {{{0, 4}, 2},
         {-2, -2},
         {{-2, 2}, {-1, 1}, 0, 0},
         CAROM_SWEEP_KIND_HIT,
         1 - root,
         {0, 0},
         {0, 0}},
        // The article misses it.
        {{{-2, 2}, 1.5},
         {1, -1},
         {{0, 0}, {1, 1}, 0, 0},
         CAROM_SWEEP_KIND_HIT,
         0.939,
         {0, 0},
         {0, 0}},
        // Receding from an overlap, which the article gives a negative time.
        {{{2, 0}, 2},
         {-3, -1},
         {{-3, 3}, {2, -2}, 0, 0},
         CAROM_SWEEP_KIND_OVERLAP,
         0,
         {0, 0},
         {0, 0}},
        // Overlapping between the ends, which the article never sees.
        {{{0, 0}, 0.5},
         {-1, -1},
         {{0, 0}, {0, 1}, 0, 0},
         CAROM_SWEEP_KIND_OVERLAP,
         0,
         {0, 0},
         {0, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const carom_reflection got = carom_circle_reflect(rows[i].c, rows[i].move, rows[i].wall);
        assert_int_equal(got.sweep.kind, rows[i].kind);
        assert_true(fabs(got.sweep.t - rows[i].t) < 1e-3);
        if (i < 4) {
            assert_true(is_point(got.end, rows[i].end.x, rows[i].end.y));
            assert_true(is_point(got.move, rows[i].new_move.x, rows[i].new_move.y));
        }
    }
    // The late one exactly: it touches the end a from above, at t = 1 - 1/sqrt 2.
    const carom_reflection late = carom_circle_reflect(rows[4].c, rows[4].move, rows[4].wall);
    assert_true(fabs(late.sweep.t - rows[4].t) < 1e-15 &&
                late.sweep.feature == CAROM_FEATURE_END_A);
}

static void test_002_tiny(void **state) {
    (void)state;
    // The article's product of two M terms underflows here.
    const double s = 0x1p-400;
    const carom_circle c = {{0, 3 * s}, s};
    const carom_wall wall = carom_segment(vec(-2 * s, 0), vec(2 * s, 0));
    const carom_reflection got = carom_circle_reflect(c, vec(0, -4 * s), wall);
    assert_true(got.sweep.kind == CAROM_SWEEP_KIND_HIT && got.sweep.t == 0.5);
    assert_true(is_point(got.end, 0, 3 * s) && is_point(got.move, 0, 4 * s));
}

static void test_reflect_invalid(void **state) {
    (void)state;
    const carom_wall wall = carom_segment(vec(0, 0), vec(1, 0));
    const carom_circle good = {{0, 2}, 1}, bad = {{0, 2}, -1};
    const carom_wall bad_wall = {{0, 0}, {1, 0}, (double)NAN, CAROM_EXTENT_SEGMENT};
    const carom_reflection all[] = {carom_circle_reflect(bad, vec(0, -2), wall),
                                    carom_circle_reflect(good, vec(0, (double)NAN), wall),
                                    carom_circle_reflect(good, vec(HUGE_VAL, 0), wall),
                                    carom_circle_reflect(good, vec(0, -2), bad_wall)};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(all[i].sweep.kind, CAROM_SWEEP_KIND_INVALID);
        assert_int_equal(all[i].sweep.feature, CAROM_FEATURE_NONE);
        assert_true(all[i].sweep.t == 0.0 && is_point(all[i].sweep.center, 0, 0));
        assert_true(is_point(all[i].sweep.point, 0, 0) && is_point(all[i].sweep.normal, 0, 0));
        assert_true(is_point(all[i].end, 0, 0) && is_point(all[i].move, 0, 0));
    }
}

// The parts agree with the functions they stand for.
static void test_reflect_is_sweep_and_reflect(void **state) {
    (void)state;
    random_source g = random_start(case_seed(), 6, 0);
    int hits = 0;
    for (long i = case_count(20000); i > 0; i--) {
        double n[9];
        for (int k = 0; k < 9; k++) {
            n[k] = random_between(&g, -4, 4);
        }
        const carom_circle c = {{n[0], n[1]}, fabs(n[2]) / 4};
        const carom_wall wall = carom_capsule(vec(n[3], n[4]), vec(n[5], n[6]), fabs(n[2]) / 8);
        const carom_vec2 move = vec(n[7], n[8]);
        const carom_reflection got = carom_circle_reflect(c, move, wall);
        const carom_sweep sweep = carom_circle_sweep(c, move, wall);
        assert_true(got.sweep.kind == sweep.kind && got.sweep.t == sweep.t);
        assert_true(is_point(got.sweep.center, sweep.center.x, sweep.center.y));
        if (sweep.kind == CAROM_SWEEP_KIND_MISS) {
            assert_true(is_point(got.end, c.center.x + move.x, c.center.y + move.y));
            assert_true(is_point(got.move, move.x, move.y));
            continue;
        }
        hits++;
        const carom_vec2 away = carom_velocity_reflect(move, sweep.normal);
        assert_true(is_point(got.move, away.x, away.y));
        assert_true(fabs(got.end.x - (sweep.center.x + (1 - sweep.t) * away.x)) < 1e-14);
        assert_true(fabs(got.end.y - (sweep.center.y + (1 - sweep.t) * away.y)) < 1e-14);
    }
    assert_true(hits > case_count(20000) / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid_responses),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_receding_is_left_alone),
        cmocka_unit_test(test_reflection_keeps_the_speed),
        cmocka_unit_test(test_speed_after_many_reflections),
        cmocka_unit_test(test_friction_and_restitution_bounds),
        cmocka_unit_test(test_no_scale),
        cmocka_unit_test(test_002_values),
        cmocka_unit_test(test_002_tiny),
        cmocka_unit_test(test_reflect_invalid),
        cmocka_unit_test(test_reflect_is_sweep_and_reflect),
    };
    return cmocka_run_group_tests_name("response", tests, NULL, NULL);
}
