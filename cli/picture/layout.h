// A drawing on paper: the layout of a picture, its frame, and what is within.
// Layer: cli.
#ifndef CAROM_CLI_PAINT_H
#define CAROM_CLI_PAINT_H

#include "canvas.h"
#include "drawing.h"

/// Where everything of a picture goes, in pixels.
typedef struct layout {
    int width;
    int height;
    double unit;
    rectangle plot;
    bounds bounds;
    view view;
    /// Few enough circles and walls to name them all.
    bool small;
} layout;

/// Plans a picture of this width.
layout paint_layout(const drawing *d, int width);

/// Paints all of it.
void paint_drawing(cairo_t *cr, const layout *l, const drawing *d);

/// The colour that stands for a relation.
unsigned paint_relation_colour(carom_relation relation);

/// The frame's two parts: paper and grid below everything, title, legend and scale bar above.
void frame_below(const canvas *c, const layout *l);
void frame_above(const canvas *c, const layout *l, const drawing *d);

/// How many rows of legend a picture of this width needs.
int frame_legend_rows(const drawing *d, double width, double unit);

/// Names of circles, walls and ends, each where it covers the least.
void labels_paint(const canvas *c, const layout *l, const drawing *d);

#endif
