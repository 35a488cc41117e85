// `carom hits CIRCLES WALLS`: every pair that touches, by circle, then by wall.
// Room: cli.
#include "hits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <carom/contact.h>

#include "found_pairs.h"
#include "help.h"
#include "threads.h"

/// The distance in pairs at which walls are prefetched: the walls of neighbouring pairs are
/// scattered in memory.
enum { AHEAD = 16 };

typedef struct hits {
    found_pairs pairs;
    int ring;
    /// For --except-same: the wall label that equals each circle label, or NULL.
    uint32_t *same;
} hits;

/// Returns whether the mask of the circle accepts the wall and their labels differ.
static bool is_asked_for(const hits *h, size_t circle, size_t wall) {
    const circle_list *circles = &h->pairs.query.answers.circles;
    const wall_list *walls = &h->pairs.query.answers.walls;
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
    const answers *a = &h->pairs.query.answers;
    if (!is_asked_for(h, circle, wall)) {
        return (carom_contact){.relation = CAROM_RELATION_INVALID};
    }
    const carom_contact none = {.relation = CAROM_RELATION_INVALID};
    const carom_contact k = carom_circle_contact(a->circles.items[circle], a->walls.items[wall]);
    return h->pairs.has_within && h->ring && k.relation == CAROM_RELATION_INSIDE ? none : k;
}

static unsigned char make_hit(const found_pairs *f, output *out, size_t circle, size_t item,
                              drawing_mark *mark) {
    const hits *h = (const hits *)f;
    const answers *a = &f->query.answers;
    const carom_index *walls = f->lists.items;
    const size_t wall = walls[item];
    if (item + AHEAD < f->lists.offsets[f->end - f->begin]) {
        __builtin_prefetch(&a->walls.items[walls[item + AHEAD]]);
    }
    const carom_contact contact = contact_of(h, circle, wall);
    if (mark != NULL) {
        *mark = (drawing_mark){.circle = circle, .wall = wall, .contact = contact};
    }
    if (out != NULL && contact.relation != CAROM_RELATION_INVALID) {
        answers_print_name(out, &a->circles.names, circle);
        answers_print_name(out, &a->walls.names, wall);
        output_word(out, carom_relation_name(contact.relation));
        answers_print_contact(out, &contact);
        answers_end_row(a, out, circle, wall);
    }
    return (unsigned char)contact.relation;
}

static bool start_search(found_pairs *f) {
    hits *h = (hits *)f;
    const answers *a = &f->query.answers;
    if (f->except_same != NULL) {
        h->same = labels_match(&a->circles.labels, &a->walls.labels);
    }
    return f->except_same == NULL || h->same != NULL;
}

static carom_status ask_circles(found_pairs *f, size_t count, size_t most) {
    const answers *a = &f->query.answers;
    const carom_circle_soa circles = circle_list_soa(&a->circles, f->begin, count);
    const carom_task_runner runner = threads_runner();
    if (f->has_within) {
        return carom_scene_within_batch(a->scene, &circles, f->within, NULL, most, &runner, NULL,
                                        &f->lists);
    }
    const carom_contact_rule rule =
        ((const hits *)f)->ring ? CAROM_CONTACT_RULE_RING : CAROM_CONTACT_RULE_CLOSED_DISC;
    return carom_scene_touching_batch(a->scene, &circles, rule, NULL, most, &runner, NULL,
                                      &f->lists);
}

static void print_counts(const wall_query *q) {
    const found_pairs *f = (const found_pairs *)q;
    size_t stuck = 0;
    for (int i = CAROM_RELATION_CROSSING; i <= CAROM_RELATION_INSIDE; i++) {
        stuck += f->by_relation[i];
    }
    const uint64_t pairs = (uint64_t)q->answers.circles.count * (uint64_t)q->answers.walls.count;
    fprintf(stderr,
            "carom hits: %zu circles, %zu walls\n"
            "  stuck      %10zu  circles that overlap a wall\n"
            "  touching   %10zu  circles that touch a wall but overlap none\n",
            q->answers.circles.count, q->answers.walls.count, stuck,
            f->by_relation[CAROM_RELATION_TOUCHING]);
    if (f->has_within) {
        fprintf(stderr, "  within     %10zu  circles that touch no wall but have one within %.6g\n",
                f->by_relation[CAROM_RELATION_SEPARATE], f->within);
    }
    fprintf(stderr,
            "  clear      %10zu  other circles\n"
            "  found      %10" PRIu64 "  pairs of %" PRIu64 "\n",
            f->by_relation[CAROM_RELATION_INVALID], f->found, pairs);
}

static int hits_run(const tool_call *call) {
    hits h = {.pairs = {.query = {.answers = {.call = call}, .print_counts = print_counts},
                        .header = "circle,wall,relation," ANSWERS_CONTACT_COLUMNS,
                        .count_header = "circle,count",
                        .start = start_search,
                        .ask = ask_circles,
                        .make = make_hit}};
    struct poptOption options[] = {
        {"ring", '\0', POPT_ARG_NONE, &h.ring, 0, "Leave out walls that lie wholly inside a circle",
         NULL},
        WITHIN_OPTION,
        EXCEPT_SAME_OPTION,
        COUNT_OPTION(h.pairs.count, "circle"),
        SUMMARY_OPTION(h.pairs.query.summary),
        KEEP_OPTION(FOUND_KEEP),
        THREADS_OPTION(FOUND_THREADS),
        POPT_TABLEEND,
    };
    const int status = found_pairs_run(&h.pairs, options, 2, 2);
    free(h.same);
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
