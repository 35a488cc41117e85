// The index of areas: a grid that says which areas hold its cells, and the walls of each area.
//
// Cells that no wall of an area meets are pure: all their points are in the same areas. The others
// are mixed. The value of a cell tells the areas that hold its lower left corner; if the cell is
// pure, they hold all of it. With one area a cell has two bits, else a label: a node of a tree, on
// whose path to the root each node stands for an area. Lists of areas that begin alike share their
// nodes. Room: scene.
#ifndef CAROM_AREA_LAYOUT_H
#define CAROM_AREA_LAYOUT_H

#include "carom/areas.h"
#include "scene/area_side.h"
#include "scene/layout.h"

// The areas of the index are numbered by rising area: that is their rank.

// A list of areas: those of another list, and one more. Node 0 is the empty list.
typedef struct area_node {
    uint32_t parent, rank;
} area_node;

// A cell value has this bit if the cell is mixed; the others are the node.
#define AREA_MIXED UINT32_C(0x80000000)

enum { AREA_CELLS_IN_WORD = 32 };

// Up to this size numbers of the grid neither overflow nor underflow. Areas of other sizes have no
// grid.
#define AREA_GRID_MAX 0x1p400

// The grid. Cells are numbered row by row.
typedef struct area_grid {
    // The box of all axes. Points beyond it are in no area.
    carom_box box;
    // 0: there is no grid.
    size_t columns, rows;
    double column_width, row_height, columns_per_length, rows_per_length;
    // With one area: two bits a cell, the lower one if it holds the corner, the upper one if the
    // cell is mixed. Else NULL.
    uint64_t *bits;
    // With several areas: the cell values.
    uint32_t *labels;
    area_node *nodes;
    size_t node_capacity;
} area_grid;

// The walls of each area by slot, with a tree of boxes over them; see area_lists.c.
typedef struct area_lists {
    // By rank and one more: where the slots and the boxes of an area begin. NULL: there are no
    // lists, because the scene has one area and no other walls.
    uint32_t *slots_from, *boxes_from;
    uint32_t *slots;
    index_box *boxes;
    // By rank: the box of all axes of the area.
    index_box *whole;
    size_t slot_count, box_count;
} area_lists;

// An area, and the first slot of a wall of it.
typedef struct area_of_index {
    uint32_t area, slot;
} area_of_index;

struct carom_area_index {
    const carom_scene *scene;
    size_t count;
    area_of_index *areas;
    area_grid grid;
    area_lists lists;
};

// ---- memory ----

// NULL if there is no memory. `count` may be 0.
static inline void *area_allocate(const carom_allocator *memory, size_t count, size_t size) {
    const size_t items = count != 0 ? count : 1;
    return items > (SIZE_MAX - CAROM_SCENE_ALIGNMENT) / size
               ? NULL
               : memory->allocate(memory->context, items * size, CAROM_SCENE_ALIGNMENT);
}

static inline void area_release(const carom_allocator *memory, void *items, size_t count,
                                size_t size) {
    if (items != NULL)
        memory->release(memory->context, items, (count != 0 ? count : 1) * size,
                        CAROM_SCENE_ALIGNMENT);
}

// ---- the scene ----

// The groups by slot; NULL if no wall has one.
static inline const uint32_t *scene_groups(const carom_scene *s) {
    return s->groups_at != 0 ? (const uint32_t *)scene_part(s, s->groups_at) : NULL;
}

static inline area_edge area_edge_at(const carom_scene *s, size_t slot) {
    const scene_leaf *leaf = scene_leaves(s) + slot / LEAF_WALLS;
    const size_t i = slot % LEAF_WALLS;
    const area_edge e = {{leaf->ax[i], leaf->ay[i]}, {leaf->bx[i], leaf->by[i]}};
    return e;
}

// ---- build ----

// What the steps of the build share.
typedef struct area_build {
    const carom_scene *scene;
    const uint32_t *groups;
    // By slot: the rank of the area; NO_AREA for walls of none.
    uint32_t *ranks;
    const carom_allocator *memory;
    const carom_task_runner *runner;
    // The number of walls of areas.
    size_t wall_count;
    carom_area_index *index;
    carom_area_error *error;
} area_build;

#define NO_AREA UINT32_MAX

// Checks that the rings of all areas close.
carom_status carom_area_check_rings(const area_build *b);

// Makes the lists. CAROM_STATUS_OK or CAROM_STATUS_OUT_OF_MEMORY.
carom_status carom_area_make_lists(const area_build *b);
void carom_area_drop_lists(area_lists *lists, size_t area_count, const carom_allocator *memory);

// Makes the grid, or none if the areas are too large, too small or overlap too deeply.
carom_status carom_area_make_grid(const area_build *b);
void carom_area_drop_grid(area_grid *grid, const carom_allocator *memory);

// Where the line of a row's corners meets a wall: the first column whose corner is to the right of
// the wall.
typedef struct area_crossing {
    uint32_t row, column, rank;
} area_crossing;

// Makes the labels of the corners from the crossings, which it sorts. The cells, marked as mixed
// where they are, get their nodes. Sets `*is_deep` if there are too many nodes.
carom_status carom_area_make_labels(const area_build *b, area_crossing *crossings, size_t count,
                                    bool *is_deep);

// ---- questions ----

// True if the areas that hold a finite point are known without a look at walls.
bool carom_area_is_pure(const carom_area_index *index, carom_vec2 point);

// The rank of an area; the number of areas if the index does not have it.
size_t carom_area_rank(const carom_area_index *index, uint32_t area);

// True if each area is searched by itself, because there is no grid.
static inline bool area_is_by_itself(const carom_area_index *index) {
    return index != NULL && index->grid.columns == 0 && index->lists.slots_from != NULL;
}

// ---- cells ----

static inline size_t area_clamped(double place, size_t count) {
    return !(place > 0.0) ? 0 : place >= (double)(count - 1) ? count - 1 : (size_t)place;
}

static inline size_t area_column(const area_grid *g, double x) {
    return area_clamped((x - g->box.min.x) * g->columns_per_length, g->columns);
}

static inline size_t area_row(const area_grid *g, double y) {
    return area_clamped((y - g->box.min.y) * g->rows_per_length, g->rows);
}

// The coordinates of corners.
static inline double area_corner_x(const area_grid *g, size_t column) {
    return g->box.min.x + (double)column * g->column_width;
}

static inline double area_corner_y(const area_grid *g, size_t row) {
    return g->box.min.y + (double)row * g->row_height;
}

// The value of a cell.
static inline uint32_t area_cell(const area_grid *g, size_t cell) {
    if (g->labels != NULL)
        return g->labels[cell];
    const uint32_t code =
        (uint32_t)(g->bits[cell / AREA_CELLS_IN_WORD] >> (cell % AREA_CELLS_IN_WORD * 2)) & 3;
    return (code & 1) | (code & 2) << 30;
}

#endif
