// The memory of a scene that changes: one block, its parts, its pools of leaves and nodes.
//
// Leaves, nodes and ids keep their numbers when the parts are copied to a larger block. Room:
// dynamic_scene.
#include <string.h>

#include "contracts.h"
#include "dynamic_scene/dynamic.h"
#include "scene/watch.h"

// The most leaves: the slots, and the places of as many nodes, are less than 2^31.
#define LEAVES_MAX ((UINT64_C(1) << 28) - 1)

// ---- the block ----

typedef enum part_of { OF_SCENE, OF_LEAF, OF_NODE, OF_ID } part_of;

typedef struct block_part {
    part_of of;
    size_t size;
} block_part;

static const block_part block_parts[BLOCK_PARTS] = {
    [PART_WATCH] = {OF_SCENE, WATCH_BYTES},
    [PART_LEAVES] = {OF_LEAF, sizeof(scene_leaf)},
    [PART_NODES] = {OF_NODE, sizeof(scene_node)},
    [PART_LINKS] = {OF_NODE, sizeof(scene_links)},
    [PART_INDEX] = {OF_LEAF, LEAF_WALLS * sizeof(uint32_t)},
    [PART_SLOT] = {OF_ID, sizeof(uint32_t)},
    [PART_RADII] = {OF_LEAF, LEAF_WALLS * sizeof(double)},
    [PART_EXTENTS] = {OF_LEAF, LEAF_WALLS},
    [PART_CATEGORIES] = {OF_LEAF, LEAF_WALLS * sizeof(uint32_t)},
    [PART_GROUPS] = {OF_LEAF, LEAF_WALLS * sizeof(uint32_t)},
    [PART_ONE_SIDED] = {OF_LEAF, LEAF_WALLS},
    [PART_LEAF_INFO] = {OF_LEAF, sizeof(tree_item)},
    [PART_NODE_INFO] = {OF_NODE, sizeof(tree_item)},
    [PART_LIST] = {OF_LEAF, 2 * sizeof(uint32_t) * LEAF_WALLS},
};

static bool is_left_out(const block_plan *plan, int part) {
    return (part == PART_RADII && !plan->radii) || (part == PART_EXTENTS && !plan->extents) ||
           (part == PART_CATEGORIES && !plan->categories) ||
           (part == PART_GROUPS && !plan->groups) || (part == PART_ONE_SIDED && !plan->one_sided);
}

static uint64_t part_count(part_of of, uint64_t leaves, uint64_t nodes, uint64_t ids) {
    return of == OF_LEAF ? leaves : of == OF_NODE ? nodes : of == OF_ID ? ids : 1;
}

static void *part_at(const carom_dynamic_scene *d, int part) {
    return d->at[part] != 0 ? (char *)d->view + d->at[part] : NULL;
}

// Sets all pointers from the block and its offsets.
static void find_parts(carom_dynamic_scene *d) {
    d->leaves = (scene_leaf *)part_at(d, PART_LEAVES);
    d->nodes = (scene_node *)part_at(d, PART_NODES);
    d->links = (scene_links *)part_at(d, PART_LINKS);
    d->index = (uint32_t *)part_at(d, PART_INDEX);
    d->slot = (uint32_t *)part_at(d, PART_SLOT);
    d->radii = (double *)part_at(d, PART_RADII);
    d->extents = (uint8_t *)part_at(d, PART_EXTENTS);
    d->categories = (uint32_t *)part_at(d, PART_CATEGORIES);
    d->groups = (uint32_t *)part_at(d, PART_GROUPS);
    d->one_sided = (uint8_t *)part_at(d, PART_ONE_SIDED);
    d->leaf_info = (tree_item *)part_at(d, PART_LEAF_INFO);
    d->node_info = (tree_item *)part_at(d, PART_NODE_INFO);
    d->list = (uint32_t *)part_at(d, PART_LIST);
}

bool carom_dynamic_allocate(carom_dynamic_scene *d, carom_scene *header, const block_plan *plan) {
    uint64_t at[BLOCK_PARTS];
    if (plan->leaves > LEAVES_MAX) // GCOVR_EXCL_BR_LINE: more memory than the tests have
        return false;              // GCOVR_EXCL_LINE
    header->size = sizeof *header;
    for (int i = 0; i < BLOCK_PARTS; i++) {
        const uint64_t count = part_count(block_parts[i].of, plan->leaves, plan->nodes, plan->ids);
        at[i] =
            is_left_out(plan, i) ? 0 : carom_scene_add_part(header, count * block_parts[i].size);
    }
#if SIZE_MAX < UINT64_MAX
    if (header->size > SIZE_MAX / 2)
        return false;
#endif
    memcpy(header->magic, VIEW_MAGIC, sizeof header->magic);
    header->byte_order_and_version = BYTE_ORDER_AND_VERSION;
    header->leaf_count = plan->leaves;
    header->leaves_at = at[PART_LEAVES];
    header->nodes_at = at[PART_NODES];
    header->links_at = at[PART_LINKS];
    header->index_at = at[PART_INDEX];
    header->slot_at = at[PART_SLOT];
    header->radii_at = at[PART_RADII];
    header->extents_at = at[PART_EXTENTS];
    header->categories_at = at[PART_CATEGORIES];
    header->groups_at = at[PART_GROUPS];
    header->one_sided_at = at[PART_ONE_SIDED];
    // Extents are read by slot, from the first one on.
    header->endless_from = plan->extents ? 0 : UINT64_MAX;
    header->slot_end = plan->leaves * LEAF_WALLS;
    carom_scene *view =
        d->memory.allocate(d->memory.context, (size_t)header->size, CAROM_SCENE_ALIGNMENT);
    if (view == NULL)
        return false;
    CAROM_ASSERT((uintptr_t)view % CAROM_SCENE_ALIGNMENT == 0);
    *view = *header;
    d->view = view;
    memcpy(d->at, at, sizeof at);
    d->leaf_pool.capacity = (uint32_t)plan->leaves;
    d->node_pool.capacity = (uint32_t)plan->nodes;
    d->id_capacity = (uint32_t)plan->ids;
    find_parts(d);
    memset(part_at(d, PART_WATCH), 0, WATCH_BYTES);
    return true;
}

void carom_dynamic_release(carom_dynamic_scene *d) {
    // An assert stops queries of the old view.
    memset(d->view->magic, 0, sizeof d->view->magic);
    d->memory.release(d->memory.context, d->view, (size_t)d->view->size, CAROM_SCENE_ALIGNMENT);
}

// ---- pools ----

static uint32_t pool_take(tree_pool *pool, const tree_item *items) {
    pool->used++;
    const uint32_t taken = pool->free;
    if (taken == NO_LINK) {
        CAROM_ASSERT(pool->end < pool->capacity);
        return pool->end++;
    }
    pool->free = items[taken].parent;
    return taken;
}

static void pool_give(tree_pool *pool, tree_item *items, uint32_t item) {
    CAROM_ASSERT(item < pool->end && pool->used > 0);
    pool->used--;
    items[item].parent = pool->free;
    items[item].used = 0;
    pool->free = item;
}

uint32_t carom_dynamic_new_leaf(carom_dynamic_scene *d, wall_class of) {
    const uint32_t leaf = pool_take(&d->leaf_pool, d->leaf_info);
    // All bits set is NaN, and NO_INDEX.
    memset(&d->leaves[leaf], 0xff, sizeof *d->leaves);
    memset(d->index + (size_t)leaf * LEAF_WALLS, 0xff, LEAF_WALLS * sizeof *d->index);
    if (d->radii != NULL)
        memset(d->radii + (size_t)leaf * LEAF_WALLS, 0, LEAF_WALLS * sizeof *d->radii);
    const tree_item info = {.parent = NO_PLACE, .of = (uint8_t)of};
    d->leaf_info[leaf] = info;
    return leaf;
}

uint32_t carom_dynamic_new_node(carom_dynamic_scene *d) {
    const uint32_t node = pool_take(&d->node_pool, d->node_info);
    for (uint32_t i = 0; i < NODE_CHILDREN; i++) {
        set_box(d, node * NODE_CHILDREN + i, index_box_none());
        d->links[node].child[i] = NO_LINK;
    }
    const tree_item info = {.parent = NO_PLACE};
    d->node_info[node] = info;
    return node;
}

void carom_dynamic_free_leaf(carom_dynamic_scene *d, uint32_t leaf) {
    pool_give(&d->leaf_pool, d->leaf_info, leaf);
}

void carom_dynamic_free_node(carom_dynamic_scene *d, uint32_t node) {
    pool_give(&d->node_pool, d->node_info, node);
}

bool carom_dynamic_grow(carom_dynamic_scene *d, const block_plan *plan) {
    carom_dynamic_scene next = *d;
    carom_scene header = *d->view;
    if (!carom_dynamic_allocate(&next, &header, plan))
        return false;
    for (int i = 0; i < BLOCK_PARTS; i++) {
        const uint64_t count =
            part_count(block_parts[i].of, d->leaf_pool.end, d->node_pool.end, d->id_end);
        if (i != PART_WATCH && d->at[i] != 0)
            memcpy((char *)next.view + next.at[i], (char *)d->view + d->at[i],
                   (size_t)count * block_parts[i].size);
    }
    carom_dynamic_release(d);
    *d = next;
    return true;
}
