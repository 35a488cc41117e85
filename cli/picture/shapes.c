// The circles, walls and contacts of a picture.
// Method: from back to front: thick walls, discs, paths, axes, outlines (ascending by relation, so
// that what is wrong lies on top), ways, contacts. Widths are in units of the picture, never of the
// data.
// Layer: cli.
#include "picture/shapes.h"

#include <math.h>

#include "picture/colours.h"
#include "picture/motion.h"
#include "picture/touch.h"

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
        canvas_arrowhead(c, axis_at(&x, t1), x.u, 13.0 * c->unit, (colour){COLOUR_WALL, 1.0});
    }
    if (x.open0 && t0 > x.t0) {
        canvas_arrowhead(c, axis_at(&x, t0), carom_vec2_scale(x.u, -1.0), 13.0 * c->unit,
                         (colour){COLOUR_WALL, 1.0});
    }
}

static double thin_width(const canvas *c, const scene *s) {
    return (s->wall_count <= 60 ? 2.4 : s->wall_count <= 2000 ? 1.8 : 1.2) * c->unit;
}

/// The bodies of thick walls: opaque, so that overlaps don't show, and below the discs, so that
/// these do. (A translucent group would do as well, but cairo 1.16 leaks those in SVG and PDF.)
static void paint_bodies(const canvas *c, const layout *l, const scene *s, steps *n) {
    axis x;
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 0; i < s->wall_count; i++) {
        take_step(n);
        double body = 2.0 * view_length(&l->view, s->walls[i].radius);
        if (body > thin_width(c, s) && axis_of(l, s->walls[i], &x)) {
            canvas_line(c, x.p, x.u, x.t0, x.t1, body, (colour){COLOUR_WALL_BODY, 1.0});
        }
    }
}

static void paint_walls(const canvas *c, const layout *l, const scene *s, steps *n) {
    const double thin = thin_width(c, s);
    axis x;
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 0; i < s->wall_count; i++) {
        take_step(n);
        if (!axis_of(l, s->walls[i], &x)) {
            continue;
        }
        if (x.t1 - x.t0 < 0.5) {
            canvas_disc(c, x.p, thin, (colour){COLOUR_WALL, 1.0});
        } else {
            canvas_line(c, x.p, x.u, x.t0, x.t1, thin, (colour){COLOUR_WALL, 1.0});
        }
        paint_endless(c, l, x);
    }
}

/// What lies on top, from 0 on: what is wrong, or what meets a wall.
enum { RANKS = 5 };

static int rank_of(const scene *s, size_t i) {
    return i < s->way_count        ? (int)s->ways[i].sweep.kind - CAROM_MISS
           : i < s->relation_count ? (int)s->relations[i] - CAROM_SEPARATE
                                   : 0;
}

static colour colour_of_circle(const scene *s, size_t i) {
    return s->trails != NULL       ? colour_of_ball(i, s->circle_count)
           : i < s->way_count      ? colour_of_kind(s->ways[i].sweep.kind)
           : i < s->relation_count ? colour_of_relation(s->relations[i])
                                   : colour_of_relation(CAROM_SEPARATE);
}

static void paint_discs(const canvas *c, const layout *l, const scene *s, bool outlines, steps *n) {
    const double u = c->unit;
    const double width = (s->circle_count <= 60 ? 1.8 : s->trails == NULL ? 1.2 : 0.7) * u;
    for (int rank = 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < s->circle_count; i++) {
            if (rank_of(s, i) != rank) {
                continue;
            }
            take_step(n);
            const colour ink = colour_of_circle(s, i);
            carom_vec2 p = view_point(&l->view, s->circles[i].center);
            double radius = fmax(view_length(&l->view, s->circles[i].radius), 1.6 * u);
            if (outlines) {
                canvas_ring(c, p, radius, width, ink);
            } else {
                canvas_disc(c, p, radius, colour_faded(ink, rank == 0 ? 0.22 : 0.38));
            }
        }
    }
}

static touch touch_of_mark(const scene *s, const scene_mark *m) {
    return (touch){.point = m->contact.point,
                   .normal = m->contact.normal,
                   .radius = s->circles[m->circle].radius,
                   .ink = colour_of_relation(m->contact.relation)};
}

/// From the centre to the nearest point, dashed.
static void paint_reach(const canvas *c, const layout *l, const scene *s, const scene_mark *m) {
    const double dashes[] = {4.0 * c->unit, 4.0 * c->unit};
    carom_vec2 p = view_point(&l->view, m->contact.point);
    carom_vec2 q = view_point(&l->view, s->circles[m->circle].center);
    if (m->contact.relation == CAROM_INVALID) {
        return;
    }
    cairo_set_dash(c->cr, dashes, 2, 0.0);
    canvas_segment(c, q, p, 1.2 * c->unit, (colour){COLOUR_INK, 0.6});
    cairo_set_dash(c->cr, NULL, 0, 0.0);
}

static void paint_marks(const canvas *c, const layout *l, const scene *s, steps *n) {
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    for (int dots = 0; dots < 2; dots++) {
        for (size_t i = 0; i < s->mark_count; i++) {
            take_step(n);
            const scene_mark *m = &s->marks[i];
            touch t = touch_of_mark(s, m);
            if (l->small && dots == 0) {
                paint_reach(c, l, s, m);
            }
            if (!touch_is_seen(l, &t) || (m->contact.relation < CAROM_TOUCHING && !l->small)) {
                continue;
            }
            if (dots == 0) {
                touch_paint_normal(c, l, &t);
            } else {
                touch_paint_dot(c, l, &t);
            }
        }
    }
}

void shapes_paint(const canvas *c, const layout *l, const scene *s, progress *bar) {
    // Each of the passes below counts its own; contacts take two.
    steps n = {.bar = bar, .total = 2 * (s->wall_count + s->circle_count + s->mark_count)};
    n.total += motion_steps(s);
    paint_bodies(c, l, s, &n);
    paint_discs(c, l, s, false, &n);
    if (s->trails != NULL) {
        motion_paint_trails(c, l, s, &n);
    }
    paint_walls(c, l, s, &n);
    paint_discs(c, l, s, true, &n);
    motion_paint_ways(c, l, s, &n);
    if (s->trails != NULL) {
        motion_paint_balls(c, l, s, &n);
    }
    paint_marks(c, l, s, &n);
}
