// Splits a row of text into fields in place.
// Room: cli.
#ifndef CAROM_CLI_CSV_FIELDS_H
#define CAROM_CLI_CSV_FIELDS_H

#include <stddef.h>

/// Bytes without a NUL behind them. `at` is NULL for a column that the file does not have.
typedef struct table_text {
    const char *at;
    size_t length;
} table_text;

/// The fields of a row. The caller sets `at`, `room` and `delimiter`.
typedef struct field_list {
    table_text *at;
    size_t room;
    /// The number of fields in the row. It can exceed `room`; the fields beyond `room` are counted
    /// but not stored.
    size_t count;
    /// The separator of fields. It is not a quote, a line break or a space.
    char delimiter;
} field_list;

typedef enum fields_status {
    FIELDS_SPLIT = 0,
    /// A quoted field is still open: the row continues on the next line.
    FIELDS_OPEN,
    /// A quote is in a wrong position.
    FIELDS_WRONG
} fields_status;

/// Guesses the separator of the columns from the header line: the first of comma, tab, semicolon
/// and | that the line has outside quotes, or a comma if it has none.
char fields_guess_delimiter(const char *text, const char *end);

/// Returns the first byte that is not a blank, in a text with a newline behind it. A delimiter is
/// not a blank.
const char *fields_skip_blanks(const char *text, char delimiter);

/// Returns the text between two positions without the blanks around it.
table_text fields_trimmed(const char *begin, const char *end);

/// Splits a line without quotes; `end` points at its newline.
void fields_split(field_list *list, const char *text, const char *end);

/// Checks the quotes of a row. `text` holds whole lines, and `end` is behind the last newline. The
/// caller sets `*at` to 0. If the row is open, `*at` becomes `end`, and the next call continues
/// there.
fields_status fields_check(const char *text, size_t end, char delimiter, size_t *at);

/// Splits a row that fields_check reported as complete. Makes doubled quotes single in the text
/// itself. The byte behind each field never continues a number.
void fields_split_quoted(field_list *list, char *text);

#endif
