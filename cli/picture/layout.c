// Where everything of a picture goes: as high as what is drawn asks for, within bounds.
// Layer: cli.
#include "picture/layout.h"

#include <math.h>

#include "picture/legend.h"

enum { SMALL_CIRCLES = 12, SMALL_WALLS = 24 };

/// Tells of a disc; there are two passes, see bounds.
typedef void tell_disc(bounds *b, carom_vec2 center, double radius);

static void tell_magnitude(bounds *b, carom_vec2 center, double radius) {
    bounds_magnitude(b, center.x);
    bounds_magnitude(b, center.y);
    bounds_magnitude(b, radius);
}

static void tell_shapes(bounds *b, const scene *s, bool marks, tell_disc *tell) {
    for (size_t i = 0; i < s->circle_count; i++) {
        tell(b, s->circles[i].center, s->circles[i].radius);
    }
    for (size_t i = 0; i < s->wall_count; i++) {
        tell(b, s->walls[i].a, s->walls[i].radius);
        tell(b, s->walls[i].b, s->walls[i].radius);
    }
    for (size_t i = 0; marks && i < s->mark_count; i++) {
        tell(b, s->marks[i].contact.point, 0.0);
    }
}

/// Where circles get to. What lies straight on behind a contact may be cut off.
static void tell_motion(bounds *b, const scene *s, tell_disc *tell) {
    for (size_t i = 0; i < s->way_count; i++) {
        const scene_way *w = &s->ways[i];
        const carom_circle circle = s->circles[i];
        bool meets = w->sweep.kind >= CAROM_GRAZE;
        tell(b, meets ? w->sweep.center : carom_vec2_add(circle.center, w->move), circle.radius);
        if (meets && w->goes_on) {
            tell(b, w->end, circle.radius);
        }
    }
    for (size_t i = 0; s->trails != NULL && i < s->circle_count; i++) {
        const trail *line = &s->trails[i];
        for (size_t k = 0; k < line->count; k++) {
            tell(b, line->corners[k], s->circles[i].radius);
        }
        tell(b, line->end, s->circles[i].radius);
    }
}

layout layout_plan(const scene *s, int width) {
    layout l = {.width = width, .unit = fmax(width / 1200.0, 0.6)};
    const double u = l.unit;
    l.small = s->circle_count <= SMALL_CIRCLES && s->wall_count <= SMALL_WALLS;
    bounds b = bounds_start();
    tell_shapes(&b, s, l.small, tell_magnitude);
    tell_motion(&b, s, tell_magnitude);
    tell_shapes(&b, s, l.small, bounds_disc);
    tell_motion(&b, s, bounds_disc);
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
