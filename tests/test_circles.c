// Contract of layer circles: every call is compared with a closed form in plain integers, on all
// pairs of a small grid. Also the roles of the two circles, and invalid input. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "carom/contact.h"
#include "carom/moving_wall.h"

enum { GRID = 4, RADII = 3, MOVES = 4 };

static carom_circle circle_of(long x, long y, long r) {
    return carom_circle_make(carom_vec2_make((double)x, (double)y), (double)r);
}

static carom_relation expected_relation(long d2, long r, long s) {
    const long sum = r + s, rim = r - s;
    if (d2 >= sum * sum)
        return d2 > sum * sum ? CAROM_RELATION_SEPARATE : CAROM_RELATION_TOUCHING;
    if (rim < 0 || d2 > rim * rim)
        return CAROM_RELATION_CROSSING;
    return d2 == rim * rim ? CAROM_RELATION_INSIDE_TOUCHING : CAROM_RELATION_INSIDE;
}

static void check_contact(carom_circle c, carom_circle other, long d2) {
    const carom_contact k = carom_circle_contact(c, carom_circle_as_post(other));
    const double d = sqrt((double)d2), depth = c.radius + other.radius - d;
    assert_int_equal(k.relation, carom_circle_relate(c, carom_circle_as_post(other)));
    assert_true(k.feature == CAROM_FEATURE_END_A && k.along == 0);
    assert_true(fabs(k.depth - depth) <= 0x1p-49);
    const double nx = d2 > 0 ? (c.center.x - other.center.x) / d : 0;
    const double ny = d2 > 0 ? (c.center.y - other.center.y) / d : 1;
    assert_true(fabs(k.normal.x - nx) <= 0x1p-50 && fabs(k.normal.y - ny) <= 0x1p-50);
    assert_true(fabs(k.point.x - (other.center.x + other.radius * nx)) <= 0x1p-49);
    assert_true(fabs(k.point.y - (other.center.y + other.radius * ny)) <= 0x1p-49);
    const double gap = carom_circle_distance(c, carom_circle_as_post(other));
    assert_true(depth >= 0 ? gap == 0 : fabs(gap + depth) <= 0x1p-49);
}

// All offsets of `other`, from a circle that is not at the origin.
static void test_at_rest(void **state) {
    (void)state;
    for (long dx = -GRID; dx <= GRID; dx++)
        for (long dy = -GRID; dy <= GRID; dy++)
            for (long r = 0; r <= RADII; r++)
                for (long s = 0; s <= RADII; s++) {
                    const carom_circle c = circle_of(7, -2, r),
                                       other = circle_of(7 + dx, dy - 2, s);
                    const long d2 = dx * dx + dy * dy;
                    const carom_relation relation = expected_relation(d2, r, s);
                    assert_int_equal(carom_circle_relate(c, carom_circle_as_post(other)), relation);
                    assert_true(carom_circle_touches_circle(c, other) ==
                                (relation >= CAROM_RELATION_TOUCHING));
                    assert_true(carom_circle_overlaps(c, carom_circle_as_post(other)) ==
                                (relation > CAROM_RELATION_TOUCHING));
                    for (long gap = 0; gap <= 2; gap++)
                        assert_true(
                            carom_circle_within(c, carom_circle_as_post(other), (double)gap) ==
                            (d2 <= (r + s + gap) * (r + s + gap)));
                    check_contact(c, other, d2);
                }
}

// The terms of a sweep in integers: the quadratic A t^2 - 2 B t + C is the squared distance minus
// R^2.
typedef struct quadratic {
    long A, B, C, D;
} quadratic;

static carom_sweep_kind expected_kind(quadratic q, bool is_point) {
    if (q.C < 0)
        return CAROM_SWEEP_KIND_OVERLAP;
    if (q.C == 0)
        return q.B > 0 && !is_point ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE;
    // Moving away, passing by, or not there yet at t = 1 and still coming nearer.
    if (q.B <= 0 || q.D < 0 || (q.A - 2 * q.B + q.C > 0 && q.A < q.B))
        return CAROM_SWEEP_KIND_MISS;
    return q.D == 0 && !is_point ? CAROM_SWEEP_KIND_GRAZE : CAROM_SWEEP_KIND_HIT;
}

static void check_sweep(long x, long y, long r, long vx, long vy, long s) {
    const carom_circle c = circle_of(3 + x, y - 5, r), other = circle_of(3, -5, s);
    const carom_vec2 move = carom_vec2_make((double)vx, (double)vy);
    const carom_sweep got = carom_circle_sweep(c, move, carom_circle_as_post(other));
    const long reach = r + s, cross = vx * y - vy * x;
    quadratic q = {vx * vx + vy * vy, -(x * vx + y * vy), x * x + y * y - reach * reach, 0};
    q.D = reach * reach * q.A - cross * cross; // B^2 - A C
    const carom_sweep_kind kind = expected_kind(q, reach == 0);
    assert_int_equal(got.kind, kind);
    if (kind > CAROM_SWEEP_KIND_MISS) {
        const double t = q.C <= 0 ? 0 : (double)q.C / ((double)q.B + sqrt((double)q.D));
        assert_int_equal(got.feature, CAROM_FEATURE_END_A);
        assert_true(got.t <= t + 0x1p-52 && got.t >= t - 0x1p-51);
        assert_true(fabs(got.center.x - (c.center.x + t * move.x)) <= 0x1p-47);
        assert_true(fabs(got.center.y - (c.center.y + t * move.y)) <= 0x1p-47);
    }
    // Clear unless the distance falls below R, or for R = 0 reaches 0. A touch at the very end is
    // allowed.
    const long end = q.A - 2 * q.B + q.C;
    const bool arrives = kind == CAROM_SWEEP_KIND_HIT && q.C > 0 && end == 0 && q.B >= q.A;
    const bool is_clear = kind <= CAROM_SWEEP_KIND_GRAZE || (arrives && reach > 0);
    const carom_vec2 to = carom_vec2_add(c.center, move);
    assert_int_equal(carom_circle_path_is_clear(c, to, carom_circle_as_post(other)), is_clear);
}

static void test_moving(void **state) {
    (void)state;
    for (long x = 0; x <= GRID; x++)
        for (long y = -GRID; y <= GRID; y++)
            for (long vx = -MOVES; vx <= MOVES; vx++)
                for (long vy = -MOVES; vy <= MOVES; vy++)
                    for (long r = 0; r <= 2; r++)
                        for (long s = 0; s <= 2; s++)
                            check_sweep(x, y, r, vx, vy, s);
}

// Inside is not symmetric: it is the other one that lies within.
static void test_inside(void **state) {
    (void)state;
    const carom_circle large = circle_of(0, 0, 5), small = circle_of(1, 0, 2);
    assert_int_equal(carom_circle_relate(large, carom_circle_as_post(small)),
                     CAROM_RELATION_INSIDE);
    assert_int_equal(carom_circle_relate(small, carom_circle_as_post(large)),
                     CAROM_RELATION_CROSSING);
    assert_int_equal(carom_circle_relate(large, carom_circle_as_post(large)),
                     CAROM_RELATION_INSIDE_TOUCHING);
    const carom_circle point = circle_of(3, 4, 0);
    assert_int_equal(carom_circle_relate(large, carom_circle_as_post(point)),
                     CAROM_RELATION_TOUCHING);
    assert_int_equal(carom_circle_relate(point, carom_circle_as_post(point)),
                     CAROM_RELATION_TOUCHING);
}

static void check_invalid(carom_circle c, carom_circle other) {
    const carom_vec2 move = carom_vec2_make(9, 0);
    assert_int_equal(carom_circle_relate(c, carom_circle_as_post(other)), CAROM_RELATION_INVALID);
    assert_false(carom_circle_touches_circle(c, other));
    assert_false(carom_circle_overlaps(c, carom_circle_as_post(other)));
    assert_false(carom_circle_within(c, carom_circle_as_post(other), 9));
    assert_int_equal(carom_circle_contact(c, carom_circle_as_post(other)).relation,
                     CAROM_RELATION_INVALID);
    assert_true(carom_circle_distance(c, carom_circle_as_post(other)) == 0);
    assert_int_equal(carom_circle_sweep(c, move, carom_circle_as_post(other)).kind,
                     CAROM_SWEEP_KIND_INVALID);
    assert_false(carom_circle_path_is_clear(c, move, carom_circle_as_post(other)));
}

static void test_invalid(void **state) {
    (void)state;
    const carom_circle good = circle_of(0, 3, 1);
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1};
    for (int i = 0; i < 4; i++)
        for (int place = i < 3 ? 0 : 2; place < 3; place++) {
            carom_circle c = good;
            double *const fields[] = {&c.center.x, &c.center.y, &c.radius};
            *fields[place] = bad[i];
            check_invalid(c, good);
            check_invalid(good, c);
        }
    assert_false(carom_circle_within(good, carom_circle_as_post(good), -1));
    assert_false(carom_circle_within(good, carom_circle_as_post(good), (double)NAN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_at_rest),
        cmocka_unit_test(test_moving),
        cmocka_unit_test(test_inside),
        cmocka_unit_test(test_invalid),
    };
    return cmocka_run_group_tests_name("circles", tests, NULL, NULL);
}
