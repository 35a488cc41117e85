// The contract of batch.h: ranges, counts, what may be NULL and what is not valid; and every
// verdict of a class of cases, as doubles and as floats, against the oracle. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/batch.h"
#include "case_arrays.h"
#include "verdicts.h"

enum { WALLS = 100, UNTOUCHED = 7 };

// Walls x = i, from y = 0 to 1.
static double at[WALLS], zero[WALLS], one[WALLS];
static const carom_wall_soa fence = {.ax = at, .ay = zero, .bx = at, .by = one, .count = WALLS};

static int build_fence(void **state) {
    (void)state;
    for (int i = 0; i < WALLS; i++) {
        at[i] = i;
        one[i] = 1;
    }
    return 0;
}

static carom_circle circle(double x, double y, double r) {
    return carom_circle_make(carom_vec2_make(x, y), r);
}

static void test_touch(void **state) {
    (void)state;
    unsigned char verdicts[WALLS];
    const carom_circle c = circle(50, 0, 2); // inside it lie the walls 49 to 51
    assert_int_equal(
        carom_batch_walls(c, &fence, 0, WALLS, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, verdicts), 5);
    for (int i = 0; i < WALLS; i++)
        assert_int_equal(verdicts[i], i >= 48 && i <= 52);
    assert_int_equal(
        carom_batch_walls(c, &fence, 0, WALLS, CAROM_CONTACT_RULE_OPEN_DISC, NULL, verdicts), 3);
    for (int i = 0; i < WALLS; i++)
        assert_int_equal(verdicts[i], i >= 49 && i <= 51);
    assert_int_equal(
        carom_batch_walls(c, &fence, 0, WALLS, CAROM_CONTACT_RULE_RING, NULL, verdicts), 2);
    for (int i = 0; i < WALLS; i++)
        assert_int_equal(verdicts[i], i == 48 || i == 52);
}

static void test_ranges(void **state) {
    (void)state;
    const carom_circle c = circle(50, 0.5, 10.5);
    const carom_circle_soa same = {.x = at, .y = zero, .radius = one, .count = WALLS};
    for (size_t begin = 30; begin < 60; begin += 7)
        for (size_t end = begin; end <= WALLS; end += 3) {
            unsigned char verdicts[WALLS + 2];
            memset(verdicts, UNTOUCHED, sizeof verdicts);
            size_t expected = 0;
            for (size_t i = begin; i < end; i++)
                expected += i >= 40 && i <= 60;
            assert_int_equal(carom_batch_walls(c, &fence, begin, end,
                                               CAROM_CONTACT_RULE_CLOSED_DISC, NULL, verdicts + 1),
                             expected);
            assert_int_equal(carom_batch_walls(c, &fence, begin, end,
                                               CAROM_CONTACT_RULE_CLOSED_DISC, NULL, NULL),
                             expected);
            for (size_t i = begin; i < end; i++)
                assert_int_equal(verdicts[1 + i - begin], i >= 40 && i <= 60);
            assert_int_equal(verdicts[0], UNTOUCHED);
            assert_int_equal(verdicts[1 + end - begin], UNTOUCHED);
            assert_int_equal(carom_batch_pairs(&same, &fence, begin, end,
                                               CAROM_CONTACT_RULE_CLOSED_DISC, NULL, verdicts + 1),
                             end - begin);
            assert_int_equal(carom_batch_pairs(&same, &fence, begin, end,
                                               CAROM_CONTACT_RULE_CLOSED_DISC, NULL, NULL),
                             end - begin);
            assert_int_equal(verdicts[1 + end - begin], UNTOUCHED);
        }
}

// A range whose end is before its beginning is empty.
static void test_empty(void **state) {
    (void)state;
    unsigned char verdict = UNTOUCHED;
    const carom_circle c = circle(50, 0, 2), bad = circle(50, 0, -1);
    const carom_wall_soa none = {.count = 0};
    const carom_circle_soa circles = {.x = at, .y = zero, .count = WALLS};
    assert_int_equal(
        carom_batch_walls(c, &none, 0, 0, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, &verdict), 0);
    assert_int_equal(
        carom_batch_walls(c, &fence, 5, 5, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, &verdict), 0);
    assert_int_equal(
        carom_batch_walls(bad, &fence, 5, 5, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, &verdict), 0);
    assert_int_equal(
        carom_batch_walls(bad, &fence, 0, 5, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, NULL), 0);
    assert_int_equal(
        carom_batch_pairs(&circles, &fence, 5, 5, CAROM_CONTACT_RULE_RING, NULL, &verdict), 0);
    assert_int_equal(verdict, UNTOUCHED);
}

static void test_invalid(void **state) {
    (void)state;
    const carom_circle bad[] = {circle((double)NAN, 0, 1), circle(0, -HUGE_VAL, 1),
                                circle(0, 0, -1), circle(0, 0, HUGE_VAL),
                                circle(0, 0, (double)NAN)};
    const carom_circle_soa points = {.x = at, .y = zero, .count = WALLS};
    const carom_contact_rule no_touch[] = {(carom_contact_rule)3, (carom_contact_rule)-1};
    unsigned char verdicts[WALLS];
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        memset(verdicts, UNTOUCHED, sizeof verdicts);
        assert_int_equal(
            carom_batch_walls(bad[k], &fence, 0, 9, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, verdicts),
            0);
        assert_int_equal(verdicts[8], 0);
        assert_int_equal(verdicts[9], UNTOUCHED);
    }
    for (int k = 0; k < 2; k++) {
        memset(verdicts, UNTOUCHED, sizeof verdicts);
        assert_int_equal(
            carom_batch_walls(circle(0, 0, 1), &fence, 0, 9, no_touch[k], NULL, verdicts), 0);
        assert_int_equal(verdicts[0], 0);
        memset(verdicts, UNTOUCHED, sizeof verdicts);
        assert_int_equal(carom_batch_pairs(&points, &fence, 0, 9, no_touch[k], NULL, verdicts), 0);
        assert_int_equal(verdicts[0], 0);
    }
}

static void test_instructions(void **state) {
    (void)state;
    const char *const known[] = {"avx2", "sse2", "neon", "simd128", "scalar"};
    bool found = false;
    for (int i = 0; i < 5; i++)
        found |= strcmp(carom_batch_instruction_set(), known[i]) == 0;
    assert_true(found);
    printf("instructions: %s\n", carom_batch_instruction_set());
}

// ---- against the oracle ----

static bool expected(carom_relation r, carom_contact_rule touch) {
    return touch == CAROM_CONTACT_RULE_CLOSED_DISC ? r >= CAROM_RELATION_TOUCHING
           : touch == CAROM_CONTACT_RULE_OPEN_DISC
               ? r > CAROM_RELATION_TOUCHING
               : r >= CAROM_RELATION_TOUCHING && r <= CAROM_RELATION_INSIDE_TOUCHING;
}

// Every pair of the class as numbers of this type.
static void check_pairs(class_run *run, long count, carom_number number) {
    test_case *cases = malloc((size_t)count * sizeof *cases);
    carom_relation *truth = malloc((size_t)count * sizeof *truth);
    unsigned char *verdicts = malloc((size_t)count);
    assert_true(cases != NULL && truth != NULL && verdicts != NULL);
    for (long i = 0; i < count; i++) {
        class_next(run);
        cases[i] = number == CAROM_NUMBER_FLOAT ? case_rounded(&run->t) : run->t;
        truth[i] = oracle_decide(cases[i].circle, cases[i].wall, 0.0).relation;
    }
    case_arrays arrays = case_arrays_make(cases, (size_t)count, number, 0);
    for (int touch = 0; touch < 3; touch++) {
        carom_batch_pairs(&arrays.circles, &arrays.walls, 0, (size_t)count,
                          (carom_contact_rule)touch, NULL, verdicts);
        for (long i = 0; i < count; i++)
            if (verdicts[i] != expected(truth[i], (carom_contact_rule)touch)) {
                run->t = cases[i];
                class_fail(run, "pair %ld, touch %d, number %d: got %d of %s", i, touch, number,
                           verdicts[i], carom_relation_name(truth[i]));
            }
    }
    case_arrays_free(&arrays);
    free(verdicts);
    free(truth);
    free(cases);
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    check_pairs(&run, case_count(3000), CAROM_NUMBER_DOUBLE);
    check_pairs(&run, case_count(3000), CAROM_NUMBER_FLOAT);
    assert_int_equal(run.failures, 0);
}

int main(void) {
    const struct CMUnitTest more[] = {
        cmocka_unit_test(test_touch),        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_empty),        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_instructions),
    };
    const class_group group = {.name = "batch",
                               .test_class = test_class,
                               .more = more,
                               .more_count = sizeof more / sizeof more[0],
                               .start = build_fence};
    return run_classes(&group);
}
