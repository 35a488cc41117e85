// The frame of a picture: background, grid, title and scale bar.
// Room: cli.
#include "picture/frame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csv/text.h"
#include "picture/colours.h"
#include "picture/legend.h"

static const colour grid = {COLOUR_GRID, 1.0};
static const colour axis = {COLOUR_AXIS, 1.0};
static const colour dark = {COLOUR_INK, 1.0};
static const colour dim = {COLOUR_INK_DIM, 1.0};
static const colour pale = {COLOUR_INK_PALE, 1.0};

/// Returns the largest of 1, 2, 5 times a power of ten that is at most `value`; 0 if there is none.
static double round_length(double value) {
    if (!isfinite(value) || value <= 0.0) {
        return 0.0;
    }
    double power = pow(10.0, floor(log10(value)));
    double best = 0.0;
    static const double steps[] = {0.5, 1.0, 2.0, 5.0};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (steps[i] * power <= value) {
            best = steps[i] * power;
        }
    }
    return best;
}

/// Draws grid lines along one axis; `from`, `to` and `step` are in the user's unit.
static void grid_lines(const canvas *c, const layout *l, bool vertical, double from, double to,
                       double step) {
    // Far from the origin the grid lines can be closer than doubles.
    if (!isfinite(from) || !isfinite(to) || fmax(fabs(from), fabs(to)) > 1e9 * step) {
        return;
    }
    bool labelled = fmax(fabs(from), fabs(to)) <= 1e5 * step;
    canvas_letters(c, 9.5, TEXT_PLAIN);
    const double first = ceil(from / step);
    for (int k = 0; (first + k) * step <= to; k++) {
        const double at = (first + k) * step;
        carom_vec2 p = view_point(&l->view, carom_vec2_make(at, at));
        char label[32];
        // Adding 0 turns -0 into 0.
        snprintf(label, sizeof label, "%.6g", at + 0.0);
        colour ink = at == 0.0 ? axis : grid;
        if (vertical) {
            canvas_segment(c, (carom_vec2){p.x, l->plot.y0}, (carom_vec2){p.x, l->plot.y1}, c->unit,
                           ink);
        } else {
            canvas_segment(c, (carom_vec2){l->plot.x0, p.y}, (carom_vec2){l->plot.x1, p.y}, c->unit,
                           ink);
        }
        if (labelled && vertical && p.x > l->plot.x0 + 34.0 * c->unit &&
            p.x < l->plot.x1 - 40.0 * c->unit) {
            canvas_text(c, (carom_vec2){p.x + 3.0 * c->unit, l->plot.y1 - 4.0 * c->unit}, 0.0,
                        label, pale);
        } else if (labelled && !vertical && p.y < l->plot.y1 - 20.0 * c->unit &&
                   p.y > l->plot.y0 + 13.0 * c->unit) {
            canvas_text(c, (carom_vec2){l->plot.x0 + 4.0 * c->unit, p.y - 3.0 * c->unit}, 0.0,
                        label, pale);
        }
    }
}

void frame_below(const canvas *c, const layout *l) {
    canvas_set_colour(c, (colour){COLOUR_PAPER, 1.0});
    cairo_paint(c->cr);
    canvas_box(c, l->plot, 0.0, (colour){COLOUR_WHITE, 1.0});
    double step = round_length(view_unit(&l->view, 110.0 * c->unit));
    if (step <= 0.0) {
        return;
    }
    cairo_save(c->cr);
    cairo_rectangle(c->cr, l->plot.x0, l->plot.y0, l->plot.x1 - l->plot.x0,
                    l->plot.y1 - l->plot.y0);
    cairo_clip(c->cr);
    carom_vec2 low = view_user(&l->view, (carom_vec2){l->plot.x0, l->plot.y1});
    carom_vec2 high = view_user(&l->view, (carom_vec2){l->plot.x1, l->plot.y0});
    grid_lines(c, l, true, low.x, high.x, step);
    grid_lines(c, l, false, low.y, high.y, step);
    cairo_restore(c->cr);
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return strcmp(path, "-") == 0              ? "standard input"
           : slash != NULL && slash[1] != '\0' ? slash + 1
                                               : path;
}

void frame_title(const canvas *c, const layout *l, const char *title, const char *more,
                 const char *aside) {
    const double u = c->unit;
    double y = 34.0 * u;
    canvas_letters(c, 19.0, TEXT_BOLD);
    canvas_text(c, (carom_vec2){l->plot.x0, y}, 0.0, title, dark);
    double x = l->plot.x0 + canvas_text_width(c, title) + 14.0 * u;
    canvas_letters(c, 15.0, TEXT_PLAIN);
    canvas_text(c, (carom_vec2){x, y}, 0.0, more, dim);
    x += canvas_text_width(c, more) + 24.0 * u;
    if (x + canvas_text_width(c, aside) <= l->plot.x1) {
        canvas_text(c, (carom_vec2){l->plot.x1, y}, 1.0, aside, dim);
    }
}

static void paint_title(const canvas *c, const layout *l, const drawing *d) {
    char title[64];
    char files[256] = "";
    snprintf(title, sizeof title, "carom %s", d->title != NULL ? d->title : "");
    for (size_t i = 0; i < 2 && d->files[i] != NULL; i++) {
        char name[100];
        const char *base = base_name(d->files[i]);
        size_t n = strlen(files);
        text_clean(name, sizeof name, 32, base, strlen(base));
        snprintf(files + n, sizeof files - n, "%s%s", i > 0 ? "  +  " : "", name);
    }
    char counts[192];
    if (d->of_walls) {
        snprintf(counts, sizeof counts, "%zu wall%s", d->wall_count, d->wall_count == 1 ? "" : "s");
    } else if (d->rings != NULL) {
        snprintf(counts, sizeof counts, "%zu circle%s, %zu area%s", d->circle_count,
                 d->circle_count == 1 ? "" : "s", d->rings->area_count,
                 d->rings->area_count == 1 ? "" : "s");
    } else if (d->paired) {
        snprintf(counts, sizeof counts, "%zu pair%s", d->circle_count,
                 d->circle_count == 1 ? "" : "s");
    } else {
        snprintf(counts, sizeof counts, "%zu %s%s, %zu wall%s%s%s", d->circle_count,
                 d->noun != NULL ? d->noun : "circle", d->circle_count == 1 ? "" : "s",
                 d->wall_count, d->wall_count == 1 ? "" : "s", d->note != NULL ? ", " : "",
                 d->note != NULL ? d->note : "");
    }
    frame_title(c, l, title, files, counts);
}

void frame_scale_bar(const canvas *c, const layout *l) {
    const double u = c->unit;
    double length = round_length(view_unit(&l->view, 170.0 * u));
    double pixels = view_length(&l->view, length);
    if (length <= 0.0 || !(pixels > 4.0 && pixels < l->width)) {
        return;
    }
    char label[32];
    snprintf(label, sizeof label, "%g", length);
    double x1 = l->plot.x1;
    double x0 = x1 - pixels;
    double y = l->height - 26.0 * u;
    double tick = 4.0 * u;
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    canvas_segment(c, (carom_vec2){x0, y}, (carom_vec2){x1, y}, 1.6 * u, dark);
    canvas_segment(c, (carom_vec2){x0, y - tick}, (carom_vec2){x0, y + tick}, 1.6 * u, dark);
    canvas_segment(c, (carom_vec2){x1, y - tick}, (carom_vec2){x1, y + tick}, 1.6 * u, dark);
    canvas_letters(c, 12.0, TEXT_PLAIN);
    canvas_text(c, (carom_vec2){x0 - 8.0 * u, y + 4.0 * u}, 1.0, label, dark);
}

void frame_edge(const canvas *c, const layout *l) {
    canvas_set_colour(c, axis);
    cairo_set_line_width(c->cr, c->unit);
    cairo_rectangle(c->cr, l->plot.x0, l->plot.y0, l->plot.x1 - l->plot.x0,
                    l->plot.y1 - l->plot.y0);
    cairo_stroke(c->cr);
}

void frame_above(const canvas *c, const layout *l, const drawing *d) {
    frame_edge(c, l);
    paint_title(c, l, d);
    legend_paint(c, d, (carom_vec2){l->plot.x0, l->plot.y1 + 30.0 * c->unit},
                 l->plot.x1 - l->plot.x0);
    frame_scale_bar(c, l);
}
