// Settles the legs of balls that press, so that no contact is violated at all.
//
// Method: one ball after the other takes the way nearest to that of the solver in its half planes,
// one for each contact: n.d >= -(gap), less what the other has already moved. A half plane holds
// both apart for the whole stretch. To stand still is in all half planes, so there is always such a
// way, unless a moving wall or a ball of infinite mass comes. Whoever moves away goes before those
// that follow. Room: crowd.
#include <math.h>

#include "contracts.h"
#include "crowd/crowd_state.h"
#include "numbers.h"

enum { HALF_PLANES_MAX = 64 };

// All points x with normal.x >= bound.
typedef struct half_plane {
    carom_vec2 normal;
    double bound;
} half_plane;

// ---- the nearest point ----

static bool is_in_all(const half_plane *h, int count, carom_vec2 x, double error) {
    int i = 0;
    while (i < count && carom_vec2_dot(h[i].normal, x) >= h[i].bound - error)
        i++;
    return i == count;
}

static void take_if_nearer(const half_plane *h, int count, carom_vec2 x, carom_vec2 wanted,
                           double error, carom_vec2 *best, double *best_way) {
    const carom_vec2 off = carom_vec2_sub(x, wanted);
    const double way = carom_vec2_dot(off, off);
    if (way < *best_way && is_in_all(h, count, x, error)) {
        *best_way = way;
        *best = x;
    }
}

// The nearest point of all half planes to `wanted`: that point, a foot on a border, or a corner of
// two. False if there is none.
static bool nearest_in_all(const half_plane *h, int count, carom_vec2 wanted, double error,
                           carom_vec2 *best) {
    *best = wanted;
    if (is_in_all(h, count, wanted, 0.0))
        return true;
    double way = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const double lack = h[i].bound - carom_vec2_dot(h[i].normal, wanted);
        if (lack > 0.0)
            take_if_nearer(h, count, carom_vec2_add(wanted, carom_vec2_scale(h[i].normal, lack)),
                           wanted, error, best, &way);
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++) {
            const double cross = carom_vec2_cross(h[i].normal, h[k].normal);
            const carom_vec2 corner = {
                (h[i].bound * h[k].normal.y - h[k].bound * h[i].normal.y) / cross,
                (h[k].bound * h[i].normal.x - h[i].bound * h[k].normal.x) / cross};
            take_if_nearer(h, count, corner, wanted, error, best, &way);
        }
    return way < HUGE_VAL;
}

// ---- the order ----

// The contacts of each member: contacts[items[k]] for k from firsts[member] on.
typedef struct contact_lists {
    uint32_t *firsts, *items, *waits, *ready;
    // For those that give way: the member that a moving wall pushes first.
    uint32_t *roots;
} contact_lists;

// Bits of `waits`: the count of balls that this one waits for, and whether it is settled.
#define SETTLED UINT32_MAX

static bool make_lists(island_run *run, contact_lists *lists) {
    crowd_work *w = run->work;
    const uint32_t m = run->count;
    const size_t items = 2 * w->contact_count;
    if (!has_new_room(&w->order, 4 * (size_t)m + 1 + items)) {
        run->needs_memory = true;
        return false;
    }
    uint32_t *memory = w->order.items;
    lists->firsts = memory;
    lists->waits = memory + m + 1;
    lists->ready = lists->waits + m;
    lists->roots = lists->ready + m;
    lists->items = lists->roots + m;
    const crowd_contact *contacts = w->contacts.items;
    const crowd_ball *balls = balls_of(run->c);
    for (uint32_t i = 0; i <= m; i++)
        lists->firsts[i] = 0;
    for (size_t i = 0; i < w->contact_count; i++) {
        lists->firsts[balls[contacts[i].ball].member]++;
        if (contacts[i].other != NO_BALL)
            lists->firsts[balls[contacts[i].other].member]++;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= m; i++)
        lists->firsts[i] = sum += lists->firsts[i];
    for (size_t i = w->contact_count; i-- > 0;) {
        if (contacts[i].other != NO_BALL)
            lists->items[--lists->firsts[balls[contacts[i].other].member]] = (uint32_t)i;
        lists->items[--lists->firsts[balls[contacts[i].ball].member]] = (uint32_t)i;
    }
    return true;
}

// The ball of a contact that goes after the other, or NULL: both move the same way, and it follows.
static const crowd_ball *follower_of(const island_run *run, const crowd_contact *k) {
    if (k->other == NO_BALL)
        return NULL;
    const crowd_ball *p = &balls_of(run->c)[k->ball], *q = &balls_of(run->c)[k->other];
    const double p_way = carom_vec2_dot(p->pace, k->normal);
    const double q_way = carom_vec2_dot(q->pace, k->normal);
    return p_way < 0.0 && q_way < 0.0 ? p : p_way > 0.0 && q_way > 0.0 ? q : NULL;
}

// ---- the ways ----

// The half plane of a contact for one of its balls, whose way is d. A ball that is not settled yet
// counts as standing: it will do with what is left.
static half_plane half_plane_of(const island_run *run, const contact_lists *lists,
                                const crowd_contact *k, const crowd_ball *b) {
    const crowd_ball *p = &balls_of(run->c)[k->ball];
    const bool is_first = b == p;
    const carom_vec2 n = is_first ? k->normal : carom_vec2_scale(k->normal, -1.0);
    const double scale = scale_of_box(b->box);
    half_plane h = {n, -(k->gap - LEAST_GAP * scale)};
    if (h.bound > 0.0)
        h.bound = 0.0;
    if (k->other == NO_BALL) {
        h.bound += carom_vec2_dot(k->surface, n) * run->time;
        return h;
    }
    const crowd_ball *other = is_first ? &balls_of(run->c)[k->other] : p;
    if (lists->waits[other->member] == SETTLED)
        h.bound += carom_vec2_dot(carom_vec2_sub(other->to, other->stretch_place), n);
    return h;
}

static void settle_ball(island_run *run, const contact_lists *lists, crowd_ball *b) {
    const crowd_contact *contacts = run->work->contacts.items;
    half_plane planes[HALF_PLANES_MAX];
    planes[0] = (half_plane){{0.0, 0.0}, 0.0}; // for analyzers: there is at least one
    const uint32_t begin = lists->firsts[b->member], end = lists->firsts[b->member + 1];
    carom_vec2 way = carom_vec2_scale(b->pace, run->time);
    const carom_vec2 wanted = way;
    bool is_possible = end - begin <= HALF_PLANES_MAX;
    if (is_possible) {
        for (uint32_t i = begin; i < end; i++)
            planes[i - begin] = half_plane_of(run, lists, &contacts[lists->items[i]], b);
        const double error = 0x1p-2 * LEAST_GAP * scale_of_box(b->box);
        is_possible = nearest_in_all(planes, (int)(end - begin), wanted, error, &way);
    }
    if (!is_possible)
        way = carom_vec2_make(0.0, 0.0);
    const carom_vec2 to = carom_vec2_add(b->stretch_place, way);
    b->to = is_finite(to) ? to : b->stretch_place;
    b->pace = carom_vec2_scale(way, 1.0 / run->time);
}

static void take_off_waiting(const island_run *run, contact_lists *lists, const crowd_ball *b,
                             uint32_t *ready_count) {
    const crowd_contact *contacts = run->work->contacts.items;
    for (uint32_t i = lists->firsts[b->member]; i < lists->firsts[b->member + 1]; i++) {
        const crowd_contact *k = &contacts[lists->items[i]];
        if (k->follower == NO_BALL)
            continue;
        const crowd_ball *follower = &balls_of(run->c)[k->follower];
        if (follower == b || lists->waits[follower->member] == SETTLED)
            continue;
        if (--lists->waits[follower->member] == 0)
            lists->ready[(*ready_count)++] = follower->member;
    }
}

// One of the two balls has infinite mass.
static bool is_firm(const island_run *run, const crowd_contact *k, const contact_lists *lists) {
    const crowd_ball *balls = balls_of(run->c);
    return lists->waits[balls[k->ball].member] == SETTLED ||
           lists->waits[balls[k->other].member] == SETTLED;
}

// ---- giving way to moving walls ----

enum { SHARES_TRIED = 20 };

// A try to give way to the moving walls for a share of the stretch.
typedef struct way_search {
    island_run *run;
    contact_lists *lists;
    double share;
    uint32_t count, pressed;
} way_search;

static carom_vec2 way_of(const crowd_ball *b) {
    return carom_vec2_sub(b->to, b->stretch_place);
}

// The least way along the normal of the first ball, which keeps the gap: less what the other moves.
static double bound_of(const way_search *s, const crowd_contact *k, const crowd_ball *other) {
    const carom_vec2 way =
        other != NULL ? way_of(other) : carom_vec2_scale(k->surface, s->share * s->run->time);
    return carom_vec2_dot(way, k->normal) - k->gap;
}

// The other ball of a contact, or NULL for a wall.
static crowd_ball *partner_in(const way_search *s, const crowd_contact *k, const crowd_ball *b) {
    crowd_ball *balls = balls_of(s->run->c);
    if (k->other == NO_BALL)
        return NULL;
    return &balls[k->ball] == b ? &balls[k->other] : &balls[k->ball];
}

// A ball gives way once, after the one that pushes it.
static void push_on(way_search *s, const crowd_ball *b, uint32_t root) {
    contact_lists *lists = s->lists;
    if (lists->waits[b->member] != 0)
        return;
    lists->waits[b->member] = 1;
    lists->roots[b->member] = root;
    lists->ready[s->count++] = b->member;
}

static bool is_violated(const way_search *s, const crowd_contact *k) {
    const crowd_ball *balls = balls_of(s->run->c);
    const crowd_ball *p = &balls[k->ball], *q = k->other != NO_BALL ? &balls[k->other] : NULL;
    const double least = bound_of(s, k, q) + LEAST_GAP * scale_of_box(p->box);
    return carom_vec2_dot(way_of(p), k->normal) < least;
}

// Goes out of the way of walls and of those that have gone before, and keeps `margin`.
static bool give_way(const way_search *s, crowd_ball *b, double margin) {
    const contact_lists *lists = s->lists;
    const crowd_contact *contacts = s->run->work->contacts.items;
    half_plane planes[HALF_PLANES_MAX];
    int count = 0;
    for (uint32_t i = lists->firsts[b->member]; i < lists->firsts[b->member + 1]; i++) {
        const crowd_contact *k = &contacts[lists->items[i]];
        const crowd_ball *other = partner_in(s, k, b);
        if (other != NULL && lists->waits[other->member] != SETTLED)
            continue;
        if (count == HALF_PLANES_MAX)
            return false;
        const bool is_first = &balls_of(s->run->c)[k->ball] == b;
        half_plane h = {is_first ? k->normal : carom_vec2_scale(k->normal, -1.0), 0.0};
        const carom_vec2 way =
            other != NULL ? way_of(other) : carom_vec2_scale(k->surface, s->share * s->run->time);
        h.bound = carom_vec2_dot(way, h.normal) - k->gap + margin;
        planes[count++] = h;
    }
    const carom_vec2 wanted = way_of(b);
    carom_vec2 way;
    if (!nearest_in_all(planes, count, wanted, 0x1p-2 * LEAST_GAP * scale_of_box(b->box), &way))
        return false;
    const carom_vec2 to = carom_vec2_add(b->stretch_place, way);
    if (!is_finite(to))
        return false;
    b->to = to;
    return true;
}

// Pushes on from the moving walls: each ball gives way to those before it. False if one cannot;
// `pressed` is the member that a wall pushes there. Those that are pressed out stand.
static bool make_way(way_search *s) {
    island_run *run = s->run;
    contact_lists *lists = s->lists;
    const crowd_contact *contacts = run->work->contacts.items;
    s->count = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        lists->waits[i] = inverse_mass_of(b) == 0.0 || b->is_pressed_out ? SETTLED : 0;
        const carom_vec2 way = carom_vec2_scale(b->pace, s->share * run->time);
        const carom_vec2 to = carom_vec2_add(b->stretch_place, way);
        b->to = !b->is_pressed_out && is_finite(to) ? to : b->stretch_place;
    }
    for (size_t i = 0; i < run->work->contact_count; i++) {
        const crowd_contact *k = &contacts[i];
        // One that stands in this frame does not push.
        const bool pushes = k->surface.x != 0.0 || k->surface.y != 0.0;
        const crowd_ball *b = &balls_of(run->c)[k->ball];
        if (k->other == NO_BALL && pushes && !b->is_pressed_out && is_violated(s, k))
            push_on(s, b, b->member);
    }
    for (uint32_t done = 0; done < s->count; done++) {
        crowd_ball *b = member_of(run, lists->ready[done]);
        const uint32_t root = lists->roots[b->member];
        lists->waits[b->member] = SETTLED;
        if (!give_way(s, b, LEAST_WAY * scale_of_box(b->box)) && !give_way(s, b, 0.0)) {
            s->pressed = root;
            return false;
        }
        for (uint32_t i = lists->firsts[b->member]; i < lists->firsts[b->member + 1]; i++) {
            const crowd_contact *k = &contacts[lists->items[i]];
            const crowd_ball *other = partner_in(s, k, b);
            if (other != NULL && is_violated(s, k))
                push_on(s, other, root);
        }
    }
    return true;
}

// Finds the largest share of the stretch for which there is a way, and who has none then.
static double largest_share(way_search *s) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < SHARES_TRIED; i++) {
        s->share = 0.5 * (low + high);
        if (make_way(s))
            low = s->share;
        else
            high = s->share;
    }
    s->share = high;
    make_way(s);
    return low;
}

// Moving walls push whoever is still in their way. If there is no way for the whole stretch,
// run->share is the part of it for which there is one, and the first ball that has none is pressed
// out; in a hurry all those are that have none for the whole stretch.
static void give_way_to_walls(island_run *run, contact_lists *lists) {
    way_search s = {run, lists, 1.0, 0, 0};
    run->share = 1.0;
    while (!make_way(&s)) {
        run->share = run->is_hurried ? 0.0 : largest_share(&s);
        member_of(run, s.pressed)->is_pressed_out = true;
        if (!run->is_hurried)
            return;
    }
    for (uint32_t i = 0; i < s.count; i++) {
        crowd_ball *b = member_of(run, lists->ready[i]);
        b->pace = carom_vec2_scale(way_of(b), 1.0 / run->time);
    }
}

void carom_crowd_settle(island_run *run) {
    crowd_work *w = run->work;
    contact_lists lists;
    if (w->contact_count == 0 || !make_lists(run, &lists))
        return;
    crowd_contact *contacts = w->contacts.items;
    for (uint32_t i = 0; i < run->count; i++)
        lists.waits[i] = inverse_mass_of(member_of(run, i)) == 0.0 ? SETTLED : 0;
    for (size_t i = 0; i < w->contact_count; i++) {
        const crowd_ball *follower = follower_of(run, &contacts[i]);
        contacts[i].follower = NO_BALL;
        // Nobody waits for a ball of infinite mass, and it waits for nobody.
        if (follower == NULL || is_firm(run, &contacts[i], &lists))
            continue;
        contacts[i].follower = slot_of(run, follower);
        lists.waits[follower->member]++;
    }
    uint32_t ready = 0, next = 0;
    for (uint32_t i = 0; i < run->count; i++)
        if (lists.waits[i] == 0)
            lists.ready[ready++] = i;
    for (uint32_t done = 0;; done++) {
        if (done == ready) {
            // A ring: the lowest one goes first.
            while (next < run->count && lists.waits[next] == SETTLED)
                next++;
            if (next == run->count)
                break;
            lists.ready[ready++] = next;
        }
        crowd_ball *b = member_of(run, lists.ready[done]);
        lists.waits[b->member] = SETTLED;
        if (lists.firsts[b->member] < lists.firsts[b->member + 1])
            settle_ball(run, &lists, b);
        take_off_waiting(run, &lists, b, &ready);
    }
    if (run->c->has_moving)
        give_way_to_walls(run, &lists);
}
