// The labels of a grid of several areas: which areas hold each corner, as lists that share their
// beginnings.
//
// A row is swept from left to right with the list of the areas that hold the corner. The areas in a
// list are sorted from wide to narrow, so that nested ones are one chain, and a change concerns the
// end of the list. All changes of a column are applied before the list gets its node. If areas
// overlap deeply, there are too many different lists; then the index does without labels. Room:
// scene.
#include <string.h>

#include "contracts.h"
#include "scene/area_layout.h"

enum {
    // The most nodes, and the most steps in lists, for each wall.
    NODES_FOR_WALL = 4,
    STEPS_FOR_WALL = 64
};

// ---- sorting ----

// Sorts crossings by a number below `keys`, in place of the array; `spare` has room for as many.
// Keeps the order of equals. `starts` has room for keys + 1 numbers.
static void sort_crossings(area_crossing *crossings, area_crossing *spare, size_t count,
                           bool by_row, size_t keys, size_t *starts) {
    memset(starts, 0, (keys + 1) * sizeof *starts);
    for (size_t i = 0; i < count; i++)
        starts[(by_row ? crossings[i].row : crossings[i].column) + 1]++;
    for (size_t i = 0; i < keys; i++)
        starts[i + 1] += starts[i];
    for (size_t i = 0; i < count; i++)
        spare[starts[by_row ? crossings[i].row : crossings[i].column]++] = crossings[i];
    memcpy(crossings, spare, count * sizeof *crossings);
}

// ---- from wide to narrow ----

// The areas by width.
typedef struct area_width {
    double width;
    uint32_t rank;
} area_width;

static bool is_narrower(area_width p, area_width q) {
    return p.width < q.width || (p.width == q.width && p.rank > q.rank);
}

// Sorts by merging, the widest first.
static void sort_widths(area_width *widths, area_width *spare, size_t count) {
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            const size_t middle = begin + run < count ? begin + run : count;
            const size_t end = begin + 2 * run < count ? begin + 2 * run : count;
            size_t p = begin, q = middle;
            for (size_t i = begin; i < end; i++)
                spare[i] = q >= end || (p < middle && !is_narrower(widths[p], widths[q]))
                               ? widths[p++]
                               : widths[q++];
        }
        memcpy(widths, spare, count * sizeof *widths);
    }
}

// Sets rank_at[i] to the rank of the area that is number i from wide to narrow.
static bool order_areas(const area_build *b, uint32_t *rank_at) {
    const carom_area_index *x = b->index;
    area_width *widths = (area_width *)area_allocate(b->memory, 2 * x->count, sizeof *widths);
    if (widths == NULL)
        return false;
    for (size_t i = 0; i < x->count; i++) {
        const index_box box = x->lists.whole[i];
        widths[i].width = (double)(box.max_x - box.min_x) + (double)(box.max_y - box.min_y);
        widths[i].rank = (uint32_t)i;
    }
    sort_widths(widths, widths + x->count, x->count);
    for (size_t i = 0; i < x->count; i++)
        rank_at[i] = widths[i].rank;
    area_release(b->memory, widths, 2 * x->count, sizeof *widths);
    return true;
}

// ---- nodes ----

typedef struct label_sweep {
    const area_build *b;
    area_grid *grid;
    // By number from wide to narrow: the rank. By rank: the number.
    uint32_t *rank_at, *number_of;
    // The list: numbers, in rising order, and the node of each beginning of the list.
    uint32_t *numbers, *nodes_at;
    size_t length;
    // A hash table of nodes; 0 in empty places. Its size is a power of two.
    uint32_t *places;
    size_t place_count, node_count, nodes_most, steps_left;
} label_sweep;

static size_t place_of_node(const label_sweep *w, area_node node) {
    uint64_t h =
        (node.parent * UINT64_C(0x9e3779b97f4a7c15) + node.rank) * UINT64_C(0xc2b2ae3d27d4eb4f);
    size_t at = (size_t)(h >> 32 ^ h) & (w->place_count - 1);
    for (;; at = (at + 1) & (w->place_count - 1)) {
        const area_node *there = &w->grid->nodes[w->places[at]];
        if (w->places[at] == 0 || (there->parent == node.parent && there->rank == node.rank))
            return at;
    }
}

static bool make_room(label_sweep *w, size_t capacity) {
    const carom_allocator *memory = w->b->memory;
    area_grid *g = w->grid;
    area_node *nodes = (area_node *)area_allocate(memory, capacity, sizeof *nodes);
    uint32_t *places = (uint32_t *)area_allocate(memory, 2 * capacity, sizeof *places);
    if (nodes == NULL || places == NULL) {
        area_release(memory, nodes, capacity, sizeof *nodes);
        area_release(memory, places, 2 * capacity, sizeof *places);
        return false;
    }
    if (w->node_count > 0)
        memcpy(nodes, g->nodes, w->node_count * sizeof *nodes);
    area_release(memory, g->nodes, g->node_capacity, sizeof *g->nodes);
    area_release(memory, w->places, w->place_count, sizeof *w->places);
    g->nodes = nodes;
    g->node_capacity = capacity;
    w->places = places;
    w->place_count = 2 * capacity;
    memset(places, 0, w->place_count * sizeof *places);
    for (size_t i = 1; i < w->node_count; i++)
        places[place_of_node(w, nodes[i])] = (uint32_t)i;
    return true;
}

typedef enum sweep_end { SWEEP_DONE, SWEEP_NO_MEMORY, SWEEP_TOO_DEEP } sweep_end;

// Sets the node of the list up to each of its places from `from` on.
static sweep_end name_lists(label_sweep *w, size_t from) {
    for (size_t i = from; i < w->length; i++) {
        const area_node node = {i > 0 ? w->nodes_at[i - 1] : 0, w->rank_at[w->numbers[i]]};
        size_t at = place_of_node(w, node);
        if (w->places[at] == 0) {
            if (w->node_count >= w->nodes_most)
                return SWEEP_TOO_DEEP;
            if (w->node_count >= w->grid->node_capacity) {
                if (!make_room(w, 2 * w->grid->node_capacity))
                    return SWEEP_NO_MEMORY;
                at = place_of_node(w, node);
            }
            w->grid->nodes[w->node_count] = node;
            w->places[at] = (uint32_t)w->node_count++;
        }
        w->nodes_at[i] = w->places[at];
    }
    return SWEEP_DONE;
}

// Adds an area to the list or removes it. Returns its place.
static size_t toggle_area(label_sweep *w, uint32_t number) {
    size_t low = 0, high = w->length;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (w->numbers[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t *at = w->numbers + low;
    const size_t after = w->length - low;
    if (after > 0 && *at == number) {
        memmove(at, at + 1, (after - 1) * sizeof *at);
        w->length--;
    } else {
        memmove(at + 1, at, after * sizeof *at);
        *at = number;
        w->length++;
    }
    return low;
}

// ---- the sweep ----

static void label_cells(const label_sweep *w, size_t row, size_t begin, size_t end) {
    const uint32_t node = w->length > 0 ? w->nodes_at[w->length - 1] : 0;
    uint32_t *labels = w->grid->labels + row * w->grid->columns;
    for (size_t i = begin; node != 0 && i < end; i++)
        labels[i] |= node;
}

// Labels a row, from its crossings in the order of columns.
static sweep_end label_row(label_sweep *w, size_t row, const area_crossing *crossings,
                           size_t count) {
    size_t column = 0;
    w->length = 0;
    for (size_t i = 0; i < count;) {
        const size_t here = crossings[i].column;
        label_cells(w, row, column, here);
        column = here;
        size_t changed = w->length, steps = 0;
        for (; i < count && crossings[i].column == here; i++) {
            const size_t at = toggle_area(w, w->number_of[crossings[i].rank]);
            changed = at < changed ? at : changed;
            steps += 1 + (w->length - at) / 16;
        }
        if (here >= w->grid->columns)
            break;
        steps += w->length > changed ? w->length - changed : 0;
        if (steps > w->steps_left)
            return SWEEP_TOO_DEEP;
        w->steps_left -= steps;
        const sweep_end end = name_lists(w, changed);
        if (end != SWEEP_DONE)
            return end;
    }
    label_cells(w, row, column, w->grid->columns);
    return SWEEP_DONE;
}

static sweep_end label_rows(label_sweep *w, const area_crossing *crossings, size_t count) {
    for (size_t row = 0, begin = 0, end = 0; row < w->grid->rows; row++, begin = end) {
        while (end < count && crossings[end].row == row)
            end++;
        const sweep_end ended = label_row(w, row, crossings + begin, end - begin);
        if (ended != SWEEP_DONE)
            return ended;
    }
    return SWEEP_DONE;
}

static bool sort_by_place(const area_build *b, area_crossing *crossings, size_t count) {
    const area_grid *g = &b->index->grid;
    const size_t keys = (g->columns > g->rows ? g->columns : g->rows) + 2;
    area_crossing *spare = (area_crossing *)area_allocate(b->memory, count, sizeof *spare);
    size_t *starts = (size_t *)area_allocate(b->memory, keys, sizeof *starts);
    const bool has_memory = spare != NULL && starts != NULL;
    if (has_memory) {
        sort_crossings(crossings, spare, count, false, g->columns + 1, starts);
        sort_crossings(crossings, spare, count, true, g->rows, starts);
    }
    area_release(b->memory, spare, count, sizeof *spare);
    area_release(b->memory, starts, keys, sizeof *starts);
    return has_memory;
}

static sweep_end sweep_labels(label_sweep *w, const area_crossing *crossings, size_t count) {
    const size_t areas = w->b->index->count;
    if (w->rank_at == NULL || !make_room(w, 1024))
        return SWEEP_NO_MEMORY;
    w->number_of = w->rank_at + areas;
    w->numbers = w->rank_at + 2 * areas;
    w->nodes_at = w->rank_at + 3 * areas;
    if (!order_areas(w->b, w->rank_at))
        return SWEEP_NO_MEMORY;
    for (size_t i = 0; i < areas; i++)
        w->number_of[w->rank_at[i]] = (uint32_t)i;
    w->grid->nodes[0] = (area_node){0, NO_AREA};
    w->node_count = 1;
    return label_rows(w, crossings, count);
}

carom_status carom_area_make_labels(const area_build *b, area_crossing *crossings, size_t count,
                                    bool *is_deep) {
    if (!sort_by_place(b, crossings, count))
        return CAROM_STATUS_OUT_OF_MEMORY;
    const size_t areas = b->index->count, nodes = NODES_FOR_WALL * b->wall_count + 16;
    label_sweep w = {.b = b, .grid = &b->index->grid};
    w.nodes_most = nodes < AREA_MIXED - 1 ? nodes : AREA_MIXED - 1;
    w.steps_left = STEPS_FOR_WALL * b->wall_count + STEPS_FOR_WALL;
    // Room for four arrays.
    w.rank_at = (uint32_t *)area_allocate(b->memory, 4 * areas, sizeof *w.rank_at);
    const sweep_end end = sweep_labels(&w, crossings, count);
    area_release(b->memory, w.places, w.place_count, sizeof *w.places);
    area_release(b->memory, w.rank_at, 4 * areas, sizeof *w.rank_at);
    *is_deep = end == SWEEP_TOO_DEEP;
    return end == SWEEP_NO_MEMORY ? CAROM_STATUS_OUT_OF_MEMORY : CAROM_STATUS_OK;
}
