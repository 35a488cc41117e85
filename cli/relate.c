// `carom relate PAIRS`: the relation and the contact of the circle and the wall in each row.
// Room: cli.
#include "relate.h"

#include <carom/contact.h>

#include "help.h"
#include "method_rows.h"
#include "pairs.h"

/// The columns that --crossings adds.
#define CROSSINGS_COLUMNS "count,along0,x0,y0,along1,x1,y1"

/// Prints the points of the outline on the axis. Fields of points that do not exist are empty.
static void print_crossings(output *o, carom_circle circle, carom_wall wall) {
    const carom_crossings c = carom_circle_crossings(circle, wall);
    output_number(o, c.count);
    for (int i = 0; i < c.count; i++) {
        output_number(o, c.along[i]);
        output_point(o, c.point[i]);
    }
    output_empty(o, 3 * (2 - c.count));
}

/// Prints the contact; the row is not ended.
static void print_contact(answers *a, const table *pairs, const carom_contact *k) {
    output *o = &a->out;
    answers_print_row_name(o, pairs);
    output_word(o, carom_relation_name(k->relation));
    output_word(o, carom_feature_name(k->feature));
    output_number(o, k->along);
    answers_print_contact(o, k);
}

static bool keep_row(answers *a, const table *pairs, carom_circle circle, carom_wall wall,
                     const carom_contact *k) {
    drawing_mark mark = {.circle = a->circles.count, .wall = a->walls.count, .contact = *k};
    static const wall_motion rest = {{0.0, 0.0}, {0.0, 0.0}};
    return pairs_keep(a, pairs, circle, NULL, wall, rest) && drawing_add_mark(&a->drawing, mark) &&
           drawing_add_relation(&a->drawing, k->relation);
}

static table_status relate_row(answers *a, table *pairs, bool crossings) {
    carom_circle circle;
    carom_wall wall;
    if (row_circle(pairs, 1, &circle) != TABLE_ROW || row_wall(pairs, 4, &wall) != TABLE_ROW) {
        return TABLE_BAD;
    }
    carom_contact k = carom_circle_contact(circle, wall);
    if (!a->call->draw_only) {
        print_contact(a, pairs, &k);
        if (crossings) {
            print_crossings(&a->out, circle, wall);
        }
        answers_end_current_row(a, pairs);
    }
    return a->arguments.draws && !keep_row(a, pairs, circle, wall, &k) ? table_no_memory(pairs)
                                                                       : TABLE_ROW;
}

static int relate_run(const tool_call *call) {
    static const pairs_query query = {
        .columns = pair_columns,
        .column_count = PAIR_COLUMNS,
        .header = "row,relation,feature,along," ANSWERS_CONTACT_COLUMNS,
        .more_option = "crossings",
        .more_help = "Also print where the outline of the circle crosses the wall",
        .more_columns = "," CROSSINGS_COLUMNS,
        .answer_row = relate_row,
        .method_header = METHOD_RELATE_COLUMNS,
        .answer_method_row = method_rows_relate,
    };
    return pairs_run(call, &query);
}

const tool_command command_relate = {
    .name = "relate",
    .arguments = "PAIRS",
    .summary = "the relation and the contact of the circle and the wall of each row",
    .example = "relate pairs.csv",
    .details =
        "PAIRS is CSV or TSV with a header line. Columns may come in any order; unknown\n"
        "columns are ignored. - is standard input.\n" HELP_CIRCLE HELP_WALL HELP_ID "\n"
        "Prints CSV: row,relation,feature,along," ANSWERS_CONTACT_COLUMNS "\n"
        "  row          the id, or the number of the row from 0\n"
        "  relation     separate, touching, crossing, inside-touching or inside (the wall\n"
        "               lies in the circle); exact for all finite numbers\n"
        "  feature      nearest part of the wall: side, a or b; exact\n"
        "  along        parameter of the nearest point: 0 at a, 1 at b\n" HELP_CONTACT HELP_COMPUTED
        "\n"
        "With --crossings also: " CROSSINGS_COLUMNS "\n"
        "  count        number of points, 0, 1 or 2, where the outline of the circle meets the\n"
        "               segment, ray or line itself, whatever wr; exact\n"
        "  along0,x0,y0 the first of them from a to b: its parameter and its place; empty if\n"
        "               there is none\n"
        "  along1,x1,y1 the second\n" HELP_STREAMS "\n" HELP_METHOD_HEAD
        "  area-line, area, closest-point, falling-gate, falling-projection, tangent-clamp,\n"
        "  naive-double, naive-float\n"
        "Prints CSV with --method: " METHOD_RELATE_COLUMNS "\n"
        "  collides     the answer of the method: yes or no\n"
        "  exact        the exact answer\n"
        "  verdict      right, false-hit or missed\n"
        "  px,py        the nearest point of the method\n"
        "  nx,ny,depth  direction and length of its depenetration vector\n" HELP_METHOD_TAIL "\n"
        "Examples:\n"
        "  carom relate pairs.csv --method closest-point --steps\n"
        "  printf 'cx,cy,r,ax,ay,bx,by\\n35,15,10,0,0,50,50\\n' | carom relate -",
    .draws = true,
    .run = relate_run,
};
