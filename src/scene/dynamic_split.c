// Divides boxes into two parts: along x or y, by their middles, where the sum of the half
// perimeters is least. Room: scene.
#include "scene/dynamic_split.h"

#include <string.h>

#include "contracts.h"

static float half_perimeter(index_box b) {
    return (b.max_x - b.min_x) + (b.max_y - b.min_y);
}

// Sorts by the middles, insertion by insertion: there are few.
static void sort_middles(const float *middles, unsigned count, uint8_t *order) {
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        for (; at > 0 && middles[order[at - 1]] > middles[i]; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
}

// The best number of boxes for the first part, in this order. Lowers `cost` if it is better, else
// returns 0.
static unsigned best_cut(const index_box *boxes, unsigned count, unsigned least,
                         const uint8_t *order, float *cost) {
    float rest[SPLIT_MOST];
    index_box box = index_box_none();
    for (unsigned i = count; i-- > least;) {
        box = index_box_union(box, boxes[order[i]]);
        rest[i] = half_perimeter(box);
    }
    unsigned best = 0;
    box = index_box_none();
    for (unsigned i = 0; i + least < count; i++) {
        box = index_box_union(box, boxes[order[i]]);
        const unsigned first = i + 1;
        if (first < least)
            continue;
        const float sum = half_perimeter(box) + rest[first];
        if (sum < *cost) {
            *cost = sum;
            best = first;
        }
    }
    return best;
}

unsigned carom_dynamic_split(const index_box *boxes, unsigned count, unsigned least,
                             uint8_t *order) {
    CAROM_ASSERT(least > 0 && 2 * least <= count && count <= SPLIT_MOST);
    float middles[SPLIT_MOST], cost = (float)HUGE_VAL;
    uint8_t tried[SPLIT_MOST];
    unsigned first = 0;
    for (int axis = 0; axis < 2; axis++) {
        for (unsigned i = 0; i < count; i++)
            middles[i] =
                axis == 0 ? boxes[i].min_x + boxes[i].max_x : boxes[i].min_y + boxes[i].max_y;
        sort_middles(middles, count, tried);
        const unsigned cut = best_cut(boxes, count, least, tried, &cost);
        if (cut > 0) {
            first = cut;
            memcpy(order, tried, count);
        }
    }
    CAROM_ASSERT(first >= least && first + least <= count);
    return first;
}
