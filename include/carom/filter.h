// Filters select the walls that a query considers: by a mask of categories, a group that
// is left out, and optionally a callback. Room: filter.
#ifndef CAROM_FILTER_H
#define CAROM_FILTER_H

#include <stddef.h>

#include "carom/shapes.h"

CAROM_BEGIN_C

/// Returns true if the query is to consider the wall. `index` is the index of the wall in its
/// source.
typedef bool carom_filter_callback(void *context, carom_index index, const carom_wall *wall);

/// A filter. Start from carom_filter_default. Calls take a pointer to one; NULL considers all
/// walls.
typedef struct carom_filter {
    /// A wall is considered if it shares a bit with the mask: (category & mask) != 0.
    uint32_t mask;
    /// Walls of this group are left out, such as those of one owner or one net. 0: none are.
    uint32_t except_group;
    /// Called for walls that mask and group let through. May be NULL. It may be called for any wall
    /// near the query, in any order and more than once. During a query its answer for a wall must
    /// not change. There is one exception: during carom_ball_move, the `respond` callback may
    /// change it from true to false, to break a wall. (A crowd may compute a frame anew: there it
    /// must not.)
    carom_filter_callback *accept;
    /// Handed to `accept`.
    void *context;
} carom_filter;

/// The filter that considers all walls.
CAROM_API_INLINE carom_filter carom_filter_default(void) {
    carom_filter f;
    f.mask = UINT32_MAX;
    f.except_group = 0;
    f.accept = NULL;
    f.context = NULL;
    return f;
}

/// The filter that considers the walls of these categories.
CAROM_API_INLINE carom_filter carom_filter_mask(uint32_t mask) {
    carom_filter f = carom_filter_default();
    f.mask = mask;
    return f;
}

/// True if the filter considers the wall. A NULL filter considers every wall.
CAROM_API_INLINE bool carom_filter_accepts(const carom_filter *filter, carom_index index,
                                           const carom_wall *wall) {
    if (filter == NULL)
        return true;
    const uint32_t category = wall->category != 0 ? wall->category : CAROM_CATEGORY_DEFAULT;
    return (category & filter->mask) != 0 &&
           (filter->except_group == 0 || filter->except_group != wall->group) &&
           (filter->accept == NULL || filter->accept(filter->context, index, wall));
}

CAROM_END_C

#endif
