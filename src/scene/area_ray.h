// The way from a point to a place whose areas are known: which walls to look at, and which of them
// the way crosses.
//
// Without an index the way is a level ray to the right. In a pure cell there is nothing to look at.
// In a mixed one the way goes to the left or the right, to the next pure cell of the row; if none
// is near, to the lower left corner of the cell: level to the corner's line, and then along that
// line. What holds the end of the way, with what the way crosses taken in turn, holds the point.
// All walls on which the point lies are among those to look at. Room: scene.
#ifndef CAROM_AREA_RAY_H
#define CAROM_AREA_RAY_H

#include "scene/area_layout.h"
#include "scene/traversal.h"

// How many cells of a row are looked at to each side.
enum { AREA_CELLS_ASIDE = 8 };

typedef struct area_ray {
    carom_vec2 from;
    // The level part of the way ends here, if it is not the ray.
    carom_vec2 turn;
    // The way ends here, if it has a part along the line of a corner.
    carom_vec2 corner;
    bool ends, turns;
    // Every wall that the way crosses overlaps it.
    carom_box box;
    // The cell value of the end, without the mark of mixed cells.
    uint32_t node;
} area_ray;

// Does the way cross this wall? Sets `*is_on` if the point is on it.
static inline unsigned area_ray_crosses(const area_ray *r, area_edge e, bool *is_on) {
    bool ignored = false;
    unsigned crosses = area_crosses_right(e, r->from, is_on);
    if (r->ends)
        crosses ^= area_crosses_right(e, r->turn, &ignored);
    if (r->turns)
        crosses ^= area_crosses_down(e, r->turn) ^ area_crosses_down(e, r->corner);
    return crosses;
}

static inline void area_ray_level(area_ray *r, double x, uint32_t node) {
    r->turn = carom_vec2_make(x, r->from.y);
    r->ends = true;
    r->node = node;
    r->box.min.x = smaller(r->from.x, x);
    r->box.max.x = larger(r->from.x, x);
}

// Leads the way to a column if its cell is pure.
static inline bool area_ray_to_column(const area_grid *g, area_ray *r, size_t row, size_t column) {
    const uint32_t cell = area_cell(g, row * g->columns + column);
    const double x = g->box.min.x + ((double)column + 0.5) * g->column_width;
    if ((cell & AREA_MIXED) != 0 || area_column(g, x) != column)
        return false;
    area_ray_level(r, x, cell);
    return true;
}

// Leads the way to the next pure cell of the row. Beyond the grid there is no area.
static inline bool area_ray_to_pure(const area_grid *g, area_ray *r, size_t row, size_t column) {
    for (size_t aside = 1; aside <= AREA_CELLS_ASIDE; aside++) {
        if (column + aside >= g->columns) {
            area_ray_level(r, HUGE_VAL, 0);
            return true;
        }
        if (area_ray_to_column(g, r, row, column + aside))
            return true;
        if (column < aside) {
            area_ray_level(r, -HUGE_VAL, 0);
            return true;
        }
        if (area_ray_to_column(g, r, row, column - aside))
            return true;
    }
    return false;
}

// Finds the way from a finite point. Returns false if there are no walls to look at: then `node`
// says which areas hold the point.
static inline bool area_ray_start(area_ray *r, const carom_area_index *index, carom_vec2 from) {
    r->from = from;
    r->ends = r->turns = false;
    r->node = 0;
    r->box.min = from;
    r->box.max = carom_vec2_make(HUGE_VAL, from.y);
    if (index == NULL)
        return true;
    const area_grid *g = &index->grid;
    if (index->count == 0 || from.x < g->box.min.x || from.x > g->box.max.x ||
        from.y < g->box.min.y || from.y > g->box.max.y)
        return false;
    if (g->columns == 0)
        return true;
    const size_t row = area_row(g, from.y), column = area_column(g, from.x);
    const uint32_t cell = area_cell(g, row * g->columns + column);
    if ((cell & AREA_MIXED) == 0) {
        r->node = cell;
        return false;
    }
    if (area_ray_to_pure(g, r, row, column))
        return true;
    area_ray_level(r, area_corner_x(g, column), cell & ~AREA_MIXED);
    r->corner = carom_vec2_make(r->turn.x, area_corner_y(g, row));
    r->turns = true;
    r->box.min.y = smaller(from.y, r->corner.y);
    r->box.max.y = larger(from.y, r->corner.y);
    return true;
}

#endif
