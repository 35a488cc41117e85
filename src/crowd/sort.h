// The order in which contacts, pairs, touches and reports are taken: a stable merge sort, so that
// it is the same everywhere. Room: crowd.
#ifndef CAROM_CROWD_SORT_H
#define CAROM_CROWD_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "compiler.h"

// Sorts `count` items of `size` bytes: short runs by insertion, then by merging. Equal ones keep
// their order. `scratch` has room for as many. It is inlined, so that size and order are known.
CAROM_INLINE void carom_crowd_sort(void *items, void *scratch, size_t count, size_t size,
                                   bool (*comes_first)(const void *, const void *)) {
    enum { SHORT_RUN = 8 };
    char *from = items;
    char *to = scratch;
    for (size_t i = 1; i < count; i++) {
        size_t k = i;
        memcpy(to, from + i * size, size);
        for (; k % SHORT_RUN > 0 && comes_first(to, from + (k - 1) * size); k--)
            memcpy(from + k * size, from + (k - 1) * size, size);
        memcpy(from + k * size, to, size);
    }
    for (size_t run = SHORT_RUN; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            const size_t middle = begin + run < count ? begin + run : count;
            const size_t end = middle + run < count ? middle + run : count;
            size_t i = begin, k = middle;
            for (size_t at = begin; at < end; at++) {
                const bool is_second =
                    k < end && (i == middle || comes_first(from + k * size, from + i * size));
                memcpy(to + at * size, from + (is_second ? k++ : i++) * size, size);
            }
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    if (from != items)
        memcpy(items, from, count * size);
}

#endif
