// The trees of a scene that changes: a wall is put into a leaf or taken out of one.
//
// Method: the way down takes the child whose box grows least, by half its perimeter. A full leaf
// shares its walls with a sibling or is split in two; so is a full node (R-tree). Boxes are always
// exactly those of what they hold. Source: Guttman 1984; Beckmann et al. 1990 (R*-tree) for the
// splits. Room: dynamic_scene.
#include <string.h>

#include "compiler.h"
#include "contracts.h"
#include "dynamic_scene/dynamic.h"
#include "dynamic_scene/dynamic_split.h"
#include "scene/traversal.h"

// A part of a split has at least PART_LEAST walls or children. A full leaf shares its walls with a
// sibling that has at most SHARING_MOST. A leaf of at most FEW_WALLS walls, or a node of at most
// FEW_CHILDREN children, merges with a sibling that has at most MERGING_MOST.
enum { PART_LEAST = 3, SHARING_MOST = 5, MERGING_MOST = 5, FEW_WALLS = 2, FEW_CHILDREN = 3 };

// The highest level, counted from the leaves, at which a wall far from all others gets a branch of
// its own.
enum { BRANCH_LEVEL = 1 };

// ---- walls in slots ----

void carom_dynamic_fill_slot(carom_dynamic_scene *d, uint32_t leaf, uint32_t id, carom_wall wall) {
    CAROM_ASSERT(d->leaf_info[leaf].used != 0xff);
    const unsigned i = (unsigned)trailing_zeros(~(uint64_t)d->leaf_info[leaf].used);
    const uint32_t slot = leaf * LEAF_WALLS + i;
    write_slot(d, slot, &wall);
    d->index[slot] = id;
    d->slot[id] = slot;
    d->leaf_info[leaf].used = (uint8_t)(d->leaf_info[leaf].used | 1u << i);
}

static void empty_slot(carom_dynamic_scene *d, uint32_t slot) {
    const uint32_t leaf = slot / LEAF_WALLS;
    const carom_vec2 none = {(double)NAN, (double)NAN};
    const carom_wall empty = {.a = none, .b = none};
    write_slot(d, slot, &empty);
    d->index[slot] = NO_INDEX;
    d->leaf_info[leaf].used = (uint8_t)(d->leaf_info[leaf].used & ~(1u << slot % LEAF_WALLS));
}

// ---- boxes ----

index_box carom_dynamic_node_box(const carom_dynamic_scene *d, uint32_t node) {
    index_box box = index_box_none();
    for (size_t i = 0; i < NODE_CHILDREN; i++)
        box = index_box_union(box, scene_node_child(&d->nodes[node], i));
    return box;
}

static void settle_box(carom_dynamic_scene *d, uint32_t place, index_box box) {
    set_box(d, place, box);
    *settled_at(d, place) = box_size(box);
}

void carom_dynamic_tighten(carom_dynamic_scene *d, uint32_t place, index_box box) {
    while (!same_box(box_at(d, place), box)) {
        settle_box(d, place, box);
        const uint32_t node = node_of(place);
        place = d->node_info[node].parent;
        if (place == NO_PLACE)
            return;
        box = carom_dynamic_node_box(d, node);
    }
}

// Makes the boxes from a place upward hold a box.
static void widen(carom_dynamic_scene *d, uint32_t place, const index_box *box) {
    while (place != NO_PLACE) {
        const index_box before = box_at(d, place), both = index_box_union(before, *box);
        if (same_box(before, both))
            return;
        settle_box(d, place, both);
        place = d->node_info[node_of(place)].parent;
    }
}

// ---- children ----

// Links a child into a free place of a node, with its box. Does not change the boxes above.
static uint32_t attach(carom_dynamic_scene *d, uint32_t node, uint32_t link, bool is_leaf,
                       index_box box) {
    CAROM_ASSERT(d->node_info[node].used != 0xff);
    const unsigned i = (unsigned)trailing_zeros(~(uint64_t)d->node_info[node].used);
    const uint32_t place = node * NODE_CHILDREN + i;
    d->node_info[node].used = (uint8_t)(d->node_info[node].used | 1u << i);
    d->links[node].child[i] = link;
    if (is_leaf)
        d->leaf_info[leaf_of_link(link)].parent = place;
    else
        d->node_info[link].parent = place;
    settle_box(d, place, box);
    return place;
}

// Leaves a place without a child. Does not change the boxes above.
static void cut(carom_dynamic_scene *d, uint32_t place) {
    const uint32_t node = node_of(place);
    d->links[node].child[place % NODE_CHILDREN] = NO_LINK;
    d->node_info[node].used = (uint8_t)(d->node_info[node].used & ~(1u << place % NODE_CHILDREN));
    set_box(d, place, index_box_none());
}

static uint32_t link_of_leaf(uint32_t leaf, wall_class of) {
    return of == ENDLESS_WALLS ? leaf | LINK_ENDLESS : leaf;
}

// ---- the top ----

// Takes the trees of the classes apart: frees the nodes above them.
static void part_trees(carom_dynamic_scene *d) {
    for (int i = 0; i < WALL_CLASSES; i++) {
        if (d->height[i] == 0)
            continue;
        uint32_t place = d->node_info[d->root[i]].parent;
        while (place != NO_PLACE && node_of(place) != d->top) {
            const uint32_t node = node_of(place);
            place = d->node_info[node].parent;
            carom_dynamic_free_node(d, node);
        }
        d->node_info[d->root[i]].parent = NO_PLACE;
    }
    if (d->top != NO_LINK)
        carom_dynamic_free_node(d, d->top);
    d->top = NO_LINK;
}

void carom_dynamic_join(carom_dynamic_scene *d) {
    uint32_t trees = 0, height = 0;
    part_trees(d);
    for (int i = 0; i < WALL_CLASSES; i++) {
        if (d->height[i] == 0)
            continue;
        trees++;
        d->view->root = d->root[i];
        height = d->height[i] > height ? d->height[i] : height;
    }
    if (trees > 1) {
        d->top = carom_dynamic_new_node(d);
        for (int i = 0; i < WALL_CLASSES; i++) {
            if (d->height[i] == 0)
                continue;
            const index_box box = carom_dynamic_node_box(d, d->root[i]);
            uint32_t node = d->root[i];
            for (uint32_t level = d->height[i]; level < height; level++) {
                const uint32_t above = carom_dynamic_new_node(d);
                attach(d, above, node, false, box);
                node = above;
            }
            attach(d, d->top, node, false, box);
        }
        d->view->root = d->top;
        height++;
    }
    CAROM_ASSERT(height <= HEIGHT_MAX);
    d->view->level_count = height;
}

// ---- splits ----

// What is known of the child in a place; levels count from the leaves.
static const tree_item *child_info(const carom_dynamic_scene *d, uint32_t place, uint32_t level) {
    return level == 0 ? &d->leaf_info[leaf_at(d, place)] : &d->node_info[link_at(d, place)];
}

// The best sibling of a child to share or merge with: the size of the box around both exceeds the
// sum of their sizes least, and by at most `exceed`. The sibling has at most `most` walls or
// children. NO_PLACE if there is none.
static uint32_t best_sibling(const carom_dynamic_scene *d, uint32_t place, uint32_t level,
                             unsigned most, float exceed) {
    const uint32_t node = node_of(place);
    const index_box own = box_at(d, place);
    uint32_t best = NO_PLACE;
    for (unsigned rest = d->node_info[node].used & ~(1u << place % NODE_CHILDREN); rest != 0;
         rest &= rest - 1) {
        const uint32_t sibling = node * NODE_CHILDREN + (uint32_t)trailing_zeros(rest);
        const index_box other = box_at(d, sibling);
        const float more = box_size(index_box_union(own, other)) - box_size(own) - box_size(other);
        if (more <= exceed && bits_in(child_info(d, sibling, level)->used) <= most) {
            best = sibling;
            exceed = more;
        }
    }
    return best;
}

// The least number for a part when `count` are divided in two: none gets more than 7.
static unsigned part_least(unsigned count) {
    return count > LEAF_WALLS - 1 + PART_LEAST ? count - (LEAF_WALLS - 1) : PART_LEAST;
}

// Divides the children of a full node between it and an empty one. Levels count from the leaves.
static void divide_children(carom_dynamic_scene *d, const uint32_t places[2], uint32_t level) {
    index_box boxes[NODE_CHILDREN];
    uint32_t links[NODE_CHILDREN];
    uint8_t order[NODE_CHILDREN];
    const uint32_t full = link_at(d, places[0]);
    for (uint32_t i = 0; i < NODE_CHILDREN; i++) {
        links[i] = d->links[full].child[i];
        boxes[i] = box_at(d, full * NODE_CHILDREN + i);
        cut(d, full * NODE_CHILDREN + i);
    }
    const unsigned first = carom_dynamic_split(boxes, NODE_CHILDREN, PART_LEAST, order);
    index_box box[2] = {index_box_none(), index_box_none()};
    for (unsigned i = 0; i < NODE_CHILDREN; i++) {
        const int k = i >= first;
        attach(d, link_at(d, places[k]), links[order[i]], level == 0, boxes[order[i]]);
        box[k] = index_box_union(box[k], boxes[order[i]]);
    }
    settle_box(d, places[0], box[0]);
    settle_box(d, places[1], box[1]);
}

// Splits a full node, and before it a full node above it.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void split_node(carom_dynamic_scene *d, wall_class of, uint32_t node, uint32_t level) {
    CAROM_ASSERT(level < HEIGHT_MAX && d->node_info[node].used == 0xff);
    const bool is_root = node == d->root[of];
    if (is_root) {
        part_trees(d);
        d->root[of] = carom_dynamic_new_node(d);
        d->height[of]++;
        attach(d, d->root[of], node, false, carom_dynamic_node_box(d, node));
    } else if (d->node_info[node_of(d->node_info[node].parent)].used == 0xff) {
        split_node(d, of, node_of(d->node_info[node].parent), level + 1);
    }
    uint32_t places[2] = {d->node_info[node].parent, NO_PLACE};
    places[1] = attach(d, node_of(places[0]), carom_dynamic_new_node(d), false, index_box_none());
    divide_children(d, places, level);
    if (is_root)
        carom_dynamic_join(d);
}

// The walls of two leaves: their slots and boxes, those of the first leaf first.
typedef struct leaf_pair {
    unsigned count, count_in_first;
    uint32_t slots[2 * LEAF_WALLS];
    index_box boxes[2 * LEAF_WALLS];
} leaf_pair;

static void list_pair(const carom_dynamic_scene *d, const uint32_t leaves[2], leaf_pair *pair) {
    pair->count = 0;
    for (int k = 0; k < 2; k++) {
        if (k == 1)
            pair->count_in_first = pair->count;
        for (unsigned rest = d->leaf_info[leaves[k]].used; rest != 0; rest &= rest - 1) {
            const uint32_t slot = leaves[k] * LEAF_WALLS + (unsigned)trailing_zeros(rest);
            pair->slots[pair->count] = slot;
            pair->boxes[pair->count] = scene_tree_box(d->view, scene_geometry_at(d->view, slot));
            pair->count++;
        }
    }
}

// Divides the walls of two leaves between them anew; the second may be empty. Of the two ways to
// give the parts to the leaves it takes the one that moves fewer walls.
static void share_walls(carom_dynamic_scene *d, const uint32_t places[2]) {
    const uint32_t leaves[2] = {leaf_at(d, places[0]), leaf_at(d, places[1])};
    leaf_pair pair;
    list_pair(d, leaves, &pair);
    uint8_t order[2 * LEAF_WALLS];
    const unsigned first =
        carom_dynamic_split(pair.boxes, pair.count, part_least(pair.count), order);
    unsigned moves = 0;
    for (unsigned i = 0; i < pair.count; i++)
        moves += (order[i] >= pair.count_in_first) != (i >= first);
    const bool is_swapped = 2 * moves > pair.count;
    index_box box[2] = {index_box_none(), index_box_none()};
    carom_wall walls[LEAF_WALLS];
    uint32_t ids[LEAF_WALLS];
    uint8_t to[LEAF_WALLS];
    moves = 0;
    for (unsigned i = 0; i < pair.count; i++) {
        const unsigned number = order[i], part = (i >= first) != is_swapped;
        box[part] = index_box_union(box[part], pair.boxes[number]);
        if (part == (number >= pair.count_in_first))
            continue;
        CAROM_ASSERT(moves < LEAF_WALLS);
        ids[moves] = d->index[pair.slots[number]];
        walls[moves] = scene_wall_at(d->view, pair.slots[number]);
        to[moves++] = (uint8_t)part;
        empty_slot(d, pair.slots[number]);
    }
    for (unsigned i = 0; i < moves; i++)
        carom_dynamic_fill_slot(d, leaves[to[i]], ids[i], walls[i]);
    settle_box(d, places[0], box[0]);
    settle_box(d, places[1], box[1]);
}

// ---- putting ----

// Would the box make the child in a place more than twice as large, and enlarge it by more than a
// branch for the box alone costs?
static bool wants_branch(const carom_dynamic_scene *d, uint32_t place, uint32_t level,
                         index_box box) {
    const index_box child = box_at(d, place);
    const float more = box_size(index_box_union(child, box)) - box_size(child);
    return more > box_size(child) && more > 2.0f * (float)(level + 1) * box_size(box);
}

// Adds a leaf for a box to a node, below a chain of nodes. Returns the place of the leaf.
static uint32_t add_branch(carom_dynamic_scene *d, wall_class of, uint32_t node, uint32_t level,
                           index_box box) {
    if (d->node_info[node].used == 0xff)
        split_node(d, of, node, level);
    widen(d, d->node_info[node].parent, &box);
    for (; level > 0; level--) {
        const uint32_t below = carom_dynamic_new_node(d);
        attach(d, node, below, false, box);
        node = below;
    }
    return attach(d, node, link_of_leaf(carom_dynamic_new_leaf(d, of), of), true, box);
}

// The place of the leaf for a box: that whose box, and those above it, grow least. A box far from
// all others gets a leaf of its own.
static uint32_t find_leaf(carom_dynamic_scene *d, wall_class of, index_box box) {
    uint32_t places[BRANCH_LEVEL + 1];
    places[0] = scene_descend(d->view, d->root[of], d->height[of], &box);
    CAROM_ASSERT(d->node_info[node_of(places[0])].used >> places[0] % NODE_CHILDREN & 1);
    uint32_t level = 0;
    while (level < BRANCH_LEVEL && level + 1 < d->height[of]) {
        places[level + 1] = d->node_info[node_of(places[level])].parent;
        level++;
    }
    for (;; level--) {
        if (wants_branch(d, places[level], level, box))
            return add_branch(d, of, node_of(places[level]), level, box);
        if (level == 0)
            return places[0];
    }
}

// The better of two places for a box.
static uint32_t better(const carom_dynamic_scene *d, const uint32_t places[2], index_box box) {
    float more[2];
    for (int k = 0; k < 2; k++) {
        const index_box is = box_at(d, places[k]);
        more[k] = box_size(index_box_union(is, box)) - box_size(is);
    }
    return places[more[1] < more[0]];
}

// Makes room for a wall in or beside a full leaf. Returns the place of a leaf with a free slot.
static uint32_t make_room(carom_dynamic_scene *d, wall_class of, uint32_t place, index_box box) {
    const uint32_t leaf = leaf_at(d, place);
    const uint32_t node = node_of(place);
    const bool is_full = d->node_info[node].used == 0xff;
    const float exceed = is_full ? (float)HUGE_VAL : 0.0f;
    uint32_t places[2] = {place, best_sibling(d, place, 0, SHARING_MOST, exceed)};
    if (places[1] != NO_PLACE) {
        fetch_leaf_to_write(d, leaf_at(d, places[1]));
    } else {
        if (is_full)
            split_node(d, of, node, 0);
        const uint32_t split = carom_dynamic_new_leaf(d, of);
        places[0] = d->leaf_info[leaf].parent;
        places[1] = attach(d, node_of(places[0]), link_of_leaf(split, of), true, index_box_none());
    }
    share_walls(d, places);
    return better(d, places, box);
}

wall_class carom_dynamic_class(const carom_dynamic_scene *d, const carom_wall *wall) {
    const carom_box box = scene_wall_box(*wall);
    return carom_scene_class_of(d->view, d->built_count, wall, &box);
}

void carom_dynamic_put(carom_dynamic_scene *d, uint32_t id, carom_wall wall) {
    const wall_class of = carom_dynamic_class(d, &wall);
    const index_box box = scene_tree_box(d->view, wall);
    uint32_t place;
    if (d->height[of] == 0) {
        const uint32_t node = carom_dynamic_new_node(d), leaf = carom_dynamic_new_leaf(d, of);
        part_trees(d);
        d->root[of] = node;
        d->height[of] = 1;
        place = attach(d, node, link_of_leaf(leaf, of), true, box);
        carom_dynamic_join(d);
    } else {
        place = find_leaf(d, of, box);
        fetch_leaf_to_write(d, leaf_at(d, place));
        if (d->leaf_info[leaf_at(d, place)].used == 0xff)
            place = make_room(d, of, place, box);
        widen(d, place, &box);
    }
    carom_dynamic_fill_slot(d, leaf_at(d, place), id, wall);
}

// ---- taking ----

// Leaves out a root with one child.
static void lower_root(carom_dynamic_scene *d, wall_class of) {
    const uint32_t root = d->root[of];
    if (d->height[of] == 1 || bits_in(d->node_info[root].used) != 1)
        return;
    part_trees(d);
    d->root[of] = d->links[root].child[trailing_zeros(d->node_info[root].used)];
    d->height[of]--;
    d->node_info[d->root[of]].parent = NO_PLACE;
    carom_dynamic_free_node(d, root);
    carom_dynamic_join(d);
}

// Moves the children of a node with few to a sibling, if the box around both is not larger than
// both boxes together. True if so; the place of the node is to be cut then.
static bool merge_node(carom_dynamic_scene *d, uint32_t place, uint32_t level) {
    const uint32_t node = link_at(d, place);
    const uint32_t sibling =
        best_sibling(d, place, level + 1, MERGING_MOST, -0.4f * box_size(box_at(d, place)));
    if (sibling == NO_PLACE)
        return false;
    for (unsigned rest = d->node_info[node].used; rest != 0; rest &= rest - 1) {
        const uint32_t child = node * NODE_CHILDREN + (uint32_t)trailing_zeros(rest);
        attach(d, link_at(d, sibling), link_at(d, child), level == 0, box_at(d, child));
    }
    settle_box(d, sibling, index_box_union(box_at(d, sibling), box_at(d, place)));
    carom_dynamic_free_node(d, node);
    return true;
}

// Cuts the leaf in a place from its tree, and the nodes above it that have become empty.
static void prune(carom_dynamic_scene *d, wall_class of, uint32_t place) {
    for (uint32_t level = 0;; level++) {
        const uint32_t node = node_of(place), above = d->node_info[node].parent;
        cut(d, place);
        const unsigned left = bits_in(d->node_info[node].used);
        if (node == d->root[of]) {
            if (left > 0)
                break;
            part_trees(d);
            carom_dynamic_free_node(d, node);
            d->height[of] = 0;
            carom_dynamic_join(d);
            return;
        }
        if (left > 0) {
            carom_dynamic_tighten(d, above, carom_dynamic_node_box(d, node));
            if (left > FEW_CHILDREN || !merge_node(d, above, level))
                return;
        } else {
            carom_dynamic_free_node(d, node);
        }
        place = above;
    }
    const uint32_t root = d->root[of];
    if (d->node_info[root].parent != NO_PLACE)
        carom_dynamic_tighten(d, d->node_info[root].parent, carom_dynamic_node_box(d, root));
    lower_root(d, of);
}

// Moves the walls of a leaf with few to a sibling, if the box around both is not larger than both
// boxes together.
static void merge_leaf(carom_dynamic_scene *d, wall_class of, uint32_t place) {
    const uint32_t sibling = best_sibling(d, place, 0, MERGING_MOST, 0.0f);
    if (sibling == NO_PLACE)
        return;
    const uint32_t leaf = leaf_at(d, place);
    for (unsigned rest = d->leaf_info[leaf].used; rest != 0; rest &= rest - 1) {
        const uint32_t slot = leaf * LEAF_WALLS + (uint32_t)trailing_zeros(rest);
        carom_dynamic_fill_slot(d, leaf_at(d, sibling), d->index[slot],
                                scene_wall_at(d->view, slot));
    }
    settle_box(d, sibling, index_box_union(box_at(d, sibling), box_at(d, place)));
    carom_dynamic_free_leaf(d, leaf);
    prune(d, of, place);
}

void carom_dynamic_take(carom_dynamic_scene *d, uint32_t id) {
    const uint32_t slot = d->slot[id], leaf = slot / LEAF_WALLS;
    const uint32_t place = d->leaf_info[leaf].parent;
    const wall_class of = (wall_class)d->leaf_info[leaf].of;
    fetch_leaf_to_write(d, leaf);
    fetch_node_to_write(d, node_of(place));
    empty_slot(d, slot);
    if (d->leaf_info[leaf].used == 0) {
        carom_dynamic_free_leaf(d, leaf);
        prune(d, of, place);
        return;
    }
    carom_dynamic_tighten(d, place, carom_dynamic_leaf_box(d, leaf));
    if (bits_in(d->leaf_info[leaf].used) <= FEW_WALLS)
        merge_leaf(d, of, place);
}
