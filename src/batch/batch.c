// Touch queries for blocks of pairs. The kernels answer the certain pairs; the exact calls for
// single pairs answer the rest.
//
// Packed arrays of the kernels' number type are read in place. Other arrays are gathered, one block
// at a time. If the float kernel leaves many pairs open, the block is asked again in doubles. Room:
// batch.
#include "carom/batch.h"

#include <float.h>
#include <math.h>

#include "batch/batch.h"
#include "batch/soa_numbers.h"
#include "contracts.h"

// Pairs in a block: if all arrays can be read in place, and if not.
enum { BLOCK = CAROM_BATCH_BLOCK, GATHERED = 256 };
enum { LANES_MAX = CAROM_BATCH_LANES_MAX, WORDS = BLOCK / 64 };

// If at least one in OPEN_FRACTION pairs of a block is open, lanes of doubles are faster than
// single calls.
enum { OPEN_FRACTION = 16 };

#ifndef CAROM_SMALL
#define BITS_1(i)                                                                                  \
    {                                                                                              \
        (i) & 1, (i) >> 1 & 1, (i) >> 2 & 1, (i) >> 3 & 1, (i) >> 4 & 1, (i) >> 5 & 1,             \
            (i) >> 6 & 1, (i) >> 7                                                                 \
    }
#define BITS_4(i) BITS_1(i), BITS_1((i) + 1), BITS_1((i) + 2), BITS_1((i) + 3)
#define BITS_16(i) BITS_4(i), BITS_4((i) + 4), BITS_4((i) + 8), BITS_4((i) + 12)
#define BITS_64(i) BITS_16(i), BITS_16((i) + 16), BITS_16((i) + 32), BITS_16((i) + 48)

const unsigned char carom_batch_bytes[1 << LANES_MAX][LANES_MAX] = {BITS_64(0), BITS_64(64),
                                                                    BITS_64(128), BITS_64(192)};
#endif

// The gathered arrays of a block, of doubles or of floats.
typedef struct block_numbers {
    double number[8][GATHERED];
} block_numbers;

// The parameters of a call.
typedef struct batch_query {
    const carom_batch_kernels *kernels;
    // The one circle; NULL if each wall has its own.
    const carom_circle *circle;
    const carom_circle_soa *circles;
    const carom_wall_soa *walls;
    carom_contact_rule rule;
    const carom_filter *filter;
    // The number type that the kernels try first, and the largest block.
    carom_number as;
    size_t block;
} batch_query;

static const double zeros[BLOCK] = {0};

// A small build has kernels for pairs of doubles only. All other input is converted to pairs of
// doubles.
#ifdef CAROM_SMALL
enum { PAIRS_ONLY = 1 };
#else
enum { PAIRS_ONLY = 0 };
#endif

// True if the kernels read floats.
static inline bool are_floats(carom_number as) {
    return !PAIRS_ONLY && as == CAROM_NUMBER_FLOAT;
}

// ---- blocks ----

// Copies `count` doubles, or floats as doubles, and pads with zeros to whole vectors.
static inline void gather_doubles(double *x, const char *from, carom_number number, size_t stride,
                                  size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = carom_number_at(from + i * stride, number);
    for (size_t i = count; i % LANES_MAX != 0; i++)
        x[i] = 0.0;
}

static void gather_floats(float *x, const char *from, size_t stride, size_t count) {
    for (size_t i = 0; i < count; i++)
        memcpy(x + i, from + i * stride, sizeof *x);
    for (size_t i = count; i % LANES_MAX != 0; i++)
        x[i] = 0.0F;
}

// True if the kernels for numbers of type `as` can read such an array in place.
static bool is_packed(carom_number number, size_t stride, carom_number as) {
    return number == as && carom_stride_of(number, stride) == carom_number_size(number);
}

// The numbers [begin, begin + count) of an array, packed: in place, or gathered in `space`.
static const void *packed(const void *numbers, carom_number number, size_t stride, size_t begin,
                          size_t count, carom_number as, void *space) {
    if (numbers == NULL)
        return zeros;
    const size_t step = carom_stride_of(number, stride);
    const char *from = (const char *)numbers + begin * step;
    if (is_packed(number, stride, as) && count % LANES_MAX == 0)
        return from;
    CAROM_ASSERT(count <= GATHERED);
    if (are_floats(as))
        gather_floats((float *)space, from, step, count);
    else if (number == CAROM_NUMBER_FLOAT)
        gather_doubles((double *)space, from, CAROM_NUMBER_FLOAT, step, count);
    else
        gather_doubles((double *)space, from, CAROM_NUMBER_DOUBLE, step, count);
    return space;
}

#ifdef CAROM_SMALL
// Repeats the one circle for each pair.
static void repeat(carom_batch_block *block, block_numbers *space) {
    for (size_t i = 0; i < block->count; i++) {
        space->number[5][i] = block->circle.center.x;
        space->number[6][i] = block->circle.center.y;
        space->number[7][i] = block->circle.radius;
    }
    block->cx = space->number[5];
    block->cy = space->number[6];
    block->r = space->number[7];
}
#endif

static carom_batch_block block_of(const batch_query *q, size_t begin, size_t count, carom_number as,
                                  block_numbers *space) {
    const carom_wall_soa *w = q->walls;
    carom_batch_block block = {.count = (count + LANES_MAX - 1) / LANES_MAX * LANES_MAX};
    CAROM_ASSERT(block.count <= BLOCK);
    block.ax = packed(w->ax, w->number, w->stride, begin, count, as, space->number[0]);
    block.ay = packed(w->ay, w->number, w->stride, begin, count, as, space->number[1]);
    block.bx = packed(w->bx, w->number, w->stride, begin, count, as, space->number[2]);
    block.by = packed(w->by, w->number, w->stride, begin, count, as, space->number[3]);
    block.wr = packed(w->radius, w->number, w->stride, begin, count, as, space->number[4]);
    if (q->circle != NULL) {
        block.circle = *q->circle;
#ifdef CAROM_SMALL
        repeat(&block, space);
#endif
        return block;
    }
    const carom_circle_soa *c = q->circles;
    block.cx = packed(c->x, c->number, c->stride, begin, count, as, space->number[5]);
    block.cy = packed(c->y, c->number, c->stride, begin, count, as, space->number[6]);
    block.r = packed(c->radius, c->number, c->stride, begin, count, as, space->number[7]);
    return block;
}

// ---- verdicts ----

// Sets yes and open for a block. Treats all walls as segments.
static void ask_lanes(const batch_query *q, size_t begin, size_t count, carom_number as,
                      block_numbers *space, unsigned char *yes, uint64_t *open) {
    const carom_batch_block block = block_of(q, begin, count, as, space);
    memset(open, 0, (count + 63) / 64 * sizeof *open);
    const carom_batch_queries *k =
        are_floats(as) ? &q->kernels->of_floats : &q->kernels->of_doubles;
    carom_batch_kernel *const disc = PAIRS_ONLY || q->circle == NULL ? k->pairs
                                     : q->walls->radius == NULL      ? k->bare
                                                                     : k->walls;
    disc(&block, yes, open);
    if (q->rule != CAROM_CONTACT_RULE_RING)
        return;
    if (PAIRS_ONLY) {
        // The ring is tested pair by pair, for pairs that touch the disc.
        for (size_t i = 0; i < count; i++)
            open[i / 64] |= (uint64_t)yes[i] << (i % 64);
        return;
    }
    unsigned char beyond[BLOCK];
    carom_batch_kernel *const rim = q->circle == NULL ? k->rim_pairs : k->rim_walls;
    rim(&block, beyond, open);
    for (size_t i = 0; i < block.count; i++)
        yes[i] &= beyond[i];
}

static size_t count_bits(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555U;
    x = (x & 0x3333333333333333U) + (x >> 2 & 0x3333333333333333U);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return (size_t)(x * 0x0101010101010101U >> 56);
}

static size_t count_open(const uint64_t *open, size_t words) {
    size_t sum = 0;
    for (size_t k = 0; k < words; k++)
        if (open[k] != 0)
            sum += count_bits(open[k]);
    return sum;
}

static uint64_t eight_at(const unsigned char *bytes) {
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return eight;
}

// The sum of bytes that are 0 or 1, at most BLOCK of them.
static size_t sum_of_bytes(const unsigned char *bytes, size_t count) {
    CAROM_ASSERT(count <= BLOCK);
    uint64_t even = 0, odd = 0; // eight sums each, of at most BLOCK / 16
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        even += eight_at(bytes + i);
        odd += eight_at(bytes + i + 8);
    }
    const uint64_t eight = even + odd; // of at most BLOCK / 8, 128
    const uint64_t four = (eight & 0x00ff00ff00ff00ffU) + (eight >> 8 & 0x00ff00ff00ff00ffU);
    size_t sum = (size_t)(four * 0x0001000100010001U >> 48);
    for (; i < count; i++)
        sum += bytes[i];
    return sum;
}

// Marks rays, lines and unknown extents as open.
static void open_extents(const unsigned char *extents, size_t count, uint64_t *open) {
    for (size_t i = 0; i < count; i++)
        open[i / 64] |= (uint64_t)(extents[i] != CAROM_EXTENT_SEGMENT) << (i % 64);
}

static bool ask_one(const batch_query *q, size_t i) {
    const carom_circle circle =
        q->circle != NULL ? *q->circle : carom_circle_soa_get(q->circles, i);
    return carom_circle_touches_by_rule(circle, carom_wall_soa_get(q->walls, i), q->rule);
}

// Clears the verdicts of walls that the filter leaves out.
static void drop_filtered(const batch_query *q, size_t begin, size_t count, unsigned char *yes) {
    for (size_t i = 0; i < count; i++) {
        if (yes[i] == 0)
            continue;
        const carom_wall wall = carom_wall_soa_get(q->walls, begin + i);
        if (!carom_filter_accepts(q->filter, (carom_index)(begin + i), &wall))
            yes[i] = 0;
    }
}

// Sets the verdicts of a block; `yes` has room for whole vectors. Returns how many touch.
static size_t judge_block(const batch_query *q, size_t begin, size_t count, unsigned char *yes) {
    CAROM_ASSERT(count > 0 && count <= q->block);
    block_numbers space;
    uint64_t open[WORDS];
    const size_t words = (count + 63) / 64;
    ask_lanes(q, begin, count, q->as, &space, yes, open);
    if (are_floats(q->as) && count_open(open, words) > count / OPEN_FRACTION)
        for (size_t i = 0; i < count; i += GATHERED)
            ask_lanes(q, begin + i, count - i < GATHERED ? count - i : GATHERED,
                      CAROM_NUMBER_DOUBLE, &space, yes + i, open + i / 64);
    if (q->walls->extent != NULL)
        open_extents(q->walls->extent + begin, count, open);
    for (size_t k = 0; k < words; k++)
        for (uint64_t bits = open[k]; bits != 0; bits &= bits - 1) {
            const size_t i = 64 * k + (size_t)trailing_zeros(bits);
            if (i < count)
                yes[i] = ask_one(q, begin + i);
        }
    if (q->filter != NULL)
        drop_filtered(q, begin, count, yes);
    return sum_of_bytes(yes, count);
}

static size_t judge_all(const batch_query *q, size_t begin, size_t end, unsigned char *verdicts) {
    CAROM_ASSERT(q->block % LANES_MAX == 0 && q->block <= BLOCK);
    size_t touching = 0;
    for (size_t i = begin, count; i < end; i += count) {
        // Whole vectors first, then the rest.
        const size_t left = end - i;
        count = left >= q->block ? q->block : left >= LANES_MAX ? left - left % LANES_MAX : left;
        unsigned char spare[BLOCK];
        const bool direct = verdicts != NULL && left >= LANES_MAX;
        touching += judge_block(q, i, count, direct ? verdicts + (i - begin) : spare);
        if (verdicts != NULL && !direct)
            memcpy(verdicts + (i - begin), spare, count);
    }
    return touching;
}

static size_t none(size_t begin, size_t end, unsigned char *verdicts) {
    if (verdicts != NULL)
        memset(verdicts, 0, end - begin);
    return 0;
}

static bool is_rule(carom_contact_rule rule) {
    return rule == CAROM_CONTACT_RULE_CLOSED_DISC || rule == CAROM_CONTACT_RULE_OPEN_DISC ||
           rule == CAROM_CONTACT_RULE_RING;
}

static bool is_float(double x) {
    return fabs(x) <= (double)FLT_MAX && (double)(float)x == x;
}

// ---- the calls ----

size_t carom_batch_walls_by(const carom_batch_kernels *kernels, carom_circle circle,
                            const carom_wall_soa *walls, size_t begin, size_t end,
                            carom_contact_rule rule, const carom_filter *filter,
                            uint8_t *verdicts) {
    CAROM_ASSERT(walls != NULL);
    CAROM_ASSERT(begin <= end && end <= walls->count);
    if (!carom_circle_is_valid(circle) || !is_rule(rule))
        return none(begin, end, verdicts);
    const bool floats = walls->number == CAROM_NUMBER_FLOAT && is_float(circle.center.x) &&
                        is_float(circle.center.y) && is_float(circle.radius);
    const carom_number as = floats && !PAIRS_ONLY ? CAROM_NUMBER_FLOAT : CAROM_NUMBER_DOUBLE;
    const bool in_place = !PAIRS_ONLY && is_packed(walls->number, walls->stride, as);
    const batch_query q = {.kernels = kernels,
                           .circle = &circle,
                           .walls = walls,
                           .rule = rule,
                           .filter = filter,
                           .as = as,
                           .block = in_place ? BLOCK : GATHERED};
    return judge_all(&q, begin, end, verdicts);
}

size_t carom_batch_pairs_by(const carom_batch_kernels *kernels, const carom_circle_soa *circles,
                            const carom_wall_soa *walls, size_t begin, size_t end,
                            carom_contact_rule rule, const carom_filter *filter,
                            uint8_t *verdicts) {
    CAROM_ASSERT(circles != NULL && walls != NULL);
    CAROM_ASSERT(begin <= end && end <= circles->count && end <= walls->count);
    if (!is_rule(rule))
        return none(begin, end, verdicts);
    const bool floats =
        walls->number == CAROM_NUMBER_FLOAT && circles->number == CAROM_NUMBER_FLOAT;
    const carom_number as = floats && !PAIRS_ONLY ? CAROM_NUMBER_FLOAT : CAROM_NUMBER_DOUBLE;
    const bool in_place = is_packed(walls->number, walls->stride, as) &&
                          is_packed(circles->number, circles->stride, as);
    const batch_query q = {.kernels = kernels,
                           .circles = circles,
                           .walls = walls,
                           .rule = rule,
                           .filter = filter,
                           .as = as,
                           .block = in_place ? BLOCK : GATHERED};
    return judge_all(&q, begin, end, verdicts);
}

const carom_batch_kernels *carom_batch_choose(void) {
    return CAROM_BEST_SET(carom_batch); // GCOVR_EXCL_BR_LINE: a processor has one best set
}

size_t carom_batch_walls(carom_circle circle, const carom_wall_soa *walls, size_t begin, size_t end,
                         carom_contact_rule rule, const carom_filter *filter, uint8_t *verdicts) {
    return carom_batch_walls_by(carom_batch_choose(), circle, walls, begin, end, rule, filter,
                                verdicts);
}

size_t carom_batch_pairs(const carom_circle_soa *circles, const carom_wall_soa *walls, size_t begin,
                         size_t end, carom_contact_rule rule, const carom_filter *filter,
                         uint8_t *verdicts) {
    return carom_batch_pairs_by(carom_batch_choose(), circles, walls, begin, end, rule, filter,
                                verdicts);
}

const char *carom_batch_instruction_set(void) {
    return carom_batch_choose()->name;
}
