// Reads the rows of a table into a list on all threads, in the order of the file.
// Room: cli.
#ifndef CAROM_CLI_CSV_BLOCKS_H
#define CAROM_CLI_CSV_BLOCKS_H

#include "csv/table.h"

/// How rows are added to a kind of list. A part of a list has the rows of one block; it starts with
/// all zeros.
typedef struct list_kind {
    /// The size of a list in bytes.
    size_t size;
    /// Adds the current row of the table. On TABLE_BAD and TABLE_FAILED the error of the table is
    /// set.
    table_status (*read_row)(void *list, table *t);
    /// Empties a part and gives it the columns of the list.
    void (*start_part)(void *part, const void *list);
    /// Adds the rows of a part to the list. `t` stands in front of them. On TABLE_BAD nothing is
    /// added, and the rows must be added one by one.
    table_status (*append)(void *list, const void *part, table *t);
    void (*free_part)(void *part);
} list_kind;

/// Reads the rest of an open table. Returns TABLE_END after the last row. With `skip_bad` a bad row
/// is reported and skipped; otherwise it ends the table with TABLE_BAD. The rows before it stay in
/// the list. The list, the reports and the error do not depend on the number of threads.
table_status blocks_read(const list_kind *kind, void *list, table *t, bool skip_bad);

#endif
