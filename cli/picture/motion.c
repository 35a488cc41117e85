// Motion in a picture: the paths of a frame up to a contact, and the trails of balls.
// Method: the lines get thinner and paler as their number grows. The opacity of trails is chosen so
// that all of them together cover a third of the plot. Places that many balls visit appear darker.
// Room: cli.
#include "picture/motion.h"

#include <math.h>

#include "picture/colours.h"
#include "picture/contact_mark.h"

/// The maximum number of paths for which the continuation without a contact is drawn.
enum { DASHED_PATHS_MAX = 100 };

static void set_dashes(const canvas *c, double length) {
    const double dashes[] = {length, length};
    cairo_set_dash(c->cr, dashes, length > 0.0 ? 2 : 0, 0.0);
}

void motion_paint_arrow(const canvas *c, const layout *l, carom_vec2 p, carom_vec2 q, double width,
                        colour ink) {
    const carom_vec2 from = view_point(&l->view, p);
    const carom_vec2 to = view_point(&l->view, q);
    const carom_vec2 u = view_direction(p, q);
    const double length = hypot(to.x - from.x, to.y - from.y);
    const double head = fmin((l->small ? 12.0 : 7.0) * c->unit, 0.6 * length);
    if (!(length > 0.0)) {
        return;
    }
    canvas_line(c, from, u, 0.0, length - 0.6 * head, width, ink);
    canvas_arrowhead(c, to, u, head, ink);
}

static void paint_ghost(const canvas *c, const layout *l, carom_vec2 center, double radius,
                        bool dashed, colour ink) {
    if (dashed) {
        set_dashes(c, 4.0 * c->unit);
    }
    canvas_ring(c, view_point(&l->view, center), view_length(&l->view, radius),
                (l->small ? 1.5 : 1.0) * c->unit, ink);
    set_dashes(c, 0.0);
}

static void paint_path(const canvas *c, const layout *l, const drawing *d, size_t i) {
    const drawing_path *w = &d->paths[i];
    const double width = (l->small ? 1.8 : 1.1) * c->unit;
    const colour ink = colour_of_kind(w->sweep.kind);
    const carom_circle circle = d->circles[i];
    const carom_vec2 straight = carom_vec2_add(circle.center, w->move);
    if (w->sweep.kind < CAROM_SWEEP_KIND_GRAZE) {
        motion_paint_arrow(c, l, circle.center, straight, width, ink);
        paint_ghost(c, l, straight, circle.radius, true, ink);
        return;
    }
    // The continuation without a contact is pale and dashed; the actual path is solid.
    if (d->path_count <= DASHED_PATHS_MAX) {
        set_dashes(c, 3.0 * c->unit);
        canvas_segment(c, view_point(&l->view, w->sweep.center), view_point(&l->view, straight),
                       0.8 * width, (colour){COLOUR_INK_DIM, 0.9});
        set_dashes(c, 0.0);
    }
    if (w->goes_on) {
        canvas_segment(c, view_point(&l->view, circle.center),
                       view_point(&l->view, w->sweep.center), width, ink);
        motion_paint_arrow(c, l, w->sweep.center, w->end, width, ink);
        paint_ghost(c, l, w->end, circle.radius, true, ink);
    } else {
        motion_paint_arrow(c, l, circle.center, w->sweep.center, width, ink);
    }
    paint_ghost(c, l, w->sweep.center, circle.radius, false, ink);
}

static contact_mark mark_of_path(const drawing *d, size_t i) {
    const carom_sweep *k = &d->paths[i].sweep;
    return (contact_mark){.point = k->point,
                          .normal = k->normal,
                          .radius = d->circles[i].radius,
                          .ink = colour_of_kind(k->kind)};
}

void motion_paint_paths(const canvas *c, const layout *l, const drawing *d, steps *n) {
    const bool crowded = drawing_is_crowded(d);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    for (size_t i = 0; i < d->path_count; i++) {
        take_step(n);
        if (!crowded || d->paths[i].sweep.kind != CAROM_SWEEP_KIND_MISS) {
            paint_path(c, l, d, i);
        }
    }
    for (int dots = 0; dots < 2 && !crowded; dots++) {
        for (size_t i = 0; i < d->path_count; i++) {
            take_step(n);
            contact_mark t = mark_of_path(d, i);
            if (d->paths[i].sweep.kind < CAROM_SWEEP_KIND_GRAZE || !contact_mark_is_seen(l, &t)) {
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

/// Returns the length of a trail in pixels.
static double trail_length(const layout *l, const trail *w) {
    double sum = 0.0;
    for (size_t k = 0; k < w->count; k++) {
        carom_vec2 p = view_point(&l->view, w->corners[k]);
        carom_vec2 q = view_point(&l->view, k + 1 < w->count ? w->corners[k + 1] : w->end);
        sum += hypot(q.x - p.x, q.y - p.y);
    }
    return sum;
}

static void paint_trail(const canvas *c, const layout *l, const trail *w, double width,
                        colour ink) {
    carom_vec2 last[2];
    if (w->count > 0) {
        canvas_trace(c, &l->view, w->corners, w->count, width, ink);
        last[0] = w->corners[w->count - 1];
        last[1] = w->end;
        canvas_trace(c, &l->view, last, 2, width, ink);
    }
}

void motion_paint_trails(const canvas *c, const layout *l, const drawing *d, steps *n) {
    const double width = (d->circle_count <= 12    ? 1.6
                          : d->circle_count <= 100 ? 1.1
                                                   : 0.8) *
                         c->unit;
    double ink = 0.0;
    for (size_t i = 0; i < d->circle_count; i++) {
        take_step(n);
        ink += width * trail_length(l, &d->trails[i]);
    }
    const double area = (l->plot.x1 - l->plot.x0) * (l->plot.y1 - l->plot.y0);
    const double alpha = fmin(fmax(0.35 * area / ink, 0.08), 0.9);
    cairo_set_line_join(c->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    for (size_t i = 0; i < d->circle_count; i++) {
        take_step(n);
        colour own = colour_of_ball(i, d->circle_count);
        paint_trail(c, l, &d->trails[i], width, colour_faded(own, alpha));
    }
}

void motion_paint_balls(const canvas *c, const layout *l, const drawing *d, steps *n) {
    const double u = c->unit;
    for (size_t i = 0; i < d->circle_count; i++) {
        take_step(n);
        carom_vec2 p = view_point(&l->view, d->trails[i].end);
        double radius = fmax(view_length(&l->view, d->circles[i].radius), 1.6 * u);
        canvas_disc(c, p, radius, colour_of_ball(i, d->circle_count));
        canvas_ring(c, p, radius, (l->small ? 1.4 : 0.7) * u, (colour){COLOUR_INK, 0.8});
    }
}

uint64_t motion_steps(const drawing *d) {
    return 3 * (uint64_t)d->path_count + (d->trails != NULL ? 3 * (uint64_t)d->circle_count : 0);
}
