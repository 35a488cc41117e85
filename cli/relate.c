// `carom relate PAIRS`: each row a circle and a wall, each answer on the line of its row.
// Method: streams; nothing is kept but, for a picture, the shapes. Results are flushed whenever the
// input may have to wait, so that the tool can answer a program that talks to it through pipes.
// Layer: cli.
#include "relate.h"

#include <stdint.h>

#include <carom/contact.h>

#include "report.h"
#include "run.h"

typedef struct relate {
    run run;
    table pairs;
} relate;

static void before_read(void *data, uint64_t done, uint64_t total) {
    relate *r = data;
    output_flush(&r->run.out);
    progress_show(&r->run.progress, done, total);
}

static void print_row(relate *r, const carom_contact *k) {
    char number[NAME_NUMBER_SIZE];
    table_text name = name_of_row(row_id(&r->pairs), r->pairs.row, number);
    output *o = &r->run.out;
    output_text(o, name.at, name.length);
    output_word(o, carom_relation_name(k->relation));
    output_word(o, carom_feature_name(k->feature));
    output_number(o, k->along);
    run_print_contact(&r->run, k);
}

/// Keeps a row for the picture.
static table_status keep_row(relate *r, carom_circle circle, carom_wall wall,
                             const carom_contact *k) {
    run *to = &r->run;
    table_text id = row_id(&r->pairs);
    size_t row = r->pairs.row;
    scene_mark mark = {.circle = to->circles.count, .wall = to->walls.count, .contact = *k};
    bool kept = circle_list_add(&to->circles, circle, id, row) &&
                wall_list_add(&to->walls, wall, id, row) && scene_add_mark(&to->scene, mark) &&
                scene_add_relation(&to->scene, k->relation);
    return kept ? TABLE_ROW : table_no_memory(&r->pairs);
}

static table_status relate_row(relate *r) {
    carom_circle circle;
    carom_wall wall;
    if (row_circle(&r->pairs, 1, &circle) != TABLE_ROW ||
        row_wall(&r->pairs, 4, &wall) != TABLE_ROW) {
        return TABLE_BAD;
    }
    carom_contact k = carom_circle_contact(circle, wall);
    if (!r->run.call->draw_only) {
        print_row(r, &k);
    }
    return r->run.arguments.draws ? keep_row(r, circle, wall, &k) : TABLE_ROW;
}

/// Goes through all rows; false if the run has failed, which is reported.
static bool relate_rows(relate *r) {
    table_on_read(&r->pairs, before_read, r);
    progress_start(&r->run.progress, "relate");
    while (r->run.out.error == 0) {
        table_status status = table_next(&r->pairs);
        if (status == TABLE_ROW) {
            status = relate_row(r);
        }
        if (status == TABLE_ROW) {
            continue;
        }
        progress_clear(&r->run.progress);
        if (status == TABLE_END) {
            break;
        }
        output_flush(&r->run.out);
        report(NULL, "%s", r->pairs.error);
        if (status != TABLE_BAD || !r->run.arguments.skip_bad) {
            return false;
        }
    }
    progress_clear(&r->run.progress);
    return run_finish_rows(&r->run);
}

static int relate_all(relate *r) {
    if (table_open(&r->pairs, r->run.arguments.plain[0], pair_columns, PAIR_COLUMNS) != TABLE_ROW) {
        report(NULL, "%s", r->pairs.error);
        return EXIT_BAD;
    }
    run_start_rows(&r->run, "row,relation,feature,along," RUN_CONTACT_COLUMNS);
    r->run.scene.paired = true;
    if (!relate_rows(r) || !run_draw(&r->run)) {
        return EXIT_BAD;
    }
    return r->pairs.bad_rows > 0 ? EXIT_SKIPPED : EXIT_FINE;
}

static int relate_run(const tool_call *call) {
    relate r = {.run = {.call = call}};
    int status = arguments_parse(&r.run.arguments, call, (own_options){NULL, NULL, NULL}, 1);
    if (status == ARGUMENTS_GO) {
        status = relate_all(&r);
        table_close(&r.pairs);
    }
    run_free(&r.run);
    return status;
}

const tool_command command_relate = {
    .name = "relate",
    .arguments = "PAIRS",
    .summary = "how the circle and the wall of each row stand to each other",
    .example = "relate pairs.csv",
    .details =
        "PAIRS is CSV with a header line, columns in any order, others ignored; - is\n"
        "standard input:\n" RUN_SHAPES_HELP "\n"
        "Prints CSV: row,relation,feature,along," RUN_CONTACT_COLUMNS "\n"
        "  row          the id, or the number of the row from 0\n"
        "  relation     separate, touching, crossing, inside-touching or inside (the wall in\n"
        "               the circle); exact for all finite numbers\n"
        "  feature      nearest part of the wall: side, a or b; exact\n"
        "  along        where that is: 0 at a, 1 at b\n" RUN_CONTACT_HELP
        "Rows are printed as they are read and nothing is kept, unless there is a picture.\n"
        "\n"
        "Example:\n"
        "  printf 'cx,cy,r,ax,ay,bx,by\\n35,15,10,0,0,50,50\\n' | carom relate -",
    .draws = true,
    .run = relate_run,
};
