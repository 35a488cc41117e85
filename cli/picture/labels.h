// Names of circles, walls and ends, each where it covers the least.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_LABELS_H
#define CAROM_CLI_PICTURE_LABELS_H

#include "picture/canvas.h"
#include "picture/layout.h"

/// Paints the names. Those of pairs stand at their circles only.
void labels_paint(const canvas *c, const layout *l, const drawing *d);

#endif
