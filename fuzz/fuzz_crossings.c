// Fuzzes crossings: their number against the oracle, order, exact ends, points to 2 ulp, and the
// same number after swapping a and b, mirroring and exact scaling. Room: fuzz.
#include "input.h"

#include <math.h>

#include "carom/contact.h"

static oracle_numbers truth;

static int count_of(const test_case *t) {
    return carom_circle_crossings(t->circle, t->wall).count;
}

static void check_unused(const test_case *t, const carom_crossings *k, int from) {
    for (int i = from; i < 2; i++)
        FUZZ_CHECK(t, k->along[i] == 0.0 && k->point[i].x == 0.0 && k->point[i].y == 0.0);
}

static void check_crossing(const test_case *t, const carom_crossings *k, int i) {
    const double along = k->along[i];
    FUZZ_CHECK(t, fuzz_point_is_near(k->point[i], &truth.cross[i], t, 2.0));
    const int ulp = oracle_largest_ulp(t->circle, t->wall, &truth.cross[i]);
    FUZZ_CHECK(t, oracle_cross_error(along, &truth, i, ulp) <= 4.0);
    FUZZ_CHECK(t, t->wall.extent == CAROM_EXTENT_LINE || along >= 0.0);
    FUZZ_CHECK(t, t->wall.extent != CAROM_EXTENT_SEGMENT || along <= 1.0);
    for (unsigned end = 0; end <= 1; end++) {
        if (mpfr_cmp_ui(truth.cross_along[i], end) == 0)
            FUZZ_CHECK(t, along == (double)end);
    }
}

static void check_symmetry(const test_case *t, int count) {
    test_case changed = *t;
    if (t->wall.extent != CAROM_EXTENT_RAY) {
        changed.wall.a = t->wall.b;
        changed.wall.b = t->wall.a;
        FUZZ_CHECK(t, count_of(&changed) == count);
        changed = *t;
    }
    changed.circle.center.y = -t->circle.center.y;
    changed.wall.a.y = -t->wall.a.y;
    changed.wall.b.y = -t->wall.b.y;
    FUZZ_CHECK(t, count_of(&changed) == count);
    static const int scales[] = {7, -7, 600, -600};
    for (int i = 0; i < 4; i++) {
        changed = *t;
        if (case_scale(&changed, scales[i]))
            FUZZ_CHECK(t, count_of(&changed) == count);
    }
    // The wall radius plays no part.
    changed = *t;
    changed.wall.radius = 0.0;
    FUZZ_CHECK(t, count_of(&changed) == count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool ready = false;
    if (!ready)
        oracle_numbers_init(&truth);
    ready = true;
    const test_case t = fuzz_case_of(data, size);
    const carom_crossings k = carom_circle_crossings(t.circle, t.wall);
    if (oracle_decide(t.circle, t.wall, 0.0).relation == CAROM_RELATION_INVALID) {
        FUZZ_CHECK(&t, k.count == 0);
        check_unused(&t, &k, 0);
        return 0;
    }
    oracle_measure(&truth, t.circle, t.wall);
    FUZZ_CHECK(&t, k.count == truth.crossings);
    for (int i = 0; i < k.count; i++)
        check_crossing(&t, &k, i);
    check_unused(&t, &k, k.count);
    FUZZ_CHECK(&t, k.count < 2 || k.along[0] <= k.along[1]);
    check_symmetry(&t, k.count);
    return 0;
}
