// Drawing primitives in pixels on a cairo context, safe for any coordinates.
//
// cairo stores coordinates as 24.8 fixed point numbers, which wrap beyond about 8 million pixels.
// Every shape is clipped to the neighbourhood of the view first. Shapes that are not finite are
// left out.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_CANVAS_H
#define CAROM_CLI_PICTURE_CANVAS_H

#include <cairo.h>
#include <stdbool.h>

#include "picture/colours.h"
#include "picture/view.h"

/// A cairo context and the visible rectangle.
typedef struct canvas {
    cairo_t *cr;
    rectangle area;
    /// Pixels per design unit. Line widths and text sizes are given in units of a picture 1200
    /// units wide.
    double unit;
} canvas;

void canvas_set_colour(const canvas *c, colour ink);

/// Draws the part of p + t u with t in [t0, t1] near the area; u is a unit vector, t is in pixels.
void canvas_line(const canvas *c, carom_vec2 p, carom_vec2 u, double t0, double t1, double width,
                 colour ink);

/// Draws the segment from p to q.
void canvas_segment(const canvas *c, carom_vec2 p, carom_vec2 q, double width, colour ink);

/// Draws a polyline. It is stroked in pieces: a piece that crosses itself is not darker there, but
/// two crossing pieces are.
void canvas_trace(const canvas *c, const view *v, const carom_vec2 *points, size_t count,
                  double width, colour ink);

/// Draw a filled disc, or its outline with a width. A disc that is not near the area or too large
/// for cairo is left out.
void canvas_disc(const canvas *c, carom_vec2 p, double radius, colour ink);
void canvas_ring(const canvas *c, carom_vec2 p, double radius, double width, colour ink);

/// A filled arrowhead with its tip at p, pointing along the unit vector u.
void canvas_arrowhead(const canvas *c, carom_vec2 p, carom_vec2 u, double size, colour ink);

/// A filled rectangle with rounded corners.
void canvas_box(const canvas *c, rectangle r, double corner, colour ink);

typedef enum text_style { TEXT_PLAIN, TEXT_BOLD, TEXT_ITALIC } text_style;

/// Sets the font; `size` is in units. Call it before measuring and drawing text.
void canvas_letters(const canvas *c, double size, text_style style);

/// Returns the width of a text in pixels.
double canvas_text_width(const canvas *c, const char *text);

/// Draws text with its baseline at p. With `align` 0 it starts there, with 0.5 it is centred, with
/// 1 it ends there.
void canvas_text(const canvas *c, carom_vec2 p, double align, const char *text, colour ink);

#endif
