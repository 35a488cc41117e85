// The legend of a picture: how many circles are of which relation.
// Method: one walk over the entries, which counts rows and, where there is a place for it, paints.
// Layer: cli.
#include "picture/legend.h"

#include <stdio.h>

#include "picture/colours.h"

static size_t count_relation(const scene *s, carom_relation relation) {
    size_t n = 0;
    for (size_t i = 0; i < s->relation_count; i++) {
        n += s->relations[i] == relation ? 1 : 0;
    }
    return n;
}

static const char *legend_word(const scene *s, carom_relation relation) {
    return relation == CAROM_SEPARATE && !s->paired ? "clear" : carom_relation_name(relation);
}

/// Goes through the entries and paints them if there is a place for them. Returns the rows needed,
/// of which the last leaves room for the scale bar.
static int go_through(const canvas *c, const scene *s, const carom_vec2 *place, double width) {
    const double u = c->unit;
    double x = 0.0;
    int row = 0;
    canvas_letters(c, 13.0, TEXT_PLAIN);
    for (int i = CAROM_SEPARATE; i <= CAROM_INSIDE; i++) {
        carom_relation relation = (carom_relation)i;
        size_t count = count_relation(s, relation);
        if (count == 0) {
            continue;
        }
        char text[64];
        snprintf(text, sizeof text, "%s  %zu", legend_word(s, relation), count);
        double entry = canvas_text_width(c, text) + 22.0 * u;
        if (x > 0.0 && x + entry > width) {
            x = 0.0;
            row++;
        }
        if (place != NULL) {
            double y = place->y + LEGEND_ROW * row * u;
            carom_vec2 p = {place->x + x + 7.0 * u, y - 4.5 * u};
            canvas_disc(c, p, 6.5 * u, colour_of_disc(relation));
            canvas_ring(c, p, 6.5 * u, 1.8 * u, colour_of_relation(relation));
            canvas_text(c, (carom_vec2){p.x + 14.0 * u, y}, 0.0, text, (colour){COLOUR_INK, 1.0});
        }
        x += entry + 22.0 * u;
    }
    return x + 240.0 * u > width ? row + 2 : row + 1;
}

int legend_rows(const scene *s, double width, double unit) {
    // Letters can be measured only on a surface: a small one to throw away.
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 8, 8);
    cairo_t *cr = cairo_create(surface);
    canvas c = {.cr = cr, .unit = unit};
    int rows = go_through(&c, s, NULL, width);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return rows;
}

void legend_paint(const canvas *c, const scene *s, carom_vec2 p, double width) {
    go_through(c, s, &p, width);
}
