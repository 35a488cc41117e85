// Where the exact answer of an error map turns from no to yes.
// Method: these are the centres at the distance R from the wall or, of a moving circle, from what
// the wall sweeps as it moves backwards: from a point, a segment or a parallelogram, the hull of
// two or four points. Of a ring also those at R from the farther end. In pixels throughout.
// Layer: cli.
#include "errors/outline.h"

#include <math.h>

static const colour ink = {COLOUR_INK, 0.9};
static const double width = 1.5;
static const double largest = 1e5; // pixels

enum { CORNERS = 4 };

/// The corners of a convex figure, counterclockwise if y were up.
typedef struct hull {
    carom_vec2 p[CORNERS + 1];
    size_t count;
} hull;

static bool is_before(carom_vec2 p, carom_vec2 q) {
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

static double turn(carom_vec2 p, carom_vec2 q, carom_vec2 r) {
    return carom_vec2_cross(carom_vec2_sub(q, p), carom_vec2_sub(r, p));
}

/// Andrew's monotone chain; at most CORNERS points, which are put in order.
static hull hull_of(carom_vec2 *points, size_t count) {
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0 && is_before(points[j], points[j - 1]); j--) {
            const carom_vec2 p = points[j];
            points[j] = points[j - 1];
            points[j - 1] = p;
        }
    }
    hull h = {.count = 0};
    for (int upper = 0; upper < 2; upper++) {
        const size_t start = h.count;
        for (size_t k = 0; k < count; k++) {
            const carom_vec2 p = points[upper ? count - 1 - k : k];
            while (h.count >= start + 2 && turn(h.p[h.count - 2], h.p[h.count - 1], p) <= 0.0) {
                h.count--;
            }
            if (h.count == start || p.x != h.p[h.count - 1].x || p.y != h.p[h.count - 1].y) {
                h.p[h.count++] = p;
            }
        }
        if (h.count == start + 1) {
            break; // all of them are one point
        }
        h.count--; // the last of one chain is the first of the other
    }
    return h;
}

/// All at the distance `reach` from a convex figure: its sides shifted outward, and arcs.
static void paint_around(const canvas *c, const hull *h, double reach) {
    if (h->count == 1) {
        canvas_ring(c, h->p[0], reach, width * c->unit, ink);
        return;
    }
    for (size_t i = 0; i < h->count; i++) {
        const carom_vec2 p = h->p[i];
        const carom_vec2 next = h->p[(i + 1) % h->count];
        const carom_vec2 last = h->p[(i + h->count - 1) % h->count];
        const double side = hypot(next.x - p.x, next.y - p.y);
        const carom_vec2 n = {(next.y - p.y) / side, (p.x - next.x) / side};
        const carom_vec2 shift = carom_vec2_scale(n, reach);
        canvas_segment(c, carom_vec2_add(p, shift), carom_vec2_add(next, shift), width * c->unit,
                       ink);
        canvas_arc(c, p, reach, atan2(last.x - p.x, p.y - last.y), atan2(n.y, n.x), width * c->unit,
                   ink);
    }
}

/// The points at R from one end that are within R of the other.
static void paint_lens(const canvas *c, carom_vec2 a, carom_vec2 b, double reach) {
    const double half = 0.5 * hypot(b.x - a.x, b.y - a.y);
    if (half >= reach) {
        return;
    }
    const double spread = acos(half / reach);
    const double from_a = atan2(b.y - a.y, b.x - a.x);
    const double from_b = atan2(a.y - b.y, a.x - b.x);
    canvas_arc(c, a, reach, from_a - spread, from_a + spread, width * c->unit, ink);
    canvas_arc(c, b, reach, from_b - spread, from_b + spread, width * c->unit, ink);
}

/// A line ends where that is not seen.
static bool cut_line(const layout *l, carom_wall wall, double reach, carom_vec2 *a, carom_vec2 *b) {
    const double rim = 2.0 * reach + 10.0;
    const rectangle area = {l->plot.x0 - rim, l->plot.y0 - rim, l->plot.x1 + rim, l->plot.y1 + rim};
    const carom_vec2 p = *a;
    const carom_vec2 u = view_direction(wall.a, wall.b);
    double t0 = -HUGE_VAL;
    double t1 = HUGE_VAL;
    if (!rectangle_clip(area, p, u, &t0, &t1)) {
        return false;
    }
    *a = carom_vec2_add(p, carom_vec2_scale(u, t0));
    *b = carom_vec2_add(p, carom_vec2_scale(u, t1));
    return true;
}

bool outline_paint_curves(const canvas *c, const layout *l, const error_map *map) {
    const carom_wall wall = map->wall;
    const double reach =
        view_length(&l->view, map->circle.radius) + view_length(&l->view, wall.radius);
    if (!(reach <= largest)) {
        return false;
    }
    carom_vec2 points[CORNERS] = {view_point(&l->view, wall.a), view_point(&l->view, wall.b)};
    const bool is_point = wall.a.x == wall.b.x && wall.a.y == wall.b.y;
    if (wall.extent == CAROM_EXTENT_LINE && !is_point &&
        !cut_line(l, wall, reach, &points[0], &points[1])) {
        return true;
    }
    size_t count = 2;
    if (carom_classic_rule(map->method) == CAROM_CONTACT_RULE_RING) {
        paint_lens(c, points[0], points[1], reach);
    }
    if (carom_classic_is_sweep(map->method)) {
        points[2] = view_point(&l->view, carom_vec2_sub(wall.a, map->move));
        points[3] = view_point(&l->view, carom_vec2_sub(wall.b, map->move));
        count = 4;
    }
    const hull h = hull_of(points, count);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    paint_around(c, &h, reach);
    return true;
}

/// Whether the answer turns between a cell and the one above it, or, with `across`, left of it.
static bool turns(const error_map *map, bool across, size_t column, size_t row) {
    return error_map_truth(map, column, row) !=
           error_map_truth(map, column - (across ? 1 : 0), row - (across ? 0 : 1));
}

void outline_paint_edges(const canvas *c, const layout *l, const error_map *map) {
    const size_t columns = map->grid.x.count;
    const size_t rows = map->grid.y.count;
    const double dx = (l->plot.x1 - l->plot.x0) / (double)columns;
    const double dy = (l->plot.y1 - l->plot.y0) / (double)rows;
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_SQUARE);
    for (int across = 0; across < 2; across++) {
        // Lines between cells, each in as few pieces as it has.
        const size_t lines = across ? columns : rows;
        const size_t length = across ? rows : columns;
        for (size_t i = 1; i < lines; i++) {
            size_t begin = 0;
            for (size_t k = 0; k <= length; k++) {
                if (k < length && turns(map, across != 0, across ? i : k, across ? k : i)) {
                    continue;
                }
                if (k > begin) {
                    const double at = (double)i;
                    const double from = (double)begin;
                    const double to = (double)k;
                    const carom_vec2 p = {across ? at : from, across ? from : at};
                    const carom_vec2 q = {across ? at : to, across ? to : at};
                    canvas_segment(c, (carom_vec2){l->plot.x0 + dx * p.x, l->plot.y0 + dy * p.y},
                                   (carom_vec2){l->plot.x0 + dx * q.x, l->plot.y0 + dy * q.y},
                                   width * c->unit, ink);
                }
                begin = k + 1;
            }
        }
    }
}
