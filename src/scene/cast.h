// What the casts share: their parameters, which walls they leave out, and the order of hits. Room:
// scene.
#ifndef CAROM_SCENE_CAST_H
#define CAROM_SCENE_CAST_H

#include "contracts.h"
#include "rest/equal_walls.h"
#include "scene/layout.h"

// The parameters of a cast.
typedef struct cast {
    const carom_scene *scene;
    carom_circle circle;
    carom_vec2 move;
    carom_cast_settings settings;
    // The least kind that counts.
    carom_sweep_kind least;
} cast;

static inline cast cast_of(const carom_scene *scene, carom_circle circle, carom_vec2 move,
                           const carom_cast_settings *settings) {
    CAROM_ASSERT(scene != NULL);
    cast c = {scene, circle, move, carom_cast_settings_default(), CAROM_SWEEP_KIND_GRAZE};
    if (settings != NULL)
        c.settings = *settings;
    if (c.settings.hits_only)
        c.least = CAROM_SWEEP_KIND_HIT;
    return c;
}

// Do the settings leave out the wall in a slot?
static inline bool leaves_out(const cast *c, size_t slot, carom_wall wall) {
    if (c->settings.pass_one_sided && wall.one_sided &&
        (carom_wall_side(wall, c->circle.center) <= 0 || carom_circle_overlaps(c->circle, wall)))
        return true;
    return scene_leaves_out(c->scene, c->settings.filter, slot);
}

// The end of a wall that a circle meets; NULL if it meets the side.
static inline const carom_vec2 *end_met(const carom_wall *wall, carom_feature feature) {
    return feature == CAROM_FEATURE_END_A   ? &wall->a
           : feature == CAROM_FEATURE_END_B ? &wall->b
                                            : NULL;
}

// Negative if the first hit comes before the second, positive if after. Equal times are ordered by
// index.
static inline int compare_hits(const cast *c, const carom_scene_hit *p, carom_wall p_wall,
                               const carom_scene_hit *q) {
    if (p->sweep.t != q->sweep.t)
        return p->sweep.t < q->sweep.t ? -1 : 1;
    const carom_wall q_wall = carom_scene_wall(c->scene, q->index);
    // At a corner two walls share an end, and a level can have a wall twice. Integers would take a
    // microsecond to find that the times are equal.
    const carom_vec2 *p_end = end_met(&p_wall, p->sweep.feature);
    const carom_vec2 *q_end = end_met(&q_wall, q->sweep.feature);
    const bool is_same_disc = p_end != NULL && q_end != NULL && p_end->x == q_end->x &&
                              p_end->y == q_end->y && p_wall.radius == q_wall.radius;
    const bool is_tie = is_same_disc || are_equal_walls(&p_wall, &q_wall);
    const int order =
        is_tie ? 0 : carom_circle_compare_time_of_impact(c->circle, c->move, p_wall, q_wall);
    return order != 0 ? order : p->index < q->index ? -1 : 1;
}

#endif
