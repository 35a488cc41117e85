// `carom hits CIRCLES WALLS`: every pair that touches, by circle, then by wall.
// Method: the scene is asked about chunks of circles, by threads. They then compute the contacts of
// the found pairs while they print them (rows.h).
// Room: cli.
#include "hits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <carom/contact.h>

#include "csv/number.h"
#include "csv/text.h"
#include "help.h"
#include "report.h"
#include "rows.h"
#include "threads.h"
#include "wall_query.h"

enum { OPTION_WITHIN = 1, OPTION_EXCEPT_SAME, OPTION_KEEP, OPTION_THREADS };

/// The maximum number of pairs in a block, and the distance in pairs at which walls are prefetched:
/// the walls of neighbouring pairs are scattered in memory.
enum { BLOCK = 1 << 17, AHEAD = 16 };

/// The most pairs of a chunk, unless one circle alone has more. With more the chunk is asked again
/// with a quarter of its circles.
enum { CHUNK_PAIRS = 1 << 20 };

/// A found pair. The circle is its number in the chunk.
typedef struct hit {
    uint32_t circle;
    uint32_t wall;
} hit;

typedef struct hits {
    wall_query query;
    int ring;
    int count;
    bool has_within;
    double within;
    /// For --except-same: the wall label that equals each circle label, or NULL.
    char *except_same;
    uint32_t *same;
    /// The circles [begin, end) of the chunk with the walls found, and the most circles of the next
    /// one.
    size_t begin;
    size_t end;
    size_t chunk;
    carom_circle_lists found_walls;
    /// A block of pairs with the relation of each pair, CAROM_RELATION_INVALID if the pair is left
    /// out, and, only for a picture, its contact. One thread processes a block between two prints,
    /// so it is small.
    hit *block;
    unsigned char *relations;
    carom_contact *contacts;
    /// For each circle of the chunk: the highest relation to a found wall, CAROM_RELATION_INVALID
    /// if there is none, and the number of found walls.
    unsigned char *highest;
    size_t *counts;
    /// The number of circles for each highest relation; CAROM_RELATION_INVALID counts the clear
    /// circles.
    size_t by_relation[CAROM_RELATION_INSIDE + 1];
    uint64_t found;
} hits;

/// Returns whether the mask of the circle accepts the wall and their labels differ.
static bool is_asked_for(const hits *h, size_t circle, size_t wall) {
    const circle_list *circles = &h->query.answers.circles;
    const wall_list *walls = &h->query.answers.walls;
    const carom_filter filter = circle_list_filter(circles, circle);
    if (!carom_filter_accepts(&filter, (carom_index)wall, &walls->items[wall])) {
        return false;
    }
    const uint32_t label = h->same != NULL ? h->same[circles->labels.numbers[circle]] : 0;
    return label == 0 || label != walls->labels.numbers[wall];
}

/// Returns the contact of a found pair, or zeros if the pair is left out. A pair is left out by its
/// tags. It is also left out if --ring and --within are given and the wall lies wholly inside the
/// circle.
static carom_contact contact_of(const hits *h, size_t circle, size_t wall) {
    const answers *a = &h->query.answers;
    if (!is_asked_for(h, circle, wall)) {
        return (carom_contact){.relation = CAROM_RELATION_INVALID};
    }
    const carom_contact none = {.relation = CAROM_RELATION_INVALID};
    const carom_contact k = carom_circle_contact(a->circles.items[circle], a->walls.items[wall]);
    return h->has_within && h->ring && k.relation == CAROM_RELATION_INSIDE ? none : k;
}

/// Computes and prints hit i of the block. Runs on any thread.
static void make_hit(void *context, output *out, size_t i) {
    const hits *h = context;
    const answers *a = &h->query.answers;
    const hit *found = &h->block[i];
    // Behind the pairs of this block are those of the block before, or wall 0.
    __builtin_prefetch(&a->walls.items[h->block[i + AHEAD].wall]);
    const size_t circle = h->begin + found->circle;
    const carom_contact contact = contact_of(h, circle, found->wall);
    h->relations[i] = (unsigned char)contact.relation;
    if (h->contacts != NULL) {
        h->contacts[i] = contact;
    }
    if (a->call->draw_only || h->count || contact.relation == CAROM_RELATION_INVALID) {
        return;
    }
    answers_print_name(out, &a->circles.names, circle);
    answers_print_name(out, &a->walls.names, found->wall);
    output_word(out, carom_relation_name(contact.relation));
    answers_print_contact(out, &contact);
    answers_end_row(a, out, circle, found->wall);
}

/// Counts the hits of the block and stores them for a picture. Returns false if out of memory.
static bool count_block(hits *h, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const hit *found = &h->block[i];
        const unsigned char relation = h->relations[i];
        if (relation == CAROM_RELATION_INVALID) {
            continue;
        }
        unsigned char *highest = &h->highest[found->circle];
        *highest = relation > *highest ? relation : *highest;
        h->counts[found->circle]++;
        h->found++;
        if (h->contacts == NULL) {
            continue;
        }
        const drawing_mark mark = {
            .circle = h->begin + found->circle, .wall = found->wall, .contact = h->contacts[i]};
        if (!drawing_add_mark(&h->query.answers.drawing, mark)) {
            return false;
        }
    }
    return true;
}

/// Prints the number of walls found for circle c of the chunk. Runs on any thread.
static void make_count(void *context, output *out, size_t c) {
    const hits *h = context;
    char number[NAME_NUMBER_SIZE];
    answers_print_name(out, &h->query.answers.circles.names, h->begin + c);
    const table_text count = name_of_row((table_text){NULL, 0}, h->counts[c], number);
    output_text(out, count.at, count.length);
    kept_print(&h->query.answers.circles.kept, out, h->begin + c);
    output_end_row(out);
}

/// Counts the circles of the chunk by their highest relation. Returns false if out of memory.
static bool count_circles(hits *h) {
    const size_t circles = h->end - h->begin;
    for (size_t c = 0; c < circles; c++) {
        const carom_relation highest = (carom_relation)h->highest[c];
        // Clear circles are drawn like circles that only have a wall within the distance.
        const carom_relation drawn =
            highest == CAROM_RELATION_INVALID ? CAROM_RELATION_SEPARATE : highest;
        h->by_relation[highest]++;
        if (h->query.answers.arguments.draws &&
            !drawing_add_relation(&h->query.answers.drawing, drawn)) {
            return false;
        }
    }
    if (h->count) {
        rows_print(&h->query.answers.out, circles, make_count, h);
    }
    return true;
}

/// Prints the pairs of the chunk block by block. Returns false if out of memory.
static bool print_chunk(wall_query *q) {
    hits *h = (hits *)q;
    const size_t circles = h->end - h->begin;
    const size_t *offsets = h->found_walls.offsets;
    const uint32_t *walls = h->found_walls.items;
    const size_t total = offsets[circles];
    memset(h->highest, CAROM_RELATION_INVALID, circles);
    memset(h->counts, 0, circles * sizeof *h->counts);
    uint32_t circle = 0;
    for (size_t begin = 0; begin < total; begin += BLOCK) {
        const size_t count = total - begin < BLOCK ? total - begin : BLOCK;
        for (size_t i = 0; i < count; i++) {
            while (offsets[circle + 1] <= begin + i) {
                circle++;
            }
            h->block[i].circle = circle;
            h->block[i].wall = walls[begin + i];
        }
        rows_print(&h->query.answers.out, count, make_hit, h);
        if (!count_block(h, count)) {
            return false;
        }
    }
    return count_circles(h);
}

/// Allocates the buffers. Returns false if out of memory.
static bool start_search(wall_query *q) {
    hits *h = (hits *)q;
    const answers *a = &q->answers;
    h->chunk = CHUNK_CIRCLES;
    h->block = calloc(BLOCK + AHEAD, sizeof *h->block);
    h->relations = malloc(BLOCK);
    if (a->arguments.draws) {
        h->contacts = malloc(BLOCK * sizeof *h->contacts);
    }
    h->highest = malloc(CHUNK_CIRCLES);
    h->counts = malloc(CHUNK_CIRCLES * sizeof *h->counts);
    if (h->except_same != NULL) {
        h->same = labels_match(&a->circles.labels, &a->walls.labels);
    }
    return h->block != NULL && h->relations != NULL &&
           (h->contacts != NULL || !a->arguments.draws) && h->highest != NULL &&
           h->counts != NULL && (h->except_same == NULL || h->same != NULL);
}

/// Asks about the circles [begin, begin + count).
static carom_status ask_circles(hits *h, size_t count) {
    const answers *a = &h->query.answers;
    const carom_circle *first = &a->circles.items[h->begin];
    const carom_circle_soa circles = {.x = &first->center.x,
                                      .y = &first->center.y,
                                      .radius = &first->radius,
                                      .stride = sizeof *first,
                                      .count = count};
    const carom_task_runner runner = threads_runner();
    const size_t most = count > 1 ? CHUNK_PAIRS : SIZE_MAX;
    return h->has_within ? carom_scene_within_batch(a->scene, &circles, h->within, NULL, most,
                                                    &runner, NULL, &h->found_walls)
                         : carom_scene_touching_batch(a->scene, &circles,
                                                      h->ring ? CAROM_CONTACT_RULE_RING
                                                              : CAROM_CONTACT_RULE_CLOSED_DISC,
                                                      NULL, most, &runner, NULL, &h->found_walls);
}

static bool ask_chunk(wall_query *q) {
    hits *h = (hits *)q;
    const answers *a = &q->answers;
    h->begin = q->done;
    const size_t left = a->circles.count - h->begin;
    size_t count = left < h->chunk ? left : h->chunk;
    carom_circle_lists_release(&h->found_walls, NULL);
    carom_status status = ask_circles(h, count);
    while (status == CAROM_STATUS_TOO_MANY_ITEMS) {
        h->chunk = count = count > 4 ? count / 4 : 1;
        status = ask_circles(h, count);
    }
    if (status != CAROM_STATUS_OK) {
        return false;
    }
    // Return to large chunks after circles that touch many walls.
    if (h->found_walls.offsets[count] < CHUNK_PAIRS / 8) {
        h->chunk = 4 * h->chunk < CHUNK_CIRCLES ? 4 * h->chunk : CHUNK_CIRCLES;
    }
    h->end = h->begin + count;
    q->done = h->end;
    progress_show(&q->answers.progress, q->done, a->circles.count);
    return true;
}

static void print_counts(const wall_query *q) {
    const hits *h = (const hits *)q;
    size_t stuck = 0;
    for (int i = CAROM_RELATION_CROSSING; i <= CAROM_RELATION_INSIDE; i++) {
        stuck += h->by_relation[i];
    }
    const uint64_t pairs =
        (uint64_t)h->query.answers.circles.count * (uint64_t)h->query.answers.walls.count;
    fprintf(stderr,
            "carom hits: %zu circles, %zu walls\n"
            "  stuck      %10zu  circles that overlap a wall\n"
            "  touching   %10zu  circles that touch a wall but overlap none\n",
            h->query.answers.circles.count, h->query.answers.walls.count, stuck,
            h->by_relation[CAROM_RELATION_TOUCHING]);
    if (h->has_within) {
        fprintf(stderr, "  within     %10zu  circles that touch no wall but have one within %.6g\n",
                h->by_relation[CAROM_RELATION_SEPARATE], h->within);
    }
    fprintf(stderr,
            "  clear      %10zu  other circles\n"
            "  found      %10" PRIu64 "  pairs of %" PRIu64 "\n",
            h->by_relation[CAROM_RELATION_INVALID], h->found, pairs);
}

static bool take_label(hits *h, const tool_call *call, const char *text) {
    if (text[0] == '\0') {
        report(call->who,
               "--except-same: expected the name of a column of both files, such as net, "
               "got \"\"");
        return false;
    }
    free(h->except_same);
    h->except_same = strdup(text);
    h->query.answers.label = h->except_same;
    if (h->except_same == NULL) {
        report(call->who, "out of memory");
    }
    return h->except_same != NULL;
}

static bool take_option(const tool_call *call, void *data, int option, const char *text) {
    hits *h = data;
    if (option == OPTION_THREADS) {
        return threads_take(call, text);
    }
    if (option == OPTION_KEEP) {
        return keep_take(&h->query.answers.keep, call, text);
    }
    if (option == OPTION_EXCEPT_SAME) {
        return take_label(h, call, text);
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
    hits h = {.query = {.answers = {.call = call},
                        .start = start_search,
                        .ask = ask_chunk,
                        .print = print_chunk,
                        .print_counts = print_counts}};
    struct poptOption options[] = {
        {"ring", '\0', POPT_ARG_NONE, &h.ring, 0, "Leave out walls that lie wholly inside a circle",
         NULL},
        {"within", '\0', POPT_ARG_STRING, NULL, OPTION_WITHIN,
         "Also print pairs whose gap is at most D; exact", "D"},
        {"except-same", '\0', POPT_ARG_STRING, NULL, OPTION_EXCEPT_SAME,
         "Leave out pairs that have the same text in this column of both files", "COLUMN"},
        {"count", '\0', POPT_ARG_NONE, &h.count, 0,
         "Print one row for each circle with the number of its pairs", NULL},
        SUMMARY_OPTION(h.query.summary),
        KEEP_OPTION(OPTION_KEEP),
        THREADS_OPTION(OPTION_THREADS),
        POPT_TABLEEND,
    };
    arguments *a = &h.query.answers.arguments;
    int status = arguments_parse(a, call, (own_options){options, take_option, &h}, 2);
    if (status == ARGUMENTS_GO && h.count && call->draw_only) {
        report(call->who, "--count: a picture has no rows (see %s --help)", call->who);
        status = EXIT_BAD;
    }
    if (status == ARGUMENTS_GO) {
        h.query.answers.circles_alone = h.count != 0;
        h.query.header = h.count ? "circle,count" : "circle,wall,relation," ANSWERS_CONTACT_COLUMNS;
        status = wall_query_run(&h.query);
        carom_circle_lists_release(&h.found_walls, NULL);
        free(h.block);
        free(h.relations);
        free(h.contacts);
        free(h.highest);
        free(h.counts);
        free(h.same);
    }
    free(h.except_same);
    wall_query_free(&h.query);
    return status;
}

const tool_command command_hits = {
    .name = "hits",
    .arguments = "CIRCLES WALLS",
    .summary = "every pair of a circle and a wall that touch",
    .example = "hits circles.csv walls.csv --summary",
    .details =
        "CIRCLES and WALLS are CSV or TSV with a header line. Columns may come in any order;\n"
        "unknown columns are ignored. One of the files may be -, standard input.\n" HELP_CIRCLE
            HELP_WALL HELP_CATEGORY HELP_ID "\n"
        "Prints CSV: circle,wall,relation," ANSWERS_CONTACT_COLUMNS
        ", ordered by circle, then wall\n"
        "  circle,wall  the ids, or the numbers of the rows from 0\n"
        "  relation     touching, crossing, inside-touching or inside (the wall lies in the\n"
        "               circle), with --within also separate; exact for all finite "
        "numbers\n" HELP_CONTACT HELP_COMPUTED
        "--count prints circle,count instead, one row for each circle.\n" HELP_SCALE "\n"
        "Examples:\n"
        "  carom hits circles.csv walls.csv --picture level.svg --summary > hits.csv\n"
        "  carom hits pads.csv tracks.csv --within 0.2 --except-same net",
    .draws = true,
    .run = hits_run,
};
