// Changes of the input that must not change an answer: swapping a and b, mirroring, rotating by 90
// degrees, exact scaling. For moving circles also: splitting the reach differently, exchanging
// circle and post, giving the end of the path instead of the displacement, and a longer path.
//
// On every class of cases. Needs no oracle: the library is compared with itself. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "carom/carom.h"
#include "carom/sweep.h"
#include "points.h"
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
    return f == CAROM_FEATURE_END_A   ? CAROM_FEATURE_END_B
           : f == CAROM_FEATURE_END_B ? CAROM_FEATURE_END_A
                                      : f;
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
    return carom_circle_relate(t.circle, t.wall) == CAROM_RELATION_TOUCHING;
}

// Mirrored input gives mirrored numbers, to the bit. If the centre is on the axis, a convention
// chooses the normal, and mirroring reverses it.
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

// True if the number is 0 or of ordinary size. The library guarantees the same bits after scaling
// only if it computes by the same method: very large and very small numbers use integers, which can
// round the last bit differently (within the documented error).
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
        if (k.relation == CAROM_RELATION_INVALID) {
            continue;
        }
        if (run.t.wall.extent != CAROM_EXTENT_RAY) {
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

// Kind, feature and time are unique, so they must be the same to the bit.
static void compare_sweeps(class_run *run, const char *what, const carom_sweep *old,
                           carom_sweep got, carom_feature feature, double t) {
    if (got.kind != old->kind || got.feature != feature || got.t != t) {
        class_fail(run, "%s: %s, %s, t %a become %s, %s, t %a; expected %s, t %a", what,
                   carom_sweep_kind_name(old->kind), carom_feature_name(old->feature), old->t,
                   carom_sweep_kind_name(got.kind), carom_feature_name(got.feature), got.t,
                   carom_feature_name(feature), t);
    }
}

static carom_sweep sweep_of(const motion_case *m) {
    return carom_circle_sweep(m->circle, m->move, m->wall);
}

static void compare_motion(class_run *run, const char *what, const carom_sweep *old,
                           const motion_case *m, carom_feature feature) {
    compare_sweeps(run, what, old, sweep_of(m), feature, old->t);
    const motion_case *n = &run->m;
    if (carom_circle_path_is_clear(m->circle, m->to, m->wall) !=
        carom_circle_path_is_clear(n->circle, n->to, n->wall)) {
        class_fail(run, "%s: whether the path is clear changes", what);
    }
    if (carom_circle_compare_time_of_impact(m->circle, m->move, m->wall, m->second) !=
        carom_circle_compare_time_of_impact(n->circle, n->move, n->wall, n->second)) {
        class_fail(run, "%s: the order changes", what);
    }
}

static motion_case motion_moved(motion_case m, int symmetry) {
    carom_vec2 *const points[] = {&m.circle.center, &m.move,     &m.to,      &m.wall.a,
                                  &m.wall.b,        &m.second.a, &m.second.b};
    for (int i = 0; i < 7; i++) {
        *points[i] = moved(*points[i], symmetry);
    }
    return m;
}

static bool is_point_on_axis(const carom_sweep *s, const motion_case *m) {
    return m->circle.radius == 0.0 && m->wall.radius == 0.0 && s->kind >= CAROM_SWEEP_KIND_GRAZE;
}

// Mirrored input gives mirrored numbers, to the bit, unless a convention chooses the normal.
static void compare_mirrored(class_run *run, const carom_sweep *old, int symmetry) {
    const motion_case m = motion_moved(run->m, symmetry);
    compare_motion(run, "mirrored or turned", old, &m, old->feature);
    const test_case start = {.circle = m.circle, .wall = m.wall};
    if (old->kind == CAROM_SWEEP_KIND_OVERLAP ? center_on_axis(start) : is_point_on_axis(old, &m)) {
        return;
    }
    const carom_sweep s = sweep_of(&m);
    if (!same_point(s.center, moved(old->center, symmetry)) ||
        !same_point(s.point, moved(old->point, symmetry)) ||
        !same_point(s.normal, moved(old->normal, symmetry))) {
        class_fail(run, "symmetry %d: centre, point or normal change", symmetry);
    }
}

static void compare_walls_swapped(class_run *run, const carom_sweep *old) {
    motion_case m = run->m;
    if (m.wall.extent == CAROM_EXTENT_RAY) {
        return;
    }
    m.wall.a = run->m.wall.b;
    m.wall.b = run->m.wall.a;
    const bool is_point = same_point(m.wall.a, m.wall.b);
    compare_motion(run, "a and b swapped", old, &m,
                   is_point ? old->feature : swapped(old->feature));
}

// Only the sum of the radii matters, and of two circles either one can be the moving one.
static void compare_roles(class_run *run, const carom_sweep *old) {
    motion_case m = run->m;
    m.circle.radius = run->m.wall.radius;
    m.wall.radius = run->m.circle.radius;
    compare_sweeps(run, "radii exchanged", old, sweep_of(&m), old->feature, old->t);
    if (same_point(m.wall.a, m.wall.b)) {
        m.wall.a = m.wall.b = run->m.circle.center;
        m.circle.center = run->m.wall.a;
        m.move = carom_vec2_scale(m.move, -1.0);
        compare_sweeps(run, "circle and post exchanged", old, sweep_of(&m), old->feature, old->t);
    }
}

// True if p + q is exact: the two-sum leaves no error.
static bool sum_is_exact(double p, double q) {
    const double sum = p + q, rest = sum - p;
    return fabs(sum) <= 0x1p1022 && fabs(p) <= 0x1p1022 && (p - (sum - rest)) + (q - rest) == 0.0;
}

// sweep_to with the exact end equals sweep, and the kind determines whether the path is clear.
static void compare_paths(class_run *run, const carom_sweep *old) {
    const motion_case *m = &run->m;
    const carom_vec2 p = m->circle.center, to = carom_vec2_add(p, m->move);
    if (sum_is_exact(p.x, m->move.x) && sum_is_exact(p.y, m->move.y)) {
        compare_sweeps(run, "to the end", old, carom_circle_sweep_to(m->circle, to, m->wall),
                       old->feature, old->t);
    }
    const carom_sweep path = carom_circle_sweep_to(m->circle, m->to, m->wall);
    const bool is_point = m->circle.radius == 0.0 && m->wall.radius == 0.0;
    const bool is_free = path.kind == CAROM_SWEEP_KIND_MISS ||
                         path.kind == CAROM_SWEEP_KIND_GRAZE ||
                         (path.kind == CAROM_SWEEP_KIND_HIT && path.t == 1.0 && !is_point);
    if (carom_circle_path_is_clear(m->circle, m->to, m->wall) != is_free) {
        class_fail(run, "wrong answer whether a path with a %s at %a is clear",
                   carom_sweep_kind_name(path.kind), path.t);
    }
}

// On a path twice as long, the time of impact is half as large.
static void compare_longer(class_run *run, const carom_sweep *old) {
    motion_case m = run->m;
    m.move = carom_vec2_scale(m.move, 2.0);
    const bool in_range = fabs(m.move.x) <= 0x1p1023 && fabs(m.move.y) <= 0x1p1023;
    if (in_range && old->kind >= CAROM_SWEEP_KIND_GRAZE && (old->t == 0.0 || old->t >= 0x1p-1000)) {
        const carom_sweep s = sweep_of(&m);
        // A time that rounds down to 0 can become one that does not.
        if (old->t > 0.0 || old->kind != CAROM_SWEEP_KIND_HIT) {
            compare_sweeps(run, "twice the path", old, s, old->feature, 0.5 * old->t);
        }
    }
}

static void compare_motion_scaled(class_run *run, const carom_sweep *old, int k) {
    motion_case m = run->m;
    if (motion_scale(&m, k)) {
        compare_motion(run, "scaled", old, &m, old->feature);
    }
}

static void test_motion(void **state) {
    class_run run = class_start_motion(*(const motion_class *)*state);
    for (long i = case_count(1000); i > 0; i--) {
        class_next(&run);
        const carom_sweep s = sweep_of(&run.m);
        if (s.kind == CAROM_SWEEP_KIND_INVALID) {
            continue;
        }
        compare_walls_swapped(&run, &s);
        for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
            compare_mirrored(&run, &s, symmetry);
        }
        compare_roles(&run, &s);
        compare_paths(&run, &s);
        compare_longer(&run, &s);
        random_source g = random_start(run.seed, 1001, run.index);
        compare_motion_scaled(&run, &s, random_int(&g, -60, 60));
        compare_motion_scaled(&run, &s, random_int(&g, -1500, 1500));
    }
    assert_int_equal(run.failures, 0);
}

int main(void) {
    return run_classes(
        &(class_group){.name = "invariants", .test_class = test_class, .test_motion = test_motion});
}
