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

#include "rest/arc_contact.h"
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
    double depth, normal, point, along, box; // the largest errors
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

static void larger_of(double *most, double x) {
    // NaN counts.
    if (!(x <= *most))
        *most = x;
}

static double ulps(double got, const mpfr_t truth, const mpfr_t size) {
    return oracle_error(got, truth, oracle_ulp_exponent(size));
}

static void check_numbers(arc_run *run, arc_numbers *n, const oracle_verdict *truth) {
    const arc_case *const t = &run->t;
    const carom_contact c = carom_arc_contact(t->circle, arc_of(t));
    expect(run, c.relation == truth->relation, "contact.relation");
    expect(run, c.feature == truth->feature, "contact.feature");
    const int sign = (c.depth > 0.0) - (c.depth < 0.0);
    const int expected =
        (truth->relation > CAROM_RELATION_TOUCHING) - (truth->relation == CAROM_RELATION_SEPARATE);
    expect(run, sign == expected && c.depth == c.depth, "contact.depth has the sign");
    arc_oracle_measure(n, t->circle, t->wall, t->bulge);
    const double depth =
        ulps(c.depth, n->depth, mpfr_cmp(n->reach, n->distance) > 0 ? n->reach : n->distance);
    const double nx = oracle_error(c.normal.x, n->normal.x, -52);
    const double ny = oracle_error(c.normal.y, n->normal.y, -52);
    const double normal = fmax(nx, ny);
    // The circle's radius does not belong to the point.
    const double point = oracle_point_error(
        c.point, &n->surface,
        oracle_largest_ulp(carom_circle_make(t->circle.center, 0.0), t->wall, &n->surface));
    const double ulp = ldexp(1.0, oracle_ulp_exponent(n->along));
    const double off = oracle_error(c.along, n->along, -1074) * 0x1p-1074;
    const double along = off / (ulp + 0x1p-56);
    expect(run, depth <= 1.0, "contact.depth within 1 ulp");
    expect(run, normal <= 1.0, "contact.normal within 1 ulp");
    expect(run, point <= 1.0, "contact.point within 1 ulp");
    expect(run, along <= 1.0, "contact.along within its bound");
    expect(run, c.along >= 0.0 && c.along <= 1.0, "contact.along within the chord");
    if (c.feature != CAROM_FEATURE_SIDE)
        expect(run, c.along == (c.feature == CAROM_FEATURE_END_B ? 1.0 : 0.0), "along at an end");
    larger_of(&run->depth, depth);
    larger_of(&run->normal, normal);
    larger_of(&run->point, point);
    larger_of(&run->along, along);
}

static double largest_number(const arc_case *t) {
    return fmax(fmax(fmax(fabs(t->wall.a.x), fabs(t->wall.a.y)),
                     fmax(fabs(t->wall.b.x), fabs(t->wall.b.y))),
                t->wall.radius);
}

static void check_box(arc_run *run, const arc_numbers *n) {
    const carom_box box = carom_arc_box(arc_of(&run->t));
    const double sides[] = {box.min.x, box.min.y, box.max.x, box.max.y};
    for (int i = 0; i < 4; i++) {
        // Towards the outside.
        const int order = mpfr_cmp_d(n->box[i], sides[i]);
        expect(run, sides[i] == sides[i] && (i < 2 ? order >= 0 : order <= 0), "box holds the arc");
        const double size = fmax(largest_number(&run->t), fabs(mpfr_get_d(n->box[i], MPFR_RNDA)));
        int e = 1024;
        if (size <= DBL_MAX)
            frexp(size, &e);
        if (isinf(sides[i])) // at the end of the range
            expect(run, e >= 1023, "box is finite");
        else
            larger_of(&run->box, oracle_error(sides[i], n->box[i], e < -1010 ? -1057 : e - 47));
    }
}

static void check_straight(arc_run *run) {
    const arc_case *const t = &run->t;
    const carom_contact got = carom_arc_contact(t->circle, arc_of(t));
    const carom_contact expected = carom_circle_contact(t->circle, t->wall);
    expect(run, got.relation == expected.relation && got.feature == expected.feature, "same case");
    const double x[] = {got.along, got.point.x, got.point.y, got.normal.x, got.normal.y, got.depth};
    const double y[] = {expected.along,    expected.point.x,  expected.point.y,
                        expected.normal.x, expected.normal.y, expected.depth};
    expect(run, memcmp(x, y, sizeof x) == 0, "same bits");
    const carom_box b = carom_arc_box(arc_of(t)), w = carom_wall_box(t->wall);
    expect(run, is_point(b.min, w.min.x, w.min.y) && is_point(b.max, w.max.x, w.max.y), "same box");
}

static void check_invalid(arc_run *run) {
    const arc_case *const t = &run->t;
    const carom_contact c = carom_arc_contact(t->circle, arc_of(t));
    expect(run,
           c.relation == CAROM_RELATION_INVALID && c.feature == CAROM_FEATURE_NONE &&
               c.along == 0.0 && c.depth == 0.0 && is_point(c.point, 0.0, 0.0) &&
               is_point(c.normal, 0.0, 0.0),
           "zeros");
    const carom_box box = carom_arc_box(arc_of(t));
    if (!carom_arc_is_valid(arc_of(t)))
        expect(run, box.min.x != box.min.x && box.max.y != box.max.y, "box of NaN");
}

static void test_classes(void **state) {
    (void)state;
    const long count = case_count(400);
    long failures = 0;
    arc_numbers n;
    arc_numbers_init(&n);
    for (int kind = 0; kind < ARC_CLASS_COUNT; kind++) {
        arc_run run = {.kind = (arc_class)kind};
        for (long i = 0; i < count; i++) {
            run.index = (uint64_t)i;
            run.t = arc_case_make(run.kind, case_seed(), run.index);
            const oracle_verdict truth =
                arc_oracle_decide(run.t.circle, run.t.wall, run.t.bulge, run.t.gap);
            check_exact(&run, &truth);
            if (truth.relation == CAROM_RELATION_INVALID) {
                check_invalid(&run);
            } else if (is_straight(&run.t)) {
                check_straight(&run);
            } else {
                check_numbers(&run, &n, &truth);
                check_box(&run, &n);
            }
        }
        expect(&run, run.box <= 1.0, "box is tight");
        failures += run.failures;
        if (getenv("CAROM_TEST_PRINT") != NULL)
            printf(
                "%-12s undecided %6.2f %%  depth %.3f normal %.3f point %.3f along %.3f box %.3f\n",
                arc_class_name(run.kind), 100.0 * (double)run.undecided / (double)count, run.depth,
                run.normal, run.point, run.along, run.box);
        // The filter decides nearly everything that is not made to be hard.
        if (run.kind == ARC_GENERIC)
            assert_true(run.undecided * 100 <= count);
    }
    arc_numbers_clear(&n);
    assert_int_equal(failures, 0);
}

// A half circle of radius 1 around the origin, below it, from (-1, 0) to (1, 0).
static void test_half_circle(void **state) {
    (void)state;
    const carom_arc half = {{-1.0, 0.0}, {1.0, 0.0}, 0.0, 1.0};
    const struct {
        carom_circle circle;
        carom_relation relation;
        carom_feature feature;
        double along;
        carom_vec2 point, normal;
        double depth;
    } cases[] = {
        {{{0, -3}, 2}, CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, 0.5, {0, -1}, {0, -1}, 0},
        {{{0, -0.5}, 0.5}, CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, 0.5, {0, -1}, {0, 1}, 0},
        {{{0, -0.5}, 1}, CAROM_RELATION_CROSSING, CAROM_FEATURE_SIDE, 0.5, {0, -1}, {0, 1}, 0.5},
        {{{0.75, -1}, 0.25},
         CAROM_RELATION_TOUCHING,
         CAROM_FEATURE_SIDE,
         0.8,
         {0.6, -0.8},
         {0.6, -0.8},
         0},
        // The centre of the arc: by rule the middle.
        {{{0, 0}, 1}, CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, 0.5, {0, -1}, {0, 1}, 0},
        {{{0, 0}, 2}, CAROM_RELATION_INSIDE, CAROM_FEATURE_SIDE, 0.5, {0, -1}, {0, 1}, 1},
        // Opposite of the arc both ends are as near.
        {{{0, 0.75}, 1.25},
         CAROM_RELATION_TOUCHING,
         CAROM_FEATURE_END_A,
         0,
         {-1, 0},
         {0.8, 0.6},
         0},
        {{{0, 1}, 2},
         CAROM_RELATION_INSIDE_TOUCHING,
         CAROM_FEATURE_END_A,
         0,
         {-1, 0},
         {0.70710678118654752, 0.70710678118654752},
         2 - 1.4142135623730951},
        // On the line of the chord.
        {{{0.5, 0}, 0.5}, CAROM_RELATION_TOUCHING, CAROM_FEATURE_END_B, 1, {1, 0}, {-1, 0}, 0},
        {{{3, 0}, 1}, CAROM_RELATION_SEPARATE, CAROM_FEATURE_END_B, 1, {1, 0}, {1, 0}, -1},
        // On the axis the normal is left of the way along the arc.
        {{{0, -1}, 0}, CAROM_RELATION_TOUCHING, CAROM_FEATURE_SIDE, 0.5, {0, -1}, {0, 1}, 0},
        {{{-1, 0}, 1}, CAROM_RELATION_CROSSING, CAROM_FEATURE_END_A, 0, {-1, 0}, {1, 0}, 1},
        {{{1, 0}, 3}, CAROM_RELATION_INSIDE, CAROM_FEATURE_END_B, 1, {1, 0}, {-1, 0}, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const carom_contact c = carom_arc_contact(cases[i].circle, half);
        assert_int_equal(c.relation, cases[i].relation);
        assert_int_equal(c.feature, cases[i].feature);
        assert_true(fabs(c.along - cases[i].along) <= 0x1p-53);
        assert_true(is_near(c.normal, cases[i].normal.x, cases[i].normal.y, 0x1p-52));
        assert_true(is_near(c.point, cases[i].point.x, cases[i].point.y, 0x1p-52));
        assert_true(fabs(c.depth - cases[i].depth) <= 0x1p-52);
    }
    // The same arc from right to left: on the axis, left is outside.
    const carom_arc back = {half.b, half.a, 0.0, -1.0};
    const carom_contact on = carom_arc_contact(carom_circle_make(vec(0.0, -1.0), 0.0), back);
    assert_true(is_point(on.normal, 0.0, -1.0));
    const carom_contact in = carom_arc_contact(carom_circle_make(vec(0.0, -0.5), 0.5), back);
    assert_true(is_point(in.normal, 0.0, 1.0) && in.relation == CAROM_RELATION_TOUCHING);
    // Both ends are as near: a, which is on the right now.
    const carom_contact tie = carom_arc_contact(carom_circle_make(vec(0.0, 0.75), 1.25), back);
    assert_true(tie.feature == CAROM_FEATURE_END_A && is_point(tie.point, 1.0, 0.0));
    const carom_box box = carom_arc_box(half);
    assert_true(is_near(box.min, -1.0, -1.0, 0x1p-46) && is_near(box.max, 1.0, 0.0, 0x1p-46));
    assert_true(box.min.y <= -1.0 && box.max.y == 0.0);
}

// Half circles of the least size, whose numbers all round: a depth that is not 0 does not become 0,
// and the box holds them. A point with a bulge beyond 1 is invalid.
static void test_least(void **state) {
    (void)state;
    const double least = 0x1p-1074;
    const carom_arc half = {{0, 0}, {least, least}, 0, 1};
    // The distance is 0.87 least.
    const carom_contact over = carom_arc_contact(carom_circle_make(vec(2 * least, 0), least), half);
    assert_true(over.relation == CAROM_RELATION_CROSSING && over.depth == least);
    // It is 2.21 least.
    const carom_circle away = carom_circle_make(vec(3 * least, -1 * least), 2 * least);
    const carom_contact apart = carom_arc_contact(away, half);
    assert_true(apart.relation == CAROM_RELATION_SEPARATE && apart.depth == -least);
    const carom_box box = carom_arc_box(half);
    assert_true(box.min.x <= 0 && box.min.y <= -least && box.max.x >= 2 * least);
    const carom_arc bad = {{1, 1}, {1, 1}, 0, 2};
    assert_int_equal(carom_arc_relate(away, bad), CAROM_RELATION_INVALID);
    assert_int_equal(carom_arc_contact(away, bad).relation, CAROM_RELATION_INVALID);
    assert_int_equal(carom_arc_reach(away, bad, 9.0), -1);
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
                    carom_arc_exact_numbers(t->circle, arc_of(t));
                    sides += truth.feature == CAROM_FEATURE_SIDE;
                    assert_int_equal(run.failures, 0);
                }
    assert_true(sides > 100);
}

// The definition: points along the arc by sine and cosine of its angle, 4 atan k.
static void test_points_along(void **state) {
    (void)state;
    const long count = case_count(200);
    enum { STEPS = 2000 };
    for (long i = 0; i < count; i++) {
        const arc_case t = arc_case_make(i % 2 == 0 ? ARC_GENERIC : ARC_OUTSIDE, case_seed(),
                                         (uint64_t)i + 1000000);
        const carom_vec2 a = t.wall.a, b = t.wall.b, c = t.circle.center;
        const double half = 2.0 * atan(t.bulge), ux = b.x - a.x, uy = b.y - a.y;
        // The centre is left of the chord for positive angles.
        const double beside = 0.5 / tan(half), x = 0.5 * (a.x + b.x) - beside * uy;
        const double y = 0.5 * (a.y + b.y) + beside * ux;
        double least = HUGE_VAL, most = 0.0;
        const carom_box box = carom_arc_box(arc_of(&t));
        const double size = fabs(x) + fabs(y) + fabs(a.x) + fabs(a.y) + fabs(b.x) + fabs(b.y);
        const double slack = 1e-12 * size;
        for (int j = 0; j <= STEPS; j++) {
            const double turn = 2.0 * half * j / STEPS, dx = a.x - x, dy = a.y - y;
            const double px = x + dx * cos(turn) - dy * sin(turn);
            const double py = y + dx * sin(turn) + dy * cos(turn);
            const double d = hypot(px - c.x, py - c.y);
            least = fmin(least, d);
            most = fmax(most, d);
            assert_true(px >= box.min.x - slack && px <= box.max.x + slack);
            assert_true(py >= box.min.y - slack && py <= box.max.y + slack);
        }
        const double step = hypot(ux, uy) * 4.0 / STEPS;
        const carom_contact got = carom_arc_contact(t.circle, arc_of(&t));
        const double distance = t.circle.radius + t.wall.radius - got.depth;
        assert_true(distance <= least + slack && distance >= least - step - slack);
        // Inside if the farthest point is.
        const double rim = t.circle.radius - t.wall.radius;
        if (rim - most > step + slack && got.relation > CAROM_RELATION_TOUCHING)
            assert_int_equal(got.relation, CAROM_RELATION_INSIDE);
        if (most - rim > slack && got.relation > CAROM_RELATION_TOUCHING)
            assert_int_equal(got.relation, CAROM_RELATION_CROSSING);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half_circle), cmocka_unit_test(test_least),
        cmocka_unit_test(test_widest),      cmocka_unit_test(test_points_along),
        cmocka_unit_test(test_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
