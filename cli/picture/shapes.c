// A drawing on paper: layout, walls, circles and contacts.
// Method: from back to front: thick walls, discs, axes, outlines (ascending by relation, so that
// what is wrong lies on top), contacts, names. Widths are in units of the picture, never of the
// data. Layer: cli.
#include "paint.h"

#include <math.h>

enum { SMALL_CIRCLES = 12, SMALL_WALLS = 24 };

static const unsigned ink = 0x1F2A37;
static const unsigned wall_ink = 0x333C48;
static const unsigned wall_body = 0xA3A9B1;

unsigned paint_relation_colour(carom_relation relation) {
    // Okabe and Ito's colours for every kind of sight, the purple a little darker.
    switch (relation) {
    case CAROM_TOUCHING:
        return 0xE69F00;
    case CAROM_CROSSING:
        return 0xD55E00;
    case CAROM_INSIDE_TOUCHING:
        return 0xB0569B;
    case CAROM_INSIDE:
        return 0x009E73;
    case CAROM_SEPARATE:
    case CAROM_INVALID:
        break;
    }
    return 0x6C93B8;
}

static void tell_bounds(bounds *b, const drawing *d, bool marks) {
    for (size_t i = 0; i < d->circle_count; i++) {
        bounds_magnitude(b, d->circles[i].center.x);
        bounds_magnitude(b, d->circles[i].center.y);
        bounds_magnitude(b, d->circles[i].radius);
    }
    for (size_t i = 0; i < d->wall_count; i++) {
        bounds_magnitude(b, d->walls[i].a.x);
        bounds_magnitude(b, d->walls[i].a.y);
        bounds_magnitude(b, d->walls[i].b.x);
        bounds_magnitude(b, d->walls[i].b.y);
        bounds_magnitude(b, d->walls[i].radius);
    }
    for (size_t i = 0; marks && i < d->mark_count; i++) {
        bounds_magnitude(b, d->marks[i].contact.point.x);
        bounds_magnitude(b, d->marks[i].contact.point.y);
    }
    for (size_t i = 0; i < d->circle_count; i++) {
        bounds_disc(b, d->circles[i].center, d->circles[i].radius);
    }
    for (size_t i = 0; i < d->wall_count; i++) {
        bounds_disc(b, d->walls[i].a, d->walls[i].radius);
        bounds_disc(b, d->walls[i].b, d->walls[i].radius);
    }
    for (size_t i = 0; marks && i < d->mark_count; i++) {
        bounds_disc(b, d->marks[i].contact.point, 0.0);
    }
}

layout paint_layout(const drawing *d, int width) {
    layout l = {.width = width, .unit = fmax(width / 1200.0, 0.6)};
    const double u = l.unit;
    l.small = d->circle_count <= SMALL_CIRCLES && d->wall_count <= SMALL_WALLS;
    l.bounds = bounds_start();
    tell_bounds(&l.bounds, d, l.small);
    double plot_width = fmax(width - 40.0 * u, 20.0);
    double inset = fmin(44.0 * u, 0.1 * plot_width);
    double aspect = fmin(fmax(bounds_aspect(&l.bounds), 0.3), 1.5);
    double plot_height = (plot_width - 2.0 * inset) * aspect + 2.0 * inset;
    int rows = frame_legend_rows(d, plot_width, u);
    l.plot = (rectangle){20.0 * u, 52.0 * u, 20.0 * u + plot_width, 52.0 * u + plot_height};
    l.height = (int)ceil(l.plot.y1 + (24.0 + 26.0 * rows) * u);
    rectangle inner = {l.plot.x0 + inset, l.plot.y0 + inset, l.plot.x1 - inset, l.plot.y1 - inset};
    l.view = view_fit(&l.bounds, l.plot, inner);
    return l;
}

/// An axis in pixels: from t0 to t1 along u from p. Clipped to the plot where it has no end.
typedef struct axis {
    carom_vec2 p;
    carom_vec2 u;
    double t0;
    double t1;
    bool open0; // goes on beyond t0, or t1
    bool open1;
} axis;

/// False if nothing of it is to be seen.
static bool axis_of(const layout *l, carom_wall w, axis *x) {
    carom_vec2 q = view_point(&l->view, w.b);
    *x = (axis){.p = view_point(&l->view, w.a), .u = view_direction(w.a, w.b)};
    bool point = w.a.x == w.b.x && w.a.y == w.b.y;
    x->open0 = w.extent == CAROM_LINE && !point;
    x->open1 = w.extent != CAROM_SEGMENT && !point;
    x->t0 = x->open0 ? -HUGE_VAL : 0.0;
    x->t1 = x->open1 ? HUGE_VAL : hypot(q.x - x->p.x, q.y - x->p.y);
    if (!x->open0 && !x->open1) {
        return true;
    }
    // The thick part around the end of an axis counts as seen, too.
    double rim = fmin(view_length(&l->view, w.radius), 1e5);
    rectangle area = l->plot;
    area = (rectangle){area.x0 - rim, area.y0 - rim, area.x1 + rim, area.y1 + rim};
    return rectangle_clip(area, x->p, x->u, &x->t0, &x->t1);
}

static carom_vec2 axis_at(const axis *x, double t) {
    return carom_vec2_add(x->p, carom_vec2_scale(x->u, t));
}

/// Arrowheads where the axis leaves the plot.
static void paint_endless(const canvas *c, const layout *l, axis x) {
    double margin = 5.0 * c->unit;
    rectangle area = {l->plot.x0 + margin, l->plot.y0 + margin, l->plot.x1 - margin,
                      l->plot.y1 - margin};
    double t0 = x.t0;
    double t1 = x.t1;
    if (!rectangle_clip(area, x.p, x.u, &t0, &t1)) {
        return;
    }
    if (x.open1 && t1 < x.t1) {
        canvas_arrowhead(c, axis_at(&x, t1), x.u, 13.0 * c->unit, (canvas_colour){wall_ink, 1.0});
    }
    if (x.open0 && t0 > x.t0) {
        canvas_arrowhead(c, axis_at(&x, t0), carom_vec2_scale(x.u, -1.0), 13.0 * c->unit,
                         (canvas_colour){wall_ink, 1.0});
    }
}

static double thin_width(const canvas *c, const drawing *d) {
    return (d->wall_count <= 60 ? 2.4 : d->wall_count <= 2000 ? 1.8 : 1.2) * c->unit;
}

/// The bodies of thick walls: opaque, so that overlaps don't show, and below the discs, so that
/// these do. (A translucent group would do as well, but cairo 1.16 leaks those in SVG and PDF.)
static void paint_bodies(const canvas *c, const layout *l, const drawing *d) {
    axis x;
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 0; i < d->wall_count; i++) {
        double body = 2.0 * view_length(&l->view, d->walls[i].radius);
        if (body > thin_width(c, d) && axis_of(l, d->walls[i], &x)) {
            canvas_line(c, x.p, x.u, x.t0, x.t1, body, (canvas_colour){wall_body, 1.0});
        }
    }
}

static void paint_walls(const canvas *c, const layout *l, const drawing *d) {
    const double thin = thin_width(c, d);
    axis x;
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 0; i < d->wall_count; i++) {
        if (!axis_of(l, d->walls[i], &x)) {
            continue;
        }
        if (x.t1 - x.t0 < 0.5) {
            canvas_disc(c, x.p, thin, (canvas_colour){wall_ink, 1.0});
        } else {
            canvas_line(c, x.p, x.u, x.t0, x.t1, thin, (canvas_colour){wall_ink, 1.0});
        }
        paint_endless(c, l, x);
    }
}

static carom_relation relation_of(const drawing *d, size_t circle) {
    return circle < d->relation_count ? d->relations[circle] : CAROM_SEPARATE;
}

static void paint_discs(const canvas *c, const layout *l, const drawing *d, bool outlines) {
    const double u = c->unit;
    const double width = (d->circle_count <= 60 ? 1.8 : 1.2) * u;
    for (int relation = CAROM_SEPARATE; relation <= CAROM_INSIDE; relation++) {
        unsigned rgb = paint_relation_colour((carom_relation)relation);
        for (size_t i = 0; i < d->circle_count; i++) {
            if ((int)relation_of(d, i) != relation) {
                continue;
            }
            carom_vec2 p = view_point(&l->view, d->circles[i].center);
            double radius = fmax(view_length(&l->view, d->circles[i].radius), 1.6 * u);
            if (outlines) {
                canvas_ring(c, p, radius, width, (canvas_colour){rgb, 1.0});
            } else {
                canvas_disc(c, p, radius,
                            (canvas_colour){rgb, relation == CAROM_SEPARATE ? 0.22 : 0.38});
            }
        }
    }
}

static bool is_seen(const layout *l, carom_vec2 p) {
    return p.x >= l->plot.x0 && p.x <= l->plot.x1 && p.y >= l->plot.y0 && p.y <= l->plot.y1;
}

static void paint_normal(const canvas *c, const layout *l, const drawing *d,
                         const drawing_mark *m) {
    const double u = c->unit;
    carom_vec2 p = view_point(&l->view, m->contact.point);
    double radius = view_length(&l->view, d->circles[m->circle].radius);
    double length = fmin(fmax(0.7 * radius, 9.0 * u), 42.0 * u);
    double head = fmin(0.42 * length, 9.0 * u);
    carom_vec2 n = carom_vec2_make(m->contact.normal.x, -m->contact.normal.y);
    canvas_line(c, p, n, 0.0, length - 0.6 * head, (l->small ? 2.0 : 1.1) * u,
                (canvas_colour){ink, 0.95});
    canvas_arrowhead(c, carom_vec2_add(p, carom_vec2_scale(n, length)), n, head,
                     (canvas_colour){ink, 0.95});
}

/// From the centre to the nearest point, dashed.
static void paint_reach(const canvas *c, const layout *l, const drawing *d, const drawing_mark *m) {
    const double dashes[] = {4.0 * c->unit, 4.0 * c->unit};
    carom_vec2 p = view_point(&l->view, m->contact.point);
    carom_vec2 q = view_point(&l->view, d->circles[m->circle].center);
    if (m->contact.relation == CAROM_INVALID) {
        return;
    }
    cairo_set_dash(c->cr, dashes, 2, 0.0);
    canvas_segment(c, q, p, 1.2 * c->unit, (canvas_colour){ink, 0.6});
    cairo_set_dash(c->cr, NULL, 0, 0.0);
}

static void paint_marks(const canvas *c, const layout *l, const drawing *d) {
    const double u = c->unit;
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    for (size_t i = 0; i < d->mark_count; i++) {
        const drawing_mark *m = &d->marks[i];
        bool meets = m->contact.relation >= CAROM_TOUCHING;
        if (l->small) {
            paint_reach(c, l, d, m);
        }
        if (is_seen(l, view_point(&l->view, m->contact.point)) && (meets || l->small)) {
            paint_normal(c, l, d, m);
        }
    }
    for (size_t i = 0; i < d->mark_count; i++) {
        const drawing_mark *m = &d->marks[i];
        carom_vec2 p = view_point(&l->view, m->contact.point);
        double radius = view_length(&l->view, d->circles[m->circle].radius);
        double dot = l->small ? 4.0 * u : fmin(fmax(0.2 * radius, 1.1 * u), 2.6 * u);
        if (is_seen(l, p) && (l->small || m->contact.relation >= CAROM_TOUCHING)) {
            canvas_disc(c, p, dot + 1.2 * u, (canvas_colour){0xFFFFFF, 0.9});
            canvas_disc(c, p, dot,
                        (canvas_colour){paint_relation_colour(m->contact.relation), 1.0});
            canvas_ring(c, p, dot, 0.9 * u, (canvas_colour){ink, 0.9});
        }
    }
}

void paint_drawing(cairo_t *cr, const layout *l, const drawing *d) {
    canvas c = {.cr = cr, .area = l->plot, .unit = l->unit};
    frame_below(&c, l);
    cairo_save(cr);
    cairo_rectangle(cr, l->plot.x0, l->plot.y0, l->plot.x1 - l->plot.x0, l->plot.y1 - l->plot.y0);
    cairo_clip(cr);
    paint_bodies(&c, l, d);
    paint_discs(&c, l, d, false);
    paint_walls(&c, l, d);
    paint_discs(&c, l, d, true);
    paint_marks(&c, l, d);
    if (l->small) {
        labels_paint(&c, l, d);
    }
    cairo_restore(cr);
    frame_above(&c, l, d);
}
