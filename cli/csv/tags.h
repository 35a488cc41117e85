// What rows say of themselves beside their shape: a category, and a label by which circles and
// walls belong together.
// Layer: cli.
#ifndef CAROM_CLI_CSV_TAGS_H
#define CAROM_CLI_CSV_TAGS_H

#include <stdint.h>

#include "csv/names_index.h"

/// Reads the k-th wanted column as 32 bits, a decimal or 0x hexadecimal whole number; `*category`
/// stays as it is if the column is missing or empty. On TABLE_BAD the table's error is set.
table_status row_category(table *t, size_t k, uint32_t *category);

/// The labels of rows, in the order of the rows. Start with all zeros.
typedef struct labels {
    /// Of each row the number of its label, from 1; 0 for an empty cell. NULL for no rows.
    uint32_t *numbers;
    size_t count;
    size_t capacity;
    /// The text of label k is name k - 1.
    names texts;
    names_index index;
} labels;

/// Adds the label of a row. False if memory is out.
bool labels_add(labels *list, table_text text);

/// For each label of `from`, by its number, the number of the same label in `to`, 0 if it is not
/// there; free it with free. NULL if memory is out.
uint32_t *labels_match(const labels *from, const labels *to);

void labels_free(labels *list);

#endif
