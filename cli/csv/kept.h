// Columns that the tool copies from the rows of a file to its results.
// Room: cli.
#ifndef CAROM_CLI_CSV_KEPT_H
#define CAROM_CLI_CSV_KEPT_H

#include "csv/output.h"
#include "csv/table.h"

/// A column to copy: its name and its number in the file.
typedef struct kept_column {
    table_text name;
    size_t at;
} kept_column;

/// The copied columns of a file, and their fields in the rows of a list. Start with all zeros: no
/// columns.
typedef struct kept_list {
    kept_column *columns;
    size_t count;
    /// The fields of all rows in sequence, and the end of each field.
    char *text;
    size_t used;
    size_t capacity;
    size_t *ends;
    size_t end_count;
    size_t end_capacity;
} kept_list;

/// Finds the named columns directly after table_open. With `all` each column must be in the file;
/// otherwise missing columns are left out. Returns TABLE_ROW, or TABLE_FAILED with the error of the
/// table set. The names must outlive `k`.
table_status kept_find(kept_list *k, table *t, const field_list *names, bool all);

/// Returns whether kept_find found a column with this name.
bool kept_has(const kept_list *k, table_text name);

/// Adds the fields of the current row. The rows must be added in order. Returns false if out of
/// memory.
bool kept_add(kept_list *k, const table *t);

/// Adds the fields of later rows. Returns false if out of memory.
bool kept_append(kept_list *k, const kept_list *more);

/// Print the names of the columns with a prefix, the fields of row i, or the fields of the current
/// row of the table.
void kept_print_names(const kept_list *k, output *o, const char *prefix);
void kept_print(const kept_list *k, output *o, size_t i);
void kept_print_current(const kept_list *k, output *o, const table *t);

void kept_free(kept_list *k);

#endif
