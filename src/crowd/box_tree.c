// A tree of boxes; see box_tree.h. Room: crowd.
#include "crowd/box_tree.h"

#include "contracts.h"

size_t carom_tree_boxes(size_t slots) {
    size_t boxes = slots;
    while (slots > 1) {
        slots = (slots + 3) / 4;
        boxes += slots;
    }
    return boxes;
}

void carom_tree_lay_out(box_tree *tree, carom_box *memory, uint32_t slots) {
    tree->levels = 0;
    for (;;) {
        CAROM_ASSERT(tree->levels < TREE_LEVELS_MAX);
        tree->boxes[tree->levels] = memory;
        tree->counts[tree->levels++] = slots;
        memory += slots;
        if (slots <= 1)
            return;
        slots = slots / 4 + (slots % 4 != 0);
    }
}

void carom_tree_build(box_tree *tree) {
    for (int level = 1; level < tree->levels; level++) {
        const carom_box *below = tree->boxes[level - 1];
        const uint32_t count = tree->counts[level - 1];
        for (uint32_t i = 0; i < count; i++) {
            carom_box *box = &tree->boxes[level][i / 4];
            *box = i % 4 == 0 ? below[i] : box_of_both(*box, below[i]);
        }
    }
}

bool carom_tree_grow(box_tree *tree, uint32_t slot, carom_box box) {
    CAROM_ASSERT(slot < tree->counts[0]);
    int level = 0;
    for (uint32_t i = slot; level < tree->levels; level++, i /= 4) {
        if (carom_box_contains(tree->boxes[level][i], box))
            break;
        tree->boxes[level][i] = box_of_both(tree->boxes[level][i], box);
    }
    return level > 0;
}

void carom_tree_query(tree_query *query, const box_tree *tree, carom_box box, uint32_t first) {
    query->tree = tree;
    query->box = box;
    query->first = first;
    const int top = tree->levels - 1;
    CAROM_ASSERT(tree->counts[top] == 1 && (first == 0 || top > 0));
    query->stack[0].index = 0;
    query->stack[0].level = top;
    query->count = carom_box_overlaps(tree->boxes[top][0], box) ? 1 : 0;
}

bool carom_tree_next(tree_query *query, uint32_t *slot) {
    const box_tree *tree = query->tree;
    while (query->count > 0) {
        query->count--;
        const uint32_t index = query->stack[query->count].index;
        const int level = query->stack[query->count].level - 1;
        if (level < 0) {
            *slot = index;
            return true;
        }
        const carom_box *boxes = tree->boxes[level];
        const uint32_t left = tree->counts[level] - 4 * index;
        const uint32_t end = 4 * index + (left < 4 ? left : 4);
        // The last slot below a node is (i + 1) 4^level - 1.
        const uint32_t asked = query->first >> 2 * level;
        CAROM_ASSERT(query->count + 4 <= TREE_STACK_MAX);
        for (uint32_t i = 4 * index > asked ? 4 * index : asked; i < end; i++) {
            query->stack[query->count].index = i;
            query->stack[query->count].level = level;
            query->count += carom_box_overlaps(boxes[i], query->box);
        }
    }
    return false;
}

// Starts the query of the next four slots. False if there are none.
static bool start_four(tree_pairs *pairs, uint32_t begin) {
    const box_tree *tree = pairs->query.tree;
    const uint32_t count = tree->counts[0];
    if (tree->levels < 2 || begin >= count)
        return false;
    pairs->begin = begin;
    pairs->end = count - begin < 4 ? count : begin + 4;
    pairs->low = pairs->high = pairs->end;
    // If there is no slot after the first, there is no pair.
    if (begin + 1 >= count)
        return false;
    carom_tree_query(&pairs->query, tree, tree->boxes[1][begin / 4], begin + 1);
    return true;
}

void carom_tree_start_pairs(tree_pairs *pairs, const box_tree *tree) {
    pairs->query.tree = tree;
    pairs->query.count = 0;
    pairs->begin = pairs->end = pairs->low = pairs->high = 0;
    start_four(pairs, 0);
}

bool carom_tree_next_pair(tree_pairs *pairs) {
    const carom_box *boxes = pairs->query.tree->boxes[0];
    for (;;) {
        while (pairs->low < pairs->end && pairs->low < pairs->high) {
            const uint32_t low = pairs->low++;
            if (carom_box_overlaps(boxes[low], boxes[pairs->high])) {
                pairs->found = low;
                return true;
            }
        }
        if (carom_tree_next(&pairs->query, &pairs->high))
            pairs->low = pairs->begin;
        else if (!start_four(pairs, pairs->end))
            return false;
    }
}
