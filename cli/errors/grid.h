// The cells of an error map: the centres for which a method is tested.
//
// Usually a cell is a pixel. If a pixel would be smaller than the distance between doubles, a cell
// is one double and spans several pixels.
// Room: cli.
#ifndef CAROM_CLI_ERRORS_GRID_H
#define CAROM_CLI_ERRORS_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/world.h>

/// The cells along one axis.
typedef struct error_axis {
    /// The range of the picture. If cells are single doubles, the first and the last of them.
    double min;
    double max;
    size_t count;
    /// The pixels of all cells together; a multiple of `count` if cells are single doubles.
    int pixels;
    /// The cells are neighbouring doubles, or spaced like the doubles at the far end.
    bool whole;
    /// The distance between these doubles.
    double ulp;
} error_axis;

/// Columns go from left to right and rows from top to bottom.
typedef struct error_grid {
    error_axis x;
    error_axis y;
} error_grid;

/// Returns whether the window has a finite width and height above 0.
bool error_window_is_valid(carom_box window);

/// Sets a window around the wall: a margin of 2 R on all sides, extended backwards along the
/// displacement. Returns false if the window exceeds the range of double.
bool error_window(double reach, carom_vec2 move, carom_wall wall, carom_box *window);

/// Plans the cells of a window in a picture of this width. Returns false if the window is too
/// narrow or too flat for square cells.
bool error_grid_plan(error_grid *g, carom_box window, int width);

/// Returns the centre of a cell, a double.
carom_vec2 error_grid_center(const error_grid *g, size_t column, size_t row);

/// Returns the width of an axis in ulps.
double error_axis_ulps(const error_axis *axis);

#endif
