// The layout of a scene, the same in memory and in a file.
//
// A leaf holds LEAF_WALLS walls as a structure of arrays, so that several are tested at once. The
// tree above has no pointers: node i of a level holds the boxes of children NODE_CHILDREN * i and
// on of the level below; the children of the lowest level are leaves. If a large scene has only a
// few very long walls, rays and lines, as a frame around everything, no box contains the last
// leaves, which hold these walls: every search looks there. Otherwise each of these walls would
// make every box above it so large that nearly all searches go there. A slot is the position of a
// wall in the leaves. The view of a scene that changes (dynamic.h) has the same leaves and nodes,
// but links lead from a node to its children, and slots may be empty. Room: scene.
#ifndef CAROM_SCENE_LAYOUT_H
#define CAROM_SCENE_LAYOUT_H

#include "carom/scene.h"
#include "contracts.h"
#include "numbers.h"

enum {
    LEAF_WALLS = 8,
    NODE_CHILDREN = 8,
    // Enough for CAROM_INDEX_MAX walls.
    LEVELS_MAX = 10,
    // At most so many walls are outside the tree, so at most two leaves.
    LOOSE_WALLS_MAX = LEAF_WALLS,
    LOOSE_LEAVES_MAX = 2,
    // Enough for the same number of walls in a tree with links.
    HEIGHT_MAX = 16,
    SCENE_VERSION = 3
};

// A leaf. The last one may have slots without a wall. In a tree with links any slot may be empty:
// its numbers are NaN, and no comparison with them holds.
typedef struct scene_leaf {
    double ax[LEAF_WALLS], ay[LEAF_WALLS], bx[LEAF_WALLS], by[LEAF_WALLS];
} scene_leaf;

// The boxes of children in index coordinates. Where there is no child, the minimum is above the
// maximum.
typedef struct scene_node {
    float min_x[NODE_CHILDREN], max_x[NODE_CHILDREN], min_y[NODE_CHILDREN], max_y[NODE_CHILDREN];
} scene_node;

// The header. All members have 8 bytes, so no machine adds padding.
struct carom_scene {
    char magic[8];
    uint64_t byte_order_and_version;
    // The checksum of all bytes after this member.
    uint64_t checksum;
    uint64_t size;
    uint64_t count;
    // The first slot of rays and lines, which come last; `count` if there are none.
    uint64_t endless_from;
    uint64_t leaf_count;
    // The offsets of the parts in bytes from the start of the header.
    uint64_t leaves_at, nodes_at, index_at, slot_at;
    // Radii by slot; 0 if all walls have `radius`. Extents from slot endless_from on; 0 if there
    // are no rays and lines.
    uint64_t radii_at, extents_at;
    // Categories by slot; 0 if all categories are 0. Groups by slot; 0 if all groups are 0.
    // One-sided flags by slot, in bytes; 0 if no wall is one-sided.
    uint64_t categories_at, groups_at, one_sided_at;
    uint64_t level_count;
    // The first node of each level.
    uint64_t level_start[LEVELS_MAX];
    // The radius of all walls; 0 if their radii differ.
    double radius;
    // Index coordinates are (x - origin) * scale, as a float. This map is monotonic, so boxes that
    // overlap in doubles overlap in floats.
    double origin_x, origin_y, scale;
    carom_box box;
    // How many of the last leaves are outside the tree.
    uint64_t loose_leaves;
    // The rest is 0 but in the view of a scene that changes.
    //
    // The links of all nodes.
    uint64_t links_at;
    // The node at the root.
    uint64_t root;
    // The first slot and the first index that have no room.
    uint64_t slot_end, index_end;
};

_Static_assert(sizeof(scene_leaf) == 256 && sizeof(scene_node) == 128 &&
                   sizeof(struct carom_scene) == 320,
               "the same bytes on every machine");

// The first bytes of every scene, and of the view of a scene that changes, which cannot be opened.
#define SCENE_MAGIC "CaromSc\n"
#define VIEW_MAGIC "CaromVw\n"

// Tells the two byte orders apart.
#define BYTE_ORDER_AND_VERSION (UINT64_C(0x0102030400000000) | SCENE_VERSION)

// ---- parts ----

// In a scene of bytes the parts follow the header. Those of a view lie in another block, ahead of
// the header or behind it: their offsets are differences of addresses.
static inline const void *scene_part(const carom_scene *s, uint64_t at) {
    CAROM_ASSERT(s->links_at != 0 || (at % CAROM_SCENE_ALIGNMENT == 0 && at <= s->size));
    return (const char *)s + (ptrdiff_t)at;
}

static inline const scene_leaf *scene_leaves(const carom_scene *s) {
    return (const scene_leaf *)scene_part(s, s->leaves_at);
}

// The first leaf outside the tree; the number of leaves if there is none.
static inline size_t scene_loose_from(const carom_scene *s) {
    CAROM_ASSERT(s->loose_leaves <= s->leaf_count);
    return (size_t)(s->leaf_count - s->loose_leaves);
}

static inline const scene_node *scene_nodes(const carom_scene *s) {
    return (const scene_node *)scene_part(s, s->nodes_at);
}

// The wall's index by its slot.
static inline const uint32_t *scene_index(const carom_scene *s) {
    return (const uint32_t *)scene_part(s, s->index_at);
}

// The slot by the wall's index.
static inline const uint32_t *scene_slot(const carom_scene *s) {
    return (const uint32_t *)scene_part(s, s->slot_at);
}

// The index in an empty slot, and the slot of an index without a wall.
#define NO_INDEX UINT32_MAX

// Is there room for this slot, and for this index?
static inline bool scene_has_slot(const carom_scene *s, size_t slot) {
    return slot < (s->links_at != 0 ? s->slot_end : s->count);
}

static inline bool scene_has_index(const carom_scene *s, size_t index) {
    return index < (s->links_at != 0 ? s->index_end : s->count);
}

// ---- links ----

// A link to a leaf of rays and lines has this bit; the others are the number of the leaf. Other
// links are the number of a node.
#define LINK_ENDLESS UINT32_C(0x80000000)

#define NO_LINK UINT32_MAX

static inline uint32_t leaf_of_link(uint32_t link) {
    return link & ~LINK_ENDLESS;
}

// The links of a node.
typedef struct scene_links {
    uint32_t child[NODE_CHILDREN];
    // The sizes of the children's boxes, for edits (dynamic.h).
    float settled[NODE_CHILDREN];
} scene_links;

static inline const scene_links *scene_links_of(const carom_scene *s) {
    return (const scene_links *)scene_part(s, s->links_at);
}

// The wall in a slot as geometry: without its category, group and one-sided flag, for calls that
// ignore them.
static inline carom_wall scene_geometry_at(const carom_scene *s, size_t slot) {
    CAROM_ASSERT(scene_has_slot(s, slot));
    const scene_leaf *leaf = scene_leaves(s) + slot / LEAF_WALLS;
    const size_t i = slot % LEAF_WALLS;
    carom_wall wall = carom_segment(carom_vec2_make(leaf->ax[i], leaf->ay[i]),
                                    carom_vec2_make(leaf->bx[i], leaf->by[i]));
    wall.radius = s->radius;
    if (s->radii_at != 0)
        wall.radius = ((const double *)scene_part(s, s->radii_at))[slot];
    if (slot >= s->endless_from)
        wall.extent = ((const uint8_t *)scene_part(s, s->extents_at))[slot - s->endless_from];
    return wall;
}

// The wall in a slot, complete.
static inline carom_wall scene_wall_at(const carom_scene *s, size_t slot) {
    carom_wall wall = scene_geometry_at(s, slot);
    if (s->categories_at != 0)
        wall.category = ((const uint32_t *)scene_part(s, s->categories_at))[slot];
    if (s->groups_at != 0)
        wall.group = ((const uint32_t *)scene_part(s, s->groups_at))[slot];
    if (s->one_sided_at != 0)
        wall.one_sided = ((const uint8_t *)scene_part(s, s->one_sided_at))[slot] != 0;
    return wall;
}

// True if the filter does not accept the wall in a slot.
bool carom_scene_rejects(const carom_scene *s, const carom_filter *filter, size_t slot);

// True if the filter leaves out the wall in a slot. `filter` may be NULL.
static inline bool scene_leaves_out(const carom_scene *s, const carom_filter *filter, size_t slot) {
    return filter != NULL && carom_scene_rejects(s, filter, slot);
}

// The number of nodes of a level.
static inline size_t scene_level_nodes(const carom_scene *s, size_t level) {
    CAROM_ASSERT(level < s->level_count);
    const uint64_t end =
        level + 1 < s->level_count ? s->level_start[level + 1] : s->level_start[level] + 1;
    return (size_t)(end - s->level_start[level]);
}

// ---- index coordinates ----

// Index coordinates are clamped to this.
#define INDEX_FAR 0x1p100

// The largest origin. A difference to it does not overflow. If it did, two places close to each
// other could be far apart in index coordinates.
#define ORIGIN_MAX 0x1p969

// Monotonic in p, and not NaN if p is not.
static inline float index_coordinate(double p, double origin, double scale) {
    CAROM_ASSERT(scale > 0.0 && fabs(origin) <= ORIGIN_MAX);
    const double q = (p - origin) * scale;
    return (float)(q < -INDEX_FAR ? -INDEX_FAR : q > INDEX_FAR ? INDEX_FAR : q);
}

typedef struct index_box {
    float min_x, max_x, min_y, max_y;
} index_box;

static inline index_box index_box_of(const carom_scene *s, carom_box box) {
    const index_box b = {index_coordinate(box.min.x, s->origin_x, s->scale),
                         index_coordinate(box.max.x, s->origin_x, s->scale),
                         index_coordinate(box.min.y, s->origin_y, s->scale),
                         index_coordinate(box.max.y, s->origin_y, s->scale)};
    return b;
}

static inline index_box scene_node_child(const scene_node *node, size_t i) {
    CAROM_ASSERT(i < NODE_CHILDREN);
    const index_box b = {node->min_x[i], node->max_x[i], node->min_y[i], node->max_y[i]};
    return b;
}

// ---- sizes ----

// Which optional parts a scene has.
typedef struct scene_parts {
    bool radii, categories, groups, one_sided;
} scene_parts;

// Appends a part of so many bytes to the size. Returns its offset.
uint64_t carom_scene_add_part(carom_scene *s, uint64_t size);

// Sets the offsets, levels and size that follow from count, endless_from and the optional parts.
// loose_leaves stays as it is.
void carom_scene_lay_out(carom_scene *s, scene_parts optional);

// The checksum of the bytes after the member `checksum`.
uint64_t carom_scene_checksum(const carom_scene *s);

// ---- boxes ----

// carom_wall_box of a valid wall. Segments of radius 0 take a short cut.
static inline carom_box scene_wall_box(carom_wall wall) {
    CAROM_ASSERT(carom_wall_is_valid(wall));
    if (wall.extent != CAROM_EXTENT_SEGMENT || wall.radius != 0.0)
        return carom_wall_box(wall);
    const carom_box box = {{smaller(wall.a.x, wall.b.x), smaller(wall.a.y, wall.b.y)},
                           {larger(wall.a.x, wall.b.x), larger(wall.a.y, wall.b.y)}};
    return box;
}

static inline carom_box carom_box_none(void) {
    const carom_box none = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    return none;
}

static inline carom_box carom_box_union(carom_box p, carom_box q) {
    const carom_box both = {{smaller(p.min.x, q.min.x), smaller(p.min.y, q.min.y)},
                            {larger(p.max.x, q.max.x), larger(p.max.y, q.max.y)}};
    return both;
}

// The empty box: overlaps no box and does not change a union.
static inline index_box index_box_none(void) {
    const index_box none = {(float)HUGE_VAL, -(float)HUGE_VAL, (float)HUGE_VAL, -(float)HUGE_VAL};
    return none;
}

static inline index_box index_box_union(index_box p, index_box q) {
    const index_box both = {
        q.min_x < p.min_x ? q.min_x : p.min_x, q.max_x > p.max_x ? q.max_x : p.max_x,
        q.min_y < p.min_y ? q.min_y : p.min_y, q.max_y > p.max_y ? q.max_y : p.max_y};
    return both;
}

// The box of a wall in the tree. A radius common to all walls is added to queries, not to the tree.
static inline index_box scene_tree_box(const carom_scene *s, carom_wall wall) {
    if (s->radii_at == 0)
        wall.radius = 0.0;
    return index_box_of(s, scene_wall_box(wall));
}

// The box of a child of a level, computed from the level below; index_box_none() for children that
// only fill the last node.
index_box carom_scene_child_box(const carom_scene *s, size_t level, size_t child);

#endif
