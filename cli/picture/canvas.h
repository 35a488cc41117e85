// Drawing primitives in pixels on a cairo context, safe for any coordinates.
//
// cairo keeps coordinates in 24.8 fixed point: beyond about 8 million pixels they wrap. Everything
// here is cut to the neighbourhood of the view first; what is not finite is left out.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_CANVAS_H
#define CAROM_CLI_PICTURE_CANVAS_H

#include <cairo.h>
#include <stdbool.h>

#include "picture/colours.h"
#include "picture/view.h"

/// A cairo context and the rectangle that matters on it.
typedef struct canvas {
    cairo_t *cr;
    rectangle area;
    /// Pixels per unit of design: line widths and letters are given in units of a picture 1200
    /// wide.
    double unit;
} canvas;

void canvas_set_colour(const canvas *c, colour ink);

/// The part of p + t u with t in [t0, t1] that is near the area; u is a unit vector, t in pixels.
void canvas_line(const canvas *c, carom_vec2 p, carom_vec2 u, double t0, double t1, double width,
                 colour ink);

/// From p to q.
void canvas_segment(const canvas *c, carom_vec2 p, carom_vec2 q, double width, colour ink);

/// The line through so many points of the plane. In pieces, each stroked at once: where one crosses
/// itself it is no darker, where two cross they are.
void canvas_trace(const canvas *c, const view *v, const carom_vec2 *points, size_t count,
                  double width, colour ink);

/// A disc filled, or with a width its outline. Left out if it is not near the area, or too large
/// for cairo.
void canvas_disc(const canvas *c, carom_vec2 p, double radius, colour ink);
void canvas_ring(const canvas *c, carom_vec2 p, double radius, double width, colour ink);

/// A filled arrowhead with its tip at p, pointing along the unit vector u.
void canvas_arrowhead(const canvas *c, carom_vec2 p, carom_vec2 u, double size, colour ink);

/// A filled rectangle with rounded corners.
void canvas_box(const canvas *c, rectangle r, double corner, colour ink);

typedef enum text_style { TEXT_PLAIN, TEXT_BOLD, TEXT_ITALIC } text_style;

/// Chooses the letters, `size` in units; must be called before measuring and showing text.
void canvas_letters(const canvas *c, double size, text_style style);

/// Width of a text in pixels.
double canvas_text_width(const canvas *c, const char *text);

/// Text with its baseline at p; `align` 0 starts there, 0.5 is centred, 1 ends there.
void canvas_text(const canvas *c, carom_vec2 p, double align, const char *text, colour ink);

#endif
