// An input file as lines: any length of file in bounded memory.
// Layer: cli.
#ifndef CAROM_CLI_SOURCE_H
#define CAROM_CLI_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The longest line, and the longest row that spans lines, in bytes.
enum { SOURCE_LINE_MAX = 1 << 20 };

typedef enum source_status {
    SOURCE_LINE = 0,
    /// Nothing is left.
    SOURCE_END,
    /// No line end within SOURCE_LINE_MAX bytes.
    SOURCE_TOO_LONG,
    /// Reading failed; see `error`.
    SOURCE_FAILED,
    SOURCE_NO_MEMORY
} source_status;

/// An open input. Read it through the functions only.
typedef struct source {
    int fd;
    bool own;
    bool at_end;
    /// errno of the last failure.
    int error;
    char *buffer;
    size_t capacity;
    size_t begin;
    size_t end;
    /// Bytes read so far, and the size of the file, 0 if unknown.
    uint64_t done;
    uint64_t total;
    /// Called before every read, which may wait: the time to flush results and show progress.
    void (*before_read)(void *data, uint64_t done, uint64_t total);
    void *data;
} source;

/// Opens a file, "-" is standard input. On failure `error` holds errno and nothing is to be closed.
bool source_open(source *s, const char *path);

/// Frees everything. Harmless after a failed open.
void source_close(source *s);

/// Makes sure that a whole line is in the buffer that starts `from` bytes (0: at the next unread
/// byte) into the unread text; `end` is set behind its newline, which is supplied where the file
/// ends without one.
source_status source_find_line(source *s, size_t from, size_t *end);

/// The unread text. Moves with source_find_line.
static inline const char *source_text(const source *s) {
    return s->buffer + s->begin;
}

/// Takes `length` bytes as read. Their memory stays as it is until the next source_find_line.
static inline void source_take(source *s, size_t length) {
    s->begin += length;
}

/// Takes everything up to the end of the line, however long.
source_status source_discard_line(source *s);

#endif
