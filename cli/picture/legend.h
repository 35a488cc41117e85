// The legend of a picture: what the colours and signs mean, and how many circles there are of each.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_LEGEND_H
#define CAROM_CLI_PICTURE_LEGEND_H

#include "picture/canvas.h"
#include "picture/drawing.h"

/// From the baseline of one row of the legend to the next, in units.
#define LEGEND_ROW 26.0

/// An entry: a coloured disc and what it stands for. Without a text it is left out.
typedef struct legend_entry {
    char text[64];
    colour fill;
    colour ring;
} legend_entry;

/// Measures so many entries side by side in rows of this width and, if `place` is not NULL, paints
/// them with the first baseline there. Returns the rows needed, of which the last has room for the
/// scale bar.
int legend_lay_out(const canvas *c, const legend_entry *entries, size_t count,
                   const carom_vec2 *place, double width);

/// How many rows a picture of this width needs, of which the last has room for the scale bar.
int legend_rows(const drawing *d, double width, double unit);

/// Paints it; p is where the first row's baseline starts.
void legend_paint(const canvas *c, const drawing *d, carom_vec2 p, double width);

#endif
