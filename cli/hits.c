// `carom hits CIRCLES WALLS`: every pair that touches, by circle, then by wall.
// Method: all pairs are tested by the library's exact yes/no questions, and only the pairs found
// get their contact. The loop over the walls is a function of its own, for an index to replace.
// Layer: cli.
#include "hits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <carom/contact.h>

#include "csv/number.h"
#include "csv/text.h"
#include "report.h"
#include "run.h"

enum { OPTION_WITHIN = 1 };

typedef struct hits {
    run run;
    int ring;
    int summary;
    bool has_within;
    double within;
    table circles_table;
    table walls_table;
    /// A bad row of the circles, to be reported when the circles before it are done.
    bool bad_circle;
    /// Circles by their highest relation; CAROM_SEPARATE are the clear ones.
    size_t by_relation[CAROM_INSIDE + 1];
    uint64_t found;
    int64_t read_ns;
    int64_t test_ns;
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
    while (i < h->run.walls.count && !is_hit(h, circle, h->run.walls.items[i])) {
        i++;
    }
    return i;
}

static void print_hit(hits *h, size_t circle, size_t wall, const carom_contact *k) {
    char number[NAME_NUMBER_SIZE];
    output *o = &h->run.out;
    table_text name = names_get(&h->run.circles.names, circle, number);
    output_text(o, name.at, name.length);
    name = names_get(&h->run.walls.names, wall, number);
    output_text(o, name.at, name.length);
    output_word(o, carom_relation_name(k->relation));
    run_print_contact(&h->run, k);
}

/// All walls of one circle. False if memory is out.
static bool hit_circle(hits *h, size_t c) {
    carom_circle circle = h->run.circles.items[c];
    carom_relation highest = CAROM_SEPARATE;
    for (size_t w = next_hit(h, circle, 0); w < h->run.walls.count;
         w = next_hit(h, circle, w + 1)) {
        carom_contact k = carom_circle_contact(circle, h->run.walls.items[w]);
        highest = k.relation > highest ? k.relation : highest;
        h->found++;
        if (!h->run.call->draw_only) {
            print_hit(h, c, w, &k);
        }
        scene_mark mark = {.circle = c, .wall = w, .contact = k};
        if (h->run.arguments.draws && !scene_add_mark(&h->run.scene, mark)) {
            return false;
        }
    }
    h->by_relation[highest]++;
    return !h->run.arguments.draws || scene_add_relation(&h->run.scene, highest);
}

/// All circles. False if the run has failed, which is reported.
static bool hit_circles(hits *h) {
    progress_start(&h->run.progress, "hits");
    bool memory = true;
    for (size_t c = 0; memory && c < h->run.circles.count && h->run.out.error == 0; c++) {
        progress_show(&h->run.progress, c, h->run.circles.count);
        memory = hit_circle(h, c);
    }
    progress_clear(&h->run.progress);
    if (!run_finish_rows(&h->run)) {
        return false;
    }
    if (!memory) {
        report(h->run.call->who, "out of memory");
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
    bool skip_bad = h->run.arguments.skip_bad != 0;
    table_status status = table_open(t, h->run.arguments.plain[0], circle_columns, CIRCLE_COLUMNS);
    if (status == TABLE_ROW) {
        status = circle_list_read(&h->run.circles, t, skip_bad);
    }
    h->bad_circle = status == TABLE_BAD;
    if (status == TABLE_FAILED) {
        report(NULL, "%s", t->error);
        return false;
    }
    t = &h->walls_table;
    status = table_open(t, h->run.arguments.plain[1], wall_columns, WALL_COLUMNS);
    if (status == TABLE_ROW) {
        status = wall_list_read(&h->run.walls, t, skip_bad);
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
    uint64_t tested = (uint64_t)h->run.circles.count * (uint64_t)h->run.walls.count;
    fprintf(stderr,
            "carom hits: %zu circles, %zu walls\n"
            "  stuck      %10zu  circles that overlap a wall\n"
            "  touching   %10zu  circles that touch a wall and overlap none\n"
            "  clear      %10zu  circles\n"
            "  found      %10" PRIu64 "  pairs, of %" PRIu64 " tested\n"
            "  time       %10.3f  seconds: %.3f reading, %.3f testing and printing\n",
            h->run.circles.count, h->run.walls.count, stuck, h->by_relation[CAROM_TOUCHING],
            h->by_relation[CAROM_SEPARATE], h->found, tested, (double)total_ns * 1e-9,
            (double)h->read_ns * 1e-9, (double)h->test_ns * 1e-9);
}

static int hits_all(hits *h) {
    int64_t start = progress_clock();
    if (!read_files(h)) {
        return EXIT_BAD;
    }
    h->read_ns = progress_clock() - start;
    run_start_rows(&h->run, "circle,wall,relation," RUN_CONTACT_COLUMNS);
    bool fine = hit_circles(h);
    h->test_ns = progress_clock() - start - h->read_ns;
    if (!fine || !run_draw(&h->run)) {
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
    size_t length = strlen(text);
    if (number_read(text, length, &h->within) != NUMBER_OK ||
        number_is_negative(text, length, h->within)) {
        report(call->who, "--within: expected a distance, finite and not negative, got %s",
               text_quoted_of(text, length).at);
        return false;
    }
    h->has_within = true;
    return true;
}

static int hits_run(const tool_call *call) {
    hits h = {.run = {.call = call}};
    struct poptOption options[] = {
        {"ring", '\0', POPT_ARG_NONE, &h.ring, 0,
         "Only outlines count: leave out walls wholly inside a circle", NULL},
        {"within", '\0', POPT_ARG_STRING, NULL, OPTION_WITHIN,
         "Also pairs with a gap of at most D, exactly", "D"},
        {"summary", '\0', POPT_ARG_NONE, &h.summary, 0,
         "Print counts and times on standard error at the end", NULL},
        POPT_TABLEEND,
    };
    arguments *a = &h.run.arguments;
    int status = arguments_parse(a, call, (own_options){options, take_option, &h}, 2);
    if (status == ARGUMENTS_GO) {
        if (strcmp(a->plain[0], "-") == 0 && strcmp(a->plain[1], "-") == 0) {
            report(call->who, "only one of CIRCLES and WALLS can be standard input");
            status = EXIT_BAD;
        } else {
            status = hits_all(&h);
            table_close(&h.circles_table);
            table_close(&h.walls_table);
        }
    }
    run_free(&h.run);
    return status;
}

const tool_command command_hits = {
    .name = "hits",
    .arguments = "CIRCLES WALLS",
    .summary = "every pair of a circle and a wall that touches",
    .example = "hits circles.csv walls.csv --summary",
    .details =
        "CIRCLES and WALLS are CSV with a header line, columns in any order, others ignored;\n"
        "one of them may be -, standard input:\n" RUN_SHAPES_HELP "\n"
        "Prints CSV: circle,wall,relation," RUN_CONTACT_COLUMNS " - by circle, then wall\n"
        "  circle,wall  the ids, or the numbers of the rows from 0\n"
        "  relation     touching, crossing, inside-touching or inside (the wall in the\n"
        "               circle), with --within also separate; exact for all finite "
        "numbers\n" RUN_CONTACT_HELP "\n"
        "Examples:\n"
        "  carom hits circles.csv walls.csv --picture level.svg --summary > hits.csv\n"
        "  carom hits pads.csv tracks.csv --within 0.2",
    .draws = true,
    .run = hits_run,
};
