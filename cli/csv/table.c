// Reads a CSV or TSV file with a header line row by row.
// Method: lines.c finds lines, and fields.c splits them in place. A row with quotes can span lines.
// If its quotes are wrong, only its first line is skipped, so that a stray quote does not hide the
// rest of the file.
// Room: cli.
#include "csv/table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "csv/number.h"
#include "csv/text.h"
#include "suggest.h"

static void set_error(table *t, size_t line, const char *format, va_list list) {
    size_t n = 0;
    int written = line > 0 ? snprintf(t->error, sizeof t->error / 2, "%s:%zu: ", t->path, line)
                           : snprintf(t->error, sizeof t->error / 2, "%s: ", t->path);
    if (written >= 0) {
        n = strlen(t->error);
    }
    if (vsnprintf(t->error + n, sizeof t->error - n, format, list) < 0) {
        t->error[n] = '\0';
    }
}

table_status table_refuse(table *t, const char *format, ...) {
    va_list list;
    va_start(list, format);
    set_error(t, t->row_line, format, list);
    va_end(list);
    t->bad_rows++;
    return TABLE_BAD;
}

/// Reports a failure of the whole file; with `line` 0 the message names no line.
REPORT_FORMAT(3, 4)
static table_status fail(table *t, size_t line, const char *format, ...) {
    va_list list;
    va_start(list, format);
    set_error(t, line, format, list);
    va_end(list);
    return TABLE_FAILED;
}

table_status table_no_memory(table *t) {
    return fail(t, 0, "out of memory");
}

/// Translates a failure of the source at line number `line`.
static table_status no_line(table *t, lines_status status, size_t line) {
    switch (status) {
    case LINES_FOUND:
    case LINES_END:
        return TABLE_END;
    case LINES_TOO_LONG:
        t->row_line = line;
        return table_refuse(t, "line longer than %d bytes", (int)SOURCE_LINE_MAX);
    case LINES_FAILED:
        return fail(t, line, "cannot read: %s", strerror(t->source.error));
    case LINES_BROKEN:
        return fail(t, line, "broken gzip file: %s", gzip_problem(t->source.gzip));
    case LINES_NO_MEMORY:
        break;
    }
    return table_no_memory(t);
}

/// Skips the first line of a row with quotes: the next record starts behind it.
static void skip_first_line(table *t, size_t end) {
    lines_take(&t->source, end);
    t->line++;
}

/// Finds one more line of a row with quotes. The first line of the row ends at `first_end`.
static table_status find_more(table *t, size_t first_end, size_t *end) {
    lines_status status = lines_find(&t->source, *end, end);
    switch (status) {
    case LINES_FOUND:
        return TABLE_ROW;
    case LINES_END:
        skip_first_line(t, first_end);
        return table_refuse(t, "quoted field without its closing quote");
    case LINES_TOO_LONG:
        skip_first_line(t, first_end);
        return table_refuse(t,
                            "quoted field without its closing quote, or a row longer than %d bytes",
                            (int)SOURCE_LINE_MAX);
    case LINES_FAILED:
    case LINES_BROKEN:
    case LINES_NO_MEMORY:
        break;
    }
    return no_line(t, status, t->row_line);
}

/// Reads a row with quotes. The first line of the row ends at `first_end`.
static table_status split_quoted(table *t, size_t first_end) {
    size_t from = 0;
    size_t at = 0;
    size_t end = first_end;
    for (size_t count = 1;; count++) {
        char *text = lines_text(&t->source);
        if (memchr(text + from, '\0', end - from) != NULL) {
            skip_first_line(t, first_end);
            return table_refuse(t, "NUL byte in a quoted field (expected a text file)");
        }
        const fields_status status = fields_check(text, end, t->fields.delimiter, &at);
        if (status == FIELDS_SPLIT) {
            lines_take(&t->source, end);
            t->line += count;
            fields_split_quoted(&t->fields, text);
            return TABLE_ROW;
        }
        if (status == FIELDS_WRONG) {
            skip_first_line(t, first_end);
            return table_refuse(t, "misplaced quote: a field with quotes must begin and end with "
                                   "one, and quotes within it are doubled");
        }
        from = end;
        table_status more = find_more(t, first_end, &end);
        if (more != TABLE_ROW) {
            return more;
        }
    }
}

/// Returns whether a line is empty. If tabs separate the columns, a line of tabs is a row of empty
/// fields.
static bool is_empty_line(const char *line, char delimiter) {
    return *fields_skip_blanks(line, delimiter) == '\n';
}

/// Returns whether a line of two or more bytes begins with the UTF-16 byte order mark.
static bool is_utf16(const char *line) {
    return memcmp(line, "\xFF\xFE", 2) == 0 || memcmp(line, "\xFE\xFF", 2) == 0;
}

/// Returns whether a line begins as an object of JSON: after the brace with a quote or nothing. No
/// table does.
static bool is_json(const char *line, size_t length) {
    size_t at = 1;
    while (at < length && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r')) {
        at++;
    }
    return line[0] == '{' && at < length && (line[at] == '"' || line[at] == '\n');
}

/// Reads the next record, header or data, into `fields`. Empty lines are skipped.
static table_status next_record(table *t) {
    if (t->in_line) {
        // This comes after the search, so that a line that is too long is reported too.
        lines_status status = lines_discard(&t->source);
        if (status != LINES_FOUND && status != LINES_END) {
            return no_line(t, status, t->line);
        }
        t->in_line = false;
    }
    for (;;) {
        size_t end = 0;
        lines_status status = lines_find(&t->source, 0, &end);
        const size_t length = status == LINES_FOUND      ? end
                              : status == LINES_TOO_LONG ? (size_t)SOURCE_LINE_MAX
                                                         : 0;
        if (t->line == 0 && length > 0 && is_json(lines_text(&t->source), length)) {
            return fail(t, 1,
                        "JSON (expected a table: python -m carom convert makes one of GeoJSON)");
        }
        if (status != LINES_FOUND) {
            t->in_line = status == LINES_TOO_LONG;
            t->line += t->in_line ? 1 : 0;
            return no_line(t, status, t->in_line ? t->line : t->line + 1);
        }
        const char *text = lines_text(&t->source);
        if (t->line == 0 && end > 2 && is_utf16(text)) {
            return fail(t, 1, "UTF-16 text: save it as UTF-8");
        }
        if (t->line == 0 && end > 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
            lines_take(&t->source, 3);
            text += 3;
            end -= 3;
        }
        t->row_line = t->line + 1;
        if (is_empty_line(text, t->fields.delimiter)) {
            lines_take(&t->source, end);
            t->line++;
            continue;
        }
        if (t->fields.delimiter == '\0') {
            t->fields.delimiter = fields_guess_delimiter(text, text + end);
        }
        if (!t->is_plain && memchr(text, '"', end) != NULL) {
            return split_quoted(t, end);
        }
        lines_take(&t->source, end);
        t->line++;
        if (!t->is_plain && memchr(text, '\0', end) != NULL) {
            return table_refuse(t, "NUL byte (expected a text file)");
        }
        fields_split(&t->fields, text, text + end - 1);
        return TABLE_ROW;
    }
}

/// Appends to a list in a message: "a, b, c". A long list ends in "...".
static void append(char *list, size_t size, const char *text) {
    size_t n = strlen(list);
    if (n + strlen(text) + 8 < size) {
        snprintf(list + n, size - n, "%s%s", n > 0 ? ", " : "", text);
    } else if (n + 6 < size && (n < 3 || strcmp(list + n - 3, "...") != 0)) {
        snprintf(list + n, size - n, ", ...");
    }
}

static void needed_columns(const table *t, char *list, size_t size) {
    size_t n = 0;
    list[0] = '\0';
    for (size_t k = 0; k < t->wanted_count; k++) {
        if (t->wanted[k].needed && n < size) {
            snprintf(list + n, size - n, "%s%s", n > 0 ? "," : "", t->wanted[k].name);
            n = strlen(list);
        }
    }
}

static bool is_data(const table *t) {
    double value = 0.0;
    for (size_t i = 0; i < t->fields.count; i++) {
        if (number_read(t->fields.at[i].at, t->fields.at[i].length, &value) != NUMBER_OK) {
            return false;
        }
    }
    return true;
}

static bool is_upper_case_of(const table_text *field, const char *name) {
    return field->length == strlen(name) && strncasecmp(field->at, name, field->length) == 0;
}

/// Returns a separator that a name contains, or NUL.
static char other_delimiter(const table *t) {
    for (size_t i = 0; i < t->fields.count; i++) {
        const table_text *field = &t->fields.at[i];
        for (size_t k = 0; k < field->length; k++) {
            if (strchr(TABLE_DELIMITERS, field->at[k]) != NULL) {
                return field->at[k];
            }
        }
    }
    return '\0';
}

/// The room for a hint.
enum { HINT_SIZE = 64 };

/// Suggests a correction that fits the names found. Returns static text or `out`.
static const char *header_hint(const table *t, char out[HINT_SIZE]) {
    if (is_data(t)) {
        return " (the first line must name the columns)";
    }
    const char other = other_delimiter(t);
    if (other != '\0') {
        const char name[] = {other, '\0'};
        snprintf(out, HINT_SIZE, " (if %s separates the columns, add --delimiter \"%s\")",
                 other == '\t' ? "a tab" : name, other == '\t' ? "tab" : name);
        return out;
    }
    for (size_t k = 0; k < t->wanted_count; k++) {
        for (size_t i = 0; t->wanted[k].needed && t->at[k] < 0 && i < t->fields.count; i++) {
            if (is_upper_case_of(&t->fields.at[i], t->wanted[k].name)) {
                return " (names are lower case)";
            }
        }
    }
    return "";
}

/// Returns whether a name contains a CR that no LF follows. The lines of such a file end in CR
/// alone, and this line is the whole file.
static bool has_bare_cr(const table_text *field) {
    const char *end = field->at + field->length;
    const char *cr = field->at;
    while (cr < end && (cr = memchr(cr, '\r', (size_t)(end - cr))) != NULL) {
        if (++cr < end && *cr != '\n') {
            return true;
        }
    }
    return false;
}

/// Reports the missing columns and the columns found.
static table_status tell_missing(table *t, const char *missing, size_t count) {
    char found[240] = "";
    char hint[HINT_SIZE];
    for (size_t i = 0; i < t->fields.count; i++) {
        char name[64];
        text_quote(name, sizeof name, t->fields.at[i].at, t->fields.at[i].length);
        append(found, sizeof found, name);
    }
    return fail(t, t->row_line, "missing column%s %s; found %s%s", count > 1 ? "s" : "", missing,
                found, header_hint(t, hint));
}

/// Returns whether all needed columns are there.
static table_status wanted_columns(table *t) {
    char missing[160] = "";
    size_t count = 0;
    for (size_t k = 0; k < t->wanted_count; k++) {
        if (t->wanted[k].needed && t->at[k] < 0) {
            append(missing, sizeof missing, t->wanted[k].name);
            count++;
        }
    }
    return count == 0 ? TABLE_ROW : tell_missing(t, missing, count);
}

static bool names_column(const table_text *field, const char *name, size_t length) {
    return field->length == length && memcmp(field->at, name, length) == 0;
}

table_status table_find(table *t, table_text name, bool needed, int *column) {
    *column = -1;
    for (size_t i = 0; i < t->columns; i++) {
        if (!names_column(&t->fields.at[i], name.at, name.length)) {
            continue;
        }
        if (*column >= 0) {
            return fail(t, t->row_line, "column %.*s appears twice, as number %d and %zu",
                        (int)name.length, name.at, *column + 1, i + 1);
        }
        *column = (int)i;
    }
    if (needed && *column < 0) {
        return tell_missing(t, text_quoted_of(name.at, name.length).at, 1);
    }
    return TABLE_ROW;
}

static table_status read_header(table *t) {
    table_status status = next_record(t);
    if (status == TABLE_END) {
        char names[160];
        needed_columns(t, names, sizeof names);
        return fail(t, 1, "empty file: expected a header line such as %s", names);
    }
    if (status != TABLE_ROW) {
        return TABLE_FAILED;
    }
    if (t->fields.count > TABLE_COLUMNS_MAX) {
        return fail(t, t->row_line, "more than %d columns", (int)TABLE_COLUMNS_MAX);
    }
    for (size_t i = 0; i < t->fields.count; i++) {
        if (has_bare_cr(&t->fields.at[i])) {
            return fail(t, t->row_line,
                        "lines end in CR alone: save the file with LF or CRLF line ends");
        }
    }
    t->columns = t->fields.count;
    for (size_t k = 0; k < t->wanted_count; k++) {
        const table_text name = {t->wanted[k].name, strlen(t->wanted[k].name)};
        if (table_find(t, name, false, &t->at[k]) != TABLE_ROW) {
            return TABLE_FAILED;
        }
    }
    return wanted_columns(t);
}

table_status table_open(table *t, const char *path, char delimiter, const table_column *wanted,
                        size_t count) {
    *t = (table){.path = path,
                 .fields = {.room = TABLE_COLUMNS_MAX, .delimiter = delimiter},
                 .wanted = wanted,
                 .wanted_count = count};
    if (!lines_open(&t->source, path)) {
        return t->source.error == ENOMEM ? table_no_memory(t)
                                         : fail(t, 0, "cannot open: %s", strerror(t->source.error));
    }
    t->fields.at = malloc(t->fields.room * sizeof *t->fields.at);
    if (t->fields.at == NULL) {
        return table_no_memory(t);
    }
    return read_header(t);
}

void table_on_read(table *t, void (*before_read)(void *, uint64_t, uint64_t), void *data) {
    t->source.before_read = before_read;
    t->source.data = data;
}

table_status table_next(table *t) {
    t->row = t->next_row;
    table_status status = next_record(t);
    if (status == TABLE_ROW || status == TABLE_BAD) {
        t->next_row++;
    }
    if (status == TABLE_ROW && t->fields.count != t->columns) {
        const char name[] = {t->fields.delimiter, '\0'};
        const bool has_more = t->fields.count > t->columns;
        return table_refuse(t, "%zu field%s, but the header has %zu%s%s%s", t->fields.count,
                            t->fields.count == 1 ? "" : "s", t->columns,
                            has_more ? " (a field that contains " : "",
                            !has_more                     ? ""
                            : t->fields.delimiter == '\t' ? "a tab"
                                                          : name,
                            has_more ? " must be in quotes)" : "");
    }
    return status;
}

bool table_has(const table *t, size_t k) {
    return t->at[k] >= 0;
}

bool table_names(const table *t, const char *name) {
    const field_list *fields = &t->fields;
    const size_t count = fields->count < fields->room ? fields->count : fields->room;
    for (size_t i = 0; i < count; i++) {
        if (names_column(&fields->at[i], name, strlen(name))) {
            return true;
        }
    }
    return false;
}

/// Returns whether a column is wanted or among others.
static bool is_read(const table *t, const field_list *kept, size_t column) {
    for (size_t k = 0; k < t->wanted_count; k++) {
        if (t->at[k] == (int)column) {
            return true;
        }
    }
    for (size_t i = 0; i < kept->count; i++) {
        if (names_column(&t->fields.at[column], kept->at[i].at, kept->at[i].length)) {
            return true;
        }
    }
    return false;
}

/// Returns whether a name is what `wanted` is called elsewhere: in the library, or of a ball.
static bool is_other_name(table_text name, const char *wanted) {
    static const struct {
        const char *said;
        const char *meant;
    } names[] = {
        {"radius", "wr"}, {"vx", "avx"}, {"vx", "bvx"}, {"vy", "avy"}, {"vy", "bvy"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i].meant, wanted) == 0 &&
            suggest_is_misspelt(name.at, name.length, names[i].said)) {
            return true;
        }
    }
    return false;
}

void table_warn_misspelt(const table *t, const field_list *kept) {
    for (size_t i = 0; i < t->columns; i++) {
        const table_text name = t->fields.at[i];
        char meant[64] = "";
        size_t used = 0;
        for (size_t k = 0; k < t->wanted_count && used < sizeof meant; k++) {
            const char *wanted = t->wanted[k].name;
            if (t->at[k] < 0 && (suggest_is_misspelt(name.at, name.length, wanted) ||
                                 is_other_name(name, wanted))) {
                used += (size_t)snprintf(meant + used, sizeof meant - used, "%s%s",
                                         used > 0 ? " and " : "", wanted);
            }
        }
        if (used > 0 && !is_read(t, kept, i)) {
            report(NULL, "%s:%zu: warning: column %s is ignored; did you mean %s?", t->path,
                   t->row_line, text_quoted_of(name.at, name.length).at, meant);
        }
    }
}

table_text table_field(const table *t, size_t k) {
    return t->at[k] < 0 ? (table_text){NULL, 0} : t->fields.at[t->at[k]];
}

table_status table_number(table *t, size_t k, double *value) {
    table_text text = t->fields.at[t->at[k]];
    number_status status = number_read(text.at, text.length, value);
    if (status == NUMBER_OK) {
        return TABLE_ROW;
    }
    const bool is_empty = status == NUMBER_EMPTY;
    const bool has_comma = memchr(text.at, ',', text.length) != NULL;
    return table_refuse(t, "%s: %s%s%s (expected a finite number such as 1.5 or 1e-3%s)",
                        t->wanted[k].name, number_complaint(status), is_empty ? "" : ": ",
                        is_empty ? "" : text_quoted_of(text.at, text.length).at,
                        has_comma ? ", with a point and no comma" : "");
}

void table_part(table *part, const table *t, char *text, size_t length, table_text *fields) {
    *part = *t;
    lines_over(&part->source, text, length);
    part->bad_rows = 0;
    part->line = 1;
    part->next_row = 0;
    part->is_plain = memchr(text, '"', length) == NULL && memchr(text, '\0', length) == NULL;
    part->fields.at = fields;
    part->fields.room = t->columns;
}

void table_skip(table *t, const table *part) {
    t->line += part->line - 1;
    t->next_row += part->next_row;
}

table_status table_go_to(table *t, uint64_t position) {
    const lines_status status = lines_go_to(&t->source, position);
    return status == LINES_FOUND ? TABLE_ROW : no_line(t, status, t->line + 1);
}

void table_close(table *t) {
    lines_close(&t->source);
    free(t->fields.at);
    t->fields.at = NULL;
}
