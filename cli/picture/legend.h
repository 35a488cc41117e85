// The legend of a picture: the meaning of colours and signs, and the number of circles for each.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_LEGEND_H
#define CAROM_CLI_PICTURE_LEGEND_H

#include "picture/canvas.h"
#include "picture/drawing.h"

/// The distance between the baselines of two rows, in units.
#define LEGEND_ROW 26.0

/// An entry: a coloured disc and its meaning. An entry without a text is left out.
typedef struct legend_entry {
    char text[64];
    colour fill;
    colour ring;
} legend_entry;

/// Arranges entries side by side in rows of this width. Returns the number of rows; the last has
/// room for the scale bar. If `place` is not NULL, also paints them with the first baseline there.
int legend_lay_out(const canvas *c, const legend_entry *entries, size_t count,
                   const carom_vec2 *place, double width);

/// Returns the number of rows for a picture of this width; the last has room for the scale bar.
int legend_rows(const drawing *d, double width, double unit);

/// Paints the legend; p is the start of the first baseline.
void legend_paint(const canvas *c, const drawing *d, carom_vec2 p, double width);

#endif
