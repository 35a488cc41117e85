// Where everything of a picture goes: as high as what is drawn asks for, within bounds.
// Layer: cli.
#include "picture/layout.h"

#include <math.h>

#include "picture/legend.h"

enum { SMALL_CIRCLES = 12, SMALL_WALLS = 24 };

static void tell_magnitudes(bounds *b, const scene *s, bool marks) {
    for (size_t i = 0; i < s->circle_count; i++) {
        bounds_magnitude(b, s->circles[i].center.x);
        bounds_magnitude(b, s->circles[i].center.y);
        bounds_magnitude(b, s->circles[i].radius);
    }
    for (size_t i = 0; i < s->wall_count; i++) {
        bounds_magnitude(b, s->walls[i].a.x);
        bounds_magnitude(b, s->walls[i].a.y);
        bounds_magnitude(b, s->walls[i].b.x);
        bounds_magnitude(b, s->walls[i].b.y);
        bounds_magnitude(b, s->walls[i].radius);
    }
    for (size_t i = 0; marks && i < s->mark_count; i++) {
        bounds_magnitude(b, s->marks[i].contact.point.x);
        bounds_magnitude(b, s->marks[i].contact.point.y);
    }
}

static void tell_discs(bounds *b, const scene *s, bool marks) {
    for (size_t i = 0; i < s->circle_count; i++) {
        bounds_disc(b, s->circles[i].center, s->circles[i].radius);
    }
    for (size_t i = 0; i < s->wall_count; i++) {
        bounds_disc(b, s->walls[i].a, s->walls[i].radius);
        bounds_disc(b, s->walls[i].b, s->walls[i].radius);
    }
    for (size_t i = 0; marks && i < s->mark_count; i++) {
        bounds_disc(b, s->marks[i].contact.point, 0.0);
    }
}

layout layout_plan(const scene *s, int width) {
    layout l = {.width = width, .unit = fmax(width / 1200.0, 0.6)};
    const double u = l.unit;
    l.small = s->circle_count <= SMALL_CIRCLES && s->wall_count <= SMALL_WALLS;
    bounds b = bounds_start();
    tell_magnitudes(&b, s, l.small);
    tell_discs(&b, s, l.small);
    double plot_width = fmax(width - 40.0 * u, 20.0);
    double inset = fmin(44.0 * u, 0.1 * plot_width);
    double aspect = fmin(fmax(bounds_aspect(&b), 0.3), 1.5);
    double plot_height = (plot_width - 2.0 * inset) * aspect + 2.0 * inset;
    int rows = legend_rows(s, plot_width, u);
    l.plot = (rectangle){20.0 * u, 52.0 * u, 20.0 * u + plot_width, 52.0 * u + plot_height};
    l.height = (int)ceil(l.plot.y1 + (24.0 + LEGEND_ROW * rows) * u);
    rectangle inner = {l.plot.x0 + inset, l.plot.y0 + inset, l.plot.x1 - inset, l.plot.y1 - inset};
    l.view = view_fit(&b, l.plot, inner);
    return l;
}
