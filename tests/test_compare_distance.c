// The order of two walls by their gaps: contract, then every class of cases against the oracle; the
// exact path also alone, in each of its tiers; the filter by itself (white box). Built once with
// 64-bit and once with 32-bit limbs. Room: tests.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "carom/contact.h"
#include "gap_cases.h"
#include "oracle_exact.h"
#include "oracle_gap.h"
#include "random.h"
#include "rest/distance_order_filter.h"
#include "rest/distance_order_integers.h"
#include "verdicts.h"

// ---- the contract ----

static const carom_circle ball = {{0.0, 0.0}, 1.0};

static carom_wall segment(double ax, double ay, double bx, double by, double radius) {
    return carom_capsule(carom_vec2_make(ax, ay), carom_vec2_make(bx, by), radius);
}

static carom_wall with_extent(carom_wall wall, carom_extent extent) {
    wall.extent = (uint8_t)extent;
    return wall;
}

static void expect_order(int expected, carom_circle circle, carom_wall first, carom_wall second) {
    assert_int_equal(carom_circle_compare_distance(circle, first, second), expected);
    assert_int_equal(carom_circle_compare_distance(circle, second, first), -expected);
    assert_int_equal(oracle_gap_order(circle, first, second), expected);
}

static void test_values(void **state) {
    (void)state;
    const carom_wall high = segment(-4, 3, 4, 3, 0), low = segment(-4, -2, 4, -2, 0);
    expect_order(1, ball, high, low);
    expect_order(0, ball, high, segment(3, -4, 3, 4, 0));                    // side and side
    expect_order(0, ball, high, segment(3, 0, 9, 0, 0));                     // side and end
    expect_order(0, ball, high, segment(-3, 0, -3, 0, 0));                   // side and post
    expect_order(0, ball, segment(3, 4, 9, 9, 0), segment(-4, 3, -9, 3, 0)); // ends
    expect_order(-1, ball, high, segment(4, 3, 9, 3, 0));
    // Rays and lines, at the place where the segment would end.
    expect_order(1, ball, segment(-9, 2, -1, 2, 0), low);
    expect_order(0, ball, with_extent(segment(-9, 2, -1, 2, 0), CAROM_EXTENT_RAY), low);
    expect_order(1, ball, with_extent(segment(1, 2, 9, 2, 0), CAROM_EXTENT_RAY), low);
    expect_order(0, ball, with_extent(segment(1, 2, 9, 2, 0), CAROM_EXTENT_LINE), low);
    expect_order(0, ball, with_extent(segment(0, 2, 0, 2, 0), CAROM_EXTENT_LINE), low);
    expect_order(0, ball, with_extent(segment(0, 2, 0, 2, 0), CAROM_EXTENT_RAY), low);
}

static void test_wall_radius(void **state) {
    (void)state;
    const carom_wall bare = segment(-4, 2, 4, 2, 0);
    expect_order(0, ball, bare, segment(-4, -3, 4, -3, 1));
    expect_order(-1, ball, bare, segment(-4, -3, 4, -3, nextafter(1.0, 0.0)));
    expect_order(1, ball, bare, segment(-4, -3, 4, -3, nextafter(1.0, 2.0)));
    // Within both: deeper is nearer.
    expect_order(-1, ball, segment(-4, 2, 4, 2, 5), segment(-4, 1, 4, 1, 3));
    expect_order(0, ball, segment(-4, 2, 4, 2, 5), segment(-4, 1, 4, 1, 4));
    // A difference of radii that is not a double.
    expect_order(1, ball, segment(0, 1, 0, 1, 0x1p-60), segment(1, 0, 1, 0, 0x1.0000000000001p-60));
    expect_order(-1, ball, segment(0, 1, 9, 1, 1e300), segment(0, 1, 9, 1, 1.0));
    // 5 - 1 against sqrt(2) r - the double nearest to it.
    expect_order(1, ball, segment(3, 4, 3, 4, 5), segment(1, 1, 1, 1, 0x1.6a09e667f3bcdp+0));
    expect_order(-1, ball, segment(3, 4, 3, 4, 5), segment(1, 1, 1, 1, 0x1.6a09e667f3bccp+0));
}

static void test_circle_radius_plays_no_part(void **state) {
    (void)state;
    const double radii[] = {0.0, 0x1p-1074, 2.0, 1e300, DBL_MAX};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        const carom_circle c = {{0.0, 0.0}, radii[i]};
        expect_order(0, c, segment(-4, 2, 4, 2, 0), segment(2, -4, 2, 4, 0));
        expect_order(-1, c, segment(-4, 2, 4, 2, 0), segment(3, -4, 3, 4, 0));
    }
}

static void test_shared(void **state) {
    (void)state;
    const carom_wall w = segment(0.1, 0.3, 0.7, 0.9, 0.25),
                     back = segment(0.7, 0.9, 0.1, 0.3, 0.25);
    const carom_circle beside = {{0.2, 0.7}, 0.5}, before = {{-0.1, 0.1}, 0.5};
    const carom_wall next = segment(0.1, 0.3, 0.5, 0.0, 0.25);
    const carom_circle circles[] = {beside, before, ball, {{1.0, 1.3}, 0.0}};
    for (int i = 0; i < 4; i++) {
        expect_order(0, circles[i], w, w);
        expect_order(0, circles[i], w, back);
        expect_order(0, circles[i], with_extent(w, CAROM_EXTENT_LINE),
                     with_extent(back, CAROM_EXTENT_LINE));
    }
    expect_order(0, before, w, next);
    expect_order(0, before, back, next);
    expect_order(0, before, back, segment(0.5, 0.9, 0.1, 0.3, 0.25));
    expect_order(-1, beside, w, next);
    // Sides with one common end, and ends that are not the nearest any more.
    expect_order(0, ball, segment(0, 1, 3, 1, 0), segment(1, 1, 1, -3, 0));
    expect_order(0, ball, segment(-3, 1, 1, 1, 0), segment(1, 1, 1, -3, 0));
    expect_order(1, ball, w,
                 with_extent(back, CAROM_EXTENT_RAY)); // which continues past the nearest end
}

// Walls that begin or end at the circle's centre are at distance 0, whatever their extents.
static void test_at_the_centre(void **state) {
    (void)state;
    const carom_circle here = {{0.1, 0.3}, 0.5};
    const carom_wall from = segment(0.1, 0.3, 0.7, 0.9, 0.25),
                     to = segment(-4, 0.2, 0.1, 0.3, 0.25);
    const carom_wall two[] = {from, to};
    for (int i = 0; i < 8; i++)
        expect_order(0, here, with_extent(two[i & 1], (carom_extent)(i >> 1 & 1)),
                     with_extent(two[i >> 2 & 1], CAROM_EXTENT_LINE));
    expect_order(0, here, from, to);
    expect_order(1, here, from, segment(0.1, 0.3, 5, 6, 0.5)); // the thicker one is nearer
    expect_order(-1, here, from, segment(0.1, 0.25, 5, 0.2, 0.25));
    // One that runs through the centre without an end there.
    expect_order(0, (carom_circle){{0.0, 0.0}, 1.0}, segment(0, 0, 3, 5, 0),
                 segment(-3, -7, 3, 7, 0));
}

static void test_invalid(void **state) {
    (void)state;
    const carom_wall w = segment(-4, 2, 4, 2, 1);
    const carom_wall bad[] = {segment((double)NAN, 2, 4, 2, 1), segment(-4, HUGE_VAL, 4, 2, 1),
                              segment(-4, 2, -HUGE_VAL, 2, 1),  segment(-4, 2, 4, (double)NAN, 1),
                              segment(-4, 2, 4, 2, -1),         segment(-4, 2, 4, 2, (double)NAN),
                              segment(-4, 2, 4, 2, HUGE_VAL),   with_extent(w, (carom_extent)3),
                              with_extent(w, (carom_extent)-1)};
    const carom_circle bad_circles[] = {{{(double)NAN, 0}, 1},
                                        {{0, HUGE_VAL}, 1},
                                        {{0, 0}, -1},
                                        {{0, 0}, (double)NAN},
                                        {{0, 0}, HUGE_VAL}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        expect_order(-1, ball, w, bad[i]);
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            expect_order(0, ball, bad[i], bad[k]);
        }
    }
    for (size_t i = 0; i < sizeof bad_circles / sizeof *bad_circles; i++) {
        expect_order(0, bad_circles[i], w, segment(-4, 3, 4, 3, 0));
        expect_order(0, bad_circles[i], w, bad[0]);
    }
}

static void test_range(void **state) {
    (void)state;
    const double least = 0x1p-1074;
    const carom_circle zero = {{0.0, 0.0}, 0.0};
    expect_order(-1, zero, segment(0, least, 0, least, 0), segment(least, least, least, least, 0));
    expect_order(0, zero, segment(0, least, 0, least, 0), segment(-least, 1, -least, -1, 0));
    expect_order(-1, zero, segment(0, 1, 0, 1, least), segment(0, 1, 1, 1, 0));
    expect_order(-1, zero, segment(0, DBL_MAX, 0, DBL_MAX, 0),
                 segment(least, DBL_MAX, least, DBL_MAX, 0));
    expect_order(1, zero, segment(DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX, 0),
                 segment(1, DBL_MAX, 1, DBL_MAX, 1));
    expect_order(0, zero, with_extent(segment(0, 0, least, DBL_MAX, 0), CAROM_EXTENT_RAY),
                 with_extent(segment(0, 0, DBL_MAX, least, 0), CAROM_EXTENT_LINE));
    // Directions that underflow.
    const carom_circle c = {{1.0, 0.0}, 0.0};
    expect_order(1, c, segment(0, 0, least, least, 0), segment(0.5, 0, 0.5, 0, 0));
    expect_order(-1, c, with_extent(segment(0, 0, least, least, 0), CAROM_EXTENT_RAY),
                 segment(0, 0, 0, 0, 0));
    expect_order(-1, c, with_extent(segment(0, 0, 0x1p-600, 0x1p-600, 0), CAROM_EXTENT_LINE),
                 segment(0.25, 0, 0.25, 0, 0));
}

// ---- against the oracle ----

static long ties, near_ties;

static void check_tiers(class_run *run, const gap_case *t, int expected) {
    const neighbor first = {t->first, exact_feature(exact_load(t->circle, t->first, 0.0))};
    const neighbor second = {t->second, exact_feature(exact_load(t->circle, t->second, 0.0))};
    for (int tier = CAROM_TIER_64; tier <= CAROM_TIER_ANY; tier++) {
        const int got =
            carom_exact_compare_distance(t->circle.center, first, second, (carom_tier)tier);
        if (got != expected) {
            class_fail(run, "exact_gap_order, tier %d: got %d, expected %d", tier, got, expected);
        }
    }
}

static int check_order(class_run *run, const gap_case *t) {
    run->t = gap_case_half(t);
    const int expected = oracle_gap_order(t->circle, t->first, t->second);
    const int got = carom_circle_compare_distance(t->circle, t->first, t->second);
    const int turned = carom_circle_compare_distance(t->circle, t->second, t->first);
    const int same = carom_circle_compare_distance(t->circle, t->second, t->second);
    const long failures = run->failures;
    if (got != expected || turned != -expected || same != 0) {
        class_fail(run, "order: got %d, %d with the walls exchanged, %d with itself; expected %d",
                   got, turned, same, expected);
    }
    const bool valid = carom_circle_is_valid(t->circle) && carom_wall_is_valid(t->first) &&
                       carom_wall_is_valid(t->second);
    const int certain = carom_filter_compare_distance(t->circle, &t->first, &t->second);
    if (certain != 0 && (!valid || certain != expected)) {
        class_fail(run, "filter_gap_order: got %d, expected %d", certain, expected);
    }
    if (valid) {
        check_tiers(run, t, expected);
        ties += expected == 0;
        near_ties += expected != 0 && certain == 0;
    }
    if (run->failures != failures) {
        gap_case_print(stderr, t);
    }
    return certain;
}

// Equally near and nearly equally near: the smallest fractions, in thousandths, of the cases of
// each class. They detect a generator that no longer produces them.
static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    const long count = case_count(1000);
    ties = near_ties = 0;
    for (long i = count; i > 0; i--) {
        class_next(&run);
        const gap_case t = gap_case_make(run.kind, run.seed, run.index);
        check_order(&run, &t);
    }
    printf("%s: ties %ld, near ties %ld; %ld wrong\n", case_class_name(run.kind), ties, near_ties,
           run.failures);
    class_need(&run, "ties", ties, count, 100);
    class_need(&run, "near ties", near_ties, count, 50);
    assert_int_equal(run.failures, 0);
}

static void test_exact_ties(void **state) {
    (void)state;
    class_run run = class_start(CASE_INTEGERS); // no class of cases.h, whatever a failure prints
    long pairs[4][4] = {{0}};
    const long count = case_count(10000);
    for (long i = 0; i < count; i++) {
        class_next(&run); // for the index, and to be watched for hangs
        gap_case t = gap_case_exact(run.seed, run.index);
        if (check_order(&run, &t) != 0 || oracle_gap_order(t.circle, t.first, t.second) != 0) {
            class_fail(&run, "no tie");
        }
        const carom_feature first = exact_feature(exact_load(t.circle, t.first, 0.0));
        pairs[first][exact_feature(exact_load(t.circle, t.second, 0.0))]++;
        // The smallest change of one radius decides.
        if (t.first.radius > 0.0) {
            t.first.radius = nudged(t.first.radius, 1);
            check_order(&run, &t);
            if (carom_circle_compare_distance(t.circle, t.first, t.second) != -1) {
                class_fail(&run, "a thicker wall is not nearer");
            }
        }
    }
    for (int i = CAROM_FEATURE_SIDE; i <= CAROM_FEATURE_END_A; i++) {
        for (int k = CAROM_FEATURE_SIDE; k <= CAROM_FEATURE_END_A; k++) {
            assert_true(count < 1000 || 20 * pairs[i][k] >= count);
        }
    }
    assert_int_equal(run.failures, 0);
}

// The comparison of three of these walls must be transitive.
static void test_transitivity(void **state) {
    (void)state;
    enum { WALLS = 12 };
    const uint64_t seed = case_seed();
    for (long round = (case_count(6000) + 99) / 100; round > 0; round--) {
        carom_wall walls[WALLS];
        random_source g = random_start(seed, 5000, (uint64_t)round);
        const carom_circle c = {{0.0, 0.0}, 1.0};
        for (int i = 0; i < WALLS; i++) {
            const double ax = random_int(&g, -3, 3), ay = random_int(&g, -3, 3);
            const double bx = random_int(&g, -3, 3), by = random_int(&g, -3, 3);
            walls[i] = segment(ax, ay, bx, by, random_int(&g, 0, 2));
            walls[i].extent = (uint8_t)random_int(&g, 0, 2);
        }
        int order[WALLS][WALLS];
        for (int i = 0; i < WALLS; i++) {
            for (int k = 0; k < WALLS; k++) {
                order[i][k] = carom_circle_compare_distance(c, walls[i], walls[k]);
                assert_int_equal(order[i][k], oracle_gap_order(c, walls[i], walls[k]));
            }
        }
        for (int i = 0; i < WALLS * WALLS * WALLS; i++) {
            const int p = i % WALLS, q = i / WALLS % WALLS, r = i / WALLS / WALLS;
            assert_true(order[p][q] > 0 || order[q][r] > 0 || order[p][r] <= 0);
            assert_true(order[p][q] > 0 || order[q][r] >= 0 || order[p][r] < 0);
        }
    }
}

// ---- the filter ----

static gap_case random_pair(random_source *g, bool plain) {
    double n[11];
    for (int i = 0; i < 11; i++) {
        n[i] = random_between(g, -4.0, 4.0);
    }
    gap_case t = {.circle = {{n[0], n[1]}, 1.0},
                  .first = segment(n[2], n[3], n[4], n[5], plain ? 0.5 : fabs(n[10])),
                  .second = segment(n[6], n[7], n[8], n[9], 0.5)};
    if (!plain) {
        t.first.extent = (uint8_t)random_int(g, 0, 2);
        t.second.extent = (uint8_t)random_int(g, 0, 2);
        t.second.b = random_one_in(g, 8) ? t.second.a : t.second.b;
    }
    return t;
}

static void test_certain_of_ordinary_cases(void **state) {
    (void)state;
    class_run run = class_start(CASE_GENERIC); // no class of cases.h, whatever a failure prints
    long certain = 0;
    const long count = case_count(10000);
    for (long i = 0; i < count; i++) {
        class_next(&run); // for the index, and to be watched for hangs
        random_source g = random_start(run.seed, 6000, run.index);
        const gap_case t = random_pair(&g, i % 2 == 0);
        certain += check_order(&run, &t) != 0;
    }
    assert_int_equal(run.failures, 0);
    assert_true(1000 * certain >= 999 * count);
}

// Gaps that differ by 2^-56 to 2^-38 of their size, from where squares of squares underflow to
// where they overflow: every answer of the filter must come up, and silence.
static void test_at_the_bound(void **state) {
    (void)state;
    class_run run = class_start(CASE_GENERIC); // no class of cases.h, whatever a failure prints
    static const int about[] = {0, 0, -80, -160, -240, -450, -537, 80, 160, 250, 511};
    long answers[3] = {0};
    const long count = case_count(20000);
    for (long i = 0; i < count; i++) {
        class_next(&run); // for the index, and to be watched for hangs
        random_source g = random_start(run.seed, 7000, run.index);
        gap_case t = random_pair(&g, random_one_in(&g, 2));
        const double size = random_log(&g, -56, -38), off = size * random_sign(&g);
        const int kind = random_int(&g, 0, 3);
        if (kind == 0) { // by the radius
            const double d1 = -carom_circle_contact(t.circle, t.first).depth + t.first.radius;
            const double d2 = -carom_circle_contact(t.circle, t.second).depth + t.second.radius;
            t.first.radius = d1 > d2 ? (d1 - d2) * (1.0 + off) + t.second.radius : 0.0;
            t.second.radius = d1 > d2 ? t.second.radius : (d2 - d1) * (1.0 + off);
        } else { // by a turned copy
            const carom_vec2 w = carom_vec2_sub(t.first.a, t.circle.center);
            const carom_vec2 z = carom_vec2_sub(t.first.b, t.circle.center);
            t.second = t.first;
            const double k = 1.0 + off;
            t.second.a = carom_vec2_add(t.circle.center, carom_vec2_scale(carom_vec2_left(w), k));
            t.second.b = carom_vec2_add(t.circle.center, carom_vec2_scale(carom_vec2_left(z), k));
        }
        const int middle = about[random_int(&g, 0, 10)];
        gap_case_scale(&t, random_int(&g, middle - 8, middle + 3));
        answers[check_order(&run, &t) + 1]++;
    }
    printf("at the bound: nearer %ld, uncertain %ld, farther %ld\n", answers[0], answers[1],
           answers[2]);
    assert_int_equal(run.failures, 0);
    for (int i = 0; i < 3; i++) {
        assert_true(count < 1000 || 10 * answers[i] >= count);
    }
}

// Inputs that span exactly as many bits as a tier takes, one fewer, and one more.
static void test_spans(void **state) {
    (void)state;
    class_run run = class_start(CASE_GENERIC); // no class of cases.h, whatever a failure prints
    for (int span = 58; span <= 200; span++) {
        const double k = ldexp(0x1.fffffffffffffp0, span - 1);
        const carom_circle c = {{k, -k}, 0.0};
        const carom_wall walls[] = {
            segment(-k, k, -k, k, 1.0),
            segment(-k, k, -k, k, k),
            with_extent(segment(-k, 1.0, k, k, k), CAROM_EXTENT_LINE),
            with_extent(segment(-1.0, k, -k, k, 0.0), CAROM_EXTENT_LINE),
            segment(-k, -k, -k, k, 1.0),
        };
        for (int i = 0; i < 25; i++) {
            const gap_case t = {c, walls[i / 5], walls[i % 5]};
            check_order(&run, &t);
        }
    }
    assert_int_equal(run.failures, 0);
}

int main(void) {
    const struct CMUnitTest more[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_wall_radius),
        cmocka_unit_test(test_circle_radius_plays_no_part),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_at_the_centre),
        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_range),
        cmocka_unit_test(test_exact_ties),
        cmocka_unit_test(test_transitivity),
        cmocka_unit_test(test_certain_of_ordinary_cases),
        cmocka_unit_test(test_at_the_bound),
        cmocka_unit_test(test_spans),
    };
    return run_classes(&(class_group){.name = "gap_order",
                                      .test_class = test_class,
                                      .more = more,
                                      .more_count = sizeof more / sizeof *more});
}
