// Checks a depenetration, see depenetration_check.h. Room: tests.
#include "depenetration_check.h"

#include <math.h>

#include "orientation.h"
#include "points.h"

// True if p, which lies on the straight line through a and b, lies on the axis.
static bool is_along(const carom_wall *w, carom_vec2 p) {
    const bool after_a = orientation_along(w->a, w->b, p) >= 0;
    const bool before_b = orientation_along(w->b, w->a, p) >= 0;
    return w->extent == CAROM_EXTENT_LINE ||
           (after_a && (w->extent == CAROM_EXTENT_RAY || before_b));
}

static bool is_on_axis(const carom_wall *w, carom_vec2 p) {
    if (same_point(w->a, w->b)) {
        return same_point(w->a, p);
    }
    return orientation_side(w->a, w->b, p) == 0 && is_along(w, p);
}

// True if q lies on the segment from p to r.
static bool is_between(carom_vec2 p, carom_vec2 q, carom_vec2 r) {
    return orientation_side(p, r, q) == 0 && orientation_along(q, p, r) <= 0;
}

// True if the segment from p to q has a point of the axis.
static bool reaches_axis(const carom_wall *w, carom_vec2 p, carom_vec2 q) {
    if (is_on_axis(w, p) || is_on_axis(w, q)) {
        return true;
    }
    if (is_between(p, w->a, q)) {
        return true;
    }
    if (same_point(w->a, w->b)) {
        return false;
    }
    if (w->extent == CAROM_EXTENT_SEGMENT && is_between(p, w->b, q)) {
        return true;
    }
    const int from = orientation_side(w->a, w->b, p), to = orientation_side(w->a, w->b, q);
    if (from * to >= 0) {
        return false;
    }
    // p and q are on both sides of the straight line. Seen along the path from the right to the
    // left of it, a must be on the left; the end b, if there is one, on the right.
    const int a = orientation_side(p, q, w->a) * to, b = orientation_side(p, q, w->b) * to;
    switch (w->extent) {
    case CAROM_EXTENT_SEGMENT:
        return a * b <= 0;
    case CAROM_EXTENT_RAY:
        return a > 0;
    default:
        return true;
    }
}

static bool is_solid(carom_circle circle, const carom_wall *w) {
    return carom_wall_is_valid(*w) &&
           (!w->one_sided || (orientation_side(w->a, w->b, circle.center) > 0 &&
                              carom_circle_relate(circle, *w) <= CAROM_RELATION_TOUCHING));
}

const char *illegal_depenetration(carom_circle circle, carom_vec2 to, const carom_wall_list *walls,
                                  bool by_oracle) {
    const carom_circle end = {to, circle.radius};
    oracle_sweep *oracle = by_oracle ? oracle_sweep_new() : NULL;
    const char *broken = NULL;
    for (size_t i = 0; i < walls->count && broken == NULL; i++) {
        const carom_wall w = walls->walls[i];
        if (!is_solid(circle, &w)) {
            continue;
        }
        if (carom_circle_relate(end, w) > CAROM_RELATION_TOUCHING) {
            broken = "the circle is free at the end";
        } else if (carom_circle_relate(circle, w) > CAROM_RELATION_TOUCHING) {
            if (!is_on_axis(&w, circle.center) && reaches_axis(&w, circle.center, to)) {
                broken = "the centre crosses no axis of a wall overlapped";
            }
        } else {
            const oracle_path path = {to, true};
            const bool is_clear = by_oracle
                                      ? oracle_sweep_ask(oracle, circle, path, w).path_is_clear
                                      : carom_circle_path_is_clear(circle, to, w);
            if (!is_clear) {
                broken = "the way is clear of the walls not overlapped";
            }
        }
    }
    if (oracle != NULL) {
        oracle_sweep_free(oracle);
    }
    return broken;
}

const char *broken_depenetration(carom_circle circle, const carom_wall_list *walls,
                                 const carom_depenetration *result, bool by_oracle) {
    size_t lowest = walls->count;
    for (size_t i = walls->count; i-- > 0;) {
        const carom_wall w = walls->walls[i];
        if (!w.one_sided && oracle_decide(circle, w, 0.0).relation > CAROM_RELATION_TOUCHING) {
            lowest = i;
        }
    }
    const bool overlapped = lowest < walls->count;
    if (!carom_circle_is_valid(circle)) {
        return result->found ? "invalid input is not set free" : NULL;
    }
    if (result->overlapped != overlapped) {
        return "an overlap is reported";
    }
    if (result->wall != (overlapped ? lowest : CAROM_NO_WALL)) {
        return "the lowest wall overlapped is named";
    }
    if (!result->found && !overlapped) {
        return "a free circle is found free";
    }
    if (!result->found || !overlapped) {
        return same_point(result->center, circle.center) ? NULL : "only what is set free is moved";
    }
    return illegal_depenetration(circle, result->center, walls, by_oracle);
}

// The least distance along the unit vector d at which the circle is out of the wall; INFINITY if it
// is not within a thousand times its size. The distance to the wall is convex along the way, so
// halving finds it.
static double exit_along(carom_circle circle, carom_vec2 d, carom_wall wall) {
    const double size = fabs(circle.center.x - wall.a.x) + fabs(circle.center.y - wall.a.y) +
                        circle.radius + wall.radius;
    double in = 0.0, out = 0x1p10 * size;
    carom_circle c = circle;
    c.center = carom_vec2_add(circle.center, carom_vec2_scale(d, out));
    if (!carom_circle_is_valid(c) || carom_circle_relate(c, wall) > CAROM_RELATION_TOUCHING) {
        return (double)INFINITY;
    }
    for (int i = 0; i < 48; i++) {
        const double middle = in + 0.5 * (out - in);
        c.center = carom_vec2_add(circle.center, carom_vec2_scale(d, middle));
        if (carom_circle_relate(c, wall) > CAROM_RELATION_TOUCHING) {
            in = middle;
        } else {
            out = middle;
        }
    }
    return out;
}

bool find_depenetration(carom_circle circle, const carom_wall_list *walls, int directions,
                        carom_vec2 *to) {
    double best = (double)INFINITY;
    for (int k = 0; k < directions; k++) {
        const double angle = 6.28318530717958648 * k / directions;
        const carom_vec2 d = carom_vec2_make(cos(angle), sin(angle));
        double way = 0.0;
        for (size_t i = 0; i < walls->count && way < best; i++) {
            const carom_wall w = walls->walls[i];
            if (!w.one_sided && carom_circle_relate(circle, w) > CAROM_RELATION_TOUCHING) {
                way = fmax(way, exit_along(circle, d, w));
            }
        }
        way *= 1 + 1e-6;
        const carom_vec2 place = carom_vec2_add(circle.center, carom_vec2_scale(d, way));
        if (way < best && isfinite(place.x) && isfinite(place.y) &&
            illegal_depenetration(circle, place, walls, false) == NULL) {
            best = way;
            *to = place;
        }
    }
    return best < (double)INFINITY;
}
