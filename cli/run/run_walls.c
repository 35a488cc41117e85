// The walls of `carom run`: those at rest in the scene, and those that move, step by step.
// Layer: cli.
#include "run/run_walls.h"

#include <assert.h>
#include <stdlib.h>

#include "report.h"
#include "run/group.h"
#include "walls.h"

/// The maximum number of moving walls in all steps of a block, unless one step has more.
enum { BLOCK_WALLS = 1 << 16 };

uint64_t run_walls_block_max(const run_walls *w) {
    return w->moving_count == 0             ? UINT64_MAX
           : w->moving_count >= BLOCK_WALLS ? 1
                                            : BLOCK_WALLS / w->moving_count;
}

static bool allocate(run_walls *w, const wall_list *walls) {
    for (size_t i = 0; i < walls->count; i++) {
        w->moving_count += wall_motion_is_zero(walls->motions[i]) ? 0 : 1;
    }
    assert(w->moving_count > 0); // else there are no motions
    const size_t room = (size_t)run_walls_block_max(w) * w->moving_count;
    w->rest_rows = malloc(walls->count * sizeof *w->rest_rows);
    w->moving_rows = malloc(w->moving_count * sizeof *w->moving_rows);
    w->now = malloc(w->moving_count * sizeof *w->now);
    w->steps = malloc(room * sizeof *w->steps);
    w->boxes = malloc(room * sizeof *w->boxes);
    return w->rest_rows != NULL && w->moving_rows != NULL && w->now != NULL && w->steps != NULL &&
           w->boxes != NULL;
}

bool run_walls_start(run_walls *w, answers *a) {
    const wall_list *walls = &a->walls;
    if (walls->motions == NULL) {
        return walls_build_scene(a, walls->items, walls->count);
    }
    carom_wall *at_rest = malloc(walls->count * sizeof *at_rest);
    bool built = allocate(w, walls) && at_rest != NULL;
    if (!built) {
        report(a->call->who, "out of memory");
    }
    size_t rest = 0, moving = 0;
    for (size_t i = 0; built && i < walls->count; i++) {
        const wall_motion velocity = walls->motions[i];
        if (wall_motion_is_zero(velocity)) {
            w->rest_rows[rest] = i;
            at_rest[rest++] = walls->items[i];
        } else {
            w->moving_rows[moving] = i;
            w->now[moving++] = carom_moving_wall_make(walls->items[i], velocity.a, velocity.b);
        }
    }
    built = built && walls_build_scene(a, at_rest, rest);
    free(at_rest);
    return built;
}

bool run_walls_advance(run_walls *w, const run_options *o, uint64_t begin, uint64_t end,
                       size_t *bad_row, uint64_t *bad_step) {
    w->begin = begin;
    for (uint64_t step = begin; step < end; step++) {
        const double length = run_step_length(o, step);
        const size_t first = (size_t)(step - begin) * w->moving_count;
        for (size_t i = 0; i < w->moving_count; i++) {
            carom_moving_wall *now = &w->now[i];
            const carom_moving_wall moving =
                carom_moving_wall_make(now->wall, carom_vec2_scale(now->a_move, length),
                                       carom_vec2_scale(now->b_move, length));
            now->wall = carom_moving_wall_at(moving, 1.0);
            if (!carom_moving_wall_is_valid(moving) || !carom_wall_is_valid(now->wall)) {
                *bad_row = w->moving_rows[i];
                *bad_step = step;
                return false;
            }
            w->steps[first + i] = moving;
            w->boxes[first + i] = carom_moving_wall_box(moving);
        }
    }
    return true;
}

carom_moving_wall_list run_walls_at(const run_walls *w, uint64_t step) {
    const size_t first = (size_t)(step - w->begin) * w->moving_count;
    if (w->moving_count == 0) {
        return (carom_moving_wall_list){.count = 0};
    }
    return (carom_moving_wall_list){w->steps + first, w->boxes + first, w->moving_count};
}

size_t run_walls_row(const run_walls *w, size_t index, bool is_moving) {
    return is_moving ? w->moving_rows[index] : w->rest_rows != NULL ? w->rest_rows[index] : index;
}

void run_walls_free(run_walls *w) {
    free(w->rest_rows);
    free(w->moving_rows);
    free(w->now);
    free(w->steps);
    free(w->boxes);
    *w = (run_walls){0};
}
