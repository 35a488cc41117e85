// The boundary between the exact answers no and yes in an error map.
// Method: the boundary follows the edges between cells with different answers. Collinear edges are
// joined, and all of them form one path.
// Room: cli.
#include "errors/outline.h"

static const colour ink = {COLOUR_INK, 0.9};
static const double width = 1.5;

/// Returns whether the answer differs between a cell and the cell above it, or, with `across`, the
/// cell left of it.
static bool turns(const error_map *map, bool across, size_t column, size_t row) {
    return error_map_truth(map, column, row) !=
           error_map_truth(map, column - (across ? 1 : 0), row - (across ? 0 : 1));
}

/// Adds the edges before row i, or, with `across`, before column i, to the path, in units of cells.
static void trace_line(const canvas *c, const error_map *map, bool across, size_t i) {
    const size_t length = across ? map->grid.y.count : map->grid.x.count;
    bool on = false;
    for (size_t k = 0; k <= length; k++) {
        const bool next = k < length && turns(map, across, across ? i : k, across ? k : i);
        const double x = (double)(across ? i : k);
        const double y = (double)(across ? k : i);
        if (next && !on) {
            cairo_move_to(c->cr, x, y);
        } else if (on && !next) {
            cairo_line_to(c->cr, x, y);
        }
        on = next;
    }
}

void outline_paint(const canvas *c, const layout *l, const error_map *map) {
    cairo_save(c->cr);
    cairo_translate(c->cr, l->plot.x0, l->plot.y0);
    cairo_scale(c->cr, (l->plot.x1 - l->plot.x0) / (double)map->grid.x.count,
                (l->plot.y1 - l->plot.y0) / (double)map->grid.y.count);
    for (size_t row = 1; row < map->grid.y.count; row++) {
        trace_line(c, map, false, row);
    }
    for (size_t column = 1; column < map->grid.x.count; column++) {
        trace_line(c, map, true, column);
    }
    cairo_restore(c->cr);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_SQUARE);
    cairo_set_line_width(c->cr, width * c->unit);
    canvas_set_colour(c, ink);
    cairo_stroke(c->cr);
}
