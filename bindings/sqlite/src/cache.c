// The walls of a table in memory.
// Method: a hash table with linear probing; removal shifts later entries back, so no slot is lost.
// Room: above sqlite_api.
#include "cache.h"

#include <string.h>

enum { SMALLEST_TABLE = 16 };

/// Memory of SQLite at a multiple of `alignment`. The block's start stands before it.
static void *allocate(void *context, size_t size, size_t alignment) {
    (void)context;
    unsigned char *block = sqlite3_malloc64((sqlite3_uint64)size + alignment + sizeof(void *));
    if (block == NULL)
        return NULL;
    unsigned char *memory = block + sizeof(void *);
    memory += (alignment - (uintptr_t)memory % alignment) % alignment;
    memcpy(memory - sizeof(void *), &block, sizeof block);
    return memory;
}

static void release(void *context, void *memory, size_t size, size_t alignment) {
    (void)context;
    (void)size;
    (void)alignment;
    void *block;
    memcpy(&block, (unsigned char *)memory - sizeof block, sizeof block);
    sqlite3_free(block);
}

const carom_allocator carom_cache_allocator = {.allocate = allocate, .release = release};

int carom_cache_code(carom_status status) {
    switch (status) {
    case CAROM_STATUS_OK:
        return SQLITE_OK;
    case CAROM_STATUS_OUT_OF_MEMORY:
        return SQLITE_NOMEM;
    case CAROM_STATUS_TOO_MANY_WALLS:
        return SQLITE_FULL;
    default:
        return SQLITE_CORRUPT_VTAB;
    }
}

void carom_cache_clear(carom_cache *cache) {
    carom_dynamic_scene_destroy(cache->scene);
    sqlite3_free(cache->ids);
    sqlite3_free(cache->slots);
    memset(cache, 0, sizeof *cache);
}

/// The slot where the search for an id starts.
static size_t home(const carom_cache *cache, sqlite3_int64 id) {
    uint64_t hash = (uint64_t)id * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
    return (size_t)hash & (cache->slot_count - 1);
}

/// The slot of an id, or the empty slot where it would stand.
static size_t find(const carom_cache *cache, sqlite3_int64 id) {
    size_t slot = home(cache, id);
    while (cache->slots[slot] != 0 && cache->ids[cache->slots[slot] - 1] != id)
        slot = (slot + 1) & (cache->slot_count - 1);
    return slot;
}

/// The wall of a slot that is not empty.
static carom_dynamic_id id_in_slot(const carom_cache *cache, size_t slot) {
    return carom_dynamic_scene_id(cache->scene, cache->slots[slot] - 1);
}

/// Makes a table for `count` walls and fills it with those of the old one.
static bool rehash(carom_cache *cache, size_t count) {
    size_t slot_count = SMALLEST_TABLE;
    while (slot_count < count * 2)
        slot_count *= 2;
    uint32_t *old = cache->slots;
    const size_t old_count = old != NULL ? cache->slot_count : 0;
    uint32_t *slots = sqlite3_malloc64(slot_count * sizeof *slots);
    if (slots == NULL)
        return false;
    memset(slots, 0, slot_count * sizeof *slots);
    cache->slots = slots;
    cache->slot_count = slot_count;
    for (size_t i = 0; i < old_count; i++) {
        if (old[i] != 0)
            slots[find(cache, cache->ids[old[i] - 1])] = old[i];
    }
    sqlite3_free(old);
    return true;
}

int carom_cache_load(carom_cache *cache, const carom_wall *walls, sqlite3_int64 *ids,
                     size_t count) {
    carom_cache_clear(cache);
    cache->ids = ids;
    cache->room = count;
    const carom_status status =
        carom_dynamic_scene_create(walls, count, &carom_cache_allocator, &cache->scene, NULL);
    if (status != CAROM_STATUS_OK || !rehash(cache, count + 1)) {
        carom_cache_clear(cache);
        return status != CAROM_STATUS_OK ? carom_cache_code(status) : SQLITE_NOMEM;
    }
    for (size_t i = 0; i < count; i++)
        cache->slots[find(cache, ids[i])] = (uint32_t)i + 1;
    cache->in_order = true;
    cache->largest_id = count > 0 ? ids[count - 1] : INT64_MIN;
    cache->largest_scene_id = count > 0 ? (uint32_t)count - 1 : 0;
    return SQLITE_OK;
}

/// Makes room for the id of one more wall, whatever scene id it gets.
static bool make_room(carom_cache *cache) {
    const size_t count = carom_dynamic_scene_count(cache->scene) + 1;
    if (count * 2 > cache->slot_count && !rehash(cache, count))
        return false;
    // A scene id is at most the number of walls there ever were at one time, or one more.
    const size_t needed = (size_t)cache->largest_scene_id + 2;
    if (needed <= cache->room)
        return true;
    const size_t room = needed + needed / 2;
    sqlite3_int64 *ids = sqlite3_realloc64(cache->ids, room * sizeof *ids);
    if (ids == NULL)
        return false;
    cache->ids = ids;
    cache->room = room;
    return true;
}

int carom_cache_set(carom_cache *cache, sqlite3_int64 id, carom_wall wall) {
    size_t slot = find(cache, id);
    if (cache->slots[slot] != 0) {
        return carom_cache_code(
            carom_dynamic_scene_move(cache->scene, id_in_slot(cache, slot), wall));
    }
    if (!make_room(cache))
        return SQLITE_NOMEM;
    carom_dynamic_id made;
    const carom_status status = carom_dynamic_scene_insert(cache->scene, wall, &made);
    if (status != CAROM_STATUS_OK)
        return carom_cache_code(status);
    const uint32_t scene_id = made.index;
    cache->ids[scene_id] = id;
    cache->slots[find(cache, id)] = scene_id + 1;
    if (carom_dynamic_scene_count(cache->scene) > 1 &&
        (scene_id <= cache->largest_scene_id || id <= cache->largest_id))
        cache->in_order = false;
    if (scene_id > cache->largest_scene_id)
        cache->largest_scene_id = scene_id;
    if (id > cache->largest_id)
        cache->largest_id = id;
    return SQLITE_OK;
}

void carom_cache_remove(carom_cache *cache, sqlite3_int64 id) {
    const size_t mask = cache->slot_count - 1;
    size_t hole = find(cache, id);
    if (cache->slots[hole] == 0)
        return;
    carom_dynamic_scene_remove(cache->scene, id_in_slot(cache, hole));
    // An entry moves into the hole if its search would come past the hole.
    for (size_t i = (hole + 1) & mask; cache->slots[i] != 0; i = (i + 1) & mask) {
        const size_t start = home(cache, cache->ids[cache->slots[i] - 1]);
        if (((i - start) & mask) >= ((i - hole) & mask)) {
            cache->slots[hole] = cache->slots[i];
            hole = i;
        }
    }
    cache->slots[hole] = 0;
}
