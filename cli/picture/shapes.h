// Paints the circles, walls and contacts of a picture.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_SHAPES_H
#define CAROM_CLI_PICTURE_SHAPES_H

#include "picture/canvas.h"
#include "picture/layout.h"
#include "progress.h"

/// Paints all of them, without names. `bar` shows the progress.
void shapes_paint(const canvas *c, const layout *l, const drawing *d, progress *bar);

#endif
