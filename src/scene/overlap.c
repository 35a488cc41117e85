// Overlap queries: the walls that touch a circle, lie within a distance of it, or overlap a box.
//
// Method: the traversal reports the walls whose boxes overlap that of the query. The exact calls
// for a single wall decide. Room: scene.
#include "carom/scene.h"

#include "contracts.h"
#include "scene/index_list.h"
#include "scene/traversal.h"

// ---- queries ----

// What is tested for every wall that the traversal reports, and what is done with the walls found.
typedef struct overlap_query {
    const carom_scene *scene;
    const carom_filter *filter;
    carom_circle circle;
    carom_contact_rule rule;
    // Only with CAROM_CONTACT_RULE_CLOSED_DISC.
    double gap;
    // Searches for walls whose boxes overlap `box` instead of walls that touch the circle.
    bool is_box;
    carom_box box;
    index_list list;
    carom_wall_query_callback *callback;
    void *context;
    bool any;
} overlap_query;

static inline bool overlaps(const overlap_query *q, carom_wall wall) {
    if (q->is_box)
        return carom_box_overlaps(carom_wall_box(wall), q->box);
    return q->rule == CAROM_CONTACT_RULE_CLOSED_DISC
               ? carom_circle_within(q->circle, wall, q->gap)
               : carom_circle_touches_by_rule(q->circle, wall, q->rule);
}

// The filter comes last: few walls get that far.
static inline bool matches(const overlap_query *q, size_t slot) {
    return overlaps(q, scene_geometry_at(q->scene, slot)) &&
           !scene_leaves_out(q->scene, q->filter, slot);
}

static bool list_walls(void *context, size_t first, unsigned slots) {
    overlap_query *q = context;
    CAROM_ASSERT(slots != 0 && first % LEAF_WALLS == 0);
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        if (matches(q, slot))
            index_list_add(&q->list, scene_index(q->scene)[slot]);
    }
    return true;
}

static bool visit_walls(void *context, size_t first, unsigned slots) {
    const overlap_query *q = context;
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        if (!matches(q, slot))
            continue;
        const carom_wall wall = scene_wall_at(q->scene, slot);
        if (!q->callback(q->context, scene_index(q->scene)[slot], &wall))
            return false;
    }
    return true;
}

static bool find_any(void *context, size_t first, unsigned slots) {
    overlap_query *q = context;
    CAROM_ASSERT(!q->any);
    while (slots != 0 && !q->any)
        q->any = matches(q, first + take_lowest(&slots));
    return !q->any;
}

// Visits the walls that may overlap a box, that of the query or a wider one around it.
static void run_query(overlap_query *q, carom_box box, box_visit *visit) {
    scene_visit_box(q->scene, &box, visit, q);
}

static size_t run_list(overlap_query q, carom_box box, uint32_t *indices, size_t capacity) {
    q.list.indices = indices;
    q.list.capacity = capacity;
    run_query(&q, box, list_walls);
    return index_list_finish(&q.list);
}

static void run_callback(overlap_query q, carom_box box, carom_wall_query_callback *callback,
                         void *context) {
    CAROM_ASSERT(callback != NULL);
    q.callback = callback;
    q.context = context;
    run_query(&q, box, visit_walls);
}

// ---- circles ----

static overlap_query query_of_circle(const carom_scene *scene, carom_circle circle,
                                     carom_contact_rule rule, double gap,
                                     const carom_filter *filter) {
    CAROM_ASSERT(scene != NULL);
    const overlap_query q = {.scene = scene,
                             .filter = filter,
                             .circle = circle,
                             .rule = rule,
                             .gap = gap,
                             .box = box_around(circle.center, reach_of(scene, circle.radius, gap))};
    return q;
}

size_t carom_scene_touching(const carom_scene *scene, carom_circle circle, carom_contact_rule rule,
                            const carom_filter *filter, uint32_t *indices, size_t capacity) {
    const overlap_query q = query_of_circle(scene, circle, rule, 0.0, filter);
    return run_list(q, q.box, indices, capacity);
}

void carom_scene_query_touching(const carom_scene *scene, carom_circle circle,
                                carom_contact_rule rule, const carom_filter *filter,
                                carom_wall_query_callback *callback, void *context) {
    const overlap_query q = query_of_circle(scene, circle, rule, 0.0, filter);
    run_callback(q, q.box, callback, context);
}

bool carom_scene_touches(const carom_scene *scene, carom_circle circle, carom_contact_rule rule,
                         const carom_filter *filter) {
    overlap_query q = query_of_circle(scene, circle, rule, 0.0, filter);
    run_query(&q, q.box, find_any);
    return q.any;
}

size_t carom_scene_within(const carom_scene *scene, carom_circle circle, double gap,
                          const carom_filter *filter, uint32_t *indices, size_t capacity) {
    const overlap_query q =
        query_of_circle(scene, circle, CAROM_CONTACT_RULE_CLOSED_DISC, gap, filter);
    return run_list(q, q.box, indices, capacity);
}

void carom_scene_query_within(const carom_scene *scene, carom_circle circle, double gap,
                              const carom_filter *filter, carom_wall_query_callback *callback,
                              void *context) {
    const overlap_query q =
        query_of_circle(scene, circle, CAROM_CONTACT_RULE_CLOSED_DISC, gap, filter);
    run_callback(q, q.box, callback, context);
}

// ---- boxes ----

// The upper end of a box moved outward by the radius and by what carom_wall_box rounds outward.
// An axis from p on has a box from p - r - 4 e (|p| + r) - 2^-1073 on, e = 2^-53. If that is not
// beyond `end`, p is at most end + r + 4 e (|end| + 2 r) and a little, and the sums here take e
// (|end| + 3 r): less than 16 e (|end| + r). A box may be infinite whose wall ends at the end of
// the range.
static double widened(double end, double by) {
    const double from = end < -DBL_MAX ? -DBL_MAX : end;
    return from + (by + 0x1p-49 * (fabs(from) + by));
}

// A box that the axis of every wall overlaps whose box overlaps the given box.
static carom_box box_of_axes(const carom_scene *scene, carom_box box) {
    CAROM_ASSERT(scene != NULL);
    const double by = scene->radius + 0x1p-1070;
    box.min.x = -widened(-box.min.x, by);
    box.min.y = -widened(-box.min.y, by);
    box.max.x = widened(box.max.x, by);
    box.max.y = widened(box.max.y, by);
    return box;
}

size_t carom_scene_in_box(const carom_scene *scene, carom_box box, const carom_filter *filter,
                          uint32_t *indices, size_t capacity) {
    const overlap_query q = {.scene = scene, .filter = filter, .is_box = true, .box = box};
    return run_list(q, box_of_axes(scene, box), indices, capacity);
}

void carom_scene_query_box(const carom_scene *scene, carom_box box, const carom_filter *filter,
                           carom_wall_query_callback *callback, void *context) {
    const overlap_query q = {.scene = scene, .filter = filter, .is_box = true, .box = box};
    run_callback(q, box_of_axes(scene, box), callback, context);
}
