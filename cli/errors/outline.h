// Where the exact answer of an error map turns from no to yes.
// Layer: cli.
#ifndef CAROM_CLI_ERRORS_OUTLINE_H
#define CAROM_CLI_ERRORS_OUTLINE_H

#include "errors/map.h"
#include "picture/canvas.h"
#include "picture/layout.h"

/// Paints it as curves. False, and nothing is painted, if they are too large for that.
bool outline_paint_curves(const canvas *c, const layout *l, const error_map *map);

/// Paints it along the edges of the cells, of any size.
void outline_paint_edges(const canvas *c, const layout *l, const error_map *map);

#endif
