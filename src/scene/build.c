// Builds a scene: walls in leaves, boxes in the nodes above them.
//
// wall_order.c decides which leaf each wall goes to. The boxes are computed from the leaves upward.
// Room: scene.
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <malloc.h>
#endif

#include "compiler.h"
#include "contracts.h"
#include "scene/layout.h"
#include "scene/wall_order.h"

// How many walls ahead to prefetch.
enum { FETCH_AHEAD = 16 };

// ---- memory ----

// Windows has calls of its own: its free does not take what aligned_alloc would give.
static void *allocate_by_malloc(void *context, size_t size, size_t alignment) {
    (void)context;
    CAROM_ASSERT(size <= SIZE_MAX - alignment);
    const size_t bytes = (size + alignment - 1) / alignment * alignment;
#ifdef _WIN32
    return _aligned_malloc(bytes, alignment);
#else
    return aligned_alloc(alignment, bytes);
#endif
}

static void release_to_malloc(void *context, void *memory, size_t size, size_t alignment) {
    (void)context;
    (void)size;
    (void)alignment;
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

carom_allocator carom_allocator_or_malloc(const carom_allocator *allocator) {
    const carom_allocator by_malloc = {allocate_by_malloc, release_to_malloc, NULL};
    return allocator != NULL ? *allocator : by_malloc;
}

// ---- leaves and nodes ----

static void fill_leaves(carom_scene *s, const carom_wall *walls) {
    char *bytes = (char *)s;
    scene_leaf *leaves = (scene_leaf *)(bytes + s->leaves_at);
    const uint32_t *index = scene_index(s);
    double *radii = (void *)(bytes + s->radii_at);
    uint32_t *categories = (void *)(bytes + s->categories_at);
    uint8_t *one_sided = (uint8_t *)(bytes + s->one_sided_at);
    uint8_t *extents = (uint8_t *)(bytes + s->extents_at);
    const size_t count = (size_t)s->count;
    // Slots without a wall are never read. They are 0, so that equal walls give equal bytes.
    if (count % LEAF_WALLS != 0)
        memset(leaves + count / LEAF_WALLS, 0, sizeof *leaves);
    for (size_t i = 0; i < count; i++) {
        scene_leaf *leaf = leaves + i / LEAF_WALLS;
        const size_t j = i % LEAF_WALLS;
        if (i + FETCH_AHEAD < count)
            CAROM_PREFETCH(&walls[index[i + FETCH_AHEAD]]);
        CAROM_ASSERT(index[i] < count);
        const carom_wall *wall = &walls[index[i]];
        leaf->ax[j] = wall->a.x;
        leaf->ay[j] = wall->a.y;
        leaf->bx[j] = wall->b.x;
        leaf->by[j] = wall->b.y;
        if (s->radii_at != 0)
            radii[i] = wall->radius;
        if (i >= s->endless_from)
            extents[i - s->endless_from] = wall->extent;
        if (s->categories_at != 0)
            categories[i] = wall->category;
        if (s->one_sided_at != 0)
            one_sided[i] = wall->one_sided;
    }
}

static void fill_nodes(carom_scene *s) {
    scene_node *nodes = (scene_node *)((char *)s + s->nodes_at);
    for (size_t level = 0; level < s->level_count; level++) {
        scene_node *here = nodes + s->level_start[level];
        for (size_t i = 0; i < scene_level_nodes(s, level) * NODE_CHILDREN; i++) {
            const index_box box = carom_scene_child_box(s, level, i);
            scene_node *node = here + i / NODE_CHILDREN;
            const size_t j = i % NODE_CHILDREN;
            node->min_x[j] = box.min_x;
            node->max_x[j] = box.max_x;
            node->min_y[j] = box.min_y;
            node->max_y[j] = box.max_y;
        }
    }
}

// ---- the whole ----

typedef struct survey {
    size_t endless;
    scene_parts parts;
    carom_box box;
} survey;

// Inspects all walls. Returns the index of the first invalid wall, or the count.
static size_t survey_walls(survey *v, const carom_wall *walls, size_t count) {
    v->endless = 0;
    memset(&v->parts, 0, sizeof v->parts);
    v->box = carom_box_none();
    for (size_t i = 0; i < count; i++) {
        if (!carom_wall_is_valid(walls[i]))
            return i;
        v->box = carom_box_union(v->box, scene_wall_box(walls[i]));
        v->endless += walls[i].extent != CAROM_EXTENT_SEGMENT;
        v->parts.radii |= walls[i].radius != walls[0].radius;
        v->parts.categories |= walls[i].category != 0;
        v->parts.one_sided |= walls[i].one_sided;
    }
    return count;
}

static void set_coordinates(carom_scene *header, const carom_wall *walls, size_t count) {
    wall_sample sample;
    sample.count = 0;
    for (int i = 0; i < scene_sample_size(count); i++)
        carom_scene_sample_add(&sample, walls[scene_sample_at(count, i)]);
    carom_scene_set_coordinates(header, &sample);
}

// Allocates the whole scene, copies the header into it and clears the rest.
static carom_scene *allocate_scene(const carom_scene *header, const carom_allocator *allocator) {
#if SIZE_MAX < UINT64_MAX
    if (header->size > SIZE_MAX / 2)
        return NULL;
#endif
    carom_scene *s =
        allocator->allocate(allocator->context, (size_t)header->size, CAROM_SCENE_ALIGNMENT);
    if (s == NULL)
        return NULL;
    CAROM_ASSERT((uintptr_t)s % CAROM_SCENE_ALIGNMENT == 0);
    *s = *header;
    // Also clears the padding between the parts.
    memset((char *)s + s->index_at, 0, (size_t)(s->size - s->index_at));
    return s;
}

carom_status carom_scene_create(const carom_wall *walls, size_t count,
                                const carom_allocator *allocator, carom_scene **scene,
                                size_t *bad_wall) {
    CAROM_ASSERT(scene != NULL);
    CAROM_ASSERT(allocator == NULL || (allocator->allocate != NULL && allocator->release != NULL));
    const carom_allocator memory = carom_allocator_or_malloc(allocator);
    *scene = NULL;
    if (count > CAROM_SCENE_WALLS_MAX)
        return CAROM_STATUS_TOO_MANY_WALLS;
    CAROM_ASSERT(walls != NULL || count == 0);
    survey v;
    const size_t valid = survey_walls(&v, walls, count);
    if (valid < count) {
        if (bad_wall != NULL)
            *bad_wall = valid;
        return CAROM_STATUS_BAD_WALL;
    }
    carom_scene header;
    memset(&header, 0, sizeof header);
    header.count = count;
    header.endless_from = count - v.endless;
    header.box = v.box;
    header.radius = count > 0 && !v.parts.radii ? walls[0].radius + 0.0 : 0.0;
    carom_scene_lay_out(&header, v.parts);
    set_coordinates(&header, walls, count);

    carom_scene *s = allocate_scene(&header, &memory);
    if (s == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    carom_scene_order_walls(s, walls);
    fill_leaves(s, walls);
    fill_nodes(s);
    s->checksum = carom_scene_checksum(s);
    *scene = s;
    return CAROM_STATUS_OK;
}

void carom_scene_destroy(carom_scene *scene, const carom_allocator *allocator) {
    if (scene == NULL)
        return;
    const carom_allocator memory = carom_allocator_or_malloc(allocator);
    CAROM_ASSERT(memcmp(scene->magic, SCENE_MAGIC, sizeof scene->magic) == 0);
    memory.release(memory.context, scene, (size_t)scene->size, CAROM_SCENE_ALIGNMENT);
}
