// Queries of the cache, answered in SQL terms.
// Method: the scene breaks ties by its own ids. After edits these are not in the order of the SQL
// ids, so the walls of a tie are collected and sorted here.
// Room: above cache, area_cache and query_values.
#include "answers.h"

#include <stdlib.h>
#include <string.h>

#include <carom/contact.h>

/// The room for a first answer. If there are more walls, the query is repeated with enough.
enum { FIRST_ROOM = 256 };

void carom_answers_clear(carom_answers *answers) {
    sqlite3_free(answers->found);
    sqlite3_free(answers->walls);
    sqlite3_free(answers->scratch);
    memset(answers, 0, sizeof *answers);
}

/// Memory for at least `count` items of `size` bytes: `memory`, which has `*room`, or other memory
/// without the old items. On failure `*room` is 0.
static void *with_room(void *memory, size_t *room, size_t count, size_t size) {
    if (count <= *room)
        return memory;
    sqlite3_free(memory);
    const size_t wanted = count > FIRST_ROOM ? count : FIRST_ROOM;
    memory = sqlite3_malloc64((sqlite3_uint64)wanted * size);
    *room = memory != NULL ? wanted : 0;
    return memory;
}

static bool room_for_found(carom_answers *a, size_t count) {
    a->found = with_room(a->found, &a->room, count, sizeof *a->found);
    return count <= a->room;
}

static bool room_for_scratch(carom_answers *a, size_t bytes) {
    a->scratch = with_room(a->scratch, &a->scratch_size, bytes, 1);
    return bytes <= a->scratch_size;
}

static int compare_ids(const void *first, const void *second) {
    const sqlite3_int64 a = ((const carom_answer *)first)->id;
    const sqlite3_int64 b = ((const carom_answer *)second)->id;
    return (a > b) - (a < b);
}

/// Sorts answers [begin, end) by id.
static void sort_by_id(carom_answers *a, size_t begin, size_t end) {
    size_t i = begin + 1;
    while (i < end && a->found[i - 1].id < a->found[i].id)
        i++;
    if (i < end)
        qsort(a->found + begin, end - begin, sizeof *a->found, compare_ids);
}

/// The walls that an overlap query finds: writes up to `capacity` scene ids, returns how many
/// exist.
static size_t overlap(const carom_scene *scene, const carom_query *q, uint32_t *ids,
                      size_t capacity) {
    switch (q->kind) {
    case CAROM_QUERY_TOUCHING:
        return carom_scene_touching(scene, q->circle, q->rule, NULL, ids, capacity);
    case CAROM_QUERY_NEAR:
        return carom_scene_within(scene, q->circle, q->gap, NULL, ids, capacity);
    case CAROM_QUERY_NEAR_WALL:
        return carom_scene_near_wall(scene, q->wall, q->gap, NULL, ids, capacity);
    default:
        return carom_scene_in_box(scene, q->box, NULL, ids, capacity);
    }
}

static int find_overlap(carom_answers *a, const carom_cache *cache, const carom_scene *scene,
                        const carom_query *q) {
    size_t capacity = a->scratch_size / sizeof(uint32_t);
    size_t count = overlap(scene, q, a->scratch, capacity);
    if (count > capacity) {
        if (!room_for_scratch(a, count * sizeof(uint32_t)))
            return SQLITE_NOMEM;
        count = overlap(scene, q, a->scratch, count);
    }
    if (!room_for_found(a, count))
        return SQLITE_NOMEM;
    const uint32_t *scene_ids = a->scratch;
    for (size_t i = 0; i < count; i++)
        a->found[i] = (carom_answer){cache->ids[scene_ids[i]], scene_ids[i]};
    a->count = count;
    sort_by_id(a, 0, count);
    return SQLITE_OK;
}

/// Compares the distances of two answers.
static int compare_distance(const carom_scene *scene, const carom_query *q, size_t first,
                            size_t second) {
    return carom_circle_compare_distance(q->circle, carom_scene_wall(scene, (carom_index)first),
                                         carom_scene_wall(scene, (carom_index)second));
}

/// Sorts each run of equally near walls by id.
static void sort_ties(carom_answers *a, const carom_scene *scene, const carom_query *q) {
    size_t begin = 0;
    for (size_t i = 1; i <= a->count; i++) {
        if (i == a->count ||
            compare_distance(scene, q, a->found[begin].scene_id, a->found[i].scene_id) != 0) {
            sort_by_id(a, begin, i);
            begin = i;
        }
    }
}

static int find_nearest(carom_answers *a, const carom_cache *cache, const carom_scene *scene,
                        const carom_query *q) {
    const size_t all = carom_dynamic_scene_count(cache->scene);
    const size_t k = q->k < all ? q->k : all;
    if (k == 0)
        return SQLITE_OK;
    // The walls after the last one decide if it is part of a tie.
    size_t capacity = cache->in_order || k == all ? k : k + 1;
    size_t count;
    const carom_neighbor *near;
    for (;;) {
        if (!room_for_scratch(a, capacity * sizeof *near))
            return SQLITE_NOMEM;
        count = carom_scene_nearest(scene, q->circle, NULL, a->scratch, capacity);
        near = a->scratch;
        if (count == k || count < capacity || capacity == all ||
            compare_distance(scene, q, near[k - 1].index, near[count - 1].index) != 0)
            break;
        capacity = capacity < all / 2 ? capacity * 2 : all;
    }
    if (!room_for_found(a, count))
        return SQLITE_NOMEM;
    for (size_t i = 0; i < count; i++)
        a->found[i] = (carom_answer){cache->ids[near[i].index], (uint32_t)near[i].index};
    a->count = count;
    if (!cache->in_order)
        sort_ties(a, scene, q);
    a->count = count < k ? count : k;
    return SQLITE_OK;
}

/// The walls with an id below `id`.
typedef struct lower_ids {
    const carom_cache *cache;
    sqlite3_int64 id;
} lower_ids;

static bool is_lower(void *context, carom_index index, const carom_wall *wall) {
    (void)wall;
    const lower_ids *lower = context;
    return lower->cache->ids[index] < lower->id;
}

static int find_first(carom_answers *a, const carom_cache *cache, const carom_scene *scene,
                      const carom_query *q) {
    carom_cast_settings settings = carom_cast_settings_default();
    settings.hits_only = q->hits_only;
    carom_scene_hit hit = carom_scene_sweep(scene, q->circle, q->move, &settings);
    if (hit.index == CAROM_NO_WALL)
        return SQLITE_OK;
    lower_ids lower = {cache, 0};
    carom_filter filter = carom_filter_default();
    filter.accept = is_lower;
    filter.context = &lower;
    settings.filter = &filter;
    // Each step finds a wall that is met at the same time and has a lower id.
    while (!cache->in_order) {
        lower.id = cache->ids[hit.index];
        const carom_scene_hit other = carom_scene_sweep(scene, q->circle, q->move, &settings);
        if (other.index == CAROM_NO_WALL ||
            carom_circle_compare_time_of_impact(q->circle, q->move,
                                                carom_scene_wall(scene, hit.index),
                                                carom_scene_wall(scene, other.index)) != 0)
            break;
        hit = other;
    }
    if (!room_for_found(a, 1))
        return SQLITE_NOMEM;
    a->found[0] = (carom_answer){cache->ids[hit.index], (uint32_t)hit.index};
    a->count = 1;
    a->sweep = hit.sweep;
    return SQLITE_OK;
}

static bool room_for_walls(carom_answers *a) {
    a->walls = with_room(a->walls, &a->wall_room, a->count, sizeof *a->walls);
    return a->count <= a->wall_room;
}

/// Copies the walls of the answers.
static int copy_walls(carom_answers *a, const carom_scene *scene) {
    if (!room_for_walls(a))
        return SQLITE_NOMEM;
    for (size_t i = 0; i < a->count; i++)
        a->walls[i] = carom_scene_wall(scene, a->found[i].scene_id);
    return SQLITE_OK;
}

int carom_answers_find(carom_answers *a, const carom_cache *cache, const carom_query *query,
                       bool with_walls, bool by_id) {
    const carom_scene *scene = carom_dynamic_scene_view(cache->scene);
    int rc = SQLITE_OK;
    a->count = 0;
    switch (query->kind) {
    case CAROM_QUERY_NOTHING:
        break;
    case CAROM_QUERY_NEAREST:
        rc = find_nearest(a, cache, scene, query);
        if (rc == SQLITE_OK && by_id)
            sort_by_id(a, 0, a->count);
        break;
    case CAROM_QUERY_FIRST:
        rc = find_first(a, cache, scene, query);
        break;
    default:
        rc = find_overlap(a, cache, scene, query);
        break;
    }
    if (rc == SQLITE_OK && with_walls)
        rc = copy_walls(a, scene);
    if (rc != SQLITE_OK)
        a->count = 0;
    return rc;
}

/// Writes the areas that a query finds to the scratch. Returns false if out of memory.
static bool find_hits(carom_answers *a, const carom_area_cache *cache, const carom_query *q,
                      size_t *count) {
    const size_t size = sizeof(carom_area_hit);
    if (q->kind == CAROM_QUERY_NEAREST_AREAS) {
        const size_t k = q->k < cache->count ? q->k : cache->count;
        if (!room_for_scratch(a, k * size))
            return false;
        *count = k == 0 ? 0
                        : carom_scene_nearest_areas(cache->scene, cache->index, q->circle, NULL,
                                                    a->scratch, k);
        return true;
    }
    const size_t capacity = a->scratch_size / size;
    *count = carom_scene_areas(cache->scene, cache->index, q->circle, q->gap, NULL, a->scratch,
                               capacity);
    if (*count <= capacity)
        return true;
    if (!room_for_scratch(a, *count * size))
        return false;
    carom_scene_areas(cache->scene, cache->index, q->circle, q->gap, NULL, a->scratch, *count);
    return true;
}

int carom_answers_find_areas(carom_answers *a, const carom_area_cache *cache,
                             const carom_query *query, bool with_walls, bool by_id) {
    size_t count;
    a->count = 0;
    if (!find_hits(a, cache, query, &count) || !room_for_found(a, count))
        return SQLITE_NOMEM;
    const carom_area_hit *hits = a->scratch;
    for (size_t i = 0; i < count; i++)
        a->found[i] = (carom_answer){cache->rows[hits[i].area - 1].id, (uint32_t)i};
    if (by_id)
        sort_by_id(a, 0, count);
    a->count = count;
    if (!with_walls)
        return SQLITE_OK;
    if (!room_for_walls(a)) {
        a->count = 0;
        return SQLITE_NOMEM;
    }
    for (size_t i = 0; i < count; i++) {
        const carom_area_row row = cache->rows[carom_answers_area(a, i)->area - 1];
        a->walls[i] = carom_scene_wall(cache->scene, row.wall);
    }
    return SQLITE_OK;
}
