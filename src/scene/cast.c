// The first wall that a moving circle meets.
//
// Method: the traversal names walls near the path, near ones first; every hit that comes before the
// best so far takes its place and shrinks the search. The exact comparison of two times of impact
// decides which comes first. Room: scene.
#include "carom/scene.h"
#include "contracts.h"
#include "scene/traversal.h"

typedef struct first_search {
    carom_circle circle;
    carom_vec2 move;
    // The circle touches or overlaps wall first.index at the start: that is the first moment there
    // is, and of these the lowest index counts, so sweeps of them wait until it is known.
    bool is_at_start;
    carom_scene_hit first;
} first_search;

static bool comes_first(const first_search *f, const tree_search *t, size_t index, carom_wall wall,
                        const carom_sweep *sweep) {
    const carom_scene_hit *first = &f->first;
    if (first->sweep.kind == CAROM_SWEEP_KIND_MISS || sweep->t != first->sweep.t)
        return first->sweep.kind == CAROM_SWEEP_KIND_MISS || sweep->t < first->sweep.t;
    const int order = carom_circle_compare_time_of_impact(f->circle, f->move, wall,
                                                          carom_scene_wall(t->scene, first->index));
    return order < 0 || (order == 0 && index < first->index);
}

// Only what comes before a time matters from here on.
static void narrow_to_time(const first_search *f, tree_search *t, double time) {
    CAROM_ASSERT(time >= 0.0 && time <= 1.0);
    carom_search_shrink(t, carom_vec2_add(t->from, carom_vec2_scale(f->move, time)),
                        reach_of(t->scene, f->circle.radius, 0.0));
}

static void find_at_start(first_search *f, tree_search *t, size_t index) {
    if (f->is_at_start && index > f->first.index)
        return;
    if (!f->is_at_start)
        narrow_to_time(f, t, 0.0);
    f->is_at_start = true;
    f->first.index = index;
}

static bool visit_for_first(void *context, tree_search *t, size_t slot) {
    first_search *f = context;
    const carom_wall wall = scene_wall_at(t->scene, slot);
    const size_t index = scene_index(t->scene)[slot];
    if (carom_circle_touches(f->circle, wall)) {
        find_at_start(f, t, index);
        return true;
    }
    if (f->is_at_start)
        return true;
    const carom_sweep sweep = carom_circle_sweep(f->circle, f->move, wall);
    if (sweep.kind == CAROM_SWEEP_KIND_MISS || !comes_first(f, t, index, wall, &sweep))
        return true;
    CAROM_ASSERT(sweep.t > 0.0 || sweep.kind == CAROM_SWEEP_KIND_HIT);
    f->first.index = index;
    f->first.sweep = sweep;
    // The true time is less than the next double.
    const double until = sum_up(sweep.t, DBL_MIN);
    if (until < 1.0)
        narrow_to_time(f, t, until);
    return true;
}

carom_scene_hit carom_scene_sweep(const carom_scene *scene, carom_circle circle, carom_vec2 move) {
    CAROM_ASSERT(scene != NULL);
    first_search f = {.circle = circle, .move = move, .first.sweep.kind = CAROM_SWEEP_KIND_INVALID};
    if (!carom_circle_is_valid(circle) || !is_finite(move))
        return f.first;
    f.first.sweep.kind = CAROM_SWEEP_KIND_MISS;
    tree_search t;
    carom_search_start(&t, scene, circle.center, carom_vec2_add(circle.center, move),
                       reach_of(scene, circle.radius, 0.0));
    carom_scene_choose()->search(&t, visit_for_first, &f);
    if (f.is_at_start)
        f.first.sweep = carom_circle_sweep(circle, move, carom_scene_wall(scene, f.first.index));
    return f.first;
}
