// White box: the filters of include/carom/relation.h and src/rest/relation_filter.h. Every certain
// answer must agree with the oracle, on every class of cases and on classes aimed at the
// thresholds. The filters must be certain in 99 of 100 generic cases, so a filter that is never
// certain fails. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "random.h"
#include "reach_truth.h"
#include "rest/relation_filter.h"
#include "verdicts.h"

// How often each filter answered.
typedef struct tally {
    long asked, certain, reach, rim, feature;
    long segments, segments_certain;
    long claims[3];                         // of either filter, by sign + 1
    long features[CAROM_FEATURE_END_B + 1]; // certain answers, by feature; NONE is not certain
} tally;

static void check_reach(class_run *run, tally *n, double gap) {
    const carom_circle c = run->t.circle;
    const carom_wall w = run->t.wall;
    double ahead;
    const int certain =
        carom_detail_certain_reach(c, w, gap, &ahead) ? (ahead > 0.0) - (ahead < 0.0) : 0;
    const int filter = carom_filter_reach(c, w, gap);
    n->asked++;
    n->certain += certain != 0;
    n->reach += filter != 0;
    n->segments += w.extent == CAROM_EXTENT_SEGMENT;
    n->segments_certain += certain != 0;
    n->claims[certain + 1]++;
    n->claims[filter + 1]++;
    if (!is_valid_question(c, w, gap)) {
        if (certain != 0 || filter != 0)
            class_fail(run, "claims %d, %d for invalid input", certain, filter);
        return;
    }
    if (certain == 0 && filter == 0)
        return;
    const int sign = true_reach_sign(c, w, gap);
    if (certain != 0 && certain != sign)
        class_fail(run, "certain_reach, gap %a: %d, expected %d", gap, certain, sign);
    if (filter != 0 && filter != sign)
        class_fail(run, "filter_reach, gap %a: %d, expected %d", gap, filter, sign);
}

static void check_rim(class_run *run, tally *n) {
    const carom_circle c = run->t.circle;
    const carom_wall w = run->t.wall;
    if (!carom_circle_is_valid(c) || !carom_wall_is_valid(w))
        return;
    const int rim = carom_filter_rim(c, w);
    n->rim += rim != 0;
    if (rim != 0 && rim != true_rim_sign(c, w))
        class_fail(run, "filter_rim: %d, expected %d", rim, true_rim_sign(c, w));
}

static void check_feature(class_run *run, tally *n) {
    const carom_circle c = run->t.circle;
    const carom_wall w = run->t.wall;
    if (!carom_circle_is_valid(c) || !carom_wall_is_valid(w))
        return;
    const carom_feature feature = carom_filter_feature(c, w);
    n->feature += feature != CAROM_FEATURE_NONE;
    n->features[feature]++;
    const carom_feature expected = exact_feature(exact_load(c, w, 0.0));
    if (feature != CAROM_FEATURE_NONE && feature != expected)
        class_fail(run, "filter_feature: %s, expected %s", carom_feature_name(feature),
                   carom_feature_name(expected));
}

static void check_case(class_run *run, tally *n) {
    check_feature(run, n);
    check_reach(run, n, 0.0);
    check_reach(run, n, run->t.gap);
    check_rim(run, n);
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    tally n = {0};
    for (long i = case_count(4000); i > 0; i--) {
        class_next(&run);
        check_case(&run, &n);
    }
    printf("%s: certain_reach answers %ld, filter_reach %ld of %ld; filter_rim %ld, "
           "filter_feature %ld\n",
           case_class_name(run.kind), n.certain, n.reach, n.asked, n.rim, n.feature);
    assert_int_equal(run.failures, 0);
}

static void test_certain_of_generic_cases(void **state) {
    (void)state;
    class_run run = class_start(CASE_GENERIC);
    tally n = {0};
    long valid = 0;
    for (long i = case_count(4000); i > 0; i--, valid++) {
        class_next(&run);
        check_reach(&run, &n, 0.0);
        check_rim(&run, &n);
        check_feature(&run, &n);
    }
    assert_true(100 * n.segments_certain >= 99 * n.segments);
    assert_true(100 * n.reach >= 99 * n.asked);
    assert_true(100 * n.rim >= 99 * valid);
    assert_true(100 * n.feature >= 99 * valid);
}

// ---- classes aimed at the thresholds ----

static double distance_to_axis(const test_case *t) {
    const carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
    const carom_vec2 w = carom_vec2_sub(t->circle.center, t->wall.a);
    const carom_vec2 z = carom_vec2_sub(t->circle.center, t->wall.b);
    const double length = hypot(u.x, u.y);
    if (length == 0.0 || (t->wall.extent != CAROM_EXTENT_LINE && carom_vec2_dot(w, u) <= 0.0))
        return hypot(w.x, w.y);
    if (t->wall.extent == CAROM_EXTENT_SEGMENT && carom_vec2_dot(z, u) >= 0.0)
        return hypot(z.x, z.y);
    return fabs(carom_vec2_cross(u, w)) / length;
}

static carom_vec2 random_place(random_source *g, double span) {
    const double x = random_between(g, -span, span);
    const double y = random_between(g, -span, span);
    return carom_vec2_make(x, y);
}

// Plus or minus 2^from to 2^to.
static double random_miss(random_source *g, int from, int to) {
    const double sign = random_sign(g);
    return sign * random_log(g, from, to);
}

// A case of ordinary size that misses a tie by 2^-from to 2^-to of R: of the reach, or of the rim.
static void near_tie(random_source *g, test_case *t, int from, int to) {
    *t = (test_case){.wall.extent = (uint8_t)random_int(g, 0, 2)};
    t->wall.a = random_place(g, 4.0);
    t->wall.b = random_place(g, 4.0);
    t->circle.center = random_place(g, 6.0);
    double reach = distance_to_axis(t);
    const bool rim = random_one_in(g, 4);
    if (rim) {
        const carom_vec2 w = carom_vec2_sub(t->circle.center, t->wall.a);
        const carom_vec2 z = carom_vec2_sub(t->circle.center, t->wall.b);
        reach = fmax(hypot(w.x, w.y), hypot(z.x, z.y));
    }
    reach += reach * random_miss(g, from, to);
    t->wall.radius = random_one_in(g, 2) ? 0.0 : reach * random_between(g, 0.0, 0.9);
    t->circle.radius = rim ? reach + t->wall.radius : reach - t->wall.radius;
}

static void scale(random_source *g, test_case *t, int from, int to) {
    case_scale(t, random_int(g, from, to));
}

// Just inside and just outside the error bounds (2^-46 and 2^-48 of the terms).
static void make_at_the_bound(random_source *g, test_case *t) {
    near_tie(g, t, -54, -40);
}

// |u|^2 about 2^-500, the limit of the inline filter, and 2^-900, the limit of the other one for
// rays.
static void make_short_wall(random_source *g, test_case *t) {
    near_tie(g, t, -54, -30);
    const int lowest = random_one_in(g, 2) ? -256 : -456;
    scale(g, t, lowest, lowest + 10);
}

// Squares of squares near the largest double: both sides of the comparison overflow or nearly
// overflow.
static void make_overflow(random_source *g, test_case *t) {
    near_tie(g, t, -54, -30);
    scale(g, t, 249, 259);
}

// Dot products near the largest double: only one of the two can overflow.
static void make_dot_overflow(random_source *g, test_case *t) {
    near_tie(g, t, -54, -1);
    if (random_one_in(g, 2)) // far beyond one end
        t->wall.a = carom_vec2_scale(t->wall.a, random_log(g, 0, 4));
    scale(g, t, 505, 513);
}

// Products near the smallest doubles.
static void make_underflow(random_source *g, test_case *t) {
    near_tie(g, t, -54, -1);
    const int lowest = random_one_in(g, 2) ? -275 : -540;
    scale(g, t, lowest, lowest + 40);
}

// A tiny wall and a centre that is far off for it: products of unlike factors, and for rays and
// lines a foot far from a. Dots down to underflow.
static void make_tiny_wall(random_source *g, test_case *t) {
    near_tie(g, t, -54, -1);
    const double size = random_log(g, -560, -200);
    t->wall.a = carom_vec2_scale(t->wall.a, random_one_in(g, 2) ? 0.0 : size);
    t->wall.b = carom_vec2_scale(t->wall.b, size);
    const double far = random_log(g, -300, 500);
    t->circle.center = carom_vec2_scale(t->circle.center, far);
    if (random_one_in(g, 2)) // nearly across the wall: the dot product is all cancellation
        t->circle.center =
            carom_vec2_scale(carom_vec2_left(carom_vec2_sub(t->wall.b, t->wall.a)), far / size);
    const double d = distance_to_axis(t);
    t->circle.radius = d <= DBL_MAX ? d + d * random_miss(g, -54, -1) : far;
    t->wall.radius = random_one_in(g, 2) ? 0.0 : t->circle.radius * 0x1p-40;
}

// A huge wall and everything else of ordinary size, or smaller.
static void make_huge_wall(random_source *g, test_case *t) {
    near_tie(g, t, -54, -1);
    t->wall.b = carom_vec2_scale(t->wall.b, random_log(g, 20, 520));
    const double d = distance_to_axis(t);
    t->circle.radius = d <= DBL_MAX ? d + d * random_miss(g, -54, -1) : 1.0;
    t->wall.radius = 0.0;
    if (random_one_in(g, 2))
        scale(g, t, -300, 100);
}

// The foot of the centre is off an end by 2^-56 to 2^-38 of the distances, so the dot product there
// is near 0, on either side. The sizes range from underflow to overflow of dot products.
static void make_level_with_an_end(random_source *g, test_case *t) {
    *t = (test_case){.wall.extent = (uint8_t)random_int(g, 0, 1), .circle.radius = 1.0};
    t->wall.a = random_place(g, 4.0);
    t->wall.b = random_place(g, 4.0);
    const carom_vec2 u = carom_vec2_sub(t->wall.b, t->wall.a);
    const double aside = random_between(g, -4.0, 4.0), along = random_miss(g, -56, -38);
    const carom_vec2 path =
        carom_vec2_add(carom_vec2_scale(carom_vec2_left(u), aside), carom_vec2_scale(u, along));
    t->circle.center = carom_vec2_add(random_one_in(g, 2) ? t->wall.a : t->wall.b, path);
    const int about[] = {0, -511, -537, 511};
    const int middle = about[random_int(g, 0, 3)];
    scale(g, t, middle - 12, middle + 3);
}

// Runs near ties that miss by 2^from to 2^(from + 1) of R.
static tally run_near_ties(int from) {
    class_run run = class_start(CASE_GENERIC); // no class of cases.h, whatever a failure prints
    tally n = {0};
    for (long i = case_count(4000); i > 0; i--) {
        random_source g = random_start(run.seed, 3000, (uint64_t)i);
        run.index = (uint64_t)i;
        near_tie(&g, &run.t, from, from + 1);
        check_reach(&run, &n, 0.0);
        check_rim(&run, &n);
    }
    assert_int_equal(run.failures, 0);
    return n;
}

// Some bits above the error bounds the filter must be certain too.
static void test_certain_a_little_off_a_tie(void **state) {
    (void)state;
    tally n = run_near_ties(-30);
    assert_true(100 * n.segments_certain >= 97 * n.segments);
    n = run_near_ties(-43);
    assert_true(100 * n.reach >= 99 * n.asked);
    assert_true(100 * n.rim >= 99 * n.asked);
}

// The feature filter alone: every answer must occur, including "not certain".
static void test_feature_level_with_an_end(void **state) {
    (void)state;
    class_run run = class_start(CASE_GENERIC); // no class of cases.h, whatever a failure prints
    tally n = {0};
    const long count = case_count(40000);
    for (long i = 0; i < count; i++) {
        random_source g = random_start(run.seed, 4000, (uint64_t)i);
        run.index = (uint64_t)i;
        make_level_with_an_end(&g, &run.t);
        check_feature(&run, &n);
    }
    printf("level with an end: filter_feature none %ld, side %ld, a %ld, b %ld\n", n.features[0],
           n.features[1], n.features[2], n.features[3]);
    assert_int_equal(run.failures, 0);
    for (int i = 0; i <= CAROM_FEATURE_END_B; i++)
        assert_true(count < 1000 || 50 * n.features[i] >= count);
}

typedef struct aimed_class {
    const char *name;
    void (*make)(random_source *g, test_case *t);
} aimed_class;

static aimed_class aimed[] = {
    {"at the bound", make_at_the_bound}, {"short wall", make_short_wall},
    {"overflow", make_overflow},         {"dot overflow", make_dot_overflow},
    {"underflow", make_underflow},       {"tiny wall", make_tiny_wall},
    {"huge wall", make_huge_wall}};
enum { AIMED = sizeof aimed / sizeof *aimed };

static void test_aimed(void **state) {
    const aimed_class *class = *state;
    class_run run = class_start(CASE_GENERIC); // no class of cases.h, whatever a failure prints
    tally n = {0};
    const long count = case_count(20000);
    for (long i = 0; i < count; i++) {
        random_source g = random_start(run.seed, 2000 + (uint64_t)(class - aimed), (uint64_t)i);
        run.index = (uint64_t)i;
        class->make(&g, &run.t);
        // The gap may be a part of the reach.
        run.t.gap = random_one_in(&g, 2) ? 0.0 : run.t.circle.radius * 0.25;
        run.t.circle.radius -= run.t.gap;
        check_case(&run, &n);
    }
    printf("%s: certain_reach answers %ld, filter_reach %ld of %ld; filter_rim %ld, "
           "filter_feature %ld\n",
           class->name, n.certain, n.reach, n.asked, n.rim, n.feature);
    assert_int_equal(run.failures, 0);
    // Both signs and "not certain" must occur. Otherwise the class misses its aim.
    for (int i = 0; i < 3; i++)
        assert_true(count < 1000 || n.claims[i] > 0);
}

int main(void) {
    struct CMUnitTest more[AIMED + 3] = {
        cmocka_unit_test(test_certain_of_generic_cases),
        cmocka_unit_test(test_certain_a_little_off_a_tie),
        cmocka_unit_test(test_feature_level_with_an_end),
    };
    for (int k = 0; k < AIMED; k++)
        more[3 + k] = (struct CMUnitTest){aimed[k].name, test_aimed, NULL, NULL, &aimed[k]};
    return run_classes(&(class_group){
        .name = "filter", .test_class = test_class, .more = more, .more_count = AIMED + 3});
}
