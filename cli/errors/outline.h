// Where the exact answer of an error map turns from no to yes.
// Layer: cli.
#ifndef CAROM_CLI_ERRORS_OUTLINE_H
#define CAROM_CLI_ERRORS_OUTLINE_H

#include "errors/map.h"
#include "picture/canvas.h"
#include "picture/layout.h"

/// Paints it along the edges of the cells.
void outline_paint(const canvas *c, const layout *l, const error_map *map);

#endif
