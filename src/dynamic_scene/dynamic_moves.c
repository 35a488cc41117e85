// Moves of many walls at once in a scene that changes. Room: dynamic_scene.
#include <string.h>

#include "compiler.h"
#include "contracts.h"
#include "dynamic_scene/dynamic_refit.h"

enum { FETCH_MOVES_AHEAD = 16, FEW_STRAYS = 64 };

// If more than one wall in so many moves, every leaf is visited.
enum { MANY_MOVES = 8 };

// Marks the nodes above a place.
static void mark_above(carom_dynamic_scene *d, uint32_t place) {
    while (place != NO_PLACE && !d->node_info[node_of(place)].moved) {
        d->node_info[node_of(place)].moved = 1;
        place = d->node_info[node_of(place)].parent;
    }
}

static uint32_t id_at(const carom_dynamic_id *ids, size_t i) {
    return ids != NULL ? ids[i].index : (uint32_t)i;
}

// True if the wall belongs to the other kind of leaves: those of rays and lines, or of segments.
static inline bool changes_kind(const carom_dynamic_scene *d, uint32_t id, const carom_wall *wall) {
    CAROM_ASSERT(d->extents != NULL);
    return (d->leaf_info[d->slot[id] / LEAF_WALLS].of == ENDLESS_WALLS) !=
           (wall->extent != CAROM_EXTENT_SEGMENT);
}

// True for a two-sided segment of the common radius, of the default category and of no group, with
// finite ends. It is valid and needs no parts. An infinity or NaN minus itself is NaN.
static inline bool is_plain(const carom_dynamic_scene *d, const carom_wall *wall) {
    const double none = ((wall->a.x - wall->a.x) + (wall->a.y - wall->a.y)) +
                        ((wall->b.x - wall->b.x) + (wall->b.y - wall->b.y));
    return (none == 0.0) & (wall->radius == d->view->radius) & (d->radii == NULL) &
           ((wall->extent | wall->category | wall->group | wall->one_sided) == 0);
}

// Checks all walls, and makes room and parts for all moves, so that none can fail. It goes back
// from the last one, so that the first ones are still in the cache when they are written.
static carom_status prepare_moves(carom_dynamic_scene *d, const carom_dynamic_id *ids,
                                  const carom_wall *walls, size_t count, size_t *bad_wall) {
    bool is_complete = true;
    size_t bad = count;
    for (size_t i = count; i-- > 0;) {
        if (CAROM_LIKELY(is_plain(d, &walls[i])))
            continue;
        bad = carom_wall_is_valid(walls[i]) ? bad : i;
        is_complete = is_complete && has_parts(d, &walls[i]);
    }
    if (bad < count) {
        if (bad_wall != NULL)
            *bad_wall = bad;
        return CAROM_STATUS_BAD_WALL;
    }
    if (!is_complete && !carom_dynamic_rebuild(d, walls, count))
        return CAROM_STATUS_OUT_OF_MEMORY;
    size_t changes = 0;
    for (size_t i = 0; d->extents != NULL && i < count; i++)
        changes += changes_kind(d, id_at(ids, i), &walls[i]);
    return changes == 0 || carom_dynamic_reserve(d, &walls[0], changes)
               ? CAROM_STATUS_OK
               : CAROM_STATUS_OUT_OF_MEMORY;
}

static void put_again(carom_dynamic_scene *d, uint32_t id, carom_wall wall) {
    carom_dynamic_take(d, id);
    carom_dynamic_put(d, id, wall);
}

// True if the ids are 0, 1, 2 and so on.
static bool are_in_order(const carom_dynamic_id *ids, size_t count) {
    size_t i = 0;
    while (ids != NULL && i < count && ids[i].index == i)
        i++;
    return ids == NULL || i == count;
}

// The second half of the scratch memory: a number for each slot.
static uint32_t *second_list(const carom_dynamic_scene *d) {
    return d->list + (size_t)d->leaf_pool.capacity * LEAF_WALLS;
}

// The index of the move for each slot in use.
static const uint32_t *find_moves(const carom_dynamic_scene *d, const carom_dynamic_id *ids,
                                  size_t count) {
    const bool all_move = count == d->view->count;
    // If all walls move in the order of their ids, that is the index of the wall.
    if (all_move && are_in_order(ids, count))
        return d->index;
    uint32_t *moves = second_list(d);
    if (!all_move)
        memset(moves, 0xff, (size_t)d->leaf_pool.end * LEAF_WALLS * sizeof *moves); // NO_INDEX
    for (size_t i = 0; i < count; i++) {
        if (i + FETCH_MOVES_AHEAD < count)
            CAROM_PREFETCH_TO_WRITE(&moves[d->slot[id_at(ids, i + FETCH_MOVES_AHEAD)]]);
        moves[d->slot[id_at(ids, i)]] = (uint32_t)i;
    }
    return moves;
}

// Writes few walls, and lists their leaves.
static void write_moves(refit *r, const carom_dynamic_id *ids, const carom_wall *walls,
                        size_t count) {
    carom_dynamic_scene *d = r->d;
    uint32_t *leaves = second_list(d);
    r->leaves = leaves;
    for (size_t i = 0; i < count; i++) {
        if (i + FETCH_MOVES_AHEAD < count)
            fetch_leaf_to_write(d, d->slot[id_at(ids, i + FETCH_MOVES_AHEAD)] / LEAF_WALLS);
        const uint32_t slot = d->slot[id_at(ids, i)], leaf = slot / LEAF_WALLS;
        write_slot(d, slot, &walls[i]);
        if (d->leaf_info[leaf].moved)
            continue;
        d->leaf_info[leaf].moved = 1;
        leaves[r->leaf_count++] = leaf;
        mark_above(d, d->leaf_info[leaf].parent);
    }
}

// Puts the walls listed into the tree again. All are taken out first: as long as some are in, the
// boxes of their leaves attract the others. Without memory they stay where they are.
static void put_strays(carom_dynamic_scene *d, size_t count) {
    const size_t size = count * sizeof(carom_wall);
    for (size_t i = 0; i < count; i++)
        d->leaf_info[d->slot[d->list[i]] / LEAF_WALLS].listed = 0;
    carom_wall *walls = d->memory.allocate(d->memory.context, size, CAROM_SCENE_ALIGNMENT);
    if (walls == NULL)
        return;
    walls[0] = scene_wall_at(d->view, d->slot[d->list[0]]);
    if (carom_dynamic_reserve(d, &walls[0], count)) {
        for (size_t i = 0; i < count; i++) {
            walls[i] = scene_wall_at(d->view, d->slot[d->list[i]]);
            carom_dynamic_take(d, d->list[i]);
        }
        for (size_t i = 0; i < count; i++)
            carom_dynamic_put(d, d->list[i], walls[i]);
    }
    d->memory.release(d->memory.context, walls, size, CAROM_SCENE_ALIGNMENT);
}

carom_status carom_dynamic_move_walls(carom_dynamic_scene *d, const carom_dynamic_id *ids,
                                      const carom_wall *walls, size_t count, size_t *bad_wall) {
    carom_dynamic_check(d, count); // may leave out parts, so it comes first
    const carom_status status = prepare_moves(d, ids, walls, count, bad_wall);
    if (status != CAROM_STATUS_OK)
        return status;
    for (size_t i = 0; d->extents != NULL && i < count; i++)
        if (changes_kind(d, id_at(ids, i), &walls[i]))
            put_again(d, id_at(ids, i), walls[i]);
    refit r = {.d = d, .strays_max = (size_t)d->view->count / 8 + FEW_STRAYS};
    if (count > d->view->count / MANY_MOVES) {
        r.moves = walls;
        r.from = find_moves(d, ids, count);
    } else {
        write_moves(&r, ids, walls, count);
    }
    carom_dynamic_refit(&r);
    // Without memory to build the tree again some strays are put again at least.
    if (r.strays > 0 && (r.strays <= r.strays_max || !carom_dynamic_rebuild(d, NULL, 0)))
        put_strays(d, r.strays < r.strays_max ? r.strays : r.strays_max);
    return CAROM_STATUS_OK;
}
