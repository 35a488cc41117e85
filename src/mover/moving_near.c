// The moving walls near one piece of a ball's path; see moving_near.h. Room: mover.
#include "mover/moving_near.h"

#include "carom/relation.h"
#include "contracts.h"

bool carom_moving_considers(const near_walls *near, size_t index, carom_wall wall) {
    CAROM_ASSERT(is_moving_index(index));
    return carom_filter_accepts(near->moving->filter, index & ~MOVING_BIT, wall) &&
           !carom_near_passes(near, index);
}

// True if the wall can stop the circle from the start of the piece on. A wall that ends beyond the
// range of double is invalid.
static bool is_solid(const near_walls *near, size_t index, const carom_moving_wall *wall) {
    const carom_wall at = carom_moving_wall_at(*wall, near->moving->from);
    const carom_circle circle = near->circle;
    if (!carom_moving_wall_is_valid(*wall) ||
        !carom_wall_is_valid(carom_moving_wall_at(*wall, 1.0)))
        return false;
    if (at.one_sided &&
        !(carom_wall_side(at, circle.center) > 0 && !carom_circle_overlaps(circle, at)))
        return false;
    return carom_moving_considers(near, index, at);
}

static bool is_clear_of(const near_walls *near, carom_vec2 place, double clock,
                        const carom_moving_wall *wall) {
    const carom_wall to = carom_moving_wall_at(*wall, clock);
    return carom_circle_path_is_clear_of_moving(
        near->circle, place, carom_moving_wall_at(*wall, near->moving->from), to.a, to.b);
}

// Every finite double is at most that far.
static carom_path path_to(const near_walls *near, carom_vec2 place, double margin) {
    const carom_path path = {near->circle.center, place,
                             smaller(near->circle.radius + margin, DBL_MAX)};
    return path;
}

// ---- the first contact ----

carom_vec2 carom_move_at(carom_moving_wall wall, carom_wall at, carom_feature feature,
                         carom_vec2 center) {
    double s = feature == CAROM_FEATURE_END_B ? 1.0 : 0.0;
    if (feature == CAROM_FEATURE_SIDE) {
        const carom_vec2 u = carom_vec2_sub(at.b, at.a), w = carom_vec2_sub(center, at.a);
        s = smaller(larger(carom_vec2_dot(w, u) / carom_vec2_dot(u, u), 0.0), 1.0);
    }
    return carom_vec2_add(carom_vec2_scale(wall.a_move, 1.0 - s), carom_vec2_scale(wall.b_move, s));
}

typedef struct moving_search {
    near_walls *near;
    path_contact *first;
} moving_search;

static void remember(moving_near *m, size_t index, const carom_moving_wall *wall) {
    if (m->count == MOVING_NEAR_MAX) {
        m->is_complete = false;
        return;
    }
    m->index[m->count] = index;
    m->walls[m->count++] = *wall;
}

// True if the wall blocks the path; see near_walls.c.
static bool blocks_path(const near_walls *near, const carom_sweep *s,
                        const carom_moving_wall *wall) {
    if (s->kind == CAROM_SWEEP_KIND_MISS)
        return false;
    return (s->kind == CAROM_SWEEP_KIND_HIT && s->t < 1.0) ||
           !is_clear_of(near, near->to, near->moving->until, wall);
}

static void visit_for_contact(void *context, size_t plain_index, carom_moving_wall wall) {
    moving_search *s = context;
    near_walls *near = s->near;
    moving_near *m = near->moving;
    path_contact *first = s->first;
    const size_t index = plain_index | MOVING_BIT;
    if (!is_solid(near, index, &wall))
        return;
    remember(m, index, &wall);
    const carom_wall at = carom_moving_wall_at(wall, m->from);
    const carom_wall end = carom_moving_wall_at(wall, m->until);
    const carom_sweep sweep =
        carom_circle_sweep_moving_to_hit(near->circle, near->to, at, end.a, end.b);
    if (!blocks_path(near, &sweep, &wall))
        return;
    if (sweep.kind == CAROM_SWEEP_KIND_OVERLAP) {
        if (!first->overlapped || index < first->overlapped_index)
            first->overlapped_index = index;
        first->overlapped = true;
        return;
    }
    if (!first->found || sweep.t < first->sweep.t ||
        (sweep.t == first->sweep.t && index < first->index)) {
        first->found = true;
        first->index = index;
        first->wall = carom_moving_wall_at(wall, clock_at(m, sweep.t));
        first->sweep = sweep;
        first->is_turning = wall.a_move.x != wall.b_move.x || wall.a_move.y != wall.b_move.y;
        first->wall_move = carom_move_at(wall, first->wall, sweep.feature, sweep.center);
    }
}

void carom_moving_first(near_walls *near, path_contact *first) {
    moving_near *m = near->moving;
    moving_search s = {near, first};
    m->count = 0;
    m->is_complete = true;
    m->source.query(m->source.source, path_to(near, near->to, 2.0 * larger(near->margin, 0.0)),
                    visit_for_contact, &s);
}

// ---- places ----

typedef struct moving_gate {
    const near_walls *near;
    carom_vec2 place;
    double clock;
    size_t except;
    // The lowest index of a wall that blocks the way.
    size_t blocker;
} moving_gate;

static void visit_for_gate(void *context, size_t plain_index, carom_moving_wall wall) {
    moving_gate *g = context;
    const size_t index = plain_index | MOVING_BIT;
    if (index < g->blocker && index != g->except && is_solid(g->near, index, &wall) &&
        !is_clear_of(g->near, g->place, g->clock, &wall))
        g->blocker = index;
}

static size_t moving_blocker(const near_walls *near, carom_vec2 place, double clock,
                             size_t except) {
    moving_gate g = {near, place, clock, except, SIZE_MAX};
    near->moving->source.query(near->moving->source.source, path_to(near, place, 0.0),
                               visit_for_gate, &g);
    return g.blocker;
}

bool carom_moving_is_clear(const near_walls *near, carom_vec2 place, double fraction,
                           double clock) {
    const moving_near *m = near->moving;
    if (!m->is_complete || !carom_near_is_within_margin(near, place, fraction))
        return moving_blocker(near, place, clock, SIZE_MAX) == SIZE_MAX;
    for (int i = 0; i < m->count; i++)
        if (!is_clear_of(near, place, clock, &m->walls[i]))
            return false;
    return true;
}

typedef struct static_gate {
    const near_walls *near;
    carom_vec2 place;
    size_t except;
    size_t blocker;
} static_gate;

static double visit_for_blocker(void *context, size_t index, carom_wall wall) {
    static_gate *g = context;
    if (index < g->blocker && index != g->except && carom_wall_is_valid(wall) &&
        !carom_circle_path_is_clear(g->near->circle, g->place, wall) &&
        carom_near_is_solid(g->near, index, wall))
        g->blocker = index;
    return 1.0;
}

size_t carom_moving_blocker(const near_walls *near, carom_vec2 place, double clock, size_t except) {
    static_gate g = {near, place, except, SIZE_MAX};
    if (near->source.query != NULL)
        near->source.query(near->source.source, path_to(near, place, 0.0), visit_for_blocker, &g);
    const size_t moving = moving_blocker(near, place, clock, except);
    return g.blocker < moving ? g.blocker : moving;
}

// ---- all walls at a time ----

typedef struct report {
    const walls_at *walls;
    carom_path_query_callback *callback;
    void *context;
    bool is_over;
} report;

static double report_static(void *context, size_t index, carom_wall wall) {
    report *r = context;
    if (!carom_near_is_solid(r->walls->near, index, wall))
        return 1.0;
    wall.one_sided = false;
    const double fraction = r->callback(r->context, index, wall);
    r->is_over = !(fraction > 0.0);
    return fraction;
}

static void report_moving(void *context, size_t plain_index, carom_moving_wall wall) {
    report *r = context;
    const size_t index = plain_index | MOVING_BIT;
    if (r->is_over || !is_solid(r->walls->near, index, &wall))
        return;
    carom_wall at = carom_moving_wall_at(wall, r->walls->clock);
    at.one_sided = false;
    r->is_over = !(r->callback(r->context, index, at) > 0.0);
}

static void query_walls_at(const void *source, carom_path path, carom_path_query_callback *callback,
                           void *context) {
    const walls_at *walls = source;
    const near_walls *near = walls->near;
    report r = {walls, callback, context, false};
    if (near->source.query != NULL)
        near->source.query(near->source.source, path, report_static, &r);
    if (!r.is_over)
        near->moving->source.query(near->moving->source.source, path, report_moving, &r);
}

carom_wall_source carom_walls_at(const walls_at *walls) {
    const carom_wall_source source = {query_walls_at, walls};
    return source;
}
