// Fuzzes two walls against the oracle and itself: exchanged walls, ends swapped, mirrored, exactly
// scaled; and where they are nearest, within the documented errors.
//
// The first byte chooses how numbers are read, as in input.h, whether the second wall starts at an
// end of the first, and whether the gap is fitted to the one there is. Room: fuzz.
#include "input.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "oracle_walls.h"
#include "random.h"
#include "wall_pairs.h"

enum {
    /// The second wall starts where the first ends.
    PAIR_JOINED = 4,
    /// The gap is about the true one.
    PAIR_FITTED = 8,
    /// The first numbers of the second wall moved by some ulp.
    PAIR_NUDGED = 16
};

static wall_pair pair_of(const uint8_t *data, size_t size) {
    fuzz_numbers n = {{data, size}, 0, {0.0}, 0};
    const int flags = fuzz_byte(&n.in), step = fuzz_byte(&n.in) % 5 - 2;
    n.kind = flags & FUZZ_KIND;
    wall_pair t;
    t.wall = fuzz_next_wall(&n, NULL);
    const carom_vec2 joint = t.wall.b;
    t.other = fuzz_next_wall(&n, flags & PAIR_JOINED ? &joint : NULL);
    t.gap = fuzz_next_size(&n);
    if (flags & PAIR_FITTED)
        t.gap = fabs(nudged(carom_wall_contact(t.wall, t.other).gap, step));
    if (flags & PAIR_NUDGED && fabs(t.other.a.x) <= DBL_MAX)
        t.other.a.x = nudged(t.other.a.x, step);
    return t;
}

_Noreturn static void fail(const wall_pair *t, const char *condition, int line) {
    fprintf(stderr, "%s:%d: broken: %s\n    ", __FILE__, line, condition);
    wall_pair_print(stderr, t);
    abort();
}

#define CHECK(t, condition) ((condition) ? (void)0 : fail((t), #condition, __LINE__))

static int order(const wall_pair *t) {
    return carom_wall_compare_gap(t->wall, t->other, t->gap);
}

// Exchanges x and y, or changes the sign of one.
static carom_vec2 turned(carom_vec2 p, int turn) {
    if (turn & 1)
        p = carom_vec2_make(p.y, p.x);
    return carom_vec2_make(turn & 2 ? -p.x : p.x, turn & 4 ? -p.y : p.y);
}

static carom_wall turned_wall(carom_wall wall, int turn) {
    wall.a = turned(wall.a, turn);
    wall.b = turned(wall.b, turn);
    return wall;
}

static carom_wall backwards(carom_wall wall) {
    const carom_vec2 a = wall.a;
    if (wall.extent != CAROM_EXTENT_RAY) {
        wall.a = wall.b;
        wall.b = a;
    }
    return wall;
}

static void check_symmetry(const wall_pair *t, int expected) {
    CHECK(t, carom_wall_compare_gap(t->other, t->wall, t->gap) == expected);
    CHECK(t, carom_wall_compare_gap(backwards(t->wall), t->other, t->gap) == expected);
    CHECK(t, carom_wall_compare_gap(backwards(t->wall), backwards(t->other), t->gap) == expected);
    CHECK(t, carom_wall_within(t->wall, t->other, t->gap) == (expected <= 0));
    for (int turn = 1; turn < 8; turn++)
        CHECK(t, carom_wall_compare_gap(turned_wall(t->wall, turn), turned_wall(t->other, turn),
                                        t->gap) == expected);
}

static void check_numbers(const wall_pair *t, const oracle_clearance *truth) {
    const carom_clearance k = carom_wall_contact(t->wall, t->other);
    CHECK(t, k.relation == truth->relation);
    CHECK(t, carom_wall_gap(t->wall, t->other) == k.gap);
    CHECK(t, fuzz_is_near(k.gap, truth->gap, oracle_ulp_exponent(truth->size), 1.0));
    CHECK(t, (k.gap > 0.0) - (k.gap < 0.0) == CAROM_WALL_RELATION_TOUCHING - (int)k.relation);
    const double got[] = {k.point.x, k.point.y, k.other_point.x, k.other_point.y};
    const mpfr_t *const expected[] = {&truth->point.x, &truth->point.y, &truth->other_point.x,
                                      &truth->other_point.y};
    for (int i = 0; i < 4; i++)
        CHECK(t, fuzz_is_near(got[i], *expected[i], oracle_ulp_exponent(*expected[i]), 1.0));
    CHECK(t, fuzz_is_near(k.normal.x, truth->normal.x, -52, 1.0));
    CHECK(t, fuzz_is_near(k.normal.y, truth->normal.y, -52, 1.0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static oracle_clearance truth;
    static bool is_ready;
    if (!is_ready)
        oracle_clearance_init(&truth);
    is_ready = true;
    const wall_pair t = pair_of(data, size);
    const int expected = oracle_compare_walls(t.wall, t.other, t.gap);
    CHECK(&t, order(&t) == expected);
    check_symmetry(&t, expected);
    if (carom_wall_is_valid(t.wall) && carom_wall_is_valid(t.other)) {
        oracle_measure_walls(&truth, t.wall, t.other);
        check_numbers(&t, &truth);
    } else {
        CHECK(&t, carom_wall_contact(t.wall, t.other).relation == CAROM_WALL_RELATION_INVALID);
    }
    return 0;
}
