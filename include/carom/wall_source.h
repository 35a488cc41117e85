// Where a mover finds its walls: anything that can name the walls near a way.
//
// The plainest source, an array that is gone through from end to end, is here. Layer: walls.
#ifndef CAROM_WALLS_H
#define CAROM_WALLS_H

#include <stddef.h>

#include "carom/box.h"

CAROM_BEGIN_C

/// Is called with a wall near a way and its index. Returns how much of the way still matters, as a
/// share of it: 1 for all, less once something is found there, 0 to be called no more. Walls that
/// are within the radius only of what lies beyond are then left out.
typedef double carom_path_query_callback(void *context, size_t index, carom_wall wall);

/// A source of walls. Walls and their indices do not change while a mover uses it.
typedef struct carom_wall_source {
    /// Calls `visit` once for every wall with a point within the radius of the way, in any order;
    /// early ones first is faster. All of them: nothing holds a ball off a wall that is left out.
    /// Others may be among them, invalid walls too, which are ignored. The way may be as long as
    /// doubles go.
    void (*query)(const void *source, carom_path way, carom_path_query_callback *visit,
                  void *context);
    /// Handed to query.
    const void *source;
} carom_wall_source;

/// An array of walls, gone through from end to end: good for some hundreds.
typedef struct carom_wall_list {
    const carom_wall *walls;
    /// carom_wall_box of each wall, to save working them out again, or NULL.
    const carom_box *boxes;
    size_t count;
} carom_wall_list;

/// The source of an array, which must outlive it. The walls are visited in order.
CAROM_API carom_wall_source carom_wall_list_source(const carom_wall_list *array);

CAROM_END_C

#endif
