// Query values: what stands on the right of MATCH. The functions carom_touching, carom_near,
// carom_near_wall, carom_nearest, carom_first, carom_in_box, carom_areas and carom_nearest_areas
// make them. They travel through SQLite as pointers (sqlite3_result_pointer), so no SQL can forge
// one. Room: above arguments.
#ifndef CAROM_SQLITE_QUERY_VALUES_H
#define CAROM_SQLITE_QUERY_VALUES_H

#include <carom/shapes.h>
#include <carom/soa.h>

#include "sqlite_api.h"

/// What a query asks.
typedef enum carom_query_kind {
    /// Nothing, because an argument was NULL.
    CAROM_QUERY_NOTHING,
    CAROM_QUERY_TOUCHING,
    CAROM_QUERY_NEAR,
    CAROM_QUERY_NEAR_WALL,
    CAROM_QUERY_NEAREST,
    CAROM_QUERY_FIRST,
    CAROM_QUERY_IN_BOX,
    /// Of areas: those that a circle meets or that are within a gap, and the nearest ones.
    CAROM_QUERY_AREAS,
    CAROM_QUERY_NEAREST_AREAS
} carom_query_kind;

/// A query. Members that its kind does not use are 0.
typedef struct carom_query {
    carom_query_kind kind;
    carom_circle circle;
    carom_contact_rule rule;
    double gap;
    carom_wall wall;
    size_t k;
    carom_vec2 move;
    bool hits_only;
    carom_box box;
} carom_query;

/// True if the rows of an answer stand for areas.
static inline bool carom_query_asks_areas(const carom_query *query) {
    return query->kind >= CAROM_QUERY_AREAS;
}

/// The query that a value holds. NULL if it holds none.
const carom_query *carom_query_of(sqlite3_value *value);

#endif
