// A scene: a fixed set of walls with a static BVH (bounding volume hierarchy) over it. It answers
// which of millions of walls a circle touches, which are nearest, and which a moving circle hits.
//
// Every answer equals that of a loop over all walls with the calls of relation and sweep, exactly.
// A scene never changes, so any number of threads can query it at once. Only carom_scene_create
// allocates. A scene is one block of memory without pointers: its bytes
// are its serialized form, and a file of them can be mapped and used in place. docs/scene.md
// describes the structure and the cost of queries. Room: scene.
#ifndef CAROM_SCENE_H
#define CAROM_SCENE_H

#include <stdint.h>

#include "carom/clearance.h"
#include "carom/filter.h"
#include "carom/soa.h"
#include "carom/sweep.h"
#include "carom/world.h"

CAROM_BEGIN_C

/// A scene. Callers only hold pointers to it.
typedef struct carom_scene carom_scene;

#define CAROM_SCENE_ALIGNMENT 64

// ---- create, serialize, open ----

/// Creates a scene from `count` walls of any extent and radius, at most CAROM_INDEX_MAX. The scene
/// copies the walls. Queries identify a wall by its index in the array. On machines with the same
/// byte order, the same walls give the same bytes. `allocator` may be NULL, which uses malloc. The
/// allocator is called once for all memory: about 43 bytes a wall, 8 more if the radii differ, 4
/// more if any category is not 0, 4 more if any group is not 0, 1 more if any wall is one-sided, 1
/// more for each ray or line. docs/stack.md says how much stack it needs.
///
/// `runner` may be NULL, which runs all tasks in the calling thread. Runner and allocator are
/// called from the calling thread only, the runner about ten times. Bytes and errors do not depend
/// on the runner. The number of tasks depends on the walls only; scenes of fewer than 65,536 walls
/// may have too few tasks to be worth sharing. docs/stack.md says how much stack a task needs, and
/// docs/scene.md has an example.
///
/// On success `*scene` is the scene. On failure `*scene` is NULL and nothing stays allocated; with
/// CAROM_STATUS_BAD_WALL `*bad_wall` (may be NULL) is the lowest index of an invalid wall.
CAROM_API carom_status carom_scene_create(const carom_wall *walls, size_t count,
                                          const carom_allocator *allocator,
                                          const carom_task_runner *runner, carom_scene **scene,
                                          size_t *bad_wall);

/// Releases a scene made by carom_scene_create, through the same allocator. NULL is allowed. Must
/// not be called for opened scenes.
CAROM_API void carom_scene_destroy(carom_scene *scene, const carom_allocator *allocator);

/// The size of the serialized scene in bytes. The bytes start at `scene` itself.
CAROM_API size_t carom_scene_byte_size(const carom_scene *scene);

/// Opens a serialized scene in place, such as a file that was read or mapped. The bytes are not
/// copied and must stay unchanged while the scene is in use. `size` may exceed the size of the
/// scene. Every byte is checked, so untrusted bytes are safe: if the call succeeds, all answers are
/// right for the walls of the scene. On failure `*scene` is NULL.
CAROM_API carom_status carom_scene_open(const void *bytes, size_t size, const carom_scene **scene);

// ---- walls ----

/// The number of walls.
CAROM_API size_t carom_scene_count(const carom_scene *scene);

/// The wall with this index, which must be below the count. Every bit is as it was given, except
/// the sign of a zero radius.
CAROM_API carom_wall carom_scene_wall(const carom_scene *scene, carom_index index);

/// The union of carom_wall_box of all walls. It is infinite in each direction in which a ray or
/// line extends. If there are no walls, its minimum is above its maximum.
CAROM_API carom_box carom_scene_box(const carom_scene *scene);

/// The scene as a wall source for carom_ball_move. The scene must outlive it.
CAROM_API carom_wall_source carom_scene_wall_source(const carom_scene *scene);

// ---- overlap queries ----
//
// `filter` may be NULL. The calls with `indices` write the indices of the first `capacity` walls
// found and return the number of all walls found. If all fit, they are in rising order. With
// capacity 0 `indices` may be NULL and the call counts. The calls that take a callback report walls
// in any order until the callback returns false. An invalid circle, an unknown rule, a gap that is
// negative or not finite, and a box with a NaN find nothing.

/// A query callback. It is called with each wall found, and returns false to end the query.
typedef bool carom_wall_query_callback(void *context, carom_index index, const carom_wall *wall);

/// The walls that touch the circle by a contact rule.
CAROM_API size_t carom_scene_touching(const carom_scene *scene, carom_circle circle,
                                      carom_contact_rule rule, const carom_filter *filter,
                                      carom_index *indices, size_t capacity);
CAROM_API void carom_scene_query_touching(const carom_scene *scene, carom_circle circle,
                                          carom_contact_rule rule, const carom_filter *filter,
                                          carom_wall_query_callback *callback, void *context);
/// True if any wall touches the circle by the rule. Cheaper than counting.
CAROM_API bool carom_scene_touches(const carom_scene *scene, carom_circle circle,
                                   carom_contact_rule rule, const carom_filter *filter);

/// The walls within the distance `gap` of the circle: carom_circle_within is true for them.
CAROM_API size_t carom_scene_within(const carom_scene *scene, carom_circle circle, double gap,
                                    const carom_filter *filter, carom_index *indices,
                                    size_t capacity);
CAROM_API void carom_scene_query_within(const carom_scene *scene, carom_circle circle, double gap,
                                        const carom_filter *filter,
                                        carom_wall_query_callback *callback, void *context);

/// The walls whose bounding box (carom_wall_box) overlaps a box: a broad phase. The boxes of tilted
/// and thick walls reach beyond the walls themselves. Compares exactly, boundaries included.
CAROM_API size_t carom_scene_in_box(const carom_scene *scene, carom_box box,
                                    const carom_filter *filter, carom_index *indices,
                                    size_t capacity);
CAROM_API void carom_scene_query_box(const carom_scene *scene, carom_box box,
                                     const carom_filter *filter,
                                     carom_wall_query_callback *callback, void *context);

/// The walls within the distance `gap` of another wall: carom_wall_within is true for them. If the
/// scene has that wall, too, it is one of them. An invalid wall, and a gap that is negative or not
/// finite, find nothing. The time grows with the number of walls whose boxes come within the gap of
/// the box of the wall, so a long tilted wall takes longer than a level one.
CAROM_API size_t carom_scene_near_wall(const carom_scene *scene, carom_wall wall, double gap,
                                       const carom_filter *filter, carom_index *indices,
                                       size_t capacity);
CAROM_API void carom_scene_query_near_wall(const carom_scene *scene, carom_wall wall, double gap,
                                           const carom_filter *filter,
                                           carom_wall_query_callback *callback, void *context);

// ---- nearest ----

/// A wall near a circle.
typedef struct carom_neighbor {
    /// The index of the wall.
    carom_index index;
    /// The gap between the disc and the wall, as from carom_circle_signed_distance: negative if
    /// they overlap.
    double gap;
} carom_neighbor;

/// The `capacity` walls nearest to the circle, or all if there are fewer, nearest first. The order
/// is exact, by carom_circle_compare_distance. Among equally near walls the lower index comes
/// first. `filter` may be NULL. Returns how many were written: 0 for an invalid circle. The time
/// grows as capacity * log(capacity).
CAROM_API size_t carom_scene_nearest(const carom_scene *scene, carom_circle circle,
                                     const carom_filter *filter, carom_neighbor *nearest,
                                     size_t capacity);

// ---- casts ----

/// The settings of a cast. Start from carom_cast_settings_default, which is all zeros.
typedef struct carom_cast_settings {
    /// The walls considered; NULL: all.
    const carom_filter *filter;
    /// If true, only hits and overlaps at the start count. A wall that the circle grazes, or
    /// touches at the start without moving in, does not hide later walls. This is the rule by which
    /// carom_ball_move finds its contacts.
    bool hits_only;
    /// If true, one-sided walls count only for a circle that starts on their left and does not
    /// overlap them. This is how carom_ball_move treats them.
    bool pass_one_sided;
} carom_cast_settings;

/// All walls count, including grazed walls and one-sided walls.
CAROM_API_INLINE carom_cast_settings carom_cast_settings_default(void) {
    carom_cast_settings s;
    s.filter = NULL;
    s.hits_only = false;
    s.pass_one_sided = false;
    return s;
}

/// A wall that a moving circle meets.
typedef struct carom_scene_hit {
    /// The index of the wall; CAROM_NO_WALL on a miss and for invalid input.
    carom_index index;
    /// The sweep against that wall: carom_circle_sweep. Its kind is CAROM_SWEEP_KIND_MISS on a miss
    /// and CAROM_SWEEP_KIND_INVALID for invalid input.
    carom_sweep sweep;
} carom_scene_hit;

/// The first wall that a circle meets when it moves by `move`. This is a shape cast; with radius 0
/// it is a ray cast. The order is exact, by carom_circle_compare_time_of_impact. Among walls met at
/// the same time it returns the lowest index. `settings` may be NULL for the defaults: then a graze
/// counts, and so does an overlap at the start.
CAROM_API carom_scene_hit carom_scene_sweep(const carom_scene *scene, carom_circle circle,
                                            carom_vec2 move, const carom_cast_settings *settings);

/// Casts a fan of `count` beams from one circle, such as a scan of a lidar: sets hits[i] to
/// carom_scene_sweep(scene, circle, moves[i], settings), bit for bit, ties included. With radius 0
/// the beams are rays; with a radius they are as thick as the circle. moves[i] is the displacement
/// along beam i: its direction times the range of the sensor. Beams may have different ranges. The
/// distance to the wall is hits[i].sweep.t times the length of moves[i].
///
/// Neighbouring beams are cast together, so the call is about twice as fast as a loop if the beams
/// are sorted by angle and are less than 5 degrees apart. In any other order it takes the time of a
/// loop. `moves` and `hits` may not overlap. Both may be NULL if `count` is 0. Threads can share a
/// fan: each passes a part of both arrays.
CAROM_API void carom_scene_fan(const carom_scene *scene, carom_circle circle,
                               const carom_vec2 *moves, size_t count,
                               const carom_cast_settings *settings, carom_scene_hit *hits);

/// All walls that a circle meets when it moves by `move`, in the order of their times of impact,
/// exactly; among equal times the lower index comes first. Writes the first `capacity` of them and
/// returns how many there are in all. With capacity 0 `hits` may be NULL and the call counts.
/// `settings` may be NULL. Invalid input finds nothing.
CAROM_API size_t carom_scene_sweep_all(const carom_scene *scene, carom_circle circle,
                                       carom_vec2 move, const carom_cast_settings *settings,
                                       carom_scene_hit *hits, size_t capacity);

CAROM_END_C

#endif
