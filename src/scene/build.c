// Builds a scene: walls in leaves, boxes in the nodes above them.
//
// A survey of all walls gives the size of the scene. wall_curve.c then sorts the walls along the
// Hilbert curve. Groups of 512 leaves are built one by one: wall_order.c decides which leaf each
// wall goes to, and the boxes are computed from the leaves upward. All of this but the last nodes
// and the checksum are tasks that threads can share.
// Room: scene.
#include <string.h>

#include "compiler.h"
#include "contracts.h"
#include "scene/allocation.h"
#include "scene/layout.h"
#include "scene/scene_build.h"

enum {
    // How many walls ahead to prefetch.
    FETCH_AHEAD = 16,
    // The levels of the tree within a group.
    GROUP_LEVELS = 3
};

// ---- survey ----

// carom_wall_is_valid, for loops: a sum times 0 is 0 if no number is infinite or NaN, and the sum
// does not overflow.
static bool wall_is_valid(const carom_wall *wall) {
    const double sum = wall->a.x + wall->a.y + wall->b.x + wall->b.y + wall->radius;
    if (wall->extent <= CAROM_EXTENT_LINE && wall->radius >= 0.0 && sum * 0.0 == 0.0)
        return true;
    return carom_wall_is_valid(*wall);
}

static wall_survey survey_of_none(size_t count) {
    wall_survey v;
    memset(&v, 0, sizeof v);
    v.bad = count;
    v.box = carom_box_none();
    for (size_t i = 0; i < WALL_CLASSES; i++)
        v.middles[i] = carom_box_none();
    return v;
}

// Adds a survey of the walls after those of the other.
static void survey_add(wall_survey *v, const wall_survey *next) {
    v->bad = next->bad < v->bad ? next->bad : v->bad;
    v->parts.radii |= next->parts.radii;
    v->parts.categories |= next->parts.categories;
    v->parts.groups |= next->parts.groups;
    v->parts.one_sided |= next->parts.one_sided;
    v->box = carom_box_union(v->box, next->box);
    for (size_t i = 0; i < WALL_CLASSES; i++)
        v->counts[i] += next->counts[i];
#ifndef CAROM_SMALL
    for (size_t i = 0; i < WALL_CLASSES; i++)
        v->middles[i] = carom_box_union(v->middles[i], next->middles[i]);
#endif
}

// Inspects the walls of a block, up to the first invalid one.
static void survey_block(void *build, size_t block) {
    scene_build *b = build;
    const double radius = b->walls[0].radius;
    wall_survey v = survey_of_none(b->count);
    const size_t end = block_start(b->count, b->block_count, block + 1);
    for (size_t i = block_start(b->count, b->block_count, block); i < end; i++) {
        const carom_wall *wall = &b->walls[i];
        if (!wall_is_valid(wall)) {
            v.bad = i;
            break;
        }
        const carom_box box = scene_wall_box(*wall);
        v.box = carom_box_union(v.box, box);
        v.parts.radii |= wall->radius != radius;
        v.parts.categories |= wall->category != 0;
        v.parts.groups |= wall->group != 0;
        v.parts.one_sided |= wall->one_sided != 0;
        const wall_class kind = scene_class_of(b->scene, b->root, wall, &box);
        v.counts[kind]++;
#ifndef CAROM_SMALL
        const carom_vec2 middle = middle_of_box(box);
        const carom_box point = {middle, middle};
        v.middles[kind] = carom_box_union(v.middles[kind], point);
#endif
    }
    b->blocks[block] = v;
}

// Sets origin and scale from a sample, which an invalid wall ends: then they are never used.
static void set_coordinates(scene_build *b) {
    wall_sample sample;
    sample.count = 0;
    for (int i = 0; i < scene_sample_size(b->count); i++) {
        const carom_wall *wall = &b->walls[scene_sample_at(b->count, i)];
        if (!wall_is_valid(wall))
            break;
        carom_scene_sample_add(&sample, *wall);
    }
    carom_scene_set_coordinates(b->scene, &sample);
}

static void survey_walls(scene_build *b) {
    b->block_count = block_count_for(b->count);
    b->all = survey_of_none(b->count);
    if (b->count == 0)
        return;
    carom_scene_run(b->runner, survey_block, b, b->block_count);
    for (size_t i = 0; i < b->block_count; i++)
        survey_add(&b->all, &b->blocks[i]);
}

// ---- leaves and nodes ----

// The ends of a wall on its way to its leaf. A leaf has room for as many.
typedef struct wall_ends {
    carom_vec2 a, b;
} wall_ends;

static wall_ends *ends_part(const carom_scene *s) {
    _Static_assert(sizeof(wall_ends) * LEAF_WALLS == sizeof(scene_leaf), "room for the ends");
    return (wall_ends *)(void *)((char *)s + s->leaves_at);
}

// A block of whole leaves for each task that works on slots.
static size_t slot_block_start(const scene_build *b, size_t block) {
    return block == b->block_count
               ? b->count
               : block_start(b->count, b->block_count, block) / LEAF_WALLS * LEAF_WALLS;
}

// Copies the ends, radii and extents of the walls in the order of the index part. The walls of a
// block are scattered in memory, so this step does nothing else: then many of them are fetched at
// the same time.
static void gather_walls(void *build, size_t block) {
    const scene_build *b = build;
    carom_scene *s = b->scene;
    const uint32_t *index = scene_index(s);
    wall_ends *ends = ends_part(s);
    double *radii = (void *)((char *)s + s->radii_at);
    uint8_t *extents = (uint8_t *)s + s->extents_at;
    const size_t end = slot_block_start(b, block + 1);
    for (size_t i = slot_block_start(b, block); i < end; i++) {
        if (i + FETCH_AHEAD < end)
            CAROM_PREFETCH(&b->walls[index[i + FETCH_AHEAD]]);
        CAROM_ASSERT(index[i] < s->count);
        const carom_wall *wall = &b->walls[index[i]];
        ends[i].a = wall->a;
        ends[i].b = wall->b;
        if (s->radii_at != 0)
            radii[i] = wall->radius;
        if (i >= s->endless_from)
            extents[i - s->endless_from] = wall->extent;
    }
}

// Sets the slots, and what does not matter for boxes.
static void fill_slots(void *build, size_t block) {
    const scene_build *b = build;
    carom_scene *s = b->scene;
    char *bytes = (char *)s;
    const uint32_t *index = scene_index(s);
    uint32_t *slot = (uint32_t *)(bytes + s->slot_at);
    uint32_t *categories = (void *)(bytes + s->categories_at);
    uint32_t *groups = (void *)(bytes + s->groups_at);
    uint8_t *one_sided = (uint8_t *)(bytes + s->one_sided_at);
    const size_t end = slot_block_start(b, block + 1);
    for (size_t i = slot_block_start(b, block); i < end; i++) {
        const carom_wall *wall = &b->walls[index[i]];
        slot[index[i]] = (uint32_t)i;
        if (s->categories_at != 0)
            categories[i] = wall->category;
        if (s->groups_at != 0)
            groups[i] = wall->group;
        if (s->one_sided_at != 0)
            one_sided[i] = wall->one_sided;
    }
}

// Fills the nodes [begin, end) of a level, as far as it has them.
static void fill_nodes(carom_scene *s, size_t level, size_t begin, size_t end) {
    const size_t count = scene_level_nodes(s, level), last = end < count ? end : count;
    scene_node *nodes = (scene_node *)((char *)s + s->nodes_at) + s->level_start[level];
    for (size_t i = begin * NODE_CHILDREN; i < last * NODE_CHILDREN; i++) {
        const index_box box = carom_scene_child_box(s, level, i);
        scene_node *node = nodes + i / NODE_CHILDREN;
        const size_t j = i % NODE_CHILDREN;
        node->min_x[j] = box.min_x;
        node->max_x[j] = box.max_x;
        node->min_y[j] = box.min_y;
        node->max_y[j] = box.max_y;
    }
}

// Orders the ends of `count` walls of a group, their part of the index and, if they are not NULL,
// their radii.
static void order_ends(const carom_scene *s, wall_ends *ends, uint32_t *index, double *radii,
                       size_t count) {
    group_place places[GROUP_WALLS];
    for (size_t i = 0; i < count; i++) {
        carom_wall wall = carom_segment(ends[i].a, ends[i].b);
        wall.radius = radii != NULL ? radii[i] : s->radius;
        const hilbert_item item = carom_scene_item_of(s, 0, &wall, 0);
        places[i] = group_place_of(item.x, item.y);
    }
    carom_scene_order_group(places, count);
    for (size_t i = 0; i < count; i++)
        places[i] =
            (group_place)index[group_place_index(places[i])] << 32 | group_place_index(places[i]);
    for (size_t i = 0; i < count; i++)
        index[i] = (uint32_t)(places[i] >> 32);
    // Follows the cycles of the order. A place that is done leads to itself.
    for (size_t start = 0; start < count; start++) {
        const wall_ends first = ends[start];
        const double first_radius = radii != NULL ? radii[start] : 0.0;
        size_t to = start;
        for (size_t from; (from = group_place_index(places[to])) != start; to = from) {
            ends[to] = ends[from];
            if (radii != NULL)
                radii[to] = radii[from];
            places[to] = to;
        }
        ends[to] = first;
        if (radii != NULL)
            radii[to] = first_radius;
        places[to] = to;
    }
}

// Makes a leaf of the ends of its walls, in place. Slots without a wall are never read. They are 0,
// so that equal walls give equal bytes.
static void fill_leaf(scene_leaf *leaf, size_t count) {
    wall_ends ends[LEAF_WALLS];
    memcpy(ends, leaf, count * sizeof *ends);
    if (count < LEAF_WALLS)
        memset(leaf, 0, sizeof *leaf);
    for (size_t i = 0; i < count; i++) {
        leaf->ax[i] = ends[i].a.x;
        leaf->ay[i] = ends[i].a.y;
        leaf->bx[i] = ends[i].b.x;
        leaf->by[i] = ends[i].b.y;
    }
}

// Orders and fills the leaves of a group, and fills the nodes above them.
static void build_group(void *build, size_t group) {
    const scene_build *b = build;
    carom_scene *s = b->scene;
    const size_t begin = group * GROUP_WALLS, loose = scene_loose_from(s) * LEAF_WALLS;
    const size_t bounded = s->endless_from < loose ? (size_t)s->endless_from : loose;
    const size_t end = b->count - begin < GROUP_WALLS ? b->count : begin + GROUP_WALLS;
    wall_ends *ends = ends_part(s) + begin;
    double *radii = s->radii_at != 0 ? (double *)(void *)((char *)s + s->radii_at) + begin : NULL;
    if (bounded > begin)
        order_ends(s, ends, (uint32_t *)((char *)s + s->index_at) + begin, radii,
                   (bounded < end ? bounded : end) - begin);
    scene_leaf *leaves = (scene_leaf *)(void *)ends;
    for (size_t i = begin; i < end; i += LEAF_WALLS)
        fill_leaf(leaves++, end - i < LEAF_WALLS ? end - i : LEAF_WALLS);
    size_t nodes = GROUP_LEAVES;
    for (size_t level = 0; level < GROUP_LEVELS && level < s->level_count; level++) {
        nodes /= NODE_CHILDREN;
        fill_nodes(s, level, group * nodes, (group + 1) * nodes);
    }
}

// ---- the whole ----

// Allocates the whole scene and copies the header into it. Clears the ends of the parts behind the
// nodes, which can have padding.
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
    const uint64_t ends[] = {s->slot_at,   s->radii_at,     s->extents_at, s->categories_at,
                             s->groups_at, s->one_sided_at, s->size};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends[i] > s->index_at)
            memset((char *)s + ends[i] - CAROM_SCENE_ALIGNMENT, 0, CAROM_SCENE_ALIGNMENT);
    return s;
}

static void fill_scene(scene_build *b) {
    carom_scene *s = b->scene;
    carom_scene_curve_order(b);
    carom_scene_run(b->runner, gather_walls, b, b->block_count);
    carom_scene_run(b->runner, build_group, b, (b->count + GROUP_WALLS - 1) / GROUP_WALLS);
    carom_scene_run(b->runner, fill_slots, b, b->block_count);
    for (size_t level = GROUP_LEVELS; level < s->level_count; level++)
        fill_nodes(s, level, 0, scene_level_nodes(s, level));
    s->checksum = carom_scene_checksum(s);
}

// How many of the last leaves are needed for the walls outside the tree.
static uint64_t loose_leaves_of(const scene_build *b) {
    const size_t loose = b->all.counts[VERY_LONG_WALLS] + b->all.counts[ENDLESS_WALLS];
    if (b->count <= GROUP_WALLS || loose == 0 || loose > LOOSE_WALLS_MAX)
        return 0;
    return b->scene->leaf_count - (b->count - loose) / LEAF_WALLS;
}

carom_status carom_scene_create(const carom_wall *walls, size_t count,
                                const carom_allocator *allocator, const carom_task_runner *runner,
                                carom_scene **scene, size_t *bad_wall) {
    CAROM_ASSERT(scene != NULL);
    CAROM_ASSERT(carom_environment_is_exact());
    CAROM_ASSERT(allocator == NULL || (allocator->allocate != NULL && allocator->release != NULL));
    CAROM_ASSERT(runner == NULL || runner->run != NULL);
    const carom_allocator memory = carom_allocator_or_malloc(allocator);
    *scene = NULL;
    if (count > CAROM_INDEX_MAX)
        return CAROM_STATUS_TOO_MANY_WALLS;
    CAROM_ASSERT(walls != NULL || count == 0);
    carom_scene header;
    memset(&header, 0, sizeof header);
    scene_build b = {.walls = walls, .count = count, .root = sqrt((double)count), .runner = runner};
    b.scene = &header;
    set_coordinates(&b);
    survey_walls(&b);
    if (b.all.bad < count) {
        if (bad_wall != NULL)
            *bad_wall = b.all.bad;
        return CAROM_STATUS_BAD_WALL;
    }
    header.count = count;
    header.endless_from = count - b.all.counts[ENDLESS_WALLS];
    header.box = b.all.box;
    header.radius = count > 0 && !b.all.parts.radii ? walls[0].radius + 0.0 : 0.0;
    carom_scene_lay_out(&header, b.all.parts);
    header.loose_leaves = loose_leaves_of(&b);
    b.scene = allocate_scene(&header, &memory);
    if (b.scene == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    fill_scene(&b);
    *scene = b.scene;
    return CAROM_STATUS_OK;
}

void carom_scene_destroy(carom_scene *scene, const carom_allocator *allocator) {
    if (scene == NULL)
        return;
    const carom_allocator memory = carom_allocator_or_malloc(allocator);
    CAROM_ASSERT(memcmp(scene->magic, SCENE_MAGIC, sizeof scene->magic) == 0);
    memory.release(memory.context, scene, (size_t)scene->size, CAROM_SCENE_ALIGNMENT);
}
