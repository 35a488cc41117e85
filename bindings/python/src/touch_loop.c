// Touch tests over arrays: the batches of carom/batch.h read packed arrays in place. Any other row
// is gathered in blocks first.
//
// Room: operations.
#include "touch_loop.h"

#include <stdbool.h>
#include <string.h>

/// Rows of a block that is gathered.
#define BLOCK 256

/// The arrays by their place in `args`.
enum { CX, CY, R, AX, AY, BX, BY, WR, EXTENT, ARRAYS };

/// The arrays of a range of rows.
typedef struct touch_arrays {
    const char *at[ARRAYS];
    npy_intp step[ARRAYS];
    npy_intp count;
} touch_arrays;

static npy_intp size_of(int array) {
    return array == EXTENT ? 1 : (npy_intp)sizeof(double);
}

/// True if the arrays [first, last) are packed. Radii and extents may also be 0 in all rows.
static bool are_packed(const touch_arrays *t, int first, int last) {
    for (int k = first; k < last; k++) {
        const bool is_zero = (k == WR && t->step[k] == 0 && *(const double *)t->at[k] == 0.0) ||
                             (k == EXTENT && t->step[k] == 0 && *t->at[k] == CAROM_EXTENT_SEGMENT);
        if (t->step[k] != size_of(k) && !is_zero)
            return false;
    }
    return true;
}

/// True if the circle is the same in all rows.
static bool is_one_circle(const touch_arrays *t) {
    return t->step[CX] == 0 && t->step[CY] == 0 && t->step[R] == 0;
}

/// True if the verdicts share memory with one of the packed arrays. NumPy allows an output to be
/// an input if each row is read before it is written. A batch does not read in this order.
static bool shares_memory(const touch_arrays *t, const char *verdicts) {
    const uintptr_t begin = (uintptr_t)verdicts, end = begin + (uintptr_t)t->count;
    for (int k = 0; k < ARRAYS; k++) {
        const uintptr_t from = (uintptr_t)t->at[k];
        const uintptr_t rows = t->step[k] == 0 ? 1 : (uintptr_t)t->count;
        if (from < end && begin < from + rows * (uintptr_t)size_of(k))
            return true;
    }
    return false;
}

static carom_wall_soa walls_of(const touch_arrays *t) {
    return (carom_wall_soa){.ax = t->at[AX],
                            .ay = t->at[AY],
                            .bx = t->at[BX],
                            .by = t->at[BY],
                            .radius = t->step[WR] == 0 ? NULL : t->at[WR],
                            .extent = t->step[EXTENT] == 0 ? NULL : (const uint8_t *)t->at[EXTENT],
                            .number = CAROM_NUMBER_DOUBLE,
                            .count = (size_t)t->count};
}

static void touch_packed(const touch_arrays *t, carom_contact_rule rule, uint8_t *verdicts) {
    const carom_wall_soa walls = walls_of(t);
    const carom_circle_soa circles = {.x = t->at[CX],
                                      .y = t->at[CY],
                                      .radius = t->at[R],
                                      .number = CAROM_NUMBER_DOUBLE,
                                      .count = (size_t)t->count};
    carom_batch_pairs(&circles, &walls, 0, (size_t)t->count, rule, NULL, verdicts);
}

static void touch_one_circle(const touch_arrays *t, carom_contact_rule rule, uint8_t *verdicts) {
    const double circle[] = {*(const double *)t->at[CX], *(const double *)t->at[CY],
                             *(const double *)t->at[R]};
    const carom_wall_soa walls = walls_of(t);
    carom_batch_walls(circle_of(circle), &walls, 0, (size_t)t->count, rule, NULL, verdicts);
}

/// Copies the rows of a block to packed arrays.
static void gather(const touch_arrays *t, double numbers[EXTENT][BLOCK], uint8_t *extents) {
    for (int k = 0; k < EXTENT; k++)
        for (npy_intp i = 0; i < t->count; i++)
            numbers[k][i] = *(const double *)(t->at[k] + i * t->step[k]);
    for (npy_intp i = 0; i < t->count; i++)
        extents[i] = *(const uint8_t *)(t->at[EXTENT] + i * t->step[EXTENT]);
}

/// The rows of a block, at any stride. Verdicts are written after all rows have been read.
static void touch_gathered(const touch_arrays *t, carom_contact_rule rule, char *verdicts,
                           npy_intp verdict_step) {
    double numbers[EXTENT][BLOCK];
    uint8_t extents[BLOCK], found[BLOCK];
    gather(t, numbers, extents);
    touch_arrays packed = {.count = t->count};
    for (int k = 0; k < EXTENT; k++) {
        packed.at[k] = (const char *)numbers[k];
        packed.step[k] = size_of(k);
    }
    packed.at[EXTENT] = (const char *)extents;
    // Segments need no extents, which spares the batch a pass.
    packed.step[EXTENT] =
        t->step[EXTENT] == 0 && *extents == CAROM_EXTENT_SEGMENT ? 0 : size_of(EXTENT);
    touch_packed(&packed, rule, found);
    for (npy_intp i = 0; i < t->count; i++)
        *(verdicts + i * verdict_step) = (char)found[i];
}

void touch_rows(char **args, const npy_intp *steps, char *verdicts, npy_intp verdict_step,
                carom_contact_rule rule, npy_intp begin, npy_intp end) {
    if (begin == end)
        return;
    touch_arrays t = {.count = end - begin};
    for (int k = 0; k < ARRAYS; k++) {
        t.at[k] = args[k] + begin * steps[k];
        t.step[k] = steps[k];
    }
    char *const out = verdicts + begin * verdict_step;
    if (verdict_step == 1 && are_packed(&t, AX, ARRAYS) && !shares_memory(&t, out)) {
        if (are_packed(&t, CX, AX)) {
            touch_packed(&t, rule, (uint8_t *)out);
            return;
        }
        if (is_one_circle(&t)) {
            touch_one_circle(&t, rule, (uint8_t *)out);
            return;
        }
    }
    for (npy_intp i = 0; i < end - begin; i += BLOCK) {
        touch_arrays block = {.count = end - begin - i < BLOCK ? end - begin - i : BLOCK};
        for (int k = 0; k < ARRAYS; k++) {
            block.at[k] = t.at[k] + i * t.step[k];
            block.step[k] = t.step[k];
        }
        touch_gathered(&block, rule, out + i * verdict_step, verdict_step);
    }
}
