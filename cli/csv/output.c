// Standard output as CSV or TSV: buffered, with every failed write reported.
// Method: one buffer and write(2). The first error is kept until the end of the run. A held text
// never leaves its buffer: if the buffer is full, the last row is overwritten and finally removed.
// Room: cli.
#include "csv/output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "csv/number.h"
#include "csv/text.h"

/// The free room that a held text needs to begin a row. It exceeds every piece that is written at
/// once.
enum { ROW_ROOM = 512 };

void output_start(output *o, int fd) {
    o->fd = fd;
    o->error = 0;
    o->delimiter = ',';
    o->row_start = true;
    o->full = false;
    o->row_begin = 0;
    o->used = 0;
}

void output_hold(output *o) {
    output_start(o, -1);
}

bool output_begin_row(output *o) {
    o->row_begin = o->used;
    return OUTPUT_SIZE - o->used >= ROW_ROOM;
}

bool output_keep_row(output *o) {
    o->used = o->full ? o->row_begin : o->used;
    return !o->full;
}

/// Writes to the descriptor unless an earlier write failed.
static void write_all(output *o, const char *text, size_t length) {
    while (o->error == 0 && length > 0) {
        ssize_t n = write(o->fd, text, length);
        if (n >= 0) {
            text += n;
            length -= (size_t)n;
        } else if (errno != EINTR) {
            o->error = errno;
        }
    }
}

bool output_flush(output *o) {
    if (o->fd < 0) {
        o->full = true;
        o->used = o->row_begin;
        return true;
    }
    write_all(o, o->buffer, o->used);
    o->used = 0;
    return o->error == 0;
}

void output_held(output *o, const output *held) {
    output_flush(o);
    write_all(o, held->buffer, held->used);
}

void output_raw(output *o, const char *text, size_t length) {
    while (length > 0) {
        if (o->used == OUTPUT_SIZE) {
            output_flush(o);
        }
        size_t n = OUTPUT_SIZE - o->used < length ? OUTPUT_SIZE - o->used : length;
        memcpy(o->buffer + o->used, text, n);
        o->used += n;
        text += n;
        length -= n;
    }
}

/// Makes room for a separator and `length` bytes, at most NUMBER_SIZE, and writes the separator.
static void separate(output *o, size_t length) {
    if (OUTPUT_SIZE - o->used < length + 1) {
        output_flush(o);
    }
    if (!o->row_start) {
        o->buffer[o->used++] = o->delimiter;
    }
    o->row_start = false;
}

/// Commas are quoted in TSV too, so that a reader can recognise the separator from the header line.
/// In CSV a tab is text.
static bool needs_quotes(const output *o, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ',' || text[i] == o->delimiter || text[i] == '"' || text[i] == '\n' ||
            text[i] == '\r') {
            return true;
        }
    }
    return length > 0 && (text_is_blank(text[0]) || text_is_blank(text[length - 1]));
}

void output_text(output *o, const char *text, size_t length) {
    output_prefixed(o, "", text, length);
}

void output_prefixed(output *o, const char *prefix, const char *text, size_t length) {
    separate(o, 0);
    if (!needs_quotes(o, text, length)) {
        output_raw(o, prefix, strlen(prefix));
        output_raw(o, text, length);
        return;
    }
    output_raw(o, "\"", 1);
    output_raw(o, prefix, strlen(prefix));
    const char *quote;
    while ((quote = memchr(text, '"', length)) != NULL) {
        size_t n = (size_t)(quote - text) + 1;
        output_raw(o, text, n);
        output_raw(o, "\"", 1);
        text += n;
        length -= n;
    }
    output_raw(o, text, length);
    output_raw(o, "\"", 1);
}

void output_names(output *o, const char *names) {
    for (size_t n; *names != '\0'; names += n + (names[n] == ',' ? 1 : 0)) {
        n = strcspn(names, ",");
        separate(o, 0);
        output_raw(o, names, n);
    }
}

void output_plain(output *o, const char *text, size_t length) {
    separate(o, 0);
    output_raw(o, text, length);
}

void output_word(output *o, const char *word) {
    output_plain(o, word, strlen(word));
}

void output_empty(output *o, int count) {
    for (int i = 0; i < count; i++) {
        separate(o, 0);
    }
}

void output_number(output *o, double value) {
    separate(o, NUMBER_SIZE);
    o->used += number_write(o->buffer + o->used, value);
}

void output_point(output *o, carom_vec2 p) {
    output_number(o, p.x);
    output_number(o, p.y);
}

void output_end_row(output *o) {
    output_raw(o, "\n", 1);
    o->row_start = true;
}
