// The contacts of an island in a stretch: pairs of balls, and balls at walls, that press or may
// press on each other. All other meetings are impacts (events.c).
//
// Contacts are sorted by the caller's indices, so that the order in which the solver takes them
// depends neither on places nor on threads. Room: crowd.
#include <math.h>

#include "carom/moving_wall.h"
#include "contracts.h"
#include "crowd/island_run.h"
#include "crowd/meeting.h"
#include "crowd/sort.h"
#include "numbers.h"

// ---- pairs ----

static bool pair_comes_first(const void *p, const void *q) {
    return *(const uint64_t *)p < *(const uint64_t *)q;
}

void carom_crowd_find_pairs(island_run *run) {
    crowd_work *w = run->work;
    if (!run->have_boxes_grown)
        return;
    run->have_boxes_grown = false;
    w->pairs.count = 0;
    carom_box *boxes = w->tree.boxes[0];
    for (uint32_t i = 0; i < run->count; i++)
        boxes[i] = member_of(run, i)->box;
    carom_tree_build(&w->tree);
    tree_pairs pairs;
    carom_tree_start_pairs(&pairs, &w->tree);
    while (carom_tree_next_pair(&pairs)) {
        const crowd_ball *p = member_of(run, pairs.found), *q = member_of(run, pairs.high);
        if (!can_collide(run->c, p, q))
            continue;
        // The other half is for sorting.
        if (!has_room(run, &w->pairs, 2 * (w->pairs.count + 1)))
            return;
        const uint64_t low = p->index < q->index ? p->index : q->index;
        const uint64_t high = p->index < q->index ? q->index : p->index;
        ((uint64_t *)w->pairs.items)[w->pairs.count++] = low << 32 | high;
    }
    uint64_t *keys = w->pairs.items;
    if (w->pairs.count > 1)
        carom_crowd_sort(keys, keys + w->pairs.count, w->pairs.count, sizeof *keys,
                         pair_comes_first);
}

// ---- contacts of two balls ----

// The acceleration that presses a meeting of two balls together, with the normal to the first: none
// if both fall alike.
static double press_between(const crowd_ball *p, const crowd_ball *q, carom_vec2 n) {
    if (!p->is_supported && !q->is_supported)
        return larger(carom_vec2_dot(carom_vec2_sub(q->gravity, p->gravity), n), 0.0);
    return larger(carom_crowd_press(p, n), carom_crowd_press(q, carom_vec2_scale(n, -1.0)));
}

// ---- what the caller says of two balls ----

carom_ball_impact carom_crowd_impact_of(const crowd_ball *p, const crowd_ball *q,
                                        const ball_meeting *m) {
    const bool is_swapped = q->index < p->index;
    return (carom_ball_impact){.time = m->time,
                               .first = is_swapped ? q->index : p->index,
                               .second = is_swapped ? p->index : q->index,
                               .first_center = is_swapped ? m->other_place : m->place,
                               .second_center = is_swapped ? m->place : m->other_place,
                               .normal = carom_vec2_scale(m->normal, is_swapped ? -1.0 : 1.0),
                               .first_before = is_swapped ? m->other_before : m->before,
                               .second_before = is_swapped ? m->before : m->other_before,
                               .first_after = is_swapped ? m->other_after : m->after,
                               .second_after = is_swapped ? m->after : m->other_after};
}

carom_response carom_crowd_ask_balls(const carom_crowd *c, const crowd_ball *p, const crowd_ball *q,
                                     const ball_meeting *m) {
    const carom_crowd_settings *s = c->settings;
    carom_response response = carom_bounce(s->restitution, s->friction);
    if (s->respond_balls == NULL)
        return response;
    const carom_ball_impact impact = carom_crowd_impact_of(p, q, m);
    s->respond_balls(s->move.context, &impact, &response);
    return carom_crowd_as_bounce(carom_response_is_valid(response) ? response : carom_stop());
}

carom_response carom_crowd_ask_balls_now(const island_run *run, const crowd_ball *p,
                                         const crowd_ball *q, carom_vec2 n) {
    const ball_meeting m = {.time = run->from * run->c->time,
                            .normal = n,
                            .place = p->stretch_place,
                            .other_place = q->stretch_place,
                            .before = p->stretch_velocity,
                            .other_before = q->stretch_velocity,
                            .after = p->stretch_velocity,
                            .other_after = q->stretch_velocity};
    return carom_crowd_ask_balls(run->c, p, q, &m);
}

static crowd_contact *add_contact_of(island_run *run, const crowd_ball *p, const crowd_ball *q,
                                     carom_vec2 n, double gap, double friction, bool is_late) {
    const crowd_contact contact = {.ball = slot_of(run, p),
                                   .other = slot_of(run, q),
                                   .normal = n,
                                   .gap = gap,
                                   .reserve = RESERVE * smaller(p->circle.radius, q->circle.radius),
                                   .friction = friction};
    return carom_crowd_add_contact(run, contact, is_late);
}

void carom_crowd_add_pair(island_run *run, ball_pair pair, bool is_late) {
    const crowd_ball *p = pair.first, *q = pair.second;
    const double reach = p->circle.radius + q->circle.radius;
    const double reserve = RESERVE * smaller(p->circle.radius, q->circle.radius);
    const carom_vec2 d = carom_vec2_sub(p->stretch_place, q->stretch_place);
    const carom_vec2 pace = carom_vec2_sub(p->pace, q->pace);
    const double length = sqrt(carom_vec2_dot(d, d));
    double gap = length - reach;
    carom_vec2 n = carom_vec2_scale(d, 1.0 / length);
    const double near = 2.0 * reserve + press_between(p, q, n) * run->time * run->time;
    // Farther ones count if they come into the reserve, with the normal that they have there.
    if (gap > near || (is_late && gap > reserve)) {
        const double t = carom_crowd_meeting_time(d, pace, reach + reserve);
        if (!(t <= run->time))
            return;
        if (gap > near) {
            const carom_vec2 then = carom_vec2_add(d, carom_vec2_scale(pace, t));
            n = carom_vec2_scale(then, 1.0 / sqrt(carom_vec2_dot(then, then)));
            gap = carom_vec2_dot(d, n) - reach;
        }
    }
    if (!is_finite(n) || carom_crowd_do_pass(&run->work->passed, p, q))
        return;
    // Whether it is passed is asked when it is met.
    const carom_response response = carom_crowd_ask_balls_now(run, p, q, n);
    if (response.kind == CAROM_RESPONSE_KIND_PASS)
        return;
    const crowd_approach m = {.first = p,
                              .second = q,
                              .normal = n,
                              .gap = gap,
                              .press = press_between(p, q, n),
                              .restitution = response.restitution,
                              .has_contact = p->has_contact || q->has_contact};
    if (!carom_crowd_is_slow(run, &m))
        return;
    crowd_contact *k = add_contact_of(run, p, q, n, gap, response.friction, is_late);
    if (k == NULL)
        return;
    // Exactly in touch and moving in, or pressing before: apart by as much as rounding needs.
    const double scale = larger(scale_of_box(p->box), scale_of_box(q->box));
    if (gap <= LEAST_GAP * scale && (carom_vec2_dot(pace, n) < 0.0 || k->has_pressed))
        k->least = larger(k->least, LEAST_WAY * scale / run->time);
}

// ---- all of them ----

static bool contact_comes_first(const void *first, const void *second) {
    const crowd_contact *p = (const crowd_contact *)first, *q = (const crowd_contact *)second;
    return p->key != q->key ? p->key < q->key : p->wall < q->wall;
}

void carom_crowd_sort_contacts(island_run *run) {
    crowd_work *w = run->work;
    const size_t count = w->contacts.count;
    crowd_contact *contacts = w->contacts.items;
    size_t sorted = 1;
    while (sorted < count && contact_comes_first(&contacts[sorted - 1], &contacts[sorted]))
        sorted++;
    if (sorted >= count)
        return;
    // The rows are laid out later.
    if (has_room(run, &w->rows, count * sizeof *contacts / sizeof(solver_row) + 1))
        carom_crowd_sort(contacts, w->rows.items, count, sizeof *contacts, contact_comes_first);
}

bool carom_crowd_is_contact_pair(const island_run *run, size_t pair, size_t *known, size_t count) {
    const uint64_t key = ((const uint64_t *)run->work->pairs.items)[pair];
    const crowd_contact *contacts = run->work->contacts.items;
    while (*known < count && contacts[*known].key < key)
        (*known)++;
    return *known < count && contacts[*known].key == key;
}

static bool is_contact(const island_run *run, ball_pair pair) {
    const crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        const ball_pair b = balls_in_contact(run, &contacts[i]);
        if (b.first == pair.first && b.second == pair.second)
            return true;
    }
    return false;
}

// What met in a storm presses, along the normal with which it met.
static void add_met(island_run *run, const touch_memory *t) {
    const ball_pair pair = balls_in_touch(run, t);
    const crowd_ball *p = pair.first, *q = pair.second;
    // A wall is found by its place, as its surface is not remembered.
    if (q == NULL || is_contact(run, pair))
        return;
    const carom_response response = carom_crowd_ask_balls_now(run, p, q, t->normal);
    if (response.kind == CAROM_RESPONSE_KIND_PASS)
        return;
    const carom_vec2 d = carom_vec2_sub(p->stretch_place, q->stretch_place);
    const double gap = carom_vec2_dot(d, t->normal) - (p->circle.radius + q->circle.radius);
    add_contact_of(run, p, q, t->normal, gap, response.friction, false);
}

void carom_crowd_find_contacts(island_run *run) {
    crowd_work *w = run->work;
    w->contacts.count = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        // Also for a ball that is held: it is asked again about the sensors that it is in, or the
        // gate would take them for walls.
        if (!is_out_of_place(b))
            carom_crowd_add_walls(run, b, 0);
    }
    if (run->overlaps)
        return;
    for (size_t i = 0; i < w->pairs.count; i++)
        carom_crowd_add_pair(run, pair_at(run, i), false);
    for (size_t i = 0; i < w->met.count; i++)
        add_met(run, &((const touch_memory *)w->met.items)[i]);
    carom_crowd_sort_contacts(run);
}
