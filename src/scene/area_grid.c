// The grid of an index of areas: which cells are pure, and which areas hold their corners.
//
// There are about two cells for each wall. The more walls are upright, the more columns there are,
// so that a comb gets columns only. Cells are marked as mixed wherever a wall may come within
// MARGIN of them: so rounding in the choice of a cell does no harm. All points of a pure cell,
// rounding included, are joined by ways on which there is no wall, so the same areas hold them. Of
// the corners of a row, each wall that crosses their line toggles those to its right. Room: scene.
#include <string.h>

#include "contracts.h"
#include "scene/area_layout.h"

// In cells. The rounding of places is less than 1e-7: cells are at least AREA_CELL_LEAST times as
// long as the largest coordinate, and there are less than 2^28 of them in a row.
#define MARGIN 1e-6
#define AREA_CELL_LEAST 0x1p-28

enum { CELLS_FOR_WALL = 2, MARKS_FOR_WALL = 8 };

// ---- the size of the grid ----

typedef struct area_survey {
    carom_box box;
    // The sums of the lengths along x and y.
    double along_x, along_y;
} area_survey;

static area_survey survey_edges(const area_build *b) {
    area_survey v = {carom_box_none(), 0.0, 0.0};
    for (size_t slot = 0; slot < b->scene->count; slot++) {
        if (b->ranks[slot] == NO_AREA)
            continue;
        const area_edge e = area_edge_at(b->scene, slot);
        const carom_box box = {{smaller(e.a.x, e.b.x), smaller(e.a.y, e.b.y)},
                               {larger(e.a.x, e.b.x), larger(e.a.y, e.b.y)}};
        v.box = carom_box_union(v.box, box);
        v.along_x += box.max.x - box.min.x;
        v.along_y += box.max.y - box.min.y;
    }
    return v;
}

static double largest_number(carom_box box) {
    return larger(larger(fabs(box.min.x), fabs(box.max.x)),
                  larger(fabs(box.min.y), fabs(box.max.y)));
}

// At least 1 and at most `most`, also for NaN.
static size_t whole_between(double x, double most) {
    return !(x > 1.0) ? 1 : (size_t)(x < most ? x : most);
}

// Sets the numbers of columns and rows. Leaves them 0 if there is to be no grid.
static void set_grid_size(area_grid *g, const area_survey *v, size_t walls) {
    const carom_box box = v->box;
    const double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
    const double most = largest_number(box);
    if (!(most <= AREA_GRID_MAX && width >= 1.0 / AREA_GRID_MAX && height >= 1.0 / AREA_GRID_MAX))
        return;
    // A row is crossed by so many walls as `down` says, a column by so many as `across` says.
    const double across = v->along_x / width, down = v->along_y / height;
    const double marks = (double)MARKS_FOR_WALL * (double)walls;
    double cells = (double)CELLS_FOR_WALL * (double)walls + 1.0;
    cells = smaller(cells, marks * marks / (across * down));
    const double least = most * AREA_CELL_LEAST;
    const double columns_most = smaller(cells, larger(floor(width / least), 1.0));
    const double rows_most = smaller(cells, larger(floor(height / least), 1.0));
    g->columns = whole_between(sqrt(cells * down / across), smaller(columns_most, 0x1p27));
    g->rows = whole_between(sqrt(cells * across / down), smaller(rows_most, 0x1p27));
    g->column_width = width / (double)g->columns;
    g->row_height = height / (double)g->rows;
    g->columns_per_length = (double)g->columns / width;
    g->rows_per_length = (double)g->rows / height;
}

// ---- mixed cells ----

static void mark_cells(area_grid *g, size_t row, double from, double to) {
    const size_t end = area_clamped(to + MARGIN, g->columns);
    for (size_t i = area_clamped(from - MARGIN, g->columns); i <= end; i++) {
        const size_t cell = row * g->columns + i;
        if (g->labels != NULL)
            g->labels[cell] |= AREA_MIXED;
        else
            g->bits[cell / AREA_CELLS_IN_WORD] |= UINT64_C(2) << cell % AREA_CELLS_IN_WORD * 2;
    }
}

// A wall in cells: u to the right, v up; va <= vb.
typedef struct edge_in_cells {
    double ua, va, ub, vb;
} edge_in_cells;

static edge_in_cells in_cells(const area_grid *g, area_edge e) {
    edge_in_cells c = {(e.a.x - g->box.min.x) * g->columns_per_length,
                       (e.a.y - g->box.min.y) * g->rows_per_length,
                       (e.b.x - g->box.min.x) * g->columns_per_length,
                       (e.b.y - g->box.min.y) * g->rows_per_length};
    if (c.va > c.vb) {
        const edge_in_cells turned = {c.ub, c.vb, c.ua, c.va};
        c = turned;
    }
    return c;
}

// Where the wall is at height v, or at the end that is next to it.
static double edge_at_height(edge_in_cells c, double v) {
    const double part = (v - c.va) / (c.vb - c.va);
    if (!(part > 0.0)) // also NaN
        return c.ua;
    return part < 1.0 ? c.ua + part * (c.ub - c.ua) : c.ub;
}

static void mark_edge(area_grid *g, edge_in_cells c) {
    const size_t first = area_clamped(c.va - MARGIN, g->rows);
    const size_t last = area_clamped(c.vb + MARGIN, g->rows);
    if (first == last || c.va == c.vb) {
        for (size_t row = first; row <= last; row++)
            mark_cells(g, row, smaller(c.ua, c.ub), larger(c.ua, c.ub));
        return;
    }
    for (size_t row = first; row <= last; row++) {
        // Heights are off by far less than the margin, whatever the slope.
        const double low = edge_at_height(c, (double)row - MARGIN);
        const double high = edge_at_height(c, (double)row + (1.0 + MARGIN));
        mark_cells(g, row, smaller(low, high), larger(low, high));
    }
}

// ---- corners ----

// The first column whose corner on this line is to the right of the wall; the number of columns if
// there is none.
static size_t first_right(const area_grid *g, area_edge e, edge_in_cells c, size_t row) {
    const double v = (area_corner_y(g, row) - g->box.min.y) * g->rows_per_length;
    const double u = edge_at_height(c, v);
    const double error =
        0x1p-48 * ((double)g->rows * fabs((c.ub - c.ua) / (c.vb - c.va)) + (double)g->columns) +
        MARGIN;
    size_t column = u >= 0.0 ? (size_t)smaller(u, (double)g->columns) : 0;
    if (column < g->columns)
        column++;
    const double above = u - floor(u);
    if (above > error && above < 1.0 - error)
        return column;
    bool is_on = false;
    for (; column > 0; column--) {
        const carom_vec2 p = {area_corner_x(g, column - 1), area_corner_y(g, row)};
        if (area_crosses_right(e, p, &is_on))
            break;
    }
    for (; column < g->columns; column++) {
        const carom_vec2 p = {area_corner_x(g, column), area_corner_y(g, row)};
        if (!area_crosses_right(e, p, &is_on))
            break;
    }
    return column;
}

// The rows whose lines of corners a wall crosses.
typedef struct row_range {
    size_t begin, end;
} row_range;

static row_range rows_crossed(const area_grid *g, area_edge e, edge_in_cells c) {
    const double low = smaller(e.a.y, e.b.y), high = larger(e.a.y, e.b.y);
    row_range r;
    r.begin = area_clamped(c.va - MARGIN, g->rows);
    while (r.begin < g->rows && area_corner_y(g, r.begin) < low)
        r.begin++;
    for (r.end = r.begin; r.end < g->rows && area_corner_y(g, r.end) < high; r.end++) {
    }
    return r;
}

// ---- one area: bits ----

static void toggle_corner(area_grid *g, size_t row, size_t column) {
    const size_t cell = row * g->columns + column;
    g->bits[cell / AREA_CELLS_IN_WORD] ^= UINT64_C(1) << cell % AREA_CELLS_IN_WORD * 2;
}

static void fill_bits(const area_build *b) {
    area_grid *g = &b->index->grid;
    for (size_t slot = 0; slot < b->scene->count; slot++) {
        if (b->ranks[slot] == NO_AREA)
            continue;
        const area_edge e = area_edge_at(b->scene, slot);
        const edge_in_cells c = in_cells(g, e);
        mark_edge(g, c);
        const row_range rows = rows_crossed(g, e, c);
        for (size_t row = rows.begin; row < rows.end; row++) {
            const size_t column = first_right(g, e, c, row);
            if (column < g->columns)
                toggle_corner(g, row, column);
        }
    }
    // From left to right each corner keeps the parity of the walls to its left.
    for (size_t row = 0; row < g->rows; row++) {
        uint64_t parity = 0;
        for (size_t cell = row * g->columns; cell < (row + 1) * g->columns; cell++) {
            uint64_t *word = &g->bits[cell / AREA_CELLS_IN_WORD];
            *word ^= parity << cell % AREA_CELLS_IN_WORD * 2;
            parity = *word >> cell % AREA_CELLS_IN_WORD * 2 & 1;
        }
    }
}

static size_t grid_cells(const area_grid *g) {
    return g->columns * g->rows;
}

static size_t bit_words(const area_grid *g) {
    return grid_cells(g) / AREA_CELLS_IN_WORD + 1;
}

static carom_status make_bits(const area_build *b) {
    area_grid *g = &b->index->grid;
    g->bits = (uint64_t *)area_allocate(b->memory, bit_words(g), sizeof *g->bits);
    if (g->bits == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    memset(g->bits, 0, bit_words(g) * sizeof *g->bits);
    fill_bits(b);
    return CAROM_STATUS_OK;
}

// ---- several areas: labels ----

// Counts the crossings, and lists them if `crossings` is not NULL.
static size_t list_crossings(const area_build *b, area_crossing *crossings) {
    area_grid *g = &b->index->grid;
    size_t count = 0;
    for (size_t slot = 0; slot < b->scene->count; slot++) {
        if (b->ranks[slot] == NO_AREA)
            continue;
        const area_edge e = area_edge_at(b->scene, slot);
        const edge_in_cells c = in_cells(g, e);
        const row_range rows = rows_crossed(g, e, c);
        if (crossings != NULL) {
            mark_edge(g, c);
            for (size_t row = rows.begin; row < rows.end; row++)
                crossings[count + (row - rows.begin)] = (area_crossing){
                    (uint32_t)row, (uint32_t)first_right(g, e, c, row), b->ranks[slot]};
        }
        count += rows.end - rows.begin;
    }
    return count;
}

static carom_status make_labels_of_grid(const area_build *b) {
    area_grid *g = &b->index->grid;
    g->labels = (uint32_t *)area_allocate(b->memory, grid_cells(g), sizeof *g->labels);
    if (g->labels == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    memset(g->labels, 0, grid_cells(g) * sizeof *g->labels);
    const size_t count = list_crossings(b, NULL);
    area_crossing *crossings = (area_crossing *)area_allocate(b->memory, count, sizeof *crossings);
    if (crossings == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    list_crossings(b, crossings);
    bool is_deep = false;
    const carom_status status = carom_area_make_labels(b, crossings, count, &is_deep);
    area_release(b->memory, crossings, count, sizeof *crossings);
    if (is_deep) {
        carom_area_drop_grid(g, b->memory);
        g->columns = g->rows = 0;
    }
    return status;
}

// ---- grid ----

void carom_area_drop_grid(area_grid *grid, const carom_allocator *memory) {
    area_release(memory, grid->bits, bit_words(grid), sizeof *grid->bits);
    area_release(memory, grid->labels, grid_cells(grid), sizeof *grid->labels);
    area_release(memory, grid->nodes, grid->node_capacity, sizeof *grid->nodes);
    grid->bits = NULL;
    grid->labels = NULL;
    grid->nodes = NULL;
    grid->node_capacity = 0;
}

carom_status carom_area_make_grid(const area_build *b) {
    area_grid *g = &b->index->grid;
    const area_survey v = survey_edges(b);
    g->box = v.box;
    set_grid_size(g, &v, b->wall_count);
    if (g->columns == 0)
        return CAROM_STATUS_OK;
    return b->index->count == 1 ? make_bits(b) : make_labels_of_grid(b);
}
