// Queries of the cache, answered in SQL terms: ids in their order, ties to the lower id.
// Room: above cache, area_cache and query_values.
#ifndef CAROM_SQLITE_ANSWERS_H
#define CAROM_SQLITE_ANSWERS_H

#include <carom/scene.h>

#include "area_cache.h"
#include "cache.h"
#include "query_values.h"

/// A wall that a query has found, or the wall that stands for an area.
typedef struct carom_answer {
    sqlite3_int64 id;
    /// Of an area: its place in the scratch, where the hits are.
    uint32_t scene_id;
} carom_answer;

/// The answer of a query: by id; of carom_nearest, by distance and then by id; of carom_areas, by
/// area; of carom_nearest_areas, by distance and then by area. Start from zeros.
/// The memory is used again by the next query.
typedef struct carom_answers {
    carom_answer *found;
    size_t count;
    size_t room;
    /// The wall of each answer, as it was at the query. NULL if they were not asked for.
    carom_wall *walls;
    size_t wall_room;
    /// Of carom_first: the sweep to its wall.
    carom_sweep sweep;
    /// What the library writes its answers to.
    void *scratch;
    size_t scratch_size;
} carom_answers;

/// Runs a query. `by_id` sorts the answer of every query by id. Returns a code of SQLite.
int carom_answers_find(carom_answers *answers, const carom_cache *cache, const carom_query *query,
                       bool with_walls, bool by_id);

/// The same for a query of areas.
int carom_answers_find_areas(carom_answers *answers, const carom_area_cache *cache,
                             const carom_query *query, bool with_walls, bool by_id);

/// The area of a row of an answer of areas.
static inline const carom_area_hit *carom_answers_area(const carom_answers *answers, size_t row) {
    return (const carom_area_hit *)answers->scratch + answers->found[row].scene_id;
}

void carom_answers_clear(carom_answers *answers);

#endif
