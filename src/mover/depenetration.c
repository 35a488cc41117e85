// Depenetration: finds a free place for a circle that overlaps walls.
//
// Method: push the circle out of the deepest wall repeatedly; in most places this ends after one or
// two steps. If walls push against each other, try places on growing circles around the start. The
// exact relation checks every answer. Room: mover.
#include "carom/depenetration.h"

#include "carom/contact.h"
#include "contracts.h"

// The numbers of pushes, of directions, and of doublings of the distance: at most 64 + 16 * 64
// queries.
enum { PUSHES_MAX = 64, DIRECTIONS = 16, RINGS_MAX = 64 };

typedef struct overlaps {
    carom_circle circle;
    const carom_filter *filter;
    bool found;
    size_t lowest;
    // The deepest wall; among equally deep ones that with the lowest index.
    size_t deepest_index;
    carom_wall deepest;
    double depth;
} overlaps;

static double visit_for_overlaps(void *context, size_t index, carom_wall wall) {
    overlaps *o = context;
    if (wall.one_sided || !carom_circle_overlaps(o->circle, wall) ||
        !carom_filter_accepts(o->filter, index, wall))
        return 1.0;
    const double depth = carom_circle_contact(o->circle, wall).depth;
    if (!o->found || index < o->lowest)
        o->lowest = index;
    if (!o->found || depth > o->depth || (depth == o->depth && index < o->deepest_index)) {
        o->deepest_index = index;
        o->deepest = wall;
        o->depth = depth;
    }
    o->found = true;
    return 1.0;
}

static overlaps overlaps_of(carom_circle circle, carom_wall_source walls,
                            const carom_filter *filter) {
    overlaps o = {.circle = circle, .filter = filter};
    const carom_path path = {circle.center, circle.center, circle.radius};
    if (walls.query != NULL)
        walls.query(walls.source, path, visit_for_overlaps, &o);
    return o;
}

// The directions of the first quadrant. Rotation by 90 degrees, which is exact, gives the others.
static carom_vec2 direction_at(int i) {
    CAROM_ASSERT(i >= 0 && i < DIRECTIONS);
    static const carom_vec2 quarter[4] = {{1.0, 0.0},
                                          {0.92387953251128674, 0.38268343236508977},
                                          {0.70710678118654752, 0.70710678118654752},
                                          {0.38268343236508977, 0.92387953251128674}};
    carom_vec2 d = quarter[i % 4];
    for (int turns = i / 4; turns > 0; turns--)
        d = carom_vec2_left(d);
    return d;
}

// Tries places around the start, near ones first.
static bool search_around(carom_depenetration *out, carom_circle start, double depth,
                          carom_wall_source walls, const carom_filter *filter) {
    double distance = depth;
    for (int ring = 0; ring < RINGS_MAX; ring++) {
        for (int i = 0; i < DIRECTIONS; i++) {
            carom_circle c = start;
            c.center = carom_vec2_add(start.center, carom_vec2_scale(direction_at(i), distance));
            if (carom_circle_is_valid(c) && !overlaps_of(c, walls, filter).found) {
                out->found = true;
                out->center = c.center;
                return true;
            }
        }
        distance *= 2.0;
    }
    return false;
}

carom_depenetration carom_circle_depenetrate(carom_circle circle, carom_wall_source walls,
                                             const carom_filter *filter) {
    carom_depenetration out = {.wall = SIZE_MAX, .center = circle.center};
    if (!carom_circle_is_valid(circle))
        return out;
    const overlaps at_start = overlaps_of(circle, walls, filter);
    out.overlapped = at_start.found;
    if (at_start.found)
        out.wall = at_start.lowest;
    carom_circle c = circle;
    overlaps o = at_start;
    for (int i = 0; i < PUSHES_MAX && o.found; i++) {
        CAROM_ASSERT(o.depth > 0.0);
        const carom_push push = carom_circle_push_out(c, o.deepest);
        if (push.relation > CAROM_RELATION_TOUCHING)
            break;
        c.center = push.center;
        o = overlaps_of(c, walls, filter);
    }
    if (!o.found) {
        out.found = true;
        out.center = c.center;
        return out;
    }
    search_around(&out, circle, at_start.depth, walls, filter);
    return out;
}
