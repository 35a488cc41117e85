// White box: the signs of the exact path, src/exact/exact_relation.c, with each tier forced and no
// filter in front, on every class of cases. What test_oracle.c asks of them with the gap 0, this
// asks with gaps, and the rim of every segment, met or not. Built once with 64-bit and once with
// 32-bit limbs, whatever the library has. Layer: tests.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exact/exact_relation.h"
#include "oracle_exact.h"
#include "reach_truth.h"
#include "verdicts.h"

static void check_tier(class_run *run, carom_tier tier) {
    const carom_circle c = run->t.circle;
    const carom_wall w = run->t.wall;
    const carom_feature feature = exact_feature(exact_load(c, w, 0.0));
    if (carom_exact_feature(c, w, tier) != feature)
        class_fail(run, "exact_feature(tier %d): expected %s", tier, carom_feature_name(feature));
    const double gaps[] = {0.0, run->t.gap};
    for (int i = 0; i < 2; i++) {
        const int sign = true_reach_sign(c, w, gaps[i]);
        if (carom_exact_reach(c, w, gaps[i], tier) != sign)
            class_fail(run, "exact_reach(tier %d), gap %a: expected %d", tier, gaps[i], sign);
    }
    if (w.extent == CAROM_EXTENT_SEGMENT) {
        const int sign = true_rim_sign(c, w);
        if (carom_exact_rim(c, w, tier) != sign)
            class_fail(run, "exact_rim(tier %d): expected %d", tier, sign);
    }
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    for (long i = case_count(1000); i > 0; i--) {
        class_next(&run);
        if (!is_valid_question(run.t.circle, run.t.wall, run.t.gap))
            continue;
        for (int tier = CAROM_TIER_64; tier <= CAROM_TIER_ANY; tier++)
            check_tier(&run, (carom_tier)tier);
    }
    assert_int_equal(run.failures, 0);
}

// Inputs that span just as many bits as a tier takes, and one more either way, with radii whose sum
// carries: a tier that took one bit too many would see a negative sum of three.
static void test_spans(void **state) {
    (void)state;
    for (int span = 58; span <= 130; span++) {
        const double k = ldexp(0x1.fffffffffffffp0, span - 1);
        const carom_circle c = {{k, -k}, k};
        const carom_wall walls[] = {
            carom_post(carom_vec2_make(1.0, 0.0), k),
            carom_wall_make(carom_vec2_make(-k, 1.0), carom_vec2_make(k, k), k, CAROM_EXTENT_LINE),
        };
        for (int i = 0; i < 2; i++)
            for (int tier = CAROM_TIER_64; tier <= CAROM_TIER_ANY; tier++)
                assert_int_equal(carom_exact_reach(c, walls[i], k, (carom_tier)tier),
                                 true_reach_sign(c, walls[i], k));
    }
}

int main(void) {
    const struct CMUnitTest more[] = {cmocka_unit_test(test_spans)};
    return run_classes(
        &(class_group){.name = "tiers", .test_class = test_class, .more = more, .more_count = 1});
}
