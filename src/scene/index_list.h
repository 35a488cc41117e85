// The list of the walls that a query has found, in the caller's memory, sorted at the end.
// Room: scene.
#ifndef CAROM_SCENE_INDEX_LIST_H
#define CAROM_SCENE_INDEX_LIST_H

#include <stdint.h>

#include "contracts.h"
#include "scene/heap.h"

// The indices found, as many as fit.
typedef struct index_list {
    uint32_t *indices;
    size_t capacity;
    size_t count;
} index_list;

static inline void index_list_add(index_list *l, uint32_t index) {
    if (l->count < l->capacity)
        l->indices[l->count] = index;
    l->count++;
}

static inline bool index_comes_after(const void *context, const void *p, const void *q) {
    (void)context;
    return *(const uint32_t *)p > *(const uint32_t *)q;
}

// Most lists are short. Long ones must not take quadratic time.
static inline void sort_indices(uint32_t *indices, size_t count) {
    enum { SHORT = 32 };
    if (count <= SHORT) {
        for (size_t i = 1; i < count; i++) {
            const uint32_t value = indices[i];
            size_t at = i;
            for (; at > 0 && indices[at - 1] > value; at--)
                indices[at] = indices[at - 1];
            indices[at] = value;
        }
        return;
    }
    const heap h = {indices, sizeof *indices, index_comes_after, NULL};
    heap_make(&h, count);
    heap_sort(&h, count);
}

static inline size_t index_list_finish(index_list *l) {
    CAROM_ASSERT(l->indices != NULL || l->capacity == 0);
    if (l->count <= l->capacity)
        sort_indices(l->indices, l->count);
    return l->count;
}

#endif
