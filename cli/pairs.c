// A command over PAIRS, which answers each row independently.
// Method: rows are streamed, and shapes are stored only for a picture. The output is flushed before
// each read, so that another program can use the tool interactively through pipes.
// Room: cli.
#include "pairs.h"

#include <stdint.h>
#include <stdio.h>

#include "report.h"

enum { OPTION_METHOD = 1, OPTION_KEEP };

/// The query of the command and the chosen method.
typedef struct asking {
    const pairs_query *query;
    method_choice choice;
    keep_list *keep;
    /// Print the added columns. It is an int for popt.
    int more;
} asking;

static void before_read(void *data, uint64_t done, uint64_t total) {
    answers *a = data;
    output_flush(&a->out);
    progress_show(&a->progress, done, total);
}

/// Processes all rows. Returns false on failure, which is reported.
static bool answer_rows(answers *a, table *pairs, const asking *asked) {
    const method_choice *choice = &asked->choice;
    table_on_read(pairs, before_read, a);
    progress_start(&a->progress, a->call->command->name);
    while (a->out.error == 0) {
        table_status status = table_next(pairs);
        if (status == TABLE_ROW) {
            status = choice->given ? asked->query->answer_method_row(a, pairs, choice)
                                   : asked->query->answer_row(a, pairs, asked->more != 0);
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

static int answer_file(answers *a, table *pairs, const asking *asked) {
    const char *path = a->arguments.plain[0];
    const pairs_query *query = asked->query;
    if (table_open(pairs, path, a->arguments.delimiter, query->columns, query->column_count) !=
            TABLE_ROW ||
        kept_find(&a->circles.kept, pairs, &a->keep.names, true) != TABLE_ROW) {
        report(NULL, "%s", pairs->error);
        return EXIT_BAD;
    }
    table_warn_misspelt(pairs, &a->keep.names);
    char header[256];
    snprintf(header, sizeof header, "%s%s", query->header, asked->more ? query->more_columns : "");
    answers_start_rows(a, asked->choice.steps   ? NULL
                          : asked->choice.given ? query->method_header
                                                : header);
    a->drawing.paired = true;
    if (!answer_rows(a, pairs, asked) || !answers_draw(a)) {
        return EXIT_BAD;
    }
    return pairs->bad_rows > 0 ? EXIT_SKIPPED : EXIT_FINE;
}

static bool take_option(const tool_call *call, void *data, int option, const char *text) {
    asking *asked = data;
    if (option == OPTION_KEEP) {
        return keep_take(asked->keep, call, text);
    }
    return method_take(call, asked->query->sweeps, text, &asked->choice);
}

/// Returns false if the options do not fit together, which is reported.
static bool fit_together(const answers *a, const asking *asked) {
    const char *who = a->call->who;
    const char *more = asked->query->more_option;
    const method_choice *choice = &asked->choice;
    if (asked->more && a->call->draw_only) {
        report(who, "--%s: a picture has no rows (see %s --help)", more, who);
        return false;
    }
    if (asked->more && choice->given) {
        report(who, "--%s: --method prints other columns; leave one of them out (see %s --help)",
               more, who);
        return false;
    }
    if (choice->steps && !choice->given) {
        report(who, "--steps: expected --method NAME as well (see %s --help)", who);
        return false;
    }
    if (choice->steps && (a->keep.names.count > 0 || a->arguments.tsv)) {
        report(who, "--steps prints text, which has no columns for --%s (see %s --help)",
               a->arguments.tsv ? "tsv" : "keep", who);
        return false;
    }
    if (choice->given && a->arguments.draws) {
        report(who, "--method has no picture; carom draw --errors %s PAIRS draws its errors",
               carom_classic_name(choice->method));
        return false;
    }
    return true;
}

int pairs_run(const tool_call *call, const pairs_query *query) {
    answers a = {.call = call};
    table pairs;
    asking asked = {.query = query, .keep = &a.keep};
    struct poptOption options[] = {
        {"method", '\0', POPT_ARG_STRING, NULL, OPTION_METHOD,
         "Print the answer of a published method next to the exact answer", "NAME"},
        {"steps", '\0', POPT_ARG_NONE, &asked.choice.steps, 0,
         "With --method: print the steps of the method for each row, as text", NULL},
        {query->more_option, '\0', POPT_ARG_NONE, &asked.more, 0, query->more_help, NULL},
        KEEP_OPTION(OPTION_KEEP),
        POPT_TABLEEND,
    };
    int status =
        arguments_parse(&a.arguments, call, (own_options){options, take_option, &asked}, 1, 1);
    if (status == ARGUMENTS_GO && !fit_together(&a, &asked)) {
        status = EXIT_BAD;
    }
    if (status == ARGUMENTS_GO) {
        status = answer_file(&a, &pairs, &asked);
        table_close(&pairs);
    }
    answers_free(&a);
    return status;
}

bool pairs_keep(answers *a, const table *pairs, carom_circle circle, const carom_vec2 *motion,
                carom_wall wall, wall_motion wall_moves) {
    table_text id = row_id(pairs);
    size_t row = pairs->row;
    bool kept = motion == NULL ? circle_list_add(&a->circles, circle, id, row)
                               : mover_list_add(&a->circles, circle, *motion, id, row);
    return kept && wall_list_add(&a->walls, wall, id, row) && wall_list_move(&a->walls, wall_moves);
}
