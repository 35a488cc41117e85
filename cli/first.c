// `carom first MOVERS WALLS`: the first wall that each moving circle meets.
// Method: all walls are swept, and the earliest contact is kept. Where two times round to the same
// double, the library is asked which is the earlier, exactly; of equal ones the lower wall stays.
// The wall kept, with the sweep against it, is called a meeting.
// Layer: cli.
#include "first.h"

#include <carom/sweep.h>

#include "files.h"
#include "help.h"
#include "report.h"

/// The first wall that a mover meets, by its index, and the sweep against it; with CAROM_MISS it
/// meets none and `wall` means nothing.
typedef struct meeting {
    size_t wall;
    carom_sweep sweep;
} meeting;

/// Whether `s`, with wall i, comes before the meeting found so far.
static bool is_earlier(const answers *a, size_t mover, const carom_sweep *s, size_t i,
                       const meeting *m) {
    if (m->sweep.kind == CAROM_MISS || s->t != m->sweep.t) {
        return m->sweep.kind == CAROM_MISS || s->t < m->sweep.t;
    }
    return carom_circle_sweep_order(a->circles.items[mover], a->circles.motions[mover],
                                    a->walls.items[i], a->walls.items[m->wall]) < 0;
}

static meeting first_meeting(const answers *a, size_t mover) {
    meeting m = {.sweep = {.kind = CAROM_MISS}};
    for (size_t i = 0; i < a->walls.count; i++) {
        carom_sweep s = carom_circle_sweep(a->circles.items[mover], a->circles.motions[mover],
                                           a->walls.items[i]);
        if (s.kind >= CAROM_GRAZE && is_earlier(a, mover, &s, i, &m)) {
            m = (meeting){.wall = i, .sweep = s};
        }
    }
    return m;
}

static void print_meeting(answers *a, size_t mover, const meeting *m) {
    answers_print_name(a, &a->circles.names, mover);
    if (m->sweep.kind == CAROM_MISS) {
        output_empty(&a->out, 1);
    } else {
        answers_print_name(a, &a->walls.names, m->wall);
    }
    answers_print_sweep(a, &m->sweep);
    output_end_row(&a->out);
}

/// All movers. False if that failed, which is reported.
static bool meet_walls(answers *a) {
    progress_start(&a->progress, "first");
    bool memory = true;
    for (size_t i = 0; memory && i < a->circles.count && a->out.error == 0; i++) {
        progress_show(&a->progress, i, a->circles.count);
        meeting m = first_meeting(a, i);
        if (!a->call->draw_only) {
            print_meeting(a, i, &m);
        }
        scene_way way = {.sweep = m.sweep, .move = a->circles.motions[i]};
        memory = !a->arguments.draws || scene_add_way(&a->scene, way);
    }
    progress_clear(&a->progress);
    if (!answers_finish_rows(a)) {
        return false;
    }
    if (!memory) {
        report(a->call->who, "out of memory");
    }
    return memory;
}

static int first_all(answers *a, shape_files *files) {
    if (!shape_files_read(files, a, true)) {
        return EXIT_BAD;
    }
    answers_start_rows(a, "mover,wall," ANSWERS_SWEEP_COLUMNS);
    a->scene.noun = "mover";
    if (!meet_walls(a) || !shape_files_complete(files) || !answers_draw(a)) {
        return EXIT_BAD;
    }
    return shape_files_status(files);
}

static int first_run(const tool_call *call) {
    answers a = {.call = call};
    shape_files files = {.bad_circle = false};
    int status = arguments_parse(&a.arguments, call, (own_options){NULL, NULL, NULL}, 2);
    if (status == ARGUMENTS_GO) {
        status = first_all(&a, &files);
        shape_files_close(&files);
    }
    answers_free(&a);
    return status;
}

const tool_command command_first = {
    .name = "first",
    .arguments = "MOVERS WALLS",
    .summary = "the first wall each moving circle meets",
    .example = "first movers.csv walls.csv",
    .details =
        "MOVERS and WALLS are CSV with a header line, columns in any order, others ignored;\n"
        "one of them may be -, standard input:\n" HELP_CIRCLE HELP_MOVE HELP_WALL HELP_ID "\n"
        "Prints CSV: mover,wall," ANSWERS_SWEEP_COLUMNS "\n"
        "  mover,wall   the ids, or the numbers of the rows from 0\n" HELP_SWEEP
        "One row for each mover, in their order. A graze counts as meeting, and so does an\n"
        "overlap at the start. Which wall comes first is exact; of walls met at the same time\n"
        "it is the one that comes first in WALLS. On a miss all but mover and kind is empty.\n"
        "\n"
        "Example:\n"
        "  carom first bullets.csv walls.csv --picture shots.svg > shots.csv",
    .draws = true,
    .run = first_run,
};
