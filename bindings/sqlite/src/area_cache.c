// The areas of a table in memory.
// Room: above cache.
#include "area_cache.h"

#include <string.h>

#include "cache.h"

void carom_area_cache_clear(carom_area_cache *cache) {
    carom_area_index_destroy(cache->index, &carom_cache_allocator);
    carom_scene_destroy(cache->scene, &carom_cache_allocator);
    sqlite3_free(cache->rows);
    memset(cache, 0, sizeof *cache);
}

/// Finds the wall with the lowest id of each area.
static bool find_rows(carom_area_cache *cache, const carom_wall *walls, const sqlite3_int64 *ids,
                      size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (walls[i].group > cache->count)
            cache->count = walls[i].group;
    }
    cache->rows = sqlite3_malloc64((cache->count + 1) * sizeof *cache->rows);
    if (cache->rows == NULL)
        return false;
    for (size_t i = 0; i < cache->count; i++)
        cache->rows[i] = (carom_area_row){INT64_MAX, 0};
    for (size_t i = 0; i < count; i++) {
        carom_area_row *row = &cache->rows[walls[i].group - 1];
        if (ids[i] <= row->id)
            *row = (carom_area_row){ids[i], (carom_index)i};
    }
    return true;
}

carom_status carom_area_cache_load(carom_area_cache *cache, const carom_wall *walls,
                                   const sqlite3_int64 *ids, size_t count,
                                   carom_area_error *error) {
    carom_area_cache_clear(cache);
    carom_status status =
        carom_scene_create(walls, count, &carom_cache_allocator, NULL, &cache->scene, NULL);
    if (status == CAROM_STATUS_OK) {
        status = carom_area_index_create(cache->scene, &carom_cache_allocator, NULL, &cache->index,
                                         error);
    }
    if (status == CAROM_STATUS_OK && !find_rows(cache, walls, ids, count))
        status = CAROM_STATUS_OUT_OF_MEMORY;
    if (status != CAROM_STATUS_OK)
        carom_area_cache_clear(cache);
    return status;
}
