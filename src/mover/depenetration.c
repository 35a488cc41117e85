// Depenetration: finds a free place for a circle that overlaps walls, and a legal way to it.
//
// Method: push the circle out of the deepest wall repeatedly, along the wall left before if that is
// in the way; in most places this ends after one or two steps. If the way there is not legal, try
// the nearest free place in each of a set of directions, near ones first. The exact tests of
// overlaps.h decide whether a way is legal, so the choice of places cannot lead through a wall.
// docs/motion.md has the proof. Room: mover.
#include "carom/mover.h"

#include "carom/contact.h"
#include "contracts.h"
#include "mover/near_walls.h"
#include "mover/overlaps.h"
#include "sweep/passage.h"
#include "sweep/sweep_filter.h"

// The limits on pushes, from the start and from a place in a direction; the directions: those in a
// quadrant and four for each of the deepest walls. At most 64 + 3 + 96 * (8 + 1) queries.
enum {
    PUSHES_MAX = 64,
    SETTLING_MAX = 8,
    DEEPEST_MAX = 8,
    IN_QUADRANT = 16,
    DIRECTIONS_MAX = 4 * IN_QUADRANT + 4 * DEEPEST_MAX
};

// ---- pushes ----

// Pushes the circle from a place until it is free. True if that place is within `most` of the start
// along x and y, and the way to it is legal.
static bool push_from(const wall_query *q, carom_vec2 place, int pushes, double most,
                      carom_vec2 *to) {
    carom_vec2 last = carom_vec2_make(0.0, 0.0);
    for (int i = 0; i < pushes; i++) {
        const wall_overlaps o = carom_overlaps_at(q, place);
        if (!o.found) {
            *to = place;
            return carom_way_is_legal(q, place);
        }
        place = carom_push_of(&o, last);
        const carom_vec2 move = carom_vec2_sub(place, q->start.center);
        if (!(larger(fabs(move.x), fabs(move.y)) <= most))
            return false;
        last = o.normal;
    }
    return false;
}

// ---- directions ----

// A wall near the start.
typedef struct near_wall_at_start {
    carom_index index;
    double depth;
    carom_vec2 normal;
} near_wall_at_start;

// The directions to try, and the distance to the end of all overlaps in each.
typedef struct directions {
    const wall_query *query;
    // The gap up to which walls give directions.
    double reach;
    near_wall_at_start deepest[DEEPEST_MAX];
    int deepest_count;
    carom_vec2 direction[DIRECTIONS_MAX];
    double distance[DIRECTIONS_MAX];
    int count;
} directions;

// Keeps the deepest walls, sorted, whatever the order of the visits.
static double visit_for_normals(void *context, carom_index index, const carom_wall *wall) {
    directions *d = context;
    const carom_circle start = d->query->start;
    if (!carom_circle_within(start, *wall, d->reach) ||
        !carom_query_is_solid(d->query, index, wall))
        return 1.0;
    const carom_contact contact = carom_circle_contact(start, *wall);
    const near_wall_at_start wall_here = {index, contact.depth, contact.normal};
    int i = d->deepest_count;
    while (i > 0 && (d->deepest[i - 1].depth < contact.depth ||
                     (d->deepest[i - 1].depth == contact.depth && d->deepest[i - 1].index > index)))
        i--;
    if (d->deepest_count < DEEPEST_MAX)
        d->deepest_count++;
    for (int k = d->deepest_count - 1; k > i; k--)
        d->deepest[k] = d->deepest[k - 1];
    if (i < DEEPEST_MAX)
        d->deepest[i] = wall_here;
    return 1.0;
}

// Adds a direction and its turns by 90 degrees, which are exact.
static void add_turns(directions *d, carom_vec2 direction) {
    CAROM_ASSERT(d->count + 4 <= DIRECTIONS_MAX);
    for (int i = 0; i < 4; i++) {
        d->direction[d->count] = direction;
        d->distance[d->count++] = 0.0;
        direction = carom_vec2_left(direction);
    }
}

// Evenly spread directions, by halving of angles, and those along and across the walls near the
// start.
static void choose_directions(directions *d) {
    carom_vec2 quadrant[IN_QUADRANT + 1] = {{1.0, 0.0}};
    quadrant[IN_QUADRANT] = carom_vec2_make(0.0, 1.0);
    for (int half = IN_QUADRANT / 2; half > 0; half /= 2)
        for (int i = half; i < IN_QUADRANT; i += 2 * half) {
            const carom_vec2 sum = carom_vec2_add(quadrant[i - half], quadrant[i + half]);
            quadrant[i] = carom_vec2_scale(sum, 1.0 / sqrt(carom_vec2_dot(sum, sum)));
        }
    for (int i = 0; i < IN_QUADRANT; i++)
        add_turns(d, quadrant[i]);
    const carom_circle start = d->query->start;
    const double radius = smaller((start.radius + d->reach) * (1.0 + 0x1p-50), DBL_MAX);
    const carom_path path = {start.center, start.center, radius};
    carom_query_walls(d->query, &path, visit_for_normals, d);
    for (int i = 0; i < d->deepest_count; i++)
        add_turns(d, d->deepest[i].normal);
}

// Beyond every exit along a segment, and along a line or ray unless it is nearly parallel.
static double length_beyond(carom_circle circle, carom_wall wall) {
    const carom_vec2 w = carom_vec2_sub(wall.a, circle.center);
    const carom_vec2 z = carom_vec2_sub(wall.b, circle.center);
    return 2.0 * (fabs(w.x) + fabs(w.y) + fabs(z.x) + fabs(z.y)) +
           64.0 * (circle.radius + wall.radius);
}

static double visit_for_exits(void *context, carom_index index, const carom_wall *wall) {
    directions *d = context;
    const carom_circle start = d->query->start;
    if (!carom_circle_overlaps(start, *wall) || !carom_query_is_solid(d->query, index, wall))
        return 1.0;
    const double length = length_beyond(start, *wall);
    for (int i = 0; i < d->count; i++) {
        const carom_vec2 move = carom_vec2_scale(d->direction[i], length);
        const swept_query path = swept_query_make(start, move, false, *wall);
        d->distance[i] = larger(d->distance[i], is_finite(move) ? carom_exit_time(&path) * length
                                                                : (double)INFINITY);
    }
    return 1.0;
}

// Tries the nearest free place in every direction, near places first. The lift covers rounding, so
// that few places need a push, which could lead into a wall that touches.
static bool search_directions(const wall_query *q, double depth, carom_vec2 *to) {
    directions d = {.query = q, .reach = smaller(2.0 * depth, DBL_MAX)};
    choose_directions(&d);
    const carom_path here = {q->start.center, q->start.center, q->start.radius};
    carom_query_walls(q, &here, visit_for_exits, &d);
    for (;;) {
        int nearest = 0;
        for (int i = 1; i < d.count; i++)
            if (d.distance[i] < d.distance[nearest])
                nearest = i;
        const double distance = d.distance[nearest];
        if (!(distance <= DBL_MAX))
            return false;
        const double lift = 4.0 * ulp_at(q->start.center, larger(q->start.radius, distance));
        const carom_vec2 move = carom_vec2_scale(d.direction[nearest], distance + lift);
        const carom_vec2 place = carom_vec2_add(q->start.center, move);
        if (is_finite(place) && push_from(q, place, SETTLING_MAX, 2.0 * distance, to))
            return true;
        d.distance[nearest] = (double)INFINITY;
    }
}

carom_depenetration carom_circle_depenetrate(carom_circle circle, carom_wall_source walls,
                                             const carom_filter *filter) {
    carom_depenetration out = {.wall = CAROM_NO_WALL, .center = circle.center};
    if (!carom_circle_is_valid(circle))
        return out;
    const wall_query q = {circle, walls, filter};
    const wall_overlaps at_start = carom_overlaps_at(&q, circle.center);
    out.overlapped = at_start.found;
    out.found = !at_start.found;
    if (at_start.found) {
        CAROM_ASSERT(at_start.depth > 0.0);
        out.wall = at_start.lowest;
        carom_vec2 to;
        out.found = push_from(&q, circle.center, PUSHES_MAX, DBL_MAX, &to) ||
                    search_directions(&q, at_start.depth, &to);
        if (out.found)
            out.center = to;
    }
    return out;
}
