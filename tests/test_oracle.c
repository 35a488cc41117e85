// Every yes/no of relation and contact against the oracle, class by class.
//
// A few thousand cases of each class by default; CAROM_TEST_CASES and CAROM_TEST_SEED say
// otherwise. The exact path is tried alone, with each of its tiers forced; that needs src/exact.h.
// Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exact.h"
#include "oracle.h"
#include "verdicts.h"

static void check_relation(class_run *run, const oracle_verdict *truth) {
    carom_circle c = run->t.circle;
    carom_wall w = run->t.wall;
    carom_relation got = carom_circle_relate(c, w);
    if (got != truth->relation) {
        class_fail(run, "relate: got %s, expected %s", carom_relation_name(got),
                   carom_relation_name(truth->relation));
    }
    if (carom_circle_touches(c, w) != (truth->relation >= CAROM_TOUCHING)) {
        class_fail(run, "touches: wrong for %s", carom_relation_name(truth->relation));
    }
    if (carom_circle_overlaps(c, w) != (truth->relation > CAROM_TOUCHING)) {
        class_fail(run, "overlaps: wrong for %s", carom_relation_name(truth->relation));
    }
    bool ring = truth->relation >= CAROM_TOUCHING && truth->relation <= CAROM_INSIDE_TOUCHING;
    if (carom_circle_outline_touches(c, w) != ring) {
        class_fail(run, "outline_touches: wrong for %s", carom_relation_name(truth->relation));
    }
    if (carom_circle_within(c, w, run->t.gap) != truth->within) {
        class_fail(run, "within: got %d, expected %d", !truth->within, truth->within);
    }
}

static void check_contact(class_run *run, const oracle_verdict *truth) {
    carom_circle c = run->t.circle;
    carom_wall w = run->t.wall;
    carom_contact got = carom_circle_contact(c, w);
    if (got.relation != truth->relation) {
        class_fail(run, "contact.relation: got %s, expected %s", carom_relation_name(got.relation),
                   carom_relation_name(truth->relation));
    }
    if (got.feature != truth->feature) {
        class_fail(run, "contact.feature: got %s, expected %s", carom_feature_name(got.feature),
                   carom_feature_name(truth->feature));
    }
    int depth = (got.depth > 0.0) - (got.depth < 0.0);
    int expected = (truth->relation > CAROM_TOUCHING) - (truth->relation == CAROM_SEPARATE);
    if (depth != expected || got.depth != got.depth) {
        class_fail(run, "contact.depth: got %a, expected sign %d", got.depth, expected);
    }
    double distance = carom_circle_distance(c, w);
    if ((distance > 0.0) != (truth->relation == CAROM_SEPARATE) || !(distance >= 0.0)) {
        class_fail(run, "distance: got %a for %s", distance, carom_relation_name(truth->relation));
    }
    carom_crossings k = carom_circle_crossings(c, w);
    if (k.count != truth->crossings) {
        class_fail(run, "crossings.count: got %d, expected %d", k.count, truth->crossings);
    }
}

// The exact path without the filter in front, in each of its tiers.
static void check_tiers(class_run *run, const oracle_verdict *truth) {
    static const int tiers[] = {1, 2, 3};
    carom_circle c = run->t.circle;
    carom_wall w = run->t.wall;
    int sign = (truth->relation > CAROM_TOUCHING) - (truth->relation == CAROM_SEPARATE);
    for (int i = 0; i < 3; i++) {
        if (carom_exact_reach(c, w, 0.0, tiers[i]) != sign) {
            class_fail(run, "exact_reach, tier %d: expected %d", tiers[i], sign);
        }
        if (carom_exact_feature(c, w, tiers[i]) != truth->feature) {
            class_fail(run, "exact_feature, tier %d: expected %s", tiers[i],
                       carom_feature_name(truth->feature));
        }
        if (w.extent == CAROM_SEGMENT && truth->relation > CAROM_TOUCHING) {
            int rim = (truth->relation == CAROM_INSIDE) - (truth->relation == CAROM_CROSSING);
            if (carom_exact_rim(c, w, tiers[i]) != rim) {
                class_fail(run, "exact_rim, tier %d: expected %d", tiers[i], rim);
            }
        }
    }
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    long counts[CAROM_INSIDE + 1] = {0};
    for (long i = case_count(4000); i > 0; i--) {
        class_next(&run);
        oracle_verdict truth = oracle_decide(run.t.circle, run.t.wall, run.t.gap);
        counts[truth.relation]++;
        check_relation(&run, &truth);
        check_contact(&run, &truth);
        if (truth.relation != CAROM_INVALID) {
            check_tiers(&run, &truth);
        }
    }
    printf("%s: invalid %ld, separate %ld, touching %ld, crossing %ld, inside-touching %ld, "
           "inside %ld; %ld wrong\n",
           case_class_name(run.kind), counts[0], counts[1], counts[2], counts[3], counts[4],
           counts[5], run.failures);
    assert_int_equal(run.failures, 0);
}

int main(void) {
    static case_class kinds[CASE_CLASS_COUNT];
    struct CMUnitTest tests[CASE_CLASS_COUNT];
    for (int k = 0; k < CASE_CLASS_COUNT; k++) {
        kinds[k] = (case_class)k;
        tests[k] =
            (struct CMUnitTest){case_class_name(kinds[k]), test_class, NULL, NULL, &kinds[k]};
    }
    return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
