// Walls that move over a frame: the first one that a moving circle meets, and the reflection off
// one.
// Method: a moving segment stays within half of its larger displacement of the segment half-way.
// So a thick wall there covers all that it sweeps. An index over these covers finds the walls that
// a circle may meet, near ones first; the exact sweep against the moving wall decides. A ray or
// line that moves has no such cover, because rounding turns it.
// Layer: cli.
#include "moving_walls.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "report.h"
#include "walls.h"

static double size_of(carom_vec2 p) {
    return fabs(p.x) + fabs(p.y);
}

/// Sets the cover of a wall. Returns false if it has none.
static bool cover_wall(carom_wall wall, wall_motion motion, carom_wall *cover) {
    *cover = wall;
    if (wall_motion_is_zero(motion)) {
        return true;
    }
    cover->a = carom_vec2_add(wall.a, carom_vec2_scale(motion.a, 0.5));
    cover->b = carom_vec2_add(wall.b, carom_vec2_scale(motion.b, 0.5));
    const double reach = 0.5 * fmax(hypot(motion.a.x, motion.a.y), hypot(motion.b.x, motion.b.y));
    // The coordinates of the cover and the length are off by less than 4 e of these sizes, e =
    // 2^-53; the radius by 2 e of itself.
    const double size = size_of(wall.a) + size_of(wall.b) + size_of(motion.a) + size_of(motion.b);
    cover->radius = (wall.radius + reach + size * 0x1p-49) * (1.0 + 0x1p-50) + DBL_MIN;
    return wall.extent == CAROM_EXTENT_SEGMENT && carom_wall_is_valid(*cover);
}

bool moving_walls_build(moving_walls *m, answers *a) {
    const wall_list *walls = &a->walls;
    *m = (moving_walls){.answers = a};
    carom_wall *covers = malloc(walls->count * sizeof *covers);
    m->uncovered = malloc(walls->count * sizeof *m->uncovered);
    bool built = covers != NULL && m->uncovered != NULL;
    if (!built) {
        report(a->call->who, "out of memory: no room for an index over %zu walls", walls->count);
    }
    for (size_t i = 0; built && i < walls->count; i++) {
        if (!cover_wall(walls->items[i], walls->motions[i], &covers[i])) {
            m->uncovered[m->uncovered_count++] = (uint32_t)i;
            // Only keeps the numbers of the other walls.
            covers[i] = carom_post(walls->items[i].a, 0.0);
        }
    }
    built = built && walls_build_scene(a, covers);
    free(covers);
    return built;
}

void moving_walls_free(moving_walls *m) {
    free(m->uncovered);
    *m = (moving_walls){0};
}

carom_moving_wall moving_wall_of(carom_wall wall, wall_motion motion) {
    return carom_moving_wall_make(wall, motion.a, motion.b);
}

// ---- the first wall ----

/// A query, and the first walls so far: of those at rest and of those that move. They are kept
/// apart, because only those at rest have an exact order.
typedef struct first_query {
    const wall_list *walls;
    carom_circle circle;
    carom_vec2 move;
    bool no_graze;
    const carom_filter *filter;
    carom_scene_hit at_rest;
    carom_scene_hit moving;
} first_query;

static bool is_met(const carom_scene_hit *hit) {
    return hit->index != CAROM_NO_WALL;
}

static bool comes_before(const first_query *q, const carom_scene_hit *p, const carom_scene_hit *r,
                         bool are_at_rest) {
    if (!is_met(r) || p->sweep.t != r->sweep.t) {
        return !is_met(r) || p->sweep.t < r->sweep.t;
    }
    const int order = are_at_rest ? carom_circle_compare_time_of_impact(q->circle, q->move,
                                                                        q->walls->items[p->index],
                                                                        q->walls->items[r->index])
                                  : 0;
    return order != 0 ? order < 0 : p->index < r->index;
}

static void sweep_wall(first_query *q, size_t index) {
    const carom_wall wall = q->walls->items[index];
    if (!carom_filter_accepts(q->filter, index, wall)) {
        return;
    }
    const wall_motion motion = q->walls->motions[index];
    const carom_moving_wall moving = moving_wall_of(wall, motion);
    const carom_scene_hit hit = {
        index, q->no_graze ? carom_circle_sweep_moving_hit(q->circle, q->move, moving)
                           : carom_circle_sweep_moving(q->circle, q->move, moving)};
    if (hit.sweep.kind < CAROM_SWEEP_KIND_GRAZE) {
        return;
    }
    const bool is_at_rest = wall_motion_is_zero(motion);
    carom_scene_hit *first = is_at_rest ? &q->at_rest : &q->moving;
    if (comes_before(q, &hit, first, is_at_rest)) {
        *first = hit;
    }
}

static const carom_scene_hit *first_of(const first_query *q) {
    return is_met(&q->at_rest) && comes_before(q, &q->at_rest, &q->moving, false) ? &q->at_rest
                                                                                  : &q->moving;
}

/// Called with each wall whose cover may be met. Returns the fraction of the path that still
/// matters.
static double visit_cover(void *context, size_t index, carom_wall cover) {
    first_query *q = context;
    (void)cover;
    sweep_wall(q, index);
    const carom_scene_hit *first = first_of(q);
    // The true time is less than the next double.
    return is_met(first) ? fmin(first->sweep.t * (1.0 + 0x1p-51) + DBL_MIN, 1.0) : 1.0;
}

carom_scene_hit moving_walls_first(const moving_walls *m, carom_circle circle, carom_vec2 move,
                                   bool no_graze, const carom_filter *filter) {
    const answers *a = m->answers;
    const carom_scene_hit none = {CAROM_NO_WALL, {.kind = CAROM_SWEEP_KIND_MISS}};
    first_query q = {&a->walls, circle, move, no_graze, filter, none, none};
    // The end of the path is rounded, so the path is a little thicker than the circle.
    const carom_path path = {
        circle.center, carom_vec2_add(circle.center, move),
        circle.radius + (circle.radius + size_of(circle.center) + size_of(move)) * 0x1p-50};
    if (!isfinite(size_of(path.to)) || !isfinite(path.radius)) {
        for (size_t i = 0; i < a->walls.count; i++) {
            sweep_wall(&q, i);
        }
        return *first_of(&q);
    }
    for (size_t i = 0; i < m->uncovered_count; i++) {
        sweep_wall(&q, m->uncovered[i]);
    }
    const carom_wall_source source = carom_scene_wall_source(a->scene);
    source.query(source.source, path, visit_cover, &q);
    return *first_of(&q);
}

// ---- reflection ----

/// Returns the displacement of the point of the axis that is touched.
static carom_vec2 move_at_contact(const carom_sweep *s, carom_wall wall, wall_motion motion) {
    if (s->feature == CAROM_FEATURE_END_A ||
        (motion.a.x == motion.b.x && motion.a.y == motion.b.y)) {
        return motion.a;
    }
    if (s->feature == CAROM_FEATURE_END_B) {
        return motion.b;
    }
    // Only segments turn.
    const carom_wall there =
        carom_segment(carom_vec2_add(wall.a, carom_vec2_scale(motion.a, s->t)),
                      carom_vec2_add(wall.b, carom_vec2_scale(motion.b, s->t)));
    const double along = carom_circle_contact(carom_circle_make(s->center, 0.0), there).along;
    return carom_vec2_add(carom_vec2_scale(motion.a, 1.0 - along),
                          carom_vec2_scale(motion.b, along));
}

carom_reflection moving_wall_reflect(carom_circle circle, carom_vec2 move, carom_wall wall,
                                     wall_motion motion) {
    if (wall_motion_is_zero(motion)) {
        return carom_circle_reflect(circle, move, wall);
    }
    carom_reflection r = {.sweep =
                              carom_circle_sweep_moving(circle, move, moving_wall_of(wall, motion)),
                          .end = carom_vec2_add(circle.center, move),
                          .move = move};
    if (r.sweep.kind != CAROM_SWEEP_KIND_HIT && r.sweep.kind != CAROM_SWEEP_KIND_OVERLAP) {
        return r;
    }
    const carom_vec2 of_wall = move_at_contact(&r.sweep, wall, motion);
    const carom_vec2 relative = carom_vec2_sub(move, of_wall);
    const carom_vec2 reflected = carom_velocity_reflect(relative, r.sweep.normal);
    if (reflected.x != relative.x || reflected.y != relative.y) {
        r.move = carom_vec2_add(reflected, of_wall);
    }
    r.end = carom_vec2_add(r.sweep.center, carom_vec2_scale(r.move, 1.0 - r.sweep.t));
    return r;
}
