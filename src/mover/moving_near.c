// The moving walls near one piece of a ball's path; see moving_near.h. Room: mover.
#include "mover/moving_near.h"

#include "carom/contact.h"
#include "contracts.h"

bool carom_moving_considers(const near_walls *near, carom_index index, const carom_wall *wall) {
    CAROM_ASSERT(is_moving_index(index));
    return carom_filter_accepts(near->moving->filter, index & ~MOVING_BIT, wall) &&
           !carom_near_passes(near, index);
}

bool carom_moves_as_a_whole(carom_moving_wall wall) {
    return wall.a_move.x == wall.b_move.x && wall.a_move.y == wall.b_move.y;
}

// A wall that moves as a whole is at rest for an observer on it; this is where the observer sees a
// point at the fraction `clock` of the frame.
static carom_vec2 seen_from(const carom_moving_wall *wall, carom_vec2 p, double clock) {
    return carom_vec2_sub(p, carom_vec2_scale(wall->a_move, clock));
}

static bool is_left_of(carom_wall wall, carom_vec2 center, double radius) {
    return carom_wall_side(wall, center) > 0 &&
           !carom_circle_overlaps(carom_circle_make(center, radius), wall);
}

// A wall that ends beyond the range of double is invalid. A one-sided wall that moves as a whole
// stops circles that are on its left both where the wall is and where an observer on it sees them.
bool carom_moving_is_solid(const near_walls *near, carom_index index,
                           const carom_moving_wall *wall) {
    if (carom_near_passes(near, index) || !carom_moving_wall_is_valid(*wall) ||
        !carom_wall_is_valid(carom_moving_wall_at(*wall, 1.0)))
        return false;
    const double clock = near->moving->from;
    const carom_wall at = carom_moving_wall_at(*wall, clock);
    if (at.one_sided) {
        const carom_circle circle = near->circle;
        if (!is_left_of(at, circle.center, circle.radius) ||
            (carom_moves_as_a_whole(*wall) &&
             !is_left_of(wall->wall, seen_from(wall, circle.center, clock), circle.radius)))
            return false;
    }
    return carom_moving_considers(near, index, &at);
}

// True if a place is not beyond the wall at the fraction `clock` of the frame, where the wall is
// rounded. `seen` is where an observer on the wall sees the place. At the end of the frame, the
// next frame starts with this wall.
static bool ends_clear(const near_walls *near, carom_vec2 place, carom_vec2 seen, double clock,
                       const carom_moving_wall *wall) {
    const carom_wall end = carom_moving_wall_at(*wall, clock);
    const double radius = near->circle.radius;
    if (carom_circle_overlaps(carom_circle_make(place, radius), end))
        return false;
    const bool is_point = radius == 0.0 && end.radius == 0.0;
    return !is_point || carom_wall_side(end, place) == carom_wall_side(wall->wall, seen);
}

// True if the circle can go to `place` until `clock` without being blocked by the wall.
static bool is_clear_of(const near_walls *near, carom_vec2 place, double clock,
                        const carom_moving_wall *wall) {
    const double from = near->moving->from;
    if (!carom_moves_as_a_whole(*wall)) {
        const carom_wall to = carom_moving_wall_at(*wall, clock);
        return carom_circle_path_is_clear_of_moving(near->circle, place,
                                                    carom_moving_wall_at(*wall, from), to.a, to.b);
    }
    const carom_vec2 seen = seen_from(wall, place, clock);
    const carom_vec2 center = seen_from(wall, near->circle.center, from);
    return is_finite(center) && is_finite(seen) &&
           carom_circle_path_is_clear(carom_circle_make(center, near->circle.radius), seen,
                                      wall->wall) &&
           ends_clear(near, place, seen, clock, wall);
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
    // The sum below is rounded, but walls that move alike must have equal velocities.
    if (carom_moves_as_a_whole(wall))
        return wall.a_move;
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

static void remember_moving_wall(moving_near *m, carom_index index, const carom_moving_wall *wall) {
    if (m->count == MOVING_NEAR_MAX) {
        m->is_complete = false;
        return;
    }
    m->index[m->count] = index;
    m->walls[m->count++] = *wall;
}

// The first hit of the wall on the path, or the overlap at the start.
static carom_sweep sweep_of(const near_walls *near, const carom_moving_wall *wall) {
    const moving_near *m = near->moving;
    if (!carom_moves_as_a_whole(*wall)) {
        const carom_wall end = carom_moving_wall_at(*wall, m->until);
        return carom_circle_sweep_moving_to(
            near->circle, near->to, carom_moving_wall_at(*wall, m->from), end.a, end.b, true);
    }
    const carom_circle circle = {seen_from(wall, near->circle.center, m->from),
                                 near->circle.radius};
    // If the observer sees the end beyond the range of double, only an overlap at the start is
    // known.
    const carom_vec2 seen = seen_from(wall, near->to, m->until);
    const carom_vec2 to = is_finite(seen) ? seen : circle.center;
    carom_sweep s = carom_circle_sweep_to(circle, to, wall->wall);
    const carom_vec2 move = carom_vec2_scale(wall->a_move, clock_at(m, s.t));
    s.center = carom_vec2_add(s.center, move);
    s.point = carom_vec2_add(s.point, move);
    return s;
}

// A contact at the end of the path, with a wall that only rounding has brought into it.
static carom_sweep contact_at_end(const near_walls *near, const carom_moving_wall *wall) {
    const carom_contact contact =
        carom_circle_contact(carom_circle_make(near->to, near->circle.radius),
                             carom_moving_wall_at(*wall, near->moving->until));
    const carom_sweep s = {CAROM_SWEEP_KIND_HIT, contact.feature, 1.0, near->to,
                           contact.point,        contact.normal};
    return s;
}

static void visit_moving_for_contact(void *context, carom_index plain_index,
                                     const carom_moving_wall *wall) {
    moving_search *s = context;
    near_walls *near = s->near;
    moving_near *m = near->moving;
    path_contact *first = s->first;
    const carom_index index = plain_index | MOVING_BIT;
    if (!carom_moving_is_solid(near, index, wall)) {
        m->has_one_sided |= wall->wall.one_sided;
        return;
    }
    remember_moving_wall(m, index, wall);
    carom_sweep sweep = sweep_of(near, wall);
    const bool is_hit = sweep.kind == CAROM_SWEEP_KIND_HIT && sweep.t < 1.0;
    if (!is_hit && is_clear_of(near, near->to, m->until, wall))
        return;
    if (sweep.kind < CAROM_SWEEP_KIND_HIT)
        sweep = contact_at_end(near, wall);
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
        first->wall = carom_moving_wall_at(*wall, clock_at(m, sweep.t));
        first->sweep = sweep;
        first->is_turning = !carom_moves_as_a_whole(*wall);
        first->wall_move = carom_move_at(*wall, first->wall, sweep.feature, sweep.center);
    }
}

void carom_moving_first(near_walls *near, path_contact *first) {
    moving_near *m = near->moving;
    moving_search s = {near, first};
    m->count = 0;
    m->is_complete = true;
    m->has_one_sided = false;
    const carom_path path = path_to(near, near->to, 2.0 * larger(near->margin, 0.0));
    m->source.query(m->source.source, &path, visit_moving_for_contact, &s);
}

// ---- places ----

typedef struct leg_gate {
    const near_walls *near;
    carom_vec2 place;
    double clock;
    // Walls that do not count.
    const leg_wall *except;
    int except_count;
    // The wall with the lowest index that blocks the way.
    leg_wall blocker;
} leg_gate;

static bool is_candidate(const leg_gate *g, carom_index index) {
    bool is_new = index < g->blocker.index;
    for (int i = 0; i < g->except_count && is_new; i++)
        is_new = g->except[i].index != index;
    return is_new;
}

static void visit_moving_for_gate(void *context, carom_index plain_index,
                                  const carom_moving_wall *wall) {
    leg_gate *g = context;
    const carom_index index = plain_index | MOVING_BIT;
    if (is_candidate(g, index) && carom_moving_is_solid(g->near, index, wall) &&
        !is_clear_of(g->near, g->place, g->clock, wall)) {
        g->blocker.index = index;
        g->blocker.wall = *wall;
    }
}

static void query_moving_for_gate(leg_gate *g) {
    const carom_moving_wall_source source = g->near->moving->source;
    const carom_path path = path_to(g->near, g->place, 0.0);
    source.query(source.source, &path, visit_moving_for_gate, g);
}

bool carom_moving_is_clear(const near_walls *near, carom_vec2 place, double fraction,
                           double clock) {
    const moving_near *m = near->moving;
    if (!m->is_complete || !carom_near_is_within_margin(near, place, fraction)) {
        leg_gate g = {.near = near, .place = place, .clock = clock};
        g.blocker.index = CAROM_NO_WALL;
        query_moving_for_gate(&g);
        return g.blocker.index == CAROM_NO_WALL;
    }
    for (int i = 0; i < m->count; i++)
        if (!is_clear_of(near, place, clock, &m->walls[i]))
            return false;
    return true;
}

bool carom_leg_is_clear_of(const near_walls *near, carom_vec2 place, double clock,
                           const leg_wall *wall) {
    return is_moving_index(wall->index)
               ? is_clear_of(near, place, clock, &wall->wall)
               : carom_circle_path_is_clear(near->circle, place, wall->wall.wall);
}

static double visit_still_for_gate(void *context, carom_index index, const carom_wall *wall) {
    leg_gate *g = context;
    if (is_candidate(g, index) && carom_wall_is_valid(*wall) &&
        !carom_circle_path_is_clear(g->near->circle, g->place, *wall) &&
        carom_near_is_solid(g->near, index, wall)) {
        g->blocker.index = index;
        g->blocker.wall = carom_moving_wall_translating(*wall, carom_vec2_make(0.0, 0.0));
    }
    return 1.0;
}

leg_wall carom_leg_blocker(const near_walls *near, carom_vec2 place, double clock,
                           const leg_wall *except, int except_count) {
    leg_gate g = {near, place, clock, except, except_count, {.index = CAROM_NO_WALL}};
    const carom_path path = path_to(near, place, 0.0);
    if (near->source.query != NULL)
        near->source.query(near->source.source, &path, visit_still_for_gate, &g);
    // Walls at rest have the lower indices.
    if (g.blocker.index == CAROM_NO_WALL)
        query_moving_for_gate(&g);
    return g.blocker;
}

// ---- all walls at a time ----

typedef struct solid_relay {
    const walls_at *walls;
    carom_path_query_callback *callback;
    void *context;
    bool is_over;
} solid_relay;

static double relay_solid(void *context, carom_index index, const carom_wall *wall) {
    solid_relay *r = context;
    if (!carom_near_is_solid(r->walls->near, index, wall))
        return 1.0;
    carom_wall solid = *wall;
    solid.one_sided = 0;
    const double fraction = r->callback(r->context, index, &solid);
    r->is_over = !(fraction > 0.0);
    return fraction;
}

static void relay_solid_moving(void *context, carom_index plain_index,
                               const carom_moving_wall *wall) {
    solid_relay *r = context;
    const carom_index index = plain_index | MOVING_BIT;
    if (r->is_over || !carom_moving_is_solid(r->walls->near, index, wall))
        return;
    carom_wall at = carom_moving_wall_at(*wall, r->walls->clock);
    at.one_sided = 0;
    r->is_over = !(r->callback(r->context, index, &at) > 0.0);
}

static void query_walls_at(const void *source, const carom_path *path,
                           carom_path_query_callback *callback, void *context) {
    const walls_at *walls = source;
    const near_walls *near = walls->near;
    solid_relay r = {walls, callback, context, false};
    if (near->source.query != NULL)
        near->source.query(near->source.source, path, relay_solid, &r);
    if (!r.is_over && near->moving != NULL)
        near->moving->source.query(near->moving->source.source, path, relay_solid_moving, &r);
}

carom_wall_source carom_walls_at(const walls_at *walls) {
    const carom_wall_source source = {query_walls_at, walls};
    return source;
}
