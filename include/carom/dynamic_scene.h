// A dynamic scene: a BVH over walls that come, go and move, such as doors, lifts and bricks that
// break. Walls can be inserted, removed, moved and changed in any order.
//
// carom_dynamic_scene_view returns the scene as a carom_scene, which every call of scene.h and
// scene_batch.h accepts. Every answer equals that of a loop over all walls, exactly. A scene
// of carom_scene_create answers a little faster, so put walls that never change into one. Only
// edits allocate.
//
// The id of a wall is its index and a generation. Queries name walls by their index. When a wall is
// removed its index is used again, for a wall of the next generation. So the ids of removed walls
// stay invalid: calls that get one say so and change nothing.
//
// Between two edits any number of threads can run queries. During an edit no other thread may use
// the scene. A build with asserts stops at an edit during a query. docs/scene.md describes the
// structure and the cost. Room: dynamic scene.
#ifndef CAROM_DYNAMIC_SCENE_H
#define CAROM_DYNAMIC_SCENE_H

#include "carom/scene.h"

CAROM_BEGIN_C

/// A dynamic scene. Callers only hold pointers to it.
typedef struct carom_dynamic_scene carom_dynamic_scene;

/// The id of a wall: zeros are no id.
typedef struct carom_dynamic_id {
    /// The index of the wall, as in the answers of queries.
    carom_index index;
    /// From 1 on: the number of walls that have had this index. It begins again at 1 after 2^32 - 1
    /// walls: an id that was kept for so long can name another wall.
    uint32_t generation;
} carom_dynamic_id;

// ---- create, destroy ----

/// Creates a dynamic scene from `count` walls of any extent and radius, at most CAROM_INDEX_MAX.
/// The scene copies the walls. The id of each wall has its index in the array and the generation 1.
/// Takes as long as carom_scene_create. With count 0 `walls` may be NULL. `allocator` may be NULL,
/// which uses malloc; its functions and its context must stay valid until the scene is destroyed.
/// docs/stack.md says how much stack it needs.
///
/// Memory, from a thousand walls on: 70 to 110 bytes a wall, and up to 30 more if radii differ, or
/// if any wall has a category, a group or a one-sided flag or is a ray or a line. The memory of
/// removed walls is used again, but it is released only when the tree is rebuilt. An edit that
/// rebuilds the tree, or needs more memory, holds the old and the new memory at the same time.
///
/// On success `*scene` is the scene. On failure `*scene` is NULL and nothing stays allocated; with
/// CAROM_STATUS_BAD_WALL `*bad_wall` (may be NULL) is the lowest index of an invalid wall.
CAROM_API carom_status carom_dynamic_scene_create(const carom_wall *walls, size_t count,
                                                  const carom_allocator *allocator,
                                                  carom_dynamic_scene **scene, size_t *bad_wall);

/// Releases a dynamic scene. NULL is allowed.
CAROM_API void carom_dynamic_scene_destroy(carom_dynamic_scene *scene);

// ---- queries ----

/// The view: the scene as a carom_scene, for all calls of scene.h and scene_batch.h. It is the same
/// pointer, and valid, for the life of the scene. A query finds the walls that are there
/// when it is called; do not query during an edit. An index may exceed the number of walls, and
/// carom_scene_wall takes only indices in use. The index of an answer is that of the wall's id.
/// Takes constant time.
///
/// A view has no serialized form: carom_scene_byte_size is 0, and it must not be given to
/// carom_scene_destroy. To get a scene that can be serialized, list the walls with
/// carom_dynamic_scene_list and give them to carom_scene_create.
CAROM_API const carom_scene *carom_dynamic_scene_view(const carom_dynamic_scene *scene);

/// The scene as a wall source, for movers, caches and crowds. Valid for the life of the scene, like
/// the view. A carom_wall_cache keeps walls of its own: call carom_wall_cache_forget after an edit.
CAROM_API carom_wall_source carom_dynamic_scene_wall_source(const carom_dynamic_scene *scene);

/// The number of walls.
CAROM_API size_t carom_dynamic_scene_count(const carom_dynamic_scene *scene);

/// The id of the wall that has this index now, such as one that a query has found. Zeros if there
/// is none.
CAROM_API carom_dynamic_id carom_dynamic_scene_id(const carom_dynamic_scene *scene,
                                                  carom_index index);

/// True if a wall has this id. Any id is allowed.
CAROM_API bool carom_dynamic_scene_has(const carom_dynamic_scene *scene, carom_dynamic_id id);

/// Lists all walls by rising index: writes the first `capacity` ids and walls and returns the
/// number of walls. `ids` and `walls` may be NULL.
CAROM_API size_t carom_dynamic_scene_list(const carom_dynamic_scene *scene, carom_dynamic_id *ids,
                                          carom_wall *walls, size_t capacity);

// ---- edits ----
//
// An edit that can fail returns a status. If it fails, the scene is as it was before. With an id
// that no wall has, the status is CAROM_STATUS_STALE_ID.
//
// An edit takes O(log count) time on average for each wall. Some edits rebuild the tree, which
// takes about as long as carom_dynamic_scene_create. At least count / 8 edits lie between two of
// these rebuilds; each wall that is moved counts as an edit. The tree is also rebuilt when the
// first wall comes that has another radius than all others, a category, a group or a one-sided
// flag, or that is a ray or a line. If the memory is too small, an edit copies the scene to memory
// that is larger by half.

/// Inserts a wall and sets `*id` to its id, which stays valid until the wall is removed. Indices of
/// removed walls are used again, the last one removed first. If there are none, the index is the
/// lowest never used. The same edits give the same ids. On failure returns CAROM_STATUS_BAD_WALL,
/// CAROM_STATUS_OUT_OF_MEMORY or CAROM_STATUS_TOO_MANY_WALLS and does not set `*id`.
CAROM_API carom_status carom_dynamic_scene_insert(carom_dynamic_scene *scene, carom_wall wall,
                                                  carom_dynamic_id *id);

/// Removes a wall. False if no wall has this id.
CAROM_API bool carom_dynamic_scene_remove(carom_dynamic_scene *scene, carom_dynamic_id id);

/// Replaces a wall by another, which keeps the id: place, radius, extent, one-sided flag, category
/// and group. CAROM_STATUS_BAD_WALL, CAROM_STATUS_STALE_ID or CAROM_STATUS_OUT_OF_MEMORY on
/// failure.
CAROM_API carom_status carom_dynamic_scene_move(carom_dynamic_scene *scene, carom_dynamic_id id,
                                                carom_wall wall);

/// Replaces many walls: wall ids[i] by walls[i]. `ids` may be NULL, which stands for the walls with
/// the indices 0 to count - 1. An id must not occur twice. Faster than single moves: computes each
/// box of the tree once, and inserts again only walls that have moved away from their neighbours.
/// Fastest if walls that are near each other in the plane are near each other in `walls` too.
///
/// Fails as a whole, like carom_dynamic_scene_move. `*bad_wall` (may be NULL) is then the lowest i
/// whose id names no wall (CAROM_STATUS_STALE_ID) or, if all ids name walls, the lowest i whose
/// wall is invalid (CAROM_STATUS_BAD_WALL).
CAROM_API carom_status carom_dynamic_scene_move_many(carom_dynamic_scene *scene,
                                                     const carom_dynamic_id *ids,
                                                     const carom_wall *walls, size_t count,
                                                     size_t *bad_wall);

/// Sets the category of a wall. CAROM_STATUS_STALE_ID or CAROM_STATUS_OUT_OF_MEMORY on failure.
CAROM_API carom_status carom_dynamic_scene_set_category(carom_dynamic_scene *scene,
                                                        carom_dynamic_id id, uint32_t category);

CAROM_END_C

#endif
