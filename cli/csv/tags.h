// The tags of a row besides its shape: a category, and a label: hits --except-same leaves out pairs
// of a circle and a wall with the same one.
// Room: cli.
#ifndef CAROM_CLI_CSV_TAGS_H
#define CAROM_CLI_CSV_TAGS_H

#include <stdint.h>

#include "csv/names_index.h"

/// Reads the k-th wanted column as 32 bits, a decimal or 0x hexadecimal whole number. Leaves
/// `*category` unchanged if the column is missing or empty. On TABLE_BAD the error of the table is
/// set.
table_status row_category(table *t, size_t k, uint32_t *category);

/// The labels of rows, in the order of the rows. Start with all zeros.
typedef struct labels {
    /// The number of each row's label, from 1; 0 for an empty cell. NULL if there are no rows.
    uint32_t *numbers;
    size_t count;
    size_t capacity;
    /// The text of label k is name k - 1.
    names texts;
    names_index index;
} labels;

/// Adds the label of a row. Returns false if out of memory.
bool labels_add(labels *list, table_text text);

/// Adds the labels of later rows. Returns false if out of memory.
bool labels_append(labels *list, const labels *more);

/// Maps each label number of `from` to the number of the same label in `to`, or to 0. Free the
/// result with free. Returns NULL if out of memory.
uint32_t *labels_match(const labels *from, const labels *to);

void labels_free(labels *list);

#endif
