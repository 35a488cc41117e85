// Paints the circles, walls and contacts of a picture.
// Method: from back to front: areas, thick walls, discs, trails, axes, outlines (ascending by
// relation, so that overlaps are on top), paths, contacts. Widths are in units of the picture,
// never of the data. Room: cli.
#include "picture/shapes.h"

#include <math.h>

#include "picture/area_fill.h"
#include "picture/colours.h"
#include "picture/contact_mark.h"
#include "picture/motion.h"

/// An axis in pixels: from t0 to t1 along u from p. An infinite axis is clipped to the plot.
typedef struct axis {
    carom_vec2 p;
    carom_vec2 u;
    double t0;
    double t1;
    bool open0; // infinite beyond t0, or t1
    bool open1;
} axis;

/// Returns false if the axis is not visible.
static bool axis_of(const layout *l, carom_wall w, axis *x) {
    carom_vec2 q = view_point(&l->view, w.b);
    *x = (axis){.p = view_point(&l->view, w.a), .u = view_direction(w.a, w.b)};
    bool point = w.a.x == w.b.x && w.a.y == w.b.y;
    x->open0 = w.extent == CAROM_EXTENT_LINE && !point;
    x->open1 = w.extent != CAROM_EXTENT_SEGMENT && !point;
    x->t0 = x->open0 ? -HUGE_VAL : 0.0;
    x->t1 = x->open1 ? HUGE_VAL : hypot(q.x - x->p.x, q.y - x->p.y);
    if (!x->open0 && !x->open1) {
        return true;
    }
    // The thick part around the end of an axis counts as visible.
    double rim = fmin(view_length(&l->view, w.radius), 1e5);
    rectangle area = l->plot;
    area = (rectangle){area.x0 - rim, area.y0 - rim, area.x1 + rim, area.y1 + rim};
    return rectangle_clip(area, x->p, x->u, &x->t0, &x->t1);
}

static carom_vec2 axis_at(const axis *x, double t) {
    return carom_vec2_add(x->p, carom_vec2_scale(x->u, t));
}

/// Draws arrowheads where the axis leaves the plot.
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

static double thin_width(const canvas *c, const drawing *d) {
    return (d->wall_count <= 60      ? 2.4
            : d->wall_count <= 2000  ? 1.8
            : d->wall_count <= 50000 ? 1.2
                                     : 0.5) *
           c->unit;
}

/// Paints the bodies of thick walls. They are opaque, so that their overlaps do not show, and below
/// the discs, so that the discs do. (cairo 1.16 leaks translucent groups in SVG and PDF.)
static void paint_bodies(const canvas *c, const layout *l, const drawing *d, steps *n) {
    axis x;
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 0; i < d->wall_count; i++) {
        take_step(n);
        double body = 2.0 * view_length(&l->view, d->walls[i].radius);
        if (body > thin_width(c, d) && axis_of(l, d->walls[i], &x)) {
            canvas_line(c, x.p, x.u, x.t0, x.t1, body, (colour){COLOUR_WALL_BODY, 1.0});
        }
    }
}

static void paint_walls(const canvas *c, const layout *l, const drawing *d, steps *n) {
    const double thin = thin_width(c, d);
    axis x;
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 0; i < d->wall_count; i++) {
        take_step(n);
        if (!axis_of(l, d->walls[i], &x)) {
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

/// Outlines a wall at the end of its motion. Thin walls are a line.
static void outline_wall(const canvas *c, const layout *l, carom_wall wall, double thin) {
    const colour ink = {COLOUR_WALL, 0.8};
    const double width = fmin(thin, 1.4 * c->unit);
    const double half = view_length(&l->view, wall.radius);
    axis x;
    if (!axis_of(l, wall, &x)) {
        return;
    }
    if (2.0 * half <= thin) {
        canvas_line(c, x.p, x.u, x.t0, x.t1, width, ink);
        return;
    }
    const carom_vec2 side = carom_vec2_scale(carom_vec2_left(x.u), half);
    canvas_line(c, carom_vec2_sub(x.p, side), x.u, x.t0, x.t1, width, ink);
    canvas_line(c, carom_vec2_add(x.p, side), x.u, x.t0, x.t1, width, ink);
    if (!x.open0) {
        canvas_ring(c, axis_at(&x, x.t0), half, width, ink);
    }
    if (!x.open1 && x.t1 > x.t0) {
        canvas_ring(c, axis_at(&x, x.t1), half, width, ink);
    }
}

/// Paints the motion of walls: dashed their outline at the end, and an arrow for each end.
static void paint_moves(const canvas *c, const layout *l, const drawing *d, steps *n) {
    const double thin = thin_width(c, d);
    const double dashes[] = {5.0 * c->unit, 4.0 * c->unit};
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    for (size_t i = 0; i < d->wall_count; i++) {
        take_step(n);
        if (wall_motion_is_zero(d->motions[i])) {
            continue;
        }
        carom_wall wall = d->walls[i];
        const carom_vec2 a = wall.a, b = wall.b;
        wall.a = carom_vec2_add(a, d->motions[i].a);
        wall.b = carom_vec2_add(b, d->motions[i].b);
        cairo_set_dash(c->cr, dashes, 2, 0.0);
        outline_wall(c, l, wall, thin);
        cairo_set_dash(c->cr, NULL, 0, 0.0);
        motion_paint_arrow(c, l, a, wall.a, 0.6 * thin, (colour){COLOUR_WALL, 0.8});
        if (a.x != b.x || a.y != b.y) {
            motion_paint_arrow(c, l, b, wall.b, 0.6 * thin, (colour){COLOUR_WALL, 0.8});
        }
    }
}

/// Returns the layer of a circle, from 0: overlaps and hits are on top.
enum { RANKS = 5 };

static int rank_of(const drawing *d, size_t i) {
    return i < d->path_count       ? (int)d->paths[i].sweep.kind - CAROM_SWEEP_KIND_MISS
           : i < d->relation_count ? (int)d->relations[i] - CAROM_RELATION_SEPARATE
                                   : 0;
}

/// Returns whether a circle is only a disc below the walls: where many lie in areas, their outlines
/// would hide the boundaries and the circles on them.
static bool is_only_disc(const drawing *d, size_t i) {
    return d->rings != NULL && drawing_is_crowded(d) && i < d->relation_count &&
           d->relations[i] == CAROM_RELATION_INSIDE;
}

static colour colour_of_circle(const drawing *d, size_t i) {
    return d->trails != NULL       ? colour_of_ball(i, d->circle_count)
           : i < d->path_count     ? colour_of_kind(d->paths[i].sweep.kind)
           : i < d->relation_count ? colour_of_relation(d->relations[i])
                                   : colour_of_relation(CAROM_RELATION_SEPARATE);
}

static void paint_discs(const canvas *c, const layout *l, const drawing *d, bool outlines,
                        steps *n) {
    const bool crowded = drawing_is_crowded(d);
    const bool fine = crowded || d->trails != NULL;
    const double width = (d->circle_count <= 60 ? 1.8 : fine ? 0.7 : 1.2) * c->unit;
    const double least = (crowded ? 1.5 : 1.6) * c->unit;
    for (int rank = crowded ? 1 : 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < d->circle_count; i++) {
            if (rank_of(d, i) != rank || (outlines && is_only_disc(d, i))) {
                continue;
            }
            take_step(n);
            const colour ink = colour_of_circle(d, i);
            carom_vec2 p = view_point(&l->view, d->circles[i].center);
            double radius = fmax(view_length(&l->view, d->circles[i].radius), least);
            if (outlines) {
                canvas_ring(c, p, radius, width, ink);
            } else {
                canvas_disc(c, p, radius, colour_faded(ink, rank == 0 ? 0.22 : 0.38));
            }
        }
    }
}

static contact_mark mark_of_mark(const drawing *d, const drawing_mark *m) {
    return (contact_mark){.point = m->contact.point,
                          .normal = m->contact.normal,
                          .radius = d->circles[m->circle].radius,
                          .ink = colour_of_relation(m->contact.relation)};
}

/// Draws a dashed line from the centre to the nearest point.
static void paint_reach(const canvas *c, const layout *l, const drawing *d, const drawing_mark *m) {
    const double dashes[] = {4.0 * c->unit, 4.0 * c->unit};
    carom_vec2 p = view_point(&l->view, m->contact.point);
    carom_vec2 q = view_point(&l->view, d->circles[m->circle].center);
    if (m->contact.relation == CAROM_RELATION_INVALID) {
        return;
    }
    cairo_set_dash(c->cr, dashes, 2, 0.0);
    canvas_segment(c, q, p, 1.2 * c->unit, (colour){COLOUR_INK, 0.6});
    cairo_set_dash(c->cr, NULL, 0, 0.0);
}

static void paint_marks(const canvas *c, const layout *l, const drawing *d, steps *n) {
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    for (int dots = 0; dots < 2 && !drawing_is_crowded(d); dots++) {
        for (size_t i = 0; i < d->mark_count; i++) {
            take_step(n);
            const drawing_mark *m = &d->marks[i];
            contact_mark t = mark_of_mark(d, m);
            if (l->small && dots == 0) {
                paint_reach(c, l, d, m);
            }
            if (!contact_mark_is_seen(l, &t) ||
                (m->contact.relation < CAROM_RELATION_TOUCHING && !l->small)) {
                continue;
            }
            if (dots == 0) {
                contact_mark_paint_normal(c, l, &t);
            } else {
                contact_mark_paint_dot(c, l, &t);
            }
        }
    }
}

/// Paints the ends of the line where two walls are nearest. Of many walls only those that meet get
/// dots, without an edge: so their colour is seen.
static void paint_gap_dots(const canvas *c, const layout *l, const drawing_mark *m, colour ink) {
    const carom_vec2 ends[] = {m->contact.point, m->other_point};
    for (int k = 0; k < 2; k++) {
        const contact_mark t = {.point = ends[k], .ink = ink};
        if (!contact_mark_is_seen(l, &t)) {
            continue;
        }
        if (l->small) {
            contact_mark_paint_dot(c, l, &t);
        } else if (m->contact.relation >= CAROM_RELATION_TOUCHING) {
            canvas_disc(c, view_point(&l->view, ends[k]), 3.0 * c->unit, ink);
        }
    }
}

/// Paints a line where two walls are nearest, by rising relation, and the dots at its ends above
/// all lines.
static void paint_gaps(const canvas *c, const layout *l, const drawing *d, steps *n) {
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    for (int pass = 0; pass < 2 * CAROM_RELATION_CROSSING; pass++) {
        const carom_relation relation =
            (carom_relation)(CAROM_RELATION_SEPARATE + pass % CAROM_RELATION_CROSSING);
        const colour ink = colour_of_relation(relation);
        for (size_t i = 0; i < d->mark_count; i++) {
            const drawing_mark *m = &d->marks[i];
            if (m->contact.relation != relation) {
                continue;
            }
            take_step(n);
            if (pass < CAROM_RELATION_CROSSING) {
                canvas_segment(c, view_point(&l->view, m->contact.point),
                               view_point(&l->view, m->other_point), 2.4 * c->unit, ink);
            } else {
                paint_gap_dots(c, l, m, ink);
            }
        }
    }
}

void shapes_paint(const canvas *c, const layout *l, const drawing *d, progress *bar) {
    // Each pass below counts its own steps; contacts take two passes.
    steps n = {.bar = bar, .total = 2 * (d->wall_count + d->circle_count + d->mark_count)};
    n.total += motion_steps(d) + (d->motions != NULL ? d->wall_count : 0);
    if (d->rings != NULL) {
        area_fill_paint(c, l, d);
    }
    paint_bodies(c, l, d, &n);
    paint_discs(c, l, d, false, &n);
    if (d->trails != NULL) {
        motion_paint_trails(c, l, d, &n);
    }
    paint_walls(c, l, d, &n);
    if (d->motions != NULL) {
        paint_moves(c, l, d, &n);
    }
    paint_discs(c, l, d, true, &n);
    motion_paint_paths(c, l, d, &n);
    if (d->trails != NULL) {
        motion_paint_balls(c, l, d, &n);
    }
    if (d->of_walls) {
        paint_gaps(c, l, d, &n);
    } else {
        paint_marks(c, l, d, &n);
    }
}
