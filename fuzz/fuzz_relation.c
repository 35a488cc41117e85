// Fuzzes shapes and relation: relate and all disc questions against the oracle and each other.
// Swapping a and b, mirroring and exact scaling must not change an answer. Room: fuzz.
#include "input.h"

#include "carom/relation.h"

static bool is_finite_gap(double gap) {
    return gap >= 0.0 && gap - gap == 0.0;
}

// 1, 0, -1 as the relation is above, at and below touching.
static int sign_of(carom_relation relation) {
    return (relation > CAROM_RELATION_TOUCHING) - (relation < CAROM_RELATION_TOUCHING);
}

static int reach_sign(const test_case *t, double gap) {
    const carom_circle c = t->circle;
    const carom_wall w = t->wall;
    return carom_detail_reach_sign(c.center.x, c.center.y, c.radius, w.a.x, w.a.y, w.b.x, w.b.y,
                                   w.radius, gap, w.extent);
}

// 0 if not certain.
static int certain_sign(carom_circle c, carom_wall w, double gap) {
    double x;
    return carom_detail_certain_reach(c, w, gap, &x) ? (x > 0.0) - (x < 0.0) : 0;
}

static void check_answers(const test_case *t, const oracle_verdict *truth) {
    const carom_circle c = t->circle;
    const carom_wall w = t->wall;
    const carom_relation relation = truth->relation;
    const bool valid = carom_circle_is_valid(c) && carom_wall_is_valid(w);
    FUZZ_CHECK(t, valid == (relation != CAROM_RELATION_INVALID));
    FUZZ_CHECK(t, carom_circle_relate(c, w) == relation);
    FUZZ_CHECK(t, carom_circle_touches(c, w) == (relation >= CAROM_RELATION_TOUCHING));
    FUZZ_CHECK(t, carom_circle_overlaps(c, w) == (relation > CAROM_RELATION_TOUCHING));
    FUZZ_CHECK(t,
               carom_circle_outline_touches(c, w) == (relation >= CAROM_RELATION_TOUCHING &&
                                                      relation <= CAROM_RELATION_INSIDE_TOUCHING));
    FUZZ_CHECK(t, carom_circle_within(c, w, t->gap) == truth->within);
    FUZZ_CHECK(t, reach_sign(t, 0.0) == sign_of(relation));
    FUZZ_CHECK(t, (reach_sign(t, t->gap) >= 0) == truth->within);
    const int certain = certain_sign(c, w, 0.0);
    FUZZ_CHECK(t, certain == 0 || certain == sign_of(relation));
    const int certain_gap = certain_sign(c, w, t->gap);
    FUZZ_CHECK(t, certain_gap == 0 || certain_gap == reach_sign(t, t->gap));
    FUZZ_CHECK(t, certain_gap == 0 || (valid && is_finite_gap(t->gap)));
    // A gap can only add walls, never remove one.
    if (valid && is_finite_gap(t->gap))
        FUZZ_CHECK(t, reach_sign(t, t->gap) >= reach_sign(t, 0.0));
}

static void check_same(const test_case *t, test_case changed) {
    FUZZ_CHECK(t, carom_circle_relate(changed.circle, changed.wall) ==
                      carom_circle_relate(t->circle, t->wall));
    FUZZ_CHECK(t, reach_sign(&changed, changed.gap) == reach_sign(t, t->gap));
}

static carom_vec2 exchanged(carom_vec2 p) {
    return carom_vec2_make(p.y, p.x);
}

static void check_symmetry(const test_case *t) {
    test_case changed = *t;
    if (t->wall.extent != CAROM_EXTENT_RAY) {
        changed.wall.a = t->wall.b;
        changed.wall.b = t->wall.a;
        check_same(t, changed);
        changed = *t;
    }
    changed.circle.center.x = -t->circle.center.x;
    changed.wall.a.x = -t->wall.a.x;
    changed.wall.b.x = -t->wall.b.x;
    check_same(t, changed);
    changed.circle.center = exchanged(t->circle.center);
    changed.wall.a = exchanged(t->wall.a);
    changed.wall.b = exchanged(t->wall.b);
    check_same(t, changed);
    static const int scales[] = {1, -3, 300, -300, 1000, -1000};
    for (int i = 0; i < 6; i++) {
        changed = *t;
        if (case_scale(&changed, scales[i]))
            check_same(t, changed);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const test_case t = fuzz_case_of(data, size);
    const oracle_verdict truth = oracle_decide(t.circle, t.wall, t.gap);
    check_answers(&t, &truth);
    check_symmetry(&t);
    return 0;
}
