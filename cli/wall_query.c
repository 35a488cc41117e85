// A command that queries the index over the walls for each row of its first file.
// Room: cli.
#include "wall_query.h"

#include "report.h"
#include "walls.h"

/// Processes all rows of the first file. Returns false on failure, which is reported.
static bool answer_rows(wall_query *q) {
    answers *a = &q->answers;
    progress_start(&a->progress, a->call->command->name);
    bool memory = q->start(q);
    while (memory && q->done < answers_asked_count(a) && a->out.error == 0) {
        memory = q->ask(q);
        stopwatch_lap(&q->watch, STAGE_ASKING);
        memory = memory && q->print(q);
        stopwatch_lap(&q->watch, STAGE_PRINTING);
    }
    progress_clear(&a->progress);
    if (!answers_finish_rows(a)) {
        return false;
    }
    stopwatch_lap(&q->watch, STAGE_PRINTING);
    if (!memory) {
        report(a->call->who, "out of memory");
        return false;
    }
    return shape_files_complete(&q->files);
}

static bool build_index(wall_query *q) {
    answers *a = &q->answers;
    return a->walls.motions != NULL
               ? moving_walls_build(&q->moving_walls, a)
               : walls_build_scene(a, a->walls.items, a->walls.count, &a->scene);
}

int wall_query_run(wall_query *q) {
    answers *a = &q->answers;
    stopwatch_start(&q->watch);
    if (!shape_files_read(&q->files, a, q->first_file)) {
        return EXIT_BAD;
    }
    stopwatch_lap(&q->watch, STAGE_READING);
    if (!(q->build != NULL ? q->build(q) : build_index(q))) {
        return EXIT_BAD;
    }
    stopwatch_lap(&q->watch, STAGE_BUILDING);
    answers_start_rows(a, q->header);
    if (!answer_rows(q) || !answers_draw(a)) {
        return EXIT_BAD;
    }
    stopwatch_lap(&q->watch, STAGE_DRAWING);
    if (q->summary) {
        q->print_counts(q);
        stopwatch_print(&q->watch);
    }
    return shape_files_status(&q->files);
}

void wall_query_free(wall_query *q) {
    shape_files_close(&q->files);
    moving_walls_free(&q->moving_walls);
    answers_free(&q->answers);
}
