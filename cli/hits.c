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
#include "files.h"
#include "help.h"
#include "report.h"

enum { OPTION_WITHIN = 1 };

typedef struct hits {
    answers answers;
    shape_files files;
    int ring;
    int summary;
    bool has_within;
    double within;
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
    while (i < h->answers.walls.count && !is_hit(h, circle, h->answers.walls.items[i])) {
        i++;
    }
    return i;
}

static void print_hit(hits *h, size_t circle, size_t wall, const carom_contact *k) {
    answers *a = &h->answers;
    answers_print_name(a, &a->circles.names, circle);
    answers_print_name(a, &a->walls.names, wall);
    output_word(&a->out, carom_relation_name(k->relation));
    answers_print_contact(a, k);
    output_end_row(&a->out);
}

/// All walls of one circle. False if memory is out.
static bool hit_circle(hits *h, size_t c) {
    carom_circle circle = h->answers.circles.items[c];
    carom_relation highest = CAROM_SEPARATE;
    for (size_t w = next_hit(h, circle, 0); w < h->answers.walls.count;
         w = next_hit(h, circle, w + 1)) {
        carom_contact k = carom_circle_contact(circle, h->answers.walls.items[w]);
        highest = k.relation > highest ? k.relation : highest;
        h->found++;
        if (!h->answers.call->draw_only) {
            print_hit(h, c, w, &k);
        }
        scene_mark mark = {.circle = c, .wall = w, .contact = k};
        if (h->answers.arguments.draws && !scene_add_mark(&h->answers.scene, mark)) {
            return false;
        }
    }
    h->by_relation[highest]++;
    return !h->answers.arguments.draws || scene_add_relation(&h->answers.scene, highest);
}

/// All circles. False if the run has failed, which is reported.
static bool hit_circles(hits *h) {
    progress_start(&h->answers.progress, "hits");
    bool memory = true;
    for (size_t c = 0; memory && c < h->answers.circles.count && h->answers.out.error == 0; c++) {
        progress_show(&h->answers.progress, c, h->answers.circles.count);
        memory = hit_circle(h, c);
    }
    progress_clear(&h->answers.progress);
    if (!answers_finish_rows(&h->answers)) {
        return false;
    }
    if (!memory) {
        report(h->answers.call->who, "out of memory");
        return false;
    }
    return shape_files_complete(&h->files);
}

static void print_summary(const hits *h, int64_t total_ns) {
    size_t stuck = 0;
    for (int i = CAROM_CROSSING; i <= CAROM_INSIDE; i++) {
        stuck += h->by_relation[i];
    }
    uint64_t tested = (uint64_t)h->answers.circles.count * (uint64_t)h->answers.walls.count;
    fprintf(stderr,
            "carom hits: %zu circles, %zu walls\n"
            "  stuck      %10zu  circles that overlap a wall\n"
            "  touching   %10zu  circles that touch a wall and overlap none\n"
            "  clear      %10zu  circles\n"
            "  found      %10" PRIu64 "  pairs, of %" PRIu64 " tested\n"
            "  time       %10.3f  seconds: %.3f reading, %.3f testing and printing\n",
            h->answers.circles.count, h->answers.walls.count, stuck, h->by_relation[CAROM_TOUCHING],
            h->by_relation[CAROM_SEPARATE], h->found, tested, (double)total_ns * 1e-9,
            (double)h->read_ns * 1e-9, (double)h->test_ns * 1e-9);
}

static int hits_all(hits *h) {
    int64_t start = progress_clock();
    if (!shape_files_read(&h->files, &h->answers, false)) {
        return EXIT_BAD;
    }
    h->read_ns = progress_clock() - start;
    answers_start_rows(&h->answers, "circle,wall,relation," ANSWERS_CONTACT_COLUMNS);
    bool fine = hit_circles(h);
    h->test_ns = progress_clock() - start - h->read_ns;
    if (!fine || !answers_draw(&h->answers)) {
        return EXIT_BAD;
    }
    if (h->summary) {
        print_summary(h, progress_clock() - start);
    }
    return shape_files_status(&h->files);
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
    hits h = {.answers = {.call = call}};
    struct poptOption options[] = {
        {"ring", '\0', POPT_ARG_NONE, &h.ring, 0,
         "Only outlines count: leave out walls wholly inside a circle", NULL},
        {"within", '\0', POPT_ARG_STRING, NULL, OPTION_WITHIN,
         "Also pairs with a gap of at most D, exactly", "D"},
        {"summary", '\0', POPT_ARG_NONE, &h.summary, 0,
         "Print counts and times on standard error at the end", NULL},
        POPT_TABLEEND,
    };
    arguments *a = &h.answers.arguments;
    int status = arguments_parse(a, call, (own_options){options, take_option, &h}, 2);
    if (status == ARGUMENTS_GO) {
        status = hits_all(&h);
        shape_files_close(&h.files);
    }
    answers_free(&h.answers);
    return status;
}

const tool_command command_hits = {
    .name = "hits",
    .arguments = "CIRCLES WALLS",
    .summary = "every pair of a circle and a wall that touches",
    .example = "hits circles.csv walls.csv --summary",
    .details =
        "CIRCLES and WALLS are CSV with a header line, columns in any order, others ignored;\n"
        "one of them may be -, standard input:\n" HELP_CIRCLE HELP_WALL HELP_ID "\n"
        "Prints CSV: circle,wall,relation," ANSWERS_CONTACT_COLUMNS " - by circle, then wall\n"
        "  circle,wall  the ids, or the numbers of the rows from 0\n"
        "  relation     touching, crossing, inside-touching or inside (the wall in the\n"
        "               circle), with --within also separate; exact for all finite "
        "numbers\n" HELP_CONTACT "\n"
        "Examples:\n"
        "  carom hits circles.csv walls.csv --picture level.svg --summary > hits.csv\n"
        "  carom hits pads.csv tracks.csv --within 0.2",
    .draws = true,
    .run = hits_run,
};
