// Every circle and wall on a small integer grid, against plain 64-bit integer arithmetic.
//
// The expected answers are computed here by another method than the oracle's: the squared distance
// along the axis is convex, so its minimum and its values at the ends determine the relation. A
// failure is drawn as a picture. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "carom/carom.h"

enum { WALL_TO = 3, CENTER_FROM = -2, CENTER_TO = 5, RADIUS_TO = 3, WALL_RADIUS_TO = 2 };

typedef struct grid_case {
    int64_t ax, ay, bx, by, cx, cy, r, wr;
    carom_extent extent;
} grid_case;

typedef struct expectation {
    carom_relation relation;
    carom_feature feature;
    int crossings;
    bool within_one;
} expectation;

// The squared distance from the centre to the nearest point of the axis, as a fraction.
static void least_distance2(const grid_case *g, int64_t *num, int64_t *den,
                            carom_feature *feature) {
    int64_t ux = g->bx - g->ax, uy = g->by - g->ay, wx = g->cx - g->ax, wy = g->cy - g->ay;
    int64_t len2 = ux * ux + uy * uy, along = wx * ux + wy * uy; // along / len2 is the parameter
    if (len2 == 0 || (along <= 0 && g->extent != CAROM_EXTENT_LINE)) {
        *num = wx * wx + wy * wy;
        *den = 1;
        *feature = CAROM_FEATURE_END_A;
    } else if (along >= len2 && g->extent == CAROM_EXTENT_SEGMENT) {
        *num = (wx - ux) * (wx - ux) + (wy - uy) * (wy - uy);
        *den = 1;
        *feature = CAROM_FEATURE_END_B;
    } else { // |w|^2 - along^2 / len2
        *num = (wx * wx + wy * wy) * len2 - along * along;
        *den = len2;
        *feature = CAROM_FEATURE_SIDE;
    }
}

static expectation expect(const grid_case *g) {
    int64_t num, den;
    expectation e;
    least_distance2(g, &num, &den, &e.feature);
    int64_t wx = g->cx - g->ax, wy = g->cy - g->ay, zx = g->cx - g->bx, zy = g->cy - g->by;
    int64_t a2 = wx * wx + wy * wy, b2 = zx * zx + zy * zy, far2 = a2 > b2 ? a2 : b2;
    int64_t reach = g->r + g->wr, space = g->r - g->wr, r2 = g->r * g->r;
    bool is_point = g->ax == g->bx && g->ay == g->by;
    bool from_a = g->extent != CAROM_EXTENT_LINE || is_point;
    bool to_b = g->extent == CAROM_EXTENT_SEGMENT || is_point;

    e.within_one = num <= (reach + 1) * (reach + 1) * den;
    if (num >= reach * reach * den) {
        e.relation = num > reach * reach * den ? CAROM_RELATION_SEPARATE : CAROM_RELATION_TOUCHING;
    } else if (!from_a || !to_b || space < 0 || far2 > space * space) {
        e.relation = CAROM_RELATION_CROSSING;
    } else {
        e.relation = far2 == space * space ? CAROM_RELATION_INSIDE_TOUCHING : CAROM_RELATION_INSIDE;
    }
    // The distance grows from the nearest point outward, so each direction crosses the outline at
    // most once.
    e.crossings = num > r2 * den    ? 0
                  : num == r2 * den ? 1
                                    : (!from_a || a2 >= r2) + (!to_b || b2 >= r2);
    return e;
}

static void draw(const grid_case *g, const expectation *e, const carom_contact *got,
                 int crossings) {
    fprintf(stderr, "circle (%d, %d) radius %d, %s radius %d\n", (int)g->cx, (int)g->cy, (int)g->r,
            carom_extent_name(g->extent), (int)g->wr);
    for (int y = CENTER_TO; y >= CENTER_FROM; y--) {
        fprintf(stderr, "    %3d ", y);
        for (int x = CENTER_FROM; x <= CENTER_TO; x++) {
            bool a = x == g->ax && y == g->ay, b = x == g->bx && y == g->by;
            bool c = x == g->cx && y == g->cy;
            // Capital letters if the centre lies on an end; # if a, b and the centre are equal.
            char mark = a && b ? (c ? '#' : '=')
                        : a    ? (c ? 'A' : 'a')
                        : b    ? (c ? 'B' : 'b')
                        : c    ? 'o'
                               : '.';
            fprintf(stderr, " %c", mark);
        }
        fprintf(stderr, "\n");
    }
    fprintf(stderr, "    expected %s, %s, %d crossings; got %s, %s, %d\n",
            carom_relation_name(e->relation), carom_feature_name(e->feature), e->crossings,
            carom_relation_name(got->relation), carom_feature_name(got->feature), crossings);
}

// True if the library agrees.
static bool check(const grid_case *g) {
    expectation e = expect(g);
    carom_circle c = {{(double)g->cx, (double)g->cy}, (double)g->r};
    carom_wall w = {{(double)g->ax, (double)g->ay},
                    {(double)g->bx, (double)g->by},
                    (double)g->wr,
                    (uint8_t)g->extent};
    carom_contact got = carom_circle_contact(c, w);
    int crossings = carom_circle_crossings(c, w).count;
    bool ring =
        e.relation >= CAROM_RELATION_TOUCHING && e.relation <= CAROM_RELATION_INSIDE_TOUCHING;
    bool right = got.relation == e.relation && got.feature == e.feature &&
                 carom_circle_relate(c, w) == e.relation && crossings == e.crossings &&
                 carom_circle_touches(c, w) == (e.relation >= CAROM_RELATION_TOUCHING) &&
                 carom_circle_overlaps(c, w) == (e.relation > CAROM_RELATION_TOUCHING) &&
                 carom_circle_outline_touches(c, w) == ring &&
                 carom_circle_within(c, w, 1.0) == e.within_one;
    if (!right) {
        draw(g, &e, &got, crossings);
    }
    return right;
}

// All radii and extents for these three points; the number of wrong answers, at most 3 drawn.
static long check_points(grid_case g) {
    static const carom_extent extents[] = {CAROM_EXTENT_SEGMENT, CAROM_EXTENT_RAY,
                                           CAROM_EXTENT_LINE};
    long wrong = 0;
    for (int i = 0; i < 3; i++) {
        g.extent = extents[i];
        for (g.r = 0; g.r <= RADIUS_TO; g.r++) {
            for (g.wr = 0; g.wr <= WALL_RADIUS_TO && wrong < 3; g.wr++) {
                wrong += !check(&g);
            }
        }
    }
    return wrong;
}

static void test_grid(void **state) {
    (void)state;
    enum { SIDE = WALL_TO + 1, POINTS = SIDE * SIDE };
    long wrong = 0;
    for (int ends = 0; ends < POINTS * POINTS && wrong == 0; ends++) {
        int a = ends / POINTS, b = ends % POINTS;
        for (int cx = CENTER_FROM; cx <= CENTER_TO && wrong == 0; cx++) {
            for (int cy = CENTER_FROM; cy <= CENTER_TO && wrong == 0; cy++) {
                wrong = check_points((grid_case){a / SIDE, a % SIDE, b / SIDE, b % SIDE, cx, cy, 0,
                                                 0, CAROM_EXTENT_SEGMENT});
            }
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_grid)};
    return cmocka_run_group_tests_name("exhaustive", tests, NULL, NULL);
}
