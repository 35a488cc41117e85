// The path of a ball, reduced to its corners.
// Method: a slab goes from the last corner through the first distant point. A point that stays in
// the slab and moves forward makes no corner. Reumann and Witkam, "Optimizing curve segmentation in
// computer graphics", 1974.
// Room: cli.
#include "picture/trail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv/array.h"

static bool add_corner(trail *w, carom_vec2 p) {
    if (w->count == TRAIL_CORNERS_MAX) {
        w->count = TRAIL_CORNERS_MAX / 2;
        memmove(w->corners, w->corners + TRAIL_CORNERS_MAX / 2, w->count * sizeof p);
    }
    void *corners = w->corners;
    bool grown = array_grow(&corners, &w->capacity, w->count, sizeof p);
    w->corners = corners;
    if (grown) {
        w->corners[w->count++] = p;
        w->along = carom_vec2_make(0.0, 0.0);
        w->reach = 0.0;
    }
    return grown;
}

bool trail_start(trail *w, carom_vec2 p) {
    *w = (trail){.end = p};
    return add_corner(w, p);
}

/// Makes the slab from the last corner to p if p is distant enough.
static void aim(trail *w, carom_vec2 p, double tolerance) {
    carom_vec2 u = carom_vec2_sub(p, w->corners[w->count - 1]);
    double length = hypot(u.x, u.y);
    if (length > tolerance) {
        w->along = carom_vec2_make(u.x / length, u.y / length);
        w->reach = length;
    }
    w->end = p;
}

bool trail_go(trail *w, carom_vec2 p, double tolerance) {
    if (w->along.x == 0.0 && w->along.y == 0.0) {
        aim(w, p, tolerance);
        return true;
    }
    carom_vec2 u = carom_vec2_sub(p, w->corners[w->count - 1]);
    double reach = carom_vec2_dot(w->along, u);
    // The comparison is written so that an overflow makes a corner.
    if (fabs(carom_vec2_cross(w->along, u)) <= 0.5 * tolerance &&
        reach >= w->reach - 0.5 * tolerance) {
        w->reach = fmax(reach, w->reach);
        w->end = p;
        return true;
    }
    if (!add_corner(w, w->end)) {
        return false;
    }
    aim(w, p, tolerance);
    return true;
}

void trail_free(trail *w) {
    free(w->corners);
    *w = (trail){0};
}
