// Drawing primitives in pixels on a cairo context, safe for any coordinates.
// Room: cli.
#include "picture/canvas.h"

#include <math.h>

static const double near_pixels = 4096.0;
static const double huge_pixels = 1e6;

static rectangle neighbourhood(const canvas *c) {
    return (rectangle){c->area.x0 - near_pixels, c->area.y0 - near_pixels, c->area.x1 + near_pixels,
                       c->area.y1 + near_pixels};
}

void canvas_set_colour(const canvas *c, colour ink) {
    cairo_set_source_rgba(c->cr, (ink.rgb >> 16 & 255) / 255.0, (ink.rgb >> 8 & 255) / 255.0,
                          (ink.rgb & 255) / 255.0, ink.alpha);
}

void canvas_line(const canvas *c, carom_vec2 p, carom_vec2 u, double t0, double t1, double width,
                 colour ink) {
    if (!rectangle_clip(neighbourhood(c), p, u, &t0, &t1) || !isfinite(t0) || !isfinite(t1)) {
        return;
    }
    canvas_set_colour(c, ink);
    cairo_set_line_width(c->cr, fmin(width, huge_pixels));
    cairo_move_to(c->cr, p.x + t0 * u.x, p.y + t0 * u.y);
    cairo_line_to(c->cr, p.x + t1 * u.x, p.y + t1 * u.y);
    cairo_stroke(c->cr);
}

void canvas_segment(const canvas *c, carom_vec2 p, carom_vec2 q, double width, colour ink) {
    canvas_line(c, p, carom_vec2_sub(q, p), 0.0, 1.0, width, ink);
}

/// Adds the part of a segment near the area to cairo's path. With `joined` it continues the path.
static bool trace_segment(const canvas *c, carom_vec2 p, carom_vec2 q, bool joined) {
    carom_vec2 u = carom_vec2_sub(q, p);
    double t0 = 0.0;
    double t1 = 1.0;
    if (!rectangle_clip(neighbourhood(c), p, u, &t0, &t1)) {
        return false;
    }
    if (!joined || t0 > 0.0) {
        cairo_move_to(c->cr, p.x + t0 * u.x, p.y + t0 * u.y);
    }
    cairo_line_to(c->cr, p.x + t1 * u.x, p.y + t1 * u.y);
    return t1 == 1.0;
}

void canvas_trace(const canvas *c, const view *v, const carom_vec2 *points, size_t count,
                  double width, colour ink) {
    enum { PIECE = 64 };
    canvas_set_colour(c, ink);
    cairo_set_line_width(c->cr, width);
    bool joined = false;
    for (size_t i = 1; i < count; i++) {
        joined = trace_segment(c, view_point(v, points[i - 1]), view_point(v, points[i]), joined);
        if (i % PIECE == 0 || i + 1 == count) {
            cairo_stroke(c->cr);
            joined = false;
        }
    }
}

static bool is_drawable(const canvas *c, carom_vec2 p, double radius) {
    rectangle r = neighbourhood(c);
    return radius >= 0.0 && radius <= huge_pixels && p.x + radius >= r.x0 && p.x - radius <= r.x1 &&
           p.y + radius >= r.y0 && p.y - radius <= r.y1;
}

void canvas_disc(const canvas *c, carom_vec2 p, double radius, colour ink) {
    if (is_drawable(c, p, radius)) {
        canvas_set_colour(c, ink);
        cairo_new_sub_path(c->cr);
        cairo_arc(c->cr, p.x, p.y, radius, 0.0, 2.0 * acos(-1.0));
        cairo_fill(c->cr);
    }
}

void canvas_ring(const canvas *c, carom_vec2 p, double radius, double width, colour ink) {
    if (is_drawable(c, p, radius)) {
        canvas_set_colour(c, ink);
        cairo_set_line_width(c->cr, width);
        cairo_new_sub_path(c->cr);
        cairo_arc(c->cr, p.x, p.y, radius, 0.0, 2.0 * acos(-1.0));
        cairo_close_path(c->cr);
        cairo_stroke(c->cr);
    }
}

void canvas_arrowhead(const canvas *c, carom_vec2 p, carom_vec2 u, double size, colour ink) {
    if (!is_drawable(c, p, size)) {
        return;
    }
    carom_vec2 back = carom_vec2_sub(p, carom_vec2_scale(u, size));
    carom_vec2 notch = carom_vec2_sub(p, carom_vec2_scale(u, 0.72 * size));
    carom_vec2 side = carom_vec2_scale(carom_vec2_left(u), 0.42 * size);
    canvas_set_colour(c, ink);
    cairo_move_to(c->cr, p.x, p.y);
    cairo_line_to(c->cr, back.x + side.x, back.y + side.y);
    cairo_line_to(c->cr, notch.x, notch.y);
    cairo_line_to(c->cr, back.x - side.x, back.y - side.y);
    cairo_close_path(c->cr);
    cairo_fill(c->cr);
}

void canvas_box(const canvas *c, rectangle r, double corner, colour ink) {
    const double quarter = 0.5 * acos(-1.0);
    canvas_set_colour(c, ink);
    cairo_new_sub_path(c->cr);
    cairo_arc(c->cr, r.x1 - corner, r.y0 + corner, corner, -quarter, 0.0);
    cairo_arc(c->cr, r.x1 - corner, r.y1 - corner, corner, 0.0, quarter);
    cairo_arc(c->cr, r.x0 + corner, r.y1 - corner, corner, quarter, 2.0 * quarter);
    cairo_arc(c->cr, r.x0 + corner, r.y0 + corner, corner, 2.0 * quarter, 3.0 * quarter);
    cairo_close_path(c->cr);
    cairo_fill(c->cr);
}

void canvas_letters(const canvas *c, double size, text_style style) {
    cairo_select_font_face(c->cr, "sans-serif",
                           style == TEXT_ITALIC ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                           style == TEXT_BOLD ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c->cr, size * c->unit);
}

double canvas_text_width(const canvas *c, const char *text) {
    cairo_text_extents_t extents;
    cairo_text_extents(c->cr, text, &extents);
    return extents.x_advance;
}

void canvas_text(const canvas *c, carom_vec2 p, double align, const char *text, colour ink) {
    double shift = align > 0.0 ? align * canvas_text_width(c, text) : 0.0;
    canvas_set_colour(c, ink);
    cairo_move_to(c->cr, p.x - shift, p.y);
    cairo_show_text(c->cr, text);
}
