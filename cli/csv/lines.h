// Reads an input file line by line and decompresses it if it is a gzip file. Memory is bounded for
// files of any length.
// Room: cli.
#ifndef CAROM_CLI_CSV_LINES_H
#define CAROM_CLI_CSV_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csv/gzip.h"

/// The longest line, and the longest row that spans several lines, in bytes.
enum { SOURCE_LINE_MAX = 1 << 20 };

typedef enum lines_status {
    LINES_FOUND = 0,
    /// The end of the file.
    LINES_END,
    /// There is no line end within SOURCE_LINE_MAX bytes.
    LINES_TOO_LONG,
    /// A read failed; see `error`.
    LINES_FAILED,
    /// The gzip data is damaged; see gzip_problem.
    LINES_BROKEN,
    LINES_NO_MEMORY
} lines_status;

/// An open input. Use it only through the functions below.
typedef struct line_source {
    int fd;
    bool own;
    bool at_end;
    /// Whether the first bytes were examined. After that `gzip` is the decompressor, or NULL for
    /// plain text.
    bool known;
    gzip *gzip;
    /// errno of the last failure.
    int error;
    char *buffer;
    size_t capacity;
    size_t begin;
    size_t end;
    /// The position in the text: the length of what lines_take has marked as read. A file that can
    /// be read anywhere starts at offset `start`; otherwise `start` is -1.
    uint64_t taken;
    int64_t start;
    /// The bytes of the file that were read so far, and the size of the file, 0 if unknown.
    uint64_t done;
    uint64_t total;
    /// Called before each read, because a read can block: flush results and show progress here.
    void (*before_read)(void *data, uint64_t done, uint64_t total);
    void *data;
} line_source;

/// Opens a file; "-" is standard input. On failure `error` holds errno, and there is nothing to
/// close.
bool lines_open(line_source *s, const char *path);

/// Returns whether a file, of which nothing was read so far, is a gzip file. A pipe can block.
bool lines_are_packed(line_source *s);

/// Reads from whole lines in memory, which must outlive `s`. There is nothing to close.
void lines_over(line_source *s, char *text, size_t length);

/// Frees everything. Harmless after a failed open.
void lines_close(line_source *s);

/// Makes sure that the buffer holds a whole line. The line starts `from` bytes into the unread
/// text; 0 is the next unread byte. Sets `end` behind its newline. If the file ends without a
/// newline, one is added.
lines_status lines_find(line_source *s, size_t from, size_t *end);

/// Sets `*left` to the length of the unread text. Returns false if it is not known or lines_copy
/// and lines_go_to cannot be used: for gzip files, pipes, and at the end of the file.
bool lines_left(const line_source *s, uint64_t *left);

/// Copies up to `length` bytes from a position in the text. Returns their number, which is less
/// only at the end of the file or after a failure. Several threads can do so at the same time.
size_t lines_copy(const line_source *s, uint64_t position, char *to, size_t length);

/// Goes to a position in the text.
lines_status lines_go_to(line_source *s, uint64_t position);

/// Returns the unread text, which may be changed. lines_find can move it.
static inline char *lines_text(const line_source *s) {
    return s->buffer + s->begin;
}

/// Marks `length` bytes as read. Their memory is unchanged until the next lines_find.
static inline void lines_take(line_source *s, size_t length) {
    s->begin += length;
    s->taken += length;
}

/// Skips everything up to the end of the line, whatever its length.
lines_status lines_discard(line_source *s);

#endif
