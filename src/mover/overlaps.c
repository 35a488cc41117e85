// The walls that overlap a circle at a place; see overlaps.h. Room: mover.
#include "mover/overlaps.h"

#include "carom/contact.h"
#include "carom/sweep.h"
#include "contracts.h"
#include "mover/near_walls.h"

void carom_query_walls(const wall_query *q, const carom_path *path,
                       carom_path_query_callback *callback, void *context) {
    if (q->walls.query != NULL)
        q->walls.query(q->walls.source, path, callback, context);
}

bool carom_query_is_solid(const wall_query *q, carom_index index, const carom_wall *wall) {
    return carom_wall_is_valid(*wall) &&
           (!wall->one_sided || (carom_wall_side(*wall, q->start.center) > 0 &&
                                 !carom_circle_overlaps(q->start, *wall))) &&
           carom_filter_accepts(q->filter, index, wall);
}

static double visit_for_overlaps(void *context, carom_index index, const carom_wall *wall) {
    wall_overlaps *o = context;
    if (!carom_circle_overlaps(o->circle, *wall) || !carom_query_is_solid(o->query, index, wall))
        return 1.0;
    const carom_contact contact = carom_circle_contact(o->circle, *wall);
    if (!o->found || index < o->lowest)
        o->lowest = index;
    if (!o->found || contact.depth > o->depth ||
        (contact.depth == o->depth && index < o->deepest_index)) {
        o->deepest_index = index;
        o->deepest = *wall;
        o->normal = contact.normal;
        o->depth = contact.depth;
    }
    o->found = true;
    return 1.0;
}

wall_overlaps carom_overlaps_at(const wall_query *q, carom_vec2 center) {
    wall_overlaps o = {.query = q, .circle = {center, q->start.radius}};
    const carom_path path = {center, center, q->start.radius};
    carom_query_walls(q, &path, visit_for_overlaps, &o);
    return o;
}

// The lift covers rounding.
carom_vec2 carom_push_of(const wall_overlaps *o, carom_vec2 last) {
    const carom_vec2 center = o->circle.center, n = o->normal;
    const double turn = carom_vec2_dot(n, last), rest = 1.0 - turn * turn;
    // Nearly opposite walls would send it far away.
    if (!(turn < 0.0) || rest < 0x1p-6)
        return carom_circle_push_out(o->circle, o->deepest).center;
    // The solution of x.n = out, x.last = lift.
    const double lift = 2.0 * ulp_at(center, o->circle.radius), out = o->depth + lift;
    const carom_vec2 x = carom_vec2_add(carom_vec2_scale(n, (out - turn * lift) / rest),
                                        carom_vec2_scale(last, (lift - turn * out) / rest));
    return carom_vec2_add(center, x);
}

// ---- legal ways ----

typedef struct way {
    const wall_query *query;
    carom_vec2 to;
    bool is_legal;
} way;

// The path out of a wall that is overlapped must not cross its axis.
static bool stays_on_side(carom_circle circle, carom_vec2 to, carom_wall wall) {
    const carom_circle there = carom_circle_make(to, circle.radius);
    CAROM_ASSERT(!carom_circle_overlaps(there, wall));
    (void)there;
    wall.radius = 0.0;
    return carom_circle_path_is_clear(carom_circle_make(circle.center, 0.0), to, wall);
}

static double visit_for_way(void *context, carom_index index, const carom_wall *wall) {
    way *w = context;
    const carom_circle start = w->query->start;
    // The path out of an overlap is never clear.
    w->is_legal =
        carom_circle_overlaps(start, *wall)
            ? !carom_query_is_solid(w->query, index, wall) || stays_on_side(start, w->to, *wall)
            : carom_circle_path_is_clear(start, w->to, *wall) ||
                  !carom_query_is_solid(w->query, index, wall);
    return w->is_legal ? 1.0 : 0.0;
}

bool carom_way_is_legal(const wall_query *q, carom_vec2 to) {
    way w = {q, to, true};
    const carom_path path = {q->start.center, to, q->start.radius};
    carom_query_walls(q, &path, visit_for_way, &w);
    return w.is_legal;
}
