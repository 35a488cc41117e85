// The nearest walls of a circle.
//
// Method: the traversal reports walls near the centre with rough distances, near ones first. The
// nearest walls so far are kept in order, or in a heap if they are many. Once there are enough, the
// farthest of them shrinks the search. If two rough distances are too close, the exact comparison
// decides. Room: scene.
#include "carom/contact.h"
#include "contracts.h"
#include "rest/distance_order_filter.h"
#include "rest/equal_walls.h"
#include "scene/heap.h"
#include "scene/traversal.h"

// The most walls that are kept in order.
enum { ORDERED_MAX = 16 };

// The wall compared last: in a fan every wall is compared with the same farthest one.
typedef struct tied_wall {
    compared_wall compared;
    // SIZE_MAX: none.
    size_t slot;
} tied_wall;

typedef struct nearest_search {
    const carom_scene *scene;
    const carom_filter *filter;
    carom_circle circle;
    // The walls so far: in order up to ORDERED_MAX of them, else a heap once it is full. Until the
    // end, `index` is the slot, and `gap` a rough distance from the centre, off by less than
    // `error`, or NaN. If all walls have one radius it is the distance of the axis.
    carom_neighbor *found;
    size_t capacity, count;
    // Distances up to `span` have this error.
    double span, error;
    // The current radius of the search.
    double reach;
    tied_wall *tied;
} nearest_search;

// A rough distance is off by 2^-48 of the span plus GAP_TINY. The rest covers the sums that use the
// error.
static double error_within(double span) {
    return 0x1p-47 * span + 2.0 * GAP_TINY;
}

// Sets the rough distance from a place to a wall less this radius. Returns false if it means
// nothing.
static bool measure_roughly(carom_vec2 from, const carom_wall *wall, double radius, double span,
                            double *rough) {
    const measure m = measure_of(from, wall);
    *rough = m.distance - radius;
    return m.size <= span && radius <= span;
}

// The rough distance of a ray or line.
static double rough_distance(const nearest_search *n, size_t slot) {
    const carom_wall wall = scene_geometry_at(n->scene, slot);
    const double radius = n->scene->radii_at != 0 ? wall.radius : 0.0;
    double rough;
    const bool is_known = measure_roughly(n->circle.center, &wall, radius, n->span, &rough);
    return is_known ? rough : (double)NAN;
}

CAROM_NOINLINE bool exactly_comes_after(const nearest_search *n, size_t p, size_t q) {
    tied_wall *tied = n->tied;
    if (tied->slot != p) {
        tied->slot = p;
        tied->compared.wall = scene_geometry_at(n->scene, p);
        tied->compared.end_is_known = false;
    }
    const carom_wall q_wall = scene_geometry_at(n->scene, q);
    const int order = are_equally_far(&n->circle, &tied->compared, &q_wall)
                          ? 0
                          : carom_circle_compare_distance(n->circle, tied->compared.wall, q_wall);
    const uint32_t *index = scene_index(n->scene);
    return order > 0 || (order == 0 && index[p] > index[q]);
}

// A wall whose rough distance is larger than this is certainly farther than one with this `gap`.
static inline double beyond(double gap, double error) {
    return gap + 2.0 * error;
}

// True if it is certain which of two walls with these rough distances is farther.
static inline bool are_clearly_apart(double p, double q, double error) {
    return fabs(q - p) > 2.0 * error;
}

static inline bool comes_after(const void *context, const void *first, const void *second) {
    const nearest_search *n = context;
    const carom_neighbor *p = first;
    const carom_neighbor *q = second;
    if (CAROM_LIKELY(are_clearly_apart(p->gap, q->gap, n->error)))
        return q->gap < p->gap;
    return exactly_comes_after(n, p->index, q->index);
}

static heap heap_of_nearest(const nearest_search *n) {
    const heap h = {n->found, sizeof *n->found, comes_after, n};
    return h;
}

// The farthest of the walls found, if there are enough.
static const carom_neighbor *last_of(const nearest_search *n) {
    CAROM_ASSERT(n->count == n->capacity);
    return n->capacity <= ORDERED_MAX ? &n->found[n->count - 1] : &n->found[0];
}

// An upper bound on the distance of a wall that is at least as near as the last one.
static double reach_of_last(const nearest_search *n, carom_neighbor last) {
    double within = last.gap + n->error;
    if (isnan(within)) {
        // The error of the gap is at most 1 ulp, so 2^-52, of the larger of distance and radius.
        // Neither exceeds |gap| + radius. The sums below are rounded, too.
        const carom_wall wall = scene_geometry_at(n->scene, last.index);
        const carom_circle point = carom_circle_make(n->circle.center, 0.0);
        const double gap = carom_circle_signed_distance(point, wall);
        within = gap + 0x1p-50 * (fabs(gap) + wall.radius) + DBL_MIN;
        within = sum_up(larger(within, 0.0), n->scene->radius);
    }
    return larger(within, 0.0);
}

// Adds a wall that comes before the last one if there are enough.
static void add_in_order(nearest_search *n, carom_neighbor here) {
    const size_t end = n->count < n->capacity ? n->count++ : n->count - 1;
    size_t at = 0;
    for (size_t after = end; at < after;) {
        const size_t middle = (at + after) / 2;
        if (comes_after(n, &n->found[middle], &here))
            after = middle;
        else
            at = middle + 1;
    }
    memmove(&n->found[at + 1], &n->found[at], (end - at) * sizeof here);
    n->found[at] = here;
}

static void add_to_heap(nearest_search *n, carom_neighbor here) {
    const heap h = heap_of_nearest(n);
    if (n->count == n->capacity) {
        n->found[0] = here;
        heap_sift(&h, 0, n->count);
        return;
    }
    n->found[n->count++] = here;
    if (n->count == n->capacity)
        heap_make(&h, n->count);
}

// True if no wall that follows the last one in index can come before it: it is known to end at the
// centre, so that none is nearer.
static inline bool only_lower_indices(const nearest_search *n) {
    const tied_wall *tied = n->tied;
    return tied->slot != SIZE_MAX && tied->compared.end_is_known && tied->compared.has_end &&
           n->count == n->capacity && tied->slot == last_of(n)->index && n->scene->radii_at == 0 &&
           are_equal_points(tied->compared.end, n->circle.center);
}

// The slots whose walls come before the last one in index.
static unsigned with_lower_indices(const nearest_search *n, size_t first, unsigned slots) {
    const uint32_t *index = scene_index(n->scene) + first;
    const uint32_t last = scene_index(n->scene)[n->tied->slot];
    unsigned lower = 0;
    while (slots != 0) {
        const unsigned i = take_lowest(&slots);
        lower |= (unsigned)(index[i] < last) << i;
    }
    return lower;
}

static void visit_near(void *context, point_search *t, size_t first, unsigned slots,
                       const double *rough) {
    nearest_search *n = context;
    bool shrinks = false;
    if (CAROM_UNLIKELY(only_lower_indices(n)))
        slots = with_lower_indices(n, first, slots);
    while (slots != 0) {
        const unsigned i = take_lowest(&slots);
        carom_neighbor here = {(carom_index)(first + i), rough[i]};
        if (CAROM_UNLIKELY(here.index >= t->scene->endless_from))
            here.gap = rough_distance(n, here.index);
        if (scene_leaves_out(t->scene, n->filter, here.index) ||
            (n->count == n->capacity && !comes_after(n, last_of(n), &here)))
            continue;
        if (n->capacity <= ORDERED_MAX)
            add_in_order(n, here);
        else
            add_to_heap(n, here);
        shrinks = n->count == n->capacity;
    }
    if (!shrinks)
        return;
    CAROM_PREFETCH(scene_index(t->scene) + first);
    const carom_neighbor last = *last_of(n);
    n->reach = smaller(n->reach, reach_of_last(n, last));
    carom_point_search_shrink(t, n->reach, isnan(last.gap) ? HUGE_VAL : beyond(last.gap, n->error));
}

// Sorts the walls found, nearest first, and sets their gaps.
static void finish_nearest(const nearest_search *n) {
    CAROM_ASSERT(n->count <= n->scene->count);
    if (n->capacity > ORDERED_MAX) {
        const heap h = heap_of_nearest(n);
        if (n->count < n->capacity)
            heap_make(&h, n->count);
        heap_sort(&h, n->count);
    }
    carom_scene_choose()->gaps(n->scene, n->circle, n->found, n->count);
}

static void search_within(nearest_search *n, double reach) {
    point_search t;
    n->count = 0;
    n->reach = reach;
    carom_point_search_start(&t, n->scene, n->circle.center, n->span, reach);
    if (n->capacity == 1 && n->filter == NULL)
        t.beyond_least = 2.0 * n->error;
    scene_visit_point(&t, visit_near, n);
}

size_t carom_scene_nearest(const carom_scene *scene, carom_circle circle,
                           const carom_filter *filter, carom_neighbor *nearest, size_t capacity) {
    CAROM_ASSERT(scene != NULL && (nearest != NULL || capacity == 0));
    if (capacity == 0 || !carom_circle_is_valid(circle))
        return 0;
    tied_wall tied; // the rest stays unset: this call is short
    tied.slot = SIZE_MAX;
    nearest_search n = {.scene = scene,
                        .filter = filter,
                        .circle = circle,
                        .found = nearest,
                        .capacity = capacity,
                        .tied = &tied};
    n.span = span_around(scene, circle.center);
    n.error = error_within(n.span);
    // The first search covers the distance within which evenly spread walls would suffice. If it
    // finds too few, what it found bounds the second search.
    const double near = 4.0 * sqrt((double)capacity / (double)(scene->count + 1)) / scene->scale;
    search_within(&n, near);
    const double enough = n.count == capacity ? reach_of_last(&n, *last_of(&n)) : HUGE_VAL;
    if (!(enough <= near))
        search_within(&n, enough);
    finish_nearest(&n);
    return n.count;
}
