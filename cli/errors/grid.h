// The cells of an error map: which centres a method is asked about.
//
// Usually a cell is a pixel. Where a pixel would be finer than the doubles are, a cell is a double,
// and as many pixels as fit.
// Layer: cli.
#ifndef CAROM_CLI_ERRORS_GRID_H
#define CAROM_CLI_ERRORS_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/wall_source.h>

/// The cells along one axis.
typedef struct error_axis {
    /// From where to where the picture goes; of whole doubles the first and the last of them.
    double min;
    double max;
    size_t count;
    /// Pixels of all cells together, a multiple of `count` if cells are whole doubles.
    int pixels;
    /// The cells are neighbouring doubles, or as far apart as doubles are at the far end.
    bool whole;
    /// How far doubles are apart there.
    double ulp;
} error_axis;

/// Cells in columns from left to right and rows from the top down.
typedef struct error_grid {
    error_axis x;
    error_axis y;
} error_grid;

/// Whether the window has a width and a height, both finite.
bool error_window_is_valid(carom_box window);

/// A window around the wall that shows what there is to see: 2 R more than the wall on all sides,
/// also back along the move. False if there is none within the range of double.
bool error_window(double reach, carom_vec2 move, carom_wall wall, carom_box *window);

/// Plans the cells of a window in a picture with this room for them. False if the window is too
/// narrow or too flat for cells as wide as high.
bool error_grid_plan(error_grid *g, carom_box window, int width);

/// The centre of a cell, a double.
carom_vec2 error_grid_center(const error_grid *g, size_t column, size_t row);

/// The width of an axis in ulps.
double error_axis_ulps(const error_axis *axis);

#endif
