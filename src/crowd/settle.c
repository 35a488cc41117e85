// Settles the legs of balls that press, so that no contact is violated at all.
//
// Method: one ball after the other gets its displacement d: of all d in its half planes the one
// nearest to the solver's. Each contact has a half plane: n.d >= -gap, or n.d >= -gap + n.d' if the
// other ball is settled already, with the displacement d'. A half plane holds both apart for the
// whole stretch. To stand still is in all half planes, so there is always such a way, unless a
// moving wall or a ball of infinite mass comes. Of two balls that move the same way the front one
// is settled first. Room: crowd.
#include <math.h>

#include "contracts.h"
#include "crowd/island_run.h"
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

// Of `waits`: the ball is settled. Else it waits for so many balls.
#define SETTLED UINT32_MAX

typedef struct settling {
    island_run *run;
    const crowd_contact *contacts;
    // The contacts of each member: contacts[items[k]] for k from firsts[member] on.
    uint32_t *firsts, *items, *waits;
    // The members that are settled or can be.
    uint32_t *ready, ready_count;
    // Among moving walls: the fraction of the stretch for which balls give way, the member that a
    // wall pushes first, for each that gives way, and such a member that has no way.
    double fraction;
    uint32_t *roots, pressed;
} settling;

// A contact as one of its balls has it: what is on the other side, NULL for a wall, and the normal
// to the ball.
typedef struct contact_side {
    const crowd_ball *other;
    carom_vec2 normal;
} contact_side;

static contact_side side_of(const settling *s, const crowd_contact *k, const crowd_ball *b) {
    const ball_pair pair = balls_in_contact(s->run, k);
    if (pair.first == b)
        return (contact_side){pair.second, k->normal};
    return (contact_side){pair.first, carom_vec2_scale(k->normal, -1.0)};
}

static bool is_settled(const settling *s, const crowd_ball *b) {
    return s->waits[b->member] == SETTLED;
}

static bool start_settling(island_run *run, settling *s) {
    crowd_work *w = run->work;
    const uint32_t m = run->count;
    if (!has_room(run, &w->order, 4 * (size_t)m + 1 + 2 * w->contacts.count))
        return false;
    uint32_t *memory = w->order.items;
    *s = (settling){.run = run, .contacts = (const crowd_contact *)w->contacts.items};
    s->firsts = memory;
    s->waits = memory + m + 1;
    s->ready = s->waits + m;
    s->roots = s->ready + m;
    s->items = s->roots + m;
    for (uint32_t i = 0; i <= m; i++)
        s->firsts[i] = 0;
    for (size_t i = 0; i < w->contacts.count; i++) {
        const ball_pair b = balls_in_contact(run, &s->contacts[i]);
        s->firsts[b.first->member]++;
        if (b.second != NULL)
            s->firsts[b.second->member]++;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= m; i++)
        s->firsts[i] = sum += s->firsts[i];
    for (size_t i = w->contacts.count; i-- > 0;) {
        const ball_pair b = balls_in_contact(run, &s->contacts[i]);
        if (b.second != NULL)
            s->items[--s->firsts[b.second->member]] = (uint32_t)i;
        s->items[--s->firsts[b.first->member]] = (uint32_t)i;
    }
    return true;
}

// The member of a contact that goes after the other, or NO_BALL: both move the same way, and it
// follows. Nobody waits for a ball of infinite mass, and it waits for nobody.
static uint32_t follower_of(const settling *s, const crowd_contact *k) {
    const ball_pair b = balls_in_contact(s->run, k);
    if (b.second == NULL || is_settled(s, b.first) || is_settled(s, b.second))
        return NO_BALL;
    const double way = carom_vec2_dot(b.first->pace, k->normal);
    const double other_way = carom_vec2_dot(b.second->pace, k->normal);
    if (way < 0.0 && other_way < 0.0)
        return b.first->member;
    return way > 0.0 && other_way > 0.0 ? b.second->member : NO_BALL;
}

// ---- the ways ----

static carom_vec2 way_of(const crowd_ball *b) {
    return carom_vec2_sub(b->to, b->stretch_place);
}

// The half plane of a contact for one of its balls, whose way is d. A ball that is not settled yet
// counts as standing: it will do with what is left.
static half_plane half_plane_of(const settling *s, const crowd_contact *k, const crowd_ball *b) {
    const contact_side side = side_of(s, k, b);
    half_plane h = {side.normal, -(k->gap - LEAST_GAP * scale_of_box(b->box))};
    if (h.bound > 0.0)
        h.bound = 0.0;
    if (side.other == NULL)
        h.bound += carom_vec2_dot(k->surface, h.normal) * s->run->time;
    else if (is_settled(s, side.other))
        h.bound += carom_vec2_dot(way_of(side.other), h.normal);
    return h;
}

// Places are rounded: a way may be this far out of a half plane.
static double way_error(const crowd_ball *b) {
    return 0x1p-2 * LEAST_GAP * scale_of_box(b->box);
}

static void settle_ball(const settling *s, crowd_ball *b) {
    half_plane planes[HALF_PLANES_MAX];
    planes[0] = (half_plane){{0.0, 0.0}, 0.0}; // for analyzers: there is at least one
    const uint32_t begin = s->firsts[b->member], end = s->firsts[b->member + 1];
    const carom_vec2 wanted = carom_vec2_scale(b->pace, s->run->time);
    carom_vec2 way = wanted;
    bool is_possible = end - begin <= HALF_PLANES_MAX;
    if (is_possible) {
        for (uint32_t i = begin; i < end; i++)
            planes[i - begin] = half_plane_of(s, &s->contacts[s->items[i]], b);
        is_possible = nearest_in_all(planes, (int)(end - begin), wanted, way_error(b), &way);
    }
    if (!is_possible)
        way = carom_vec2_make(0.0, 0.0);
    const carom_vec2 to = carom_vec2_add(b->stretch_place, way);
    b->to = is_finite(to) ? to : b->stretch_place;
    b->pace = carom_vec2_scale(way, 1.0 / s->run->time);
}

static void take_off_waiting(settling *s, const crowd_ball *b) {
    for (uint32_t i = s->firsts[b->member]; i < s->firsts[b->member + 1]; i++) {
        const uint32_t follower = s->contacts[s->items[i]].follower;
        if (follower == NO_BALL || follower == b->member || s->waits[follower] == SETTLED)
            continue;
        if (--s->waits[follower] == 0)
            s->ready[s->ready_count++] = follower;
    }
}

// ---- giving way to moving walls ----

enum { FRACTIONS_TRIED = 20 };

// The way of what is on the other side of a contact.
static carom_vec2 way_beside(const settling *s, const crowd_contact *k, const crowd_ball *other) {
    return other != NULL ? way_of(other) : carom_vec2_scale(k->surface, s->fraction * s->run->time);
}

// A ball gives way once, after the one that pushes it.
static void push_on(settling *s, const crowd_ball *b, uint32_t root) {
    if (s->waits[b->member] != 0)
        return;
    s->waits[b->member] = 1;
    s->roots[b->member] = root;
    s->ready[s->ready_count++] = b->member;
}

// The way of the first ball along the normal is less than keeps the gap.
static bool is_violated(const settling *s, const crowd_contact *k) {
    const ball_pair b = balls_in_contact(s->run, k);
    const double bound = carom_vec2_dot(way_beside(s, k, b.second), k->normal) - k->gap;
    return carom_vec2_dot(way_of(b.first), k->normal) <
           bound + LEAST_GAP * scale_of_box(b.first->box);
}

// Goes out of the way of walls and of those that have gone before, and keeps `margin`.
static bool give_way(const settling *s, crowd_ball *b, double margin) {
    half_plane planes[HALF_PLANES_MAX];
    int count = 0;
    for (uint32_t i = s->firsts[b->member]; i < s->firsts[b->member + 1]; i++) {
        const crowd_contact *k = &s->contacts[s->items[i]];
        const contact_side side = side_of(s, k, b);
        if (side.other != NULL && !is_settled(s, side.other))
            continue;
        if (count == HALF_PLANES_MAX)
            return false;
        const double along = carom_vec2_dot(way_beside(s, k, side.other), side.normal);
        planes[count++] = (half_plane){side.normal, along - k->gap + margin};
    }
    carom_vec2 way;
    if (!nearest_in_all(planes, count, way_of(b), way_error(b), &way))
        return false;
    const carom_vec2 to = carom_vec2_add(b->stretch_place, way);
    if (!is_finite(to))
        return false;
    b->to = to;
    return true;
}

// Pushes on from the moving walls: each ball gives way to those before it. False if one cannot;
// `pressed` is the member that a wall pushes there. Those that are pressed out stand.
static bool make_way(settling *s) {
    island_run *run = s->run;
    s->ready_count = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        s->waits[i] = inverse_mass_of(b) == 0.0 || b->is_pressed_out ? SETTLED : 0;
        const carom_vec2 way = carom_vec2_scale(b->pace, s->fraction * run->time);
        const carom_vec2 to = carom_vec2_add(b->stretch_place, way);
        b->to = !b->is_pressed_out && is_finite(to) ? to : b->stretch_place;
    }
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        const crowd_contact *k = &s->contacts[i];
        // One that stands in this frame does not push.
        const bool pushes = k->surface.x != 0.0 || k->surface.y != 0.0;
        const crowd_ball *b = balls_in_contact(run, k).first;
        if (k->other == NO_BALL && pushes && !b->is_pressed_out && is_violated(s, k))
            push_on(s, b, b->member);
    }
    for (uint32_t done = 0; done < s->ready_count; done++) {
        crowd_ball *b = member_of(run, s->ready[done]);
        const uint32_t root = s->roots[b->member];
        s->waits[b->member] = SETTLED;
        if (!give_way(s, b, LEAST_WAY * scale_of_box(b->box)) && !give_way(s, b, 0.0)) {
            s->pressed = root;
            return false;
        }
        for (uint32_t i = s->firsts[b->member]; i < s->firsts[b->member + 1]; i++) {
            const crowd_contact *k = &s->contacts[s->items[i]];
            const crowd_ball *other = side_of(s, k, b).other;
            if (other != NULL && is_violated(s, k))
                push_on(s, other, root);
        }
    }
    return true;
}

// Finds the largest fraction of the stretch for which there is a way, and who has none then.
static double largest_fraction(settling *s) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < FRACTIONS_TRIED; i++) {
        s->fraction = 0.5 * (low + high);
        if (make_way(s))
            low = s->fraction;
        else
            high = s->fraction;
    }
    s->fraction = high;
    make_way(s);
    return low;
}

// Moving walls push whoever is still in their way. If there is no way for the whole stretch,
// run->fraction is that for which there is one, and the first ball that has none is pressed
// out; in a hurry all those are that have none for the whole stretch.
static void give_way_to_walls(settling *s) {
    island_run *run = s->run;
    s->fraction = run->fraction = 1.0;
    while (!make_way(s)) {
        run->fraction = run->is_hurried ? 0.0 : largest_fraction(s);
        member_of(run, s->pressed)->is_pressed_out = true;
        if (!run->is_hurried)
            return;
    }
    for (uint32_t i = 0; i < s->ready_count; i++) {
        crowd_ball *b = member_of(run, s->ready[i]);
        b->pace = carom_vec2_scale(way_of(b), 1.0 / run->time);
    }
}

void carom_crowd_settle(island_run *run) {
    settling s;
    if (run->work->contacts.count == 0 || !start_settling(run, &s))
        return;
    crowd_contact *contacts = run->work->contacts.items;
    for (uint32_t i = 0; i < run->count; i++)
        s.waits[i] = inverse_mass_of(member_of(run, i)) == 0.0 ? SETTLED : 0;
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        contacts[i].follower = follower_of(&s, &contacts[i]);
        if (contacts[i].follower != NO_BALL)
            s.waits[contacts[i].follower]++;
    }
    for (uint32_t i = 0; i < run->count; i++)
        if (s.waits[i] == 0)
            s.ready[s.ready_count++] = i;
    uint32_t next = 0;
    for (uint32_t done = 0;; done++) {
        if (done == s.ready_count) {
            // A ring: the lowest one goes first.
            while (next < run->count && s.waits[next] == SETTLED)
                next++;
            if (next == run->count)
                break;
            s.ready[s.ready_count++] = next;
        }
        crowd_ball *b = member_of(run, s.ready[done]);
        s.waits[b->member] = SETTLED;
        if (s.firsts[b->member] < s.firsts[b->member + 1])
            settle_ball(&s, b);
        take_off_waiting(&s, b);
    }
    if (run->c->has_moving)
        give_way_to_walls(&s);
}
