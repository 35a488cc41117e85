// Fuzzes arrays and batch: every verdict of a range of walls, and of pairs, against the calls for
// single pairs and the oracle.
//
// The first bytes choose the layout of the arrays, the question and the range. The rest is a case
// as in input.h. The arrays contain it and nudged copies of it. Room: fuzz.
#include "input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/batch.h"
#include "case_arrays.h"
#include "random.h"

enum { COUNT = 40, UNTOUCHED = 7 };

// The second byte.
enum {
    /// The contact rule in the lowest two bits; 3 is invalid.
    BATCH_TOUCH = 3,
    /// All numbers as floats.
    BATCH_FLOATS = 4,
    /// The circles as doubles even so.
    BATCH_MIXED = 8,
    /// No radii of walls, all segments.
    BATCH_BARE = 16,
    /// Two bits of the stride, in numbers; 0 is stride 0.
    BATCH_STRIDE = 32
};

static bool expected(carom_relation r, carom_contact_rule touch) {
    return touch == CAROM_CONTACT_RULE_CLOSED_DISC ? r >= CAROM_RELATION_TOUCHING
           : touch == CAROM_CONTACT_RULE_OPEN_DISC ? r > CAROM_RELATION_TOUCHING
           : touch == CAROM_CONTACT_RULE_RING
               ? r >= CAROM_RELATION_TOUCHING && r <= CAROM_RELATION_INSIDE_TOUCHING
               : false;
}

// Case i: the case itself, or with one number moved by some ulp, or far away.
static test_case variant(const test_case *t, int i) {
    test_case v = *t;
    double *const numbers[] = {&v.wall.radius,   &v.wall.a.x,       &v.wall.a.y,
                               &v.wall.b.x,      &v.wall.b.y,       &v.circle.center.x,
                               &v.circle.radius, &v.circle.center.y};
    double *const x = numbers[i % 8];
    if (i % 3 == 1 && fabs(*x) < 1e300)
        *x = nudged(*x, i / 8 - 2);
    if (i % 5 == 4)
        *x = -8.0 * *x;
    return v;
}

static void check(const test_case *cases, const case_arrays *circles, const case_arrays *walls,
                  const carom_circle *circle, size_t begin, size_t end, carom_contact_rule touch) {
    unsigned char verdicts[COUNT + 2];
    memset(verdicts, UNTOUCHED, sizeof verdicts);
    const size_t count = circle != NULL ? carom_batch_walls(*circle, &walls->walls, begin, end,
                                                            touch, NULL, verdicts + 1)
                                        : carom_batch_pairs(&circles->circles, &walls->walls, begin,
                                                            end, touch, NULL, verdicts + 1);
    size_t sum = 0;
    for (size_t i = begin; i < end; i++) {
        const carom_circle c =
            circle != NULL ? *circle : carom_circle_soa_get(&circles->circles, i);
        const carom_wall w = carom_wall_soa_get(&walls->walls, i);
        const bool truth = expected(oracle_decide(c, w, 0.0).relation, touch);
        FUZZ_CHECK(&cases[i], carom_circle_touches_by_rule(c, w, touch) == truth);
        FUZZ_CHECK(&cases[i], verdicts[1 + i - begin] == truth);
        sum += truth;
    }
    FUZZ_CHECK(&cases[0], count == sum);
    FUZZ_CHECK(&cases[0], verdicts[0] == UNTOUCHED && verdicts[1 + end - begin] == UNTOUCHED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size};
    const int how = fuzz_byte(&in);
    const size_t begin = fuzz_byte(&in) % COUNT, length = fuzz_byte(&in) % COUNT;
    const size_t end = begin + length < COUNT ? begin + length : COUNT;
    const test_case t = fuzz_case_of(in.at, in.left);
    test_case cases[COUNT];
    for (int i = 0; i < COUNT; i++)
        cases[i] = variant(&t, i);
    const carom_number number = how & BATCH_FLOATS ? CAROM_NUMBER_FLOAT : CAROM_NUMBER_DOUBLE;
    const size_t step = (size_t)(how / BATCH_STRIDE % 4);
    case_arrays walls = case_arrays_make(cases, COUNT, number, step);
    case_arrays circles =
        case_arrays_make(cases, COUNT, how & BATCH_MIXED ? CAROM_NUMBER_DOUBLE : number, 0);
    if (how & BATCH_BARE)
        case_arrays_make_bare(&walls);
    const carom_contact_rule touch = (carom_contact_rule)(how & BATCH_TOUCH);
    check(cases, &circles, &walls, NULL, begin, end, touch);
    check(cases, &circles, &walls, &t.circle, begin, end, touch);
    const carom_circle rounded = case_rounded(&t).circle;
    check(cases, &circles, &walls, &rounded, begin, end, touch);
    case_arrays_free(&circles);
    case_arrays_free(&walls);
    return 0;
}
