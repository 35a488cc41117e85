// The picture of an error map.
// Layer: cli.
#ifndef CAROM_CLI_ERRORS_PAINT_H
#define CAROM_CLI_ERRORS_PAINT_H

#include "errors/map.h"

/// How many pixels the cells have for their width in a picture this wide: for error_grid_plan.
int error_paint_room(int width);

/// Draws a judged map into a file of that name, or, with NULL, as SVG to standard output. False if
/// that failed, which is reported as of `who`; see picture_write.
bool error_paint(const char *path, int width, const error_map *map, const char *who);

#endif
