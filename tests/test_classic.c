// The methods of the articles: what each answers correctly, and every listed failure with its
// smallest case. test_classic_maps.c tests the rest of the contract. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "carom/contact.h"
#include "classic.h"
#include "points.h"
#include "random.h"

static carom_circle circle(double x, double y, double r) {
    return carom_circle_make(vec(x, y), r);
}

static carom_wall segment(double ax, double ay, double bx, double by) {
    return carom_segment(vec(ax, ay), vec(bx, by));
}

static carom_classic_verdict judged(carom_classic method, carom_circle c, carom_wall w) {
    return carom_classic_judge(method, c, vec(0, 0), w);
}

// ---- what they get right ----

typedef bool grid_part(carom_classic method, carom_circle c, carom_wall w);

static double along(carom_circle c, carom_wall w) {
    return carom_vec2_dot(carom_vec2_sub(c.center, w.a), carom_vec2_sub(w.b, w.a));
}

static double len2(carom_wall w) {
    const carom_vec2 u = carom_vec2_sub(w.b, w.a);
    return carom_vec2_dot(u, u);
}

static bool everywhere(carom_classic method, carom_circle c, carom_wall w) {
    (void)method, (void)c, (void)w;
    return true;
}

static bool not_beyond_two(carom_classic method, carom_circle c, carom_wall w) {
    (void)method;
    return along(c, w) <= len2(w);
}

static bool above_the_inner_part(carom_classic method, carom_circle c, carom_wall w) {
    const bool inner = along(c, w) > 0 && along(c, w) < len2(w);
    if (method == CAROM_CLASSIC_FALLING_PROJECTION)
        return inner;
    return inner && w.b.x > 0 && c.center.x > 0 && c.center.x < w.b.x &&
           carom_wall_side(w, c.center) >= 0;
}

// Walls from the origin, all circles and radii of a small integer grid: right in that part.
static void right_on_the_grid(carom_classic method, grid_part *part) {
    enum { N = 6 };
    long hits = 0, misses = 0;
    for (int bx = -N; bx <= N; bx++)
        for (int by = -N; by <= N; by++)
            for (int cx = -N; cx <= N; cx++)
                for (int cy = -N; cy <= N; cy++)
                    for (int r = 1; r <= N; r++) {
                        const carom_circle c = circle(cx, cy, r);
                        const carom_wall w = segment(0, 0, bx, by);
                        if ((bx == 0 && by == 0) || !part(method, c, w))
                            continue;
                        assert_int_equal(judged(method, c, w), CAROM_CLASSIC_VERDICT_RIGHT);
                        if (carom_classic_truth(method, c, vec(0, 0), w))
                            hits++;
                        else
                            misses++;
                    }
    assert_true(hits > 1000 && misses > 1000);
}

static void test_right_on_small_integers(void **state) {
    (void)state;
    right_on_the_grid(CAROM_CLASSIC_AREA_LINE, everywhere);
    right_on_the_grid(CAROM_CLASSIC_AREA, everywhere);
    right_on_the_grid(CAROM_CLASSIC_CLOSEST_POINT, everywhere);
    right_on_the_grid(CAROM_CLASSIC_FALLING_GATE, above_the_inner_part);
    right_on_the_grid(CAROM_CLASSIC_FALLING_PROJECTION, above_the_inner_part);
    right_on_the_grid(CAROM_CLASSIC_TANGENT_CLAMP, not_beyond_two);
    right_on_the_grid(CAROM_CLASSIC_NAIVE_DOUBLE, everywhere);
    right_on_the_grid(CAROM_CLASSIC_NAIVE_FLOAT, everywhere);
}

static void test_moving_circle_meets_the_side(void **state) {
    (void)state;
    const carom_wall w = segment(0, 0, 9, 0);
    for (int side = -1; side <= 1; side += 2)
        for (int x = 1; x <= 8; x++)
            for (int vx = -4; vx <= 4; vx++)
                for (int vy = 1; vy <= 9; vy++) {
                    const carom_circle c = circle(x, side * 4, 2);
                    const carom_vec2 move = vec(vx, -side * vy);
                    // Where the centre is when the circle comes down to the line.
                    const double down = x + vx * 2.0 / vy;
                    if (down <= 0 || down >= 9)
                        continue;
                    assert_int_equal(carom_classic_judge(CAROM_CLASSIC_MOVING_CIRCLE, c, move, w),
                                     CAROM_CLASSIC_VERDICT_RIGHT);
                    const carom_classic_sweep s =
                        carom_classic_sweep_circle(CAROM_CLASSIC_MOVING_CIRCLE, c, move, w, NULL);
                    assert_int_equal(s.hits, vy >= 2);
                    if (s.hits) {
                        assert_true(s.normal.y == side && fabs(s.t - 2.0 / vy) < 1e-15);
                        assert_true(fabs(s.end.x - (x + vx)) < 1e-14);
                        assert_true(fabs(s.end.y - side * vy) < 1e-14);
                    }
                }
}

static void test_moving_circle_meets_an_end(void **state) {
    (void)state;
    const carom_wall w = segment(0, 0, 3, 0);
    const carom_classic_sweep s = carom_classic_sweep_circle(
        CAROM_CLASSIC_MOVING_CIRCLE, circle(-10, 0, 2), vec(16, 0), w, NULL);
    assert_true(s.hits && s.t == 0.5 && s.center.x == -2 && s.center.y == 0);
    assert_true(s.normal.x == -1 && s.normal.y == 0 && s.end.x == -10 && s.end.y == 0);
}

static void test_offset_moves_out(void **state) {
    (void)state;
    const carom_classic_contact k = carom_classic_relate(
        CAROM_CLASSIC_CLOSEST_POINT, circle(2, 1, 3), segment(0, 0, 4, 0), NULL);
    assert_true(k.collides && k.has_point && k.point.x == 2 && k.point.y == 0);
    assert_true(k.has_offset && k.offset.x == 0 && k.offset.y == 2);
}

static void step_is(const carom_classic_steps *steps, int i, double x, double y, double within) {
    assert_true(i < steps->count);
    assert_true(fabs(steps->step[i].value[0] - x) <= within);
    if (steps->step[i].count == 2)
        assert_true(fabs(steps->step[i].value[1] - y) <= within);
}

// Article 5's own example, step by step.
static void test_worked_example(void **state) {
    (void)state;
    carom_classic_steps steps;
    const carom_classic_contact k = carom_classic_relate(
        CAROM_CLASSIC_TANGENT_CLAMP, circle(35, 15, 10), segment(0, 0, 50, 50), &steps);
    assert_int_equal(steps.count, 10);
    step_is(&steps, 0, 50, -50, 0);                    // A, B
    step_is(&steps, 1, sqrt(0.5), sqrt(0.5), 1e-15);   // tangent
    step_is(&steps, 2, -15, -35, 0);                   // difference
    step_is(&steps, 3, -35.355339059327378, 0, 1e-13); // distance
    step_is(&steps, 4, 25, 25, 1e-13);                 // nearest
    step_is(&steps, 5, 35.355339059327378, 0, 1e-13);  // length
    step_is(&steps, 6, 70.710678118654755, 0, 1e-13);  // segment
    step_is(&steps, 7, -10, 10, 1e-13);                // gap
    step_is(&steps, 8, 14.142135623730951, 0, 1e-13);  // |gap|
    step_is(&steps, 9, 0, 0, 0);                       // in collision
    assert_false(k.collides);
    assert_true(k.has_point && !k.has_offset);
    assert_true(fabs(k.point.x - 25) < 1e-13 && fabs(k.point.y - 25) < 1e-13);
}

// ---- every listed failure ----

typedef struct failure {
    carom_classic method;
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
    carom_classic_verdict verdict;
} failure;

// {method, {centre, r}, move, {a, b}, verdict}
static const failure failures[] = {
    // No length: 0/0.
    {CAROM_CLASSIC_AREA_LINE, {{3, 4}, 5}, {0, 0}, {.a = {0, 0}}, CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_CLOSEST_POINT, {{0, 0}, 1}, {0, 0}, {.a = {0, 0}}, CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_FALLING_GATE, {{0, 0}, 1}, {0, 0}, {.a = {0, 0}}, CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_FALLING_PROJECTION,
     {{0, 0}, 1},
     {0, 0},
     {.a = {0, 0}},
     CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_TANGENT_CLAMP, {{0, 0}, 1}, {0, 0}, {.a = {0, 0}}, CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_NAIVE_DOUBLE, {{0, 0}, 1}, {0, 0}, {.a = {0, 0}}, CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_NAIVE_FLOAT, {{0, 0}, 1}, {0, 0}, {.a = {0, 0}}, CAROM_CLASSIC_VERDICT_MISSED},
    // Article 3 tests the end P1 there, which is the whole wall.
    {CAROM_CLASSIC_MOVING_CIRCLE, {{4, 0}, 1}, {-4, 0}, {.a = {0, 0}}, CAROM_CLASSIC_VERDICT_RIGHT},
    // Rounding at a touch.
    {CAROM_CLASSIC_CLOSEST_POINT,
     {{-1, -7}, 5},
     {0, 0},
     {.b = {6, -8}},
     CAROM_CLASSIC_VERDICT_FALSE_HIT},
    {CAROM_CLASSIC_TANGENT_CLAMP,
     {{2, -1}, 1},
     {0, 0},
     {.b = {6, -8}},
     CAROM_CLASSIC_VERDICT_FALSE_HIT},
    {CAROM_CLASSIC_NAIVE_DOUBLE,
     {{4, -7}, 1},
     {0, 0},
     {.b = {6, -8}},
     CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_NAIVE_FLOAT, {{4, -7}, 1}, {0, 0}, {.b = {6, -8}}, CAROM_CLASSIC_VERDICT_MISSED},
    // Article 4, the first approach: no absolute value; vertical walls; a gate not square to them.
    {CAROM_CLASSIC_FALLING_GATE,
     {{1, -5}, 1},
     {0, 0},
     {.b = {2, 0}},
     CAROM_CLASSIC_VERDICT_FALSE_HIT},
    {CAROM_CLASSIC_FALLING_GATE, {{0, 1}, 1}, {0, 0}, {.b = {0, 2}}, CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_FALLING_GATE, {{3, 1}, 5}, {0, 0}, {.b = {1, 7}}, CAROM_CLASSIC_VERDICT_MISSED},
    // With > and < its condition is never true for a vertical wall; with >= and <= it would be true
    // everywhere.
    {CAROM_CLASSIC_FALLING_GATE, {{-1, -1}, 1}, {0, 0}, {.b = {0, 1}}, CAROM_CLASSIC_VERDICT_RIGHT},
    // Both: the ends.
    {CAROM_CLASSIC_FALLING_GATE,
     {{-3, -4}, 2},
     {0, 0},
     {.a = {-2, -4}, .b = {4, 3}},
     CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_FALLING_PROJECTION,
     {{-3, -4}, 2},
     {0, 0},
     {.a = {-2, -4}, .b = {4, 3}},
     CAROM_CLASSIC_VERDICT_MISSED},
    // Just level with an end is not between them.
    {CAROM_CLASSIC_FALLING_GATE, {{0, .5}, 1}, {0, 0}, {.b = {2, 0}}, CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_FALLING_GATE, {{2, .5}, 1}, {0, 0}, {.b = {2, 0}}, CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_FALLING_PROJECTION,
     {{0, .5}, 1},
     {0, 0},
     {.b = {2, 0}},
     CAROM_CLASSIC_VERDICT_MISSED},
    {CAROM_CLASSIC_FALLING_PROJECTION,
     {{2, .5}, 1},
     {0, 0},
     {.b = {2, 0}},
     CAROM_CLASSIC_VERDICT_MISSED},
    // Article 5: a length is never negative.
    {CAROM_CLASSIC_TANGENT_CLAMP,
     {{1.5, 0}, .25},
     {0, 0},
     {.b = {1, 0}},
     CAROM_CLASSIC_VERDICT_FALSE_HIT},
    {CAROM_CLASSIC_TANGENT_CLAMP,
     {{-1, 2}, 2},
     {0, 0},
     {.b = {0, 1}},
     CAROM_CLASSIC_VERDICT_MISSED},
    // Squares that vanish, and floats far out.
    {CAROM_CLASSIC_NAIVE_DOUBLE,
     {{3e-200, 0}, 1e-200},
     {0, 0},
     {.a = {0, -1}, .b = {0, 1}},
     CAROM_CLASSIC_VERDICT_FALSE_HIT},
    {CAROM_CLASSIC_NAIVE_FLOAT,
     {{16777219, 0}, 1},
     {0, 0},
     {.a = {16777221, -1}, .b = {16777221, 1}},
     CAROM_CLASSIC_VERDICT_FALSE_HIT},
    // Article 3: touching and leaving.
    {CAROM_CLASSIC_MOVING_CIRCLE,
     {{-1, 1}, 1},
     {-2, -2},
     {.b = {0, 2}},
     CAROM_CLASSIC_VERDICT_FALSE_HIT},
    // Overlap between the ends.
    {CAROM_CLASSIC_MOVING_CIRCLE,
     {{0, 0}, .5},
     {-1, -1},
     {.b = {0, 1}},
     CAROM_CLASSIC_VERDICT_MISSED},
    // The shorter path instead of the smaller time: late, and missed.
    {CAROM_CLASSIC_MOVING_CIRCLE,
     {{0, 4}, 2},
     {-2, -2},
     {.a = {-2, 2}, .b = {-1, 1}},
     CAROM_CLASSIC_VERDICT_WRONG_TIME},
    {CAROM_CLASSIC_MOVING_CIRCLE,
     {{-2, 2}, 1.5},
     {1, -1},
     {.b = {1, 1}},
     CAROM_CLASSIC_VERDICT_MISSED},
    // A time before the start. In the listed case it is by less than 1e-9, which judge permits.
    {CAROM_CLASSIC_MOVING_CIRCLE,
     {{1, 0}, 2},
     {-1, 0},
     {.b = {-4, 0}},
     CAROM_CLASSIC_VERDICT_WRONG_TIME},
    {CAROM_CLASSIC_MOVING_CIRCLE,
     {{2, 0}, 2},
     {-3, -1},
     {.a = {-3, 3}, .b = {2, -2}},
     CAROM_CLASSIC_VERDICT_RIGHT},
    // An end just beside is not ahead.
    {CAROM_CLASSIC_MOVING_CIRCLE,
     {{4, .5}, 1},
     {1, 0},
     {.b = {4, 0}},
     CAROM_CLASSIC_VERDICT_MISSED},
    // Beside the wall, moving behind an end.
    {CAROM_CLASSIC_MOVING_CIRCLE,
     {{-2, -1}, 1},
     {-3, -4},
     {.b = {3, 4}},
     CAROM_CLASSIC_VERDICT_FALSE_HIT},
};

static void test_listed_failures(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        const failure *f = &failures[i];
        const carom_classic_verdict verdict =
            carom_classic_judge(f->method, f->circle, f->move, f->wall);
        if (verdict != f->verdict)
            print_error("failure %zu, %s: %s\n", i, carom_classic_name(f->method),
                        carom_classic_verdict_name(verdict));
        assert_int_equal(verdict, f->verdict);
    }
}

// For a disc the ring is the wrong question. Judged by the question asked, the answer is right.
static void test_ring_for_a_disc(void **state) {
    (void)state;
    const carom_circle c = circle(0, 1, 4);
    const carom_wall w = segment(-1, 0, 3, 2);
    assert_false(carom_classic_relate(CAROM_CLASSIC_AREA, c, w, NULL).collides);
    assert_true(carom_circle_touches(c, w));
    assert_int_equal(judged(CAROM_CLASSIC_AREA, c, w), CAROM_CLASSIC_VERDICT_RIGHT);
}

// For a thick wall the ring question is not about the sum of the radii, because the far side of the
// wall is outside.
static void test_ring_and_a_thick_wall(void **state) {
    (void)state;
    const carom_wall w = carom_capsule(vec(-1, 0), vec(1, 0), 2);
    assert_int_equal(judged(CAROM_CLASSIC_AREA, circle(0, 0, 2), w), CAROM_CLASSIC_VERDICT_MISSED);
}

static void test_no_direction_out(void **state) {
    (void)state;
    const carom_circle c = circle(1, 0, 1);
    const carom_wall w = segment(0, 0, 2, 0);
    const carom_classic_contact k = carom_classic_relate(CAROM_CLASSIC_CLOSEST_POINT, c, w, NULL);
    assert_true(k.collides && k.has_offset && isnan(k.offset.x) && isnan(k.offset.y));
    assert_true(isfinite(carom_circle_push_out(c, w).center.x));
    // A point that meets an end: article 3 gives the time and the place, but no normal.
    const carom_circle point = circle(0, 2, 0);
    const carom_vec2 down = carom_vec2_make(0, -4);
    const carom_wall v = segment(0, 0, 1, 0);
    const carom_classic_sweep s =
        carom_classic_sweep_circle(CAROM_CLASSIC_MOVING_CIRCLE, point, down, v, NULL);
    assert_true(s.hits && s.t == 0.5 && isnan(s.normal.x) && isnan(s.end.y));
    assert_true(carom_circle_sweep(point, down, v).normal.y == 1.0);
}

static void test_nan_of_no_length(void **state) {
    (void)state;
    const carom_classic method[] = {CAROM_CLASSIC_CLOSEST_POINT, CAROM_CLASSIC_TANGENT_CLAMP,
                                    CAROM_CLASSIC_NAIVE_DOUBLE, CAROM_CLASSIC_NAIVE_FLOAT};
    for (size_t i = 0; i < 4; i++) {
        const carom_classic_contact k =
            carom_classic_relate(method[i], circle(1, 0, 2), segment(0, 0, 0, 0), NULL);
        assert_true(!k.collides && k.has_point && isnan(k.point.x) && isnan(k.point.y));
        assert_true(!signbit(k.point.x) && !signbit(k.point.y)); // on every machine
    }
}

static carom_classic_sweep moved(carom_circle c, carom_vec2 move, carom_wall w) {
    return carom_classic_sweep_circle(CAROM_CLASSIC_MOVING_CIRCLE, c, move, w, NULL);
}

static void test_times_of_moving_circles(void **state) {
    (void)state;
    const carom_wall short_wall = segment(-2, 2, -1, 1);
    assert_true(fabs(moved(circle(0, 4, 2), vec(-2, -2), short_wall).t - .5) < 1e-15);
    assert_true(fabs(carom_circle_sweep(circle(0, 4, 2), vec(-2, -2), short_wall).t - .293) < 1e-3);
    const carom_sweep missed =
        carom_circle_sweep(circle(-2, 2, 1.5), vec(1, -1), segment(0, 0, 1, 1));
    assert_true(missed.kind == CAROM_SWEEP_KIND_HIT && fabs(missed.t - .939) < 1e-3);
    assert_true(moved(circle(1, 0, 2), vec(-1, 0), segment(0, 0, -4, 0)).t == -1);
    const double t = moved(circle(2, 0, 2), vec(-3, -1), segment(-3, 3, 2, -2)).t;
    assert_true(t < 0 && t > -1e-15);
}

// Touching and leaving: the ball is reflected to the other side. If a game places a ball at the
// contact and reflects it there, the ball never leaves.
static void test_freezes_on_the_wall(void **state) {
    (void)state;
    const carom_circle c = circle(-1, 1, 1);
    const carom_wall w = segment(0, 0, 0, 2);
    const carom_classic_sweep s = moved(c, vec(-2, -2), w);
    assert_true(s.t == 0 && s.center.x == -1 && s.center.y == 1 && s.end.x == 1 && s.end.y == -1);
    carom_vec2 v = vec(2, -.001);
    carom_circle ball = c;
    for (int frame = 0; frame < 100; frame++) {
        const carom_classic_sweep hit = moved(ball, v, w);
        assert_true(hit.hits && hit.center.x == -1);
        ball.center = hit.center;
        v = carom_vec2_sub(v, carom_vec2_scale(hit.normal, 2 * carom_vec2_dot(v, hit.normal)));
    }
}

// A ball one rounding error too deep falls through.
static void test_one_rounding_too_deep(void **state) {
    (void)state;
    const carom_wall w = segment(0, 0, 0, 4);
    assert_true(moved(circle(-1, 2, 1), vec(9, 0), w).hits);
    const carom_circle deep = circle(nudged(-1, 1), 2, 1);
    assert_false(moved(deep, vec(9, 0), w).hits);
    assert_int_equal(carom_circle_sweep(deep, vec(9, 0), w).kind, CAROM_SWEEP_KIND_OVERLAP);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_on_small_integers),
        cmocka_unit_test(test_moving_circle_meets_the_side),
        cmocka_unit_test(test_moving_circle_meets_an_end),
        cmocka_unit_test(test_offset_moves_out),
        cmocka_unit_test(test_worked_example),
        cmocka_unit_test(test_listed_failures),
        cmocka_unit_test(test_ring_for_a_disc),
        cmocka_unit_test(test_ring_and_a_thick_wall),
        cmocka_unit_test(test_no_direction_out),
        cmocka_unit_test(test_nan_of_no_length),
        cmocka_unit_test(test_times_of_moving_circles),
        cmocka_unit_test(test_freezes_on_the_wall),
        cmocka_unit_test(test_one_rounding_too_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
