// Standard output as CSV or TSV: buffered, and never silent about a write that failed.
// Layer: cli.
#ifndef CAROM_CLI_CSV_OUTPUT_H
#define CAROM_CLI_CSV_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/vec2.h>

enum { OUTPUT_SIZE = 1 << 16 };

/// A buffered writer of CSV or TSV. It separates the fields of a row.
typedef struct output {
    /// Where the text goes; -1 if it is held.
    int fd;
    /// errno of the first write that failed; 0 so far. Nothing is written after it.
    int error;
    /// What separates fields: a comma, unless it is set to a tab after the start.
    char delimiter;
    /// The next field is the first of its row.
    bool row_start;
    /// Of a held text: the row begun last does not fit, and what is before `row_begin` stays.
    bool full;
    size_t row_begin;
    size_t used;
    char buffer[OUTPUT_SIZE];
} output;

/// Starts writing to an open descriptor, which stays the caller's. Nothing to free.
void output_start(output *o, int fd);

/// Starts a text that is held in the buffer, never written: rows that are made apart from the
/// others. Begin every row with output_begin_row.
void output_hold(output *o);

/// Begins a row of a held text. False if there is hardly room for one.
bool output_begin_row(output *o);

/// Ends a held text: takes off a row that was not complete. Returns whether it was.
bool output_keep_row(output *o);

/// Writes out what is buffered, and behind it a held text, which is not copied: whole rows.
void output_held(output *o, const output *held);

/// Fields with fixed names, as NUL-ended text with commas between them: the header line, which is
/// not ended.
void output_names(output *o, const char *names);

/// Text as it is, without a separator.
void output_raw(output *o, const char *text, size_t length);

/// A field; quoted where CSV or TSV asks for it: comma, tab, quote, line break, blank at an end.
void output_text(output *o, const char *text, size_t length);

/// The same with a fixed word in front of the text.
void output_prefixed(output *o, const char *prefix, const char *text, size_t length);

/// A field with a fixed word of NUL-ended text that needs no quotes.
void output_word(output *o, const char *word);

/// So many empty fields.
void output_empty(output *o, int count);

/// A field with a double, see number_write.
void output_number(output *o, double value);

/// Two fields with the coordinates of a point or vector.
void output_point(output *o, carom_vec2 p);

/// Ends the row.
void output_end_row(output *o);

/// Writes what is buffered. False if this or an earlier write failed: see `error`.
bool output_flush(output *o);

#endif
