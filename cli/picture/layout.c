// The layout of a picture: the content determines the height, within limits.
// Room: cli.
#include "picture/layout.h"

#include <math.h>

#include "picture/legend.h"

enum { SMALL_CIRCLES = 12, SMALL_WALLS = 24 };

/// Adds a disc to the bounds; there are two passes, see bounds.
typedef void tell_disc(bounds *b, carom_vec2 center, double radius);

static void tell_magnitude(bounds *b, carom_vec2 center, double radius) {
    bounds_magnitude(b, center.x);
    bounds_magnitude(b, center.y);
    bounds_magnitude(b, radius);
}

static void tell_shapes(bounds *b, const drawing *d, bool marks, tell_disc *tell) {
    for (size_t i = 0; i < d->circle_count; i++) {
        tell(b, d->circles[i].center, d->circles[i].radius);
    }
    for (size_t i = 0; i < d->wall_count; i++) {
        tell(b, d->walls[i].a, d->walls[i].radius);
        tell(b, d->walls[i].b, d->walls[i].radius);
        if (d->motions != NULL) {
            tell(b, carom_vec2_add(d->walls[i].a, d->motions[i].a), d->walls[i].radius);
            tell(b, carom_vec2_add(d->walls[i].b, d->motions[i].b), d->walls[i].radius);
        }
    }
    for (size_t i = 0; marks && i < d->mark_count; i++) {
        tell(b, d->marks[i].contact.point, 0.0);
    }
}

/// Adds the positions of circles. The straight continuation behind a contact can be clipped.
static void tell_motion(bounds *b, const drawing *d, tell_disc *tell) {
    for (size_t i = 0; i < d->path_count; i++) {
        const drawing_path *w = &d->paths[i];
        const carom_circle circle = d->circles[i];
        bool meets = w->sweep.kind >= CAROM_SWEEP_KIND_GRAZE;
        tell(b, meets ? w->sweep.center : carom_vec2_add(circle.center, w->move), circle.radius);
        if (meets && w->goes_on) {
            tell(b, w->end, circle.radius);
        }
    }
    for (size_t i = 0; d->trails != NULL && i < d->circle_count; i++) {
        const trail *line = &d->trails[i];
        for (size_t k = 0; k < line->count; k++) {
            tell(b, line->corners[k], d->circles[i].radius);
        }
        tell(b, line->end, d->circles[i].radius);
    }
}

layout layout_plan(const drawing *d, int width) {
    layout l = {.width = width, .unit = fmax(width / 1200.0, 0.6)};
    const double u = l.unit;
    l.small = d->circle_count <= SMALL_CIRCLES &&
              (d->rings != NULL ? d->rings->area_count : d->wall_count) <= SMALL_WALLS;
    bounds b = bounds_start();
    tell_shapes(&b, d, l.small, tell_magnitude);
    tell_motion(&b, d, tell_magnitude);
    tell_shapes(&b, d, l.small, bounds_disc);
    tell_motion(&b, d, bounds_disc);
    double plot_width = fmax(width - 40.0 * u, 20.0);
    double inset = fmin(44.0 * u, 0.1 * plot_width);
    double aspect = fmin(fmax(bounds_aspect(&b), 0.3), 1.5);
    double plot_height = (plot_width - 2.0 * inset) * aspect + 2.0 * inset;
    int rows = legend_rows(d, plot_width, u);
    l.plot = (rectangle){20.0 * u, 52.0 * u, 20.0 * u + plot_width, 52.0 * u + plot_height};
    l.height = (int)ceil(l.plot.y1 + (24.0 + LEGEND_ROW * rows) * u);
    rectangle inner = {l.plot.x0 + inset, l.plot.y0 + inset, l.plot.x1 - inset, l.plot.y1 - inset};
    l.view = view_fit(&b, l.plot, inner);
    return l;
}
