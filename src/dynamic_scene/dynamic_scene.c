// A scene that changes: its public calls. Room: dynamic_scene.
#include "carom/dynamic_scene.h"

#include <string.h>

#include "contracts.h"
#include "dynamic_scene/dynamic.h"
#include "scene/allocation.h"
#include "scene/watch.h"

// ---- create, destroy ----

// The index of the first invalid wall, or the count.
static size_t first_invalid(const carom_wall *walls, size_t count) {
    size_t i = 0;
    while (i < count && carom_wall_is_valid(walls[i]))
        i++;
    return i;
}

carom_status carom_dynamic_scene_create(const carom_wall *walls, size_t count,
                                        const carom_allocator *allocator,
                                        carom_dynamic_scene **scene, size_t *bad_wall) {
    CAROM_ASSERT(scene != NULL);
    CAROM_ASSERT(carom_environment_is_exact());
    CAROM_ASSERT(allocator == NULL || (allocator->allocate != NULL && allocator->release != NULL));
    const carom_allocator memory = carom_allocator_or_malloc(allocator);
    *scene = NULL;
    if (count > CAROM_INDEX_MAX)
        return CAROM_STATUS_TOO_MANY_WALLS;
    CAROM_ASSERT(walls != NULL || count == 0);
    const size_t valid = first_invalid(walls, count);
    if (valid < count) {
        if (bad_wall != NULL)
            *bad_wall = valid;
        return CAROM_STATUS_BAD_WALL;
    }
    carom_dynamic_scene *d = memory.allocate(memory.context, sizeof *d, CAROM_SCENE_ALIGNMENT);
    if (d == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    memset(d, 0, sizeof *d);
    d->memory = memory;
    if (!carom_dynamic_build(d, walls, count)) {
        memory.release(memory.context, d, sizeof *d, CAROM_SCENE_ALIGNMENT);
        return CAROM_STATUS_OUT_OF_MEMORY;
    }
    *scene = d;
    return CAROM_STATUS_OK;
}

void carom_dynamic_scene_destroy(carom_dynamic_scene *scene) {
    if (scene == NULL)
        return;
    scene_edit_begin(scene->view);
    const carom_allocator memory = scene->memory;
    carom_dynamic_release(scene);
    // An assert stops queries of the view.
    memset(scene->header.magic, 0, sizeof scene->header.magic);
    memory.release(memory.context, scene, sizeof *scene, CAROM_SCENE_ALIGNMENT);
}

// ---- queries ----

const carom_scene *carom_dynamic_scene_view(const carom_dynamic_scene *scene) {
    CAROM_ASSERT(scene != NULL);
    return scene->view;
}

size_t carom_dynamic_scene_count(const carom_dynamic_scene *scene) {
    CAROM_ASSERT(scene != NULL);
    return (size_t)scene->view->count;
}

carom_wall_source carom_dynamic_scene_wall_source(const carom_dynamic_scene *scene) {
    CAROM_ASSERT(scene != NULL);
    return carom_scene_wall_source(scene->view);
}

static bool has_wall(const carom_dynamic_scene *d, size_t index) {
    return index < d->id_end && (d->slot[index] & REMOVED_ID) == 0;
}

carom_dynamic_id carom_dynamic_scene_id(const carom_dynamic_scene *scene, carom_index index) {
    CAROM_ASSERT(scene != NULL);
    carom_dynamic_id id = {0, 0};
    if (has_wall(scene, index)) {
        id.index = (uint32_t)index;
        id.generation = scene->generations[index];
    }
    return id;
}

bool carom_dynamic_scene_has(const carom_dynamic_scene *scene, carom_dynamic_id id) {
    CAROM_ASSERT(scene != NULL);
    return has_wall(scene, id.index) && scene->generations[id.index] == id.generation;
}

size_t carom_dynamic_scene_list(const carom_dynamic_scene *scene, carom_dynamic_id *ids,
                                carom_wall *walls, size_t capacity) {
    CAROM_ASSERT(scene != NULL);
    const size_t count = carom_dynamic_scene_count(scene);
    size_t listed = 0;
    for (uint32_t id = 0; listed < count && listed < capacity; id++) {
        CAROM_ASSERT(id < scene->id_end);
        if ((scene->slot[id] & REMOVED_ID) != 0)
            continue;
        if (ids != NULL)
            ids[listed] = carom_dynamic_scene_id(scene, id);
        if (walls != NULL)
            walls[listed] = scene_wall_at(scene->view, scene->slot[id]);
        listed++;
    }
    return count;
}

// ---- edits ----

// Takes an id for a new wall. The block must have room for it.
static uint32_t take_index(carom_dynamic_scene *d) {
    const uint32_t removed = d->id_free;
    if (removed == NO_ID) {
        CAROM_ASSERT(d->id_end < d->id_capacity);
        d->view->index_end = d->id_end + 1;
        d->generations[d->id_end] = 1;
        return d->id_end++;
    }
    d->id_free = d->slot[removed] & ~REMOVED_ID;
    return removed;
}

static carom_status insert_wall(carom_dynamic_scene *d, carom_wall wall, carom_dynamic_id *id) {
    carom_dynamic_check(d, 1);
    if (d->view->count == CAROM_INDEX_MAX)  // GCOVR_EXCL_BR_LINE: 60 GB of walls
        return CAROM_STATUS_TOO_MANY_WALLS; // GCOVR_EXCL_LINE
    if (!carom_dynamic_reserve(d, &wall, 1))
        return CAROM_STATUS_OUT_OF_MEMORY;
    const uint32_t index = take_index(d);
    carom_dynamic_put(d, index, wall);
    d->view->count++;
    *id = carom_dynamic_scene_id(d, index);
    return CAROM_STATUS_OK;
}

carom_status carom_dynamic_scene_insert(carom_dynamic_scene *scene, carom_wall wall,
                                        carom_dynamic_id *id) {
    CAROM_ASSERT(scene != NULL && id != NULL);
    if (!carom_wall_is_valid(wall))
        return CAROM_STATUS_BAD_WALL;
    scene_edit_begin(scene->view);
    const carom_status status = insert_wall(scene, wall, id);
    scene_edit_end(scene->view);
    return status;
}

bool carom_dynamic_scene_remove(carom_dynamic_scene *scene, carom_dynamic_id id) {
    CAROM_ASSERT(scene != NULL);
    scene_edit_begin(scene->view);
    const bool is_known = carom_dynamic_scene_has(scene, id);
    if (is_known) {
        const uint32_t index = id.index;
        carom_dynamic_check(scene, 1);
        carom_dynamic_take(scene, index);
        scene->slot[index] = REMOVED_ID | scene->id_free;
        scene->id_free = index;
        // After 2^32 - 1 walls the generations begin again; 0 is none.
        if (++scene->generations[index] == 0)
            scene->generations[index] = 1;
        scene->view->count--;
    }
    scene_edit_end(scene->view);
    return is_known;
}

static bool is_within(index_box inner, index_box outer) {
    return inner.min_x >= outer.min_x && inner.max_x <= outer.max_x && inner.min_y >= outer.min_y &&
           inner.max_y <= outer.max_y;
}

// A wall that stays in the box of its leaf is written in place. Another is taken out and put in
// again.
static carom_status move_wall(carom_dynamic_scene *d, uint32_t id, carom_wall wall) {
    carom_dynamic_check(d, 1);
    if (has_parts(d, &wall)) {
        const uint32_t leaf = d->slot[id] / LEAF_WALLS, place = d->leaf_info[leaf].parent;
        if (carom_dynamic_class(d, &wall) == (wall_class)d->leaf_info[leaf].of &&
            is_within(scene_tree_box(d->view, wall), box_at(d, place))) {
            write_slot(d, d->slot[id], &wall);
            carom_dynamic_tighten(d, place, carom_dynamic_leaf_box(d, leaf));
            return CAROM_STATUS_OK;
        }
    }
    if (!carom_dynamic_reserve(d, &wall, 1))
        return CAROM_STATUS_OUT_OF_MEMORY;
    carom_dynamic_take(d, id);
    carom_dynamic_put(d, id, wall);
    return CAROM_STATUS_OK;
}

carom_status carom_dynamic_scene_move(carom_dynamic_scene *scene, carom_dynamic_id id,
                                      carom_wall wall) {
    CAROM_ASSERT(scene != NULL);
    if (!carom_wall_is_valid(wall))
        return CAROM_STATUS_BAD_WALL;
    scene_edit_begin(scene->view);
    const carom_status status = carom_dynamic_scene_has(scene, id)
                                    ? move_wall(scene, id.index, wall)
                                    : CAROM_STATUS_STALE_ID;
    scene_edit_end(scene->view);
    return status;
}

static uint32_t index_at(const carom_dynamic_id *ids, size_t i) {
    return ids != NULL ? ids[i].index : (uint32_t)i;
}

// The position of the first id that names no wall; the count if all do.
static size_t first_stale(const carom_dynamic_scene *d, const carom_dynamic_id *ids, size_t count) {
    size_t i = 0;
    while (i < count && (ids != NULL ? carom_dynamic_scene_has(d, ids[i]) : has_wall(d, i)))
        i++;
    return i;
}

// True if every id occurs once. The list gets, for each slot, the last index in `ids` that names
// it.
static inline bool ids_are_distinct(carom_dynamic_scene *d, const carom_dynamic_id *ids,
                                    size_t count) {
    for (size_t i = 0; i < count; i++)
        d->list[d->slot[index_at(ids, i)]] = (uint32_t)i;
    for (size_t i = 0; i < count; i++)
        // GCOVR_EXCL_BR_START: misuse
        if (d->list[d->slot[index_at(ids, i)]] != i)
            return false; // GCOVR_EXCL_LINE
    // GCOVR_EXCL_BR_STOP
    return true;
}

static carom_status move_walls(carom_dynamic_scene *d, const carom_dynamic_id *ids,
                               const carom_wall *walls, size_t count, size_t *bad_wall) {
    const size_t stale = first_stale(d, ids, count);
    if (stale < count) {
        if (bad_wall != NULL)
            *bad_wall = stale;
        return CAROM_STATUS_STALE_ID;
    }
    CAROM_ASSERT(ids_are_distinct(d, ids, count));
    return carom_dynamic_move_walls(d, ids, walls, count, bad_wall);
}

carom_status carom_dynamic_scene_move_many(carom_dynamic_scene *scene, const carom_dynamic_id *ids,
                                           const carom_wall *walls, size_t count,
                                           size_t *bad_wall) {
    CAROM_ASSERT(scene != NULL && (walls != NULL || count == 0));
    scene_edit_begin(scene->view);
    const carom_status status = move_walls(scene, ids, walls, count, bad_wall);
    scene_edit_end(scene->view);
    return status;
}

static carom_status set_category(carom_dynamic_scene *d, uint32_t index, uint32_t category) {
    carom_wall wall = scene_wall_at(d->view, d->slot[index]);
    wall.category = category;
    if (!has_parts(d, &wall) && !carom_dynamic_rebuild(d, &wall, 1))
        return CAROM_STATUS_OUT_OF_MEMORY;
    if (d->categories != NULL)
        d->categories[d->slot[index]] = category;
    return CAROM_STATUS_OK;
}

carom_status carom_dynamic_scene_set_category(carom_dynamic_scene *scene, carom_dynamic_id id,
                                              uint32_t category) {
    CAROM_ASSERT(scene != NULL);
    scene_edit_begin(scene->view);
    const carom_status status = carom_dynamic_scene_has(scene, id)
                                    ? set_category(scene, id.index, category)
                                    : CAROM_STATUS_STALE_ID;
    scene_edit_end(scene->view);
    return status;
}
