// The predicted paths of the balls of a crowd, and when they meet.
//
// Method: between contacts a ball moves on the chord of its parabola, as in the mover. All
// predictions are estimates in double: they decide in which order the balls move, never where a
// ball can go. Room: crowd.
#include <math.h>

#include "carom/circles.h"
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "mover/frame.h"
#include "mover/near_walls.h"
#include "mover/normals.h"
#include "numbers.h"

enum { MANY_IMPACTS = 16 };

carom_vec2 carom_crowd_velocity(const crowd *c, crowd_ball *b) {
    if (b->time == b->start)
        return b->velocity;
    const carom_vec2 gravity = c->settings->move.gravity;
    const carom_vec2 after =
        carom_vec2_add(b->velocity, carom_vec2_scale(gravity, b->time - b->start));
    const carom_vec2 path = carom_vec2_sub(b->circle.center, b->from);
    const carom_vec2 chord = carom_vec2_sub(b->to, b->from);
    // At the end of the chord the velocity is that of the parabola.
    return carom_clamp_to_range(
        b->time < c->end ? carom_velocity_on_path(b->velocity, after, gravity, path, chord) : after,
        SPEED_MAX, &b->clamped);
}

carom_box carom_crowd_box(const crowd_ball *b) {
    const carom_path here = {b->circle.center, b->circle.center, b->circle.radius};
    return carom_path_box(here);
}

// Enlarges the ball's box in the tree. Balls that were alone in theirs are not any more if they
// overlap any part of the result: later moves within it make nothing larger.
static void grow_box(crowd *c, crowd_ball *b, carom_box box) {
    if (!carom_tree_grow(&c->tree, slot_of(c, b), box))
        return;
    tree_query query;
    carom_tree_query(&query, &c->tree, c->tree.boxes[0][slot_of(c, b)], 0);
    for (uint32_t other; carom_tree_next(&query, &other);)
        if (&c->balls[other] != b)
            c->balls[other].is_alone = b->is_alone = false;
}

crowd_time carom_crowd_time(const crowd *c, const crowd_ball *b, double time) {
    const crowd_time t = {time, time >= c->end ? 1.0 : larger(b->clock, time / c->end)};
    return t;
}

void carom_crowd_place(crowd *c, crowd_ball *b, carom_vec2 place, crowd_time time, bool is_in_box) {
    CAROM_ASSERT(time.time >= b->time);
    CAROM_ASSERT(time.clock >= b->clock);
    b->circle.center = place;
    b->time = time.time;
    b->clock = time.clock;
    b->is_clear = false;
    CAROM_ASSERT(!is_in_box ||
                 carom_box_contains(c->tree.boxes[0][slot_of(c, b)], carom_crowd_box(b)));
    if (!is_in_box)
        grow_box(c, b, carom_crowd_box(b));
}

// ---- chords ----

// The end of the chord, as in the mover.
static carom_vec2 end_of_chord(const crowd *c, crowd_ball *b, double left) {
    const carom_vec2 half = carom_vec2_scale(c->settings->move.gravity, 0.5 * left);
    const carom_vec2 path = carom_vec2_scale(carom_vec2_add(b->velocity, half), left);
    return carom_clamp_to_range(carom_vec2_add(b->from, path), DBL_MAX, &b->clamped);
}

// True if the mover takes a contact at this time with this normal for a resting one, or nearly so.
// `w` is the velocity of the wall.
static bool is_resting(const crowd *c, const crowd_ball *b, double time, carom_vec2 n,
                       carom_vec2 w) {
    const carom_vec2 gravity = c->settings->move.gravity;
    const carom_vec2 v =
        carom_vec2_sub(carom_vec2_add(b->velocity, carom_vec2_scale(gravity, time)), w);
    const double press = larger(-carom_vec2_dot(gravity, n), 0.0);
    const double fall = speed_of_rest(press, ulp_at(b->circle.center, b->circle.radius));
    return -carom_vec2_dot(v, n) <=
           0x1p-40 * (fabs(v.x) + fabs(v.y)) + 0x1p-40 * (fabs(w.x) + fabs(w.y)) + fall;
}

// The part of v that does not press against a wall with the velocity w.
static carom_vec2 without_press(carom_vec2 v, carom_vec2 n, carom_vec2 w) {
    const double along = carom_vec2_dot(v, n) - carom_vec2_dot(w, n);
    return along < 0.0 ? carom_vec2_sub(v, carom_vec2_scale(n, along)) : v;
}

// The velocity of the wall at the contact.
static carom_vec2 velocity_of_wall(const crowd *c, const path_contact *first) {
    if (!first->found || !is_moving_index(first->index))
        return carom_vec2_make(0.0, 0.0);
    const carom_vec2 v = {first->wall_move.x / c->end, first->wall_move.y / c->end};
    return is_finite(v) ? v : carom_vec2_make(0.0, 0.0);
}

// The end of the part of the chord that the ball is predicted to move on.
static carom_vec2 end_of_path(const crowd *c, const crowd_ball *b) {
    const double until = smaller(b->wall_time, c->end);
    if (!(until < c->end || b->needs_mover))
        return b->to;
    const carom_vec2 path = carom_vec2_scale(b->pace, larger(until - b->start, 0.0));
    const carom_vec2 end = carom_vec2_add(b->from, path);
    return is_finite(end) ? end : b->to;
}

carom_box carom_crowd_path_box(const crowd *c, const crowd_ball *b) {
    const carom_path path = {b->from, end_of_path(c, b), b->circle.radius};
    return carom_path_box(path);
}

carom_vec2 carom_crowd_place_at(const crowd *c, const crowd_ball *b, double time) {
    if (time >= c->end)
        return b->to;
    const double fraction = (time - b->start) / (c->end - b->start);
    const carom_vec2 p = b->from, q = end_of_path(c, b);
    const carom_vec2 place =
        carom_vec2_add(p, carom_vec2_scale(carom_vec2_sub(b->to, p), fraction));
    return carom_vec2_make(smaller(larger(place.x, smaller(p.x, q.x)), larger(p.x, q.x)),
                           smaller(larger(place.y, smaller(p.y, q.y)), larger(p.y, q.y)));
}

void carom_crowd_look(const crowd *c, const crowd_ball *b, carom_vec2 to, double clock,
                      bool is_clear, crowd_look *look, path_contact *first) {
    near_walls *near = &look->near;
    moving_near *moving = &look->moving;
    look->none.count = 0;
    near->source = c->settings->move.walls;
    near->filter = c->settings->move.filter;
    near->moving = NULL;
    near->passed = &look->none;
    near->starts_clear = is_clear;
    carom_near_first(near, b->circle, to, first);
    if (!c->has_moving)
        return;
    near->moving = moving;
    moving->source = c->settings->move.moving_walls;
    moving->filter = c->settings->move.moving_filter;
    moving->from = b->clock;
    moving->until = clock;
    carom_moving_first(near, first);
}

static bool is_near_moving(const crowd *c, const crowd_look *look) {
    return c->has_moving && (look->moving.count > 0 || look->moving.has_one_sided);
}

bool carom_crowd_set_path(const crowd *c, crowd_ball *b, bool is_clear) {
    const double left = c->end - b->time;
    CAROM_ASSERT(left > 0.0);
    b->from = b->circle.center;
    b->start = b->time;
    b->to = end_of_chord(c, b, left);
    b->pace = carom_vec2_scale(carom_vec2_sub(b->to, b->from), 1.0 / left);
    b->wall_time = HUGE_VAL;
    b->is_held = false;
    b->support = carom_vec2_make(0.0, 0.0);
    crowd_look look;
    path_contact first;
    carom_crowd_look(c, b, b->to, 1.0, is_clear, &look, &first);
    const near_walls *near = &look.near;
    b->is_near_moving = is_near_moving(c, &look);
    b->needs_mover = first.overlapped;
    b->is_clear = !first.found && !first.overlapped;
    b->is_wide = b->is_clear && near->count == 0 && near->margin >= 0.0 && !b->is_near_moving;
    const double time = first.found ? first.sweep.t * left : 0.0;
    const carom_vec2 none = {0.0, 0.0};
    const carom_vec2 n = first.found ? first.sweep.normal : none;
    const carom_vec2 w = velocity_of_wall(c, &first);
    if (first.found && is_resting(c, b, time, n, w)) {
        b->needs_mover = true;
        b->support = n;
        b->pace = without_press(b->pace, n, w);
        if (carom_vec2_dot(w, n) > 0.0)
            b->push = n;
    } else if (first.found && !first.overlapped) {
        b->wall_time = smaller(b->time + time, c->end);
    }
    return first.overlapped;
}

// ---- meetings ----

carom_vec2 carom_crowd_predict(const crowd_ball *b, double time) {
    return carom_vec2_add(b->from, carom_vec2_scale(b->pace, time - b->start));
}

bool carom_crowd_passes(const crowd_ball *b, double until, carom_circle circle) {
    const double time = larger(smaller(until, b->wall_time) - b->time, 0.0);
    const carom_vec2 path = carom_vec2_scale(b->pace, time);
    const carom_vec2 d = carom_vec2_sub(circle.center, b->circle.center);
    const double along = carom_vec2_dot(d, path), length2 = carom_vec2_dot(path, path);
    const double t = along < length2 ? along / length2 : 1.0;
    const carom_vec2 gap = carom_vec2_sub(d, carom_vec2_scale(path, larger(t, 0.0)));
    const double reach = b->circle.radius + circle.radius;
    return along > 0.0 && carom_vec2_dot(gap, gap) < reach * reach;
}

// Rounding, or a fall through 64 ulp: a ball can be that far off the one it rests on. After many
// impacts in a frame, as in a wedged row of balls, also a speed that gravity gives in a frame.
double carom_crowd_resting_speed(const crowd *c, const crowd_ball *p, const crowd_ball *q,
                                 carom_vec2 n) {
    const double ulp = larger(ulp_at(p->circle.center, p->circle.radius),
                              ulp_at(q->circle.center, q->circle.radius));
    const carom_vec2 v = p->velocity, w = q->velocity;
    const double noise = 0x1p-50 * ((fabs(v.x) + fabs(w.x)) * fabs(n.x)) +
                         0x1p-50 * ((fabs(v.y) + fabs(w.y)) * fabs(n.y));
    const carom_vec2 gravity = c->settings->move.gravity;
    const double press = fabs(carom_vec2_dot(gravity, n));
    const double fall = speed_of_rest(press, ulp);
    const bool is_many = p->struck + q->struck > MANY_IMPACTS && c->settings->restitution < 1.0;
    return noise + fall + (is_many ? (fabs(gravity.x) + fabs(gravity.y)) * c->end : 0.0);
}

double carom_crowd_gentle_speed(const crowd *c, carom_vec2 n) {
    const double press = fabs(carom_vec2_dot(c->settings->move.gravity, n));
    return c->settings->restitution < 1.0 ? 2.0 * press * c->end : 0.0;
}

// True if two balls at distance d approach each other slowly enough to come to rest
// on each other. There is no event then: the mover finds the contact.
static bool is_gentle(const crowd *c, const crowd_ball *p, const crowd_ball *q, carom_vec2 d) {
    const double length = sqrt(carom_vec2_dot(d, d));
    if (!(length > 0.0))
        return false;
    const carom_vec2 n = carom_vec2_scale(d, 1.0 / length);
    // Gravity acts on both from the starts of their paths.
    const carom_vec2 pull = carom_vec2_scale(c->settings->move.gravity, q->start - p->start);
    const carom_vec2 w = carom_vec2_add(carom_vec2_sub(p->velocity, q->velocity), pull);
    return -carom_vec2_dot(w, n) <=
           carom_crowd_gentle_speed(c, n) + 2.0 * carom_crowd_resting_speed(c, p, q, n);
}

// With d the distance of the centres, w the relative velocity and R the sum of the radii, the balls
// touch when |d + t w| = R, which is the contact with an end in docs/motion.md.
double carom_crowd_meeting(const crowd *c, const crowd_ball *p, const crowd_ball *q) {
    const double start = larger(p->time, q->time);
    const carom_vec2 d =
        carom_vec2_sub(carom_crowd_predict(p, start), carom_crowd_predict(q, start));
    const carom_vec2 w = carom_vec2_sub(p->pace, q->pace);
    const double approach = -carom_vec2_dot(d, w);
    if (!(approach > 0.0))
        return HUGE_VAL;
    const double reach = p->circle.radius + q->circle.radius;
    const double outside = carom_vec2_dot(d, d) - reach * reach;
    const double left = c->end - start, w2 = carom_vec2_dot(w, w);
    const double cross = carom_vec2_cross(d, w);
    const double square = w2 * (reach * reach) - cross * cross;
    if (!(square >= 0.0) || !(left > 0.0))
        return HUGE_VAL;
    const double t = outside > 0.0 ? outside / (approach + sqrt(square)) : 0.0;
    if (!(t <= left) || is_gentle(c, p, q, d))
        return HUGE_VAL;
    return smaller(start + t, c->end);
}

// Forgets the meeting found before.
static void start_search(crowd_ball *b) {
    b->event_time = b->wall_time;
    b->partner = NO_BALL;
    b->partner_version = 0;
}

// The ball `b` meets that in another slot, if this is its first event. Queries go down the slots:
// of meetings at the same time, that with the lowest slot counts.
static void take_meeting(const crowd *c, crowd_ball *b, uint32_t other) {
    const crowd_ball *q = &c->balls[other];
    const double time = carom_crowd_meeting(c, b, q);
    CAROM_ASSERT(other < b->partner);
    if (time <= b->event_time && time < HUGE_VAL) {
        b->event_time = time;
        b->partner = other;
        b->partner_version = q->version;
    }
}

static void find_event_in(crowd *c, crowd_ball *b, carom_box box) {
    start_search(b);
    tree_query query;
    carom_tree_query(&query, &c->tree, box, 0);
    for (uint32_t other; carom_tree_next(&query, &other);)
        if (&c->balls[other] != b) {
            b->is_alone = c->balls[other].is_alone = false;
            take_meeting(c, b, other);
        }
    carom_crowd_queue(c, b);
}

void carom_crowd_find_event(crowd *c, crowd_ball *b) {
    find_event_in(c, b, carom_crowd_path_box(c, b));
}

// One query for all slots below a node: each pair is found with its lower slot.
static void find_pairs(crowd *c, uint32_t begin, uint32_t end) {
    const carom_box *boxes = c->tree.boxes[0];
    tree_query query;
    carom_tree_query(&query, &c->tree, c->tree.boxes[1][begin / 4], begin + 1);
    for (uint32_t other; carom_tree_next(&query, &other);) {
        crowd_ball *q = &c->balls[other];
        for (uint32_t i = begin; i < end && i < other; i++) {
            crowd_ball *b = &c->balls[i];
            if (!carom_box_overlaps(boxes[i], boxes[other]))
                continue;
            b->is_alone = q->is_alone = false;
            if (carom_circle_overlaps_circle(b->circle, q->circle))
                b->overlaps = q->overlaps = c->has_overlaps = true;
            take_meeting(c, b, other);
        }
    }
}

void carom_crowd_find_events(crowd *c) {
    for (uint32_t begin = 0; begin < c->count; begin += 4) {
        const uint32_t end = c->count - begin < 4 ? c->count : begin + 4;
        for (uint32_t i = begin; i < end; i++)
            start_search(&c->balls[i]);
        if (c->count > 1)
            find_pairs(c, begin, end);
        for (uint32_t i = begin; i < end; i++)
            carom_crowd_queue(c, &c->balls[i]);
    }
}

void carom_crowd_restart(crowd *c, crowd_ball *b, carom_vec2 velocity) {
    b->velocity = carom_clamp_to_range(velocity, SPEED_MAX, &b->clamped);
    CAROM_ASSERT(is_finite(b->velocity));
    b->version++;
    b->from = b->circle.center;
    b->start = b->time;
    b->event_time = b->wall_time = HUGE_VAL;
    b->push = carom_vec2_make(0.0, 0.0);
    if (!(b->time < c->end)) {
        b->pace = carom_vec2_make(0.0, 0.0);
        carom_crowd_queue(c, b);
        return;
    }
    carom_crowd_set_path(c, b, c->settings->move.respond == NULL);
    b->is_alone = true;
    const carom_box box = carom_crowd_path_box(c, b);
    grow_box(c, b, box);
    find_event_in(c, b, box);
}
