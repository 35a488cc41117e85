// Rows with quotes, which may span lines: libcsv behind a narrow front.
// Layer: cli.
#ifndef CAROM_CLI_CSV_QUOTED_H
#define CAROM_CLI_CSV_QUOTED_H

#include <stddef.h>

#include "csv/table.h"

typedef enum quoted_status {
    /// The row is complete.
    QUOTED_ROW = 0,
    /// A quoted field is still open: the next line belongs to the row.
    QUOTED_OPEN,
    /// Quotes where none may stand.
    QUOTED_WRONG,
    QUOTED_NO_MEMORY
} quoted_status;

/// A parser, to be freed by quoted_free; NULL if memory is out.
table_quoted *quoted_new(void);
void quoted_free(table_quoted *q);

/// Forgets everything and starts a row.
void quoted_start(table_quoted *q);

/// Takes the next line of the row, with its newline.
quoted_status quoted_line(table_quoted *q, const char *line, size_t length);

/// After QUOTED_ROW: stores up to `room` fields, each followed by NUL, which live until the next
/// quoted_start. Returns how many there are.
size_t quoted_fields(const table_quoted *q, table_text *fields, size_t room);

#endif
