// The nearest areas of a circle.
//
// Method: the areas that hold the centre may have no wall near it, so each is searched by itself.
// The others come from one search for near walls, which keeps the nearest wall of each area. The
// areas so far are kept in order. If two distances are too close, the exact comparison decides.
// Room: scene.
#include <string.h>

#include "contracts.h"
#include "rest/distance_order_filter.h"
#include "scene/area_lists.h"
#include "scene/area_set.h"
#include "scene/traversal.h"

typedef struct areas_search {
    const carom_scene *scene;
    const carom_area_index *index;
    const carom_filter *filter;
    const uint32_t *groups;
    carom_circle circle;
    // The areas so far, in order. Until the end, the bytes of `relation` hold the slot of the
    // nearest wall, and the distance of an area that holds the centre is -0 at most.
    carom_area_hit *found;
    size_t count, capacity;
    // The areas that hold the centre, as far as there is room, and how many there are.
    uint32_t holders[AREA_SET_MAX];
    size_t holder_count;
} areas_search;

_Static_assert(sizeof(carom_area_relation) >= sizeof(uint32_t), "room for a slot");

static void set_slot(carom_area_hit *hit, size_t slot) {
    const uint32_t bits = (uint32_t)slot;
    memcpy(&hit->relation, &bits, sizeof bits);
}

static size_t slot_of_hit(const carom_area_hit *hit) {
    uint32_t bits;
    memcpy(&bits, &hit->relation, sizeof bits);
    return bits;
}

static area_nearest_wall wall_of_hit(const carom_area_hit *hit) {
    return (area_nearest_wall){slot_of_hit(hit), fabs(hit->distance)};
}

// True if the area p comes before q.
static bool area_comes_before(const areas_search *n, const carom_area_hit *p,
                              const carom_area_hit *q) {
    const bool p_holds = p->distance < 0.0, q_holds = q->distance < 0.0;
    if (p_holds != q_holds)
        return p_holds;
    const int order =
        carom_area_compare(n->scene, n->circle.center, wall_of_hit(p), wall_of_hit(q));
    if (order != 0)
        return p_holds ? order > 0 : order < 0;
    return p->area < q->area;
}

// Puts an area where it belongs among the first `count`, behind which there is room.
static void place_area(const areas_search *n, size_t count, carom_area_hit here) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (area_comes_before(n, &here, &n->found[middle]))
            high = middle;
        else
            low = middle + 1;
    }
    memmove(&n->found[low + 1], &n->found[low], (count - low) * sizeof here);
    n->found[low] = here;
}

// Adds an area that is not there yet, if it is one of the first. Returns false if not.
static bool add_area(areas_search *n, carom_area_hit here) {
    if (n->count == n->capacity) {
        if (!area_comes_before(n, &here, &n->found[n->count - 1]))
            return false;
        n->count--;
    }
    place_area(n, n->count, here);
    n->count++;
    return true;
}

static void add_holder(void *context, const area_entry *entry, size_t i) {
    areas_search *n = (areas_search *)context;
    (void)i;
    if (!entry->is_inside || entry->is_on)
        return;
    if (n->holder_count < AREA_SET_MAX)
        n->holders[n->holder_count] = entry->area;
    n->holder_count++;
    const area_nearest_wall wall =
        carom_area_nearest_wall(n->scene, n->index, entry->area, n->circle.center);
    carom_area_hit here = {entry->area, CAROM_AREA_RELATION_INVALID, -wall.distance};
    set_slot(&here, wall.slot);
    (void)add_area(n, here);
}

// Does an area that the filter accepts hold the centre?
static bool holds_center(const areas_search *n, uint32_t area) {
    if (n->holder_count > AREA_SET_MAX)
        return carom_area_holds(n->scene, n->index, n->circle.center, area);
    size_t at = 0;
    while (at < n->holder_count && n->holders[at] != area)
        at++;
    return at < n->holder_count;
}

// A wall of an area that does not hold the centre, or is not known to. Returns true if it made the
// last area nearer.
static bool add_area_wall(areas_search *n, size_t slot, double distance) {
    carom_area_hit here = {n->groups[slot], CAROM_AREA_RELATION_INVALID, distance};
    set_slot(&here, slot);
    size_t at = 0;
    while (at < n->count && n->found[at].area != here.area)
        at++;
    if (at == n->count)
        return (n->count < n->capacity || area_comes_before(n, &here, &n->found[n->count - 1])) &&
               !scene_leaves_out(n->scene, n->filter, slot) && !holds_center(n, here.area) &&
               add_area(n, here);
    if (n->found[at].distance < 0.0 ||
        !area_wall_comes_before(n->scene, n->circle.center, wall_of_hit(&here),
                                wall_of_hit(&n->found[at])))
        return false;
    // Those before it stay before it, or it passes them.
    memmove(&n->found[at], &n->found[at + 1], (n->count - at - 1) * sizeof here);
    place_area(n, n->count - 1, here);
    return true;
}

static void visit_near_areas(void *context, point_search *t, size_t first, unsigned slots,
                             const double *rough) {
    areas_search *n = (areas_search *)context;
    bool shrinks = false;
    while (slots != 0) {
        const unsigned i = take_lowest(&slots);
        const size_t slot = first + i;
        if (n->groups[slot] == 0 || rough[i] > t->most)
            continue;
        const double distance = carom_area_distance(n->scene, n->circle.center, slot);
        shrinks |= add_area_wall(n, slot, distance);
    }
    if (!shrinks || n->count < n->capacity)
        return;
    // Distances of surfaces are not above those of axes. Rough ones are off by 2^-48 of the span.
    const double last = n->found[n->count - 1].distance;
    const double reach = sum_up(larger(last, 0.0), 0.0);
    carom_point_search_shrink(t, reach, sum_up(reach, 0x1p-47 * t->span + 2.0 * GAP_TINY));
}

static carom_area_relation relation_of_found(const areas_search *n, const carom_area_hit *hit) {
    const carom_wall wall = scene_geometry_at(n->scene, slot_of_hit(hit));
    const int gap = carom_circle_compare_gap(n->circle, wall, 0.0);
    if (gap < 0)
        return CAROM_AREA_RELATION_CROSSING;
    if (hit->distance < 0.0)
        return gap == 0 ? CAROM_AREA_RELATION_INSIDE_TOUCHING : CAROM_AREA_RELATION_INSIDE;
    return gap == 0 ? CAROM_AREA_RELATION_TOUCHING : CAROM_AREA_RELATION_OUTSIDE;
}

size_t carom_scene_nearest_areas(const carom_scene *scene, const carom_area_index *index,
                                 carom_circle circle, const carom_filter *filter,
                                 carom_area_hit *hits, size_t capacity) {
    CAROM_ASSERT(scene != NULL && (index == NULL || index->scene == scene));
    CAROM_ASSERT(hits != NULL || capacity == 0);
    areas_search n = {.scene = scene,
                      .index = index,
                      .filter = filter,
                      .groups = scene_groups(scene),
                      .circle = circle,
                      .found = hits,
                      .capacity = capacity};
    if (capacity == 0 || n.groups == NULL || !carom_circle_is_valid(circle))
        return 0;
    // Once all are found, far walls do not matter.
    if (index != NULL && index->count < capacity)
        n.capacity = index->count;
    const carom_circle center = carom_circle_make(circle.center, 0.0);
    carom_area_each(scene, index, center, 0.0, filter, false, add_holder, &n);
    // Areas that hold the centre come first.
    if (n.count < n.capacity) {
        point_search t;
        const double span = span_around(scene, circle.center);
        carom_point_search_start(&t, scene, circle.center, span, HUGE_VAL);
        scene_visit_point(&t, visit_near_areas, &n);
    }
    for (size_t i = 0; i < n.count; i++)
        n.found[i].relation = relation_of_found(&n, &n.found[i]);
    return n.count;
}

double carom_scene_area_distance(const carom_scene *scene, const carom_area_index *index,
                                 carom_vec2 point, uint32_t area) {
    CAROM_ASSERT(scene != NULL && (index == NULL || index->scene == scene));
    if (scene_groups(scene) == NULL || area == 0 || !is_finite(point))
        return HUGE_VAL;
    const double d = carom_area_nearest_wall(scene, index, area, point).distance;
    return d < HUGE_VAL && carom_area_holds(scene, index, point, area) ? -d : d;
}
