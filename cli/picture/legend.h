// The legend of a picture: what the colours and signs mean, and how many circles there are of each.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_LEGEND_H
#define CAROM_CLI_PICTURE_LEGEND_H

#include "picture/canvas.h"
#include "picture/drawing.h"

/// From the baseline of one row of the legend to the next, in units.
#define LEGEND_ROW 26.0

/// How many rows a picture of this width needs, of which the last has room for the scale bar.
int legend_rows(const drawing *d, double width, double unit);

/// Paints it; p is where the first row's baseline starts.
void legend_paint(const canvas *c, const drawing *d, carom_vec2 p, double width);

#endif
