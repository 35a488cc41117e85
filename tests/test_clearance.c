// Two walls: contract, then every class of pairs against the oracle, signs and numbers; the exact
// path also alone, in each of its tiers (white box). Built once with 64-bit and once with 32-bit
// limbs. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "carom/clearance.h"
#include "cases.h"
#include "oracle_walls.h"
#include "points.h"
#include "rest/distance_order_integers.h"
#include "rest/nearest_feature.h"
#include "rest/wall_contact_integers.h"
#include "wall_pairs.h"

static carom_wall capsule(double ax, double ay, double bx, double by, double radius) {
    return carom_capsule(vec(ax, ay), vec(bx, by), radius);
}

static carom_wall with_extent(carom_wall wall, carom_extent extent) {
    wall.extent = (uint8_t)extent;
    return wall;
}

// ---- the contract ----

// With gap 0.
static void expect(carom_wall_relation expected, carom_wall wall, carom_wall other) {
    const int sign = CAROM_WALL_RELATION_TOUCHING - (int)expected;
    assert_int_equal(carom_wall_compare_gap(wall, other, 0.0), sign);
    assert_int_equal(carom_wall_compare_gap(other, wall, 0.0), sign);
    assert_int_equal(carom_wall_within(wall, other, 0.0), sign <= 0);
    assert_int_equal(carom_wall_contact(wall, other).relation, expected);
    assert_int_equal(carom_wall_contact(other, wall).relation, expected);
}

static void test_relations(void **state) {
    (void)state;
    const carom_wall level = capsule(-2, 0, 2, 0, 0);
    expect(CAROM_WALL_RELATION_SEPARATE, level, capsule(-2, 3, 2, 3, 1));
    expect(CAROM_WALL_RELATION_TOUCHING, level, capsule(-2, 3, 2, 3, 3));
    expect(CAROM_WALL_RELATION_OVERLAPPING, level, capsule(-2, 3, 2, 3, 3.5));
    // Axes that share a point: touching without radii, overlapping with one.
    expect(CAROM_WALL_RELATION_TOUCHING, level, capsule(0, -1, 1, 1, 0));
    expect(CAROM_WALL_RELATION_OVERLAPPING, level, capsule(0, -1, 1, 1, DBL_TRUE_MIN));
    expect(CAROM_WALL_RELATION_TOUCHING, level, capsule(2, 0, 4, 1, 0));
    expect(CAROM_WALL_RELATION_TOUCHING, level, capsule(1, 0, 9, 0, 0));
    expect(CAROM_WALL_RELATION_TOUCHING, level, level);
    expect(CAROM_WALL_RELATION_SEPARATE, level, capsule(2.5, 0, 9, 0, 0));
    // Rays and lines, where segments would end.
    const carom_wall tilted = capsule(5, -1, 4, -0.5, 0);
    expect(CAROM_WALL_RELATION_SEPARATE, level, tilted);
    expect(CAROM_WALL_RELATION_SEPARATE, level, with_extent(tilted, CAROM_EXTENT_RAY));
    expect(CAROM_WALL_RELATION_TOUCHING, with_extent(level, CAROM_EXTENT_RAY),
           with_extent(tilted, CAROM_EXTENT_RAY));
    expect(CAROM_WALL_RELATION_SEPARATE, with_extent(level, CAROM_EXTENT_RAY), tilted);
    expect(CAROM_WALL_RELATION_TOUCHING, with_extent(level, CAROM_EXTENT_LINE),
           with_extent(tilted, CAROM_EXTENT_LINE));
    expect(CAROM_WALL_RELATION_SEPARATE, with_extent(level, CAROM_EXTENT_LINE),
           with_extent(capsule(0, 1, 1, 1, 0.5), CAROM_EXTENT_LINE));
    expect(CAROM_WALL_RELATION_TOUCHING, with_extent(level, CAROM_EXTENT_LINE),
           with_extent(capsule(0, 1, 1, 1, 1), CAROM_EXTENT_LINE));
    expect(CAROM_WALL_RELATION_TOUCHING, with_extent(level, CAROM_EXTENT_LINE),
           with_extent(capsule(7, 1, 7, 1, 1), CAROM_EXTENT_LINE)); // a point
    expect(CAROM_WALL_RELATION_TOUCHING, capsule(0, 0, 0, 0, 2), capsule(3, 4, 3, 4, 3));
    expect(CAROM_WALL_RELATION_TOUCHING, capsule(1, 1, 1, 1, 0), capsule(1, 1, 1, 1, 0));
}

static void test_invalid(void **state) {
    (void)state;
    const carom_wall good = capsule(0, 0, 1, 1, 1);
    const double nan = (double)NAN, infinity = (double)INFINITY;
    const carom_wall bad[] = {capsule(nan, 0, 1, 0, 1),     capsule(0, 0, infinity, 0, 1),
                              capsule(0, 0, 1, nan, 1),     capsule(0, -infinity, 1, 0, 1),
                              capsule(0, 0, 1, 0, -1),      capsule(0, 0, 1, 0, nan),
                              capsule(0, 0, 1, 0, infinity)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad + 1; i++) {
        carom_wall wall = good;
        wall.extent = 3;
        if (i > 0)
            wall = bad[i - 1];
        assert_int_equal(carom_wall_compare_gap(wall, good, 9.0), 1);
        assert_int_equal(carom_wall_compare_gap(good, wall, 9.0), 1);
        assert_false(carom_wall_within(good, wall, DBL_MAX));
        const carom_clearance none = carom_wall_contact(wall, good), zeros = {0};
        const carom_clearance turned = carom_wall_contact(good, wall);
        assert_int_equal(none.relation, CAROM_WALL_RELATION_INVALID);
        assert_int_equal(turned.relation, CAROM_WALL_RELATION_INVALID);
        assert_true(none.gap == zeros.gap && same_point(none.point, zeros.point));
        assert_true(same_point(none.other_point, zeros.point));
        assert_true(same_point(none.normal, zeros.point) && turned.gap == 0.0);
    }
    // The filter is certain at the end b before it knows the extent.
    carom_wall far = capsule(-50, 0, 0.5, 0, 1);
    assert_int_equal(carom_wall_compare_gap(far, good, 0.0), -1);
    far.extent = 3;
    assert_int_equal(carom_wall_compare_gap(far, good, 0.0), 1);
    assert_int_equal(carom_wall_compare_gap(good, good, -1.0), 1);
    assert_int_equal(carom_wall_compare_gap(good, good, nan), 1);
    assert_int_equal(carom_wall_compare_gap(good, good, infinity), 1);
    assert_int_equal(carom_wall_compare_gap(good, good, DBL_MAX), -1);
    assert_string_equal(carom_wall_relation_name(CAROM_WALL_RELATION_INVALID), "invalid");
    assert_string_equal(carom_wall_relation_name(CAROM_WALL_RELATION_SEPARATE), "separate");
    assert_string_equal(carom_wall_relation_name(CAROM_WALL_RELATION_TOUCHING), "touching");
    assert_string_equal(carom_wall_relation_name(CAROM_WALL_RELATION_OVERLAPPING), "overlapping");
    assert_string_equal(carom_wall_relation_name((carom_wall_relation)9), "invalid");
}

static void expect_contact(carom_wall wall, carom_wall other, double gap, carom_vec2 point,
                           carom_vec2 other_point, carom_vec2 normal) {
    const carom_clearance k = carom_wall_contact(wall, other);
    assert_true(carom_wall_gap(wall, other) == gap);
    assert_true(k.gap == gap && !signbit(k.gap + 0.0) == !(gap < 0.0));
    assert_true(same_point(k.point, point) && same_point(k.other_point, other_point));
    assert_true(same_point(k.normal, normal));
}

static void test_contacts(void **state) {
    (void)state;
    const carom_wall level = capsule(-2, 0, 2, 0, 0.5);
    // An end above a side, and the other way round.
    expect_contact(capsule(1, 3, 1, 9, 1), level, 1.5, vec(1, 2), vec(1, 0.5), vec(0, 1));
    expect_contact(level, capsule(1, 3, 1, 9, 1), 1.5, vec(1, 0.5), vec(1, 2), vec(0, -1));
    // Ends.
    expect_contact(level, capsule(5, 4, 9, 4, 1), 3.5, vec(2.3, 0.4), vec(4.4, 3.2),
                   vec(-0.6, -0.8));
    // Parallel: the first end that is as near.
    expect_contact(level, capsule(-9, 2, 1, 2, 0.5), 1, vec(-2, 0.5), vec(-2, 1.5), vec(0, -1));
    expect_contact(capsule(-9, 2, 1, 2, 0.5), level, 1, vec(1, 1.5), vec(1, 0.5), vec(0, 1));
    const carom_wall line = with_extent(level, CAROM_EXTENT_LINE);
    expect_contact(line, with_extent(capsule(7, -2, 5, -2, 0), CAROM_EXTENT_LINE), 1.5,
                   vec(-2, -0.5), vec(-2, -2), vec(0, 1));
    // Axes that cross, share an end, or lie on each other: the left of the other wall.
    expect_contact(capsule(0, -1, 0, 1, 0.25), level, -0.75, vec(0, -0.25), vec(0, 0.5), vec(0, 1));
    expect_contact(level, capsule(2, 0, 2, 4, 0), -0.5, vec(2.5, 0), vec(2, 0), vec(-1, 0));
    expect_contact(capsule(1, 0, 3, 0, 0), capsule(2, 0, 0, 0, 0), 0, vec(1, 0), vec(1, 0),
                   vec(0, -1));
    // Points.
    expect_contact(level, capsule(1, 0, 1, 0, 0.25), -0.75, vec(1, -0.5), vec(1, 0.25), vec(0, 1));
    expect_contact(capsule(1, 0, 1, 0, 0.25), level, -0.75, vec(1, -0.25), vec(1, 0.5), vec(0, 1));
    expect_contact(capsule(1, 2, 1, 2, 1), capsule(1, 2, 1, 2, 3), -4, vec(1, 1), vec(1, 5),
                   vec(0, 1));
    // No negative zero.
    const carom_clearance k =
        carom_wall_contact(capsule(-0.0, -0.0, -0.0, -0.0, 0), capsule(-0.0, -1, -0.0, -1, 0));
    assert_false(signbit(k.point.x) || signbit(k.point.y) || signbit(k.other_point.x) ||
                 signbit(k.normal.x));
}

// ---- against the oracle ----

typedef struct pair_run {
    wall_pair_class kind;
    long failures;
    const wall_pair *t;
    oracle_clearance truth;
    double worst[4]; // gap, point, other point, normal
} pair_run;

static void fail_pair(pair_run *run, const char *what, double got, double error) {
    if (run->failures++ < 5) {
        fprintf(stderr, "%s, %s: got %a, off by %g:\n    ", wall_pair_class_name(run->kind), what,
                got, error);
        wall_pair_print(stderr, run->t);
    }
}

static void check_sign(pair_run *run, const char *what, int got, int expected) {
    if (got != expected)
        fail_pair(run, what, got, expected);
}

static void check_error(pair_run *run, int quantity, const char *what, double got,
                        const mpfr_t truth, int ulp) {
    const double error = oracle_error(got, truth, ulp);
    if (!(error <= run->worst[quantity]))
        run->worst[quantity] = error;
    if (!(error <= 1.0) || (got == 0.0 && signbit(got)))
        fail_pair(run, what, got, error);
}

static void check_point(pair_run *run, int quantity, const char *what, carom_vec2 got,
                        const oracle_point *truth) {
    check_error(run, quantity, what, got.x, truth->x, oracle_ulp_exponent(truth->x));
    check_error(run, quantity, what, got.y, truth->y, oracle_ulp_exponent(truth->y));
}

static void check_contact(pair_run *run, carom_wall wall, carom_wall other) {
    oracle_clearance *truth = &run->truth;
    oracle_measure_walls(truth, wall, other);
    const carom_clearance k = carom_wall_contact(wall, other);
    check_sign(run, "relation", (int)k.relation, (int)truth->relation);
    check_error(run, 0, "gap", k.gap, truth->gap, oracle_ulp_exponent(truth->size));
    check_sign(run, "gap alone", carom_wall_gap(wall, other) == k.gap, 1);
    check_sign(run, "sign of the gap", (k.gap > 0.0) - (k.gap < 0.0),
               CAROM_WALL_RELATION_TOUCHING - (int)truth->relation);
    check_point(run, 1, "point", k.point, &truth->point);
    check_point(run, 2, "other point", k.other_point, &truth->other_point);
    check_error(run, 3, "normal.x", k.normal.x, truth->normal.x, -52);
    check_error(run, 3, "normal.y", k.normal.y, truth->normal.y, -52);
}

// The same walls with a and b exchanged where that changes nothing.
static carom_wall backwards(carom_wall wall) {
    const carom_wall turned =
        carom_wall_make(wall.b, wall.a, wall.radius, (carom_extent)wall.extent);
    return wall.extent == CAROM_EXTENT_RAY ? wall : turned;
}

static bool same_place(carom_surface_point p, carom_surface_point q) {
    return wide_to_double(p.x) == wide_to_double(q.x) && wide_to_double(p.y) == wide_to_double(q.y);
}

// The integers give the same in every tier.
static void check_tiers(pair_run *run, carom_wall wall, carom_wall other) {
    const neighbor near_a = {other, nearest_feature(carom_circle_make(wall.a, 0.0), other)};
    const neighbor near_b = {other, nearest_feature(carom_circle_make(wall.b, 0.0), other)};
    const wall_place end = {wall.a, false, wall, other}, crossing = {wall.a, true, wall, other};
    const bool has_u = !same_point(other.a, other.b);
    const int turn = carom_exact_turn(wall, other, CAROM_TIER_64);
    const int order = carom_exact_compare_ends(wall.a, near_a, wall.b, near_b, CAROM_TIER_64);
    for (int i = CAROM_TIER_64; i <= CAROM_TIER_ANY; i++) {
        const carom_tier tier = (carom_tier)i;
        check_sign(run, "turn", carom_exact_turn(wall, other, tier), turn);
        check_sign(run, "turn back", carom_exact_turn(other, wall, tier), -turn);
        check_sign(run, "order of ends",
                   carom_exact_compare_ends(wall.a, near_a, wall.b, near_b, tier), order);
        check_sign(run, "order back",
                   carom_exact_compare_ends(wall.b, near_b, wall.a, near_a, tier), -order);
        for (int right = 0; has_u && right < 2; right++) {
            check_sign(run, "offset of an end",
                       same_place(carom_exact_offset(&end, wall.radius, right, tier),
                                  carom_exact_offset(&end, wall.radius, right, CAROM_TIER_64)),
                       1);
            check_sign(
                run, "offset of a crossing",
                turn == 0 ||
                    same_place(carom_exact_offset(&crossing, wall.radius, right, tier),
                               carom_exact_offset(&crossing, wall.radius, right, CAROM_TIER_64)),
                1);
        }
    }
}

static void check_pair(pair_run *run, const wall_pair *t) {
    run->t = t;
    const int expected = oracle_compare_walls(t->wall, t->other, t->gap);
    check_sign(run, "sign", carom_wall_compare_gap(t->wall, t->other, t->gap), expected);
    check_sign(run, "sign, exchanged", carom_wall_compare_gap(t->other, t->wall, t->gap), expected);
    check_sign(run, "sign, backwards",
               carom_wall_compare_gap(backwards(t->wall), backwards(t->other), t->gap), expected);
    check_sign(run, "sign at 0", carom_wall_compare_gap(t->wall, t->other, 0.0),
               oracle_compare_walls(t->wall, t->other, 0.0));
    if (carom_wall_is_valid(t->wall) && carom_wall_is_valid(t->other)) {
        check_contact(run, t->wall, t->other);
        check_contact(run, t->other, t->wall);
        check_tiers(run, t->wall, t->other);
    } else {
        check_sign(run, "validity", (int)carom_wall_contact(t->wall, t->other).relation, 0);
        check_sign(run, "gap of an invalid pair", carom_wall_gap(t->wall, t->other) == 0.0, 1);
    }
}

static void test_class(void **state) {
    pair_run run = {.kind = *(const wall_pair_class *)*state};
    oracle_clearance_init(&run.truth);
    const uint64_t seed = case_seed();
    const bool is_slow = run.kind == WALL_PAIR_MIXED_EXPONENTS || run.kind == WALL_PAIR_BITS;
    const long count = case_count(is_slow ? 200 : 1000);
    long signs[3] = {0, 0, 0};
    for (long i = 0; i < count; i++) {
        const wall_pair t = wall_pair_make(run.kind, seed, (uint64_t)i);
        check_pair(&run, &t);
        signs[1 + oracle_compare_walls(t.wall, t.other, t.gap)]++;
    }
    printf("%s: %ld less, %ld ties, %ld more; worst gap %.3f, points %.3f and %.3f, normal %.3f\n",
           wall_pair_class_name(run.kind), signs[0], signs[1], signs[2], run.worst[0], run.worst[1],
           run.worst[2], run.worst[3]);
    oracle_clearance_clear(&run.truth);
    assert_int_equal(run.failures, 0);
    // The classes of ties have them.
    const bool has_ties = run.kind == WALL_PAIR_INTEGERS || run.kind == WALL_PAIR_COLLINEAR ||
                          run.kind == WALL_PAIR_AT_GAP || run.kind == WALL_PAIR_PARALLEL;
    assert_true(!has_ties || count < 1000 || 30 * signs[1] > count);
}

int main(void) {
    static wall_pair_class kinds[WALL_PAIR_CLASSES];
    struct CMUnitTest tests[WALL_PAIR_CLASSES + 3] = {cmocka_unit_test(test_relations),
                                                      cmocka_unit_test(test_invalid),
                                                      cmocka_unit_test(test_contacts)};
    for (int i = 0; i < WALL_PAIR_CLASSES; i++) {
        kinds[i] = (wall_pair_class)i;
        tests[3 + i] =
            (struct CMUnitTest){wall_pair_class_name(kinds[i]), test_class, NULL, NULL, &kinds[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
