// `carom hits CIRCLES WALLS`: every pair that touches, by circle, then by wall.
// Method: the scene of the walls is asked chunk by chunk (search.h); only the pairs found get their
// contact, which several threads work out as they print (rows.h).
// Layer: cli.
#include "hits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <carom/contact.h>

#include "csv/number.h"
#include "csv/text.h"
#include "files.h"
#include "help.h"
#include "report.h"
#include "rows.h"
#include "search.h"
#include "stopwatch.h"
#include "threads.h"
#include "walls.h"

enum { OPTION_WITHIN = 1, OPTION_THREADS };

/// The most pairs that are printed together, and how many pairs ahead their walls are fetched from
/// memory: neighbouring pairs have walls anywhere in it.
enum { BLOCK = 1 << 17, AHEAD = 16 };

/// A pair found. A circle of the chunk, by its number there, a wall, and their contact.
typedef struct hit {
    uint32_t circle;
    uint32_t wall;
    carom_contact contact;
} hit;

typedef struct hits {
    answers answers;
    shape_files files;
    int ring;
    int summary;
    bool has_within;
    double within;
    search search;
    hit *block;
    /// Of each circle of the chunk, a carom_relation.
    unsigned char *highest;
    /// Circles by their highest relation; CAROM_RELATION_SEPARATE are the clear ones.
    size_t by_relation[CAROM_RELATION_INSIDE + 1];
    uint64_t found;
    stopwatch watch;
} hits;

/// Whether a pair is not asked for all the same: a wall within a circle of which only the outline
/// counts, where the scene was asked for a clearance.
static bool is_left_out(const hits *h, const carom_contact *k) {
    return h->has_within && h->ring && k->relation == CAROM_RELATION_INSIDE;
}

/// Works out hit i of the block, and prints it. On any thread.
static void make_hit(void *context, output *out, size_t i) {
    const hits *h = context;
    const answers *a = &h->answers;
    hit *found = &h->block[i];
    // Beyond the pairs of the block there are those of the block before, or wall 0.
    __builtin_prefetch(&a->walls.items[h->block[i + AHEAD].wall]);
    const size_t circle = h->search.begin + found->circle;
    found->contact = carom_circle_contact(a->circles.items[circle], a->walls.items[found->wall]);
    if (a->call->draw_only || is_left_out(h, &found->contact)) {
        return;
    }
    answers_print_name(out, &a->circles.names, circle);
    answers_print_name(out, &a->walls.names, found->wall);
    output_word(out, carom_relation_name(found->contact.relation));
    answers_print_contact(out, &found->contact);
    output_end_row(out);
}

/// Counts the hits of the block, and keeps them for a picture. False if memory is out.
static bool count_block(hits *h, size_t count) {
    drawing *picture = h->answers.arguments.draws ? &h->answers.drawing : NULL;
    for (size_t i = 0; i < count; i++) {
        const hit *found = &h->block[i];
        if (is_left_out(h, &found->contact)) {
            continue;
        }
        unsigned char *highest = &h->highest[found->circle];
        const unsigned char relation = (unsigned char)found->contact.relation;
        *highest = relation > *highest ? relation : *highest;
        h->found++;
        const drawing_mark mark = {.circle = h->search.begin + found->circle,
                                   .wall = found->wall,
                                   .contact = found->contact};
        if (picture != NULL && !drawing_add_mark(picture, mark)) {
            return false;
        }
    }
    return true;
}

/// Counts the circles of the chunk by their highest relation. False if memory is out.
static bool count_circles(hits *h) {
    const search *s = &h->search;
    for (size_t c = 0; c < s->end - s->begin; c++) {
        const carom_relation highest = (carom_relation)h->highest[c];
        h->by_relation[highest]++;
        if (h->answers.arguments.draws && !drawing_add_relation(&h->answers.drawing, highest)) {
            return false;
        }
    }
    return true;
}

/// Prints what the circles of the chunk touch, block by block. False if memory is out.
static bool print_chunk(hits *h) {
    const search *s = &h->search;
    const size_t circles = s->end - s->begin;
    const size_t total = s->offsets[circles];
    memset(h->highest, CAROM_RELATION_SEPARATE, circles);
    uint32_t circle = 0;
    for (size_t begin = 0; begin < total; begin += BLOCK) {
        const size_t count = total - begin < BLOCK ? total - begin : BLOCK;
        for (size_t i = 0; i < count; i++) {
            while (s->offsets[circle + 1] <= begin + i) {
                circle++;
            }
            h->block[i].circle = circle;
            h->block[i].wall = s->walls[begin + i];
        }
        rows_print(&h->answers.out, count, make_hit, h);
        if (!count_block(h, count)) {
            return false;
        }
    }
    return count_circles(h);
}

/// Makes room for the answers. False if memory is out.
static bool start_search(hits *h) {
    const answers *a = &h->answers;
    h->search =
        (search){.scene = a->scene,
                 .circles = a->circles.items,
                 .count = a->circles.count,
                 .touch = h->ring ? CAROM_CONTACT_RULE_RING : CAROM_CONTACT_RULE_CLOSED_DISC,
                 .has_within = h->has_within,
                 .within = h->within};
    h->block = calloc(BLOCK + AHEAD, sizeof *h->block);
    h->highest = malloc(SEARCH_CHUNK);
    return search_start(&h->search, &h->answers.progress) && h->block != NULL && h->highest != NULL;
}

/// All circles. False if the run has failed, which is reported.
static bool hit_circles(hits *h) {
    answers *a = &h->answers;
    progress_start(&a->progress, "hits");
    bool memory = start_search(h);
    while (memory && h->search.end < h->search.count && a->out.error == 0) {
        memory = search_next(&h->search);
        stopwatch_lap(&h->watch, STAGE_ASKING);
        memory = memory && print_chunk(h);
        stopwatch_lap(&h->watch, STAGE_PRINTING);
    }
    progress_clear(&a->progress);
    if (!answers_finish_rows(a)) {
        return false;
    }
    stopwatch_lap(&h->watch, STAGE_PRINTING);
    if (!memory) {
        report(a->call->who, "out of memory");
        return false;
    }
    return shape_files_complete(&h->files);
}

static void print_summary(const hits *h) {
    size_t stuck = 0;
    for (int i = CAROM_RELATION_CROSSING; i <= CAROM_RELATION_INSIDE; i++) {
        stuck += h->by_relation[i];
    }
    const uint64_t pairs = (uint64_t)h->answers.circles.count * (uint64_t)h->answers.walls.count;
    fprintf(stderr,
            "carom hits: %zu circles, %zu walls\n"
            "  stuck      %10zu  circles that overlap a wall\n"
            "  touching   %10zu  circles that touch a wall and overlap none\n"
            "  clear      %10zu  circles\n"
            "  found      %10" PRIu64 "  pairs, of %" PRIu64 "\n",
            h->answers.circles.count, h->answers.walls.count, stuck,
            h->by_relation[CAROM_RELATION_TOUCHING], h->by_relation[CAROM_RELATION_SEPARATE],
            h->found, pairs);
    stopwatch_print(&h->watch);
}

static int hits_all(hits *h) {
    answers *a = &h->answers;
    stopwatch_start(&h->watch);
    if (!shape_files_read(&h->files, a, false)) {
        return EXIT_BAD;
    }
    stopwatch_lap(&h->watch, STAGE_READING);
    if (!walls_build_scene(a)) {
        return EXIT_BAD;
    }
    stopwatch_lap(&h->watch, STAGE_BUILDING);
    answers_start_rows(a, "circle,wall,relation," ANSWERS_CONTACT_COLUMNS);
    if (!hit_circles(h) || !answers_draw(a)) {
        return EXIT_BAD;
    }
    stopwatch_lap(&h->watch, STAGE_DRAWING);
    if (h->summary) {
        print_summary(h);
    }
    return shape_files_status(&h->files);
}

static bool take_option(const tool_call *call, void *data, int option, const char *text) {
    hits *h = data;
    if (option == OPTION_THREADS) {
        return threads_take(call, text);
    }
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
         "Print counts, times and memory on standard error at the end", NULL},
        THREADS_OPTION(OPTION_THREADS),
        POPT_TABLEEND,
    };
    arguments *a = &h.answers.arguments;
    int status = arguments_parse(a, call, (own_options){options, take_option, &h}, 2);
    if (status == ARGUMENTS_GO) {
        status = hits_all(&h);
        shape_files_close(&h.files);
        search_free(&h.search);
        free(h.block);
        free(h.highest);
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
        "numbers\n" HELP_CONTACT HELP_SCALE "\n"
        "Examples:\n"
        "  carom hits circles.csv walls.csv --picture level.svg --summary > hits.csv\n"
        "  carom hits pads.csv tracks.csv --within 0.2",
    .draws = true,
    .run = hits_run,
};
