// Contract of layer moving_wall: lifts, doors and walls that shrink to a point against closed
// forms, degenerate and invalid input, and walls at rest bit for bit. test_moving_sweep_oracle.c
// has the classes of cases. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "carom/moving_wall.h"
#include "case_makers.h"

static carom_vec2 at(double x, double y) {
    return carom_vec2_make(x, y);
}

static carom_circle circle_at(double x, double y, double r) {
    return carom_circle_make(at(x, y), r);
}

static carom_vec2 sum(carom_vec2 p, carom_vec2 q) {
    return carom_vec2_add(p, q);
}

static void check_sweep(carom_sweep s, carom_sweep_kind kind, carom_feature feature, double t,
                        carom_vec2 center, carom_vec2 point, carom_vec2 normal) {
    assert_int_equal(s.kind, kind);
    assert_int_equal(s.feature, feature);
    assert_true(s.t == t);
    assert_true(fabs(s.center.x - center.x) <= 0x1p-49 && fabs(s.center.y - center.y) <= 0x1p-49);
    assert_true(fabs(s.point.x - point.x) <= 0x1p-49 && fabs(s.point.y - point.y) <= 0x1p-49);
    assert_true(fabs(s.normal.x - normal.x) <= 0x1p-50 && fabs(s.normal.y - normal.y) <= 0x1p-50);
}

static void check_nothing(carom_sweep s, carom_sweep_kind kind) {
    const carom_sweep expected = {.kind = kind};
    assert_int_equal(s.kind, kind);
    check_sweep(s, kind, expected.feature, 0.0, expected.center, expected.point, expected.normal);
}

// One question by displacements and by places at t = 1.
typedef struct question {
    carom_circle circle;
    carom_vec2 move;
    carom_moving_wall wall;
} question;

static question ask(carom_circle circle, carom_vec2 move, carom_wall wall, carom_vec2 a_move,
                    carom_vec2 b_move) {
    return (question){circle, move, carom_moving_wall_make(wall, a_move, b_move)};
}

static carom_sweep first(const question *q) {
    return carom_circle_sweep_moving(q->circle, q->move, q->wall, false);
}

static carom_sweep first_to(const question *q) {
    const carom_wall w = q->wall.wall;
    return carom_circle_sweep_moving_to(q->circle, sum(q->circle.center, q->move), w,
                                        sum(w.a, q->wall.a_move), sum(w.b, q->wall.b_move), false);
}

static carom_sweep hit(const question *q) {
    return carom_circle_sweep_moving(q->circle, q->move, q->wall, true);
}

static carom_sweep hit_to(const question *q) {
    const carom_wall w = q->wall.wall;
    return carom_circle_sweep_moving_to(q->circle, sum(q->circle.center, q->move), w,
                                        sum(w.a, q->wall.a_move), sum(w.b, q->wall.b_move), true);
}

static bool is_clear(const question *q) {
    const carom_wall w = q->wall.wall;
    return carom_circle_path_is_clear_of_moving(q->circle, sum(q->circle.center, q->move), w,
                                                sum(w.a, q->wall.a_move), sum(w.b, q->wall.b_move));
}

// All calls, if a hit comes first.
static void check_hit(question q, carom_feature feature, double t, carom_vec2 center,
                      carom_vec2 point, carom_vec2 normal) {
    const carom_sweep all[] = {first(&q), first_to(&q), hit(&q), hit_to(&q)};
    for (int i = 0; i < 4; i++)
        check_sweep(all[i], CAROM_SWEEP_KIND_HIT, feature, t, center, point, normal);
    assert_true(is_clear(&q) == (t == 1.0 && q.circle.radius + q.wall.wall.radius > 0.0));
}

static void check_graze(question q, carom_feature feature, double t, carom_vec2 center,
                        carom_vec2 point, carom_vec2 normal) {
    check_sweep(first(&q), CAROM_SWEEP_KIND_GRAZE, feature, t, center, point, normal);
    check_sweep(first_to(&q), CAROM_SWEEP_KIND_GRAZE, feature, t, center, point, normal);
    check_nothing(hit(&q), CAROM_SWEEP_KIND_MISS);
    check_nothing(hit_to(&q), CAROM_SWEEP_KIND_MISS);
    assert_true(is_clear(&q));
}

static void check_miss(question q) {
    check_nothing(first(&q), CAROM_SWEEP_KIND_MISS);
    check_nothing(first_to(&q), CAROM_SWEEP_KIND_MISS);
    check_nothing(hit(&q), CAROM_SWEEP_KIND_MISS);
    assert_true(is_clear(&q));
}

static void test_lift(void **state) {
    (void)state;
    const carom_wall floor_wall = carom_segment(at(-5, 0), at(5, 0));
    const carom_vec2 up = at(0, 4), rest = at(0, 0);
    check_hit(ask(circle_at(0, 3, 1), rest, floor_wall, up, up), CAROM_FEATURE_SIDE, 0.5, at(0, 3),
              at(0, 2), at(0, 1));
    // The circle comes down on a floor that comes up: 8 t = 2.
    check_hit(ask(circle_at(1, 3, 1), at(8, -4), floor_wall, up, up), CAROM_FEATURE_SIDE, 0.25,
              at(3, 2), at(3, 1), at(0, 1));
    // An end, and a wall with a radius.
    check_hit(
        ask(circle_at(9, 0, 1), rest, carom_capsule(at(-5, 0), at(5, 0), 1), at(4, 0), at(4, 0)),
        CAROM_FEATURE_END_B, 0.5, at(9, 0), at(8, 0), at(1, 0));
    // It rides along, or leaves.
    check_graze(ask(circle_at(0, 1, 1), up, floor_wall, up, up), CAROM_FEATURE_SIDE, 0.0, at(0, 1),
                at(0, 0), at(0, 1));
    check_graze(ask(circle_at(0, 1, 1), at(7, 5), floor_wall, up, up), CAROM_FEATURE_SIDE, 0.0,
                at(0, 1), at(0, 0), at(0, 1));
    check_miss(ask(circle_at(0, 3, 1), up, floor_wall, up, up));
    // Rays and lines move as a whole.
    check_hit(ask(circle_at(100, 3, 1), rest, carom_ray(at(-5, 0), at(5, 0)), up, up),
              CAROM_FEATURE_SIDE, 0.5, at(100, 3), at(100, 2), at(0, 1));
    check_hit(ask(circle_at(-100, 3, 1), rest, carom_line(at(-5, 0), at(5, 0)), up, up),
              CAROM_FEATURE_SIDE, 0.5, at(-100, 3), at(-100, 2), at(0, 1));
}

static void test_door(void **state) {
    (void)state;
    const carom_vec2 rest = at(0, 0);
    const carom_wall door = carom_segment(rest, at(4, 0));
    // u = (4, 8 t), w = (2, 3): u x w = 12 - 16 t
    const double n = sqrt(52.0);
    check_hit(ask(circle_at(2, 3, 0), rest, door, rest, at(0, 8)), CAROM_FEATURE_SIDE, 0.75,
              at(2, 3), at(2, 3), at(-6 / n, 4 / n));
    // With r = 1: (12 - 16 t)^2 = 16 + 64 t^2, t = 1 - sqrt(1 / 3).
    const question q = ask(circle_at(2, 3, 1), rest, door, rest, at(0, 8));
    const carom_sweep s = first(&q);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 0x1.b0cb174df99c7p-2);
    assert_false(is_clear(&q));
    check_miss(ask(circle_at(2, 3, 1), rest, door, rest, at(0, -8)));
    check_miss(ask(circle_at(-2, 0, 1), rest, door, rest, at(0, 8)));
}

// The wall keeps its direction, shrinks to a point at t = 0.5 and turns round.
static void test_wall_becomes_a_point(void **state) {
    (void)state;
    const carom_wall wall = carom_segment(at(-1, 0), at(1, 0));
    const carom_vec2 a_move = at(2, 0), b_move = at(-2, 0);
    check_hit(ask(circle_at(0, 3, 1), at(0, -4), wall, a_move, b_move), CAROM_FEATURE_END_A, 0.5,
              at(0, 1), at(0, 0), at(0, 1));
    check_hit(ask(circle_at(0, 2, 0), at(0, -4), wall, a_move, b_move), CAROM_FEATURE_END_A, 0.5,
              at(0, 0), at(0, 0), carom_vec2_scale(at(2, 4), 1 / sqrt(20.0)));
    // Beside the point at that time.
    check_miss(ask(circle_at(0.5, 4, 0), at(0, -8), wall, a_move, b_move));
    // From the side at another time: the end b has moved to 1 - 2 / 4.
    check_hit(ask(circle_at(0, 2, 1), at(0, -4), wall, a_move, b_move), CAROM_FEATURE_SIDE, 0.25,
              at(0, 1), at(0, 0), at(0, 1));
}

static void test_touches(void **state) {
    (void)state;
    const carom_vec2 rest = at(0, 0);
    const carom_wall wall = carom_segment(at(-5, 0), at(5, 0));
    // At the very end: the circle comes down to distance R, the wall grows or turns.
    check_hit(ask(circle_at(0, 3, 1), at(0, -2), wall, at(-1, 0), at(2, 0)), CAROM_FEATURE_SIDE,
              1.0, at(0, 1), at(0, 0), at(0, 1));
    check_hit(ask(circle_at(0, 3, 1), at(0, -2), carom_segment(at(-5, -5), at(5, 5)), at(0, 5),
                  at(0, -5)),
              CAROM_FEATURE_SIDE, 1.0, at(0, 1), at(0, 0), at(0, 1));
    // At the start: the wall turns in, or away.
    check_hit(ask(circle_at(2, 1, 1), rest, wall, rest, at(0, 1)), CAROM_FEATURE_SIDE, 0.0,
              at(2, 1), at(2, 0), at(0, 1));
    check_graze(ask(circle_at(2, 1, 1), rest, wall, rest, at(0, -1)), CAROM_FEATURE_SIDE, 0.0,
                at(2, 1), at(2, 0), at(0, 1));
    // The wall turns about the point that it touches: the gap has a double root.
    const question turn = ask(circle_at(0, 1, 1), rest, wall, at(0, 1), at(0, -1));
    assert_int_equal(first(&turn).kind, CAROM_SWEEP_KIND_HIT);
    // A circle that stays at distance R from an end around which the wall turns away.
    check_graze(ask(circle_at(6, 0, 1), rest, wall, at(0, 1), rest), CAROM_FEATURE_END_B, 0.0,
                at(6, 0), at(5, 0), at(1, 0));
    // An end passes at distance R: w = (4 - 8 t, 1), the wall turns.
    check_graze(
        ask(circle_at(0, 0, 1), rest, carom_segment(at(-4, -1), at(-4, -9)), at(8, 0), at(8, -1)),
        CAROM_FEATURE_END_A, 0.5, at(0, 0), at(0, -1), at(0, 1));
}

// A point grazes the wall on which it starts. It can leave the wall and be hit later.
static void test_point(void **state) {
    (void)state;
    // u = (8, 8 t), w = (4 + 4 t, 3 t)
    const question back =
        ask(circle_at(0, 0, 0), at(4, 3), carom_segment(at(-4, 0), at(4, 0)), at(0, 0), at(0, 8));
    // u x w = 8 (3 t) - 8 t (4 + 4 t) = -8 t - 32 t^2
    check_nothing(hit(&back), CAROM_SWEEP_KIND_MISS);
    const question again =
        ask(circle_at(0, 0, 0), at(-4, 3), carom_segment(at(-4, 0), at(4, 0)), at(0, 0), at(0, 4));
    // u x w = 24 t - 4 t (4 - 4 t) > 0
    check_nothing(hit(&again), CAROM_SWEEP_KIND_MISS);
    const question caught =
        ask(circle_at(0, 0, 0), at(4, 5), carom_segment(at(-4, 0), at(4, 0)), at(0, 0), at(0, 8));
    // u x w = 40 t - 8 t (4 + 4 t) = 8 t - 32 t^2, 0 at t = 1/4
    const double n = sqrt(68.0);
    const carom_sweep s = hit(&caught);
    check_sweep(s, CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_SIDE, 0.25, at(1, 1.25), at(1, 1.25),
                at(-2 / n, 8 / n));
    assert_int_equal(first(&caught).kind, CAROM_SWEEP_KIND_GRAZE);
    assert_false(is_clear(&caught));
}

static void test_overlap(void **state) {
    (void)state;
    const carom_vec2 rest = at(0, 0);
    const carom_wall wall = carom_segment(at(-5, 0), at(5, 0));
    question q = ask(circle_at(0, 0.5, 1), at(0, 9), wall, rest, at(0, -1));
    check_sweep(first(&q), CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0.0, at(0, 0.5), rest,
                at(0, 1));
    check_sweep(hit_to(&q), CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0.0, at(0, 0.5), rest,
                at(0, 1));
    assert_false(is_clear(&q));
    // On the axis the normal is against the motion relative to the wall at that point: (3, 1) - (0,
    // 2) / 2 goes down, (3, 1) - (0, 4) / 2 too, and equal speeds give the left-hand normal.
    q = ask(circle_at(0, 0, 1), at(3, 1), wall, rest, at(0, 4));
    check_sweep(first(&q), CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0.0, rest, rest, at(0, 1));
    q = ask(circle_at(0, 0, 1), at(3, 1), wall, rest, at(0, 1));
    check_sweep(first(&q), CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0.0, rest, rest,
                at(0, -1));
    q = ask(circle_at(0, 0, 1), at(3, 1), wall, rest, at(0, 2));
    check_sweep(first(&q), CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_SIDE, 0.0, rest, rest, at(0, 1));
    // A wall that is a point at the start: against the motion relative to a.
    q = ask(circle_at(0, 0, 1), at(4, 6), carom_segment(rest, rest), at(1, 2), at(0, 9));
    check_sweep(first(&q), CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_END_A, 0.0, rest, rest,
                at(-0.6, -0.8));
    // A post that moves as a whole.
    q = ask(circle_at(0, 0, 1), at(4, 6), carom_segment(rest, rest), at(1, 2), at(1, 2));
    check_sweep(first(&q), CAROM_SWEEP_KIND_OVERLAP, CAROM_FEATURE_END_A, 0.0, rest, rest,
                at(-0.6, -0.8));
}

static void test_discs(void **state) {
    (void)state;
    const carom_circle c = circle_at(0, 0, 1), other = circle_at(10, 0, 1);
    check_sweep(carom_circle_sweep_moving_circle(c, at(10, 0), other, at(-6, 0), false),
                CAROM_SWEEP_KIND_HIT, CAROM_FEATURE_END_A, 0.5, at(5, 0), at(6, 0), at(-1, 0));
    assert_true(carom_circle_path_is_clear_of_moving(c, at(8, 0), carom_circle_as_post(other),
                                                     at(10, 0), at(10, 0)));
    assert_true(carom_circle_path_is_clear_of_moving(c, at(90, 0), carom_circle_as_post(other),
                                                     at(100, 0), at(100, 0)));
    assert_false(carom_circle_path_is_clear_of_moving(c, at(8, 0), carom_circle_as_post(other),
                                                      at(9, 0), at(9, 0)));
    assert_false(carom_circle_path_is_clear_of_moving(c, at(20, 0), carom_circle_as_post(other),
                                                      at(10, 0), at(10, 0)));
}

static void check_invalid(question q) {
    check_nothing(first(&q), CAROM_SWEEP_KIND_INVALID);
    check_nothing(first_to(&q), CAROM_SWEEP_KIND_INVALID);
    check_nothing(hit(&q), CAROM_SWEEP_KIND_INVALID);
    check_nothing(hit_to(&q), CAROM_SWEEP_KIND_INVALID);
    assert_false(is_clear(&q));
}

static void test_invalid(void **state) {
    (void)state;
    const carom_wall wall = carom_segment(at(-5, 0), at(5, 0));
    const carom_vec2 rest = at(0, 0), up = at(0, 1);
    const carom_circle c = circle_at(0, 3, 1);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < 3; i++) {
        const carom_vec2 p = at(1, bad[i]);
        check_invalid(ask(c, p, wall, rest, up));
        check_invalid(ask(c, up, wall, p, up));
        check_invalid(ask(c, up, wall, up, p));
        check_invalid(ask(c, up, wall, p, p));
        check_invalid(ask(c, up, carom_segment(p, rest), rest, up));
        check_invalid(ask(c, up, carom_segment(p, rest), up, up));
        check_invalid(ask(carom_circle_make(p, 1), up, wall, rest, up));
        assert_false(carom_moving_wall_is_valid(carom_moving_wall_make(wall, p, rest)));
        assert_false(carom_moving_wall_is_valid(carom_moving_wall_make(wall, rest, p)));
    }
    check_invalid(ask(circle_at(0, 3, -1), up, wall, rest, up));
    check_invalid(ask(circle_at(90, 3, -1), up, wall, rest, up));
    check_invalid(ask(c, up, carom_capsule(at(-5, 0), at(5, 0), -1), rest, up));
    check_invalid(ask(c, up, carom_wall_make(rest, up, 0, (carom_extent)7), up, up));
    check_invalid(ask(c, up, carom_wall_make(rest, up, 0, (carom_extent)7), rest, up));
    // Rays and lines do not turn, even if both points are the same.
    const carom_wall ray = carom_ray(at(-5, 0), at(5, 0)), line = carom_line(rest, rest);
    check_invalid(ask(c, up, ray, rest, up));
    check_invalid(ask(c, up, line, rest, up));
    assert_false(carom_moving_wall_is_valid(carom_moving_wall_make(ray, rest, up)));
    assert_true(carom_moving_wall_is_valid(carom_moving_wall_make(ray, up, up)));
    assert_true(carom_moving_wall_is_valid(carom_moving_wall_make(wall, rest, up)));
    assert_false(
        carom_moving_wall_is_valid(carom_moving_wall_translating(carom_post(rest, -1), up)));
}

static bool same_bits(carom_vec2 p, carom_vec2 q) {
    return memcmp(&p, &q, sizeof p) == 0;
}

static void check_same(carom_sweep s, carom_sweep expected) {
    assert_int_equal(s.kind, expected.kind);
    assert_int_equal(s.feature, expected.feature);
    assert_memory_equal(&s.t, &expected.t, sizeof s.t);
    assert_true(same_bits(s.center, expected.center));
    assert_true(same_bits(s.point, expected.point));
    assert_true(same_bits(s.normal, expected.normal));
}

// Walls at rest, and integer motions of whole walls, whose difference is exact.
static void test_against_walls_at_rest(void **state) {
    (void)state;
    random_source g = random_start(1, 11, 0);
    for (int i = 0; i < 20000; i++) {
        const int m = i % 3 == 0 ? 3 : 9;
        const carom_vec2 center = random_lattice(&g, m);
        const carom_circle c = carom_circle_make(center, random_int(&g, 0, 3));
        const carom_vec2 a = random_lattice(&g, m), b = random_lattice(&g, m);
        const int radius = random_int(&g, 0, 1);
        const carom_wall w = carom_wall_make(a, b, radius, (carom_extent)random_int(&g, 0, 2));
        const carom_vec2 move = random_lattice(&g, m), drift = random_lattice(&g, m);
        const carom_vec2 rest = at(0, 0);
        const question still = ask(c, move, w, rest, rest);
        check_same(first(&still), carom_circle_sweep(c, move, w));
        check_same(first_to(&still), carom_circle_sweep_to(c, sum(c.center, move), w));
        assert_true(is_clear(&still) == carom_circle_path_is_clear(c, sum(c.center, move), w));

        const question moving = ask(c, sum(move, drift), w, drift, drift);
        const carom_sweep expected = carom_circle_sweep(c, move, w);
        const carom_sweep got[] = {first(&moving), first_to(&moving)};
        for (int k = 0; k < 2; k++) {
            assert_int_equal(got[k].kind, expected.kind);
            assert_int_equal(got[k].feature, expected.feature);
            assert_true(got[k].t == expected.t);
            const carom_vec2 way = carom_vec2_scale(drift, expected.t);
            assert_true(fabs(got[k].center.x - expected.center.x - way.x) <= 0x1p-46);
            assert_true(fabs(got[k].center.y - expected.center.y - way.y) <= 0x1p-46);
            assert_true(fabs(got[k].point.x - expected.point.x - way.x) <= 0x1p-46);
            assert_true(fabs(got[k].point.y - expected.point.y - way.y) <= 0x1p-46);
            assert_true(fabs(got[k].normal.x - expected.normal.x) <= 0x1p-50);
            assert_true(fabs(got[k].normal.y - expected.normal.y) <= 0x1p-50);
        }
        assert_true(is_clear(&moving) == is_clear(&still));
        assert_int_equal(hit(&moving).kind, expected.kind == CAROM_SWEEP_KIND_GRAZE
                                                ? CAROM_SWEEP_KIND_MISS
                                                : expected.kind);
    }
}

// Displacements beyond the range of double, equal and not, and a difference that rounding loses.
static void test_extreme_moves(void **state) {
    (void)state;
    const carom_vec2 low = at(-0x1.8p1023, 0), high = at(0x1.8p1023, 0);
    const carom_circle c = circle_at(0, 2, 1);
    carom_wall ray = carom_ray(low, at(-0x1.8p1023, 1));
    carom_sweep s = carom_circle_sweep_moving_to(c, c.center, ray, high, at(0x1.8p1023, 1), false);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_int_equal(s.feature, CAROM_FEATURE_SIDE);
    assert_true(s.t == nextafter(0.5, 0));
    s = carom_circle_sweep_moving_to(c, c.center, ray, high, at(0x1.8p1023, 2), false);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_INVALID);
    s = carom_circle_sweep_moving_to(c, c.center, ray, high, at(0x1.9p1023, 1), false);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_INVALID);
    // The relative displacement is 2^-60 downward: exactly the gap.
    const carom_wall wall = carom_segment(at(-5, 0), at(5, 0));
    s = carom_circle_sweep_moving(circle_at(0, 0x1p-60, 0), at(0, 1),
                                  carom_moving_wall_translating(wall, at(0, 1 + 0x1p-52)), false);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 0x1p-8);
    s = carom_circle_sweep_moving_to(circle_at(0, 0x1p-60, 0), at(0, 1), wall, at(-5, 1), at(5, 1),
                                     false);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 1.0);
    s = carom_circle_sweep_moving_to(circle_at(0, 0x1p-60, 0), at(0, 1), wall, at(-5, 1),
                                     at(5, nextafter(1, 0)), false);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_MISS);
    // The displacements are 1 + 2^-53 + 2^-80 and 1 + 2^-53 - 2^-80 upward. Rounded, they differ by
    // 2^-52.
    const double high_start = -0x1p-53 + 0x1p-80, low_start = -0x1p-53 - 0x1p-80;
    s = carom_circle_sweep_moving_to(circle_at(0, low_start, 0), at(0, 1),
                                     carom_segment(at(-5, high_start), at(5, high_start)),
                                     at(-5, 1), at(5, 1), false);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_true(s.t == 1.0);
}

// Cases in which an earlier version was wrong.
static void test_reported_cases(void **state) {
    (void)state;
    // The circle rests on end b. The hit begins when the foot of the perpendicular comes to the
    // end.
    const carom_circle c = {{0x0p+0, 0x1.2p-48}, 0x1.2p-49};
    const carom_wall wall = carom_capsule(at(0x1.eep-44, -0x1.92p-44), at(0, 0), 0x1.2p-49);
    const carom_sweep s = carom_circle_sweep_moving(
        c, at(0, 0), carom_moving_wall_make(wall, at(0x1.5cp-45, 0x1.1b4p-42), at(0, 0)), true);
    assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    assert_int_equal(s.feature, CAROM_FEATURE_END_B);
    // A point meets the side 1e-17 before 1/4 and the end at 1/4.
    const carom_sweep two = carom_circle_sweep_moving_to(
        circle_at(0x1.38p+3, 0x1.6dp+4, 0), at(-0x1.d4p+4, -0x1.11cp+6),
        carom_segment(at(0, 0), at(0x1.508p+5, 0x1.828p+4)), at(0, 0),
        at(-0x1.f8cp+6, -0x1.21dffffffffffp+6), false);
    assert_int_equal(two.feature, CAROM_FEATURE_SIDE);
    assert_true(two.t == 0x1.fffffffffffffp-3);
    // The centre crosses the line of the wall within the last digit of a time with 100 bits.
    const double x = 0x1.9b182c89b3e7cp+905, y = 0x1.ffa960bf690fp+293,
                 b_y = 0x1.ba8833f4abbccp+738;
    const carom_sweep far = carom_circle_sweep_moving(
        circle_at(0, 0, 0x1.deceda040ca43p-816), at(x, y),
        carom_moving_wall_make(carom_segment(at(x, y), at(x, b_y)),
                               at(-0x1.60040770a1176p+778, 0x1.f86c7d1175094p-849),
                               at(-0x1.307f762cc6464p-416, -b_y)),
        false);
    assert_int_equal(far.feature, CAROM_FEATURE_SIDE);
    assert_true(far.normal.y == -1.0);
}

// The squares of the coordinates of u underflow, so the rounded |u| is 0, but R |u| is not small.
static void test_short_walls(void **state) {
    (void)state;
    const carom_circle c = circle_at(0, 0x1p190, 0x1p189);
    for (int e = -1060; e <= -300; e += 10) {
        const double length = ldexp(1.0, e);
        const carom_wall w = carom_segment(at(0, 0), at(length, 0));
        assert_false(carom_circle_path_is_clear_of_moving(c, at(0, 0x1p188), w, at(0, 0),
                                                          at(length / 2, 0)));
        const carom_sweep s =
            carom_circle_sweep_moving_to(c, at(0, 0x1p188), w, at(0, 0), at(length / 2, 0), false);
        assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lift),          cmocka_unit_test(test_short_walls),
        cmocka_unit_test(test_door),          cmocka_unit_test(test_wall_becomes_a_point),
        cmocka_unit_test(test_touches),       cmocka_unit_test(test_point),
        cmocka_unit_test(test_overlap),       cmocka_unit_test(test_discs),
        cmocka_unit_test(test_invalid),       cmocka_unit_test(test_against_walls_at_rest),
        cmocka_unit_test(test_extreme_moves), cmocka_unit_test(test_reported_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
