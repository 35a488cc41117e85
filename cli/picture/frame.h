// The frame of a picture: paper and grid below everything, title, legend and scale bar above.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_FRAME_H
#define CAROM_CLI_PICTURE_FRAME_H

#include "picture/canvas.h"
#include "picture/layout.h"

void frame_below(const canvas *c, const layout *l);
void frame_above(const canvas *c, const layout *l, const drawing *d);

#endif
