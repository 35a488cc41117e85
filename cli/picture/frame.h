// The frame of a picture: background and grid below everything, title, legend and scale bar above.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_FRAME_H
#define CAROM_CLI_PICTURE_FRAME_H

#include "picture/canvas.h"
#include "picture/layout.h"

/// Paints the background and the grid.
void frame_below(const canvas *c, const layout *l);
/// Paints the edge of the plot, the title with the legend, and the scale bar.
void frame_above(const canvas *c, const layout *l, const drawing *d);

/// The parts of the frame: the edge of the plot; the title in bold and dim text, with a note at the
/// right that is left out if there is no room; and the scale bar.
void frame_edge(const canvas *c, const layout *l);
void frame_title(const canvas *c, const layout *l, const char *title, const char *more,
                 const char *aside);
void frame_scale_bar(const canvas *c, const layout *l);

#endif
