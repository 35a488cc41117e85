// An index over names: which row has a name.
// Method: open addressing with linear probing, at most two thirds full. The texts stay in the list,
// so the index needs only numbers; growing hashes the texts again. Layer: cli.
#include "csv/names_index.h"

#include <stdlib.h>
#include <string.h>

/// FNV-1a, 64 bits; its upper bits are mixed into the lower ones, which choose the slot.
static size_t hash_of(table_text text) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < text.length; i++) {
        hash = (hash ^ (unsigned char)text.at[i]) * UINT64_C(1099511628211);
    }
    return (size_t)(hash ^ hash >> 32);
}

/// The slot of this text, or the free one where it would be. There is a free slot.
static size_t slot_of(const names_index *x, const names *list, table_text text) {
    size_t slot = hash_of(text) & (x->capacity - 1);
    while (x->slots[slot] != 0) {
        char number[NAME_NUMBER_SIZE];
        const table_text other = names_get(list, x->slots[slot] - 1, number);
        if (other.length == text.length && memcmp(other.at, text.at, text.length) == 0) {
            break;
        }
        slot = (slot + 1) & (x->capacity - 1);
    }
    return slot;
}

size_t names_index_find(const names_index *x, const names *list, table_text text) {
    const uint32_t found = x->capacity > 0 ? x->slots[slot_of(x, list, text)] : 0;
    return found > 0 ? found - 1 : NAMES_NONE;
}

static void put(names_index *x, const names *list, uint32_t i) {
    char number[NAME_NUMBER_SIZE];
    x->slots[slot_of(x, list, names_get(list, i, number))] = i + 1;
}

static bool grow(names_index *x, const names *list) {
    names_index larger = {.capacity = x->capacity > 0 ? 2 * x->capacity : 64, .count = x->count};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t slot = 0; slot < x->capacity; slot++) {
        if (x->slots[slot] != 0) {
            put(&larger, list, x->slots[slot] - 1);
        }
    }
    free(x->slots);
    *x = larger;
    return true;
}

bool names_index_add(names_index *x, const names *list, size_t i) {
    if (i >= UINT32_MAX || (3 * (x->count + 1) > 2 * x->capacity && !grow(x, list))) {
        return false;
    }
    put(x, list, (uint32_t)i);
    x->count++;
    return true;
}

void names_index_free(names_index *x) {
    free(x->slots);
    *x = (names_index){0};
}
