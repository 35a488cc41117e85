// A circle and a bent wall at rest against the oracle, class by class: relation, feature and gap
// are exact, numbers within their bounds, and the box holds the arc and is tight. Straight walls
// give the bits of today's calls (white box).
//
// Some hundred cases of each class by default; CAROM_TEST_CASES and CAROM_TEST_SEED say otherwise.
// Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rest/arc_integers.h"
#include "rest/arc_relation.h"

#include "arc_cases.h"
#include "arc_oracle.h"
#include "cases.h"
#include "points.h"
#include "random.h"

static carom_arc arc_of(const arc_case *t) {
    const carom_arc arc = {t->wall.a, t->wall.b, t->wall.radius, t->bulge};
    return arc;
}

static bool is_straight(const arc_case *t) {
    return t->bulge == 0.0 || same_point(t->wall.a, t->wall.b);
}

typedef struct arc_run {
    arc_class kind;
    uint64_t index;
    arc_case t;
    long failures, undecided;
} arc_run;

static void complain(arc_run *run, const char *what, const char *got, const char *expected) {
    if (run->failures++ >= 3)
        return;
    fprintf(stderr, "class %s, seed %llu, index %llu: %s: got %s, expected %s\n    ",
            arc_class_name(run->kind), (unsigned long long)case_seed(),
            (unsigned long long)run->index, what, got, expected);
    arc_case_print(stderr, &run->t);
}

static void expect(arc_run *run, bool condition, const char *what) {
    if (!condition)
        complain(run, what, "no", "yes");
}

static void check_exact(arc_run *run, const oracle_verdict *truth) {
    const arc_case *const t = &run->t;
    const carom_arc arc = arc_of(t);
    const bool is_valid = truth->relation != CAROM_RELATION_INVALID;
    const carom_relation relation = carom_arc_relate(t->circle, arc);
    if (relation != truth->relation)
        complain(run, "relation", carom_relation_name(relation),
                 carom_relation_name(truth->relation));
    const carom_feature feature = carom_arc_feature(t->circle, arc);
    if (feature != truth->feature)
        complain(run, "feature", carom_feature_name(feature), carom_feature_name(truth->feature));
    const int reach = carom_arc_reach(t->circle, arc, 0.0);
    const int expected = truth->relation <= CAROM_RELATION_SEPARATE   ? -1
                         : truth->relation == CAROM_RELATION_TOUCHING ? 0
                                                                      : 1;
    expect(run, reach == expected, "reach");
    expect(run, (carom_arc_reach(t->circle, arc, t->gap) >= 0) == truth->within, "within");
    if (!is_valid || is_straight(t))
        return;
    if (t->gap >= 0.0 && t->gap <= DBL_MAX) {
        const int by_gap = -arc_oracle_compare_gap(t->circle, t->wall, t->bulge, t->gap);
        expect(run, carom_arc_reach(t->circle, arc, t->gap) == by_gap, "reach with a gap");
        expect(run, carom_arc_exact_reach(t->circle, arc, t->gap) == by_gap, "exact, with a gap");
    }
    // Also where the filter would have decided.
    expect(run, carom_arc_exact_reach(t->circle, arc, 0.0) == expected, "exact reach");
    expect(run, carom_arc_exact_feature(t->circle, arc) == truth->feature, "exact feature");
    if (expected > 0)
        expect(run,
               carom_arc_exact_rim(t->circle, arc) ==
                   (int)truth->relation - (int)CAROM_RELATION_INSIDE_TOUCHING,
               "exact rim");
    const arc_view v = arc_view_of(t->circle, &arc);
    run->undecided += arc_certain_reach(&v, t->circle.radius + arc.radius) == 0;
}

static void test_classes(void **state) {
    (void)state;
    const long count = case_count(400);
    long failures = 0;
    for (int kind = 0; kind < ARC_CLASS_COUNT; kind++) {
        arc_run run = {.kind = (arc_class)kind};
        for (long i = 0; i < count; i++) {
            run.index = (uint64_t)i;
            run.t = arc_case_make(run.kind, case_seed(), run.index);
            const oracle_verdict truth =
                arc_oracle_decide(run.t.circle, run.t.wall, run.t.bulge, run.t.gap);
            check_exact(&run, &truth);
        }
        failures += run.failures;
        if (getenv("CAROM_TEST_PRINT") != NULL)
            printf("%-12s undecided %6.2f %%\n", arc_class_name(run.kind),
                   100.0 * (double)run.undecided / (double)count);
        // The filter decides nearly everything that is not made to be hard.
        if (run.kind == ARC_GENERIC)
            assert_true(run.undecided * 100 <= count);
    }
    assert_int_equal(failures, 0);
}

// Numbers of all lengths at once, which need the most memory: an assert stops the test if it is too
// short.
static void test_widest(void **state) {
    (void)state;
    const double most = DBL_MAX, least = 0x1p-1074;
    const double bulges[] = {least, 3 * least, 0x1.fffffffffffffp-1022, 0x1p-1000,
                             0.5,   1.0,       nudged(1.0, -1)};
    const double radii[] = {0.0, least, 1.0, most * 0.5, nudged(most, -1), most};
    long sides = 0;
    for (size_t i = 0; i < sizeof bulges / sizeof bulges[0]; i++)
        for (size_t j = 0; j < sizeof radii / sizeof radii[0]; j++)
            for (size_t l = 0; l < sizeof radii / sizeof radii[0]; l++)
                for (int way = 0; way < 4; way++) {
                    arc_run run = {.kind = ARC_MIXED, .index = i};
                    const double x = way / 2 == 0 ? most : -most;
                    run.t = (arc_case){{{least, way % 2 == 0 ? most : -most}, radii[j]},
                                       carom_wall_make(vec(-x, 3 * least), vec(x, -5 * least),
                                                       radii[l], CAROM_EXTENT_SEGMENT),
                                       bulges[i],
                                       0.0};
                    const arc_case *const t = &run.t;
                    const oracle_verdict truth =
                        arc_oracle_decide(t->circle, t->wall, t->bulge, t->gap);
                    check_exact(&run, &truth);
                    sides += truth.feature == CAROM_FEATURE_SIDE;
                    assert_int_equal(run.failures, 0);
                }
    assert_true(sides > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widest),
        cmocka_unit_test(test_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
