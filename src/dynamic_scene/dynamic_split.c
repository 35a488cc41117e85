// Divides boxes into two parts: along x or y, by their middles, where the sum of the half
// perimeters is least. Room: dynamic_scene.
#include "dynamic_scene/dynamic_split.h"

#include <string.h>

#include "contracts.h"

// A box as min_x, min_y, -max_x, -max_y: the box around two has the least of each.
typedef struct corner_box {
    float low[4];
} corner_box;

static inline corner_box corner_box_union(corner_box p, corner_box q) {
    for (int i = 0; i < 4; i++)
        p.low[i] = q.low[i] < p.low[i] ? q.low[i] : p.low[i];
    return p;
}

static inline float half_perimeter(corner_box b) {
    return -((b.low[0] + b.low[2]) + (b.low[1] + b.low[3]));
}

// A number in the order of the floats, but for their last bits; those are the index, so that no two
// numbers are equal.
static inline int32_t sort_key(float middle, unsigned index) {
    int32_t bits;
    memcpy(&bits, &middle, sizeof bits);
    bits = bits < 0 ? INT32_MIN - bits : bits;
    return (int32_t)(((uint32_t)bits & ~(uint32_t)(SPLIT_MOST - 1)) | index);
}

// The order by rising key. A rank is the number of lower keys. This has no branches, and a loop
// that compilers make vectors of.
static void sort_keys(const int32_t *keys, unsigned count, uint8_t *order) {
    int32_t ranks[SPLIT_MOST] = {0};
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < SPLIT_MOST; k++)
            ranks[k] += keys[i] < keys[k];
    for (unsigned i = 0; i < count; i++)
        order[ranks[i]] = (uint8_t)i;
}

// The best number of boxes for the first part, in this order. Lowers `cost` if it is better, else
// returns 0.
static unsigned best_cut(const corner_box *boxes, unsigned count, unsigned least,
                         const uint8_t *order, float *cost) {
    float rest[SPLIT_MOST];
    // cppcheck-suppress uninitvar ; count > 0
    corner_box box = boxes[order[count - 1]];
    for (unsigned i = count; i-- > least;) {
        box = corner_box_union(box, boxes[order[i]]);
        rest[i] = half_perimeter(box);
    }
    unsigned best = 0;
    box = boxes[order[0]];
    for (unsigned i = 1; i < least; i++)
        box = corner_box_union(box, boxes[order[i]]);
    for (unsigned first = least; first + least <= count; first++) {
        // cppcheck-suppress uninitvar ; least <= first < count
        const float sum = half_perimeter(box) + rest[first];
        best = sum < *cost ? first : best;
        *cost = sum < *cost ? sum : *cost;
        box = corner_box_union(box, boxes[order[first]]);
    }
    return best;
}

unsigned carom_dynamic_split(const index_box *boxes, unsigned count, unsigned least,
                             uint8_t *order) {
    CAROM_ASSERT(least > 0 && 2 * least <= count && count <= SPLIT_MOST);
    corner_box corners[SPLIT_MOST];
    int32_t keys[2][SPLIT_MOST] = {{0}};
    for (unsigned i = 0; i < count; i++) {
        const index_box b = boxes[i];
        corners[i] = (corner_box){{b.min_x, b.min_y, -b.max_x, -b.max_y}};
        keys[0][i] = sort_key(b.min_x + b.max_x, i);
        keys[1][i] = sort_key(b.min_y + b.max_y, i);
    }
    float cost = (float)HUGE_VAL;
    uint8_t tried[SPLIT_MOST] = {0};
    unsigned first = 0;
    for (int axis = 0; axis < 2; axis++) {
        sort_keys(keys[axis], count, tried);
        const unsigned cut = best_cut(corners, count, least, tried, &cost);
        if (cut > 0) {
            first = cut;
            memcpy(order, tried, count);
        }
    }
    CAROM_ASSERT(first >= least && first + least <= count);
    return first;
}
