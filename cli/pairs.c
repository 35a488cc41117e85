// A command over PAIRS, each row answered on its own: the way there and back.
// Method: streams; nothing is kept but, for a picture, the shapes. Results are flushed whenever the
// input may have to wait, so that the tool can answer a program that talks to it through pipes.
// Layer: cli.
#include "pairs.h"

#include <stdint.h>

#include "report.h"

static void before_read(void *data, uint64_t done, uint64_t total) {
    answers *a = data;
    output_flush(&a->out);
    progress_show(&a->progress, done, total);
}

/// Goes through all rows; false if the run has failed, which is reported.
static bool answer_rows(answers *a, table *pairs, const pairs_question *question) {
    table_on_read(pairs, before_read, a);
    progress_start(&a->progress, a->call->command->name);
    while (a->out.error == 0) {
        table_status status = table_next(pairs);
        if (status == TABLE_ROW) {
            status = question->answer_row(a, pairs);
        }
        if (status == TABLE_ROW) {
            continue;
        }
        progress_clear(&a->progress);
        if (status == TABLE_END) {
            break;
        }
        output_flush(&a->out);
        report(NULL, "%s", pairs->error);
        if (status != TABLE_BAD || !a->arguments.skip_bad) {
            return false;
        }
    }
    progress_clear(&a->progress);
    return answers_finish_rows(a);
}

static int answer_file(answers *a, table *pairs, const pairs_question *question) {
    const char *path = a->arguments.plain[0];
    if (table_open(pairs, path, question->columns, question->column_count) != TABLE_ROW) {
        report(NULL, "%s", pairs->error);
        return EXIT_BAD;
    }
    answers_start_rows(a, question->header);
    a->drawing.paired = true;
    if (!answer_rows(a, pairs, question) || !answers_draw(a)) {
        return EXIT_BAD;
    }
    return pairs->bad_rows > 0 ? EXIT_SKIPPED : EXIT_FINE;
}

int pairs_run(const tool_call *call, const pairs_question *question) {
    answers a = {.call = call};
    table pairs;
    int status = arguments_parse(&a.arguments, call, (own_options){NULL, NULL, NULL}, 1);
    if (status == ARGUMENTS_GO) {
        status = answer_file(&a, &pairs, question);
        table_close(&pairs);
    }
    answers_free(&a);
    return status;
}

bool pairs_keep(answers *a, const table *pairs, carom_circle circle, const carom_vec2 *motion,
                carom_wall wall) {
    table_text id = row_id(pairs);
    size_t row = pairs->row;
    bool kept = motion == NULL ? circle_list_add(&a->circles, circle, id, row)
                               : mover_list_add(&a->circles, circle, *motion, id, row);
    return kept && wall_list_add(&a->walls, wall, id, row);
}
