// The nearest walls of a circle.
//
// Method: the traversal names walls near the centre, near ones first. A heap keeps the best so far;
// once it is full its last wall shrinks the search. The exact comparison of two distances decides
// the order. Room: scene.
#include "carom/contact.h"
#include "carom/distance_order.h"
#include "contracts.h"
#include "exact/distance_filter.h"
#include "scene/traversal.h"

typedef struct nearest_search {
    carom_circle circle;
    // A heap, the last in order at its root, once it is full. While it grows, gaps are to the
    // centre, off by less than `error`, or NaN.
    carom_neighbor *found;
    size_t capacity, count;
    // Distances up to this have that error.
    double span, error;
    // How far the search still goes.
    double reach;
} nearest_search;

// Most walls lie within some thousand times the typical distance from the middle.
static void set_error(nearest_search *n, const carom_scene *s) {
    const carom_vec2 c = n->circle.center;
    const double far = fabs(c.x - s->origin_x) + fabs(c.y - s->origin_y) + 0x1p12 / s->scale;
    n->span = smaller(far, 0x1p1000);
    // A measure is off by 2^-49 of its size and GAP_TINY, and less the wall's radius by 2^-53 of
    // the larger: less than 2^-48 span. What is left is for the sums that use the error.
    n->error = 0x1p-47 * n->span + 2.0 * GAP_TINY;
}

static double approximate_gap(const nearest_search *n, const carom_wall *wall) {
    const measure m = measure_of(n->circle.center, wall);
    return m.size <= n->span && wall->radius <= n->span ? m.distance - wall->radius : (double)NAN;
}

static bool comes_after(const nearest_search *n, const carom_scene *s, const carom_neighbor *p,
                        const carom_neighbor *q) {
    const double ahead = q->gap - p->gap;
    if (fabs(ahead) > 2.0 * n->error)
        return ahead < 0.0;
    const int order = carom_circle_compare_distance(n->circle, carom_scene_wall(s, p->index),
                                                    carom_scene_wall(s, q->index));
    return order > 0 || (order == 0 && p->index > q->index);
}

// Moves the neighbour at `root` down to where none below it comes after it.
static void sift(const nearest_search *n, const carom_scene *s, size_t root, size_t count) {
    CAROM_ASSERT(root < count && count <= n->count);
    carom_neighbor *heap = n->found;
    const carom_neighbor value = heap[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && comes_after(n, s, &heap[child + 1], &heap[child]))
            child++;
        if (!comes_after(n, s, &heap[child], &value))
            break;
        heap[root] = heap[child];
    }
    heap[root] = value;
}

static void make_heap(const nearest_search *n, const carom_scene *s) {
    for (size_t i = n->count / 2; i-- > 0;)
        sift(n, s, i, n->count);
}

// How far from the centre an axis may be if its wall is at least as near as the last of those
// found.
static double reach_of_last(const nearest_search *n, const carom_scene *s) {
    CAROM_ASSERT(n->count == n->capacity);
    const carom_neighbor *last = &n->found[0];
    double within = last->gap + n->error;
    if (isnan(within)) {
        // The depth is right to 2 ulp, 2^-51, of the larger of distance and radius, and neither is
        // more than |gap| + radius.
        const carom_wall wall = carom_scene_wall(s, last->index);
        const carom_circle point = carom_circle_make(n->circle.center, 0.0);
        const double gap = -carom_circle_contact(point, wall).depth;
        within = gap + 0x1p-50 * (fabs(gap) + wall.radius) + DBL_MIN;
    }
    return reach_of(s, 0.0, larger(within, 0.0));
}

// Adds a wall to the heap unless that is full of nearer ones. True if the last in it has changed.
static bool add_neighbor(nearest_search *n, const carom_scene *s, const carom_neighbor *here) {
    CAROM_ASSERT(n->count <= n->capacity && here->index < s->count);
    if (n->count == n->capacity) {
        if (!comes_after(n, s, &n->found[0], here))
            return false;
        n->found[0] = *here;
        sift(n, s, 0, n->count);
        return true;
    }
    n->found[n->count++] = *here;
    if (n->count < n->capacity)
        return false;
    make_heap(n, s);
    return true;
}

static bool visit_for_nearest(void *context, tree_search *t, size_t slot) {
    nearest_search *n = context;
    const carom_wall wall = scene_wall_at(t->scene, slot);
    const carom_neighbor here = {scene_index(t->scene)[slot], approximate_gap(n, &wall)};
    if (!add_neighbor(n, t->scene, &here))
        return true;
    const double reach = reach_of_last(n, t->scene);
    if (reach < n->reach) {
        n->reach = reach;
        carom_search_shrink(t, n->circle.center, reach);
    }
    return true;
}

// Heaps what was found, if it did not fill the room, and sorts it, nearest first.
static void finish_nearest(const nearest_search *n, const carom_scene *s) {
    CAROM_ASSERT(n->count <= s->count);
    if (n->count < n->capacity)
        make_heap(n, s);
    for (size_t i = n->count; i-- > 1;) {
        const carom_neighbor last = n->found[0];
        n->found[0] = n->found[i];
        n->found[i] = last;
        sift(n, s, 0, i);
    }
    for (size_t i = 0; i < n->count; i++)
        n->found[i].gap =
            -carom_circle_contact(n->circle, carom_scene_wall(s, n->found[i].index)).depth;
}

static void search_within(nearest_search *n, const carom_scene *s, double reach) {
    tree_search t;
    n->count = 0;
    n->reach = reach;
    carom_search_start(&t, s, n->circle.center, n->circle.center, reach);
    carom_scene_choose()->search(&t, visit_for_nearest, n);
}

size_t carom_scene_nearest(const carom_scene *scene, carom_circle circle, carom_neighbor *nearest,
                           size_t capacity) {
    CAROM_ASSERT(scene != NULL && (nearest != NULL || capacity == 0));
    if (capacity == 0 || !carom_circle_is_valid(circle))
        return 0;
    nearest_search n = {.circle = circle, .found = nearest, .capacity = capacity};
    set_error(&n, scene);
    // First only as far as so many walls may well be, were they spread evenly. Those found say how
    // far to go if that was not enough.
    const double near = 4.0 * sqrt((double)capacity / (double)(scene->count + 1)) / scene->scale;
    search_within(&n, scene, near);
    const double enough = n.count == capacity ? reach_of_last(&n, scene) : HUGE_VAL;
    if (!(enough <= near))
        search_within(&n, scene, enough);
    finish_nearest(&n, scene);
    return n.count;
}
