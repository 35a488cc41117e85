// A CSV or TSV file with a header line, row by row: streaming, with a message for everything wrong.
//
// Columns are found by name, in any order; unknown ones are ignored. Quoted fields may span lines.
// CRLF, a UTF-8 byte order mark, blank lines and a last line without newline are fine.
// Layer: cli.
#ifndef CAROM_CLI_CSV_TABLE_H
#define CAROM_CLI_CSV_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "csv/fields.h"
#include "csv/lines.h"
#include "report.h"

enum {
    /// The most columns wanted from one table.
    TABLE_WANTED_MAX = 16,
    /// The most columns a file may have.
    TABLE_COLUMNS_MAX = 4096,
    TABLE_ERROR_SIZE = 768
};

/// What may separate the columns of a file.
#define TABLE_DELIMITERS ",;|\t"

typedef enum table_status {
    /// There is a row.
    TABLE_ROW = 0,
    /// There are no more rows.
    TABLE_END,
    /// This row is bad, see `error`; the next call goes on behind it.
    TABLE_BAD,
    /// The file can't be read on, see `error`. Also what table_open returns for a bad header.
    TABLE_FAILED
} table_status;

/// A column that the reader wants.
typedef struct table_column {
    const char *name;
    bool needed;
} table_column;

/// An open table. `error`, `row`, `row_line` and `bad_rows` are for reading, the rest is private.
typedef struct table {
    /// "FILE:LINE: what is wrong", or "FILE: ..." where no line is to blame.
    char error[TABLE_ERROR_SIZE];
    /// The number of the current data row, from 0; bad rows count.
    size_t row;
    /// Rows refused so far.
    size_t bad_rows;
    const char *path;
    line_source source;
    size_t line;     // lines taken so far
    bool in_line;    // the last of them was too long: the rest of it is still to be passed over
    size_t row_line; // the line the current row starts on
    size_t next_row;
    size_t columns; // of the header
    field_list fields;
    const table_column *wanted;
    size_t wanted_count;
    int at[TABLE_WANTED_MAX]; // file column of a wanted one, -1 if there is none
} table;

/// Opens a file ("-" is standard input) and reads its header line. `delimiter` separates the
/// columns; 0 guesses it, see fields_guess_delimiter. Returns TABLE_ROW on success. `path` and
/// `wanted` must outlive the table. Close the table in any case.
table_status table_open(table *t, const char *path, char delimiter, const table_column *wanted,
                        size_t count);

/// Has `before_read` called before each read from the file; see lines.h.
void table_on_read(table *t, void (*before_read)(void *, uint64_t, uint64_t), void *data);

/// Goes to the next row. The fields live until the next call.
table_status table_next(table *t);

/// Whether the file has the k-th wanted column.
bool table_has(const table *t, size_t k);

/// Finds a column by its name, right after table_open. `*column` is its number in the file, or -1
/// if there is none. Returns TABLE_FAILED, with `error` set, if there are two, or none although it
/// is needed.
table_status table_find(table *t, table_text name, bool needed, int *column);

/// Whether the header line, also one that was refused, has a column of that name.
bool table_names(const table *t, const char *name);

/// The text of the k-th wanted column in this row.
table_text table_field(const table *t, size_t k);

/// The number in the k-th wanted column; the column must be there. On TABLE_BAD `error` is set.
table_status table_number(table *t, size_t k, double *value);

/// Refuses the current row: sets `error` to "FILE:LINE: ..." and returns TABLE_BAD.
table_status table_refuse(table *t, const char *format, ...) REPORT_FORMAT(2, 3);

/// Sets `error` to "FILE: out of memory" and returns TABLE_FAILED.
table_status table_no_memory(table *t);

/// Frees everything; harmless if called twice.
void table_close(table *t);

#endif
