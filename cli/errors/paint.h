// The picture of an error map.
// Room: cli.
#ifndef CAROM_CLI_ERRORS_PAINT_H
#define CAROM_CLI_ERRORS_PAINT_H

#include "errors/map.h"

/// Returns the width in pixels that the cells have in a picture of this width: for error_grid_plan.
int error_paint_room(int width);

/// Draws a judged map into a file, or, with NULL, as SVG to standard output. Returns false on
/// failure, which is reported under the name `who`; see picture_write.
bool error_paint(const char *path, int width, const error_map *map, const char *who);

#endif
