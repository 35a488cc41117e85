// The mark of a contact in a picture: a dot at the point and an arrow along the normal.
// Room: cli.
#include "picture/contact_mark.h"

#include <math.h>

bool contact_mark_is_seen(const layout *l, const contact_mark *t) {
    carom_vec2 p = view_point(&l->view, t->point);
    return p.x >= l->plot.x0 && p.x <= l->plot.x1 && p.y >= l->plot.y0 && p.y <= l->plot.y1;
}

void contact_mark_paint_normal(const canvas *c, const layout *l, const contact_mark *t) {
    const double u = c->unit;
    carom_vec2 p = view_point(&l->view, t->point);
    double radius = view_length(&l->view, t->radius);
    double length = fmin(fmax(0.7 * radius, 9.0 * u), 42.0 * u);
    double head = fmin(0.42 * length, 9.0 * u);
    carom_vec2 n = carom_vec2_make(t->normal.x, -t->normal.y);
    canvas_line(c, p, n, 0.0, length - 0.6 * head, (l->small ? 2.0 : 1.1) * u,
                (colour){COLOUR_INK, 0.95});
    canvas_arrowhead(c, carom_vec2_add(p, carom_vec2_scale(n, length)), n, head,
                     (colour){COLOUR_INK, 0.95});
}

void contact_mark_paint_dot(const canvas *c, const layout *l, const contact_mark *t) {
    const double u = c->unit;
    carom_vec2 p = view_point(&l->view, t->point);
    double radius = view_length(&l->view, t->radius);
    double dot = l->small ? 4.0 * u : fmin(fmax(0.2 * radius, 1.1 * u), 2.6 * u);
    canvas_disc(c, p, dot + 1.2 * u, (colour){COLOUR_WHITE, 0.9});
    canvas_disc(c, p, dot, t->ink);
    canvas_ring(c, p, dot, 0.9 * u, (colour){COLOUR_INK, 0.9});
}
