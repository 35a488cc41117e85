// Asks a scene about many circles, moving circles or walls in one call, on threads of the caller.
//
// Circles are processed along a Hilbert curve: neighbours in the plane follow each other, so the
// nodes and walls that a circle needs are often in the cache already. Circles that do so as they
// come are not sorted again. Answers are in the order of the circles, and depend neither on the
// runner nor on its threads.
//
// `runner` may be NULL, which runs all tasks in the calling thread. docs/stack.md says how much
// stack a task needs.
// `allocator` may be NULL, which uses malloc; tasks call it, so it must be safe for the threads of
// the runner. Only the lists stay allocated after a call. `filter` and `settings` may be NULL. A
// status other than CAROM_STATUS_OK is CAROM_STATUS_OUT_OF_MEMORY or, of calls with lists,
// CAROM_STATUS_TOO_MANY_ITEMS. Room: scene batch.
#ifndef CAROM_SCENE_BATCH_H
#define CAROM_SCENE_BATCH_H

#include "carom/scene.h"

CAROM_BEGIN_C

/// A list for each circle, in compressed sparse row form (CSR): the list of circle c is items
/// offsets[c] to offsets[c + 1] - 1, so there are offsets[count] items.
typedef struct carom_circle_lists {
    /// The number of circles.
    size_t count;
    /// count + 1 numbers, which never fall. offsets[0] is 0.
    size_t *offsets;
    /// The items. NULL if there are none.
    void *items;
    /// The size of an item in bytes.
    size_t item_size;
} carom_circle_lists;

/// Releases the memory of lists, through the same allocator, and sets them to zeros. Lists of zeros
/// are allowed.
CAROM_API void carom_circle_lists_release(carom_circle_lists *lists,
                                          const carom_allocator *allocator);

/// The walls that touch each circle by the rule: lists of carom_index, each in rising order, as
/// from carom_scene_touching. If there are more than `most` pairs of a circle and a wall, the call
/// stops early with CAROM_STATUS_TOO_MANY_ITEMS, and takes no memory for pairs beyond `most`. On
/// failure `*lists` is zeros and nothing stays allocated.
CAROM_API carom_status carom_scene_touching_batch(
    const carom_scene *scene, const carom_circle_soa *circles, carom_contact_rule rule,
    const carom_filter *filter, size_t most, const carom_task_runner *runner,
    const carom_allocator *allocator, carom_circle_lists *lists);

/// Like carom_scene_touching_batch, for the walls within the distance `gap` of each circle, as from
/// carom_scene_within.
CAROM_API carom_status carom_scene_within_batch(const carom_scene *scene,
                                                const carom_circle_soa *circles, double gap,
                                                const carom_filter *filter, size_t most,
                                                const carom_task_runner *runner,
                                                const carom_allocator *allocator,
                                                carom_circle_lists *lists);

/// The `k` walls nearest to each circle: sets nearest[c * k] to nearest[c * k + k - 1] to
/// carom_scene_nearest of circle c. Where there are fewer walls, the rest of a row has the index
/// CAROM_NO_WALL and the gap +infinity. On failure `nearest` is unspecified.
CAROM_API carom_status carom_scene_nearest_batch(
    const carom_scene *scene, const carom_circle_soa *circles, const carom_filter *filter, size_t k,
    const carom_task_runner *runner, const carom_allocator *allocator, carom_neighbor *nearest);

/// Sets hits[c] to carom_scene_sweep of moving circle c. On failure `hits` is unspecified.
CAROM_API carom_status carom_scene_sweep_batch(const carom_scene *scene,
                                               const carom_moving_circle_soa *movers,
                                               const carom_cast_settings *settings,
                                               const carom_task_runner *runner,
                                               const carom_allocator *allocator,
                                               carom_scene_hit *hits);

// ---- walls against walls ----
//
// The lists are those of carom_circle_lists, one for each wall instead of each circle. With
// `except_same_group` pairs of two walls of one group are left out, such as tracks of one net;
// walls of no group (0) are not. Pairs that are left out take no memory and do not count for
// `most`.

/// The walls of the scene within the distance `gap` of each of `count` walls: lists of carom_index,
/// each in rising order, as from carom_scene_near_wall. The walls are those of another file, say:
/// a wall is compared with all of the scene, also with one that is equal. `filter` selects walls of
/// the scene. `walls` may be NULL if `count` is 0. The limit `most` and failures are as in
/// carom_scene_touching_batch.
CAROM_API carom_status carom_scene_near_wall_batch(
    const carom_scene *scene, const carom_wall *walls, size_t count, double gap,
    const carom_filter *filter, bool except_same_group, size_t most,
    const carom_task_runner *runner, const carom_allocator *allocator, carom_circle_lists *lists);

/// All pairs of walls of the scene that are within the distance `gap` of each other, each pair
/// once: the list of wall i has the walls j > i that are within the gap of it, in rising order. No
/// wall is compared with itself. `filter` must accept both walls of a pair. There is one list for
/// each index: carom_scene_count of them; for the view of a scene that changes also empty ones for
/// indices without a wall. The limit `most` and failures are as in carom_scene_touching_batch.
CAROM_API carom_status carom_scene_clearance_batch(const carom_scene *scene, double gap,
                                                   const carom_filter *filter,
                                                   bool except_same_group, size_t most,
                                                   const carom_task_runner *runner,
                                                   const carom_allocator *allocator,
                                                   carom_circle_lists *lists);

// ---- questions of the caller ----

/// A question that is asked about each circle, for queries whose settings differ from circle to
/// circle. The functions run in tasks of the runner.
typedef struct carom_circle_query {
    /// Writes the first `capacity` items for circle c to `items`, which are aligned for any type,
    /// and returns how many there are in all. If they do not fit, it is called again with room for
    /// them. With item_size 0 `items` is NULL and `capacity` is 0; then the function stores its
    /// answer by way of `context` and returns 0.
    size_t (*find)(void *context, size_t c, const carom_circle *circle, void *items,
                   size_t capacity);
    /// NULL, or called some circles before `find`, to prefetch what find(c) is going to use.
    void (*fetch)(void *context, size_t c);
    /// Passed to both functions.
    void *context;
    /// The size of an item in bytes. A multiple of the alignment of its type, or 0.
    size_t item_size;
} carom_circle_query;

/// Asks `query` about each circle, along the curve. The scene only gives the curve. `lists` may be
/// NULL if item_size is 0. Otherwise the lists are as in carom_scene_touching_batch.
CAROM_API carom_status carom_scene_batch(const carom_scene *scene, const carom_circle_soa *circles,
                                         const carom_circle_query *query, size_t most,
                                         const carom_task_runner *runner,
                                         const carom_allocator *allocator,
                                         carom_circle_lists *lists);

CAROM_END_C

#endif
