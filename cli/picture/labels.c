// Places the names of circles, walls, ends and areas with little overlap.
// Method: each label tries several positions around its anchor and takes the one with the least
// overlap with earlier labels and contacts. Text has a white outline to stay legible.
// Room: cli.
#include "picture/labels.h"

#include <math.h>

#include "csv/text.h"
#include "picture/colours.h"

enum { LABELS_MAX = 400, LABEL_PLACES = 8 };

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

static void take(labels *set, rectangle r) {
    if (set->count < LABELS_MAX) {
        set->taken[set->count++] = r;
    }
}

/// Keeps labels away from a point of the plane.
static void take_spot(labels *set, carom_vec2 point) {
    const double half = 5.0 * set->canvas->unit;
    carom_vec2 p = view_point(&set->layout->view, point);
    take(set, (rectangle){p.x - half, p.y - half, p.x + half, p.y + half});
}

/// Keeps labels away from the contact and some points of a path.
static void take_path(labels *set, const drawing *d, size_t i) {
    enum { SPOTS = 5 };
    const drawing_path *w = &d->paths[i];
    const carom_vec2 start = d->circles[i].center;
    bool meets = w->sweep.kind >= CAROM_SWEEP_KIND_GRAZE;
    carom_vec2 bend = meets ? w->sweep.center : carom_vec2_add(start, w->move);
    carom_vec2 end = meets && w->goes_on ? w->end : bend;
    for (int k = 1; k <= SPOTS; k++) {
        const double t = (double)k / SPOTS;
        take_spot(set, carom_vec2_add(start, carom_vec2_scale(carom_vec2_sub(bend, start), t)));
        take_spot(set, carom_vec2_add(bend, carom_vec2_scale(carom_vec2_sub(end, bend), t)));
    }
    if (meets) {
        take_spot(set, w->sweep.point);
        take_spot(set, carom_vec2_add(w->sweep.point,
                                      carom_vec2_scale(w->sweep.normal, d->circles[i].radius / 3)));
    }
}

/// Returns the cost of a position: the area over other labels, plus twice the area outside the
/// plot.
static double badness(const labels *set, rectangle r) {
    double area = (r.x1 - r.x0) * (r.y1 - r.y0);
    double sum = 2.0 * (area - overlap(r, set->layout->plot));
    for (size_t i = 0; i < set->count; i++) {
        sum += overlap(r, set->taken[i]);
    }
    return sum;
}

/// Places a text near p. `u` is the first direction to try, and `distance` is that from p to the
/// box.
static void set_label(labels *set, carom_vec2 p, carom_vec2 u, double distance, const char *text,
                      colour ink) {
    const canvas *c = set->canvas;
    cairo_font_extents_t font;
    cairo_font_extents(c->cr, &font);
    double half_width = 0.5 * canvas_text_width(c, text);
    double half_height = 0.36 * font.ascent;
    rectangle best = {0};
    double least = HUGE_VAL;
    for (int i = 0; i < LABEL_PLACES; i++) {
        // First 0, then alternately to both sides in steps of an eighth of a turn.
        int step = (i + 1) / 2 * (i % 2 == 0 ? 1 : -1);
        double angle = step * acos(-1.0) / 4.0;
        carom_vec2 v = {u.x * cos(angle) - u.y * sin(angle), u.x * sin(angle) + u.y * cos(angle)};
        double x = p.x + v.x * (distance + half_width);
        double y = p.y + v.y * (distance + half_height);
        rectangle r = {x - half_width, y - half_height, x + half_width, y + half_height};
        double bad = badness(set, r) + 0.01 * i;
        if (bad < least) {
            least = bad;
            best = r;
        }
    }
    if (!isfinite(best.x0) || !isfinite(best.y0) || !isfinite(least)) {
        return;
    }
    take(set, best);
    cairo_move_to(c->cr, best.x0, best.y1);
    cairo_text_path(c->cr, text);
    canvas_set_colour(c, (colour){COLOUR_WHITE, 0.85});
    cairo_set_line_width(c->cr, 3.5 * c->unit);
    cairo_set_line_join(c->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(c->cr);
    canvas_text(c, (carom_vec2){best.x0, best.y1}, 0.0, text, ink);
}

static void name_text(char *out, size_t size, const names *list, size_t i) {
    char number[NAME_NUMBER_SIZE];
    table_text name = names_get(list, i, number);
    text_clean(out, size, 24, name.at, name.length);
}

static carom_vec2 middle(const labels *set, carom_wall w) {
    carom_vec2 a = view_point(&set->layout->view, w.a);
    carom_vec2 b = view_point(&set->layout->view, w.b);
    return carom_vec2_make(0.5 * (a.x + b.x), 0.5 * (a.y + b.y));
}

static void label_ends(labels *set, carom_wall w) {
    const canvas *c = set->canvas;
    const double unit = c->unit;
    const colour dark = {COLOUR_WALL, 1.0};
    carom_vec2 u = view_direction(w.a, w.b);
    carom_vec2 a = view_point(&set->layout->view, w.a);
    carom_vec2 b = view_point(&set->layout->view, w.b);
    bool point = u.x == 0.0 && u.y == 0.0;
    canvas_letters(c, 14.0, TEXT_ITALIC);
    canvas_disc(c, a, 3.4 * unit, dark);
    // If the wall is infinite at this end, the letter is beside the wall.
    bool beside_a = w.extent == CAROM_EXTENT_LINE;
    bool beside_b = w.extent != CAROM_EXTENT_SEGMENT;
    carom_vec2 side = {u.y, -u.x};
    carom_vec2 back = carom_vec2_scale(u, -1.0);
    carom_vec2 up = {0.0, -1.0};
    set_label(set, a, point ? up : beside_a ? side : back, 8.0 * unit, point ? "a = b" : "a", dark);
    if (!point) {
        canvas_disc(c, b, 3.4 * unit, dark);
        set_label(set, b, beside_b ? side : u, 8.0 * unit, "b", dark);
    }
}

static void label_areas(labels *set, const drawing *d) {
    const rings *r = d->rings;
    char text[128];
    canvas_letters(set->canvas, 15.0, TEXT_ITALIC);
    for (size_t i = 0; i < r->count; i = rings_next_area(r, i)) {
        const carom_vec2 p = view_point(&set->layout->view, rings_middle(r, i));
        name_text(text, sizeof text, d->area_names, r->items[i].area - 1);
        set_label(set, p, (carom_vec2){0.0, -1.0}, 4.0 * set->canvas->unit, text,
                  (colour){COLOUR_WALL_NAME, 1.0});
    }
}

void labels_paint(const canvas *c, const layout *l, const drawing *d) {
    labels set = {.canvas = c, .layout = l, .count = 0};
    char text[128];
    const double u = c->unit;
    for (size_t i = 0; i < d->mark_count; i++) {
        take_spot(&set, d->marks[i].contact.point);
        if (d->of_walls) {
            take_spot(&set, d->marks[i].other_point);
        }
    }
    for (size_t i = 0; i < d->path_count; i++) {
        take_path(&set, d, i);
    }
    for (size_t i = 0; d->rings == NULL && i < d->wall_count; i++) {
        label_ends(&set, d->walls[i]);
    }
    // A single pair needs no name. The wall of a pair is identified by the dashed line from the
    // circle.
    bool named = !d->paired || d->circle_count > 1;
    for (size_t i = 0; i < d->circle_count; i++) {
        carom_vec2 p = view_point(&l->view, d->circles[i].center);
        canvas_disc(c, p, 2.2 * u, (colour){COLOUR_INK, 1.0});
        if (named) {
            canvas_letters(c, 14.0, TEXT_BOLD);
            name_text(text, sizeof text, d->circle_names, i);
            set_label(&set, p, (carom_vec2){0.0, -1.0}, 7.0 * u, text, (colour){COLOUR_INK, 1.0});
        }
    }
    if (d->rings != NULL) {
        label_areas(&set, d);
        return;
    }
    for (size_t i = 0; !d->paired && i < d->wall_count; i++) {
        carom_vec2 v = view_direction(d->walls[i].a, d->walls[i].b);
        carom_vec2 side = {v.y, -v.x};
        if (side.x == 0.0 && side.y == 0.0) {
            side.y = 1.0;
        }
        canvas_letters(c, 13.0, TEXT_PLAIN);
        name_text(text, sizeof text, d->wall_names, i);
        set_label(&set, middle(&set, d->walls[i]), side, 9.0 * u, text,
                  (colour){COLOUR_WALL_NAME, 1.0});
    }
}
