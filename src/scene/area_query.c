// Which areas a disc meets, and which hold a point.
//
// Method: the walls near the circle are touched or overlapped, by the exact calls for single walls;
// whether the centre is in an area, the walls on a way from it say (area_ray.h). What is known of
// an area is collected in a set of bounded size. If there are more areas, the set keeps the lowest,
// and the question is asked again for those above them: so no memory is needed, and no area is
// lost. Room: scene.
#include "carom/contact.h"
#include "contracts.h"
#include "scene/area_lists.h"
#include "scene/area_ray.h"
#include "scene/area_set.h"

const char *carom_area_relation_name(carom_area_relation relation) {
    switch (relation) {
    case CAROM_AREA_RELATION_INVALID:
        break;
    case CAROM_AREA_RELATION_OUTSIDE:
        return "outside";
    case CAROM_AREA_RELATION_TOUCHING:
        return "touching";
    case CAROM_AREA_RELATION_CROSSING:
        return "crossing";
    case CAROM_AREA_RELATION_INSIDE_TOUCHING:
        return "inside-touching";
    case CAROM_AREA_RELATION_INSIDE:
        return "inside";
    }
    return "invalid";
}

// True if all walls are without thickness.
static bool are_walls_thin(const carom_scene *s) {
    return s->radii_at == 0 && s->radius == 0.0;
}

bool carom_area_is_pure(const carom_area_index *index, carom_vec2 point) {
    area_ray ray;
    return are_walls_thin(index->scene) && !area_is_by_itself(index) &&
           !area_ray_start(&ray, index, point);
}

// ---- one area ----

typedef struct area_question {
    const carom_scene *scene;
    const uint32_t *groups;
    uint32_t area;
    carom_circle circle;
    area_ray ray;
    unsigned crossings;
    bool is_on, is_touched, is_overlapped;
} area_question;

static bool cross_one(void *context, size_t first, unsigned slots) {
    area_question *q = (area_question *)context;
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        if (q->groups[slot] == q->area)
            q->crossings ^= area_ray_crosses(&q->ray, area_edge_at(q->scene, slot), &q->is_on);
    }
    return true;
}

static bool touch_one(void *context, size_t first, unsigned slots) {
    area_question *q = (area_question *)context;
    while (slots != 0 && !q->is_overlapped) {
        const size_t slot = first + take_lowest(&slots);
        if (q->groups[slot] != q->area)
            continue;
        const int gap = carom_circle_compare_gap(q->circle, scene_geometry_at(q->scene, slot), 0.0);
        q->is_touched |= gap == 0;
        q->is_overlapped |= gap < 0;
    }
    return !q->is_overlapped;
}

// Is the area in a list?
static unsigned node_has_area(const carom_area_index *index, uint32_t node, uint32_t area) {
    const area_grid *g = &index->grid;
    if (g->nodes == NULL)
        return node != 0 && index->areas[0].area == area;
    for (; node != 0; node = g->nodes[node].parent)
        if (index->areas[g->nodes[node].rank].area == area)
            return 1;
    return 0;
}

// Sets whether the centre is in the area, and whether it is on one of its axes.
static void place_center(area_question *q, const carom_area_index *index) {
    if (area_is_by_itself(index)) {
        const size_t rank = carom_area_rank(index, q->area);
        if (rank < index->count)
            q->crossings = carom_area_crossings(index, rank, q->circle.center, &q->is_on);
        return;
    }
    if (area_ray_start(&q->ray, index, q->circle.center))
        scene_visit_box(q->scene, &q->ray.box, cross_one, q);
    if (index != NULL)
        q->crossings ^= node_has_area(index, q->ray.node, q->area);
}

bool carom_area_holds(const carom_scene *s, const carom_area_index *index, carom_vec2 point,
                      uint32_t area) {
    area_question q = {.scene = s, .groups = scene_groups(s), .area = area};
    q.circle = carom_circle_make(point, 0.0);
    place_center(&q, index);
    return q.crossings != 0 && !q.is_on;
}

carom_area_relation carom_scene_relate_area(const carom_scene *scene, const carom_area_index *index,
                                            carom_circle circle, uint32_t area) {
    CAROM_ASSERT(scene != NULL && (index == NULL || index->scene == scene));
    if (!carom_circle_is_valid(circle))
        return CAROM_AREA_RELATION_INVALID;
    area_question q;
    q.scene = scene;
    q.groups = scene_groups(scene);
    q.area = area;
    q.circle = circle;
    q.crossings = 0;
    q.is_on = q.is_touched = q.is_overlapped = false;
    if (q.groups == NULL || area == 0)
        return CAROM_AREA_RELATION_OUTSIDE;
    // A point touches what it is on, and the walls on its way say so.
    if (circle.radius > 0.0 || !are_walls_thin(scene)) {
        const carom_box box = box_around(circle.center, reach_of(scene, circle.radius, 0.0));
        scene_visit_box(scene, &box, touch_one, &q);
        if (q.is_overlapped)
            return CAROM_AREA_RELATION_CROSSING;
    }
    place_center(&q, index);
    if (q.is_on)
        return CAROM_AREA_RELATION_TOUCHING; // else the wall would be overlapped
    if (q.crossings != 0)
        return q.is_touched ? CAROM_AREA_RELATION_INSIDE_TOUCHING : CAROM_AREA_RELATION_INSIDE;
    return q.is_touched ? CAROM_AREA_RELATION_TOUCHING : CAROM_AREA_RELATION_OUTSIDE;
}

// ---- all areas ----

typedef struct areas_query {
    const carom_scene *scene;
    const uint32_t *groups;
    const carom_area_index *index;
    const carom_filter *filter;
    carom_circle circle;
    double gap;
    area_ray ray;
    // Are there walls near the circle, and on the way from its centre, to look at?
    bool has_near, has_way;
    bool needs_distance;
    area_set set;
} areas_query;

static bool cross_all(void *context, size_t first, unsigned slots) {
    areas_query *q = (areas_query *)context;
    CAROM_PREFETCH(q->groups + first);
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        bool is_on = false;
        const unsigned crosses = area_ray_crosses(&q->ray, area_edge_at(q->scene, slot), &is_on);
        const uint32_t area = q->groups[slot];
        if ((!crosses && !is_on) || !area_set_wants(&q->set, area))
            continue;
        area_entry *entry = area_set_entry(&q->set, area, slot);
        entry->is_inside ^= crosses != 0;
        entry->is_on |= is_on;
    }
    return true;
}

static bool touch_all(void *context, size_t first, unsigned slots) {
    areas_query *q = (areas_query *)context;
    while (slots != 0) {
        const size_t slot = first + take_lowest(&slots);
        const uint32_t area = q->groups[slot];
        if (!area_set_wants(&q->set, area))
            continue;
        const carom_wall wall = scene_geometry_at(q->scene, slot);
        const int within = carom_circle_compare_gap(q->circle, wall, q->gap);
        if (within > 0)
            continue;
        const int sign = q->gap == 0.0 ? within : carom_circle_compare_gap(q->circle, wall, 0.0);
        area_entry *entry = area_set_entry(&q->set, area, slot);
        const bool has_wall = entry->is_near;
        entry->is_near = true;
        entry->is_touched |= sign == 0;
        entry->is_overlapped |= sign < 0;
        if (q->needs_distance) {
            const area_nearest_wall best = {entry->slot, entry->distance};
            area_nearest_wall here = {slot, 0.0};
            here.distance = carom_area_distance(q->scene, q->circle.center, slot);
            if (!has_wall || area_wall_comes_before(q->scene, q->circle.center, here, best)) {
                entry->slot = (uint32_t)slot;
                entry->distance = here.distance;
            }
        }
    }
    return true;
}

// Takes in the areas of a list.
static void toggle_list(areas_query *q, uint32_t node) {
    const carom_area_index *x = q->index;
    for (; node != 0; node = x->grid.nodes != NULL ? x->grid.nodes[node].parent : 0) {
        const area_of_index *a = &x->areas[x->grid.nodes != NULL ? x->grid.nodes[node].rank : 0];
        if (area_set_wants(&q->set, a->area))
            area_set_entry(&q->set, a->area, a->slot)->is_inside ^= true;
    }
}

// Takes in the areas that hold the centre, each by itself.
static void place_in_each(areas_query *q) {
    const carom_area_index *x = q->index;
    const carom_scene *s = q->scene;
    const carom_vec2 from = q->circle.center;
    const float ix = index_coordinate(from.x, s->origin_x, s->scale);
    const float iy = index_coordinate(from.y, s->origin_y, s->scale);
    for (size_t rank = 0; rank < x->count; rank++) {
        const area_of_index *a = &x->areas[rank];
        bool is_on = false;
        if (!area_is_around(x, rank, ix, iy) || !area_set_wants(&q->set, a->area))
            continue;
        const bool is_inside = carom_area_crossings(x, rank, from, &is_on) != 0;
        if (!is_inside && !is_on)
            continue;
        area_entry *entry = area_set_entry(&q->set, a->area, a->slot);
        entry->is_inside = is_inside;
        entry->is_on = is_on;
    }
}

// Collects the lowest areas above the last ones.
static void collect_areas(areas_query *q) {
    // cppcheck-suppress ctuuninitvar ; the caller has set it
    if (q->has_near) {
        const double reach = reach_of(q->scene, q->circle.radius, q->gap);
        const carom_box box = box_around(q->circle.center, reach);
        scene_visit_box(q->scene, &box, touch_all, q);
    }
    if (area_is_by_itself(q->index)) {
        place_in_each(q);
        return;
    }
    if (q->has_way)
        scene_visit_box(q->scene, &q->ray.box, cross_all, q);
    toggle_list(q, q->ray.node);
}

// Has the list at most one area?
static bool is_list_of_one(const carom_area_index *x, uint32_t node) {
    return x->grid.nodes == NULL || x->grid.nodes[node].parent == 0;
}

// Takes the area of a list that has at most one. Returns how many there are.
static size_t take_list_of_one(const areas_query *q, area_take *take, void *context) {
    const area_grid *g = &q->index->grid;
    if (q->ray.node == 0)
        return 0;
    const area_of_index *a = &q->index->areas[g->nodes != NULL ? g->nodes[q->ray.node].rank : 0];
    if (scene_leaves_out(q->scene, q->filter, a->slot))
        return 0;
    area_entry entry;
    area_entry_clear(&entry, a->area, a->slot)->is_inside = true;
    take(context, &entry, 0);
    return 1;
}

size_t carom_area_each(const carom_scene *s, const carom_area_index *index, carom_circle circle,
                       double gap, const carom_filter *filter, bool needs_distance, area_take *take,
                       void *context) {
    areas_query q;
    q.scene = s;
    q.groups = scene_groups(s);
    q.index = index;
    q.circle = circle;
    q.gap = gap;
    q.filter = filter;
    q.needs_distance = needs_distance;
    size_t count = 0;
    if (q.groups == NULL)
        return 0;
    q.has_near = circle.radius > 0.0 || gap > 0.0 || !are_walls_thin(s);
    const bool by_itself = area_is_by_itself(index);
    q.has_way = !by_itself && area_ray_start(&q.ray, index, circle.center);
    if (!by_itself && !q.has_way && !q.has_near && is_list_of_one(index, q.ray.node))
        return take_list_of_one(&q, take, context);
    area_set_start(&q.set, 0);
    do {
        collect_areas(&q);
        for (size_t i = 0; i < q.set.count; i++) {
            const area_entry *entry = &q.set.entries[i];
            if ((entry->is_near || entry->is_on || entry->is_inside) &&
                !scene_leaves_out(s, q.filter, entry->slot))
                take(context, entry, count++);
        }
    } while (area_set_next(&q.set));
    return count;
}

// ---- lists ----

static carom_area_relation relation_of_entry(const area_entry *entry) {
    if (entry->is_overlapped)
        return CAROM_AREA_RELATION_CROSSING;
    if (entry->is_on)
        return CAROM_AREA_RELATION_TOUCHING;
    if (entry->is_inside)
        return entry->is_touched ? CAROM_AREA_RELATION_INSIDE_TOUCHING : CAROM_AREA_RELATION_INSIDE;
    return entry->is_touched ? CAROM_AREA_RELATION_TOUCHING : CAROM_AREA_RELATION_OUTSIDE;
}

typedef struct area_list {
    const carom_scene *scene;
    const carom_area_index *index;
    carom_vec2 center;
    uint32_t *areas;
    carom_area_hit *hits;
    size_t capacity;
} area_list;

static double distance_of_entry(const area_list *l, const area_entry *entry) {
    if (entry->is_on)
        return 0.0;
    double d = entry->distance;
    if (!entry->is_near)
        d = carom_area_nearest_wall(l->scene, l->index, entry->area, l->center).distance;
    return entry->is_inside ? -d : d;
}

static void list_area(void *context, const area_entry *entry, size_t i) {
    const area_list *l = (const area_list *)context;
    if (i < l->capacity)
        l->areas[i] = entry->area;
}

static void list_hit(void *context, const area_entry *entry, size_t i) {
    const area_list *l = (const area_list *)context;
    if (i >= l->capacity)
        return;
    l->hits[i].area = entry->area;
    l->hits[i].relation = relation_of_entry(entry);
    l->hits[i].distance = distance_of_entry(l, entry);
}

size_t carom_scene_areas_at(const carom_scene *scene, const carom_area_index *index,
                            carom_vec2 point, const carom_filter *filter, uint32_t *areas,
                            size_t capacity) {
    CAROM_ASSERT(scene != NULL && (index == NULL || index->scene == scene));
    CAROM_ASSERT(areas != NULL || capacity == 0);
    if (!is_finite(point))
        return 0;
    area_list l = {scene, index, point, areas, NULL, capacity};
    return carom_area_each(scene, index, carom_circle_make(point, 0.0), 0.0, filter, false,
                           list_area, &l);
}

size_t carom_scene_areas(const carom_scene *scene, const carom_area_index *index,
                         carom_circle circle, double gap, const carom_filter *filter,
                         carom_area_hit *hits, size_t capacity) {
    CAROM_ASSERT(scene != NULL && (index == NULL || index->scene == scene));
    CAROM_ASSERT(hits != NULL || capacity == 0);
    if (!carom_circle_is_valid(circle) || !(gap >= 0.0 && gap <= DBL_MAX))
        return 0;
    area_list l = {scene, index, circle.center, NULL, hits, capacity};
    return carom_area_each(scene, index, circle, gap, filter, capacity > 0, list_hit, &l);
}
