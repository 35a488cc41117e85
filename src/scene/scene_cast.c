// Casts: the first wall that a moving circle meets, or all of them in order.
//
// Method: the traversal reports walls near the path, near ones first. For the first hit, every hit
// that comes before the best so far replaces it and shrinks the search. For all hits, a heap keeps
// the earliest that fit. The exact comparison of two times of impact decides the order. Room:
// scene.
#include "carom/scene.h"
#include "contracts.h"
#include "scene/cast.h"
#include "scene/heap.h"
#include "scene/traversal.h"
#include "sweep/sweep.h"

static bool is_valid_cast(const cast *c) {
    return carom_circle_is_valid(c->circle) && is_finite(c->move);
}

// As carom_circle_sweep. The traversal has left out most walls that are certainly missed.
static carom_sweep sweep_of_cast(const cast *c, carom_wall wall) {
    const swept_query q = swept_query_make(c->circle, c->move, false, wall);
    return carom_sweep_near(&q);
}

static void run_cast(const cast *c, bool may_repeat, search_visit *visit, void *context) {
    tree_search t;
    carom_search_start(&t, c->scene, c->circle.center, c->move,
                       reach_of(c->scene, c->circle.radius, 0.0), may_repeat);
    scene_visit_search(&t, visit, context);
}

// ---- the first ----

typedef struct first_search {
    struct cast cast;
    // The circle touches or overlaps wall first.index at the start. No wall is met earlier. Among
    // the walls met then the lowest index counts, so the sweep waits until that is known.
    bool is_at_start;
    carom_scene_hit first;
    // The wall of `first`, unless that is at the start.
    carom_wall wall;
} first_search;

// True if the wall cannot come before the first hit: of equal walls, and of those that are met at
// the start, the lowest index counts.
static bool comes_later(const first_search *f, const carom_wall *wall, carom_index index) {
    return f->first.index != CAROM_NO_WALL && index > f->first.index &&
           (f->is_at_start || are_equal_walls(wall, &f->wall));
}

static void find_at_start(first_search *f, tree_search *t, carom_index index) {
    CAROM_ASSERT(!f->is_at_start || index < f->first.index);
    if (!f->is_at_start)
        carom_search_shrink(t, 0.0);
    f->is_at_start = true;
    f->first.index = index;
}

static bool visit_for_first(void *context, tree_search *t, size_t slot) {
    first_search *f = context;
    const cast *c = &f->cast;
    const carom_wall wall = scene_wall_at(t->scene, slot);
    const carom_index index = scene_index(t->scene)[slot];
    if (comes_later(f, &wall, index))
        return true;
    const bool at_start = !(t->early > 0.0) && carom_circle_touches(c->circle, wall);
    if ((f->is_at_start && !at_start) || leaves_out(c, slot, wall))
        return true;
    if (at_start && !c->settings.hits_only) {
        find_at_start(f, t, index);
        return true;
    }
    const carom_scene_hit hit = {index, sweep_of_cast(c, wall)};
    if (hit.sweep.kind < c->least)
        return true;
    if (at_start) {
        find_at_start(f, t, index);
        return true;
    }
    if (f->first.sweep.kind != CAROM_SWEEP_KIND_MISS && compare_hits(c, &hit, wall, &f->first) > 0)
        return true;
    f->first = hit;
    f->wall = wall;
    // The true time is less than the next double.
    const double until = sum_up(hit.sweep.t, DBL_MIN);
    if (until < 1.0)
        carom_search_shrink(t, until);
    return true;
}

carom_scene_hit carom_scene_sweep(const carom_scene *scene, carom_circle circle, carom_vec2 move,
                                  const carom_cast_settings *settings) {
    first_search f = {
        .cast = cast_of(scene, circle, move, settings),
        .first = {.index = CAROM_NO_WALL, .sweep = {.kind = CAROM_SWEEP_KIND_INVALID}}};
    if (!is_valid_cast(&f.cast))
        return f.first;
    f.first.sweep.kind = CAROM_SWEEP_KIND_MISS;
    run_cast(&f.cast, true, visit_for_first, &f);
    if (f.is_at_start)
        f.first.sweep = sweep_of_cast(&f.cast, carom_scene_wall(scene, f.first.index));
    return f.first;
}

// ---- all ----

typedef struct all_search {
    struct cast cast;
    carom_scene_hit *hits;
    size_t capacity, count;
} all_search;

static bool hit_comes_after(const void *context, const void *p, const void *q) {
    const cast *c = context;
    const carom_scene_hit *hit = p;
    const carom_scene_hit *other = q;
    return compare_hits(c, hit, carom_scene_wall(c->scene, hit->index), other) > 0;
}

static heap heap_of_hits(const all_search *a) {
    const heap h = {a->hits, sizeof *a->hits, hit_comes_after, &a->cast};
    return h;
}

static bool visit_for_all(void *context, tree_search *t, size_t slot) {
    all_search *a = context;
    const cast *c = &a->cast;
    const carom_wall wall = scene_wall_at(t->scene, slot);
    if (leaves_out(c, slot, wall))
        return true;
    const carom_scene_hit hit = {scene_index(t->scene)[slot], sweep_of_cast(c, wall)};
    if (hit.sweep.kind < c->least)
        return true;
    const heap h = heap_of_hits(a);
    if (a->count < a->capacity) {
        a->hits[a->count] = hit;
        if (a->count + 1 == a->capacity)
            heap_make(&h, a->capacity);
    } else if (a->capacity > 0 && compare_hits(c, &hit, wall, &a->hits[0]) < 0) {
        a->hits[0] = hit;
        heap_sift(&h, 0, a->capacity);
    }
    a->count++;
    return true;
}

size_t carom_scene_sweep_all(const carom_scene *scene, carom_circle circle, carom_vec2 move,
                             const carom_cast_settings *settings, carom_scene_hit *hits,
                             size_t capacity) {
    CAROM_ASSERT(hits != NULL || capacity == 0);
    all_search a = {cast_of(scene, circle, move, settings), hits, capacity, 0};
    if (!is_valid_cast(&a.cast))
        return 0;
    run_cast(&a.cast, false, visit_for_all, &a);
    const heap h = heap_of_hits(&a);
    const size_t written = a.count < capacity ? a.count : capacity;
    if (a.count < capacity)
        heap_make(&h, written);
    heap_sort(&h, written);
    return a.count;
}
