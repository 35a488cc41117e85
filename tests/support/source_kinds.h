// Wall sources for a mover at the limits of their contract. They report exactly the required walls,
// or all walls for every path, in the best, the worst or a random order.
//
// If a mover depends on more than the contract, it passes a wall with one of them. Room: tests.
#ifndef CAROM_TESTS_SOURCE_KINDS_H
#define CAROM_TESTS_SOURCE_KINDS_H

#include "carom/world.h"
#include "oracle_sweep.h"
#include "random.h"

enum { TEST_SOURCE_WALLS_MAX = 1024 };

typedef enum source_order {
    /// By the time at which the path comes near, earliest first. Of equal times the highest index
    /// comes first.
    ORDER_EARLY_FIRST,
    ORDER_LATE_FIRST,
    /// Another one every time.
    ORDER_ANY,
    ORDER_COUNT
} source_order;

/// A source over an array of up to TEST_SOURCE_WALLS_MAX walls.
typedef struct test_source {
    const carom_wall_list *array;
    source_order order;
    /// If true, leaves out every wall that the contract permits, by exact arithmetic. If false,
    /// reports all walls and invalid walls between them.
    bool is_strict;
    random_source random;
    oracle_sweep *oracle;
    /// A pointer to this source, because the mover passes back a pointer to const.
    struct test_source *self;
    /// Totals of all queries: walls reported, and walls left out because they are beyond the
    /// remaining path.
    long named, cut_off;
} test_source;

/// Starts a source. The caller must end it.
void test_source_start(test_source *s, const carom_wall_list *array, source_order order,
                       bool is_strict);
void test_source_end(test_source *s);

/// For a mover. `s` must stay where it is.
carom_wall_source test_source_walls(test_source *s);

#endif
