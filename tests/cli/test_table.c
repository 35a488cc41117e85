// The CSV reader: limits, buffer boundaries, slow pipes, row and line numbers, messages. cases/
// tests what a user sees; this file tests the parts that need large or unusual input.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "csv/shapes.h"
#include "csv/table.h"
#include "csv/text.h"
#include "scratch.h"

static const table_column wanted[] = {{"id", false}, {"x", true}, {"y", true}};
enum { WANTED = 3 };

static char file[SCRATCH_NAME_SIZE];

static void open_text(table *t, const char *text, size_t length, table_status status) {
    assert_true(scratch_write(file, text, length));
    assert_int_equal(table_open(t, file, '\0', wanted, WANTED), status);
}

static void expect_error(const table *t, const char *wanted_end) {
    size_t n = strlen(file);
    assert_memory_equal(t->error, file, n);
    assert_string_equal(t->error + n, wanted_end);
}

static void expect_field(const table *t, size_t k, const char *text) {
    table_text field = table_field(t, k);
    assert_non_null(field.at);
    assert_int_equal(field.length, strlen(text));
    assert_memory_equal(field.at, text, field.length);
}

static void optional_columns_are_null(void **state) {
    (void)state;
    table t;
    open_text(&t, "y,x\n1,2\n", 8, TABLE_ROW);
    assert_int_equal(table_next(&t), TABLE_ROW);
    assert_null(table_field(&t, 0).at);
    expect_field(&t, 1, "2");
    expect_field(&t, 2, "1");
    assert_int_equal(table_next(&t), TABLE_END);
    assert_int_equal(table_next(&t), TABLE_END);
    table_close(&t);
    table_close(&t);
}

/// Rows of many lengths, so that a row crosses the end of the buffer at every offset.
static void rows_across_buffers(void **state) {
    (void)state;
    const size_t rows = 40000;
    char *text = malloc(rows * 64);
    assert_non_null(text);
    size_t n = (size_t)sprintf(text, "id,x,y\n");
    for (size_t i = 0; i < rows; i++) {
        const char *quote = i % 7 == 0 ? "\"" : "";
        n += (size_t)sprintf(text + n, "%s%.*s%s,%zu,%zu\n", quote, (int)(i % 23),
                             "abcdefghijklmnopqrstuvwxyz", quote, i, i * i);
    }
    table t;
    open_text(&t, text, n, TABLE_ROW);
    for (size_t i = 0; i < rows; i++) {
        double x = -1.0;
        double y = -1.0;
        assert_int_equal(table_next(&t), TABLE_ROW);
        assert_int_equal(t.row, i);
        assert_int_equal(table_field(&t, 0).length, i % 23);
        assert_int_equal(table_number(&t, 1, &x), TABLE_ROW);
        assert_int_equal(table_number(&t, 2, &y), TABLE_ROW);
        assert_true(x == (double)i && y == (double)i * (double)i);
    }
    assert_int_equal(table_next(&t), TABLE_END);
    table_close(&t);
    free(text);
}

/// A file of a header, a line of `length` bytes that is one row, and a good row.
static char *long_row(size_t length, bool quoted, size_t *size) {
    const char *header = "id,x,y\n";
    const char *tail = ",1,2";
    char *text = malloc(length + 64);
    assert_non_null(text);
    size_t n = strlen(header);
    memcpy(text, header, n);
    memset(text + n, 'i', length);
    if (quoted) {
        text[n] = '"';
        text[n + length / 2] = '\n';
        text[n + length - strlen(tail) - 1] = '"';
    }
    memcpy(text + n + length - strlen(tail), tail, strlen(tail));
    n += length;
    memcpy(text + n, "\nok,3,4\n", 8);
    *size = n + 8;
    return text;
}

static void longest_line(void **state) {
    (void)state;
    for (int quoted = 0; quoted < 2; quoted++) {
        size_t size;
        char *text = long_row(SOURCE_LINE_MAX, quoted != 0, &size);
        table t;
        open_text(&t, text, size, TABLE_ROW);
        assert_int_equal(table_next(&t), TABLE_ROW);
        assert_int_equal(table_field(&t, 0).length, SOURCE_LINE_MAX - 4 - 2 * quoted);
        assert_int_equal(table_next(&t), TABLE_ROW);
        expect_field(&t, 0, "ok");
        assert_int_equal(table_next(&t), TABLE_END);
        table_close(&t);
        free(text);
    }
}

static void too_long_line(void **state) {
    (void)state;
    size_t size;
    char *text = long_row(SOURCE_LINE_MAX + 1, false, &size);
    table t;
    open_text(&t, text, size, TABLE_ROW);
    assert_int_equal(table_next(&t), TABLE_BAD);
    expect_error(&t, ":2: line longer than 1048576 bytes");
    assert_int_equal(table_next(&t), TABLE_ROW);
    expect_field(&t, 0, "ok");
    assert_int_equal(t.row, 1);
    assert_int_equal(t.bad_rows, 1);
    assert_int_equal(table_next(&t), TABLE_END);
    table_close(&t);
    free(text);
}

/// The next call skips the rest of a line that is too long, because the line may never end.
static void too_long_line_is_told_first(void **state) {
    (void)state;
    size_t size;
    char *text = long_row((size_t)10 * SOURCE_LINE_MAX, false, &size);
    table t;
    open_text(&t, text, size, TABLE_ROW);
    assert_int_equal(table_next(&t), TABLE_BAD);
    assert_true(t.source.done <= (uint64_t)3 * SOURCE_LINE_MAX);
    assert_int_equal(table_next(&t), TABLE_ROW);
    expect_field(&t, 0, "ok");
    assert_int_equal(t.row, 1);
    assert_int_equal(t.row_line, 3);
    assert_int_equal(table_next(&t), TABLE_END);
    table_close(&t);
    free(text);
}

/// The same at the end of the file, where nothing follows.
static void too_long_last_line(void **state) {
    (void)state;
    size_t size;
    char *text = long_row((size_t)3 * SOURCE_LINE_MAX, false, &size);
    table t;
    open_text(&t, text, size - 8, TABLE_ROW);
    assert_int_equal(table_next(&t), TABLE_BAD);
    assert_int_equal(table_next(&t), TABLE_END);
    assert_int_equal(t.bad_rows, 1);
    table_close(&t);
    free(text);
}

/// JSON in a line that is longer than any of a table, all blank behind its brace, and not JSON.
static void json_in_one_long_line(void **state) {
    (void)state;
    const size_t size = (size_t)2 * SOURCE_LINE_MAX;
    char *text = malloc(size);
    assert_non_null(text);
    const char *const starts[] = {"{\"type\": ", "{  ", "{type"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        memset(text, ' ', size);
        memcpy(text, starts[i], strlen(starts[i]));
        table t;
        open_text(&t, text, size, TABLE_FAILED);
        expect_error(&t, i == 0 ? ":1: JSON (expected a table: python -m carom convert makes one "
                                  "of GeoJSON)"
                                : ":1: line longer than 1048576 bytes");
        table_close(&t);
    }
    free(text);
}

/// If a row over several lines is too long, only its first line is skipped.
static void too_long_quoted_row(void **state) {
    (void)state;
    size_t size;
    char *text = long_row(SOURCE_LINE_MAX + 1, true, &size);
    table t;
    open_text(&t, text, size, TABLE_ROW);
    assert_int_equal(table_next(&t), TABLE_BAD);
    expect_error(&t, ":2: quoted field without its closing quote, or a row longer than 1048576 "
                     "bytes");
    assert_int_equal(table_next(&t), TABLE_BAD);
    expect_error(&t, ":3: misplaced quote: a field with quotes must begin and end with one, and "
                     "quotes within it are doubled");
    assert_int_equal(table_next(&t), TABLE_ROW);
    expect_field(&t, 0, "ok");
    table_close(&t);
    free(text);
}

static void most_columns(void **state) {
    (void)state;
    for (size_t extra = 0; extra < 2; extra++) {
        for (int quoted = 0; quoted < 2; quoted++) {
            char text[2 * TABLE_COLUMNS_MAX + 64] = "x,y";
            size_t n = 3;
            for (size_t i = 2; i < TABLE_COLUMNS_MAX + extra; i++) {
                n += (size_t)sprintf(text + n, quoted && i == 2 ? ",\"z\"" : ",z");
            }
            text[n++] = '\n';
            table t;
            open_text(&t, text, n, extra == 0 ? TABLE_ROW : TABLE_FAILED);
            if (extra > 0) {
                expect_error(&t, ":1: more than 4096 columns");
            }
            table_close(&t);
        }
    }
}

/// A row with more fields than any table may have is counted, not stored.
static void too_many_fields(void **state) {
    (void)state;
    for (int quoted = 0; quoted < 2; quoted++) {
        char text[2 * TABLE_COLUMNS_MAX + 64];
        size_t n = (size_t)sprintf(text, "x,y\n%s1", quoted ? "\"2\"," : "");
        for (size_t i = 0; i < TABLE_COLUMNS_MAX; i++) {
            text[n++] = ',';
        }
        text[n++] = '\n';
        table t;
        open_text(&t, text, n, TABLE_ROW);
        assert_int_equal(table_next(&t), TABLE_BAD);
        expect_error(&t, quoted ? ":2: 4098 fields, but the header has 2 (a field that contains , "
                                  "must be in quotes)"
                                : ":2: 4097 fields, but the header has 2 (a field that contains , "
                                  "must be in quotes)");
        table_close(&t);
    }
}

static void refusals_count(void **state) {
    (void)state;
    table t;
    const char text[] = "x,y\n1,2\n3\n\n\"4\n\",5\n6,7\n";
    double value = 0.0;
    open_text(&t, text, sizeof text - 1, TABLE_ROW);
    assert_int_equal(table_next(&t), TABLE_ROW);
    assert_int_equal(table_refuse(&t, "no %d", 1), TABLE_BAD);
    expect_error(&t, ":2: no 1");
    assert_int_equal(table_next(&t), TABLE_BAD);
    expect_error(&t, ":3: 1 field, but the header has 2");
    assert_int_equal(table_next(&t), TABLE_ROW);
    assert_int_equal(t.row, 2);
    // The line break within the quotes is no blank.
    assert_int_equal(table_number(&t, 1, &value), TABLE_BAD);
    expect_error(&t,
                 ":5: x: not a number: \"4\\x0a\" (expected a finite number such as 1.5 or 1e-3)");
    assert_int_equal(table_next(&t), TABLE_ROW);
    assert_int_equal(t.row, 3);
    assert_int_equal(t.bad_rows, 3);
    assert_int_equal(table_refuse(&t, "no"), TABLE_BAD);
    expect_error(&t, ":7: no");
    table_close(&t);
}

static void count_reads(void *data, uint64_t done, uint64_t total) {
    size_t *calls = data;
    (void)total;
    assert_true(done >= *calls);
    ++*calls;
}

/// A pipe that gives a byte at a time; the reader is told before every wait.
static void slow_pipe(void **state) {
    (void)state;
    const char text[] = "id,x,y\r\n\"a\r\nb\",1,2\r\n\xC3\xA9,3,4";
    // The child writes on after the header when the parent has read it.
    const size_t header = strlen("id,x,y\r\n");
    int ends[2], go[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(go), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        for (size_t i = 0; i < sizeof text - 1; i++) {
            char word;
            if (i == header && read(go[0], &word, 1) != 1) {
                _exit(1);
            }
            if (write(ends[1], text + i, 1) != 1) {
                _exit(1);
            }
            nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        }
        _exit(0);
    }
    close(ends[1]);
    int old = dup(STDIN_FILENO);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    table t;
    size_t calls = 0;
    assert_int_equal(table_open(&t, "-", '\0', wanted, WANTED), TABLE_ROW);
    table_on_read(&t, count_reads, &calls);
    assert_int_equal(write(go[1], "", 1), 1);
    assert_int_equal(table_next(&t), TABLE_ROW);
    expect_field(&t, 0, "a\r\nb");
    assert_int_equal(table_next(&t), TABLE_ROW);
    expect_field(&t, 0, "\xC3\xA9");
    expect_field(&t, 2, "4");
    assert_int_equal(table_next(&t), TABLE_END);
    assert_true(calls > 1);
    close(go[0]);
    close(go[1]);
    table_close(&t);
    if (old >= 0) {
        dup2(old, STDIN_FILENO);
        close(old);
    }
    close(ends[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void check_quote(const char *text, size_t length, const char *quoted) {
    char out[200];
    text_quote(out, sizeof out, text, length);
    assert_string_equal(out, quoted);
    // In a small buffer it is cut, never overrun.
    char small[16];
    text_quote(small, sizeof small, text, length);
    assert_true(strlen(small) < sizeof small);
}

static void quoted_for_messages(void **state) {
    (void)state;
    check_quote("", 0, "\"\"");
    check_quote("a\0b\x7F", 4, "\"a\\x00b\\x7f\"");
    check_quote("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xB1", 9,
                "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xB1\"");
    check_quote("\xC3", 1, "\"\\xc3\"");                   // cut short
    check_quote("\xC0\xAF", 2, "\"\\xc0\\xaf\"");          // overlong
    check_quote("\xED\xA0\x80", 3, "\"\\xed\\xa0\\x80\""); // a surrogate
    check_quote("\xF4\x90\x80\x80", 4, "\"\\xf4\\x90\\x80\\x80\"");
    check_quote("\xC2\x9B", 2, "\"\\xc2\\x9b\""); // a terminal control
    // Noncharacters at both ends of their ranges, and their neighbours.
    check_quote("\xEF\xBF\xBD\xEF\xBF\xBE", 6, "\"\xEF\xBF\xBD\\xef\\xbf\\xbe\"");
    check_quote("\xEF\xBF\xBF", 3, "\"\\xef\\xbf\\xbf\"");
    check_quote("\xEF\xB7\x90", 3, "\"\\xef\\xb7\\x90\"");
    check_quote("\xEF\xB7\xAF", 3, "\"\\xef\\xb7\\xaf\"");
    check_quote("\xEF\xB7\x8F\xEF\xB7\xB0", 6, "\"\xEF\xB7\x8F\xEF\xB7\xB0\"");
    check_quote("\xF0\x9F\xBF\xBE", 4, "\"\\xf0\\x9f\\xbf\\xbe\"");
    check_quote("\xF4\x8F\xBF\xBF", 4, "\"\\xf4\\x8f\\xbf\\xbf\"");
    check_quote("1234567890123456789012345678901234567890", 40,
                "\"1234567890123456789012345678901234567890\"");
    check_quote("12345678901234567890123456789012345678901", 41,
                "\"1234567890123456789012345678901234567890...\"");
}

static void cleaned_for_pictures(void **state) {
    (void)state;
    char out[64];
    text_clean(out, sizeof out, 5, "ab\n\xFF\xC3\xA9", 6);
    assert_string_equal(out, "ab??\xC3\xA9");
    text_clean(out, sizeof out, 3, "abcd", 4);
    assert_string_equal(out, "abc\xE2\x80\xA6");
    text_clean(out, 8, 100, "abcdefghijkl", 12);
    assert_true(strlen(out) < 8);
}

static int remove_file(void **state) {
    (void)state;
    unlink(file);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optional_columns_are_null),
        cmocka_unit_test(rows_across_buffers),
        cmocka_unit_test(longest_line),
        cmocka_unit_test(too_long_line),
        cmocka_unit_test(too_long_line_is_told_first),
        cmocka_unit_test(too_long_last_line),
        cmocka_unit_test(json_in_one_long_line),
        cmocka_unit_test(too_long_quoted_row),
        cmocka_unit_test(most_columns),
        cmocka_unit_test(too_many_fields),
        cmocka_unit_test(refusals_count),
        cmocka_unit_test(slow_pipe),
        cmocka_unit_test(quoted_for_messages),
        cmocka_unit_test(cleaned_for_pictures),
    };
    scratch_name(file, "table.csv");
    return cmocka_run_group_tests_name("table", tests, NULL, remove_file);
}
