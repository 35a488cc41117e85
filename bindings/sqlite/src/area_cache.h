// The areas of a table in memory: a scene of their walls and its index. An index never changes, so
// all is made again after an edit. Room: above cache.
#ifndef CAROM_SQLITE_AREA_CACHE_H
#define CAROM_SQLITE_AREA_CACHE_H

#include <carom/areas.h>

#include "sqlite_api.h"

/// The wall of an area with the lowest SQL id. Its row stands for the area.
typedef struct carom_area_row {
    sqlite3_int64 id;
    carom_index wall;
} carom_area_row;

/// Start from zeros, which is an empty cache without a scene.
typedef struct carom_area_cache {
    /// NULL until the first load.
    carom_scene *scene;
    carom_area_index *index;
    /// That of area i is rows[i - 1].
    carom_area_row *rows;
    size_t count;
} carom_area_cache;

/// Replaces everything by `count` walls with their ids. Their groups are 1, 2 ... without a gap. On
/// failure the cache is empty without a scene; `*error` is set as by carom_area_index_create.
carom_status carom_area_cache_load(carom_area_cache *cache, const carom_wall *walls,
                                   const sqlite3_int64 *ids, size_t count, carom_area_error *error);

/// Releases everything.
void carom_area_cache_clear(carom_area_cache *cache);

#endif
