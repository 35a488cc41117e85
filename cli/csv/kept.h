// Columns that are copied from the rows of a file into the results.
// Layer: cli.
#ifndef CAROM_CLI_CSV_KEPT_H
#define CAROM_CLI_CSV_KEPT_H

#include "csv/output.h"
#include "csv/table.h"

/// A column to copy: its name, and its number in the file.
typedef struct kept_column {
    table_text name;
    size_t at;
} kept_column;

/// The columns of a file that are copied, and their fields in the rows of a list. Start with all
/// zeros, which is no columns.
typedef struct kept_list {
    kept_column *columns;
    size_t count;
    /// The fields one behind the other, row by row, and where each ends.
    char *text;
    size_t used;
    size_t capacity;
    size_t *ends;
    size_t end_count;
    size_t end_capacity;
} kept_list;

/// Finds the named columns right after table_open; with `all` each must be there, else those that
/// are not are left out. Returns TABLE_ROW, or TABLE_FAILED with the table's error set. The names
/// must outlive `k`.
table_status kept_find(kept_list *k, table *t, const field_list *names, bool all);

/// Whether a column of that name, one of those given to kept_find, was found.
bool kept_has(const kept_list *k, table_text name);

/// Adds the fields of the current row, those of row 0, 1, ... in turn. False if memory is out.
bool kept_add(kept_list *k, const table *t);

/// Print the names of the columns, each behind a prefix; the fields of row i; or those of the
/// current row of the table, which need not be added.
void kept_print_names(const kept_list *k, output *o, const char *prefix);
void kept_print(const kept_list *k, output *o, size_t i);
void kept_print_current(const kept_list *k, output *o, const table *t);

void kept_free(kept_list *k);

#endif
