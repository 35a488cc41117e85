// The legend of a picture: the meaning of colours and signs.
// Method: one pass over the entries counts the rows and, with a position, also paints them.
// Room: cli.
#include "picture/legend.h"

#include <stdio.h>

#include <carom/clearance.h>

#include "picture/colours.h"

enum { ENTRIES = 5 };

/// An entry with its count of circles.
static legend_entry counted(const drawing *d, const char *word, size_t count, colour ink,
                            bool pale) {
    legend_entry e = {.text = "", .fill = colour_faded(ink, pale ? 0.22 : 0.38), .ring = ink};
    if (count > 0) {
        snprintf(e.text, sizeof e.text, "%s  %zu%s", word, count,
                 pale && drawing_is_crowded(d) ? ", not drawn" : "");
    }
    return e;
}

/// The relations of two walls have the values of those of circles.
static legend_entry gap_entry(const drawing *d, carom_relation relation) {
    size_t count = 0;
    for (size_t i = 0; i < d->mark_count; i++) {
        count += d->marks[i].contact.relation == relation ? 1 : 0;
    }
    return counted(d, carom_wall_relation_name((carom_wall_relation)relation), count,
                   colour_of_relation(relation), false);
}

static legend_entry relation_entry(const drawing *d, carom_relation relation) {
    if (d->of_walls) {
        return gap_entry(d, relation);
    }
    bool clear = relation == CAROM_RELATION_SEPARATE;
    size_t count = 0;
    for (size_t i = 0; i < d->relation_count; i++) {
        count += d->relations[i] == relation ? 1 : 0;
    }
    const char *word = !clear || d->paired ? carom_relation_name(relation)
                       : d->rings != NULL  ? "outside"
                                           : "clear";
    return counted(d, word, count, colour_of_relation(relation), clear);
}

static legend_entry kind_entry(const drawing *d, carom_sweep_kind kind) {
    size_t count = 0;
    for (size_t i = 0; i < d->path_count; i++) {
        count += d->paths[i].sweep.kind == kind ? 1 : 0;
    }
    return counted(d, carom_sweep_kind_name(kind), count, colour_of_kind(kind),
                   kind == CAROM_SWEEP_KIND_MISS);
}

/// Balls have individual colours, so the legend explains only signs.
static legend_entry ball_entry(int i) {
    const colour dim = {COLOUR_INK_DIM, 1.0};
    return i == 0   ? (legend_entry){.text = "start", .fill = colour_faded(dim, 0.0), .ring = dim}
           : i == 1 ? (legend_entry){.text = "end", .fill = dim, .ring = dim}
                    : (legend_entry){.text = ""};
}

/// The i-th of ENTRIES.
static legend_entry entry_at(const drawing *d, int i) {
    return d->trails != NULL   ? ball_entry(i)
           : d->path_count > 0 ? kind_entry(d, (carom_sweep_kind)(CAROM_SWEEP_KIND_MISS + i))
                               : relation_entry(d, (carom_relation)(CAROM_RELATION_SEPARATE + i));
}

int legend_lay_out(const canvas *c, const legend_entry *entries, size_t count,
                   const carom_vec2 *place, double width) {
    const double u = c->unit;
    double x = 0.0;
    int row = 0;
    canvas_letters(c, 13.0, TEXT_PLAIN);
    for (size_t i = 0; i < count; i++) {
        const legend_entry *e = &entries[i];
        if (e->text[0] == '\0') {
            continue;
        }
        double entry_width = canvas_text_width(c, e->text) + 22.0 * u;
        if (x > 0.0 && x + entry_width > width) {
            x = 0.0;
            row++;
        }
        if (place != NULL) {
            double y = place->y + LEGEND_ROW * row * u;
            carom_vec2 p = {place->x + x + 7.0 * u, y - 4.5 * u};
            canvas_disc(c, p, 6.5 * u, e->fill);
            canvas_ring(c, p, 6.5 * u, 1.8 * u, e->ring);
            canvas_text(c, (carom_vec2){p.x + 14.0 * u, y}, 0.0, e->text,
                        (colour){COLOUR_INK, 1.0});
        }
        x += entry_width + 22.0 * u;
    }
    return x + 240.0 * u > width ? row + 2 : row + 1;
}

static int go_through(const canvas *c, const drawing *d, const carom_vec2 *place, double width) {
    legend_entry entries[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
        entries[i] = entry_at(d, i);
    }
    return legend_lay_out(c, entries, ENTRIES, place, width);
}

int legend_rows(const drawing *d, double width, double unit) {
    // Text can be measured only on a surface, so a small temporary one is used.
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 8, 8);
    cairo_t *cr = cairo_create(surface);
    canvas c = {.cr = cr, .unit = unit};
    int rows = go_through(&c, d, NULL, width);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return rows;
}

void legend_paint(const canvas *c, const drawing *d, carom_vec2 p, double width) {
    go_through(c, d, &p, width);
}
