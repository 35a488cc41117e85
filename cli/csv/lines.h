// An input file as lines, decompressed if it is a gzip file: any length of file in bounded memory.
// Layer: cli.
#ifndef CAROM_CLI_CSV_LINES_H
#define CAROM_CLI_CSV_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csv/gzip.h"

/// The longest line, and the longest row that spans lines, in bytes.
enum { SOURCE_LINE_MAX = 1 << 20 };

typedef enum lines_status {
    LINES_FOUND = 0,
    /// Nothing is left.
    LINES_END,
    /// No line end within SOURCE_LINE_MAX bytes.
    LINES_TOO_LONG,
    /// Reading failed; see `error`.
    LINES_FAILED,
    /// A gzip file is broken; see gzip_problem.
    LINES_BROKEN,
    LINES_NO_MEMORY
} lines_status;

/// An open input. Read it through the functions only.
typedef struct line_source {
    int fd;
    bool own;
    bool at_end;
    /// The first bytes were looked at: `gzip` is what decompresses the file, or it is plain text.
    bool known;
    gzip *gzip;
    /// errno of the last failure.
    int error;
    char *buffer;
    size_t capacity;
    size_t begin;
    size_t end;
    /// Bytes read so far, as they are in the file, and the size of the file, 0 if unknown.
    uint64_t done;
    uint64_t total;
    /// Called before every read, which may wait: the time to flush results and show progress.
    void (*before_read)(void *data, uint64_t done, uint64_t total);
    void *data;
} line_source;

/// Opens a file, "-" is standard input. On failure `error` holds errno and nothing is to be closed.
bool lines_open(line_source *s, const char *path);

/// Frees everything. Harmless after a failed open.
void lines_close(line_source *s);

/// Makes sure that a whole line is in the buffer that starts `from` bytes (0: at the next unread
/// byte) into the unread text; `end` is set behind its newline, which is supplied where the file
/// ends without one.
lines_status lines_find(line_source *s, size_t from, size_t *end);

/// The unread text, which may be changed. Moves with lines_find.
static inline char *lines_text(const line_source *s) {
    return s->buffer + s->begin;
}

/// Takes `length` bytes as read. Their memory stays as it is until the next lines_find.
static inline void lines_take(line_source *s, size_t length) {
    s->begin += length;
}

/// Takes everything up to the end of the line, however long.
lines_status lines_discard(line_source *s);

#endif
