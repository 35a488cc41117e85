// The walls near one piece of a ball's path; see near_walls.h. docs/motion.md proves that the
// remembered walls can replace a new query. Room: mover.
#include "mover/near_walls.h"

#include "carom/relation.h"
#include "contracts.h"
#include "sweep/side_path.h"
#include "sweep/sweep.h"
#include "sweep/sweep_double_double.h"
#include "sweep/sweep_filter.h"

bool carom_near_passes(const near_walls *near, carom_index index) {
    for (int i = 0; i < near->passed->count; i++)
        if (near->passed->index[i] == index)
            return true;
    return false;
}

carom_index carom_pass_overlapped(passed_walls *passed, carom_index index) {
    if (passed->count < PASSED_MAX) {
        passed->index[passed->count++] = index;
        return CAROM_NO_WALL;
    }
    int highest = 0;
    for (int i = 1; i < PASSED_MAX; i++)
        if (passed->index[i] > passed->index[highest])
            highest = i;
    const carom_index last = passed->index[highest];
    if (last < index)
        return index;
    passed->index[highest] = index;
    return last;
}

bool carom_near_considers(const near_walls *near, carom_index index, const carom_wall *wall) {
    return carom_filter_accepts(near->filter, index, wall) && !carom_near_passes(near, index);
}

bool carom_near_is_solid(const near_walls *near, carom_index index, const carom_wall *wall) {
    const carom_circle circle = near->circle;
    if (wall->one_sided &&
        !(carom_wall_side(*wall, circle.center) > 0 && !carom_circle_overlaps(circle, *wall)))
        return false;
    return carom_near_considers(near, index, wall);
}

// The point at a fraction of the path, off by less than 3 epsilon of the largest coordinate of the
// path. Not finite if the path is too long.
static carom_vec2 on_path(const near_walls *near, double fraction) {
    const carom_vec2 from = near->circle.center;
    return carom_vec2_add(from, carom_vec2_scale(carom_vec2_sub(near->to, from), fraction));
}

// ---- the first contact ----

typedef struct near_search {
    near_walls *near;
    // The circle widened by its margin, and the end of the part of the path that still matters.
    carom_circle widened;
    carom_vec2 until;
    path_contact *first;
} near_search;

static void remember_near_wall(near_walls *near, const carom_wall *wall, bool is_left) {
    if (near->count == NEAR_MAX) {
        near->is_complete = false;
        return;
    }
    near->walls[near->count].wall = *wall;
    near->walls[near->count++].is_left = is_left;
}

// Moves the last wall to the front, so that it is tested first.
static void put_first(near_walls *near) {
    CAROM_ASSERT(near->count > 0 && near->count <= NEAR_MAX);
    near_wall *first = &near->walls[0], *last = &near->walls[near->count - 1];
    const near_wall wall = *last;
    *last = *first;
    *first = wall;
}

// True if the wall blocks the path. A hit before the end does; a miss does not. A touch at the very
// end, or one without pressing in, is decided exactly.
static bool blocks_path(const swept_query *c, const carom_sweep *s) {
    if (s->kind == CAROM_SWEEP_KIND_MISS)
        return false;
    return (s->kind == CAROM_SWEEP_KIND_HIT && s->t < 1.0) || !carom_path_is_clear_near(c);
}

// The sweep of a circle that touches a level or upright wall and moves in.
static carom_sweep sweep_from_level(const level_path *level, const near_walls *near,
                                    const carom_wall *wall) {
    const carom_vec2 c = near->circle.center, a = wall->a;
    const double off = level->side * wall->radius;
    carom_sweep s = {.kind = CAROM_SWEEP_KIND_HIT, .feature = CAROM_FEATURE_SIDE, .center = c};
    s.normal =
        level->is_upright ? carom_vec2_make(level->side, 0.0) : carom_vec2_make(0.0, level->side);
    s.point = level->is_upright ? carom_vec2_make(a.x + off + 0.0, c.y + 0.0)
                                : carom_vec2_make(c.x + 0.0, a.y + off + 0.0); // no -0
    return s;
}

// A wall near the path; the level path is known if the side is.
typedef struct near_path {
    bool misses;
    side_path side;
    level_path level;
} near_path;

CAROM_INLINE near_path near_path_of(const near_search *s, const carom_wall *wall) {
    const near_walls *near = s->near;
    near_path p;
    p.side = SIDE_PATH_UNSURE;
    if (set_level_path(&p.level, &near->circle, near->to, wall)) {
        p.misses = is_far_from_level(&p.level, s->widened.radius - near->circle.radius);
        p.side = side_path_of_level(&p.level);
    } else {
        const swept_query widened = swept_query_make(s->widened, s->until, true, *wall);
        p.misses = is_certain_miss(&widened);
    }
    return p;
}

// As carom_near_is_solid, without a call for most walls.
CAROM_INLINE bool is_solid_near(const near_walls *near, carom_index index, const carom_wall *wall) {
    const bool is_plain = (near->filter == NULL) & (near->passed->count == 0) & !wall->one_sided;
    return is_plain || carom_near_is_solid(near, index, wall);
}

// The first contact with a wall near the path. A miss if the path is clear of it.
CAROM_INLINE carom_sweep sweep_of_near(near_walls *near, const near_path *p, carom_wall wall) {
    const carom_sweep miss = sweep_of_kind(CAROM_SWEEP_KIND_MISS);
    if (p->side == SIDE_PATH_CLEAR || p->side == SIDE_PATH_PRESSES) {
        remember_near_wall(near, &wall, false);
        return p->side == SIDE_PATH_CLEAR ? miss : sweep_from_level(&p->level, near, &wall);
    }
    const swept_query path = swept_query_make(near->circle, near->to, true, wall);
    side_path side = p->side;
    const bool is_left =
        side == SIDE_PATH_UNSURE && near->starts_clear && carom_certainly_leaves(&path);
    remember_near_wall(near, &wall, is_left);
    if (side == SIDE_PATH_UNSURE && !is_left)
        side = side_path_of_slope(&near->circle, near->to, &wall);
    if (is_left || side == SIDE_PATH_CLEAR)
        return miss;
    const carom_sweep sweep = carom_sweep_near(&path);
    return side == SIDE_PATH_HITS || blocks_path(&path, &sweep) ? sweep : miss;
}

static double visit_near_for_contact(void *context, carom_index index, const carom_wall *wall) {
    near_search *s = context;
    near_walls *near = s->near;
    path_contact *first = s->first;
    // Known without a look at the wall. A frame through many sensors looks again at each of them.
    if (near->passed->count > 0 && carom_near_passes(near, index))
        return near->fraction;
    const near_path p = near_path_of(s, wall);
    if (p.misses || (p.side == SIDE_PATH_UNSURE && !carom_wall_is_valid(*wall)) ||
        !is_solid_near(near, index, wall))
        return near->fraction;
    const carom_sweep sweep = sweep_of_near(near, &p, *wall);
    if (sweep.kind == CAROM_SWEEP_KIND_MISS)
        return near->fraction;
    if (sweep.kind == CAROM_SWEEP_KIND_OVERLAP) {
        if (!first->overlapped || index < first->overlapped_index)
            first->overlapped_index = index;
        first->overlapped = true;
        return near->fraction;
    }
    const bool is_earlier = !first->found || sweep.t < first->sweep.t ||
                            (sweep.t == first->sweep.t && index < first->index);
    if (is_earlier) {
        // This wall rejects most places.
        put_first(near);
        first->found = true;
        first->index = index;
        first->wall = *wall;
        first->sweep = sweep;
        // The next double or the one after it, because t is rounded down.
        near->fraction = smaller(sweep.t + (sweep.t * DBL_EPSILON + DBL_TRUE_MIN), 1.0);
        s->until = on_path(near, near->fraction);
    }
    return near->fraction;
}

void carom_near_first(near_walls *near, carom_circle circle, carom_vec2 to, path_contact *first) {
    CAROM_ASSERT(carom_circle_is_valid(circle) && is_finite(to));
    // The margin covers the places tried around a contact, up to 16 ulp off, and rounding. It is
    // 2^12 ulp.
    const double margin =
        0x1p12 * (ulp_at(circle.center, circle.radius) + ulp_at(to, circle.radius));
    const double radius = circle.radius + margin;
    near->circle = circle;
    near->to = to;
    near->margin = radius <= DBL_MAX ? 0.5 * margin : -1.0;
    near->fraction = 1.0;
    near->is_complete = true;
    near->count = 0;
    first->to = to;
    first->found = first->overlapped = first->is_turning = false;
    if (near->source.query == NULL)
        return;
    // No contact presses in if the ball stays.
    if (near->starts_clear && (to.x == circle.center.x) & (to.y == circle.center.y)) {
        near->is_complete = false;
        return;
    }
    const carom_path path = {circle.center, to, smaller(radius, DBL_MAX)};
    near_search s = {near, carom_circle_make(path.from, path.radius), to, first};
    near->source.query(near->source.source, &path, visit_near_for_contact, &s);
}

// ---- places ----

typedef struct gate {
    const near_walls *near;
    carom_vec2 place;
    bool is_clear;
} gate;

static double visit_for_gate(void *context, carom_index index, const carom_wall *wall) {
    gate *g = context;
    const carom_circle circle = g->near->circle;
    g->is_clear = carom_circle_path_is_clear(circle, g->place, *wall) ||
                  !carom_wall_is_valid(*wall) || !carom_near_is_solid(g->near, index, wall);
    return g->is_clear ? 1.0 : 0.0;
}

bool carom_near_is_within_margin(const near_walls *near, carom_vec2 place, double fraction) {
    const carom_vec2 q = on_path(near, fraction);
    return (fraction <= near->fraction) &
           (fabs(place.x - q.x) + fabs(place.y - q.y) <= near->margin);
}

// True if the path to the place is clear of the remembered walls.
static bool is_clear_of_near(const near_walls *near, carom_vec2 place) {
    CAROM_ASSERT(near->is_complete && near->count <= NEAR_MAX);
    for (int i = 0; i < near->count; i++) {
        const near_wall *wall = &near->walls[i];
        const swept_query path = swept_query_make(near->circle, place, true, wall->wall);
        if (wall->is_left && carom_certainly_leaves(&path))
            continue;
        const side_path side = side_path_of(&near->circle, place, &wall->wall);
        if (side == SIDE_PATH_PRESSES || side == SIDE_PATH_HITS ||
            (side == SIDE_PATH_UNSURE && !carom_path_is_clear_near(&path)))
            return false;
    }
    return true;
}

bool carom_near_is_clear(const near_walls *near, carom_vec2 place, double fraction) {
    CAROM_ASSERT(fraction >= 0.0);
    if (near->is_complete && carom_near_is_within_margin(near, place, fraction))
        return is_clear_of_near(near, place);
    if (near->source.query == NULL)
        return true;
    gate g = {near, place, true};
    const carom_path path = {near->circle.center, place, near->circle.radius};
    near->source.query(near->source.source, &path, visit_for_gate, &g);
    return g.is_clear;
}
