// The walls of a table in memory: a dynamic scene, and the SQL id of each of its walls.
//
// The scene numbers its walls itself (scene ids, which are the indices of its walls). Memory: that
// of the scene, 8 bytes for the id of each wall, and a hash table from SQL ids to scene ids of 4
// bytes a slot, at least half of them empty. Room: above sqlite_api.
#ifndef CAROM_SQLITE_CACHE_H
#define CAROM_SQLITE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include <carom/dynamic_scene.h>

#include "sqlite_api.h"

/// Memory of SQLite.
extern const carom_allocator carom_cache_allocator;

/// Start from zeros, which is an empty cache without a scene.
typedef struct carom_cache {
    /// NULL until the first load.
    carom_dynamic_scene *scene;
    /// The SQL id of each scene id in use.
    sqlite3_int64 *ids;
    size_t room;
    /// The hash table: scene ids + 1, or 0 for an empty slot. A power of two.
    uint32_t *slots;
    size_t slot_count;
    /// Sorted by scene id, the walls are sorted by SQL id too. Then the scene breaks ties right.
    bool in_order;
    /// The largest ids that the cache has held since it was loaded.
    sqlite3_int64 largest_id;
    uint32_t largest_scene_id;
} carom_cache;

/// Replaces everything by `count` walls with rising ids. On failure the cache is empty without a
/// scene. Takes over `ids`, which sqlite3_malloc64 made, also on failure.
int carom_cache_load(carom_cache *cache, const carom_wall *walls, sqlite3_int64 *ids, size_t count);

/// Sets the wall with an id, new or not. Not to be called without a scene. On failure the cache
/// must be loaded again.
int carom_cache_set(carom_cache *cache, sqlite3_int64 id, carom_wall wall);

/// Removes the wall with an id, if there is one.
void carom_cache_remove(carom_cache *cache, sqlite3_int64 id);

/// Releases everything.
void carom_cache_clear(carom_cache *cache);

/// SQLITE_NOMEM, SQLITE_CORRUPT_VTAB (a wall is not valid) or SQLITE_FULL (too many walls).
int carom_cache_code(carom_status status);

#endif
