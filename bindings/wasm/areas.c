// Areas, and walls against walls, as WebAssembly calls them. Room: bindings, on public headers
// only.
#include "call_numbers.h"

#include <stdlib.h>

// ---- two walls ----

EXPORT(wall_compare_gap) int wall_compare_gap(void) {
    return carom_wall_compare_gap(wall_at(WALL), wall_at(SECOND), numbers[OTHER]);
}

// gap, point, the other point, normal; returns the relation
EXPORT(wall_contact) int wall_contact(void) {
    const carom_clearance k = carom_wall_contact(wall_at(WALL), wall_at(SECOND));
    numbers[RESULT] = k.gap;
    put(RESULT + 1, k.point);
    put(RESULT + 3, k.other_point);
    put(RESULT + 5, k.normal);
    return (int)k.relation;
}

// ---- walls against the walls of a scene ----

EXPORT(scene_near_wall)
size_t scene_near_wall(const carom_scene *scene, uint32_t *indices, size_t capacity) {
    carom_filter filter;
    return carom_scene_near_wall(scene, wall_at(WALL), numbers[OTHER], filter_argument(&filter),
                                 indices, capacity);
}

// Two walls that are near each other. areas.js reads it.
typedef struct near_pair {
    uint32_t wall, other, relation;
    double gap;
    carom_vec2 point, other_point;
} near_pair;

// The walls of the pairs, NULL if they are those of the scene, and the lists of the others.
static near_pair *pairs_of(const carom_scene *scene, const carom_wall *walls,
                           const carom_circle_lists *lists) {
    const carom_index *others = lists->items;
    near_pair *pairs = allocate_many(lists->offsets[lists->count], sizeof *pairs);
    near_pair *pair = pairs;
    for (size_t i = 0; pairs != NULL && i < lists->count; i++) {
        for (size_t at = lists->offsets[i]; at < lists->offsets[i + 1]; at++, pair++) {
            const carom_wall wall = walls != NULL ? walls[i] : carom_scene_wall(scene, i);
            const carom_clearance k = carom_wall_contact(wall, carom_scene_wall(scene, others[at]));
            const near_pair found = {(uint32_t)i, (uint32_t)others[at], (uint32_t)k.relation, k.gap,
                                     k.point,     k.other_point};
            *pair = found;
        }
    }
    return pairs;
}

// The pairs of walls of the scene within the gap at OTHER; or, of the walls set before, with those
// of the scene. Returns how many there are; their address, to be released, or 0 if there is no
// memory, at RESULT.
EXPORT(scene_clearance)
size_t scene_clearance(const carom_scene *scene, int of_walls_set, int except_same_group) {
    carom_filter filter;
    const carom_filter *accepts = filter_argument(&filter);
    const double gap = numbers[OTHER];
    const bool differ = except_same_group != 0;
    size_t count = 0, found = 0;
    carom_wall *walls = of_walls_set ? walls_set(&count) : NULL;
    carom_circle_lists lists = {0};
    carom_status status = CAROM_STATUS_OUT_OF_MEMORY;
    if (walls != NULL)
        status = carom_scene_near_wall_batch(scene, walls, count, gap, accepts, differ, SIZE_MAX,
                                             NULL, NULL, &lists);
    else if (!of_walls_set)
        status =
            carom_scene_clearance_batch(scene, gap, accepts, differ, SIZE_MAX, NULL, NULL, &lists);
    near_pair *pairs = NULL;
    if (status == CAROM_STATUS_OK) {
        pairs = pairs_of(scene, walls, &lists);
        found = lists.offsets[lists.count];
    }
    carom_circle_lists_release(&lists, NULL);
    free(walls);
    numbers[RESULT] = (double)(uintptr_t)pairs;
    return found;
}

// ---- areas ----
//
// An index is NULL for scenes that change.

// Returns a carom_status; the index or the wrong wall at RESULT, then the area and the point.
EXPORT(area_index_create) int area_index_create(const carom_scene *scene) {
    carom_area_index *index;
    carom_area_error error = {0};
    const carom_status status = carom_area_index_create(scene, NULL, NULL, &index, &error);
    numbers[RESULT + 1] = error.area;
    put(RESULT + 2, error.point);
    return put_created(status, index, error.wall);
}

EXPORT(area_index_destroy) void area_index_destroy(carom_area_index *index) {
    carom_area_index_destroy(index, NULL);
}

EXPORT(scene_relate_area)
int scene_relate_area(const carom_scene *scene, const carom_area_index *index, uint32_t area) {
    return (int)carom_scene_relate_area(scene, index, circle_argument(), area);
}

EXPORT(scene_area_distance)
double scene_area_distance(const carom_scene *scene, const carom_area_index *index, uint32_t area) {
    return carom_scene_area_distance(scene, index, vec2_at(VECTOR), area);
}

EXPORT(scene_areas_at)
size_t scene_areas_at(const carom_scene *scene, const carom_area_index *index, uint32_t *areas,
                      size_t capacity) {
    carom_filter filter;
    return carom_scene_areas_at(scene, index, vec2_at(VECTOR), filter_argument(&filter), areas,
                                capacity);
}

EXPORT(scene_areas)
size_t scene_areas(const carom_scene *scene, const carom_area_index *index, carom_area_hit *hits,
                   size_t capacity) {
    carom_filter filter;
    return carom_scene_areas(scene, index, circle_argument(), numbers[OTHER],
                             filter_argument(&filter), hits, capacity);
}

EXPORT(scene_nearest_areas)
size_t scene_nearest_areas(const carom_scene *scene, const carom_area_index *index,
                           carom_area_hit *hits, size_t capacity) {
    carom_filter filter;
    return carom_scene_nearest_areas(scene, index, circle_argument(), filter_argument(&filter),
                                     hits, capacity);
}
