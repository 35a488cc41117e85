// The scene as bytes: its layout, and the checks that make bytes a scene.
//
// Nothing in the bytes is believed. What follows from the count of walls is worked out again and
// compared, indices are checked to be a permutation, boxes to be those of the walls; then no
// question can lead outside, and every answer is the right one for the walls. Layer: scene.
#include <string.h>

#include "numbers.h"
#include "scene/layout.h"

static const char magic[8] = {'C', 'a', 'r', 'o', 'm', 'S', 'c', '\n'};

// Reads the same forwards and backwards in no byte order but one.
#define BYTE_ORDER_AND_VERSION (UINT64_C(0x0102030400000000) | SCENE_VERSION)

// ---- layout ----

static uint64_t add_part(carom_scene *s, uint64_t size) {
    const uint64_t at = s->size;
    s->size += (size + CAROM_SCENE_ALIGNMENT - 1) / CAROM_SCENE_ALIGNMENT * CAROM_SCENE_ALIGNMENT;
    return at;
}

void carom_scene_lay_out(carom_scene *s, bool has_radii) {
    memcpy(s->magic, magic, sizeof magic);
    s->byte_order_and_version = BYTE_ORDER_AND_VERSION;
    s->leaf_count = (s->count + LEAF_WALLS - 1) / LEAF_WALLS;
    s->level_count = 0;
    uint64_t nodes = 0;
    memset(s->level_start, 0, sizeof s->level_start);
    for (uint64_t children = s->leaf_count; children > (s->level_count > 0);) {
        children = (children + NODE_CHILDREN - 1) / NODE_CHILDREN;
        s->level_start[s->level_count++] = nodes;
        nodes += children;
    }
    s->size = sizeof *s;
    s->leaves_at = add_part(s, s->leaf_count * sizeof(scene_leaf));
    s->nodes_at = add_part(s, nodes * sizeof(scene_node));
    s->index_at = add_part(s, s->count * sizeof(uint32_t));
    s->slot_at = add_part(s, s->count * sizeof(uint32_t));
    s->radii_at = has_radii ? add_part(s, s->count * sizeof(double)) : 0;
    s->extents_at = s->endless_from < s->count ? add_part(s, s->count - s->endless_from) : 0;
}

// ---- boxes ----

static index_box union_of(index_box p, index_box q) {
    const index_box both = {
        q.min_x < p.min_x ? q.min_x : p.min_x, q.max_x > p.max_x ? q.max_x : p.max_x,
        q.min_y < p.min_y ? q.min_y : p.min_y, q.max_y > p.max_y ? q.max_y : p.max_y};
    return both;
}

// Of a leaf's walls; none for the leaves that fill up the last node.
static index_box leaf_box(const carom_scene *s, size_t leaf) {
    index_box box = index_box_none();
    for (size_t i = leaf * LEAF_WALLS; i < (leaf + 1) * LEAF_WALLS && i < s->count; i++) {
        carom_wall wall = scene_wall_at(s, i);
        // The radius that all have is added to what is asked, not to the tree.
        if (s->radii_at == 0)
            wall.radius = 0.0;
        box = union_of(box, index_box_of(s, scene_wall_box(wall)));
    }
    return box;
}

index_box carom_scene_child_box(const carom_scene *s, size_t level, size_t child) {
    if (level == 0)
        return leaf_box(s, child);
    index_box box = index_box_none();
    // The nodes below end where this level starts.
    const uint64_t below = s->level_start[level - 1] + child;
    if (below >= s->level_start[level])
        return box;
    const scene_node *node = scene_nodes(s) + below;
    for (size_t i = 0; i < NODE_CHILDREN; i++)
        box = union_of(box, scene_node_child(node, i));
    return box;
}

// ---- checksum ----

// Four sums side by side, each step of which is one-to-one in the word and in the sum, so that no
// change of a single word goes unseen.
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

// ---- opening ----

// What the count of walls and the flags in the header demand.
static bool layout_is_right(const carom_scene *s) {
    carom_scene right = *s;
    if (s->count > CAROM_SCENE_WALLS_MAX || s->endless_from > s->count)
        return false;
    carom_scene_lay_out(&right, s->radii_at != 0);
    // A copy, without padding: what was not worked out again has the same bytes.
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-exp42-c,cert-flp37-c)
    return memcmp(&right, s, sizeof right) == 0;
}

static bool indices_are_right(const carom_scene *s) {
    const uint32_t *index = scene_index(s), *slot = scene_slot(s);
    for (size_t i = 0; i < s->count; i++)
        if (index[i] >= s->count || slot[index[i]] != i)
            return false;
    return true;
}

static bool walls_are_right(const carom_scene *s) {
    carom_box box = carom_box_none();
    for (size_t i = 0; i < s->count; i++) {
        const carom_wall wall = scene_wall_at(s, i);
        if (!carom_wall_is_valid(wall) || (wall.extent != CAROM_EXTENT_SEGMENT) != (i >= s->endless_from))
            return false;
        box = carom_box_union(box, scene_wall_box(wall));
    }
    return box.min.x == s->box.min.x && box.min.y == s->box.min.y && box.max.x == s->box.max.x &&
           box.max.y == s->box.max.y;
}

static bool nodes_are_right(const carom_scene *s) {
    for (size_t level = 0; level < s->level_count; level++) {
        const scene_node *here = scene_nodes(s) + s->level_start[level];
        for (size_t i = 0; i < scene_level_nodes(s, level) * NODE_CHILDREN; i++) {
            const index_box is = scene_node_child(here + i / NODE_CHILDREN, i % NODE_CHILDREN);
            const index_box right = carom_scene_child_box(s, level, i);
            if (is.min_x != right.min_x || is.max_x != right.max_x || is.min_y != right.min_y ||
                is.max_y != right.max_y)
                return false;
        }
    }
    return true;
}

static bool numbers_are_right(const carom_scene *s) {
    return is_finite(carom_vec2_make(s->origin_x, s->origin_y)) && s->scale > 0.0 &&
           s->scale <= DBL_MAX && s->radius >= 0.0 && s->radius <= DBL_MAX;
}

static carom_status check(const void *bytes, size_t size) {
    const carom_scene *s = bytes;
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return CAROM_STATUS_NOT_A_SCENE;
    if ((uintptr_t)bytes % CAROM_SCENE_ALIGNMENT != 0)
        return CAROM_STATUS_MISALIGNED;
    if (size < sizeof *s)
        return CAROM_STATUS_DAMAGED;
    if (s->byte_order_and_version == __builtin_bswap64(BYTE_ORDER_AND_VERSION))
        return CAROM_STATUS_OTHER_BYTE_ORDER;
    if (s->byte_order_and_version != BYTE_ORDER_AND_VERSION)
        return CAROM_STATUS_OTHER_VERSION;
    if (size < s->size || !layout_is_right(s) || s->checksum != carom_scene_checksum(s))
        return CAROM_STATUS_DAMAGED;
    const bool is_right =
        numbers_are_right(s) && walls_are_right(s) && indices_are_right(s) && nodes_are_right(s);
    return is_right ? CAROM_STATUS_OK : CAROM_STATUS_DAMAGED;
}

const carom_scene *carom_scene_open(const void *bytes, size_t size, carom_status *status) {
    const carom_status found = check(bytes, size);
    if (status != NULL)
        *status = found;
    return found == CAROM_STATUS_OK ? bytes : NULL;
}

size_t carom_scene_byte_size(const carom_scene *scene) {
    return (size_t)scene->size;
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
    case CAROM_STATUS_MISALIGNED:
        return "a scene that is not aligned";
    }
    return "unknown";
}
