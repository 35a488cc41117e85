// The layout of a scene's bytes: the offsets of the parts, the boxes of nodes, the checksum. Room:
// scene.
#include "scene/layout.h"

#include <string.h>

#include "contracts.h"

// ---- layout ----

uint64_t carom_scene_add_part(carom_scene *s, uint64_t size) {
    const uint64_t at = s->size;
    s->size += (size + CAROM_SCENE_ALIGNMENT - 1) / CAROM_SCENE_ALIGNMENT * CAROM_SCENE_ALIGNMENT;
    return at;
}

// Sets the first node of each level. Returns the number of nodes.
static uint64_t lay_out_levels(carom_scene *s) {
    s->level_count = 0;
    uint64_t nodes = 0;
    memset(s->level_start, 0, sizeof s->level_start);
    for (uint64_t children = s->leaf_count; children > (s->level_count > 0);) {
        children = (children + NODE_CHILDREN - 1) / NODE_CHILDREN;
        CAROM_ASSERT(s->level_count < LEVELS_MAX);
        s->level_start[s->level_count++] = nodes;
        nodes += children;
    }
    return nodes;
}

static void lay_out_parts(carom_scene *s, scene_parts optional, uint64_t nodes) {
    s->size = sizeof *s;
    CAROM_ASSERT(s->size % CAROM_SCENE_ALIGNMENT == 0);
    s->leaves_at = carom_scene_add_part(s, s->leaf_count * sizeof(scene_leaf));
    s->nodes_at = carom_scene_add_part(s, nodes * sizeof(scene_node));
    s->index_at = carom_scene_add_part(s, s->count * sizeof(uint32_t));
    s->slot_at = carom_scene_add_part(s, s->count * sizeof(uint32_t));
    s->radii_at = optional.radii ? carom_scene_add_part(s, s->count * sizeof(double)) : 0;
    s->extents_at =
        s->endless_from < s->count ? carom_scene_add_part(s, s->count - s->endless_from) : 0;
    s->categories_at =
        optional.categories ? carom_scene_add_part(s, s->count * sizeof(uint32_t)) : 0;
    s->one_sided_at = optional.one_sided ? carom_scene_add_part(s, s->count) : 0;
}

void carom_scene_lay_out(carom_scene *s, scene_parts optional) {
    CAROM_ASSERT(s->count <= CAROM_SCENE_WALLS_MAX && s->endless_from <= s->count);
    memcpy(s->magic, SCENE_MAGIC, sizeof s->magic);
    s->byte_order_and_version = BYTE_ORDER_AND_VERSION;
    s->leaf_count = (s->count + LEAF_WALLS - 1) / LEAF_WALLS;
    lay_out_parts(s, optional, lay_out_levels(s));
    s->links_at = s->root = s->slot_end = s->index_end = s->reserved = 0;
}

// ---- boxes ----

// The box of a leaf's walls; index_box_none() for leaves outside the tree, and for those that only
// fill the last node.
static index_box leaf_box(const carom_scene *s, size_t leaf) {
    index_box box = index_box_none();
    if (leaf >= scene_loose_from(s))
        return box;
    for (size_t i = leaf * LEAF_WALLS; i < (leaf + 1) * LEAF_WALLS && i < s->count; i++)
        box = index_box_union(box, scene_tree_box(s, scene_geometry_at(s, i)));
    return box;
}

index_box carom_scene_child_box(const carom_scene *s, size_t level, size_t child) {
    CAROM_ASSERT(level < s->level_count);
    if (level == 0)
        return leaf_box(s, child);
    index_box box = index_box_none();
    // The level below ends where this level starts.
    const uint64_t below = s->level_start[level - 1] + child;
    if (below >= s->level_start[level])
        return box;
    const scene_node *node = scene_nodes(s) + below;
    for (size_t i = 0; i < NODE_CHILDREN; i++)
        box = index_box_union(box, scene_node_child(node, i));
    return box;
}

// ---- filters ----

bool carom_scene_rejects(const carom_scene *s, const carom_filter *filter, size_t slot) {
    return !carom_filter_accepts(filter, scene_index(s)[slot], scene_wall_at(s, slot));
}

// ---- checksum ----

// Computes four sums side by side. Each step is a bijection of the word and of the sum, so a change
// of a single word always changes the checksum.
uint64_t carom_scene_checksum(const carom_scene *s) {
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t sums[4] = {1, 2, 3, 4};
    const char *bytes = (const char *)s;
    const size_t start = offsetof(carom_scene, checksum) + sizeof s->checksum;
    const size_t words = ((size_t)s->size - start) / sizeof(uint64_t);
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, bytes + start + i * sizeof word, sizeof word);
        const uint64_t mixed = (sums[i % 4] ^ word) * factor;
        sums[i % 4] = mixed ^ mixed >> 32;
    }
    uint64_t all = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t mixed = (all ^ sums[i]) * factor;
        all = mixed ^ mixed >> 32;
    }
    return all;
}

// ---- what a scene says of itself ----

size_t carom_scene_count(const carom_scene *scene) {
    CAROM_ASSERT(scene != NULL);
    return (size_t)scene->count;
}

carom_wall carom_scene_wall(const carom_scene *scene, size_t index) {
    CAROM_ASSERT(scene != NULL && scene_has_index(scene, index) &&
                 scene_has_slot(scene, scene_slot(scene)[index]));
    return scene_wall_at(scene, scene_slot(scene)[index]);
}

carom_box carom_scene_box(const carom_scene *scene) {
    CAROM_ASSERT(scene != NULL);
    return scene->links_at != 0 ? carom_scene_linked_box(scene) : scene->box;
}

size_t carom_scene_byte_size(const carom_scene *scene) {
    CAROM_ASSERT(scene != NULL);
    return scene->links_at != 0 ? 0 : (size_t)scene->size;
}

const char *carom_status_name(carom_status status) {
    switch (status) {
    case CAROM_STATUS_OK:
        return "ok";
    case CAROM_STATUS_OUT_OF_MEMORY:
        return "out of memory";
    case CAROM_STATUS_BAD_WALL:
        return "a wall that is not valid";
    case CAROM_STATUS_TOO_MANY_WALLS:
        return "too many walls";
    case CAROM_STATUS_NOT_A_SCENE:
        return "not a scene";
    case CAROM_STATUS_OTHER_VERSION:
        return "a scene of another version";
    case CAROM_STATUS_OTHER_BYTE_ORDER:
        return "a scene of the other byte order";
    case CAROM_STATUS_DAMAGED:
        return "a damaged scene";
    case CAROM_STATUS_STALE_ID:
        return "an id without a wall";
    case CAROM_STATUS_TOO_MANY_ITEMS:
        return "too many items";
    case CAROM_STATUS_NOT_A_CROWD:
        return "not the bytes of a crowd";
    case CAROM_STATUS_MISALIGNED:
        return "a scene that is not aligned";
    }
    return "unknown";
}
