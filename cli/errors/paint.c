// The picture of an error map.
// Method: the cells are one image with a pixel for each cell. The wall and the boundary of the
// exact answer are drawn over it.
// Room: cli.
#include "errors/paint.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "errors/outline.h"
#include "picture/frame.h"
#include "picture/legend.h"
#include "picture/picture.h"
#include "picture/shapes.h"

/// The rows of text below the legend, and their distance in units.
enum { NOTES = 2 };
static const double note_row = 20.0;

static const struct {
    const char *name;
    colour ink;
} kinds[CELL_KINDS] = {
    [CELL_NO] = {"right: no", {COLOUR_WHITE, 0.0}},
    [CELL_YES] = {"right: yes", {0x009E73, 0.22}},
    [CELL_FALSE_HIT] = {"false hit", {0xD55E00, 1.0}},
    [CELL_MISSED] = {"missed", {0x0072B2, 1.0}},
    [CELL_WRONG_TIME] = {"wrong time or centre", {0xE69F00, 1.0}},
};

/// A map and its position in the picture. `plot` of the layout is the area of the cells. `frame`
/// has the full width of the picture.
typedef struct error_page {
    const error_map *map;
    layout layout;
    layout frame;
    legend_entry legend[CELL_KINDS];
    char notes[NOTES][256];
} error_page;

static bool is_close(const error_map *map) {
    return map->grid.x.whole || map->grid.y.whole;
}

static void fill_legend(error_page *page) {
    const error_map *map = page->map;
    const double all = (double)map->grid.x.count * (double)map->grid.y.count;
    for (int kind = 0; kind < CELL_KINDS; kind++) {
        const size_t count = map->counts[kind];
        legend_entry *e = &page->legend[kind];
        *e = (legend_entry){.text = "", .fill = kinds[kind].ink, .ring = kinds[kind].ink};
        if (kind == CELL_WRONG_TIME && !carom_classic_is_sweep(map->method)) {
            continue;
        }
        if (kind == CELL_NO || kind == CELL_YES) {
            e->ring = (colour){kind == CELL_NO ? COLOUR_INK_PALE : kinds[kind].ink.rgb, 1.0};
            snprintf(e->text, sizeof e->text, "%s  %zu", kinds[kind].name, count);
        } else {
            snprintf(e->text, sizeof e->text, "%s  %zu (%.2g %%)", kinds[kind].name, count,
                     100.0 * (double)count / all);
        }
    }
}

static void fill_notes(error_page *page) {
    const error_map *map = page->map;
    const error_grid *g = &map->grid;
    char *text = page->notes[0];
    size_t n = (size_t)snprintf(text, sizeof page->notes[0], "radius %.6g", map->circle.radius);
    if (carom_classic_is_sweep(map->method)) {
        n += (size_t)snprintf(text + n, sizeof page->notes[0] - n, ", displacement (%.6g, %.6g)",
                              map->move.x, map->move.y);
    }
    n += (size_t)snprintf(text + n, sizeof page->notes[0] - n, ", %s (%.6g, %.6g) to (%.6g, %.6g)",
                          carom_extent_name(map->wall.extent), map->wall.a.x, map->wall.a.y,
                          map->wall.b.x, map->wall.b.y);
    if (map->wall.radius > 0.0) {
        snprintf(text + n, sizeof page->notes[0] - n, ", wall radius %.6g", map->wall.radius);
    }
    const double most = 1048576.0;
    text = page->notes[1];
    if (is_close(map)) {
        snprintf(text, sizeof page->notes[1],
                 "a window of %.0f x %.0f ulps, %s: from (%.17g, %.17g) to (%.17g, %.17g)",
                 error_axis_ulps(&g->x), error_axis_ulps(&g->y),
                 g->x.whole && g->y.whole ? "each cell one double"
                                          : "each cell one double along one axis",
                 g->x.min, g->y.min, g->x.max, g->y.max);
    } else if (error_axis_ulps(&g->x) < most || error_axis_ulps(&g->y) < most) {
        snprintf(text, sizeof page->notes[1], "a window of %.0f x %.0f ulps",
                 error_axis_ulps(&g->x), error_axis_ulps(&g->y));
    }
}

/// Returns the view of the area that the grid shows.
static view view_of(const error_map *map, rectangle plot) {
    const error_grid *g = &map->grid;
    bounds b = bounds_start();
    const carom_vec2 corners[] = {{g->x.min, g->y.min}, {g->x.max, g->y.max}};
    for (int i = 0; i < 2; i++) {
        bounds_magnitude(&b, corners[i].x);
        bounds_magnitude(&b, corners[i].y);
    }
    for (int i = 0; i < 2; i++) {
        bounds_disc(&b, corners[i], 0.0);
    }
    return view_fit(&b, plot, plot);
}

static double unit_of(int width) {
    return fmax(width / 1000.0, 0.6);
}

int error_paint_room(int width) {
    return (int)fmax(floor(width - 40.0 * unit_of(width)), 20.0);
}

static void plan_page(error_page *page, int width) {
    const error_map *map = page->map;
    layout *l = &page->layout;
    *l = (layout){.width = width, .unit = unit_of(width)};
    const double u = l->unit;
    const double room = error_paint_room(width);
    const double left = rint(20.0 * u);
    const double x0 = left + floor(0.5 * (room - map->grid.x.pixels));
    const double y0 = rint(52.0 * u);
    l->plot = (rectangle){x0, y0, x0 + map->grid.x.pixels, y0 + map->grid.y.pixels};
    l->view = view_of(map, l->plot);
    fill_legend(page);
    fill_notes(page);
    page->frame = *l;
    page->frame.plot.x0 = left;
    page->frame.plot.x1 = left + room;
    // Text can be measured only on a surface, so a small temporary one is used.
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 8, 8);
    cairo_t *cr = cairo_create(surface);
    const canvas c = {.cr = cr, .unit = u};
    const int rows = legend_lay_out(&c, page->legend, CELL_KINDS, NULL, room);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    l->height = (int)ceil(l->plot.y1 + (24.0 + LEGEND_ROW * rows + note_row * NOTES) * u);
    page->frame.height = l->height;
}

/// Converts a colour to cairo's image format: channels multiplied by the opacity.
static uint32_t pixel_of(colour ink) {
    uint32_t pixel = (uint32_t)rint(255.0 * ink.alpha) << 24;
    for (int shift = 0; shift < 24; shift += 8) {
        pixel |= (uint32_t)rint((ink.rgb >> shift & 255) * ink.alpha) << shift;
    }
    return pixel;
}

static void paint_cells(cairo_t *cr, const error_map *map, rectangle plot) {
    const error_axis *x = &map->grid.x;
    const error_axis *y = &map->grid.y;
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, x->pixels, y->pixels);
    unsigned char *data = cairo_image_surface_get_data(image);
    const int stride = cairo_image_surface_get_stride(image);
    for (int j = 0; data != NULL && j < y->pixels; j++) {
        const size_t row = (size_t)j * y->count / (size_t)y->pixels;
        for (int i = 0; i < x->pixels; i++) {
            const size_t column = (size_t)i * x->count / (size_t)x->pixels;
            const uint32_t pixel = pixel_of(kinds[map->cells[row * x->count + column]].ink);
            memcpy(data + (ptrdiff_t)j * stride + 4 * (ptrdiff_t)i, &pixel, sizeof pixel);
        }
    }
    cairo_surface_mark_dirty(image);
    // An out of memory error of the image becomes an error of cr.
    cairo_set_source_surface(cr, image, plot.x0, plot.y0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_paint(cr);
    cairo_surface_destroy(image);
}

/// Paints the circle of the row if it is visible, and its displacement.
static void paint_circle(const canvas *c, const layout *l, const error_map *map) {
    const error_grid *g = &map->grid;
    const carom_vec2 center = map->circle.center;
    if (!(center.x >= g->x.min && center.x <= g->x.max && center.y >= g->y.min &&
          center.y <= g->y.max)) {
        return;
    }
    const double u = c->unit;
    const colour ink = {COLOUR_INK, 1.0};
    const carom_vec2 p = view_point(&l->view, center);
    canvas_ring(c, p, view_length(&l->view, map->circle.radius), 1.8 * u, ink);
    canvas_disc(c, p, 3.0 * u, ink);
    if (carom_classic_is_sweep(map->method)) {
        const carom_vec2 q = view_point(&l->view, carom_vec2_add(center, map->move));
        canvas_segment(c, p, q, 1.8 * u, ink);
        canvas_arrowhead(c, q, view_direction(center, carom_vec2_add(center, map->move)), 12.0 * u,
                         ink);
    }
}

static void paint_shapes(const canvas *c, const error_page *page) {
    const error_map *map = page->map;
    const layout *l = &page->layout;
    const drawing d = {.walls = &map->wall, .wall_count = 1};
    progress none = {.terminal = false};
    if (!is_close(map)) {
        shapes_paint(c, l, &d, &none);
    }
    outline_paint(c, l, map);
    if (!is_close(map)) {
        paint_circle(c, l, map);
    }
}

static void paint_page(cairo_t *cr, const void *content) {
    const error_page *page = content;
    const layout *l = &page->layout;
    const layout *frame = &page->frame;
    const canvas c = {.cr = cr, .area = l->plot, .unit = l->unit};
    const double u = l->unit;
    frame_below(&c, l);
    cairo_save(cr);
    cairo_rectangle(cr, l->plot.x0, l->plot.y0, l->plot.x1 - l->plot.x0, l->plot.y1 - l->plot.y0);
    cairo_clip(cr);
    paint_cells(cr, page->map, l->plot);
    paint_shapes(&c, page);
    cairo_restore(cr);
    frame_edge(&c, l);
    frame_title(&c, frame, carom_classic_name(page->map->method),
                carom_classic_summary(page->map->method), "");
    const carom_vec2 place = {frame->plot.x0, frame->plot.y1 + 30.0 * u};
    legend_lay_out(&c, page->legend, CELL_KINDS, &place, frame->plot.x1 - frame->plot.x0);
    canvas_letters(&c, 12.0, TEXT_PLAIN);
    for (int i = 0; i < NOTES; i++) {
        const double y = l->height - (16.0 + note_row * (NOTES - 1 - i)) * u;
        canvas_text(&c, (carom_vec2){frame->plot.x0, y}, 0.0, page->notes[i],
                    (colour){COLOUR_INK_DIM, 1.0});
    }
    if (!is_close(page->map)) {
        frame_scale_bar(&c, frame);
    }
}

bool error_paint(const char *path, int width, const error_map *map, const char *who) {
    error_page page = {.map = map};
    plan_page(&page, width);
    const picture_page made = {.width = page.layout.width,
                               .height = page.layout.height,
                               .paint = paint_page,
                               .content = &page};
    return picture_write_page(path, &made, who);
}
