// A binary heap over an array, with the item that comes last in order at the root. It keeps the
// best items of a search and sorts them in place.
//
// Every function is inlined, so that the item size and the order are compile-time constants. Room:
// scene.
#ifndef CAROM_SCENE_HEAP_H
#define CAROM_SCENE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "contracts.h"

enum { HEAP_ITEM_MAX = 128 };

// True if item p comes after item q.
typedef bool heap_order(const void *context, const void *p, const void *q);

typedef struct heap {
    void *items;
    size_t item_size;
    heap_order *comes_after;
    const void *context;
} heap;

CAROM_INLINE char *heap_item(const heap *h, size_t i) {
    return (char *)h->items + i * h->item_size;
}

// Moves the item at `root` down to where no item below it comes after it.
CAROM_INLINE void heap_sift(const heap *h, size_t root, size_t count) {
    CAROM_ASSERT(root < count && h->item_size <= HEAP_ITEM_MAX);
    char value[HEAP_ITEM_MAX];
    memcpy(value, heap_item(h, root), h->item_size);
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count &&
            h->comes_after(h->context, heap_item(h, child + 1), heap_item(h, child)))
            child++;
        if (!h->comes_after(h->context, heap_item(h, child), value))
            break;
        memcpy(heap_item(h, root), heap_item(h, child), h->item_size);
    }
    memcpy(heap_item(h, root), value, h->item_size);
}

CAROM_INLINE void heap_make(const heap *h, size_t count) {
    for (size_t i = count / 2; i-- > 0;)
        heap_sift(h, i, count);
}

// Sorts a heap, the item that comes first in order first.
CAROM_INLINE void heap_sort(const heap *h, size_t count) {
    for (size_t i = count; i-- > 1;) {
        char last[HEAP_ITEM_MAX];
        memcpy(last, heap_item(h, 0), h->item_size);
        memcpy(heap_item(h, 0), heap_item(h, i), h->item_size);
        memcpy(heap_item(h, i), last, h->item_size);
        heap_sift(h, 0, i);
    }
}

#endif
