// Every circle, move and wall on a small integer grid, against plain 64-bit integer arithmetic.
//
// The expected answers are computed here by another method than the oracle's: the thick wall is the
// union of a slab and two discs, and its first contact is the first contact with one of the three.
// Integers decide kinds and features. Only the times of the discs are compared in double, where
// they cannot be equal. The rounding of the time is tested by the oracle. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "carom/carom.h"
#include "carom/sweep.h"
#include "oracle_sweep.h"

enum { CENTER = 3, MOVE = 4 };

// a is the origin.
typedef struct grid_case {
    int64_t bx, by, cx, cy, vx, vy, r, wr;
    carom_extent extent;
} grid_case;

typedef struct expectation {
    carom_sweep_kind kind;
    carom_feature feature;
} expectation;

// Sign of x + y sqrt(d), d >= 0.
static int sign_of_sum(int64_t x, int64_t y, int64_t d) {
    const int64_t x2 = x * x, y2 = y * y * d;
    const int64_t larger = x2 > y2 ? x : x2 < y2 ? y : (x > 0) == (y > 0) ? x : 0;
    return (larger > 0) - (larger < 0);
}

// How a moving point meets a disc around the origin, from p by v. Sets the time if it does. Tangent
// is a graze, also if the disc is a point on the path.
static carom_sweep_kind meet_disc(int64_t px, int64_t py, const grid_case *g, double *t) {
    const int64_t reach = g->r + g->wr, a = g->vx * g->vx + g->vy * g->vy;
    const int64_t b = px * g->vx + py * g->vy, c = px * px + py * py - reach * reach;
    *t = 0.0;
    if (c < 0) {
        return CAROM_SWEEP_KIND_OVERLAP;
    }
    if (c == 0) {
        return b < 0 ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE;
    }
    const int64_t d = b * b - a * c;
    // t = (-b - sqrt(d)) / a in (0, 1], that is b < 0 and sqrt(d) >= -b - a.
    if (a == 0 || d < 0 || b >= 0 || sign_of_sum(b + a, 1, d) < 0) {
        return CAROM_SWEEP_KIND_MISS;
    }
    *t = (double)c / ((double)-b + sqrt((double)d));
    return d > 0 ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE;
}

// How the point meets the open slab along the side: between the ends, at the distance R.
static carom_sweep_kind meet_side(const grid_case *g) {
    const int64_t reach = g->r + g->wr, len2 = g->bx * g->bx + g->by * g->by;
    int64_t cross = g->bx * g->cy - g->by * g->cx, turn = g->bx * g->vy - g->by * g->vx;
    if (cross < 0) {
        cross = -cross;
        turn = -turn;
    }
    const int64_t foot = g->cx * g->bx + g->cy * g->by, gain = g->vx * g->bx + g->vy * g->by;
    const bool from_a = g->extent != CAROM_EXTENT_LINE, to_b = g->extent == CAROM_EXTENT_SEGMENT;
    const int off = sign_of_sum(cross, -reach, len2);
    if (len2 == 0) {
        return CAROM_SWEEP_KIND_MISS;
    }
    if (off <= 0) { // within the slab or on its edge from the start
        const bool beside = (from_a && foot <= 0) || (to_b && foot >= len2);
        if (beside) {
            return CAROM_SWEEP_KIND_MISS; // it can only meet an end
        }
        return off < 0                 ? CAROM_SWEEP_KIND_OVERLAP
               : turn < 0 && reach > 0 ? CAROM_SWEEP_KIND_HIT
                                       : CAROM_SWEEP_KIND_GRAZE;
    }
    // t = (cross - R sqrt(L)) / -turn <= 1, and 0 < foot + t gain < L there.
    const int64_t speed = -turn;
    const bool reaches = speed > 0 && sign_of_sum(speed - cross, reach, len2) >= 0;
    const bool after_a = sign_of_sum(speed * foot + cross * gain, -reach * gain, len2) > 0;
    const bool before_b =
        sign_of_sum(speed * (foot - len2) + cross * gain, -reach * gain, len2) < 0;
    return reaches && (!from_a || after_a) && (!to_b || before_b) ? CAROM_SWEEP_KIND_HIT
                                                                  : CAROM_SWEEP_KIND_MISS;
}

// The first of the three to be met. A contact on the side is one on no end.
static expectation expect(const grid_case *g) {
    double ta, tb;
    const bool is_point = g->r + g->wr == 0, no_length = g->bx == 0 && g->by == 0;
    const carom_sweep_kind side = meet_side(g);
    carom_sweep_kind a = meet_disc(g->cx, g->cy, g, &ta);
    carom_sweep_kind b = meet_disc(g->cx - g->bx, g->cy - g->by, g, &tb);
    const int64_t foot = g->cx * g->bx + g->cy * g->by, len2 = g->bx * g->bx + g->by * g->by;
    if (g->extent == CAROM_EXTENT_LINE && !no_length) {
        a = CAROM_SWEEP_KIND_MISS;
    }
    if (g->extent != CAROM_EXTENT_SEGMENT || no_length) {
        b = CAROM_SWEEP_KIND_MISS;
    }
    expectation e = {side, CAROM_FEATURE_SIDE};
    if (side == CAROM_SWEEP_KIND_MISS) {
        // The end: both are met one after the other, or overlap at the start.
        const bool at_b = b != CAROM_SWEEP_KIND_MISS && (a == CAROM_SWEEP_KIND_MISS || tb < ta ||
                                                         (ta == 0.0 && tb == 0.0 && foot >= len2));
        e.kind = at_b ? b : a;
        e.feature = at_b ? CAROM_FEATURE_END_B : CAROM_FEATURE_END_A;
        const double t = at_b ? tb : ta;
        if (is_point && e.kind != CAROM_SWEEP_KIND_MISS) {
            e.kind = t > 0.0 ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE;
        }
    }
    if (e.kind == CAROM_SWEEP_KIND_MISS) {
        e.feature = CAROM_FEATURE_NONE;
    }
    return e;
}

// The path is clear if and only if it grazes, misses, or ends at the first touch (R > 0).
static bool expect_free(const grid_case *g, const expectation *e, double t) {
    const bool is_point = g->r + g->wr == 0;
    return e->kind <= CAROM_SWEEP_KIND_GRAZE ||
           (e->kind == CAROM_SWEEP_KIND_HIT && !is_point && t == 1.0);
}

static void print_case(const grid_case *g, const expectation *e, carom_sweep got) {
    fprintf(stderr,
            "circle (%d, %d) radius %d by (%d, %d), %s (0, 0) (%d, %d) radius %d: expected %s, %s; "
            "got %s, %s, t %a\n",
            (int)g->cx, (int)g->cy, (int)g->r, (int)g->vx, (int)g->vy, carom_extent_name(g->extent),
            (int)g->bx, (int)g->by, (int)g->wr, carom_sweep_kind_name(e->kind),
            carom_feature_name(e->feature), carom_sweep_kind_name(got.kind),
            carom_feature_name(got.feature), got.t);
}

// True if the library agrees.
static bool check(const grid_case *g, oracle_sweep *question) {
    const carom_circle c = {{(double)g->cx, (double)g->cy}, (double)g->r};
    const carom_vec2 move = {(double)g->vx, (double)g->vy}, to = carom_vec2_add(c.center, move);
    const carom_wall w = {
        {0, 0}, {(double)g->bx, (double)g->by}, (double)g->wr, (uint8_t)g->extent};
    const expectation e = expect(g);
    const carom_sweep got = carom_circle_sweep(c, move, w), same = carom_circle_sweep_to(c, to, w);
    bool right = got.kind == e.kind && got.feature == e.feature && same.kind == e.kind &&
                 same.feature == e.feature && same.t == got.t &&
                 carom_circle_path_is_clear(c, to, w) == expect_free(g, &e, got.t);
    if (right && got.kind >= CAROM_SWEEP_KIND_GRAZE) {
        const oracle_sweep_verdict v = oracle_sweep_ask(question, c, (oracle_path){move, false}, w);
        right = v.kind == e.kind && v.feature == e.feature && oracle_sweep_time_is(question, got.t);
    }
    if (!right) {
        print_case(g, &e, got);
    }
    return right;
}

// All paths of a circle against a wall. Returns the number of wrong answers; prints at most 3.
static long check_paths(grid_case g, oracle_sweep *question) {
    long wrong = 0;
    for (g.vx = -MOVE; g.vx <= MOVE; g.vx++) {
        for (g.vy = -MOVE; g.vy <= MOVE && wrong < 3; g.vy++) {
            wrong += !check(&g, question);
        }
    }
    return wrong;
}

static long check_centers(grid_case g, oracle_sweep *question) {
    long wrong = 0;
    for (g.cx = -CENTER; g.cx <= CENTER; g.cx++) {
        for (g.cy = -CENTER; g.cy <= CENTER && wrong < 3; g.cy++) {
            wrong += check_paths(g, question);
        }
    }
    return wrong;
}

static void test_grid(void **state) {
    (void)state;
    static const carom_extent extents[] = {CAROM_EXTENT_SEGMENT, CAROM_EXTENT_RAY,
                                           CAROM_EXTENT_LINE};
    static const int64_t ends[][2] = {{0, 0}, {1, 0}, {2, 0}, {1, 1}, {2, 1}, {0, -2}, {-1, 2}};
    static const int64_t radii[][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 2}};
    oracle_sweep *question = oracle_sweep_new();
    long wrong = 0;
    for (int i = 0; i < 7 && wrong == 0; i++) {
        for (int j = 0; j < 5 && wrong == 0; j++) {
            for (int k = 0; k < 3 && wrong == 0; k++) {
                wrong = check_centers((grid_case){.bx = ends[i][0],
                                                  .by = ends[i][1],
                                                  .r = radii[j][0],
                                                  .wr = radii[j][1],
                                                  .extent = extents[k]},
                                      question);
            }
        }
    }
    oracle_sweep_free(question);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_grid)};
    return cmocka_run_group_tests_name("sweep_exhaustive", tests, NULL, NULL);
}
