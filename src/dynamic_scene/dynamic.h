// A scene that changes: its memory, and the edits of its tree.
//
// The walls lie in the leaves of layout.h, up to 8 each, in any slots. Links lead from a node to
// its children, and places lead back: a place is a child of a node, 8 * node + child. There is a
// tree for each class of walls (wall_order.h), so that long walls do not make the boxes of short
// ones long. Nodes at the top join the trees that have walls; chains of nodes with one child make
// all leaves equally deep. The view's header stays where it is; all else is one block of memory,
// which edits may replace.
// Room: dynamic_scene.
#ifndef CAROM_SCENE_DYNAMIC_H
#define CAROM_SCENE_DYNAMIC_H

#include "carom/dynamic_scene.h"
#include "compiler.h"
#include "contracts.h"
#include "scene/layout.h"
#include "scene/wall_order.h"
#include "scene/watch.h"

// The walls that a rebuild puts into a leaf.
enum { LEAF_FILL = 6 };

// The place of a node or leaf without a parent.
#define NO_PLACE UINT32_MAX
// The slot of a removed id: this, and the next one in the list of removed ids.
#define REMOVED_ID UINT32_C(0x80000000)
#define NO_ID (UINT32_MAX & ~REMOVED_ID)

// The place and the contents of a leaf or node.
typedef struct tree_item {
    // Its place in the node above; if it is free, the next free one.
    uint32_t parent;
    // The slots or places that are in use, one bit each.
    uint8_t used;
    // The class of the walls of a leaf.
    uint8_t of;
    // 1 if something below has moved in the current batch.
    uint8_t moved;
    // The slots of a leaf whose walls are to be put again, or the children of a lowest node that
    // have such slots, one bit each.
    uint8_t listed;
} tree_item;

// Leaves or nodes: those below `end` have been used, those in the list are free again.
typedef struct tree_pool {
    uint32_t capacity, end, free, used;
} tree_pool;

// The parts of a block.
enum {
    PART_LEAVES,
    PART_NODES,
    PART_LINKS,
    PART_INDEX,
    PART_SLOT,
    PART_GENERATIONS,
    PART_RADII,
    PART_EXTENTS,
    PART_CATEGORIES,
    PART_GROUPS,
    PART_ONE_SIDED,
    PART_LEAF_INFO,
    PART_NODE_INFO,
    PART_LIST,
    BLOCK_PARTS
};

struct carom_dynamic_scene {
    // The view, which callers keep, and what watch.h puts behind it.
    carom_scene header;
    unsigned char watch[WATCH_BYTES];
    // Points to the header.
    carom_scene *view;
    carom_allocator memory;
    char *block;
    // The parts of the block. Optional ones are NULL.
    scene_leaf *leaves;
    scene_node *nodes;
    scene_links *links;
    uint32_t *index, *slot, *generations, *categories, *groups;
    double *radii;
    uint8_t *extents, *one_sided;
    tree_item *leaf_info, *node_info;
    // Scratch memory: two numbers for each slot.
    uint32_t *list;
    tree_pool leaf_pool, node_pool;
    // Indices below id_end have been used; the list of removed ones goes through `slot`. The
    // generation of a removed one is that of its next wall.
    uint32_t id_capacity, id_end, id_free;
    // The trees by class; a height of 0 means that there is none.
    uint32_t root[WALL_CLASSES], height[WALL_CLASSES];
    // The node above several trees, or NO_LINK.
    uint32_t top;
    // Edits since the last check of the tree, and the count of walls at the last rebuild.
    size_t edits, built_count;
    // The average visits of a query after the last rebuild (dynamic_build.c).
    double built_cost;
    // The offset of each part of the block; 0 if it is absent.
    uint64_t at[BLOCK_PARTS];
};

// ---- memory (dynamic_memory.c) ----

// How much room a block has, and which optional parts.
typedef struct block_plan {
    uint64_t leaves, nodes, ids;
    bool radii, extents, categories, groups, one_sided;
} block_plan;

// Lays out a block for the walls of a header, whose radius, coordinates and count are set, and
// allocates it. False if there is no memory; `d` is unchanged then.
bool carom_dynamic_allocate(carom_dynamic_scene *d, carom_scene *header, const block_plan *plan);
// Releases the block and takes over that of a copy of `d`.
void carom_dynamic_replace(carom_dynamic_scene *d, const carom_dynamic_scene *next);
void carom_dynamic_release(carom_dynamic_scene *d);

// Copies the block to a larger one. False if there is no memory.
bool carom_dynamic_grow(carom_dynamic_scene *d, const block_plan *plan);

// Takes a free leaf or node from its pool, and gives it back.
uint32_t carom_dynamic_new_leaf(carom_dynamic_scene *d, wall_class of);
uint32_t carom_dynamic_new_node(carom_dynamic_scene *d);
void carom_dynamic_free_leaf(carom_dynamic_scene *d, uint32_t leaf);
void carom_dynamic_free_node(carom_dynamic_scene *d, uint32_t node);

// ---- boxes (dynamic_boxes.c) ----

// The box of the walls in a leaf.
index_box carom_dynamic_leaf_box(const carom_dynamic_scene *d, uint32_t leaf);

// ---- building (dynamic_build.c) ----

// Makes the first block, from an array of valid walls. False if there is no memory.
bool carom_dynamic_build(carom_dynamic_scene *d, const carom_wall *walls, size_t count);

// Builds the trees anew, with the parts for its walls and for all walls of `more`. False if there
// is no memory; the scene is unchanged then.
bool carom_dynamic_rebuild(carom_dynamic_scene *d, const carom_wall *more, size_t more_count);

// Counts `edits`. Every so many edits, measures the tree and rebuilds it if it has become bad.
void carom_dynamic_check(carom_dynamic_scene *d, size_t edits);

// ---- room (dynamic_room.c) ----

// Makes room and the parts for `count` more walls like this one, if the block does not have them.
// False if there is no memory; the scene has the same walls then.
bool carom_dynamic_reserve(carom_dynamic_scene *d, const carom_wall *wall, size_t count);

// ---- the trees (dynamic_tree.c) ----

// Joins the trees of all classes under one root.
void carom_dynamic_join(carom_dynamic_scene *d);

// Puts a wall with this id into its tree. There must be room.
void carom_dynamic_put(carom_dynamic_scene *d, uint32_t id, carom_wall wall);

// Takes a wall out of its tree. The id stays in use.
void carom_dynamic_take(carom_dynamic_scene *d, uint32_t id);

// The class of a wall.
wall_class carom_dynamic_class(const carom_dynamic_scene *d, const carom_wall *wall);

// Puts a wall with this id into a free slot of a leaf. Does not change boxes.
void carom_dynamic_fill_slot(carom_dynamic_scene *d, uint32_t leaf, uint32_t id, carom_wall wall);

// The box of the children of a node.
index_box carom_dynamic_node_box(const carom_dynamic_scene *d, uint32_t node);

// Sets the box of a child, and the boxes above it.
void carom_dynamic_tighten(carom_dynamic_scene *d, uint32_t place, index_box box);

// ---- refit (dynamic_refit.c) ----

// Computes all boxes of a new tree.
void carom_dynamic_settle(carom_dynamic_scene *d);

// ---- moves of many walls (dynamic_moves.c) ----

// carom_dynamic_scene_move_many.
carom_status carom_dynamic_move_walls(carom_dynamic_scene *d, const carom_dynamic_id *ids,
                                      const carom_wall *walls, size_t count, size_t *bad_wall);

// ---- small parts ----

static inline uint32_t node_of(uint32_t place) {
    return place / NODE_CHILDREN;
}

static inline uint32_t link_at(const carom_dynamic_scene *d, uint32_t place) {
    return d->links[node_of(place)].child[place % NODE_CHILDREN];
}

// The size of a child's box (box_size) when it was last put there on purpose.
static inline float *settled_at(const carom_dynamic_scene *d, uint32_t place) {
    return &d->links[node_of(place)].settled[place % NODE_CHILDREN];
}

// True if the block has all parts that the wall needs.
static inline bool has_parts(const carom_dynamic_scene *d, const carom_wall *wall) {
    return (d->radii != NULL || wall->radius == d->view->radius) &&
           (d->extents != NULL || wall->extent == CAROM_EXTENT_SEGMENT) &&
           (d->categories != NULL || wall->category == 0) &&
           (d->groups != NULL || wall->group == 0) && (d->one_sided != NULL || !wall->one_sided);
}

// Are all walls of a leaf segments of the common radius, so that their ends alone give the box?
static inline bool has_plain_axes(const carom_dynamic_scene *d, uint32_t leaf) {
    return d->radii == NULL && d->leaf_info[leaf].of != ENDLESS_WALLS;
}

// Writes the wall in a slot.
static inline void write_slot(carom_dynamic_scene *d, size_t slot, const carom_wall *wall) {
    scene_leaf *leaf = &d->leaves[slot / LEAF_WALLS];
    const size_t i = slot % LEAF_WALLS;
    leaf->ax[i] = wall->a.x;
    leaf->ay[i] = wall->a.y;
    leaf->bx[i] = wall->b.x;
    leaf->by[i] = wall->b.y;
    if (d->radii != NULL)
        d->radii[slot] = wall->radius;
    if (d->extents != NULL)
        d->extents[slot] = wall->extent;
    if (d->categories != NULL)
        d->categories[slot] = wall->category;
    if (d->groups != NULL)
        d->groups[slot] = wall->group;
    if (d->one_sided != NULL)
        d->one_sided[slot] = wall->one_sided;
}

static inline uint32_t leaf_at(const carom_dynamic_scene *d, uint32_t place) {
    return leaf_of_link(link_at(d, place));
}

// Prefetches. They are always inlined: gcc deletes calls of functions that only prefetch.
CAROM_INLINE void fetch_leaf_to_write(const carom_dynamic_scene *d, uint32_t leaf) {
    CAROM_PREFETCH_TO_WRITE(d->leaves[leaf].ax);
    CAROM_PREFETCH_TO_WRITE(d->leaves[leaf].ay);
    CAROM_PREFETCH_TO_WRITE(d->leaves[leaf].bx);
    CAROM_PREFETCH_TO_WRITE(d->leaves[leaf].by);
    CAROM_PREFETCH_TO_WRITE(&d->index[(size_t)leaf * LEAF_WALLS]);
}

CAROM_INLINE void fetch_node_to_write(const carom_dynamic_scene *d, uint32_t node) {
    CAROM_PREFETCH_TO_WRITE(&d->nodes[node]);
    CAROM_PREFETCH_TO_WRITE(d->nodes[node].min_y);
    CAROM_PREFETCH_TO_WRITE(&d->links[node]);
}

static inline index_box box_at(const carom_dynamic_scene *d, uint32_t place) {
    return scene_node_child(&d->nodes[node_of(place)], place % NODE_CHILDREN);
}

static inline void set_box(carom_dynamic_scene *d, uint32_t place, index_box box) {
    scene_node *node = &d->nodes[node_of(place)];
    const size_t i = place % NODE_CHILDREN;
    node->min_x[i] = box.min_x;
    node->max_x[i] = box.max_x;
    node->min_y[i] = box.min_y;
    node->max_y[i] = box.max_y;
}

// Half of the perimeter; negative for the empty box.
static inline float box_size(index_box b) {
    return (b.max_x - b.min_x) + (b.max_y - b.min_y);
}

static inline bool same_box(index_box p, index_box q) {
    return p.min_x == q.min_x && p.max_x == q.max_x && p.min_y == q.min_y && p.max_y == q.max_y;
}

// The number of bits.
static inline unsigned bits_in(unsigned byte) {
    byte -= byte >> 1 & 0x55;
    byte = (byte & 0x33) + (byte >> 2 & 0x33);
    return (byte + (byte >> 4)) & 0xf;
}

#endif
