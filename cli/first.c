// `carom first MOVERS WALLS`: the first wall that each moving circle meets; also for `carom cast`.
// Method: the scene is asked about chunks of movers, by threads, and the results are printed in the
// order of the movers.
// Room: cli.
#include "first.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "help.h"
#include "rows.h"
#include "threads.h"
#include "wall_query.h"

enum { OPTION_KEEP = 1, OPTION_THREADS };

/// A mover in the layout that the scene reads.
typedef struct mover {
    carom_circle circle;
    carom_vec2 move;
} mover;

typedef struct first {
    wall_query query;
    int no_graze;
    /// The movers [begin, begin + count) and their results.
    size_t begin;
    size_t count;
    mover *movers;
    carom_scene_hit *hits;
    /// The number of movers for each kind.
    size_t by_kind[CAROM_SWEEP_KIND_OVERLAP + 1];
} first;

/// The distance that cast i travels until its contact with a wall.
static double distance_of(const answers *a, size_t i, size_t wall) {
    return carom_circle_cast(a->circles.items[i], a->circles.motions[i], a->circles.lengths[i],
                             a->walls.items[wall])
        .distance;
}

/// The displacement of mover or cast i.
static carom_vec2 move_of(const answers *a, size_t i) {
    const carom_vec2 motion = a->circles.motions[i];
    return a->circles.lengths != NULL ? carom_vec2_along(motion, a->circles.lengths[i]) : motion;
}

/// Prints the result of mover i of the chunk. Runs on any thread.
static void print_meeting(void *context, output *out, size_t i) {
    const first *f = context;
    const answers *a = &f->query.answers;
    const carom_scene_hit *hit = &f->hits[i];
    const bool misses = hit->sweep.kind == CAROM_SWEEP_KIND_MISS;
    answers_print_name(out, &a->circles.names, f->begin + i);
    if (misses) {
        output_empty(out, 1);
    } else {
        answers_print_name(out, &a->walls.names, hit->index);
    }
    answers_print_sweep(out, &hit->sweep);
    if (a->circles.lengths != NULL && misses) {
        output_empty(out, 1);
    } else if (a->circles.lengths != NULL) {
        output_number(out, distance_of(a, f->begin + i, hit->index));
    }
    answers_end_row(a, out, f->begin + i, misses ? SIZE_MAX : hit->index);
}

/// Finds what mover m of the chunk meets. Runs on any thread.
static size_t ask_mover(void *context, size_t m, const carom_circle *circle, void *items,
                        size_t capacity) {
    first *f = context;
    const answers *a = &f->query.answers;
    const carom_filter filter = circle_list_filter(&a->circles, f->begin + m);
    (void)items;
    (void)capacity;
    if (a->walls.motions != NULL) {
        f->hits[m] = moving_walls_first(&f->query.moving_walls, *circle, f->movers[m].move,
                                        f->no_graze != 0, &filter);
        return 0;
    }
    carom_cast_settings settings = carom_cast_settings_default();
    settings.hits_only = f->no_graze != 0;
    settings.filter = a->circles.masks != NULL ? &filter : NULL;
    f->hits[m] = carom_scene_sweep(a->scene, *circle, f->movers[m].move, &settings);
    return 0;
}

/// Queries the movers of the next chunk.
static bool ask_chunk(wall_query *q) {
    first *f = (first *)q;
    answers *a = &q->answers;
    const size_t left = a->circles.count - q->done;
    f->begin = q->done;
    f->count = left < CHUNK_ROWS ? left : CHUNK_ROWS;
    const carom_scene *scene =
        a->walls.motions != NULL ? moving_walls_larger_scene(&q->moving_walls) : a->scene;
    for (size_t i = 0; i < f->count; i++) {
        f->movers[i] = (mover){a->circles.items[f->begin + i], move_of(a, f->begin + i)};
    }
    const carom_circle_soa circles = {.x = &f->movers->circle.center.x,
                                      .y = &f->movers->circle.center.y,
                                      .radius = &f->movers->circle.radius,
                                      .stride = sizeof *f->movers,
                                      .count = f->count};
    const carom_circle_query query = {.find = ask_mover, .context = f};
    const carom_task_runner runner = threads_runner();
    const carom_status status = carom_scene_batch(scene, &circles, &query, 0, &runner, NULL, NULL);
    q->done += f->count;
    progress_show(&a->progress, q->done, a->circles.count);
    return status == CAROM_STATUS_OK;
}

/// Prints and counts the results of the chunk, and stores them for a picture. Returns false if out
/// of memory.
static bool answer_chunk(wall_query *q) {
    first *f = (first *)q;
    answers *a = &q->answers;
    if (!a->call->draw_only) {
        rows_print(&a->out, f->count, print_meeting, f);
    }
    for (size_t i = 0; i < f->count; i++) {
        f->by_kind[f->hits[i].sweep.kind]++;
        const drawing_path path = {.sweep = f->hits[i].sweep, .move = f->movers[i].move};
        if (a->arguments.draws && !drawing_add_path(&a->drawing, path)) {
            return false;
        }
    }
    return true;
}

/// Allocates the chunk. Returns false if out of memory.
static bool start_chunks(wall_query *q) {
    first *f = (first *)q;
    const size_t count = q->answers.circles.count;
    // One more: malloc(0) can return NULL.
    const size_t room = (count < CHUNK_ROWS ? count : CHUNK_ROWS) + 1;
    f->movers = malloc(room * sizeof *f->movers);
    f->hits = malloc(room * sizeof *f->hits);
    return f->movers != NULL && f->hits != NULL;
}

static void print_counts(const wall_query *q) {
    const first *f = (const first *)q;
    const char *nouns = f->query.first_file == FIRST_FILE_CASTS ? "casts" : "movers";
    fprintf(stderr,
            "%s: %zu %s, %zu walls\n"
            "  hit        %10zu  %s that touch a wall while moving in\n"
            "  graze      %10zu  %s that touch a wall but never move in\n"
            "  overlap    %10zu  %s that overlap a wall at the start\n"
            "  miss       %10zu  %s that meet no wall\n",
            f->query.answers.call->who, f->query.answers.circles.count, nouns,
            f->query.answers.walls.count, f->by_kind[CAROM_SWEEP_KIND_HIT], nouns,
            f->by_kind[CAROM_SWEEP_KIND_GRAZE], nouns, f->by_kind[CAROM_SWEEP_KIND_OVERLAP], nouns,
            f->by_kind[CAROM_SWEEP_KIND_MISS], nouns);
}

static bool take_option(const tool_call *call, void *data, int option, const char *text) {
    first *f = data;
    return option == OPTION_KEEP ? keep_take(&f->query.answers.keep, call, text)
                                 : threads_take(call, text);
}

int first_wall_run(const tool_call *call, bool casts) {
    first f = {.query = {.answers = {.call = call, .drawing = {.noun = casts ? "cast" : "mover"}},
                         .first_file = casts ? FIRST_FILE_CASTS : FIRST_FILE_MOVERS,
                         .header = casts ? "cast,wall," ANSWERS_SWEEP_COLUMNS ",distance"
                                         : "mover,wall," ANSWERS_SWEEP_COLUMNS,
                         .start = start_chunks,
                         .ask = ask_chunk,
                         .print = answer_chunk,
                         .print_counts = print_counts}};
    struct poptOption options[] = {
        {"no-graze", '\0', POPT_ARG_NONE, &f.no_graze, 0,
         "Leave out grazes: only hits and overlaps at the start count", NULL},
        SUMMARY_OPTION(f.query.summary),
        KEEP_OPTION(OPTION_KEEP),
        THREADS_OPTION(OPTION_THREADS),
        POPT_TABLEEND,
    };
    arguments *a = &f.query.answers.arguments;
    int status = arguments_parse(a, call, (own_options){options, take_option, &f}, 2, 2);
    if (status == ARGUMENTS_GO) {
        status = wall_query_run(&f.query);
        free(f.movers);
        free(f.hits);
    }
    wall_query_free(&f.query);
    return status;
}

static int first_run(const tool_call *call) {
    return first_wall_run(call, false);
}

const tool_command command_first = {
    .name = "first",
    .arguments = "MOVERS WALLS",
    .summary = "the first wall that each moving circle meets",
    .example = "first movers.csv walls.csv",
    .details =
        "MOVERS and WALLS are CSV or TSV with a header line. Columns may come in any order;\n"
        "unknown columns are ignored. One of the files may be -, standard input.\n" HELP_CIRCLE
            HELP_MOVE HELP_WALL HELP_WALL_MOTION HELP_CATEGORY HELP_ID "\n"
        "Prints CSV: mover,wall," ANSWERS_SWEEP_COLUMNS "\n"
        "  mover,wall   the ids, or the numbers of the rows from 0\n" HELP_SWEEP
        "One row for each mover, in the order of MOVERS. Grazes and overlaps at the start\n"
        "count. The choice of the wall is exact; of walls met at the same time it is the\n"
        "first in WALLS. With the same t, walls at rest come before walls that move; of\n"
        "those that move it is the first in WALLS. On a miss the columns other than mover\n"
        "and kind are empty.\n"
        "Example of --no-graze: a circle that rests on a floor and moves up meets the ceiling,\n"
        "not the floor.\n" HELP_SCALE "\n"
        "Example:\n"
        "  carom first bullets.csv walls.csv --picture shots.svg > shots.csv",
    .draws = true,
    .run = first_run,
};
