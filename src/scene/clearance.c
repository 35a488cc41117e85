// Walls of a scene that are near another wall, and all pairs of walls that are near each other.
//
// Method: the traversal reports the walls whose boxes overlap that of the wall, grown by the gap.
// carom_wall_compare_gap decides. In a scene's own pairs each wall only looks for walls of higher
// index, and neighbours ask one after the other, so what they find is often in the cache. Room:
// scene.
#include "contracts.h"
#include "scene/index_list.h"
#include "scene/scene_batch.h"
#include "scene/traversal.h"

typedef struct clearance_search {
    const carom_scene *scene;
    const carom_filter *filter;
    carom_wall wall;
    double gap;
    // Only walls from this index on.
    carom_index least;
    // Walls of this group are left out; 0: none are.
    uint32_t except_group;
    index_list list;
    carom_wall_query_callback *callback;
    void *context;
} clearance_search;

static inline uint32_t group_at(const carom_scene *s, size_t slot) {
    return s->groups_at != 0 ? ((const uint32_t *)scene_part(s, s->groups_at))[slot] : 0;
}

// The cheap tests come first, and then, as few walls get that far, the filter.
static inline bool is_near(const clearance_search *q, size_t slot) {
    if (scene_index(q->scene)[slot] < q->least ||
        (q->except_group != 0 && group_at(q->scene, slot) == q->except_group))
        return false;
    return carom_wall_compare_gap(q->wall, scene_geometry_at(q->scene, slot), q->gap) <= 0 &&
           !scene_leaves_out(q->scene, q->filter, slot);
}

static bool list_near_walls(void *context, size_t first, unsigned slots) {
    clearance_search *q = (clearance_search *)context;
    CAROM_ASSERT(slots != 0 && first % LEAF_WALLS == 0);
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        if (is_near(q, slot))
            index_list_add(&q->list, scene_index(q->scene)[slot]);
    }
    return true;
}

static bool visit_near_walls(void *context, size_t first, unsigned slots) {
    const clearance_search *q = (const clearance_search *)context;
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        if (!is_near(q, slot))
            continue;
        const carom_wall wall = scene_wall_at(q->scene, slot);
        if (!q->callback(q->context, scene_index(q->scene)[slot], &wall))
            return false;
    }
    return true;
}

// The box holds every axis that is within the gap, or its box in the tree if radii differ: a bound
// of those is a double, so it is not beyond a sum that is, however that is rounded.
static void search_near(clearance_search *q, box_visit *visit) {
    CAROM_ASSERT(q->scene != NULL);
    if (!(q->gap >= 0.0 && q->gap <= DBL_MAX))
        return;
    const carom_box at = carom_wall_box(q->wall);
    const double by = sum_up(q->gap, q->scene->radius);
    const carom_box box = {{at.min.x - by, at.min.y - by}, {at.max.x + by, at.max.y + by}};
    scene_visit_box(q->scene, &box, visit, q);
}

static size_t list_search(clearance_search *q, carom_index *indices, size_t capacity) {
    CAROM_ASSERT(indices != NULL || capacity == 0);
    q->list.indices = indices;
    q->list.capacity = capacity;
    search_near(q, list_near_walls);
    return index_list_finish(&q->list);
}

size_t carom_scene_near_wall(const carom_scene *scene, carom_wall wall, double gap,
                             const carom_filter *filter, carom_index *indices, size_t capacity) {
    clearance_search q = {.scene = scene, .filter = filter, .wall = wall, .gap = gap};
    return list_search(&q, indices, capacity);
}

void carom_scene_query_near_wall(const carom_scene *scene, carom_wall wall, double gap,
                                 const carom_filter *filter, carom_wall_query_callback *callback,
                                 void *context) {
    CAROM_ASSERT(callback != NULL);
    clearance_search q = {.scene = scene,
                          .filter = filter,
                          .wall = wall,
                          .gap = gap,
                          .callback = callback,
                          .context = context};
    search_near(&q, visit_near_walls);
}

// ---- batches ----

typedef struct clearance_question {
    const carom_scene *scene;
    const carom_wall *walls;
    double gap;
    const carom_filter *filter;
    bool except_same_group;
} clearance_question;

static clearance_search search_of(const clearance_question *q, const carom_wall *wall) {
    const clearance_search search = {.scene = q->scene,
                                     .filter = q->filter,
                                     .wall = *wall,
                                     .gap = q->gap,
                                     .except_group = q->except_same_group ? wall->group : 0};
    return search;
}

static size_t find_near_wall(void *context, size_t c, const carom_circle *circle, void *items,
                             size_t capacity) {
    const clearance_question *q = (const clearance_question *)context;
    (void)circle;
    clearance_search search = search_of(q, &q->walls[c]);
    return list_search(&search, (carom_index *)items, capacity);
}

static size_t find_own_pairs(void *context, size_t c, const carom_circle *circle, void *items,
                             size_t capacity) {
    const clearance_question *q = (const clearance_question *)context;
    (void)circle;
    const uint32_t slot = scene_slot(q->scene)[c];
    if (!scene_has_slot(q->scene, slot) || scene_leaves_out(q->scene, q->filter, slot))
        return 0;
    const carom_wall wall = scene_wall_at(q->scene, slot);
    clearance_search search = search_of(q, &wall);
    search.least = (carom_index)(c + 1);
    return list_search(&search, (carom_index *)items, capacity);
}

// The walls of neighbouring slots have indices that are far apart.
static void fetch_slot(void *context, size_t c) {
    CAROM_PREFETCH(scene_slot(((const clearance_question *)context)->scene) + c);
}

carom_status carom_scene_near_wall_batch(const carom_scene *scene, const carom_wall *walls,
                                         size_t count, double gap, const carom_filter *filter,
                                         bool except_same_group, size_t most,
                                         const carom_task_runner *runner,
                                         const carom_allocator *allocator,
                                         carom_circle_lists *lists) {
    CAROM_ASSERT(walls != NULL || count == 0);
    // Not NULL: that would stand for the walls of the scene.
    const carom_wall none = carom_segment(carom_vec2_make(0.0, 0.0), carom_vec2_make(0.0, 0.0));
    const batch_subject about = {NULL, walls != NULL ? walls : &none, count, NULL};
    clearance_question q = {scene, about.walls, gap, filter, except_same_group};
    const carom_circle_query query = {find_near_wall, NULL, &q, sizeof(carom_index)};
    return carom_scene_batch_about(scene, about, &query, most, runner, allocator, lists);
}

carom_status carom_scene_clearance_batch(const carom_scene *scene, double gap,
                                         const carom_filter *filter, bool except_same_group,
                                         size_t most, const carom_task_runner *runner,
                                         const carom_allocator *allocator,
                                         carom_circle_lists *lists) {
    CAROM_ASSERT(scene != NULL);
    const uint64_t end = scene->links_at != 0 ? scene->index_end : scene->count;
    const batch_subject about = {NULL, NULL, (size_t)end, NULL};
    clearance_question q = {scene, NULL, gap, filter, except_same_group};
    const carom_circle_query query = {find_own_pairs, fetch_slot, &q, sizeof(carom_index)};
    return carom_scene_batch_about(scene, about, &query, most, runner, allocator, lists);
}
