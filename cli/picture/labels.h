// Places the names of circles, walls and ends with little overlap.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_LABELS_H
#define CAROM_CLI_PICTURE_LABELS_H

#include "picture/canvas.h"
#include "picture/layout.h"

/// Paints the names. A pair has its name at its circle only.
void labels_paint(const canvas *c, const layout *l, const drawing *d);

#endif
