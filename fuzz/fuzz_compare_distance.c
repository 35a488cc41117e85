// Fuzzes the order of two walls against the oracle and itself: exchanged walls, one wall twice,
// ends swapped, mirrored, exactly scaled.
//
// The first bytes choose how the second wall is made from the first. Gaps of random walls are
// rarely equal; those of rotated, joined and fitted walls often are. The rest is a case as in
// input.h. Room: fuzz.
#include "input.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "carom/contact.h"
#include "gap_cases.h"
#include "oracle_gap.h"
#include "random.h"

// The second wall: what it is made from in the lowest two bits, and what is done to it then.
enum {
    /// The first wall, turned and mirrored about the centre.
    SECOND_TURNED = 0,
    /// The first wall with one end elsewhere.
    SECOND_SHARED = 1,
    /// The first wall, a multiple as far from the centre.
    SECOND_FARTHER = 2,
    /// Numbers as those of input.h.
    SECOND_NUMBERS = 3,
    SECOND_KIND = 3,
    /// The centre in the origin, where turning is exact.
    SECOND_AT_ORIGIN = 4,
    /// The radius is chosen so that both are about equally near.
    SECOND_FITTED = 8,
    /// Its ends exchanged.
    SECOND_BACKWARDS = 16,
    /// Another extent.
    SECOND_EXTENT = 32,
    /// One number moved by some ulp.
    SECOND_NUDGED = 64,
    /// All scaled by a power of two.
    SECOND_SCALED = 128
};

static bool is_finite(double x) {
    return fabs(x) <= DBL_MAX;
}

static int signed_byte(fuzz_input *in) {
    const int byte = fuzz_byte(in);
    return byte < 128 ? byte : byte - 256;
}

// A vector turned by a quarter or not, mirrored or not, times k.
static carom_vec2 turned(carom_vec2 p, int turn, double k) {
    if (turn & 1)
        p = carom_vec2_make(p.y, p.x);
    return carom_vec2_make((turn & 2 ? -k : k) * p.x, (turn & 4 ? -k : k) * p.y);
}

static carom_vec2 turned_about(carom_vec2 c, carom_vec2 p, int turn, double k) {
    return carom_vec2_add(c, turned(carom_vec2_sub(p, c), turn, k));
}

// The radius that makes the gaps about equal.
static void fit(gap_case *t, int ulps) {
    carom_wall first = t->first, second = t->second;
    first.radius = second.radius = 0.0;
    const carom_circle point = carom_circle_make(t->circle.center, 0.0);
    const double farther =
        carom_circle_distance(point, second) - carom_circle_distance(point, first);
    if (is_finite(farther) && is_finite(t->first.radius))
        t->second.radius = fabs(nudged(t->first.radius + farther, ulps));
}

static void nudge(gap_case *t, int number, int ulps) {
    double *const numbers[] = {&t->second.a.x, &t->second.a.y,     &t->second.b.x,
                               &t->second.b.y, &t->second.radius,  &t->first.radius,
                               &t->first.a.x,  &t->circle.center.x};
    if (is_finite(*numbers[number & 7]))
        *numbers[number & 7] = nudged(*numbers[number & 7], ulps);
}

static gap_case case_of(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size};
    const int flags = fuzz_byte(&in), turn = fuzz_byte(&in), step = signed_byte(&in);
    const int p = signed_byte(&in), q = signed_byte(&in);
    double n[5] = {0.0};
    for (int i = 0; i < 5 && (flags & SECOND_KIND) == SECOND_NUMBERS; i++)
        n[i] = fuzz_number(&in, turn & FUZZ_KIND, n, i);
    const test_case one = fuzz_case_of(in.at, in.left);
    gap_case t = {one.circle, one.wall, one.wall};
    if (flags & SECOND_AT_ORIGIN)
        t.circle.center = carom_vec2_make(0.0, 0.0);
    const carom_vec2 c = t.circle.center;
    switch (flags & SECOND_KIND) {
    case SECOND_SHARED:
        *(turn & 8 ? &t.second.a : &t.second.b) =
            carom_vec2_add(turn & 8 ? t.first.b : t.first.a, carom_vec2_make(p, q));
        break;
    case SECOND_NUMBERS:
        t.second.a = carom_vec2_make(n[0], n[1]);
        t.second.b = carom_vec2_make(n[2], n[3]);
        t.second.radius = n[4];
        break;
    default: {
        const double k = (flags & SECOND_KIND) == SECOND_FARTHER ? 1.0 + p / 16.0 : 1.0;
        t.second.a = turned_about(c, t.first.a, turn, k);
        t.second.b = turned_about(c, t.first.b, turn, k);
    }
    }
    if (flags & SECOND_BACKWARDS) {
        const carom_vec2 a = t.second.a;
        t.second.a = t.second.b;
        t.second.b = a;
    }
    if (flags & SECOND_EXTENT)
        t.second.extent = (uint8_t)(turn >> 4 & 3);
    if (flags & SECOND_FITTED)
        fit(&t, step % 4);
    if (flags & SECOND_NUDGED)
        nudge(&t, q, step % 8);
    if (flags & SECOND_SCALED)
        gap_case_scale(&t, 17 * step);
    return t;
}

_Noreturn static void fail(const gap_case *t, const char *condition, int line) {
    fprintf(stderr, "%s:%d: broken: %s\n    ", __FILE__, line, condition);
    gap_case_print(stderr, t);
    abort();
}

#define CHECK(t, condition) ((condition) ? (void)0 : fail((t), #condition, __LINE__))

static int order(const gap_case *t) {
    return carom_circle_compare_distance(t->circle, t->first, t->second);
}

static void check_symmetry(const gap_case *t, int expected) {
    gap_case changed = *t;
    changed.first = t->second;
    changed.second = t->first;
    CHECK(t, order(&changed) == -expected);
    changed.first = changed.second;
    CHECK(t, order(&changed) == 0);
    if (t->second.extent != CAROM_EXTENT_RAY) {
        changed = *t;
        changed.second.a = t->second.b;
        changed.second.b = t->second.a;
        CHECK(t, order(&changed) == expected);
    }
    for (int turn = 1; turn < 8; turn++) {
        changed.circle.center = turned(t->circle.center, turn, 1.0);
        changed.first = t->first;
        changed.second = t->second;
        changed.first.a = turned(t->first.a, turn, 1.0);
        changed.first.b = turned(t->first.b, turn, 1.0);
        changed.second.a = turned(t->second.a, turn, 1.0);
        changed.second.b = turned(t->second.b, turn, 1.0);
        CHECK(t, order(&changed) == expected);
    }
    static const int scales[] = {1, -3, 300, -300, 1000, -1000};
    for (int i = 0; i < 6; i++) {
        changed = *t;
        if (gap_case_scale(&changed, scales[i]))
            CHECK(t, order(&changed) == expected);
    }
}

// If only one of the walls touches, it is the nearer one.
static void check_relation(const gap_case *t, int expected) {
    const carom_relation first = carom_circle_relate(t->circle, t->first);
    const carom_relation second = carom_circle_relate(t->circle, t->second);
    if (first == CAROM_RELATION_INVALID || second == CAROM_RELATION_INVALID)
        return;
    const int reach1 = (first > CAROM_RELATION_TOUCHING) - (first == CAROM_RELATION_SEPARATE);
    const int reach2 = (second > CAROM_RELATION_TOUCHING) - (second == CAROM_RELATION_SEPARATE);
    CHECK(t, reach1 <= reach2 || expected == -1);
    CHECK(t, reach1 >= reach2 || expected == 1);
    CHECK(t, reach1 != 0 || reach2 != 0 || expected == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const gap_case t = case_of(data, size);
    const int expected = oracle_gap_order(t.circle, t.first, t.second);
    CHECK(&t, order(&t) == expected);
    check_symmetry(&t, expected);
    check_relation(&t, expected);
    return 0;
}
