// The boundary between the exact answers no and yes in an error map.
// Room: cli.
#ifndef CAROM_CLI_ERRORS_OUTLINE_H
#define CAROM_CLI_ERRORS_OUTLINE_H

#include "errors/map.h"
#include "picture/canvas.h"
#include "picture/layout.h"

/// Paints the boundary along the edges of the cells.
void outline_paint(const canvas *c, const layout *l, const error_map *map);

#endif
