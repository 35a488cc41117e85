// What touches a circle and what is near a box.
//
// Method: the tree names the walls whose boxes meet the one asked about, and the exact calls for a
// single wall decide. Layer: scene.
#include "carom/scene.h"

#include "contracts.h"
#include "scene/traversal.h"

// ---- lists ----

// Indices as they are found, as many as fit.
typedef struct list {
    uint32_t *indices;
    size_t capacity;
    size_t count;
} list;

static inline void list_add(list *l, uint32_t index) {
    if (l->count < l->capacity)
        l->indices[l->count] = index;
    l->count++;
}

// Moves the number at `root` down to where no number below it is larger.
static void sift(uint32_t *heap, size_t root, size_t count) {
    CAROM_ASSERT(root < count);
    const uint32_t value = heap[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && heap[child + 1] > heap[child])
            child++;
        if (heap[child] <= value)
            break;
        heap[root] = heap[child];
    }
    heap[root] = value;
}

// Most lists are short, but none may take a time that grows with the square.
static void sort_indices(uint32_t *indices, size_t count) {
    enum { SHORT = 32 };
    if (count <= SHORT) {
        for (size_t i = 1; i < count; i++) {
            const uint32_t value = indices[i];
            size_t at = i;
            for (; at > 0 && indices[at - 1] > value; at--)
                indices[at] = indices[at - 1];
            indices[at] = value;
        }
        return;
    }
    for (size_t i = count / 2; i-- > 0;)
        sift(indices, i, count);
    for (size_t i = count; i-- > 1;) {
        const uint32_t largest = indices[0];
        indices[0] = indices[i];
        indices[i] = largest;
        sift(indices, 0, i);
    }
}

static size_t list_finish(list *l) {
    CAROM_ASSERT(l->indices != NULL || l->capacity == 0);
    if (l->count <= l->capacity)
        sort_indices(l->indices, l->count);
    return l->count;
}

// ---- questions ----

// What is asked of every wall that the tree names, and what is done with those it holds for.
typedef struct question {
    const carom_scene *scene;
    carom_circle circle;
    carom_contact_rule touch;
    // Only with CAROM_CONTACT_RULE_CLOSED_DISC.
    double gap;
    // The walls whose boxes meet `box`, not those that touch the circle.
    bool is_box;
    carom_box box;
    list list;
    carom_wall_query_callback *visit;
    void *context;
    bool any;
} question;

static inline bool holds(const question *q, carom_wall wall) {
    if (q->is_box)
        return carom_box_overlaps(carom_wall_box(wall), q->box);
    return q->touch == CAROM_CONTACT_RULE_CLOSED_DISC
               ? carom_circle_within(q->circle, wall, q->gap)
               : carom_circle_touches_by_rule(q->circle, wall, q->touch);
}

static bool list_walls(void *context, size_t first, unsigned slots) {
    question *q = context;
    CAROM_ASSERT(slots != 0 && first % LEAF_WALLS == 0);
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        if (holds(q, scene_wall_at(q->scene, slot)))
            list_add(&q->list, scene_index(q->scene)[slot]);
    }
    return true;
}

static bool visit_walls(void *context, size_t first, unsigned slots) {
    const question *q = context;
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        const carom_wall wall = scene_wall_at(q->scene, slot);
        if (holds(q, wall) && !q->visit(q->context, scene_index(q->scene)[slot], wall))
            return false;
    }
    return true;
}

static bool find_any(void *context, size_t first, unsigned slots) {
    question *q = context;
    CAROM_ASSERT(!q->any);
    while (slots != 0 && !q->any)
        q->any = holds(q, scene_wall_at(q->scene, first + take_lowest(&slots)));
    return !q->any;
}

// The walls that may meet the box of the question, or of a wider one around it.
static void ask(question *q, carom_box box, box_visit *visit) {
    carom_scene_choose()->box(q->scene, &box, visit, q);
}

// ---- circles ----

static question about_circle(const carom_scene *scene, carom_circle circle,
                             carom_contact_rule touch, double gap) {
    CAROM_ASSERT(scene != NULL);
    const question q = {.scene = scene,
                        .circle = circle,
                        .touch = touch,
                        .gap = gap,
                        .box = box_around(circle.center, reach_of(scene, circle.radius, gap))};
    return q;
}

static size_t list_circle(question q, uint32_t *indices, size_t capacity) {
    q.list.indices = indices;
    q.list.capacity = capacity;
    ask(&q, q.box, list_walls);
    return list_finish(&q.list);
}

static void visit_circle(question q, carom_wall_query_callback *visit, void *context) {
    CAROM_ASSERT(visit != NULL);
    q.visit = visit;
    q.context = context;
    ask(&q, q.box, visit_walls);
}

size_t carom_scene_touching(const carom_scene *scene, carom_circle circle, carom_contact_rule touch,
                            uint32_t *indices, size_t capacity) {
    return list_circle(about_circle(scene, circle, touch, 0.0), indices, capacity);
}

void carom_scene_query_touching(const carom_scene *scene, carom_circle circle,
                                carom_contact_rule touch, carom_wall_query_callback *visit,
                                void *context) {
    visit_circle(about_circle(scene, circle, touch, 0.0), visit, context);
}

bool carom_scene_touches(const carom_scene *scene, carom_circle circle, carom_contact_rule touch) {
    question q = about_circle(scene, circle, touch, 0.0);
    ask(&q, q.box, find_any);
    return q.any;
}

size_t carom_scene_within(const carom_scene *scene, carom_circle circle, double gap,
                          uint32_t *indices, size_t capacity) {
    return list_circle(about_circle(scene, circle, CAROM_CONTACT_RULE_CLOSED_DISC, gap), indices,
                       capacity);
}

void carom_scene_query_within(const carom_scene *scene, carom_circle circle, double gap,
                              carom_wall_query_callback *visit, void *context) {
    visit_circle(about_circle(scene, circle, CAROM_CONTACT_RULE_CLOSED_DISC, gap), visit, context);
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

// Where the walls whose boxes meet the box have their axes.
static carom_box box_of_axes(const carom_scene *scene, carom_box box) {
    CAROM_ASSERT(scene != NULL);
    const double by = scene->radius + 0x1p-1070;
    box.min.x = -widened(-box.min.x, by);
    box.min.y = -widened(-box.min.y, by);
    box.max.x = widened(box.max.x, by);
    box.max.y = widened(box.max.y, by);
    return box;
}

size_t carom_scene_in_box(const carom_scene *scene, carom_box box, uint32_t *indices,
                          size_t capacity) {
    question q = {.scene = scene, .is_box = true, .box = box};
    q.list.indices = indices;
    q.list.capacity = capacity;
    ask(&q, box_of_axes(scene, box), list_walls);
    return list_finish(&q.list);
}

void carom_scene_query_box(const carom_scene *scene, carom_box box,
                           carom_wall_query_callback *visit, void *context) {
    CAROM_ASSERT(visit != NULL);
    question q = {.scene = scene, .is_box = true, .box = box};
    q.visit = visit;
    q.context = context;
    ask(&q, box_of_axes(scene, box), visit_walls);
}
