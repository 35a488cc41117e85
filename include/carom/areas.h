// Areas: what closed rings of walls enclose, even-odd; no overlay, no union, no repair. Which areas
// a disc meets or lies in, which areas hold a point, and which are nearest. Exact.
//
// The `group` of a wall is the number of the area that it bounds; 0 stands for none. The walls of
// an area are segments of one radius whose rings close: every point is the end of an even number of
// them. The order and the direction of the walls do not matter. Rings of one area may nest (holes,
// islands in holes), touch, cross and repeat: a point is inside if a ray from it crosses the axes
// of the area's walls an odd number of times. A wall that is given twice cancels there, but stays a
// part of the boundary.
//
// Thick walls are walls on both sides: a disc is inside an area only if it is clear of its walls.
//
// All calls take a scene and an index of its areas. `index` may be NULL, as it must be for the view
// of a dynamic scene; then the answers are the same but take longer, and nothing has checked the
// rings: if they do not close, the answers mean nothing. `filter` may be NULL. It must accept all
// walls of an area or none: it selects areas. docs/areas.md describes method and cost. Room: areas.
#ifndef CAROM_AREAS_H
#define CAROM_AREAS_H

#include "carom/scene_batch.h"

CAROM_BEGIN_C

// ---- relation ----

/// The relation of a disc and an area. The values are ordered: compare with < and >=.
typedef enum carom_area_relation {
    /// Invalid input: NaN, infinity or a negative radius.
    CAROM_AREA_RELATION_INVALID = 0,
    /// The disc shares no point with the area and its walls.
    CAROM_AREA_RELATION_OUTSIDE = 1,
    /// The disc touches walls of the area from outside. Also if radius and wall radius are 0 and
    /// the centre is on the boundary.
    CAROM_AREA_RELATION_TOUCHING = 2,
    /// The disc overlaps a wall of the area.
    CAROM_AREA_RELATION_CROSSING = 3,
    /// The disc is in the area and touches walls of it from inside.
    CAROM_AREA_RELATION_INSIDE_TOUCHING = 4,
    /// The disc is in the area and reaches no wall of it.
    CAROM_AREA_RELATION_INSIDE = 5
} carom_area_relation;

/// "invalid", "outside", "touching", "crossing", "inside-touching" or "inside". Static text, never
/// NULL; "invalid" for any other value.
CAROM_API const char *carom_area_relation_name(carom_area_relation relation);

// ---- index ----

/// An index of the areas of a scene. Callers only hold pointers to it.
typedef struct carom_area_index carom_area_index;

/// What is wrong with an area.
typedef struct carom_area_error {
    /// The area.
    uint32_t area;
    /// The lowest index of a wall that is wrong.
    carom_index wall;
    /// The end of this wall at which its ring is open; its point a if something else is wrong.
    carom_vec2 point;
} carom_area_error;

/// Creates an index of the areas of a scene. It has no copy of the walls: the scene must outlive
/// it. It never changes, so any number of threads can use it at once. `allocator` may be NULL,
/// which uses malloc. `runner` may be NULL; it gets only a part of the work. Answers and errors do
/// not depend on it. Memory: half a byte a wall if all walls bound one area; else about 15 bytes a
/// wall, up to 60 if areas overlap deeply.
///
/// On success `*index` is the index, also if there are no areas. On failure `*index` is NULL,
/// nothing stays allocated, and the status is CAROM_STATUS_OUT_OF_MEMORY, CAROM_STATUS_NOT_A_SCENE
/// for the view of a dynamic scene, or one of these, with `*error` (may be NULL) set:
/// CAROM_STATUS_ENDLESS_AREA, a wall of an area is a ray or a line; CAROM_STATUS_AREA_RADII, a wall
/// has another radius than the wall of its area with the lowest index; CAROM_STATUS_OPEN_AREA, a
/// point is the end of an odd number of walls of an area (-0 equals 0).
CAROM_API carom_status carom_area_index_create(const carom_scene *scene,
                                               const carom_allocator *allocator,
                                               const carom_task_runner *runner,
                                               carom_area_index **index, carom_area_error *error);

/// Releases an index, through the same allocator. NULL is allowed.
CAROM_API void carom_area_index_destroy(carom_area_index *index, const carom_allocator *allocator);

// ---- queries ----

/// An area near a circle.
typedef struct carom_area_hit {
    /// The area: the group of its walls.
    uint32_t area;
    /// Exact.
    carom_area_relation relation;
    /// The distance from the centre to the nearest axis of the area's walls, negative if the centre
    /// is in the area. Radii do not count. Error <= 1 ulp; 0 exactly on the axes. Infinite only
    /// beyond the range of double.
    double distance;
} carom_area_hit;

/// The relation of the disc and one area. Exact. CAROM_AREA_RELATION_OUTSIDE if no wall has this
/// group; 0 is no area.
CAROM_API carom_area_relation carom_scene_relate_area(const carom_scene *scene,
                                                      const carom_area_index *index,
                                                      carom_circle circle, uint32_t area);

/// True if an area holds a point, its boundary included: if the relation of the circle of radius 0
/// is at least CAROM_AREA_RELATION_TOUCHING. Exact. False if the point is not finite.
CAROM_API_INLINE bool carom_scene_contains(const carom_scene *scene, const carom_area_index *index,
                                           carom_vec2 point, uint32_t area) {
    return carom_scene_relate_area(scene, index, carom_circle_make(point, 0.0), area) >=
           CAROM_AREA_RELATION_TOUCHING;
}

/// The signed distance from a point to the boundary of an area: to the nearest axis of its walls,
/// negative if the point is in the area. Error <= 1 ulp; 0 exactly on the axes. +infinity if no
/// wall has this group, if it is 0, or if the point is not finite; infinite also beyond the range
/// of double. Without an index it takes as long as the search for the nearest wall with a filter.
CAROM_API double carom_scene_area_distance(const carom_scene *scene, const carom_area_index *index,
                                           carom_vec2 point, uint32_t area);

/// The areas that hold a point, boundaries included: those of which carom_scene_contains is true.
/// Writes the lowest `capacity` of them in rising order and returns how many there are in all. With
/// capacity 0 `areas` may be NULL. A point that is not finite is in no area.
CAROM_API size_t carom_scene_areas_at(const carom_scene *scene, const carom_area_index *index,
                                      carom_vec2 point, const carom_filter *filter, uint32_t *areas,
                                      size_t capacity);

/// The areas that the disc meets, and with `gap` > 0 those from which the gap to the disc is at
/// most `gap`: the centre is inside, or carom_circle_within holds for a wall of the area. Writes
/// the lowest `capacity` of them by rising area and returns how many there are in all. With
/// capacity 0 `hits` may be NULL. An invalid circle and a gap that is negative or not finite find
/// nothing. The distance takes longer than the relation if the disc reaches no wall of the area.
CAROM_API size_t carom_scene_areas(const carom_scene *scene, const carom_area_index *index,
                                   carom_circle circle, double gap, const carom_filter *filter,
                                   carom_area_hit *hits, size_t capacity);

/// The `capacity` areas of least signed distance from the centre, or all if there are fewer, in
/// order: first those that hold the centre, deepest first. The order is exact. Among equal
/// distances the lower area comes first. Returns how many were written: 0 for an invalid circle.
/// The time grows as the square of the capacity.
CAROM_API size_t carom_scene_nearest_areas(const carom_scene *scene, const carom_area_index *index,
                                           carom_circle circle, const carom_filter *filter,
                                           carom_area_hit *hits, size_t capacity);

// ---- batches ----
//
// As in scene_batch.h: on the runner's threads, with answers that do not depend on them.

/// Sets relations[c] to carom_scene_relate_area of circle c, as a byte. On failure `relations` is
/// unspecified.
CAROM_API carom_status carom_scene_relate_area_batch(const carom_scene *scene,
                                                     const carom_area_index *index,
                                                     const carom_circle_soa *circles, uint32_t area,
                                                     const carom_task_runner *runner,
                                                     const carom_allocator *allocator,
                                                     uint8_t *relations);

/// The areas that hold the centre of each circle, whatever its radius: lists of uint32_t, as from
/// carom_scene_areas_at. Otherwise like carom_scene_touching_batch.
CAROM_API carom_status carom_scene_areas_at_batch(
    const carom_scene *scene, const carom_area_index *index, const carom_circle_soa *circles,
    const carom_filter *filter, size_t most, const carom_task_runner *runner,
    const carom_allocator *allocator, carom_circle_lists *lists);

/// The areas within `gap` of each circle: lists of carom_area_hit, as from carom_scene_areas.
/// Otherwise like carom_scene_touching_batch.
CAROM_API carom_status carom_scene_areas_batch(
    const carom_scene *scene, const carom_area_index *index, const carom_circle_soa *circles,
    double gap, const carom_filter *filter, size_t most, const carom_task_runner *runner,
    const carom_allocator *allocator, carom_circle_lists *lists);

/// The `k` areas nearest to each circle: sets nearest[c * k] to nearest[c * k + k - 1] to
/// carom_scene_nearest_areas of circle c. Where there are fewer areas, the rest of a row has the
/// area 0, the relation CAROM_AREA_RELATION_INVALID and the distance +infinity. On failure
/// `nearest` is unspecified.
CAROM_API carom_status carom_scene_nearest_areas_batch(
    const carom_scene *scene, const carom_area_index *index, const carom_circle_soa *circles,
    const carom_filter *filter, size_t k, const carom_task_runner *runner,
    const carom_allocator *allocator, carom_area_hit *nearest);

CAROM_END_C

#endif
