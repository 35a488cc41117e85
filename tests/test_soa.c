// The contract of soa.h: circles, walls and displacements from arrays of either number type and any
// stride, and the touch questions by contact rule. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "carom/soa.h"
#include "case_arrays.h"
#include "random.h"
#include "verdicts.h"

enum { COUNT = 25 };

static bool same(double x, double y) {
    return memcmp(&x, &y, sizeof x) == 0;
}

static void assert_case(const test_case *t, carom_circle c, carom_wall w) {
    assert_true(same(c.center.x, t->circle.center.x) && same(c.center.y, t->circle.center.y) &&
                same(c.radius, t->circle.radius));
    assert_true(same(w.a.x, t->wall.a.x) && same(w.a.y, t->wall.a.y) && same(w.b.x, t->wall.b.x) &&
                same(w.b.y, t->wall.b.y) && same(w.radius, t->wall.radius));
    assert_int_equal(w.extent, t->wall.extent);
}

static void test_numbers_and_strides(void **state) {
    (void)state;
    test_case cases[COUNT];
    for (int floats = 0; floats < 2; floats++) {
        for (int i = 0; i < COUNT; i++) {
            cases[i] = case_make(i % 2 ? CASE_INTEGERS : CASE_GENERIC, case_seed(), (uint64_t)i);
            if (floats)
                cases[i] = case_rounded(&cases[i]);
        }
        for (size_t step = 0; step < 4; step++) {
            case_arrays arrays = case_arrays_make(
                cases, COUNT, floats ? CAROM_NUMBER_FLOAT : CAROM_NUMBER_DOUBLE, step);
            for (size_t i = 0; i < COUNT; i++)
                assert_case(&cases[i], carom_circle_soa_get(&arrays.circles, i),
                            carom_wall_soa_get(&arrays.walls, i));
            case_arrays_free(&arrays);
        }
    }
}

static void test_left_out(void **state) {
    (void)state;
    const float x[] = {1, 2}, y[] = {3, 4};
    const carom_circle_soa circles = {.x = x, .y = y, .number = CAROM_NUMBER_FLOAT, .count = 2};
    const carom_circle c = carom_circle_soa_get(&circles, 1);
    assert_true(c.center.x == 2 && c.center.y == 4 && same(c.radius, 0.0));
    const carom_wall_soa walls = {
        .ax = x, .ay = x, .bx = y, .by = y, .number = CAROM_NUMBER_FLOAT, .count = 2};
    const carom_wall w = carom_wall_soa_get(&walls, 0);
    assert_true(w.a.x == 1 && w.a.y == 1 && w.b.x == 3 && w.b.y == 3 && same(w.radius, 0.0));
    assert_int_equal(w.extent, CAROM_EXTENT_SEGMENT);
}

// An array of structs, handed over as it is.
static void test_structs(void **state) {
    (void)state;
    const carom_wall walls[] = {{{1, 2}, {3, 4}, 5, CAROM_EXTENT_SEGMENT},
                                {{6, 7}, {8, 9}, 10, CAROM_EXTENT_RAY}};
    const carom_wall_soa arrays = {.ax = &walls[0].a.x,
                                   .ay = &walls[0].a.y,
                                   .bx = &walls[0].b.x,
                                   .by = &walls[0].b.y,
                                   .radius = &walls[0].radius,
                                   .stride = sizeof walls[0],
                                   .count = 2};
    const carom_wall w = carom_wall_soa_get(&arrays, 1);
    assert_true(w.a.x == 6 && w.a.y == 7 && w.b.x == 8 && w.b.y == 9 && w.radius == 10);
    assert_int_equal(w.extent, CAROM_EXTENT_SEGMENT); // extents are an array of their own
}

static void test_movers(void **state) {
    (void)state;
    const struct { double x, y, vx, vy; } movers[] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    const carom_moving_circle_soa strided = {
        {&movers[0].x, &movers[0].y, NULL, sizeof movers[0], CAROM_NUMBER_DOUBLE, 2},
        &movers[0].vx,
        &movers[0].vy};
    const carom_vec2 v = carom_moving_circle_soa_move(&strided, 1);
    assert_true(v.x == 7 && v.y == 8);
    const float vx[] = {0.5F, -2}, vy[] = {0.25F, HUGE_VALF};
    const carom_moving_circle_soa packed = {
        {.x = vx, .y = vy, .number = CAROM_NUMBER_FLOAT, .count = 2}, vx, vy};
    const carom_vec2 u = carom_moving_circle_soa_move(&packed, 1);
    assert_true(u.x == -2 && u.y == HUGE_VAL);
}

static void test_touches_as(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    for (long i = case_count(500); i > 0; i--) {
        class_next(&run);
        const carom_circle c = run.t.circle;
        const carom_wall w = run.t.wall;
        const carom_relation r = carom_circle_relate(c, w);
        if (carom_circle_touches_by_rule(c, w, CAROM_CONTACT_RULE_CLOSED_DISC) !=
                (r >= CAROM_RELATION_TOUCHING) ||
            carom_circle_touches_by_rule(c, w, CAROM_CONTACT_RULE_OPEN_DISC) !=
                (r > CAROM_RELATION_TOUCHING) ||
            carom_circle_touches_by_rule(c, w, CAROM_CONTACT_RULE_RING) !=
                (r >= CAROM_RELATION_TOUCHING && r <= CAROM_RELATION_INSIDE_TOUCHING) ||
            carom_circle_touches_by_rule(c, w, (carom_contact_rule)3) ||
            carom_circle_touches_by_rule(c, w, (carom_contact_rule)-1))
            class_fail(&run, "touches_as, of %s", carom_relation_name(r));
    }
    assert_int_equal(run.failures, 0);
}

int main(void) {
    const struct CMUnitTest more[] = {
        cmocka_unit_test(test_numbers_and_strides),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_structs),
        cmocka_unit_test(test_movers),
    };
    const class_group group = {.name = "arrays",
                               .test_class = test_touches_as,
                               .more = more,
                               .more_count = sizeof more / sizeof more[0]};
    return run_classes(&group);
}
