// The contacts of an island in a stretch: pairs of balls, and balls at walls, that press or may
// press on each other. All other meetings are impacts (events.c).
//
// Contacts are sorted by the caller's indices, so that the order in which the solver takes them
// depends neither on places nor on threads. Room: crowd.
#include <math.h>
#include <string.h>

#include "carom/circles.h"
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "crowd/meeting.h"
#include "numbers.h"

// ---- pairs ----

// Sorts numbers that are all different: short runs by insertion, then by merging. The result is in
// either half of the memory.
static uint64_t *sort_pairs(uint64_t *keys, uint64_t *scratch, size_t count) {
    enum { SHORT_RUN = 8 };
    for (size_t i = 1; i < count; i++) {
        const uint64_t key = keys[i];
        size_t k = i;
        for (; k % SHORT_RUN > 0 && keys[k - 1] > key; k--)
            keys[k] = keys[k - 1];
        keys[k] = key;
    }
    for (size_t run = SHORT_RUN; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            const size_t middle = begin + run < count ? begin + run : count;
            const size_t end = middle + run < count ? middle + run : count;
            size_t i = begin, k = middle, to = begin;
            while (i < middle && k < end) {
                const bool is_first = keys[i] < keys[k];
                scratch[to++] = keys[is_first ? i : k];
                i += is_first;
                k += !is_first;
            }
            memcpy(scratch + to, keys + i, (middle - i) * sizeof *keys);
            memcpy(scratch + to + (middle - i), keys + k, (end - k) * sizeof *keys);
        }
        uint64_t *const swap = keys;
        keys = scratch;
        scratch = swap;
    }
    return keys;
}

void carom_crowd_find_pairs(island_run *run) {
    crowd_work *w = run->work;
    if (!run->have_boxes_grown)
        return;
    run->have_boxes_grown = false;
    w->pair_count = 0;
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
        if (!has_room(&w->pairs, 2 * (w->pair_count + 1))) {
            run->needs_memory = true;
            return;
        }
        const uint64_t low = p->index < q->index ? p->index : q->index;
        const uint64_t high = p->index < q->index ? q->index : p->index;
        ((uint64_t *)w->pairs.items)[w->pair_count++] = low << 32 | high;
    }
    if (w->pair_count < 2)
        return;
    uint64_t *keys = w->pairs.items;
    const uint64_t *sorted = sort_pairs(keys, keys + w->pair_count, w->pair_count);
    if (sorted != keys)
        memcpy(keys, sorted, w->pair_count * sizeof *keys);
}

// ---- contacts of two balls ----

// The acceleration that presses a meeting of two balls together, with the normal to the first: none
// if both fall alike.
static double press_between(const crowd_ball *p, const crowd_ball *q, carom_vec2 n) {
    if (!p->is_supported && !q->is_supported)
        return larger(carom_vec2_dot(carom_vec2_sub(q->gravity, p->gravity), n), 0.0);
    return larger(carom_crowd_press(p, n), carom_crowd_press(q, carom_vec2_scale(n, -1.0)));
}

bool carom_crowd_has_passed(const island_run *run, uint32_t p, uint32_t q) {
    const crowd_ball *balls = balls_of(run->c);
    return balls[p].passes_ball && balls[q].passes_ball &&
           carom_crowd_is_passed((const passed_thing *)run->work->passed.items,
                                 run->work->passed_count, p, q);
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
    if (s->respond_balls == NULL)
        return carom_bounce(s->restitution, s->friction);
    const carom_ball_impact impact = carom_crowd_impact_of(p, q, m);
    carom_response r = s->respond_balls(s->move.context, &impact);
    if (!carom_response_is_valid(r) || r.kind == CAROM_RESPONSE_KIND_STOP)
        r = carom_bounce(0.0, 0x1p500);
    if (r.kind == CAROM_RESPONSE_KIND_SLIDE)
        r.restitution = 0.0;
    return r;
}

// The response of two balls that press, or may, where they are at the start of the stretch.
static carom_response ask_now(const island_run *run, const crowd_ball *p, const crowd_ball *q,
                              carom_vec2 n) {
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

bool carom_crowd_add_pair(island_run *run, crowd_ball *p, crowd_ball *q, bool is_late) {
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
            return false;
        if (gap > near) {
            const carom_vec2 then = carom_vec2_add(d, carom_vec2_scale(pace, t));
            n = carom_vec2_scale(then, 1.0 / sqrt(carom_vec2_dot(then, then)));
            gap = carom_vec2_dot(d, n) - reach;
        }
    }
    if (!is_finite(n) || carom_crowd_has_passed(run, slot_of(run, p), slot_of(run, q)))
        return false;
    // Whether it is passed is asked when it is met.
    const carom_response response = ask_now(run, p, q, n);
    if (response.kind == CAROM_RESPONSE_KIND_PASS)
        return false;
    const double approach = -carom_vec2_dot(pace, n);
    const carom_vec2 v = carom_vec2_sub(carom_crowd_velocity_after(p, gap / approach, run->time),
                                        carom_crowd_velocity_after(q, gap / approach, run->time));
    // Where velocities lead apart and legs do not, those on the legs count.
    const double impact = -carom_vec2_dot(v, n);
    const crowd_meeting m = {.approach = approach,
                             .impact = impact > 0.0 ? impact : approach,
                             .press = press_between(p, q, n),
                             .restitution = response.restitution,
                             .reach = reach,
                             .is_calm = p->calm_frames > 0 && q->calm_frames > 0,
                             .is_borne = p->is_supported || q->is_supported,
                             .has_contact = p->has_contact || q->has_contact};
    if (!carom_crowd_is_slow(run->c, &m))
        return false;
    crowd_contact *k = carom_crowd_new_contact(run);
    if (k == NULL)
        return false;
    k->ball = slot_of(run, p);
    k->other = slot_of(run, q);
    k->normal = n;
    k->gap = gap;
    k->reserve = reserve;
    k->friction = response.friction;
    p->has_contact = q->has_contact = true;
    carom_crowd_set_contact(run, k);
    // What was remembered has not been applied.
    if (is_late)
        k->push = k->push_across = 0.0;
    // Exactly in touch and moving in, or pressing before: apart by as much as rounding needs.
    const double scale = larger(scale_of_box(p->box), scale_of_box(q->box));
    if (gap <= LEAST_GAP * scale && (approach > 0.0 || k->has_pressed))
        k->least = larger(k->least, LEAST_WAY * scale / run->time);
    return true;
}

// ---- all of them ----

// The order of contacts: by the caller's indices, other balls before walls.
static uint64_t contact_key_of(const carom_crowd *c, const crowd_contact *k) {
    return k->other != NO_BALL ? carom_crowd_key(c, k)
                               : (uint64_t)balls_of(c)[k->ball].index << 32 | NO_BALL;
}

static bool contact_comes_first(const contact_key *p, const contact_key *q) {
    return p->key != q->key ? p->key < q->key : p->wall < q->wall;
}

void carom_crowd_sort_contacts(island_run *run) {
    crowd_work *w = run->work;
    const size_t count = w->contact_count;
    if (count < 2)
        return;
    // The rows are laid out later.
    if (!has_new_room(&w->rows, 2 * count * sizeof(contact_key) / sizeof(solver_row) + 1)) {
        run->needs_memory = true;
        return;
    }
    contact_key *keys = w->rows.items, *merged = keys + count;
    crowd_contact *contacts = w->contacts.items;
    bool is_sorted = true;
    for (size_t i = 0; i < count; i++) {
        keys[i] =
            (contact_key){contact_key_of(run->c, &contacts[i]), contacts[i].wall, (uint32_t)i};
        is_sorted &= i == 0 || contact_comes_first(&keys[i - 1], &keys[i]);
    }
    if (is_sorted)
        return;
    for (size_t length = 1; length < count; length *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * length) {
            const size_t middle = begin + length < count ? begin + length : count;
            const size_t end = middle + length < count ? middle + length : count;
            size_t i = begin, k = middle;
            for (size_t to = begin; to < end; to++)
                merged[to] = k == end || (i < middle && !contact_comes_first(&keys[k], &keys[i]))
                                 ? keys[i++]
                                 : keys[k++];
        }
        contact_key *const swap = keys;
        keys = merged;
        merged = swap;
    }
    // Each contact moves to its place: along the rings of the permutation.
    for (size_t i = 0; i < count; i++) {
        if (keys[i].contact == i)
            continue;
        const crowd_contact first = contacts[i];
        size_t to = i;
        while (keys[to].contact != i) {
            const size_t from = keys[to].contact;
            contacts[to] = contacts[from];
            keys[to].contact = (uint32_t)to;
            to = from;
        }
        contacts[to] = first;
        keys[to].contact = (uint32_t)to;
    }
}

static bool is_contact(const island_run *run, uint32_t ball, uint32_t other, uint64_t wall) {
    const crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contact_count; i++)
        if (contacts[i].ball == ball && contacts[i].other == other &&
            (other != NO_BALL || wall_code(contacts[i].wall) == wall))
            return true;
    return false;
}

// What met in a storm presses, along the normal with which it met.
static void add_met(island_run *run, const touch_memory *t) {
    const uint32_t *slots = (const uint32_t *)run->c->slots.items;
    const uint32_t ball = slots[t->ball], other = t->other != NO_BALL ? slots[t->other] : NO_BALL;
    // A wall is found by its place, as its surface is not remembered.
    if (other == NO_BALL || is_contact(run, ball, other, t->wall))
        return;
    crowd_ball *p = &balls_of(run->c)[ball], *q = &balls_of(run->c)[other];
    const carom_response response = ask_now(run, p, q, t->normal);
    if (response.kind == CAROM_RESPONSE_KIND_PASS)
        return;
    crowd_contact *k = carom_crowd_new_contact(run);
    if (k == NULL)
        return;
    const carom_vec2 d = carom_vec2_sub(p->stretch_place, q->stretch_place);
    k->ball = ball;
    k->other = other;
    k->normal = t->normal;
    k->gap = carom_vec2_dot(d, t->normal) - (p->circle.radius + q->circle.radius);
    k->reserve = RESERVE * smaller(p->circle.radius, q->circle.radius);
    k->friction = response.friction;
    p->has_contact = q->has_contact = true;
    carom_crowd_set_contact(run, k);
}

void carom_crowd_find_contacts(island_run *run) {
    crowd_work *w = run->work;
    const carom_crowd *c = run->c;
    w->contact_count = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        if (!b->is_held && !is_out_of_place(b))
            carom_crowd_add_walls(run, b, 0);
    }
    if (run->overlaps)
        return;
    const uint64_t *pairs = w->pairs.items;
    const uint32_t *slots = c->slots.items;
    for (size_t i = 0; i < w->pair_count; i++) {
        crowd_ball *p = &balls_of(c)[slots[pairs[i] >> 32]];
        crowd_ball *q = &balls_of(c)[slots[pairs[i] & UINT32_MAX]];
        carom_crowd_add_pair(run, p, q, false);
    }
    for (size_t i = 0; i < w->met_count; i++)
        add_met(run, &((const touch_memory *)w->met.items)[i]);
    carom_crowd_sort_contacts(run);
}
