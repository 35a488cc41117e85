// A row of text, split into its fields where it stands.
// Layer: cli.
#ifndef CAROM_CLI_CSV_FIELDS_H
#define CAROM_CLI_CSV_FIELDS_H

#include <stddef.h>

/// Bytes without NUL behind them. `at` is NULL for a column that the file does not have.
typedef struct table_text {
    const char *at;
    size_t length;
} table_text;

/// The fields of a row. Start with `at`, `room` and `delimiter`.
typedef struct field_list {
    table_text *at;
    size_t room;
    /// How many fields the row has. It may exceed `room`; the others are counted, not stored.
    size_t count;
    /// What separates fields: not a quote, a line break or a space.
    char delimiter;
} field_list;

typedef enum fields_status {
    FIELDS_SPLIT = 0,
    /// A quoted field is still open: the next line belongs to the row.
    FIELDS_OPEN,
    /// Quotes where none may stand.
    FIELDS_WRONG
} fields_status;

/// What separates the columns, guessed from the header line: a tab if it has tabs and no comma,
/// both outside quotes; else a comma.
char fields_guess_delimiter(const char *text, const char *end);

/// The first byte of a field that is no blank, in a text with a newline behind it. A delimiter is
/// no blank.
const char *fields_skip_blanks(const char *text, char delimiter);

/// The text between two places without the blanks around it.
table_text fields_trimmed(const char *begin, const char *end);

/// Splits a line without quotes; `end` is at its newline.
void fields_split(field_list *list, const char *text, const char *end);

/// Checks the quotes of a row. `text` holds whole lines, up to `end` with the last newline. `*at`
/// is 0 at first; if the row is open, it is set to `end`, and the next call goes on there.
fields_status fields_check(const char *text, size_t end, char delimiter, size_t *at);

/// Splits a row that fields_check has called complete. Doubled quotes are made single in the text
/// itself. Behind each field stands a byte that continues no number.
void fields_split_quoted(field_list *list, char *text);

#endif
