// The Hilbert curve, and a radix sort by its keys. Room: scene.
#include "scene/hilbert.h"

#include <math.h>
#include <string.h>

#include "compiler.h"
#include "contracts.h"

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, PASSES = 3 };

hilbert_square carom_hilbert_square(const hilbert_item *items, size_t count) {
    CAROM_ASSERT(count > 0);
    float min_x = items[0].x, max_x = min_x, min_y = items[0].y, max_y = min_y;
    for (size_t i = 1; i < count; i++) {
        min_x = items[i].x < min_x ? items[i].x : min_x;
        max_x = items[i].x > max_x ? items[i].x : max_x;
        min_y = items[i].y < min_y ? items[i].y : min_y;
        max_y = items[i].y > max_y ? items[i].y : max_y;
    }
    const float width = max_x - min_x, height = max_y - min_y;
    const hilbert_square square = {min_x, min_y, width > height ? width : height};
    return square;
}

static void set_keys(hilbert_item *items, size_t count, const hilbert_square *square, float cells) {
    for (size_t i = 0; i < count; i++) {
        // Each step is stored in a float. Otherwise the order would depend on FLT_EVAL_METHOD.
        const float from_x = items[i].x - square->min_x, from_y = items[i].y - square->min_y;
        const float x = from_x * cells, y = from_y * cells;
        CAROM_ASSERT(x >= 0.0f && x < 65536.0f && y >= 0.0f && y < 65536.0f);
        items[i].key = hilbert_key((uint32_t)x, (uint32_t)y);
    }
}

// For so few items the tables of the other sort would take longer.
enum { FEW_ITEMS = 64 };

static void insert_by_key(hilbert_item *items, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const hilbert_item item = items[i];
        size_t to = i;
        for (; to > 0 && items[to - 1].key > item.key; to--)
            items[to] = items[to - 1];
        items[to] = item;
    }
}

// Sorts by key; equal keys keep their order. Not inlined, so that the recursion does not put its
// table on the stack at each depth.
CAROM_NOINLINE void sort_by_key(hilbert_item *items, hilbert_item *scratch, size_t count) {
    if (count <= FEW_ITEMS) {
        insert_by_key(items, count);
        return;
    }
    uint32_t ends[PASSES][DIGITS];
    memset(ends, 0, sizeof ends);
    for (size_t i = 0; i < count; i++)
        for (int pass = 0; pass < PASSES; pass++)
            ends[pass][items[i].key >> pass * DIGIT_BITS & (DIGITS - 1)]++;
    hilbert_item *from = items, *to = scratch;
    for (int pass = 0; pass < PASSES; pass++) {
        uint32_t start = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            const uint32_t here = ends[pass][digit];
            ends[pass][digit] = start;
            start += here;
        }
        for (size_t i = 0; i < count; i++)
            to[ends[pass][from[i].key >> pass * DIGIT_BITS & (DIGITS - 1)]++] = from[i];
        hilbert_item *other = from;
        from = to;
        to = other;
    }
    memcpy(items, from, count * sizeof *items);
}

// Points of one cell are at most 2^-15 of the side around it apart: 1 / 65535, and what rounding
// adds, 2^-7 of that. Sides are at most 2^127 and, if floats can count the cells, at least 2^-112:
// 16 deep at most.
// NOLINTNEXTLINE(misc-no-recursion): so deep only
static void sort_cell(hilbert_item *items, hilbert_item *scratch, size_t count, size_t most) {
    if (count <= most)
        return;
    const hilbert_square square = carom_hilbert_square(items, count);
    const float cells = 65535.0f / square.side;
    // A single point, or a square too small to divide. The side of a single point is -0 if the host
    // rounds down.
    if (!(fabsf(cells) < HUGE_VALF))
        return;
    set_keys(items, count, &square, cells);
    sort_by_key(items, scratch, count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && items[end].key == items[i].key;)
            end++;
        // All are in one cell only if the host rounds down, so that `cells` stays finite.
        if (end - i < count) // GCOVR_EXCL_BR_LINE
            sort_cell(items + i, scratch, end - i, most);
    }
}

void carom_hilbert_sort(hilbert_item *items, hilbert_item *scratch, size_t count, size_t most) {
    CAROM_ASSERT(most > 0);
    sort_cell(items, scratch, count, most);
}
