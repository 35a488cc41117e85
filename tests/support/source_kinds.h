// Sources of walls for a mover, at the edges of what their contract allows: exactly the walls that
// must be named and no other, or all of them, whatever the way; in the best order, the worst or
// any.
//
// A mover that leans on more than the contract passes a wall with one of them. Layer: tests.
#ifndef CAROM_TESTS_WAY_SOURCES_H
#define CAROM_TESTS_WAY_SOURCES_H

#include "carom/wall_source.h"
#include "oracle_sweep.h"
#include "random.h"

enum { WAY_SOURCE_WALLS_MAX = 1024 };

typedef enum way_order {
    /// By the time at which the way comes near, earliest first; of equal times the highest index.
    WAY_EARLY_FIRST,
    WAY_LATE_FIRST,
    /// Another one every time.
    WAY_ANY_ORDER,
    WAY_ORDER_COUNT
} way_order;

/// A source over an array of up to WAY_SOURCE_WALLS_MAX walls.
typedef struct way_source {
    const carom_wall_list *array;
    way_order order;
    /// Leaves out every wall that it may, by exact arithmetic; else names all, and invalid walls
    /// between them.
    bool is_strict;
    random_source random;
    oracle_sweep *oracle;
    /// Itself, for a mover hands back a pointer through which nothing may change.
    struct way_source *self;
    /// Over all visits: walls named, and walls left out for lying beyond what still mattered.
    long named, cut_off;
} way_source;

/// Starts a source; to be ended.
void way_source_start(way_source *s, const carom_wall_list *array, way_order order, bool is_strict);
void way_source_end(way_source *s);

/// For a mover. `s` must stay where it is.
carom_wall_source way_source_walls(way_source *s);

#endif
