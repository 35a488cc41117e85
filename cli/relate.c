// `carom relate PAIRS`: each row a circle and a wall, each answer on the line of its row.
// Method: streams; nothing is kept but, for a picture, the shapes. Results are flushed whenever the
// input may have to wait, so that the tool can answer a program that talks to it through pipes.
// Layer: cli.
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <carom/contact.h>

#include "arguments.h"
#include "drawing.h"
#include "output.h"
#include "picture.h"
#include "progress.h"
#include "shapes_table.h"

/// A run, and, if there will be a picture, what it shows.
typedef struct relate {
    const tool_call *call;
    arguments arguments;
    table pairs;
    progress progress;
    circle_list circles;
    wall_list walls;
    drawing drawing;
    output out;
} relate;

static void before_read(void *data, uint64_t done, uint64_t total) {
    relate *r = data;
    output_flush(&r->out);
    progress_show(&r->progress, done, total);
}

static void print_row(relate *r, const carom_contact *k) {
    char number[NAME_NUMBER_SIZE];
    table_text name = name_of_row(row_id(&r->pairs), r->pairs.row, number);
    output *o = &r->out;
    output_text(o, name.at, name.length);
    output_word(o, carom_relation_name(k->relation));
    output_word(o, carom_feature_name(k->feature));
    output_number(o, k->along);
    output_number(o, k->point.x);
    output_number(o, k->point.y);
    output_number(o, k->normal.x);
    output_number(o, k->normal.y);
    output_number(o, k->depth);
    output_end_row(o);
}

static table_status keep_row(relate *r, carom_circle circle, carom_wall wall,
                             const carom_contact *k) {
    table_text id = row_id(&r->pairs);
    size_t row = r->pairs.row;
    drawing_mark mark = {.circle = r->circles.count, .wall = r->walls.count, .contact = *k};
    bool kept = circle_list_add(&r->circles, circle, id, row) &&
                wall_list_add(&r->walls, wall, id, row) && drawing_add_mark(&r->drawing, mark) &&
                drawing_add_relation(&r->drawing, k->relation);
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
    if (!r->call->draw_only) {
        print_row(r, &k);
    }
    return r->arguments.draws ? keep_row(r, circle, wall, &k) : TABLE_ROW;
}

/// Goes through all rows; false if the run has failed, which is reported.
static bool relate_rows(relate *r) {
    table_on_read(&r->pairs, before_read, r);
    while (r->out.error == 0) {
        table_status status = table_next(&r->pairs);
        if (status == TABLE_ROW) {
            status = relate_row(r);
        }
        if (status == TABLE_ROW) {
            continue;
        }
        progress_clear(&r->progress);
        if (status == TABLE_END) {
            break;
        }
        output_flush(&r->out);
        report(NULL, "%s", r->pairs.error);
        if (status != TABLE_BAD || !r->arguments.skip_bad) {
            return false;
        }
    }
    progress_clear(&r->progress);
    if (!output_flush(&r->out)) {
        report(r->call->who, "standard output: %s", strerror(r->out.error));
        return false;
    }
    return true;
}

static bool relate_picture(relate *r) {
    drawing *d = &r->drawing;
    d->title = r->call->command->name;
    d->files[0] = r->arguments.plain[0];
    d->circles = r->circles.items;
    d->circle_count = r->circles.count;
    d->circle_names = &r->circles.names;
    d->walls = r->walls.items;
    d->wall_count = r->walls.count;
    d->wall_names = &r->walls.names;
    d->paired = true;
    return picture_write(r->arguments.picture, r->arguments.width, d, r->call->who);
}

static int relate_open_and_run(relate *r) {
    static const char header[] = "row,relation,feature,along,px,py,nx,ny,depth\n";
    if (table_open(&r->pairs, r->arguments.plain[0], pair_columns, PAIR_COLUMNS) != TABLE_ROW) {
        report(NULL, "%s", r->pairs.error);
        return EXIT_BAD;
    }
    output_start(&r->out, STDOUT_FILENO);
    progress_start(&r->progress, "relate");
    if (!r->call->draw_only) {
        output_raw(&r->out, header, sizeof header - 1);
    }
    if (!relate_rows(r) || (r->arguments.draws && !relate_picture(r))) {
        return EXIT_BAD;
    }
    return r->pairs.bad_rows > 0 ? EXIT_SKIPPED : EXIT_FINE;
}

static int relate_run(const tool_call *call) {
    relate r = {.call = call};
    int status = arguments_parse(&r.arguments, call, (own_options){NULL, NULL, NULL}, 1);
    if (status == ARGUMENTS_GO) {
        status = relate_open_and_run(&r);
        table_close(&r.pairs);
        circle_list_free(&r.circles);
        wall_list_free(&r.walls);
        drawing_free(&r.drawing);
    }
    arguments_free(&r.arguments);
    return status;
}

const tool_command command_relate = {
    .name = "relate",
    .arguments = "PAIRS",
    .summary = "how the circle and the wall of each row stand to each other",
    .example = "relate pairs.csv",
    .details =
        "PAIRS is CSV with a header line, columns in any order, others ignored; - is\n"
        "standard input:\n"
        "  cx,cy,r      the circle: centre and radius\n"
        "  ax,ay,bx,by  the wall: from a to b\n"
        "  wr           optional: wall radius, half its thickness (0)\n"
        "  extent       optional: segment (a to b), ray (from a through b), line (segment)\n"
        "  id           optional: what the row is called\n"
        "Numbers are decimal or C hex floats.\n"
        "\n"
        "Prints CSV: row,relation,feature,along,px,py,nx,ny,depth\n"
        "  row          the id, or the number of the row from 0\n"
        "  relation     separate, touching, crossing, inside-touching or inside (the wall in\n"
        "               the circle); exact for all finite numbers\n"
        "  feature      nearest part of the wall: side, a or b; exact\n"
        "  along        where that is: 0 at a, 1 at b\n"
        "  px,py        nearest point on the wall's surface\n"
        "  nx,ny        unit vector from the wall to the centre\n"
        "  depth        how deep they overlap; 0 touching, below 0 the gap\n"
        "Rows are printed as they are read and nothing is kept, unless there is a picture.\n"
        "\n"
        "Example:\n"
        "  printf 'cx,cy,r,ax,ay,bx,by\\n35,15,10,0,0,50,50\\n' | carom relate -",
    .draws = true,
    .run = relate_run,
};
