// Computes the boxes of a scene that changes after many walls have moved, in one pass.
//
// A leaf or node whose box has grown to more than twice its size has walls that have left their
// neighbours. The walls below it are listed, and put into the tree again. Room: scene.
#include <string.h>

#include "compiler.h"
#include "contracts.h"
#include "scene/dynamic.h"
#include "scene/watch.h"

enum { FETCH_LEAVES_AHEAD = 16, FEW_STRAYS = 64 };

typedef struct refit {
    carom_dynamic_scene *d;
    // True for a new tree: all boxes are computed, and none has grown.
    bool is_new;
    // The walls listed, and the most that are put into the tree again one by one.
    size_t strays, strays_max;
} refit;

// ---- leaves ----

// Segments with one radius: the extremes first, then the index coordinates, which keep the order.
// Comparisons with the NaN of an empty slot are false.
static index_box box_of_axes_in(const carom_scene *s, const scene_leaf *leaf) {
    double min_x = HUGE_VAL, max_x = -HUGE_VAL, min_y = HUGE_VAL, max_y = -HUGE_VAL;
    for (int i = 0; i < LEAF_WALLS; i++) {
        min_x = smaller(leaf->ax[i], min_x);
        max_x = larger(leaf->ax[i], max_x);
        min_y = smaller(leaf->ay[i], min_y);
        max_y = larger(leaf->ay[i], max_y);
        min_x = smaller(leaf->bx[i], min_x);
        max_x = larger(leaf->bx[i], max_x);
        min_y = smaller(leaf->by[i], min_y);
        max_y = larger(leaf->by[i], max_y);
    }
    const carom_box box = {{min_x, min_y}, {max_x, max_y}};
    return index_box_of(s, box);
}

index_box carom_dynamic_leaf_box(const carom_dynamic_scene *d, uint32_t leaf) {
    CAROM_ASSERT(d->walls_of[leaf] != 0);
    if (d->radii == NULL && d->class_of[leaf] != ENDLESS_WALLS)
        return box_of_axes_in(d->view, &d->leaves[leaf]);
    index_box box = index_box_none();
    for (unsigned rest = d->walls_of[leaf]; rest != 0; rest &= rest - 1) {
        const size_t slot = (size_t)leaf * LEAF_WALLS + (size_t)trailing_zeros(rest);
        box = index_box_union(box, scene_tree_box(d->view, scene_geometry_at(d->view, slot)));
    }
    return box;
}

// ---- strays ----

static void list_leaf(refit *r, uint32_t leaf) {
    carom_dynamic_scene *d = r->d;
    for (unsigned rest = d->walls_of[leaf]; rest != 0; rest &= rest - 1) {
        if (r->strays < r->strays_max)
            d->list[r->strays] = d->index[leaf * LEAF_WALLS + (uint32_t)trailing_zeros(rest)];
        r->strays++;
    }
}

// Lists all walls below a place; levels count from the leaves.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void list_below(refit *r, uint32_t place, uint32_t level) {
    const uint32_t link = r->d->links[place];
    if (level == 0) {
        list_leaf(r, leaf_of_link(link));
        return;
    }
    for (unsigned rest = r->d->children_of[link]; rest != 0 && r->strays <= r->strays_max;
         rest &= rest - 1)
        list_below(r, link * NODE_CHILDREN + (uint32_t)trailing_zeros(rest), level - 1);
}

// ---- the pass ----

typedef struct refitted {
    // The box of all that is below, and without what has been listed.
    index_box all, kept;
} refitted;

static refitted refit_node(refit *r, uint32_t node, uint32_t level);

// The boxes of one child. Sets its box.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static refitted refit_child(refit *r, uint32_t place, uint32_t level) {
    carom_dynamic_scene *d = r->d;
    const uint32_t link = d->links[place], child = level == 0 ? leaf_of_link(link) : link;
    uint8_t *moved = level == 0 ? &d->leaf_moved[child] : &d->node_moved[child];
    if (!r->is_new && !*moved) {
        const refitted same = {box_at(d, place), box_at(d, place)};
        return same;
    }
    *moved = 0;
    refitted now;
    if (level == 0)
        now.all = now.kept = carom_dynamic_leaf_box(d, child);
    else
        now = refit_node(r, child, level - 1);
    set_box(d, place, now.all);
    if (r->is_new) {
        d->settled[place] = box_size(now.all);
    } else if (box_size(now.kept) > 2.0f * d->settled[place]) {
        list_below(r, place, level);
        now.kept = index_box_none();
    }
    return now;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static refitted refit_node(refit *r, uint32_t node, uint32_t level) {
    refitted sum = {index_box_none(), index_box_none()};
    if (level == 0) {
        for (unsigned rest = r->d->children_of[node]; rest != 0; rest &= rest - 1) {
            const uint32_t place = node * NODE_CHILDREN + (uint32_t)trailing_zeros(rest);
            CAROM_PREFETCH(&r->d->leaves[leaf_of_link(r->d->links[place])]);
        }
    }
    for (unsigned rest = r->d->children_of[node]; rest != 0; rest &= rest - 1) {
        const refitted child =
            refit_child(r, node * NODE_CHILDREN + (uint32_t)trailing_zeros(rest), level);
        sum.all = index_box_union(sum.all, child.all);
        sum.kept = index_box_union(sum.kept, child.kept);
    }
    return sum;
}

static void refit_all(refit *r) {
    const carom_scene *view = r->d->view;
    CAROM_ASSERT(view->level_count <= HEIGHT_MAX);
    if (view->level_count > 0) {
        r->d->node_moved[view->root] = 0;
        refit_node(r, (uint32_t)view->root, (uint32_t)view->level_count - 1);
    }
}

void carom_dynamic_settle(carom_dynamic_scene *d) {
    refit r = {.d = d, .is_new = true};
    refit_all(&r);
}

// ---- many walls ----

static void mark_moved(carom_dynamic_scene *d, uint32_t leaf) {
    if (d->leaf_moved[leaf])
        return;
    d->leaf_moved[leaf] = 1;
    for (uint32_t place = d->leaf_pool.parent[leaf]; place != NO_PLACE;) {
        const uint32_t node = node_of(place);
        if (d->node_moved[node])
            return;
        d->node_moved[node] = 1;
        place = d->node_pool.parent[node];
    }
}

static uint32_t id_at(const uint32_t *ids, size_t i) {
    return ids != NULL ? ids[i] : (uint32_t)i;
}

// True if the wall belongs to the other kind of leaves: those of rays and lines, or of segments.
static bool changes_kind(const carom_dynamic_scene *d, uint32_t id, const carom_wall *wall) {
    return (d->class_of[d->slot[id] / LEAF_WALLS] == ENDLESS_WALLS) !=
           (wall->extent != CAROM_EXTENT_SEGMENT);
}

// Makes room and parts for all moves, so that none can fail.
static bool reserve_moves(carom_dynamic_scene *d, const uint32_t *ids, const carom_wall *walls,
                          size_t count) {
    size_t changes = 0;
    for (size_t i = 0; i < count; i++) {
        if (!carom_dynamic_has_parts(d, &walls[i]) && !carom_dynamic_rebuild(d, &walls[i]))
            return false;
        changes += changes_kind(d, id_at(ids, i), &walls[i]);
    }
    return changes == 0 || carom_dynamic_reserve(d, &walls[0], changes);
}

static void fetch_slot(const carom_dynamic_scene *d, uint32_t slot) {
    const scene_leaf *leaf = &d->leaves[slot / LEAF_WALLS];
    CAROM_PREFETCH_TO_WRITE(leaf->ax);
    CAROM_PREFETCH_TO_WRITE(leaf->ay);
    CAROM_PREFETCH_TO_WRITE(leaf->bx);
    CAROM_PREFETCH_TO_WRITE(leaf->by);
}

static void put_again(carom_dynamic_scene *d, uint32_t id, carom_wall wall) {
    carom_dynamic_take(d, id);
    carom_dynamic_put(d, id, wall);
}

static void write_moves(carom_dynamic_scene *d, const uint32_t *ids, const carom_wall *walls,
                        size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i + FETCH_LEAVES_AHEAD < count)
            fetch_slot(d, d->slot[id_at(ids, i + FETCH_LEAVES_AHEAD)]);
        const uint32_t slot = d->slot[id_at(ids, i)];
        carom_dynamic_write(d, slot, &walls[i]);
        mark_moved(d, slot / LEAF_WALLS);
    }
}

// Puts the walls listed into the tree again; without memory for it they stay where they are.
static void put_strays(carom_dynamic_scene *d, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t id = d->list[i];
        const carom_wall wall = scene_wall_at(d->view, d->slot[id]);
        if (!carom_dynamic_reserve(d, &wall, 1))
            return;
        put_again(d, id, wall);
    }
}

bool carom_dynamic_move_walls(carom_dynamic_scene *d, const uint32_t *ids, const carom_wall *walls,
                              size_t count) {
    if (!reserve_moves(d, ids, walls, count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (changes_kind(d, id_at(ids, i), &walls[i]))
            put_again(d, id_at(ids, i), walls[i]);
    write_moves(d, ids, walls, count);
    refit r = {.d = d, .strays_max = (size_t)d->view->count / 8 + FEW_STRAYS};
    refit_all(&r);
    if (r.strays > r.strays_max)
        carom_dynamic_rebuild(d, NULL); // without memory for it the tree stays as it is
    else
        put_strays(d, r.strays);
    return true;
}
