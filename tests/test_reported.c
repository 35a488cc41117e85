// One case per bug found, by users, fuzzers or other tests, with its source. Newest last.
//
// To add one, write a function test_<what_was_wrong> with the case as the failing test printed it
// and the expected answer. If the contract fixes the answer, compare it exactly. If it is a rounded
// number, compare it with the oracle's truth and the documented bound, so that a better answer
// passes. Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "carom/carom.h"
#include "cases.h"
#include "oracle.h"
#include "oracle_sweep.h"

// test_oracle: a point inside or outside the outline was counted as a crossing.
static void test_point_off_the_outline_crosses_nothing(void **state) {
    (void)state;
    static const test_case t = {.circle = {{-1.5, 0}, 1},
                                .wall = {{0, 0}, {0, 0}, 0, CAROM_EXTENT_RAY}};
    assert_int_equal(carom_circle_crossings(t.circle, t.wall).count, 0);
}

// test_oracle_numbers: on a point, the parameter of the crossing was 1; a == b means the end a.
static void test_point_on_the_outline_is_the_end_a(void **state) {
    (void)state;
    carom_vec2 p = {3, 4};
    carom_crossings k = carom_circle_crossings((carom_circle){{0, 0}, 5}, carom_segment(p, p));
    assert_true(k.count == 1 && k.along[0] == 0.0);
}

// test_oracle_numbers: the point came out of numbers whose exponents were lost.
static void test_points_at_the_ends_of_the_range(void **state) {
    (void)state;
    static const test_case cases[] = {
        {.circle = {{0x0.000000000000cp-1022, -0x0.0000000000008p-1022}, 0x0.0000000000008p-1022},
         .wall = {{-0x0.000000000000cp-1022, -0x0.0000000000002p-1022},
                  {0x0.000000000000cp-1022, 0x0.0000000000004p-1022},
                  0x0.0000000000004p-1022,
                  CAROM_EXTENT_SEGMENT}},
        {.circle = {{-0x1.8p+1019, 0x1p+1017}, 0},
         .wall = {{0x1p+1017, 0}, {0x1.4p+1019, 0x1.8p+1018}, 0, CAROM_EXTENT_LINE}},
    };
    oracle_numbers truth;
    oracle_numbers_init(&truth);
    for (int i = 0; i < 2; i++) {
        carom_contact k = carom_circle_contact(cases[i].circle, cases[i].wall);
        oracle_measure(&truth, cases[i].circle, cases[i].wall);
        int ulp = i == 0 ? -1074 : 1019 - 52;
        assert_true(oracle_error(k.point.x, truth.surface.x, ulp) <= 2.0);
        assert_true(oracle_error(k.point.y, truth.surface.y, ulp) <= 2.0);
    }
    oracle_numbers_clear(&truth);
}

// test_oracle: a gap far below an ulp came out as 0 where the exponents span 1000 and more.
static void test_gap_keeps_its_sign_with_far_apart_exponents(void **state) {
    (void)state;
    static const test_case t = {
        .circle = {{-0x1.4b1aba6fb100fp-558, -0x1.4b1aba6fb100fp-558}, 0x1.df9be3a9c8d8bp-632},
        .wall = {{0x1.92c2c0ca35f88p-861, 0x1.92c2c0ca35f88p-861},
                 {0x1.c00ec89fb0b65p+175, -0x1.4b1aba6fb100fp-558},
                 0x1.92c2c0ca35f88p-861,
                 CAROM_EXTENT_LINE}};
    carom_contact k = carom_circle_contact(t.circle, t.wall);
    assert_int_equal(k.relation, CAROM_RELATION_SEPARATE);
    assert_true(k.depth < 0.0);
    assert_true(carom_circle_distance(t.circle, t.wall) > 0.0);
}

// test_oracle_numbers, 100,000 cases: two crossings closer than their rounding came in the wrong
// order.
static void test_nearly_equal_crossings_keep_their_order(void **state) {
    (void)state;
    static const test_case cases[] = {
        {.circle = {{0x1p+1023, -0x1.ffffffffffffep+1022}, 0x1p+1023},
         .wall =
             {{0x0.0000000000001p-1022, -0x1.fffffffffffffp+1023}, {0, 0}, 0, CAROM_EXTENT_RAY}},
        {.circle = {{-0x1p+1023, 0}, 0x1.0000000000002p+0},
         .wall = {{-0x1.fffffffffffffp+1021, 0x0.0000000000001p-1022},
                  {0x1.0000000000002p+1022, 0},
                  0,
                  CAROM_EXTENT_LINE}},
    };
    for (int i = 0; i < 2; i++) {
        carom_crossings k = carom_circle_crossings(cases[i].circle, cases[i].wall);
        assert_int_equal(k.count, 2);
        assert_true(k.along[0] <= k.along[1]);
    }
}

// A search for the worst case: the point of contact was 3.30 ulp off where at most 3 were promised;
// sweep.h promises 4 since then.
static void test_point_of_contact_keeps_its_bound(void **state) {
    (void)state;
    const carom_circle c = {{0x1.de57231737f66p-2, -0x1.5beb836b9fb1fp-1}, 0x1.fa55846b7744p-1};
    const carom_vec2 move = {-0x1.f71fb158e3786p-1, 0x1.207628c0fd94ep-1};
    const carom_wall wall =
        carom_segment(carom_vec2_make(-0x1.17e59453b4bccp-1, 0x1.7ddeab9bf281dp-1),
                      carom_vec2_make(0x1.cbb937e938407p-1, 0x1.92e0d25182625p-1));
    oracle_sweep *q = oracle_sweep_new();
    oracle_sweep_numbers truth;
    oracle_sweep_numbers_init(&truth);
    const oracle_sweep_verdict v = oracle_sweep_ask(q, c, (oracle_path){move, false}, wall);
    const carom_sweep s = carom_circle_sweep(c, move, wall);
    assert_true(s.kind == CAROM_SWEEP_KIND_HIT && v.kind == CAROM_SWEEP_KIND_HIT &&
                s.feature == v.feature);
    oracle_sweep_measure(&truth, q);
    assert_true(oracle_point_error(s.point, &truth.point, truth.ulp) <= 4.0);
    oracle_sweep_numbers_clear(&truth);
    oracle_sweep_free(q);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_point_off_the_outline_crosses_nothing),
        cmocka_unit_test(test_point_on_the_outline_is_the_end_a),
        cmocka_unit_test(test_points_at_the_ends_of_the_range),
        cmocka_unit_test(test_gap_keeps_its_sign_with_far_apart_exponents),
        cmocka_unit_test(test_nearly_equal_crossings_keep_their_order),
        cmocka_unit_test(test_point_of_contact_keeps_its_bound),
    };
    return cmocka_run_group_tests_name("reported", tests, NULL, NULL);
}
