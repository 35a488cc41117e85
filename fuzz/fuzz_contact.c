// Fuzzes contact, distance and push_out: exact parts against the oracle, numbers to the errors that
// include/carom/contact.h documents, pushed circles free by the oracle. Room: fuzz.
#include "input.h"

#include <float.h>
#include <math.h>

#include "carom/contact.h"

static oracle_numbers truth;

static bool is_zero(carom_vec2 p) {
    return p.x == 0.0 && p.y == 0.0;
}

static void check_invalid(const test_case *t) {
    const carom_contact k = carom_circle_contact(t->circle, t->wall);
    FUZZ_CHECK(t, k.relation == CAROM_RELATION_INVALID && k.feature == CAROM_FEATURE_NONE);
    FUZZ_CHECK(t, k.along == 0.0 && k.depth == 0.0 && is_zero(k.point) && is_zero(k.normal));
    FUZZ_CHECK(t, carom_circle_distance(t->circle, t->wall) == 0.0);
    FUZZ_CHECK(t, carom_circle_signed_distance(t->circle, t->wall) == 0.0);
    const carom_push push = carom_circle_push_out(t->circle, t->wall);
    FUZZ_CHECK(t, push.relation == CAROM_RELATION_INVALID && is_zero(push.center));
}

// A coordinate of the contact point: within 2 ulp of itself, and +0 if it is 0.
static void check_coordinate(const test_case *t, double got, const mpfr_t expected) {
    FUZZ_CHECK(t, fuzz_is_near(got, expected, oracle_ulp_exponent(expected), 2.0));
    FUZZ_CHECK(t, !mpfr_zero_p(expected) || (got == 0.0 && !signbit(got)));
}

static void check_contact(const test_case *t, const oracle_verdict *verdict) {
    const carom_contact k = carom_circle_contact(t->circle, t->wall);
    const carom_relation relation = verdict->relation;
    FUZZ_CHECK(t, k.relation == relation);
    FUZZ_CHECK(t, k.feature == verdict->feature);
    FUZZ_CHECK(t, (k.depth > 0.0) == (relation > CAROM_RELATION_TOUCHING));
    FUZZ_CHECK(t, (k.depth < 0.0) == (relation == CAROM_RELATION_SEPARATE));
    FUZZ_CHECK(t, k.feature != CAROM_FEATURE_END_A || k.along == 0.0);
    FUZZ_CHECK(t, k.feature != CAROM_FEATURE_END_B || k.along == 1.0);
    FUZZ_CHECK(t, oracle_along_error(k.along, &truth) <= 2.0);
    check_coordinate(t, k.point.x, truth.surface.x);
    check_coordinate(t, k.point.y, truth.surface.y);
    FUZZ_CHECK(t, fuzz_is_near(k.normal.x, truth.normal.x, -52, 4.0));
    FUZZ_CHECK(t, fuzz_is_near(k.normal.y, truth.normal.y, -52, 4.0));
    FUZZ_CHECK(t, fabs(hypot(k.normal.x, k.normal.y) - 1.0) <= 4.0 * DBL_EPSILON);

    const int reach = oracle_ulp_exponent(truth.reach);
    const int distance = oracle_ulp_exponent(truth.distance);
    const int ulp = reach > distance ? reach : distance;
    FUZZ_CHECK(t, fuzz_is_near(k.depth, truth.depth, ulp, 2.0));
    FUZZ_CHECK(t, carom_circle_signed_distance(t->circle, t->wall) == -k.depth);
    const double gap = carom_circle_distance(t->circle, t->wall);
    FUZZ_CHECK(t, (gap > 0.0) == (relation == CAROM_RELATION_SEPARATE) && gap >= 0.0);
    if (relation == CAROM_RELATION_SEPARATE) {
        mpfr_neg(truth.depth, truth.depth, MPFR_RNDN);
        FUZZ_CHECK(t, fuzz_is_near(gap, truth.depth, ulp, 2.0));
    }
}

static void check_push(const test_case *t, carom_relation before) {
    carom_circle c = t->circle;
    const carom_push push = carom_circle_push_out(c, t->wall);
    const bool moved = push.center.x != c.center.x || push.center.y != c.center.y;
    FUZZ_CHECK(t, isfinite(push.center.x) && isfinite(push.center.y));
    c.center = push.center;
    FUZZ_CHECK(t, oracle_decide(c, t->wall, 0.0).relation == push.relation);
    if (before <= CAROM_RELATION_TOUCHING)
        FUZZ_CHECK(t, !moved && push.relation == before);
    else if (push.relation <= CAROM_RELATION_TOUCHING)
        FUZZ_CHECK(t, oracle_push_error(push.center, t->circle, t->wall, &truth) <= 8.0);
    else
        FUZZ_CHECK(t, !moved && oracle_free_nowhere(c, t->wall));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool ready = false;
    if (!ready)
        oracle_numbers_init(&truth);
    ready = true;
    const test_case t = fuzz_case_of(data, size);
    const oracle_verdict verdict = oracle_decide(t.circle, t.wall, 0.0);
    if (verdict.relation == CAROM_RELATION_INVALID) {
        check_invalid(&t);
        return 0;
    }
    oracle_measure(&truth, t.circle, t.wall);
    check_push(&t, verdict.relation);
    check_contact(&t, &verdict);
    return 0;
}
