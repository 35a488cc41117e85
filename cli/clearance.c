// `carom clearance WALLS [WALLS]`: pairs of walls and the gap between them, by wall, then by the
// other wall.
// Method: the scene has the walls of the last file and is asked about those of the first. With one
// file it finds each pair from both walls; the row is that of the first.
// Room: cli.
#include "clearance.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <carom/clearance.h>

#include "found_pairs.h"
#include "help.h"
#include "report.h"
#include "threads.h"
#include "walls.h"

static bool is_one_file(const answers *a) {
    return a->asked_walls == &a->walls;
}

/// Sets the groups of the walls to their labels. `match` has the group of each label; NULL: itself.
static void group_walls(wall_list *walls, const uint32_t *match) {
    for (size_t i = 0; i < walls->count; i++) {
        const uint32_t label = walls->labels.numbers[i];
        walls->items[i].group = match != NULL ? match[label] : label;
    }
}

/// Groups the walls by the column of --except-same. Returns false if out of memory.
static bool group_all(answers *a) {
    group_walls(&a->walls, NULL);
    if (is_one_file(a)) {
        return true;
    }
    uint32_t *match = labels_match(&a->first_walls.labels, &a->walls.labels);
    if (match != NULL) {
        group_walls(&a->first_walls, match);
    }
    free(match);
    return match != NULL;
}

static bool build_scene(wall_query *q) {
    answers *a = &q->answers;
    if (a->label != NULL && !group_all(a)) {
        report(a->call->who, "out of memory");
        return false;
    }
    return walls_build_scene(a, a->walls.items, a->walls.count, &a->scene);
}

static carom_status ask_walls(found_pairs *f, size_t count, size_t most) {
    const answers *a = &f->query.answers;
    const carom_task_runner runner = threads_runner();
    return carom_scene_near_wall_batch(a->scene, a->asked_walls->items + f->begin, count, f->within,
                                       NULL, f->except_same != NULL, most, &runner, NULL,
                                       &f->lists);
}

static unsigned char relation_of(carom_wall wall, carom_wall other) {
    const int sign = carom_wall_compare_gap(wall, other, 0.0);
    return sign > 0    ? CAROM_WALL_RELATION_SEPARATE
           : sign == 0 ? CAROM_WALL_RELATION_TOUCHING
                       : CAROM_WALL_RELATION_OVERLAPPING;
}

static void print_pair(const answers *a, output *out, size_t i, size_t j,
                       const carom_clearance *k) {
    answers_print_name(out, answers_asked_names(a), i);
    answers_print_name(out, &a->walls.names, j);
    output_word(out, carom_wall_relation_name(k->relation));
    output_number(out, k->gap);
    output_point(out, k->point);
    output_point(out, k->other_point);
    answers_end_row(a, out, i, j);
}

static unsigned char make_pair(const found_pairs *f, output *out, size_t i, size_t item,
                               drawing_mark *mark) {
    const answers *a = &f->query.answers;
    const size_t j = ((const carom_index *)f->lists.items)[item];
    const carom_wall wall = a->asked_walls->items[i];
    const carom_wall other = a->walls.items[j];
    const bool is_second = is_one_file(a) && j <= i;
    if ((is_second && i == j) || (wall_category(wall) & wall_category(other)) == 0) {
        return CAROM_WALL_RELATION_INVALID;
    }
    if (is_second || (out == NULL && mark == NULL)) {
        return relation_of(wall, other);
    }
    const carom_clearance k = carom_wall_contact(wall, other);
    if (out != NULL) {
        print_pair(a, out, i, j, &k);
    }
    if (mark != NULL) {
        // The relations have the values of those of circles, and with them their colours.
        *mark =
            (drawing_mark){.contact = {.relation = (carom_relation)k.relation, .point = k.point},
                           .other_point = k.other_point};
    }
    return (unsigned char)k.relation;
}

static void print_counts(const wall_query *q) {
    const found_pairs *f = (const found_pairs *)q;
    const answers *a = &q->answers;
    const uint64_t first = a->asked_walls->count;
    const uint64_t pairs =
        is_one_file(a) ? first * (first - (first > 0)) / 2 : first * (uint64_t)a->walls.count;
    fprintf(stderr, "carom clearance: %" PRIu64 " walls", first);
    if (!is_one_file(a)) {
        fprintf(stderr, ", %zu others", a->walls.count);
    }
    fprintf(stderr,
            "\n"
            "  overlapping %9zu  walls that overlap another one\n"
            "  touching   %10zu  walls that touch another one but overlap none\n",
            f->by_relation[CAROM_WALL_RELATION_OVERLAPPING],
            f->by_relation[CAROM_WALL_RELATION_TOUCHING]);
    if (f->has_within) {
        fprintf(stderr, "  within     %10zu  walls that touch none but have one within %.6g\n",
                f->by_relation[CAROM_WALL_RELATION_SEPARATE], f->within);
    }
    fprintf(stderr,
            "  clear      %10zu  other walls\n"
            "  found      %10" PRIu64 "  pairs of %" PRIu64 "\n",
            f->by_relation[CAROM_WALL_RELATION_INVALID], is_one_file(a) ? f->found / 2 : f->found,
            pairs);
}

static int clearance_run(const tool_call *call) {
    found_pairs f = {.query = {.answers = {.call = call, .drawing = {.of_walls = true}},
                               .first_file = FIRST_FILE_WALLS,
                               .build = build_scene,
                               .print_counts = print_counts},
                     .header = "wall,other,relation,gap,px,py,qx,qy",
                     .count_header = "wall,count",
                     .ask = ask_walls,
                     .make = make_pair};
    struct poptOption options[] = {
        WITHIN_OPTION,
        EXCEPT_SAME_OPTION,
        COUNT_OPTION(f.count, "wall"),
        SUMMARY_OPTION(f.query.summary),
        KEEP_OPTION(FOUND_KEEP),
        THREADS_OPTION(FOUND_THREADS),
        POPT_TABLEEND,
    };
    return found_pairs_run(&f, options, 1, 2);
}

const tool_command command_clearance = {
    .name = "clearance",
    .arguments = "WALLS [WALLS]",
    .summary = "pairs of walls that touch, and the gap between them",
    .example = "clearance tracks.csv --within 0.2 --except-same net",
    .details =
        "WALLS is CSV or TSV with a header line. Columns may come in any order; unknown columns\n"
        "are ignored. One of the files may be -, standard input.\n" HELP_WALL
        "  category     optional, 32 bits (default 1): two walls are compared only if they have\n"
        "               a bit in common, such as that of a layer\n" HELP_ID "\n"
        "Prints CSV: wall,other,relation,gap,px,py,qx,qy, ordered by wall, then other\n"
        "  wall,other   the ids, or the numbers of the rows from 0\n"
        "  relation     touching or overlapping, with --within also separate; exact for all\n"
        "               finite numbers\n"
        "  gap          distance of the surfaces; 0 if touching, below 0 if overlapping\n"
        "  px,py        point on the surface of wall that is nearest to other\n"
        "  qx,qy        point on the surface of other that is nearest to wall\n"
        "With one file, each pair of two of its walls is printed once; wall is the one that comes\n"
        "first. With two files, wall is of the first and other of the second.\n"
        "Walls of one outline touch at their corners: --except-same with the column that names\n"
        "the outline leaves these pairs out. An empty cell equals no other.\n"
        "--count prints wall,count instead, one row for each wall of the first file with the\n"
        "number of walls that it has pairs with.\n" HELP_SCALE "\n"
        "Examples:\n"
        "  carom clearance tracks.csv --within 0.2 --except-same net --picture gaps.svg\n"
        "  carom clearance pipes.csv cables.csv --within 0.5 --count",
    .draws = true,
    .run = clearance_run,
};
