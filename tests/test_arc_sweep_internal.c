// Sweeps past an arc that floating point decides, against the oracle: a hit comes at the largest
// double not after the true time, and nothing is met before; what misses meets nothing. The normal
// and the places are those at that time (white box).
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

#include "sweep/arc_sweep.h"

#include "arc_cases.h"
#include "arc_oracle.h"
#include "cases.h"
#include "points.h"
#include "random.h"

// Times between which an earlier contact is looked for.
enum { LOOKS = 24 };

typedef enum path_kind {
    // Anywhere.
    PATH_FREE,
    // Through a point of the arc, and on.
    PATH_THROUGH,
    // Along the arc's circle at the distance at which it only just reaches the wall, or by some
    // ulp.
    PATH_TANGENT,
    // To a place where circle and arc nearly touch.
    PATH_TO_CONTACT,
    PATH_KINDS
} path_kind;

static const char *const path_names[] = {"free", "through the arc", "tangent", "to a contact"};

typedef struct arc_geometry {
    carom_vec2 center;
    double radius;
} arc_geometry;

static arc_geometry geometry_of(const arc_case *t) {
    const carom_vec2 a = t->wall.a, b = t->wall.b;
    const double off = (1.0 - t->bulge * t->bulge) / (4.0 * t->bulge);
    const carom_vec2 center = carom_vec2_make(0.5 * (a.x + b.x) - off * (b.y - a.y),
                                              0.5 * (a.y + b.y) + off * (b.x - a.x));
    return (arc_geometry){center, hypot(a.x - center.x, a.y - center.y)};
}

// A direction from the arc's centre to a point of the arc, nearly.
static carom_vec2 direction_to_arc(random_source *g, const arc_case *t, const arc_geometry *arc) {
    const double share = random_between(g, -0.05, 1.05);
    const double sag = -2.0 * t->bulge * share * (1.0 - share);
    const carom_vec2 a = t->wall.a, u = carom_vec2_sub(t->wall.b, a);
    const carom_vec2 p =
        carom_vec2_make(a.x + share * u.x - sag * u.y, a.y + share * u.y + sag * u.x);
    const carom_vec2 d = carom_vec2_sub(p, arc->center);
    return carom_vec2_scale(d, 1.0 / hypot(d.x, d.y));
}

static carom_vec2 path_of(random_source *g, path_kind kind, arc_case *t) {
    const arc_geometry arc = geometry_of(t);
    const double length = hypot(t->wall.b.x - t->wall.a.x, t->wall.b.y - t->wall.a.y);
    const carom_vec2 n = direction_to_arc(g, t, &arc);
    const double reach = t->circle.radius + t->wall.radius;
    const double side = random_sign(g), beyond = random_between(g, 0.5, 3.0);
    const carom_vec2 from = t->circle.center;
    carom_vec2 to = carom_vec2_add(arc.center, carom_vec2_scale(n, arc.radius));
    if (kind == PATH_FREE) {
        const double x = random_between(g, -3.0, 3.0);
        return carom_vec2_make(length * x, length * random_between(g, -3.0, 3.0));
    }
    if (kind == PATH_THROUGH)
        return carom_vec2_scale(carom_vec2_sub(to, from), beyond);
    to = carom_vec2_add(arc.center, carom_vec2_scale(n, arc.radius + side * reach));
    if (kind == PATH_TO_CONTACT)
        return carom_vec2_sub(to, from);
    // A tangent to the circle at that distance.
    t->circle.center = carom_vec2_make(to.x - length * n.y, to.y + length * n.x);
    t->circle.radius = nudged(t->circle.radius, random_int(g, -4, 4));
    return carom_vec2_make(2.0 * length * n.y, -2.0 * length * n.x);
}

typedef struct sweep_run {
    arc_class kind;
    path_kind path;
    uint64_t index;
    arc_case t;
    carom_vec2 move;
    long failures, hits, from_inside, misses, open, in_contact;
} sweep_run;

static int gap_at(const sweep_run *run, double time) {
    return arc_oracle_gap_at(run->t.circle, run->move, run->t.wall, run->t.bulge, time);
}

static void expect(sweep_run *run, bool condition, const char *what) {
    if (condition || run->failures++ >= 3)
        return;
    fprintf(stderr, "class %s, path %s, seed %llu, index %llu: %s; move %a, %a\n    ",
            arc_class_name(run->kind), path_names[run->path], (unsigned long long)case_seed(),
            (unsigned long long)run->index, what, run->move.x, run->move.y);
    arc_case_print(stderr, &run->t);
}

// In long double the rounding of the time is the largest error of the true direction. Not for discs
// that are small beside their place.
static void check_places(sweep_run *run, const carom_sweep *s) {
    const arc_case *const t = &run->t;
    const double reach = t->circle.radius + t->wall.radius;
    if (reach < 0x1p-40 * (fabs(t->circle.center.x) + fabs(t->circle.center.y)))
        return;
    const long double cx = t->circle.center.x + (long double)s->t * run->move.x;
    const long double cy = t->circle.center.y + (long double)s->t * run->move.y;
    const long double k = t->bulge, off = (1 - k * k) / (4 * k);
    const long double ux = (long double)t->wall.b.x - t->wall.a.x;
    const long double uy = (long double)t->wall.b.y - t->wall.a.y;
    const long double ox = ((long double)t->wall.a.x + t->wall.b.x) / 2 - off * uy;
    const long double oy = ((long double)t->wall.a.y + t->wall.b.y) / 2 + off * ux;
    const bool at_a = s->feature == CAROM_FEATURE_END_A;
    const carom_vec2 end = at_a ? t->wall.a : t->wall.b;
    long double nx = cx - end.x, ny = cy - end.y;
    if (s->feature == CAROM_FEATURE_SIDE) {
        nx = cx - ox;
        ny = cy - oy;
        // Beside a wall that is nearly straight the far centre does not tell on which side it is.
        const bool is_left = ux * (cy - t->wall.a.y) - uy * (cx - t->wall.a.x) > 0;
        const bool is_flat = fabs(t->bulge) < 0x1p-18;
        const bool is_inside = is_flat
                                   ? is_left == (t->bulge > 0.0)
                                   : hypotl(nx, ny) < hypotl(t->wall.a.x - ox, t->wall.a.y - oy);
        if (is_inside) {
            run->from_inside++;
            nx = -nx;
            ny = -ny;
        }
    }
    const long double size = hypotl(nx, ny), way = hypotl(run->move.x, run->move.y);
    const long double rounded = 0x1p-52L * s->t * way;
    const long double coordinates = fabsl(cx) + fabsl(cy) + fabsl(ox) + fabsl(oy);
    const long double turn = 0x1p-51L + (rounded + 0x1p-62L * coordinates) / size;
    expect(run, fabsl(nx / size - s->normal.x) <= turn && fabsl(ny / size - s->normal.y) <= turn,
           "the normal");
    const long double most = 0x1p-51L * (fabsl(cx) + fabsl(cy) + way) + rounded;
    expect(run, fabsl(cx - s->center.x) <= most && fabsl(cy - s->center.y) <= most, "the centre");
    const long double radius = t->circle.radius;
    expect(run,
           fabsl(cx - radius * s->normal.x - s->point.x) <= 2 * (most + radius * turn) &&
               fabsl(cy - radius * s->normal.y - s->point.y) <= 2 * (most + radius * turn),
           "the point");
}

// Is the contact before the next double? A disc that is smaller than its way until then, such as a
// point, may have passed the wall again; then the contact is within two such ways.
static bool is_met_after(const sweep_run *run, double time) {
    const double next = nudged(time, 1);
    const double way = (next - time) * (fabs(run->move.x) + fabs(run->move.y));
    carom_circle circle = run->t.circle;
    if (circle.radius + run->t.wall.radius > 4.0 * way)
        return gap_at(run, next) < 0;
    circle.radius += 2.0 * way;
    return arc_oracle_gap_at(circle, run->move, run->t.wall, run->t.bulge, time) < 0;
}

static void check_case(sweep_run *run) {
    const arc_case *const t = &run->t;
    const swept_query q = swept_query_make(t->circle, run->move, false, t->wall);
    carom_sweep s;
    const bool is_certain = carom_arc_sweep_if_certain(&s, &q, t->bulge);
    if (gap_at(run, 0.0) <= 0) {
        run->in_contact++;
        expect(run, !is_certain, "certain, though it starts in contact");
        return;
    }
    if (!is_certain) {
        run->open++;
        return;
    }
    random_source g = random_start(case_seed(), 8920, run->index);
    double end = 1.0;
    if (s.kind == CAROM_SWEEP_KIND_HIT) {
        run->hits++;
        end = s.t;
        expect(run, end >= 0.0 && end <= 1.0, "the time");
        expect(run, gap_at(run, end) >= 0, "after the true time");
        expect(run, is_met_after(run, end), "more than an ulp before the true time");
        check_places(run, &s);
    } else {
        run->misses++;
        expect(run, s.kind == CAROM_SWEEP_KIND_MISS, "the kind");
        expect(run, gap_at(run, 1.0) > 0, "a contact at the end");
    }
    for (int i = 0; i < LOOKS; i++) {
        const double time = end * ((i + random_between(&g, 0.0, 1.0)) / LOOKS);
        expect(run, time >= end || gap_at(run, time) > 0, "an earlier contact");
    }
}

// The classes of ordinary sizes.
static const arc_class CLASSES[] = {ARC_GENERIC, ARC_OUTSIDE, ARC_WITHIN, ARC_BOWL,  ARC_CENTER,
                                    ARC_HALF,    ARC_FLAT,    ARC_AXES,   ARC_WEDGE, ARC_INTEGERS};

static void test_classes(void **state) {
    (void)state;
    const long count = case_count(200);
    for (size_t c = 0; c < sizeof CLASSES / sizeof *CLASSES; c++) {
        for (int path = 0; path < PATH_KINDS; path++) {
            sweep_run run = {.kind = CLASSES[c], .path = (path_kind)path};
            for (run.index = 0; run.index < (uint64_t)count; run.index++) {
                random_source g = random_start(case_seed(), 8910 + (uint64_t)path, run.index);
                run.t = arc_case_make(run.kind, case_seed(), run.index);
                if (run.t.bulge == 0.0 || same_point(run.t.wall.a, run.t.wall.b))
                    continue;
                run.move = path_of(&g, run.path, &run.t);
                check_case(&run);
            }
            printf("%s, %s: %ld hits, %ld from inside, %ld misses, %ld open, %ld in contact\n",
                   arc_class_name(run.kind), path_names[path], run.hits, run.from_inside,
                   run.misses, run.open, run.in_contact);
            assert_int_equal(run.failures, 0);
            if (run.kind == ARC_GENERIC && run.path <= PATH_THROUGH)
                assert_true(1000 * run.open <= count);
        }
    }
}

// What it leaves to integers: invalid input, no bend, other extents.
static void test_left_to_integers(void **state) {
    (void)state;
    const carom_circle c = carom_circle_make(carom_vec2_make(0, 5), 1);
    const carom_vec2 move = {0, -10};
    carom_wall wall = carom_segment(carom_vec2_make(-1, 0), carom_vec2_make(1, 0));
    carom_sweep s;
    swept_query q = swept_query_make(c, move, false, wall);
    assert_true(carom_arc_sweep_if_certain(&s, &q, -1.0));
    // The half circle above the chord has the radius 1, so centres touch at (0, 2).
    assert_true(s.kind == CAROM_SWEEP_KIND_HIT && s.feature == CAROM_FEATURE_SIDE);
    assert_true(fabs(s.t - 0.3) < 1e-15 && s.normal.x == 0.0 && s.normal.y == 1.0);
    assert_true(fabs(s.point.y - 1.0) < 1e-15);
    // Met at exactly half the way; away from the arc's circle, tangent to it behind the arc; too
    // near an end to know which comes first.
    q.move.y = -6.0;
    assert_false(carom_arc_sweep_if_certain(&s, &q, -1.0));
    q.circle.center.y = -2.0;
    q.move.y = -0x1p-60;
    assert_true(carom_arc_sweep_if_certain(&s, &q, -1.0) && s.kind == CAROM_SWEEP_KIND_MISS);
    q.circle.center = carom_vec2_make(5, 0);
    q.move = carom_vec2_make(-10, 0);
    assert_false(carom_arc_sweep_if_certain(&s, &q, -1.0));
    // A normal that is as little certain as the place of so small a disc.
    q.circle = carom_circle_make(carom_vec2_make(0.25, 5), 0x1p-60);
    q.move = carom_vec2_make(0x1p-30, -10);
    assert_true(carom_arc_sweep_if_certain(&s, &q, -1.0));
    q.circle = c;
    q.move = move;
    const double bulges[] = {0.0, nudged(1.0, 1), -2.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof bulges / sizeof *bulges; i++)
        assert_false(carom_arc_sweep_if_certain(&s, &q, bulges[i]));
    q.wall.extent = CAROM_EXTENT_RAY;
    assert_false(carom_arc_sweep_if_certain(&s, &q, -1.0));
    q.wall.extent = CAROM_EXTENT_SEGMENT;
    q.circle.radius = -1.0;
    assert_false(carom_arc_sweep_if_certain(&s, &q, -1.0));
    q.circle.radius = (double)NAN;
    assert_false(carom_arc_sweep_if_certain(&s, &q, -1.0));
    q.circle = c;
    q.move.y = (double)INFINITY;
    assert_false(carom_arc_sweep_if_certain(&s, &q, -1.0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_left_to_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
