// Room for more walls in a scene that changes: a pool that is used up grows by half. Room:
// dynamic_scene.
#include "contracts.h"
#include "dynamic_scene/dynamic.h"

// Leaves or nodes that are free.
static uint64_t pool_left(const tree_pool *pool) {
    return pool->capacity - pool->used;
}

static uint64_t grown(uint64_t capacity, uint64_t left, uint64_t needed) {
    return left >= needed ? capacity : capacity + capacity / 2 + needed;
}

static uint64_t smaller_of(uint64_t p, uint64_t q) {
    return p < q ? p : q;
}

bool carom_dynamic_reserve(carom_dynamic_scene *d, const carom_wall *wall, size_t count) {
    if (d->view->count == 0 && d->radii == NULL)
        d->view->radius = wall->radius + 0.0;
    if (!has_parts(d, wall) && !carom_dynamic_rebuild(d, wall, 1))
        return false;
    uint64_t height = 1;
    for (int i = 0; i < WALL_CLASSES; i++)
        height = d->height[i] > height ? d->height[i] : height;
    // A tree this high has billions of walls, or hardly any in most of its nodes.
    const bool is_too_high = height > HEIGHT_MAX - 4;
    if (is_too_high && !carom_dynamic_rebuild(d, wall, 1)) // GCOVR_EXCL_BR_LINE: see above
        return false;                                      // GCOVR_EXCL_LINE
    // A wall can split a leaf, every node above it, and the root, and can need a node for a branch.
    // One class can get its first leaf and node. Then the trees are joined anew: chains for three
    // classes, and the top. Each node that is full now can be split once; after that a part is full
    // only after three more walls or children.
    const uint64_t leaves = count + 1;
    const uint64_t splits = smaller_of(count * (height + 1), d->node_pool.used + count / 2);
    const uint64_t nodes = count + splits + 4 * (height + 2);
    const uint64_t leaves_left = pool_left(&d->leaf_pool), nodes_left = pool_left(&d->node_pool);
    const uint64_t ids_left = d->id_free != NO_ID ? count : d->id_capacity - d->id_end;
    if (leaves_left >= leaves && nodes_left >= nodes && ids_left >= 1)
        return true;
    const block_plan plan = {
        .leaves = grown(d->leaf_pool.capacity, leaves_left, leaves),
        .nodes = grown(d->node_pool.capacity, nodes_left, nodes),
        .ids = grown(d->id_capacity, ids_left, 1),
        .radii = d->radii != NULL,
        .extents = d->extents != NULL,
        .categories = d->categories != NULL,
        .groups = d->groups != NULL,
        .one_sided = d->one_sided != NULL,
    };
    return carom_dynamic_grow(d, &plan);
}
