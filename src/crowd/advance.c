// Moves the balls of a crowd along their paths, each past the walls and all other balls.
//
// Method: a ball moves straight to a place if the exact tests show that the path is clear of all
// walls, and of all other balls where they stand now. Otherwise the mover moves it, with the other
// balls as posts among the walls. If a ball stands in the way whose clock is behind, that ball goes
// first. Room: crowd.
#include <math.h>

#include "carom/circles.h"
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "mover/frame.h"
#include "mover/near_walls.h"
#include "numbers.h"

// ---- what the mover did ----

// Copies what carom_motion says of a ball that was not only moved.
static void note_motion(crowd *c, crowd_ball *b, const carom_motion *motion) {
    b->clamped |= motion->clamped;
    if (motion->kind == CAROM_MOTION_KIND_MOVED)
        return;
    b->kind = (uint8_t)motion->kind;
    if (c->results == NULL)
        return;
    // Balls that overlap something at the start do not come here, so this one is crushed.
    carom_motion *result = &c->results[b->index];
    for (int i = 0; i < 2; i++) {
        const carom_wall_id by = motion->crushed_by[i];
        const carom_wall_id ball = {SIZE_MAX, false};
        result->crushed_by[i] = !by.is_moving && is_post(c, by.index) ? ball : by;
    }
    result->crushed_time = motion->crushed_time;
    result->crushed_is_free = motion->crushed_is_free;
}

// The ball has no room. It stands until the end of the frame, and no other ball moves it.
static void end_without_room(crowd *c, crowd_ball *b, carom_vec2 place) {
    const crowd_time end = carom_crowd_time(c, b, c->end);
    b->is_fixed = true;
    b->lost += c->end - b->time;
    carom_crowd_place(c, b, place, end, false);
    carom_crowd_restart(c, b, carom_vec2_make(0.0, 0.0));
}

static bool has_no_room(const carom_motion *motion) {
    return motion->kind == CAROM_MOTION_KIND_STUCK || motion->kind == CAROM_MOTION_KIND_CRUSHED;
}

// ---- overlaps at the start ----

// A ball with the same circle, maybe the ball itself, for which no place was found since a ball was
// freed; NULL if there is none. A search takes long among many balls. A response callback can tell
// balls apart.
static const crowd_ball *find_searched(const crowd *c, const crowd_ball *b) {
    if (c->settings->move.respond != NULL)
        return NULL;
    if (b->searched == c->searches)
        return b;
    tree_query query;
    carom_tree_query(&query, &c->tree, carom_crowd_box(b), 0);
    for (uint32_t other; carom_tree_next(&query, &other);) {
        const crowd_ball *q = &c->balls[other];
        if (q->searched == c->searches && q->circle.center.x == b->circle.center.x &&
            q->circle.center.y == b->circle.center.y && q->circle.radius == b->circle.radius)
            return q;
    }
    return NULL;
}

// Copies what the search for another ball has found.
static void copy_search(crowd *c, crowd_ball *b, const crowd_ball *twin) {
    b->searched = twin->searched;
    b->support = twin->support;
    if (c->results == NULL)
        return;
    carom_motion *result = &c->results[b->index];
    result->overlapped = c->results[twin->index].overlapped;
    result->overlapped_is_moving = c->results[twin->index].overlapped_is_moving;
}

static void search_place(crowd *c, crowd_ball *b) {
    const crowd_time now = {b->time, b->clock};
    c->is_freeing = true;
    const carom_motion motion = carom_crowd_run_mover(c, b, carom_crowd_velocity(c, b), now, false);
    c->is_freeing = false;
    carom_motion *result = c->results != NULL ? &c->results[b->index] : NULL;
    if (motion.kind != CAROM_MOTION_KIND_MOVED && result != NULL &&
        result->overlapped == SIZE_MAX && !is_post(c, motion.overlapped)) {
        result->overlapped = motion.overlapped;
        result->overlapped_is_moving = motion.overlapped_is_moving;
    }
    b->overlaps = motion.kind == CAROM_MOTION_KIND_STUCK;
    b->searched = b->overlaps ? c->searches : 0;
    if (motion.kind != CAROM_MOTION_KIND_FREED)
        return;
    c->searches++;
    b->kind = CAROM_MOTION_KIND_FREED;
    if (result != NULL)
        result->freed = motion.freed;
    carom_crowd_place(c, b, motion.ball.center, now, false);
}

void carom_crowd_free(crowd *c, crowd_ball *b, bool is_last) {
    const crowd_ball *searched = find_searched(c, b);
    if (searched == NULL)
        search_place(c, b);
    else
        copy_search(c, b, searched);
    if (b->overlaps && is_last) {
        b->kind = CAROM_MOTION_KIND_STUCK;
        end_without_room(c, b, b->circle.center);
    }
}

// ---- moves ----

// What became of an attempt to move.
typedef enum outcome {
    // The ball is at its place at the time asked for.
    REACHED,
    // A contact with a wall has changed its path.
    STRUCK,
    // Another ball stands in the way: that of the contact.
    BLOCKED,
    // Contacts are to be expected.
    UNDECIDED
} outcome;

static bool is_clear_of_walls(const crowd *c, const crowd_ball *b, carom_vec2 place, double clock) {
    if (b->is_wide || (b->is_clear && place.x == b->to.x && place.y == b->to.y))
        return true;
    crowd_look look;
    path_contact first;
    carom_crowd_look(c, b, place, clock, c->settings->move.respond == NULL, &look, &first);
    return !first.found && !first.overlapped;
}

// A ball behind in time that is to pass the ball's place at time `to` before it, and so has to go
// first; NO_BALL if there is none. Only the order of the moves depends on it.
static uint32_t first_to_pass(const crowd *c, const crowd_ball *b, double to) {
    if (b->is_alone)
        return NO_BALL;
    crowd_ball there = *b;
    there.circle.center = carom_crowd_predict(b, to);
    if (!is_finite(there.circle.center)) // GCOVR_EXCL_BR_LINE: only beyond the range of double
        return NO_BALL;
    tree_query query;
    carom_tree_query(&query, &c->tree, carom_crowd_box(&there), 0);
    for (uint32_t other; carom_tree_next(&query, &other);) {
        const crowd_ball *q = &c->balls[other];
        if (q != b && q->time < to && !q->is_waiting && carom_crowd_passes(q, to, there.circle))
            return other;
    }
    return NO_BALL;
}

// Moves the ball straight to its place at time `to`, without the mover. The place is in the box of
// the predicted path, because no wall ends that path before.
static outcome move_straight(crowd *c, crowd_ball *b, double to) {
    CAROM_ASSERT(!b->needs_mover && b->wall_time > to);
    const carom_vec2 place = carom_crowd_place_at(c, b, to);
    const crowd_time then = carom_crowd_time(c, b, to);
    if (!is_clear_of_walls(c, b, place, then.clock))
        return UNDECIDED;
    const uint32_t in_way =
        b->is_alone ? NO_BALL : carom_crowd_first_in_way(c, b, b->circle, place);
    if (in_way != NO_BALL) {
        const crowd_ball *q = &c->balls[in_way];
        c->contact.ball = in_way;
        return q->time < to && !q->is_waiting ? BLOCKED : UNDECIDED;
    }
    carom_crowd_report_leg(c, b, place, then.clock);
    carom_crowd_place(c, b, place, then, true);
    return REACHED;
}

// The time at which the mover has returned. It can round to the end of the frame before the
// fraction is 1. The ball has no time left then, and stays until the walls are at the end of the
// frame, too (carom_crowd_end_clock).
static crowd_time time_of_return(const crowd *c, const crowd_ball *b, crowd_time until) {
    const carom_frame_part *part = &c->part;
    crowd_time t = until;
    if (part->left > 0.0 || c->others.are_first)
        t.time = carom_crowd_time_in_part(c, b, (until.time - b->time) - part->left);
    if (c->has_moving || c->move.on_leg != NULL)
        t.clock = part->clock;
    return t;
}

// The ball stays for the time, unless moving walls push it. It has no motion of its own.
static void stay(crowd *c, crowd_ball *b, double until) {
    crowd_time then = carom_crowd_time(c, b, until);
    carom_vec2 velocity = carom_crowd_velocity(c, b), place = b->circle.center;
    if (c->has_moving && then.clock > b->clock) {
        c->until = until;
        const carom_motion motion = carom_crowd_run_mover(c, b, velocity, then, true);
        note_motion(c, b, &motion);
        if (has_no_room(&motion)) {
            end_without_room(c, b, motion.ball.center);
            return;
        }
        CAROM_ASSERT(c->part.clock == then.clock);
        place = motion.ball.center;
        velocity = motion.ball.velocity;
    }
    carom_crowd_place(c, b, place, then, false);
    b->velocity = velocity;
    b->start = until;
}

void carom_crowd_end_clock(crowd *c, crowd_ball *b) {
    CAROM_ASSERT(b->time == c->end);
    if (c->has_moving && c->end > 0.0 && b->clock < 1.0)
        stay(c, b, c->end);
}

static outcome move_with_mover(crowd *c, crowd_ball *b, double to) {
    const crowd_time until = carom_crowd_time(c, b, b->wall_time <= to ? c->end : to);
    c->until = to;
    const carom_motion motion =
        carom_crowd_run_mover(c, b, carom_crowd_velocity(c, b), until, false);
    note_motion(c, b, &motion);
    if (has_no_room(&motion)) {
        end_without_room(c, b, motion.ball.center);
        return REACHED;
    }
    b->lost += c->part.lost;
    const bool is_blocked = c->contact.ball != NO_BALL;
    carom_crowd_place(c, b, motion.ball.center, time_of_return(c, b, until), false);
    b->from = b->circle.center;
    b->start = b->time;
    b->velocity = is_blocked ? c->contact.before : motion.ball.velocity;
    // The new path follows once it is known what the contact does.
    if (is_blocked)
        return BLOCKED;
    if (c->has_stopped)
        stay(c, b, c->end);
    carom_crowd_restart(c, b, b->velocity);
    return b->time >= to ? REACHED : STRUCK;
}

// The ball stands until the time. In a crowd that loses speed at impacts it loses the same fraction
// of its velocity, because others would give way to a velocity that it only seems to have.
static void stand(crowd *c, crowd_ball *b, double until) {
    const double lost = until - b->time;
    carom_vec2 velocity = carom_crowd_velocity(c, b);
    if (c->settings->restitution < 1.0)
        velocity = carom_vec2_scale(velocity, larger(1.0 - lost / c->end, 0.0));
    b->lost += lost;
    b->velocity = velocity;
    b->start = b->time;
    stay(c, b, until);
    carom_crowd_restart(c, b, b->velocity);
}

static bool is_exhausted(const crowd *c, const crowd_ball *b) {
    const int most = contacts_max_of(&c->settings->move);
    return b->struck >= most || b->attempts / 4 >= most + 16;
}

bool carom_crowd_give_up(crowd *c, crowd_ball *b) {
    if (!is_exhausted(c, b))
        return false;
    stand(c, b, c->end);
    return true;
}

// One attempt. Returns the ball that is to go first, or NO_BALL if the attempt is over.
static uint32_t attempt(crowd *c, crowd_ball *b, double to) {
    b->attempts++;
    if (b->is_held) {
        const crowd_time then = carom_crowd_time(c, b, to);
        if (c->has_moving)
            carom_crowd_report_leg(c, b, b->circle.center, then.clock);
        carom_crowd_place(c, b, b->circle.center, then, true);
        b->start = to;
        return NO_BALL;
    }
    const uint32_t before = first_to_pass(c, b, to);
    if (before != NO_BALL)
        return before;
    if (!b->needs_mover && b->wall_time > to) {
        const outcome result = move_straight(c, b, to);
        if (result != UNDECIDED)
            return result == BLOCKED ? c->contact.ball : NO_BALL;
    }
    if (move_with_mover(c, b, to) != BLOCKED)
        return NO_BALL;
    crowd_ball *q = &c->balls[c->contact.ball];
    if (q->time < to && !q->is_waiting) {
        carom_crowd_restart(c, b, b->velocity);
        return c->contact.ball;
    }
    if (!carom_crowd_collide(c, b, q, c->contact.normal))
        stand(c, b, larger(to, b->time));
    return NO_BALL;
}

// True if the ball is behind that time, or strikes a wall at it.
static bool is_due(const crowd_ball *b, double time) {
    return b->time < time || b->wall_time <= time;
}

void carom_crowd_advance(crowd *c, crowd_ball *b, double to) {
    uint32_t count = 0;
    if (is_due(b, to)) {
        c->waiting[count++] = slot_of(c, b);
        b->is_waiting = true;
    }
    while (count > 0) {
        CAROM_ASSERT(count <= c->count);
        crowd_ball *last = &c->balls[c->waiting[count - 1]];
        uint32_t next = NO_BALL;
        if (!carom_crowd_give_up(c, last) && is_due(last, to))
            next = attempt(c, last, to);
        if (next != NO_BALL) {
            c->waiting[count++] = next;
            c->balls[next].is_waiting = true;
        } else {
            last->is_waiting = false;
            count--;
        }
    }
}
