// Computes the boxes of a scene that changes after many walls have moved: those of leaves in the
// order in which they are stored, then those of nodes, from the lowest up.
//
// A leaf or node whose box has grown to more than twice its size has walls that have left their
// neighbours. The walls below it are listed, and put into the tree again. Room: scene.
#include <string.h>

#include "compiler.h"
#include "contracts.h"
#include "scene/dynamic.h"
#include "scene/watch.h"

enum { FETCH_MOVES_AHEAD = 16, FETCH_LEAVES_AHEAD = 8, FEW_STRAYS = 64 };

// If more than one wall in so many moves, every leaf is visited.
enum { MANY_MOVES = 8 };

typedef struct refit {
    carom_dynamic_scene *d;
    // True for a new tree: all boxes are computed, and none has grown.
    bool is_new;
    // The walls listed, and the most that are put into the tree again one by one.
    size_t strays, strays_max;
    // If many walls move, the pass itself writes them: the wall of slot s is moves[from[s]], or
    // stays if from[s] is NO_INDEX. Else NULL.
    const carom_wall *moves;
    const uint32_t *from;
    // If few walls move, the leaves in which they are.
    const uint32_t *leaves;
    size_t leaf_count;
} refit;

// ---- boxes ----

// The lowest and the highest number of two arrays of LEAF_WALLS. Comparisons with the NaN of an
// empty slot are false. Two numbers at a time, as vectors have them.
static void extremes(const double *a, const double *b, double *low, double *high) {
    double lows[2] = {HUGE_VAL, HUGE_VAL}, highs[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < LEAF_WALLS; i += 2) {
        for (int k = 0; k < 2; k++) {
            lows[k] = smaller(a[i + k], lows[k]);
            lows[k] = smaller(b[i + k], lows[k]);
            highs[k] = larger(a[i + k], highs[k]);
            highs[k] = larger(b[i + k], highs[k]);
        }
    }
    *low = smaller(lows[0], lows[1]);
    *high = larger(highs[0], highs[1]);
}

// Segments with one radius: the extremes first, then the index coordinates, which keep the order.
static index_box box_of_axes_in(const carom_scene *s, const scene_leaf *leaf) {
    carom_box box;
    extremes(leaf->ax, leaf->bx, &box.min.x, &box.max.x);
    extremes(leaf->ay, leaf->by, &box.min.y, &box.max.y);
    return index_box_of(s, box);
}

// Are all walls of a leaf segments of the common radius, so that their ends alone give the box?
static inline bool has_plain_axes(const carom_dynamic_scene *d, uint32_t leaf) {
    return d->radii == NULL && d->leaf_info[leaf].of != ENDLESS_WALLS;
}

index_box carom_dynamic_leaf_box(const carom_dynamic_scene *d, uint32_t leaf) {
    CAROM_ASSERT(d->leaf_info[leaf].used != 0);
    if (has_plain_axes(d, leaf))
        return box_of_axes_in(d->view, &d->leaves[leaf]);
    index_box box = index_box_none();
    for (unsigned rest = d->leaf_info[leaf].used; rest != 0; rest &= rest - 1) {
        const size_t slot = (size_t)leaf * LEAF_WALLS + (size_t)trailing_zeros(rest);
        box = index_box_union(box, scene_tree_box(d->view, scene_geometry_at(d->view, slot)));
    }
    return box;
}

// ---- strays ----

// Lists the wall of a slot, once. If there are too many they are only counted.
static void list_slot(refit *r, uint32_t slot) {
    uint8_t *listed = &r->d->leaf_info[slot / LEAF_WALLS].listed;
    const unsigned bit = 1u << slot % LEAF_WALLS;
    if ((*listed & bit) != 0)
        return;
    if (r->strays < r->strays_max) {
        *listed = (uint8_t)(*listed | bit);
        r->d->list[r->strays] = r->d->index[slot];
    }
    r->strays++;
}

// Lists all walls below a place; levels count from the leaves.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void list_below(refit *r, uint32_t place, uint32_t level) {
    const uint32_t link = link_at(r->d, place);
    if (level == 0) {
        const uint32_t leaf = leaf_of_link(link);
        for (unsigned rest = r->d->leaf_info[leaf].used; rest != 0; rest &= rest - 1)
            list_slot(r, leaf * LEAF_WALLS + (uint32_t)trailing_zeros(rest));
        return;
    }
    for (unsigned rest = r->d->node_info[link].used; rest != 0 && r->strays <= r->strays_max;
         rest &= rest - 1)
        list_below(r, link * NODE_CHILDREN + (uint32_t)trailing_zeros(rest), level - 1);
}

// The region of a child before the pass, and the size that its box may have.
typedef struct region {
    index_box box;
    float most;
} region;

static region region_of(const refit *r, uint32_t place) {
    const region here = {box_at(r->d, place),
                         r->is_new ? HUGE_VALF : 2.0f * *settled_at(r->d, place)};
    return here;
}

// Has a child grown too much, or suddenly?
static bool has_grown(const region *from, index_box now) {
    const float size = box_size(now);
    return size > from->most || size - box_size(from->box) > 0.125f * from->most;
}

// Does a part of a child that has grown make the child too large, or is the part now far outside of
// where the child was?
static bool has_left(const region *from, index_box part) {
    if (box_size(part) < 0.0f) // empty
        return false;
    const float size = box_size(index_box_union(from->box, part));
    return size > from->most || size - box_size(from->box) > box_size(part) + 0.125f * from->most;
}

// Lists the walls that have left a leaf. Returns the box of the others.
static index_box list_left(refit *r, uint32_t leaf, const region *from) {
    const carom_dynamic_scene *d = r->d;
    index_box kept = index_box_none();
    for (unsigned rest = d->leaf_info[leaf].used; rest != 0; rest &= rest - 1) {
        const uint32_t slot = leaf * LEAF_WALLS + (uint32_t)trailing_zeros(rest);
        const index_box box = scene_tree_box(d->view, scene_geometry_at(d->view, slot));
        if (has_left(from, box))
            list_slot(r, slot);
        else
            kept = index_box_union(kept, box);
    }
    return kept;
}

// ---- leaves ----

// Prefetches the walls that move to a leaf, and the box of the leaf.
CAROM_INLINE void fetch_moves(const refit *r, uint32_t leaf) {
    const tree_item *info = &r->d->leaf_info[leaf];
    const uint32_t *from = &r->from[(size_t)leaf * LEAF_WALLS];
    for (unsigned rest = info->used; rest != 0; rest &= rest - 1) {
        const uint32_t move = from[trailing_zeros(rest)];
        if (move == NO_INDEX)
            continue;
        CAROM_PREFETCH(&r->moves[move].a);
        CAROM_PREFETCH(&r->moves[move].b.y);
    }
    fetch_leaf_to_write(r->d, leaf);
    if (info->used != 0)
        fetch_node_to_write(r->d, node_of(info->parent));
}

// Writes the walls that move to a leaf. Returns its box.
static index_box write_leaf(const refit *r, uint32_t leaf) {
    carom_dynamic_scene *d = r->d;
    const uint32_t *from = &r->from[(size_t)leaf * LEAF_WALLS];
    carom_box box = carom_box_none();
    bool all_move = true;
    for (unsigned rest = d->leaf_info[leaf].used; rest != 0; rest &= rest - 1) {
        const size_t i = (size_t)trailing_zeros(rest);
        if (from[i] == NO_INDEX) {
            all_move = false;
            continue;
        }
        const carom_wall *wall = &r->moves[from[i]];
        write_slot(d, (size_t)leaf * LEAF_WALLS + i, wall);
        box.min.x = smaller(smaller(wall->a.x, wall->b.x), box.min.x);
        box.min.y = smaller(smaller(wall->a.y, wall->b.y), box.min.y);
        box.max.x = larger(larger(wall->a.x, wall->b.x), box.max.x);
        box.max.y = larger(larger(wall->a.y, wall->b.y), box.max.y);
    }
    return all_move && has_plain_axes(d, leaf) ? index_box_of(d->view, box)
                                               : carom_dynamic_leaf_box(d, leaf);
}

// Sets the box of a leaf, and lists the walls that have left it.
static void refit_leaf(refit *r, uint32_t leaf) {
    carom_dynamic_scene *d = r->d;
    const uint32_t place = d->leaf_info[leaf].parent;
    const region before = region_of(r, place);
    const index_box now = r->moves != NULL ? write_leaf(r, leaf) : carom_dynamic_leaf_box(d, leaf);
    d->leaf_info[leaf].moved = 0;
    set_box(d, place, now);
    if (r->is_new)
        *settled_at(d, place) = box_size(now);
    if (!has_grown(&before, now))
        return;
    if (box_size(list_left(r, leaf, &before)) > before.most)
        list_below(r, place, 0);
    tree_item *above = &d->node_info[node_of(place)];
    above->listed = (uint8_t)(above->listed | 1u << place % NODE_CHILDREN);
}

static void refit_leaves(refit *r) {
    carom_dynamic_scene *d = r->d;
    if (r->leaves != NULL) {
        for (size_t i = 0; i < r->leaf_count; i++)
            refit_leaf(r, r->leaves[i]);
        return;
    }
    for (uint32_t leaf = 0; leaf < d->leaf_pool.end; leaf++) {
        if (r->moves != NULL && leaf + FETCH_LEAVES_AHEAD < d->leaf_pool.end)
            fetch_moves(r, leaf + FETCH_LEAVES_AHEAD);
        if (d->leaf_info[leaf].used != 0)
            refit_leaf(r, leaf);
    }
}

// The box of the walls in a leaf that have not been listed.
static index_box kept_in_leaf(const carom_dynamic_scene *d, uint32_t leaf) {
    index_box box = index_box_none();
    for (unsigned rest = d->leaf_info[leaf].used & ~(unsigned)d->leaf_info[leaf].listed; rest != 0;
         rest &= rest - 1) {
        const size_t slot = (size_t)leaf * LEAF_WALLS + (size_t)trailing_zeros(rest);
        box = index_box_union(box, scene_tree_box(d->view, scene_geometry_at(d->view, slot)));
    }
    return box;
}

// ---- nodes ----

typedef struct refitted {
    // The box of all that is below, and without what has been listed.
    index_box all, kept;
} refitted;

static refitted refit_node(refit *r, uint32_t node, uint32_t level, const region *from);

// The boxes of one child of a node. Sets its box if it is a node: those of leaves are set already.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static refitted refit_child(refit *r, uint32_t place, uint32_t level) {
    carom_dynamic_scene *d = r->d;
    const uint32_t child = link_at(d, place);
    const index_box box = box_at(d, place);
    refitted now = {box, box};
    if (level == 0) {
        if (d->node_info[node_of(place)].listed >> place % NODE_CHILDREN & 1)
            now.kept = kept_in_leaf(d, leaf_of_link(child));
        return now;
    }
    if (r->leaves != NULL && !d->node_info[child].moved)
        return now;
    const region before = region_of(r, place);
    now = refit_node(r, child, level - 1, &before);
    set_box(d, place, now.all);
    if (r->is_new)
        *settled_at(d, place) = box_size(now.all);
    if (box_size(now.kept) > before.most) {
        list_below(r, place, level);
        now.kept = index_box_none();
    }
    return now;
}

// The boxes of all children of a node, which lies in a region; NULL for the root.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static refitted refit_node(refit *r, uint32_t node, uint32_t level, const region *from) {
    refitted sum = {index_box_none(), index_box_none()};
    index_box kept[NODE_CHILDREN];
    tree_item *info = &r->d->node_info[node];
    for (unsigned rest = info->used; rest != 0; rest &= rest - 1) {
        const unsigned i = (unsigned)trailing_zeros(rest);
        const refitted child = refit_child(r, node * NODE_CHILDREN + i, level);
        kept[i] = child.kept;
        sum.all = index_box_union(sum.all, child.all);
        sum.kept = index_box_union(sum.kept, child.kept);
    }
    info->moved = info->listed = 0;
    if (from == NULL || !has_grown(from, sum.kept))
        return sum;
    sum.kept = index_box_none();
    for (unsigned rest = info->used; rest != 0; rest &= rest - 1) {
        const unsigned i = (unsigned)trailing_zeros(rest);
        if (has_left(from, kept[i]))
            list_below(r, node * NODE_CHILDREN + i, level);
        else
            sum.kept = index_box_union(sum.kept, kept[i]);
    }
    return sum;
}

static void refit_all(refit *r) {
    const carom_scene *view = r->d->view;
    CAROM_ASSERT(view->level_count <= HEIGHT_MAX);
    refit_leaves(r);
    if (view->level_count > 0)
        refit_node(r, (uint32_t)view->root, (uint32_t)view->level_count - 1, NULL);
}

void carom_dynamic_settle(carom_dynamic_scene *d) {
    refit r = {.d = d, .is_new = true};
    refit_all(&r);
}

// ---- many walls ----

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

// Is this a two-sided segment of the common radius and of the default category, with finite ends?
// Then it is valid and needs no parts. An infinity or NaN minus itself is NaN.
static inline bool is_plain(const carom_dynamic_scene *d, const carom_wall *wall) {
    const double none = ((wall->a.x - wall->a.x) + (wall->a.y - wall->a.y)) +
                        ((wall->b.x - wall->b.x) + (wall->b.y - wall->b.y));
    return (none == 0.0) & (wall->radius == d->view->radius) & (d->radii == NULL) &
           ((wall->extent | wall->category | wall->one_sided) == 0);
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
    refit_all(&r);
    // Without memory to build the tree again some strays are put again at least.
    if (r.strays > 0 && (r.strays <= r.strays_max || !carom_dynamic_rebuild(d, NULL, 0)))
        put_strays(d, r.strays < r.strays_max ? r.strays : r.strays_max);
    return CAROM_STATUS_OK;
}
