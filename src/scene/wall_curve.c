// Puts the walls of a scene into Hilbert order.
//
// Method: a wall is a number of 64 bits, its position along the curve and its index, so equal
// positions keep the order of the walls. Each class is divided by the highest bits of the position
// into buckets that fit in the second-level cache. Each bucket is then sorted by a radix sort.
// Builds for size sort items instead, which gives the same order. Room: scene.
#include <string.h>

#include "compiler.h"
#include "contracts.h"
#include "scene/hilbert.h"
#include "scene/scene_build.h"

static uint32_t *index_part(const scene_build *b) {
    return (uint32_t *)((char *)b->scene + b->scene->index_at);
}

#ifdef CAROM_SMALL

void carom_scene_curve_order(scene_build *b) {
    hilbert_item *items = (hilbert_item *)((char *)b->scene + b->scene->leaves_at);
    hilbert_item *scratch = items + b->count;
    uint32_t *index = index_part(b);
    size_t counts[WALL_CLASSES], start = 0;
    for (size_t i = 0; i < b->count; i++)
        scratch[i] = carom_scene_item_of(b->scene, b->count, &b->walls[i], (uint32_t)i);
    carom_scene_divide_items(items, scratch, b->count, counts);
    for (int i = 0; i < ENDLESS_WALLS; i++) {
        carom_hilbert_sort(items + start, scratch, counts[i], GROUP_WALLS);
        start += counts[i];
    }
    for (size_t i = 0; i < b->count; i++)
        index[i] = items[i].index;
}

#else

// The position along the curve in the higher half, the index of the wall in the lower half.
typedef uint64_t keyed_wall;

enum {
    KEY_BITS = 32,
    DIGIT_BITS_MAX = 11,
    DIGITS_MAX = 1 << DIGIT_BITS_MAX,
    // Buckets have 2^BUCKET_BITS to twice as many walls, unless there are too many walls or the
    // walls are unevenly distributed.
    BUCKET_BITS = 11,
    // Up to this many walls are sorted by insertion.
    INSERTION_WALLS = 32,
    // The number of walls whose keys are computed together.
    KEYED_TOGETHER = 64
};

// A class as it is sorted. The walls and their copy are in the leaves, and so is the table of the
// positions at which each block continues each bucket. The sorted keys are in the slots.
typedef struct class_sort {
    const scene_build *build;
    size_t count;
    keyed_wall *walls, *copy;
    uint32_t *index, *keys;
    // Buckets have equal bits from this bit of the key on.
    int shift;
    size_t bucket_count, block_count;
    uint32_t *table;
} class_sort;

static uint32_t *slot_part(const scene_build *b) {
    return (uint32_t *)((char *)b->scene + b->scene->slot_at);
}

static keyed_wall *keyed_walls(const scene_build *b) {
    return (keyed_wall *)((char *)b->scene + b->scene->leaves_at);
}

static uint32_t key_of(keyed_wall w) {
    return (uint32_t)(w >> 32);
}

// ---- keys ----

// The number of cells for a unit of index coordinates; 0 puts all walls of the class into one cell.
static float cells_of_class(const scene_build *b, size_t class_index) {
    // The map to index coordinates is monotonic.
    const index_box box = index_box_of(b->scene, b->all.middles[class_index]);
    const float width = box.max_x - box.min_x, height = box.max_y - box.min_y;
    const float cells = 65535.0f / (width > height ? width : height);
    // No order is needed within a group. A single point, or a square too small to divide.
    return b->all.counts[class_index] > GROUP_WALLS && fabsf(cells) < HUGE_VALF ? cells : 0.0f;
}

// The walls of a block on their way to their classes.
typedef struct keyed_chunk {
    uint32_t x[KEYED_TOGETHER], y[KEYED_TOGETHER], keys[KEYED_TOGETHER];
    unsigned char classes[KEYED_TOGETHER];
} keyed_chunk;

static inline void key_chunk(const scene_build *b, keyed_chunk *c, const index_box *boxes,
                             const float *cells, size_t begin, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const hilbert_item item = scene_item_of(b->scene, b->root, &b->walls[begin + i], 0);
        const index_box *box = &boxes[item.key];
        c->classes[i] = (unsigned char)item.key;
        // Each step is stored in a float. Otherwise the order would depend on FLT_EVAL_METHOD.
        const float from_x = item.x - box->min_x, from_y = item.y - box->min_y;
        const float x = from_x * cells[item.key], y = from_y * cells[item.key];
        CAROM_ASSERT(x >= 0.0f && x < 65536.0f && y >= 0.0f && y < 65536.0f);
        c->x[i] = (uint32_t)x;
        c->y[i] = (uint32_t)y;
    }
    for (size_t i = 0; i < count; i++)
        c->keys[i] = hilbert_key(c->x[i], c->y[i]);
}

// Writes the keyed walls of a block to their classes. Rays and lines keep their order, so their
// index is final.
static void key_block(void *build, size_t block) {
    const scene_build *b = build;
    keyed_wall *walls = keyed_walls(b);
    uint32_t *index = index_part(b);
    index_box boxes[WALL_CLASSES];
    float cells[WALL_CLASSES];
    size_t next[WALL_CLASSES], start = 0;
    for (size_t i = 0; i < WALL_CLASSES; i++) {
        boxes[i] = index_box_of(b->scene, b->all.middles[i]);
        cells[i] = i == ENDLESS_WALLS ? 0.0f : cells_of_class(b, i);
        next[i] = start;
        for (size_t k = 0; k < block; k++)
            next[i] += b->blocks[k].counts[i];
        start += b->all.counts[i];
    }
    const size_t end = block_start(b->count, b->block_count, block + 1);
    for (size_t i = block_start(b->count, b->block_count, block); i < end; i += KEYED_TOGETHER) {
        const size_t count = end - i < KEYED_TOGETHER ? end - i : KEYED_TOGETHER;
        keyed_chunk chunk;
        key_chunk(b, &chunk, boxes, cells, i, count);
        for (size_t j = 0; j < count; j++) {
            const size_t at = next[chunk.classes[j]]++;
            if (chunk.classes[j] == ENDLESS_WALLS)
                index[at] = (uint32_t)(i + j);
            else
                walls[at] = (keyed_wall)chunk.keys[j] << 32 | (i + j);
        }
    }
}

// ---- buckets ----

static void count_buckets(void *sort, size_t block) {
    const class_sort *s = sort;
    uint32_t *counts = s->table + block * s->bucket_count;
    memset(counts, 0, s->bucket_count * sizeof *counts);
    const size_t end = block_start(s->count, s->block_count, block + 1);
    for (size_t i = block_start(s->count, s->block_count, block); i < end; i++)
        counts[(uint64_t)key_of(s->walls[i]) >> s->shift]++;
}

static void start_buckets(class_sort *s) {
    uint32_t start = 0;
    for (size_t bucket = 0; bucket < s->bucket_count; bucket++) {
        for (size_t block = 0; block < s->block_count; block++) {
            uint32_t *at = &s->table[block * s->bucket_count + bucket];
            const uint32_t here = *at;
            *at = start;
            start += here;
        }
    }
}

static void fill_buckets(void *sort, size_t block) {
    const class_sort *s = sort;
    uint32_t *next = s->table + block * s->bucket_count;
    const size_t end = block_start(s->count, s->block_count, block + 1);
    for (size_t i = block_start(s->count, s->block_count, block); i < end; i++)
        s->copy[next[(uint64_t)key_of(s->walls[i]) >> s->shift]++] = s->walls[i];
}

static void sort_by_insertion(keyed_wall *walls, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const keyed_wall wall = walls[i];
        size_t at = i;
        for (; at > 0 && walls[at - 1] > wall; at--)
            walls[at] = walls[at - 1];
        walls[at] = wall;
    }
}

// Sorts by `bits` bits of the key from `shift` on; equal keys keep their order. Returns false if
// all these bits are equal, and has then done nothing.
static bool sort_by_digit(const keyed_wall *from, keyed_wall *to, size_t count, int shift,
                          int bits) {
    uint32_t next[DIGITS_MAX];
    const size_t digits = (size_t)1 << bits;
    const int at = 32 + shift;
    memset(next, 0, digits * sizeof *next);
    for (size_t i = 0; i < count; i++)
        next[from[i] >> at & (digits - 1)]++;
    if (next[from[0] >> at & (digits - 1)] == count)
        return false;
    uint32_t start = 0;
    for (size_t digit = 0; digit < digits; digit++) {
        const uint32_t here = next[digit];
        next[digit] = start;
        start += here;
    }
    for (size_t i = 0; i < count; i++)
        to[next[from[i] >> at & (digits - 1)]++] = from[i];
    return true;
}

static void sort_bucket(void *sort, size_t bucket) {
    const class_sort *s = sort;
    // Where the last block ended each bucket.
    const uint32_t *ends = s->table + (s->block_count - 1) * s->bucket_count;
    const size_t start = bucket > 0 ? ends[bucket - 1] : 0, count = ends[bucket] - start;
    keyed_wall *from = s->copy + start, *to = s->walls + start;
    if (count <= INSERTION_WALLS) {
        sort_by_insertion(from, count);
    } else {
        const int passes = (s->shift + DIGIT_BITS_MAX - 1) / DIGIT_BITS_MAX;
        const int bits = (s->shift + passes - 1) / passes;
        for (int shift = 0; shift < s->shift; shift += bits) {
            if (sort_by_digit(from, to, count, shift, bits)) {
                keyed_wall *other = from;
                from = to;
                to = other;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        s->index[start + i] = (uint32_t)from[i];
        s->keys[start + i] = key_of(from[i]);
    }
}

// ---- cells with too many walls ----

// Sorts the walls [begin, end) of the order, which are in one cell, by a curve of their own. All
// keyed walls are sorted by now, so the leaves are free again.
static void sort_dense_cell(const scene_build *b, size_t begin, size_t end) {
    uint32_t *index = index_part(b);
    const size_t count = end - begin;
    hilbert_item *items = (hilbert_item *)((char *)b->scene + b->scene->leaves_at);
    for (size_t i = 0; i < count; i++)
        items[i] =
            carom_scene_item_of(b->scene, b->count, &b->walls[index[begin + i]], index[begin + i]);
    carom_hilbert_sort(items, items + count, count, GROUP_WALLS);
    for (size_t i = 0; i < count; i++)
        index[begin + i] = items[i].index;
}

// Sorts the cells with more than GROUP_WALLS walls among the walls [start, limit) of the order,
// which are a class. Only every step-th wall is inspected, with a step of GROUP_WALLS / 2. Such a
// cell contains two of these in a row.
static void sort_dense_cells(const scene_build *b, size_t start, size_t limit) {
    const uint32_t *keys = slot_part(b);
    const size_t step = GROUP_WALLS / 2;
    for (size_t i = start; i + step < limit;) {
        size_t begin = i, end = i + step;
        if (keys[end] == keys[i]) {
            while (begin > start && keys[begin - 1] == keys[i])
                begin--;
            while (end < limit && keys[end] == keys[i])
                end++;
            if (end - begin > GROUP_WALLS)
                sort_dense_cell(b, begin, end);
        }
        i += (end - i) / step * step;
    }
}

// ---- the whole ----

static void sort_class(scene_build *b, size_t start, size_t count) {
    class_sort s = {.build = b, .count = count, .shift = KEY_BITS};
    const int most = KEY_BITS - DIGIT_BITS_MAX;
    // GCOVR_EXCL_BR_START: 2^23 walls have the most buckets, too many for a test
    while (s.shift > most && count >> (KEY_BITS - s.shift + BUCKET_BITS + 1) > 0)
        s.shift--;
    // GCOVR_EXCL_BR_STOP
    s.bucket_count = (size_t)1 << (KEY_BITS - s.shift);
    s.block_count = block_count_for(count);
    s.walls = keyed_walls(b) + start;
    s.copy = keyed_walls(b) + b->count + start;
    s.table = (uint32_t *)(void *)(keyed_walls(b) + 2 * b->count);
    CAROM_ASSERT(s.bucket_count * s.block_count * sizeof *s.table <=
                 b->scene->leaf_count * sizeof(scene_leaf) - 2 * b->count * sizeof *s.walls);
    s.index = index_part(b) + start;
    s.keys = slot_part(b) + start;
    carom_scene_run(b->runner, count_buckets, &s, s.block_count);
    start_buckets(&s);
    carom_scene_run(b->runner, fill_buckets, &s, s.block_count);
    carom_scene_run(b->runner, sort_bucket, &s, s.bucket_count);
}

void carom_scene_curve_order(scene_build *b) {
    const size_t *counts = b->all.counts;
    size_t start = 0;
    carom_scene_run(b->runner, key_block, b, b->block_count);
    for (int i = 0; i < ENDLESS_WALLS; start += counts[i++])
        if (counts[i] > 0)
            sort_class(b, start, counts[i]);
    CAROM_ASSERT(start == b->scene->endless_from);
    start = 0;
    for (int i = 0; i < ENDLESS_WALLS; start += counts[i++])
        sort_dense_cells(b, start, start + counts[i]);
}

#endif
