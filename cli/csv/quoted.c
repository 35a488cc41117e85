// Rows with quotes, which may span lines: libcsv behind a narrow front.
// Method: libcsv in strict mode calls back for every field; their texts are collected one behind
// the other, each ended by NUL, and turned into pointers when the row is complete. A CR counts as a
// blank: one before the newline goes away, one within quotes stays.
// Layer: cli.
#include "csv/quoted.h"

#include <csv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "csv/text.h"

enum { CSV_BLOCK = 1 << 12, FIRST_ROOM = 1 << 10 };

struct table_quoted {
    struct csv_parser parser;
    char *texts;
    size_t used;
    size_t room;
    size_t starts[TABLE_COLUMNS_MAX + 1];
    size_t count;
    bool complete;
    bool no_memory;
};

static int is_blank(unsigned char c) {
    return text_is_blank((char)c);
}

static int is_newline(unsigned char c) {
    return c == '\n';
}

table_quoted *quoted_new(void) {
    table_quoted *q = malloc(sizeof *q);
    if (q == NULL) {
        return NULL;
    }
    q->texts = NULL;
    q->used = 0;
    q->room = 0;
    q->count = 0;
    if (csv_init(&q->parser, CSV_STRICT) != 0) {
        free(q);
        return NULL;
    }
    csv_set_space_func(&q->parser, is_blank);
    csv_set_term_func(&q->parser, is_newline);
    csv_set_blk_size(&q->parser, CSV_BLOCK);
    // The program's own allocator, even where libcsv was linked against another one.
    csv_set_realloc_func(&q->parser, realloc);
    csv_set_free_func(&q->parser, free);
    return q;
}

void quoted_free(table_quoted *q) {
    if (q != NULL) {
        csv_free(&q->parser);
        free(q->texts);
        free(q);
    }
}

void quoted_start(table_quoted *q) {
    // Without callbacks this only brings the parser back to the start of a row.
    csv_fini(&q->parser, NULL, NULL, NULL);
    q->used = 0;
    q->count = 0;
    q->complete = false;
    q->no_memory = false;
}

static void take_field(void *text, size_t length, void *data) {
    table_quoted *q = data;
    if (q->no_memory) {
        return;
    }
    // Fields that can't be stored are counted, so that the message can tell how many there are.
    if (q->count >= TABLE_COLUMNS_MAX) {
        q->count++;
        return;
    }
    if (q->room - q->used < length + 1) {
        size_t room = 2 * (q->used + length + 1);
        room = room < FIRST_ROOM ? FIRST_ROOM : room;
        char *texts = realloc(q->texts, room);
        if (texts == NULL) {
            q->no_memory = true;
            return;
        }
        q->texts = texts;
        q->room = room;
    }
    q->starts[q->count++] = q->used;
    if (length > 0) {
        memcpy(q->texts + q->used, text, length);
    }
    q->texts[q->used + length] = '\0';
    q->used += length + 1;
    if (q->count <= TABLE_COLUMNS_MAX) {
        q->starts[q->count] = q->used;
    }
}

static void take_row(int end, void *data) {
    (void)end;
    table_quoted *q = data;
    q->complete = true;
}

quoted_status quoted_line(table_quoted *q, const char *line, size_t length) {
    size_t taken = csv_parse(&q->parser, line, length, take_field, take_row, q);
    if (q->no_memory || (taken != length && csv_error(&q->parser) != CSV_EPARSE)) {
        return QUOTED_NO_MEMORY;
    }
    if (taken != length) {
        return QUOTED_WRONG;
    }
    return q->complete ? QUOTED_ROW : QUOTED_OPEN;
}

size_t quoted_fields(const table_quoted *q, table_text *fields, size_t room) {
    for (size_t i = 0; i < q->count && i < room && i < TABLE_COLUMNS_MAX; i++) {
        fields[i].at = q->texts + q->starts[i];
        fields[i].length = q->starts[i + 1] - q->starts[i] - 1;
    }
    return q->count;
}
