// Tests many circles or moving circles against a scene in one call. Threads can share such a call:
// its steps are separate functions.
//
// Circles are processed in Hilbert order: neighbours in the plane follow each other, so the nodes
// and walls that a circle needs are often in the cache already. There may be at most 2^32 - 1
// circles. `filter` and `settings` may be NULL. Room: scene batch.
#ifndef CAROM_SCENE_BATCH_H
#define CAROM_SCENE_BATCH_H

#include "carom/scene.h"

CAROM_BEGIN_C

// ---- whole batches ----

/// The size of the scratch memory of the two calls below in bytes, for `count` circles and
/// `capacity` walls found. SIZE_MAX if the size exceeds the range of size_t.
CAROM_API size_t carom_scene_batch_scratch(size_t count, size_t capacity);

/// The walls that touch each circle, in compressed sparse row form (CSR): circle c touches
/// walls[offsets[c]] to walls[offsets[c + 1] - 1], in rising order. Sets offsets[0 .. count] and
/// returns the number of pairs that touch. If it exceeds `capacity`, `walls` is not written: call
/// again with a larger capacity. With capacity 0 the call only counts. `scratch` has
/// carom_scene_batch_scratch(count, capacity) bytes and is aligned for any type.
CAROM_API size_t carom_scene_touching_batch(const carom_scene *scene,
                                            const carom_circle_soa *circles,
                                            carom_contact_rule rule, const carom_filter *filter,
                                            size_t *offsets, uint32_t *walls, size_t capacity,
                                            void *scratch);

/// Sets hits[i] to carom_scene_sweep of moving circle i. `scratch` has
/// carom_scene_batch_scratch(count, 0) bytes and is aligned for any type.
CAROM_API void carom_scene_sweep_batch(const carom_scene *scene,
                                       const carom_moving_circle_soa *movers,
                                       const carom_cast_settings *settings, carom_scene_hit *hits,
                                       void *scratch);

// ---- the steps of a batch, shared by threads ----
//
// Calls take a range [begin, end) of the order. The results do not depend on how the order is split
// into ranges. `order` may be NULL for the identity order.

/// The size of the scratch memory of carom_scene_hilbert_order in bytes. SIZE_MAX if the size
/// exceeds the range of size_t.
CAROM_API size_t carom_scene_hilbert_scratch(size_t count);

/// Sets order[0 .. count) to the indices of the circles in Hilbert order. Invalid circles come
/// last. `scratch` has carom_scene_hilbert_scratch(count) bytes and is aligned for any type.
CAROM_API void carom_scene_hilbert_order(const carom_scene *scene, const carom_circle_soa *circles,
                                         uint32_t *order, void *scratch);

/// For i in [begin, end): sets counts[order[i]] to the number of walls that touch circle order[i],
/// and appends their indices to `walls` in rising order, as long as they fit in `capacity`. Returns
/// the sum of the counts of the range. If it exceeds `capacity`, the contents of `walls` are
/// unspecified, but `counts` is correct. With capacity 0 the call only counts.
CAROM_API size_t carom_scene_touching_range(const carom_scene *scene,
                                            const carom_circle_soa *circles, const uint32_t *order,
                                            size_t begin, size_t end, carom_contact_rule rule,
                                            const carom_filter *filter, uint32_t *counts,
                                            uint32_t *walls, size_t capacity);

/// Like carom_scene_touching_range, for the walls within the distance `gap` of each circle:
/// carom_circle_within is true for them.
CAROM_API size_t carom_scene_within_range(const carom_scene *scene, const carom_circle_soa *circles,
                                          const uint32_t *order, size_t begin, size_t end,
                                          double gap, const carom_filter *filter, uint32_t *counts,
                                          uint32_t *walls, size_t capacity);

/// Sets offsets[0 .. count] of the CSR form from the counts of all circles.
CAROM_API void carom_scene_csr_offsets(const uint32_t *counts, size_t count, size_t *offsets);

/// Scatters the results of [begin, end) into CSR order. `appended` holds the walls that the range
/// call wrote. `walls` has room for offsets[count] indices.
CAROM_API void carom_scene_csr_scatter(const uint32_t *order, size_t begin, size_t end,
                                       const uint32_t *appended, const size_t *offsets,
                                       uint32_t *walls);

/// For i in [begin, end): sets hits[order[i]] to carom_scene_sweep of moving circle order[i].
CAROM_API void carom_scene_sweep_range(const carom_scene *scene,
                                       const carom_moving_circle_soa *movers, const uint32_t *order,
                                       size_t begin, size_t end,
                                       const carom_cast_settings *settings, carom_scene_hit *hits);

CAROM_END_C

#endif
