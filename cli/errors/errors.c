// `carom draw --errors NAME PAIRS`: a map of where a published method is right and where it is
// wrong.
// Method: the first row gives the query, and the centre of its circle moves over all cells of the
// window.
// Room: cli.
#include "errors/errors.h"

#include <string.h>

#include "answers.h"
#include "csv/number.h"
#include "csv/text.h"
#include "errors/paint.h"
#include "help.h"
#include "method.h"
#include "report.h"

enum { OPTION_ERRORS = 1, OPTION_WINDOW };

/// One call of the command.
typedef struct errors_call {
    const tool_call *call;
    arguments arguments;
    bool has_method;
    bool has_window;
    carom_box window;
    error_map map;
} errors_call;

static bool read_window(const char *text, carom_box *window) {
    double *const numbers[] = {&window->min.x, &window->min.y, &window->max.x, &window->max.y};
    for (int i = 0; i < 4; i++) {
        const char *comma = strchr(text, ',');
        if ((comma != NULL) != (i < 3)) {
            return false;
        }
        const size_t length = comma != NULL ? (size_t)(comma - text) : strlen(text);
        if (number_read(text, length, numbers[i]) != NUMBER_OK) {
            return false;
        }
        text += length + 1;
    }
    return error_window_is_valid(*window);
}

static bool take_option(const tool_call *call, void *data, int option, const char *text) {
    errors_call *e = data;
    if (option == OPTION_ERRORS) {
        e->has_method = method_find(call, text, &e->map.method);
        return e->has_method;
    }
    e->has_window = read_window(text, &e->window);
    if (!e->has_window) {
        report(call->who,
               "--window: expected XMIN,YMIN,XMAX,YMAX, finite and in this order, such as "
               "-4,-3,4,3, got %s",
               text_quoted_of(text, strlen(text)).at);
    }
    return e->has_window;
}

/// Reads the first row, or, with --skip-bad, the first good row. Returns the exit status.
static int read_row(errors_call *e) {
    error_map *m = &e->map;
    const bool sweeps = carom_classic_is_sweep(m->method);
    table pairs;
    table_status status = table_open(&pairs, e->arguments.plain[0], e->arguments.delimiter,
                                     sweeps ? mover_pair_columns : pair_columns,
                                     sweeps ? MOVER_PAIR_COLUMNS : PAIR_COLUMNS);
    if (status == TABLE_ROW) {
        static const field_list none = {.count = 0};
        table_warn_misspelt(&pairs, &none);
    }
    while (status == TABLE_ROW) {
        status = table_next(&pairs);
        if (status == TABLE_ROW &&
            ((sweeps ? row_mover(&pairs, 1, &m->circle, &m->move)
                     : row_circle(&pairs, 1, &m->circle)) != TABLE_ROW ||
             row_wall(&pairs, sweeps ? 6 : 4, &m->wall) != TABLE_ROW ||
             method_check_wall(&pairs, m->method, m->wall) != TABLE_ROW ||
             (sweeps && method_check_rest(&pairs, m->method, m->wall) != TABLE_ROW))) {
            status = TABLE_BAD;
        }
        if (status == TABLE_ROW) {
            break;
        }
        if (status == TABLE_BAD && e->arguments.skip_bad) {
            report(NULL, "%s", pairs.error);
            status = TABLE_ROW;
        }
    }
    const bool skipped = pairs.bad_rows > 0;
    if (status == TABLE_END) {
        report(NULL, "%s: expected at least one good row", e->arguments.plain[0]);
    } else if (status != TABLE_ROW) {
        report(NULL, "%s", pairs.error);
    }
    table_close(&pairs);
    return status != TABLE_ROW ? EXIT_BAD : skipped ? EXIT_SKIPPED : EXIT_FINE;
}

/// Chooses the window and its cells. Returns false on failure, which is reported.
static bool plan(errors_call *e) {
    error_map *m = &e->map;
    if (!e->has_window &&
        !error_window(m->circle.radius + m->wall.radius, m->move, m->wall, &e->window)) {
        report(e->call->who, "the default window exceeds the range of double; set --window");
        return false;
    }
    if (!error_grid_plan(&m->grid, e->window, error_paint_room(e->arguments.width))) {
        report(e->call->who, "--window: its height must be 1/50 to 50 times its width");
        return false;
    }
    return true;
}

static int draw_errors(errors_call *e) {
    if (!e->has_method) {
        report(e->call->who, "--errors is missing (see carom draw --help)");
        return EXIT_BAD;
    }
    const int status = read_row(e);
    progress bar;
    if (status == EXIT_BAD || !plan(e)) {
        return EXIT_BAD;
    }
    if (!error_map_judge(&e->map, &bar)) {
        report(e->call->who, "out of memory");
        return EXIT_BAD;
    }
    return error_paint(e->arguments.picture, e->arguments.width, &e->map, e->call->who) ? status
                                                                                        : EXIT_BAD;
}

static int errors_run(const tool_call *call) {
    errors_call e = {.call = call};
    struct poptOption options[] = {
        {"errors", '\0', POPT_ARG_STRING, NULL, OPTION_ERRORS, "The method", "NAME"},
        {"window", '\0', POPT_ARG_STRING, NULL, OPTION_WINDOW,
         "The part of the plane to draw (default: around the wall)", "XMIN,YMIN,XMAX,YMAX"},
        POPT_TABLEEND,
    };
    int status = arguments_parse(&e.arguments, call, (own_options){options, take_option, &e}, 1, 1);
    if (status == ARGUMENTS_GO) {
        status = draw_errors(&e);
        error_map_free(&e.map);
    }
    arguments_free(&e.arguments);
    return status;
}

const tool_command command_errors = {
    .name = "draw --errors",
    .arguments = "PAIRS",
    .summary = "draw a map of the errors of a published method",
    .example = "draw --errors closest-point pairs.csv --picture errors.png",
    .details =
        "Each point of the map is a centre of the circle. The colour compares the answer of the\n"
        "method with the exact answer: pale for a right no, green for a right yes, red for a\n"
        "false hit, blue for missed, orange for a wrong time or centre (moving-circle only). A\n"
        "line separates the exact answers yes and no.\n"
        "\n"
        "The first row of PAIRS gives the radius of the circle, the wall and, for moving-circle,\n"
        "the displacement. The circle of that row is drawn too. Columns:\n" HELP_CIRCLE
        "  vx,vy        displacement over the frame; only for moving-circle\n" HELP_WALL HELP_ID
        "carom draw --help lists the values of NAME.\n"
        "\n"
        "The default window has a margin of 2 R around the wall. If a pixel would be smaller\n"
        "than the distance between two doubles, each cell is one double. Such a window shows\n"
        "rounding errors of a few ulps near the boundary of the exact answer.\n"
        "\n"
        "Examples:\n"
        "  carom draw --errors tangent-clamp pairs.csv > errors.svg\n"
        "  carom draw --errors naive-float pairs.csv --window 2.9999,0.9999,3.0001,1.0001 \\\n"
        "      --picture errors.png",
    .draws = true,
    .run = errors_run,
};
