// The walls of `carom run`: those at rest in the scene, and those that move, step by step.
// Method: the index is a dynamic scene over covers of the walls, which is changed in each step.
// Room: cli.
#include "run/run_walls.h"

#include <stdlib.h>

#include "report.h"
#include "walls.h"

/// The maximum number of moving walls in all steps of a block, unless one step has more. The
/// numbers of moving walls and of balls from which on an index takes less time than a list.
enum { BLOCK_WALLS = 1 << 16, INDEX_WALLS = 64, INDEX_BALLS = 16 };

uint64_t run_walls_block_max(const run_walls *w) {
    const size_t count = w->split.moving_count;
    return count == 0                                 ? UINT64_MAX
           : w->covers != NULL || count > BLOCK_WALLS ? 1
                                                      : BLOCK_WALLS / count;
}

/// Allocates the walls of a block. Returns false if out of memory.
static bool allocate(run_walls *w, size_t balls) {
    const size_t count = w->split.moving_count;
    bool memory = true;
    if (count >= INDEX_WALLS && balls >= INDEX_BALLS) {
        w->covers = malloc(count * sizeof *w->covers);
        w->uncovered = malloc(count * sizeof *w->uncovered);
        memory = w->covers != NULL && w->uncovered != NULL;
    }
    const size_t room = (size_t)run_walls_block_max(w) * count;
    w->now = malloc(count * sizeof *w->now);
    w->steps = malloc(room * sizeof *w->steps);
    if (w->covers == NULL) {
        w->boxes = malloc(room * sizeof *w->boxes);
        memory = w->boxes != NULL;
    }
    return memory && w->now != NULL && w->steps != NULL;
}

bool run_walls_start(run_walls *w, answers *a) {
    const wall_list *walls = &a->walls;
    if (walls->motions == NULL) {
        return walls_build_scene(a, walls->items, walls->count, &a->scene);
    }
    if (!moving_walls_split(&w->split, a)) {
        return false;
    }
    if (!allocate(w, a->circles.count)) {
        report(a->call->who, "out of memory");
        return false;
    }
    for (size_t i = 0; i < w->split.moving_count; i++) {
        const size_t row = w->split.moving_rows[i];
        w->now[i] = moving_wall_of(walls->items[row], walls->motions[row]);
    }
    return true;
}

/// Changes the index to the walls of the block, which has one step. Returns false if out of memory.
static bool change_index(run_walls *w) {
    const size_t count = w->split.moving_count;
    w->uncovered_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!moving_wall_cover(w->steps[i], &w->covers[i])) {
            w->uncovered[w->uncovered_count++] = i;
            // Only keeps the numbers of the other walls.
            w->covers[i] = carom_post(w->steps[i].wall.a, 0.0);
        }
    }
    const carom_status status =
        w->index == NULL ? carom_dynamic_scene_create(w->covers, count, NULL, &w->index, NULL)
                         : carom_dynamic_scene_move_many(w->index, NULL, w->covers, count, NULL);
    return status == CAROM_STATUS_OK;
}

bool run_walls_advance(run_walls *w, const run_options *o, uint64_t begin, uint64_t end,
                       size_t *bad_row, uint64_t *bad_step) {
    const size_t count = w->split.moving_count;
    w->begin = begin;
    for (uint64_t step = begin; step < end; step++) {
        const double length = run_step_length(o, step);
        const size_t first = (size_t)(step - begin) * count;
        for (size_t i = 0; i < count; i++) {
            carom_moving_wall *now = &w->now[i];
            const carom_moving_wall moving =
                carom_moving_wall_make(now->wall, carom_vec2_scale(now->a_move, length),
                                       carom_vec2_scale(now->b_move, length));
            now->wall = carom_moving_wall_at(moving, 1.0);
            if (!carom_moving_wall_is_valid(moving) || !carom_wall_is_valid(now->wall)) {
                *bad_row = w->split.moving_rows[i];
                *bad_step = step;
                return false;
            }
            w->steps[first + i] = moving;
            if (w->boxes != NULL) {
                w->boxes[first + i] = carom_moving_wall_box(moving);
            }
        }
    }
    *bad_row = SIZE_MAX;
    return w->covers == NULL || change_index(w);
}

run_step_walls run_walls_at(const run_walls *w, uint64_t step) {
    const size_t count = w->split.moving_count;
    run_step_walls walls = {.walls = w};
    if (count > 0) {
        const size_t first = (size_t)(step - w->begin) * count;
        walls.list.walls = w->steps + first;
        walls.list.boxes = w->boxes != NULL ? w->boxes + first : NULL;
        walls.list.count = count;
    }
    return walls;
}

// ---- the walls near a path ----

typedef struct index_query {
    const carom_moving_wall_list *list;
    carom_box near;
    carom_moving_wall_callback *callback;
    void *context;
} index_query;

/// Passes a wall on if the list would report it.
static void visit_wall(const index_query *q, size_t i) {
    const carom_moving_wall wall = q->list->walls[i];
    if (carom_box_overlaps(carom_moving_wall_box(wall), q->near)) {
        q->callback(q->context, (carom_index)i, &wall);
    }
}

static double visit_cover(void *context, carom_index i, const carom_wall *cover) {
    (void)cover;
    visit_wall(context, i);
    return 1.0;
}

static void query_index(const void *source, const carom_path *path,
                        carom_moving_wall_callback *callback, void *context) {
    const run_step_walls *step = source;
    const run_walls *w = step->walls;
    index_query q = {&step->list, carom_path_box(*path), callback, context};
    for (size_t i = 0; i < w->uncovered_count; i++) {
        visit_wall(&q, w->uncovered[i]);
    }
    const carom_wall_source covers = carom_dynamic_scene_wall_source(w->index);
    covers.query(covers.source, path, visit_cover, &q);
}

carom_moving_wall_source run_step_walls_source(const run_step_walls *walls) {
    if (walls->list.count == 0) {
        return (carom_moving_wall_source){.query = NULL};
    }
    if (walls->walls->covers == NULL) {
        return carom_moving_wall_list_source(&walls->list);
    }
    return (carom_moving_wall_source){query_index, walls};
}

size_t run_walls_row(const run_walls *w, size_t index, bool is_moving) {
    return is_moving                   ? w->split.moving_rows[index]
           : w->split.moving_count > 0 ? w->split.rest_rows[index]
                                       : index;
}

void run_walls_free(run_walls *w) {
    moving_walls_free(&w->split);
    carom_dynamic_scene_destroy(w->index);
    free(w->covers);
    free(w->uncovered);
    free(w->now);
    free(w->steps);
    free(w->boxes);
    *w = (run_walls){0};
}
