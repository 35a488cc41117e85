// Walls that move over a frame: the first one that a moving circle meets, and the reflection off
// one.
// Method: the scene finds the first wall at rest. The moving walls are then asked on the path up to
// it. A moving segment stays within half of its larger displacement of the segment half-way. So a
// thick wall there covers all that it sweeps. An index over these covers finds the walls that a
// circle may meet, near ones first; the exact sweep against the moving wall decides. A ray or line
// that moves has no such cover, because rounding turns it.
// Room: cli.
#include "moving_walls.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "report.h"
#include "walls.h"

static double size_of(carom_vec2 p) {
    return fabs(p.x) + fabs(p.y);
}

bool moving_wall_cover(carom_moving_wall moving, carom_wall *cover) {
    const carom_wall wall = moving.wall;
    const carom_vec2 a = moving.a_move;
    const carom_vec2 b = moving.b_move;
    *cover = wall;
    if (size_of(a) == 0.0 && size_of(b) == 0.0) {
        return true;
    }
    cover->a = carom_vec2_add(wall.a, carom_vec2_scale(a, 0.5));
    cover->b = carom_vec2_add(wall.b, carom_vec2_scale(b, 0.5));
    const double reach = 0.5 * fmax(hypot(a.x, a.y), hypot(b.x, b.y));
    // The coordinates of the cover and the length are off by less than 4 e of these sizes, e =
    // 2^-53; the radius by 2 e of itself.
    const double size = size_of(wall.a) + size_of(wall.b) + size_of(a) + size_of(b);
    cover->radius = (wall.radius + reach + size * 0x1p-49) * (1.0 + 0x1p-50) + DBL_MIN;
    return wall.extent == CAROM_EXTENT_SEGMENT && carom_wall_is_valid(*cover);
}

static bool split_memory(moving_walls *m, size_t count) {
    m->rest_rows = malloc(count * sizeof *m->rest_rows);
    m->moving_rows = malloc(count * sizeof *m->moving_rows);
    m->uncovered = malloc(count * sizeof *m->uncovered);
    return m->rest_rows != NULL && m->moving_rows != NULL && m->uncovered != NULL;
}

bool moving_walls_split(moving_walls *m, answers *a) {
    const wall_list *walls = &a->walls;
    *m = (moving_walls){.answers = a};
    carom_wall *at_rest = malloc(walls->count * sizeof *at_rest);
    bool built = split_memory(m, walls->count) && at_rest != NULL;
    if (!built) {
        report(a->call->who, "out of memory: no room for an index over %zu walls", walls->count);
    }
    for (size_t i = 0; built && i < walls->count; i++) {
        if (wall_motion_is_zero(walls->motions[i])) {
            at_rest[m->rest_count] = walls->items[i];
            m->rest_rows[m->rest_count++] = i;
        } else {
            m->moving_rows[m->moving_count++] = i;
        }
    }
    built = built && walls_build_scene(a, at_rest, m->rest_count, &a->scene);
    free(at_rest);
    return built;
}

bool moving_walls_build(moving_walls *m, answers *a) {
    const wall_list *walls = &a->walls;
    if (!moving_walls_split(m, a)) {
        return false;
    }
    carom_wall *covers = malloc(m->moving_count * sizeof *covers);
    bool built = covers != NULL;
    if (!built) {
        report(a->call->who, "out of memory: no room for an index over %zu walls", walls->count);
    }
    for (size_t i = 0; built && i < m->moving_count; i++) {
        const size_t row = m->moving_rows[i];
        const carom_moving_wall wall = moving_wall_of(walls->items[row], walls->motions[row]);
        if (!moving_wall_cover(wall, &covers[i])) {
            m->uncovered[m->uncovered_count++] = i;
            // Only keeps the numbers of the other walls.
            covers[i] = carom_post(wall.wall.a, 0.0);
        }
    }
    built = built && walls_build_scene(a, covers, m->moving_count, &m->covers);
    free(covers);
    return built;
}

const carom_scene *moving_walls_larger_scene(const moving_walls *m) {
    return m->moving_count > m->rest_count ? m->covers : m->answers->scene;
}

void moving_walls_free(moving_walls *m) {
    free(m->rest_rows);
    free(m->moving_rows);
    free(m->uncovered);
    carom_scene_destroy(m->covers, NULL);
    *m = (moving_walls){0};
}

carom_moving_wall moving_wall_of(carom_wall wall, wall_motion motion) {
    return carom_moving_wall_make(wall, motion.a, motion.b);
}

// ---- the first wall ----

/// A query among the moving walls, and the first wall so far.
typedef struct first_query {
    const moving_walls *walls;
    carom_circle circle;
    carom_vec2 move;
    bool no_graze;
    const carom_filter *filter;
    /// The fraction of the move that the path of the query covers.
    double until;
    carom_scene_hit first;
    bool first_moves;
} first_query;

/// Returns a fraction of the move after the first contact. The true time of a contact is less than
/// the next double after t.
static double time_after(const carom_scene_hit *first) {
    return first->index == CAROM_NO_WALL ? 1.0
                                         : fmin(first->sweep.t * (1.0 + 0x1p-51) + DBL_MIN, 1.0);
}

static void sweep_wall(first_query *q, size_t number) {
    const wall_list *walls = &q->walls->answers->walls;
    const size_t row = q->walls->moving_rows[number];
    if (!carom_filter_accepts(q->filter, (carom_index)row, &walls->items[row])) {
        return;
    }
    const carom_moving_wall wall = moving_wall_of(walls->items[row], walls->motions[row]);
    const carom_sweep sweep = q->no_graze
                                  ? carom_circle_sweep_moving(q->circle, q->move, wall, true)
                                  : carom_circle_sweep_moving(q->circle, q->move, wall, false);
    const carom_scene_hit *first = &q->first;
    // A wall at rest wins a tie of rounded times. If rows decided, the order would not be
    // transitive: walls at rest are compared by their true times.
    const bool is_first = first->index == CAROM_NO_WALL || sweep.t < first->sweep.t ||
                          (sweep.t == first->sweep.t && q->first_moves && row < first->index);
    if (sweep.kind >= CAROM_SWEEP_KIND_GRAZE && is_first) {
        q->first = (carom_scene_hit){(carom_index)row, sweep};
        q->first_moves = true;
    }
}

/// Called with each wall whose cover may be met. Returns the fraction of the path that still
/// matters.
static double visit_cover(void *context, carom_index number, const carom_wall *cover) {
    first_query *q = context;
    (void)cover;
    sweep_wall(q, number);
    return fmin(time_after(&q->first) / q->until * (1.0 + 0x1p-51), 1.0);
}

carom_scene_hit moving_walls_first(const moving_walls *m, carom_circle circle, carom_vec2 move,
                                   bool no_graze, const carom_filter *filter) {
    carom_cast_settings settings = carom_cast_settings_default();
    settings.hits_only = no_graze;
    settings.filter = filter;
    first_query q = {.walls = m,
                     .circle = circle,
                     .move = move,
                     .no_graze = no_graze,
                     .filter = filter,
                     .first = carom_scene_sweep(m->answers->scene, circle, move, &settings)};
    if (q.first.index != CAROM_NO_WALL) {
        q.first.index = (carom_index)m->rest_rows[q.first.index];
    }
    // The end of the path is rounded, so the path is a little thicker than the circle.
    q.until = time_after(&q.first);
    const carom_path path = {
        circle.center, carom_vec2_add(circle.center, carom_vec2_scale(move, q.until)),
        circle.radius + (circle.radius + size_of(circle.center) + size_of(move)) * 0x1p-50};
    if (!isfinite(size_of(path.to)) || !isfinite(path.radius)) {
        for (size_t i = 0; i < m->moving_count; i++) {
            sweep_wall(&q, i);
        }
        return q.first;
    }
    for (size_t i = 0; i < m->uncovered_count; i++) {
        sweep_wall(&q, m->uncovered[i]);
    }
    const carom_wall_source source = carom_scene_wall_source(m->covers);
    source.query(source.source, &path, visit_cover, &q);
    return q.first;
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
    carom_reflection r = {
        .sweep = carom_circle_sweep_moving(circle, move, moving_wall_of(wall, motion), false),
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
