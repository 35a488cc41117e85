// The nearest walls of a circle.
//
// Method: the traversal reports walls near the centre, near ones first. A heap keeps the nearest
// walls so far. Once the heap is full, its farthest wall shrinks the search. The exact comparison
// of two distances decides the order. Room: scene.
#include "carom/contact.h"
#include "carom/distance_order.h"
#include "contracts.h"
#include "exact/distance_order_filter.h"
#include "scene/heap.h"
#include "scene/traversal.h"

typedef struct nearest_search {
    const carom_scene *scene;
    const carom_filter *filter;
    carom_circle circle;
    // The walls so far; a heap once it is full. Until the end, `gap` is an approximate distance
    // from the centre, off by less than `error`, or NaN.
    carom_neighbor *found;
    size_t capacity, count;
    // Distances up to `span` have this error.
    double span, error;
    // The current radius of the search.
    double reach;
} nearest_search;

// Most walls lie within some thousand times the typical distance from the origin.
static void set_error(nearest_search *n) {
    const carom_scene *s = n->scene;
    const carom_vec2 c = n->circle.center;
    const double far = fabs(c.x - s->origin_x) + fabs(c.y - s->origin_y) + 0x1p12 / s->scale;
    n->span = smaller(far, 0x1p1000);
    // A measure is off by 2^-49 of its size plus GAP_TINY. Subtracting the wall radius adds 2^-53
    // of the larger. Together that is less than 2^-48 span. The rest covers the sums that use the
    // error.
    n->error = 0x1p-47 * n->span + 2.0 * GAP_TINY;
}

static double approximate_gap(const nearest_search *n, const carom_wall *wall) {
    const measure m = measure_of(n->circle.center, wall);
    return m.size <= n->span && wall->radius <= n->span ? m.distance - wall->radius : (double)NAN;
}

static bool comes_after(const void *context, const void *first, const void *second) {
    const nearest_search *n = context;
    const carom_neighbor *p = first, *q = second;
    const double ahead = q->gap - p->gap;
    if (fabs(ahead) > 2.0 * n->error)
        return ahead < 0.0;
    const int order = carom_circle_compare_distance(n->circle, carom_scene_wall(n->scene, p->index),
                                                    carom_scene_wall(n->scene, q->index));
    return order > 0 || (order == 0 && p->index > q->index);
}

static heap heap_of(const nearest_search *n) {
    const heap h = {n->found, sizeof *n->found, comes_after, n};
    return h;
}

// An upper bound on the distance from the centre to the axis of a wall that is at least as near as
// the farthest wall in the heap.
static double reach_of_last(const nearest_search *n) {
    CAROM_ASSERT(n->count == n->capacity);
    const carom_neighbor *last = &n->found[0];
    double within = last->gap + n->error;
    if (isnan(within)) {
        // The depth has an error of 2 ulp, 2^-51, of the larger of distance and radius. Neither
        // exceeds |gap| + radius.
        const carom_wall wall = carom_scene_wall(n->scene, last->index);
        const carom_circle point = carom_circle_make(n->circle.center, 0.0);
        const double gap = carom_circle_signed_distance(point, wall);
        within = gap + 0x1p-50 * (fabs(gap) + wall.radius) + DBL_MIN;
    }
    return reach_of(n->scene, 0.0, larger(within, 0.0));
}

// Adds a wall to the heap unless the heap is full of nearer ones. True if the farthest wall in a
// full heap has changed.
static bool add_neighbor(nearest_search *n, const carom_neighbor *here) {
    CAROM_ASSERT(n->count <= n->capacity && scene_has_index(n->scene, here->index));
    const heap h = heap_of(n);
    if (n->count == n->capacity) {
        if (!comes_after(n, &n->found[0], here))
            return false;
        n->found[0] = *here;
        heap_sift(&h, 0, n->count);
        return true;
    }
    n->found[n->count++] = *here;
    if (n->count < n->capacity)
        return false;
    heap_make(&h, n->count);
    return true;
}

static bool visit_for_nearest(void *context, tree_search *t, size_t slot) {
    nearest_search *n = context;
    if (scene_leaves_out(t->scene, n->filter, slot))
        return true;
    const carom_wall wall = scene_geometry_at(t->scene, slot);
    const carom_neighbor here = {scene_index(t->scene)[slot], approximate_gap(n, &wall)};
    if (!add_neighbor(n, &here))
        return true;
    const double reach = reach_of_last(n);
    if (reach < n->reach) {
        n->reach = reach;
        carom_search_shrink(t, n->circle.center, reach);
    }
    return true;
}

// Sorts the walls found, nearest first, and sets their gaps.
static void finish_nearest(const nearest_search *n) {
    CAROM_ASSERT(n->count <= n->scene->count);
    const heap h = heap_of(n);
    if (n->count < n->capacity)
        heap_make(&h, n->count);
    heap_sort(&h, n->count);
    for (size_t i = 0; i < n->count; i++)
        n->found[i].gap =
            carom_circle_signed_distance(n->circle, carom_scene_wall(n->scene, n->found[i].index));
}

static void search_within(nearest_search *n, double reach) {
    tree_search t;
    n->count = 0;
    n->reach = reach;
    carom_search_start(&t, n->scene, n->circle.center, n->circle.center, reach);
    scene_visit_search(&t, visit_for_nearest, n);
}

size_t carom_scene_nearest(const carom_scene *scene, carom_circle circle,
                           const carom_filter *filter, carom_neighbor *nearest, size_t capacity) {
    CAROM_ASSERT(scene != NULL && (nearest != NULL || capacity == 0));
    if (capacity == 0 || !carom_circle_is_valid(circle))
        return 0;
    nearest_search n = {
        .scene = scene, .filter = filter, .circle = circle, .found = nearest, .capacity = capacity};
    set_error(&n);
    // The first search covers the distance within which evenly spread walls would suffice. If it
    // finds too few, what it found bounds the second search.
    const double near = 4.0 * sqrt((double)capacity / (double)(scene->count + 1)) / scene->scale;
    search_within(&n, near);
    const double enough = n.count == capacity ? reach_of_last(&n) : HUGE_VAL;
    if (!(enough <= near))
        search_within(&n, enough);
    finish_nearest(&n);
    return n.count;
}
