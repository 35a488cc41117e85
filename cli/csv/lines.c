// Reads an input file line by line and decompresses it if it is a gzip file. Memory is bounded for
// files of any length.
// Method: read(2) fills one buffer, which grows up to the longest allowed line. The unread text
// moves to the front when the buffer is full. The first two bytes identify a gzip file, also from a
// pipe.
// Layer: cli.
#include "csv/lines.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 1 << 17 };

bool lines_open(line_source *s, const char *path) {
    *s = (line_source){.fd = -1};
    s->own = strcmp(path, "-") != 0;
    s->fd = s->own ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (s->fd < 0) {
        s->error = errno;
        return false;
    }
    struct stat info;
    if (fstat(s->fd, &info) == 0) {
        if (S_ISDIR(info.st_mode)) {
            s->error = EISDIR;
            lines_close(s);
            return false;
        }
        s->total = S_ISREG(info.st_mode) && info.st_size > 0 ? (uint64_t)info.st_size : 0;
    }
    s->capacity = FIRST_CAPACITY;
    s->buffer = malloc(s->capacity);
    if (s->buffer == NULL) {
        s->error = ENOMEM;
        lines_close(s);
        return false;
    }
    return true;
}

void lines_close(line_source *s) {
    if (s->own && s->fd >= 0) {
        close(s->fd);
    }
    free(s->buffer);
    gzip_free(s->gzip);
    s->fd = -1;
    s->gzip = NULL;
    s->buffer = NULL;
}

/// Makes room for reading. One byte is reserved for a newline at the end of the file.
static lines_status make_room(line_source *s) {
    if (s->begin > 0) {
        memmove(s->buffer, s->buffer + s->begin, s->end - s->begin);
        s->end -= s->begin;
        s->begin = 0;
    }
    if (s->capacity - s->end > 1) {
        return LINES_FOUND;
    }
    size_t capacity = 2 * s->capacity;
    char *buffer = realloc(s->buffer, capacity);
    if (buffer == NULL) {
        return LINES_NO_MEMORY;
    }
    s->buffer = buffer;
    s->capacity = capacity;
    return LINES_FOUND;
}

/// Reads bytes of the file into `to`. Returns 0 at its end and -1 on failure.
static ssize_t read_bytes(line_source *s, char *to, size_t room) {
    if (s->before_read != NULL) {
        s->before_read(s->data, s->done, s->total);
    }
    ssize_t n;
    do {
        n = read(s->fd, to, room);
    } while (n < 0 && errno == EINTR);
    if (n < 0) {
        s->error = errno;
    } else {
        s->done += (uint64_t)n;
    }
    return n;
}

/// Records the end of the text and adds a missing last newline.
static void end_text(line_source *s) {
    s->at_end = true;
    if (s->end > s->begin && s->buffer[s->end - 1] != '\n') {
        s->buffer[s->end++] = '\n';
    }
}

/// Examines the first bytes of the file. If it is a gzip file, passes them to the decompressor.
static lines_status look_at_start(line_source *s) {
    static const char magic = '\x1F';
    if (s->end == 1 && s->buffer[0] == magic && !s->at_end) {
        return LINES_FOUND; // wait for a second byte
    }
    s->known = true;
    if (s->end < 2 || !gzip_is(s->buffer)) {
        return LINES_FOUND;
    }
    s->gzip = gzip_new();
    if (s->gzip == NULL) {
        return LINES_NO_MEMORY;
    }
    size_t room = 0;
    char *to = gzip_room(s->gzip, &room);
    assert(s->end <= room);
    memcpy(to, s->buffer, s->end);
    gzip_add(s->gzip, s->end);
    s->end = 0;
    return LINES_FOUND;
}

/// Reads available bytes of a gzip file.
static lines_status fill_from_gzip(line_source *s) {
    for (;;) {
        size_t n = 0;
        gzip_status status = gzip_read(s->gzip, s->buffer + s->end, s->capacity - s->end - 1, &n);
        if (status != GZIP_FINE) {
            return status == GZIP_BROKEN ? LINES_BROKEN : LINES_NO_MEMORY;
        }
        if (n > 0) {
            s->end += n;
            return LINES_FOUND;
        }
        if (gzip_at_end(s->gzip)) {
            end_text(s);
            return LINES_FOUND;
        }
        size_t room = 0;
        char *to = gzip_room(s->gzip, &room);
        const ssize_t read = read_bytes(s, to, room);
        if (read < 0) {
            return LINES_FAILED;
        }
        gzip_add(s->gzip, (size_t)read);
    }
}

/// Reads available bytes.
static lines_status fill(line_source *s) {
    lines_status status = make_room(s);
    if (status != LINES_FOUND) {
        return status;
    }
    if (s->gzip != NULL) {
        return fill_from_gzip(s);
    }
    ssize_t n = read_bytes(s, s->buffer + s->end, s->capacity - s->end - 1);
    if (n < 0) {
        return LINES_FAILED;
    }
    s->end += (size_t)n;
    if (n == 0) {
        end_text(s);
    }
    return s->known ? LINES_FOUND : look_at_start(s);
}

lines_status lines_find(line_source *s, size_t from, size_t *end) {
    size_t searched = from;
    for (;;) {
        size_t length = s->end - s->begin;
        const char *newline =
            length > searched ? memchr(lines_text(s) + searched, '\n', length - searched) : NULL;
        if (newline != NULL) {
            *end = (size_t)(newline - lines_text(s)) + 1;
            return *end - 1 <= SOURCE_LINE_MAX ? LINES_FOUND : LINES_TOO_LONG;
        }
        if (length > SOURCE_LINE_MAX) {
            return LINES_TOO_LONG;
        }
        if (s->at_end) {
            return LINES_END;
        }
        searched = length > searched ? length : searched;
        lines_status status = fill(s);
        if (status != LINES_FOUND) {
            return status;
        }
    }
}

lines_status lines_discard(line_source *s) {
    for (;;) {
        size_t length = s->end - s->begin;
        const char *newline = length > 0 ? memchr(lines_text(s), '\n', length) : NULL;
        if (newline != NULL) {
            lines_take(s, (size_t)(newline - lines_text(s)) + 1);
            return LINES_FOUND;
        }
        lines_take(s, length);
        if (s->at_end) {
            return LINES_END;
        }
        lines_status status = fill(s);
        if (status != LINES_FOUND) {
            return status;
        }
    }
}
