// The gate: accepts the legs of an island if nothing overlaps at any time of them.
//
// Every pair of members whose boxes meet is tested over every span of time on which both legs are
// straight, by one of four rules (docs/crowd.md), and every leg against all walls. What rounding
// alone refuses is mended by ulps. Balls that are still refused are held. Only this file counts for
// the guarantee. Room: crowd.
#include <math.h>

#include "carom/moving_wall.h"
#include "contracts.h"
#include "crowd/island_run.h"
#include "numbers.h"

enum { MENDS = 20 };
// Legs that are farther apart by this part of the scale need no test.
#define FAR_MARGIN 0x1p-40

static finished_leg *legs_of(const island_run *run) {
    return (finished_leg *)run->work->legs.items;
}

// ---- two balls over a span of time ----

typedef struct span {
    const crowd_ball *first, *second;
    const crowd_leg *leg, *other;
    double from, until;
} span;

static bool overlap(const span *s, carom_vec2 at, carom_vec2 other_at) {
    return carom_circle_overlaps(
        carom_circle_make(at, s->first->circle.radius),
        carom_circle_as_post(carom_circle_make(other_at, s->second->circle.radius)));
}

static bool stands(const crowd_leg *leg) {
    return leg->from.x == leg->to.x && leg->from.y == leg->to.y;
}

// The vector from the nearest point of the segment from..to to the origin, reversed and of about
// unit length: the direction that separates best.
static carom_vec2 direction_of(carom_vec2 from, carom_vec2 to) {
    const carom_vec2 u = carom_vec2_sub(to, from);
    const double along = -carom_vec2_dot(from, u), length2 = carom_vec2_dot(u, u);
    carom_vec2 n = from;
    if (along >= length2)
        n = to;
    else if (along > 0.0)
        n = carom_vec2_add(from, carom_vec2_scale(u, along / length2));
    const double length = larger(fabs(n.x), fabs(n.y));
    n = carom_vec2_scale(n, 1.0 / length);
    return is_finite(n) ? n : carom_vec2_make(0.0, 0.0);
}

// Rules 1 and 2: exact, for whole legs.
static bool are_exactly_clear(const span *s) {
    const carom_circle circle = {s->leg->from, s->first->circle.radius};
    const carom_circle other = {s->other->from, s->second->circle.radius};
    if (s->leg->start == s->other->start && s->leg->end == s->other->end)
        return carom_circle_path_is_clear_of_moving(circle, s->leg->to, carom_circle_as_post(other),
                                                    s->other->to, s->other->to);
    if (stands(s->leg))
        return carom_circle_path_is_clear(other, s->other->to, carom_circle_as_post(circle));
    return stands(s->other) &&
           carom_circle_path_is_clear(circle, s->leg->to, carom_circle_as_post(other));
}

static bool is_span_clear(const span *s, double scale) {
    const carom_vec2 at = place_on_leg(s->leg, s->from), end = place_on_leg(s->leg, s->until);
    const carom_vec2 other_at = place_on_leg(s->other, s->from),
                     other_end = place_on_leg(s->other, s->until);
    const carom_vec2 from = carom_vec2_sub(at, other_at), to = carom_vec2_sub(end, other_end);
    const double reach = s->first->circle.radius + s->second->circle.radius;
    if (scale >= GATE_SCALE_MIN && scale <= GATE_SCALE_MAX) {
        // Rule 3.
        if (are_certainly_apart(from, to, direction_of(from, to), reach, scale))
            return true;
        // Rule 4: both have a corner at the start, or at the end.
        if (s->from == s->leg->start && s->from == s->other->start &&
            is_certainly_leaving(from, to, scale) && !overlap(s, at, other_at))
            return true;
        if (s->until == s->leg->end && s->until == s->other->end &&
            is_certainly_leaving(to, from, scale) && !overlap(s, end, other_end))
            return true;
    }
    return are_exactly_clear(s);
}

// The box of the centres on a leg.
static carom_box box_of_way(const crowd_leg *leg) {
    const carom_vec2 p = leg->from, q = leg->to;
    return (carom_box){{smaller(p.x, q.x), smaller(p.y, q.y)},
                       {larger(p.x, q.x), larger(p.y, q.y)}};
}

// True if points of the two boxes are farther from each other than this along an axis.
static bool are_farther(carom_box p, carom_box q, double most) {
    return (p.min.x - q.max.x > most) | (q.min.x - p.max.x > most) | (p.min.y - q.max.y > most) |
           (q.min.y - p.max.y > most);
}

// Finds the first span of two balls that is not clear. False if all are. Most legs are so far from
// each other that rule 3 holds in all spans that they share, whatever is rounded.
static bool find_refused(const island_run *run, const crowd_ball *p, const crowd_ball *q,
                         span *found) {
    const finished_leg *legs = legs_of(run);
    uint32_t i = p->first_leg, k = q->first_leg;
    const double scale = larger(larger(scale_of_box(p->box), scale_of_box(q->box)),
                                larger(p->circle.radius, q->circle.radius));
    const bool has_rule = scale >= GATE_SCALE_MIN && scale <= GATE_SCALE_MAX;
    const double far = p->circle.radius + q->circle.radius + FAR_MARGIN * scale;
    if (i == NO_BALL || k == NO_BALL)
        return false;
    carom_box way = box_of_way(&legs[i].leg), other_way = box_of_way(&legs[k].leg);
    for (double time = run->from;;) {
        const crowd_leg *leg = &legs[i].leg, *other = &legs[k].leg;
        const double end = smaller(leg->end, other->end);
        if (!(has_rule && are_farther(way, other_way, far))) {
            *found = (span){p, q, leg, other, time, end};
            if (!is_span_clear(found, scale))
                return true;
        }
        time = end;
        const bool is_over = leg->end == end, is_other_over = other->end == end;
        i = is_over ? legs[i].next : i;
        k = is_other_over ? legs[k].next : k;
        if (i == NO_BALL || k == NO_BALL)
            return false;
        if (is_over)
            way = box_of_way(&legs[i].leg);
        if (is_other_over)
            other_way = box_of_way(&legs[k].leg);
    }
}

// ---- mending ----

// Cuts the leg of a ball at a time inside it, so that both balls have a corner there.
static void cut_leg(island_run *run, crowd_ball *b, double time) {
    crowd_work *w = run->work;
    if (!has_room(run, &w->legs, w->legs.count + 1))
        return;
    finished_leg *legs = legs_of(run);
    uint32_t i = b->first_leg;
    while (i != NO_BALL && !(legs[i].leg.start < time && time < legs[i].leg.end))
        i = legs[i].next;
    if (i == NO_BALL)
        return;
    // Legs from one end of the range of double to the other have no place between.
    const carom_vec2 place = place_on_leg(&legs[i].leg, time);
    if (!is_finite(place))
        return;
    const uint32_t rest = (uint32_t)w->legs.count++;
    legs[rest] = legs[i];
    legs[rest].leg.from = place;
    legs[rest].leg.start = time;
    legs[i].leg.to = place;
    legs[i].leg.end = time;
    legs[i].next = rest;
    legs[i].is_clear = legs[rest].is_clear = false;
    if (b->last_leg == i)
        b->last_leg = rest;
    b->is_changed = true;
}

// Moves the corner of a ball at a time, but not out of the range of double.
static void shift_corner(const island_run *run, crowd_ball *b, double time, carom_vec2 by) {
    finished_leg *legs = legs_of(run);
    for (uint32_t i = b->first_leg; i != NO_BALL; i = legs[i].next) {
        if (legs[i].leg.end == time) {
            if (!is_finite(carom_vec2_add(legs[i].leg.to, by)))
                return;
            legs[i].leg.to = carom_vec2_add(legs[i].leg.to, by);
            legs[i].is_clear = false;
            if (legs[i].next == NO_BALL)
                b->to = legs[i].leg.to;
        }
        if (legs[i].leg.start == time) {
            legs[i].leg.from = carom_vec2_add(legs[i].leg.from, by);
            legs[i].is_clear = false;
        }
    }
    b->is_changed = true;
}

static bool can_shift(const island_run *run, const crowd_ball *b, double time) {
    return inverse_mass_of(b) > 0.0 && time > run->from;
}

// Mends a span: first by corners of one ball in the leg of the other, then by pushing one off the
// other at its end by some ulps, ever more.
static void mend(island_run *run, const span *s, int round) {
    crowd_ball *p = &balls_of(run->c)[slot_of(run, s->first)];
    crowd_ball *q = &balls_of(run->c)[slot_of(run, s->second)];
    const double from = s->from, until = s->until;
    const crowd_leg leg = *s->leg, other = *s->other;
    if (leg.start != other.start || leg.end != other.end) {
        cut_leg(run, p, from);
        cut_leg(run, q, from);
        cut_leg(run, p, until);
        cut_leg(run, q, until);
        return;
    }
    // One of both, in turn: pushed both, those in the middle of a row would stay where they are.
    crowd_ball *moved = round % 2 == 0 ? q : p;
    if (!can_shift(run, moved, until))
        moved = moved == q ? p : q;
    if (!can_shift(run, moved, until))
        return;
    // Away from the other one, as seen where they are nearest.
    const carom_vec2 before = carom_vec2_sub(leg.from, other.from);
    carom_vec2 off = direction_of(before, carom_vec2_sub(leg.to, other.to));
    // Nearest in one place: back to where it came from.
    if (off.x == 0.0 && off.y == 0.0)
        off = direction_of(before, before);
    const double length = sqrt(carom_vec2_dot(off, off));
    if (length == 0.0)
        return;
    // Places are rounded where the legs are, not where they end.
    const double ulp = DBL_EPSILON * larger(scale_of_box(p->box), scale_of_box(q->box));
    const double way = (moved == p ? ulp : -ulp) * (double)(1 << round / 2);
    shift_corner(run, moved, until, carom_vec2_scale(off, way / length));
}

// ---- walls ----

// Finds the first leg that is not clear of all walls. False if all are.
static bool find_blocked(island_run *run, crowd_ball *b, uint32_t *leg, path_contact *first) {
    finished_leg *legs = legs_of(run);
    for (uint32_t i = b->first_leg; i != NO_BALL; i = legs[i].next) {
        if (legs[i].is_clear)
            continue;
        crowd_look look;
        carom_crowd_look(run, b, &legs[i].leg, &look, first);
        *leg = i;
        if (first->found || first->overlapped)
            return true;
        legs[i].is_clear = true;
    }
    return false;
}

// Pushes the end of a leg off a wall by some ulps.
static void mend_at_wall(island_run *run, crowd_ball *b, uint32_t leg, const path_contact *first,
                         int round) {
    const crowd_leg *blocked = &legs_of(run)[leg].leg;
    if (!first->found || stands(blocked))
        return;
    const double way = ulp_at(blocked->to, b->circle.radius) * (double)(1 << round);
    shift_corner(run, b, blocked->end, carom_vec2_scale(first->sweep.normal, way));
}

// ---- the island ----

static void grow_to_legs(island_run *run, crowd_ball *b) {
    const finished_leg *legs = legs_of(run);
    for (uint32_t i = b->first_leg; i != NO_BALL; i = legs[i].next) {
        const carom_path path = {legs[i].leg.from, legs[i].leg.to, b->circle.radius};
        carom_crowd_grow_box(run, b, carom_path_box(path));
    }
}

// True if the ball stays where it was at the start of the stretch.
static bool stays(const island_run *run, const crowd_ball *b) {
    const finished_leg *leg = &legs_of(run)[b->first_leg];
    return leg->next == NO_BALL && stands(&leg->leg);
}

// Two balls that pass each other, or of which neither moves, have nothing to be tested.
static bool is_exempt(const island_run *run, const crowd_ball *p, const crowd_ball *q) {
    return (stays(run, p) && stays(run, q)) || carom_crowd_do_pass(&run->work->passed, p, q);
}

// Tests all pairs of which one ball has changed. Returns the number of refused ones.
static uint32_t test_pairs(island_run *run, int round, bool mends) {
    uint32_t refused = 0;
    for (size_t i = 0; i < run->work->pairs.count && !run->needs_memory; i++) {
        crowd_ball *p = pair_at(run, i).first, *q = pair_at(run, i).second;
        span s;
        if (!(p->is_dirty || q->is_dirty) || is_exempt(run, p, q) || !find_refused(run, p, q, &s))
            continue;
        refused++;
        p->is_refused = q->is_refused = true;
        if (mends)
            mend(run, &s, round);
    }
    return refused;
}

static uint32_t test_walls(island_run *run, int round, bool mends) {
    uint32_t refused = 0, leg;
    path_contact first;
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        if (!b->is_dirty || is_out_of_place(b) || !find_blocked(run, b, &leg, &first))
            continue;
        b->is_refused = true;
        b->is_pressed_out |= b->is_standing;
        refused++;
        if (mends)
            mend_at_wall(run, b, leg, &first, round);
    }
    return refused;
}

// Starts a round: what has changed in the last one is tested.
static void start_gate_round(island_run *run) {
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        b->is_dirty = b->is_changed || b->is_refused;
        b->is_changed = b->is_refused = false;
        if (b->is_dirty)
            grow_to_legs(run, b);
    }
    carom_crowd_find_pairs(run);
}

static bool has_changed(const island_run *run) {
    for (uint32_t i = 0; i < run->count; i++)
        if (member_of(run, i)->is_changed)
            return true;
    return false;
}

uint32_t carom_crowd_gate(island_run *run) {
    for (uint32_t i = 0; i < run->count; i++)
        member_of(run, i)->is_changed = true;
    uint32_t refused = 0;
    for (int round = 0; round < MENDS && !run->needs_memory; round++) {
        start_gate_round(run);
        const bool mends = round + 1 < MENDS;
        refused = test_pairs(run, round, mends) + test_walls(run, round, mends);
        if (refused == 0 || !has_changed(run))
            break;
    }
    return refused;
}

// The ball stands for the whole stretch.
static void stand(const island_run *run, crowd_ball *b) {
    finished_leg *legs = legs_of(run);
    legs[b->first_leg].leg = (crowd_leg){b->stretch_place, b->stretch_place, run->from, run->until};
    legs[b->first_leg].next = NO_BALL;
    legs[b->first_leg].is_clear = false;
    b->last_leg = b->first_leg;
    b->to = b->stretch_place;
    b->is_standing = b->is_changed = true;
    carom_crowd_hold(run, b);
}

// What met a ball that stands has not happened: the other one stands, too.
static void refuse_partners(const island_run *run, size_t first_touch) {
    const touch_memory *touches = run->work->touches.items;
    for (size_t i = first_touch; i < run->work->touches.count; i++) {
        crowd_ball *p = balls_in_touch(run, &touches[i]).first;
        crowd_ball *q = balls_in_touch(run, &touches[i]).second;
        if (q == NULL)
            continue;
        // Standing from the start it was met where it stands.
        p->is_refused |= q->is_standing && !q->is_held;
        q->is_refused |= p->is_standing && !p->is_held;
    }
}

static bool has_stopped(const crowd_ball *b) {
    return b->is_standing && !b->is_held;
}

// Drops what is noted of balls that stand after all.
static void drop_impacts(island_run *run, size_t first_touch, size_t first_event) {
    crowd_work *w = run->work;
    touch_memory *touches = w->touches.items;
    crowd_event *events = w->events.items;
    crowd_ball *balls = balls_of(run->c);
    size_t kept = first_touch;
    for (size_t i = first_touch; i < w->touches.count; i++) {
        const ball_pair b = balls_in_touch(run, &touches[i]);
        if (!has_stopped(b.first) && (b.second == NULL || !has_stopped(b.second))) {
            touches[kept++] = touches[i];
            continue;
        }
        b.first->contacts--;
        if (b.second != NULL) {
            b.second->contacts--;
            run->island->ball_impacts--;
        }
    }
    w->touches.count = kept;
    kept = first_event;
    for (size_t i = first_event; i < w->events.count; i++) {
        const uint32_t other = events[i].other;
        if (!has_stopped(&balls[events[i].slot]) &&
            (other == NO_BALL || !has_stopped(&balls[other])))
            events[kept++] = events[i];
    }
    w->events.count = kept;
}

void carom_crowd_stand(island_run *run, size_t first_touch, size_t first_event) {
    // Each round stops a ball that has moved, so there are as many rounds as balls at most.
    bool is_done = false;
    while (!is_done && !run->needs_memory) {
        is_done = true;
        for (uint32_t i = 0; i < run->count; i++) {
            crowd_ball *b = member_of(run, i);
            if (!b->is_refused || b->is_standing)
                continue;
            stand(run, b);
            is_done = false;
        }
        if (is_done)
            break;
        start_gate_round(run);
        test_pairs(run, 0, false);
        test_walls(run, 0, false);
        refuse_partners(run, first_touch);
    }
    drop_impacts(run, first_touch, first_event);
}
