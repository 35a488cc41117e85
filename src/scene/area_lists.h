// The nearest wall of an area, and the walls of an area that a level ray meets. Room: scene.
#ifndef CAROM_AREA_LISTS_H
#define CAROM_AREA_LISTS_H

#include "scene/area_layout.h"

// The wall of an area whose axis is nearest to a point, by slot, and its distance.
typedef struct area_nearest_wall {
    size_t slot;
    double distance;
} area_nearest_wall;

// The distance from a point to the axis of the wall in a slot.
double carom_area_distance(const carom_scene *s, carom_vec2 from, size_t slot);

// Compares two axes by their exact distance from a point: -1 if p is nearer, 0 if they are equally
// far, 1 if q is nearer. The distances are those of carom_area_distance.
int carom_area_compare(const carom_scene *s, carom_vec2 from, area_nearest_wall p,
                       area_nearest_wall q);

// True if p is nearer than q, or as near with the lower index: so the distance of an area is that
// of one wall, whatever way led to it.
static inline bool area_wall_comes_before(const carom_scene *s, carom_vec2 from,
                                          area_nearest_wall p, area_nearest_wall q) {
    const int order = carom_area_compare(s, from, p, q);
    return order < 0 || (order == 0 && scene_index(s)[p.slot] < scene_index(s)[q.slot]);
}

// The wall of an area whose axis is nearest to a finite point, exactly; of equal ones that with the
// lowest index. If the area has no wall, the slot is SIZE_MAX and the distance infinite. `index`
// may be NULL.
area_nearest_wall carom_area_nearest_wall(const carom_scene *s, const carom_area_index *index,
                                          uint32_t area, carom_vec2 from);

// The walls of an area that a level ray from a point to the right crosses, modulo 2, by the lists
// of the index. Sets `*is_on` if the point is on an axis of the area.
unsigned carom_area_crossings(const carom_area_index *index, size_t rank, carom_vec2 from,
                              bool *is_on);

// True if the box of the area contains a place in index coordinates.
static inline bool area_is_around(const carom_area_index *index, size_t rank, float x, float y) {
    const index_box *box = &index->lists.whole[rank];
    return (box->min_x <= x) & (x <= box->max_x) & (box->min_y <= y) & (y <= box->max_y);
}

#endif
