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

typedef enum part_of { OF_LEAF, OF_NODE, OF_ID } part_of;

typedef struct block_part {
    part_of of;
    size_t size;
} block_part;

static const block_part block_parts[BLOCK_PARTS] = {
    [PART_LEAVES] = {OF_LEAF, sizeof(scene_leaf)},
    [PART_NODES] = {OF_NODE, sizeof(scene_node)},
    [PART_LINKS] = {OF_NODE, sizeof(scene_links)},
    [PART_INDEX] = {OF_LEAF, LEAF_WALLS * sizeof(uint32_t)},
    [PART_SLOT] = {OF_ID, sizeof(uint32_t)},
    [PART_GENERATIONS] = {OF_ID, sizeof(uint32_t)},
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
    return of == OF_LEAF ? leaves : of == OF_NODE ? nodes : ids;
}

static void *part_at(const carom_dynamic_scene *d, int part) {
    return d->at[part] != 0 ? d->block + d->at[part] : NULL;
}

// The offset of a part from the header; 0 if it is absent.
static uint64_t from_header(const carom_dynamic_scene *d, const void *part) {
    const uintptr_t to = (uintptr_t)part, from = (uintptr_t)&d->header;
    return part != NULL ? (uint64_t)to - (uint64_t)from : 0;
}

// Sets all pointers, and the offsets of the header, from the block and its offsets.
static void find_parts(carom_dynamic_scene *d) {
    d->view = &d->header;
    d->leaves = (scene_leaf *)part_at(d, PART_LEAVES);
    d->nodes = (scene_node *)part_at(d, PART_NODES);
    d->links = (scene_links *)part_at(d, PART_LINKS);
    d->index = (uint32_t *)part_at(d, PART_INDEX);
    d->slot = (uint32_t *)part_at(d, PART_SLOT);
    d->generations = (uint32_t *)part_at(d, PART_GENERATIONS);
    d->radii = (double *)part_at(d, PART_RADII);
    d->extents = (uint8_t *)part_at(d, PART_EXTENTS);
    d->categories = (uint32_t *)part_at(d, PART_CATEGORIES);
    d->groups = (uint32_t *)part_at(d, PART_GROUPS);
    d->one_sided = (uint8_t *)part_at(d, PART_ONE_SIDED);
    d->leaf_info = (tree_item *)part_at(d, PART_LEAF_INFO);
    d->node_info = (tree_item *)part_at(d, PART_NODE_INFO);
    d->list = (uint32_t *)part_at(d, PART_LIST);
    d->header.leaves_at = from_header(d, d->leaves);
    d->header.nodes_at = from_header(d, d->nodes);
    d->header.links_at = from_header(d, d->links);
    d->header.index_at = from_header(d, d->index);
    d->header.slot_at = from_header(d, d->slot);
    d->header.radii_at = from_header(d, d->radii);
    d->header.extents_at = from_header(d, d->extents);
    d->header.categories_at = from_header(d, d->categories);
    d->header.groups_at = from_header(d, d->groups);
    d->header.one_sided_at = from_header(d, d->one_sided);
}

bool carom_dynamic_allocate(carom_dynamic_scene *d, carom_scene *header, const block_plan *plan) {
    uint64_t at[BLOCK_PARTS];
    if (plan->leaves > LEAVES_MAX) // GCOVR_EXCL_BR_LINE: more memory than the tests have
        return false;              // GCOVR_EXCL_LINE
    // No part starts at 0, which stands for an absent one.
    header->size = CAROM_SCENE_ALIGNMENT;
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
    // Extents are read by slot, from the first one on.
    header->endless_from = plan->extents ? 0 : UINT64_MAX;
    header->slot_end = plan->leaves * LEAF_WALLS;
    char *block =
        (char *)d->memory.allocate(d->memory.context, (size_t)header->size, CAROM_SCENE_ALIGNMENT);
    if (block == NULL)
        return false;
    CAROM_ASSERT((uintptr_t)block % CAROM_SCENE_ALIGNMENT == 0);
    d->header = *header;
    d->block = block;
    memcpy(d->at, at, sizeof at);
    d->leaf_pool.capacity = (uint32_t)plan->leaves;
    d->node_pool.capacity = (uint32_t)plan->nodes;
    d->id_capacity = (uint32_t)plan->ids;
    find_parts(d);
    return true;
}

void carom_dynamic_release(carom_dynamic_scene *d) {
    d->memory.release(d->memory.context, d->block, (size_t)d->header.size, CAROM_SCENE_ALIGNMENT);
}

void carom_dynamic_replace(carom_dynamic_scene *d, const carom_dynamic_scene *next) {
    carom_dynamic_release(d);
    *d = *next;
    find_parts(d);
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
        if (d->at[i] != 0)
            memcpy(next.block + next.at[i], d->block + d->at[i],
                   (size_t)count * block_parts[i].size);
    }
    carom_dynamic_replace(d, &next);
    return true;
}
