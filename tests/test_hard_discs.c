// The reference of hard discs (crowd_reference.h): closed forms, the cases of public reports,
// conservation, runs that are turned round, and a search without memory in long double. Room:
// tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "cases.h"
#include "crowd_reference.h"
#include "crowd_reports.h"
#include "crowd_scene.h"
#include "points.h"
#include "random.h"

enum { BITS = 200, MANY = 1 << 20 };

static crowd_scene s;

static crowd_reference *reference(void) {
    return crowd_reference_new(BITS, s.balls, s.count, &s.settings);
}

static const reference_impact *impacts(const crowd_reference *r, size_t expected) {
    size_t count;
    const reference_impact *list = crowd_reference_impacts(r, &count);
    assert_int_equal(count, expected);
    return list;
}

// ---- closed forms ----

static void test_head_on(void **state) {
    (void)state;
    crowd_scene_start(&s, "head on");
    crowd_scene_add(&s, ball_at(0, 0, 1, 3, 0));
    crowd_scene_add(&s, ball_at(5, 0, 2, -1, 0));
    s.inverse_masses[1] = 0.25;
    s.settings.inverse_masses = s.inverse_masses;
    s.settings.restitution = 0.5;
    crowd_reference *r = reference();
    crowd_reference_step(r, 2, MANY);
    const reference_impact *i = impacts(r, 1);
    // The gap 2 closes at 4. The impulse is (1 + e) 4 / (1 + 1/4).
    assert_true(i->time == 0.5 && i->rest == 0 && i->closing == -4 && i->pace == 4);
    assert_true(is_point(i->first_center, 1.5, 0) && is_point(i->second_center, 4.5, 0));
    assert_true(is_point(i->normal, -1, 0));
    assert_true(is_near(i->first_after, 3 - 4.8, 0, 1e-15) &&
                is_near(i->second_after, -1 + 1.2, 0, 1e-15));
    assert_true(is_near(crowd_reference_ball(r, 0).center, 1.5 - 1.8 * 1.5, 0, 1e-15));
    crowd_reference_free(r);
}

static void test_infinite_mass(void **state) {
    (void)state;
    crowd_scene_start(&s, "infinite mass");
    crowd_scene_add(&s, ball_at(0, 0, 1, 0, 0));
    crowd_scene_add(&s, ball_at(5, 0, 1, -1, 0.25));
    s.inverse_masses[1] = 0;
    s.settings.inverse_masses = s.inverse_masses;
    crowd_reference *r = reference();
    for (int frame = 0; frame < 8; frame++)
        crowd_reference_step(r, 1, MANY);
    const reference_impact *i = impacts(r, 1);
    assert_true(i->frame == 3);
    assert_true(same_point(i->second_after, i->second_before));
    assert_true(is_near(crowd_reference_ball(r, 1).center, -3, 2, 1e-15));
    crowd_reference_free(r);
}

// Two balls that touch exactly: they meet at once if they come together, and not if they part.
static void test_touching(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        crowd_scene_start(&s, "touching");
        crowd_scene_add(&s, ball_at(0, 0, 2, 3 * (k - 1), 4 * (k - 1)));
        crowd_scene_add(&s, ball_at(3, 4, 3, 0, 0));
        crowd_reference *r = reference();
        crowd_reference_step(r, 1, MANY);
        const reference_impact *i = impacts(r, k == 2);
        if (k == 2)
            assert_true(i->time == 0 && is_near(i->second_after, 3, 4, 1e-15) &&
                        is_near(i->first_after, 0, 0, 1e-15));
        crowd_reference_free(r);
    }
}

static void test_grazing(void **state) {
    (void)state;
    const double offsets[] = {2, nextafter(2, 3), nextafter(2, 1)};
    for (int k = 0; k < 3; k++) {
        crowd_scene_start(&s, "grazing");
        crowd_scene_add(&s, ball_at(-4, 0, 1, 8, 0));
        crowd_scene_add(&s, ball_at(0, offsets[k], 1, 0, 0));
        crowd_reference *r = reference();
        assert_true(crowd_reference_least_gap(r, 0, 1, 1) == offsets[k] - 2);
        assert_true(is_point(crowd_reference_place(r, 0, 1, 0.25), -2, 0));
        crowd_reference_step(r, 1, MANY);
        size_t count;
        const reference_impact *i = crowd_reference_impacts(r, &count);
        // A root at one time only: rounding decides whether there is one.
        assert_true(k == 0 || count == (size_t)(k == 2));
        // 2^-52 = R (closing / pace)^2 / 2 deep
        if (k == 2)
            assert_true(fabs(i->closing / -8 - 0x1p-26 * sqrt(1)) < 0x1p-30);
        crowd_reference_free(r);
    }
}

// A ball that falls on the floor of a box and comes back: the energy at the end of each frame is
// the same, and in a frame it goes evenly.
static void test_fall(void **state) {
    (void)state;
    crowd_scene_start(&s, "fall");
    crowd_scene_add(&s, ball_at(0, 5, 1, 0.25, 0));
    s.settings.move.gravity = vec(0, -10);
    crowd_reference *r = reference();
    crowd_reference_set_box(r, vec(-9, 0), vec(9, 99));
    const double energy = crowd_scene_energy(&s);
    // Falls by 10 in the first frame but for the floor: the gap 4 takes .8.
    crowd_reference_step(r, sqrt(2), MANY);
    const reference_impact *i = impacts(r, 1);
    const double pace = -10 * sqrt(2) / 2;
    assert_true(i->first == 0 && i->second == REFERENCE_SIDE(2));
    assert_true(fabs(i->time - 4 / -pace) < 1e-15 &&
                is_near(i->first_before, 0.25, -sqrt(80), 1e-14));
    assert_true(is_near(i->first_after, 0.25, sqrt(80), 1e-14));
    for (int frame = 0; frame < 100; frame++) {
        s.balls[0] = crowd_reference_ball(r, 0);
        assert_true(fabs(crowd_scene_energy(&s) - energy) < 1e-12);
        crowd_reference_step(r, 0.1, MANY);
    }
    crowd_reference_free(r);
}

// ---- public reports ----

static void test_reports(void **state) {
    (void)state;
    for (int k = 0; k < REPORTED_CROWDS; k++) {
        const reported_crowd *p = &reported_crowds[k];
        reported_crowd_make(&s, p);
        crowd_reference *r = reference();
        if (p->has_box)
            crowd_reference_set_box(r, vec(0, 0), vec(10, 6));
        crowd_reference_step(r, p->time, MANY);
        size_t count;
        const reference_impact *first = crowd_reference_impacts(r, &count);
        assert_true(p->meet == 0 || fabs(first->time - p->meet) < 1e-15);
        for (size_t i = 0; i < p->count; i++) {
            // The inverse masses are rounded.
            const carom_ball b = crowd_reference_ball(r, i), after = p->after[i];
            const double error = 0x1p-52 * (fabs(after.center.x) + 64);
            assert_true(is_near(b.center, after.center.x, after.center.y, error));
            assert_true(is_near(b.velocity, after.velocity.x, after.velocity.y, 1e-14));
        }
        crowd_reference_free(r);
    }
}

// ---- many balls ----

static void make_box(size_t count, double gravity, uint64_t seed) {
    crowd_scene_start(&s, "box");
    crowd_scene_add_box(&s, vec(0, 0), vec(12, 12));
    s.settings.inverse_masses = s.inverse_masses;
    s.settings.move.gravity = vec(gravity / 8, -gravity);
    random_source g = random_start(seed, 9610, count);
    while (s.count < count) {
        const double x = random_between(&g, 0, 12), y = random_between(&g, 0, 12);
        const double radius = random_between(&g, 0.25, 0.75);
        const double vx = random_between(&g, -4, 4), vy = random_between(&g, -4, 4);
        if (crowd_scene_add_free(&s, ball_at(x, y, radius, vx, vy)))
            s.inverse_masses[s.count - 1] = random_between(&g, 0.25, 4);
    }
}

static void take_balls(const crowd_reference *r) {
    for (size_t i = 0; i < s.count; i++)
        s.balls[i] = crowd_reference_ball(r, i);
}

// Turned round, the balls come back to where they started.
static void test_reversed(void **state) {
    (void)state;
    make_box(20, 0, case_seed());
    crowd_reference *r = reference();
    crowd_reference_set_box(r, vec(0, 0), vec(12, 12));
    const double energy = crowd_scene_energy(&s);
    for (int frame = 0; frame < 24; frame++) {
        crowd_reference_step(r, 0.125, MANY);
        take_balls(r);
        assert_true(fabs(crowd_scene_energy(&s) / energy - 1) < 1e-14);
    }
    crowd_reference_reverse(r);
    crowd_reference_step(r, 3, MANY);
    make_box(20, 0, case_seed());
    size_t count;
    crowd_reference_impacts(r, &count);
    assert_true(count > 100);
    for (size_t i = 0; i < s.count; i++) {
        const carom_ball b = crowd_reference_ball(r, i);
        assert_true(same_point(b.center, s.balls[i].center));
        assert_true(is_point(s.balls[i].velocity, -b.velocity.x, -b.velocity.y));
    }
    crowd_reference_free(r);
}

// Noise of some ulps moves the first impacts by little.
static void test_noise(void **state) {
    (void)state;
    make_box(12, 0, case_seed());
    crowd_reference *r = reference(), *noisy = reference();
    crowd_reference_set_box(r, vec(0, 0), vec(12, 12));
    crowd_reference_set_box(noisy, vec(0, 0), vec(12, 12));
    crowd_reference_set_noise(noisy, 0x1p-50, 1);
    crowd_reference_step(r, 100, 40);
    crowd_reference_step(noisy, 100, 40);
    const reference_impact *p = impacts(r, 40), *q = impacts(noisy, 40);
    double most = 0;
    for (int i = 0; i < 40; i++) {
        assert_true(p[i].first == q[i].first && p[i].second == q[i].second);
        most = fmax(most, fabs(p[i].time - q[i].time));
    }
    assert_true(most > 0 && most < 1e-6);
    crowd_reference_free(r);
    crowd_reference_free(noisy);
}

// ---- the same without memory ----

// A ball in long double, whose leg starts at the clock.
typedef struct plain_ball {
    long double x, y, vx, vy;
} plain_ball;

static plain_ball plain[32];

static long double pace_x(size_t i, long double left) {
    return plain[i].vx + s.settings.move.gravity.x * left / 2;
}

static long double pace_y(size_t i, long double left) {
    return plain[i].vy + s.settings.move.gravity.y * left / 2;
}

// All pairs and sides, searched anew; no leg is kept, so the paces must be those of the legs.
typedef struct plain_leg {
    long double wx, wy, start, vx, vy;
} plain_leg;

static plain_leg legs[32];

static void start_leg(size_t i, long double clock, long double time) {
    legs[i] = (plain_leg){pace_x(i, time - clock), pace_y(i, time - clock), clock, plain[i].vx,
                          plain[i].vy};
}

static long double side_time(size_t i, int side) {
    const long double r = s.balls[i].radius;
    const long double place = side < 2 ? plain[i].x : plain[i].y;
    const long double w = side < 2 ? legs[i].wx : legs[i].wy;
    const long double gap = side % 2 == 0 ? place - r : 12 - r - place;
    const long double in = side % 2 == 0 ? -w : w;
    return in > 0 ? gap / in : INFINITY;
}

static long double pair_time(size_t i, size_t k) {
    const long double x = plain[i].x - plain[k].x, y = plain[i].y - plain[k].y;
    const long double u = legs[i].wx - legs[k].wx, v = legs[i].wy - legs[k].wy;
    const long double reach = (long double)s.balls[i].radius + s.balls[k].radius;
    const long double a = x * u + y * v, b = u * u + v * v, c = x * x + y * y - reach * reach;
    const long double root = a * a - b * c;
    return a < 0 && root >= 0 ? c / (-a + sqrtl(root)) : INFINITY;
}

// The velocity of the parabola, with the speed along gravity that belongs to the height.
static void pass(size_t i, long double clock, long double x, long double y) {
    const long double gx = s.settings.move.gravity.x, gy = s.settings.move.gravity.y;
    const long double g = hypotl(gx, gy), t = clock - legs[i].start;
    plain[i].vx = legs[i].vx + gx * t;
    plain[i].vy = legs[i].vy + gy * t;
    if (g == 0)
        return;
    const long double fallen = (x * gx + y * gy) / g;
    const long double from = (legs[i].vx * gx + legs[i].vy * gy) / g;
    const long double now = (plain[i].vx * gx + plain[i].vy * gy) / g;
    const long double speed = sqrtl(fmaxl(from * from + 2 * g * fallen, 0));
    const long double change = (fallen <= 0 && now < 0 ? -speed : speed) - now;
    plain[i].vx += change * gx / g;
    plain[i].vy += change * gy / g;
}

static long double closing(size_t i, size_t k, long double nx, long double ny) {
    return (plain[i].vx - plain[k].vx) * nx + (plain[i].vy - plain[k].vy) * ny;
}

static void take_pace(size_t i) {
    plain[i].vx = legs[i].wx;
    plain[i].vy = legs[i].wy;
}

static void plain_exchange(size_t i, size_t k) {
    const long double x = plain[i].x - plain[k].x, y = plain[i].y - plain[k].y, d = hypotl(x, y);
    if (closing(i, k, x / d, y / d) >= 0) {
        take_pace(i);
        take_pace(k);
    }
    const long double in = closing(i, k, x / d, y / d);
    const long double p = s.inverse_masses[i], q = s.inverse_masses[k];
    const long double impulse = -(1 + (long double)s.settings.restitution) * in / (p + q);
    plain[i].vx += p * impulse * x / d;
    plain[i].vy += p * impulse * y / d;
    plain[k].vx -= q * impulse * x / d;
    plain[k].vy -= q * impulse * y / d;
}

// The next impact of a frame: the ball, and the other ball or 100 + side.
static bool plain_next(long double time, long double *clock, size_t *first, size_t *second) {
    long double best = time - *clock;
    *second = SIZE_MAX;
    for (size_t i = 0; i < s.count; i++) {
        for (size_t k = i + 1; k < s.count; k++)
            if (pair_time(i, k) < best) {
                best = pair_time(i, k);
                *first = i;
                *second = k;
            }
        for (int side = 0; side < 4; side++)
            if (side_time(i, side) < best) {
                best = side_time(i, side);
                *first = i;
                *second = 100 + (size_t)side;
            }
    }
    for (size_t i = 0; i < s.count; i++) {
        plain[i].x += legs[i].wx * best;
        plain[i].y += legs[i].wy * best;
    }
    *clock += best;
    return *second != SIZE_MAX;
}

static void plain_respond(size_t i, long double clock) {
    const long double t = clock - legs[i].start;
    pass(i, clock, legs[i].wx * t, legs[i].wy * t);
}

static void test_without_memory(void **state) {
    (void)state;
    for (int run = 0; run < 4; run++) {
        make_box(14, run % 2 == 0 ? 0 : 10, case_seed() + (uint64_t)run);
        s.settings.restitution = run < 2 ? 1 : 0.9;
        crowd_reference *r = reference();
        crowd_reference_set_box(r, vec(0, 0), vec(12, 12));
        for (size_t i = 0; i < s.count; i++)
            plain[i] = (plain_ball){s.balls[i].center.x, s.balls[i].center.y, s.balls[i].velocity.x,
                                    s.balls[i].velocity.y};
        size_t seen = 0;
        for (int frame = 0; frame < 20; frame++) {
            const double time = 0.0625;
            crowd_reference_step(r, time, MANY);
            size_t count;
            const reference_impact *list = crowd_reference_impacts(r, &count);
            long double clock = 0;
            for (size_t i = 0; i < s.count; i++)
                start_leg(i, 0, time);
            size_t i = 0, k = 0;
            while (plain_next(time, &clock, &i, &k)) {
                assert_true(seen < count);
                const reference_impact *m = &list[seen++];
                const bool is_side = k >= 100;
                assert_true(m->first == i && m->second == (is_side ? REFERENCE_SIDE(k - 100) : k));
                assert_true(fabsl(m->time - clock) < 1e-10L && m->frame == frame);
                plain_respond(i, clock);
                if (is_side) {
                    plain[i].vx *= k < 102 ? -1 : 1;
                    plain[i].vy *= k < 102 ? 1 : -1;
                } else {
                    plain_respond(k, clock);
                    plain_exchange(i, k);
                    start_leg(k, clock, time);
                }
                start_leg(i, clock, time);
            }
            assert_int_equal(seen, count);
            for (size_t n = 0; n < s.count; n++) {
                const long double left = time - legs[n].start;
                plain[n].vx = legs[n].vx + s.settings.move.gravity.x * left;
                plain[n].vy = legs[n].vy + s.settings.move.gravity.y * left;
                const carom_ball b = crowd_reference_ball(r, n);
                assert_true(is_near(b.center, (double)plain[n].x, (double)plain[n].y, 1e-9));
                assert_true(is_near(b.velocity, (double)plain[n].vx, (double)plain[n].vy, 1e-8));
            }
        }
        assert_true(seen > 8);
        crowd_reference_free(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_head_on),       cmocka_unit_test(test_infinite_mass),
        cmocka_unit_test(test_touching),      cmocka_unit_test(test_grazing),
        cmocka_unit_test(test_fall),          cmocka_unit_test(test_reports),
        cmocka_unit_test(test_reversed),      cmocka_unit_test(test_noise),
        cmocka_unit_test(test_without_memory)};
    return cmocka_run_group_tests_name("reference of hard discs", tests, NULL, NULL);
}
