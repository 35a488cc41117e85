// White box: each instruction set of this machine is forced and compared with the calls for single
// pairs: all short ranges at all offsets with all strides, every class of cases, near ties. Kernels
// must also be certain often enough.
//
// Needs only libc, so that it can be built for other machines (vector_builds.sh does).
// Room: tests.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "batch/batch.h"
#include "case_arrays.h"
#include "cases.h"

enum { LENGTHS = 2 * CAROM_BATCH_LANES_MAX + 2, OFFSETS = 2 * CAROM_BATCH_LANES_MAX + 1 };
// With fewer cases per class than this, the run is under emulation and tries fewer ranges.
enum { FEW_CASES = 100 };
enum { CIRCLES = 3, TOUCHES = 3, SHOWN = 10, UNTOUCHED = 7 };

typedef struct instruction_set {
    const carom_batch_kernels *kernels;
    long verdicts;
} instruction_set;

static instruction_set sets[3];
static int set_count;
static long failures;

static void find_sets(void) {
    const carom_batch_kernels *const best = carom_batch_choose();
    sets[set_count++].kernels = &carom_batch_scalar;
#ifdef CAROM_X86
    sets[set_count++].kernels = &carom_batch_sse2;
#endif
    if (best != sets[set_count - 1].kernels)
        sets[set_count++].kernels = best;
}

// What is asked: circle i against wall i, or one circle against all walls.
typedef struct question {
    const char *name;
    const case_arrays *arrays;
    const carom_circle *circle;
    carom_contact_rule touch;
    // The answers of the calls for single pairs.
    unsigned char *expected;
} question;

static bool few_cases(void) {
    return case_count(FEW_CASES) < FEW_CASES;
}

static carom_circle circle_of(const question *q, size_t i) {
    return q->circle != NULL ? *q->circle : carom_circle_soa_get(&q->arrays->circles, i);
}

static void answer(const question *q) {
    for (size_t i = 0; i < q->arrays->walls.count; i++)
        q->expected[i] = carom_circle_touches_by_rule(
            circle_of(q, i), carom_wall_soa_get(&q->arrays->walls, i), q->touch);
}

static void report(const question *q, const carom_batch_kernels *kernels, size_t begin, size_t end,
                   size_t i, int got) {
    if (failures++ >= SHOWN)
        return;
    const test_case t = {circle_of(q, i), carom_wall_soa_get(&q->arrays->walls, i), 0.0};
    fprintf(stderr, "%s, %s of %s, %s, range %zu to %zu, touch %d: got %d for %zu\n", kernels->name,
            q->circle != NULL ? "walls" : "pairs",
            q->arrays->walls.number == CAROM_NUMBER_FLOAT ? "floats" : "doubles", q->name, begin,
            end, (int)q->touch, got, i);
    case_print(stderr, &t);
}

static size_t ask(const question *q, const carom_batch_kernels *kernels, size_t begin, size_t end,
                  unsigned char *verdicts) {
    return q->circle != NULL ? carom_batch_walls_by(kernels, *q->circle, &q->arrays->walls, begin,
                                                    end, q->touch, NULL, verdicts)
                             : carom_batch_pairs_by(kernels, &q->arrays->circles, &q->arrays->walls,
                                                    begin, end, q->touch, NULL, verdicts);
}

// A range by every set.
static void check(const question *q, size_t begin, size_t end) {
    // Memory of just this size, so that sanitizers see what writes too far.
    unsigned char *verdicts = case_memory(end - begin);
    for (int k = 0; k < set_count; k++) {
        memset(verdicts, UNTOUCHED, end - begin);
        const size_t count = ask(q, sets[k].kernels, begin, end, verdicts);
        size_t sum = 0;
        for (size_t i = begin; i < end; i++) {
            sum += q->expected[i];
            if (verdicts[i - begin] != q->expected[i])
                report(q, sets[k].kernels, begin, end, i, verdicts[i - begin]);
        }
        if (count != sum || ask(q, sets[k].kernels, begin, end, NULL) != sum) {
            fprintf(stderr, "%s, %s, range %zu to %zu: counts %zu of %zu\n", sets[k].kernels->name,
                    q->name, begin, end, count, sum);
            failures++;
        }
        sets[k].verdicts += (long)(end - begin);
    }
    free(verdicts);
}

// All questions about the arrays, over all of them or over every short range.
static void check_arrays(const char *name, const case_arrays *arrays, const carom_circle *circles,
                         int circle_count, bool short_ranges) {
    const size_t count = arrays->walls.count;
    unsigned char *expected = case_memory(count);
    for (int k = -1; k < circle_count; k++)
        for (int touch = 0; touch < TOUCHES; touch++) {
            const question q = {name, arrays, k >= 0 ? &circles[k] : NULL,
                                (carom_contact_rule)touch, expected};
            answer(&q);
            if (!short_ranges)
                check(&q, 0, count);
            for (size_t begin = 0; short_ranges && begin < OFFSETS; begin += few_cases() ? 3 : 1)
                for (size_t length = 0; length < LENGTHS; length++)
                    check(&q, begin, begin + length);
        }
    free(expected);
}

// The cases as doubles and as floats, with and without radii of walls and extents, in several
// strides.
static void check_cases(const char *name, const test_case *cases, size_t count, size_t steps,
                        bool short_ranges) {
    const carom_circle first = case_rounded(&cases[0]).circle;
    const carom_circle circles[CIRCLES] = {cases[0].circle, first, cases[count / 2].circle};
    for (int number = 0; number < 2; number++)
        for (size_t step = 0; step < steps; step++) {
            case_arrays arrays = case_arrays_make(cases, count, (carom_number)number, step);
            check_arrays(name, &arrays, circles, CIRCLES, short_ranges);
            case_arrays_make_bare(&arrays);
            check_arrays(name, &arrays, circles, CIRCLES, short_ranges);
            case_arrays_free(&arrays);
        }
}

static void test_short_ranges(void) {
    enum { COUNT = OFFSETS + LENGTHS };
    test_case cases[COUNT];
    for (int i = 0; i < COUNT; i++) {
        // A third of the walls comes near the circle in the middle.
        const case_class kind = i % 3 ? (case_class)(i % CASE_CLASS_COUNT) : CASE_GENERIC;
        cases[i] = case_make(kind, case_seed(), (uint64_t)(1000 + i));
        if (i % 7 == 0)
            cases[i].wall.radius = -0.0;
        if (i % 11 == 0)
            cases[i].circle.radius = -0.0;
    }
    check_cases("short ranges", cases, COUNT, few_cases() ? 2 : 4, true);
}

static void test_classes(void) {
    const size_t count = (size_t)case_count(300);
    test_case *cases = case_memory(count * sizeof *cases);
    for (int kind = 0; kind < CASE_CLASS_COUNT; kind++) {
        for (size_t i = 0; i < count; i++)
            cases[i] = case_make((case_class)kind, case_seed(), i);
        check_cases(case_class_name((case_class)kind), cases, count, few_cases() ? 1 : 3, false);
    }
    free(cases);
}

// Circles and walls that differ in numbers and strides.
static void test_mixed(void) {
    enum { COUNT = 300 };
    test_case *cases = case_memory(COUNT * sizeof *cases);
    for (int i = 0; i < COUNT; i++)
        cases[i] = case_make((case_class)(i % CASE_CLASS_COUNT), case_seed(), (uint64_t)i);
    for (int number = 0; number < 4; number++)
        for (size_t step = 0; step < 4; step++) {
            case_arrays circles =
                case_arrays_make(cases, COUNT, (carom_number)(number / 2), step / 2);
            case_arrays walls =
                case_arrays_make(cases, COUNT, (carom_number)(number % 2), 2 * (step % 2));
            const case_arrays both = {.circles = circles.circles, .walls = walls.walls};
            check_arrays("mixed", &both, NULL, 0, false);
            case_arrays_free(&circles);
            case_arrays_free(&walls);
        }
    free(cases);
}

// 2^-from to 2^-to off a tie: around the certainty limits of doubles and of floats.
static void test_near_ties(void) {
    const size_t count = (size_t)case_count(1500);
    test_case *cases = case_memory(count * sizeof *cases);
    const int spans[][2] = {{-26, -8}, {-20, -14}, {-52, -24}};
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < count; i++)
            cases[i] = case_near_tie(case_seed(), i, spans[k][0], spans[k][1]);
        check_cases("near ties", cases, count, 1, false);
    }
    free(cases);
}

// All walls are far from a circle except one in every few. The boxes reject some, or few, of the
// rest.
static void test_boxes(void) {
    enum { COUNT = 3000 };
    test_case *cases = case_memory(COUNT * sizeof *cases);
    const int fractions[] = {1, 2, 9, 50, 1000};
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < COUNT; i++) {
            const double far = i % fractions[k] == 0 ? 0.0 : i % 2 ? 1e6 : -1e6;
            cases[i] = case_make(CASE_INTEGERS, case_seed(), (uint64_t)i);
            double *const moved_x[] = {&cases[i].wall.a.x, &cases[i].wall.b.x};
            double *const moved_y[] = {&cases[i].wall.a.y, &cases[i].wall.b.y};
            for (int p = 0; p < 2; p++)
                *(i % 4 < 2 ? moved_x : moved_y)[p] += far;
        }
        check_cases("boxes", cases, COUNT, 1, false);
    }
    free(cases);
}

// ---- what the kernels claim ----
//
// A batch decides again blocks with many open lanes, which would hide a wrong answer in the block.

// A kernel's answers to a block: 1, 0, or -1 for open.
static void answers_of(carom_batch_kernel *kernel, const carom_batch_block *block, int *answers) {
    unsigned char yes[CAROM_BATCH_BLOCK];
    uint64_t open[CAROM_BATCH_BLOCK / 64] = {0};
    kernel(block, yes, open);
    for (size_t i = 0; i < block->count; i++)
        answers[i] = open[i / 64] >> (i % 64) & 1 ? -1 : yes[i];
}

// The first pairs of the arrays, packed, all walls as segments. Kernels for one circle get circle
// 0.
static carom_batch_block block_of(const case_arrays *arrays, size_t count) {
    const carom_circle_soa *c = &arrays->circles;
    const carom_wall_soa *w = &arrays->walls;
    return (carom_batch_block){carom_circle_soa_get(c, 0),
                               c->x,
                               c->y,
                               c->radius,
                               w->ax,
                               w->ay,
                               w->bx,
                               w->by,
                               w->radius,
                               count};
}

typedef struct claim {
    const char *name;
    bool one_circle, bare, rim;
} claim;

static void check_claim(const claim *what, const case_arrays *arrays, size_t i, int got,
                        const carom_batch_kernels *kernels) {
    const carom_circle c = carom_circle_soa_get(&arrays->circles, what->one_circle ? 0 : i);
    carom_wall w = carom_wall_soa_get(&arrays->walls, i);
    w.extent = CAROM_EXTENT_SEGMENT;
    if (what->bare)
        w.radius = 0.0;
    const carom_relation r = carom_circle_relate(c, w);
    // The rim counts only where the disc overlaps the wall.
    const bool holds =
        got < 0 || (what->rim ? r <= CAROM_RELATION_TOUCHING ||
                                    r == (got ? CAROM_RELATION_CROSSING : CAROM_RELATION_INSIDE)
                    : got ? r > CAROM_RELATION_TOUCHING
                          : r < CAROM_RELATION_TOUCHING);
    if (holds || failures++ >= SHOWN)
        return;
    fprintf(stderr, "%s, kernel %s of %s: claims %d of %s\n", kernels->name, what->name,
            arrays->walls.number == CAROM_NUMBER_FLOAT ? "floats" : "doubles", got,
            carom_relation_name(r));
    case_print(stderr, &(test_case){c, w, 0.0});
}

static void check_claims(const test_case *cases, size_t count) {
    for (int number = 0; number < 2; number++) {
        case_arrays arrays = case_arrays_make(cases, count, (carom_number)number, 0);
        const carom_batch_block block = block_of(&arrays, count);
        for (int k = 0; k < set_count; k++) {
            const carom_batch_kernels *s = sets[k].kernels;
            const carom_batch_queries *q = number ? &s->of_floats : &s->of_doubles;
            const struct {
                carom_batch_kernel *kernel;
                claim what;
            } rows[] = {{q->pairs, {"pairs", false, false, false}},
                        {q->rim_pairs, {"rim_pairs", false, false, true}},
                        {q->walls, {"walls", true, false, false}},
                        {q->bare, {"bare", true, true, false}},
                        {q->rim_walls, {"rim_walls", true, false, true}}};
            for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
                int answers[CAROM_BATCH_BLOCK];
                if (rows[row].what.one_circle && !carom_circle_is_valid(block.circle))
                    continue; // never asked
                answers_of(rows[row].kernel, &block, answers);
                for (size_t i = 0; i < count; i++)
                    check_claim(&rows[row].what, &arrays, i, answers[i], s);
            }
        }
        case_arrays_free(&arrays);
    }
}

static void test_claims(void) {
    enum { COUNT = 64 };
    test_case *cases = case_memory(COUNT * sizeof *cases);
    const uint64_t rounds = ((uint64_t)case_count(512) + COUNT - 1) / COUNT;
    for (uint64_t round = 0; round < rounds; round++) {
        for (int kind = 0; kind < CASE_CLASS_COUNT; kind++) {
            for (uint64_t i = 0; i < COUNT; i++)
                cases[i] = case_make((case_class)kind, case_seed(), round * COUNT + i);
            check_claims(cases, COUNT);
        }
        for (int from = -56; from <= -8; from += 4) {
            for (uint64_t i = 0; i < COUNT; i++)
                cases[i] = case_near_tie(case_seed(), round * COUNT + i, from, from + 4);
            check_claims(cases, COUNT);
        }
    }
    free(cases);
}

static size_t open_of(carom_batch_kernel *kernel, const carom_batch_block *block) {
    int answers[CAROM_BATCH_BLOCK];
    answers_of(kernel, block, answers);
    size_t sum = 0;
    for (size_t i = 0; i < block->count; i++)
        sum += answers[i] < 0;
    return sum;
}

static void need_certain(const char *name, const char *kernel, size_t open, size_t thousandths) {
    printf("%s: %s leaves %zu of %d generic pairs open\n", name, kernel, open, CAROM_BATCH_BLOCK);
    if (1000 * open > thousandths * CAROM_BATCH_BLOCK) {
        fprintf(stderr, "%s, %s: too many\n", name, kernel);
        failures++;
    }
}

static void test_certainty(void) {
    test_case *cases = case_memory(CAROM_BATCH_BLOCK * sizeof *cases);
    for (size_t i = 0; i < CAROM_BATCH_BLOCK; i++)
        cases[i] = case_make(CASE_GENERIC, case_seed(), i);
    for (int number = 0; number < 2; number++) {
        case_arrays arrays = case_arrays_make(cases, CAROM_BATCH_BLOCK, (carom_number)number, 0);
        const carom_batch_block block = block_of(&arrays, CAROM_BATCH_BLOCK);
        for (int k = 0; k < set_count; k++) {
            const carom_batch_kernels *s = sets[k].kernels;
            const carom_batch_queries *q = number ? &s->of_floats : &s->of_doubles;
            const char *disc = number ? "disc of floats" : "disc of doubles";
            const char *rim = number ? "rim of floats" : "rim of doubles";
            need_certain(s->name, disc, open_of(q->pairs, &block), number ? 20 : 10);
            need_certain(s->name, rim, open_of(q->rim_pairs, &block), number ? 20 : 10);
        }
        case_arrays_free(&arrays);
    }
    free(cases);
}

int main(void) {
    find_sets();
    test_short_ranges();
    test_classes();
    test_mixed();
    test_near_ties();
    test_boxes();
    test_claims();
    test_certainty();
    for (int k = 0; k < set_count; k++)
        printf("%s: %ld verdicts\n", sets[k].kernels->name, sets[k].verdicts);
    if (failures > 0)
        fprintf(stderr, "%ld failures\n", failures);
    return failures > 0;
}
