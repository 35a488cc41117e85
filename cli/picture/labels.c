// Names of circles, walls and ends, each where it covers the least.
// Method: every label tries a few places around its anchor and takes the one that overlaps the
// least with the labels set before and with contacts; text gets a white rim to stay legible.
// Layer: cli.
#include <math.h>
#include <string.h>

#include "paint.h"
#include "text.h"

enum { LABELS_MAX = 200, LABEL_PLACES = 8 };

typedef struct labels {
    const canvas *canvas;
    const layout *layout;
    rectangle taken[LABELS_MAX];
    size_t count;
} labels;

static double overlap(rectangle p, rectangle q) {
    double w = fmin(p.x1, q.x1) - fmax(p.x0, q.x0);
    double h = fmin(p.y1, q.y1) - fmax(p.y0, q.y0);
    return w > 0.0 && h > 0.0 ? w * h : 0.0;
}

static void take(labels *s, rectangle r) {
    if (s->count < LABELS_MAX) {
        s->taken[s->count++] = r;
    }
}

/// How bad this place is: area over other labels, and area outside the plot, which counts double.
static double badness(const labels *s, rectangle r) {
    double area = (r.x1 - r.x0) * (r.y1 - r.y0);
    double sum = 2.0 * (area - overlap(r, s->layout->plot));
    for (size_t i = 0; i < s->count; i++) {
        sum += overlap(r, s->taken[i]);
    }
    return sum;
}

/// Sets a text near p; `u` is the direction to try first, `distance` how far from p its box is.
static void set_label(labels *s, carom_vec2 p, carom_vec2 u, double distance, const char *text,
                      canvas_colour colour) {
    const canvas *c = s->canvas;
    cairo_font_extents_t font;
    cairo_font_extents(c->cr, &font);
    double half_width = 0.5 * canvas_text_width(c, text);
    double half_height = 0.36 * font.ascent;
    rectangle best = {0};
    double least = HUGE_VAL;
    for (int i = 0; i < LABEL_PLACES; i++) {
        // 0, then alternating to both sides by eighths of a turn.
        int step = (i + 1) / 2 * (i % 2 == 0 ? 1 : -1);
        double angle = step * acos(-1.0) / 4.0;
        carom_vec2 v = {u.x * cos(angle) - u.y * sin(angle), u.x * sin(angle) + u.y * cos(angle)};
        double x = p.x + v.x * (distance + half_width);
        double y = p.y + v.y * (distance + half_height);
        rectangle r = {x - half_width, y - half_height, x + half_width, y + half_height};
        double bad = badness(s, r) + 0.01 * i;
        if (bad < least) {
            least = bad;
            best = r;
        }
    }
    if (!isfinite(best.x0) || !isfinite(best.y0) || !isfinite(least)) {
        return;
    }
    take(s, best);
    cairo_move_to(c->cr, best.x0, best.y1);
    cairo_text_path(c->cr, text);
    canvas_set_colour(c, (canvas_colour){0xFFFFFF, 0.85});
    cairo_set_line_width(c->cr, 3.5 * c->unit);
    cairo_set_line_join(c->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(c->cr);
    canvas_text(c, (carom_vec2){best.x0, best.y1}, 0.0, text, colour);
}

static void name_text(char *out, size_t size, const names *list, size_t i) {
    char number[NAME_NUMBER_SIZE];
    table_text name = names_get(list, i, number);
    text_clean(out, size, 24, name.at, name.length);
}

static carom_vec2 middle(const labels *s, carom_wall w) {
    carom_vec2 a = view_point(&s->layout->view, w.a);
    carom_vec2 b = view_point(&s->layout->view, w.b);
    return carom_vec2_make(0.5 * (a.x + b.x), 0.5 * (a.y + b.y));
}

static void label_ends(labels *s, carom_wall w) {
    const canvas *c = s->canvas;
    const double unit = c->unit;
    const canvas_colour dark = {0x333C48, 1.0};
    carom_vec2 u = view_direction(w.a, w.b);
    carom_vec2 a = view_point(&s->layout->view, w.a);
    carom_vec2 b = view_point(&s->layout->view, w.b);
    bool point = u.x == 0.0 && u.y == 0.0;
    canvas_letters(c, 14.0, TEXT_ITALIC);
    canvas_disc(c, a, 3.4 * unit, dark);
    // An end where the wall goes on has its letter beside it, not in its way.
    bool beside_a = w.extent == CAROM_LINE;
    bool beside_b = w.extent != CAROM_SEGMENT;
    carom_vec2 side = {u.y, -u.x};
    carom_vec2 back = carom_vec2_scale(u, -1.0);
    carom_vec2 up = {0.0, -1.0};
    set_label(s, a, point ? up : beside_a ? side : back, 8.0 * unit, point ? "a = b" : "a", dark);
    if (!point) {
        canvas_disc(c, b, 3.4 * unit, dark);
        set_label(s, b, beside_b ? side : u, 8.0 * unit, "b", dark);
    }
}

void labels_paint(const canvas *c, const layout *l, const drawing *d) {
    labels s = {.canvas = c, .layout = l, .count = 0};
    char text[128];
    const double u = c->unit;
    for (size_t i = 0; i < d->mark_count; i++) {
        carom_vec2 p = view_point(&l->view, d->marks[i].contact.point);
        take(&s, (rectangle){p.x - 5.0 * u, p.y - 5.0 * u, p.x + 5.0 * u, p.y + 5.0 * u});
    }
    for (size_t i = 0; i < d->wall_count; i++) {
        label_ends(&s, d->walls[i]);
    }
    // The only pair of a picture needs no name to tell it from others.
    bool named = !d->paired || d->circle_count > 1;
    for (size_t i = 0; i < d->circle_count; i++) {
        carom_vec2 p = view_point(&l->view, d->circles[i].center);
        canvas_disc(c, p, 2.2 * u, (canvas_colour){0x1F2A37, 1.0});
        if (named) {
            canvas_letters(c, 14.0, TEXT_BOLD);
            name_text(text, sizeof text, d->circle_names, i);
            set_label(&s, p, (carom_vec2){0.0, -1.0}, 7.0 * u, text,
                      (canvas_colour){0x1F2A37, 1.0});
        }
    }
    for (size_t i = 0; named && i < d->wall_count; i++) {
        carom_vec2 v = view_direction(d->walls[i].a, d->walls[i].b);
        carom_vec2 side = {v.y, -v.x};
        if (d->paired && i < d->mark_count) {
            // The circle of this wall stands on the side of the normal.
            side = (carom_vec2){-d->marks[i].contact.normal.x, d->marks[i].contact.normal.y};
        }
        if (side.x == 0.0 && side.y == 0.0) {
            side.y = 1.0;
        }
        canvas_letters(c, 13.0, TEXT_PLAIN);
        name_text(text, sizeof text, d->wall_names, i);
        set_label(&s, middle(&s, d->walls[i]), side, 9.0 * u, text, (canvas_colour){0x4B5563, 1.0});
    }
}
