// Fills the areas of a picture.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_AREA_FILL_H
#define CAROM_CLI_PICTURE_AREA_FILL_H

#include "picture/canvas.h"
#include "picture/layout.h"

/// Fills the areas of the drawing, each translucent, so that areas that overlap are darker there.
void area_fill_paint(const canvas *c, const layout *l, const drawing *d);

#endif
