// The trees of a scene that changes: a wall is put into a leaf or taken out of one.
//
// Method: the way down takes the child whose box grows least, by half its perimeter. A full leaf
// shares its walls with a sibling or is split in two; so is a full node (R-tree). Boxes are always
// exactly those of what they hold. Source: Guttman 1984; Beckmann et al. 1990 (R*-tree) for the
// splits. Room: scene.
#include <string.h>

#include "compiler.h"
#include "contracts.h"
#include "scene/dynamic.h"
#include "scene/dynamic_split.h"

// A part of a split has at least this many. A leaf shares its walls with a sibling that has at most
// so many.
enum { PART_LEAST = 3, SHARING_MOST = 5, MERGING_MOST = 5, FEW_WALLS = 2 };

// ---- walls in slots ----

void carom_dynamic_write(carom_dynamic_scene *d, size_t slot, const carom_wall *wall) {
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
    if (d->one_sided != NULL)
        d->one_sided[slot] = wall->one_sided;
}

void carom_dynamic_fill_slot(carom_dynamic_scene *d, uint32_t leaf, uint32_t id, carom_wall wall) {
    CAROM_ASSERT(d->walls_of[leaf] != 0xff);
    const unsigned i = (unsigned)trailing_zeros(~(uint64_t)d->walls_of[leaf]);
    const uint32_t slot = leaf * LEAF_WALLS + i;
    carom_dynamic_write(d, slot, &wall);
    d->index[slot] = id;
    d->slot[id] = slot;
    d->walls_of[leaf] = (uint8_t)(d->walls_of[leaf] | 1u << i);
}

static void empty_slot(carom_dynamic_scene *d, uint32_t slot) {
    const uint32_t leaf = slot / LEAF_WALLS;
    const carom_vec2 none = {(double)NAN, (double)NAN};
    const carom_wall empty = {.a = none, .b = none};
    carom_dynamic_write(d, slot, &empty);
    d->index[slot] = NO_INDEX;
    d->walls_of[leaf] = (uint8_t)(d->walls_of[leaf] & ~(1u << slot % LEAF_WALLS));
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
    d->settled[place] = box_size(box);
}

void carom_dynamic_tighten(carom_dynamic_scene *d, uint32_t place, index_box box) {
    while (!same_box(box_at(d, place), box)) {
        settle_box(d, place, box);
        const uint32_t node = node_of(place);
        place = d->node_pool.parent[node];
        if (place == NO_PLACE)
            return;
        box = carom_dynamic_node_box(d, node);
    }
}

// Makes the boxes from a place upward hold a box.
static void widen(carom_dynamic_scene *d, uint32_t place, index_box box) {
    while (place != NO_PLACE) {
        const index_box before = box_at(d, place), both = index_box_union(before, box);
        if (same_box(before, both))
            return;
        settle_box(d, place, both);
        place = d->node_pool.parent[node_of(place)];
    }
}

// ---- children ----

// Links a child into a free place of a node, with its box. Does not change the boxes above.
static uint32_t attach(carom_dynamic_scene *d, uint32_t node, uint32_t link, bool is_leaf,
                       index_box box) {
    CAROM_ASSERT(d->children_of[node] != 0xff);
    const unsigned i = (unsigned)trailing_zeros(~(uint64_t)d->children_of[node]);
    const uint32_t place = node * NODE_CHILDREN + i;
    d->children_of[node] = (uint8_t)(d->children_of[node] | 1u << i);
    d->links[place] = link;
    if (is_leaf)
        d->leaf_pool.parent[leaf_of_link(link)] = place;
    else
        d->node_pool.parent[link] = place;
    settle_box(d, place, box);
    return place;
}

// Leaves a place without a child. Does not change the boxes above.
static void cut(carom_dynamic_scene *d, uint32_t place) {
    const uint32_t node = node_of(place);
    d->links[place] = NO_LINK;
    d->children_of[node] = (uint8_t)(d->children_of[node] & ~(1u << place % NODE_CHILDREN));
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
        uint32_t place = d->node_pool.parent[d->root[i]];
        while (place != NO_PLACE && node_of(place) != d->top) {
            const uint32_t node = node_of(place);
            place = d->node_pool.parent[node];
            carom_dynamic_free_node(d, node);
        }
        d->node_pool.parent[d->root[i]] = NO_PLACE;
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

// Moves the second part of the children of a node to a new sibling; levels count from the leaves.
static uint32_t halve_node(carom_dynamic_scene *d, uint32_t node, uint32_t level) {
    index_box boxes[NODE_CHILDREN];
    uint8_t order[NODE_CHILDREN];
    for (uint32_t i = 0; i < NODE_CHILDREN; i++)
        boxes[i] = box_at(d, node * NODE_CHILDREN + i);
    const uint32_t sibling = carom_dynamic_new_node(d);
    for (unsigned i = carom_dynamic_split(boxes, NODE_CHILDREN, PART_LEAST, order);
         i < NODE_CHILDREN; i++) {
        const uint32_t place = node * NODE_CHILDREN + order[i];
        attach(d, sibling, d->links[place], level == 0, boxes[order[i]]);
        cut(d, place);
    }
    return sibling;
}

// Splits a full node, and before it each full node above it.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void split_node(carom_dynamic_scene *d, wall_class of, uint32_t node, uint32_t level) {
    CAROM_ASSERT(level < HEIGHT_MAX && d->children_of[node] == 0xff);
    const bool is_root = node == d->root[of];
    if (is_root) {
        part_trees(d);
        d->root[of] = carom_dynamic_new_node(d);
        d->height[of]++;
        attach(d, d->root[of], node, false, carom_dynamic_node_box(d, node));
    } else if (d->children_of[node_of(d->node_pool.parent[node])] == 0xff) {
        split_node(d, of, node_of(d->node_pool.parent[node]), level + 1);
    }
    const uint32_t place = d->node_pool.parent[node];
    const uint32_t sibling = halve_node(d, node, level);
    settle_box(d, place, carom_dynamic_node_box(d, node));
    attach(d, node_of(place), sibling, false, carom_dynamic_node_box(d, sibling));
    if (is_root)
        carom_dynamic_join(d);
}

// Divides the walls of two leaves between them anew; the second may be empty.
static void share_walls(carom_dynamic_scene *d, const uint32_t places[2]) {
    carom_wall walls[2 * LEAF_WALLS];
    uint32_t ids[2 * LEAF_WALLS], leaves[2];
    index_box boxes[2 * LEAF_WALLS];
    uint8_t order[2 * LEAF_WALLS];
    unsigned count = 0;
    for (int k = 0; k < 2; k++) {
        leaves[k] = leaf_of_link(d->links[places[k]]);
        for (unsigned rest = d->walls_of[leaves[k]]; rest != 0; rest &= rest - 1) {
            const uint32_t slot =
                leaves[k] * LEAF_WALLS + (unsigned)trailing_zeros(rest);
            ids[count] = d->index[slot];
            walls[count] = scene_wall_at(d->view, slot);
            boxes[count] = scene_tree_box(d->view, walls[count]);
            count++;
            empty_slot(d, slot);
        }
    }
    const unsigned least = count > LEAF_WALLS + PART_LEAST - 1 ? count - (LEAF_WALLS - 1) : PART_LEAST;
    const unsigned first = carom_dynamic_split(boxes, count, least, order);
    index_box box[2] = {index_box_none(), index_box_none()};
    for (unsigned i = 0; i < count; i++) {
        const int k = i >= first;
        carom_dynamic_fill_slot(d, leaves[k], ids[order[i]], walls[order[i]]);
        box[k] = index_box_union(box[k], boxes[order[i]]);
    }
    settle_box(d, places[0], box[0]);
    settle_box(d, places[1], box[1]);
}

// The sibling of a leaf with at most so many walls for which the box around both is least larger
// than what `own` weighs of theirs; NO_PLACE if there is none.
static uint32_t best_sibling(const carom_dynamic_scene *d, uint32_t place, unsigned most,
                             float *least) {
    const uint32_t node = node_of(place);
    const index_box own = box_at(d, place);
    uint32_t best = NO_PLACE;
    *least = (float)HUGE_VAL;
    for (unsigned rest = d->children_of[node] & ~(1u << place % NODE_CHILDREN); rest != 0;
         rest &= rest - 1) {
        const uint32_t sibling = node * NODE_CHILDREN + (unsigned)trailing_zeros(rest);
        const index_box other = box_at(d, sibling);
        const float more = box_size(index_box_union(own, other)) - box_size(own) - box_size(other);
        if (bits_in(d->walls_of[leaf_of_link(d->links[sibling])]) <= most &&
            (best == NO_PLACE || more < *least)) {
            best = sibling;
            *least = more;
        }
    }
    return best;
}

// ---- putting ----

// The child of a node whose box grows least by another box; of equal ones the smallest.
static uint32_t best_child(const carom_dynamic_scene *d, uint32_t node, index_box box) {
    const scene_node *n = &d->nodes[node];
    float more[NODE_CHILDREN], size[NODE_CHILDREN];
    for (int i = 0; i < NODE_CHILDREN; i++) {
        const float min_x = box.min_x < n->min_x[i] ? box.min_x : n->min_x[i];
        const float max_x = box.max_x > n->max_x[i] ? box.max_x : n->max_x[i];
        const float min_y = box.min_y < n->min_y[i] ? box.min_y : n->min_y[i];
        const float max_y = box.max_y > n->max_y[i] ? box.max_y : n->max_y[i];
        size[i] = (n->max_x[i] - n->min_x[i]) + (n->max_y[i] - n->min_y[i]);
        more[i] = ((max_x - min_x) + (max_y - min_y)) - size[i];
    }
    int best = 0;
    for (int i = 1; i < NODE_CHILDREN; i++)
        if (more[i] < more[best] || (more[i] == more[best] && size[i] < size[best]))
            best = i;
    CAROM_ASSERT(d->children_of[node] >> best & 1);
    return node * NODE_CHILDREN + (uint32_t)best;
}

// The place of the leaf for a box: that whose box, and those above it, grow least.
static uint32_t find_leaf(const carom_dynamic_scene *d, wall_class of, index_box box) {
    uint32_t place = best_child(d, d->root[of], box);
    for (uint32_t level = d->height[of] - 1; level > 0; level--)
        place = best_child(d, d->links[place], box);
    return place;
}

// The better of two places for a box.
static uint32_t better(const carom_dynamic_scene *d, const uint32_t places[2], index_box box) {
    float more[2];
    for (int k = 0; k < 2; k++) {
        const index_box is = box_at(d, places[k]);
        more[k] = box_size(index_box_union(is, box)) - box_size(is);
        if (d->walls_of[leaf_of_link(d->links[places[k]])] == 0xff)
            more[k] = (float)HUGE_VAL;
    }
    return places[more[1] < more[0]];
}

// Makes room for a wall in or beside a full leaf. Returns the place of a leaf with a free slot.
static uint32_t make_room(carom_dynamic_scene *d, wall_class of, uint32_t place, index_box box) {
    const uint32_t leaf = leaf_of_link(d->links[place]);
    const uint32_t node = node_of(place);
    float more;
    uint32_t places[2] = {place, best_sibling(d, place, SHARING_MOST, &more)};
    const bool is_full = d->children_of[node] == 0xff;
    if (places[1] == NO_PLACE || (!is_full && more > 0.0f)) {
        if (is_full)
            split_node(d, of, node, 0);
        const uint32_t split = carom_dynamic_new_leaf(d, of);
        places[0] = d->leaf_pool.parent[leaf];
        places[1] = attach(d, node_of(places[0]), link_of_leaf(split, of), true, index_box_none());
    }
    share_walls(d, places);
    return better(d, places, box);
}

wall_class carom_dynamic_class(const carom_dynamic_scene *d, const carom_wall *wall) {
    return carom_scene_class_of(d->view, d->built_count, wall, scene_wall_box(*wall));
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
        if (d->walls_of[leaf_of_link(d->links[place])] == 0xff)
            place = make_room(d, of, place, box);
        widen(d, place, box);
    }
    carom_dynamic_fill_slot(d, leaf_of_link(d->links[place]), id, wall);
}

// ---- taking ----

// Removes the children that have become empty, upward from a place, and roots with one child.
static void prune(carom_dynamic_scene *d, wall_class of, uint32_t place) {
    cut(d, place);
    uint32_t node = node_of(place);
    while (d->children_of[node] == 0 && node != d->root[of]) {
        place = d->node_pool.parent[node];
        carom_dynamic_free_node(d, node);
        cut(d, place);
        node = node_of(place);
    }
    if (d->children_of[node] == 0) {
        part_trees(d);
        carom_dynamic_free_node(d, node);
        d->height[of] = 0;
        carom_dynamic_join(d);
        return;
    }
    if (d->node_pool.parent[node] != NO_PLACE)
        carom_dynamic_tighten(d, d->node_pool.parent[node], carom_dynamic_node_box(d, node));
    const uint32_t root = d->root[of];
    if (d->height[of] > 1 && bits_in(d->children_of[root]) == 1) {
        part_trees(d);
        d->root[of] =
            d->links[root * NODE_CHILDREN + (unsigned)trailing_zeros(d->children_of[root])];
        d->height[of]--;
        d->node_pool.parent[d->root[of]] = NO_PLACE;
        carom_dynamic_free_node(d, root);
        carom_dynamic_join(d);
    }
}

// Moves the walls of a leaf with few to a sibling, if the box around both is not larger than both
// boxes together.
static void merge_leaf(carom_dynamic_scene *d, wall_class of, uint32_t place) {
    float more;
    const uint32_t sibling = best_sibling(d, place, MERGING_MOST, &more);
    if (sibling == NO_PLACE || more > 0.0f)
        return;
    const uint32_t leaf = leaf_of_link(d->links[place]);
    for (unsigned rest = d->walls_of[leaf]; rest != 0; rest &= rest - 1) {
        const uint32_t slot = leaf * LEAF_WALLS + (unsigned)trailing_zeros(rest);
        carom_dynamic_fill_slot(d, leaf_of_link(d->links[sibling]), d->index[slot],
                                scene_wall_at(d->view, slot));
    }
    settle_box(d, sibling, index_box_union(box_at(d, sibling), box_at(d, place)));
    carom_dynamic_free_leaf(d, leaf);
    prune(d, of, place);
}

void carom_dynamic_take(carom_dynamic_scene *d, uint32_t id) {
    const uint32_t slot = d->slot[id], leaf = slot / LEAF_WALLS;
    const uint32_t place = d->leaf_pool.parent[leaf];
    const wall_class of = (wall_class)d->class_of[leaf];
    empty_slot(d, slot);
    if (d->walls_of[leaf] == 0) {
        carom_dynamic_free_leaf(d, leaf);
        prune(d, of, place);
        return;
    }
    carom_dynamic_tighten(d, place, carom_dynamic_leaf_box(d, leaf));
    if (bits_in(d->walls_of[leaf]) <= FEW_WALLS)
        merge_leaf(d, of, place);
}
