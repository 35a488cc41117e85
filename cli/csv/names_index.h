// An index over names: which row has a name.
// Layer: cli.
#ifndef CAROM_CLI_CSV_NAMES_INDEX_H
#define CAROM_CLI_CSV_NAMES_INDEX_H

#include <stdint.h>

#include "csv/names.h"

/// What names_index_find returns for a text that no name has.
#define NAMES_NONE SIZE_MAX

/// A name in the index: the hash of its text, and its index + 1; 0 for a free slot.
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

/// The index of the name with this text, or NAMES_NONE.
size_t names_index_find(const names_index *x, const names *list, table_text text);

/// Adds the i-th name, whose text no name in the index may have. False if memory is out, or after
/// 2^32 - 1 names.
bool names_index_add(names_index *x, const names *list, size_t i);

void names_index_free(names_index *x);

#endif
