// Opens a serialized scene: the checks of its bytes.
//
// No byte is trusted. Everything that follows from the number of walls is computed again and
// compared. The indices must be a permutation, and the boxes must be those of the walls. A scene
// that passes cannot be read out of bounds and gives the right answers for its walls. Room: scene.
#include <string.h>

#include "contracts.h"
#include "numbers.h"
#include "scene/layout.h"

// True if the layout follows from the count of walls and the optional parts.
static bool layout_is_right(const carom_scene *s) {
    carom_scene right = *s;
    if (s->count > CAROM_INDEX_MAX || s->endless_from > s->count ||
        s->loose_leaves > LOOSE_LEAVES_MAX || s->loose_leaves > s->leaf_count)
        return false;
    const scene_parts optional = {
        .radii = s->radii_at != 0,
        .categories = s->categories_at != 0,
        .groups = s->groups_at != 0,
        .one_sided = s->one_sided_at != 0,
    };
    carom_scene_lay_out(&right, optional);
    // A copy, without padding: what was not worked out again has the same bytes.
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-exp42-c,cert-flp37-c)
    return memcmp(&right, s, sizeof right) == 0;
}

static bool indices_are_right(const carom_scene *s) {
    CAROM_ASSERT(s->count <= CAROM_INDEX_MAX);
    const uint32_t *index = scene_index(s), *slot = scene_slot(s);
    for (size_t i = 0; i < s->count; i++)
        if (index[i] >= s->count || slot[index[i]] != i)
            return false;
    return true;
}

// A one-sided byte is 0 or 1, so that equal scenes have equal bytes.
static bool flags_are_right(const carom_scene *s) {
    if (s->one_sided_at == 0)
        return true;
    const uint8_t *one_sided = (const uint8_t *)scene_part(s, s->one_sided_at);
    for (size_t i = 0; i < s->count; i++)
        if (one_sided[i] > 1)
            return false;
    return true;
}

static bool walls_are_right(const carom_scene *s) {
    carom_box box = carom_box_none();
    for (size_t i = 0; i < s->count; i++) {
        const carom_wall wall = scene_wall_at(s, i);
        if (!carom_wall_is_valid(wall) ||
            (wall.extent != CAROM_EXTENT_SEGMENT) != (i >= s->endless_from))
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
    return fabs(s->origin_x) <= ORIGIN_MAX && fabs(s->origin_y) <= ORIGIN_MAX && s->scale > 0.0 &&
           s->scale <= DBL_MAX && s->radius >= 0.0 && s->radius <= DBL_MAX;
}

static carom_status check(const void *bytes, size_t size) {
    const carom_scene *s = bytes;
    if (size < sizeof s->magic || memcmp(bytes, SCENE_MAGIC, sizeof s->magic) != 0)
        return CAROM_STATUS_NOT_A_SCENE;
    if ((uintptr_t)bytes % CAROM_SCENE_ALIGNMENT != 0)
        return CAROM_STATUS_MISALIGNED;
    if (size < sizeof *s)
        return CAROM_STATUS_DAMAGED;
    if (s->byte_order_and_version == swap_bytes(BYTE_ORDER_AND_VERSION))
        return CAROM_STATUS_OTHER_BYTE_ORDER;
    if (s->byte_order_and_version != BYTE_ORDER_AND_VERSION)
        return CAROM_STATUS_OTHER_VERSION;
    if (size < s->size || !layout_is_right(s) || s->checksum != carom_scene_checksum(s))
        return CAROM_STATUS_DAMAGED;
    const bool is_right = numbers_are_right(s) && flags_are_right(s) && walls_are_right(s) &&
                          indices_are_right(s) && nodes_are_right(s);
    return is_right ? CAROM_STATUS_OK : CAROM_STATUS_DAMAGED;
}

carom_status carom_scene_open(const void *bytes, size_t size, const carom_scene **scene) {
    CAROM_ASSERT(scene != NULL && (bytes != NULL || size == 0));
    const carom_status status = check(bytes, size);
    *scene = status == CAROM_STATUS_OK ? (const carom_scene *)bytes : NULL;
    return status;
}
