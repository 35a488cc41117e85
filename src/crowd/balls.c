// Balls and pairs of them, before any island is run: the box of a ball's path, the sets of balls
// that belong together, and who passes whom. Room: crowd.
#include <float.h>

#include "crowd/crowd_state.h"
#include "numbers.h"

void carom_crowd_set_box(const carom_crowd *c, crowd_ball *b) {
    const double time = c->time, radius = b->circle.radius * (1.0 + 2.0 * RESERVE);
    carom_vec2 to = b->circle.center;
    bool clamped = false;
    if (!b->is_asleep && b->kind != CAROM_MOTION_KIND_STUCK) {
        const carom_vec2 pace =
            carom_vec2_add(b->velocity, carom_vec2_scale(b->gravity, 0.5 * time));
        to = carom_clamp_to_range(carom_vec2_add(to, carom_vec2_scale(pace, time)), DBL_MAX,
                                  &clamped);
    }
    const carom_path path = {b->circle.center, to, smaller(radius, DBL_MAX)};
    b->box = box_with_margin(path);
}

uint32_t carom_crowd_root(uint32_t *parents, uint32_t i) {
    while (parents[i] != i)
        i = parents[i] = parents[parents[i]];
    return i;
}

// The lower slot is the root.
bool carom_crowd_join(uint32_t *parents, uint32_t i, uint32_t k) {
    const uint32_t p = carom_crowd_root(parents, i), q = carom_crowd_root(parents, k);
    if (p == q)
        return false;
    parents[p > q ? p : q] = p < q ? p : q;
    return true;
}

bool carom_crowd_do_pass(const crowd_array *passed, const crowd_ball *p, const crowd_ball *q) {
    if (!p->passes_ball || !q->passes_ball)
        return false;
    const passed_thing *things = passed->items;
    const uint32_t i = p->index, k = q->index;
    for (size_t n = 0; n < passed->count; n++)
        if (things[n].ball == (i < k ? i : k) && things[n].other == (i < k ? k : i))
            return true;
    return false;
}

passed_thing carom_crowd_pass_ball(crowd_ball *p, crowd_ball *q) {
    p->passes_ball = q->passes_ball = true;
    return p->index < q->index ? (passed_thing){p->index, q->index, 0}
                               : (passed_thing){q->index, p->index, 0};
}
