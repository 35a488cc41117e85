// Fuzzes the tool's reader of CSV and TSV. It must not crash, rows are numbered from 0 without
// gaps, every error is one line that begins with FILE or FILE:LINE, and memory is bounded. Without
// quotes the rows must equal those of a simple second reader.
//
// In the input, byte 1 followed by C and N means C repeated 20 N^2 times, so that few bytes give
// long lines. Room: fuzz.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csv/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WANTED = 3, TEXT_MAX = 3 << 20, BUFFER_MAX = 4 * SOURCE_LINE_MAX };
static const table_column wanted[WANTED] = {{"id", false}, {"x", true}, {"y", true}};

// The file, and the rows of the second reader.
static char *text;
static size_t length;
static char path[32];
static size_t lines;
static bool packed;
static char delimiter; // 0 until the header is read

#define CHECK(condition) ((condition) ? (void)0 : broken(#condition, __LINE__))

_Noreturn static void broken(const char *condition, int line) {
    fprintf(stderr, "fuzz_table.c:%d: broken: %s\n", line, condition);
    abort();
}

static void unpack(const uint8_t *data, size_t size) {
    length = 0;
    for (size_t i = 0; i < size && length < TEXT_MAX; i++) {
        if (data[i] != 1 || i + 2 >= size) {
            text[length++] = (char)data[i];
            continue;
        }
        size_t count = (size_t)data[i + 2] * data[i + 2] * 20;
        count = count < TEXT_MAX - length ? count : TEXT_MAX - length;
        memset(text + length, data[i + 1], count);
        length += count;
        i += 2;
    }
    lines = length > 0 && text[length - 1] != '\n';
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    // The number of lines of a gzip file is not known here.
    packed = length >= 2 && memcmp(text, "\x1F\x8B", 2) == 0;
    lines = packed ? SIZE_MAX : lines;
}

// Writes the text to a file without a name and opens it as a path.
static void write_file(void) {
    static FILE *file;
    if (file == NULL) {
        file = tmpfile();
        if (file == NULL) {
            perror("fuzz_table: tmpfile");
            exit(1);
        }
        snprintf(path, sizeof path, "/dev/fd/%d", fileno(file));
    }
    const int fd = fileno(file);
    CHECK(ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0);
    for (size_t done = 0; done < length;) {
        const ssize_t n = write(fd, text + done, length - done);
        CHECK(n > 0);
        done += (size_t)n;
    }
    CHECK(lseek(fd, 0, SEEK_SET) == 0);
}

// "FILE:LINE: ..." with a line of the file, or "FILE: ..." where no line need be named.
static void check_error(const table *t, bool names_line) {
    const size_t n = strlen(path);
    const char *end = memchr(t->error, '\0', sizeof t->error);
    CHECK(end != NULL && strncmp(t->error, path, n) == 0 && t->error[n] == ':');
    for (const char *c = t->error; c < end; c++)
        CHECK((unsigned char)*c >= 0x20 && *c != 0x7F);
    char *rest = NULL;
    const unsigned long line = strtoul(t->error + n + 1, &rest, 10);
    if (t->error[n + 1] == ' ') {
        CHECK(!names_line && strlen(t->error + n + 2) > 0);
    } else {
        CHECK(line >= 1 && line <= (lines > 0 ? lines : 1));
        CHECK(strncmp(rest, ": ", 2) == 0 && strlen(rest) > 2);
    }
}

// Reads every byte of a row's fields, so that the address sanitizer checks them, and parses its
// numbers.
static void read_fields(table *t) {
    for (size_t i = 0; i < t->fields.count; i++) {
        const table_text field = t->fields.at[i];
        CHECK(field.length == 0 || memchr(field.at, '\0', field.length) == NULL);
    }
    const size_t bad = t->bad_rows;
    for (size_t k = 1; k < WANTED && t->bad_rows == bad; k++) {
        double value = (double)NAN;
        const table_status status = table_number(t, k, &value);
        CHECK(status == TABLE_ROW || status == TABLE_BAD);
        CHECK((status == TABLE_ROW) == (isfinite(value) != 0));
        if (status == TABLE_BAD)
            check_error(t, true);
    }
    CHECK(t->bad_rows - bad <= 1);
    t->bad_rows = bad;
}

static bool is_blank(char c) {
    return (c == ' ' || c == '\t' || c == '\r') && c != delimiter;
}

// The second reader: the next line with anything on it, from `at` on. False at the end.
static bool next_line(size_t *at, size_t *begin, size_t *end) {
    while (*at < length) {
        *begin = *at;
        const char *newline = memchr(text + *at, '\n', length - *at);
        *end = newline != NULL ? (size_t)(newline - text) : length;
        *at = *end + 1;
        if (*begin == 0 && *end >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
            *begin = 3;
        for (size_t i = *begin; i < *end; i++) {
            if (!is_blank(text[i]))
                return true;
        }
        if (*end - *begin > SOURCE_LINE_MAX)
            return true;
    }
    return false;
}

static size_t fields_between(size_t begin, size_t end) {
    size_t n = 1;
    for (size_t i = begin; i < end; i++)
        n += text[i] == delimiter;
    return n;
}

// The expected fields of the row at [begin, end).
static table_status expected_status(const table *t, size_t begin, size_t end) {
    const bool good = end - begin <= SOURCE_LINE_MAX &&
                      memchr(text + begin, '\0', end - begin) == NULL &&
                      fields_between(begin, end) == t->columns;
    return good ? TABLE_ROW : TABLE_BAD;
}

static void check_first_field(const table *t, size_t begin, size_t end) {
    const char *stop = memchr(text + begin, delimiter, end - begin);
    end = stop != NULL ? (size_t)(stop - text) : end;
    for (; begin < end && is_blank(text[begin]); begin++)
        ;
    for (; begin < end && is_blank(text[end - 1]); end--)
        ;
    CHECK(t->fields.at[0].length == end - begin);
    CHECK(memcmp(t->fields.at[0].at, text + begin, end - begin) == 0);
}

static void read_rows(table *t, bool plain) {
    size_t at = 0, begin = 0, end = 0, rows = 0, bad = 0, last_line = t->row_line;
    delimiter = '\0';
    if (plain)
        next_line(&at, &begin, &end); // the header
    delimiter = t->fields.delimiter;
    for (;; rows++) {
        const table_status status = table_next(t);
        CHECK(t->source.capacity <= BUFFER_MAX);
        if (packed && status == TABLE_FAILED) {
            check_error(t, true);
            return; // a broken gzip file
        }
        if (status != TABLE_ROW && status != TABLE_BAD) {
            CHECK(status == TABLE_END && !(plain && next_line(&at, &begin, &end)));
            break;
        }
        CHECK(t->row == rows && rows < lines);
        CHECK(t->row_line > last_line && t->row_line <= lines);
        last_line = t->row_line;
        bad += status == TABLE_BAD;
        CHECK(t->bad_rows == bad);
        if (plain) {
            CHECK(next_line(&at, &begin, &end));
            CHECK(status == expected_status(t, begin, end));
        }
        if (status == TABLE_BAD) {
            check_error(t, true);
            continue;
        }
        CHECK(t->fields.count == t->columns);
        if (plain)
            check_first_field(t, begin, end);
        read_fields(t);
    }
    CHECK(table_next(t) == TABLE_END);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (text == NULL && (text = malloc(TEXT_MAX)) == NULL)
        exit(1);
    unpack(data, size);
    write_file();
    table t;
    const table_status status = table_open(&t, path, '\0', wanted, WANTED);
    if (status == TABLE_ROW) {
        read_rows(&t, !packed && length > 0 && memchr(text, '"', length) == NULL);
    } else {
        CHECK(status == TABLE_FAILED);
        check_error(&t, true);
    }
    table_close(&t);
    return 0;
}
