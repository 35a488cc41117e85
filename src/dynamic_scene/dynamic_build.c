// Builds the trees of a scene that changes: from an array of walls, or anew from its own.
//
// The walls are sorted as in a scene that never changes, class by class, and put into leaves that
// are not quite full. Room: dynamic_scene.
#include <string.h>

#include "compiler.h"
#include "contracts.h"
#include "dynamic_scene/dynamic.h"

// How many walls ahead to prefetch, and the least number of edits between two checks.
enum { FETCH_WALLS_AHEAD = 16, CHECK_EDITS = 512 };

// The number of leaves near which the tree is measured, and the most visits counted at one.
enum { COST_LEAVES = 256, VISITS_MAX = 100 };

// ---- where walls come from ----

// The walls of a new block: an array, or the current block with so many slots.
typedef struct wall_origin {
    const carom_wall *walls;
    const carom_dynamic_scene *old;
    size_t count;
    // The parts that they need, and the radius if all have the same.
    block_plan plan;
    double radius;
} wall_origin;

// A wall by its index in the array or its slot.
static carom_wall wall_from(const wall_origin *from, size_t i) {
    return from->old == NULL ? from->walls[i] : scene_wall_at(from->old->view, i);
}

// Notes the parts that a wall needs. The radius is that of the first.
static void note_parts(wall_origin *from, const carom_wall *wall, bool is_first) {
    if (is_first)
        from->radius = wall->radius + 0.0;
    from->plan.radii |= wall->radius != from->radius;
    from->plan.extents |= wall->extent != CAROM_EXTENT_SEGMENT;
    from->plan.categories |= wall->category != 0;
    from->plan.groups |= wall->group != 0;
    from->plan.one_sided |= wall->one_sided != 0;
}

// ---- coordinates ----

// One wall of each of some leaves, evenly spread over all.
static void sample_leaves(const carom_dynamic_scene *d, wall_sample *sample) {
    const size_t leaves = d->leaf_pool.end;
    for (int i = 0; i < scene_sample_size(leaves); i++) {
        const size_t leaf = scene_sample_at(leaves, i);
        const unsigned walls = d->leaf_info[leaf].used;
        if (walls != 0)
            carom_scene_sample_add(
                sample,
                scene_geometry_at(d->view, leaf * LEAF_WALLS + (size_t)trailing_zeros(walls)));
    }
}

static void set_new_coordinates(carom_scene *header, const wall_origin *from) {
    wall_sample sample;
    sample.count = 0;
    if (from->old != NULL)
        sample_leaves(from->old, &sample);
    else
        for (int i = 0; i < scene_sample_size(from->count); i++)
            carom_scene_sample_add(&sample, from->walls[scene_sample_at(from->count, i)]);
    carom_scene_set_coordinates(header, &sample);
}

// ---- how good a tree is ----

// How many nodes and leaves a query about a small box visits; at most VISITS_MAX are counted.
// Levels count from the leaves.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void count_visits(const carom_dynamic_scene *d, uint32_t node, uint32_t level,
                         const index_box *box, int *visits) {
    for (uint32_t i = 0; i < NODE_CHILDREN && *visits < VISITS_MAX; i++) {
        const index_box child = scene_node_child(&d->nodes[node], i);
        if (child.min_x > box->max_x || box->min_x > child.max_x || child.min_y > box->max_y ||
            box->min_y > child.max_y)
            continue;
        ++*visits;
        if (level > 0)
            count_visits(d, d->links[node].child[i], level - 1, box, visits);
    }
}

// The sum of the visits of some queries, each about a box around a wall as wide as walls are
// apart if they are evenly spread; and the number of queries.
typedef struct tree_cost {
    int visits, queries;
} tree_cost;

static tree_cost cost_of(const carom_dynamic_scene *d) {
    const size_t leaves = d->leaf_pool.end;
    const size_t step = leaves / COST_LEAVES + 1;
    const float reach = 2.0f / (float)sqrt((double)(d->view->count + 1));
    tree_cost cost = {0, 0};
    for (size_t leaf = 0; leaf < leaves; leaf += step) {
        const unsigned walls = d->leaf_info[leaf].used;
        if (walls == 0)
            continue;
        const index_box at = scene_tree_box(
            d->view, scene_geometry_at(d->view, leaf * LEAF_WALLS + (size_t)trailing_zeros(walls)));
        const index_box box = {at.min_x - reach, at.min_x + reach, at.min_y - reach,
                               at.min_y + reach};
        int visits = 0;
        count_visits(d, (uint32_t)d->view->root, (uint32_t)d->view->level_count - 1, &box, &visits);
        cost.visits += visits;
        cost.queries++;
    }
    return cost;
}

// Notes how good the new trees are.
static void note_cost(carom_dynamic_scene *d) {
    const tree_cost cost = cost_of(d);
    d->built_cost = cost.queries > 0 ? (double)cost.visits / cost.queries : 0.0;
}

// ---- trees ----

// Lists the walls of the origin, in the order of the leaves, in the list of the new block. Counts
// each class. The leaves, not yet filled, serve as scratch memory.
static void order_walls(carom_dynamic_scene *next, const wall_origin *from, size_t *counts) {
    const size_t count = from->count;
    hilbert_item *items = (hilbert_item *)(void *)next->leaves, *scratch = items + count;
    CAROM_ASSERT(count * sizeof *items + carom_scene_halving_scratch(count) <=
                 next->leaf_pool.capacity * sizeof *next->leaves);
    size_t listed = 0;
    if (from->old == NULL) {
        for (; listed < count; listed++)
            scratch[listed] =
                carom_scene_item_of(next->view, count, &from->walls[listed], (uint32_t)listed);
    } else {
        for (uint32_t leaf = 0; leaf < from->old->leaf_pool.end; leaf++)
            for (unsigned rest = from->old->leaf_info[leaf].used; rest != 0; rest &= rest - 1) {
                const uint32_t slot = leaf * LEAF_WALLS + (uint32_t)trailing_zeros(rest);
                const carom_wall wall = scene_geometry_at(from->old->view, slot);
                scratch[listed++] = carom_scene_item_of(next->view, count, &wall, slot);
            }
    }
    CAROM_ASSERT(listed == count);
    carom_scene_divide_items(items, scratch, count, counts);
    size_t start = 0;
    for (int i = 0; i < ENDLESS_WALLS; i++) {
        carom_scene_halve_items(items + start, scratch, counts[i], LEAF_FILL);
        start += counts[i];
    }
    for (size_t i = 0; i < count; i++)
        next->list[i] = items[i].index;
}

// Fills new leaves with `count` walls of a class, the next in the list. Returns the first leaf.
static uint32_t fill_new_leaves(carom_dynamic_scene *next, const wall_origin *from,
                                const uint32_t *list, size_t count, wall_class of) {
    const uint32_t first = next->leaf_pool.end;
    for (size_t i = 0; i < count; i++) {
        if (i + FETCH_WALLS_AHEAD < count && from->old == NULL)
            CAROM_PREFETCH(&from->walls[list[i + FETCH_WALLS_AHEAD]]);
        if (i % LEAF_FILL == 0)
            carom_dynamic_new_leaf(next, of);
        const uint32_t id = from->old == NULL ? list[i] : from->old->index[list[i]];
        carom_dynamic_fill_slot(next, next->leaf_pool.end - 1, id, wall_from(from, list[i]));
    }
    return first;
}

// Makes the nodes above so many leaves of a class.
static void build_tree(carom_dynamic_scene *next, wall_class of, uint32_t first, uint32_t count) {
    uint32_t height = 0;
    const uint32_t mark = of == ENDLESS_WALLS ? LINK_ENDLESS : 0;
    while (count > (height > 0)) {
        const uint32_t start = next->node_pool.end;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t place = start * NODE_CHILDREN + i;
            if (i % NODE_CHILDREN == 0)
                carom_dynamic_new_node(next);
            next->links[node_of(place)].child[i % NODE_CHILDREN] =
                height == 0 ? (first + i) | mark : first + i;
            next->node_info[node_of(place)].used =
                (uint8_t)(next->node_info[node_of(place)].used | 1u << i % NODE_CHILDREN);
            (height == 0 ? next->leaf_info : next->node_info)[first + i].parent = place;
        }
        first = start;
        count = (count + NODE_CHILDREN - 1) / NODE_CHILDREN;
        height++;
    }
    next->root[of] = first;
    next->height[of] = height;
}

static void clear_pool(tree_pool *pool) {
    pool->end = pool->used = 0;
    pool->free = NO_LINK;
}

// Fills a new block with the walls. The ids are set already.
static void build_trees(carom_dynamic_scene *next, const wall_origin *from) {
    size_t counts[WALL_CLASSES];
    clear_pool(&next->leaf_pool);
    clear_pool(&next->node_pool);
    next->top = NO_LINK;
    next->edits = 0;
    next->built_count = from->count;
    order_walls(next, from, counts);
    const uint32_t *list = next->list;
    for (int i = 0; i < WALL_CLASSES; i++) {
        const uint32_t first = fill_new_leaves(next, from, list, counts[i], (wall_class)i);
        build_tree(next, (wall_class)i, first, next->leaf_pool.end - first);
        list += counts[i];
    }
    carom_dynamic_join(next);
    carom_dynamic_settle(next);
    note_cost(next);
}

// Allocates the block for the walls and some more.
static bool allocate_for(carom_dynamic_scene *next, wall_origin *from, uint64_t ids) {
    carom_scene header;
    memset(&header, 0, sizeof header);
    header.count = from->count;
    header.radius = from->plan.radii ? 0.0 : from->radius;
    set_new_coordinates(&header, from);
    const uint64_t leaves = from->count / LEAF_FILL + WALL_CLASSES;
    from->plan.leaves = leaves + leaves / 4;
    uint64_t height = 2;
    for (uint64_t nodes = leaves; nodes > 1; nodes = (nodes + NODE_CHILDREN - 1) / NODE_CHILDREN)
        height++;
    from->plan.nodes = leaves / 5 + 8 * (height + 1);
    from->plan.ids = ids + ids / 4 + LEAF_WALLS;
    return carom_dynamic_allocate(next, &header, &from->plan);
}

bool carom_dynamic_build(carom_dynamic_scene *d, const carom_wall *walls, size_t count) {
    wall_origin from = {.walls = walls, .count = count};
    for (size_t i = 0; i < count; i++)
        note_parts(&from, &walls[i], i == 0);
    if (!allocate_for(d, &from, count))
        return false;
    d->id_end = (uint32_t)count;
    d->id_free = NO_ID;
    d->view->index_end = count;
    for (size_t i = 0; i < count; i++)
        d->generations[i] = 1;
    build_trees(d, &from);
    return true;
}

bool carom_dynamic_rebuild(carom_dynamic_scene *d, const carom_wall *more, size_t more_count) {
    wall_origin from = {.old = d, .count = (size_t)d->view->count};
    bool is_first = true;
    // These parts cost little, and what has come once may come again.
    from.plan.categories = d->categories != NULL;
    from.plan.groups = d->groups != NULL;
    from.plan.one_sided = d->one_sided != NULL;
    for (uint32_t leaf = 0; leaf < d->leaf_pool.end; leaf++)
        for (unsigned rest = d->leaf_info[leaf].used; rest != 0; rest &= rest - 1) {
            const carom_wall here =
                scene_wall_at(d->view, (size_t)leaf * LEAF_WALLS + (size_t)trailing_zeros(rest));
            note_parts(&from, &here, is_first);
            is_first = false;
        }
    for (size_t i = 0; i < more_count; i++) {
        note_parts(&from, &more[i], is_first);
        is_first = false;
    }
    carom_dynamic_scene next = *d;
    if (!allocate_for(&next, &from, d->id_end))
        return false;
    next.view->index_end = d->id_end;
    memcpy(next.slot, d->slot, d->id_end * sizeof *d->slot);
    memcpy(next.generations, d->generations, d->id_end * sizeof *d->generations);
    build_trees(&next, &from);
    carom_dynamic_replace(d, &next);
    return true;
}

// ---- when the tree has become bad ----

// True if queries visit much more than after the last rebuild.
static bool is_slow(const carom_dynamic_scene *d) {
    const tree_cost now = cost_of(d);
    // 1.25 times the visits for each query, and a half.
    return 4.0 * now.visits > (5.0 * d->built_cost + 2.0) * now.queries;
}

// True if the walls have moved so far, or spread so much, that the floats of the boxes resolve them
// badly.
static bool has_drifted(const carom_dynamic_scene *d) {
    wall_sample sample;
    sample.count = 0;
    sample_leaves(d, &sample);
    carom_scene now = *d->view;
    carom_scene_set_coordinates(&now, &sample);
    const carom_scene *then = d->view;
    const double far = fabs(now.origin_x - then->origin_x) + fabs(now.origin_y - then->origin_y);
    return now.scale >= 4.0 * then->scale || 4.0 * now.scale <= then->scale ||
           far * then->scale >= 64.0;
}

// True if there are many more or fewer walls than at the last rebuild.
static bool has_resized(const carom_dynamic_scene *d) {
    const size_t count = (size_t)d->view->count, then = d->built_count;
    return count > 4 * then + CHECK_EDITS || 4 * count + CHECK_EDITS < then;
}

void carom_dynamic_check(carom_dynamic_scene *d, size_t edits) {
    d->edits += edits;
    if (d->edits < CHECK_EDITS || d->edits < d->view->count / 4)
        return;
    d->edits = 0;
    if (has_resized(d) || is_slow(d) || has_drifted(d))
        carom_dynamic_rebuild(d, NULL, 0); // without memory for it the tree stays as it is
}
