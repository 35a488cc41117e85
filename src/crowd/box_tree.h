// A tree of boxes over slots: which slots have a box that overlaps a given one.
//
// Method: the slots are in an order in which neighbours are close to each other, and each node
// covers four consecutive nodes or slots below it. Boxes only grow, so that a change takes one walk
// to the root. Room: crowd.
#ifndef CAROM_CROWD_BOX_TREE_H
#define CAROM_CROWD_BOX_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "carom/shapes.h"
#include "numbers.h"

// 4^16 slots in 17 levels.
enum { TREE_LEVELS_MAX = 17, TREE_STACK_MAX = 3 * TREE_LEVELS_MAX + 4 };

static inline bool carom_box_contains(carom_box p, carom_box q) {
    return (p.min.x <= q.min.x) & (p.min.y <= q.min.y) & (p.max.x >= q.max.x) &
           (p.max.y >= q.max.y);
}

// The box that contains both.
static inline carom_box box_of_both(carom_box p, carom_box q) {
    const carom_box box = {{smaller(p.min.x, q.min.x), smaller(p.min.y, q.min.y)},
                           {larger(p.max.x, q.max.x), larger(p.max.y, q.max.y)}};
    return box;
}

typedef struct box_tree {
    int levels;
    // The boxes of each level. Level 0 has the boxes of the slots.
    carom_box *boxes[TREE_LEVELS_MAX];
    uint32_t counts[TREE_LEVELS_MAX];
} box_tree;

// The number of boxes of a tree with this many slots.
size_t carom_tree_boxes(size_t slots);

// Divides the memory among the levels. The boxes of the slots are set by the caller.
void carom_tree_lay_out(box_tree *tree, carom_box *memory, uint32_t slots);

// Computes the boxes of all levels from those of the slots.
void carom_tree_build(box_tree *tree);

// Enlarges the box of a slot to contain `box`. Returns false if it already does.
bool carom_tree_grow(box_tree *tree, uint32_t slot, carom_box box);

// A query: the slots from `first` on whose boxes overlap `box`, from the last one to the first.
typedef struct tree_query {
    const box_tree *tree;
    carom_box box;
    uint32_t first;
    int count;
    struct {
        uint32_t index;
        int level;
    } stack[TREE_STACK_MAX];
} tree_query;

// If there is only one slot, `first` must be 0.
void carom_tree_query(tree_query *query, const box_tree *tree, carom_box box, uint32_t first);

// All pairs of slots whose boxes overlap, each once, in any order: one query for four slots.
typedef struct tree_pairs {
    tree_query query;
    uint32_t begin, end, low;
    // The pair: found < high.
    uint32_t found, high;
} tree_pairs;

void carom_tree_start_pairs(tree_pairs *pairs, const box_tree *tree);

// Sets the next pair. False if there is none. The boxes of the slots may grow in
// between.
bool carom_tree_next_pair(tree_pairs *pairs);

// Sets the next slot. False if there is none. The tree must not change during the query.
bool carom_tree_next(tree_query *query, uint32_t *slot);

#endif
