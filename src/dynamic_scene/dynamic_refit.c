// Computes the boxes of a scene that changes after many walls have moved: those of leaves in the
// order in which they are stored, then those of nodes, from the lowest up.
//
// A leaf or node whose box has grown to more than twice its size has walls that have left their
// neighbours. The walls below it are listed, and put into the tree again. Room: dynamic_scene.
#include <string.h>

#include "compiler.h"
#include "contracts.h"
#include "dynamic_scene/dynamic_refit.h"

enum { FETCH_LEAVES_AHEAD = 8 };

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

// True if a child has grown too much, or suddenly.
static bool has_grown(const region *from, index_box now) {
    const float size = box_size(now);
    return size > from->most || size - box_size(from->box) > 0.125f * from->most;
}

// True if a part of a child that has grown makes the child too large, or is now far outside of
// where the child was.
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

void carom_dynamic_refit(refit *r) {
    const carom_scene *view = r->d->view;
    CAROM_ASSERT(view->level_count <= HEIGHT_MAX);
    refit_leaves(r);
    if (view->level_count > 0)
        refit_node(r, (uint32_t)view->root, (uint32_t)view->level_count - 1, NULL);
}

void carom_dynamic_settle(carom_dynamic_scene *d) {
    refit r = {.d = d, .is_new = true};
    carom_dynamic_refit(&r);
}
