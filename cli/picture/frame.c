// The frame of a picture: paper, grid, title, legend, scale bar.
// Layer: cli.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "paint.h"
#include "text.h"

static const canvas_colour paper = {0xF7F5F0, 1.0};
static const canvas_colour plot_paper = {0xFFFFFF, 1.0};
static const canvas_colour grid = {0xEBE8E1, 1.0};
static const canvas_colour dark = {0x1F2A37, 1.0};
static const canvas_colour dim = {0x6B7280, 1.0};
static const canvas_colour pale = {0xA5A9B0, 1.0};

/// The largest of 1, 2, 5 times a power of ten that is at most `value`; 0 if there is none.
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

/// Grid lines along one axis; `from` and `to` in the user's unit, `step` between lines.
static void grid_lines(const canvas *c, const layout *l, bool vertical, double from, double to,
                       double step) {
    // Far from the origin the lines of the grid fall between the doubles.
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
        // Adding 0 makes -0 a plain 0.
        snprintf(label, sizeof label, "%.6g", at + 0.0);
        canvas_colour line = at == 0.0 ? (canvas_colour){0xD3CEC3, 1.0} : grid;
        if (vertical) {
            canvas_segment(c, (carom_vec2){p.x, l->plot.y0}, (carom_vec2){p.x, l->plot.y1}, c->unit,
                           line);
        } else {
            canvas_segment(c, (carom_vec2){l->plot.x0, p.y}, (carom_vec2){l->plot.x1, p.y}, c->unit,
                           line);
        }
        if (labelled && vertical && p.x > l->plot.x0 + 34.0 * c->unit &&
            p.x < l->plot.x1 - 40.0 * c->unit) {
            canvas_text(c, (carom_vec2){p.x + 3.0 * c->unit, l->plot.y1 - 4.0 * c->unit}, 0.0,
                        label, pale);
        } else if (labelled && !vertical && p.y < l->plot.y1 - 20.0 * c->unit) {
            canvas_text(c, (carom_vec2){l->plot.x0 + 4.0 * c->unit, p.y - 3.0 * c->unit}, 0.0,
                        label, pale);
        }
    }
}

void frame_below(const canvas *c, const layout *l) {
    canvas_set_colour(c, paper);
    cairo_paint(c->cr);
    canvas_box(c, l->plot, 0.0, plot_paper);
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

static void paint_title(const canvas *c, const layout *l, const drawing *d) {
    const double u = c->unit;
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
    double y = 34.0 * u;
    canvas_letters(c, 19.0, TEXT_BOLD);
    canvas_text(c, (carom_vec2){l->plot.x0, y}, 0.0, title, dark);
    double x = l->plot.x0 + canvas_text_width(c, title) + 14.0 * u;
    canvas_letters(c, 15.0, TEXT_PLAIN);
    canvas_text(c, (carom_vec2){x, y}, 0.0, files, dim);
    x += canvas_text_width(c, files) + 24.0 * u;

    char counts[96];
    if (d->paired) {
        snprintf(counts, sizeof counts, "%zu pair%s", d->circle_count,
                 d->circle_count == 1 ? "" : "s");
    } else {
        snprintf(counts, sizeof counts, "%zu circle%s, %zu wall%s", d->circle_count,
                 d->circle_count == 1 ? "" : "s", d->wall_count, d->wall_count == 1 ? "" : "s");
    }
    if (x + canvas_text_width(c, counts) <= l->plot.x1) {
        canvas_text(c, (carom_vec2){l->plot.x1, y}, 1.0, counts, dim);
    }
}

static size_t count_relation(const drawing *d, carom_relation relation) {
    size_t n = 0;
    for (size_t i = 0; i < d->relation_count; i++) {
        n += d->relations[i] == relation ? 1 : 0;
    }
    return n;
}

static const char *legend_word(const drawing *d, carom_relation relation) {
    return relation == CAROM_SEPARATE && !d->paired ? "clear" : carom_relation_name(relation);
}

/// Goes through the legend's entries; paints them if there is a canvas to do so. Returns the rows
/// it takes, of which the last leaves room for the scale bar.
static int go_through_legend(const canvas *c, const drawing *d, double x0, double y0, double width,
                             bool paint) {
    const double u = c->unit;
    double x = 0.0;
    int row = 0;
    canvas_letters(c, 13.0, TEXT_PLAIN);
    for (int i = CAROM_SEPARATE; i <= CAROM_INSIDE; i++) {
        carom_relation relation = (carom_relation)i;
        size_t count = count_relation(d, relation);
        if (count == 0) {
            continue;
        }
        char text[64];
        snprintf(text, sizeof text, "%s  %zu", legend_word(d, relation), count);
        double entry = canvas_text_width(c, text) + 22.0 * u;
        if (x > 0.0 && x + entry > width) {
            x = 0.0;
            row++;
        }
        if (paint) {
            unsigned rgb = paint_relation_colour(relation);
            carom_vec2 p = {x0 + x + 7.0 * u, y0 + (26.0 * row - 4.5) * u};
            canvas_disc(c, p, 6.5 * u,
                        (canvas_colour){rgb, relation == CAROM_SEPARATE ? 0.22 : 0.38});
            canvas_ring(c, p, 6.5 * u, 1.8 * u, (canvas_colour){rgb, 1.0});
            canvas_text(c, (carom_vec2){p.x + 14.0 * u, y0 + 26.0 * row * u}, 0.0, text, dark);
        }
        x += entry + 22.0 * u;
    }
    return x + 240.0 * u > width ? row + 2 : row + 1;
}

int frame_legend_rows(const drawing *d, double width, double unit) {
    // Letters can be measured only on a surface: a small one to throw away.
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 8, 8);
    cairo_t *cr = cairo_create(surface);
    canvas c = {.cr = cr, .unit = unit};
    int rows = go_through_legend(&c, d, 0.0, 0.0, width, false);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return rows;
}

static void paint_scale_bar(const canvas *c, const layout *l) {
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

void frame_above(const canvas *c, const layout *l, const drawing *d) {
    canvas_set_colour(c, (canvas_colour){0xD3CEC3, 1.0});
    cairo_set_line_width(c->cr, c->unit);
    cairo_rectangle(c->cr, l->plot.x0, l->plot.y0, l->plot.x1 - l->plot.x0,
                    l->plot.y1 - l->plot.y0);
    cairo_stroke(c->cr);
    paint_title(c, l, d);
    go_through_legend(c, d, l->plot.x0, l->plot.y1 + 30.0 * c->unit, l->plot.x1 - l->plot.x0, true);
    paint_scale_bar(c, l);
}
