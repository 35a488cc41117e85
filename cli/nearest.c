// `carom nearest CIRCLES WALLS`: the walls nearest to each circle, in exact order.
// Method: the scene is asked about chunks of circles, by threads, and the results are printed in
// the order of the circles. Room: cli.
#include "nearest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <carom/contact.h>

#include "csv/text.h"
#include "help.h"
#include "report.h"
#include "rows.h"
#include "threads.h"
#include "wall_query.h"

enum { OPTION_K = 1, OPTION_KEEP, OPTION_THREADS };

/// The approximate maximum number of pairs of a chunk. A single circle can have more.
enum { CHUNK_PAIRS = 1 << 17 };

/// A wall near a circle.
typedef struct near_wall {
    size_t wall;
    carom_contact contact;
} near_wall;

typedef struct nearest {
    wall_query query;
    /// The requested number of walls, and the maximum number that a circle can have.
    size_t k;
    size_t each;
    /// The circles [begin, begin + count), at most `room`. Circle c of the chunk has counts[c]
    /// walls, from walls[c * each] on.
    size_t begin;
    size_t count;
    size_t room;
    carom_neighbor *found;
    near_wall *walls;
    size_t *counts;
    /// The number of circles for each highest relation; CAROM_RELATION_INVALID counts the circles
    /// without any wall.
    size_t by_relation[CAROM_RELATION_INSIDE + 1];
    uint64_t pairs;
} nearest;

/// Finds the walls of circle c of the chunk. Runs on any thread.
static size_t ask_circle(void *context, size_t c, const carom_circle *circle, void *items,
                         size_t capacity) {
    nearest *n = context;
    const answers *a = &n->query.answers;
    (void)items;
    (void)capacity;
    carom_neighbor *found = n->found + c * n->each;
    const carom_filter filter = circle_list_filter(&a->circles, n->begin + c);
    n->counts[c] = carom_scene_nearest(a->scene, *circle, a->circles.masks != NULL ? &filter : NULL,
                                       found, n->each);
    for (size_t i = 0; i < n->counts[c]; i++) {
        n->walls[c * n->each + i] =
            (near_wall){.wall = found[i].index,
                        .contact = carom_circle_contact(*circle, a->walls.items[found[i].index])};
    }
    return 0;
}

/// Returns the number of circles that have about `pairs` pairs.
static size_t circles_of(const nearest *n, size_t pairs) {
    return n->each < pairs ? pairs / (n->each + 1) + 1 : 1;
}

/// Finds the walls of all circles of the next chunk.
static bool ask_chunk(wall_query *q) {
    nearest *n = (nearest *)q;
    answers *a = &q->answers;
    const size_t left = a->circles.count - q->done;
    n->begin = q->done;
    n->count = left < n->room ? left : n->room;
    const carom_circle_soa circles = circle_list_soa(&a->circles, n->begin, n->count);
    const carom_circle_query query = {.find = ask_circle, .context = n};
    const carom_task_runner runner = threads_runner();
    const carom_status status =
        carom_scene_batch(a->scene, &circles, &query, 0, &runner, NULL, NULL);
    q->done += n->count;
    progress_show(&a->progress, q->done, a->circles.count);
    return status == CAROM_STATUS_OK;
}

/// Prints pair i of the chunk. Runs on any thread.
static void print_pair(void *context, output *out, size_t i) {
    const nearest *n = context;
    const size_t c = i / n->each;
    if (i % n->each >= n->counts[c]) {
        return;
    }
    answers_print_name(out, &n->query.answers.circles.names, n->begin + c);
    answers_print_name(out, &n->query.answers.walls.names, n->walls[i].wall);
    output_word(out, carom_relation_name(n->walls[i].contact.relation));
    answers_print_contact(out, &n->walls[i].contact);
    answers_end_row(&n->query.answers, out, n->begin + c, n->walls[i].wall);
}

/// Counts the walls of circle c of the chunk and stores them for a picture. Returns false if out of
/// memory.
static bool count_circle(nearest *n, size_t c) {
    drawing *picture = n->query.answers.arguments.draws ? &n->query.answers.drawing : NULL;
    carom_relation highest = CAROM_RELATION_INVALID;
    for (size_t i = 0; i < n->counts[c]; i++) {
        const near_wall *w = &n->walls[c * n->each + i];
        const drawing_mark mark = {.circle = n->begin + c, .wall = w->wall, .contact = w->contact};
        highest = w->contact.relation > highest ? w->contact.relation : highest;
        if (picture != NULL && !drawing_add_mark(picture, mark)) {
            return false;
        }
    }
    n->by_relation[highest]++;
    n->pairs += n->counts[c];
    return picture == NULL ||
           drawing_add_relation(picture, highest == CAROM_RELATION_INVALID ? CAROM_RELATION_SEPARATE
                                                                           : highest);
}

/// Prints and counts the walls of the chunk. Returns false if out of memory.
static bool answer_chunk(wall_query *q) {
    nearest *n = (nearest *)q;
    answers *a = &q->answers;
    if (!a->call->draw_only) {
        rows_print(&a->out, n->count * n->each, print_pair, n);
    }
    bool memory = true;
    for (size_t c = 0; memory && c < n->count; c++) {
        memory = count_circle(n, c);
    }
    return memory;
}

/// Allocates the buffers. Returns false if out of memory.
static bool start_chunks(wall_query *q) {
    nearest *n = (nearest *)q;
    const size_t walls = q->answers.walls.count;
    const size_t circles = q->answers.circles.count;
    n->each = n->k < walls ? n->k : walls;
    const size_t fitting = circles_of(n, CHUNK_PAIRS);
    const size_t room = fitting < circles ? fitting : circles;
    n->room = room;
    // One more of each: malloc(0) can return NULL.
    n->counts = malloc((room + 1) * sizeof *n->counts);
    n->found = malloc((room * n->each + 1) * sizeof *n->found);
    n->walls = malloc((room * n->each + 1) * sizeof *n->walls);
    return n->counts != NULL && n->found != NULL && n->walls != NULL;
}

static void print_counts(const wall_query *q) {
    const nearest *n = (const nearest *)q;
    size_t stuck = 0;
    for (int i = CAROM_RELATION_CROSSING; i <= CAROM_RELATION_INSIDE; i++) {
        stuck += n->by_relation[i];
    }
    fprintf(stderr,
            "carom nearest: %zu circles, %zu walls\n"
            "  stuck      %10zu  circles that overlap a wall\n"
            "  touching   %10zu  circles that touch a wall but overlap none\n"
            "  clear      %10zu  circles that touch no wall\n"
            "  alone      %10zu  circles for which no wall was found\n"
            "  found      %10" PRIu64 "  pairs\n",
            n->query.answers.circles.count, n->query.answers.walls.count, stuck,
            n->by_relation[CAROM_RELATION_TOUCHING], n->by_relation[CAROM_RELATION_SEPARATE],
            n->by_relation[CAROM_RELATION_INVALID], n->pairs);
}

static bool take_option(const tool_call *call, void *data, int option, const char *text) {
    nearest *n = data;
    if (option == OPTION_THREADS) {
        return threads_take(call, text);
    }
    if (option == OPTION_KEEP) {
        return keep_take(&n->query.answers.keep, call, text);
    }
    char *end = NULL;
    const unsigned long long k = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || k < 1 || k > CAROM_INDEX_MAX) {
        report(call->who, "--k: expected a number of walls from 1 to %zu, got %s",
               (size_t)CAROM_INDEX_MAX, text_quoted_of(text, strlen(text)).at);
        return false;
    }
    n->k = (size_t)k;
    return true;
}

static int nearest_run(const tool_call *call) {
    nearest n = {.query = {.answers = {.call = call},
                           .header = "circle,wall,relation," ANSWERS_CONTACT_COLUMNS,
                           .start = start_chunks,
                           .ask = ask_chunk,
                           .print = answer_chunk,
                           .print_counts = print_counts},
                 .k = 1};
    struct poptOption options[] = {
        {"k", '\0', POPT_ARG_STRING, NULL, OPTION_K, "Number of walls to print for each circle (1)",
         "N"},
        SUMMARY_OPTION(n.query.summary),
        KEEP_OPTION(OPTION_KEEP),
        THREADS_OPTION(OPTION_THREADS),
        POPT_TABLEEND,
    };
    arguments *a = &n.query.answers.arguments;
    int status = arguments_parse(a, call, (own_options){options, take_option, &n}, 2, 2);
    if (status == ARGUMENTS_GO) {
        status = wall_query_run(&n.query);
        free(n.counts);
        free(n.found);
        free(n.walls);
    }
    wall_query_free(&n.query);
    return status;
}

const tool_command command_nearest = {
    .name = "nearest",
    .arguments = "CIRCLES WALLS",
    .summary = "the walls nearest to each circle",
    .example = "nearest circles.csv walls.csv --k 3",
    .details =
        "CIRCLES and WALLS are CSV or TSV with a header line. Columns may come in any order;\n"
        "unknown columns are ignored. One of the files may be -, standard input.\n" HELP_CIRCLE
            HELP_WALL HELP_CATEGORY HELP_ID "\n"
        "Prints CSV: circle,wall,relation," ANSWERS_CONTACT_COLUMNS "\n"
        "  circle,wall  the ids, or the numbers of the rows from 0\n"
        "  relation     separate, touching, crossing, inside-touching or inside (the wall\n"
        "               lies in the circle); exact for all finite numbers\n" HELP_CONTACT
        "The rows are ordered by circle, then by signed distance, the nearest wall first. The\n"
        "order is exact. Equally near walls keep their order in WALLS. If there are fewer than\n"
        "N walls, all are printed.\n"
        "first.\n" HELP_SCALE "\n"
        "Examples:\n"
        "  carom nearest robots.csv map.csv > clearance.csv\n"
        "  carom nearest circles.csv walls.csv --k 3 --picture nearest.svg",
    .draws = true,
    .run = nearest_run,
};
