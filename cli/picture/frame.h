// The frame of a picture: paper and grid below everything, title, legend and scale bar above.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_FRAME_H
#define CAROM_CLI_PICTURE_FRAME_H

#include "picture/canvas.h"
#include "picture/layout.h"

/// The paper and the grid.
void frame_below(const canvas *c, const layout *l);
/// The edge of the plot, the title with the legend and the scale bar.
void frame_above(const canvas *c, const layout *l, const drawing *d);

/// Their pieces: the edge of the plot; a title in bold letters, more of it in dim ones, and, at the
/// right and left out if there is no room, what else is to be said; the scale bar.
void frame_edge(const canvas *c, const layout *l);
void frame_title(const canvas *c, const layout *l, const char *title, const char *more,
                 const char *aside);
void frame_scale_bar(const canvas *c, const layout *l);

#endif
