// Fills the areas of a picture.
// Method: each area is one path with all its rings, filled even-odd. The view has all walls, so
// that no corner is far from the plot. Room: cli.
#include "picture/area_fill.h"

#include "picture/colours.h"
#include "picture/rings.h"

static void trace_ring(const canvas *c, const layout *l, const rings *r, const ring *item) {
    for (size_t k = item->begin; k < item->end; k++) {
        const carom_vec2 p = view_point(&l->view, r->corners[k]);
        if (k == item->begin) {
            cairo_move_to(c->cr, p.x, p.y);
        } else {
            cairo_line_to(c->cr, p.x, p.y);
        }
    }
    cairo_close_path(c->cr);
}

void area_fill_paint(const canvas *c, const layout *l, const drawing *d) {
    const rings *r = d->rings;
    cairo_save(c->cr);
    cairo_set_fill_rule(c->cr, CAIRO_FILL_RULE_EVEN_ODD);
    canvas_set_colour(c, (colour){COLOUR_AREA, 0.35});
    for (size_t i = 0; i < r->count;) {
        const size_t end = rings_next_area(r, i);
        for (; i < end; i++) {
            trace_ring(c, l, r, &r->items[i]);
        }
        cairo_fill(c->cr);
    }
    cairo_restore(c->cr);
}
