// Every yes/no of relation and contact against the oracle, class by class.
//
// A few thousand cases of each class by default; CAROM_TEST_CASES and CAROM_TEST_SEED say
// otherwise. The exact path is tried alone, with each of its tiers forced; that needs
// src/rest/relation_integers.h. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "oracle.h"
#include "random.h"
#include "rest/relation_integers.h"
#include "verdicts.h"

static void check_relation(class_run *run, const oracle_verdict *truth) {
    carom_circle c = run->t.circle;
    carom_wall w = run->t.wall;
    carom_relation got = carom_circle_relate(c, w);
    if (got != truth->relation) {
        class_fail(run, "relate: got %s, expected %s", carom_relation_name(got),
                   carom_relation_name(truth->relation));
    }
    if (carom_circle_touches(c, w) != (truth->relation >= CAROM_RELATION_TOUCHING)) {
        class_fail(run, "touches: wrong for %s", carom_relation_name(truth->relation));
    }
    if (carom_circle_overlaps(c, w) != (truth->relation > CAROM_RELATION_TOUCHING)) {
        class_fail(run, "overlaps: wrong for %s", carom_relation_name(truth->relation));
    }
    bool ring = truth->relation >= CAROM_RELATION_TOUCHING &&
                truth->relation <= CAROM_RELATION_INSIDE_TOUCHING;
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
    int expected =
        (truth->relation > CAROM_RELATION_TOUCHING) - (truth->relation == CAROM_RELATION_SEPARATE);
    if (depth != expected || got.depth != got.depth) {
        class_fail(run, "contact.depth: got %a, expected sign %d", got.depth, expected);
    }
    double distance = carom_circle_distance(c, w);
    if ((distance > 0.0) != (truth->relation == CAROM_RELATION_SEPARATE) || !(distance >= 0.0)) {
        class_fail(run, "distance: got %a for %s", distance, carom_relation_name(truth->relation));
    }
    carom_crossings k = carom_circle_crossings(c, w);
    if (k.count != truth->crossings) {
        class_fail(run, "crossings.count: got %d, expected %d", k.count, truth->crossings);
    }
}

// The exact path without the filter in front, in each of its tiers.
static void check_tiers(class_run *run, const oracle_verdict *truth) {
    static const carom_tier tiers[] = {CAROM_TIER_64, CAROM_TIER_128, CAROM_TIER_ANY};
    carom_circle c = run->t.circle;
    carom_wall w = run->t.wall;
    int sign =
        (truth->relation > CAROM_RELATION_TOUCHING) - (truth->relation == CAROM_RELATION_SEPARATE);
    for (int i = 0; i < 3; i++) {
        if (carom_exact_reach(c, w, 0.0, tiers[i]) != sign) {
            class_fail(run, "exact_reach, tier %d: expected %d", tiers[i], sign);
        }
        if (carom_exact_feature(c, w, tiers[i]) != truth->feature) {
            class_fail(run, "exact_feature, tier %d: expected %s", tiers[i],
                       carom_feature_name(truth->feature));
        }
        if (w.extent == CAROM_EXTENT_SEGMENT && truth->relation > CAROM_RELATION_TOUCHING) {
            int rim = (truth->relation == CAROM_RELATION_INSIDE) -
                      (truth->relation == CAROM_RELATION_CROSSING);
            if (carom_exact_rim(c, w, tiers[i]) != rim) {
                class_fail(run, "exact_rim, tier %d: expected %d", tiers[i], rim);
            }
        }
    }
}

// The purpose of each class: the smallest fraction of its cases, in thousandths, of each relation
// from invalid to inside, and of near ties. It detects a generator that no longer produces them.
static const struct {
    int relation[CAROM_RELATION_INSIDE + 1];
    int near_tie;
} least[CASE_CLASS_COUNT] = {
    [CASE_GENERIC] = {{0, 300, 0, 250, 0, 7}, 0},
    [CASE_TANGENT_SIDE] = {{0, 350, 0, 200, 0, 0}, 350},
    [CASE_TANGENT_END] = {{0, 350, 0, 200, 0, 0}, 350},
    [CASE_TANGENT_EXACT] = {{0, 100, 400, 0, 0, 0}, 400},
    [CASE_INSIDE] = {{0, 30, 0, 300, 0, 200}, 0},
    [CASE_INSIDE_TOUCHING] = {{0, 0, 60, 200, 250, 0}, 350},
    [CASE_INSIDE_NEAR] = {{0, 70, 0, 400, 0, 100}, 200},
    [CASE_ZERO_LENGTH] = {{0, 200, 150, 60, 30, 50}, 400},
    [CASE_NEARLY_ZERO_LENGTH] = {{0, 350, 0, 200, 0, 20}, 150},
    [CASE_NEEDLE] = {{0, 400, 0, 150, 0, 0}, 200},
    [CASE_RADIUS_ZERO] = {{0, 350, 100, 100, 0, 0}, 100},
    [CASE_RADIUS_SUBNORMAL] = {{0, 200, 40, 250, 0, 20}, 450},
    [CASE_TINY] = {{0, 250, 17, 250, 0, 40}, 200},
    [CASE_HUGE] = {{0, 250, 20, 250, 0, 40}, 150},
    [CASE_MIXED_EXPONENTS] = {{0, 300, 40, 150, 0, 20}, 200},
    [CASE_RANDOM_BITS] = {{100, 200, 0, 200, 0, 30}, 19},
    [CASE_LOST_RADIUS] = {{0, 60, 100, 300, 30, 19}, 450},
    [CASE_OFFSET] = {{0, 350, 0, 200, 0, 0}, 200},
    [CASE_FLOAT] = {{0, 350, 0, 200, 0, 0}, 80},
    [CASE_BOUNDARY] = {{0, 350, 0, 200, 0, 20}, 150},
    [CASE_OUTLINE_END] = {{0, 70, 40, 400, 30, 5}, 100},
    [CASE_CENTER_ON_AXIS] = {{0, 80, 100, 350, 0, 40}, 100},
    [CASE_RANGE_ENDS] = {{0, 250, 5, 250, 0, 20}, 250},
    [CASE_NEAR_MISS] = {{0, 200, 0, 300, 0, 13}, 350},
    [CASE_INTEGERS] = {{0, 200, 8, 300, 0, 20}, 10},
    [CASE_ZERO_COORDINATE] = {{0, 250, 0, 300, 0, 40}, 0},
};

// A case whose relation a change of the circle's radius in its 23rd bit decides.
static bool is_near_tie(test_case t) {
    const int ulps = 1 << 30;
    const double radius = t.circle.radius;
    t.circle.radius = nudged(radius, ulps);
    const carom_relation more = oracle_decide(t.circle, t.wall, 0.0).relation;
    t.circle.radius = fmax(0.0, nudged(radius, -ulps));
    return oracle_decide(t.circle, t.wall, 0.0).relation != more;
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    const long count = case_count(4000);
    long counts[CAROM_RELATION_INSIDE + 1] = {0}, near_ties = 0;
    for (long i = count; i > 0; i--) {
        class_next(&run);
        oracle_verdict truth = oracle_decide(run.t.circle, run.t.wall, run.t.gap);
        counts[truth.relation]++;
        check_relation(&run, &truth);
        check_contact(&run, &truth);
        if (truth.relation != CAROM_RELATION_INVALID) {
            check_tiers(&run, &truth);
            near_ties += is_near_tie(run.t);
        }
    }
    printf("%s: invalid %ld, separate %ld, touching %ld, crossing %ld, inside-touching %ld, "
           "inside %ld, near ties %ld; %ld wrong\n",
           case_class_name(run.kind), counts[0], counts[1], counts[2], counts[3], counts[4],
           counts[5], near_ties, run.failures);
    for (int k = 0; k <= CAROM_RELATION_INSIDE; k++) {
        class_need(&run, carom_relation_name((carom_relation)k), counts[k], count,
                   least[run.kind].relation[k]);
    }
    class_need(&run, "near ties", near_ties, count, least[run.kind].near_tie);
    assert_int_equal(run.failures, 0);
}

int main(void) {
    return run_classes(&(class_group){.name = "oracle", .test_class = test_class});
}
