// The rest of the contract of classic.h: names, steps, verdicts, maps, arbitrary input. Also
// measures, with a seed, how often the methods are wrong in cases that rounding decides. Room:
// tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "carom/contact.h"
#include "cases.h"
#include "classic.h"
#include "motion_cases.h"
#include "points.h"
#include "random.h"

enum { NONE = CAROM_CLASSIC_COUNT };

static const carom_vec2 still = {0.0, 0.0};

// ---- names and questions ----

static void test_names_and_questions(void **state) {
    (void)state;
    const struct {
        const char *name, *article;
        carom_contact_rule touch;
        carom_extent extent;
    } expected[CAROM_CLASSIC_COUNT] = {
        {"area-line", "article 1", CAROM_CONTACT_RULE_CLOSED_DISC, CAROM_EXTENT_LINE},
        {"area", "article 1", CAROM_CONTACT_RULE_RING, CAROM_EXTENT_SEGMENT},
        {"closest-point", "article 2", CAROM_CONTACT_RULE_OPEN_DISC, CAROM_EXTENT_SEGMENT},
        {"moving-circle", "article 3", CAROM_CONTACT_RULE_CLOSED_DISC, CAROM_EXTENT_SEGMENT},
        {"falling-gate", "article 4", CAROM_CONTACT_RULE_CLOSED_DISC, CAROM_EXTENT_SEGMENT},
        {"falling-projection", "article 4", CAROM_CONTACT_RULE_CLOSED_DISC, CAROM_EXTENT_SEGMENT},
        {"tangent-clamp", "article 5", CAROM_CONTACT_RULE_OPEN_DISC, CAROM_EXTENT_SEGMENT},
        {"naive-double", "no article", CAROM_CONTACT_RULE_CLOSED_DISC, CAROM_EXTENT_SEGMENT},
        {"naive-float", "no article", CAROM_CONTACT_RULE_CLOSED_DISC, CAROM_EXTENT_SEGMENT},
    };
    for (int m = 0; m < CAROM_CLASSIC_COUNT; m++) {
        const carom_classic method = (carom_classic)m;
        assert_string_equal(carom_classic_name(method), expected[m].name);
        assert_non_null(strstr(carom_classic_summary(method), expected[m].article));
        assert_int_equal(carom_classic_rule(method), expected[m].touch);
        assert_int_equal(carom_classic_extent(method), expected[m].extent);
        assert_int_equal(carom_classic_is_sweep(method), method == CAROM_CLASSIC_MOVING_CIRCLE);
    }
    const char *verdicts[] = {"right", "false-hit", "missed", "wrong-time", "invalid", "invalid"};
    for (int v = 0; v < 6; v++)
        assert_string_equal(carom_classic_verdict_name((carom_classic_verdict)v), verdicts[v]);
}

static void test_no_method(void **state) {
    (void)state;
    const int numbers[] = {NONE, 1000, -1};
    const carom_circle c = {{0, 0}, 1};
    const carom_wall w = carom_segment(vec(-1, 0), vec(1, 0));
    for (size_t i = 0; i < 3; i++) {
        const carom_classic none = (carom_classic)numbers[i];
        carom_classic_steps steps = {.count = 7};
        assert_string_equal(carom_classic_name(none), "invalid");
        assert_string_equal(carom_classic_summary(none), "");
        assert_false(carom_classic_is_sweep(none));
        assert_false(carom_classic_relate(none, c, w, &steps).collides);
        assert_int_equal(steps.count, 0);
        assert_false(carom_classic_sweep_circle(none, c, vec(1, 0), w, &steps).hits);
        assert_false(carom_classic_truth(none, c, still, w));
        assert_int_equal(carom_classic_judge(none, c, still, w), CAROM_CLASSIC_VERDICT_NO_QUESTION);
    }
}

static void test_the_extent_is_the_methods(void **state) {
    (void)state;
    const carom_circle beyond = {{5, 0}, 1};
    for (int extent = 0; extent <= 3; extent++) {
        const carom_wall w = carom_wall_make(vec(0, 0), vec(1, 0), 0, (carom_extent)extent);
        assert_true(carom_classic_truth(CAROM_CLASSIC_AREA_LINE, beyond, still, w));
        assert_false(carom_classic_truth(CAROM_CLASSIC_NAIVE_DOUBLE, beyond, still, w));
        assert_int_equal(carom_classic_judge(CAROM_CLASSIC_AREA_LINE, beyond, still, w),
                         CAROM_CLASSIC_VERDICT_RIGHT);
        assert_int_equal(carom_classic_judge(CAROM_CLASSIC_NAIVE_DOUBLE, beyond, still, w),
                         CAROM_CLASSIC_VERDICT_RIGHT);
    }
}

// ---- answers ----

// A method for circles at rest, asked about a moving circle, tests only the end of the path.
static void test_at_rest_asked_to_sweep(void **state) {
    (void)state;
    const carom_wall w = carom_segment(vec(0, -5), vec(0, 5));
    const carom_circle c = {{-3, 0}, 1};
    const carom_classic method = CAROM_CLASSIC_NAIVE_DOUBLE;
    const carom_classic_sweep in = carom_classic_sweep_circle(method, c, vec(2.5, 0), w, NULL);
    assert_true(in.hits && in.t == 1 && in.center.x == -.5 && in.end.x == -.5);
    assert_true(in.normal.x == 0 && in.normal.y == 0);
    const carom_classic_sweep through = carom_classic_sweep_circle(method, c, vec(6, 0), w, NULL);
    assert_true(!through.hits && through.t == 0 && through.end.x == 3 && through.end.y == 0);
    assert_int_equal(carom_circle_sweep(c, vec(6, 0), w).kind, CAROM_SWEEP_KIND_HIT);
}

static void test_a_sweep_asked_at_rest(void **state) {
    (void)state;
    carom_classic_steps steps = {.count = 7};
    const carom_classic_contact k =
        carom_classic_relate(CAROM_CLASSIC_MOVING_CIRCLE, (carom_circle){{0, 0}, 1},
                             carom_segment(vec(-1, 0), vec(1, 0)), &steps);
    assert_true(!k.collides && !k.has_point && !k.has_offset && steps.count == 0);
}

static void assert_steps(const carom_classic_steps *steps, bool yes) {
    assert_true(steps->count > 2 && steps->count < CAROM_CLASSIC_STEPS_MAX);
    for (int i = 0; i < steps->count; i++) {
        assert_true(steps->step[i].text && steps->step[i].text[0]);
        assert_in_range(steps->step[i].count, 1, 2);
    }
    // The last step is the answer, except that a vector can follow from it.
    const carom_classic_step *last = &steps->step[steps->count - 1];
    if (last->count == 2)
        last--;
    assert_true(last->value[0] == (yes ? 1.0 : 0.0));
}

static bool same(const void *p, const void *q, size_t bytes) {
    return memcmp(p, q, bytes) == 0;
}

// The bits are the same with and without steps. Every input gets an answer.
static void test_steps_and_any_input(void **state) {
    (void)state;
    long invalid = 0;
    for (int kind = 0; kind < CASE_CLASS_COUNT; kind++)
        for (uint64_t i = 0; i < 40; i++) {
            const test_case t = case_make((case_class)kind, case_seed(), i);
            const bool valid = carom_circle_is_valid(t.circle) &&
                               carom_wall_is_valid(carom_wall_make(
                                   t.wall.a, t.wall.b, t.wall.radius, CAROM_EXTENT_SEGMENT));
            for (int m = 0; m < CAROM_CLASSIC_COUNT; m++) {
                const carom_classic method = (carom_classic)m;
                if (carom_classic_is_sweep(method))
                    continue;
                carom_classic_steps steps;
                const carom_classic_contact p = carom_classic_relate(method, t.circle, t.wall,
                                                                     NULL),
                                            q = carom_classic_relate(method, t.circle, t.wall,
                                                                     &steps);
                assert_true(p.collides == q.collides && p.has_offset == q.has_offset);
                if (isfinite(p.point.x) && isfinite(p.point.y))
                    assert_true(same(&p.point, &q.point, sizeof p.point));
                assert_steps(&steps, p.collides);
                const carom_classic_verdict v =
                    carom_classic_judge(method, t.circle, still, t.wall);
                assert_int_equal(v == CAROM_CLASSIC_VERDICT_NO_QUESTION, !valid);
                invalid += !valid;
            }
        }
    assert_true(invalid > 0);
}

static void test_moving_steps_and_any_input(void **state) {
    (void)state;
    long counts[5] = {0};
    for (int kind = 0; kind < MOTION_CLASS_COUNT; kind++)
        for (uint64_t i = 0; i < 100; i++) {
            const motion_case t = motion_make((motion_class)kind, case_seed(), i);
            const carom_classic method = CAROM_CLASSIC_MOVING_CIRCLE;
            carom_classic_steps steps;
            const carom_classic_sweep p =
                carom_classic_sweep_circle(method, t.circle, t.move, t.wall, &steps);
            const carom_classic_sweep q =
                carom_classic_sweep_circle(method, t.circle, t.move, t.wall, NULL);
            assert_true(p.hits == q.hits && same(&p.t, &q.t, sizeof p.t));
            assert_steps(&steps, p.hits);
            const carom_classic_verdict v = carom_classic_judge(method, t.circle, t.move, t.wall);
            const bool truth = carom_classic_truth(method, t.circle, t.move, t.wall);
            if (v == CAROM_CLASSIC_VERDICT_FALSE_HIT)
                assert_true(p.hits && !truth);
            if (v == CAROM_CLASSIC_VERDICT_MISSED)
                assert_true(!p.hits && truth);
            if (v == CAROM_CLASSIC_VERDICT_WRONG_TIME)
                assert_true(p.hits && truth);
            counts[v]++;
        }
    for (int v = 0; v < 5; v++)
        assert_true(counts[v] > 10);
}

// ---- maps ----

static void test_map(void **state) {
    (void)state;
    enum { COLUMNS = 31, ROWS = 17 };
    const carom_box window = {{-3, -2}, {4, 2.5}};
    const carom_wall w = carom_segment(vec(-1, -.5), vec(2, 1));
    for (int m = 0; m < CAROM_CLASSIC_COUNT; m++) {
        const carom_classic method = (carom_classic)m;
        unsigned char verdicts[COLUMNS * ROWS + 1];
        size_t counts[5], again[5] = {0};
        verdicts[COLUMNS * ROWS] = 77;
        carom_classic_map(method, 1.0, vec(1, -1), w, window, COLUMNS, ROWS, verdicts, counts);
        assert_int_equal(verdicts[COLUMNS * ROWS], 77);
        for (size_t row = 0; row < ROWS; row++)
            for (size_t column = 0; column < COLUMNS; column++) {
                const carom_vec2 p = carom_classic_map_center(window, COLUMNS, ROWS, column, row);
                const int cell = verdicts[row * COLUMNS + column];
                assert_int_equal(
                    cell, carom_classic_judge(method, carom_circle_make(p, 1), vec(1, -1), w));
                again[cell]++;
            }
        assert_memory_equal(counts, again, sizeof counts);
        carom_classic_map(method, 1.0, vec(1, -1), w, window, COLUMNS, ROWS, verdicts, NULL);
        carom_classic_map(method, 1.0, vec(1, -1), w, window, 0, ROWS, NULL, counts);
        assert_true(counts[0] == 0 && counts[4] == 0);
        carom_classic_map(method, -1.0, vec(1, -1), w, window, COLUMNS, ROWS, verdicts, counts);
        assert_true(counts[CAROM_CLASSIC_VERDICT_NO_QUESTION] == COLUMNS * ROWS);
    }
}

static void test_map_center(void **state) {
    (void)state;
    const carom_box window = {{0, 10}, {8, 14}};
    const carom_vec2 first = carom_classic_map_center(window, 4, 2, 0, 0);
    assert_true(first.x == 1 && first.y == 13); // row 0 on top
    const carom_vec2 last = carom_classic_map_center(window, 4, 2, 3, 1);
    assert_true(last.x == 7 && last.y == 11);
    // Rounded at each step as the header says.
    const carom_box odd = {{.1, .2}, {.7, .9}};
    const carom_vec2 p = carom_classic_map_center(odd, 3, 7, 1, 2);
    const double along = 1.5 / 3.0, width = .7 - .1, part = along * width;
    assert_true(p.x == .1 + part);
}

// ---- how often they are wrong ----

static double percent(long part, long of) {
    return 100.0 * (double)part / (double)of;
}

// Radius within 4 ulp of the computed distance to the side. A method that decides exactly has 0 %.
static void test_error_rates_near_tangency(void **state) {
    (void)state;
    enum { CASES = 20000 };
    long wrong[CAROM_CLASSIC_COUNT] = {0};
    random_source g = random_start(6, 1, 4);
    for (int i = 0; i < CASES;) {
        double z[6];
        for (int j = 0; j < 6; j++)
            z[j] = random_between(&g, -1, 1);
        const carom_wall w = carom_segment(vec(z[0], z[1]), vec(z[2], z[3]));
        const carom_vec2 u = carom_vec2_sub(w.b, w.a), p = {z[4], z[5]};
        const carom_vec2 q = carom_vec2_sub(p, w.a);
        const double along = carom_vec2_dot(q, u), len2 = carom_vec2_dot(u, u);
        if (along <= 0 || along >= len2)
            continue;
        const double distance = fabs(carom_vec2_cross(u, q)) / sqrt(len2);
        const carom_circle c = {p, nudged(distance, random_int(&g, -4, 4))};
        for (int m = 0; m < CAROM_CLASSIC_COUNT; m++)
            if (m != CAROM_CLASSIC_MOVING_CIRCLE)
                wrong[m] += carom_classic_judge((carom_classic)m, c, still, w) !=
                            CAROM_CLASSIC_VERDICT_RIGHT;
        i++;
    }
    for (int m = 0; m < CAROM_CLASSIC_COUNT; m++) {
        if (m == CAROM_CLASSIC_MOVING_CIRCLE)
            continue;
        print_message("within 4 ulp of touching, %s: %.1f %% wrong\n",
                      carom_classic_name((carom_classic)m), percent(wrong[m], CASES));
        assert_true(percent(wrong[m], CASES) > 1.0);
    }
    assert_true(percent(wrong[CAROM_CLASSIC_AREA], CASES) < 12.0);
    assert_true(percent(wrong[CAROM_CLASSIC_NAIVE_FLOAT], CASES) > 30.0);
}

// The same moving circles at scale 1 and 1e-100, where the product of article 3 underflows.
static long wrong_at_scale(double s, int cases) {
    long wrong = 0;
    random_source g = random_start(5, 1, 0);
    for (int i = 0; i < cases; i++) {
        double z[9];
        for (int j = 0; j < 9; j++)
            z[j] = random_between(&g, -2, 2);
        const carom_circle c = {{z[0] * s, z[1] * s}, (fabs(z[2]) * .25 + .01) * s};
        const carom_wall w = carom_segment(vec(z[3] * s, z[4] * s), vec(z[5] * s, z[6] * s));
        wrong += carom_classic_judge(CAROM_CLASSIC_MOVING_CIRCLE, c, vec(z[7] * s, z[8] * s), w) !=
                 CAROM_CLASSIC_VERDICT_RIGHT;
    }
    return wrong;
}

static void test_error_rate_on_a_small_scale(void **state) {
    (void)state;
    enum { CASES = 20000 };
    const double ordinary = percent(wrong_at_scale(1.0, CASES), CASES);
    const double small = percent(wrong_at_scale(1e-100, CASES), CASES);
    print_message("moving circles: %.1f %% wrong, %.1f %% at 1e-100\n", ordinary, small);
    assert_true(ordinary > 6.0 && ordinary < 10.0);
    assert_true(small > 16.0 && small < 20.0);
}

// Article 2's offset, applied: half of the circles still overlap.
static void test_error_rate_pushed_out(void **state) {
    (void)state;
    long pushed = 0, overlap = 0;
    random_source g = random_start(1, 1, 0);
    for (int i = 0; i < 20000; i++) {
        double z[7];
        for (int j = 0; j < 7; j++)
            z[j] = random_between(&g, -2, 2);
        const carom_wall w = carom_segment(vec(z[0], z[1]), vec(z[2], z[3]));
        carom_circle c = {{z[4], z[5]}, fabs(z[6])};
        const carom_classic_contact k =
            carom_classic_relate(CAROM_CLASSIC_CLOSEST_POINT, c, w, NULL);
        if (!k.collides)
            continue;
        pushed++;
        assert_false(carom_circle_overlaps(
            carom_circle_make(carom_circle_push_out(c, w).center, c.radius), w));
        c.center = carom_vec2_add(c.center, k.offset);
        overlap += carom_circle_overlaps(c, w);
    }
    print_message("moved by the offset: %ld of %ld still overlap\n", overlap, pushed);
    assert_true(pushed > 5000 && overlap > pushed / 3 && overlap < pushed * 2 / 3);
}

// One reflection per frame in a closed box. A ball that is outside is counted and put back.
static void test_leaks_out_of_a_box(void **state) {
    (void)state;
    const carom_vec2 corner[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    random_source g = random_start(2, 5, 0);
    carom_circle c = {{0, 0}, .1};
    carom_vec2 v = still;
    bool inside = false;
    long escapes = 0;
    for (int frame = 0; frame < 100000; frame++) {
        if (!inside) {
            c.center.x = random_between(&g, -.6, .6);
            c.center.y = random_between(&g, -.6, .6);
            v.x = random_between(&g, -2, 2);
            v.y = random_between(&g, -2, 2);
        }
        carom_classic_sweep first = {.t = 2, .end = carom_vec2_add(c.center, v)};
        for (int k = 0; k < 4; k++) {
            const carom_classic_sweep s =
                carom_classic_sweep_circle(CAROM_CLASSIC_MOVING_CIRCLE, c, v,
                                           carom_segment(corner[k], corner[(k + 1) % 4]), NULL);
            if (s.hits && s.t < first.t)
                first = s;
        }
        c.center = first.end;
        if (first.hits)
            v = carom_vec2_sub(v,
                               carom_vec2_scale(first.normal, 2 * carom_vec2_dot(v, first.normal)));
        inside = fabs(c.center.x) <= 1 && fabs(c.center.y) <= 1;
        escapes += !inside;
    }
    print_message("moving circle in a closed box: %ld escapes in 100,000 frames\n", escapes);
    assert_true(escapes > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_and_questions),
        cmocka_unit_test(test_no_method),
        cmocka_unit_test(test_the_extent_is_the_methods),
        cmocka_unit_test(test_at_rest_asked_to_sweep),
        cmocka_unit_test(test_a_sweep_asked_at_rest),
        cmocka_unit_test(test_steps_and_any_input),
        cmocka_unit_test(test_moving_steps_and_any_input),
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_map_center),
        cmocka_unit_test(test_error_rates_near_tangency),
        cmocka_unit_test(test_error_rate_on_a_small_scale),
        cmocka_unit_test(test_error_rate_pushed_out),
        cmocka_unit_test(test_leaks_out_of_a_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
