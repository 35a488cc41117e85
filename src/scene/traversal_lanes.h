// The traversals over lanes: eight boxes of a node, or eight walls of a leaf, side by side.
//
// The including file chooses the lanes and defines CAROM_SCENE_SET, the name of the table, and
// CAROM_SET_NAME, the name of the set. Room: scene.
#include "scene/traversal.h"

#include "simd/lanes.h"

// How much more the enlargement of a box counts than its size.
#define ENLARGEMENT_WEIGHT 1024.0f

// The size of the stack of waiting nodes: at most 7 of each level, and one more.
enum { STACK_MAX = HEIGHT_MAX * NODE_CHILDREN };

// A node on the stack: its distance, its position in its level, its level. In a tree with links the
// levels of all nodes start at 0, so the position is the number of the node.
typedef struct waiting_node {
    float key;
    uint32_t node, level;
} waiting_node;

// ---- nodes ----

// Several boxes side by side.
typedef struct boxes_in_lanes {
    lanes32 min_x, max_x, min_y, max_y;
} boxes_in_lanes;

CAROM_INLINE boxes_in_lanes boxes_of_node(const scene_node *node, int i) {
    return (boxes_in_lanes){lanes32_load(node->min_x + i), lanes32_load(node->max_x + i),
                            lanes32_load(node->min_y + i), lanes32_load(node->max_y + i)};
}

// The boxes that do not overlap this box, as bits.
CAROM_INLINE unsigned boxes_apart(const index_box *box, boxes_in_lanes boxes) {
    const unsigned x = lanes32_less_bits(lanes32_all(box->max_x), boxes.min_x) |
                       lanes32_less_bits(boxes.max_x, lanes32_all(box->min_x));
    const unsigned y = lanes32_less_bits(lanes32_all(box->max_y), boxes.min_y) |
                       lanes32_less_bits(boxes.max_y, lanes32_all(box->min_y));
    return x | y;
}

// The children whose box overlaps this box; bit i stands for child i. Empty boxes overlap none.
CAROM_INLINE unsigned node_meets(const scene_node *node, const index_box *box) {
    unsigned apart = 0;
    for (int i = 0; i < NODE_CHILDREN; i += LANES32)
        apart |= boxes_apart(box, boxes_of_node(node, i)) << i;
    return ~apart & 0xff;
}

// The boxes whose part inside the search box lies outside the slab, as bits.
CAROM_INLINE unsigned boxes_beside(const tree_search *t, boxes_in_lanes boxes) {
    const index_slab *slab = &t->slab;
    const lanes32 normal_x = lanes32_all(slab->normal_x), normal_y = lanes32_all(slab->normal_y);
    const lanes32 low = lanes32_all(slab->offset - slab->margin);
    const lanes32 high = lanes32_all(slab->offset + slab->margin);
    const bool right = slab->normal_x > 0.0f, up = slab->normal_y > 0.0f;
    const lanes32 min_x = lanes32_max(boxes.min_x, lanes32_all(t->near.min_x));
    const lanes32 max_x = lanes32_min(boxes.max_x, lanes32_all(t->near.max_x));
    const lanes32 min_y = lanes32_max(boxes.min_y, lanes32_all(t->near.min_y));
    const lanes32 max_y = lanes32_min(boxes.max_y, lanes32_all(t->near.max_y));
    const lanes32 least =
        lanes32_plus(normal_x * (right ? min_x : max_x), normal_y, up ? min_y : max_y);
    const lanes32 most =
        lanes32_plus(normal_x * (right ? max_x : min_x), normal_y, up ? max_y : min_y);
    return lanes32_less_bits(high, least) | lanes32_less_bits(most, low);
}

// The children whose part inside the search box lies outside the slab.
CAROM_INLINE unsigned node_beside(const scene_node *node, const tree_search *t) {
    unsigned beside = 0;
    for (int i = 0; i < NODE_CHILDREN; i += LANES32)
        beside |= boxes_beside(t, boxes_of_node(node, i)) << i;
    return beside;
}

// The squared distances from a place to the boxes.
CAROM_INLINE lanes32 squares_to(boxes_in_lanes boxes, lanes32 x, lanes32 y) {
    const lanes32 none = lanes32_all(0.0f);
    const lanes32 dx = lanes32_max(lanes32_max(boxes.min_x - x, x - boxes.max_x), none);
    const lanes32 dy = lanes32_max(lanes32_max(boxes.min_y - y, y - boxes.max_y), none);
    return lanes32_plus(dx * dx, dy, dy);
}

CAROM_INLINE void node_distances(const scene_node *node, float from_x, float from_y,
                                 float *squares) {
    const lanes32 x = lanes32_all(from_x), y = lanes32_all(from_y);
    for (int i = 0; i < NODE_CHILDREN; i += LANES32) {
        const lanes32 square = squares_to(boxes_of_node(node, i), x, y);
        memcpy(squares + i, &square, sizeof square);
    }
}

// The children that are farther than the limit.
CAROM_INLINE unsigned node_beyond(const float *squares, float limit) {
    unsigned beyond = 0;
    for (int i = 0; i < NODE_CHILDREN; i += LANES32)
        beyond |= lanes32_less_bits(lanes32_all(limit), lanes32_load(squares + i)) << i;
    return beyond;
}

// Lists these children, the nearest last, by the squared distances of their boxes. Overwrites up to
// NODE_CHILDREN entries. Returns how many children there are.
CAROM_INLINE size_t sort_children(unsigned children, const float *squares, waiting_node *out) {
    size_t count = 0;
#if defined(CAROM_LANES_BYTES) && !defined(CAROM_SMALL)
    static const int32_t numbers[NODE_CHILDREN] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const int32_t bits[NODE_CHILDREN] = {1, 2, 4, 8, 16, 32, 64, 128};
    // The number of a child in the lowest bits makes all keys different. The others have the key
    // -1, so they come after the listed ones. The keys are compared as integers, whose order is the
    // same: where subnormal numbers are taken for zero, small keys would be equal as floats, and
    // places would stay empty.
    int32_t keys[NODE_CHILDREN];
    for (int i = 0; i < NODE_CHILDREN; i += LANES32) {
        lanes32_mask number, bit;
        memcpy(&number, numbers + i, sizeof number);
        memcpy(&bit, bits + i, sizeof bit);
        const lanes32 square = lanes32_min(lanes32_load(squares + i), lanes32_all(FLT_MAX));
        const lanes32_mask key = ((lanes32_mask)square & (INT32_MAX - NODE_CHILDREN + 1)) | number;
        const lanes32_mask is_listed = (bit & (int32_t)children) != 0;
        const lanes32_mask listed = (is_listed & key) | ~is_listed;
        memcpy(keys + i, &listed, sizeof listed);
    }
    int32_t places[NODE_CHILDREN];
    for (int i = 0; i < NODE_CHILDREN; i += LANES32) {
        lanes32_mask key;
        memcpy(&key, keys + i, sizeof key);
        lanes32_mask place = (lanes32_mask)lanes32_all(0.0f);
        for (int j = 0; j < NODE_CHILDREN; j++)
            place -= key < keys[j];
        memcpy(places + i, &place, sizeof place);
    }
    for (; children != 0; count++) {
        const unsigned child = take_lowest(&children);
        out[places[child]].key = squares[child];
        out[places[child]].node = child;
    }
#else
    while (children != 0) {
        const unsigned child = take_lowest(&children);
        size_t at = count++;
        // cppcheck-suppress uninitvar ; at <= count
        for (; at > 0 && out[at - 1].key < squares[child]; at--)
            out[at] = out[at - 1];
        out[at].key = squares[child];
        out[at].node = child;
    }
#endif
    return count;
}

// ---- children ----

// The links of a scene; NULL without links. Each traversal is compiled for both.
CAROM_INLINE const scene_links *links_of(const carom_scene *s, bool linked) {
    return linked ? scene_links_of(s) : NULL;
}

// The position of a node's child in the level below: a node or, from the lowest level, a leaf.
CAROM_INLINE uint32_t child_of(const scene_links *links, uint32_t node, unsigned child) {
    return links != NULL ? links[node].child[child] : node * NODE_CHILDREN + child;
}

// The number of the leaf that a child is.
CAROM_INLINE uint32_t leaf_of(const scene_links *links, uint32_t child) {
    return links != NULL ? child & ~LINK_ENDLESS : child;
}

// Lists the leaves outside the tree, to be visited before all others. A tree with links has none.
CAROM_INLINE size_t list_loose_leaves(const carom_scene *s, bool linked, waiting_node *out) {
    size_t count = 0;
    for (size_t leaf = scene_loose_from(s); !linked && leaf < s->leaf_count; leaf++) {
        out[count].key = 0.0f;
        out[count++].node = (uint32_t)leaf;
    }
    return count;
}

// ---- leaves ----

// Corrects a leaf that has rays, lines or empty slots: rays and lines always may matter, because
// their ends do not bound them.
CAROM_NOINLINE unsigned mend_slots(const carom_scene *s, size_t first, unsigned found) {
    unsigned bounded = 0, all = 0;
    for (size_t i = 0; i < LEAF_WALLS; i++) {
        bounded |= (unsigned)(first + i < s->endless_from) << i;
        all |= (unsigned)(first + i < s->count) << i;
    }
    return (found & bounded) | (all & ~bounded);
}

// All walls of a leaf of rays and lines, which may have empty slots.
CAROM_NOINLINE unsigned full_slots(const carom_scene *s, size_t first) {
    unsigned all = 0;
    for (size_t i = 0; i < LEAF_WALLS; i++)
        all |= (unsigned)(scene_index(s)[first + i] != NO_INDEX) << i;
    return all;
}

CAROM_INLINE unsigned slots_there(const carom_scene *s, const scene_links *links, uint32_t child,
                                  unsigned found) {
    const size_t first = (size_t)leaf_of(links, child) * LEAF_WALLS;
    if (links != NULL)
        return CAROM_LIKELY((child & LINK_ENDLESS) == 0) ? found : full_slots(s, first);
    return CAROM_LIKELY(first + LEAF_WALLS <= s->endless_from) ? found
                                                               : mend_slots(s, first, found);
}

#include "scene/leaf_lanes.h"

CAROM_INLINE void fetch(const void *at, size_t size) {
    for (size_t i = 0; i < size; i += 64)
        CAROM_PREFETCH((const char *)at + i);
}

CAROM_INLINE void fetch_leaf(const carom_scene *s, size_t leaf) {
    fetch(scene_leaves(s) + leaf, sizeof(scene_leaf));
    fetch(scene_index(s) + leaf * LEAF_WALLS, LEAF_WALLS * sizeof(uint32_t));
}

// Removes the bit with the smallest key, keys[0] for bit 0, keys[stride] for bit 1, and returns its
// position.
CAROM_INLINE unsigned take_least(unsigned *bits, const double *keys, size_t stride) {
    unsigned least = (unsigned)trailing_zeros(*bits);
    for (unsigned rest = *bits & (*bits - 1); rest != 0;) {
        const unsigned i = take_lowest(&rest);
        least = keys[i * stride] < keys[least * stride] ? i : least;
    }
    *bits &= ~(1u << least);
    return least;
}

#include "scene/packet_lanes.h"

// ---- traversals ----

// A box with a NaN contains nothing.
static bool has_nan(const index_box *b) {
    return b->min_x != b->min_x || b->max_x != b->max_x || b->min_y != b->min_y ||
           b->max_y != b->max_y;
}

// Leaves that are on their way into the cache. They wait until the nodes are done or there are many
// of them, so that the memory delivers several at a time.
enum { LEAVES_WAITING = 2 * NODE_CHILDREN };

typedef struct waiting_leaves {
    uint32_t children[LEAVES_WAITING];
    size_t count;
} waiting_leaves;

// Called with leaves that have arrived. Returns false to end the traversal.
typedef bool leaves_visit(void *context, const carom_scene *s, const scene_links *links,
                          const waiting_leaves *w);

// Finds the leaves whose boxes overlap a box.
CAROM_INLINE void traverse_leaves(const carom_scene *s, bool linked, const index_box *near,
                                  leaves_visit *visit, void *context) {
    if (s->count == 0 || has_nan(near))
        return;
    CAROM_ASSERT(s->level_count >= 1 && s->level_count <= HEIGHT_MAX);
    const scene_node *nodes = scene_nodes(s);
    const scene_links *links = links_of(s, linked);
    waiting_node stack[STACK_MAX], *top = stack;
    waiting_leaves leaves = {.count = 0};
    for (size_t leaf = scene_loose_from(s); !linked && leaf < s->leaf_count; leaf++)
        leaves.children[leaves.count++] = (uint32_t)leaf;
    waiting_node here = {0.0f, linked ? (uint32_t)s->root : 0, (uint32_t)s->level_count - 1};
    for (;;) {
        const size_t start = linked ? 0 : (size_t)s->level_start[here.level];
        if (linked)
            CAROM_PREFETCH(&links[here.node]);
        unsigned children = node_meets(nodes + start + here.node, near);
        if (here.level > 0 && children != 0) {
            // Descends to one child directly, which is faster than through the stack. The others
            // wait.
            const uint32_t parent = here.node;
            here.level--;
            here.node = child_of(links, parent, take_lowest(&children));
            while (children != 0) {
                top->node = child_of(links, parent, take_lowest(&children));
                top->level = here.level;
                fetch(nodes + (linked ? 0 : s->level_start[here.level]) + top->node, sizeof *nodes);
                top++;
                CAROM_ASSERT(top < stack + STACK_MAX);
            }
            continue;
        }
        while (children != 0) {
            const uint32_t child = child_of(links, here.node, take_lowest(&children));
            fetch_leaf(s, leaf_of(links, child));
            leaves.children[leaves.count++] = child;
        }
        const bool is_last = top == stack;
        if (is_last || leaves.count > (int)LEAVES_WAITING - NODE_CHILDREN) {
            if (!visit(context, s, links, &leaves))
                return;
            leaves.count = 0;
        }
        if (is_last)
            return;
        here = *--top;
    }
}

typedef struct box_search {
    const carom_box *box;
    box_visit *visit;
    void *context;
} box_search;

CAROM_INLINE bool visit_leaves_of_box(void *context, const carom_scene *s, const scene_links *links,
                                      const waiting_leaves *w) {
    const box_search *b = context;
    for (size_t i = 0; i < w->count; i++) {
        const size_t leaf = leaf_of(links, w->children[i]);
        const unsigned slots = slots_there(s, links, w->children[i], leaf_meets(s, leaf, b->box));
        if (slots != 0 && !b->visit(b->context, leaf * LEAF_WALLS, slots))
            return false;
    }
    return true;
}

static void traverse_box(const carom_scene *s, const carom_box *box, box_visit *visit,
                         void *context) {
    box_search b = {box, visit, context};
    const index_box near = index_box_of(s, *box);
    if (s->links_at != 0)
        traverse_leaves(s, true, &near, visit_leaves_of_box, &b);
    else
        traverse_leaves(s, false, &near, visit_leaves_of_box, &b);
}

// Lists the children that still matter, the nearest last. Returns how many there are. `p` is the
// packet of the search, NULL for a single path or a point.
CAROM_INLINE size_t list_children(const tree_search *t, const beam_packet *p,
                                  const scene_node *node, uint32_t level, waiting_node *out) {
    unsigned children = node_meets(node, &t->near);
    // The large boxes of higher nodes are rarely beside the slab, unless the path crosses several.
    const unsigned but_one = children & (children - 1);
    if (p == NULL && t->has_slab && (level <= 1 ? children : but_one & (but_one - 1)) != 0)
        children &= ~node_beside(node, t);
    if (children == 0)
        return 0;
    if (p == NULL && (children & (children - 1)) == 0) { // a single child needs no order
        out->key = 0.0f;
        out->node = take_lowest(&children);
        return 1;
    }
    float squares[NODE_CHILDREN];
    node_distances(node, t->from_x, t->from_y, squares);
    children &= ~node_beyond(squares, t->limit);
    if (p != NULL)
        children = children_met(p, node, children, squares);
    return sort_children(children, squares, out);
}

// Takes the last of the waiting nodes that still matters. Returns false if there is none.
CAROM_INLINE bool take_waiting(waiting_node **top, const waiting_node *stack, float limit,
                               waiting_node *here) {
    do {
        if (*top == stack)
            return false;
        *here = *--*top;
    } while (here->key > limit);
    return true;
}

// Descends to the nearest child directly: the last of `count` that are listed from `top` on. The
// others wait. Returns the new top.
CAROM_INLINE waiting_node *descend(const carom_scene *s, bool linked, waiting_node *here,
                                   waiting_node *top, size_t count) {
    const scene_links *links = links_of(s, linked);
    const uint32_t parent = here->node;
    here->level--;
    here->node = child_of(links, parent, top[count - 1].node);
    const scene_node *nodes = scene_nodes(s) + (linked ? 0 : s->level_start[here->level]);
    for (; count > 1; count--, top++) {
        top->node = child_of(links, parent, top->node);
        top->level = here->level;
        fetch(nodes + top->node, sizeof *nodes);
    }
    return top;
}

// Called with a leaf: the child of a node in the lowest level. Returns false to end the traversal.
typedef bool leaf_visit(void *context, tree_search *t, const scene_links *links, uint32_t child);

CAROM_INLINE void traverse_near(tree_search *t, const beam_packet *p, bool linked,
                                leaf_visit *visit, void *context) {
    const carom_scene *s = t->scene;
    if (s->count == 0 || has_nan(&t->near) || t->limit < 0.0f)
        return;
    CAROM_ASSERT(s->level_count >= 1 && s->level_count <= HEIGHT_MAX);
    const scene_node *nodes = scene_nodes(s);
    const scene_links *links = links_of(s, linked);
    waiting_node stack[STACK_MAX], *top = stack;
    *top++ = (waiting_node){0.0f, linked ? (uint32_t)s->root : 0, (uint32_t)s->level_count - 1};
    size_t count = list_loose_leaves(s, linked, top);
    for (;;) {
        while (count-- > 0)
            if (top[count].key <= t->limit && !visit(context, t, links, top[count].node))
                return;
        waiting_node here;
        if (!take_waiting(&top, stack, t->limit, &here))
            return;
        for (;;) {
            CAROM_ASSERT(top + NODE_CHILDREN <= stack + STACK_MAX);
            const size_t start = linked ? 0 : (size_t)s->level_start[here.level];
            if (linked)
                CAROM_PREFETCH(&links[here.node]);
            count = list_children(t, p, nodes + start + here.node, here.level, top);
            if (here.level == 0 || count == 0)
                break;
            top = descend(s, linked, &here, top, count);
        }
        for (size_t i = count; i-- > 0;) {
            top[i].node = child_of(links, here.node, top[i].node);
            fetch_leaf(s, leaf_of(links, top[i].node));
        }
    }
}

// The slots of a leaf whose walls may matter. Sets `early` if the search has a path.
CAROM_INLINE unsigned leaf_slots(const tree_search *t, const scene_links *links, uint32_t child,
                                 double *early) {
    const size_t leaf = leaf_of(links, child);
    unsigned slots = leaf_meets(t->scene, leaf, &t->box);
    if (slots != 0 && t->has_slab && t->scene->radii_at == 0)
        slots &= ~leaf_apart(t, leaf, early);
    return slots_there(t->scene, links, child, slots);
}

typedef struct single_search {
    search_visit *visit;
    void *context;
} single_search;

CAROM_INLINE bool visit_leaf(void *context, tree_search *t, const scene_links *links,
                             uint32_t child) {
    const single_search *s = context;
    const size_t first = (size_t)leaf_of(links, child) * LEAF_WALLS;
    double early[LEAF_WALLS] = {0.0};
    unsigned slots = (1u << LEAF_WALLS) - 1, narrowed = t->narrowed - 1;
    while (slots != 0) {
        // At first, and whenever the search has been shrunk.
        if (t->narrowed != narrowed) {
            narrowed = t->narrowed;
            slots &= leaf_slots(t, links, child, early);
        } else if (!s->visit(s->context, t, first + take_least(&slots, early, 1))) {
            return false;
        }
    }
    return true;
}

#ifndef CAROM_SMALL
#include "scene/path_lanes.h"
#endif

static void traverse_search(tree_search *t, search_visit *visit, void *context) {
#ifndef CAROM_SMALL
    if (t->first_part > 0.0) {
        if (!traverse_first_part(t, visit, context))
            return;
        carom_search_whole(t);
    }
#endif
    single_search s = {visit, context};
    if (t->scene->links_at != 0)
        traverse_near(t, NULL, true, visit_leaf, &s);
    else
        traverse_near(t, NULL, false, visit_leaf, &s);
}

static void traverse_packet(beam_packet *p, beam_visit *visit, void *context) {
    packet_search s = {p, visit, context};
#ifdef CAROM_SMALL
    traverse_near(&p->search, p, p->search.scene->links_at != 0, visit_leaf_of_packet, &s);
#else
    if (p->search.scene->links_at != 0)
        traverse_near(&p->search, p, true, visit_leaf_of_packet, &s);
    else
        traverse_near(&p->search, p, false, visit_leaf_of_packet, &s);
#endif
}

#include "scene/gap_lanes.h"
#include "scene/point_lanes.h"

// ---- the leaf for a new wall ----

// The child whose box another box enlarges least; of those it hardly enlarges, the smallest. Every
// step is rounded by itself, so that all sets choose the same child.
CAROM_INLINE unsigned least_enlarged(const scene_node *node, const index_box *box) {
    const lanes32 min_x = lanes32_all(box->min_x), max_x = lanes32_all(box->max_x);
    const lanes32 min_y = lanes32_all(box->min_y), max_y = lanes32_all(box->max_y);
    const lanes32 weight = lanes32_all(ENLARGEMENT_WEIGHT);
    float costs[NODE_CHILDREN];
    for (int i = 0; i < NODE_CHILDREN; i += LANES32) {
        const lanes32 left = lanes32_load(node->min_x + i), right = lanes32_load(node->max_x + i);
        const lanes32 low = lanes32_load(node->min_y + i), high = lanes32_load(node->max_y + i);
        // Half the perimeter; -infinity if there is no child, which then costs +infinity.
        const lanes32 size = (right - left) + (high - low);
        const lanes32 both = (lanes32_max(right, max_x) - lanes32_min(left, min_x)) +
                             (lanes32_max(high, max_y) - lanes32_min(low, min_y));
        const lanes32 more = (both - size) * weight;
        const lanes32 cost = more + both;
        memcpy(costs + i, &cost, sizeof cost);
    }
    float least[NODE_CHILDREN / 2];
    for (int i = 0; i < NODE_CHILDREN / 2; i++)
        least[i] = costs[i] < costs[i + 4] ? costs[i] : costs[i + 4];
    least[0] = least[0] < least[2] ? least[0] : least[2];
    least[1] = least[1] < least[3] ? least[1] : least[3];
    least[0] = least[0] < least[1] ? least[0] : least[1];
    unsigned above = 0;
    for (int i = 0; i < NODE_CHILDREN; i += LANES32)
        above |= lanes32_less_bits(lanes32_all(least[0]), lanes32_load(costs + i)) << i;
    return (unsigned)trailing_zeros(~above);
}

static uint32_t traverse_down(const carom_scene *s, uint32_t node, uint32_t levels,
                              const index_box *box) {
    const scene_node *nodes = scene_nodes(s);
    const scene_links *links = scene_links_of(s);
    for (;;) {
        CAROM_PREFETCH(&links[node]);
        const unsigned child = least_enlarged(&nodes[node], box);
        if (--levels == 0)
            return node * NODE_CHILDREN + child;
        node = links[node].child[child];
    }
}

const scene_traversals CAROM_SCENE_SET = {CAROM_SET_NAME, traverse_box,  traverse_search,
                                          traverse_point, gaps_of_found, traverse_packet,
                                          traverse_down};
