// The crowd: moves many balls through one frame, in the order of their contacts.
//
// Method: each ball's path is predicted, with its first wall and the first ball it meets. The
// earliest of these events comes first: both balls advance to it and collide, and their paths are
// predicted anew. Once no event is left, all balls advance to the end of the frame. A ball advances
// only along a path that is clear of the walls and of all other balls where they stand, so an error
// of a prediction cannot lead into a wall or a ball. docs/crowd.md has the proof. Room: crowd.
#include "carom/crowd.h"

#include <math.h>
#include <string.h>

#include "carom/circles.h"
#include "compiler.h"
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "mover/near_walls.h"
#include "numbers.h"
#include "scene/hilbert.h"

// How many balls ahead to prefetch: the caller's balls are in another order.
enum { CROWD_AHEAD = 8 };

// ---- memory ----

// The parts of the scratch memory, in this order. All sizes are multiples of 8.
typedef struct scratch_parts {
    size_t balls, boxes, items, slots;
} scratch_parts;

static scratch_parts parts_of(size_t count) {
    const scratch_parts parts = {.balls = count * sizeof(crowd_ball),
                                 .boxes = carom_tree_boxes(count) * sizeof(carom_box),
                                 .items = 2 * count * sizeof(hilbert_item),
                                 .slots = 2 * count * sizeof(uint32_t)};
    return parts;
}

size_t carom_crowd_scratch_size(size_t count) {
    CAROM_ASSERT(count < UINT32_MAX);
    const scratch_parts parts = parts_of(count);
    return parts.balls + parts.boxes + parts.items + parts.slots;
}

// ---- the order of the slots ----

static bool has_valid_mass(const carom_crowd_settings *settings, size_t i) {
    return settings->inverse_masses == NULL ||
           (settings->inverse_masses[i] >= 0.0 && settings->inverse_masses[i] <= DBL_MAX);
}

static bool is_valid_ball(const carom_crowd_settings *settings, const carom_ball *ball, size_t i) {
    return carom_ball_is_valid(ball) && has_valid_mass(settings, i);
}

// Within the range that the order along the curve takes. Only the order depends on it.
static float coordinate(double x) {
    return (float)smaller(larger(x, -0x1p125), 0x1p125);
}

// Puts the valid balls into an order in which neighbours are close. Returns their number.
static uint32_t order_balls(const carom_crowd_settings *settings, const carom_ball *balls,
                            size_t count, hilbert_item *items) {
    uint32_t valid = 0;
    carom_vec2 origin = {0.0, 0.0};
    for (size_t i = 0; i < count; i++) {
        if (!is_valid_ball(settings, &balls[i], i))
            continue;
        // Differences keep the digits of places far from the origin.
        if (valid == 0)
            origin = balls[i].center;
        const carom_vec2 p = carom_vec2_sub(balls[i].center, origin);
        items[valid].x = coordinate(p.x);
        items[valid].y = coordinate(p.y);
        items[valid++].index = (uint32_t)i;
    }
    if (valid > 0)
        carom_hilbert_sort(items, items + count, valid, 4);
    return valid;
}

// ---- the start ----

static void set_ball(crowd_ball *b, const carom_ball *ball, uint32_t index) {
    memset(b, 0, sizeof *b);
    b->circle = carom_circle_make(ball->center, ball->radius);
    b->from = b->to = ball->center;
    b->velocity = ball->velocity;
    b->wall_time = b->event_time = HUGE_VAL;
    b->queue_place = NO_BALL;
    b->index = index;
    b->kind = CAROM_MOTION_KIND_MOVED;
    b->is_alone = true;
}

// Depenetrates balls. A second pass tries again what others may have made room for.
static void free_balls(crowd *c) {
    c->searches = 1;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < c->count; i++)
            if (c->balls[i].overlaps)
                carom_crowd_free(c, &c->balls[i], pass > 0);
}

static bool overlaps_wall(const crowd *c, const crowd_ball *b) {
    crowd_look look;
    path_contact first;
    carom_crowd_look(c, b, b->circle.center, 0.0, false, &look, &first);
    return first.overlapped;
}

// Finds the path of a ball. That of a slow ball waits until the places of all balls are known.
static void set_first_path(crowd *c, crowd_ball *b) {
    if (c->end == 0.0)
        b->overlaps = overlaps_wall(c, b);
    else if (carom_crowd_is_slow(c, b))
        c->has_slow = true;
    else
        b->overlaps = carom_crowd_set_path(c, b, false);
    c->has_overlaps |= b->overlaps;
    c->tree.boxes[0][slot_of(c, b)] = carom_crowd_path_box(c, b);
}

// Finds the balls that lie still. Balls that are slow but not held get a path.
static void hold_balls(crowd *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        crowd_ball *b = &c->balls[i];
        if (!carom_crowd_is_slow(c, b))
            continue;
        if (carom_crowd_is_held(c, b)) {
            b->is_held = true;
            b->velocity = carom_vec2_make(0.0, 0.0);
            b->support = carom_vec2_scale(c->settings->move.gravity, -1.0);
        } else {
            b->overlaps = carom_crowd_set_path(c, b, false);
            c->has_overlaps |= b->overlaps;
            carom_tree_grow(&c->tree, i, carom_crowd_path_box(c, b));
        }
    }
}

// Each pass over many balls costs as much as what it does with a ball: there are only two.
static void start(crowd *c, const carom_ball *balls, const hilbert_item *items) {
    for (uint32_t i = 0; i < c->count; i++) {
        if (i + CROWD_AHEAD < c->count)
            CAROM_PREFETCH(&balls[items[i + CROWD_AHEAD].index]);
        set_ball(&c->balls[i], &balls[items[i].index], items[i].index);
        set_first_path(c, &c->balls[i]);
    }
    carom_tree_build(&c->tree);
    if (c->has_slow)
        hold_balls(c);
    carom_crowd_find_events(c);
    if (!c->has_overlaps)
        return;
    free_balls(c);
    for (uint32_t i = 0; i < c->count; i++)
        carom_crowd_restart(c, &c->balls[i], c->balls[i].velocity);
}

// ---- the frame ----

// Lets two balls collide that have been advanced to the time of their meeting. False if they turn
// out to meet later or not to approach.
static bool meet(crowd *c, crowd_ball *p, crowd_ball *q, double time) {
    const double ulp = larger(ulp_at(p->circle.center, p->circle.radius),
                              ulp_at(q->circle.center, q->circle.radius));
    const double again = carom_crowd_meeting(c, p, q);
    const bool touches = carom_circle_within_circle(p->circle, q->circle, 64.0 * ulp);
    if (!(again <= time || (touches && again < HUGE_VAL)))
        return false;
    const carom_vec2 n = carom_circle_contact_circle(p->circle, q->circle).normal;
    return carom_crowd_collide(c, p, q, n);
}

static void handle_event(crowd *c, crowd_ball *b) {
    if (carom_crowd_give_up(c, b))
        return;
    const double time = b->event_time;
    const uint32_t version = b->version;
    if (b->partner == NO_BALL) {
        carom_crowd_advance(c, b, time);
    } else {
        crowd_ball *q = &c->balls[b->partner];
        if (q->version == b->partner_version) {
            b->attempts++;
            carom_crowd_advance(c, q, time);
            if (b->version == version)
                carom_crowd_advance(c, b, time);
            if (b->time == time && q->time == time && meet(c, b, q, time))
                return;
        }
    }
    if (b->version != version)
        return;
    if (b->time < c->end) {
        carom_crowd_find_event(c, b);
        return;
    }
    b->event_time = HUGE_VAL;
    carom_crowd_queue(c, b);
}

static void handle_events(crowd *c) {
    while (c->queue_count > 0)
        handle_event(c, &c->balls[c->queue[0]]);
}

static void finish(crowd *c) {
    handle_events(c);
    for (uint32_t i = 0; i < c->count; i++)
        while (c->balls[i].time < c->end) {
            carom_crowd_advance(c, &c->balls[i], c->end);
            handle_events(c);
        }
    for (uint32_t i = 0; i < c->count; i++)
        carom_crowd_end_clock(c, &c->balls[i]);
}

// ---- results ----

static carom_motion no_motion(const carom_ball *ball) {
    const carom_wall_id none = {SIZE_MAX, false};
    const carom_motion motion = {.ball = *ball, .overlapped = SIZE_MAX, .crushed_by = {none, none}};
    return motion;
}

// The results have what is known of balls that are freed, stuck or crushed.
static void set_result(const carom_ball *ball, const crowd_ball *b, carom_motion *result) {
    result->kind = (carom_motion_kind)b->kind;
    result->ball = *ball;
    result->contacts = b->contacts;
    result->lost = b->lost;
    result->clamped = b->clamped;
}

static void hand_over(const crowd *c, carom_ball *balls, carom_crowd_motion *summary) {
    for (uint32_t i = 0; i < c->count; i++) {
        crowd_ball *b = &c->balls[i];
        if (i + CROWD_AHEAD < c->count)
            CAROM_PREFETCH_TO_WRITE(&balls[b[CROWD_AHEAD].index]);
        carom_ball *ball = &balls[b->index];
        ball->center = b->circle.center;
        ball->velocity = carom_crowd_velocity(c, b);
        b->lost = smaller(b->lost, c->end);
        if (c->results != NULL)
            set_result(ball, b, &c->results[b->index]);
        summary->moved += b->kind == CAROM_MOTION_KIND_MOVED;
        summary->freed += b->kind == CAROM_MOTION_KIND_FREED;
        summary->stuck += b->kind == CAROM_MOTION_KIND_STUCK;
        summary->crushed += b->kind == CAROM_MOTION_KIND_CRUSHED;
        summary->lost += b->lost;
    }
    summary->invalid -= c->count;
    summary->ball_impacts = c->ball_impacts;
}

static bool is_valid_frame(double time, const carom_crowd_settings *settings) {
    return carom_move_is_valid(time, &settings->move) &&
           carom_response_is_valid(carom_bounce(settings->restitution, settings->friction));
}

carom_crowd_motion carom_crowd_move(carom_ball *balls, size_t count, double time,
                                    const carom_crowd_settings *settings, carom_motion *results,
                                    void *scratch) {
    CAROM_ASSERT(settings != NULL && count < UINT32_MAX);
    CAROM_ASSERT(count == 0 || (balls != NULL && scratch != NULL));
    carom_crowd_motion summary = {.invalid = count};
    for (size_t i = 0; i < count && results != NULL; i++)
        results[i] = no_motion(&balls[i]);
    if (count == 0 || !is_valid_frame(time, settings))
        return summary;
    const scratch_parts parts = parts_of(count);
    char *const memory = scratch;
    crowd c = {
        .settings = settings, .end = time, .balls = (crowd_ball *)scratch, .results = results};
    carom_box *const boxes = (carom_box *)(void *)(memory + parts.balls);
    hilbert_item *const items = (hilbert_item *)(void *)(memory + parts.balls + parts.boxes);
    c.queue = (uint32_t *)(void *)(memory + parts.balls + parts.boxes + parts.items);
    c.waiting = c.queue + count;
    c.count = order_balls(settings, balls, count, items);
    if (c.count == 0)
        return summary;
    carom_tree_lay_out(&c.tree, boxes, c.count);
    carom_crowd_prepare_mover(&c);
    start(&c, balls, items);
    finish(&c);
    hand_over(&c, balls, &summary);
    return summary;
}
