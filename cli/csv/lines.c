// Reads an input file line by line and decompresses it if it is a gzip file. Memory is bounded for
// files of any length.
// Method: read(2) fills one buffer, which grows up to the longest allowed line. The unread text
// moves to the front when the buffer is full. The first two bytes identify a gzip file, also from a
// pipe.
// Room: cli.
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
    *s = (line_source){.fd = -1, .start = -1};
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
        if (S_ISREG(info.st_mode) && info.st_size > 0) {
            s->total = (uint64_t)info.st_size;
            s->start = lseek(s->fd, 0, SEEK_CUR);
        }
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

void lines_over(line_source *s, char *text, size_t length) {
    *s = (line_source){.fd = -1,
                       .start = -1,
                       .at_end = true,
                       .known = true,
                       .buffer = text,
                       .capacity = length,
                       .end = length};
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

bool lines_left(const line_source *s, uint64_t *left) {
    const uint64_t read = (uint64_t)s->start + s->taken;
    if (s->start < 0 || s->at_end || s->gzip != NULL || read >= s->total) {
        return false;
    }
    *left = s->total - read;
    return true;
}

bool lines_are_packed(line_source *s) {
    while (!s->known && !s->at_end) {
        if (fill(s) != LINES_FOUND) {
            return false;
        }
    }
    return s->gzip != NULL;
}

size_t lines_copy(const line_source *s, uint64_t position, char *to, size_t length) {
    size_t done = 0;
    ssize_t n = 1;
    while (done < length && n != 0) {
        n = pread(s->fd, to + done, length - done, (off_t)((uint64_t)s->start + position + done));
        if (n < 0 && errno != EINTR) {
            return done;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    return done;
}

lines_status lines_go_to(line_source *s, uint64_t position) {
    const uint64_t offset = (uint64_t)s->start + position;
    if (lseek(s->fd, (off_t)offset, SEEK_SET) < 0) {
        s->error = errno;
        return LINES_FAILED;
    }
    s->begin = 0;
    s->end = 0;
    s->taken = position;
    s->done = offset;
    return LINES_FOUND;
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
