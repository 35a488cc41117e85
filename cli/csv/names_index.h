// A hash index from names to rows.
// Room: cli.
#ifndef CAROM_CLI_CSV_NAMES_INDEX_H
#define CAROM_CLI_CSV_NAMES_INDEX_H

#include <stdint.h>

#include "csv/names.h"

/// The result of names_index_find for an unknown name.
#define NAMES_NONE SIZE_MAX

/// A slot of the index: the hash of a name and its index + 1; 0 is a free slot.
typedef struct names_slot {
    uint32_t hash;
    uint32_t name;
} names_slot;

/// A hash table of the indices of names, 12 to 24 bytes each. Start with all zeros.
typedef struct names_index {
    /// The capacity is a power of 2.
    names_slot *slots;
    size_t capacity;
    size_t count;
} names_index;

/// Returns the index of the name with this text, or NAMES_NONE.
size_t names_index_find(const names_index *x, const names *list, table_text text);

/// Adds the i-th name, whose text must not be in the index. Returns false if out of memory or after
/// 2^32 - 1 names.
bool names_index_add(names_index *x, const names *list, size_t i);

void names_index_free(names_index *x);

#endif
