// The cells of an error map: the centres for which a method is tested.
// Method: if cells are single doubles, the middle of a cell is counted from the first double.
// Fractions of the window would round to some doubles twice and skip others.
// Room: cli.
#include "errors/grid.h"

#include <float.h>
#include <math.h>

#include <classic.h>

/// The maximum ratio of height to width of a picture, and the ratio of default windows.
static const double aspect_most = 1.2;
static const double aspect_least = 0.3;
/// The limit beyond which a window is too narrow.
static const double aspect_thin = 1.0 / 50.0;

/// Returns the distance between doubles of this magnitude.
static double spacing(double magnitude) {
    const double size = fmin(fabs(magnitude), DBL_MAX);
    return size < DBL_MAX ? nextafter(size, HUGE_VAL) - size : size - nextafter(size, 0.0);
}

/// Widens the smaller side of a window about its middle to a fraction of the other.
static void widen(double *min, double *max, double least) {
    const double missing = least - (*max - *min);
    if (missing > 0.0) {
        *min -= 0.5 * missing;
        *max += 0.5 * missing;
    }
}

bool error_window_is_valid(carom_box b) {
    return isfinite(b.max.x - b.min.x) && isfinite(b.max.y - b.min.y) && b.min.x < b.max.x &&
           b.min.y < b.max.y;
}

bool error_window(double reach, carom_vec2 move, carom_wall wall, carom_box *window) {
    carom_box b = {{fmin(wall.a.x, wall.b.x) - fmax(move.x, 0.0),
                    fmin(wall.a.y, wall.b.y) - fmax(move.y, 0.0)},
                   {fmax(wall.a.x, wall.b.x) - fmin(move.x, 0.0),
                    fmax(wall.a.y, wall.b.y) - fmin(move.y, 0.0)}};
    const double size = fmax(b.max.x - b.min.x, b.max.y - b.min.y);
    const double far = fmax(fmax(fabs(b.min.x), fabs(b.max.x)), fmax(fabs(b.min.y), fabs(b.max.y)));
    // Without a radius use a quarter of the wall; without a wall use a few doubles.
    const double pad = fmax(reach > 0.0 ? 2.0 * reach : 0.25 * size, 16.0 * spacing(far));
    b.min = carom_vec2_make(b.min.x - pad, b.min.y - pad);
    b.max = carom_vec2_make(b.max.x + pad, b.max.y + pad);
    widen(&b.min.x, &b.max.x, (b.max.y - b.min.y) / aspect_most);
    widen(&b.min.y, &b.max.y, (b.max.x - b.min.x) * aspect_least);
    *window = b;
    return error_window_is_valid(b);
}

static bool is_whole(const error_axis *axis) {
    return (axis->max - axis->min) / axis->pixels < axis->ulp;
}

/// Makes the cells of an axis single doubles, from the one nearest to its start.
static void make_whole(error_axis *axis) {
    axis->whole = true;
    axis->min = rint(axis->min / axis->ulp) * axis->ulp;
    axis->max = rint(axis->max / axis->ulp) * axis->ulp;
    axis->count = (size_t)((axis->max - axis->min) / axis->ulp) + 1;
    const size_t pixels = (size_t)axis->pixels / axis->count;
    axis->pixels = (int)(axis->count * (pixels > 0 ? pixels : 1));
}

static error_axis start_axis(double min, double max) {
    return (error_axis){.min = min, .max = max, .ulp = spacing(fmax(fabs(min), fabs(max)))};
}

bool error_grid_plan(error_grid *g, carom_box window, int width) {
    g->x = start_axis(window.min.x, window.max.x);
    g->y = start_axis(window.min.y, window.max.y);
    const double aspect = (g->y.max - g->y.min) / (g->x.max - g->x.min);
    const double shown = fmin(aspect, aspect_most);
    g->x.pixels = (int)fmax(rint(width * shown / aspect), 1.0);
    g->y.pixels = (int)fmax(rint(width * shown), 1.0);
    const bool thin = !(aspect >= aspect_thin && aspect <= 1.0 / aspect_thin);
    const bool few_x = error_axis_ulps(&g->x) < width;
    const bool few_y = error_axis_ulps(&g->y) < width;
    if (is_whole(&g->x) || is_whole(&g->y) || (thin && (few_x || few_y))) {
        // The distance between doubles differs along x and y, so cells need not be square.
        g->x.pixels = width;
        g->y.pixels = (int)rint(
            fmax(width * fmax(shown, aspect_least), few_y ? error_axis_ulps(&g->y) + 1.0 : 0.0));
    } else if (thin) {
        return false;
    }
    error_axis *axes[] = {&g->x, &g->y};
    for (int i = 0; i < 2; i++) {
        axes[i]->count = (size_t)axes[i]->pixels;
        if (is_whole(axes[i])) {
            make_whole(axes[i]);
        }
    }
    if (g->x.whole && g->y.whole && g->x.ulp == g->y.ulp && aspect >= aspect_least &&
        aspect <= aspect_most) {
        // Square cells.
        g->y.pixels = (int)g->y.count * (g->x.pixels / (int)g->x.count);
    }
    return true;
}

carom_vec2 error_grid_center(const error_grid *g, size_t column, size_t row) {
    const carom_box window = {{g->x.min, g->y.min}, {g->x.max, g->y.max}};
    carom_vec2 p = carom_classic_map_center(window, g->x.count, g->y.count, column, row);
    if (g->x.whole) {
        p.x = g->x.min + (double)column * g->x.ulp;
    }
    if (g->y.whole) {
        p.y = g->y.max - (double)row * g->y.ulp;
    }
    return p;
}

double error_axis_ulps(const error_axis *axis) {
    return (axis->max - axis->min) / axis->ulp;
}
