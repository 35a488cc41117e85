// A command that prints all pairs found, of a row of its first file and an item: hits, clearance
// and areas. Room: cli.
#include "found_pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv/number.h"
#include "csv/text.h"
#include "report.h"
#include "rows.h"
#include "threads.h"

/// The maximum number of pairs in a block.
enum { BLOCK = 1 << 17 };

/// The most pairs of a chunk, unless one row alone has more. With more the chunk is asked again
/// with a quarter of its rows.
enum { CHUNK_PAIRS = 1 << 20 };

/// Computes and prints pair i of the block. Runs on any thread.
static void make_pair(void *context, output *out, size_t i) {
    const found_pairs *f = context;
    const bool prints = !f->query.answers.call->draw_only && !f->count;
    drawing_mark *mark = f->marks != NULL ? &f->marks[i] : NULL;
    if (mark != NULL) {
        *mark = (drawing_mark){0};
    }
    f->relations[i] = f->make(f, prints ? out : NULL, f->begin + f->rows[i], f->block + i, mark);
}

static unsigned char weight_of(const found_pairs *f, unsigned char relation) {
    return f->weights != NULL ? f->weights[relation] : relation;
}

/// Counts the pairs of the block and stores them for a picture. Returns false if out of memory.
static bool count_block(found_pairs *f, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const unsigned char relation = f->relations[i];
        if (relation == 0) {
            continue;
        }
        unsigned char *highest = &f->highest[f->rows[i]];
        *highest = weight_of(f, relation) > weight_of(f, *highest) ? relation : *highest;
        f->counts[f->rows[i]]++;
        f->found++;
        if (f->marks != NULL && f->marks[i].contact.relation != CAROM_RELATION_INVALID &&
            !drawing_add_mark(&f->query.answers.drawing, f->marks[i])) {
            return false;
        }
    }
    return true;
}

/// Prints the number of items found for row i of the chunk. Runs on any thread.
static void make_count(void *context, output *out, size_t i) {
    const found_pairs *f = context;
    const answers *a = &f->query.answers;
    char number[NAME_NUMBER_SIZE];
    answers_print_name(out, answers_asked_names(a), f->begin + i);
    const table_text count = name_of_row((table_text){NULL, 0}, f->counts[i], number);
    output_text(out, count.at, count.length);
    answers_end_row(a, out, f->begin + i, SIZE_MAX);
}

/// Counts the rows of the chunk by their highest relation. Returns false if out of memory.
static bool count_rows(found_pairs *f) {
    answers *a = &f->query.answers;
    const size_t rows = f->end - f->begin;
    for (size_t i = 0; i < rows; i++) {
        const unsigned char highest = f->highest[i];
        // Rows without an item are drawn like those that only have one within the distance.
        const carom_relation drawn =
            highest == 0 ? CAROM_RELATION_SEPARATE : (carom_relation)highest;
        f->by_relation[highest]++;
        if (a->arguments.draws && a->asked_walls == NULL &&
            !drawing_add_relation(&a->drawing, drawn)) {
            return false;
        }
    }
    if (f->count) {
        rows_print(&a->out, rows, make_count, f);
    }
    return true;
}

/// Prints the pairs of the chunk block by block. Returns false if out of memory.
static bool print_chunk(wall_query *q) {
    found_pairs *f = (found_pairs *)q;
    const size_t rows = f->end - f->begin;
    const size_t *offsets = f->lists.offsets;
    const size_t total = offsets[rows];
    memset(f->highest, 0, rows);
    memset(f->counts, 0, rows * sizeof *f->counts);
    uint32_t row = 0;
    for (f->block = 0; f->block < total; f->block += BLOCK) {
        const size_t count = total - f->block < BLOCK ? total - f->block : BLOCK;
        for (size_t i = 0; i < count; i++) {
            while (offsets[row + 1] <= f->block + i) {
                row++;
            }
            f->rows[i] = row;
        }
        rows_print(&q->answers.out, count, make_pair, f);
        if (!count_block(f, count)) {
            return false;
        }
    }
    return count_rows(f);
}

/// Allocates the buffers. Returns false if out of memory.
static bool start_search(wall_query *q) {
    found_pairs *f = (found_pairs *)q;
    f->chunk = CHUNK_ROWS;
    f->rows = malloc(BLOCK * sizeof *f->rows);
    f->relations = malloc(BLOCK);
    if (q->answers.arguments.draws) {
        f->marks = malloc(BLOCK * sizeof *f->marks);
    }
    f->highest = malloc(CHUNK_ROWS);
    f->counts = malloc(CHUNK_ROWS * sizeof *f->counts);
    return f->rows != NULL && f->relations != NULL &&
           (f->marks != NULL || !q->answers.arguments.draws) && f->highest != NULL &&
           f->counts != NULL && (f->start == NULL || f->start(f));
}

/// Asks about `count` rows from `begin` on.
static carom_status ask_rows(found_pairs *f, size_t count) {
    return f->ask(f, count, count > 1 ? CHUNK_PAIRS : SIZE_MAX);
}

static bool ask_chunk(wall_query *q) {
    found_pairs *f = (found_pairs *)q;
    const size_t all = answers_asked_count(&q->answers);
    f->begin = q->done;
    size_t count = all - f->begin < f->chunk ? all - f->begin : f->chunk;
    carom_circle_lists_release(&f->lists, NULL);
    carom_status status = ask_rows(f, count);
    while (status == CAROM_STATUS_TOO_MANY_ITEMS) {
        f->chunk = count = count > 4 ? count / 4 : 1;
        status = ask_rows(f, count);
    }
    if (status != CAROM_STATUS_OK) {
        return false;
    }
    // Return to large chunks after rows with many items.
    if (f->lists.offsets[count] < CHUNK_PAIRS / 8) {
        f->chunk = 4 * f->chunk < CHUNK_ROWS ? 4 * f->chunk : CHUNK_ROWS;
    }
    f->end = f->begin + count;
    q->done = f->end;
    progress_show(&q->answers.progress, q->done, all);
    return true;
}

static bool take_label(found_pairs *f, const tool_call *call, const char *text) {
    if (text[0] == '\0') {
        report(call->who, "--except-same: expected the name of a column, such as net, got \"\"");
        return false;
    }
    free(f->except_same);
    f->except_same = strdup(text);
    f->query.answers.label = f->except_same;
    if (f->except_same == NULL) {
        report(call->who, "out of memory");
    }
    return f->except_same != NULL;
}

bool found_pairs_take(const tool_call *call, void *data, int option, const char *text) {
    found_pairs *f = data;
    if (option == FOUND_THREADS) {
        return threads_take(call, text);
    }
    if (option == FOUND_KEEP) {
        return keep_take(&f->query.answers.keep, call, text);
    }
    if (option == FOUND_EXCEPT_SAME) {
        return take_label(f, call, text);
    }
    size_t length = strlen(text);
    if (number_read(text, length, &f->within) != NUMBER_OK ||
        number_is_negative(text, length, f->within)) {
        report(call->who, "--within: expected a distance, finite and not negative, got %s",
               text_quoted_of(text, length).at);
        return false;
    }
    f->has_within = true;
    return true;
}

int found_pairs_run(found_pairs *f, struct poptOption *options, int least, int most) {
    answers *a = &f->query.answers;
    const tool_call *call = a->call;
    f->query.start = start_search;
    f->query.ask = ask_chunk;
    f->query.print = print_chunk;
    int status = arguments_parse(&a->arguments, call, (own_options){options, found_pairs_take, f},
                                 least, most);
    if (status == ARGUMENTS_GO && f->count && call->draw_only) {
        report(call->who, "--count: a picture has no rows (see %s --help)", call->who);
        status = EXIT_BAD;
    }
    if (status == ARGUMENTS_GO) {
        a->first_alone = f->count != 0;
        f->query.header = f->count ? f->count_header : f->header;
        status = wall_query_run(&f->query);
    }
    carom_circle_lists_release(&f->lists, NULL);
    free(f->rows);
    free(f->relations);
    free(f->marks);
    free(f->highest);
    free(f->counts);
    free(f->except_same);
    wall_query_free(&f->query);
    return status;
}
