// A dynamic scene: walls with a BVH over them that may be inserted, removed, moved and changed, in
// any order. For doors, lifts and bricks that break.
//
// All queries of a carom_scene work: carom_dynamic_scene_view gives the scene as a carom_scene, as
// it is until the next edit. Every answer equals that of a loop over all walls, exactly. A
// carom_scene answers a little faster, so walls that never change belong in one. Only edits
// allocate. Between two edits any number of threads can query the scene; during an edit no other
// thread may use it. A build with asserts stops at an edit during a query. docs/scene.md
// describes the structure and the cost. Layer: dynamic scene.
#ifndef CAROM_DYNAMIC_SCENE_H
#define CAROM_DYNAMIC_SCENE_H

#include "carom/scene.h"

CAROM_BEGIN_C

/// A dynamic scene. Callers only hold pointers to it.
typedef struct carom_dynamic_scene carom_dynamic_scene;

/// The largest number of walls at one time.
#define CAROM_DYNAMIC_SCENE_WALLS_MAX ((size_t)1 << 30)

// ---- create, destroy ----

/// Creates a dynamic scene from `count` walls of any extent and radius. The scene copies the walls;
/// the id of each is its index in the array. The time is that of carom_scene_create. With count 0
/// `walls` may be NULL. `allocator` may be NULL, which uses malloc; its functions and its context
/// must stay valid until the scene is destroyed. Memory: 60 to 150 bytes a wall; an edit that
/// rebuilds the tree needs the old and the new memory at the same time. Needs 100 KB of stack.
///
/// On success `*scene` is the scene. On failure `*scene` is NULL and nothing stays allocated; with
/// CAROM_STATUS_BAD_WALL `*bad_wall` (may be NULL) is the lowest index of an invalid wall.
CAROM_API carom_status carom_dynamic_scene_create(const carom_wall *walls, size_t count,
                                                  const carom_allocator *allocator,
                                                  carom_dynamic_scene **scene, size_t *bad_wall);

/// Releases a dynamic scene. NULL is allowed.
CAROM_API void carom_dynamic_scene_destroy(carom_dynamic_scene *scene);

// ---- queries ----

/// The scene for all calls of scene.h and scene_batch.h that take a `const carom_scene *`. It is
/// valid until the next edit, and must not be used after it. Wall indices are ids: an id may exceed
/// the count of walls, and carom_scene_wall takes only ids in use. Among equal walls the lower id
/// comes first. Costs nothing.
///
/// A view has no serialized form: carom_scene_byte_size is 0, and it must not be given to
/// carom_scene_destroy. To get a scene that can be serialized, list the walls with
/// carom_dynamic_scene_list and give them to carom_scene_create.
CAROM_API const carom_scene *carom_dynamic_scene_view(const carom_dynamic_scene *scene);

/// The number of walls.
CAROM_API size_t carom_dynamic_scene_count(const carom_dynamic_scene *scene);

/// True if a wall has this id. Any id is allowed.
CAROM_API bool carom_dynamic_scene_has(const carom_dynamic_scene *scene, uint32_t id);

/// Lists all walls by rising id: writes the first `capacity` ids and walls and returns the number
/// of walls. `ids` and `walls` may be NULL.
CAROM_API size_t carom_dynamic_scene_list(const carom_dynamic_scene *scene, uint32_t *ids,
                                          carom_wall *walls, size_t capacity);

// ---- edits ----
//
// An edit ends every earlier view. Edits that can fail return a status; after a failure the scene
// is as it was before. An id must be in use. Every edit costs O(log count) on average; an edit that
// has to rebuild the tree costs about as much as carom_dynamic_scene_create. A rebuild happens at
// most once in count / 4 edits, and once when the first wall comes that has another radius than the
// others, a category, a one-sided flag, or is a ray or line.

/// Inserts a wall and sets `*id` to its id, which stays valid until the wall is removed. Ids of
/// removed walls are used again, the last removed first; otherwise the id is the lowest never used.
/// The same edits give the same ids. CAROM_STATUS_BAD_WALL, CAROM_STATUS_OUT_OF_MEMORY or
/// CAROM_STATUS_TOO_MANY_WALLS on failure; `*id` is not set then.
CAROM_API carom_status carom_dynamic_scene_insert(carom_dynamic_scene *scene, carom_wall wall,
                                                  uint32_t *id);

/// Removes a wall.
CAROM_API void carom_dynamic_scene_remove(carom_dynamic_scene *scene, uint32_t id);

/// Replaces a wall by another, which keeps the id: place, radius, extent, category and one-sided
/// flag. CAROM_STATUS_BAD_WALL or CAROM_STATUS_OUT_OF_MEMORY on failure.
CAROM_API carom_status carom_dynamic_scene_move(carom_dynamic_scene *scene, uint32_t id,
                                                carom_wall wall);

/// Replaces many walls: wall ids[i] by walls[i]. `ids` may be NULL, which stands for the ids 0 to
/// count - 1. An id must not occur twice. Cheaper than single moves: writes all walls, computes the
/// boxes of the tree once, and inserts again only walls that have moved away from their neighbours.
///
/// Fails as a whole, like carom_dynamic_scene_move; with CAROM_STATUS_BAD_WALL `*bad_wall` (may be
/// NULL) is the lowest index of an invalid wall.
CAROM_API carom_status carom_dynamic_scene_move_many(carom_dynamic_scene *scene,
                                                     const uint32_t *ids, const carom_wall *walls,
                                                     size_t count, size_t *bad_wall);

/// Sets the category of a wall. CAROM_STATUS_OUT_OF_MEMORY on failure.
CAROM_API carom_status carom_dynamic_scene_set_category(carom_dynamic_scene *scene, uint32_t id,
                                                        uint32_t category);

CAROM_END_C

#endif
