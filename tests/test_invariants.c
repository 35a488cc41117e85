// What must not change an answer: swapping a and b, mirroring, turning by a quarter, exact scaling.
//
// On every class of cases. Needs no oracle: the library is compared with itself. Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "carom/carom.h"
#include "random.h"
#include "verdicts.h"

// The symmetries of the square: p -> p, mirrored in the y axis, in the x axis, in both (a half
// turn), and the same with x and y exchanged (among them the quarter turns).
enum { SYMMETRIES = 8 };

static carom_vec2 moved(carom_vec2 p, int symmetry) {
    if (symmetry & 4) {
        p = carom_vec2_make(p.y, p.x);
    }
    return carom_vec2_make(symmetry & 1 ? -p.x : p.x, symmetry & 2 ? -p.y : p.y);
}

static test_case case_moved(test_case t, int symmetry) {
    t.circle.center = moved(t.circle.center, symmetry);
    t.wall.a = moved(t.wall.a, symmetry);
    t.wall.b = moved(t.wall.b, symmetry);
    return t;
}

static carom_feature swapped(carom_feature f) {
    return f == CAROM_END_A ? CAROM_END_B : f == CAROM_END_B ? CAROM_END_A : f;
}

static void compare_exact(class_run *run, const char *what, test_case t, carom_feature feature) {
    const test_case *old = &run->t;
    carom_relation before = carom_circle_relate(old->circle, old->wall);
    carom_relation after = carom_circle_relate(t.circle, t.wall);
    if (before != after) {
        class_fail(run, "%s: relation %s becomes %s", what, carom_relation_name(before),
                   carom_relation_name(after));
    }
    carom_contact contact = carom_circle_contact(t.circle, t.wall);
    if (contact.feature != feature) {
        class_fail(run, "%s: feature becomes %s, expected %s", what,
                   carom_feature_name(contact.feature), carom_feature_name(feature));
    }
    if (carom_circle_within(old->circle, old->wall, old->gap) !=
        carom_circle_within(t.circle, t.wall, t.gap)) {
        class_fail(run, "%s: clearance changes", what);
    }
    int crossings = carom_circle_crossings(old->circle, old->wall).count;
    if (carom_circle_crossings(t.circle, t.wall).count != crossings) {
        class_fail(run, "%s: number of crossings changes from %d", what, crossings);
    }
}

static bool center_on_axis(test_case t) {
    t.circle.radius = 0.0;
    t.wall.radius = 0.0;
    return carom_circle_relate(t.circle, t.wall) == CAROM_TOUCHING;
}

static bool same_point(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y;
}

// Mirrored input gives mirrored numbers, to the bit. A centre on the axis has a normal by
// convention, which a mirror turns over.
static void compare_moved(class_run *run, const carom_contact *old, int symmetry) {
    test_case t = case_moved(run->t, symmetry);
    carom_contact k = carom_circle_contact(t.circle, t.wall);
    if (k.along != old->along || k.depth != old->depth) {
        class_fail(run, "symmetry %d: along %a, depth %a become %a, %a", symmetry, old->along,
                   old->depth, k.along, k.depth);
    }
    if (center_on_axis(run->t)) {
        return;
    }
    if (!same_point(k.normal, moved(old->normal, symmetry))) {
        class_fail(run, "symmetry %d: normal changes", symmetry);
    }
    if (!same_point(k.point, moved(old->point, symmetry))) {
        class_fail(run, "symmetry %d: point changes", symmetry);
    }
}

// True if the number is 0 or of ordinary size. The library promises the same bits after scaling
// only where it goes the same way: very large and very small numbers go through integers, which may
// round the last bit otherwise (within the documented error).
static bool is_moderate(double x) {
    return x == 0.0 || (fabs(x) >= 0x1p-60 && fabs(x) <= 0x1p60);
}

static bool point_is_moderate(carom_vec2 p) {
    return is_moderate(p.x) && is_moderate(p.y);
}

static void compare_scaled(class_run *run, const carom_contact *old, int k) {
    test_case t = run->t;
    if (!case_scale(&t, k)) {
        return;
    }
    compare_exact(run, "scaled", t, old->feature);
    bool moderate = point_is_moderate(run->t.circle.center) && point_is_moderate(run->t.wall.a) &&
                    point_is_moderate(run->t.wall.b) && is_moderate(run->t.circle.radius) &&
                    is_moderate(run->t.wall.radius) && abs(k) <= 60;
    if (!moderate) {
        return;
    }
    carom_contact got = carom_circle_contact(t.circle, t.wall);
    carom_vec2 point = {ldexp(old->point.x, k), ldexp(old->point.y, k)};
    if (got.along != old->along || !same_point(got.normal, old->normal) ||
        !same_point(got.point, point) || got.depth != ldexp(old->depth, k)) {
        class_fail(run, "scaled by 2^%d: numbers change", k);
    }
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    for (long i = case_count(1000); i > 0; i--) {
        class_next(&run);
        carom_contact k = carom_circle_contact(run.t.circle, run.t.wall);
        if (k.relation == CAROM_INVALID) {
            continue;
        }
        if (run.t.wall.extent != CAROM_RAY) {
            test_case t = run.t;
            t.wall.a = run.t.wall.b;
            t.wall.b = run.t.wall.a;
            bool is_point = same_point(t.wall.a, t.wall.b);
            compare_exact(&run, "a and b swapped", t, is_point ? k.feature : swapped(k.feature));
        }
        for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
            compare_exact(&run, "mirrored or turned", case_moved(run.t, symmetry), k.feature);
            compare_moved(&run, &k, symmetry);
        }
        random_source g = random_start(run.seed, 1000, run.index);
        compare_scaled(&run, &k, random_int(&g, -60, 60));
        compare_scaled(&run, &k, random_int(&g, -1500, 1500));
    }
    assert_int_equal(run.failures, 0);
}

int main(void) {
    return run_classes(&(class_group){.name = "invariants", .test_class = test_class});
}
