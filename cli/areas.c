// `carom areas CIRCLES WALLS`: every pair of a circle and an area that meet, by circle, then by
// area.
// Method: the group of a wall is the number of the text in its column `area`, from 1 in the order
// of the file. The index of areas checks that their rings close. Room: cli.
#include "areas.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <carom/areas.h>

#include "csv/number.h"
#include "csv/text.h"
#include "found_pairs.h"
#include "help.h"
#include "picture/rings.h"
#include "report.h"
#include "threads.h"
#include "walls.h"

typedef struct areas {
    found_pairs pairs;
    carom_area_index *index;
    /// The first wall of area i + 1.
    size_t *first_walls;
    /// The rings of the areas, for the picture.
    rings rings;
} areas;

/// Sets the groups of the walls to their areas and finds the first wall of each area. Returns false
/// if out of memory.
static bool group_walls(areas *s) {
    wall_list *walls = &s->pairs.query.answers.walls;
    const labels *list = &walls->labels;
    size_t count = 0;
    // One more: malloc(0) can return NULL.
    s->first_walls = malloc((list->texts.count + 1) * sizeof *s->first_walls);
    if (s->first_walls == NULL) {
        return false;
    }
    for (size_t i = 0; i < walls->count; i++) {
        const uint32_t area = list->numbers[i];
        walls->items[i].group = area;
        if (area > count) { // areas are numbered in this order
            s->first_walls[count++] = i;
        }
    }
    return true;
}

/// Returns the name of an area in quotes, for a message.
static text_quoted quoted_area(const areas *s, uint32_t area) {
    const table_text name = names_id(&s->pairs.query.answers.walls.labels.texts, area - 1);
    return text_quoted_of(name.at, name.length);
}

/// Reports what is wrong with the area of a wall. Returns false.
static bool refuse_wall(const areas *s, size_t wall, const char *what) {
    const answers *a = &s->pairs.query.answers;
    report(NULL, "%s:%zu: area %s %s", a->arguments.plain[1], a->walls.lines[wall],
           quoted_area(s, a->walls.items[wall].group).at, what);
    return false;
}

/// Checks that circles with masks see all walls of an area or none. Reports one that is different.
static bool are_seen_alike(const areas *s) {
    const answers *a = &s->pairs.query.answers;
    for (size_t i = 0; a->circles.masks != NULL && i < a->walls.count; i++) {
        const uint32_t area = a->walls.items[i].group;
        const size_t first = area > 0 ? s->first_walls[area - 1] : i;
        const uint32_t category = wall_category(a->walls.items[i]);
        const uint32_t expected = wall_category(a->walls.items[first]);
        if (category != expected) {
            char what[160];
            snprintf(what, sizeof what,
                     "has a wall of category %" PRIu32 " (expected %" PRIu32 ", as in line %zu)",
                     category, expected, a->walls.lines[first]);
            return refuse_wall(s, i, what);
        }
    }
    return true;
}

/// Reports why an index of areas was not made. Returns false.
static bool refuse_areas(const areas *s, carom_status status, carom_area_error e) {
    const answers *a = &s->pairs.query.answers;
    char what[160];
    char x[NUMBER_SIZE];
    char y[NUMBER_SIZE];
    if (status == CAROM_STATUS_OPEN_AREA) {
        const int x_length = (int)number_write(x, e.point.x);
        const int y_length = (int)number_write(y, e.point.y);
        snprintf(what, sizeof what,
                 "is open at %.*s,%.*s (expected an even number of walls that end there)", x_length,
                 x, y_length, y);
    } else if (status == CAROM_STATUS_ENDLESS_AREA) {
        snprintf(what, sizeof what, "has a %s (expected only segments)",
                 carom_extent_name(a->walls.items[e.wall].extent));
    } else if (status == CAROM_STATUS_AREA_RADII) {
        const size_t first = s->first_walls[e.area - 1];
        const int x_length = (int)number_write(x, a->walls.items[e.wall].radius);
        const int y_length = (int)number_write(y, a->walls.items[first].radius);
        snprintf(what, sizeof what, "has a wall radius wr of %.*s (expected %.*s, as in line %zu)",
                 x_length, x, y_length, y, a->walls.lines[first]);
    } else {
        report(a->call->who, "%s",
               status == CAROM_STATUS_OUT_OF_MEMORY ? "out of memory: no room for an index of areas"
                                                    : carom_status_name(status));
        return false;
    }
    return refuse_wall(s, e.wall, what);
}

static bool build_index(wall_query *q) {
    areas *s = (areas *)q;
    answers *a = &q->answers;
    if (!group_walls(s)) {
        report(a->call->who, "out of memory");
        return false;
    }
    if (!walls_build_scene(a, a->walls.items, a->walls.count, &a->scene)) {
        return false;
    }
    const carom_task_runner runner = threads_runner();
    carom_area_error error = {.area = 0};
    const carom_status status = carom_area_index_create(a->scene, NULL, &runner, &s->index, &error);
    return status == CAROM_STATUS_OK ? are_seen_alike(s) : refuse_areas(s, status, error);
}

/// Prepares the picture. Returns false if out of memory.
static bool start_search(found_pairs *f) {
    areas *s = (areas *)f;
    answers *a = &f->query.answers;
    if (!a->arguments.draws) {
        return true;
    }
    a->drawing.rings = &s->rings;
    a->drawing.area_names = &a->walls.labels.texts;
    return rings_make(&s->rings, a->walls.items, a->walls.count);
}

static carom_status ask_circles(found_pairs *f, size_t count, size_t most) {
    const areas *s = (const areas *)f;
    const answers *a = &f->query.answers;
    const carom_circle_soa circles = circle_list_soa(&a->circles, f->begin, count);
    const carom_task_runner runner = threads_runner();
    return carom_scene_areas_batch(a->scene, s->index, &circles, f->within, NULL, most, &runner,
                                   NULL, &f->lists);
}

static unsigned char make_pair(const found_pairs *f, output *out, size_t circle, size_t item,
                               drawing_mark *mark) {
    const areas *s = (const areas *)f;
    const answers *a = &f->query.answers;
    const carom_area_hit *hit = (const carom_area_hit *)f->lists.items + item;
    const size_t wall = s->first_walls[hit->area - 1];
    const carom_filter filter = circle_list_filter(&a->circles, circle);
    (void)mark;
    if (!carom_filter_accepts(&filter, (carom_index)wall, &a->walls.items[wall])) {
        return CAROM_AREA_RELATION_INVALID;
    }
    if (out != NULL) {
        answers_print_name(out, &a->circles.names, circle);
        answers_print_name(out, &a->walls.labels.texts, hit->area - 1);
        output_word(out, carom_area_relation_name(hit->relation));
        output_number(out, hit->distance);
        answers_end_row(a, out, circle, wall);
    }
    return (unsigned char)hit->relation;
}

static void print_counts(const wall_query *q) {
    const found_pairs *f = (const found_pairs *)q;
    const size_t *by_relation = f->by_relation;
    const size_t count = q->answers.walls.labels.texts.count;
    fprintf(stderr,
            "carom areas: %zu circles, %zu areas of %zu walls\n"
            "  crossing   %10zu  circles that overlap a wall of an area\n"
            "  touching   %10zu  circles that touch a wall of an area but overlap none\n"
            "  inside     %10zu  circles that lie in an area and touch no wall of one\n",
            q->answers.circles.count, count, q->answers.walls.count,
            by_relation[CAROM_AREA_RELATION_CROSSING],
            by_relation[CAROM_AREA_RELATION_TOUCHING] +
                by_relation[CAROM_AREA_RELATION_INSIDE_TOUCHING],
            by_relation[CAROM_AREA_RELATION_INSIDE]);
    if (f->has_within) {
        fprintf(stderr, "  within     %10zu  circles that meet no area but have one within %.6g\n",
                by_relation[CAROM_AREA_RELATION_OUTSIDE], f->within);
    }
    fprintf(stderr,
            "  outside    %10zu  other circles\n"
            "  found      %10" PRIu64 "  pairs of %" PRIu64 "\n",
            by_relation[CAROM_AREA_RELATION_INVALID], f->found,
            (uint64_t)q->answers.circles.count * (uint64_t)count);
}

static int areas_run(const tool_call *call) {
    // Of several areas the one whose wall is met counts, and among these an overlap.
    static const unsigned char weights[FOUND_RELATION_MAX + 1] = {
        [CAROM_AREA_RELATION_OUTSIDE] = 1,  [CAROM_AREA_RELATION_INSIDE] = 2,
        [CAROM_AREA_RELATION_TOUCHING] = 3, [CAROM_AREA_RELATION_INSIDE_TOUCHING] = 4,
        [CAROM_AREA_RELATION_CROSSING] = 5,
    };
    areas s = {.pairs = {.query = {.answers = {.call = call,
                                               .label = "area",
                                               .labels_walls = true,
                                               .walls = {.has_lines = true}},
                                   .build = build_index,
                                   .print_counts = print_counts},
                         .header = "circle,area,relation,distance",
                         .count_header = "circle,count",
                         .start = start_search,
                         .ask = ask_circles,
                         .make = make_pair,
                         .weights = weights}};
    struct poptOption options[] = {
        WITHIN_OPTION,
        COUNT_OPTION(s.pairs.count, "circle"),
        SUMMARY_OPTION(s.pairs.query.summary),
        KEEP_OPTION(FOUND_KEEP),
        THREADS_OPTION(FOUND_THREADS),
        POPT_TABLEEND,
    };
    const int status = found_pairs_run(&s.pairs, options, 2, 2);
    carom_area_index_destroy(s.index, NULL);
    free(s.first_walls);
    rings_free(&s.rings);
    return status;
}

const tool_command command_areas = {
    .name = "areas",
    .arguments = "CIRCLES WALLS",
    .summary = "the areas that each circle meets or lies in",
    .example = "areas circles.csv zones.csv",
    .details =
        "CIRCLES and WALLS are CSV or TSV with a header line. Columns may come in any order;\n"
        "unknown columns are ignored. One of the files may be -, standard input.\n" HELP_CIRCLE
            HELP_WALL
        "  area         any text: the area that the wall bounds; empty for none\n" HELP_CATEGORY
            HELP_ID "\n"
        "The walls of an area are segments with the same wr, in any order and direction. They "
        "must\n"
        "form closed rings: each point is the end of an even number of them. A ring within a ring\n"
        "is a hole, and a ring within a hole an island: a point is inside if a ray from it "
        "crosses\n"
        "an odd number of walls. Areas may overlap. All walls of an area must have the same\n"
        "category if CIRCLES has that column.\n\n"
        "Prints CSV: circle,area,relation,distance, ordered by circle, then area in the order of\n"
        "WALLS\n"
        "  circle       the id, or the number of the row from 0\n"
        "  area         the text of the column area\n"
        "  relation     touching (from outside), crossing (the circle overlaps a wall),\n"
        "               inside-touching (in the area, touches a wall) or inside, with --within\n"
        "               also outside; exact for all finite numbers\n"
        "  distance     distance from the centre to the nearest wall of the area, both without\n"
        "               radii; negative if the centre is inside\n"
        "--count prints circle,count instead, one row for each circle. --keep copies columns of\n"
        "WALLS from the first row of the area.\n" HELP_SCALE "\n"
        "Examples:\n"
        "  carom areas ships.csv zones.csv --summary > where.csv\n"
        "  carom areas pads.csv keepouts.csv --within 0.2 --picture keepouts.svg",
    .draws = true,
    .run = areas_run,
};
