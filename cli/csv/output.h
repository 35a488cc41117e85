// Standard output as CSV or TSV: buffered, with every failed write reported.
// Room: cli.
#ifndef CAROM_CLI_CSV_OUTPUT_H
#define CAROM_CLI_CSV_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/vec2.h>

enum { OUTPUT_SIZE = 1 << 16 };

/// A buffered writer of CSV or TSV. It adds the separators between the fields of a row.
typedef struct output {
    /// The descriptor of the output; -1 for a held text.
    int fd;
    /// The errno of the first write that failed, else 0. Nothing is written after a failure.
    int error;
    /// The separator of fields: a comma. Set it to a tab after the start for TSV.
    char delimiter;
    /// The next field is the first of its row.
    bool row_start;
    /// In a held text: the last row does not fit, and the text before `row_begin` stays.
    bool full;
    size_t row_begin;
    size_t used;
    char buffer[OUTPUT_SIZE];
} output;

/// Starts writing to an open descriptor. The caller closes the descriptor. There is nothing to
/// free.
void output_start(output *o, int fd);

/// Starts a text that is held in the buffer and never written. A thread uses it to make rows that
/// another call prints. Begin every row with output_begin_row.
void output_hold(output *o);

/// Begins a row of a held text. Returns false if there is too little room for a row.
bool output_begin_row(output *o);

/// Ends a held text and removes an incomplete row. Returns whether the last row was complete.
bool output_keep_row(output *o);

/// Writes the buffered text and then a held text of whole rows, which is not copied.
void output_held(output *o, const output *held);

/// Writes fields with fixed names, the header line. `names` is NUL-ended text with commas between
/// the names. The row is not ended.
void output_names(output *o, const char *names);

/// Text as it is, without a separator.
void output_raw(output *o, const char *text, size_t length);

/// Writes a field. It is quoted if it holds a comma, tab, quote or line break, or a blank at an
/// end.
void output_text(output *o, const char *text, size_t length);

/// Writes a field with a fixed word in front of the text.
void output_prefixed(output *o, const char *prefix, const char *text, size_t length);

/// Writes a field that needs no quotes.
void output_plain(output *o, const char *text, size_t length);

/// Writes a field with a fixed NUL-ended word that needs no quotes.
void output_word(output *o, const char *word);

/// Writes `count` empty fields.
void output_empty(output *o, int count);

/// A field with a double, see number_write.
void output_number(output *o, double value);

/// Writes two fields with the coordinates of a point or vector.
void output_point(output *o, carom_vec2 p);

/// Ends the row.
void output_end_row(output *o);

/// Writes the buffered text. Returns false if this or an earlier write failed: see `error`.
bool output_flush(output *o);

#endif
