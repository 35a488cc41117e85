// `carom hits CIRCLES WALLS`: every pair that touches, by circle, then by wall.
// Method: all pairs are tested by the library's exact yes/no questions, and only the pairs found
// get their contact. The loop over the walls is a function of its own, for an index to replace.
// Layer: cli.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <carom/contact.h>

#include "arguments.h"
#include "drawing.h"
#include "number.h"
#include "output.h"
#include "picture.h"
#include "progress.h"
#include "shapes_table.h"
#include "text.h"

enum { OPTION_WITHIN = 1 };

typedef struct hits {
    const tool_call *call;
    arguments arguments;
    int ring;
    int summary;
    bool has_within;
    double within;
    progress progress;
    table circles_table;
    table walls_table;
    /// A bad row of the circles, to be reported when the circles before it are done.
    bool bad_circle;
    circle_list circles;
    wall_list walls;
    drawing drawing;
    /// Circles by their highest relation; CAROM_SEPARATE are the clear ones.
    size_t by_relation[CAROM_INSIDE + 1];
    uint64_t found;
    int64_t read_ns;
    int64_t test_ns;
    output out;
} hits;

/// Is this pair asked for? Exact.
static bool is_hit(const hits *h, carom_circle circle, carom_wall wall) {
    if (h->has_within) {
        return carom_circle_within(circle, wall, h->within) &&
               (!h->ring || carom_circle_relate(circle, wall) != CAROM_INSIDE);
    }
    return h->ring ? carom_circle_outline_touches(circle, wall)
                   : carom_circle_touches(circle, wall);
}

/// The first wall from number `from` on that this circle hits; the number of walls if there is
/// none.
static size_t next_hit(const hits *h, carom_circle circle, size_t from) {
    size_t i = from;
    while (i < h->walls.count && !is_hit(h, circle, h->walls.items[i])) {
        i++;
    }
    return i;
}

static void print_hit(hits *h, size_t circle, size_t wall, const carom_contact *k) {
    char number[NAME_NUMBER_SIZE];
    output *o = &h->out;
    table_text name = names_get(&h->circles.names, circle, number);
    output_text(o, name.at, name.length);
    name = names_get(&h->walls.names, wall, number);
    output_text(o, name.at, name.length);
    output_word(o, carom_relation_name(k->relation));
    output_number(o, k->point.x);
    output_number(o, k->point.y);
    output_number(o, k->normal.x);
    output_number(o, k->normal.y);
    output_number(o, k->depth);
    output_end_row(o);
}

/// All walls of one circle. False if memory is out.
static bool hit_circle(hits *h, size_t c) {
    carom_circle circle = h->circles.items[c];
    carom_relation highest = CAROM_SEPARATE;
    for (size_t w = next_hit(h, circle, 0); w < h->walls.count; w = next_hit(h, circle, w + 1)) {
        carom_contact k = carom_circle_contact(circle, h->walls.items[w]);
        highest = k.relation > highest ? k.relation : highest;
        h->found++;
        if (!h->call->draw_only) {
            print_hit(h, c, w, &k);
        }
        drawing_mark mark = {.circle = c, .wall = w, .contact = k};
        if (h->arguments.draws && !drawing_add_mark(&h->drawing, mark)) {
            return false;
        }
    }
    h->by_relation[highest]++;
    return !h->arguments.draws || drawing_add_relation(&h->drawing, highest);
}

/// All circles. False if the run has failed, which is reported.
static bool hit_circles(hits *h) {
    progress_start(&h->progress, "hits");
    bool memory = true;
    for (size_t c = 0; memory && c < h->circles.count && h->out.error == 0; c++) {
        progress_show(&h->progress, c, h->circles.count);
        memory = hit_circle(h, c);
    }
    progress_clear(&h->progress);
    if (!output_flush(&h->out)) {
        report(h->call->who, "standard output: %s", strerror(h->out.error));
        return false;
    }
    if (!memory) {
        report(h->call->who, "out of memory");
        return false;
    }
    if (h->bad_circle) {
        report(NULL, "%s", h->circles_table.error);
        return false;
    }
    return true;
}

/// Reads both files. A bad circle row waits until the circles before it have got their results; a
/// bad wall row comes before the results of every circle.
static bool read_files(hits *h) {
    table *t = &h->circles_table;
    bool skip_bad = h->arguments.skip_bad != 0;
    table_status status = table_open(t, h->arguments.plain[0], circle_columns, CIRCLE_COLUMNS);
    if (status == TABLE_ROW) {
        status = circle_list_read(&h->circles, t, skip_bad);
    }
    h->bad_circle = status == TABLE_BAD;
    if (status == TABLE_FAILED) {
        report(NULL, "%s", t->error);
        return false;
    }
    t = &h->walls_table;
    status = table_open(t, h->arguments.plain[1], wall_columns, WALL_COLUMNS);
    if (status == TABLE_ROW) {
        status = wall_list_read(&h->walls, t, skip_bad);
    }
    if (status != TABLE_END) {
        report(NULL, "%s", t->error);
        return false;
    }
    return true;
}

static void print_summary(const hits *h, int64_t total_ns) {
    size_t stuck = 0;
    for (int i = CAROM_CROSSING; i <= CAROM_INSIDE; i++) {
        stuck += h->by_relation[i];
    }
    uint64_t tested = (uint64_t)h->circles.count * (uint64_t)h->walls.count;
    fprintf(stderr,
            "carom hits: %zu circles, %zu walls\n"
            "  stuck      %10zu  circles that overlap a wall\n"
            "  touching   %10zu  circles that touch a wall and overlap none\n"
            "  clear      %10zu  circles\n"
            "  found      %10" PRIu64 "  pairs, of %" PRIu64 " tested\n"
            "  time       %10.3f  seconds: %.3f reading, %.3f testing and printing\n",
            h->circles.count, h->walls.count, stuck, h->by_relation[CAROM_TOUCHING],
            h->by_relation[CAROM_SEPARATE], h->found, tested, (double)total_ns * 1e-9,
            (double)h->read_ns * 1e-9, (double)h->test_ns * 1e-9);
}

static bool hits_picture(hits *h) {
    drawing *d = &h->drawing;
    d->title = h->call->command->name;
    d->files[0] = h->arguments.plain[0];
    d->files[1] = h->arguments.plain[1];
    d->circles = h->circles.items;
    d->circle_count = h->circles.count;
    d->circle_names = &h->circles.names;
    d->walls = h->walls.items;
    d->wall_count = h->walls.count;
    d->wall_names = &h->walls.names;
    return picture_write(h->arguments.picture, h->arguments.width, d, h->call->who);
}

static int hits_all(hits *h) {
    static const char header[] = "circle,wall,relation,px,py,nx,ny,depth\n";
    int64_t start = progress_clock();
    if (!read_files(h)) {
        return EXIT_BAD;
    }
    h->read_ns = progress_clock() - start;
    output_start(&h->out, STDOUT_FILENO);
    if (!h->call->draw_only) {
        output_raw(&h->out, header, sizeof header - 1);
    }
    bool fine = hit_circles(h);
    h->test_ns = progress_clock() - start - h->read_ns;
    if (!fine || (h->arguments.draws && !hits_picture(h))) {
        return EXIT_BAD;
    }
    if (h->summary) {
        print_summary(h, progress_clock() - start);
    }
    return h->circles_table.bad_rows + h->walls_table.bad_rows > 0 ? EXIT_SKIPPED : EXIT_FINE;
}

static bool take_option(const tool_call *call, void *data, int option, const char *text) {
    hits *h = data;
    (void)option; // there is only one with a value
    if (number_read(text, strlen(text), &h->within) != NUMBER_OK || h->within < 0.0) {
        char shown[200];
        text_quote(shown, sizeof shown, text, strlen(text));
        report(call->who, "--within: expected a distance, finite and not negative, got %s", shown);
        return false;
    }
    h->has_within = true;
    return true;
}

static int hits_run(const tool_call *call) {
    hits h = {.call = call};
    struct poptOption options[] = {
        {"ring", '\0', POPT_ARG_NONE, &h.ring, 0,
         "Only outlines count: leave out walls wholly inside a circle", NULL},
        {"within", '\0', POPT_ARG_STRING, NULL, OPTION_WITHIN,
         "Also pairs with a gap of at most D, exactly", "D"},
        {"summary", '\0', POPT_ARG_NONE, &h.summary, 0,
         "Print counts and times on standard error at the end", NULL},
        POPT_TABLEEND,
    };
    int status = arguments_parse(&h.arguments, call, (own_options){options, take_option, &h}, 2);
    if (status == ARGUMENTS_GO) {
        if (strcmp(h.arguments.plain[0], "-") == 0 && strcmp(h.arguments.plain[1], "-") == 0) {
            report(call->who, "only one of CIRCLES and WALLS can be standard input");
            status = EXIT_BAD;
        } else {
            status = hits_all(&h);
            table_close(&h.circles_table);
            table_close(&h.walls_table);
            circle_list_free(&h.circles);
            wall_list_free(&h.walls);
            drawing_free(&h.drawing);
        }
    }
    arguments_free(&h.arguments);
    return status;
}

const tool_command command_hits = {
    .name = "hits",
    .arguments = "CIRCLES WALLS",
    .summary = "every pair of a circle and a wall that touches",
    .example = "hits circles.csv walls.csv --summary",
    .details =
        "CIRCLES and WALLS are CSV with a header line, columns in any order, others ignored;\n"
        "one of them may be -, standard input:\n"
        "  cx,cy,r      a circle: centre and radius\n"
        "  ax,ay,bx,by  a wall: from a to b\n"
        "  wr           optional: wall radius, half its thickness (0)\n"
        "  extent       optional: segment (a to b), ray (from a through b), line (segment)\n"
        "  id           optional, in both: what the row is called\n"
        "Numbers are decimal or C hex floats.\n"
        "\n"
        "Prints CSV: circle,wall,relation,px,py,nx,ny,depth - by circle, then wall\n"
        "  circle,wall  the ids, or the numbers of the rows from 0\n"
        "  relation     touching, crossing, inside-touching or inside (the wall in the\n"
        "               circle), with --within also separate; exact for all finite numbers\n"
        "  px,py        nearest point on the wall's surface\n"
        "  nx,ny        unit vector from the wall to the centre\n"
        "  depth        how deep they overlap; 0 touching, below 0 the gap\n"
        "\n"
        "Examples:\n"
        "  carom hits circles.csv walls.csv --picture level.svg --summary > hits.csv\n"
        "  carom hits pads.csv tracks.csv --within 0.2",
    .draws = true,
    .run = hits_run,
};
