// Reads a CSV or TSV file with a header line row by row, with a message for every error.
//
// Columns are found by name, in any order. Unknown columns are ignored. Quoted fields can span
// lines. CRLF, a UTF-8 byte order mark, blank lines and a last line without a newline are allowed.
// Room: cli.
#ifndef CAROM_CLI_CSV_TABLE_H
#define CAROM_CLI_CSV_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "csv/fields.h"
#include "csv/lines.h"
#include "report.h"

enum {
    /// The maximum number of wanted columns of a table.
    TABLE_WANTED_MAX = 20,
    /// The maximum number of columns of a file.
    TABLE_COLUMNS_MAX = 4096,
    TABLE_ERROR_SIZE = 768
};

/// The separators that a file can have.
#define TABLE_DELIMITERS ",;|\t"

typedef enum table_status {
    /// A row was read.
    TABLE_ROW = 0,
    /// There are no more rows.
    TABLE_END,
    /// This row is bad; see `error`. The next call continues behind it.
    TABLE_BAD,
    /// The file cannot be read further; see `error`. table_open returns this for a bad header.
    TABLE_FAILED
} table_status;

/// A column that the reader wants.
typedef struct table_column {
    const char *name;
    bool needed;
} table_column;

/// An open table. The caller may read `error`, `row`, `row_line` and `bad_rows`; the rest is
/// private.
typedef struct table {
    /// "FILE:LINE: what is wrong", or "FILE: ..." if the error is not in one line.
    char error[TABLE_ERROR_SIZE];
    /// The number of the current data row, from 0. Bad rows count.
    size_t row;
    /// The number of refused rows so far.
    size_t bad_rows;
    const char *path;
    line_source source;
    size_t line;     // number of lines read
    bool in_line;    // the last line was too long; its rest is still unread
    size_t row_line; // first line of the current row
    size_t next_row;
    bool is_plain;  // a part without quotes and NUL bytes
    size_t columns; // of the header
    field_list fields;
    const table_column *wanted;
    size_t wanted_count;
    int at[TABLE_WANTED_MAX]; // number of a wanted column in the file, or -1
} table;

/// Opens a file ("-" is standard input) and reads its header line. `delimiter` separates the
/// columns; 0 guesses it, see fields_guess_delimiter. Returns TABLE_ROW on success. `path` and
/// `wanted` must outlive the table. Call table_close in any case.
table_status table_open(table *t, const char *path, char delimiter, const table_column *wanted,
                        size_t count);

/// Calls `before_read` before each read from the file; see lines.h.
void table_on_read(table *t, void (*before_read)(void *, uint64_t, uint64_t), void *data);

/// Goes to the next row. The fields live until the next call.
table_status table_next(table *t);

/// Returns whether the file has the k-th wanted column.
bool table_has(const table *t, size_t k);

/// Finds a column by its name, directly after table_open. Sets `*column` to its number in the file,
/// or to -1. Returns TABLE_FAILED with `error` set if the name appears twice, or if the column is
/// missing although it is needed.
table_status table_find(table *t, table_text name, bool needed, int *column);

/// Reports each column of the file that nothing reads and whose name looks like that of a wanted
/// column that is missing, or is what that is called elsewhere, directly after table_open. `kept`
/// has the names of further columns that are read.
void table_warn_misspelt(const table *t, const field_list *kept);

/// Returns whether the header line has a column of that name. A refused header line counts too.
bool table_names(const table *t, const char *name);

/// Returns the text of the k-th wanted column in this row.
table_text table_field(const table *t, size_t k);

/// Reads the number in the k-th wanted column, which must be in the file. On TABLE_BAD `error` is
/// set.
table_status table_number(table *t, size_t k, double *value);

/// Refuses the current row: sets `error` to "FILE:LINE: ..." and returns TABLE_BAD.
table_status table_refuse(table *t, const char *format, ...) REPORT_FORMAT(2, 3);

/// Sets `error` to "FILE: out of memory" and returns TABLE_FAILED.
table_status table_no_memory(table *t);

/// Makes a table over whole lines with the columns of `t`, which another thread can read. The rows
/// are counted from 0 and the lines from 1. `fields` has room for the columns of `t`. There is
/// nothing to close.
void table_part(table *part, const table *t, char *text, size_t length, table_text *fields);

/// Counts the lines and rows of a part that was read to its end.
void table_skip(table *t, const table *part);

/// Goes to a position in the text, where a row begins behind the counted ones. On TABLE_FAILED
/// `error` is set.
table_status table_go_to(table *t, uint64_t position);

/// Frees everything. A second call is harmless.
void table_close(table *t);

#endif
