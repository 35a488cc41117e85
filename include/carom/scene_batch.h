// Many circles and moving circles against a scene in one call, and the steps of such a call for
// threads to share.
// Layer: scene batch.
#ifndef CAROM_SCENE_BATCH_H
#define CAROM_SCENE_BATCH_H

#include "carom/scene.h"

CAROM_BEGIN_C

// ---- many at once ----
//
// Circles and movers are taken in the order of a curve through the plane, so that one finds in the
// processor's cache what the one before it needed. There may be at most 2^32 - 1 circles.

/// Bytes of scratch that the two calls below need for so many circles and walls found; SIZE_MAX if
/// they do not fit into a size_t.
CAROM_API size_t carom_scene_batch_scratch(size_t count, size_t capacity);

/// Many circles, in compressed form (CSR): the walls that touch circle c are walls[offsets[c]] to
/// walls[offsets[c + 1] - 1], in rising order. Sets offsets[0 .. count] and returns how many there
/// are in all; if that is more than `capacity`, `walls` is not written: call again with more room,
/// or with 0 to have them counted. `scratch` is memory of carom_scene_batch_scratch(count,
/// capacity) bytes, aligned for any type.
CAROM_API size_t carom_scene_touching_batch(const carom_scene *scene,
                                            const carom_circle_soa *circles,
                                            carom_contact_rule touch, size_t *offsets,
                                            uint32_t *walls, size_t capacity, void *scratch);

/// Many moving circles: sets hits[i] by carom_scene_sweep of mover i. `scratch` is memory of
/// carom_scene_batch_scratch(count, 0) bytes.
CAROM_API void carom_scene_sweep_batch(const carom_scene *scene,
                                       const carom_moving_circle_soa *movers, carom_scene_hit *hits,
                                       void *scratch);

// ---- many at once, shared by threads ----
//
// The steps of the batches above. Calls take a range of the order; what is written does not depend
// on how it is split. Where ranges are taken `order` may be NULL: circle i itself is meant then.

/// Bytes of scratch that carom_scene_hilbert_order needs; SIZE_MAX if they do not fit into a
/// size_t.
CAROM_API size_t carom_scene_hilbert_scratch(size_t count);

/// Sets order[0 .. count) to the indices of the circles along the curve; movers by their start.
/// Invalid circles come last. `scratch` is memory of carom_scene_hilbert_scratch bytes, aligned for
/// any type. Takes 30 KB of stack.
CAROM_API void carom_scene_hilbert_order(const carom_scene *scene, const carom_circle_soa *circles,
                                         uint32_t *order, void *scratch);

/// Many circles: for i in [begin, end), circle order[i] gets counts[circle] = how many walls touch
/// it, and their indices are appended to `walls`, in rising order for each circle, as long as they
/// fit in `capacity`. Returns how many there are in all; if that is more than the capacity, `walls`
/// is of no use, and counts is right all the same. 0 for capacity only counts.
CAROM_API size_t carom_scene_touching_range(const carom_scene *scene,
                                            const carom_circle_soa *circles, const uint32_t *order,
                                            size_t begin, size_t end, carom_contact_rule touch,
                                            uint32_t *counts, uint32_t *walls, size_t capacity);

/// The same for the walls with carom_circle_within(circle, wall, gap).
CAROM_API size_t carom_scene_within_range(const carom_scene *scene, const carom_circle_soa *circles,
                                          const uint32_t *order, size_t begin, size_t end,
                                          double gap, uint32_t *counts, uint32_t *walls,
                                          size_t capacity);

/// Sets offsets[0 .. count] of the compressed form from the counts of all circles.
CAROM_API void carom_scene_csr_offsets(const uint32_t *counts, size_t count, size_t *offsets);

/// Brings what was appended for [begin, end) of the order to its place in `walls`, which has room
/// for all: offsets[count] numbers.
CAROM_API void carom_scene_csr_scatter(const uint32_t *order, size_t begin, size_t end,
                                       const uint32_t *appended, const size_t *offsets,
                                       uint32_t *walls);

/// Many moving circles: for i in [begin, end), hits[order[i]] is set by carom_scene_sweep.
CAROM_API void carom_scene_sweep_range(const carom_scene *scene,
                                       const carom_moving_circle_soa *movers, const uint32_t *order,
                                       size_t begin, size_t end, carom_scene_hit *hits);

CAROM_END_C

#endif
