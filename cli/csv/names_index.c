// A hash index from names to rows.
// Method: open addressing with linear probing, at most two thirds full. The texts stay in the list;
// one is looked at only if its hash is that of the text sought.
// Room: cli.
#include "csv/names_index.h"

#include <stdlib.h>
#include <string.h>

/// FNV-1a of 64 bits, folded.
static uint32_t hash_of(table_text text) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < text.length; i++) {
        hash = (hash ^ (unsigned char)text.at[i]) * UINT64_C(1099511628211);
    }
    return (uint32_t)(hash ^ hash >> 32);
}

static bool has_text(const names *list, size_t i, table_text text) {
    char number[NAME_NUMBER_SIZE];
    const table_text other = names_get(list, i, number);
    return other.length == text.length && memcmp(other.at, text.at, text.length) == 0;
}

size_t names_index_find(const names_index *x, const names *list, table_text text) {
    const uint32_t hash = hash_of(text);
    for (size_t at = hash; x->capacity > 0; at++) {
        const names_slot slot = x->slots[at & (x->capacity - 1)];
        if (slot.name == 0) {
            break;
        }
        if (slot.hash == hash && has_text(list, slot.name - 1, text)) {
            return slot.name - 1;
        }
    }
    return NAMES_NONE;
}

/// Puts a name into the first free slot from the slot of its hash on. A free slot always exists.
static void put(names_index *x, names_slot slot) {
    size_t at = slot.hash & (x->capacity - 1);
    while (x->slots[at].name != 0) {
        at = (at + 1) & (x->capacity - 1);
    }
    x->slots[at] = slot;
}

static bool grow(names_index *x) {
    names_index larger = {.capacity = x->capacity > 0 ? 2 * x->capacity : 64, .count = x->count};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t at = 0; at < x->capacity; at++) {
        if (x->slots[at].name != 0) {
            put(&larger, x->slots[at]);
        }
    }
    free(x->slots);
    *x = larger;
    return true;
}

bool names_index_add(names_index *x, const names *list, size_t i) {
    char number[NAME_NUMBER_SIZE];
    if (i >= UINT32_MAX || (3 * (x->count + 1) > 2 * x->capacity && !grow(x))) {
        return false;
    }
    put(x, (names_slot){hash_of(names_get(list, i, number)), (uint32_t)i + 1});
    x->count++;
    return true;
}

void names_index_free(names_index *x) {
    free(x->slots);
    *x = (names_index){0};
}
